"""Every check of the project; `nox -l` lists them, `nox` runs the usual ones."""

import re
import shutil
from pathlib import Path

import nox

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "venv"
nox.options.sessions = ["lint", "types", "coverage", "browser", "docs", "package"]

PROJECT = nox.project.load_toml("pyproject.toml")
# The examples of one page share names, so they stay together.
PARALLEL = ["-n", "auto", "--dist", "loadfile"]
PYTHONS = nox.project.python_versions(PROJECT)


def install_group(session: nox.Session, group: str) -> None:
    """Install a development group, with any pip."""
    session.install(*nox.project.dependency_groups(PROJECT, group))


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the tests on each Python that the machine has."""
    session.install(".[test]")
    session.run("python", "-m", "pytest", *PARALLEL, *session.posargs)


@nox.session
def floor(session: nox.Session) -> None:
    """Run the tests with the lowest attrs and cattrs that are promised."""
    session.install(".[test]", "attrs==23.2.0", "cattrs==24.1.0")
    session.run("python", "-m", "pytest", "tests", *PARALLEL, *session.posargs)


@nox.session
def coverage(session: nox.Session) -> None:
    """Run the tests, and demand that they reach every branch."""
    session.install("-e", ".[test]")
    options = [*PARALLEL, "--cov", "--cov-report=term"]
    session.run("python", "-m", "pytest", *options, *session.posargs)


@nox.session
def browser(session: nox.Session) -> None:
    """Play at the table of the example in a real browser, which must be there."""
    session.install("-e", ".[test]")
    install_group(session, "browser")
    options = ["tests/test_browser.py", *session.posargs]
    session.run("python", "-m", "pytest", *options, env={"REQUIRE_BROWSER": "1"})


@nox.session
def thorough(session: nox.Session) -> None:
    """Run the property-based tests much longer."""
    session.install(".[test]")
    options = [*PARALLEL, "--hypothesis-profile=thorough"]
    session.run("python", "-m", "pytest", "tests", *options, *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Feed mutated text to all that reads text, guided by coverage."""
    session.install(".[wire]")
    install_group(session, "fuzz")
    runs = session.posargs or ["-runs=100000"]
    for target in ("records", "cards", "options", "wire"):
        session.run("python", "fuzz/fuzz_text.py", target, *runs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and format."""
    install_group(session, "lint")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")


@nox.session
def types(session: nox.Session) -> None:
    """Check types, and that the whole public interface has them."""
    session.install(".[test]")
    install_group(session, "types")
    install_group(session, "browser")
    session.run("mypy")
    session.run("pyright")
    session.run("pyright", "--verifytypes", "pisti", "--ignoreexternal")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation, offline; a warning is an error."""
    install_group(session, "docs")
    session.run("mkdocs", "build", "--strict", env={"NO_MKDOCS_2_WARNING": "1"})
    fetched = re.compile(r"<(?:script|img|iframe|link rel=.stylesheet.)[^>]* \w+=.http")
    for page in Path("site").rglob("*.html"):
        if fetched.search(page.read_text("utf-8")):
            session.error(f"{page} needs the network")


@nox.session
def package(session: nox.Session) -> None:
    """Build the distribution, check it, and play from the wheel elsewhere."""
    install_group(session, "release")
    shutil.rmtree("dist", ignore_errors=True)
    session.run("python", "-m", "build")
    session.run("twine", "check", "--strict", *map(str, Path("dist").iterdir()))
    (wheel,) = Path("dist").glob("*.whl")
    session.install(str(wheel))
    quickstart = Path("examples", "quickstart.py").resolve()
    with session.chdir(session.create_tmp()):
        session.run("python", "-I", str(quickstart), silent=True)


@nox.session(python=PYTHONS)
def wheel(session: nox.Session) -> None:
    """Play from the wheel, outside the checkout, on each Python."""
    session.install("build")
    session.run("python", "-m", "build", "--wheel", "--outdir", session.create_tmp())
    (built,) = Path(session.create_tmp()).glob("*.whl")
    session.install(str(built))
    quickstart = Path("examples", "quickstart.py").resolve()
    with session.chdir(session.create_tmp()):
        session.run("python", "-I", str(quickstart), silent=True)


@nox.session
def benchmark(session: nox.Session) -> None:
    """Compare the speed with OpenSpiel's."""
    session.install(".")
    install_group(session, "benchmark")
    session.run("python", "benchmarks/compare.py")


@nox.session
def tables(session: nox.Session) -> None:
    """Load the table in the browser with two hundred tables of programs."""
    session.install("-e", ".[test]")
    install_group(session, "browser")
    session.run("python", "benchmarks/tables.py", *session.posargs)

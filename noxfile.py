"""Every check of the project; `nox -l` lists them, `nox` runs the usual ones."""

import re
from pathlib import Path

import nox

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "venv"
nox.options.sessions = [
    "lint",
    "types",
    "coverage",
    "browser",
    "simulation",
    "differential",
    "docs",
    "package",
]

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


# What stands on other packages, and the examples of a whole hand.
ON_OTHERS = ["api", "cli", "golden", "observation", "openspiel", "pettingzoo"]
ON_OTHERS += ["records", "simulation", "strategies", "views", "wire"]
# What users install by an extra, and builds upon others.
EXTRAS = ("hypothesis", "wire", "cli", "simulation", "pettingzoo", "openspiel")


@nox.session
def floor(session: nox.Session) -> None:
    """Test with the lowest versions that are promised of what users install."""
    extras = PROJECT["project"]["optional-dependencies"]
    promised = PROJECT["project"]["dependencies"] + [
        bound for extra in EXTRAS for bound in extras[extra]
    ]
    lowest = [bound.replace(">=", "==") for bound in promised]
    session.install(".[test]", *lowest)
    tests = [f"tests/test_{name}.py" for name in ON_OTHERS]
    # Old versions may use what newer ones of others deprecate; how well hypothesis
    # finds and shrinks what is rare is better in newer ones.
    options = [*PARALLEL, "-W", "default::DeprecationWarning"]
    options += ["-k", "not shrink and not decks_have_jacks"]
    session.run("python", "-m", "pytest", *tests, *options, *session.posargs)


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
def simulation(session: nox.Session) -> None:
    """Simulate on a Dask cluster and into data frames, and draw what came of it."""
    session.install("-e", ".[test]")
    for group in ("frames", "dask", "results"):
        install_group(session, group)
    options = ["tests/test_simulation.py", "docs/how-to/many-hands.md"]
    options += ["tests/test_results.py", *session.posargs]
    session.run("python", "-m", "pytest", *options, env={"REQUIRE_SIMULATION": "1"})


@nox.session
def ratings(session: nox.Session) -> None:
    """Rate each player against the one before it, and time them; half an hour."""
    session.install(".[simulation]")
    session.run("python", "benchmarks/ratings.py", *session.posargs)


@nox.session
def thorough(session: nox.Session) -> None:
    """Run the property-based tests much longer."""
    session.install(".[test]")
    options = [*PARALLEL, "--hypothesis-profile=thorough"]
    session.run("python", "-m", "pytest", "tests", *options, *session.posargs)


@nox.session
def differential(session: nox.Session) -> None:
    """Compare the library with the naive engine at random hands, each time others."""
    session.install(".[hypothesis]")
    session.run("python", "tests/proof/differential.py", *session.posargs)


@nox.session
def exhaustive(session: nox.Session) -> None:
    """Try all cases of what can be listed, against wrong engines too."""
    session.install("-e", ".[test]")
    session.run("python", "tests/proof/exhaustive.py", *session.posargs)
    session.run("python", "tests/proof/conformance.py")
    session.run("python", "tests/proof/faults.py")


@nox.session
def mutation(session: nox.Session) -> None:
    """Change the code of the rules in every small way, and see that a test fails."""
    session.install("-e", ".[test]")
    install_group(session, "mutation")
    session.run("python", "tests/proof/mutation.py", *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Feed mutated text to all that reads it, each for two minutes."""
    session.install(".[cli,wire]")
    install_group(session, "fuzz")
    limit = session.posargs or ["-max_total_time=120"]
    for target in ("records", "cards", "options", "wire", "names", "commands"):
        session.run("python", "tests/proof/fuzz.py", target, *limit)


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
    for group in ("types", "browser", "dask", "mutation"):
        install_group(session, group)
    session.run("mypy")
    session.run("pyright")
    # There it looks for types only where Python looks for modules.
    stubs = {"PYTHONPATH": str(Path("typings").resolve())}
    session.run("pyright", "--verifytypes", "pisti", "--ignoreexternal", env=stubs)


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
    """Build the distribution, twice, look what is in it, and play from it."""
    session.install(*PROJECT["build-system"]["requires"])
    install_group(session, "release")
    session.run("python", "tests/proof/release.py", "package")
    built = [str(path) for path in Path("dist").iterdir()]
    session.run("twine", "check", "--strict", *built)
    session.install(*(path for path in built if path.endswith(".whl")))
    play_elsewhere(session)


@nox.session(python=PYTHONS)
def wheel(session: nox.Session) -> None:
    """Play from what is installed on each Python, outside the checkout: the same."""
    session.install(".[hypothesis,wire]")
    play_elsewhere(session)
    digest = Path("tests", "proof", "digest.py").resolve()
    with session.chdir(session.create_tmp()):
        for options, hash_seed in (((), "0"), ((), "1"), (("-O",), "2")):
            command = ["python", *options, str(digest), "--hands", "100"]
            session.run(*command, env={"PYTHONHASHSEED": hash_seed}, silent=True)


def play_elsewhere(session: nox.Session) -> None:
    """Play where nothing but what is installed can be found."""
    quickstart = Path("examples", "quickstart.py").resolve()
    with session.chdir(session.create_tmp()):
        session.run("python", "-I", str(quickstart), silent=True)


@nox.session
def release(session: nox.Session) -> None:
    """Say what is missing before the version may be released, and check the rest."""
    session.run("python", "tests/proof/release.py", "ready")
    package(session)
    docs(session)


@nox.session
def benchmark(session: nox.Session) -> None:
    """Compare the speed with OpenSpiel's."""
    session.install(".")
    install_group(session, "benchmark")
    session.run("python", "benchmarks/compare.py")


@nox.session
def results(session: nox.Session) -> None:
    """Play many hands, and write what the game is like; `--draw` only draws."""
    session.install("-e", ".[simulation]")
    install_group(session, "results")
    session.run("python", "-m", "docs.results", *session.posargs)
    session.run("python", "-m", "docs.generate")


@nox.session
def figures(session: nox.Session) -> None:
    """Work out again what the documentation says of players and of the game."""
    session.install(".[pettingzoo]")
    session.run("python", "examples/learning.py")
    session.notify("ratings")
    session.notify("results")


@nox.session
def tables(session: nox.Session) -> None:
    """Load the table in the browser with two hundred tables of programs."""
    session.install("-e", ".[test]")
    install_group(session, "browser")
    session.run("python", "benchmarks/tables.py", *session.posargs)

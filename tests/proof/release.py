"""
Build the distribution so that anybody can build it again, and look what is in it.

    python tests/proof/release.py package
    python tests/proof/release.py ready

`package` builds twice from clean copies of the project, under different
circumstances, and demands the same bytes and exactly the files that belong there; it
needs `build` and what builds the project. `ready` tells what is missing before the
version may be released; it needs nothing. `nox --session release` runs both.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator
from datetime import UTC, date, datetime
from email.parser import HeaderParser
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from zipfile import ZipFile

ROOT = Path(__file__).parent.parent.parent
DIST = ROOT / "dist"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NAME, VERSION = PROJECT["name"], PROJECT["version"]

# What lies at the top of the source distribution: no more, no less.
TOP = {
    *(".gitignore", "CHANGELOG.md", "LICENSE", "PKG-INFO", "README.md"),
    *("conftest.py", "mkdocs.yml", "noxfile.py", "pyproject.toml"),
    *("benchmarks", "docs", "examples", "src", "tests", "typings"),
}
# What a wheel has beside the package, under its `.dist-info`.
ABOUT = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"}
# What a clean checkout has not, beside what git ignores.
UNCLEAN = [".git", ".nox", "*.sqlite*", "*~", ".DS_Store"]


def ignored() -> list[str]:
    """Give the names of files that are never checked in."""
    lines = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    return [*(line.strip("/") for line in lines if line), *UNCLEAN]


def sections() -> list[tuple[str, str, str]]:
    """Give the changelog's sections: name, date or nothing, and text."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    parts = re.split(r"^## \[([^]]+)\](?: - (\S+))?\n", text, flags=re.MULTILINE)[1:]
    rest = [part or "" for part in parts]
    return [*zip(rest[::3], rest[1::3], map(str.strip, rest[2::3]), strict=True)]


def day_of_release() -> date | None:
    """Give the day on which this version is said to be released."""
    days = {name: day for name, day, _ in sections()}
    try:
        return date.fromisoformat(days.get(VERSION, ""))
    except ValueError:
        return None


# Building.


def build(copy: Path, dist: Path, mask: int) -> None:
    """Build both distributions from a clean copy, with files made under a mask."""
    before = os.umask(mask)
    try:
        shutil.copytree(
            ROOT,
            copy,
            ignore=shutil.ignore_patterns(*ignored()),
            copy_function=shutil.copyfile,
        )
        day = day_of_release() or datetime.now(UTC).date()
        moment = datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()
        subprocess.run(  # noqa: S603
            [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(dist)],
            cwd=copy,
            env={**os.environ, "SOURCE_DATE_EPOCH": str(int(moment))},
            stdout=subprocess.DEVNULL,
            check=True,
        )
    finally:
        os.umask(before)


def hashes(dist: Path) -> dict[str, str]:
    """Give the hash of each file."""
    return {
        file.name: sha256(file.read_bytes()).hexdigest()
        for file in sorted(dist.iterdir())
    }


# Looking.


def wrong_in_wheel(names: set[str], metadata: str) -> Iterator[str]:
    """Say what a wheel has too much or too little."""
    about = f"{NAME}-{VERSION}.dist-info"
    source = ROOT / "src"
    files = {file for file in source.rglob("*") if file.is_file()}
    package = {file.relative_to(source).as_posix() for file in files}
    wanted = {name for name in package if not is_ignored(name)}
    wanted |= {f"{about}/{name}" for name in ABOUT}
    yield from (f"the wheel has {name}" for name in sorted(names - wanted))
    yield from (f"the wheel has no {name}" for name in sorted(wanted - names))
    told = HeaderParser().parsestr(metadata)
    for key, value in {
        "Name": NAME,
        "Version": VERSION,
        "Requires-Python": PROJECT["requires-python"],
        "License-Expression": PROJECT["license"],
        "License-File": "LICENSE",
        "Description-Content-Type": "text/markdown",
    }.items():
        if told[key] != value:
            yield f"the wheel's metadata says {key}: {told[key]}, not {value}"
    always = [line for line in told.get_all("Requires-Dist", []) if "extra" not in line]
    if always != PROJECT["dependencies"]:
        yield f"the wheel always requires {always}"


def wrong_in_source(names: set[str]) -> Iterator[str]:
    """Say what a source distribution has too much or too little."""
    inside = {PurePosixPath(name).parts for name in names}
    if {parts[0] for parts in inside} != {f"{NAME}-{VERSION}"}:
        yield "the source distribution is not in one directory of its name"
    top = {parts[1] for parts in inside if len(parts) > 1}
    yield from (f"the source distribution has {name}" for name in sorted(top - TOP))
    yield from (f"the source distribution has no {name}" for name in sorted(TOP - top))
    unclean = sorted(name for name in names if is_ignored(name.partition("/")[2]))
    yield from (
        f"the source distribution has {name}"
        for name in unclean
        if ".gitignore" not in name
    )


def is_ignored(name: str) -> bool:
    """Say whether a file or a directory that it is in is never checked in."""
    parts = PurePosixPath(name).parts
    return any(fnmatch(part, pattern) for part in parts for pattern in ignored())


def package() -> Iterator[str]:
    """Build twice, keep one, and say what is wrong."""
    shutil.rmtree(DIST, ignore_errors=True)
    with TemporaryDirectory() as place:
        build(Path(place, "one"), DIST, 0o022)
        build(Path(place, "another"), Path(place, "again"), 0o077)
        again = hashes(Path(place, "again"))
    for file, code in hashes(DIST).items():
        sys.stdout.write(f"{code}  {file}\n")
        if again.get(file) != code:
            yield f"{file} is another when it is built again"
    wheel = DIST / f"{NAME}-{VERSION}-py3-none-any.whl"
    source = DIST / f"{NAME}-{VERSION}.tar.gz"
    if {*DIST.iterdir()} != {wheel, source}:
        yield "there is more than a wheel for every machine and its source"
    with ZipFile(wheel) as zipped:
        metadata = zipped.read(f"{NAME}-{VERSION}.dist-info/METADATA").decode()
        yield from wrong_in_wheel({*zipped.namelist()}, metadata)
    with tarfile.open(source) as packed:
        yield from wrong_in_source({*packed.getnames()})


# Releasing.


def ready() -> Iterator[str]:
    """Say what is missing before this version may be released."""
    (unreleased, _, waiting), *versions = sections()
    if unreleased != "Unreleased" or waiting != "Nothing yet.":
        yield "CHANGELOG.md has changes under [Unreleased]: give them a version and a day"
    if versions[0][0] != VERSION:
        yield f"CHANGELOG.md is at {versions[0][0]}, pyproject.toml at {VERSION}"
    day = day_of_release()
    if day is None:
        yield f"CHANGELOG.md has no line '## [{VERSION}] - year-month-day'"
    elif day > datetime.now(UTC).date():
        yield f"CHANGELOG.md says that {VERSION} is released on {day}, which is to come"
    interface = (ROOT / "tests" / "data" / "api.txt").read_text("utf-8").splitlines()
    if any(not line.startswith("  ") for line in interface):
        yield "tests/data/api.txt has changes: run `python tests/api.py release`"
    if git("status", "--porcelain"):
        yield "there are changes that are not committed"
    tag = git("rev-list", "--max-count=1", f"v{VERSION}")
    if tag and tag != git("rev-parse", "HEAD"):
        yield f"v{VERSION} is released already, and was another commit"


def git(*words: str) -> str:
    """Ask git; what it does not know is nothing."""
    done = subprocess.run(  # noqa: S603
        ["git", *words],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip()


def main(what: str = "") -> None:
    """Print what is wrong or missing, and fail if there is anything."""
    if what not in {"package", "ready"}:
        sys.exit("usage: release.py {package,ready}")
    problems = [*(package() if what == "package" else ready())]
    if problems:
        sys.exit("".join(f"- {problem}\n" for problem in problems))
    if what == "ready":
        sys.stdout.write(f"{NAME} {VERSION} can be released: git tag v{VERSION}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

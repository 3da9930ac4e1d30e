"""What is demanded of a distribution and of a release is missed where it is missing."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from proof import release

ABOUT = f"pisti-{release.VERSION}.dist-info"
METADATA = f"""\
Name: pisti
Version: {release.VERSION}
License-Expression: MIT
License-File: LICENSE
Requires-Python: >=3.11
Requires-Dist: {release.PROJECT["dependencies"][0]}
Requires-Dist: typer>=0.19; extra == 'cli'
Description-Content-Type: text/markdown
"""
NAMES = {
    *(
        path.relative_to(release.ROOT / "src").as_posix()
        for suffix in ("py", "toml", "json", "typed")
        for path in (release.ROOT / "src" / "pisti").rglob(f"*.{suffix}")
    ),
    *(f"{ABOUT}/{name}" for name in ("METADATA", "RECORD", "WHEEL")),
    *(f"{ABOUT}/{name}" for name in ("entry_points.txt", "licenses/LICENSE")),
}
SOURCES = {f"pisti-{release.VERSION}/{name}/some.py" for name in release.TOP}


def test_a_wheel_with_all_that_belongs_there() -> None:
    """Nothing is wrong with it."""
    assert not [*release.wrong_in_wheel(NAMES, METADATA)]
    assert not [*release.wrong_in_source(SOURCES)]


@pytest.mark.parametrize(
    "name",
    ["pisti/py.typed", "pisti/data/rules.toml", f"{ABOUT}/licenses/LICENSE"],
)
def test_a_wheel_with_too_little(name: str) -> None:
    """Types, data and licence are missed."""
    assert [*release.wrong_in_wheel(NAMES - {name}, METADATA)] == [
        f"the wheel has no {name}"
    ]


@pytest.mark.parametrize(
    "name", ["tests/test_laws.py", "pisti/__pycache__/cards.pyc", "api.py"]
)
def test_a_wheel_with_too_much(name: str) -> None:
    """Tests, caches and other top-level modules are found."""
    assert [*release.wrong_in_wheel(NAMES | {name}, METADATA)] == [
        f"the wheel has {name}"
    ]


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        (f"Version: {release.VERSION}", "Version: 9"),
        ("markdown", "plain"),
        ("License-Expression", "License"),
        ("attrs", "httpx"),
        ("; extra == 'cli'", ""),
    ],
)
def test_metadata_that_says_something_else(said: str, instead: str) -> None:
    """Each is one fault."""
    other = METADATA.replace(said, instead)

    assert len([*release.wrong_in_wheel(NAMES, other)]) == 1


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda names: {n for n in names if "LICENSE" not in n}, "has no LICENSE"),
        (lambda names: names | {f"pisti-{release.VERSION}/fuzz/a.py"}, "has fuzz"),
        (
            lambda names: names | {f"pisti-{release.VERSION}/src/__pycache__/a.pyc"},
            f"has pisti-{release.VERSION}/src/__pycache__/a.pyc",
        ),
        (
            lambda names: names | {"elsewhere/src/a.py"},
            "is not in one directory of its name",
        ),
    ],
)
def test_sources_with_too_much_or_too_little(
    change: Callable[[set[str]], set[str]], problem: str
) -> None:
    """A licence, caches and what lies at the top are watched."""
    assert [*release.wrong_in_source(change(SOURCES))] == [
        f"the source distribution {problem}"
    ]


TODAY = datetime.now(UTC).date()
DATED = f"## [Unreleased]\n\nNothing yet.\n\n## [{release.VERSION}] - {TODAY}\n"


@pytest.fixture(name="place")
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a project that can be released, where git knows of nothing."""
    monkeypatch.setattr(release, "ROOT", tmp_path)
    (tmp_path / "tests" / "data").mkdir(parents=True)
    (tmp_path / "tests" / "data" / "api.txt").write_text("  pisti.view\n", "utf-8")
    (tmp_path / "CHANGELOG.md").write_text(DATED, "utf-8")
    return tmp_path


def test_a_version_that_can_be_released(place: Path) -> None:
    """Nothing is missing."""
    assert place.exists()
    assert not [*release.ready()]


@pytest.mark.parametrize(
    ("said", "instead", "missing"),
    [
        ("Nothing yet.", "- `view` is gone.", ["under [Unreleased]"]),
        (f" - {TODAY}", "", ["has no line"]),
        (f"{TODAY}", "2026-13-01", ["has no line"]),
        (f"{TODAY}", f"{TODAY + timedelta(days=2)}", ["which is to come"]),
        (f"[{release.VERSION}]", "[9.0.0]", ["is at 9.0.0", "has no line"]),
    ],
)
def test_a_changelog_that_is_not_ready(
    place: Path, said: str, instead: str, missing: list[str]
) -> None:
    """It has to have a day for this version, and nothing after it."""
    (place / "CHANGELOG.md").write_text(DATED.replace(said, instead), "utf-8")
    problems = [*release.ready()]

    assert len(problems) == len(missing)
    assert all(part in problem for part, problem in zip(missing, problems, strict=True))


def test_an_interface_that_is_not_ready(place: Path) -> None:
    """What has changed has to be taken for released."""
    (place / "tests" / "data" / "api.txt").write_text("+ pisti.view\n", "utf-8")

    assert ["api.txt" in problem for problem in release.ready()] == [True]


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        ({"status": " M README.md"}, "not committed"),
        ({"rev-list": "a", "rev-parse": "b"}, "released already"),
    ],
)
def test_a_commit_that_is_not_ready(
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    answers: dict[str, str],
    problem: str,
) -> None:
    """All is committed, and the version is not that of another commit."""
    assert place.exists()
    monkeypatch.setattr(release, "git", lambda word, *_: answers.get(word, ""))

    assert [problem in told for told in release.ready()] == [True]

"""The public interface: what it is, and that the changelog tells what has changed."""

from pathlib import Path

import api
import attrs
import pytest

import pisti
from pisti import players

for _adapted in ("pettingzoo", "pyspiel"):
    pytest.importorskip(_adapted, reason="part of the interface needs it")

CHANGELOG = (Path(__file__).parent.parent / "CHANGELOG.md").read_text("utf-8")


def test_the_file_has_the_present_interface() -> None:
    """What can be imported is what the file says."""
    now = api.current()
    differences = [
        line for line in api.compared(api.present(api.kept()), now) if line[0] != " "
    ]

    assert not differences, (
        "the public interface has changed: if that is meant, run "
        "`python tests/api.py` and tell it in CHANGELOG.md"
    )


def test_the_changelog_tells_what_has_changed() -> None:
    """Each change since the last release is named under [Unreleased]."""
    untold = api.untold(api.kept(), CHANGELOG)

    assert not untold, (
        "CHANGELOG.md has to name these in code under [Unreleased], and say in words "
        f"what has become of them: {', '.join(sorted(untold))}"
    )


@attrs.frozen
class Bonus:
    """Another bonus than the library's."""

    seat: int
    card: pisti.Card = pisti.DECK[0]

    @property
    def worth(self) -> int:
        """Give the points."""
        return 10


Bonus.__module__ = "pisti.state"


def other_view(state: pisti.State, seat: int = 0) -> pisti.View:
    """View with another default."""
    return pisti.view(state, seat)


CHANGES = [
    (pisti, "EDITION", 2, ["- pisti.EDITION = 1", "+ pisti.EDITION = 2"]),
    (
        pisti,
        "view",
        other_view,
        [
            "- pisti.view(state: State, seat: int | None) -> View",
            "+ pisti.view(state: State, seat: int = 0) -> View",
        ],
    ),
    (
        pisti,
        "Bonus",
        Bonus,
        [
            (
                "- pisti.Bonus(seat: int, points: int, rule: Rule, "
                "cards: tuple[Card, ...]) -> None"
            ),
            "+ pisti.Bonus(seat: int, card: Card = Card.parse('AC')) -> None",
            "- pisti.Bonus.points: int",
            "- pisti.Bonus.rule: Rule",
            "- pisti.Bonus.cards: tuple[Card, ...]",
            "+ pisti.Bonus.card: Card",
            "+ pisti.Bonus.worth: int",
        ],
    ),
    (
        pisti,
        "CLASSIC",
        attrs.evolve(pisti.CLASSIC, target=11, hands=None),
        [
            "- pisti.CLASSIC.target = none",
            "- pisti.CLASSIC.hands = 1",
            "+ pisti.CLASSIC.target = 11",
        ],
    ),
    (players, "Player", int, ["+ pisti.players.Player = int"]),
]


@pytest.mark.parametrize(("module", "name", "value", "marked"), CHANGES)
def test_a_change_is_seen(
    monkeypatch: pytest.MonkeyPatch,
    module: object,
    name: str,
    value: object,
    marked: list[str],
) -> None:
    """A constant, signature, field, option or type that is another has its lines."""
    before = api.current()
    monkeypatch.setattr(module, name, value)
    lines = [*api.compared(before, api.current())]

    assert set(marked) <= set(lines)
    assert api.released(lines) == before
    assert api.present(lines) == api.current()
    assert any(path.startswith(f"pisti.{name}") for path in api.changed(lines)) or (
        api.changed(lines) == {f"pisti.players.{name}"}
    )


def test_the_order_of_members_is_part_of_it() -> None:
    """What comes first in an enum, and in a constructor, is promised too."""
    before = ["class pisti.Cut", "pisti.Cut.NONE = 'none'", "pisti.Cut.PLAIN = 'plain'"]
    lines = [*api.compared(before, [before[0], before[2], before[1]])]

    assert len(api.changed(lines)) == 1
    assert api.changed(lines) <= {"pisti.Cut.NONE", "pisti.Cut.PLAIN"}


LINES = [
    "  module pisti",
    "  class pisti.Cut(StrEnum)",
    "  pisti.Cut.NONE = 'none'",
    "+ pisti.Cut.TWICE = 'twice'",
    "- class pisti.Draw",
    "- pisti.Draw(dealer: int) -> None",
    "- pisti.Draw.dealer: int",
    "- pisti.view(state: State) -> View",
    "+ pisti.view(state: State, seat: int) -> View",
    "+ module pisti.sound",
    "+ pisti.sound.play(card: Card) -> None",
    "  $ pisti play",
    "+ $ pisti play --loud -L",
]


def test_what_has_changed() -> None:
    """A change is told once, and by the whole that is new or gone."""
    assert api.changed(LINES) == {
        "pisti.Cut.TWICE",
        "pisti.Draw",
        "pisti.view",
        "pisti.sound",
        "$ pisti play --loud",
    }


@pytest.mark.parametrize(
    ("section", "untold"),
    [
        ("Nothing yet.", {"TWICE", "Draw", "view", "sound", "--loud"}),
        (
            "- TWICE, Draw, view, sound and --loud.",
            {"TWICE", "Draw", "view", "sound", "--loud"},
        ),
        (
            "- `Cut.TWICE` cuts again; `Drawing` is new.",
            {"Draw", "view", "sound", "--loud"},
        ),
        ("- `pisti play --loud` plays `pisti.sound`.", {"TWICE", "Draw", "view"}),
        (
            "- `Draw` is gone, `view(state, seat)` asks; `TWICE`, `sound`, `--loud`.",
            set(),
        ),
    ],
)
def test_what_the_changelog_does_not_tell(section: str, untold: set[str]) -> None:
    """Only code under [Unreleased] tells of a change."""
    changelog = f"# Changelog\n\n## [Unreleased]\n\n{section}\n\n## [0.1.0]\n\n`Draw`\n"
    found = api.untold(LINES, changelog)

    assert {path.replace(" ", ".").split(".")[-1] for path in found} == untold


def test_the_file_is_written_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What was released stays in the file until the next release."""
    file = tmp_path / "api.txt"
    monkeypatch.setattr(api, "FILE", file)
    api.main("release")
    assert api.kept() == [f"  {line}" for line in api.current()]

    monkeypatch.setattr(pisti, "EDITION", 2)
    api.main()
    assert api.changed(api.kept()) == {"pisti.EDITION"}
    monkeypatch.setattr(pisti, "EDITION", 3)
    api.main()
    assert "- pisti.EDITION = 1" in api.kept()
    assert "+ pisti.EDITION = 3" in api.kept()

    api.main("release")
    assert not api.changed(api.kept())

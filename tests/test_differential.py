"""The comparison of random hands, in short, and with faults that it must find."""

import sys
from typing import Any

import attrs
import naive
import pytest
from proof import differential

from pisti import VARIANTS, PistiError, Variant


def run(monkeypatch: pytest.MonkeyPatch, *options: str) -> tuple[int, list[str]]:
    """Run a command line in this process; give its exit code and what it prints."""
    printed: list[str] = []
    monkeypatch.setattr(sys, "argv", ["proof", *options])
    monkeypatch.setattr(
        differential, "print", lambda *parts, **_: printed.extend(parts), raising=False
    )
    return differential.main(), printed


def test_random_hands_agree() -> None:
    """The hands of some seeds are the same in both engines, at every kind of table."""
    tally = differential.play_chunk(range(80))
    assert isinstance(tally, differential.Tally)
    assert set(tally.hands) == {*VARIANTS, differential.ANY_OPTIONS}
    assert tally.hands.total() >= 80
    assert tally.rules["4.11"] + tally.rules["4.13"] == tally.hands.total()


def test_random_tables_have_all_options() -> None:
    """Every option of the tables varies, and each value of an enum comes up."""
    drawn = [differential.table_of(seed).variant for seed in range(1, 1000, 2)]
    for field in attrs.fields(Variant):
        values = {getattr(variant, field.name) for variant in drawn}
        assert len(values) > 1, field.name
        members = getattr(field.type, "__members__", {})
        assert values >= {*members.values()}, field.name


def no_last_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the naive engine take another play for the last."""
    monkeypatch.setattr(naive, "LAST_PLAY", 47)


def jacks_are_worthless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the naive engine give jacks no points."""
    points_of = naive.points_of
    monkeypatch.setattr(
        naive,
        "points_of",
        lambda options, card: 0 if naive.is_jack(card) else points_of(options, card),
    )


def kings_are_highest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the naive engine have aces low in the draw."""
    low = [*naive.HIGH_TO_LOW[1:], "A"]
    monkeypatch.setattr(naive, "HIGH_TO_LOW", low)


def breaks_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the naive engine fail by itself."""

    def refuse(*_: object) -> None:
        raise PistiError("out of order")

    monkeypatch.setattr(naive, "judge", refuse)


@pytest.mark.parametrize(
    ("plant", "said"),
    [
        (no_last_play, "events of play 4"),
        (jacks_are_worthless, "score after"),
        (kings_are_highest, "draw: dealer"),
        (breaks_down, "PistiError: out of order"),
    ],
)
def test_a_difference_ends_the_run(
    plant: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What differs is told with the seed, the table and the way to see it again."""
    plant(monkeypatch)
    code, printed = run(monkeypatch, "--seed", "0", "--hands", "1000")
    text = "\n".join(printed)
    assert code == 1
    assert said in text
    assert "  variant: " in text
    again = text.split()[text.split().index("--seed") :]
    code, printed = run(monkeypatch, *again)
    assert code == 1
    assert said in "\n".join(printed)


def test_a_run_without_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last line says how many hands there were, and by which seed."""
    code, printed = run(monkeypatch, "--seed", "2", "--hands", "3")
    assert code == 0
    assert "seed 2" in printed
    assert "partnership 1," in printed[-1]
    assert printed[-1].endswith(", seed 2")


def test_a_fresh_seed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a seed each run has one of its own."""
    runs = [run(monkeypatch, "--hands", "1") for _ in range(2)]
    assert [code for code, _ in runs] == [0, 0]
    assert runs[0][1][0] != runs[1][1][0]

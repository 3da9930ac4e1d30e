"""How often the disputed points matter: the figures of the documentation."""

import runpy
import subprocess
import sys
import tomllib
from fractions import Fraction
from math import comb, sqrt
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parent.parent / "docs"
SCRIPT = DOCS / "count.py"
COUNTING = runpy.run_path(str(SCRIPT))
KEPT = tomllib.loads((DOCS / "counts.toml").read_text("utf-8"))

JACK = Fraction(4, 52)

# A second cut of the pack goes by the same 51 places: all four jacks are among them
# unless one lies at the bottom, which one pack in 13 has.
JACK_TWICE = (
    Fraction(12, 13) * Fraction(4, 51) ** 2 + Fraction(1, 13) * Fraction(3, 51) ** 2
)

# Of the lifted cards, from 1 to 51 and each number as likely, all are jacks.
ONLY_JACKS = sum(
    (Fraction(comb(4, n), comb(52, n)) / 51 for n in range(1, 5)), start=Fraction()
)

# The next card is another of the 51, whether it was lifted as well or not.
JACK_AND_NEXT = JACK * Fraction(3, 51)

# The second card from the top has one of the three other cards of that rank.
TOP_PAIR = Fraction(3, 51)

# Four different ranks, of each one of four cards.
ANY_PAIR = 1 - Fraction(comb(13, 4) * 4**4, comb(52, 4))

# All four jacks are among the 51 cards above a bottom card that is no jack: a recut
# ends at each other card as likely, and leaves the order of the rest to chance.
JACK_ABOVE_ANOTHER = Fraction(4, 51)


def equal_at_the_top(players: int) -> Fraction:
    """Give how likely the highest card is not alone, one card drawn by each."""
    # Where it is alone, all others have cards of the ranks below it.
    alone = sum(4 * comb(4 * below, players - 1) for below in range(13))
    return 1 - Fraction(alone, comb(52, players))


def partners_are_open() -> Fraction:
    """Give how likely the highest two of four cards do not decide who plays with whom."""
    # Both alone: the others have cards of the ranks below the second.
    decided = sum(
        4 * 4 * comb(4 * second, 2) for first in range(13) for second in range(first)
    )
    return 1 - Fraction(decided, comb(52, 4))


def exact(key: str, preset: str) -> Fraction | None:
    """Give a share that can be worked out, or None."""
    match key, preset:
        case "jack_up_after_cut", "partnership-recut":
            return JACK_ABOVE_ANOTHER
        case "draw_again", "partnership":
            return partners_are_open()
        case "draw_again", _:
            players = {"coffeehouse": 2, "three-player": 3, "four-player": 4}
            return equal_at_the_top(players[preset])
        case _:
            return EXACT.get(key)


EXACT = {
    "jack_up": JACK,
    "four_jacks": Fraction(1, comb(52, 4)),
    "cut_jack": JACK,
    "cut_again_twice": JACK_TWICE,
    "lifted_all_jacks": ONLY_JACKS,
    "kept_then_jack": JACK_AND_NEXT,
    "layout_top_jack": JACK,
    "layout_top_pair": TOP_PAIR,
    "layout_any_pair": ANY_PAIR,
}


def without_figures(counts: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Give what is counted and where, without what came out."""
    return {
        key: {
            name: len(value) if isinstance(value, list) else value
            for name, value in table.items()
        }
        for key, table in counts.items()
        if isinstance(table, dict)
    }


def test_file_has_what_the_script_counts() -> None:
    """The file has the keys, texts and presets of the script."""
    figures = COUNTING["count_all"](150, 1)
    counted = tomllib.loads(COUNTING["as_toml"](figures, hands=150, seed=1))

    assert without_figures(counted) == without_figures(KEPT)
    assert (KEPT["hands"], KEPT["seed"]) == (COUNTING["HANDS"], COUNTING["SEED"])


def test_equal_seeds_give_equal_counts() -> None:
    """A seed gives the same figures again, another seed others."""

    def text(seed: int) -> str:
        figures = COUNTING["count_all"](8, seed)
        written: str = COUNTING["as_toml"](figures, hands=8, seed=0)
        return written

    assert text(7) == text(7) != text(8)


def test_script_writes_where_asked(tmp_path: Path) -> None:
    """The script takes the number of hands, and the file to write."""
    file = tmp_path / "counts.toml"
    order = [sys.executable, str(SCRIPT), "--hands", "3", "--to", str(file)]
    subprocess.run(order, check=True)  # noqa: S603

    written = tomllib.loads(file.read_text("utf-8"))
    assert written["hands"] == 3
    assert without_figures(written) == without_figures(KEPT)


@pytest.mark.parametrize("key", list(COUNTING["COUNTS"]))
def test_fractions_are_worked_out(key: str) -> None:
    """Each fraction in the file is the one that is worked out here."""
    stated = KEPT[key].get("exact")

    assert (stated and Fraction(stated)) == EXACT.get(key)


@pytest.mark.parametrize(
    ("key", "preset"),
    [
        (key, preset)
        for key, count in COUNTING["COUNTS"].items()
        for preset in count.presets
        if exact(key, preset) is not None
    ],
)
def test_shares_are_near_what_is_exact(key: str, preset: str) -> None:
    """What was counted is as near to what is exact as chance lets it be."""
    share = float(exact(key, preset) or 0)
    standard_error = sqrt(share * (1 - share) / KEPT["hands"])

    for figure in KEPT[key][preset]:
        assert abs(figure - share) < 4.5 * standard_error


def test_shares_are_from_0_to_1() -> None:
    """No share is more than all."""
    shares = [
        figure
        for key, count in COUNTING["COUNTS"].items()
        if count.unit == "share"
        for preset in count.presets
        for figure in KEPT[key][preset]
    ]

    assert all(0 <= share <= 1 for share in shares)

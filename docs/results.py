"""
Measure what the game is like: the figures and pictures of a page of the documentation.

`python -m docs.results` plays, writes the figures to a TOML file and draws them;
`--draw` only draws. The page itself is written from the same file by
`python -m docs.generate`.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from typing import Any, TypeAlias

import attrs

from pisti import (
    CLASSIC,
    PARTNERSHIP,
    PISPIRIK,
    VARIANTS,
    Cut,
    DealOrder,
    HiddenSeenBy,
    LayoutRedeal,
    Leader,
    OpeningJack,
    Side,
    Variant,
)
from pisti.notation import format_option
from pisti.players import Player, counting, greedy
from pisti.scoring import strict_leader
from pisti.simulation import Estimate, simulate

DOCS = Path(__file__).parent
FILE = DOCS / "results.toml"
SEED, HANDS, HANDS_BY_OPTION = 1, 8000, 2500

CONFIDENCE = 0.95
DEVIATES = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)

MANY_POINTS = (10, 20, 30)
TARGETS = (51, 101, 151)

Columns: TypeAlias = Mapping[str, Sequence[int]]
"""What `simulate` gives: a list for each column, with a number for each hand."""

Points: TypeAlias = tuple[int, ...]
"""What each place at the table won in a hand; place 0 is the seat after the dealer."""


# Statistics


def interval(values: Sequence[float]) -> Estimate:
    """Give the mean of independent values, and half of its interval."""
    margin = DEVIATES * stdev(values) / len(values) ** 0.5
    return Estimate(fmean(values), margin, len(values), CONFIDENCE)


def ratio(parts: Sequence[float], wholes: Sequence[float]) -> Estimate:
    """Give what share of all wholes the parts are; its interval to first order."""
    whole = fmean(wholes)
    share = fmean(parts) / whole
    errors = [(p - share * w) / whole for p, w in zip(parts, wholes, strict=True)]
    return attrs.evolve(interval(errors), mean=share)


def spread(values: Sequence[float]) -> Estimate:
    """Give the standard deviation of independent values; its interval to first order."""
    mean, deviation = fmean(values), stdev(values)
    squares = interval([(value - mean) ** 2 for value in values])
    return attrs.evolve(squares, mean=deviation, margin=squares.margin / 2 / deviation)


def differences(values: Sequence[float], others: Sequence[float]) -> list[float]:
    """Give by how much each value is more than its counterpart."""
    return [value - other for value, other in zip(values, others, strict=True)]


# Hands


@cache
def play(
    player: Player, variant: Variant, hands: int, seed: int, *, workers: int
) -> Columns:
    """Play hands between copies of one player, dealt by the last seat."""
    players = [player] * variant.players
    return simulate(players, variant, hands, seed, workers=workers)


def of_each_side(columns: Columns, name: str) -> Iterator[tuple[int, ...]]:
    """Give what a column says of each side, hand after hand."""
    sides = [key for key in columns if key.rpartition("_")[0] == name]
    return zip(*[columns[side] for side in sides], strict=True)


def together(columns: Columns, name: str) -> list[int]:
    """Add up all sides, hand after hand."""
    return [sum(sides) for sides in of_each_side(columns, name)]


def points_by_source(columns: Columns, variant: Variant) -> dict[str, list[int]]:
    """Give the points of all sides together for cards, majority and piştis."""
    majority = [variant.majority_points * n for n in together(columns, "majority")]
    paid = {
        "pistis": variant.pisti_points,
        "double_pistis": variant.double_pisti_points,
        "jack_pistis": variant.jack_pisti_points,
    }
    bonuses = [[points * n for n in together(columns, k)] for k, points in paid.items()]
    pistis = [sum(hand) for hand in zip(*bonuses, strict=True)]
    rest = [differences(together(columns, "points"), majority), pistis]
    cards = [int(points) for points in differences(*rest)]
    return {"cards": cards, "majority": majority, "pistis": pistis}


def leads(columns: Columns) -> list[int]:
    """Give by how much the seat after the dealer leads the dealer, with partners."""
    return [points[0] - points[-1] for points in of_each_side(columns, "points")]


def table_figures(
    variant: Variant, hands: int, seed: int, *, workers: int
) -> dict[str, Any]:
    """Say how many points there are at a table, what for, and for whom."""
    columns = play(counting, variant, hands, seed, workers=workers)
    by_greed = play(greedy, variant, hands, seed, workers=workers)
    points = list(of_each_side(columns, "points"))
    totals, sources = list(map(sum, points)), points_by_source(columns, variant)
    winners = [strict_leader(hand) for hand in points]
    sides = range(len(variant.sides))
    return {
        "points": interval(totals),
        **{name: interval(values) for name, values in sources.items()},
        "shares": {name: ratio(values, totals) for name, values in sources.items()},
        "places": [interval([hand[side] for hand in points]) for side in sides],
        "spread": spread([hand[0] for hand in points]),
        "at_least": {
            str(many): interval([fmean(n >= many for n in hand) for hand in points])
            for many in MANY_POINTS
        },
        "won": [interval([winner == side for winner in winners]) for side in sides],
        "lead": interval(leads(columns)),
        "greedy_points": interval(together(by_greed, "points")),
        "greedy_lead": interval(leads(by_greed)),
    }


# Matches


@attrs.frozen
class Played:
    """A match that was played to its end."""

    hands: int
    """How many hands it took."""
    first: Side | None
    """The side that was ahead after the first of them, if one was."""
    winner: Side
    """The side that won."""


def matches(hands: Iterable[Points], target: int) -> Iterator[Played]:
    """
    Put hands together to matches; what is left of an unfinished one is dropped.

    The deal passes on, so that places belong to other sides in each hand. No player
    here looks at the score of the match, so it does not matter in which one a hand is.
    """
    played, totals, first = 0, [0], None
    for places in hands:
        sides = len(places)
        totals = totals if played else [0] * sides
        for place, points in enumerate(places):
            totals[(place + played) % sides] += points
        played += 1
        leader = strict_leader(totals)
        first = leader if played == 1 else first
        if leader is not None and totals[leader] >= target:
            yield Played(played, first, leader)
            played = 0


def match_figures(hands: Iterable[Points], target: int) -> dict[str, Any]:
    """Say how long matches are, and how often who leads at first wins."""
    ended = list(matches(hands, target))
    lengths = [match.hands for match in ended]
    kept = [match.winner == match.first for match in ended if match.first is not None]
    return {
        "matches": len(ended),
        "hands": interval(lengths),
        "first_leader_wins": interval(kept),
        "lengths": [
            interval([length == n for length in lengths])
            for n in range(1, max(lengths) + 1)
        ],
    }


# Options


@attrs.frozen(kw_only=True)
class Change:
    """Two tables that differ in one option."""

    option: str
    """The option."""
    given: Mapping[str, Any]
    """What both tables have otherwise than the preset, since the option needs it."""
    before: Variant
    """The table with the preset's value."""
    after: Variant
    """The table with another value."""


BASES: Mapping[str, Variant] = {"classic": CLASSIC, "partnership": PARTNERSHIP}

VALUES: Mapping[str, tuple[Any, ...]] = {
    "pisti_on_first_play": (False, True),
    "pisti_on_last_play": (False, True),
    "pisti_points": (5, 10),
    "double_pisti_points": (10, 20),
    "jack_pisti_points": (0, 10, 20),
    "majority_points": (0, 3),
    "card_points": (CLASSIC.card_points, PISPIRIK.card_points),
    "hand_size": (2, 3, 4, 6),
    "layout_face_up": (1, 4),
    "layout_redeal": tuple(LayoutRedeal),
    "opening_jack": tuple(OpeningJack),
    "hidden_seen_by": tuple(HiddenSeenBy),
    "cut": tuple(Cut),
    "bottom_card_exposed": (False, True),
    "deal_order": tuple(DealOrder),
    "leader": tuple(Leader),
}

LEFT_JACK = {"opening_jack": OpeningJack.LEAVE}
NEEDED: Mapping[str, Mapping[str, Any]] = {
    "layout_face_up": LEFT_JACK,
    "layout_redeal": {**LEFT_JACK, "layout_face_up": 4},
    "opening_jack": {"bottom_card_exposed": False},
}


def changes(base: Variant) -> Iterator[Change]:
    """Change one option of a table at a time."""
    for option, values in VALUES.items():
        needed = NEEDED.get(option, {})
        given = {k: value for k, value in needed.items() if getattr(base, k) != value}
        before = attrs.evolve(base, **given)
        for value in values:
            if value != getattr(before, option):
                after = attrs.evolve(before, **{option: value})
                yield Change(option=option, given=given, before=before, after=after)


def change_figures(
    change: Change, hands: int, seed: int, *, workers: int
) -> dict[str, Any]:
    """Say what a change does to the points of a hand and to the lead, pack by pack."""
    before, after = (
        play(counting, variant, hands, seed, workers=workers)
        for variant in (change.before, change.after)
    )
    points = [together(columns, "points") for columns in (after, before)]
    return {
        "option": change.option,
        "given": [f"{k}={format_option(v)}" for k, v in change.given.items()],
        "from": format_option(getattr(change.before, change.option)),
        "to": format_option(getattr(change.after, change.option)),
        "points": interval(differences(*points)),
        "lead": interval(differences(leads(after), leads(before))),
    }


# Measuring and writing


def measure(
    hands: int, hands_by_option: int, seed: int, *, workers: int = -1
) -> dict[str, Any]:
    """Measure everything."""
    return {
        "seed": seed,
        "confidence": CONFIDENCE,
        "hands": hands,
        "hands_by_option": hands_by_option,
        "tables": {
            name: table_figures(variant, hands, seed, workers=workers)
            for name, variant in VARIANTS.items()
        },
        "matches": {
            name: {
                f"to_{target}": match_figures(
                    of_each_side(
                        play(counting, variant, hands, seed, workers=workers), "points"
                    ),
                    target,
                )
                for target in TARGETS
            }
            for name, variant in VARIANTS.items()
        },
        "options": {
            name: [
                change_figures(c, hands_by_option, seed, workers=workers)
                for c in changes(base)
            ]
            for name, base in BASES.items()
        },
    }


def as_toml(figures: Mapping[str, Any]) -> str:
    """Write figures: an estimate as its mean and half of its interval."""
    head = [
        "# Written by `python -m docs.results`: what the game is like.",
        "# Two numbers are a mean and half of its 95 % interval.",
    ]
    return "\n".join([*head, *_table("", figures)]) + "\n"


def _table(path: str, table: Mapping[str, Any]) -> Iterator[str]:
    """Write a table, what is a table itself last."""
    inner = {}
    for key, value in table.items():
        if _is_table(value):
            inner[key] = value
        else:
            yield f"{key} = {_value(value)}"
    for key, value in inner.items():
        name = f"{path}.{key}" if path else key
        for part in value if isinstance(value, list) else [value]:
            if not all(map(_is_table, part.values())):
                yield ""
                yield f"[[{name}]]" if isinstance(value, list) else f"[{name}]"
            yield from _table(name, part)


def _is_table(value: object) -> bool:
    """Say whether a value is written as a table, or as several."""
    some = value[0] if isinstance(value, list) and value else value
    return isinstance(some, Mapping)


def _value(value: object) -> str:
    if isinstance(value, Estimate):
        return f"[{value.mean:.4g}, {value.margin:.2g}]"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value)


def main() -> None:
    """Measure, write and draw what is asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.results", description="Measure what the game is like."
    )
    parser.add_argument("--hands", type=int, default=HANDS, help="at each table")
    parser.add_argument("--hands-by-option", type=int, default=HANDS_BY_OPTION)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--to", type=Path, default=FILE, help="the figures to write")
    parser.add_argument("--pictures", type=Path, default=DOCS / "pictures")
    parser.add_argument("--draw", action="store_true", help="only draw the figures")
    asked = parser.parse_args()
    if not asked.draw:
        figures = measure(asked.hands, asked.hands_by_option, asked.seed)
        asked.to.write_text(as_toml(figures), "utf-8")
    from docs import plots  # noqa: PLC0415 - only drawing needs matplotlib

    plots.draw_all(asked.to, asked.pictures)


if __name__ == "__main__":
    main()

"""
Play random hands in the library and in the naive engine, and compare every play.

    python tests/proof/differential.py --hands 1000000 --workers 2

Each hand has a seed of its own, which alone decides the table, the pack and the plays:
a run plays the hands of `--seed` and of the numbers after it. Without `--seed` a fresh
one comes from the system. Half of the hands are of presets, each preset in its turn,
the others of tables with any options that fit together. One in eight decks is stacked,
so that jacks lie where they matter; now and then a hand is played on to a whole match,
and counts for as many as that has. Compared are the draw for the first deal, shuffles,
cuts and void deals; at every play the legal moves, captures, bonuses and their denials,
the hands, the pile, the stock and the residue, and all of it as events; and in the end
the score, line by line, and what the match has come to.

The first difference ends the run with exit code 1. It tells the seed of that hand:
`--seed N --hands 1` plays it again.
"""

import argparse
import secrets
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import attrs

from pisti import (
    DECK,
    VARIANTS,
    Card,
    LayoutRedeal,
    OpeningJack,
    Rank,
    State,
    Variant,
    VariantError,
    legal_moves,
)
from pisti.notation import format_option, preset_and_changes

sys.path.append(str(Path(__file__).parents[1]))

from comparing import DifferenceError, play_match
from strategies import PLAYS, choose

PRESETS = list(VARIANTS)
ANY_OPTIONS = "any options"
CHUNK = 200
"""So many seeds are handed to a process at once."""
REPORTED = 50_000
"""After about so many hands a long run says that it goes on."""


class Table(NamedTuple):
    """What the seed of a hand decides before the first card is dealt."""

    kind: str
    variant: Variant
    shy: bool
    most: int
    chance: Random


class Tally(NamedTuple):
    """What the hands of some seeds came to."""

    hands: Counter[str]
    """How many hands there were of each kind."""
    rules: Counter[str]
    """How many events told of each rule."""


class Failure(NamedTuple):
    """Where the engines differ."""

    seed: int
    text: str


# Tables


def table_of(seed: int) -> Table:
    """Set up the table at which the hand of a seed is played."""
    chance = Random(seed)
    preset, any_options = divmod(seed, 2)
    if any_options:
        kind, variant = ANY_OPTIONS, random_variant(chance)
    else:
        kind = PRESETS[preset % len(PRESETS)]
        variant = VARIANTS[kind]
    most = 30 if chance.random() < 1 / 32 else 1
    return Table(kind, variant, chance.random() < 1 / 8, most, chance)


def random_variant(chance: Random) -> Variant:
    """Draw options until they fit together."""
    fields = attrs.fields(Variant)
    while True:
        options = {field.name: random_value(field, chance) for field in fields}
        # Of these, most mixes would not fit.
        options[chance.choice(["target", "hands"])] = None
        if options["layout_face_up"] == 1:
            options["layout_redeal"] = LayoutRedeal.NEVER
        else:
            options["opening_jack"] = OpeningJack.LEAVE
        with suppress(VariantError):
            return Variant(**options)


def random_value(field: "attrs.Attribute[Any]", chance: Random) -> Any:
    """Draw a value for an option, whatever the other options are."""
    if field.name in VALUES:
        return chance.choice(VALUES[field.name])
    if field.name == "card_points":
        scorers: list[Rank | Card] = chance.sample([*Rank, *DECK], 8)
        return {scorer: chance.randrange(6) for scorer in scorers}
    if isinstance(field.type, type) and issubclass(field.type, Enum):
        return chance.choice(list(field.type))
    if field.type is bool:
        return chance.random() < 1 / 2
    return chance.choice([0, chance.randint(1, 30)])


VALUES: dict[str, Sequence[int]] = {
    "players": [2, 3, 4],
    "hand_size": [size for size in range(1, PLAYS // 2 + 1) if PLAYS % size == 0],
    "layout_face_up": [1, 4],
    "target": range(1, 161),
    "hands": range(1, 5),
}
"""The values of options that are not just any points."""


def choose_shyly(state: State, choice: int) -> Card:
    """Choose a card that captures nothing, where there is one."""
    moves = legal_moves(state)
    if state.pile:
        ranks = (state.pile[-1].rank, Rank.JACK)
        moves = tuple(card for card in moves if card.rank not in ranks) or moves
    return moves[choice % len(moves)]


# Hands


def play_seed(seed: int) -> tuple[str, list[list[str]]]:
    """Play the hand of a seed, or its match; give its kind and each hand's rules."""
    kind, variant, shy, most, chance = table_of(seed)
    hands = play_match(
        variant,
        chance,
        most=most,
        choose=choose_shyly if shy else choose,
        every_score=False,
    )
    return kind, [[event.rule.id for event in events] for events in hands]


def play_chunk(seeds: range) -> Tally | Failure:
    """Play the hands of some seeds, up to the first failure."""
    tally = Tally(Counter(), Counter())
    for seed in seeds:
        try:
            kind, hands = play_seed(seed)
        except DifferenceError as difference:
            return Failure(seed, str(difference))
        except Exception:  # noqa: BLE001 - an engine that breaks down differs
            return Failure(seed, traceback.format_exc())
        tally.hands[kind] += len(hands)
        for rules in hands:
            tally.rules.update(rules)
    return tally


def chunks(first: int, hands: int) -> Iterator[range]:
    """Divide the seeds of a run among tasks."""
    seeds = range(first, first + hands)
    return (seeds[begin : begin + CHUNK] for begin in range(0, hands, CHUNK))


def play(first: int, hands: int, workers: int) -> Iterator[Tally | Failure]:
    """Play a run, in as many processes as wanted."""
    if workers == 1:
        yield from map(play_chunk, chunks(first, hands))
        return
    with Pool(workers) as pool:
        yield from pool.imap_unordered(play_chunk, chunks(first, hands))


# The report


def describe(variant: Variant) -> Iterator[str]:
    """Write a table as records do."""
    preset, changes = preset_and_changes(variant)
    yield f"  variant: {preset}"
    for option, value in changes.items():
        yield f"  {option}: {format_option(value)}"


def report_failure(failure: Failure) -> None:
    """Tell the first difference, and how to see it again."""
    print(f"The engines differ in the hand of seed {failure.seed}, at this table:")
    print(*describe(table_of(failure.seed).variant), sep="\n")
    print(failure.text)
    print("Play it again: python tests/proof/differential.py", end=" ")
    print(f"--seed {failure.seed} --hands 1")


def counts(tally: Counter[str], order: Iterable[str]) -> str:
    """Write counts in a row."""
    return ", ".join(f"{key} {tally[key]}" for key in order)


def by_number(rule: str) -> list[int]:
    """Sort rules by chapter and paragraph."""
    return [int(part) for part in rule.split(".")]


def main() -> int:
    """Play the run that the command line asks for."""
    parser = argparse.ArgumentParser(description="Compare the engines at random hands.")
    parser.add_argument("--hands", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    seed = secrets.randbits(48) if asked.seed is None else asked.seed
    print(f"seed {seed}", flush=True)

    began = time.monotonic()
    total = Tally(Counter(), Counter())
    said = 0
    for result in play(seed, asked.hands, asked.workers):
        if isinstance(result, Failure):
            report_failure(result)
            return 1
        total.hands.update(result.hands)
        total.rules.update(result.rules)
        if total.hands.total() - said >= REPORTED:
            said = total.hands.total()
            print(f"{said} hands in {time.monotonic() - began:.0f} s", flush=True)
    hands = total.hands.total()
    print("events by rule:", counts(total.rules, sorted(total.rules, key=by_number)))
    print(
        f"no difference in {hands} hands, {hands * PLAYS} plays"
        f" ({counts(total.hands, [*PRESETS, ANY_OPTIONS])}),"
        f" {time.monotonic() - began:.0f} s, seed {seed}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

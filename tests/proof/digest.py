"""
Digest ten thousand hands of every preset, and compare with the digests that are kept.

    python tests/proof/digest.py
    python tests/proof/digest.py --hands 100 --engine naive

The digests are kept in `tests/data/digests.json` for 100 and for 10,000 hands. They are
the same on every Python, and any implementation of the rules can work them out:

Hand number n of a preset, from 0, takes its chance from a Mersenne twister of seed n
(Python's `random.Random(n)`), by `random()` alone. Seat n modulo the number of players
deals, with the chance that `pisti.shuffle` and the cut describe. Then one number r in
[0, 1) for each play gives c = floor(256 r). From c = 128 on only those cards of the hand
are counted that capture, where there are any; played is the card at c modulo how many
are counted, from 0, in the order dealt.

There is one SHA-256 of each kind for each preset, over UTF-8 text. Each value is a line
of JSON with sorted keys and no white space; cards, options and the like are as in
`pisti.wire`:

- states: before the first play the deal; then, and after each play, the position, both
  with the keys that `comparing.py` gives them;
- events: each event of the deal and of the plays, as a message;
- scores: the score of the finished hand, its lines sorted by side, points and rule;
- records: the record of the finished hand, as the text of `pisti.records`;
- views: after n modulo 49 plays, for each seat and then for spectators, the view, and as
  it is told them what that play (or at first the deal) made happen, as messages.

The naive engine works all of them out but the views: it does not know who knows what.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from pisti import EDITION, VARIANTS, Event, State, redact, score_hand, start, step, view
from pisti.records import Record, dumps
from pisti.wire import to_data

sys.path.append(str(Path(__file__).parents[1]))

import naive
from comparing import (
    deal_parts,
    deal_tale,
    naive_deal_parts,
    naive_position,
    naive_score_parts,
    play_tale,
    position,
    score_parts,
)
from strategies import CARDS, EAGER, PLAYS, texts

KEPT = Path(__file__).parents[1] / "data" / "digests.json"
LENGTHS = (100, 10_000)
KINDS = {
    "library": ("states", "events", "scores", "records", "views"),
    "naive": ("states", "events", "scores", "records"),
}
DECIDED_BY_RULES = ("states", "scores")
"""These change when what a rule decides does, and then only."""

Text: TypeAlias = tuple[str, str]
"""A kind, and some text of it."""
Digests: TypeAlias = dict[str, dict[str, str]]
"""Digests by preset and kind."""


def choose_name(held: list[str], pile: list[str], number: float) -> str:
    """Choose a card of a hand by a number from 0 to 1, as said above."""
    choice = int(256 * number)
    if choice >= EAGER and pile:
        wanted = ("J", naive.rank(pile[-1]))
        held = [name for name in held if naive.rank(name) in wanted] or held
    return held[choice % len(held)]


JSON = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def line(value: Any) -> str:
    """Write a value as a line of JSON."""
    return JSON.encode(value) + "\n"


def event_lines(events: list[Event]) -> Iterator[Text]:
    """Write what happened."""
    for event in events:
        yield "events", line(to_data(event))


# The library


def library_hand(preset: str, number: int) -> Iterator[Text]:
    """Play a hand with the library, and write all of it."""
    variant, chance = VARIANTS[preset], Random(number)
    state, told = start(variant, rng=chance, dealer=number % variant.players)
    yield "states", line(deal_parts(state))
    shown_after = number % (PLAYS + 1)
    while True:
        yield "states", line(position(state))
        yield from event_lines(list(told))
        if state.ply == shown_after:
            yield from view_lines(state, told)
        if state.turn is None:
            break
        held = texts(state.hands[state.turn])
        name = choose_name(held, texts(state.pile), chance.random())
        state, told = step(state, CARDS[name])
    yield "scores", line(score_parts(score_hand(state)))
    yield "records", dumps(Record.of(state))


def view_lines(state: State, told: tuple[Event, ...]) -> Iterator[Text]:
    """Write what everybody at the table and a spectator know."""
    for seat in (*range(state.variant.players), None):
        yield "views", line(to_data(view(state, seat)))
        for event in told:
            yield "views", line(to_data(redact(event, seat)))


# The naive engine


def naive_hand(preset: str, number: int) -> Iterator[Text]:
    """Play a hand with the naive engine, and write all that it knows of."""
    options, chance = naive.PRESETS[preset], Random(number)
    hand, told = deal_tale(options, chance, number % options["players"])
    yield "states", line(naive_deal_parts(hand))
    while True:
        yield "states", line(naive_position(hand))
        yield from event_lines(told)
        if hand.turn is None:
            break
        held = hand.hands[hand.turn]
        told = play_tale(hand, choose_name(held, hand.pile, chance.random()))
    yield "scores", line(naive_score_parts(hand))
    yield "records", naive_record(preset, hand)


def naive_record(preset: str, hand: naive.Hand) -> str:
    """Write the naive engine's hand as a record."""
    lines = ["pisti: 1", f"edition: {EDITION}", f"variant: {preset}", "", "hand: 1"]
    lines += [f"dealer: {hand.dealer}", f"pack: {' '.join(hand.pack)}"]
    if hand.saw:
        lines.append(f"saw: {' '.join(hand.saw)}")
    if hand.kept:
        lines.append(f"kept: {hand.kept}")
    plays = [name for _, name in hand.plays]
    in_round = hand.options["players"] * hand.options["hand_size"]
    for first in range(0, PLAYS, in_round):
        lines.append(f"plays: {' '.join(plays[first : first + in_round])}")
    return "".join(f"{text}\n" for text in lines)


# Digests

ENGINES: dict[str, Callable[[str, int], Iterator[Text]]] = {
    "library": library_hand,
    "naive": naive_hand,
}


def digest(engine: str, hands: int, preset: str) -> dict[str, str]:
    """Digest the first hands of a preset, by kind."""
    sums = {kind: sha256() for kind in KINDS[engine]}
    play = ENGINES[engine]
    for number in range(hands):
        for kind, text in play(preset, number):
            sums[kind].update(text.encode())
    return {kind: made.hexdigest() for kind, made in sums.items()}


def digest_presets(engine: str, hands: int, workers: int) -> Digests:
    """Digest the first hands of every preset."""
    work = partial(digest, engine, hands)
    with Pool(workers) as pool:
        return dict(zip(VARIANTS, pool.imap(work, VARIANTS), strict=True))


def kept() -> Any:
    """Read the digests that are kept."""
    return json.loads(KEPT.read_text("utf-8"))


def differences(made: Digests, hands: int) -> list[str]:
    """Name the digests that are not those that are kept."""
    file = kept()
    wanted = file["digests"].get(str(hands))
    if wanted is None:
        return [f"none are kept of {hands} hands, only of {', '.join(file['digests'])}"]
    if file["edition"] != EDITION:
        return [f"those kept are of edition {file['edition']}, this is {EDITION}"]
    return [
        f"{preset} {kind}: {before} is kept"
        for preset, by_kind in made.items()
        for kind, value in by_kind.items()
        if value != (before := wanted.get(preset, {}).get(kind))
    ]


def rules_changed(made: Digests, hands: int) -> bool:
    """Say whether a rule decides otherwise than by the digests of this edition."""
    file = kept()
    before = file["digests"].get(str(hands), {})
    return file["edition"] == EDITION and any(
        by_kind[kind] != before.get(preset, by_kind)[kind]
        for preset, by_kind in made.items()
        for kind in DECIDED_BY_RULES
    )


def write(workers: int) -> list[str]:
    """Keep new digests, unless they would need a new edition of the rules."""
    digests = {}
    for hands in LENGTHS:
        made = digest_presets("library", hands, workers)
        if rules_changed(made, hands):
            return ["a rule decides otherwise than before, so EDITION has to grow"]
        digests[str(hands)] = made
    file = {**kept(), "edition": EDITION, "digests": digests}
    KEPT.write_text(json.dumps(file, indent=2) + "\n", "utf-8")
    return []


def main() -> int:
    """Digest what the command line asks for."""
    parser = argparse.ArgumentParser(description="Digest hands of every preset.")
    parser.add_argument("--hands", type=int, default=LENGTHS[-1])
    parser.add_argument("--engine", choices=ENGINES, default="library")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="keep new digests")
    asked = parser.parse_args()

    began = time.monotonic()
    if asked.write:
        problems = write(asked.workers)
    else:
        made = digest_presets(asked.engine, asked.hands, asked.workers)
        for preset, by_kind in made.items():
            for kind, value in by_kind.items():
                print(f"{value}  {preset} {kind}")
        problems = differences(made, asked.hands)
    for problem in problems:
        print(problem)
    print(
        f"{'not ' * bool(problems)}as kept: edition {EDITION}, {asked.engine},"
        f" Python {sys.version.split()[0]}, {time.monotonic() - began:.0f} s"
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

"""
Compute the conformance pack, by the naive engine and by the library.

`tests/conformance` has files for those who write another engine; the page
`docs/reference/conformance.md` says what is in them. Three of the files are computed
here, in both ways, which must agree:

    python tests/proof/conformance.py          # compare with the files
    python tests/proof/conformance.py --write  # write them
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from math import prod
from pathlib import Path
from typing import Any, NamedTuple, Protocol

sys.path.insert(0, str(Path(__file__).parents[1]))

import attrs
import naive
from golden import CONFORMANCE, DECKS, table
from lockstep import fork, options_of
from strategies import CARDS, PLAYS, texts

from pisti import (
    EDITION,
    VARIANTS,
    DealError,
    Pack,
    PileCaptured,
    ResidueAwarded,
    State,
    Variant,
    cut,
    legal_moves,
    new_game,
    score_hand,
    step,
)

VERSION = 1
HEAD = {"version": VERSION, "edition": EDITION}

Row = dict[str, Any]


# Both engines in the same words


class Told(NamedTuple):
    """What a play did."""

    kind: str | None
    bonus: int
    denied: str | None
    rule: str
    residue: bool


class Position(Protocol):
    """A position in one of the engines."""

    @property
    def turn(self) -> int | None:
        """The seat on turn."""

    def legal(self) -> list[str]:
        """Give the cards of the hand on turn, oldest first."""

    def captures(self, card: str) -> bool:
        """Say whether the card would capture."""

    def play(self, card: str) -> tuple["Position", Told]:
        """Play a card; this position stays."""

    def result(self) -> Row:
        """Give the totals, numbers of cards and winner of a finished hand."""


Dealing = Callable[[Variant, list[str], int], Position | str]
"""Deals a pack, or says by which rule it is void."""


@attrs.frozen
class NaivePosition:
    """A position in the naive engine."""

    hand: naive.Hand

    @property
    def turn(self) -> int | None:
        """The seat on turn."""
        return self.hand.turn

    def legal(self) -> list[str]:
        """Give the cards of the hand on turn, oldest first."""
        return [] if self.hand.turn is None else self.hand.hands[self.hand.turn]

    def captures(self, card: str) -> bool:
        """Say whether the card would capture."""
        hand = self.hand
        number = len(hand.plays) + 1
        judged = naive.judge(hand.options, hand.pile, hand.hidden, card, number)
        return judged["kind"] is not None

    def play(self, card: str) -> tuple[Position, Told]:
        """Play a card; this position stays."""
        hand = fork(self.hand)
        done = hand.play(card)
        told = (done["kind"], done["bonus"], done["denied"], done["rule"])
        return NaivePosition(hand), Told(*told, bool(done["residue"]))

    def result(self) -> Row:
        """Give the totals, numbers of cards and winner of a finished hand."""
        score = naive.score(self.hand)
        return {name: score[name] for name in ("totals", "counts", "winner")}


@attrs.frozen
class LibraryPosition:
    """A position in the library."""

    state: State

    @property
    def turn(self) -> int | None:
        """The seat on turn."""
        return self.state.turn

    def legal(self) -> list[str]:
        """Give the cards of the hand on turn, oldest first."""
        return texts(legal_moves(self.state))

    def captures(self, card: str) -> bool:
        """Say whether the card would capture."""
        after, _ = step(self.state, CARDS[card])
        return not after.pile or after.pile[-1] is not CARDS[card]

    def play(self, card: str) -> tuple[Position, Told]:
        """Play a card; this position stays."""
        after, events = step(self.state, CARDS[card])
        told = Told(None, 0, None, events[0].rule.id, residue=False)
        for event in events:
            if isinstance(event, PileCaptured):
                denied = event.denied and event.denied.value
                rule, kind = event.rule.id, event.kind.value
                told = Told(kind, event.bonus, denied, rule, residue=False)
            elif isinstance(event, ResidueAwarded):
                told = told._replace(residue=True)
        return LibraryPosition(after), told

    def result(self) -> Row:
        """Give the totals, numbers of cards and winner of a finished hand."""
        score = score_hand(self.state)
        totals, counts = list(score.totals), list(score.counts)
        return {"totals": totals, "counts": counts, "winner": score.winner}


def deal_naively(variant: Variant, names: list[str], dealer: int) -> Position | str:
    """Deal a pack with the naive engine."""
    try:
        return NaivePosition(naive.Hand(options_of(variant), names, dealer))
    except naive.Redeal as void:
        return void.rule


def deal_here(variant: Variant, names: list[str], dealer: int) -> Position | str:
    """Deal a pack with the library."""
    deck = [CARDS[name] for name in names]
    try:
        return LibraryPosition(new_game(variant, deck=deck, dealer=dealer))
    except DealError as void:
        return void.rule.id if void.rule else ""


ENGINES: dict[str, Dealing] = {"naive": deal_naively, "library": deal_here}


# Counting

BONUSES = {"5.1": "pisti", "5.2": "double_pisti", "5.3": "jack_pisti"}
DENIALS = ("jack_on_another_rank", "first_play", "last_play")
COUNTED = ("plays", "rank", "jack", *BONUSES.values(), *DENIALS, "residues")


def no_plays() -> Row:
    """Give counts of plays, all 0."""
    return dict.fromkeys(COUNTED, 0)


def count_play(counts: Row, told: Told) -> None:
    """Count what a play did."""
    counts["plays"] += 1
    counts["residues"] += told.residue
    if told.kind is not None:
        counts[told.kind] += 1
    if told.denied is not None:
        counts[told.denied] += 1
    if told.bonus:
        counts[BONUSES[told.rule]] += 1


def no_ends(variant: Variant) -> Row:
    """Give counts of finished hands, all 0."""
    nothing = [0] * len(variant.sides)
    return {
        "hands": 0,
        "nobody_captured": 0,
        "majority_ties": 0,
        "drawn": 0,
        "won": list(nothing),
        "points": list(nothing),
        "cards": list(nothing),
    }


def count_end(counts: Row, position: Position) -> None:
    """Count what a finished hand came to."""
    result = position.result()
    totals, cards, winner = result["totals"], result["counts"], result["winner"]
    counts["hands"] += 1
    counts["nobody_captured"] += not any(cards)
    counts["majority_ties"] += cards.count(max(cards)) > 1
    if winner is None:
        counts["drawn"] += 1
    else:
        counts["won"][winner] += 1
    counts["points"] = [
        sum(pair) for pair in zip(counts["points"], totals, strict=True)
    ]
    counts["cards"] = [sum(pair) for pair in zip(counts["cards"], cards, strict=True)]


# Every continuation of a position

# From the deal of known hands, some plays deep; and from late in them, to the end.
BEGUN = {
    "double-pisti-and-residue": 7,
    "hands-first-up-card-jack-left-double-pisti": 7,
    "two-passed-jacks": 5,
    "two-buried-jacks": 7,
    "three-players-buried-jack": 5,
    "first-play-counts": 5,
    "dealer-leads-jack-on-another-rank-paid": 5,
    "xeri-first-play-takes-four-open-cards": 5,
}
LATE = {
    "would-be-pisti-on-the-last-play": 7,
    "would-be-pisti-on-the-last-play-denied": 6,
    "double-pisti-and-residue": 8,
    "four-jacks-in-the-layout-nobody-captures": 6,
    "last-play-double-pisti-counts": 6,
    "last-play-denied": 3,
    "last-play-double-denied": 3,
    "partners-drawn-hand": 3,
    "residue-makes-a-majority-tie": 6,
    "residue-decides-the-majority": 6,
    "two-of-three-tie-the-majority": 4,
    "all-four-tie-the-majority": 3,
    "pispirik-last-play-counts": 6,
    "xeri-last-play-counts": 5,
    "xeri-partners-last-play-counts": 3,
}
BY_NAME = {deck["name"]: deck for deck in DECKS}


def positions() -> Iterator[tuple[str, int, int]]:
    """Give each deck that is played from, the plays before, and the plays after."""
    for name, depth in BEGUN.items():
        yield name, 0, depth
    for name, held in LATE.items():
        plays = held * table(BY_NAME[name]["preset"], {}).players
        yield name, PLAYS - plays, plays


def continuations(engine: str, name: str, before: int, depth: int) -> Row:
    """Play on from a known hand in every possible way, and count."""
    deck = BY_NAME[name]
    variant = table(deck["preset"], deck["overrides"])
    position = ENGINES[engine](variant, deck["cards"].split(), deck["dealer"])
    assert not isinstance(position, str)
    for _ in range(before):
        position, _told = position.play(position.legal()[0])
    by_depth = [no_plays() for _ in range(depth)]
    ends = no_ends(variant)
    _count_from(position, by_depth, ends, 0)
    row = {"deck": name, "oldest_first": before, "depths": by_depth}
    return {**row, "ends": ends if before + depth == PLAYS else None}


def _count_from(position: Position, by_depth: list[Row], ends: Row, depth: int) -> None:
    if position.turn is None:
        count_end(ends, position)
    elif depth < len(by_depth):
        for card in position.legal():
            after, told = position.play(card)
            count_play(by_depth[depth], told)
            _count_from(after, by_depth, ends, depth + 1)


def ways(name: str, before: int, depth: int) -> int:
    """Say in how many ways a known hand goes on."""
    variant = table(BY_NAME[name]["preset"], BY_NAME[name]["overrides"])
    players, size = variant.players, variant.hand_size
    return prod(
        size - n % (players * size) // players for n in range(before, before + depth)
    )


# Whole hands of packs that follow a formula

EXPONENTS = (3, 5)
MODULUS = 53
DIGITS = "314159265358979323846264338327950288419716939937"
HOUSES: list[tuple[str, Row]] = [
    *((name, {}) for name in VARIANTS),
    ("classic", {"opening_jack": "redeal", "leader": "dealer", "hand_size": 6}),
    ("coffeehouse", {"pisti_on_first_play": True, "pisti_on_last_play": True}),
    ("three-player", {"jack_pisti_points": 5, "deal_order": "hands_first"}),
    ("four-player", {"opening_jack": "turn_next", "hand_size": 3}),
    ("partnership", {"opening_jack": "leave", "jack_pisti_points": 10}),
    ("xeri", {"layout_redeal": "top_jack", "card_points": {"A": 2, "AS": 5}}),
    ("xeri-partnership", {"layout_redeal": "any_pair", "majority_points": 0}),
]
POLICIES: dict[str, Callable[[Position, int], str]] = {
    "oldest": lambda position, _: position.legal()[0],
    "digits": lambda position, play: _at(position.legal(), int(DIGITS[play])),
    "greedy": lambda position, _: _greedy(position),
}


def _at(cards: list[str], place: int) -> str:
    return cards[place % len(cards)]


def _greedy(position: Position) -> str:
    cards = position.legal()
    return next((card for card in cards if position.captures(card)), cards[0])


def formula_pack(factor: int, exponent: int) -> list[str]:
    """Give the pack whose place x has the card of number factor * x**exponent."""
    return [
        naive.DECK[factor * place**exponent % MODULUS - 1]
        for place in range(1, MODULUS)
    ]


def rows() -> Iterator[tuple[str, Row, str, int]]:
    """Give each table, policy and exponent."""
    for preset, overrides in HOUSES:
        for policy in POLICIES:
            for exponent in EXPONENTS:
                yield preset, overrides, policy, exponent


def whole_hands(
    engine: str, preset: str, overrides: Row, policy: str, exponent: int
) -> Row:
    """Play 52 packs by a policy, and count."""
    variant = table(preset, overrides)
    void: Row = {}
    plays, ends = no_plays(), no_ends(variant)
    for factor in range(1, MODULUS):
        dealer = factor % variant.players
        position = ENGINES[engine](variant, formula_pack(factor, exponent), dealer)
        if isinstance(position, str):
            void[position] = void.get(position, 0) + 1
            continue
        for play in range(PLAYS):
            position, told = position.play(POLICIES[policy](position, play))
            count_play(plays, told)
        count_end(ends, position)
    row = {"preset": preset, "overrides": overrides, "policy": policy}
    return {**row, "exponent": exponent, "void": void, "plays": plays, "ends": ends}


# Cuts

JACKS = ["JC", "JD", "JH", "JS"]
OTHERS = [card for card in naive.DECK if card not in JACKS]
CUT_PACKS = {
    "in-order": naive.DECK,
    "by-formula": formula_pack(5, 7),
    "jacks-on-top": JACKS + OTHERS,
    "jacks-under-two": OTHERS[:2] + JACKS + OTHERS[2:],
}
# Both ends, and around jacks.
LIFTS = (1, 3, 4, 5, 10, 11, 12, 24, 25, 37, 50, 51)
CUT_TABLES: list[tuple[str, Row]] = [
    ("partnership", {"cut": "plain"}),
    ("partnership-recut", {}),
    ("partnership", {}),
    ("classic", {"cut": "cutter_keeps"}),
    ("three-player", {"cut": "cutter_keeps"}),
    ("four-player", {"cut": "cutter_keeps", "hand_size": 6}),
]


def cuts(engine: str) -> list[Row]:
    """Cut some packs at some places, at tables with each way to cut."""
    return [
        {
            "preset": preset,
            "overrides": overrides,
            "pack": name,
            "lifted": at,
            **CUTTERS[engine](pack, at, table(preset, overrides)),
        }
        for name, pack in CUT_PACKS.items()
        for preset, overrides in CUT_TABLES
        for at in LIFTS
    ]


def _cut_naively(pack: list[str], at: int, variant: Variant) -> Row:
    try:
        after, saw, kept = naive.cut(pack, at, options_of(variant))
    except naive.AnotherCut as again:
        return {"cutter_saw": " ".join(again.seen), "kept": None, "after": None}
    return {"cutter_saw": " ".join(saw), "kept": kept, "after": " ".join(after)}


def _cut_here(pack: list[str], at: int, variant: Variant) -> Row:
    try:
        after = cut(Pack([CARDS[name] for name in pack]), at, variant)
    except DealError as again:
        pack_again = again.deck
        saw = texts(pack_again.cutter_saw) if isinstance(pack_again, Pack) else []
        return {"cutter_saw": " ".join(saw), "kept": None, "after": None}
    saw, kept = texts(after.cutter_saw), after.kept
    return {
        "cutter_saw": " ".join(saw),
        "kept": kept and str(kept),
        "after": " ".join(texts(after.cards)),
    }


CUTTERS = {"naive": _cut_naively, "library": _cut_here}


# The files


def presets(engine: str) -> Row:
    """Give the options of each preset."""
    tables: dict[str, Row] = naive.PRESETS
    if engine == "library":
        tables = {name: options_of(variant) for name, variant in VARIANTS.items()}
    return {
        name: {**options, "card_points": dict(sorted(options["card_points"].items()))}
        for name, options in tables.items()
    }


def presets_file(engine: str) -> Row:
    """Give the file of presets."""
    return {"kind": "presets", **HEAD, "presets": presets(engine)}


def cuts_file(engine: str) -> Row:
    """Give the file of cuts."""
    packs = {name: " ".join(pack) for name, pack in CUT_PACKS.items()}
    return {"kind": "cuts", **HEAD, "packs": packs, "cuts": cuts(engine)}


def counts_file(engine: str) -> Row:
    """Give the file of counts, which takes a minute."""
    return {
        "kind": "counts",
        **HEAD,
        "digits": DIGITS,
        "continuations": [continuations(engine, *entry) for entry in positions()],
        "hands": [whole_hands(engine, *entry) for entry in rows()],
    }


BUILD = {"presets.json": presets_file, "cuts.json": cuts_file}


def written(content: Row) -> str:
    """Write a file, one entry or row a line."""
    lines = []
    for key, value in content.items():
        if isinstance(value, list):
            rows = ",\n    ".join(map(_line, value))
            lines.append(f'  "{key}": [\n    {rows}\n  ]')
        elif isinstance(value, dict):
            rows = ",\n    ".join(
                f'"{name}": {_line(row)}' for name, row in value.items()
            )
            lines.append(f'  "{key}": {{\n    {rows}\n  }}')
        else:
            lines.append(f'  "{key}": {_line(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def main() -> int:
    """Compute the files in both ways, and compare or write them."""
    parser = argparse.ArgumentParser(description="Compute the conformance pack.")
    parser.add_argument("--write", action="store_true", help="write the files")
    asked = parser.parse_args()
    wrong = 0
    for name, build in {**BUILD, "counts.json": counts_file}.items():
        path = CONFORMANCE / name
        theirs, ours = (written(build(engine)) for engine in ENGINES)
        if theirs != ours:
            wrong += 1
            print(f"{name}: the engines differ")
        elif asked.write:
            path.write_text(ours, "utf-8")
        elif path.read_text("utf-8") != ours:
            wrong += 1
            print(f"{name} is not what both engines give")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

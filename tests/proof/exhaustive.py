"""
Proofs by enumeration: what can be listed completely is tried completely.

Each proof below lists all cases of one question, decides every one of them by the
library and by the naive engine, and stops at the first difference. Its docstring says
why these cases stand for all decks. Run all, or some by name:

    python tests/proof/exhaustive.py
    python tests/proof/exhaustive.py judge cuts
    python tests/proof/exhaustive.py --short

The short form, which takes seconds, tries the same questions over fewer tables, shorter
windows and smaller packs; the ordinary tests run it.

Two symmetries are used. Suits matter only for the points of single cards, and ranks
only by equality and by who is a jack (rule 1.2). So it is enough to try one hand of
those that differ in nothing but the names of suits, and of ranks other than jacks.
`tests/test_exhaustive.py` tests that both engines have these symmetries, and that
nothing but a name is asked of a suit.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, islice, product
from math import factorial
from pathlib import Path
from time import process_time
from typing import Any, Protocol, TypeAlias

sys.path.insert(0, str(Path(__file__).parents[1]))

import attrs
import naive
from comparing import DifferenceError, naive_score_parts, score_parts
from golden import DECKS, table
from lockstep import (
    JACK,
    OTHERS,
    Pattern,
    agree,
    agree_wholly,
    cards,
    deal,
    deal_again,
    dealt_alike,
    every_end,
    named,
    options_of,
    packed,
    patterns,
    same,
    skip,
    small_pack,
    tables,
    watch,
    without_opening,
)
from strategies import CARDS, JACKS, NAMES, PLAYS, Deck, texts

from pisti import (
    CLASSIC,
    DECK,
    FOUR_PLAYER,
    PARTNERSHIP,
    PISPIRIK,
    THREE_PLAYER,
    VARIANTS,
    XERI,
    Bonus,
    Card,
    Cut,
    DealError,
    DealOrder,
    HiddenSeenBy,
    LayoutRedeal,
    Leader,
    OpeningJack,
    Pack,
    Rank,
    Rule,
    State,
    Variant,
    Won,
    cut,
    judge,
    new_game,
    score_hand,
)


class Proof(Protocol):
    """Tries all cases, or in the short form fewer, and says how many there were."""

    def __call__(self, *, thorough: bool) -> int:
        """Try them."""


BOTH = (False, True)
PLAIN = tuple(card for card in DECK if card not in JACKS)
SIZES = tuple(size for size in range(1, PLAYS // 2 + 1) if PLAYS % size == 0)


# The judge


def prove_judge(*, thorough: bool) -> int:
    """
    What any card does to any pile, at any play.

    The judge is given a pile, a card, the number of the play, hidden cards and the
    options of rules 5.1 to 5.5, and no state. Every pair of a top card and a card
    played is tried, at each of the 48 plays, as a lone card and under no card at all,
    and with each pattern of options; so this needs no symmetry. Points are nowhere
    compared with anything but 0, so that 0 and one other value stand for all. A taller
    pile is tried with each third card under the top, and at every height up to 49.
    The short form takes one card of each rank, and a second one of its rank.
    """
    tops = DECK if thorough else tuple(card for card in DECK if card.suit.value in "CD")
    plays = range(1, PLAYS + 1) if thorough else (1, 2, 48)
    payers = list(
        tables(
            CLASSIC,
            pisti_on_first_play=BOTH,
            pisti_on_last_play=BOTH,
            pisti_points=(0, 11),
            double_pisti_points=(0, 22),
            jack_pisti_points=(0, 33),
        )
    )
    cases = 0
    for variant in payers:
        options = options_of(variant)
        for card in tops:
            for lone in ((), *((top,) for top in tops if top is not card)):
                for play in plays:
                    cases += _judge(variant, options, lone, card, play)
    step = 1 if thorough else 16
    # Nothing is paid for these, so the options of two tables will do.
    for variant in payers[::16]:
        options = options_of(variant)
        for card, top in product(tops, tops):
            if card is not top:
                cases += _judge_tall(variant, options, top, card, step=step)
    return cases


def _judge_tall(
    variant: Variant, options: naive.Options, top: Card, card: Card, *, step: int
) -> int:
    others = tuple(other for other in DECK if other not in (top, card))
    piles = [(*others[:height], top) for height in range(1, 49, step)]
    piles += [(under, top) for under in others[::step]]
    return sum(
        _judge(variant, options, pile, card, play) for pile in piles for play in (1, 48)
    )


def _judge(
    variant: Variant, options: naive.Options, pile: Deck, card: Card, play: int
) -> int:
    hidden = tuple(
        islice((c for c in DECK if c not in pile and c is not card), play % 4)
    )
    hidden = hidden if len(pile) + len(hidden) < 50 else ()
    ours = judge(variant, pile=pile, card=card, play=play, hidden=hidden)
    theirs = naive.judge(
        options,
        [NAMES[c] for c in pile],
        [NAMES[c] for c in hidden],
        NAMES[card],
        play,
    )
    same(
        (ours.captured, ours.kind, ours.bonus, ours.denied, ours.rule.id),
        (
            cards(theirs["captured"]),
            theirs["kind"],
            theirs["bonus"],
            theirs["denied"],
            theirs["rule"],
        ),
        variant,
        pile,
        card,
        play,
    )
    return 1


# The cut


def prove_cuts(*, thorough: bool) -> int:
    """
    Every cut of every pack.

    A cut looks for jacks alone, so a pack is where its jacks lie; suits and the other
    ranks can have any names. Where the cutter searches, all C(52,4) = 270725 places of
    four jacks are tried with all 51 lifts. Elsewhere at most the lowest lifted card is
    looked at, and the one above it where a jack is kept: all places of two jacks
    (the others beside the first) are tried with all lifts, and with every packet and
    order of dealing that says where a kept jack goes.
    The short form searches where the jacks lie among the five cards that would be
    looked at first, the ends of the pack and the cards next to the cut.
    """
    cases = 0
    search = attrs.evolve(PARTNERSHIP, cut=Cut.SEARCH)
    if thorough:
        for places in combinations(range(52), 4):
            cases += _cut(search, _with_jacks(places), range(1, 52))
    else:
        for at in range(1, 52):
            near = {*range(at - 5, at + 1), 0, 1, 51} & {*range(52)}
            for places in combinations(sorted(near), 4):
                cases += _cut(search, _with_jacks(places), [at])
    keepers = tables(
        Variant(cut=Cut.CUTTER_KEEPS),
        players=(2, 3, 4),
        hand_size=SIZES if thorough else (4, 6),
        deal_order=tuple(DealOrder),
    )
    others = [attrs.evolve(PARTNERSHIP, cut=way) for way in (Cut.PLAIN, Cut.RECUT)]
    for variant in (*keepers, *others):
        pairs = combinations(range(52), 2) if thorough else ((n, 51) for n in range(51))
        for first, second in pairs:
            beside = [n for n in range(first, first + 4) if n != second and n < 52]
            elsewhere = (n for n in range(52) if n not in (second, *beside))
            jacks = (second, *beside, *elsewhere)[:4]
            cases += _cut(variant, _with_jacks(jacks), range(1, 52))
    return cases


def _with_jacks(places: Sequence[int]) -> Deck:
    """Give an ordered pack with the jacks in these places."""
    jacks, plain = iter(JACKS), iter(PLAIN)
    return tuple(next(jacks) if n in places else next(plain) for n in range(52))


def _cut(variant: Variant, deck: Deck, lifts: Sequence[int]) -> int:
    options = options_of(variant)
    pack, names = Pack(deck), [NAMES[card] for card in deck]
    for at in lifts:
        theirs: tuple[Any, ...]
        try:
            after, saw, kept = naive.cut(names, at, options)
            theirs = cards(after), cards(saw), kept and CARDS[kept]
        except naive.AnotherCut as again:
            theirs = deck, cards(again.seen), "again"
        ours: tuple[Any, ...]
        try:
            new = cut(pack, at, variant)
            ours = new.cards, new.cutter_saw, new.kept
        except DealError as again:
            if not isinstance(again.deck, Pack):
                raise
            ours = again.deck.cards, again.deck.cutter_saw, "again"
        if ours != theirs:
            same(ours, theirs, variant, names, at)
    return len(lifts)


# The deal


def prove_deals(*, thorough: bool) -> int:
    """
    Where every card of every pack comes to lie, at every table.

    Dealing moves places, and asks of a card only whether it is a jack that is turned
    up. So one pack of different cards stands for all that have their jacks in the same
    places among those that may be turned: the layout, and where jacks are buried the
    cards on top of the stock. All these sets of places are tried, with each number of
    players, size of packets, order, leader, dealer, and way of opening. Where a jack
    may be kept by the cutter, or the bottom card is shown, nothing else moves.
    The short form leaves out unusual packets, and deals by the last two seats.
    """
    cases = 0
    for variant in tables(
        Variant(),
        players=(2, 3, 4),
        hand_size=SIZES if thorough else (4, 24),
        deal_order=tuple(DealOrder),
        leader=tuple(Leader),
        opening_jack=tuple(OpeningJack),
        layout_face_up=(1, 4),
        bottom_card_exposed=BOTH if thorough else (False,),
    ):
        dealers = range(0 if thorough else variant.players - 2, variant.players)
        for deck, dealer in product(_turned_jacks(variant), dealers):
            if deal(variant, deck, dealer) is None:
                deal_again(variant, deck, dealer)
            cases += 1
    return cases


def _turned_jacks(variant: Variant) -> Iterator[Deck]:
    """Give a pack for each set of places where jacks may be turned up."""
    after = variant.players * variant.hand_size
    buries = variant.opening_jack is OpeningJack.BURY
    places = 8 if buries else 4
    for number in range(len(JACKS) + 1):
        for turned in combinations(range(places), number):
            layout = [n for n in turned if n < 4]
            stock = [n for n in turned if n >= 4]
            # The last of the layout is turned first, then the stock from the top.
            yield _deck_with(variant, layout, [after + n - 4 for n in stock])


def _deck_with(variant: Variant, layout: list[int], dealt: list[int]) -> Deck:
    """Put jacks in these places of the layout and of the other cards, or else last."""
    jacks, plain = iter(JACKS), iter(PLAIN)
    lying = [next(jacks) if n in layout else next(plain) for n in range(4)]
    others = [next(jacks) if n in dealt else next(plain) for n in range(PLAYS - 4)]
    return _dealt(variant, lying, [*others, *plain, *jacks])


def _dealt(variant: Variant, layout: Sequence[Card], dealt: Sequence[Card]) -> Deck:
    """Put the layout where it is dealt."""
    before = 0
    if variant.deal_order is DealOrder.HANDS_FIRST:
        before = variant.players * variant.hand_size
    return (*dealt[:before], *layout, *dealt[before:])


# Layouts and the first plays


def prove_layouts(*, thorough: bool) -> int:
    """
    Every layout, and what the first two plays do to it.

    Up to the names of suits and ranks there are 52 layouts of four cards, and for each
    a few first and second cards: a jack, a card of a rank that has been seen, another.
    All are dealt and played with every value of the options that are looked at here:
    the opening jack or what is dealt again, points for a jack, a bonus on the first
    play, who sees the hidden cards, and who leads. Nothing else of the pack has been
    seen by then, so these are all decks, as far as their first six cards go; what comes
    up for a buried jack is tried by `deals` and `small`.
    The short form leaves out the second play.
    """
    points_and_leader: dict[str, Sequence[Any]] = {
        "jack_pisti_points": (0, 15) if thorough else (15,),
        "leader": tuple(Leader) if thorough else (Leader.ELDEST,),
    }
    closed = tables(
        PARTNERSHIP,
        bottom_card_exposed=(False,),
        opening_jack=tuple(OpeningJack),
        pisti_on_first_play=BOTH,
        hidden_seen_by=tuple(HiddenSeenBy) if thorough else (HiddenSeenBy.LEADER,),
        **points_and_leader,
    )
    opened = tables(
        XERI,
        layout_redeal=tuple(LayoutRedeal),
        pisti_on_first_play=BOTH,
        deal_order=tuple(DealOrder) if thorough else (DealOrder.LAYOUT_FIRST,),
        **points_and_leader,
    )
    plays = 2 if thorough else 1
    courses = [named(pattern) for pattern in patterns(4 + plays)]
    cases = 0
    for variant in (*closed, *opened):
        for course in courses:
            layout, first = course[:4], course[4:]
            plain = [card for card in PLAIN if card not in course]
            jacks = [card for card in JACKS if card not in course]
            deck = packed_first(variant, layout, (*first, *plain, *jacks))
            dealt = deal(variant, deck, variant.players - 1)
            if dealt is not None:
                watch(*dealt, plays)
            cases += 1
    return cases


def packed_first(variant: Variant, layout: Deck, rest: Deck) -> Deck:
    """Order a pack so that the first plays come in this order."""
    in_round = variant.players * variant.hand_size
    return packed(variant, layout, rest[:in_round], rest[in_round:])


# Windows


def prove_windows(*, thorough: bool) -> int:
    """
    Every course of four plays, anywhere in a hand.

    What a play does depends on the height of the pile (none, one, or more), its top,
    the card, the number of the play, whether there was a capture and by whom. Within
    four plays the pile can be taken, become a lone card, grow, and be taken again, so
    every such situation is the end of some window of three. A window is begun at each
    of the plays, on a tall pile or on the up-card, after no capture or after one by
    each of the seats; the ranks of the card below and the four played follow each
    pattern there is. The rest of the hand is played as well, to its residue and score.
    The short form has windows of three plays near both ends, and two players.
    """
    last = PLAYS - (4 if thorough else 3)
    presets = [without_opening(variant) for variant in VARIANTS.values()]
    presets += [
        attrs.evolve(
            variant,
            jack_pisti_points=15,
            pisti_on_first_play=True,
            pisti_on_last_play=not variant.pisti_on_last_play,
        )
        for variant in (presets[0], presets[1], presets[4], presets[7])
    ]
    chosen = presets if thorough else [presets[0], presets[9]]
    # The short form begins windows near both ends, and in the middle.
    befores = [
        n for n in range(last + 1) if thorough or not 4 < n < last - 4 or n == 20
    ]
    windows = list(patterns(1 + PLAYS - last, (0,)))
    cases = 0
    for variant in chosen:
        for before in befores:
            captors = range(variant.players + 1) if thorough else (0, 1)
            for captor in captors:
                for pattern in windows:
                    cases += _window(variant, pattern, before, captor)
    return cases


def _window(variant: Variant, pattern: Pattern, before: int, captor: int) -> int:
    """Play a hand with this window after so many plays, if there is one."""
    if captor and captor >= before:
        return 0
    for turned in range(len(OTHERS)):
        ranks = OTHERS[turned:] + OTHERS[:turned]
        course = _course(pattern, ranks, before, captor)
        if course is not None:
            break
    else:
        # With all jacks to come, some play before the last would take the pile.
        no_room = JACK not in pattern and before + len(pattern) - 1 == PLAYS
        if captor or not no_room:
            raise DifferenceError(f"no such hand: {pattern}, {before}, {captor}")
        return 0
    layout, plays = course
    dealer = before % variant.players
    state = new_game(variant, deck=packed(variant, layout, plays), dealer=dealer)
    hand = naive.Hand(options_of(variant), texts(state.setup.pack.cards), dealer)
    state = skip(state, hand, before)
    agree(state, hand)
    same(state.won.last_capturer is not None, captor > 0, state)
    state = watch(state, hand, len(pattern) - 1)
    same(state.plays, plays[: state.ply])
    state = skip(state, hand, PLAYS - state.ply)
    agree_wholly(state, hand)
    return 1


def _course(
    pattern: Pattern, ranks: Sequence[Rank], before: int, captor: int
) -> tuple[Deck, Deck] | None:
    """
    Give a layout and 48 plays that lead to a window without another capture.

    The play of the number *captor* captures the card before it, if that is not 0.
    """
    top, *window = named(pattern, ranks)
    pair = [card for card in PLAIN if card.rank is ranks[-1]][:2] if captor else []
    jacks = [card for card in JACKS if card not in window]
    later = jacks[: PLAYS - before - len(window)]
    lying = jacks[len(later) :]
    begun = []
    if len(lying) == len(JACKS):
        # The first card on an empty table takes nothing, even a jack.
        if not captor:
            return None
        begun = [lying.pop()]
    plain = [card for card in PLAIN if card not in (top, *window, *pair)]
    early = _quiet(plain, max(captor - 1, 0), pair)
    rest = plain[len(early) :]
    late = _quiet(rest, before - len((*early, *pair, *begun)), [top])
    course = [*early, *pair, *begun, *late, top]
    spare = rest[len(late) :]
    hidden = [card for card in spare if card.rank is not course[0].rank]
    layout = (*hidden[: 3 - len(lying)], *lying, course[0])
    if len(course) <= before or len(layout) < 4:
        return None
    left = [card for card in spare if card not in layout]
    return layout, (*course[1:], *window, *later, *left)


def _quiet(plain: list[Card], number: int, after: Sequence[Card]) -> list[Card]:
    """
    Move so many cards to the front none of which equals the one before it in rank.

    Nor does the last equal the first of *after*. There may not be as many.
    """
    for place in range(number):
        last = place == number - 1
        neighbours = [*plain[max(place - 1, 0) : place], *after[: 1 if last else 0]]
        unfit = [card.rank for card in neighbours]
        fit = next(
            (n for n in range(place, len(plain)) if plain[n].rank not in unfit), -1
        )
        if fit < place:
            return plain[:place]
        plain.insert(place, plain.pop(fit))
    return plain[:number]


# Ends


def prove_ends(*, thorough: bool) -> int:
    """
    Every order of the last plays of known hands.

    Each hand of `tests/conformance/decks.json`, at every preset, is played with the
    oldest cards up to its end, and from there in every way there is: for two players
    the whole last round, for four the last two cards of each. The first hand of each
    preset goes on for longer, at three tables for the whole last round or the last
    two, which is over 300000 ends. This samples decks, unlike the other proofs; `small`
    and `windows` are those that stand for all. The hands have
    a pişti on the last play, a residue that decides, ties of points and of cards, and a
    hand in which nobody captures.
    The short form leaves two cards to each player.
    """
    limits = dict.fromkeys(VARIANTS, 15000 if thorough else 40)
    if thorough:
        # The first hand at these tables goes on for two rounds, or for the whole last.
        limits |= dict.fromkeys(("classic", "partnership", "xeri"), 600_000)
    cases = 0
    for known in DECKS:
        cases += _ends(known, limits[known["preset"]])
        limits[known["preset"]] = 600 if thorough else 40
    return cases


def _ends(known: dict[str, Any], limit: int) -> int:
    """Play the last cards of a known hand in all ways, not more than so many."""
    variant = table(known["preset"], known["overrides"])
    deck = tuple(CARDS[name] for name in known["cards"].split())
    players, size = variant.players, variant.hand_size

    def ways(held: int) -> int:
        whole, rest = divmod(held, size)
        return int((factorial(size) ** whole * factorial(rest)) ** players)

    held = max(n for n in range(2 * size + 1) if ways(n) <= limit)
    dealt = deal(variant, deck, known["dealer"])
    assert dealt is not None
    state, hand = dealt
    state = skip(state, hand, PLAYS - held * players)
    ends = every_end(state, hand)
    same(ends, ways(held), known["name"])
    return ends


# A small pack


def prove_small(*, thorough: bool) -> int:
    """
    Every deal and every course of play of a small pack, at every kind of table.

    Nothing in either engine depends on the number of cards but through `DECK`: a pack
    of 8, 10 or 12 cards is dealt, played and scored by the same code, with a layout of
    four, rounds, a first and a last play. Up to the names of suits and ranks all its
    orders are dealt and played in every possible way. All mixes of the options are tried
    that can matter before the match. This covers what comes together in one hand: jacks
    in the layout, captures in any order, the residue, nobody capturing.
    The short form has 8 cards and each value of an option, but not each mix.
    """
    eight = {JACK: 2, 0: 2, 1: 2, 2: 2}
    cases = _small(eight, SMALL_TABLES, 1 if thorough else SMALL_STEP)
    if thorough:
        ten = {**eight, 3: 2}
        cases += _small(ten, _small_tables((2, 3), (1, 2, 3)), 73)
        twelve = {JACK: 4, 0: 4, 1: 4}
        cases += _small(twelve, _small_tables((2,), (2,)), 101)
    return cases


Tables: TypeAlias = Callable[[], Iterator[Variant]]


def _small_tables(players: tuple[int, ...], sizes: tuple[int, ...]) -> Tables:
    """Say which tables there are, once the pack is small."""
    options: dict[str, Sequence[Any]] = {
        "deal_order": tuple(DealOrder),
        "leader": tuple(Leader),
        "jack_pisti_points": (0, 15),
        "pisti_on_first_play": BOTH,
        "pisti_on_last_play": BOTH,
    }

    def chosen() -> Iterator[Variant]:
        for number, partnership, size in product(players, BOTH, sizes):
            base = {
                "players": (number,),
                "partnership": (partnership,),
                "hand_size": (size,),
            }
            ways = {"opening_jack": tuple(OpeningJack)}
            yield from tables(Variant(hand_size=1), **base, **ways, **options)
            ways = {"layout_redeal": tuple(LayoutRedeal)}
            yield from tables(XERI, **base, **ways, **options)

    return chosen


SMALL_TABLES = _small_tables((2, 4), (1, 2))
SMALL_STEP = 61
"""Each so many of these tables are enough to have each value of an option."""


def _small(counts: dict[int, int], tables_of: Tables, step: int) -> int:
    """Deal a small pack in all orders at every table of that step."""
    ranks = (Rank.ACE, Rank.TWO, Rank.TEN, Rank.KING)
    orders = [named(order, ranks) for order in dealt_alike(counts)]
    cases = 0
    with small_pack(tuple(sorted(orders[0], key=DECK.index))):
        for number, variant in enumerate(tables_of()):
            if number % step:
                continue
            dealer = number // step % variant.players
            for deck in orders:
                dealt = deal(variant, deck, dealer)
                cases += every_end(*dealt) if dealt else 1
    return cases


# The score


def prove_scores(*, thorough: bool) -> int:
    """
    Every division of the scoring cards and of the pack between the sides.

    Cards without points count for the majority alone, and cards of one rank with equal
    points are alike, so a division is how many of each kind of scoring card a side has,
    and how many cards. For two sides all divisions are tried with all numbers of cards
    that hold them (26 each included), with and without points for the majority, and for
    the usual cards with each mix of a pişti and a double pişti on either side. For three
    and four sides, where these are too many together, all divisions are tried with each
    order of the sides by number of cards, ties included, and all numbers of cards with
    two divisions: the lines of a score do not depend on one another.
    The short form takes every 211th case, or every 9973rd where there are many.
    """
    few, many = (1, 1) if thorough else (211, 9973)
    cases = 0
    for points in (0, 3):
        classic = attrs.evolve(CLASSIC, majority_points=points)
        for heaps, counts in islice(_halves(classic), 0, None, few):
            for bonuses in _mixes():
                cases += _score(classic, heaps, counts, bonuses)
        partnership = attrs.evolve(PARTNERSHIP, majority_points=points)
        for heaps, counts in islice(_halves(partnership), 0, None, few):
            cases += _score(partnership, heaps, counts)
        pispirik = attrs.evolve(PISPIRIK, majority_points=points)
        for heaps, counts in islice(_halves(pispirik), 0, None, many):
            cases += _score(pispirik, heaps, counts)
        three = attrs.evolve(THREE_PLAYER, majority_points=points)
        for heaps, counts in islice(_parts(three), 0, None, many):
            cases += _score(three, heaps, counts)
    for heaps, counts in islice(_parts(FOUR_PLAYER), 0, None, many):
        cases += _score(FOUR_PLAYER, heaps, counts)
    return cases


Division: TypeAlias = tuple[tuple[Deck, ...], tuple[int, ...]]
"""The scoring cards of each side, and how many cards it has."""


def _score(
    variant: Variant,
    heaps: Sequence[Deck],
    counts: Sequence[int],
    bonuses: tuple[Bonus, ...] = (),
) -> int:
    """Score heaps filled up to these numbers of cards, if they can be."""
    if any(len(heap) > count for heap, count in zip(heaps, counts, strict=True)):
        return 0
    rest = iter([card for card in DECK if card not in variant.points_by_card])
    won: list[Deck] = [()] * variant.players
    for seats, heap, count in zip(variant.sides, heaps, counts, strict=True):
        filled = (*heap, *islice(rest, count - len(heap)))
        for place, seat in enumerate(seats):
            won[seat] = filled[place :: len(seats)]
    state, hand = _finished(variant)
    state = attrs.evolve(state, won=Won(tuple(won), bonuses, 0))
    hand.captured = list(map(texts, won))
    hand.bonuses = [
        {
            "seat": bonus.seat,
            "points": bonus.points,
            "rule": bonus.rule.id,
            "cards": texts(bonus.cards),
        }
        for bonus in bonuses
    ]
    same(score_parts(score_hand(state)), naive_score_parts(hand), variant, *won)
    return 1


@cache
def _finished(variant: Variant) -> tuple[State, naive.Hand]:
    """Give a hand that is over, in both engines."""
    state = new_game(without_opening(variant), deck=DECK)
    hand = naive.Hand(options_of(state.variant), texts(DECK), state.dealer)
    return skip(state, hand, PLAYS), hand


def _shares(number: int, sides: int) -> Iterator[tuple[int, ...]]:
    """Give all ways to divide so many cards among sides."""
    if sides == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for rest in _shares(number - first, sides - 1):
            yield (first, *rest)


def _divisions(variant: Variant) -> Iterator[tuple[Deck, ...]]:
    """Give all ways to divide the scoring cards among the sides."""
    kinds: dict[tuple[Rank, int], list[Card]] = {}
    for card, points in variant.points_by_card.items():
        kinds.setdefault((card.rank, points), []).append(card)
    sides = len(variant.sides)
    for shares in product(*(_shares(len(kind), sides) for kind in kinds.values())):
        heaps: list[Deck] = [()] * sides
        for kind, share in zip(kinds.values(), shares, strict=True):
            alike = iter(kind)
            for side, number in enumerate(share):
                heaps[side] += tuple(islice(alike, number))
        yield tuple(heaps)


def _halves(variant: Variant) -> Iterator[Division]:
    """Give all divisions between two sides."""
    return product(_divisions(variant), _shares(len(DECK), 2))


def _parts(variant: Variant) -> Iterator[Division]:
    """Give divisions among more sides: of scoring cards, and of all cards."""
    sides, scoring = len(variant.sides), tuple(variant.points_by_card)
    # One example of each order of the sides by number of cards.
    orders: dict[tuple[int, ...], tuple[int, ...]] = {}
    for counts in _shares(len(DECK), sides):
        order = tuple(sorted(set(counts)).index(count) for count in counts)
        if min(counts) >= len(scoring):
            orders.setdefault(order, counts)
        for side in range(2):
            heaps: list[Deck] = [()] * sides
            heaps[side] = scoring
            yield tuple(heaps), counts
    yield from product(_divisions(variant), orders.values())


def _mixes() -> Iterator[tuple[Bonus, ...]]:
    """Give each mix of a pişti and a double pişti on either side of two."""
    bonuses = (
        Bonus(0, 10, Rule.PISTI, (CARDS["7H"], CARDS["7S"])),
        Bonus(0, 20, Rule.DOUBLE_PISTI, (CARDS["JH"], CARDS["JS"])),
        Bonus(1, 10, Rule.PISTI, (CARDS["7C"], CARDS["7D"])),
        Bonus(1, 20, Rule.DOUBLE_PISTI, (CARDS["JC"], CARDS["JD"])),
    )
    for number in range(len(bonuses) + 1):
        yield from combinations(bonuses, number)


# The command

PROOFS: dict[str, Proof] = {
    name.removeprefix("prove_"): proof
    for name, proof in list(globals().items())
    if name.startswith("prove_")
}


def main() -> int:
    """Run proofs, and say what they tried and how long it took."""
    parser = argparse.ArgumentParser(description="Prove the engine by enumeration.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PROOFS))
    parser.add_argument("--short", action="store_true", help="seconds, not minutes")
    asked = parser.parse_args()
    for name in asked.names:
        if name not in PROOFS:
            parser.error(f"no proof {name}, only {', '.join(PROOFS)}")
    total, began = 0, process_time()
    wrong = []
    for name in asked.names or PROOFS:
        since = process_time()
        try:
            cases = PROOFS[name](thorough=not asked.short)
        except Exception as problem:  # noqa: BLE001 - wrong engines fail in any way
            print(f"{name:8} fails: {type(problem).__name__}: {problem}", flush=True)
            wrong.append(name)
        else:
            total += cases
            print(
                f"{name:8} {cases:12,} cases {process_time() - since:8.1f} s",
                flush=True,
            )
    print(f"{'total':8} {total:12,} cases {process_time() - began:8.1f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

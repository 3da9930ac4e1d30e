"""What a seat may know, from the rules alone, and hands that look the same to it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from random import Random
from typing import NamedTuple

import attrs
from strategies import PLAYS, Deck
from tables import stacked

from pisti import (
    CLASSIC,
    COFFEEHOUSE,
    PARTNERSHIP,
    PARTNERSHIP_RECUT,
    Card,
    Cut,
    DealError,
    DealOrder,
    HiddenSeenBy,
    OpeningJack,
    Pack,
    Rank,
    Seat,
    State,
    Variant,
    apply_move,
    cut,
    new_game,
    parse_cards,
)

LOWEST = 51
TRIES = 300


class Places(NamedTuple):
    """Where the cards of a pack go, by their places in it (chapter 3)."""

    shown: list[int]
    hidden: list[int]
    packets: list[list[list[int]]]


class Heap(NamedTuple):
    """Places that a seat cannot tell apart, and the cards that lie among them."""

    places: list[int]
    cards: list[Card]


class Knowledge(NamedTuple):
    """What a seat knows of a pack: cards in their places, and cards in heaps."""

    fixed: frozenset[int]
    heaps: list[Heap]
    unseen: list[Card]

    @property
    def unknown(self) -> frozenset[int]:
        """The places where this seat cannot be sure of the card."""
        return frozenset(range(52)) - self.fixed


def is_jack(card: Card) -> bool:
    """Say whether a card is a jack."""
    return card.rank is Rank.JACK


def places_of(
    variant: Variant, dealer: Seat, passed: int = 0, buried: int = 0
) -> Places:
    """Deal the places of a pack as the cards are dealt (rules 3.1 to 3.10)."""
    in_round = variant.players * variant.hand_size
    first = in_round if variant.deal_order is DealOrder.HANDS_FIRST else 0
    table = list(range(first, first + 4))
    dealt = [place for place in range(52) if place not in table]
    shown = []
    for _ in range(buried):
        # Each jack turned up goes under the stock, and the stock's top comes up.
        jack = table.pop()
        shown.append(jack)
        table.append(dealt.pop(in_round))
        dealt.append(jack)
    turned = 4 if variant.layout_face_up == 4 else 1 + passed
    shown += table[4 - turned :]
    rounds = []
    cards = iter(dealt)
    for _ in range(PLAYS // in_round):
        packets: list[list[int]] = [[] for _ in range(variant.players)]
        for after in range(1, variant.players + 1):
            seat = (dealer + after) % variant.players
            packets[seat] = [next(cards) for _ in range(variant.hand_size)]
        rounds.append(packets)
    return Places(shown, table[: 4 - turned], rounds)


def places_in(state: State) -> Places:
    """Find where the cards of this hand lie in its pack."""
    setup = state.setup
    passed, buried = len(setup.passed), len(setup.buried)
    return places_of(setup.variant, setup.dealer, passed, buried)


def first_capturer(state: State) -> Seat | None:
    """Find who captured first, by rules 4.2 and 4.4 to 4.7."""
    pile = list(state.setup.pile)
    for play, card in enumerate(state.plays):
        if pile and (is_jack(card) or card.rank is pile[-1].rank):
            return (state.leader + play) % state.variant.players
        pile.append(card)
    return None


def sees_hidden(state: State, seat: Seat | None) -> bool:
    """Say whether a seat has seen the hidden cards (rule 4.10)."""
    variant, capturer = state.variant, first_capturer(state)
    seen_by = variant.hidden_seen_by
    if seen_by is HiddenSeenBy.LEADER and seat == state.leader:
        return True
    if capturer is None:
        return False
    if seen_by is HiddenSeenBy.ALL or seat == capturer:
        return True
    partners = variant.partnership and seen_by is HiddenSeenBy.SIDE
    return partners and seat is not None and seat % 2 == capturer % 2


def rounds_dealt(state: State) -> int:
    """Count the rounds dealt so far (rule 3.12)."""
    in_round = state.variant.players * state.variant.hand_size
    return min(state.ply // in_round + 1, PLAYS // in_round)


def run_seen(pack: Pack, variant: Variant) -> int:
    """Count the lowest cards of a pack that its cutter knows (rules 2.3 to 2.5)."""
    saw = pack.cutter_saw
    if not saw or pack.kept is not None:
        return 0
    run = 1
    if variant.cut is Cut.SEARCH:
        for jacks in range(1, len(saw)):
            # They were looked at from the lowest up, and the last went under them.
            looked_at = saw[-jacks - 1 : -1]
            if all(map(is_jack, looked_at)) and (
                looked_at == pack.cards[-2 : -jacks - 2 : -1]
            ):
                run = jacks + 1
    return run


def knowledge(state: State, seat: Seat | None) -> Knowledge:
    """Find what a seat knows with perfect memory, or a spectator."""
    setup, variant, where = state.setup, state.variant, places_in(state)
    known = [*where.shown, *_known_of_pack(setup.pack, variant, state.dealer, seat)]
    if sees_hidden(state, seat):
        known += where.hidden
    dealt = where.packets[: rounds_dealt(state)]
    if seat is not None:
        known += [place for packets in dealt for place in packets[seat]]
    return _sorted(setup.pack.cards, frozenset(known), dealt, set(state.plays), seat)


def knowledge_of_void(
    pack: Pack, variant: Variant, dealer: Seat, seat: Seat | None
) -> Knowledge:
    """Find what a seat knows of a pack that is dealt again (rules 3.7, 3.9, 3.11)."""
    where = places_of(variant, dealer)
    table = sorted(where.shown + where.hidden)
    # Four jacks are turned up one after another until no card is left.
    one = variant.opening_jack is OpeningJack.REDEAL
    known = [*(table[3:] if one else table)]
    known += _known_of_pack(pack, variant, dealer, seat)
    if seat is not None:
        known += where.packets[0][seat]
    dealt = where.packets[:1]
    return _sorted(pack.cards, frozenset(known), dealt, set(), seat)


def _known_of_pack(
    pack: Pack, variant: Variant, dealer: Seat, seat: Seat | None
) -> Iterator[int]:
    """Give the places known from the cut and before it (rules 2.3 to 2.6)."""
    cutter = (dealer - 1) % variant.players
    if variant.bottom_card_exposed:
        yield LOWEST
    if pack.kept is not None:
        yield pack.cards.index(pack.kept)
    if seat == cutter:
        yield from range(52 - run_seen(pack, variant), 52)


def _sorted(
    cards: Deck,
    fixed: frozenset[int],
    dealt: Sequence[Sequence[Sequence[int]]],
    played: set[Card],
    seat: Seat | None,
) -> Knowledge:
    heaps = []
    for packets in dealt:
        for owner, packet in enumerate(packets):
            places = [place for place in packet if place not in fixed]
            seen = [cards[place] for place in places if cards[place] in played]
            if owner != seat and places:
                heaps.append(Heap(places, seen))
    seen_places = {place for heap in heaps for place in heap.places}
    lone = [n for n in range(52) if n not in fixed and n not in seen_places]
    heaps += [Heap([place], []) for place in lone]
    named = {card for heap in heaps for card in heap.cards}
    unseen = [
        card
        for place, card in enumerate(cards)
        if place not in fixed and card not in named
    ]
    return Knowledge(fixed, heaps, unseen)


def rearranged(cards: Deck, known: Knowledge, chance: Random) -> Deck:
    """Lay the cards of a pack anew wherever a seat does not know them."""
    new = list(cards)
    unseen = chance.sample(known.unseen, len(known.unseen))
    for heap in known.heaps:
        missing = len(heap.places) - len(heap.cards)
        lying = heap.cards + [unseen.pop() for _ in range(missing)]
        chance.shuffle(lying)
        for place, card in zip(heap.places, lying, strict=True):
            new[place] = card
    return tuple(new)


# The cut, undone


class Way(NamedTuple):
    """One way to cut: the pack before, how many were lifted, what was looked at."""

    before: Deck
    at: int
    looked_at: Deck


def ways_to_cut(cards: Deck, variant: Variant) -> Iterator[Way]:
    """Undo the last cut in every way that gives this pack (rules 2.2 to 2.4)."""
    lowest = cards[-1]
    if is_jack(lowest):
        return
    jacks = 0
    if variant.cut is Cut.SEARCH:
        jacks = len([*takewhile(is_jack, cards[-2::-1])])
    for above in range(jacks + 1):
        run = cards[LOWEST - above : LOWEST]
        back = (*cards[: LOWEST - above], lowest, *run)
        for at in range(above + 1, 52):
            before = back[52 - at :] + back[: 52 - at]
            yield Way(before, at, (*run[::-1], lowest))


def failed_looks(before: Deck, variant: Variant) -> list[Deck]:
    """Give what the cutter looks at in each cut that asks for another."""
    if variant.cut is Cut.RECUT:
        return [(card,) for card in before[:LOWEST] if is_jack(card)]
    on_top = len([*takewhile(is_jack, before)])
    return [before[:at][::-1] for at in range(1, on_top + 1)]


def is_made_of(saw: Deck, looks: Sequence[Deck]) -> bool:
    """Say whether some looks, one after another, give just these cards."""
    return not saw or any(
        saw[: len(look)] == look and is_made_of(saw[len(look) :], looks)
        for look in looks
    )


def can_be_cut(pack: Pack, variant: Variant) -> bool:
    """Say whether a pack can come from a cut that showed what this one did."""
    saw = pack.cutter_saw
    if not saw:
        return True
    if variant.cut is Cut.CUTTER_KEEPS:
        lowest = pack.cards[-1]
        shown = pack.kept or (None if is_jack(lowest) else lowest)
        return saw == (shown,)
    return any(
        saw[-len(way.looked_at) :] == way.looked_at
        and is_made_of(saw[: -len(way.looked_at)], failed_looks(way.before, variant))
        for way in ways_to_cut(pack.cards, variant)
    )


def a_look(cards: Deck, variant: Variant, chance: Random) -> Deck | None:
    """Make up what the cutter looked at, or None where no cut gives this pack."""
    ways = list(ways_to_cut(cards, variant))
    if not ways:
        return None
    if variant.cut is Cut.CUTTER_KEEPS:
        return cards[-1:]
    way = chance.choice(ways)
    failed = failed_looks(way.before, variant)
    saw: Deck = ()
    # How often the cutter had to cut is a secret too.
    for _ in range(chance.randrange(3) if failed else 0):
        saw += chance.choice(failed)
    return saw + way.looked_at


def another_pack(
    pack: Pack,
    variant: Variant,
    known: Knowledge,
    chance: Random,
    *,
    is_cutter: bool = False,
) -> Pack:
    """Give a lawful pack that a seat who knows this much cannot tell from this."""
    saw: Deck | None = pack.cutter_saw
    looked = bool(saw) and pack.kept is None and not is_cutter
    for tries in range(TRIES):
        if tries == TRIES // 2 and is_cutter:
            known = _holding_jacks(pack, known)
        cards = rearranged(pack.cards, known, chance)
        if looked:
            saw = a_look(cards, variant, chance)
        if saw is None:
            continue
        new = Pack(cards, saw, pack.kept)
        same_run = run_seen(new, variant) == run_seen(pack, variant)
        if not is_cutter or (same_run and can_be_cut(new, variant)):
            return new
    return pack


def _holding_jacks(pack: Pack, known: Knowledge) -> Knowledge:
    """Leave the jacks of earlier cuts where they are: they lay in a certain order."""
    held = {pack.cards.index(card) for card in pack.cutter_saw}
    heaps = [
        Heap(
            [place for place in heap.places if place not in held],
            [card for card in heap.cards if card not in pack.cutter_saw],
        )
        for heap in known.heaps
    ]
    unseen = [card for card in known.unseen if card not in pack.cutter_saw]
    return Knowledge(known.fixed | held, heaps, unseen)


def twin(state: State, seat: Seat | None, chance: Random) -> State:
    """Give a hand with the same history to this seat, and other secrets."""
    setup = state.setup
    pack = another_pack(
        setup.pack,
        setup.variant,
        knowledge(state, seat),
        chance,
        is_cutter=seat == setup.cutter,
    )
    return replay(setup.variant, pack, setup.dealer, state.plays)


def replay(variant: Variant, pack: Pack, dealer: Seat, plays: Sequence[Card]) -> State:
    """Deal a pack and make the same plays."""
    state = new_game(variant, deck=pack, dealer=dealer)
    for card in plays:
        state = apply_move(state, card)
    return state


def neighbours(state: State, chance: Random) -> Iterator[State]:
    """
    Give hands that differ in a few cards, mostly where some seat may see it.

    The cards of a rank change their names throughout, or two cards change places in the
    pack and nothing has been played.
    """
    setup = state.setup
    for rank in (Rank.JACK, *chance.sample([*Rank], 3)):
        alike = [card for card in setup.pack.cards if card.rank is rank]
        names = dict(zip(alike, chance.sample(alike, len(alike)), strict=True))
        kept = setup.pack.kept
        pack = Pack(
            _renamed(setup.pack.cards, names),
            _renamed(setup.pack.cutter_saw, names),
            names.get(kept, kept) if kept else None,
        )
        plays = _renamed(state.plays, names)
        yield replay(setup.variant, pack, setup.dealer, plays)
    for _ in range(6):
        cards = list(setup.pack.cards)
        place, other = chance.sample(range(52), 2)
        cards[place], cards[other] = cards[other], cards[place]
        pack = Pack(cards, setup.pack.cutter_saw, setup.pack.kept)
        try:
            yield new_game(setup.variant, deck=pack, dealer=setup.dealer)
        except DealError:  # a void deal, or a kept jack that lies elsewhere
            continue


def _renamed(cards: Sequence[Card], names: dict[Card, Card]) -> Deck:
    return tuple([names.get(card, card) for card in cards])


def _dealt(
    variant: Variant, top: str = "", saw: str = "", *, dealer: Seat = 1, swap: str = ""
) -> State:
    """Deal these cards and the others in order, two of them in each other's place."""
    cards = stacked(top, bottom="9S")
    swapped = parse_cards(swap)
    names = dict(zip(swapped, reversed(swapped), strict=True))
    pack = Pack(_renamed(cards, names), parse_cards(saw))
    if variant.cut is Cut.CUTTER_KEEPS:
        pack = cut(pack, 3, variant)
    return new_game(variant, deck=pack, dealer=dealer)


_LOOKS = attrs.evolve(Variant(), hidden_seen_by=HiddenSeenBy.LEADER)
_KEEPS = attrs.evolve(PARTNERSHIP, cut=Cut.CUTTER_KEEPS)
_TWO = "2C 3C 4C 7H 5C 6C 8C 9C 10C QC KC AC"

DIFFERENT: Mapping[str, tuple[State, State, Seat]] = {
    "dealer": (
        _dealt(CLASSIC, "5C 6C 8C 9C 10C QC KC AC"),
        _dealt(CLASSIC, "10C QC KC AC 5C 6C 8C 9C", dealer=0),
        0,
    ),
    "cutter_saw": (
        _dealt(PARTNERSHIP_RECUT, saw="JC 9S"),
        _dealt(PARTNERSHIP_RECUT, saw="JD 9S"),
        0,
    ),
    "kept": (_dealt(_KEEPS, "2C 3C JS"), _dealt(_KEEPS, "2C 3C JS", swap="JS JH"), 1),
    "bottom": (_dealt(PARTNERSHIP), _dealt(PARTNERSHIP, swap="9S 8S"), 0),
    "opening": (_dealt(_LOOKS, _TWO), _dealt(_LOOKS, _TWO, swap="7H 7S"), 0),
    "beside": (_dealt(_LOOKS, _TWO), _dealt(_LOOKS, _TWO, swap="2C 3C"), 0),
    "passed": (_dealt(_LOOKS, "2C 3C JC 7H"), _dealt(_LOOKS, "2C 3C 7H JC"), 0),
    "buried": (
        _dealt(COFFEEHOUSE, "2C 3C 4C JC"),
        _dealt(COFFEEHOUSE, "2C 3C 4C JC", swap="JC JD"),
        0,
    ),
    "packets": (_dealt(_LOOKS, _TWO), _dealt(_LOOKS, _TWO, swap="5C 6C"), 0),
}
"""Hands in which this, and of all that was dealt this alone, is different to a seat."""

DEALT = (*DIFFERENT, "plays")
"""What a view holds of the deal and the play; all else follows from it."""

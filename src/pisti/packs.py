"""The pack before the deal: shuffled, cut, or arranged as wanted."""

import random
from collections.abc import Iterable
from itertools import islice
from math import floor
from typing import TypeAlias, TypeVar, final

import attrs

from pisti.cards import DECK, Card, Rank, repr_cards
from pisti.errors import DealError, shown
from pisti.frozen import opened
from pisti.rules import Rule
from pisti.variants import (
    LAYOUT_SIZE,
    PLAYS,
    Cut,
    DealOrder,
    Variant,
    check_variant,
)

__all__ = ["Pack", "Rng", "arrange", "cut", "shuffle"]

Rng: TypeAlias = random.Random | int | None
"""A source of chance: a generator, a seed from 0, or None for the system's entropy."""

MOST_SEEN = 1000
"""More cards are not believed to have been looked at, in however many cuts."""

_Kind = TypeVar("_Kind")


def tuple_of(kind: type[_Kind], values: Iterable[_Kind]) -> tuple[_Kind, ...] | None:
    """Give values as a tuple, or None where they are not all of the kind."""
    try:
        given = tuple(values)
    except TypeError:
        return None
    return given if all(type(value) is kind for value in given) else None


def heaps_of_one_pack(
    heaps: Iterable[Iterable[Card]],
) -> tuple[tuple[Card, ...], ...]:
    """
    Refuse heaps that are not cards of one pack (rule 1.1).

    Raises:
        DealError: If they are no heaps, hold anything but cards, or a card twice.
    """
    try:
        checked = [tuple_of(Card, heap) for heap in heaps]
    except TypeError:
        checked = [None]
    whole = tuple([heap for heap in checked if heap is not None])
    if len(whole) != len(checked):
        raise DealError("a pack has only Card values", rule=Rule.PACK)
    cards = [card for heap in whole for card in heap]
    if len(set(cards)) != len(cards):
        raise DealError("a pack has each card once", rule=Rule.PACK)
    return whole


def _whole_pack(cards: Iterable[Card]) -> tuple[Card, ...]:
    (pack,) = heaps_of_one_pack((cards,))
    if len(pack) != len(DECK):
        raise DealError(
            f"a pack has {len(DECK)} cards, not {len(pack)}", deck=cards, rule=Rule.PACK
        )
    return pack


def _seen_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Refuse anything but cards; a jack may be seen in more than one cut."""
    seen = tuple_of(Card, cards)
    if seen is None:
        raise DealError("the cutter can only have seen cards", rule=Rule.CUT)
    if len(seen) > MOST_SEEN:
        raise DealError(f"nobody looks at {len(seen)} cards in a cut", rule=Rule.CUT)
    return seen


def _jack_or_none(card: Card | None) -> Card | None:
    if card is None or (type(card) is Card and is_jack(card)):
        return card
    raise DealError("the cutter can only keep a jack", rule=Rule.CUTTER_KEEPS)


def is_jack(card: Card) -> bool:
    """Say whether a card is a jack."""
    return card.rank is Rank.JACK


@final
@attrs.frozen
class Pack:
    """
    The 52 cards as they will be dealt, top first, with what the cut showed.

    Raises:
        DealError: If *cards* are not the 52 cards, each once (rule 1.1),
            *cutter_saw* are not cards (rule 2.2), or *kept* is no jack (rule 2.5).
    """

    cards: tuple[Card, ...] = attrs.field(converter=_whole_pack, repr=repr_cards)
    """The cards, top first."""
    cutter_saw: tuple[Card, ...] = attrs.field(
        default=(), converter=_seen_cards, repr=repr_cards
    )
    """What the cutter looked at, in order; nobody else saw it."""
    kept: Card | None = attrs.field(default=None, converter=_jack_or_none)
    """The jack that the cutter keeps (rule 2.5); it lies where the cutter gets it."""


_OpenPack = opened(Pack)


def _pack(
    cards: tuple[Card, ...],
    cutter_saw: tuple[Card, ...] = (),
    kept: Card | None = None,
) -> Pack:
    """Make a pack of cards that were only moved, so need no second check."""
    pack = _OpenPack()
    pack.cards = cards
    pack.cutter_saw = cutter_saw
    pack.kept = kept
    pack.__class__ = Pack
    moved: Pack = pack
    return moved


def generator(rng: Rng) -> random.Random:
    """
    Give the generator that *rng* stands for.

    Raises:
        DealError: If it is neither a generator, an int nor None.
    """
    if rng is None:
        return random.SystemRandom()
    if isinstance(rng, random.Random):
        return rng
    if type(rng) is int and rng >= 0:
        return random.Random(rng)
    raise DealError(
        f"chance comes from a random.Random, an int from 0 or None, not {shown(rng)}",
        rng=rng,
    )


def numbered_generator(seed: int, *numbers: int) -> random.Random:
    """Give a generator of its own to each hand, and place in it, of one seed."""
    return random.Random(" ".join([f"{seed:x}", *map(str, numbers)]))


def shuffle(rng: Rng = None) -> Pack:
    """
    Shuffle a new pack (rule 2.1).

    A seed gives the same order on every Python: from `DECK`, for each place
    from the last down to the second, the card there changes places with that
    at `int(rng.random() * (place + 1))`.

    Raises:
        DealError: If *rng* is neither a generator, an int nor None.

    Examples:
        >>> from pisti import shuffle
        >>> [str(card) for card in shuffle(7).cards[:3]]
        ['QC', '10C', 'AC']
    """
    cards = list(DECK)
    mix(cards, generator(rng))
    return _pack(tuple(cards))


def mix(cards: list[Card], chance: random.Random) -> None:
    """Put cards in random order, in the same way on every Python (rule 2.1)."""
    number = chance.random
    for last in range(len(cards) - 1, 0, -1):
        other = floor(number() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]


def cut(pack: Pack, at: int, variant: Variant) -> Pack:
    """
    Cut a pack as the variant says (rules 2.2 to 2.5).

    The top *at* cards are lifted and go under the rest; what the cutter looks
    at on the way is added to what the pack has shown already.

    Raises:
        VariantError: If *variant* is not a Variant.
        DealError: If *pack* is not a Pack, the variant has no cut, *at* is not a
            whole number from 1 to 51, a jack is kept already, or this cut shows a
            jack that asks for another cut: then the error's `deck` is the pack to
            cut again, put back together, with what the cutter has seen.

    Examples:
        >>> from pisti import DECK, PARTNERSHIP, Pack, cut
        >>> pack = cut(Pack(DECK), 11, PARTNERSHIP)  # the jack of clubs shows
        >>> [str(card) for card in pack.cards[-2:]]
        ['JC', '10C']
        >>> [str(card) for card in pack.cutter_saw]
        ['JC', '10C']
    """
    check_variant(variant)
    if type(pack) is not Pack:
        raise DealError(f"not a Pack but {shown(pack)}", rule=Rule.CUT)
    if variant.cut is Cut.NONE:
        raise DealError("this table does not cut", rule=Rule.CUT)
    if type(at) is not int or not 0 < at < len(DECK):
        raise DealError(
            f"a cut lifts 1 to {len(DECK) - 1} cards, not {shown(at)}", rule=Rule.CUT
        )
    if pack.kept is not None:
        raise DealError("the cutter has kept a jack", rule=Rule.CUTTER_KEEPS)
    lifted, rest = pack.cards[:at], pack.cards[at:]
    looked_at = _looked_at(lifted, variant)
    cutter_saw = pack.cutter_saw + looked_at
    if looked_at and is_jack(looked_at[-1]):
        if variant.cut is Cut.CUTTER_KEEPS:
            return _keep_jack(rest + lifted, cutter_saw, variant)
        raise DealError(
            "the cut shows a jack: cut again",
            deck=_pack(pack.cards, cutter_saw),
            rule=Rule.RECUT if variant.cut is Cut.RECUT else Rule.SEARCH,
        )
    jacks = len(looked_at) - 1
    if jacks > 0:
        found = lifted[-jacks - 1]
        lifted = (*lifted[: -jacks - 1], *lifted[-jacks:], found)
    return _pack(rest + lifted, cutter_saw)


def _looked_at(lifted: tuple[Card, ...], variant: Variant) -> tuple[Card, ...]:
    """Give the cards that the cutter looks at, from the bottom up."""
    if variant.cut is Cut.PLAIN:
        return ()
    depth = 1
    if variant.cut is Cut.SEARCH:
        while depth < len(lifted) and is_jack(lifted[-depth]):
            depth += 1
    return lifted[: -depth - 1 : -1]


def _keep_jack(
    cards: tuple[Card, ...], cutter_saw: tuple[Card, ...], variant: Variant
) -> Pack:
    """Move the jack at the bottom to where the cutter is dealt it first (rule 2.5)."""
    *others, jack = cards
    others.insert(cutter_first_card(variant), jack)
    return _pack(tuple(others), cutter_saw, jack)


def cutter_first_card(variant: Variant) -> int:
    """Give the place in the pack of the cutter's first card (rules 2.2 and 3.2)."""
    before = (variant.players - 2) * variant.hand_size
    if variant.deal_order is DealOrder.LAYOUT_FIRST:
        return LAYOUT_SIZE + before
    return before


def arrange(
    variant: Variant,
    *,
    layout: Iterable[Card] = (),
    packets: Iterable[Iterable[Card]] = (),
) -> Pack:
    """
    Complete wanted cards to a full pack, for tests, examples and teaching.

    *layout* are the last cards of the layout, so that its last is the up-card.
    *packets* are in the order dealt, from the player after the dealer on, round
    by round; each holds up to `hand_size` cards. Everything else is filled in
    the order of `DECK`, the jacks last. A jack that is buried in the deal moves
    the packets after the first round, and takes the stock's top card for the
    up-card.

    Raises:
        VariantError: If *variant* is not a Variant.
        DealError: If a card is wanted twice, or there are too many cards or
            packets (rules 1.1, 3.1 and 3.2).

    Examples:
        >>> from pisti import CLASSIC, arrange, new_game, parse_cards
        >>> pack = arrange(
        ...     CLASSIC, layout=parse_cards("7H"), packets=[parse_cards("7S JS")]
        ... )
        >>> state = new_game(CLASSIC, deck=pack)
        >>> str(state.up_card), [str(card) for card in state.hands[0]]
        ('7H', ['7S', 'JS', '4C', '5C'])
    """
    check_variant(variant)
    table, *wanted = heaps_of_one_pack((layout, *heaps_of_one_pack(packets)))
    size, number = variant.hand_size, PLAYS // variant.hand_size
    if len(table) > LAYOUT_SIZE:
        raise DealError(f"a layout has {LAYOUT_SIZE} cards", rule=Rule.LAYOUT)
    if len(wanted) > number or any(len(packet) > size for packet in wanted):
        raise DealError(f"there are {number} packets of {size}", rule=Rule.PACKETS)
    given = {*table, *(card for packet in wanted for card in packet)}
    fill = iter(sorted((card for card in DECK if card not in given), key=is_jack))
    table = (*islice(fill, LAYOUT_SIZE - len(table)), *table)
    dealt: list[Card] = []
    for packet in (*wanted, *[()] * (number - len(wanted))):
        dealt += (*packet, *islice(fill, size - len(packet)))
    first = 0 if variant.deal_order is DealOrder.LAYOUT_FIRST else variant.round_size
    return Pack((*dealt[:first], *table, *dealt[first:]))

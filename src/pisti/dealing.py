"""The deal: from a pack to the first turn (chapter 3)."""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from math import floor
from random import Random
from typing import Generic, NamedTuple, TypeVar

from pisti.cards import Card
from pisti.errors import DealError, shown
from pisti.events import (
    BottomCardShown,
    Event,
    JackBuried,
    JackPassed,
    LayoutDealt,
    PackCut,
    PacketsDealt,
    PackShuffled,
    Redeal,
    UpCardTurned,
)
from pisti.frozen import quick
from pisti.packs import Pack, Rng, cut, cutter_first_card, generator, is_jack, shuffle
from pisti.rules import Rule
from pisti.state import Setup, State, Won, make_state
from pisti.variants import (
    CLASSIC,
    LAYOUT_SIZE,
    Cut,
    DealOrder,
    HiddenSeenBy,
    LayoutRedeal,
    OpeningJack,
    Seat,
    Variant,
    check_variant,
)

__all__ = ["new_game", "start"]

_Card = TypeVar("_Card")
"""A card; or its place in the pack, where only places are asked for."""

_setup = quick(Setup)
_won = quick(Won)


def new_game(
    variant: Variant = CLASSIC,
    *,
    deck: Pack | Iterable[Card] | None = None,
    rng: Rng = None,
    dealer: Seat | None = None,
) -> State:
    """
    Deal a hand.

    Without *deck* a pack is shuffled, and cut as the variant says, by *rng*: a
    `random.Random`, an int as seed, or None for the system's entropy. A *deck*
    is dealt as it lies, top first. Without *dealer* the last seat deals, so that
    seat 0 is the first after the dealer.

    Raises:
        VariantError: If *variant* is not a Variant.
        DealError: If *deck* is not the 52 cards (rule 1.1), *dealer* is no seat
            (rule 1.3), *rng* is not as said, or *deck* has to be dealt again
            (rules 3.7, 3.9 and 3.11) and there is no *rng* to do it.

    Examples:
        >>> from pisti import new_game
        >>> state = new_game(rng=7)
        >>> state.turn, len(state.stock), state == new_game(rng=7)
        (0, 40, True)
    """
    dealer = dealer_seat(variant, dealer)
    pack = _packs(variant, deck, rng)[-1]
    return _first_state(_set_up(variant, dealer, pack))


def start(
    variant: Variant = CLASSIC,
    *,
    deck: Pack | Iterable[Card] | None = None,
    rng: Rng = None,
    dealer: Seat | None = None,
) -> tuple[State, tuple[Event, ...]]:
    """
    Deal a hand as `new_game` does, and tell what happened.

    The events begin with the shuffle, or where a *deck* is given with the
    first thing that it tells; a void deal is told as well.

    Raises:
        VariantError: As `new_game`.
        DealError: As `new_game`.

    Examples:
        >>> from pisti import start
        >>> state, events = start(rng=7)
        >>> [type(event).__name__ for event in events]
        ['PackShuffled', 'PacketsDealt', 'LayoutDealt', 'UpCardTurned']
    """
    dealer = dealer_seat(variant, dealer)
    packs = _packs(variant, deck, rng)
    events: list[Event] = []
    for number, pack in enumerate(packs):
        shuffled = deck is None or number > 0
        events += _deal_events(variant, dealer, pack, shuffled=shuffled)
    return _first_state(_set_up(variant, dealer, packs[-1])), tuple(events)


def dealer_seat(variant: Variant, dealer: Seat | None) -> Seat:
    """Give the seat that deals, the last one where None is asked for."""
    check_variant(variant)
    if dealer is None:
        return variant.players - 1
    if type(dealer) is not int or not 0 <= dealer < variant.players:
        raise DealError(
            f"the dealer sits in seat 0 to {variant.players - 1}, not {shown(dealer)}",
            dealer=dealer,
            rule=Rule.PLAYERS,
        )
    return dealer


def _packs(
    variant: Variant, deck: Pack | Iterable[Card] | None, rng: Rng
) -> list[Pack]:
    """Give each pack that is dealt; all but the last had to be dealt again."""
    chance = generator(rng)
    if deck is None:
        packs = [_shuffled_and_cut(variant, chance)]
    else:
        packs = [_given_pack(variant, deck)]
    while (rule := _redeal_rule(variant, packs[-1])) is not None:
        if deck is not None and rng is None:
            raise DealError(
                "this deck has to be dealt again, and there is no rng to do it",
                deck=deck,
                rule=rule,
            )
        packs.append(_shuffled_and_cut(variant, chance))
    return packs


def _given_pack(variant: Variant, deck: Pack | Iterable[Card]) -> Pack:
    pack = deck if type(deck) is Pack else Pack(deck)
    first = pack.cards[cutter_first_card(variant)]
    if pack.kept is not None and (
        variant.cut is not Cut.CUTTER_KEEPS or pack.kept is not first
    ):
        raise DealError(
            "a jack is kept only where the cutter may, as the cutter's first card",
            deck=deck,
            rule=Rule.CUTTER_KEEPS,
        )
    return pack


def _shuffled_and_cut(variant: Variant, chance: Random) -> Pack:
    pack = shuffle(chance)
    if variant.cut is Cut.NONE:
        return pack
    while True:
        at = 1 + floor(chance.random() * (len(pack.cards) - 1))
        try:
            return cut(pack, at, variant)
        except DealError as another_cut:
            pack = another_cut.deck


def _layout_and_rest(
    variant: Variant, cards: tuple[_Card, ...]
) -> tuple[tuple[_Card, ...], tuple[_Card, ...]]:
    """Give the four layout cards and the 48 others, as dealt (rules 3.1 and 3.3)."""
    first = 0
    if variant.deal_order is DealOrder.HANDS_FIRST:
        first = variant.round_size
    after = first + LAYOUT_SIZE
    return cards[first:after], cards[:first] + cards[after:]


def _redeal_rule(variant: Variant, pack: Pack) -> Rule | None:
    """Give the rule that has this pack dealt again, or None (3.7, 3.9, 3.11)."""
    layout, _ = _layout_and_rest(variant, pack.cards)
    if variant.layout_face_up != 1:
        again = _open_layout_is_bad(variant, layout)
        return Rule.LAYOUT_REDEALT if again else None
    if variant.opening_jack is OpeningJack.TURN_NEXT:
        return Rule.FOUR_JACKS if all(map(is_jack, layout)) else None
    if variant.opening_jack is OpeningJack.REDEAL:
        return Rule.JACK_REDEALT if is_jack(layout[-1]) else None
    return None


def _open_layout_is_bad(variant: Variant, layout: tuple[Card, ...]) -> bool:
    """Say whether an open layout is dealt again (rule 3.11)."""
    if variant.layout_redeal is LayoutRedeal.NEVER:
        return False
    ranks = [card.rank for card in layout]
    top_pair = ranks[-1] is ranks[-2]
    any_pair = len(set(ranks)) < len(ranks)
    return (
        is_jack(layout[-1])
        or (variant.layout_redeal is LayoutRedeal.TOP_JACK_OR_PAIR and top_pair)
        or (variant.layout_redeal is LayoutRedeal.ANY_PAIR and any_pair)
    )


def _set_up(variant: Variant, dealer: Seat, pack: Pack) -> Setup:
    """Lay out a pack that is not dealt again (rules 3.2 to 3.10)."""
    layout, dealt = _layout_and_rest(variant, pack.cards)
    passed = buried = 0
    if variant.opening_jack is OpeningJack.TURN_NEXT:
        # The last card to be turned is the up-card, whatever it is.
        passed = len([*takewhile(is_jack, layout[:0:-1])])
    elif variant.opening_jack is OpeningJack.BURY and is_jack(layout[-1]):
        stock = dealt[variant.round_size :]
        buried = 1 + len([*takewhile(is_jack, stock)])
    laid = lay_out(variant, dealer, pack.cards, passed=passed, buried=buried)
    return _setup(
        variant=variant,
        dealer=dealer,
        pack=pack,
        pile=laid.pile,
        hidden=laid.hidden,
        passed=laid.passed,
        buried=laid.buried,
        packets=laid.packets,
    )


class LaidOut(NamedTuple, Generic[_Card]):
    """Where the cards of a pack have come to lie, as in `Setup`."""

    pile: tuple[_Card, ...]
    hidden: tuple[_Card, ...]
    passed: tuple[_Card, ...]
    buried: tuple[_Card, ...]
    packets: tuple[tuple[tuple[_Card, ...], ...], ...]


def lay_out(
    variant: Variant,
    dealer: Seat,
    cards: tuple[_Card, ...],
    *,
    passed: int,
    buried: int,
) -> LaidOut[_Card]:
    """Lay out a pack of which so many jacks are passed or buried (3.2 to 3.10)."""
    layout, dealt = _layout_and_rest(variant, cards)
    under_stock: tuple[_Card, ...] = ()
    if buried:
        hands, stock = dealt[: variant.round_size], dealt[variant.round_size :]
        under_stock = (layout[-1], *stock[: buried - 1])
        layout = (*layout[:-1], stock[buried - 1])
        dealt = hands + stock[buried:] + under_stock
    packets = _packets(variant, dealer, dealt)
    if variant.layout_face_up != 1:
        return LaidOut(layout, (), (), (), packets)
    up = len(layout) - 1 - passed
    hidden = layout[:up] + layout[up + 1 :]
    pile = (layout[up],)
    return LaidOut(pile, hidden, layout[:up:-1], under_stock, packets)


def _packets(
    variant: Variant, dealer: Seat, dealt: tuple[_Card, ...]
) -> tuple[tuple[tuple[_Card, ...], ...], ...]:
    """Divide the 48 cards by round and seat, the dealer served last (rule 3.2)."""
    players, size = variant.players, variant.hand_size
    packets = [dealt[place : place + size] for place in range(0, len(dealt), size)]
    rounds = zip(*[iter(packets)] * players, strict=True)
    # Each round begins with the seat after the dealer, so seat 0 comes this late.
    first = players - 1 - dealer
    return tuple([served[first:] + served[:first] for served in rounds])


def _first_state(setup: Setup) -> State:
    nothing = _won(((),) * setup.variant.players)
    return make_state(setup, (), setup.packets[0], setup.pile, nothing)


def _deal_events(
    variant: Variant, dealer: Seat, pack: Pack, *, shuffled: bool
) -> Iterator[Event]:
    """Tell the deal of one pack in the order of the table (chapters 2 and 3)."""
    setup = _set_up(variant, dealer, pack)
    if shuffled:
        yield PackShuffled(dealer, Rule.SHUFFLE, 0)
    if pack.cutter_saw or pack.kept or (shuffled and variant.cut is not Cut.NONE):
        rule = _CUT_RULES[variant.cut]
        yield PackCut(setup.cutter, pack.cutter_saw, pack.kept, rule, 0)
    layout, _ = _layout_and_rest(variant, pack.cards)
    everyone = (*range(variant.players), None)
    if variant.layout_face_up == 1:
        table = LayoutDealt(layout, (), Rule.LAYOUT, 0)
    else:
        table = LayoutDealt(layout, everyone, Rule.OPEN_LAYOUT, 0)
    hands = PacketsDealt(1, setup.packets[0], Rule.PACKETS, 0)
    if variant.deal_order is DealOrder.LAYOUT_FIRST:
        yield from (table, hands)
    else:
        yield from (hands, table)
    if setup.bottom_card is not None:
        yield BottomCardShown(setup.bottom_card, Rule.BOTTOM_CARD, 0)
    for card in setup.passed:
        yield JackPassed(card, Rule.JACK_PASSED, 0)
    rule_again = _redeal_rule(variant, pack)
    if rule_again is not None:
        cards = layout[-1:] if rule_again is Rule.JACK_REDEALT else layout
        yield Redeal(cards, rule_again, 0)
        return
    for card in setup.buried:
        yield JackBuried(card, Rule.JACK_BURIED, 0)
    if variant.layout_face_up == 1:
        leader_looks = variant.hidden_seen_by is HiddenSeenBy.LEADER
        seen_by = (setup.leader,) if leader_looks else ()
        left = is_jack(setup.up_card)
        rule = Rule.JACK_LEFT if left else Rule.UP_CARD
        yield UpCardTurned(setup.up_card, setup.hidden, setup.passed, seen_by, rule, 0)


_CUT_RULES = {
    Cut.NONE: Rule.CUT,
    Cut.PLAIN: Rule.CUT,
    Cut.RECUT: Rule.RECUT,
    Cut.SEARCH: Rule.SEARCH,
    Cut.CUTTER_KEEPS: Rule.CUTTER_KEEPS,
}

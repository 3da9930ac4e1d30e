"""Full states that a view allows, with the deal's own probabilities."""

from bisect import bisect
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate, chain, takewhile
from math import factorial, floor, perm, prod
from random import Random
from typing import cast

import attrs

from pisti.cards import DECK, Card, SeenCard
from pisti.dealing import lay_out, new_game
from pisti.errors import DealError, IllegalMoveError, shown
from pisti.packs import (
    MOST_SEEN,
    Pack,
    Rng,
    cut,
    cutter_first_card,
    generator,
    is_jack,
    mix,
)
from pisti.play import apply_move
from pisti.state import Setup, State, make_state
from pisti.variants import LAYOUT_SIZE, PLAYS, Cut, OpeningJack, Seat
from pisti.views import View, known_bottom
from pisti.views import view as view_of

__all__ = ["determinizations", "determinize"]

_JACKS = 4
_TRIES = 1_000
"""After so many packs that no cut explains, the pack is taken to be uncut."""


def determinize(view: View, rng: Rng = None) -> State:
    """
    Deal the unseen cards into a full state that gives the same view.

    Every deal that the view allows comes with its own probability given the view,
    whoever may have played what and why: all are equally likely, except that a cut
    lets no jack be lowest, and one that searches brings jacks there (rules 2.3 and
    2.4). Searching players start here.

    Raises:
        DealError: If *view* is not a View, no deal gives such a view, or *rng* is
            neither a generator, an int nor None.

    Examples:
        >>> from pisti import determinize, new_game, view
        >>> seen = view(new_game(rng=7), 0)
        >>> state = determinize(seen, rng=1)
        >>> view(state, 0) == seen, state == new_game(rng=7)
        (True, False)
    """
    return next(determinizations(view, rng))


def determinizations(view: View, rng: Rng = None) -> Iterator[State]:
    """
    Deal the unseen cards again and again, without end, each time as `determinize` does.

    It takes less time than as many calls of `determinize`, and gives the same states
    as they do with the same generator.

    Raises:
        DealError: If *view* is not a View, no deal gives such a view, or *rng* is
            neither a generator, an int nor None.

    Examples:
        >>> from itertools import islice
        >>> from pisti import determinizations, determinize, new_game, view
        >>> seen = view(new_game(rng=7), 0)
        >>> deals = [*islice(determinizations(seen, rng=1), 3)]
        >>> [view(deal, 0) == seen for deal in deals]
        [True, True, True]
        >>> deals[0] == determinize(seen, rng=1), deals[1] == deals[2]
        (True, False)
    """
    if type(view) is not View:
        raise DealError(f"not a View but {shown(view)}")
    if not has_shape(view):
        raise _impossible()
    states = _dealt(view, generator(rng))
    return chain([next(states)], states)


def _dealt(view: View, chance: Random) -> Iterator[State]:
    places = _places(view)
    first = _played_on(_draw_deal(view, places, chance), view)
    yield first
    while True:
        deal = _draw_deal(view, places, chance)
        yield _played_likewise(deal.setup, first, view.round)


def _played_on(state: State, view: View) -> State:
    """
    Make all the plays that a view shows, and see that it comes out.

    Only known cards decide what the view is like, so that one look is enough.
    """
    try:
        for card in view.plays:
            state = apply_move(state, card)
    except IllegalMoveError:
        raise _impossible() from None
    if view_of(state, view.seat) != view:
        raise _impossible()
    return state


def _played_likewise(setup: Setup, played: State, number: int) -> State:
    """Give the state after the same plays in a round, where unseen cards differ."""
    gone = {*played.plays}
    packets = setup.packets[number - 1]
    hands = tuple([tuple([c for c in packet if c not in gone]) for packet in packets])
    won = played.won
    if won.last_capturer is not None and setup.hidden != played.setup.hidden:
        hidden, before = setup.hidden, played.setup.hidden
        heaps = [
            hidden + heap[len(hidden) :] if heap[:1] == before[:1] else heap
            for heap in won.cards
        ]
        won = attrs.evolve(won, cards=tuple(heaps))
    return make_state(setup, played.plays, hands, played.pile, won)


def _impossible() -> DealError:
    return DealError("no deal gives this view")


@attrs.frozen
class _Places:
    """What a view tells of the pack: known cards, and places of unseen ones."""

    known: tuple[SeenCard, ...]
    """The pack, with None at each place that is not known."""
    packets: tuple[tuple[list[int], list[Card]], ...]
    """The places of each packet dealt to others, and the cards played from them."""
    free: tuple[int, ...]
    """The places of unseen cards in the layout and the stock."""
    unseen: tuple[Card, ...]
    """The cards that are drawn for them."""

    @cached_property
    def most_jacks_below(self) -> int:
        """How many jacks may lie at the bottom, for all that is known."""
        lowest = len(DECK) - 1 - _JACKS
        below = [
            card
            for places, played in self.packets
            if max(places, default=0) >= lowest
            for card in played
        ]
        cards = (*self.unseen, *below, *filter(None, self.known[lowest:]))
        return len([*filter(is_jack, cards)])

    @cached_property
    def ways(self) -> int:
        """In how many ways the unseen cards can be drawn, and packets ordered."""
        orders = [perm(len(places), len(played)) for places, played in self.packets]
        return prod(orders) * factorial(len(self.unseen))

    def with_run(self, cards: tuple[Card, ...], first: int) -> "_Places | None":
        """Know cards one after the other from a place on; None if they cannot lie so."""
        known, free, unseen = [*self.known], [*self.free], [*self.unseen]
        packets = [([*places], [*played]) for places, played in self.packets]
        for place, card in enumerate(cards, first):
            if known[place] is card:
                continue
            nothing: list[Card] = []
            around = [packet for packet in packets if place in packet[0]]
            places, played = around[0] if around else (free, nothing)
            heap = played if card in played else unseen
            if place not in places or card not in heap:
                return None
            places.remove(place)
            heap.remove(card)
            if len(places) < len(played):
                return None
            known[place] = card
        return _Places(tuple(known), tuple(packets), tuple(free), tuple(unseen))

    def fill(self, chance: Random) -> tuple[Card, ...]:
        """Draw the unseen cards, and the order of each packet."""
        cards = list(self.known)
        unseen = list(self.unseen)
        mix(unseen, chance)
        for places, played in self.packets:
            packet = [*played, *(unseen.pop() for _ in places[len(played) :])]
            mix(packet, chance)
            for place, card in zip(places, packet, strict=True):
                cards[place] = card
        for place, card in zip(self.free, unseen, strict=True):
            cards[place] = card
        return cast("tuple[Card, ...]", tuple(cards))


def has_shape(view: View) -> bool:
    """Say whether there are as many cards everywhere as a hand can have."""
    variant = view.variant
    seats = range(variant.players)
    one_up = variant.layout_face_up == 1
    turns_next = variant.opening_jack is OpeningJack.TURN_NEXT
    buries = variant.opening_jack is OpeningJack.BURY
    rounds = 0 if view.seat is None else view.round
    return (
        view.dealer in seats
        and (view.seat is None or view.seat in seats)
        and len(view.opening) == (1 if one_up else LAYOUT_SIZE)
        and len(view.beside) == LAYOUT_SIZE - len(view.opening)
        and len(view.passed) <= (len(view.beside) if turns_next else 0)
        and len(view.buried) <= (_JACKS if buries else 0)
        and len(view.bottom) <= _JACKS + 1
        and len(view.cutter_saw or ()) <= MOST_SEEN
        and [*map(len, view.packets)] == [variant.hand_size] * rounds
        and len(view.plays) <= PLAYS
    )


def _places(view: View) -> _Places:
    """Find the place in the pack of all that a view shows."""
    variant = view.variant
    pile, beside, _, buried, rounds = lay_out(
        variant,
        view.dealer,
        tuple(range(len(DECK))),
        passed=len(view.passed),
        buried=len(view.buried),
    )
    known = [
        *zip(pile, view.opening, strict=True),
        *zip(beside, view.beside, strict=True),
        *zip(buried, view.buried, strict=True),
        *zip(range(len(DECK) - len(view.bottom), len(DECK)), view.bottom, strict=True),
    ]
    if view.kept is not None:
        known.append((cutter_first_card(variant), view.kept))
    for number, packet in enumerate(view.packets):
        known += zip(rounds[number][view.seat or 0], packet, strict=True)
    cards = dict(known)
    packets: list[tuple[list[int], list[Card]]] = []
    free = [place for place in beside if cards[place] is None]
    for number, packets_of_round in enumerate(rounds):
        for seat, packet_places in enumerate(packets_of_round):
            places = [place for place in packet_places if place not in cards]
            if number >= view.round:
                free += places
            elif seat != view.seat:
                packets.append((places, _played(view, number, seat)))
    unseen = view.unseen
    drawn = [len(places) - len(played) for places, played in packets]
    if min(drawn, default=0) < 0 or len(free) + sum(drawn) != len(unseen):
        raise _impossible()
    known_cards = tuple(map(cards.get, range(len(DECK))))
    return _Places(known_cards, tuple(packets), tuple(free), unseen)


def _played(view: View, number: int, seat: Seat) -> list[Card]:
    """Give what a seat has played in a round, but for cards with a known place."""
    players, size = view.variant.players, view.variant.round_size
    first = number * size + (seat - view.leader) % players
    played = view.plays[first : (number + 1) * size : players]
    return [card for card in played if card not in view.foreseen]


def _draw_deal(view: View, places: _Places, chance: Random) -> State:
    """Deal a pack that gives the view."""
    pack = _draw_pack(view, places, chance)
    return new_game(view.variant, deck=pack, dealer=view.dealer)


def _draw_pack(view: View, places: _Places, chance: Random) -> Pack:
    """Draw a pack that gives the view, as likely as the cut makes it."""
    saw, fitting = view.cutter_saw, None
    explained = _explained(view, places)
    for _ in range(_TRIES):
        cards = _one_of(explained, chance).fill(chance)
        if saw is None:
            fitting = cards
            pack = _cut_to(view, cards, places.most_jacks_below, chance)
            if pack is not None:
                return pack
        elif known_bottom(view.variant, cards, saw) == view.bottom:
            fitting = cards
            break
    if fitting is None:
        raise _impossible()
    # Whatever the cutter saw, others know that it was something.
    return Pack(fitting, fitting[-1:] if saw is None else saw, view.kept)


def _cut_to(
    view: View, cards: tuple[Card, ...], most_jacks: int, chance: Random
) -> Pack | None:
    """
    Cut a pack so that the cards come to lie like this.

    None comes back the more often, the fewer the ways to cut it so; what the
    cutter sees on the way is drawn as well. A search can only have brought as many
    jacks down as may lie there: each number up to this is as likely to be tried.
    """
    variant = view.variant
    if view.kept is not None:
        return Pack(cards, (view.kept,), view.kept)
    if variant.cut in {Cut.NONE, Cut.PLAIN}:
        return Pack(cards, cards[-1:])
    searched = variant.cut is Cut.SEARCH
    jacks = floor(chance.random() * (most_jacks + 1)) if searched else 0
    at = 1 + floor(chance.random() * (len(DECK) - 1))
    *above, lowest = cards[-jacks - 1 :]
    if at <= jacks or is_jack(lowest) or not all(map(is_jack, above)):
        return None
    lifted = (*cards[-at : -jacks - 1], lowest, *above)
    before = lifted + cards[:-at]
    if variant.cut is Cut.CUTTER_KEEPS:
        return cut(Pack(before), at, variant)
    if searched:
        cut_again = len([*takewhile(is_jack, before)])
    else:
        cut_again = len([*filter(is_jack, before[:-1])])
    # A pack that is often cut again comes out of that many more cuts.
    if chance.random() * (len(DECK) - 1 - cut_again) >= len(DECK) - 1 - _JACKS:
        return None
    pack = Pack(before)
    while cut_again:
        try:
            cut(pack, 1 + floor(chance.random() * (len(DECK) - 1)), variant)
        except DealError as another_cut:
            pack = another_cut.deck
        else:
            break
    return cut(pack, at, variant)


def _explained(view: View, places: _Places) -> list[_Places]:
    """
    Give all that may be known of the pack after what the cutter saw.

    A search that met only jacks was on top of the pack, which the last cut has put
    somewhere into its lower part (rule 2.4).
    """
    saw, bottom = view.cutter_saw, view.bottom
    if not saw or view.variant.cut is not Cut.SEARCH or saw[-1:] != bottom[-1:]:
        return [places]
    again = saw[: -len(bottom)]
    # A card at the bottom was left on top, and the last cut lifted what is known.
    if not again or again[-1] in bottom:
        return [places]
    searches = [jacks[::-1] for jacks in _ending_with(again[-1], again)]
    top = max(searches, key=len)
    if any(top[: len(jacks)] != jacks for jacks in searches):
        return [places]
    last = len(DECK) - len(bottom) - len(top)
    found = [places.with_run(top, first) for first in range(1, last + 1)]
    return [run for run in found if run is not None] or [places]


def _one_of(found: list[_Places], chance: Random) -> _Places:
    """Draw one as likely as it makes it the number of ways to fill it."""
    if len(found) == 1:
        return found[0]
    *ends, total = accumulate(places.ways for places in found)
    return found[bisect(ends, chance.random() * total)]


def _ending_with(last: Card, cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Divide cards after each time that one of them comes."""
    begin = 0
    for end, card in enumerate(cards, start=1):
        if card is last:
            yield cards[begin:end]
            begin = end

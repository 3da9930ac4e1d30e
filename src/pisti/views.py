"""Views: what each seat may know, and nothing else."""

from collections.abc import Set as AbstractSet
from typing import TypeVar, cast, final

import attrs

from pisti.cards import DECK, Card, SeenCard, repr_cards, repr_packets
from pisti.errors import DealError, PistiError, SeatError, shown
from pisti.events import (
    Event,
    LayoutDealt,
    PackCut,
    PacketsDealt,
    PileCaptured,
    UpCardTurned,
)
from pisti.frozen import quick
from pisti.judging import captures
from pisti.play import tell_capture, who_sees_hidden
from pisti.rules import Rule
from pisti.scoring import HandScore, score_cards
from pisti.state import Bonus, Move, State, Table
from pisti.variants import PLAYS, Cut, HiddenSeenBy, Seat, Variant

__all__ = ["View", "redact", "view"]


@final
@attrs.frozen(kw_only=True)
class View(Table):
    """
    All that one seat, or a spectator, may know of a hand; `view` makes it.

    It is complete for somebody who forgets nothing, and holds nothing else: no
    state, no order of the pack, no seed. None stands for each card that lies face
    down to this seat. Views compare and hash by value.
    """

    variant: Variant
    """The rules of the table."""
    seat: Seat | None
    """Whose view it is; None for a spectator's."""
    dealer: Seat
    """The seat that dealt."""
    cutter_saw: tuple[Card, ...] | None = attrs.field(repr=repr_cards)
    """
    What the cutter looked at, in order; None to others if there was anything
    (rules 2.3 to 2.5).
    """
    kept: Card | None
    """The jack that the cutter kept for all to see, or None (rule 2.5)."""
    bottom: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """
    What this seat knows at the bottom of the pack as it was dealt, lowest last: the
    shown card (rule 2.6), and to the cutter what the cut brought there.
    """
    opening: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """The pile before the first play: the up-card, or an open layout."""
    beside: tuple[SeenCard, ...] = attrs.field(repr=repr_cards)
    """The layout's other cards in the order dealt, captured or not (rule 4.10)."""
    passed: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """Jacks passed over for the up-card, face up among those (rule 3.6)."""
    buried: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """Jacks buried under the stock, the lowest last (rule 3.8)."""
    packets: tuple[tuple[Card, ...], ...] = attrs.field(repr=repr_packets)
    """The packets dealt to this seat so far, by round; none for a spectator."""
    plays: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """Every card played so far, in order."""
    hands: tuple[tuple[SeenCard, ...], ...] = attrs.field(repr=repr_packets)
    """The cards held, by seat."""
    pile: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """The visible pile on the table, from the bottom up."""
    captured: tuple[tuple[SeenCard, ...], ...] = attrs.field(repr=repr_packets)
    """The captured cards by seat, in the order captured, the residue included."""
    bonuses: tuple[Bonus, ...]
    """The bonuses, in the order earned."""
    last_capturer: Seat | None
    """Who captured last; None while nobody has."""

    @property
    def ply(self) -> int:
        """How many plays have been made, 0 to 48."""
        return len(self.plays)

    @property
    def round(self) -> int:
        """The round whose packets are held, from 1; at the end the last."""
        return min(self.ply // self.variant.round_size + 1, self.variant.rounds)

    @property
    def turn(self) -> Seat | None:
        """The seat to play, or None when the hand is over."""
        return None if self.is_over else self._seat_of(self.ply + 1)

    @property
    def is_over(self) -> bool:
        """Whether all 48 plays have been made (rule 4.11)."""
        return self.ply == PLAYS

    @property
    def hand(self) -> tuple[Card, ...]:
        """This seat's own cards, in the order dealt; none for a spectator."""
        held = () if self.seat is None else self.hands[self.seat]
        return cast("tuple[Card, ...]", held)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The cards that this seat may play now; none when it is not on turn."""
        return self.hand if self.turn == self.seat else ()

    @property
    def up_card(self) -> Card:
        """The card turned up at the deal, or the top card of an open layout."""
        return self.opening[-1]

    @property
    def bottom_card(self) -> Card | None:
        """The card shown at the bottom of the stock, dealt or not, or None (2.6)."""
        return self.bottom[-1] if self.variant.bottom_card_exposed else None

    @property
    def hidden(self) -> tuple[SeenCard, ...]:
        """The layout's other cards until the first capture takes them (rule 4.9)."""
        return self.beside if self.last_capturer is None else ()

    @property
    def stock(self) -> tuple[SeenCard, ...]:
        """The cards still to be dealt, in that order, as far as they are known."""
        count = PLAYS - self.round * self.variant.round_size
        known = (*self.bottom, *self.buried)[-count:] if count else ()
        return (None,) * (count - len(known)) + known

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards whose place this seat does not know, in the order of `DECK`."""
        dealt = (card for packet in self.packets for card in packet)
        seen = {*self.foreseen, *self.opening, *self.beside, *self.plays, *dealt}
        return tuple(card for card in DECK if card not in seen)

    @property
    def foreseen(self) -> tuple[Card, ...]:
        """
        The cards that this seat knew of before they were dealt, wherever they are.

        They are those at the bottom of the pack, buried, and kept by the cutter.
        """
        kept = () if self.kept is None else (self.kept,)
        return (*self.bottom, *self.buried, *kept)

    @property
    def captures(self) -> tuple[PileCaptured, ...]:
        """
        Every capture so far, in order, with its bonus or why there is none.

        Hidden cards are as this seat knows them now.
        """
        told: list[PileCaptured] = []
        pile, hidden = self.opening, self.beside
        for play, card in enumerate(self.plays, start=1):
            if captures(pile, card):
                seat = self._seat_of(play)
                told.append(
                    tell_capture(self, seat, card, pile, hidden=hidden, ply=play)
                )
                pile, hidden = (), ()
            else:
                pile = (*pile, card)
        return tuple(told)

    @property
    def score(self) -> HandScore | None:
        """
        The score once the hand is over, before that None.

        All cards have been seen by then but the hidden ones, which are those that
        are left.
        """
        if not self.is_over:
            return None
        hidden = iter(self.unseen)
        heaps = [
            [next(hidden) if card is None else card for card in heap]
            for heap in self.captured
        ]
        by_side = [
            [card for seat in side for card in heaps[seat]]
            for side in self.variant.sides
        ]
        return score_cards(self.variant, by_side, self.bonuses)

    def _seat_of(self, play: int) -> Seat:
        """Give the seat that makes the play of that number, from 1 (rule 4.2)."""
        return (self.leader + play - 1) % self.variant.players


_JACKS = 4

_view = quick(View)


def view(state: State, seat: Seat | None) -> View:
    """
    Give all that a seat may know, or a spectator where *seat* is None.

    A view is what a server may send and a player may think about: who sees the
    hidden cards is as rule 4.10 says, what the cutter looked at is the cutter's
    alone (rules 2.3 to 2.5), and there are no card points before the end.

    Raises:
        DealError: If *state* is not a State.
        SeatError: If there is no such *seat* (rule 1.3).

    Examples:
        >>> from pisti import new_game, view
        >>> seen = view(new_game(rng=7), 0)
        >>> [str(card) for card in seen.hand], seen.hands[1]
        (['QC', '10C', 'AC', '3S'], (None, None, None, None))
        >>> seen.hidden, len(seen.stock), len(seen.unseen)
        ((None, None, None), 40, 47)
    """
    if type(state) is not State:
        raise DealError(f"not a State but {shown(state)}")
    setup, won = state.setup, state.won
    if seat is not None:
        setup.variant.check_seat(seat)
    pack, buried = setup.pack, setup.buried
    cutter_saw: tuple[Card, ...] | None = pack.cutter_saw
    if cutter_saw and seat != setup.cutter:
        cutter_saw = None
    bottom = known_bottom(setup.variant, pack.cards, cutter_saw)
    known = {*bottom, *buried, pack.kept}
    beside, captured = _hidden_as_seen(state, seat, known)
    round_ = min(len(state.plays) // setup.variant.round_size + 1, setup.variant.rounds)
    packets: tuple[tuple[Card, ...], ...] = ()
    if seat is not None:
        packets = tuple([packets[seat] for packets in setup.packets[:round_]])
    return _view(
        variant=setup.variant,
        seat=seat,
        dealer=setup.dealer,
        cutter_saw=cutter_saw,
        kept=pack.kept,
        bottom=bottom,
        opening=setup.pile,
        beside=beside,
        passed=setup.passed,
        buried=buried,
        packets=packets,
        plays=state.plays,
        hands=tuple(
            [
                hand if holder == seat else _face_down(hand, known)
                for holder, hand in enumerate(state.hands)
            ]
        ),
        pile=state.pile,
        captured=captured,
        bonuses=won.bonuses,
        last_capturer=won.last_capturer,
    )


def _hidden_as_seen(
    state: State, seat: Seat | None, known: set[SeenCard]
) -> tuple[tuple[SeenCard, ...], tuple[tuple[SeenCard, ...], ...]]:
    """Give the layout's other cards and all captured ones as a seat knows them."""
    setup, won = state.setup, state.won
    if not setup.hidden:
        return (), won.cards
    first = None if won.last_capturer is None else _first_capturer(state)
    if sees_hidden(setup, first, seat):
        return setup.hidden, won.cards
    beside = _face_down(setup.hidden, known.union(setup.passed))
    if first is None:
        return beside, won.cards
    heap = beside + won.cards[first][len(beside) :]
    return beside, (*won.cards[:first], heap, *won.cards[first + 1 :])


def _face_down(
    cards: tuple[SeenCard, ...], known: AbstractSet[SeenCard]
) -> tuple[SeenCard, ...]:
    """Turn all but the known cards face down."""
    if known.isdisjoint(cards):
        return (None,) * len(cards)
    return tuple([card if card in known else None for card in cards])


def _first_capturer(state: State) -> Seat:
    """Give the seat that took the hidden cards, as the first of its captures."""
    hidden = state.setup.hidden[:1]
    return [heap[:1] for heap in state.captured].index(hidden)


def sees_hidden(table: Table, first_capturer: Seat | None, seat: Seat | None) -> bool:
    """Say whether a seat has had a right to look at the hidden cards (rule 4.10)."""
    if first_capturer is not None:
        return seat in who_sees_hidden(table, first_capturer)
    looks = table.variant.hidden_seen_by is HiddenSeenBy.LEADER
    return looks and seat == table.leader


def known_bottom(
    variant: Variant, cards: tuple[Card, ...], cutter_saw: tuple[Card, ...] | None
) -> tuple[Card, ...]:
    """Give what is known at the bottom of a pack to somebody who saw this in the cut."""
    bottom = cards[-1:]
    if cutter_saw and cutter_saw[-1] is bottom[0]:
        jacks = 0
        if variant.cut is Cut.SEARCH:
            jacks = _brought_to_bottom(cards, cutter_saw)
        return cards[-jacks - 1 :]
    return bottom if variant.bottom_card_exposed else ()


def _brought_to_bottom(cards: tuple[Card, ...], cutter_saw: tuple[Card, ...]) -> int:
    """Count the jacks that a search has left above the bottom card (rule 2.4)."""
    for jacks in range(min(_JACKS, len(cutter_saw) - 1), 0, -1):
        if cards[-jacks - 1 : -1] == cutter_saw[-2 : -jacks - 2 : -1]:
            return jacks
    return 0


_Event = TypeVar("_Event", bound=Event)


def redact(event: _Event, seat: Seat | None) -> _Event:
    """
    Give an event as a seat may know it, or a spectator where *seat* is None.

    Raises:
        PistiError: If *event* is not an event.
        SeatError: If *seat* is neither a whole number from 0 nor None.

    Examples:
        >>> from pisti import redact, start
        >>> _, (_, packets, _, _) = start(rng=7)
        >>> redact(packets, 1).packets[0]
        (None, None, None, None)
    """
    if not isinstance(event, Event):
        raise PistiError(f"not an event but {shown(event)}")
    if seat is not None and (type(seat) is not int or seat < 0):
        raise SeatError(f"there is no seat {shown(seat)}", seat=seat, rule=Rule.PLAYERS)
    redacted: Event = event
    match event:
        case PackCut() if event.saw and seat != event.seat:
            redacted = attrs.evolve(event, saw=None)
        case LayoutDealt() if seat not in event.seen_by:
            redacted = attrs.evolve(event, cards=(None,) * len(event.cards))
        case PacketsDealt():
            packets = tuple(
                packet if holder == seat else (None,) * len(packet)
                for holder, packet in enumerate(event.packets)
            )
            redacted = attrs.evolve(event, packets=packets)
        case UpCardTurned() | PileCaptured() if seat not in event.seen_by:
            hidden = _face_down(event.hidden, {*event.passed})
            redacted = attrs.evolve(event, hidden=hidden)
        case _:
            pass
    return cast("_Event", redacted)

"""Views as ones and zeros: what a learner sees, the same through every adapter."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum, auto
from types import MappingProxyType
from typing import SupportsFloat, TypeAlias

import attrs

from pisti.cards import DECK, SeenCard
from pisti.errors import DealError, SeatError, VariantError, shown
from pisti.rules import Rule
from pisti.variants import LAYOUT_SIZE, PLAYS, Seat
from pisti.views import View

__all__ = ["Layout", "Piece", "Rows"]

Rows: TypeAlias = tuple[tuple[int, ...], ...]
"""The columns of the ones, row by row."""

_CARDS = len(DECK)
_JACKS = 4
_HIDDEN = LAYOUT_SIZE - 1
_LOOKS = 8
"""To look at more cards, the cutter has to see a jack eight times in a row."""
_PLACES: Mapping[SeenCard, int] = {card: place for place, card in enumerate(DECK)}


class Piece(StrEnum):
    """
    A part of an observation, rows of ones and zeros.

    A row of cards has 52 columns in the order of `DECK`. A row of seats has a column
    for each, and what is by seat has a row for each, counted in turn order from the
    seat that observes: 0 is its own.
    """

    TURN = auto()
    """The seat to play, one row of seats; no one when the hand is over."""
    DEALER = auto()
    """The seat that dealt, one row of seats."""
    LAST_CAPTURER = auto()
    """The seat that captured last, one row of seats."""
    PLY = auto()
    """How many plays have been made, one row with columns 0 to 48."""
    HANDS = auto()
    """The cards held, by seat: all of its own, and what it knows of the others'."""
    PLAYED = auto()
    """The cards played, by seat."""
    PILE = auto()
    """The cards of the visible pile, one row."""
    TOP = auto()
    """The top card of the pile, one row."""
    HIDDEN = auto()
    """The hidden cards on the table that are known, one row."""
    HIDDEN_FACE_DOWN = auto()
    """How many hidden cards are not known, one row with columns for 1 to 3."""
    CAPTURED = auto()
    """The captured cards that are known, by seat."""
    CAPTURED_FACE_DOWN = auto()
    """How many captured cards are not known, by seat, with columns for 1 to 3."""
    BONUSES = auto()
    """The cards that have earned a bonus by capturing, by seat."""
    STOCK = auto()
    """The cards that are known to be still in the stock, one row."""
    UNSEEN = auto()
    """The cards whose place is not known, one row."""
    PLAYS = auto()
    """Every play in order, 48 rows; with the history."""
    PACKETS = auto()
    """The cards dealt to this seat in order, a row each; with the history."""
    OPENING = auto()
    """The pile before the first play from the bottom up, 4 rows; with the history."""
    BESIDE = auto()
    """The layout's other cards in order as far as known, 3 rows; with the history."""
    PASSED = auto()
    """The jacks passed over in order, 3 rows; with the history."""
    BURIED = auto()
    """The buried jacks, the lowest last, 4 rows; with the history."""
    BOTTOM = auto()
    """What is known at the bottom, the lowest last, 5 rows; with the history."""
    KEPT = auto()
    """The jack that the cutter kept, one row; with the history."""
    CUTTER_LOOKED = auto()
    """Whether the cutter looked at any card, one row of one; with the history."""
    CUTTER_SAW = auto()
    """
    What this seat saw in the cut in order, 8 rows; with the history. Of more than
    eight cards, which takes eight sightings of jacks, these are the last.
    """


_HISTORY = (*Piece,)[[*Piece].index(Piece.PLAYS) :]


def _slices(layout: "Layout") -> Mapping[Piece, slice]:
    slices: dict[Piece, slice] = {}
    start = 0
    for piece, (rows, columns) in layout.shapes.items():
        slices[piece] = slice(start, start + rows * columns)
        start += rows * columns
    return MappingProxyType(slices)


def _shapes(layout: "Layout") -> Mapping[Piece, tuple[int, int]]:
    seats, cards = layout.players, _CARDS
    shapes = {
        Piece.TURN: (1, seats),
        Piece.DEALER: (1, seats),
        Piece.LAST_CAPTURER: (1, seats),
        Piece.PLY: (1, PLAYS + 1),
        Piece.HANDS: (seats, cards),
        Piece.PLAYED: (seats, cards),
        Piece.PILE: (1, cards),
        Piece.TOP: (1, cards),
        Piece.HIDDEN: (1, cards),
        Piece.HIDDEN_FACE_DOWN: (1, _HIDDEN),
        Piece.CAPTURED: (seats, cards),
        Piece.CAPTURED_FACE_DOWN: (seats, _HIDDEN),
        Piece.BONUSES: (seats, cards),
        Piece.STOCK: (1, cards),
        Piece.UNSEEN: (1, cards),
        Piece.PLAYS: (PLAYS, cards),
        Piece.PACKETS: (PLAYS // seats, cards),
        Piece.OPENING: (LAYOUT_SIZE, cards),
        Piece.BESIDE: (_HIDDEN, cards),
        Piece.PASSED: (_HIDDEN, cards),
        Piece.BURIED: (_JACKS, cards),
        Piece.BOTTOM: (_JACKS + 1, cards),
        Piece.KEPT: (1, cards),
        Piece.CUTTER_LOOKED: (1, 1),
        Piece.CUTTER_SAW: (_LOOKS, cards),
    }
    return MappingProxyType(
        {
            piece: shape
            for piece, shape in shapes.items()
            if layout.history or piece not in _HISTORY
        }
    )


def _number_of_players(players: int) -> int:
    if type(players) is int and players in {2, 3, 4}:
        return players
    raise VariantError(
        f"players must be 2 or 3 or 4, not {shown(players)}",
        fields=("players",),
        rule=Rule.PLAYERS,
    )


@attrs.frozen
class Layout:
    """
    Where everything stands in the observations of tables with so many players.

    With the *history*, views of a seat that differ have observations that differ, so
    long as the cutter has not looked at more than eight cards. Without it, an
    observation says where each card lies, who played it and who captured it, but
    not in which order. Seats are told from the observer's place, so that one learner
    can play all of them; which seat it is, is not told.

    Raises:
        VariantError: If *players* is not 2, 3 or 4 (rule 1.3).

    Examples:
        >>> from pisti import DECK, new_game, view
        >>> from pisti.adapters.observation import Layout, Piece
        >>> layout = Layout(players=2, history=False)
        >>> layout.size, layout.slices[Piece.TOP], layout.shapes[Piece.HANDS]
        (740, slice(315, 367, None), (2, 52))
        >>> rows = layout.rows(view(new_game(rng=7), 0))
        >>> [str(DECK[column]) for column in rows[Piece.HANDS][0]]
        ['AC', '10C', 'QC', '3S']
    """

    players: int = attrs.field(converter=_number_of_players)
    """Number of seats: 2, 3 or 4."""
    history: bool = True
    """Whether the pieces from `PLAYS` on are there, which tell the order of things."""
    shapes: Mapping[Piece, tuple[int, int]] = attrs.field(
        init=False,
        repr=False,
        eq=False,
        default=attrs.Factory(_shapes, takes_self=True),
    )
    """Rows and columns of each piece, in the order of the observation."""
    slices: Mapping[Piece, slice] = attrs.field(
        init=False,
        repr=False,
        eq=False,
        default=attrs.Factory(_slices, takes_self=True),
    )
    """The place of each piece in the observation, row after row."""

    def __reduce__(self) -> tuple[type["Layout"], tuple[int, bool]]:
        """Copy and pickle what is given; what follows from it cannot be pickled."""
        return Layout, (self.players, self.history)

    @property
    def size(self) -> int:
        """Number of ones and zeros in an observation."""
        return sum(rows * columns for rows, columns in self.shapes.values())

    def rows(self, view: View) -> Mapping[Piece, Rows]:
        """
        Give what the observation of a view holds, as columns of ones by row.

        Raises:
            DealError: If *view* is not a View, or of a table with other players.
            SeatError: If it is a spectator's.
        """
        if type(view) is not View:
            raise DealError(f"not a View but {shown(view)}")
        if view.variant.players != self.players:
            raise DealError(
                f"a view of {view.variant.players} players, not {self.players}",
                rule=Rule.PLAYERS,
            )
        if view.seat is None:
            raise SeatError("a spectator has no place to observe from")
        rows = dict(_position(view, view.seat))
        if self.history:
            rows.update(_history(view))
        return rows

    def ones(self, view: View) -> list[int]:
        """
        Give the places of the ones in the observation of a view; all else is zero.

        Raises:
            DealError: As `rows`.
            SeatError: As `rows`.
        """
        ones: list[int] = []
        for piece, rows in self.rows(view).items():
            place, columns = self.slices[piece].start, self.shapes[piece][1]
            for row in rows:
                ones += [place + column for column in row]
                place += columns
        return ones

    def read(self, observation: Sequence[SupportsFloat]) -> Mapping[Piece, Rows]:
        """
        Read an observation, such as an array: the inverse of `ones`, as from `rows`.

        Raises:
            DealError: If it has another size.
        """
        if len(observation) != self.size:
            raise DealError(f"of {self.size} numbers there are {len(observation)}")
        read: dict[Piece, Rows] = {}
        for piece, (rows, columns) in self.shapes.items():
            start = self.slices[piece].start
            read[piece] = tuple(
                [
                    tuple(
                        [
                            column
                            for column in range(columns)
                            if observation[start + row * columns + column]
                        ]
                    )
                    for row in range(rows)
                ]
            )
        return read


def _position(view: View, seat: Seat) -> Iterator[tuple[Piece, Rows]]:
    """Tell where everything is now."""
    players = view.variant.players
    seats = [(seat + place) % players for place in range(players)]

    def one_seat(whose: Seat | None) -> Rows:
        return (() if whose is None else ((whose - seat) % players,),)

    def by_seat(heaps: Sequence[Iterable[SeenCard]]) -> Rows:
        return tuple([_set(heaps[whose]) for whose in seats])

    played = [
        view.plays[(whose - view.leader) % players :: players]
        for whose in range(players)
    ]
    earned = [
        [bonus.cards[-1] for bonus in view.bonuses if bonus.seat == whose]
        for whose in range(players)
    ]
    yield Piece.TURN, one_seat(view.turn)
    yield Piece.DEALER, one_seat(view.dealer)
    yield Piece.LAST_CAPTURER, one_seat(view.last_capturer)
    yield Piece.PLY, ((view.ply,),)
    yield Piece.HANDS, by_seat(view.hands)
    yield Piece.PLAYED, by_seat(played)
    yield Piece.PILE, (_set(view.pile),)
    yield Piece.TOP, (_set(view.pile[-1:]),)
    yield Piece.HIDDEN, (_set(view.hidden),)
    yield Piece.HIDDEN_FACE_DOWN, (_face_down(view.hidden),)
    yield Piece.CAPTURED, by_seat(view.captured)
    yield (
        Piece.CAPTURED_FACE_DOWN,
        tuple([_face_down(view.captured[whose]) for whose in seats]),
    )
    yield Piece.BONUSES, by_seat(earned)
    yield Piece.STOCK, (_set(view.stock),)
    yield Piece.UNSEEN, (_set(view.unseen),)


def _history(view: View) -> Iterator[tuple[Piece, Rows]]:
    """Tell how it came about, in order."""
    kept = () if view.kept is None else (view.kept,)
    players = view.variant.players
    dealt = [card for packet in view.packets for card in packet]
    looked = view.cutter_saw is None or bool(view.cutter_saw)
    yield Piece.PLAYS, _list(view.plays, PLAYS)
    yield Piece.PACKETS, _list(dealt, PLAYS // players)
    yield Piece.OPENING, _list(view.opening, LAYOUT_SIZE)
    yield Piece.BESIDE, _list(view.beside, _HIDDEN)
    yield Piece.PASSED, _list(view.passed, _HIDDEN)
    yield Piece.BURIED, _list(view.buried, _JACKS)
    yield Piece.BOTTOM, _list(view.bottom, _JACKS + 1)
    yield Piece.KEPT, _list(kept, 1)
    yield Piece.CUTTER_LOOKED, ((0,) if looked else (),)
    yield Piece.CUTTER_SAW, _list((view.cutter_saw or ())[-_LOOKS:], _LOOKS)


def _set(cards: Iterable[SeenCard]) -> tuple[int, ...]:
    """Give one row of all the cards that are known."""
    return tuple(sorted([_PLACES[card] for card in cards if card is not None]))


def _list(cards: Sequence[SeenCard], length: int) -> Rows:
    """Give a row for each card, and empty rows up to the length."""
    rows = [() if card is None else (_PLACES[card],) for card in cards]
    return (*rows, *[()] * (length - len(rows)))


def _face_down(cards: Sequence[SeenCard]) -> tuple[int, ...]:
    count = cards.count(None)
    return (count - 1,) if count else ()

"""Endgames: how a hand ends when all cards are known and all play their best."""

from typing import Final, TypeAlias

import attrs

from pisti.cards import DECK, repr_cards
from pisti.determinizing import determinize
from pisti.errors import DealError, VariantError, shown
from pisti.play import apply_move, legal_moves
from pisti.rules import Rule
from pisti.scoring import score_hand, strict_leader
from pisti.state import Move, State
from pisti.variants import Variant
from pisti.views import View

__all__ = ["Solution", "is_settled", "solve"]

TWO_SIDES: Final = 2
_PLACES: Final = {card: place for place, card in enumerate(DECK)}


@attrs.frozen
class Solution:
    """How a hand ends when every seat plays its best for its side."""

    margin: int
    """The points of side 0 at the end of the hand, less those of side 1."""
    moves: tuple[Move, ...] = attrs.field(repr=repr_cards)
    """The cards played from here to the end; of equals, the first of `DECK`."""


def solve(position: State | View) -> Solution:
    """
    Play the rest of a hand with all cards known, each side for its own points.

    All ways to play are tried, so this is for the last rounds: with two players the
    last round takes a moment and the last two take seconds. A view is solved where it
    tells who holds each card, as with two players in the last round, to whoever has
    seen all that was captured.

    Raises:
        DealError: If *position* is neither a State nor a View, or a view that
            does not tell who holds each card.
        VariantError: If there are not two sides (rule 1.3): what is best for one of
            three is no question of points alone.

    Examples:
        >>> from pisti import apply_move, legal_moves, new_game
        >>> from pisti.endgames import solve
        >>> state = new_game(rng=7)
        >>> while state.ply < 40:
        ...     state = apply_move(state, legal_moves(state)[0])
        >>> solve(state).margin
        12
    """
    state = _known(position)
    variant = state.variant
    if len(variant.sides) != TWO_SIDES:
        raise VariantError(
            f"an endgame is solved for {TWO_SIDES} sides, not {len(variant.sides)}",
            rule=Rule.PLAYERS,
        )
    search = _Search(variant)
    moves: list[Move] = []
    while not state.is_over:
        moves.append(search.best(state)[1])
        state = apply_move(state, moves[-1])
    first, second = score_hand(state).totals
    return Solution(first - second, tuple(moves))


def _known(position: State | View) -> State:
    """Give the state, or the only one that a view allows."""
    if type(position) is State:
        return position
    if type(position) is not View:
        raise DealError(f"neither a State nor a View but {shown(position)}")
    if not is_settled(position):
        raise DealError("this view does not tell who holds each card")
    return determinize(position, 0)


def is_settled(view: View) -> bool:
    """
    Say whether it is known from a view who holds each card, and what was captured.

    Examples:
        >>> from pisti import new_game, view
        >>> from pisti.endgames import is_settled
        >>> is_settled(view(new_game(rng=7), 0))
        False
    """
    return len(view.unseen) == max(hand.count(None) for hand in view.hands)


_Key: TypeAlias = tuple[object, ...]


class _Search:
    """What is still to be won, remembered by all that this depends on."""

    def __init__(self, variant: Variant) -> None:
        self.points = variant.points_by_card
        self.majority = variant.majority_points
        self.side_of = [variant.side_of(seat) for seat in range(variant.players)]
        self.remembered: dict[_Key, tuple[int, Move]] = {}

    def best(self, state: State) -> tuple[int, Move]:
        """Give what side 0 will win from here, less what side 1 will, and the move."""
        key = self._key(state)
        found = self.remembered.get(key)
        if found is None:
            moves = sorted(legal_moves(state), key=_PLACES.__getitem__)
            values = [self._value(state, move) for move in moves]
            side = self.side_of[state.setup.turns[state.ply]]
            value = min(values) if side else max(values)
            found = self.remembered[key] = value, moves[values.index(value)]
        return found

    def _value(self, state: State, move: Move) -> int:
        """Give what side 0 will win by a move and after it, less what side 1 will."""
        after = apply_move(state, move)
        now = self._won_by(state, after)
        return now + (self._majority(after) if after.is_over else self.best(after)[0])

    def _won_by(self, before: State, after: State) -> int:
        """Count the points of the cards and bonuses that a play has brought."""
        if after.won is before.won:
            return 0
        lead = 0
        for seat, (old, new) in enumerate(
            zip(before.captured, after.captured, strict=True)
        ):
            worth = sum([self.points.get(card, 0) for card in new[len(old) :]])
            lead += -worth if self.side_of[seat] else worth
        for bonus in after.won.bonuses[len(before.won.bonuses) :]:
            lead += -bonus.points if self.side_of[bonus.seat] else bonus.points
        return lead

    def _majority(self, state: State) -> int:
        """Give the points for most cards to side 0, or take them from it (rule 6.2)."""
        side = strict_leader(self._counts(state))
        return 0 if side is None else -self.majority if side else self.majority

    def _counts(self, state: State) -> tuple[int, int]:
        counts = [0, 0]
        for side, cards in zip(self.side_of, state.captured, strict=True):
            counts[side] += len(cards)
        return counts[0], counts[1]

    def _key(self, state: State) -> _Key:
        """Give all that what is still to be won depends on."""
        pile = state.pile
        worth = sum([self.points.get(card, 0) for card in pile])
        top = pile[-1].rank if pile else None
        return (
            state.hands,
            top,
            len(pile),
            worth,
            state.won.last_capturer,
            self._counts(state),
        )

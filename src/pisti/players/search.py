"""The search player: it plays each card in many deals that its view allows."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import inf
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Final

import attrs

from pisti.cards import DECK, Rank
from pisti.determinizing import determinizations
from pisti.endgames import TWO_SIDES, is_settled, solve
from pisti.errors import PistiError, shown
from pisti.packs import Rng, generator
from pisti.play import apply_move, legal_moves
from pisti.players.memory import EMPTY_TABLE, refused, value_of_a_card, weigh
from pisti.players.player import ChancePlayer, choices
from pisti.scoring import score_hand
from pisti.state import Move, State
from pisti.variants import PLAYS, Seat
from pisti.views import View

__all__ = ["search_player"]

_SOLVED: Final = 8
"""With so many plays to come, the best is found at once if all cards are known."""
_WORTH_A_JACK: Final = 2
"""A pile of so many cards is taken with a jack, whatever they are."""
_LEFT_OUT: Final = 3
"""So many deals in a row are left out in which somebody has refused a capture."""


def search_player(
    rng: Rng = None, *, deals: int | None = 60, seconds: float | None = None
) -> ChancePlayer:
    """
    Make a player that plays each of its cards in deals that its view allows.

    Before each play it draws *deals* full deals, or as many as come in *seconds* of
    time, at least one; whichever is reached first where both are given. It leaves out
    most deals in which another seat has left a pile that it could have captured. In
    each deal it plays each of its cards, lets all seats go on as they would at a
    glance until the round is over and the table cleared, and compares what its side
    has won then with what `counting` would expect if it saw all hands. The card with
    the best sum is played, of what `counting` expects and this difference on the
    average. When the view tells who holds each card (see `pisti.endgames.solve`), the
    last eight plays are played perfectly.

    With a number of deals and no time, the same *rng* gives the same cards.

    Raises:
        DealError: If *rng* is neither a generator, an int nor None.
        PistiError: If *deals* is not a whole number from 1, *seconds* no number above
            0 or infinite, or both are None.

    Examples:
        >>> from pisti import new_game, view
        >>> from pisti.players import search_player
        >>> thoughtful = search_player(7, deals=20)
        >>> seen = view(new_game(rng=10), 0)
        >>> print(*seen.hand, "on", *seen.pile)
        4D QC 10H KD on QD
        >>> str(thoughtful(seen))
        'QC'
    """
    if deals is None and seconds is None:
        raise PistiError("a search ends after a number of deals or of seconds")
    if deals is not None and (type(deals) is not int or deals < 1):
        raise PistiError(f"deals are counted from 1, not {shown(deals)}")
    if seconds is not None and not (
        type(seconds) in {int, float} and 0 < seconds < inf
    ):
        raise PistiError(f"seconds are more than 0 and finite, not {shown(seconds)}")
    return _SearchPlayer(generator(rng), deals, seconds)


@attrs.frozen(eq=False)
class _SearchPlayer:
    """Searches, or raises IllegalMoveError when not on turn (rule 4.2)."""

    chance: Random
    deals: int | None
    seconds: float | None

    def __call__(self, view: View, /) -> Move:
        moves = choices(view)
        if len(moves) == 1:
            return moves[0]
        if _can_be_solved(view):
            return solve(view).moves[0]
        unseen = {*view.unseen}
        seen = Counter(card.rank for card in DECK if card not in unseen)
        surprises: dict[Move, list[float]] = {move: [] for move in moves}
        for state in self._deals(view):
            # What the seats to come hold is in both numbers, and so is no surprise.
            expected = weigh(attrs.evolve(view, hands=state.hands))
            for move in moves:
                lead = _lead_after(state, move, seen)
                surprises[move].append(lead - expected[move])
        weighed = weigh(view)
        return max(moves, key=lambda move: weighed[move] + fmean(surprises[move]))

    def with_rng(self, rng: Rng, /) -> ChancePlayer:
        return attrs.evolve(self, chance=generator(rng))

    def _deals(self, view: View) -> Iterator[State]:
        """Draw deals until there are enough, or the time is up."""
        end = inf if self.seconds is None else perf_counter() + self.seconds
        drawn = _likely(determinizations(view, self.chance), view)
        for state in islice(drawn, self.deals):
            yield state
            if perf_counter() > end:
                return


def _likely(states: Iterator[State], view: View) -> Iterator[State]:
    """Leave out deals in which somebody has refused a capture, if others come soon."""
    refusals = refused(view)
    left_out = 0
    for state in states:
        if left_out < _LEFT_OUT and _has_refused(state, refusals, view.seat):
            left_out += 1
        else:
            left_out = 0
            yield state


def _can_be_solved(view: View) -> bool:
    """Say whether nothing is open, and little enough is left to play."""
    few = PLAYS - view.ply <= _SOLVED
    return few and len(view.variant.sides) == TWO_SIDES and is_settled(view)


def _has_refused(state: State, refusals: list[set[Rank]], own: Seat | None) -> bool:
    """Say whether another seat holds a card that it could have captured with."""
    return any(
        card.rank in refusals[seat]
        for seat, hand in enumerate(state.hands)
        if seat != own
        for card in hand
    )


def _lead_after(state: State, move: Move, seen: Counter[Rank]) -> float:
    """Give in points how far ahead a play brings its side when the table is cleared."""
    variant, turn = state.variant, state.setup.turns[state.ply]
    end_of_round = (state.ply // variant.round_size + 1) * variant.round_size
    state = apply_move(state, move)
    while state.ply < end_of_round or (state.pile and not state.is_over):
        state = apply_move(state, _at_a_glance(state, seen))
    score = score_hand(state)
    points: list[float] = [*score.totals]
    if not score.final:
        # In a lead a card counts twice: who has it has won it, and others have not.
        card = value_of_a_card(variant) / 2
        points = [
            n + card * cards for n, cards in zip(points, score.counts, strict=True)
        ]
        points[variant.side_of(state.setup.turns[state.ply])] -= EMPTY_TABLE
    own = points.pop(variant.side_of(turn))
    return own - fmean(points)


def _at_a_glance(state: State, seen: Counter[Rank]) -> Move:
    """Capture if there is more than a lone card to it, else play what is seen most."""
    pile, hand = state.pile, legal_moves(state)
    top = pile[-1].rank if pile else None
    jack, best, most = None, hand[0], -1
    for card in hand:
        if card.rank is top:
            return card
        if card.rank is Rank.JACK:
            jack = card
        elif seen[card.rank] > most:
            best, most = card, seen[card.rank]
    return best if jack is None or len(pile) < _WORTH_A_JACK else jack

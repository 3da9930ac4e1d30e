"""The search player: it plays each card in many deals that its view allows."""

from collections.abc import Iterator
from itertools import islice
from math import inf
from random import Random
from time import perf_counter
from typing import Final

import attrs

from pisti.determinizing import determinizations
from pisti.endgames import TWO_SIDES, is_settled, solve
from pisti.errors import PistiError, shown
from pisti.packs import Rng, generator
from pisti.players.memory import weigh
from pisti.players.player import ChancePlayer, choices
from pisti.players.playouts import Playouts
from pisti.state import Move, State
from pisti.variants import PLAYS
from pisti.views import View

__all__ = ["search_player"]

_DEALS: Final = 30
_SOLVED: Final = 8
"""With so many plays to come, the best is found at once if all cards are known."""
_OPINION: Final = 30
"""What `counting` thinks of a card is worth as much as so many deals."""
_LEFT_OUT: Final = 3
"""So many deals in a row are left out in which others would have played otherwise."""


def search_player(
    rng: Rng = None, *, deals: int | None = None, seconds: float | None = None
) -> ChancePlayer:
    """
    Make a player that plays each of its cards in deals that its view allows.

    Before each play it draws *deals* full deals, or as many as come in *seconds* of
    time, at least one; whichever is reached first where both are given, and thirty deals
    where neither is. It leaves out most deals in which another seat would not have
    played as it has in this round, if it were `counting`. In each deal it plays each of
    its cards, and lets all seats go on as `counting` would until the round is over and
    the table cleared. The card is played with which its side is furthest ahead on
    average, where what `counting` thinks of the cards weighs as much as thirty deals.
    When the view tells who holds each card (see `pisti.endgames.solve`), the last eight
    plays are played perfectly.

    Unless *seconds* are given, the same *rng* gives the same cards.

    Raises:
        DealError: If *rng* is neither a generator, an int nor None.
        PistiError: If *deals* is not a whole number from 1, or *seconds* no number above
            0 or infinite.

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
    if deals is not None and (type(deals) is not int or deals < 1):
        raise PistiError(f"deals are counted from 1, not {shown(deals)}")
    if seconds is not None and not (
        type(seconds) in {int, float} and 0 < seconds < inf
    ):
        raise PistiError(f"seconds are more than 0 and finite, not {shown(seconds)}")
    if deals is None and seconds is None:
        deals = _DEALS
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
        playouts = Playouts(view)
        leads = {card: _OPINION * value for card, value in weigh(view).items()}
        for state in self._deals(view, playouts):
            for move in moves:
                leads[move] += playouts.lead_after(state, move)
        return max(moves, key=leads.__getitem__)

    def with_rng(self, rng: Rng, /) -> ChancePlayer:
        return attrs.evolve(self, chance=generator(rng))

    def _deals(self, view: View, playouts: Playouts) -> Iterator[State]:
        """Draw deals until there are enough, or the time is up."""
        end = inf if self.seconds is None else perf_counter() + self.seconds
        drawn = _likely(determinizations(view, self.chance), playouts)
        for state in islice(drawn, self.deals):
            yield state
            if perf_counter() > end:
                return


def _likely(states: Iterator[State], playouts: Playouts) -> Iterator[State]:
    """Leave out deals in which others would play otherwise, if better ones come soon."""
    left_out = 0
    for state in states:
        if left_out < _LEFT_OUT and not playouts.is_likely(state):
            left_out += 1
        else:
            left_out = 0
            yield state


def _can_be_solved(view: View) -> bool:
    """Say whether nothing is open, and little enough is left to play."""
    few = PLAYS - view.ply <= _SOLVED
    return few and len(view.variant.sides) == TWO_SIDES and is_settled(view)

"""What a player is: whatever chooses a card from a view, and knows nothing else."""

from collections.abc import Callable
from typing import Protocol, TypeAlias, runtime_checkable

from pisti.errors import IllegalMoveError, shown
from pisti.packs import Rng
from pisti.rules import Rule
from pisti.state import Move
from pisti.views import View

__all__ = ["ChancePlayer", "Player", "choices"]

Player: TypeAlias = Callable[[View], Move]
"""Gives a card to play, from all that the seat on turn may know."""


@runtime_checkable
class ChancePlayer(Protocol):
    """
    A player that draws numbers from a generator of its own.

    Whoever plays hands in any order, or in several processes, asks it for a copy with
    numbers for each hand, so that the same seeds give the same hands.
    """

    def __call__(self, view: View, /) -> Move:
        """Give a card to play."""
        ...

    def with_rng(self, rng: Rng, /) -> "ChancePlayer":
        """Give the same player with another generator, or one made from a seed."""
        ...


def choices(view: View) -> tuple[Move, ...]:
    """
    Give the cards to choose from, of which there is always one.

    Raises:
        IllegalMoveError: If *view* is not a View, or not that of the seat on turn
            (rule 4.2).
    """
    if type(view) is not View:
        raise IllegalMoveError(f"not a View but {shown(view)}", rule=Rule.TURN)
    if not view.legal_moves:
        raise IllegalMoveError(
            "this is not the view of a seat on turn", seat=view.seat, rule=Rule.TURN
        )
    return view.legal_moves

"""Players that think of nothing, or of this play alone."""

from math import floor
from random import Random

import attrs

from pisti.cards import Card
from pisti.judging import judge
from pisti.packs import Rng, generator, is_jack
from pisti.players.player import ChancePlayer, choices
from pisti.state import Move
from pisti.views import View

__all__ = ["greedy", "random_player"]


def greedy(view: View) -> Move:
    """
    Take the highest bonus, else the pile, else leave what is hard to capture.

    Where several cards can take the pile, all take the same; a jack does so only
    where no other card can, and leaves a lone card lying unless that earns a bonus
    or hidden cards come with it. When nothing is taken, jacks are kept as long as
    there is another card, and the card played is the one of whose rank the fewest
    are unseen. Among equals the card dealt first is played.

    Raises:
        IllegalMoveError: If *view* is not a View, or not that of the seat on turn
            (rule 4.2).

    Examples:
        >>> from pisti import new_game, view
        >>> from pisti.players import greedy
        >>> seen = view(new_game(rng=10), 0)
        >>> print(*seen.hand, "on", *seen.pile)
        4D QC 10H KD on QD
        >>> str(greedy(seen))
        'QC'
    """
    moves = choices(view)
    feared = [card.rank for card in view.unseen]

    def worth(card: Card) -> tuple[int, bool, bool, int]:
        bonus, takes = _gain(view, card)
        return bonus, takes, not is_jack(card), -feared.count(card.rank)

    return max(moves, key=worth)


def _gain(view: View, card: Card) -> tuple[int, bool]:
    """Give the bonus that a card earns, and whether it takes what is worth it."""
    outcome = judge(view.variant, pile=view.pile, card=card, play=view.ply + 1)
    worth_a_jack = len(view.pile) + len(view.hidden) > 1
    takes = bool(outcome.captured) and (worth_a_jack or not is_jack(card))
    return outcome.bonus, takes


def random_player(rng: Rng = None) -> ChancePlayer:
    """
    Make a player that plays any card of its hand, each equally likely.

    It draws from *rng* alone, one number for each play: a player made anew from the
    same seed plays the same cards.

    Raises:
        DealError: If *rng* is neither a generator, an int nor None.

    Examples:
        >>> from pisti import new_game, view
        >>> from pisti.players import random_player
        >>> careless = random_player(7)
        >>> str(careless(view(new_game(rng=10), 0)))
        'QC'
    """
    return _RandomPlayer(generator(rng))


@attrs.frozen(eq=False)
class _RandomPlayer:
    """Plays any card, or raises IllegalMoveError when not on turn (rule 4.2)."""

    chance: Random

    def __call__(self, view: View, /) -> Move:
        moves = choices(view)
        return moves[floor(self.chance.random() * len(moves))]

    def with_rng(self, rng: Rng, /) -> ChancePlayer:
        return random_player(rng)

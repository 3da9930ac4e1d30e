"""What a card takes, or leaves for the seats to come; cards are numbers, for speed."""

from collections.abc import Collection, Sequence
from functools import cache
from math import comb
from typing import Final

from pisti.cards import DECK, Rank
from pisti.judging import lone_card_reward
from pisti.variants import Variant

__all__ = [
    "EMPTY_TABLE",
    "JACK",
    "PLACES",
    "RANKS",
    "RANK_OF",
    "Other",
    "Takers",
    "Weigher",
    "value_of_a_card",
]

RANKS: Final = tuple(Rank)
PLACES: Final = {card: place for place, card in enumerate(DECK)}
"""The number of a card: its place in `DECK`."""
RANK_OF: Final = tuple(RANKS.index(card.rank) for card in DECK)
JACK: Final = RANKS.index(Rank.JACK)
_A_JACK: Final = RANK_OF.index(JACK)
_NO_JACK: Final = 0

_HALF_THE_PACK: Final = len(DECK) // 2
# What things are worth in points, found by playing many hands against `greedy`.
_JACK_IN_HAND: Final = 3.2
"""To hold a jack, which captures any pile."""
EMPTY_TABLE: Final = 1.0
"""To have cleared the table, so that the next seat has to lay down a lone card."""
_CAPTURED_CARD: Final = 2.5
"""To capture a card, as a multiple of its share in the majority."""


def value_of_a_card(variant: Variant) -> float:
    """Give in points what it is worth to capture any card, beside its own points."""
    return variant.majority_points / _HALF_THE_PACK * _CAPTURED_CARD


class Weigher:
    """Weighs cards at a table."""

    def __init__(self, variant: Variant) -> None:
        points = variant.points_by_card
        self.card: float = value_of_a_card(variant)
        self._worth = [self.card + points.get(card, 0) for card in DECK]
        self._variant = variant

    def values(
        self,
        hand: Sequence[int],
        pile: Sequence[int],
        stake: float,
        play: int,
        takers: "Takers",
    ) -> list[float]:
        """
        Give what it is worth in points to play each card of a hand.

        *stake* is what it is worth to capture all that lies there, and *play* the
        number of this play.
        """
        top = RANK_OF[pile[-1]] if pile else None
        bonus_for_jack = 0 if pile else self._bonus(_NO_JACK, _A_JACK, play + 1)
        values: list[float] = []
        for card in hand:
            rank, lying = RANK_OF[card], stake + self._worth[card]
            if top is not None and rank in (top, JACK):
                value = lying + EMPTY_TABLE
                if len(pile) == 1:
                    value += self._bonus(pile[0], card, play)
            else:
                bonus = 0 if pile else self._bonus(card, card, play + 1)
                lying += self.card
                value = takers.expected(rank, lying, bonus, bonus_for_jack)
            values.append(value - _JACK_IN_HAND if rank == JACK else value)
        return values

    def _bonus(self, lone: int, card: int, play: int) -> int:
        """Give the bonus for a lone card that is captured with another."""
        return lone_card_reward(self._variant, DECK[lone], DECK[card], play)[0]


class Other:
    """A seat that plays before the one on turn does again, as that one knows it."""

    def __init__(
        self,
        sign: int,
        unseen: Sequence[int],
        cards: int,
        refused: Collection[int],
        known: Collection[int] = (),
    ) -> None:
        """
        Take what is known of it.

        Its *sign* is 1 for a partner and -1 for an opponent, *unseen* how many cards
        of each rank have not been seen; of these it holds a number of *cards*, none
        of the ranks that it has *refused* to capture with, and surely those *known*.
        """
        possible = sum(unseen)
        without = possible - sum([unseen[rank] for rank in refused])
        if without < cards:  # it plays in another way than is thought here
            refused, without = (), possible
        self.sign: int = sign
        self._unseen, self._cards, self._possible = unseen, cards, without
        self._refused, self._known = refused, known

    def holds(self, rank: int) -> float:
        """Give how likely it holds a card of a rank."""
        if rank in self._known:
            return 1.0
        if rank in self._refused:
            return 0.0
        return _chance(self._unseen[rank], self._possible, self._cards)


class Takers:
    """The seats that may take a pile that is left to them, in turn order."""

    def __init__(self, others: Sequence[Other]) -> None:
        self._next = others[0] if others else None
        self._jack = others[0].holds(JACK) if others else 0.0
        self._later, lying = 0.0, 1.0
        for other in others[1:]:
            chance = other.holds(JACK)  # by then another card lies on top
            self._later += other.sign * lying * chance
            lying *= 1 - chance

    def expected(
        self, rank: int, stake: float, bonus: int, bonus_for_jack: int
    ) -> float:
        """
        Give what may be expected of a pile with a card of some rank on top.

        Whoever takes it has what is at *stake*, and the next seat a bonus as well.
        """
        if self._next is None:
            return 0.0
        equal = self._next.holds(rank)
        jack = 0.0 if rank == JACK else (1 - equal) * self._jack
        won = equal * (stake + bonus) + jack * (stake + bonus_for_jack)
        return self._next.sign * won + (1 - equal - jack) * self._later * stake


@cache
def _chance(wanted: int, possible: int, drawn: int) -> float:
    """Give how likely one of the wanted cards is among those drawn."""
    return 1 - comb(possible - wanted, drawn) / comb(possible, drawn)

"""The counting player: it forgets no card, and weighs what it leaves for others."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import comb
from typing import Final

from pisti.cards import DECK, Card, Rank, SeenCard, Suit
from pisti.judging import captures, reward
from pisti.packs import is_jack
from pisti.players.player import choices
from pisti.state import Move
from pisti.variants import Seat, Variant
from pisti.views import View

__all__ = ["EMPTY_TABLE", "counting", "refused", "value_of_a_card", "weigh"]

_HALF_THE_PACK: Final = len(DECK) // 2
_JACK_OF_SPADES: Final = Card(Rank.JACK, Suit.SPADES)
# What things are worth in points, found by playing many hands against `greedy`.
_JACK: Final = 3.2
"""To hold a jack, which captures any pile."""
EMPTY_TABLE: Final = 1.0
"""To have cleared the table, so that the next seat has to lay down a lone card."""
_CAPTURED_CARD: Final = 2.5
"""To capture a card, as a multiple of its share in the majority."""


def counting(view: View) -> Move:
    """
    Weigh in points what a card takes, or what it leaves for the seats to come.

    All that was played is remembered. How likely the next seats hold a card that
    takes the pile follows from the cards not seen, and from what they did not take in
    this round: who leaves a seven lying has none. What a partner may take counts as
    won, what others may take as lost, and a bonus for a lone card above all. A jack is
    kept for a pile that is worth it. Among equals the card dealt first is played.

    Raises:
        IllegalMoveError: If *view* is not a View, or not that of the seat on turn
            (rule 4.2).

    Examples:
        >>> from pisti import new_game, view
        >>> from pisti.players import counting
        >>> seen = view(new_game(rng=12), 0)
        >>> print(*seen.hand, "on", *seen.pile)
        AS 4D AD 10C on 10H
        >>> str(counting(seen))
        '10C'
    """
    choices(view)
    values = weigh(view)
    return max(values, key=values.__getitem__)


def weigh(view: View) -> dict[Card, float]:
    """Give what it is worth in points to play each card, in the order dealt."""
    weighing = _Weighing(view)
    return {card: weighing.value(card) for card in view.legal_moves}


def value_of_a_card(variant: Variant) -> float:
    """Give in points what it is worth to capture any card, beside its own points."""
    return variant.majority_points / _HALF_THE_PACK * _CAPTURED_CARD


def refused(view: View) -> list[set[Rank]]:
    """
    Give for each seat the ranks that it could have captured with, and did not.

    Only what happened since the packets in hand were dealt counts. A jack takes any
    pile, but may be kept when there is but a lone card.
    """
    players = view.variant.players
    dealt = (view.round - 1) * view.variant.round_size
    ranks: list[set[Rank]] = [set() for _ in range(players)]
    pile, hidden = view.opening, view.beside
    for ply, card in enumerate(view.plays):
        if captures(pile, card):
            pile, hidden = (), ()
            continue
        if pile and ply >= dealt:
            held = ranks[(view.leader + ply) % players]
            held.add(pile[-1].rank)
            if len(pile) + len(hidden) > 1:
                held.add(Rank.JACK)
        pile = (*pile, card)
    return ranks


class _Weighing:
    """What the seat on turn makes of its view."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._unseen = Counter(card.rank for card in view.unseen)
        self._refused = refused(view)
        variant = view.variant
        self._card = value_of_a_card(variant)
        self._side = variant.side_of(view.seat or 0)
        points = [variant.points_by_card.get(card, 0) for card in view.unseen]
        self._mean = sum(points) / (len(points) or 1)

    def value(self, card: Card) -> float:
        """Give what it is worth to play a card."""
        view = self._view
        kept = _JACK if is_jack(card) else 0.0
        if captures(view.pile, card):
            bonus, *_ = reward(view.variant, view.pile, card, view.ply + 1)
            won = self._worth((*view.hidden, *view.pile, card))
            return won + bonus + EMPTY_TABLE - kept
        return self._left((*view.pile, card)) - kept

    def _worth(self, cards: Iterable[SeenCard]) -> float:
        """Give what it is worth to capture cards, seen or not."""
        points = self._view.variant.points_by_card
        return sum(
            self._card + (self._mean if card is None else points.get(card, 0))
            for card in cards
        )

    def _left(self, pile: tuple[Card, ...]) -> float:
        """Give what a side may expect of a pile that is left to the seats to come."""
        expected, still_lying = 0.0, 1.0
        for seat, chance, gain in self._takers(pile):
            ours = self._view.variant.side_of(seat) == self._side
            expected += still_lying * chance * (gain if ours else -gain)
            still_lying *= 1 - chance
        return expected

    def _takers(self, pile: tuple[Card, ...]) -> Iterator[tuple[Seat, float, float]]:
        """Give who may take a pile before this seat plays again, how likely, for what."""
        stake = self._worth((*self._view.hidden, *pile)) + self._card
        for place, seat in enumerate(self._to_come()):
            if place:  # by then another card lies on top
                yield seat, self._holds(seat, Rank.JACK), stake
                continue
            rank = pile[-1].rank
            yield seat, self._holds(seat, rank), stake + self._bonus(pile, pile[-1])
            if rank is not Rank.JACK:
                bonus = self._bonus(pile, _JACK_OF_SPADES)
                yield seat, self._holds(seat, Rank.JACK), stake + bonus

    def _bonus(self, pile: tuple[Card, ...], card: Card) -> int:
        """Give the bonus that the next seat earns if it takes a pile with a card."""
        return reward(self._view.variant, pile, card, self._view.ply + 2)[0]

    def _to_come(self) -> Iterator[Seat]:
        """Give the seats that play in this round before this one does again."""
        view, players = self._view, self._view.variant.players
        for place in range(1, players):
            seat = (view.leader + view.ply + place) % players
            if view.hands[seat]:
                yield seat

    def _holds(self, seat: Seat, rank: Rank) -> float:
        """Give how likely a seat holds a card of a rank."""
        hand = self._view.hands[seat]
        if any(card is not None and card.rank is rank for card in hand):
            return 1.0
        without = self._refused[seat]
        unknown = hand.count(None)
        possible = self._unseen.total() - sum(self._unseen[r] for r in without)
        if possible < unknown:  # it plays in another way than is thought here
            without, possible = set[Rank](), self._unseen.total()
        wanted = 0 if rank in without else self._unseen[rank]
        return 1 - comb(possible - wanted, unknown) / comb(possible, unknown)

"""The counting player: it forgets no card, and weighs what it leaves for others."""

from collections.abc import Iterable, Iterator
from copy import copy

from pisti.cards import Card
from pisti.players.player import choices
from pisti.players.weighing import JACK, PLACES, RANK_OF, RANKS, Other, Takers, Weigher
from pisti.state import Move
from pisti.views import View

__all__ = ["Table", "count_ranks", "counting", "weigh"]


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
    weigher, unseen = Weigher(view.variant), view.unseen
    points, lying = view.variant.points_by_card, (*view.hidden, *view.pile)
    mean = sum(points.get(card, 0) for card in unseen) / (len(unseen) or 1)
    worth = sum(mean if card is None else points.get(card, 0) for card in lying)
    others = _others(view, count_ranks(map(PLACES.__getitem__, unseen)))
    values = weigher.values(
        [PLACES[card] for card in view.legal_moves],
        [PLACES[card] for card in view.pile],
        worth + len(lying) * weigher.card,
        view.ply + 1,
        Takers([*others]),
    )
    return dict(zip(view.legal_moves, values, strict=True))


def count_ranks(cards: Iterable[int]) -> list[int]:
    """Give how many cards of each rank there are."""
    counts = [0] * len(RANKS)
    for card in cards:
        counts[RANK_OF[card]] += 1
    return counts


def _others(view: View, unseen: list[int]) -> Iterator[Other]:
    """Give the seats that play in this round before the one on turn does again."""
    variant = view.variant
    table = Table(view)
    for card in view.plays:
        table.play(PLACES[card])
    own = variant.side_of(table.turn)
    for place in range(1, variant.players):
        seat = (table.turn + place) % variant.players
        hand = view.hands[seat]
        if hand:
            yield Other(
                1 if variant.side_of(seat) == own else -1,
                unseen,
                hand.count(None),
                table.refused[seat],
                [RANK_OF[PLACES[card]] for card in hand if card is not None],
            )


class Table:
    """What everybody sees, as one card after the other is played."""

    def __init__(self, view: View) -> None:
        """Begin before the first play, with what is known in a view."""
        self._players, self._round_size = view.variant.players, view.variant.round_size
        self.turn: int = view.leader
        self.ply: int = 0
        self.pile: list[int] = [PLACES[card] for card in view.opening]
        self.lying: int = len(view.opening) + len(view.beside)
        """The number of cards that a capture takes, the hidden ones too."""
        self.foreseen: set[int] = {PLACES[card] for card in view.foreseen}
        """The cards that have been seen, and are still to be played."""
        self.seen: set[int] = {*self.pile, *self.foreseen}
        self.seen.update(PLACES[card] for card in view.beside if card is not None)
        self.ranks_seen: list[int] = count_ranks(self.seen)
        """How many cards of each rank have been seen."""
        self.refused: list[set[int]] = self._nothing()
        """The ranks that each seat could have captured with, but not in this round."""
        self.captured: list[int] = [0] * self._players
        """The number of cards that each seat has captured."""
        self.first_capturer: int | None = None
        self.last_capturer: int | None = None

    def _nothing(self) -> list[set[int]]:
        return [set() for _ in range(self._players)]

    def copy(self) -> "Table":
        """Give a table of its own, as this is now."""
        table = copy(self)
        table.pile, table.captured = self.pile.copy(), self.captured.copy()
        table.seen, table.ranks_seen = self.seen.copy(), self.ranks_seen.copy()
        table.foreseen = self.foreseen.copy()
        table.refused = [ranks.copy() for ranks in self.refused]
        return table

    def play(self, card: int) -> bool:
        """Play a card, and say whether it captures."""
        pile, rank, seat = self.pile, RANK_OF[card], self.turn
        captures = bool(pile) and rank in (RANK_OF[pile[-1]], JACK)
        if pile and not captures:
            self.refused[seat].add(RANK_OF[pile[-1]])
            # A jack takes any pile, but may be kept when there is but a lone card.
            if self.lying > 1:
                self.refused[seat].add(JACK)
        pile.append(card)
        self.lying += 1
        if card in self.foreseen:
            self.foreseen.remove(card)
        else:
            self.seen.add(card)
            self.ranks_seen[rank] += 1
        if captures:
            self._take(seat)
        self.ply += 1
        self.turn = (seat + 1) % self._players
        if self.ply % self._round_size == 0:
            self.refused = self._nothing()
        return captures

    def _take(self, seat: int) -> None:
        self.captured[seat] += self.lying
        if self.first_capturer is None:
            self.first_capturer = seat
        self.last_capturer = seat
        self.lying = 0
        self.pile.clear()

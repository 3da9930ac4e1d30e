"""Playouts: a deal is played on by seats that count, in lists, which is fast."""

from statistics import fmean

from pisti.cards import DECK, Card
from pisti.dealing import new_game
from pisti.determinizing import determinize
from pisti.judging import lone_card_reward
from pisti.players.memory import Table
from pisti.players.weighing import (
    EMPTY_TABLE,
    PLACES,
    RANK_OF,
    RANKS,
    Other,
    Takers,
    Weigher,
)
from pisti.scoring import strict_leader
from pisti.state import Move, Setup, State
from pisti.variants import PLAYS, Seat, Side, Variant
from pisti.views import View, sees_hidden
from pisti.views import view as view_of

__all__ = ["Playout", "Playouts"]

_OF_A_RANK = len(DECK) // len(RANKS)


class Playouts:
    """Plays deals that one view allows."""

    def __init__(self, view: View) -> None:
        """Follow what everybody has seen, up to this round and in it."""
        variant = view.variant
        self.variant: Variant = variant
        self.weigher: Weigher = Weigher(variant)
        self.points: list[int] = [variant.points_by_card.get(card, 0) for card in DECK]
        seats = range(variant.players)
        self.side_of: list[Side] = [variant.side_of(seat) for seat in seats]
        self.onlookers: dict[Seat | None, list[Seat]] = {
            first: [seat for seat in seats if sees_hidden(view, first, seat)]
            for first in (None, *seats)
        }
        """Who may know the covered cards, by who captured them."""
        # All deals that the view allows look the same to a spectator.
        pack = determinize(view, 0).setup.pack
        table = Table(view_of(new_game(variant, deck=pack, dealer=view.dealer), None))
        plays = [PLACES[card] for card in view.plays]
        dealt = (view.round - 1) * variant.round_size
        self._seat, self._round, self._in_round = view.seat, view.round, plays[dealt:]
        for card in plays[:dealt]:
            table.play(card)
        self._dealt = table.copy()
        for card in self._in_round:
            table.play(card)
        self._now = table

    def is_likely(self, state: State) -> bool:
        """Say whether all others have played in this round as `counting` would have."""
        packets = state.setup.packets[self._round - 1]
        playout = Playout(self, self._dealt, state.setup, packets)
        for card in self._in_round:
            if playout.table.turn != self._seat and playout.choose() != card:
                return False
            playout.play(card)
        return True

    def lead_after(self, state: State, move: Move) -> float:
        """
        Give in points how far ahead of the others a play brings its side on average.

        All seats play on until the round is over and the table cleared. Of what was
        won before, only the cards count: its points are the same whatever is played.
        """
        playout = Playout(self, self._now, state.setup, state.hands)
        table = playout.table
        playout.play(PLACES[move])
        end_of_round = self._round * self.variant.round_size
        while table.ply < end_of_round or (table.pile and table.ply < PLAYS):
            playout.play(playout.choose())
        points = playout.score()
        own = points.pop(self.side_of[self._now.turn])
        return own - fmean(points)


class Playout:
    """A deal that is played on at a table of its own, without looking back."""

    def __init__(
        self,
        playouts: Playouts,
        table: Table,
        setup: Setup,
        hands: tuple[tuple[Card, ...], ...],
    ) -> None:
        """Sit down at a table, with hands of some deal."""
        self.table: Table = table.copy()
        self._playouts, self._setup = playouts, setup
        self._hands = [[PLACES[card] for card in hand] for hand in hands]
        # Jacks that were passed lie beside the pile for all to see.
        self._covered = [PLACES[c] for c in setup.hidden if c not in setup.passed]
        lying = [*table.pile]
        if table.first_capturer is None:
            lying += [PLACES[card] for card in setup.passed]
        self._lying = sum([playouts.points[card] for card in lying])
        self._points = [0.0] * len(playouts.variant.sides)

    def play(self, card: int) -> None:
        """Play a card, and deal the next round where this one is over."""
        playouts, table = self._playouts, self.table
        variant, pile, seat = playouts.variant, table.pile, table.turn
        lone = pile[0] if len(pile) == 1 else None
        covered = self._covered if table.first_capturer is None else []
        self._hands[seat].remove(card)
        self._lying += playouts.points[card]
        if table.play(card):
            if lone is not None:
                cards = DECK[lone], DECK[card]
                self._lying += lone_card_reward(variant, *cards, table.ply)[0]
            self._lying += sum([playouts.points[hidden] for hidden in covered])
            self._points[playouts.side_of[seat]] += self._lying
            self._lying = 0
        if table.ply % variant.round_size == 0 and table.ply < PLAYS:
            packets = self._setup.packets[table.ply // variant.round_size]
            self._hands = [[PLACES[card] for card in hand] for hand in packets]

    def choose(self) -> int:
        """Give the card that `counting` would play, but for what the cutter has seen."""
        table = self.table
        hand = self._hands[table.turn]
        if len(hand) == 1:
            return hand[0]
        unseen = [_OF_A_RANK - seen for seen in table.ranks_seen]
        for card in self._seen_alone(hand):
            unseen[RANK_OF[card]] -= 1
        weigher = self._playouts.weigher
        stake = self._lying + table.lying * weigher.card
        if self._covered and table.first_capturer is None:
            stake += self._worth_covered(hand)
        takers = Takers(self._others(unseen))
        values = weigher.values(hand, table.pile, stake, table.ply + 1, takers)
        return hand[values.index(max(values))]

    def _seen_alone(self, hand: list[int]) -> list[int]:
        """Give the cards that the seat on turn has seen, but not everybody."""
        foreseen = self.table.foreseen
        looked = self._covered if self._has_looked() else []
        return [card for card in (*hand, *looked) if card not in foreseen]

    def _has_looked(self) -> bool:
        """Say whether the seat on turn may know the covered cards."""
        return self.table.turn in self._playouts.onlookers[self.table.first_capturer]

    def _worth_covered(self, hand: list[int]) -> float:
        """Give the points of the covered cards, for all that the seat on turn knows."""
        points, covered = self._playouts.points, self._covered
        if self._has_looked():
            return sum([points[card] for card in covered])
        unseen = {*range(len(DECK))}.difference(self.table.seen, hand)
        return len(covered) * fmean([points[card] for card in unseen])

    def _others(self, unseen: list[int]) -> list[Other]:
        """Give the other seats: all hold a card where the one on turn has a choice."""
        side_of, table, hands = self._playouts.side_of, self.table, self._hands
        own, foreseen, others = side_of[table.turn], table.foreseen, list[Other]()
        for seat in (*range(table.turn + 1, len(hands)), *range(table.turn)):
            hand = hands[seat]
            sign = 1 if side_of[seat] == own else -1
            known = [RANK_OF[card] for card in hand if card in foreseen]
            unknown = len(hand) - len(known)
            others.append(Other(sign, unseen, unknown, table.refused[seat], known))
        return others

    def score(self) -> list[float]:
        """Give what each side has won in points, at the end or as if it were there."""
        playouts, table, points = self._playouts, self.table, self._points.copy()
        cards = [0] * len(points)
        for seat, captured in enumerate(table.captured):
            cards[playouts.side_of[seat]] += captured
        if table.ply == PLAYS:
            if table.last_capturer is not None:
                side = playouts.side_of[table.last_capturer]
                cards[side] += table.lying
                points[side] += self._lying
            most = strict_leader(cards)
            if most is not None:
                points[most] += playouts.variant.majority_points
            return points
        # In a lead a card counts twice: who has it has won it, and others have not.
        card = playouts.weigher.card / 2
        points = [n + card * many for n, many in zip(points, cards, strict=True)]
        points[playouts.side_of[table.turn]] -= EMPTY_TABLE
        return points

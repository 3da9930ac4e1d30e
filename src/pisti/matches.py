"""Matches: hand after hand to the end (chapter 7), and the draw for the deal."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby, islice
from math import floor
from operator import add

import attrs

from pisti.cards import Card, Rank
from pisti.dealing import dealer_seat, start
from pisti.errors import MatchError, shown
from pisti.events import Event
from pisti.frozen import quick
from pisti.packs import (
    Pack,
    Rng,
    generator,
    heaps_of_one_pack,
    numbered_generator,
    shuffle,
    tuple_of,
)
from pisti.rules import Rule
from pisti.scoring import HandScore, score_hand, strict_leader
from pisti.state import State
from pisti.variants import FirstDealer, Seat, Side, Variant, check_variant

__all__ = ["Draw", "Match", "draw", "new_match"]

_MOST_ROUNDS = 100
"""Nobody draws equal cards that often."""


@attrs.frozen(kw_only=True)
class Draw:
    """
    A draw by high card for the first deal, and for partners (rule 1.7).

    The players who draw are numbered from 0. The dealer stays in the seat of
    that number; a partner who sits elsewhere changes places with the player
    opposite the dealer.
    """

    rounds: tuple[tuple[tuple[int, Card], ...], ...]
    """Who drew which card: first everybody, then those who had to draw again."""
    seating: tuple[int, ...]
    """The player in each seat."""
    dealer: Seat
    """The seat of the player who drew highest, who deals first."""

    @property
    def cards(self) -> tuple[tuple[Card, ...], ...]:
        """The cards drawn, by round, in the order of the players who drew."""
        return tuple(tuple(card for _, card in drawn) for drawn in self.rounds)


def draw(variant: Variant, rng: Rng = None) -> Draw:
    """
    Draw for the first deal, and in partnership for partners (rule 1.7).

    The players take the top cards of a pack shuffled by *rng*, player 0 first;
    those who draw again do so from a pack shuffled anew.

    Raises:
        VariantError: If *variant* is not a Variant.
        DealError: If *rng* is neither a generator, an int nor None.

    Examples:
        >>> from pisti import PARTNERSHIP, draw
        >>> result = draw(PARTNERSHIP, 7)
        >>> [f"player {player}: {card}" for player, card in result.rounds[0]]
        ['player 0: QC', 'player 1: 10C', 'player 2: AC', 'player 3: 3S']
        >>> result.dealer, result.seating
        (2, (0, 1, 2, 3))
    """
    chance = generator(rng)
    check_variant(variant)
    return _draw_from(variant, iter(lambda: shuffle(chance).cards, None))


def _draw_from(variant: Variant, packs: Iterator[tuple[Card, ...]]) -> Draw:
    """Draw from the top of one pack after another."""
    players = range(variant.players)
    rounds: list[tuple[tuple[int, Card], ...]] = []
    places = 2 if variant.partnership else 1
    order = _draw_order(players, places, packs, rounds)
    dealer, partner = order[:2]
    seating = list(players)
    if variant.partnership:
        opposite = (dealer + 2) % len(seating)
        seating[partner], seating[opposite] = opposite, partner
    return Draw(rounds=tuple(rounds), seating=tuple(seating), dealer=dealer)


def draw_of_cards(variant: Variant, rounds: Iterable[Iterable[Card]]) -> Draw:
    """
    Give the draw in which these cards came, round by round (rule 1.7).

    Raises:
        MatchError: If no draw comes to that.
        DealError: If a round has anything but cards of one pack (rule 1.1).
    """
    given = [heaps_of_one_pack([cards])[0] for cards in islice(rounds, _MOST_ROUNDS)]
    try:
        drawn = _draw_from(variant, iter(given))
    except (StopIteration, ValueError):
        drawn = None
    if drawn is None or list(drawn.cards) != given:
        raise MatchError("no draw comes to these cards", rule=Rule.HIGH_CARD_DRAW)
    return drawn


def _draw_order(
    players: Sequence[int],
    places: int,
    packs: Iterator[tuple[Card, ...]],
    rounds: list[tuple[tuple[int, Card], ...]],
) -> list[int]:
    """Order players by the cards they draw, so that the first places are decided."""
    drawn = tuple(zip(players, next(packs)[: len(players)], strict=True))
    rounds.append(drawn)
    order: list[int] = []
    highest_first = sorted(drawn, key=_height, reverse=True)
    for _, equals in groupby(highest_first, key=_height):
        tied = [player for player, _ in equals]
        open_places = places - len(order)
        if len(tied) > 1 and open_places > 0:
            tied = _draw_order(tied, open_places, packs, rounds)
        order += tied
    return order


def _height(drawn: tuple[int, Card]) -> int:
    """Give the height of a drawn card, aces high."""
    rank = drawn[1].rank
    return len(Rank) if rank is Rank.ACE else list(Rank).index(rank)


@attrs.frozen(kw_only=True)
class Match:
    """
    A match of hands, immutable; `new_match` makes one.

    Play each hand that `start` or `deal` gives to its end, then `add` it.

    Raises:
        VariantError: If *variant* is not a Variant.
        DealError: If *first_dealer* is no seat of it (rule 1.3).
        MatchError: If *draw* is not a draw that comes to this dealer (rule 1.7), or
            *scores* are not those of finished hands, none after the end (rules 7.1
            and 7.4).

    Examples:
        >>> from pisti import CLASSIC, apply_move, legal_moves, new_match
        >>> match = new_match(CLASSIC, dealer=1)
        >>> while not match.is_over:
        ...     state = match.deal(rng=7)
        ...     while moves := legal_moves(state):
        ...         state = apply_move(state, moves[0])
        ...     match = match.add(state)
        >>> match.totals, match.winners
        ((1, 15), (1,))
    """

    variant: Variant
    """The rules of the table."""
    first_dealer: Seat
    """The seat that deals the first hand."""
    draw: Draw | None = None
    """The draw that found the first dealer, where there was one."""
    scores: tuple[HandScore, ...] = ()
    """The scores of the hands played."""

    def __attrs_post_init__(self) -> None:
        """Refuse a match that no table can have."""
        dealer_seat(self.variant, self.first_dealer)
        if self.first_dealer is None:
            raise MatchError("a match has a first dealer", rule=Rule.FIRST_DEALER)
        self._check_draw()
        if type(self.scores) is not tuple or tuple_of(HandScore, self.scores) is None:
            raise MatchError("the scores of a match are a tuple of HandScore")
        sides = len(self.variant.sides)
        if any(len(score.totals) != sides for score in self.scores):
            raise MatchError(f"a hand's score has totals for {sides} sides")
        if not all(score.final for score in self.scores):
            raise MatchError("a hand that counts is over", rule=Rule.END_OF_HAND)
        totals = (0,) * sides
        for hands, score in enumerate(self.scores):
            if _has_ended(self.variant, hands, totals):
                raise MatchError("the match was over before", rule=self._end_rule)
            totals = tuple(map(add, totals, score.totals))

    def _check_draw(self) -> None:
        if self.draw is None:
            return
        if type(self.draw) is not Draw:
            raise MatchError(f"not a Draw but {shown(self.draw)}")
        try:
            genuine = self.draw == draw_of_cards(self.variant, self.draw.cards)
        except (TypeError, ValueError):
            genuine = False
        if not genuine:
            raise MatchError("no draw comes out so", rule=Rule.HIGH_CARD_DRAW)
        if self.draw.dealer != self.first_dealer:
            raise MatchError("whoever draws highest deals", rule=Rule.HIGH_CARD_DRAW)

    @property
    def dealer(self) -> Seat:
        """The seat that deals the next hand (rule 7.5)."""
        return (self.first_dealer + len(self.scores)) % self.variant.players

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """Points of all hands by side."""
        nothing = (0,) * len(self.variant.sides)
        by_side = zip(nothing, *[score.totals for score in self.scores], strict=True)
        return tuple(map(sum, by_side))

    @property
    def is_over(self) -> bool:
        """Whether the match has ended (rules 7.1 to 7.4)."""
        return _has_ended(self.variant, len(self.scores), self.totals)

    @property
    def winners(self) -> tuple[Side, ...]:
        """The sides that won: none before the end, several in a drawn match."""
        if not self.is_over:
            return ()
        totals = self.totals
        return tuple(side for side, n in enumerate(totals) if n == max(totals))

    def start(
        self, *, deck: Pack | Iterable[Card] | None = None, rng: Rng = None
    ) -> tuple[State, tuple[Event, ...]]:
        """
        Deal the next hand, and tell what happened.

        An int as *rng* is mixed with the number of hands played, so that no two
        hands of a match share a pack by accident.

        Raises:
            MatchError: If the match is over (rules 7.1 and 7.4).
            DealError: As `new_game`.
        """
        if self.is_over:
            raise MatchError("the match is over", rule=self._end_rule)
        if type(rng) is int and rng >= 0:
            rng = numbered_generator(rng, len(self.scores))
        return start(self.variant, deck=deck, rng=rng, dealer=self.dealer)

    def deal(
        self, *, deck: Pack | Iterable[Card] | None = None, rng: Rng = None
    ) -> State:
        """
        Deal the next hand as `start` does, without telling what happened.

        Raises:
            MatchError: As `start`.
            DealError: As `new_game`.
        """
        return self.start(deck=deck, rng=rng)[0]

    def add(self, state: State) -> "Match":
        """
        Give the match with one more hand.

        Raises:
            MatchError: As `check_next`, and if *state* is not over (rule 4.11).
        """
        self.check_next(state)
        if not state.is_over:
            raise MatchError("the hand is not over", rule=Rule.END_OF_HAND)
        return _match(
            variant=self.variant,
            first_dealer=self.first_dealer,
            draw=self.draw,
            scores=(*self.scores, score_hand(state)),
        )

    def check_next(self, state: State) -> None:
        """
        Refuse a hand, over or not, that is not the next of this match.

        Raises:
            MatchError: If the match is over (rules 7.1 and 7.4), or *state* is of
                another variant, or of another dealer (rule 7.5).
        """
        if self.is_over:
            raise MatchError("the match is over", rule=self._end_rule)
        if not isinstance(state, State):
            raise MatchError(f"not a State but {shown(state)}")
        if state.variant != self.variant:
            raise MatchError("the hand was played by the rules of another variant")
        if state.dealer != self.dealer:
            raise MatchError(
                f"seat {self.dealer} had to deal, not seat {state.dealer}",
                rule=Rule.NEXT_DEALER,
            )

    @property
    def _end_rule(self) -> Rule:
        return Rule.FIXED_HANDS if self.variant.target is None else Rule.TARGET


# A match that only grows needs no second check.
_match = quick(Match)


def _has_ended(variant: Variant, hands: int, totals: tuple[int, ...]) -> bool:
    """Say whether a match ends after so many hands (rules 7.1 to 7.4)."""
    if variant.target is None:
        return hands >= (variant.hands or 0)
    return max(totals) >= variant.target and strict_leader(totals) is not None


def new_match(
    variant: Variant, *, dealer: Seat | None = None, rng: Rng = None
) -> Match:
    """
    Begin a match.

    Where *dealer* is None the first dealer is found by *rng* as the variant says:
    at random (rule 1.6) or by a draw (rule 1.7), which is kept as `Match.draw`.

    Raises:
        VariantError: If *variant* is not a Variant.
        DealError: If *dealer* is no seat, or *rng* neither a generator, an int
            nor None.
    """
    chance = generator(rng)
    if dealer is not None:
        return Match(variant=variant, first_dealer=dealer_seat(variant, dealer))
    check_variant(variant)
    if variant.first_dealer is FirstDealer.HIGH_CARD:
        drawn = draw(variant, chance)
        return Match(variant=variant, first_dealer=drawn.dealer, draw=drawn)
    seat = floor(chance.random() * variant.players)
    return Match(variant=variant, first_dealer=seat)

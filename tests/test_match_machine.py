"""Whole matches by random steps, beside a model that keeps the score by itself."""

from collections.abc import Callable
from random import Random
from typing import Any

import attrs
import naive
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
)
from strategies import (
    PLAYS,
    Choices,
    Deck,
    choices,
    finish,
    options_of,
    play_out,
    seeds,
    tables,
    texts,
)

from pisti import (
    Card,
    DealError,
    IllegalMoveError,
    Match,
    MatchError,
    PackShuffled,
    Rule,
    State,
    Variant,
    apply_move,
    legal_moves,
    new_game,
    new_match,
)
from pisti.strategies import cards, decks

short = st.builds(
    attrs.evolve,
    tables,
    target=st.none(),
    hands=st.integers(1, 3),
)
level = st.builds(
    Variant,
    players=st.sampled_from([2, 3, 4]),
    card_points=st.just({}),
    majority_points=st.just(0),
    double_pisti_points=st.just(10),
    jack_pisti_points=st.just(10),
    target=st.sampled_from([10, 20, 30, 40]),
)
"""Tables where sides are often level at the target."""


class Model:
    """A match as it is kept with pencil and paper."""

    def __init__(self, variant: Variant, dealer: int) -> None:
        """Begin with nothing."""
        self.variant = variant
        self.dealer = dealer
        self.sheet: list[list[int]] = []

    def write(self, state: State) -> None:
        """Write down a hand, and pass the deal."""
        variant, options = self.variant, options_of(self.variant)
        points, counts = [], []
        for members in variant.sides:
            heap = [card for seat in members for card in texts(state.captured[seat])]
            earned = [b.points for b in state.won.bonuses if b.seat in members]
            counts.append(len(heap))
            worth = sum(naive.points_of(options, card) for card in heap)
            points.append(worth + sum(earned))
        most = max(counts)
        if counts.count(most) == 1:
            points[counts.index(most)] += variant.majority_points
        self.sheet.append(points)
        self.dealer = 0 if self.dealer == variant.players - 1 else self.dealer + 1

    @property
    def totals(self) -> list[int]:
        """Add up."""
        nothing = [0] * len(self.variant.sides)
        return [sum(column) for column in zip(nothing, *self.sheet, strict=True)]

    @property
    def winners(self) -> list[int]:
        """Say who has won, if anybody has."""
        totals = self.totals
        ahead = [side for side, n in enumerate(totals) if n == max(totals)]
        if self.variant.hands is not None:
            return ahead if len(self.sheet) == self.variant.hands else []
        assert self.variant.target is not None
        reached = max(totals) >= self.variant.target
        return ahead if reached and len(ahead) == 1 else []

    @property
    def end_rule(self) -> Rule:
        """Say what ends the match."""
        return Rule.TARGET if self.variant.hands is None else Rule.FIXED_HANDS


class MatchMachine(RuleBasedStateMachine):
    """Deals, plays, refusals and additions in any order."""

    match: Match
    model: Model
    hand: State | None
    earlier: list[tuple[Match, dict[str, Any]]]

    @initialize(variant=short | level | tables, dealer=st.integers(0, 3))
    def begin(self, variant: Variant, dealer: int) -> None:
        """Begin a match."""
        dealer %= variant.players
        self.match = new_match(variant, dealer=dealer)
        self.model = Model(variant, dealer)
        self.hand = None
        self.earlier = []

    def is_over(self) -> bool:
        """Say whether the match has ended."""
        return bool(self.model.winners)

    # What is done. Each rule can always be followed and goes on with the match:
    # Hypothesis leaves out rules at random, and a match gets nowhere where dealing,
    # playing or adding is left out.

    @rule(
        seed=seeds,
        deck=st.none() | decks(),
        number=st.integers(12, PLAYS),
        choices=choices,
    )
    def go_on(
        self, seed: int, deck: Deck | None, number: int, choices: Choices
    ) -> None:
        """Do what comes next."""
        self.go_on_with(seed, deck, choices[:number])

    @rule(card=cards(), seed=seeds, choices=choices)
    def go_on_after_trouble(self, card: Card, seed: int, choices: Choices) -> None:
        """Try plays and additions out of order before what comes next."""
        if not self.is_over():
            self.add_foreign(seed)
            if self.hand is not None and not self.hand.is_over:
                self.refuse(self.match.add, self.hand, Rule.END_OF_HAND)
                self.play_refused(self.hand, card)
        self.go_on_with(seed, None, choices)

    def go_on_with(self, seed: int, deck: Deck | None, choices: Choices) -> None:
        """Deal, play some cards, add the hand, or find that the match is over."""
        if self.is_over():
            self.go_on_after_the_end(seed)
        elif self.hand is None:
            self.hand = self.dealt(seed, deck)
        elif self.hand.is_over:
            self.earlier.append((self.match, self.shown(self.match)))
            self.match = self.match.add(self.hand)
            self.model.write(self.hand)
            self.hand = None
        else:
            for play in play_out(self.hand, choices):
                self.hand = play.after

    def dealt(self, seed: int, deck: Deck | None) -> State:
        """Deal from a shuffled pack, or a deck; a void one only with chance."""
        if deck is None:
            state, events = self.match.start(rng=seed)
            assert self.match.deal(rng=seed) == state
            assert isinstance(events[0], PackShuffled)
            assert events[0].seat == self.model.dealer
            return state
        try:
            naive.Hand(options_of(self.model.variant), texts(deck), self.model.dealer)
        except naive.Redeal:
            with pytest.raises(DealError):
                self.match.deal(deck=deck)
            state = self.match.deal(deck=deck, rng=seed)
            assert state.setup.pack.cards != deck
        else:
            state = self.match.deal(deck=deck)
            assert state.setup.pack.cards == deck
        return state

    # What is refused; at the end of the match nothing else is left to do

    def refuse(
        self, action: Callable[[Any], object], thing: object, rule: Rule | None
    ) -> None:
        """Check that the match refuses something."""
        with pytest.raises(MatchError) as caught:
            action(thing)
        assert caught.value.rule is rule

    def go_on_after_the_end(self, seed: int) -> None:
        """Deal or add a hand when the match is over."""
        end = self.model.end_rule
        dealer = self.model.dealer
        hand = finish(new_game(self.model.variant, dealer=dealer, rng=seed))
        self.refuse(self.match.add, hand, end)
        self.refuse(lambda rng: self.match.deal(rng=rng), seed, end)
        self.refuse(lambda rng: self.match.start(rng=rng), seed, end)

    def add_foreign(self, seed: int) -> None:
        """Add hands of another dealer or table, or what is no hand."""
        variant, dealer = self.model.variant, self.model.dealer
        for other in set(range(variant.players)) - {dealer}:
            hand = finish(new_game(variant, dealer=other, rng=seed))
            self.refuse(self.match.add, hand, Rule.NEXT_DEALER)
        strange = attrs.evolve(variant, pisti_points=variant.pisti_points + 1)
        hand = finish(new_game(strange, dealer=dealer, rng=seed))
        self.refuse(self.match.add, hand, None)
        self.refuse(self.match.add, hand.won, None)

    def play_refused(self, hand: State, card: Card) -> None:
        """Play out of turn, or a card that is not held."""
        turn = hand.turn
        assert turn is not None
        another = (turn + 1) % hand.variant.players
        with pytest.raises(IllegalMoveError) as caught:
            apply_move(hand, card, seat=another)
        assert caught.value.rule is Rule.TURN
        if card not in legal_moves(hand):
            with pytest.raises(IllegalMoveError) as caught:
                apply_move(hand, card, seat=turn)
            assert caught.value.rule is Rule.CARD_IN_HAND

    # What always holds

    def shown(self, match: Match) -> dict[str, Any]:
        """Give all that a match shows."""
        return {
            "variant": match.variant,
            "dealer": match.dealer,
            "hands": [list(score.totals) for score in match.scores],
            "totals": list(match.totals),
            "over": match.is_over,
            "winners": list(match.winners),
        }

    @invariant()
    def match_is_as_the_model(self) -> None:
        """The match shows what the model has written down."""
        assert self.shown(self.match) == {
            "variant": self.model.variant,
            "dealer": self.model.dealer,
            "hands": self.model.sheet,
            "totals": self.model.totals,
            "over": bool(self.model.winners),
            "winners": self.model.winners,
        }
        if self.hand is not None:
            assert self.hand.dealer == self.model.dealer
            assert self.hand.variant == self.model.variant

    def teardown(self) -> None:
        """The match before each hand is still what it was."""
        for match, shown in getattr(self, "earlier", []):
            assert self.shown(match) == shown


TestMatches = pytest.mark.rule("7.1", "7.2", "7.3", "7.4", "7.5")(MatchMachine.TestCase)


@pytest.mark.rule("7.1", "7.2", "7.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_level_sides_play_on(players: int) -> None:
    """Sides level at or past the target play on until one is ahead."""
    variant = Variant(
        players=players,
        card_points={},
        majority_points=0,
        double_pisti_points=10,
        jack_pisti_points=10,
        target=20,
    )
    ties = 0
    for seed in range(60):
        match, model = new_match(variant, dealer=0), Model(variant, 0)
        chance = Random(seed)
        while not match.is_over:
            assert model.winners == []
            hand = finish(match.deal(rng=seed), chance.randbytes(PLAYS))
            match = match.add(hand)
            model.write(hand)
            ties += max(model.totals) >= 20 and not model.winners
        assert list(match.winners) == model.winners
    assert ties > 5

"""Strategies of decks, tables and hands, and the bridge to the naive engine."""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

import attrs
from hypothesis import strategies as st
from naive import Options

from pisti import (
    DECK,
    Card,
    Event,
    Rank,
    State,
    Variant,
    legal_moves,
    start,
    step,
)
from pisti.strategies import decks, seats, variants

PLAYS = 48
EAGER = 128
JACKS = tuple(card for card in DECK if card.rank is Rank.JACK)
CARDS = {str(card): card for card in DECK}
NAMES = {card: name for name, card in CARDS.items()}

Deck: TypeAlias = tuple[Card, ...]
Choices: TypeAlias = Sequence[int]


class Play(NamedTuple):
    """One play of a hand."""

    before: State
    move: Card
    after: State
    events: tuple[Event, ...]


@attrs.frozen
class Deal:
    """All that a deal depends on; a void deck is dealt again by the seed."""

    variant: Variant
    dealer: int
    seed: int
    deck: Deck | None

    def start(self) -> tuple[State, tuple[Event, ...]]:
        """Deal the hand, and tell what happened."""
        return start(self.variant, deck=self.deck, rng=self.seed, dealer=self.dealer)


class Hand(NamedTuple):
    """A deal, and how it is to be played."""

    deal: Deal
    choices: Choices

    @property
    def first(self) -> State:
        """The state before the first play."""
        return self.deal.start()[0]

    @property
    def plays(self) -> list[Play]:
        """All plays of the hand."""
        return list(play_out(self.first, self.choices))


def choose(state: State, choice: int) -> Card:
    """
    Choose the card of that number, modulo the number of cards.

    From 128 on only cards that capture are counted, where there are any: without
    such eager players piştis would be rare.
    """
    moves = legal_moves(state)
    if choice >= EAGER and state.pile:
        ranks = (state.pile[-1].rank, Rank.JACK)
        moves = tuple(card for card in moves if card.rank in ranks) or moves
    return moves[choice % len(moves)]


def play_out(state: State, choices: Choices) -> Iterator[Play]:
    """Play the cards that the choices say, up to the end of the hand."""
    for choice in choices:
        if state.is_over:
            return
        move = choose(state, choice)
        after, events = step(state, move)
        yield Play(state, move, after, events)
        state = after


def finish(state: State, choices: Choices = bytes(PLAYS)) -> State:
    """Play a hand to its end; by default always the oldest card."""
    for play in play_out(state, choices):
        state = play.after
    return state


# Strategies

seeds = st.integers(0, 2**32)
tables = variants()

choices: st.SearchStrategy[Choices] = st.binary(min_size=PLAYS, max_size=PLAYS)
"""Which card of the hand is played, for each play; bytes are fast and shrink well."""


@st.composite
def deals(draw: st.DrawFn, variants: st.SearchStrategy[Variant] = tables) -> Deal:
    """Draw a deal, from a shuffled pack or from a given deck."""
    variant = draw(variants)
    return Deal(
        variant=variant,
        dealer=draw(seats(variant)),
        seed=draw(seeds),
        deck=draw(st.none() | decks()),
    )


def hands(variants: st.SearchStrategy[Variant] = tables) -> st.SearchStrategy[Hand]:
    """Draw a deal and the plays of a hand."""
    return st.builds(Hand, deals(variants), choices)


# The naive engine's language


def texts(cards: Iterable[Card]) -> list[str]:
    """Give cards as the naive engine writes them."""
    return list(map(NAMES.__getitem__, cards))


def options_of(variant: Variant) -> Options:
    """Give a table's options as the naive engine wants them."""
    options: Options = {}
    for field in attrs.fields(Variant):
        value = getattr(variant, field.name)
        options[field.name] = value.value if isinstance(value, Enum) else value
    options["card_points"] = {
        key.value if isinstance(key, Rank) else str(key): points
        for key, points in variant.card_points
    }
    return options

"""Strategies of decks, tables and hands, and the bridge to the naive engine."""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

import attrs
from hypothesis import strategies as st
from naive import Options

from pisti import (
    DECK,
    VARIANTS,
    Card,
    Cut,
    DealOrder,
    Direction,
    Event,
    FirstDealer,
    HiddenSeenBy,
    LayoutRedeal,
    Leader,
    OpeningJack,
    Rank,
    State,
    Variant,
    legal_moves,
    start,
    step,
)

PLAYS = 48
EAGER = 128
JACKS = tuple(card for card in DECK if card.rank is Rank.JACK)
CARDS = {str(card): card for card in DECK}

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
cards = st.sampled_from(DECK)

choices: st.SearchStrategy[Choices] = st.binary(min_size=PLAYS, max_size=PLAYS)
"""Which card of the hand is played, for each play; bytes are fast and shrink well."""


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """Draw 52 cards in any order, often with jacks where the layout may lie."""
    deck = draw(st.permutations(DECK))
    if draw(st.booleans()):
        return tuple(deck)
    places = draw(st.lists(st.integers(0, 15), min_size=4, max_size=4, unique=True))
    others = [card for card in deck if card not in JACKS]
    for place, jack in zip(sorted(places), JACKS, strict=True):
        others.insert(place, jack)
    return tuple(others)


point_tables: st.SearchStrategy[dict[Rank | Card, int]] = st.dictionaries(
    st.sampled_from([*Rank, *DECK]), st.integers(0, 5), max_size=8
)
bonus_points = st.integers(0, 30)


@st.composite
def variants(draw: st.DrawFn) -> Variant:
    """Draw a valid table; only values that fit together are ever drawn."""
    players = draw(st.sampled_from([2, 3, 4]))
    layout_face_up = draw(st.sampled_from([1, 4]))
    opening_jack, layout_redeal = OpeningJack.LEAVE, LayoutRedeal.NEVER
    if layout_face_up == 1:
        opening_jack = draw(st.sampled_from(OpeningJack))
    else:
        layout_redeal = draw(st.sampled_from(LayoutRedeal))
    bury = opening_jack is OpeningJack.BURY
    bottom_card_exposed = not bury and draw(st.booleans())
    # A stock is needed to bury jacks under, or to show its bottom card.
    rounds = 2 if bury or bottom_card_exposed else 1
    sizes = [size for size in range(1, 25) if PLAYS % (players * size) == 0]
    fitting = [size for size in sizes if players * size * rounds <= PLAYS]
    target, hands = draw(
        st.tuples(st.integers(1, 160), st.none())
        | st.tuples(st.none(), st.integers(1, 4))
    )
    return Variant(
        players=players,
        partnership=players == 4 and draw(st.booleans()),
        direction=draw(st.sampled_from(Direction)),
        first_dealer=draw(st.sampled_from(FirstDealer)),
        leader=draw(st.sampled_from(Leader)),
        cut=draw(st.sampled_from(Cut)),
        bottom_card_exposed=bottom_card_exposed,
        deal_order=draw(st.sampled_from(DealOrder)),
        hand_size=draw(st.sampled_from(fitting)),
        layout_face_up=layout_face_up,
        opening_jack=opening_jack,
        layout_redeal=layout_redeal,
        hidden_seen_by=draw(st.sampled_from(HiddenSeenBy)),
        pisti_points=draw(bonus_points),
        double_pisti_points=draw(bonus_points),
        jack_pisti_points=draw(bonus_points),
        pisti_on_first_play=draw(st.booleans()),
        pisti_on_last_play=draw(st.booleans()),
        card_points=draw(point_tables),
        majority_points=draw(bonus_points),
        target=target,
        hands=hands,
    )


presets = st.sampled_from(list(VARIANTS.values()))
tables = presets | variants()
"""The presets and any other tables, half and half."""


def seats(variant: Variant) -> st.SearchStrategy[int]:
    """Draw a seat of the table."""
    return st.integers(0, variant.players - 1)


dealers = seats


@st.composite
def deals(draw: st.DrawFn, variants: st.SearchStrategy[Variant] = tables) -> Deal:
    """Draw a deal, from a shuffled pack or from a given deck."""
    variant = draw(variants)
    return Deal(
        variant=variant,
        dealer=draw(dealers(variant)),
        seed=draw(seeds),
        deck=draw(st.none() | decks()),
    )


def hands(variants: st.SearchStrategy[Variant] = tables) -> st.SearchStrategy[Hand]:
    """Draw a deal and the plays of a hand."""
    return st.builds(Hand, deals(variants), choices)


# The naive engine's language


def texts(cards: Iterable[Card]) -> list[str]:
    """Give cards as the naive engine writes them."""
    return [str(card) for card in cards]


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

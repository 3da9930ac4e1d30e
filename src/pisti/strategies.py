"""Hypothesis strategies of tables, packs, hands and matches (extra `hypothesis`)."""

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

try:
    from hypothesis import strategies as st
except ModuleNotFoundError as _missing:  # pragma: no cover
    raise ModuleNotFoundError(
        "pisti.strategies needs hypothesis, which the extra `hypothesis` installs:"
        " pisti[hypothesis]"
    ) from _missing

from pisti.cards import DECK, Card, Rank
from pisti.dealing import new_game
from pisti.errors import DealError
from pisti.judging import captures
from pisti.matches import Match, new_match
from pisti.packs import Pack, cut, is_jack
from pisti.play import apply_move, legal_moves
from pisti.state import State
from pisti.variants import (
    LAYOUT_SIZE,
    PARTNERS,
    PLAYS,
    VARIANTS,
    Cut,
    DealOrder,
    Direction,
    FirstDealer,
    HiddenSeenBy,
    LayoutRedeal,
    Leader,
    OpeningJack,
    Seat,
    Variant,
)

__all__ = [
    "Hand",
    "Tables",
    "cards",
    "decks",
    "hands",
    "matches",
    "packs",
    "presets",
    "seats",
    "states",
    "variants",
]

_EAGER = 128
"""Choices from this on capture where they can, or else piştis would be rare."""


def cards() -> st.SearchStrategy[Card]:
    """Draw a card."""
    return st.sampled_from(DECK)


def decks() -> st.SearchStrategy[tuple[Card, ...]]:
    """Draw 52 cards in any order, often with jacks near the top."""
    return _decks(0)


@st.composite
def _decks(draw: st.DrawFn, layout: int) -> tuple[Card, ...]:
    """Draw 52 cards, often with jacks from the place on where the layout lies."""
    # Bytes are drawn at once, and shrink to the order of `DECK`.
    choices = draw(st.binary(min_size=len(DECK), max_size=len(DECK)))
    rest = list(DECK)
    deck = [rest.pop(choice % len(rest)) for choice in choices]
    places = draw(st.none() | st.binary(min_size=4, max_size=4))
    if places is not None:
        jacks = [card for card in deck if is_jack(card)]
        deck = [card for card in deck if not is_jack(card)]
        for place, jack in zip(places, jacks, strict=True):
            deck.insert(layout + place % 16, jack)
    return tuple(deck)


def packs(variant: Variant) -> st.SearchStrategy[Pack]:
    """Draw a pack cut as a table cuts, with what the cutter saw."""
    return _packs(variant)


@st.composite
def _packs(draw: st.DrawFn, variant: Variant) -> Pack:
    hands_first = variant.deal_order is DealOrder.HANDS_FIRST
    pack = Pack(draw(_decks(variant.round_size if hands_first else 0)))
    while variant.cut is not Cut.NONE:
        try:
            return cut(pack, draw(st.integers(1, len(DECK) - 1)), variant)
        except DealError as another_cut:
            pack = another_cut.deck
    return pack


def presets() -> st.SearchStrategy[Variant]:
    """Draw a preset."""
    return st.sampled_from(list(VARIANTS.values()))


def seats(variant: Variant) -> st.SearchStrategy[Seat]:
    """Draw a seat of a table."""
    return st.integers(0, variant.players - 1)


def variants() -> st.SearchStrategy[Variant]:
    """Draw a preset, or a table with any options that fit together."""
    return presets() | _mixes()


@st.composite
def _mixes(draw: st.DrawFn) -> Variant:
    players = draw(st.sampled_from([2, 3, 4]))
    layout_face_up = draw(st.sampled_from([1, LAYOUT_SIZE]))
    opening_jack, layout_redeal = OpeningJack.LEAVE, LayoutRedeal.NEVER
    if layout_face_up == 1:
        opening_jack = draw(st.sampled_from(OpeningJack))
    else:
        layout_redeal = draw(st.sampled_from(LayoutRedeal))
    bury = opening_jack is OpeningJack.BURY
    bottom_card_exposed = not bury and draw(st.booleans())
    # A stock is needed to bury jacks under, or to show its bottom card.
    rounds = 2 if bury or bottom_card_exposed else 1
    most = PLAYS // (players * rounds)
    sizes = [size for size in range(1, most + 1) if PLAYS % (players * size) == 0]
    target, hands = draw(
        st.tuples(st.integers(1, 160), st.none())
        | st.tuples(st.none(), st.integers(1, 4))
    )
    points = st.integers(0, 30)
    card_points = st.dictionaries(
        st.sampled_from([*Rank, *DECK]), st.integers(0, 5), max_size=8
    )
    return Variant(
        players=players,
        partnership=players == 2 * PARTNERS and draw(st.booleans()),
        direction=draw(st.sampled_from(Direction)),
        first_dealer=draw(st.sampled_from(FirstDealer)),
        leader=draw(st.sampled_from(Leader)),
        cut=draw(st.sampled_from(Cut)),
        bottom_card_exposed=bottom_card_exposed,
        deal_order=draw(st.sampled_from(DealOrder)),
        hand_size=draw(st.sampled_from(sizes)),
        layout_face_up=layout_face_up,
        opening_jack=opening_jack,
        layout_redeal=layout_redeal,
        hidden_seen_by=draw(st.sampled_from(HiddenSeenBy)),
        pisti_points=draw(points),
        double_pisti_points=draw(points),
        jack_pisti_points=draw(points),
        pisti_on_first_play=draw(st.booleans()),
        pisti_on_last_play=draw(st.booleans()),
        card_points=draw(card_points),
        majority_points=draw(points),
        target=target,
        hands=hands,
    )


Tables: TypeAlias = Variant | st.SearchStrategy[Variant] | None
"""One table, a strategy of tables, or None for any."""


def _any_of(tables: Tables) -> st.SearchStrategy[Variant]:
    if isinstance(tables, Variant):
        return st.just(tables)
    return variants() if tables is None else tables


def states(tables: Tables = None) -> st.SearchStrategy[State]:
    """
    Draw a state at any moment of a hand, at any table or at some.

    It shrinks to few plays of the first cards of an ordered pack. A pack that has to
    be dealt again is shuffled by the seed 0.

    Examples:
        >>> from hypothesis import find
        >>> from pisti import CLASSIC
        >>> from pisti.strategies import states
        >>> find(states(CLASSIC), lambda state: state.ply == 2).ply
        2
    """
    return _states(tables)


@st.composite
def _states(draw: st.DrawFn, tables: Tables) -> State:
    plays = draw(st.sampled_from(range(PLAYS + 1)))
    choices = draw(st.binary(min_size=plays, max_size=plays))
    return [*_play(draw(_deals(tables)), choices)][-1]


class Hand(tuple[State, ...]):
    """The 49 states of a hand, from the deal to the end."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Show the last state, which tells all that was played."""
        return f"<a hand up to {self[-1]!r}>"


def hands(tables: Tables = None) -> st.SearchStrategy[Hand]:
    """Draw a whole hand: its 49 states in order, from the deal to the end."""
    return _hands(tables)


@st.composite
def _hands(draw: st.DrawFn, tables: Tables) -> Hand:
    choices = draw(st.binary(min_size=PLAYS, max_size=PLAYS))
    return Hand(_play(draw(_deals(tables)), choices))


@st.composite
def _deals(draw: st.DrawFn, tables: Tables) -> State:
    variant = draw(_any_of(tables))
    pack = draw(packs(variant))
    return new_game(variant, deck=pack, rng=0, dealer=draw(seats(variant)))


def _play(state: State, choices: bytes) -> Iterator[State]:
    """Give the first state, and one more for each choice of a card."""
    yield state
    for choice in choices:
        moves = legal_moves(state)
        if choice >= _EAGER:
            moves = tuple(card for card in moves if captures(state.pile, card)) or moves
        state = apply_move(state, moves[choice % len(moves)])
        yield state


def matches(tables: Tables = None, *, max_hands: int = 8) -> st.SearchStrategy[Match]:
    """Draw a match after up to so many hands, over or not."""
    return _matches(tables, max_hands)


@st.composite
def _matches(draw: st.DrawFn, tables: Tables, max_hands: int) -> Match:
    variant = draw(_any_of(tables))
    seeds = st.integers(0, 2**32)
    match = new_match(variant, rng=draw(seeds))
    for seed in draw(st.lists(seeds, max_size=max_hands)):
        if match.is_over:
            break
        choices = Random(seed).randbytes(PLAYS)
        *_, end = _play(match.deal(rng=seed), choices)
        match = match.add(end)
    return match

"""Observations: functions of a view, from which all that it has can be read again."""

import copy
import pickle
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from permuting import DEALT, DIFFERENT, neighbours, replay, twin
from strategies import seeds
from tables import deal, names, play, stacked, table

from pisti import (
    CLASSIC,
    DECK,
    PARTNERSHIP,
    PARTNERSHIP_RECUT,
    Card,
    Cut,
    DealError,
    Pack,
    PistiError,
    Rank,
    Seat,
    SeatError,
    State,
    VariantError,
    View,
    apply_move,
    cut,
    new_game,
    parse_cards,
    view,
)
from pisti.adapters.observation import Layout, Piece, Rows
from pisti.strategies import states

# Each hand is looked at from all its seats.
fewer = settings(max_examples=settings().max_examples // 2)

LAYOUTS = [
    Layout(players, history) for players in (2, 3, 4) for history in (True, False)
]


def observe(layout: Layout, seen: View) -> list[int]:
    """Write an observation as ones and zeros."""
    observation = [0] * layout.size
    for place in layout.ones(seen):
        observation[place] = 1
    return observation


def cards(rows: Iterable[Iterable[int]]) -> list[Card]:
    """Give the cards of all rows, in order."""
    return [DECK[column] for row in rows for column in row]


def known(heap: Iterable[Card | None]) -> set[Card]:
    """Give the cards of a heap that lie face up."""
    return {card for card in heap if card is not None}


def seat_in(rows: Rows, seen: View) -> Seat | None:
    """Give the seat that a row of seats names."""
    (row,) = rows
    assert len(row) <= 1
    return (row[0] + (seen.seat or 0)) % seen.variant.players if row else None


def by_seat(rows: Sequence[tuple[int, ...]], seen: View) -> list[tuple[int, ...]]:
    """Give rows in the order of seats."""
    first = -(seen.seat or 0) % seen.variant.players
    return [*rows[first:], *rows[:first]]


def number(row: tuple[int, ...]) -> int:
    """Read a row with columns for 1, 2 and 3."""
    assert len(row) <= 1
    return row[0] + 1 if row else 0


# The layout


@pytest.mark.parametrize("layout", LAYOUTS, ids=repr)
def test_pieces_lie_side_by_side(layout: Layout) -> None:
    """Every place of an observation belongs to one piece, in the order of `Piece`."""
    places = [
        n for piece in layout.slices for n in range(layout.size)[layout.slices[piece]]
    ]

    assert places == [*range(layout.size)]
    assert [*layout.slices] == [*layout.shapes] == [*Piece][: len(layout.slices)]
    assert (Piece.PLAYS in layout.slices) is layout.history


@pytest.mark.parametrize("players", [1, 5, True, "2", None])
def test_no_such_number_of_players(players: Any) -> None:
    """A layout is for two, three or four."""
    with pytest.raises(VariantError, match="players must be 2 or 3 or 4"):
        Layout(players)


@pytest.mark.parametrize(
    ("given_view", "error", "said"),
    [
        (new_game(rng=7), DealError, "not a View but"),
        (view(new_game(PARTNERSHIP, rng=7), 0), DealError, "a view of 4 players"),
        (view(new_game(rng=7), None), SeatError, "a spectator has no place"),
    ],
    ids=["state", "four", "spectator"],
)
def test_what_is_not_observed(
    given_view: Any, error: type[PistiError], said: str
) -> None:
    """Only views of a seat, at a table of that size, are observations."""
    with pytest.raises(error, match=said):
        Layout(2).ones(given_view)


def test_an_observation_of_another_size() -> None:
    """What another layout has written is not read."""
    with pytest.raises(DealError, match="of 740 numbers there are 3"):
        Layout(2, history=False).read([0, 0, 1])


@pytest.mark.parametrize("layout", LAYOUTS, ids=repr)
def test_layouts_are_copied(layout: Layout) -> None:
    """A copy has everything at the same place."""
    for again in (
        copy.copy(layout),
        copy.deepcopy(layout),
        pickle.loads(pickle.dumps(layout)),  # noqa: S301  # its own text
    ):
        assert again == layout
        assert again.shapes == layout.shapes
        assert again.slices == layout.slices


# What observations hold


@fewer
@given(states(), st.booleans())
def test_observations_are_read_again(state: State, history: bool) -> None:  # noqa: FBT001
    """What is written can be read, piece by piece."""
    layout = Layout(state.variant.players, history)
    for seat in range(state.variant.players):
        seen = view(state, seat)
        rows = layout.rows(seen)
        assert layout.read(observe(layout, seen)) == rows
        assert {piece: len(rows[piece]) for piece in rows} == {
            piece: shape[0] for piece, shape in layout.shapes.items()
        }


@fewer
@given(states())
def test_the_position_is_that_of_the_view(state: State) -> None:
    """Where everything lies is in it, as far as the seat knows."""
    layout = Layout(state.variant.players, history=False)
    for seat in range(state.variant.players):
        seen = view(state, seat)
        read = layout.read(observe(layout, seen))

        assert seat_in(read[Piece.TURN], seen) == seen.turn
        assert seat_in(read[Piece.DEALER], seen) == seen.dealer
        assert seat_in(read[Piece.LAST_CAPTURER], seen) == seen.last_capturer
        assert read[Piece.PLY] == ((seen.ply,),)
        assert set(cards(read[Piece.HANDS][:1])) == set(seen.hand)
        for piece, heaps in (
            (Piece.HANDS, seen.hands),
            (Piece.CAPTURED, seen.captured),
        ):
            for row, heap in zip(by_seat(read[piece], seen), heaps, strict=True):
                assert set(cards([row])) == known(heap)
        plays = enumerate(seen.plays, start=seen.leader)
        played = {card: turn % state.variant.players for turn, card in plays}
        earned = {bonus.cards[-1]: bonus.seat for bonus in seen.bonuses}
        for piece, whose in ((Piece.PLAYED, played), (Piece.BONUSES, earned)):
            found = enumerate(by_seat(read[piece], seen))
            assert {c: n for n, row in found for c in cards([row])} == whose
        assert set(cards(read[Piece.PILE])) == set(seen.pile)
        assert tuple(cards(read[Piece.TOP])) == seen.pile[-1:]
        assert set(cards(read[Piece.HIDDEN])) == known(seen.hidden)
        assert set(cards(read[Piece.STOCK])) == known(seen.stock)
        assert tuple(cards(read[Piece.UNSEEN])) == seen.unseen
        (face_down,) = read[Piece.HIDDEN_FACE_DOWN]
        assert number(face_down) == seen.hidden.count(None)
        for row, heap in zip(
            by_seat(read[Piece.CAPTURED_FACE_DOWN], seen), seen.captured, strict=True
        ):
            assert number(row) == heap.count(None)


@fewer
@given(states())
def test_the_history_is_that_of_the_view(state: State) -> None:
    """What was dealt, shown and played is in it, in order."""
    layout = Layout(state.variant.players)
    for seat in range(state.variant.players):
        seen = view(state, seat)
        read = layout.read(observe(layout, seen))
        dealt = [card for packet in seen.packets for card in packet]
        kept = [] if seen.kept is None else [seen.kept]

        assert cards(read[Piece.PLAYS]) == [*seen.plays]
        assert cards(read[Piece.PACKETS]) == dealt
        assert cards(read[Piece.OPENING]) == [*seen.opening]
        beside = [DECK[row[0]] if row else None for row in read[Piece.BESIDE]]
        assert beside == [*seen.beside, None, None, None][:3]
        assert cards(read[Piece.PASSED]) == [*seen.passed]
        assert cards(read[Piece.BURIED]) == [*seen.buried]
        assert cards(read[Piece.BOTTOM]) == [*seen.bottom]
        assert cards(read[Piece.KEPT]) == kept
        assert bool(read[Piece.CUTTER_LOOKED][0]) is bool(state.setup.pack.cutter_saw)
        assert cards(read[Piece.CUTTER_SAW]) == [*(seen.cutter_saw or ())][-8:]


def test_places_are_counted_from_the_observer() -> None:
    """Each seat finds itself first, and then the others as the turn passes."""
    state = play(deal(PARTNERSHIP, "7H", "7S 4C 5C 6C", "2C 3C 8C 9C"), "7S 2C")
    for seat in range(4):
        rows = Layout(4).rows(view(state, seat))
        assert rows[Piece.DEALER] == (((3 - seat) % 4,),)
        assert rows[Piece.TURN] == (((2 - seat) % 4,),)
        played = cards([rows[Piece.PLAYED][(1 - seat) % 4]])
        assert names(played) == "2C"


# Secrets


@fewer
@given(states(), seeds)
def test_what_a_seat_cannot_know_changes_nothing(state: State, seed: int) -> None:
    """A hand with other secrets gives the same observation."""
    layout = Layout(state.variant.players)
    for seat in range(state.variant.players):
        other = twin(state, seat, Random(seed))
        assert layout.ones(view(state, seat)) == layout.ones(view(other, seat))


@fewer
@given(states(), seeds)
def test_what_a_seat_knows_makes_a_difference(state: State, seed: int) -> None:
    """Views of two like hands give the same observation only where they are equal."""
    layout = Layout(state.variant.players)
    for viewer in (*range(state.variant.players), None):
        other = twin(state, viewer, Random(seed))
        for seat in range(state.variant.players):
            one, two = view(state, seat), view(other, seat)
            assert (layout.ones(one) == layout.ones(two)) is (one == two)


@pytest.mark.parametrize("field", DIFFERENT)
def test_each_field_makes_a_difference(field: str) -> None:
    """Where a field of a view is another, and no other is, the seat observes it."""
    one, two, seat = DIFFERENT[field]
    views = [view(state, seat) for state in (one, two)]
    changed = [name for name in DEALT if len({getattr(v, name) for v in views}) == 2]
    assert changed == [field]
    first, second = map(Layout(one.variant.players).ones, views)
    assert first != second


@fewer
@given(states(), seeds)
def test_each_card_that_is_known_is_observed(state: State, seed: int) -> None:
    """Hands that differ in few cards are told apart where views are, and only there."""
    layout = Layout(state.variant.players)
    first = replay(state.variant, state.setup.pack, state.dealer, ())
    for other in neighbours(state, Random(seed)):
        for seat in range(state.variant.players):
            one, two = view(state if other.plays else first, seat), view(other, seat)
            assert (layout.ones(one) == layout.ones(two)) is (one == two)


def test_the_order_of_plays_is_history() -> None:
    """Without the history, hands that have come to the same are observed the same."""
    state = deal(CLASSIC, "7H", "2C 3C 4C 5C", "8D 9D 10D QD")
    one, two = (play(state, moves) for moves in ("2C 8D 3C 9D", "3C 8D 2C 9D"))

    assert view(one, 0) != view(two, 0)
    for history in (True, False):
        layout = Layout(2, history)
        same = layout.ones(view(one, 0)) == layout.ones(view(two, 0))
        assert same is not history


def test_only_the_last_looks_are_kept() -> None:
    """Somebody who cuts at jacks again and again is believed, but not written down."""
    saw = parse_cards("JC JD " * 5 + "9S")
    pack = Pack(stacked(bottom="9S"), saw)
    seen = view(new_game(PARTNERSHIP_RECUT, deck=pack), 2)
    assert seen.cutter_saw == saw
    assert cards(Layout(4).rows(seen)[Piece.CUTTER_SAW]) == [*saw[-8:]]


@pytest.mark.rule("2.3", "2.4", "2.5")
@pytest.mark.parametrize("kind", [Cut.RECUT, Cut.SEARCH, Cut.CUTTER_KEEPS])
def test_only_the_last_card_looked_at_may_be_no_jack(kind: Cut) -> None:
    """So nine looks take eight jacks, the same ones again and again."""
    variant = table(PARTNERSHIP, cut=kind)
    pack = Pack(stacked("JC JD JH JS"))
    for at in (4, 4, *range(1, 52)):
        try:
            done = cut(pack, at, variant)
        except DealError as another_cut:
            done = pack = another_cut.deck
        assert all(card.rank is Rank.JACK for card in done.cutter_saw[:-1])


# Memory


@fewer
@given(states(), seeds)
def test_a_view_holds_all_earlier_ones(state: State, seed: int) -> None:
    """Hands that look the same have looked the same from the deal on."""
    for seat in range(state.variant.players):
        one = replayed(state)
        two = replayed(twin(state, seat, Random(seed)))
        assert [view(n, seat) for n in one] == [view(n, seat) for n in two]


def replayed(state: State) -> list[State]:
    """Give the states of a hand from the deal on."""
    states = [new_game(state.variant, deck=state.setup.pack, dealer=state.dealer)]
    for card in state.plays:
        states.append(apply_move(states[-1], card))
    return states

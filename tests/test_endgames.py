"""Endgames: worked out by hand, and against trying everything without memory."""

from typing import Any

import attrs
import pytest
from hypothesis import given
from strategies import Hand, hands, play_out
from tables import line_up, play_oldest, table

from pisti import (
    CLASSIC,
    PARTNERSHIP,
    THREE_PLAYER,
    Card,
    DealError,
    HiddenSeenBy,
    Rank,
    Rule,
    State,
    Variant,
    VariantError,
    apply_move,
    legal_moves,
    new_game,
    parse_cards,
    score_hand,
    view,
)
from pisti.endgames import Solution, is_settled, solve
from pisti.strategies import variants

TWO_SIDES = variants().filter(lambda variant: len(variant.sides) == 2)
LAST = 6
"""How many plays can be tried in every order in no time."""


def margin(state: State) -> int:
    """Give the lead of side 0."""
    first, second = score_hand(state).totals
    return first - second


def try_everything(state: State) -> int:
    """Give the lead at the end when each side plays its best."""
    if state.turn is None:
        return margin(state)
    best = min if state.variant.side_of(state.turn) else max
    return best(try_everything(apply_move(state, move)) for move in legal_moves(state))


def played(state: State, moves: tuple[Card, ...]) -> State:
    """Play these cards."""
    for move in moves:
        state = apply_move(state, move)
    return state


# By hand


def test_a_lone_card_is_not_left_for_a_pisti() -> None:
    """
    Seat 0 holds 7H and 8C, seat 1 has just cleared the table and holds 7S and 10D.

    If seat 0 leads 7H, 7S makes a pişti, 10 points, and all that comes then goes to
    seat 1. If it leads 8C, 10D is safe: 7H must follow, and 7S takes the pile with
    its 3 points; but after 7S, 7H would take the pile, and 10D with the residue.
    """
    state = play_oldest(
        line_up(CLASSIC, "2H 3H 4H 5H", "", "JS 7H 7S 8C 10D", dealer=1), 44
    )
    assert state.hands == (parse_cards("7H 8C"), parse_cards("7S 10D"))
    assert (state.pile, state.turn) == ((), 0)

    solution = solve(state)

    assert solution.moves == parse_cards("8C 10D 7H 7S")
    lost = margin(state) - solution.margin
    majority = 3 if score_hand(state).counts[0] > 26 else -3
    assert lost == 3 - majority


def test_a_side_gives_up_points_for_the_majority() -> None:
    """What is best depends on how many cards each side has."""
    poor = table(CLASSIC, majority_points=0, card_points={}, pisti_points=0)
    rich = attrs.evolve(poor, majority_points=50)
    for variant in (poor, rich):
        state = play_oldest(line_up(variant, "2H 3H 4H 5H", "", "7H 7S 8C 10D"), 44)
        assert solve(state).margin == try_everything(state)
    assert abs(solve(state).margin) == 50


def test_a_finished_hand_is_as_it_ended() -> None:
    """Nothing is left to play."""
    over = play_oldest(new_game(rng=7))
    assert solve(over) == Solution(margin(over), ())


# Against trying everything


@given(hands(TWO_SIDES))
def test_every_way_to_play_gives_no_more(hand: Hand) -> None:
    """The last plays of any hand at any table with two sides."""
    state = hand.first
    for one in play_out(state, hand.choices[: 48 - LAST]):
        state = one.after
    solution = solve(state)

    assert solution.margin == try_everything(state)
    assert margin(played(state, solution.moves)) == solution.margin
    assert len(solution.moves) == LAST


@pytest.mark.parametrize("seed", [0, 1, 7])
def test_the_last_round_of_two_players(seed: int) -> None:
    """All 4! times 4! ways to play it."""
    state = play_oldest(new_game(CLASSIC, rng=seed), 40)
    assert solve(state).margin == try_everything(state)


@pytest.mark.parametrize(("variant", "before"), [(CLASSIC, 37), (PARTNERSHIP, 35)])
def test_a_play_is_worth_what_its_best_answer_leaves(
    variant: Variant, before: int
) -> None:
    """With two players over the deal of the last round, which an order decides."""
    state = play_oldest(new_game(variant, rng=4), before)
    answers = [solve(apply_move(state, move)).margin for move in legal_moves(state)]
    best = min if variant.side_of(state.turn or 0) else max
    solution = solve(state)
    assert solution.margin == best(answers)
    worth = dict(zip(legal_moves(state), answers, strict=True))
    assert worth[solution.moves[0]] == solution.margin


# Views


def test_a_view_that_leaves_no_card_open() -> None:
    """In the last round, whoever has seen all captures knows the other hand."""
    for seed in range(4):
        state = play_oldest(
            new_game(table(CLASSIC, hidden_seen_by=HiddenSeenBy.ALL), rng=seed), 41
        )
        for seat in (0, 1):
            assert solve(view(state, seat)) == solve(state)


def test_a_view_that_leaves_cards_open() -> None:
    """Whoever has not seen the hidden cards cannot tell them from the other hand."""
    variant = table(CLASSIC, hidden_seen_by=HiddenSeenBy.CAPTURER)
    state = play_oldest(new_game(variant, rng=7), 42)
    heaps = [view(state, seat).captured for seat in (0, 1)]
    known = [not any(None in heap for heap in captured) for captured in heaps]
    assert sorted(known) == [False, True]
    assert solve(view(state, known.index(True))) == solve(state)
    for seat in (known.index(False), None):
        with pytest.raises(DealError, match="does not tell"):
            solve(view(state, seat))


def test_a_view_before_the_last_round() -> None:
    """The stock is open too."""
    with pytest.raises(DealError, match="does not tell"):
        solve(view(play_oldest(new_game(rng=7), 32), 0))


# Refused


def test_three_sides_are_refused() -> None:
    """For one of three, more points are not always better."""
    state = play_oldest(new_game(THREE_PLAYER, rng=7), 40)
    with pytest.raises(VariantError, match="2 sides") as caught:
        solve(state)
    assert caught.value.rule is Rule.PLAYERS


@pytest.mark.parametrize("nonsense", [None, "state", CLASSIC])
def test_nothing_but_a_position(nonsense: Any) -> None:
    """A state or a view."""
    with pytest.raises(DealError, match="neither a State nor a View"):
        solve(nonsense)


def test_who_watches_does_not_know_the_hands() -> None:
    """A spectator who has seen all captures knows the cards, but not who holds which."""
    state = play_oldest(new_game(table(hidden_seen_by=HiddenSeenBy.ALL), rng=7), 41)

    assert not is_settled(view(state, None))
    assert is_settled(view(state, 0))


RICH = table(
    card_points={rank: 3 * n % 13 for n, rank in enumerate(Rank)}, majority_points=50
)


@pytest.mark.parametrize("seed", range(12))
def test_points_that_lie_on_the_table_matter(seed: int) -> None:
    """Positions that differ in no more than what lies there are told apart."""
    state = play_oldest(new_game(RICH, rng=seed), 41)

    assert solve(state).margin == try_everything(state)

"""The search player: its budget, its deals, and its last plays."""

from itertools import count, cycle, islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds
from tables import FOUR, THREE, TWO, deal, play, table
from test_players import CUTLESS, on_turn, play_hand

from pisti import (
    CLASSIC,
    XERI,
    Card,
    DealError,
    PistiError,
    State,
    Variant,
    apply_move,
    determinizations,
    new_game,
    shuffle,
    view,
)
from pisti.endgames import is_settled, solve
from pisti.players import ChancePlayer, counting, greedy, random_player, search_player
from pisti.players import search as module
from pisti.players.memory import weigh
from pisti.players.playouts import Playouts
from pisti.players.search import _likely

# The budget


@settings(max_examples=10)
@given(st.sampled_from([TWO, THREE, FOUR]), seeds)
def test_a_number_of_deals_gives_the_same_again(variant: Variant, seed: int) -> None:
    """As often as a player is made from a seed, it plays the same."""
    state = new_game(variant, rng=seed)
    first = on_turn(search_player(seed, deals=3), state)

    assert on_turn(search_player(seed, deals=3), state) == first
    assert on_turn(search_player(5, deals=3).with_rng(seed), state) == first


def after(deals: int) -> object:
    """Give the generator's state when so many deals have been drawn at the start."""
    chance = Random(7)
    for _ in islice(determinizations(view(new_game(rng=1), 0), chance), deals):
        pass
    return chance.getstate()


@pytest.mark.parametrize(
    ("budget", "deals"),
    [
        ({}, 30),
        ({"deals": 4}, 4),
        # The clock is read at the beginning, and after each deal.
        ({"seconds": 2}, 3),
        ({"deals": 4, "seconds": 2.5}, 3),
        ({"deals": 2, "seconds": 2.5}, 2),
        ({"seconds": 0.5}, 1),
    ],
)
def test_the_budget_is_kept(
    budget: dict[str, Any], deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many deals are drawn, or until the time is up, but one at least."""
    seconds = count()
    monkeypatch.setattr(module, "perf_counter", lambda: next(seconds))
    chance = Random(7)

    search_player(chance, **budget)(view(new_game(rng=1), 0))

    assert chance.getstate() == after(deals)


@pytest.mark.parametrize(
    "budget",
    [
        {"deals": 0},
        {"deals": True},
        {"deals": 1.0},
        {"deals": "9"},
        {"seconds": 0},
        {"seconds": -1.0},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"seconds": True},
        {"seconds": "1"},
    ],
    ids=repr,
)
def test_no_budget(budget: dict[str, Any]) -> None:
    """A search ends some time, and does something."""
    with pytest.raises(PistiError, match=r"deals|seconds"):
        search_player(7, **budget)


@pytest.mark.parametrize("rng", ["7", -1, True, 1.5])
def test_no_source_of_chance(rng: Any) -> None:
    """A source of chance is what it is elsewhere."""
    with pytest.raises(DealError):
        search_player(rng)
    with pytest.raises(DealError):
        search_player(7).with_rng(rng)


@pytest.mark.parametrize("make", [random_player, search_player])
def test_players_with_chance_say_so(make: Any) -> None:
    """Whoever plays hands in any order can tell them from others."""
    assert isinstance(make(7), ChancePlayer)
    assert not isinstance(greedy, ChancePlayer)


# The deals


def test_unlikely_deals_are_left_out_if_better_ones_come_soon() -> None:
    """
    After three that are left out in a row, the next is taken in any case.

    Seat 1 has left a two lying: it would have taken it with its own.
    """
    likely, unlikely = (
        play(deal(CLASSIC, "7H", "9C 9D 2C 2D", f"3C {other}"), "2C 3C")
        for other in ("4C 5C 6C", "2H 5C 6C")
    )
    playouts = Playouts(view(likely, 0))
    drawn = [likely, *[unlikely] * 3, likely, *[unlikely] * 5, likely]

    assert [*_likely(iter(drawn), playouts)] == [likely, likely, unlikely, likely]


# What is played


def test_what_anybody_would_play() -> None:
    """An offered pişti is taken, and a single jack is not thrown away."""
    state = play(deal(CLASSIC, "7H", "7C 4C KD 9C", "9D"), "7C 9D")
    assert on_turn(search_player(7, deals=20), state) == "9C"
    state = play(deal(CLASSIC, "7H", "7S 4C", "JS 5C 6D 2D"), "7S")
    assert on_turn(search_player(7, deals=20), state) != "JS"


def test_the_only_card_needs_no_search() -> None:
    """The last card of a packet is played without a number drawn."""
    chance = Random(7)
    state = play(deal(CLASSIC, "7H", "2C 3C 4C 5C", "2D 3D 4D 5D"), "2C 3D 4C 5D 3C 2D")

    assert on_turn(search_player(chance), state) == "5C"
    assert chance.getstate() == Random(7).getstate()


@pytest.mark.parametrize(("more", "choice"), [(1.01, "KD"), (0.99, "7C")])
def test_an_opinion_weighs_as_much_as_thirty_deals(
    more: float, choice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three deals have to speak for a card ten times as much as it is thought less of."""
    state = deal(CLASSIC, "7H", "7C 4C KD 9C", "9D")
    values = weigh(view(state, 0))
    wanted, thought_best = Card.parse("KD"), Card.parse("7C")
    lead = 10 * (values[thought_best] - values[wanted]) * more
    monkeypatch.setattr(
        Playouts, "lead_after", lambda _, __, move: lead * (move is wanted)
    )

    assert on_turn(search_player(7, deals=3), state) == choice


def test_deals_that_are_left_out_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of deals is of those in which cards are played."""
    seen = view(play(deal(CLASSIC, "7H", "9C 9D 2C 2D", "3C 2H"), "2C 3C"), 0)
    likely = cycle([False, False, True])
    played: list[State] = []

    def lead_after(_: Playouts, state: State, __: Card) -> int:
        played.append(state)
        return 0

    monkeypatch.setattr(Playouts, "is_likely", lambda *_: next(likely))
    monkeypatch.setattr(Playouts, "lead_after", lead_after)

    search_player(7, deals=20)(seen)

    assert len(played) == 20 * len(seen.hand)
    assert played[:: len(seen.hand)] == [*islice(determinizations(seen, 7), 2, 60, 3)]


def test_what_comes_later_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that leads to more than was expected of it is played."""
    state = deal(CLASSIC, "7H", "7C 4C KD 9C", "9D")
    assert on_turn(counting, state) == "7C"
    wanted = Card.parse("KD")
    monkeypatch.setattr(
        Playouts, "lead_after", lambda _, __, move: 99 * (move is wanted)
    )

    assert on_turn(search_player(7, deals=2), state) == "KD"


def last_round(seed: int) -> State:
    """Play greedily to the last round."""
    state = new_game(rng=seed)
    while state.ply < 40:
        state = apply_move(state, greedy(view(state, state.turn)))
    return state


def test_the_last_round_is_solved() -> None:
    """Whoever knows all cards plays perfectly, without a number drawn."""
    solved = 0
    for state in map(last_round, range(12)):
        seen = view(state, 0)
        if is_settled(seen):
            solved += 1
            chance = Random(7)
            assert search_player(chance)(seen) == solve(state).moves[0]
            assert chance.getstate() == Random(7).getstate()

    assert 3 < solved < 9


def test_long_endings_are_not_solved() -> None:
    """Packets of 24 cards beside an open layout leave nothing open, but much to do."""
    state = new_game(table(XERI, hand_size=24), rng=7)
    seen = view(state, 0)
    assert is_settled(seen)
    chance = Random(7)

    assert search_player(chance, deals=2)(seen) in seen.hand
    assert chance.getstate() != Random(7).getstate()


@pytest.mark.parametrize("variant", [CLASSIC, CUTLESS])
def test_a_search_pays(variant: Variant) -> None:
    """With the same packs on both sides, even a short search wins by many points."""
    quick, careless = search_player(1, deals=3), random_player(1)
    packs = [shuffle(seed) for seed in range(8)]
    lead = sum(
        play_hand((quick, careless), variant, pack)
        - play_hand((careless, quick), variant, pack)
        for pack in packs
    )

    assert lead > 2 * len(packs) * 5

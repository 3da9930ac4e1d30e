"""The search player: its budget, its deals, and its last plays."""

from collections import Counter
from itertools import count, islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds
from tables import FOUR, THREE, TWO, deal, line_up, play, play_oldest, table
from test_players import CUTLESS, on_turn, play_hand

from pisti import (
    CLASSIC,
    XERI,
    Card,
    DealError,
    PistiError,
    Rank,
    State,
    Variant,
    apply_move,
    determinizations,
    legal_moves,
    new_game,
    score_hand,
    shuffle,
    view,
)
from pisti.endgames import is_settled, solve
from pisti.players import ChancePlayer, counting, greedy, random_player, search_player
from pisti.players import search as module
from pisti.players.search import _at_a_glance, _lead_after, _likely

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
        ({}, 60),
        ({"deals": 4}, 4),
        # The clock is read at the beginning, and after each deal.
        ({"deals": None, "seconds": 2}, 3),
        ({"deals": 4, "seconds": 2.5}, 3),
        ({"deals": 2, "seconds": 2.5}, 2),
        ({"deals": None, "seconds": 0.5}, 1),
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
        {"deals": None},
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


def test_nobody_holds_what_he_refused() -> None:
    """Deals are left out in which the other seat has what it did not capture with."""
    state = play(deal(CLASSIC, "7H", "9C 9D 2C 2D", "3C"), "2C 3C")
    seen = view(state, 0)
    drawn = [*islice(_likely(determinizations(seen, 7), seen), 60)]

    # Of 46 cards not seen 6 are twos and jacks: 35 % of all hands of three have one,
    # and 1.5 % of the time four in a row have.
    refused = {Rank.TWO, Rank.JACK}
    having = [s for s in drawn if refused & {card.rank for card in s.hands[1]}]
    assert len(having) < 8


def test_unlikely_deals_are_better_than_none() -> None:
    """Where all deals are unlikely, every fourth is taken."""
    state = play(deal(CLASSIC, "7H", "9C 9D 2C 2D", "3C 2H"), "2C 3C")
    deals = _likely(iter([state] * 12), view(state, 0))

    assert [*deals] == [state] * 3


# What is played


def test_what_is_found_at_a_glance() -> None:
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


SEEN = Counter({Rank.NINE: 3, Rank.KING: 2, Rank.TWO: 1})


@pytest.mark.parametrize(
    ("before", "choice"),
    [
        ("7S 2D", "9C"),  # a lone card, and no jack for it
        ("7S KD", "KC"),  # by rank
        ("7S 2D 9C 3D", "JC"),  # two cards and more
    ],
)
def test_at_a_glance(before: str, choice: str) -> None:
    """By rank, by jack if there is more than a lone card, else what is seen most."""
    state = deal(TWO, "2S 3S 4S 7H", "7S KC 9C JC", "2D KD 3D 6D")

    assert str(_at_a_glance(play(state, before), SEEN)) == choice


def test_at_a_glance_with_jacks_alone() -> None:
    """A jack is thrown when there is nothing else."""
    state = deal(TWO, "2S 3S 4S 7H", "7S JS JC JD", "2D KD 3D 6D")

    assert str(_at_a_glance(play(state, "7S 2D"), SEEN)) == "JS"


CARD = 3 / 26 * 2.5 / 2


def test_the_lead_at_the_end_of_a_round() -> None:
    """Seat 1 has 12 cards and three piştis, and seat 0 faces an empty table."""
    state = deal(TWO, "2S 3S 4S 7H", "8C 9C QC KC", "8D 9D QD KD")
    state = play(state, "8C 8D 9C 9D QC QD")

    lead = _lead_after(state, Card.parse("KC"), SEEN)

    assert lead == pytest.approx(-1 - (30 + 12 * CARD))


def test_the_lead_when_the_table_is_cleared() -> None:
    """
    A king and an ace are left lying, and in the next round seat 0 takes them.

    It has three cards with two aces, seat 1 has ten, two piştis and an empty table.
    """
    state = deal(
        TWO, "2S 3S 4S 7H", "8C 9C QC KC", "8D 9D QD AD", "AH 5C 6C 7C", "5D 6D 7D TD"
    )
    state = play(state, "8C 8D 9C 9D QC QD")

    lead = _lead_after(state, Card.parse("KC"), SEEN)

    assert lead == pytest.approx(2 + 3 * CARD - (20 + 10 * CARD - 1))


def test_the_lead_at_the_end_of_a_hand() -> None:
    """Nothing is reckoned but the score."""
    state = play_oldest(
        line_up(CLASSIC, "2H 3H 4H 5H", "", "JS 7H 7S 8C 10D", dealer=1), 44
    )
    first, second = score_hand(play(state, "8C 10D 7H 7S")).totals

    lead = _lead_after(state, Card.parse("8C"), Counter({Rank.TEN: 1}))

    assert lead == first - second


def test_the_lead_of_one_of_three() -> None:
    """What others have counts by its mean, as everywhere in the library."""
    state = play_oldest(new_game(THREE, rng=7), 45)
    totals = score_hand(play_oldest(state)).totals

    lead = _lead_after(state, legal_moves(state)[0], SEEN)

    assert lead == totals[state.turn or 0] - (sum(totals) - totals[state.turn or 0]) / 2


def test_what_comes_later_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that leads to more than was expected of it is played."""
    state = deal(CLASSIC, "7H", "7C 4C KD 9C", "9D")
    assert on_turn(counting, state) == "7C"
    wanted = Card.parse("KD")
    monkeypatch.setattr(
        module, "_lead_after", lambda _, move, __: 99 * (move is wanted)
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

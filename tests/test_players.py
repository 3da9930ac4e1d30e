"""The players that come with the library."""

from collections.abc import Sequence
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import seeds
from tables import Scripted, deal, play, stacked, table

from pisti import (
    CLASSIC,
    PARTNERSHIP,
    XERI,
    Cut,
    DealError,
    IllegalMoveError,
    Pack,
    Rule,
    Seat,
    State,
    Variant,
    apply_move,
    describe,
    new_game,
    parse_cards,
    score_hand,
    shuffle,
    view,
)
from pisti.players import Player, counting, greedy, random_player, search_player
from pisti.strategies import states

PLAYERS = [random_player(1), greedy, counting, search_player(1)]
CUTLESS = attrs.evolve(PARTNERSHIP, cut=Cut.NONE)


def on_turn(player: Player, state: State) -> str:
    """Ask a player for the card of the seat on turn."""
    return str(player(view(state, state.turn)))


def play_hand(players: Sequence[Player], variant: Variant, pack: Pack) -> int:
    """Play a hand with a player for each side, and give the lead of the first."""
    state = new_game(variant, deck=pack, rng=0)
    while (seat := state.turn) is not None:
        player = players[variant.side_of(seat)]
        state = apply_move(state, player(view(state, seat)), seat=seat)
    first, second = score_hand(state).totals
    return first - second


# Any player


@given(states(), seeds)
def test_players_play_legal_cards(state: State, seed: int) -> None:
    """Whatever the table and the moment, a player on turn plays one of its cards."""
    for player in (greedy, counting, random_player(seed), search_player(seed, deals=2)):
        for seat in range(state.variant.players):
            seen = view(state, seat)
            if seat == state.turn:
                assert player(seen) in seen.legal_moves
            else:
                with pytest.raises(IllegalMoveError):
                    player(seen)


@given(states(), seeds)
def test_players_play_the_same_again(state: State, seed: int) -> None:
    """The same view, and the same seed, give the same card."""
    if state.turn is not None:
        for player in (greedy, counting):
            assert on_turn(player, state) == on_turn(player, state)
        first, second = random_player(seed), random_player(seed)
        assert [on_turn(first, state) for _ in range(3)] == [
            on_turn(second, state) for _ in range(3)
        ]


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("seat", [1, None])
def test_not_on_turn(player: Player, seat: Seat | None) -> None:
    """Neither another seat nor a spectator plays."""
    with pytest.raises(IllegalMoveError) as caught:
        player(view(new_game(rng=7), seat))

    assert caught.value.rule is Rule.TURN
    assert caught.value.seat == seat
    assert "4.2" in describe(caught.value)


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("nonsense", [None, new_game(rng=7), "view", ()])
def test_nothing_but_a_view(player: Player, nonsense: Any) -> None:
    """A player is shown no state."""
    with pytest.raises(IllegalMoveError, match="not a View") as caught:
        player(nonsense)

    assert caught.value.rule is Rule.TURN


# The random player


@given(st.integers(0, 3))
def test_each_card_has_its_share_of_chance(place: int) -> None:
    """A number from 0 to 1 stands for a card of the hand, in the order dealt."""
    state = new_game(rng=7)
    for chance in (place / 4, place / 4 + 0.249):
        player = random_player(Scripted(chance))
        assert on_turn(player, state) == str(state.hands[0][place])


@pytest.mark.parametrize("rng", ["7", -1, True, 1.5])
def test_no_source_of_chance(rng: Any) -> None:
    """A source of chance is what it is elsewhere."""
    with pytest.raises(DealError):
        random_player(rng)


# The greedy player


@pytest.mark.parametrize("variant", [CLASSIC, CUTLESS])
def test_greed_pays(variant: Variant) -> None:
    """With the same packs on both sides, greedy wins by more than ten points."""
    careless, packs = random_player(1), [shuffle(seed) for seed in range(40)]
    lead = sum(
        play_hand((greedy, careless), variant, pack)
        - play_hand((careless, greedy), variant, pack)
        for pack in packs
    )

    assert lead > 2 * len(packs) * 5


@pytest.mark.parametrize(
    ("lone", "hand", "card"),
    [
        ("9D", "7C 4C KD 9C", "9C"),
        ("9D", "7C JD 9H 9C", "9H"),
        ("JC", "7C 4C KD JD", "JD"),
    ],
)
def test_an_offered_pisti_is_taken(lone: str, hand: str, card: str) -> None:
    """A bonus comes first, and a jack may earn one too."""
    state = deal(CLASSIC, "7H", hand, lone)

    assert on_turn(greedy, play(state, f"7C {lone}")) == card


def test_the_pile_is_taken_without_a_jack() -> None:
    """A jack is spent only where no other card captures."""
    state = deal(CLASSIC, "7H", "JS 7S JD 4C")

    assert on_turn(greedy, state) == "7S"


def test_a_jack_takes_hidden_cards() -> None:
    """Hidden cards make a lone card worth a jack."""
    state = deal(CLASSIC, "7H", "4C JS 9C KD")

    assert on_turn(greedy, state) == "JS"


def test_a_jack_takes_two_cards() -> None:
    """A pile of two cards is worth a jack."""
    state = deal(CLASSIC, "7H", "7S 4C JS 9C", "2D 3D")

    assert on_turn(greedy, play(state, "7S 2D 4C 3D")) == "JS"


def test_a_jack_leaves_a_lone_card() -> None:
    """A lone card is not worth a jack, unless there is a bonus for it."""
    for points, card in ((0, "4C"), (5, "JS")):
        state = deal(table(jack_pisti_points=points), "7H", "7S JS 4C 9C", "2D 3D")
        assert on_turn(greedy, play(state, "7S 2D")) == card


def test_a_jack_is_not_thrown_on_an_empty_table() -> None:
    """Another card is played first, and a jack only when there is no other."""
    state = deal(CLASSIC, "7H", "7S 4C", "JS JD JH 2D")
    state = play(state, "7S")
    assert on_turn(greedy, state) == "2D"
    state = deal(CLASSIC, "7H", "7S 4C", "JS JD JH JC")
    assert on_turn(greedy, play(state, "7S")) == "JS"


def test_what_is_left_is_hard_to_capture() -> None:
    """Of the card that is played the fewest of its rank are unseen."""
    state = deal(CLASSIC, "7H", "4C KD 9C 9D")
    assert on_turn(greedy, state) == "9C"
    state = deal(CLASSIC, "7H", "4C KD 9C 2D")
    assert on_turn(greedy, state) == "4C"


def test_an_open_layout_has_been_seen() -> None:
    """Cards on the table count as seen."""
    pack = Pack(stacked("4D KC 4S 7H"))
    state = new_game(XERI, deck=pack, dealer=1, rng=0)
    assert state.hands[0] == parse_cards("AC 2C 3C 4C 5C 6C")

    assert on_turn(greedy, state) == "4C"

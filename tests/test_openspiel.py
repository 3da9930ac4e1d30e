"""Hands as a game of OpenSpiel."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import assume, given, settings
from permuting import DEALT, DIFFERENT, neighbours, replay, twin
from strategies import choices, choose, seeds, tables
from tables import deal, play, stacked, table

from pisti import (
    CLASSIC,
    DECK,
    PARTNERSHIP,
    PARTNERSHIP_RECUT,
    THREE_PLAYER,
    VARIANTS,
    XERI,
    Card,
    Cut,
    DealError,
    LayoutRedeal,
    NotationError,
    OpeningJack,
    Pack,
    PistiError,
    Rank,
    State,
    Variant,
    VariantError,
    cut,
    new_game,
    parse_cards,
    score_hand,
    view,
)
from pisti.adapters.observation import Layout
from pisti.strategies import states, variants

np = pytest.importorskip("numpy")
pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from pisti.adapters.openspiel import load_game, parameters, variant_of  # noqa: E402

from pisti.adapters.openspiel import _Play  # noqa: E402  # isort: skip

# Each hand takes a while.
fewer = settings(max_examples=settings().max_examples // 4)
each_preset = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)


def at(state: State) -> Any:
    """Put a game into a position."""
    reached: Any = load_game(state.variant).new_initial_state()
    reached._hand = _Play(state)
    return reached


def shuffled(variant: Variant, dealer: int, cards: Iterable[Card]) -> Any:
    """Let chance choose the dealer and the order of the pack."""
    state: Any = load_game(variant).new_initial_state()
    for outcome in (dealer, *map(DECK.index, cards)):
        assert state.is_chance_node()
        assert outcome in dict(state.chance_outcomes())
        state.apply_action(outcome)
    return state


def dealt(variant: Variant, chance: Random) -> Any:
    """Let chance deal, each outcome as likely as it says."""
    state: Any = load_game(variant).new_initial_state()
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(outcomes, weights)[0])
    return state


# OpenSpiel's own tests


@each_preset
def test_the_interface_is_openspiels(variant: Variant) -> None:
    """OpenSpiel plays, copies and serializes at every table."""
    game = load_game(variant)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_the_game() -> None:
    """It is said to be what it is."""
    game = load_game(PARTNERSHIP)
    assert game.get_type().short_name == "python_pisti"
    assert game.num_players() == 4
    assert game.num_distinct_actions() == 52
    assert game.max_game_length() == 48
    # 4 aces and 4 jacks of 1, 2 and 3 for two cards, 3 for the majority, and no more
    # than 24 bonuses of 20.
    assert (game.min_utility(), game.max_utility()) == (-496.0, 496.0)
    assert game.max_chance_nodes_in_history() >= 1000


# Tables as parameters


def test_parameters_by_hand() -> None:
    """A preset and its options are text, and all of it may be missing."""
    game = pyspiel.load_game("python_pisti")
    assert variant_of(game.get_parameters()) == CLASSIC
    text = "python_pisti(preset=xeri,options=card_points: A 1 + 10D 2; hand_size:4)"
    points = {Rank.ACE: 1, Card.parse("10D"): 2}
    expected = table(XERI, card_points=points, hand_size=4)
    assert variant_of(pyspiel.load_game(text).get_parameters()) == expected
    assert variant_of({}) == CLASSIC


@pytest.mark.parametrize(
    ("options", "changes"),
    [
        ("", {}),
        (" ; ", {}),
        ("majority_points: 5;", {"majority_points": 5}),
        (
            "card_points: A 1+10D 3",
            {"card_points": {Rank.ACE: 1, Card.parse("10D"): 3}},
        ),
    ],
)
def test_options_by_hand(options: str, changes: dict[str, Any]) -> None:
    """Nothing between semicolons is no option, and spaces are as one likes."""
    assert variant_of({"options": options}) == table(CLASSIC, **changes)


@fewer
@given(variants())
def test_parameters_are_read_again(variant: Variant) -> None:
    """Any table can be written, as a mapping and as OpenSpiel's text."""
    assert variant_of(parameters(variant)) == variant
    game = load_game(variant)
    again = pyspiel.load_game(str(game))
    assert variant_of(again.get_parameters()) == variant
    assert game.num_players() == again.num_players() == variant.players


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        ({"preset": "bridge"}, NotationError, "no preset 'bridge', only classic"),
        ({"options": "tempo: 3"}, NotationError, "no option 'tempo'"),
        ({"options": "target"}, NotationError, "target must be"),
        ({"options": "target: 7; target: 8"}, NotationError, "'target' is given twice"),
        ({"options": "players: 3; hand_size: 7"}, VariantError, "do not divide"),
    ],
)
def test_no_such_table(
    given: dict[str, str], error: type[PistiError], said: str
) -> None:
    """What is wrong is said by the library's own errors, through OpenSpiel too."""
    with pytest.raises(error, match=said):
        variant_of(given)
    with pytest.raises(error, match=said):
        pyspiel.load_game("python_pisti", given)


def test_only_tables_are_games() -> None:
    """A name is no variant."""
    with pytest.raises(VariantError):
        load_game("classic")  # type: ignore[arg-type]


# Chance


@fewer
@given(tables, seeds)
def test_chance_deals_as_the_engine_does(variant: Variant, seed: int) -> None:
    """The same shuffle and cuts give the same hand; all outcomes are as likely."""
    chance = Random(seed)
    state: Any = load_game(variant).new_initial_state()
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        assert set(weights) == {1 / len(outcomes)}
        assert [*outcomes] == state.legal_actions()
        assert len({state.action_to_string(outcome) for outcome in outcomes}) == len(
            outcomes
        )
        assert not any(state.returns())
        assert state.view(0) is None
        assert state.information_state_string(0) == "before the deal"
        assert not any(state.information_state_tensor(0))
        state.apply_action(chance.choice(outcomes))
    dealer, *outcomes = state.history()
    expected = by_hand(variant, dealer, outcomes)

    for seat in range(variant.players):
        assert state.view(seat) == view(expected, seat)


def by_hand(variant: Variant, dealer: int, outcomes: Sequence[int]) -> State:
    """Deal what chance has done, once more with the engine's own pieces."""
    pack = Pack([DECK[outcome] for outcome in outcomes[:52]])
    rest = outcomes[52:]
    while variant.cut is not Cut.NONE:
        at, *rest = rest
        try:
            pack = cut(pack, at, variant)
            break
        except DealError as another_cut:
            pack = another_cut.deck
    try:
        state = new_game(variant, deck=pack, dealer=dealer)
    except DealError:
        return by_hand(variant, dealer, rest)
    assert not rest
    return state


def test_what_chance_can_do() -> None:
    """The dealer, each card that is left, and a cut of 1 to 51 cards."""
    state: Any = load_game(PARTNERSHIP).new_initial_state()
    assert state.current_player() == pyspiel.PlayerId.CHANCE
    assert dict(state.chance_outcomes()) == dict.fromkeys(range(4), 1 / 4)
    assert state.action_to_string(3) == "dealer 3"
    state.apply_action(3)
    assert state.action_to_string(0) == "card AC"
    for place in range(52):
        assert dict(state.chance_outcomes()) == dict.fromkeys(
            range(place, 52), 1 / (52 - place)
        )
        state.apply_action(place)
    assert dict(state.chance_outcomes()) == dict.fromkeys(range(1, 52), 1 / 51)
    assert state.action_to_string(7) == "cut 7"


@pytest.mark.rule("2.3")
def test_a_cut_that_shows_a_jack_is_chance_again() -> None:
    """The cutter alone learns which jack it was."""
    state = shuffled(PARTNERSHIP_RECUT, 3, stacked("JC 2C"))
    state.apply_action(1)
    assert state.is_chance_node()
    state.apply_action(2)
    assert state.current_player() == 0
    assert state.view(2).cutter_saw == parse_cards("JC 2C")
    assert "cutter saw: JC 2C" in state.information_state_string(2)
    assert "cutter saw: ?" in state.information_state_string(1)


@pytest.mark.rule("3.9", "3.11")
@pytest.mark.parametrize(
    ("variant", "void"),
    [
        (table(THREE_PLAYER, opening_jack=OpeningJack.REDEAL), "2C 3C 4C JC"),
        (table(XERI, layout_redeal=LayoutRedeal.TOP_JACK), "2C 3C 4C JC"),
    ],
)
def test_a_void_deal_is_chance_again(variant: Variant, void: str) -> None:
    """The same dealer's pack is shuffled anew, and nobody remembers the old one."""
    state = shuffled(variant, 1, stacked(void))
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == 52
    again = state.clone()
    for card in stacked("JC 3C 4C 2C"):
        again.apply_action(DECK.index(card))
    seen = again.view(0)
    assert seen == shuffled(variant, 1, stacked("JC 3C 4C 2C")).view(0)
    assert seen.dealer == 1


# Play


@fewer
@given(tables, seeds, choices)
def test_play_is_the_engines(variant: Variant, seed: int, plays: Sequence[int]) -> None:
    """Legal actions are legal moves, and returns the margin at the end."""
    state = dealt(variant, Random(seed))
    for choice in plays:
        seat = state.current_player()
        seen = state.view(seat)
        assert seen.turn == seat
        assert state.legal_actions() == sorted(map(DECK.index, seen.legal_moves))
        assert not any(state.returns() + state.rewards())
        card = choose(state._hand.state, choice)
        assert state.action_to_string(DECK.index(card)) == str(card)
        state.apply_action(DECK.index(card))
    totals = score_hand(state._hand.state).totals
    others = len(totals) - 1
    expected = [
        totals[seat % len(totals)] - (sum(totals) - totals[seat % len(totals)]) / others
        for seat in range(variant.players)
    ]

    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.legal_actions() == []
    assert state.returns() == state.rewards() == pytest.approx(expected)
    assert sum(state.returns()) == pytest.approx(0)


def test_copies_share_what_never_changes() -> None:
    """A clone is another state with the same hand, and goes its own way."""
    state = dealt(PARTNERSHIP, Random(1))
    child = state.child(state.legal_actions()[0])
    assert state.clone()._hand is state._hand
    assert child._hand.state.ply == 1
    assert state._hand.state.ply == 0


def test_states_are_serialized() -> None:
    """Text of a state gives the same state, before and after the deal."""
    variant = attrs.evolve(PARTNERSHIP, target=101)
    for state in (shuffled(variant, 0, DECK), dealt(variant, Random(1))):
        text = pyspiel.serialize_game_and_state(state.get_game(), state)
        game, again = pyspiel.deserialize_game_and_state(text)
        assert variant_of(game.get_parameters()) == variant
        assert str(again) == str(state)
        assert again.history() == state.history()
        assert again._hand == state._hand


# Information


@fewer
@given(states(), seeds)
def test_information_is_that_of_views(state: State, seed: int) -> None:
    """Information states are the same if and only if views are."""
    for viewer in (*range(state.variant.players), None):
        other = twin(state, viewer, Random(seed))
        one, two = at(state), at(other)
        for seat in range(state.variant.players):
            same = view(state, seat) == view(other, seat)
            for told in ("string", "tensor"):
                ask = f"information_state_{told}"
                first, second = (getattr(each, ask)(seat) for each in (one, two))
                assert (first == second) is same
            if same:
                assert one.observation_string(seat) == two.observation_string(seat)
                assert one.observation_tensor(seat) == two.observation_tensor(seat)
        if viewer is not None:
            assert view(state, viewer) == view(other, viewer)


@pytest.mark.parametrize("field", DIFFERENT)
def test_each_field_makes_a_difference(field: str) -> None:
    """Where a field of a view is another, and no other is, the seat is told so."""
    one, two, seat = DIFFERENT[field]
    views = [view(state, seat) for state in (one, two)]
    changed = [name for name in DEALT if len({getattr(v, name) for v in views}) == 2]
    assert changed == [field]
    told = {at(state).information_state_string(seat) for state in (one, two)}
    assert len(told) == 2


@fewer
@given(states(), seeds)
def test_each_card_that_is_known_is_told(state: State, seed: int) -> None:
    """Hands that differ in few cards are told apart where views are, and only there."""
    first = replay(state.variant, state.setup.pack, state.dealer, ())
    for other in neighbours(state, Random(seed)):
        one, two = at(state if other.plays else first), at(other)
        for seat in range(state.variant.players):
            same = one.view(seat) == two.view(seat)
            told = {each.information_state_string(seat) for each in (one, two)}
            assert (len(told) == 1) is same


@fewer
@given(states())
def test_tensors_are_observations(state: State) -> None:
    """Both tensors are those of the shared layout, and named by its pieces."""
    reached = at(state)
    for seat in range(state.variant.players):
        for history in (True, False):
            layout = Layout(state.variant.players, history)
            tensor = np.zeros(layout.size)
            tensor[layout.ones(view(state, seat))] = 1
            ask = reached.information_state_tensor
            told = ask(seat) if history else reached.observation_tensor(seat)
            assert told == [*tensor]
            observer = reached.get_game().make_py_observer(
                pyspiel.IIGObservationType(perfect_recall=history)
            )
            observer.set_from(reached, seat)
            pieces = [observer.dict[piece.value].ravel() for piece in layout.slices]
            assert [*np.concatenate(pieces)] == told


@fewer
@given(states(), seeds)
def test_observations_are_equal_as_text_and_as_tensors(state: State, seed: int) -> None:
    """What the seat observes without the history is written in two ways."""
    other = twin(state, None, Random(seed))
    assume(other != state)
    for seat in range(state.variant.players):
        strings = {at(each).observation_string(seat) for each in (state, other)}
        tensors = {(*at(each).observation_tensor(seat),) for each in (state, other)}
        assert len(strings) == len(tensors)


def test_an_observation_as_text() -> None:
    """It names cards and numbers, piece by piece."""
    state = new_game(CLASSIC, rng=7)
    told = at(state).observation_string(1).splitlines()
    hand = " ".join(map(str, sorted(state.hands[1], key=DECK.index)))
    assert told[0] == "seat: 1"
    assert f"hands: {hand} |" in told
    assert f"top: {state.up_card}" in told
    assert "ply: 0" in told
    assert "hidden_face_down: 3" in told
    assert "captured_face_down: 0 | 0" in told


def test_cards_face_down_are_counted_as_text() -> None:
    """Hidden cards that another seat has captured are as many as they were."""
    state = play(deal(THREE_PLAYER, "7H", "7S 4C 5C 6C", "2C 3C 8C 9C"), "7S")
    assert view(state, 0).captured[0].count(None) == 0
    for seat, told in ((0, "0 | 0 | 0"), (1, "0 | 0 | 3"), (2, "0 | 3 | 0")):
        lines = at(state).observation_string(seat).splitlines()
        assert f"captured_face_down: {told}" in lines
        assert "hidden_face_down: 0" in lines


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ({"private_info": pyspiel.PrivateInfoType.NONE}, None),
        ({"private_info": pyspiel.PrivateInfoType.ALL_PLAYERS}, None),
        ({"public_info": False}, None),
        ({}, {"colour": "red"}),
    ],
)
def test_other_observers_are_refused(kind: dict[str, Any], given: Any) -> None:
    """Nobody observes secrets of others, or secrets alone."""
    wanted = pyspiel.IIGObservationType(perfect_recall=True, **kind)
    game: Any = load_game()
    with pytest.raises(PistiError, match="only all that one player knows"):
        game.make_py_observer(wanted, given)

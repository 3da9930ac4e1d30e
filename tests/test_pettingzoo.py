"""Hands as a PettingZoo environment."""

import copy
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from permuting import twin
from strategies import seeds, tables

from pisti import (
    CLASSIC,
    DECK,
    FOUR_PLAYER,
    PARTNERSHIP,
    THREE_PLAYER,
    VARIANTS,
    DealError,
    IllegalMoveError,
    PistiError,
    Rule,
    State,
    Variant,
    VariantError,
    arrange,
    new_game,
    parse_cards,
    score_hand,
    view,
)
from pisti.adapters.observation import Layout
from pisti.adapters.payoffs import margins
from pisti.players import greedy
from pisti.strategies import states
from pisti.text import draw

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402

from pisti.adapters.pettingzoo import env, raw_env  # noqa: E402

Table = Callable[..., AECEnv[str, Any, int]]

# Each hand takes a while.
fewer = settings(max_examples=settings().max_examples // 3)
each_preset = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)


def play(table: Any, choose: Callable[[Any], int]) -> dict[str, list[float]]:
    """Play an episode, and give the rewards of each agent as it is told them."""
    told: dict[str, list[float]] = {agent: [] for agent in table.agents}
    for agent in table.agent_iter():
        observation, reward, over, truncated, info = table.last()
        assert not truncated
        assert info == {}
        told[agent].append(reward)
        table.step(None if over else choose(observation))
    return told


def first_card(observation: Any) -> int:
    """Choose the first card of the deck that may be played."""
    return int(observation["action_mask"].argmax())


def any_card(chance: Random) -> Callable[[Any], int]:
    """Make a choice of any card that may be played."""
    return lambda seen: chance.choice([*np.flatnonzero(seen["action_mask"])])


def at(state: State, **options: Any) -> raw_env:
    """Put an environment into a position."""
    table = raw_env(state.variant, **options)
    table.reset(seed=1)
    table._state = state
    return table


def end_of(table: Any) -> State:
    """Give the position that nobody at the table sees."""
    state: State = table.unwrapped._state
    return state


# PettingZoo's own tests


@each_preset
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should")
def test_the_interface_is_pettingzoos(variant: Variant) -> None:
    """Observations with masks are what its own card games have too."""
    api_test(env(variant), num_cycles=60)
    api_test(raw_env(variant, history=False, dense_rewards=True), num_cycles=60)


@each_preset
def test_a_seed_determines_all(variant: Variant) -> None:
    """PettingZoo compares two environments step by step."""
    seed_test(partial(env, variant), num_cycles=60)
    seed_test(partial(raw_env, variant, dense_rewards=True), num_cycles=60)


@each_preset
def test_tables_are_rendered(variant: Variant) -> None:
    """PettingZoo asks for each mode that is promised."""
    render_test(partial(env, variant))


# Episodes


@fewer
@given(tables, seeds, st.booleans())
def test_an_episode_is_a_hand(variant: Variant, seed: int, dense: bool) -> None:  # noqa: FBT001
    """At every table masks are the legal moves, and rewards the margin of points."""
    table = raw_env(variant, history=False, dense_rewards=dense)
    table.reset(seed=seed)
    chance = Random(seed)
    plays, told = 0, dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, over, _, _ = table.last()
        told[agent] += reward
        assert abs(sum(table.rewards.values())) < 1e-9
        action = None if over else any_card(chance)(observation)
        if action is not None:
            seen = table.view(agent)
            assert seen.turn == seen.seat == table.possible_agents.index(agent)
            masked = np.flatnonzero(observation["action_mask"])
            assert {DECK[place] for place in masked} == set(seen.legal_moves)
            plays += 1
        table.step(action)
    score = score_hand(end_of(table))

    assert plays == 48
    assert not table.agents
    assert [*told.values()] == pytest.approx(expected(variant, score.totals))


def expected(variant: Variant, totals: Sequence[int]) -> list[float]:
    """Give each seat its side's lead over the mean of the others."""
    payoffs = []
    for seat in range(variant.players):
        side = seat % len(totals)
        others = [points for n, points in enumerate(totals) if n != side]
        payoffs.append(totals[side] - sum(others) / len(others))
    return payoffs


@pytest.mark.parametrize(
    ("variant", "totals", "payoffs"),
    [
        (CLASSIC, (14, 2), [12, -12]),
        (PARTNERSHIP, (10, 4), [6, -6, 6, -6]),
        (THREE_PLAYER, (9, 3, 0), [7.5, -1.5, -6]),
        (FOUR_PLAYER, (9, 3, 0, 0), [8, 0, -4, -4]),
    ],
)
def test_margins(variant: Variant, totals: Sequence[int], payoffs: list[float]) -> None:
    """Who plays alone is measured by the mean of the others, partners together."""
    assert margins(variant, totals) == payoffs


@fewer
@given(states(), seeds)
def test_dense_rewards_tell_no_secrets(state: State, seed: int) -> None:
    """A play is rewarded for what a spectator has seen it win."""
    other = twin(state, None, Random(seed))
    one, two = (at(hand, dense_rewards=True) for hand in (state, other))
    assert one._count() == two._count()


def test_rewards_come_with_the_last_play() -> None:
    """Before it they are zero, unless they are wanted at once."""
    table = env(PARTNERSHIP)
    table.reset(seed=5)
    told = play(table, first_card)
    assert not any(any(rewards[:-1]) for rewards in told.values())
    assert any(rewards[-1] for rewards in told.values())

    table = env(PARTNERSHIP, dense_rewards=True)
    table.reset(seed=5)
    dense = play(table, first_card)
    assert any(any(rewards[:-1]) for rewards in dense.values())
    assert [*map(sum, dense.values())] == [*map(sum, told.values())]


def test_a_seed_determines_later_hands_too() -> None:
    """Hands after a seed are the same again, and not one like the other."""
    table = raw_env(history=False)
    hands = []
    for seed in (5, None, 5, None):
        table.reset(seed=seed)
        hands.append((end_of(table).setup.dealer, end_of(table).setup.pack))
    assert hands[:2] == hands[2:]
    assert hands[0] != hands[1]


def test_without_a_seed_chance_is_the_systems() -> None:
    """Two environments that were never seeded deal other hands."""
    one, two = raw_env(), raw_env()
    one.reset()
    two.reset()
    assert end_of(one).setup.pack != end_of(two).setup.pack


def test_each_seat_deals() -> None:
    """Whoever deals is drawn for each hand."""
    table = raw_env(FOUR_PLAYER, history=False)
    dealers = []
    for seed in range(400):
        table.reset(seed=seed)
        dealers.append(end_of(table).dealer)
    assert all(60 < dealers.count(seat) < 140 for seat in range(4))


# Copies


def pickled(table: Any) -> Any:
    """Give what is read again from a pickle."""
    return pickle.loads(pickle.dumps(table))  # noqa: S301  # its own text


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
@pytest.mark.parametrize("make", [env, raw_env])
def test_copies_go_their_own_way(make: Table, copied: Callable[[Any], Any]) -> None:
    """An environment can be copied before a hand and within it."""
    table = make(THREE_PLAYER)
    fresh = copied(table)
    table.reset(seed=3)
    fresh.reset(seed=3)
    assert end_of(fresh) == end_of(table)

    before = end_of(table)
    within = copied(table)
    within.step(first_card(within.observe(within.agent_selection)))
    assert end_of(table) == before
    assert end_of(within).ply == 1
    table.step(first_card(table.observe(table.agent_selection)))
    assert end_of(table) == end_of(within)

    table.reset()
    within.reset()
    assert end_of(table) == end_of(within)


# Observations


@fewer
@given(states(), seeds, st.booleans())
def test_observations_are_made_of_views(
    state: State,
    seed: int,
    history: bool,  # noqa: FBT001
) -> None:
    """What an agent cannot know changes no byte of what it observes."""
    table = at(state, history=history)
    layout = Layout(state.variant.players, history)
    for seat, agent in enumerate(table.possible_agents):
        seen = view(state, seat)
        observation = table.observe(agent)
        assert table.view(agent) == seen
        assert table.observation_space(agent).contains(observation)
        assert observation["observation"].sum() == len(layout.ones(seen))
        assert observation["observation"][layout.ones(seen)].all()
        table._state = twin(state, seat, Random(seed))
        again = table.observe(agent)
        for key in ("observation", "action_mask"):
            assert observation[key].tobytes() == again[key].tobytes()
        table._state = state


def test_players_of_views_can_play() -> None:
    """Whoever chooses from a view plays beside whoever learns from observations."""
    table: Any = env(PARTNERSHIP, history=False)
    table.reset(seed=8)
    seats = iter(range(48))

    def choose(_: Any) -> int:
        next(seats)
        return DECK.index(greedy(table.unwrapped.view(table.agent_selection)))

    play(table, choose)
    assert next(seats, None) is None


# What is refused


@pytest.mark.parametrize("make", [env, raw_env])
def test_no_table(make: Table) -> None:
    """A table is a variant, and drawn as text alone."""
    with pytest.raises(VariantError):
        make("classic")
    with pytest.raises(PistiError, match="no render mode 'rgb_array'"):
        make(render_mode="rgb_array")


@pytest.mark.parametrize(
    "seed", [-1, np.int64(-1), True, np.True_, 3.0, "3", Random(3)]
)
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    """As everywhere."""
    with pytest.raises(DealError):
        raw_env().reset(seed=seed)


@pytest.mark.parametrize("kind", [np.int64, np.uint8])
def test_a_seed_may_be_numpys(kind: Callable[[int], Any]) -> None:
    """It stands for the same number."""
    one, two = raw_env(), raw_env()
    one.reset(seed=3)
    two.reset(seed=kind(3))
    assert end_of(one) == end_of(two)


@pytest.mark.parametrize("action", [-1, 52, None, "AC"])
def test_no_action(action: Any) -> None:
    """Only places in the deck are actions."""
    table = raw_env()
    table.reset(seed=3)
    with pytest.raises(IllegalMoveError, match="an action is a place in DECK") as error:
        table.step(action)
    assert error.value.rule is Rule.CARD_IN_HAND


def test_a_card_that_is_not_held() -> None:
    """The engine refuses it."""
    table = raw_env()
    table.reset(seed=3)
    mask = table.observe(table.agent_selection)["action_mask"]
    with pytest.raises(IllegalMoveError) as error:
        table.step(int(mask.argmin()))
    assert error.value.rule is Rule.CARD_IN_HAND


def test_a_card_that_is_not_held_ends_the_hand() -> None:
    """Within the wrappers it costs more than any hand can."""
    table = env(THREE_PLAYER)
    table.reset(seed=3)
    agent = table.agent_selection
    mask = table.observe(agent)["action_mask"]
    table.step(int(mask.argmin()))
    # 4 aces and 4 jacks of 1, 2 and 3 for two cards, 3 for the majority, and no more
    # than 24 bonuses of 20; and one point more.
    assert table.rewards == {**dict.fromkeys(table.agents, 0), agent: -497.0}
    assert all(table.terminations.values())


def test_the_worst_hand_costs_less_than_a_card_that_is_not_held() -> None:
    """Without bonuses, who captures nothing loses by all points that there are."""
    variant = attrs.evolve(CLASSIC, pisti_points=0, double_pisti_points=0)
    ranks = ("34", "56", "78", "9Q", "KA", ("10", "J"))
    packets = [
        parse_cards(" ".join(f"{rank}{suit}" for rank in pair for suit in suits))
        for pair in ranks
        for suits in ("CH", "DS")
    ]
    pack = arrange(variant, layout=parse_cards("2C 2D 2H 2S"), packets=packets)
    table = at(new_game(variant, deck=pack, dealer=1))
    for lead, answer in zip(packets[::2], packets[1::2], strict=True):
        for card in chain.from_iterable(zip(lead, answer, strict=True)):
            table.step(DECK.index(card))
    worst = min(table.rewards.values())
    assert worst == -16

    wrapped = env(variant)
    wrapped.reset(seed=3)
    agent = wrapped.agent_selection
    wrapped.step(int(wrapped.observe(agent)["action_mask"].argmin()))
    assert wrapped.rewards[agent] < worst


# Rendering


def test_the_table_is_drawn_for_the_agent_on_turn(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As text, or printed after each play."""
    drawn: Any = env(render_mode="ansi")
    printed = env(render_mode="human")
    for table in (drawn, printed):
        table.reset(seed=3)
    seen = drawn.unwrapped.view(drawn.agent_selection)
    assert drawn.render() == draw(seen)

    for table in (drawn, printed):
        assert not capsys.readouterr().out
        table.step(first_card(table.observe(table.agent_selection)))
    assert capsys.readouterr().out == f"{drawn.render()}\n"
    assert printed.render() is None


def test_nothing_is_drawn_unless_asked_for() -> None:
    """Who asks without a mode is warned, as Gymnasium does."""
    table = env()
    table.reset(seed=3)
    with pytest.warns(UserWarning, match="without a render mode"):
        assert table.render() is None
    table.close()


# The example


EXAMPLE = Path(__file__).parent.parent / "examples" / "learning.py"


def test_an_agent_learns() -> None:
    """After a few hands it beats random play, and the same seed gives the same agent."""
    order = [sys.executable, str(EXAMPLE), "--hands", "32", "--deals", "10"]
    told = [
        subprocess.run(order, capture_output=True, encoding="utf-8", check=True).stdout  # noqa: S603
        for _ in range(2)
    ]

    assert told[0] == told[1]
    assert re.search(r"^against random play: \+(\d+)\.", told[0], re.MULTILINE)


def test_one_deal_is_no_trial() -> None:
    """It has no spread, so the error cannot be told."""
    order = [sys.executable, str(EXAMPLE), "--deals", "1"]
    refused = subprocess.run(order, capture_output=True, encoding="utf-8", check=False)  # noqa: S603
    assert refused.returncode == 2
    assert "two deals or more are needed" in refused.stderr

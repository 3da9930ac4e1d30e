"""Hands as a PettingZoo environment (extra `pettingzoo`)."""

from collections.abc import Mapping
from contextlib import suppress
from math import floor
from operator import index
from random import Random
from typing import Any, Final, SupportsIndex, TypeAlias

try:
    import numpy as np
    from gymnasium import logger
    from gymnasium.spaces import Box, Dict, Discrete
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as _missing:  # pragma: no cover
    raise ModuleNotFoundError(
        "pisti.adapters.pettingzoo needs PettingZoo, which the extra `pettingzoo`"
        " installs: pisti[pettingzoo]"
    ) from _missing

from pisti.adapters.observation import Layout
from pisti.adapters.payoffs import known_totals, margins, widest_margin
from pisti.cards import DECK
from pisti.dealing import new_game
from pisti.errors import DealError, IllegalMoveError, PistiError, shown
from pisti.packs import generator
from pisti.play import apply_move
from pisti.rules import Rule
from pisti.text import draw
from pisti.variants import CLASSIC, Variant, check_variant
from pisti.views import View
from pisti.views import view as view_of

__all__ = ["Observation", "env", "raw_env"]

Observation: TypeAlias = dict[str, NDArray[np.int8]]
"""Under `"observation"` the ones and zeros of a `Layout`, under `"action_mask"` a one
for each card that may be played now, by its place in `DECK`."""

_CARDS: Final = len(DECK)


def env(
    variant: Variant = CLASSIC,
    *,
    history: bool = True,
    dense_rewards: bool = False,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int]:
    """
    Make an environment that plays hands at a table, an episode each.

    It is a `raw_env` within PettingZoo's usual wrappers: a card that may not be played
    ends the hand, and costs who played it more than any hand can cost.

    Raises:
        VariantError: If *variant* is not a Variant.
        PistiError: If *render_mode* is neither `"ansi"`, `"human"` nor None.

    Examples:
        >>> from pisti import DECK, PARTNERSHIP
        >>> from pisti.adapters.pettingzoo import env
        >>> table = env(PARTNERSHIP)
        >>> table.reset(seed=7)
        >>> for agent in table.agent_iter():
        ...     observation, reward, termination, truncation, _ = table.last()
        ...     if termination or truncation:
        ...         action = None
        ...     else:
        ...         action = observation["action_mask"].argmax()
        ...     table.step(action)
    """
    table = raw_env(
        variant, history=history, dense_rewards=dense_rewards, render_mode=render_mode
    )
    lost = -1 - widest_margin(variant)
    legal = wrappers.TerminateIllegalWrapper(table, illegal_reward=lost)
    bounded = wrappers.AssertOutOfBoundsWrapper(legal)
    return wrappers.OrderEnforcingWrapper(bounded)


def _seeded(seed: SupportsIndex) -> Random:
    """Make a generator from a seed, which may be one of NumPy's whole numbers."""
    if not isinstance(seed, bool):
        with suppress(TypeError):
            return generator(index(seed))
    raise DealError(f"a seed is a whole number from 0, not {shown(seed)}", rng=seed)


class raw_env(AECEnv[str, Observation, int]):  # noqa: N801  # as PettingZoo calls it
    """
    A table at which agents play, without wrappers.

    Agents are `"player_0"` and so on, by seat. An action is a card's place in `DECK`.
    Each seat is as likely to deal. Observations are made from the agent's `View`, by
    `Layout(variant.players, history)`.

    The reward is the margin: the points of the agent's side less the mean of the other
    sides', so that all rewards add up to 0 and partners get the same. It comes with
    the last play. With *dense_rewards* each play gives by how much it has changed the
    margin of what all can count, spectators too; what nobody could, such as
    hidden cards and the majority, comes with the last play. The sum is the same.

    Raises:
        VariantError: If *variant* is not a Variant.
        PistiError: If *render_mode* is neither `"ansi"`, `"human"` nor None.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo has it
        "name": "pisti_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    action_spaces: dict[str, Discrete]
    observation_spaces: dict[str, Dict]

    def __init__(
        self,
        variant: Variant = CLASSIC,
        *,
        history: bool = True,
        dense_rewards: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_variant(variant)
        if render_mode not in {None, *self.metadata["render_modes"]}:
            raise PistiError(f"no render mode {shown(render_mode)}")
        self.variant: Final = variant
        """The rules of the table."""
        self.layout: Final = Layout(variant.players, history)
        """Where everything stands in an observation."""
        self.dense_rewards: Final = dense_rewards
        """Whether a play is rewarded at once."""
        self.render_mode: Final = render_mode
        """What `render` does."""
        self.possible_agents = [f"player_{seat}" for seat in range(variant.players)]
        self.action_spaces = {agent: Discrete(_CARDS) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, 1, (self.layout.size,), np.int8),
                    "action_mask": Box(0, 1, (_CARDS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._chance = Random()  # can be copied, as SystemRandom cannot

    def observation_space(self, agent: str) -> Dict:
        """Give the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Give the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: SupportsIndex | None = None,
        options: Mapping[str, Any] | None = None,  # noqa: ARG002  # there are none
    ) -> None:
        """
        Deal a hand.

        A *seed*, a whole number from 0, determines this hand and all that follow until
        the next seed. The first seed of all comes from the operating system.

        Raises:
            DealError: If *seed* is no such number.
        """
        if seed is not None:
            self._chance = _seeded(seed)
        dealer = floor(self._chance.random() * self.variant.players)
        self._state = new_game(self.variant, rng=self._chance, dealer=dealer)
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[self._state.setup.leader]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._margins = self._count()

    def view(self, agent: str) -> View:
        """Give all that an agent may know, for players that think about views."""
        return view_of(self._state, self.possible_agents.index(agent))

    def observe(self, agent: str) -> Observation:
        """Give what an agent observes, on turn or not; the mask is then all zeros."""
        view = self.view(agent)
        observation = np.zeros(self.layout.size, np.int8)
        observation[self.layout.ones(view)] = 1
        mask = np.zeros(_CARDS, np.int8)
        mask[[DECK.index(card) for card in view.legal_moves]] = 1
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """
        Play a card for the agent on turn; after the last, agents take None and leave.

        Raises:
            IllegalMoveError: If *action* is no card of the hand on turn (rule 4.3).
            ValueError: If the hand is over and *action* is not None.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self.action_space(agent).contains(action):
            raise IllegalMoveError(
                f"an action is a place in DECK, not {shown(action)}",
                seat=self._state.turn,
                rule=Rule.CARD_IN_HAND,
            )
        self._state = apply_move(self._state, DECK[action])
        self._cumulative_rewards[agent] = 0.0
        before, self._margins = self._margins, self._count()
        for place, each in enumerate(self.agents):
            self.rewards[each] = self._margins[place] - before[place]
        self._accumulate_rewards()
        if self._state.turn is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.agents[self._state.turn]
        if self.render_mode == "human":
            self.render()

    def _count(self) -> list[float]:
        """Give the margin by seat that agents have been rewarded for so far."""
        if self.dense_rewards or self._state.is_over:
            totals = known_totals(view_of(self._state, None))
            return margins(self.variant, totals)
        return [0.0] * self.variant.players

    def render(self) -> str | None:
        """
        Draw the table as the agent on turn sees it: a text, or printed for `"human"`.

        After the last play it is drawn as the agent sees it that is to leave.
        """
        if self.render_mode is None:
            logger.warn("without a render mode there is nothing to render")
            return None
        table = draw(self.view(self.agent_selection))
        if self.render_mode == "ansi":
            return table
        print(table)  # noqa: T201  # what this mode is for
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

"""
An agent that learns to play by playing against itself, and then beats random play.

It learns how many points a card is worth, as a weighted sum of what can be seen of the
card and the table. After every few hands the weights are fitted anew to what cards
have turned out to be worth (Monte Carlo, least squares), and the next hands are played
by the new weights. All that it sees is PettingZoo's observation.

    python -m pip install "pisti[pettingzoo]"
    python examples/learning.py
"""

import argparse
from collections.abc import Callable
from math import floor
from random import Random
from statistics import mean, stdev
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pisti import DECK, VARIANTS, Rank, Variant
from pisti.adapters.observation import Layout, Piece
from pisti.adapters.pettingzoo import Observation, raw_env
from pisti.players import greedy

EXPLORED = 0.15
"""The share of cards that are played at random while learning."""
LATER = 0.95
"""What a point is worth with the next play: what a card does is mostly seen soon."""
FITS = 8
"""How often the weights are fitted, each time after twice as many hands."""
RIDGE = 10.0
"""What keeps weights small where little has been seen."""
PRACTICE = 1_000_000
"""Deals to learn from have seeds from this on, deals to be tried on have those below."""

Numbers = NDArray[np.floating[Any]]
Player = Callable[[raw_env], int]
"""Chooses a card for the agent on turn, from its observation or its view."""

RANKS = np.array([[*Rank].index(card.rank) for card in DECK])
SAME_RANK = (RANKS[:, None] == RANKS).astype(float)
JACK = SAME_RANK[[card.rank for card in DECK].index(Rank.JACK)]
COLUMNS = 29


class Features:
    """What can be seen of each card that may be played now, as numbers."""

    def __init__(self, variant: Variant) -> None:
        self.slices = Layout(variant.players, history=False).slices
        self.points = np.array([variant.points_by_card.get(card, 0) for card in DECK])

    def __call__(self, observation: Observation) -> Numbers:
        """Give a row for each card of the deck."""
        seen = {
            piece: observation["observation"][place].astype(float)
            for piece, place in self.slices.items()
        }
        pile, top = seen[Piece.PILE], seen[Piece.TOP]
        unseen = SAME_RANK @ seen[Piece.UNSEEN]
        own = SAME_RANK @ observation["action_mask"]
        size = pile.sum()
        hidden = seen[Piece.HIDDEN].sum() + seen[Piece.HIDDEN_FACE_DOWN] @ (1, 2, 3)
        worth = pile @ self.points + self.points
        match = SAME_RANK @ top
        jack = JACK * (size > 0) * (1 - match)
        takes = match + jack
        stays = 1 - takes
        columns = [
            np.ones(52),
            np.full(52, seen[Piece.PLY].argmax() / 48),
            np.full(52, size),
            np.full(52, pile @ self.points),
            takes,
            jack,
            takes * size,
            takes * worth,
            takes * hidden,
            match * (size == 1),
            match * (size == 1) * JACK,
            jack * (size == 1),
            stays * JACK,
            stays * self.points,
            stays * own,
            *[stays * (size == 0) * (unseen == left) for left in range(4)],
            *[stays * (size == 1) * (unseen == left) for left in range(4)],
            *[stays * (size > 1) * (unseen == left) for left in range(4)],
            stays * unseen * size,
            stays * unseen * worth,
        ]
        return np.stack(columns, axis=1)


class Learner:
    """Weights, and the sums from which they are fitted."""

    def __init__(self, variant: Variant) -> None:
        self.features = Features(variant)
        self.weights: Numbers = np.zeros(COLUMNS)
        self.squares = np.zeros((COLUMNS, COLUMNS))
        self.products = np.zeros(COLUMNS)

    def __call__(self, table: raw_env) -> int:
        """Choose the card that seems to be worth the most."""
        observation = table.observe(table.agent_selection)
        values: Numbers = self.features(observation) @ self.weights
        return int(np.where(observation["action_mask"], values, -np.inf).argmax())

    def learn(self, rows: list[Numbers], worth: list[float]) -> None:
        """Take note of what cards have been worth."""
        seen = np.array(rows)
        self.squares += seen.T @ seen
        self.products += seen.T @ worth

    def fit(self) -> None:
        """Find the weights that explain it best."""
        ridge = RIDGE * np.eye(COLUMNS)
        self.weights = np.linalg.solve(self.squares + ridge, self.products)


def at_random(chance: Random) -> Player:
    """Make a player that plays any card."""

    def choose(table: raw_env) -> int:
        mask = table.observe(table.agent_selection)["action_mask"]
        cards = np.flatnonzero(mask)
        return int(cards[floor(chance.random() * len(cards))])

    return choose


def greedily(table: raw_env) -> int:
    """Play as the library's greedy player, which thinks about a view."""
    return DECK.index(greedy(table.view(table.agent_selection)))


def practise(table: raw_env, learner: Learner, seed: int) -> None:
    """Play a hand against itself, with some cards at random, and learn from it."""
    chance = Random(seed)
    anything = at_random(chance)
    table.reset(seed=seed)
    seats: list[int] = []
    rows: list[Numbers] = []
    rewards: list[list[float]] = []
    while not any(table.terminations.values()):
        agent = table.agent_selection
        action = (anything if chance.random() < EXPLORED else learner)(table)
        seats.append(table.agents.index(agent))
        rows.append(learner.features(table.observe(agent))[action])
        table.step(action)
        rewards.append([*table.rewards.values()])
    worth: list[float] = []
    later = np.zeros(len(table.agents))
    for seat, reward in zip(reversed(seats), reversed(rewards), strict=True):
        later = np.array(reward) + LATER * later
        worth.append(float(later[seat]))
    learner.learn(rows, worth[::-1])


def trial(table: raw_env, player: Player, others: Player, seed: int) -> float:
    """Play the same deal once from each side: points a hand."""
    payoffs: list[float] = []
    for seats in table.variant.sides:
        table.reset(seed=seed)
        while not any(table.terminations.values()):
            ours = table.agents.index(table.agent_selection) in seats
            table.step((player if ours else others)(table))
        payoffs.append(table.rewards[table.agents[seats[0]]])
    return mean(payoffs)


def interval(table: raw_env, player: Player, others: Player, deals: int) -> str:
    """Say by how much a player beats others, on deals that it has not learned from."""
    margins = [trial(table, player, others, seed) for seed in range(deals)]
    error = 1.96 * stdev(margins) / deals**0.5
    return f"{mean(margins):+.2f} points a hand, ± {error:.2f}"


def deals_enough(text: str) -> int:
    """Read a number of deals from which an error can be told."""
    deals = int(text)
    if deals < 2:  # noqa: PLR2004  # one deal has no spread
        raise argparse.ArgumentTypeError("two deals or more are needed")
    return deals


def main() -> None:
    """Learn, tell how it goes, and say at the end how good the agent is."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--variant", choices=VARIANTS, default="classic")
    parser.add_argument("--hands", type=int, default=640, help="to learn from")
    parser.add_argument(
        "--deals", type=deals_enough, default=400, help="to be tried on, 2 or more"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    variant = VARIANTS[given.variant]
    practice = raw_env(variant, history=False, dense_rewards=True)
    table = raw_env(variant, history=False)
    learner = Learner(variant)
    careless = at_random(Random(given.seed))
    for hand in range(1, given.hands + 1):
        practise(practice, learner, PRACTICE * (1 + given.seed) + hand)
        if hand in [given.hands >> fit for fit in range(FITS)]:
            learner.fit()
            told = interval(table, learner, careless, 2 + given.deals // 10)
            print(f"after {hand:4} hands: {told}", flush=True)
    print(f"\nover {given.deals} other deals, each played from every side:")
    print("against random play:", interval(table, learner, careless, given.deals))
    print("against greedy play:", interval(table, learner, greedily, given.deals))


if __name__ == "__main__":
    main()

"""
Rate the players: each against the one before it, and how long each thinks.

    python benchmarks/ratings.py --packs 1500 --workers 2

needs pisti[simulation]. Each pack is played twice with the seats swapped, so that what
the cards give to one player both get; players that are quick play four times as many.
The intervals hold the true difference with 99 % confidence; the command fails where one
does not leave out zero.
"""

import argparse
import sys
from itertools import pairwise
from statistics import median, quantiles
from time import perf_counter

from pisti import VARIANTS, Variant, apply_move, new_game, view
from pisti.players import Player, counting, greedy, random_player, search_player
from pisti.simulation import duel

PRESETS = ("classic", "partnership")
PLAYERS: dict[str, Player] = {
    "random": random_player(1),
    "greedy": greedy,
    "counting": counting,
    "search": search_player(1),
}
SLOW = "search"
CONFIDENCE = 0.99
HANDS_TIMED = 10


def rate(packs: int, workers: int, seed: int) -> bool:
    """Print by how many points a hand each player is ahead of the one before."""
    all_ahead = True
    for preset in PRESETS:
        for (weak, other), (strong, player) in pairwise(PLAYERS.items()):
            lead = duel(
                player,
                other,
                VARIANTS[preset],
                packs if strong == SLOW else 4 * packs,
                seed,
                confidence=CONFIDENCE,
                workers=workers,
            )
            all_ahead &= lead.mean > lead.margin
            print(
                f"| {preset} | {strong} | {weak} | {lead} | {lead.packs} |", flush=True
            )
    return all_ahead


def seconds_a_play(player: Player, variant: Variant) -> list[float]:
    """Time all plays with a choice of some hands."""
    seconds: list[float] = []
    for seed in range(HANDS_TIMED):
        state = new_game(variant, rng=seed)
        while (seat := state.turn) is not None:
            seen = view(state, seat)
            begun = perf_counter()
            move = player(seen)
            if len(seen.legal_moves) > 1:
                seconds.append(perf_counter() - begun)
            state = apply_move(state, move)
    return seconds


def time_players() -> None:
    """Print how long players think about a play, in milliseconds."""
    for preset, variant in VARIANTS.items():
        for name, player in PLAYERS.items():
            taken = [1_000 * second for second in seconds_a_play(player, variant)]
            slow = quantiles(taken, n=100, method="inclusive")[-1]
            times = f"{median(taken):.2f} | {slow:.2f} | {max(taken):.2f}"
            print(f"| {preset} | {name} | {times} |")


def main() -> int:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packs", type=int, default=1_500)
    parser.add_argument("--workers", type=int, default=-1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("| preset | player | against | points a hand | packs |")
    print("|---|---|---|---|---|")
    all_ahead = rate(options.packs, options.workers, options.seed)
    print("\n| preset | player | half of all plays, ms | 99 % | all |")
    print("|---|---|---|---|---|")
    time_players()
    return int(not all_ahead)


if __name__ == "__main__":
    sys.exit(main())

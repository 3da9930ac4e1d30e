"""
Measure what a simulation costs beside a plain loop over the same hands.

    python benchmarks/simulations.py

needs pisti[simulation]. Each round plays the same hands in every way, one after the
other, so that a slow moment hits all alike; the medians over all rounds are compared.
"""

from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

from pisti import CLASSIC, apply_move, new_game, score_hand, view
from pisti.players import greedy
from pisti.simulation import simulate

ROUNDS = 15
HANDS = 1_000


def loop() -> list[tuple[int, ...]]:
    """Play the hands and keep the points, as one would without the library's help."""
    totals: list[tuple[int, ...]] = []
    for hand in range(HANDS):
        state = new_game(CLASSIC, rng=Random(f"7 {hand}"))
        while (seat := state.turn) is not None:
            state = apply_move(state, greedy(view(state, seat)))
        totals.append(score_hand(state).totals)
    return totals


def simulated(workers: int) -> list[tuple[int, ...]]:
    """Simulate the same hands."""
    columns = simulate([greedy, greedy], CLASSIC, HANDS, 7, workers=workers)
    return [*zip(columns["points_0"], columns["points_1"], strict=True)]


WAYS: dict[str, Callable[[], list[tuple[int, ...]]]] = {
    "a plain loop": loop,
    "one worker": lambda: simulated(1),
    "two workers": lambda: simulated(2),
}


def main() -> None:
    """Print the medians, beside that of the loop."""
    times: dict[str, list[float]] = {name: [] for name in WAYS}
    points = loop()
    simulated(2)  # Processes are started once, and wait for more.
    for _ in range(ROUNDS):
        for name, play in WAYS.items():
            begun = perf_counter()
            assert play() == points, name  # noqa: S101
            times[name].append(perf_counter() - begun)
    medians = {name: median(measured) for name, measured in times.items()}
    for name, seconds in medians.items():
        speed = medians["a plain loop"] / seconds
        print(
            f"{name:12} {HANDS / seconds:6.0f} hands a second, {speed:.2f} of the loop"
        )


if __name__ == "__main__":
    main()

"""
Compare the speed of pisti with OpenSpiel's, side by side in one run.

Times mean little by themselves: machines differ and are noisy. So every round
measures everything once, one after the other, and the ratios of the medians
over all rounds are what counts. Run it on a quiet machine:

    python -m pip install . "open-spiel>=1.5"
    python benchmarks/compare.py
"""

import gc
import random
import subprocess
import sys
import time
import tracemalloc
from collections import defaultdict
from collections.abc import Callable
from statistics import geometric_mean, median
from typing import Any

import pyspiel  # type: ignore[import-not-found,unused-ignore]

import pisti
from pisti import CLASSIC, PARTNERSHIP, State, Variant, records

ROUNDS = 100
CALLS = 20
PROCESSES = 31
OPEN_SPIEL_GAMES = ("hearts", "spades", "crazy_eights", "cribbage")
VARIANTS = {"2 seats": CLASSIC, "4 seats": PARTNERSHIP}
PLAYS = 48


def open_spiel_states(name: str, rng: random.Random) -> list[Any]:
    """Collect the states of one game in which somebody chooses."""
    state = pyspiel.load_game(name).new_initial_state()
    states: list[Any] = []
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state = state.child(rng.choices(actions, weights)[0])
        else:
            states.append(state)
            state = state.child(state.legal_actions()[0])
    return states


def open_spiel_play(states: list[Any]) -> float:
    """Time one play of OpenSpiel, the first legal action from each state."""
    began = time.perf_counter()
    for state in states:
        state.child(state.legal_actions()[0])
    return (time.perf_counter() - began) / len(states)


def pisti_states(variant: Variant, rng: random.Random) -> list[State]:
    """Collect the 48 states of one hand in which somebody chooses."""
    states = [pisti.new_game(variant, rng=rng)]
    while moves := pisti.legal_moves(states[-1]):
        states.append(pisti.apply_move(states[-1], moves[0]))
    return states


def pisti_play(states: list[State]) -> float:
    """Time one play of pisti, the first legal move from each state."""
    began = time.perf_counter()
    for state in states:
        pisti.apply_move(state, pisti.legal_moves(state)[0])
    return (time.perf_counter() - began) / len(states)


def pisti_step(states: list[State]) -> float:
    """Time one play of pisti with its events."""
    began = time.perf_counter()
    for state in states:
        pisti.step(state, pisti.legal_moves(state)[0])
    return (time.perf_counter() - began) / len(states)


def pisti_view(states: list[State]) -> float:
    """Time one view, of every seat and a spectator at each state."""
    seats = (*range(states[0].variant.players), None)
    began = time.perf_counter()
    for state in states:
        for seat in seats:
            pisti.view(state, seat)
    return (time.perf_counter() - began) / len(states) / len(seats)


def seconds(action: Callable[[], object]) -> float:
    """Time one call, as the mean of some."""
    began = time.perf_counter()
    for _ in range(CALLS):
        action()
    return (time.perf_counter() - began) / CALLS


def measure_round(variant: Variant, rng: random.Random) -> dict[str, float]:
    """Time each thing on one hand."""
    *states, end = pisti_states(variant, rng)
    text = records.dumps(records.Record.of(end))
    middle = pisti.view(states[24], 0)
    return {
        "play": pisti_play(states),
        "step": pisti_step(states),
        "view": pisti_view(states),
        "determinize": seconds(lambda: pisti.determinize(middle, rng)),
        "loads": seconds(lambda: records.loads(text)),
        "new_game": seconds(lambda: pisti.new_game(variant, rng=rng)),
        "score_hand": seconds(lambda: pisti.score_hand(end)),
    }


def hand_memory(variant: Variant, rng: random.Random) -> int:
    """Count the bytes of a hand whose 49 states are all kept."""
    gc.collect()
    tracemalloc.start()
    try:
        states = pisti_states(variant, rng)
        used, _ = tracemalloc.get_traced_memory()
        del states
        return used
    finally:
        tracemalloc.stop()


def import_seconds(*modules: str) -> dict[str, float]:
    """Time imports in fresh processes, in turn."""
    times: dict[str, list[float]] = defaultdict(list)
    for _ in range(PROCESSES):
        for module in modules:
            code = (
                "import time; began = time.perf_counter(); "
                f"import {module}; print(time.perf_counter() - began)"
            )
            done = subprocess.run(  # noqa: S603
                [sys.executable, "-c", code],
                capture_output=True,
                text=True,
                check=True,
            )
            times[module].append(float(done.stdout))
    return {module: median(taken) for module, taken in times.items()}


def main() -> None:
    """Measure, and print one table."""
    rng = random.Random(2024)
    times: dict[tuple[str, str], list[float]] = defaultdict(list)
    for _ in range(ROUNDS):
        for game in OPEN_SPIEL_GAMES:
            states = open_spiel_states(game, rng)
            times["OpenSpiel", game].append(open_spiel_play(states))
        for seats, variant in VARIANTS.items():
            for thing, taken in measure_round(variant, rng).items():
                times[seats, thing].append(taken)
    medians = {key: median(taken) for key, taken in times.items()}
    open_spiel = geometric_mean(medians["OpenSpiel", game] for game in OPEN_SPIEL_GAMES)

    print(f"Python {sys.version.split()[0]}, medians of {ROUNDS} rounds")
    print(f"\nOpenSpiel, one play{'':18}{open_spiel * 1e6:8.2f} us  geometric mean")
    for game in OPEN_SPIEL_GAMES:
        print(f"  {game:35}{medians['OpenSpiel', game] * 1e6:8.2f} us")
    for seats, variant in VARIANTS.items():
        play = medians[seats, "play"]
        hand = play * PLAYS
        new_game, score = medians[seats, "new_game"], medians[seats, "score_hand"]
        step, view = medians[seats, "step"], medians[seats, "view"]
        filled, loads = medians[seats, "determinize"], medians[seats, "loads"]
        whole_hand = new_game + hand + score
        memory = median(hand_memory(variant, rng) for _ in range(5))
        print(f"\npisti, {seats}")
        rows = (
            ("legal_moves + apply_move", play, f"{play / open_spiel:.2f} of OpenSpiel"),
            ("legal_moves + step", step, f"{step / open_spiel:.2f} of OpenSpiel"),
            ("new_game", new_game, f"{new_game / hand:.0%} of playing the hand"),
            ("score_hand", score, f"{score / play:.1f} plays"),
            ("view", view, f"{view / play:.1f} plays"),
            ("determinize, in the middle", filled, f"{filled / play:.0f} plays"),
            ("records.loads", loads, f"{loads / (new_game + hand):.1f} of playing it"),
        )
        for label, taken, ratio in rows:
            print(f"  {label:35}{taken * 1e6:8.2f} us  {ratio}")
        print(f"  {'hands dealt, played and scored':35}{1 / whole_hand:8.0f} a second")
        print(f"  {'49 states of a hand':35}{memory / 1000:8.1f} kB")

    imports = import_seconds("attrs", "pisti")
    print(f"\nimport, medians of {PROCESSES} fresh processes")
    print(f"  {'attrs':35}{imports['attrs'] * 1e3:8.1f} ms")
    ratio = imports["pisti"] / imports["attrs"]
    print(f"  {'pisti':35}{imports['pisti'] * 1e3:8.1f} ms  {ratio:.2f} of attrs")


if __name__ == "__main__":
    main()

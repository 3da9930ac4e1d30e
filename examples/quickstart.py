"""Play a hand for two and a partnership match to 151, and tell all of it."""

import sys
from collections.abc import Iterable

import pisti
from pisti import CLASSIC, PARTNERSHIP, Card, Event, HandScore, Names, State

TWO = ("Ayşe", "Bora")
FOUR = ("North", "East", "South", "West")
SIDES = ("North and South", "East and West")


def main() -> None:
    """Play both with fixed seeds, so that every run prints the same."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8")
    print("== A hand for two, by the classic rules ==")
    state = play_out(*pisti.start(CLASSIC, rng=7), TWO)
    tell_score(pisti.score_hand(state), TWO)

    print("\n== A partnership match to 151 ==")
    match = pisti.new_match(PARTNERSHIP, rng=7)
    while not match.is_over:
        print(f"\n-- Hand {len(match.scores) + 1} --")
        state = play_out(*match.start(rng=7), FOUR)
        match = match.add(state)
        tell_score(match.scores[-1], SIDES)
        for side, total in enumerate(match.totals):
            print(f"{SIDES[side]} have {total} points in the match:")
            print(pisti.tally(total))
    for side in match.winners:
        print(f"\n{SIDES[side]} win the match.")


def play_out(state: State, events: Iterable[Event], names: Names) -> State:
    """Play a hand to its end, and tell what happens."""
    tell(events, names)
    while not state.is_over:
        state, events = pisti.step(state, choose(state))
        tell(events, names)
    return state


def choose(state: State) -> Card:
    """Choose the first card that captures, or else the oldest card."""
    moves = pisti.legal_moves(state)
    for card in moves:
        play = state.ply + 1
        if pisti.judge(state.variant, pile=state.pile, card=card, play=play).captured:
            return card
    return moves[0]


def tell(events: Iterable[Event], names: Names) -> None:
    """Print a line for each event, with the rule that it follows."""
    for event in events:
        print(f"{event.rule.id:>5}  {pisti.describe(event, names=names)}")


def tell_score(score: HandScore, sides: Names) -> None:
    """Print a score line by line."""
    print("Score:")
    for line in score.lines:
        print(f"{line.rule.id:>5}  {pisti.describe(line, sides=sides)}")
    for side, total in enumerate(score.totals):
        print(f"       {sides[side]}: {total} in all, {score.counts[side]} cards.")


if __name__ == "__main__":
    main()

"""The pictures of the how-to, each in light and in dark colours."""

from collections.abc import Callable, Iterator
from functools import partial

from pisti import (
    PARTNERSHIP,
    HandScore,
    Match,
    State,
    View,
    apply_move,
    legal_moves,
    new_game,
    new_match,
    score_hand,
    svg,
    view,
)

NAMES = ["Ayşe", "Bora", "Ceren", "Deniz"]
SIDES = ["Ayşe and Ceren", "Bora and Deniz"]
# As the page has it.
HAND_SEED, PLAYS, MATCH_SEED = 1069, 20, 30


def pages() -> Iterator[tuple[str, Callable[[], str]]]:
    """Give the path and the writer of each picture."""
    for theme in ("light", "dark"):
        dark = theme == "dark"
        yield f"pictures/table-{theme}.svg", partial(_picture, _table, NAMES, dark=dark)
        yield f"pictures/hand-{theme}.svg", partial(_picture, _hand, SIDES, dark=dark)
        yield f"pictures/match-{theme}.svg", partial(_picture, _match, NAMES, dark=dark)


def _picture(
    value: Callable[[], View | Match | HandScore], names: list[str], *, dark: bool
) -> str:
    return svg.draw(value(), names=names, dark=dark)


def _play_on(state: State, plays: int) -> State:
    """Play the first card of each hand, as long as there is one."""
    for _ in range(plays):
        state = apply_move(state, legal_moves(state)[0])
    return state


def _table() -> View:
    return view(_play_on(new_game(PARTNERSHIP, rng=HAND_SEED), PLAYS), 0)


def _hand() -> HandScore:
    return score_hand(_play_on(new_game(PARTNERSHIP, rng=HAND_SEED), 48))


def _match() -> Match:
    match = new_match(PARTNERSHIP, rng=MATCH_SEED)
    while not match.is_over:
        match = match.add(_play_on(match.deal(rng=MATCH_SEED), 48))
    return match

"""Positions for the tests: hands whose every card is known beforehand."""

import random
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import attrs

from pisti import (
    CLASSIC,
    COFFEEHOUSE,
    DECK,
    FOUR_PLAYER,
    THREE_PLAYER,
    Card,
    Event,
    Leader,
    OpeningJack,
    State,
    Variant,
    apply_move,
    arrange,
    legal_moves,
    new_game,
    parse_cards,
    step,
)

E = TypeVar("E")

# Tables that leave a jack that is turned up, by number of players.
TWO = attrs.evolve(COFFEEHOUSE, opening_jack=OpeningJack.LEAVE)
THREE = attrs.evolve(THREE_PLAYER, opening_jack=OpeningJack.LEAVE)
FOUR = attrs.evolve(FOUR_PLAYER, opening_jack=OpeningJack.LEAVE)

FOUR_JACKS = "JC JD JH JS"


def table(base: Variant = CLASSIC, **options: Any) -> Variant:
    """Change some options of a table."""
    return attrs.evolve(base, **options)


def names(cards: Iterable[Card | None] | None) -> str:
    """Write cards as text."""
    return " ".join(map(str, faces(cards)))


def faces(cards: Iterable[Card | None] | None) -> tuple[Card, ...]:
    """Give cards that all lie face up."""
    assert cards is not None
    shown = tuple(cards)
    up = tuple(card for card in shown if card is not None)
    assert up == shown
    return up


def stacked(top: str = "", bottom: str = "") -> tuple[Card, ...]:
    """Make a deck with these cards on top and at the bottom, the others in order."""
    first, last = parse_cards(top), parse_cards(bottom)
    rest = (card for card in DECK if card not in first + last)
    return (*first, *rest, *last)


def deal(
    variant: Variant, layout: str, *packets: str, dealer: int | None = None
) -> State:
    """Deal a hand with this end of the layout and these packets."""
    pack = arrange(
        variant,
        layout=parse_cards(layout),
        packets=[parse_cards(packet) for packet in packets],
    )
    return new_game(variant, deck=pack, dealer=dealer)


def line_up(
    variant: Variant,
    layout: str,
    first: str = "",
    last: str = "",
    *,
    dealer: int | None = None,
) -> State:
    """Deal so that the oldest cards of all hands come in a known order.

    The plays are *first*, then the other cards in the order of `DECK`, then
    *last*.
    """
    lying = parse_cards(layout)
    order = [card for card in stacked(first, last) if card not in lying]
    in_round = variant.players * variant.hand_size
    rounds = []
    for begin in range(0, len(order), in_round):
        packets = [
            order[begin + n : begin + in_round : variant.players]
            for n in range(variant.players)
        ]
        if variant.leader is Leader.DEALER:
            packets = packets[1:] + packets[:1]
        rounds.append([card for packet in packets for card in packet])
    pack = arrange(
        variant,
        layout=lying,
        packets=[
            cards[begin : begin + variant.hand_size]
            for cards in rounds
            for begin in range(0, in_round, variant.hand_size)
        ],
    )
    return new_game(variant, deck=pack, dealer=dealer)


def play(state: State, moves: str) -> State:
    """Play cards in turn."""
    for card in parse_cards(moves):
        state = apply_move(state, card)
    return state


def watch(state: State, moves: str) -> tuple[State, tuple[Event, ...]]:
    """Play cards in turn, and collect what happens."""
    seen: list[Event] = []
    for card in parse_cards(moves):
        state, events = step(state, card)
        seen += events
    return state, tuple(seen)


def play_oldest(state: State, plays: int = 48) -> State:
    """Play the oldest card of each hand, this often or to the end."""
    return watch_oldest(state, plays)[0]


def watch_oldest(state: State, plays: int = 48) -> tuple[State, tuple[Event, ...]]:
    """Play the oldest card of each hand, and collect what happens."""
    seen: list[Event] = []
    while plays and (moves := legal_moves(state)):
        state, events = step(state, moves[0])
        seen += events
        plays -= 1
    return state, tuple(seen)


def of_type(events: Iterable[Event], kind: type[E]) -> list[E]:
    """Pick the events of one type."""
    return [event for event in events if isinstance(event, kind)]


def only(events: Iterable[Event], kind: type[E]) -> E:
    """Pick the one event of this type."""
    (event,) = of_type(events, kind)
    return event


def kinds(events: Iterable[Event]) -> list[str]:
    """Name the types of events."""
    return [type(event).__name__ for event in events]


class Scripted(random.Random):
    """A source of chance that gives the numbers of a script, and no others."""

    def __init__(self, *parts: float | Sequence[float]) -> None:
        super().__init__(0)
        self.script = [
            number
            for part in parts
            for number in ([part] if isinstance(part, float) else part)
        ]

    def random(self) -> float:
        """Give the next number of the script."""
        return self.script.pop(0)


def shuffled_to(deck: Sequence[Card]) -> list[float]:
    """Find the chances by which a shuffle gives just this deck."""
    cards = list(DECK)
    chances = []
    for place in range(51, 0, -1):
        other = cards.index(deck[place])
        cards[place], cards[other] = cards[other], cards[place]
        chances.append((other + 0.5) / (place + 1))
    return chances


def lifted(at: int) -> float:
    """Find the chance by which a cut lifts just so many cards."""
    return (at - 0.5) / 51

"""The position: what was dealt, what has been played, and what has been won."""

from functools import lru_cache
from typing import TypeAlias

import attrs

from pisti.cards import Card, repr_cards, repr_packets, repr_rounds
from pisti.frozen import opened
from pisti.packs import Pack
from pisti.rules import Rule
from pisti.variants import PLAYS, Leader, Seat, Variant

__all__ = ["Bonus", "Move", "Setup", "State", "Won"]

Move: TypeAlias = Card
"""A move is the card played."""


@lru_cache(maxsize=None, typed=True)
def _turn_table(players: int, leader: Seat) -> tuple[Seat, ...]:
    return tuple((leader + ply) % players for ply in range(PLAYS + 1))


def _turns(setup: "Setup") -> tuple[Seat, ...]:
    return _turn_table(setup.variant.players, setup.leader)


class Table:
    """What a setup and a view have in common: who does what follows from the dealer."""

    __slots__ = ()

    variant: Variant
    dealer: Seat
    passed: tuple[Card, ...]

    @property
    def eldest(self) -> Seat:
        """The seat after the dealer, dealt to first (rule 3.2)."""
        return (self.dealer + 1) % self.variant.players

    @property
    def leader(self) -> Seat:
        """The seat that makes the first play (rule 4.1)."""
        return self.dealer if self.variant.leader is Leader.DEALER else self.eldest

    @property
    def cutter(self) -> Seat:
        """The seat before the dealer, who cuts where the table cuts (rule 2.2)."""
        return (self.dealer - 1) % self.variant.players


@attrs.frozen
class Setup(Table):
    """
    What is fixed once the cards are dealt.

    The pack alone replays the deal: `new_game(variant, deck=setup.pack,
    dealer=setup.dealer)` gives the same setup without chance.
    """

    variant: Variant
    """The rules of the table."""
    dealer: Seat
    """The seat that dealt."""
    pack: Pack
    """The cards as they were dealt."""
    pile: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """The pile before the first play: the up-card, or an open layout."""
    hidden: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """The layout's other cards in the order dealt, passed jacks included."""
    passed: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """Jacks passed over for the up-card, face up among the hidden (rule 3.6)."""
    buried: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """Jacks buried under the stock for all to see (rule 3.8), the lowest last."""
    packets: tuple[tuple[tuple[Card, ...], ...], ...] = attrs.field(repr=repr_rounds)
    """The packets, by round and by seat."""
    turns: tuple[Seat, ...] = attrs.field(
        init=False,
        repr=False,
        eq=False,
        default=attrs.Factory(_turns, takes_self=True),
    )
    """The seat on turn after each number of plays, 0 to 48."""

    @property
    def up_card(self) -> Card:
        """The card turned up, or the top card of an open layout."""
        return self.pile[-1]

    @property
    def bottom_card(self) -> Card | None:
        """The shown bottom card of the stock, or None (rule 2.6)."""
        return self.pack.cards[-1] if self.variant.bottom_card_exposed else None


@attrs.frozen
class Bonus:
    """Points for a pişti, with the lone card and the card that captured it."""

    seat: Seat
    """Who made it."""
    points: int
    """What it earns."""
    rule: Rule
    """The rule that gives it: 5.1, 5.2 or 5.3."""
    cards: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """The lone card, then the card that captured it."""


@attrs.frozen
class Won:
    """What has been won so far in a hand."""

    cards: tuple[tuple[Card, ...], ...] = attrs.field(repr=repr_packets)
    """The captured cards by seat, in the order captured."""
    bonuses: tuple[Bonus, ...] = ()
    """The bonuses, in the order earned."""
    last_capturer: Seat | None = None
    """Who captured last; None while nobody has."""


@attrs.frozen
class State:
    """
    A position of one hand, immutable.

    States come from `new_game`, `apply_move` and their like, compare and hash
    by value, and can be kept, shared and returned to freely. A state knows all
    cards: show players what they may see, not the state.
    """

    setup: Setup
    """What was fixed at the deal."""
    plays: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """Every card played so far, in order."""
    hands: tuple[tuple[Card, ...], ...] = attrs.field(repr=repr_packets)
    """The cards held, by seat, in the order dealt."""
    pile: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """The visible pile on the table, from the bottom up."""
    won: Won
    """What has been won so far."""

    @property
    def variant(self) -> Variant:
        """The rules of the table."""
        return self.setup.variant

    @property
    def dealer(self) -> Seat:
        """The seat that dealt."""
        return self.setup.dealer

    @property
    def leader(self) -> Seat:
        """The seat that makes the first play (rule 4.1)."""
        return self.setup.leader

    @property
    def ply(self) -> int:
        """How many plays have been made, 0 to 48."""
        return len(self.plays)

    @property
    def turn(self) -> Seat | None:
        """The seat to play, or None when the hand is over."""
        return None if self.is_over else self.setup.turns[self.ply]

    @property
    def is_over(self) -> bool:
        """Whether all 48 plays have been made (rule 4.11)."""
        return self.ply == PLAYS

    @property
    def stock(self) -> tuple[Card, ...]:
        """The cards still to be dealt, in that order, the shown bottom card last."""
        variant = self.setup.variant
        rounds = self.setup.packets[self.ply // variant.round_size + 1 :]
        order = [
            (self.setup.eldest + place) % variant.players
            for place in range(variant.players)
        ]
        return tuple(
            card for packets in rounds for seat in order for card in packets[seat]
        )

    @property
    def hidden(self) -> tuple[Card, ...]:
        """The layout's other cards until the first capture takes them (rule 4.9)."""
        return self.setup.hidden if self.won.last_capturer is None else ()

    @property
    def up_card(self) -> Card:
        """The card turned up at the deal."""
        return self.setup.up_card

    @property
    def captured(self) -> tuple[tuple[Card, ...], ...]:
        """The captured cards by seat, the residue included."""
        return self.won.cards


_OpenState = opened(State)


def make_state(
    setup: Setup,
    plays: tuple[Card, ...],
    hands: tuple[tuple[Card, ...], ...],
    pile: tuple[Card, ...],
    won: Won,
) -> State:
    """Make a state; every play makes one, so this is the fastest way there is."""
    state = _OpenState()
    state.setup = setup
    state.plays = plays
    state.hands = hands
    state.pile = pile
    state.won = won
    state.__class__ = State
    frozen: State = state
    return frozen

"""
Events: what happened at the table, for front ends to show and tell.

Where an event is redacted for somebody, None stands for each card that lies
face down to them.
"""

from typing import TypeAlias

import attrs

from pisti.cards import Card, SeenCard, repr_cards, repr_packets
from pisti.frozen import opened
from pisti.judging import CaptureKind, Denial
from pisti.rules import Rule
from pisti.variants import Seat

__all__ = [
    "BottomCardShown",
    "CardPlayed",
    "Event",
    "HandOver",
    "JackBuried",
    "JackPassed",
    "LayoutDealt",
    "PackCut",
    "PackShuffled",
    "PacketsDealt",
    "PileCaptured",
    "Redeal",
    "ResidueAwarded",
    "UpCardTurned",
]


@attrs.frozen
class PackShuffled:
    """The dealer shuffled the pack."""

    seat: Seat
    """The dealer."""
    rule: Rule
    ply: int


@attrs.frozen
class PackCut:
    """The pack was cut."""

    seat: Seat
    """The cutter."""
    saw: tuple[Card, ...] | None = attrs.field(repr=repr_cards)
    """What the cutter looked at, in order; None to others if there was anything."""
    kept: Card | None
    """The jack that the cutter keeps, seen by all."""
    rule: Rule
    ply: int


@attrs.frozen
class LayoutDealt:
    """The four layout cards were dealt to the table."""

    cards: tuple[SeenCard, ...] = attrs.field(repr=repr_cards)
    """The cards, in the order dealt."""
    seen_by: tuple[Seat | None, ...]
    """Who sees them: everybody where they lie face up, else nobody."""
    rule: Rule
    ply: int


@attrs.frozen
class PacketsDealt:
    """Each player was dealt a packet."""

    round: int
    """The round, from 1."""
    packets: tuple[tuple[SeenCard, ...], ...] = attrs.field(repr=repr_packets)
    """The packets by seat, each for that seat's eyes only."""
    rule: Rule
    ply: int


@attrs.frozen
class BottomCardShown:
    """The bottom card of the stock was shown to all."""

    card: Card
    rule: Rule
    ply: int


@attrs.frozen
class JackPassed:
    """A jack was turned up and passed over; it lies face up beside the pile."""

    card: Card
    rule: Rule
    ply: int


@attrs.frozen
class JackBuried:
    """A jack was turned up and put under the stock, for all to see."""

    card: Card
    rule: Rule
    ply: int


@attrs.frozen
class UpCardTurned:
    """The up-card was turned; the pile begins with it."""

    card: Card
    hidden: tuple[SeenCard, ...] = attrs.field(repr=repr_cards)
    """The layout's other cards, passed jacks included."""
    passed: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """The passed jacks, which lie face up among them."""
    seen_by: tuple[Seat | None, ...]
    """Who looks at the hidden cards now: the leader where the table lets them."""
    rule: Rule
    ply: int


@attrs.frozen
class Redeal:
    """The deal is void, and the same dealer shuffles and deals again."""

    cards: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """The cards that void it, seen by all."""
    rule: Rule
    ply: int


@attrs.frozen
class CardPlayed:
    """A card was played."""

    seat: Seat
    card: Card
    rule: Rule
    """The rule by which it captures or stays on the table."""
    ply: int


_OpenCardPlayed = opened(CardPlayed)


def make_card_played(seat: Seat, card: Card, rule: Rule, ply: int) -> CardPlayed:
    """Make the one event that every play has, the fastest way there is."""
    event = _OpenCardPlayed()
    event.seat = seat
    event.card = card
    event.rule = rule
    event.ply = ply
    event.__class__ = CardPlayed
    frozen: CardPlayed = event
    return frozen


@attrs.frozen
class PileCaptured:
    """The card just played captured the pile."""

    seat: Seat
    """The capturer."""
    card: Card
    """The card that captured."""
    pile: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """The visible pile, from the bottom up, without that card."""
    hidden: tuple[SeenCard, ...] = attrs.field(repr=repr_cards)
    """The hidden cards that went with it, passed jacks included."""
    passed: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """The passed jacks, which lay face up among them."""
    seen_by: tuple[Seat | None, ...]
    """Who may know the hidden cards now."""
    kind: CaptureKind
    """What captured."""
    bonus: int
    """The bonus in points, 0 where there is none."""
    denied: Denial | None
    """Why a lone card earned no bonus, or None."""
    rule: Rule
    """The rule of the bonus, or of its denial; else the rule that captured."""
    ply: int


@attrs.frozen
class ResidueAwarded:
    """The cards left on the table went to the last capturer."""

    seat: Seat
    """The last capturer."""
    cards: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """The pile, from the bottom up."""
    rule: Rule
    ply: int


@attrs.frozen
class HandOver:
    """All 48 plays have been made."""

    rule: Rule
    """Rule 4.11, or 4.13 where nobody captured."""
    ply: int


Event: TypeAlias = (
    PackShuffled
    | PackCut
    | LayoutDealt
    | PacketsDealt
    | BottomCardShown
    | JackPassed
    | JackBuried
    | UpCardTurned
    | Redeal
    | CardPlayed
    | PileCaptured
    | ResidueAwarded
    | HandOver
)
"""Anything that happens at the table. Each event has the `rule` that it follows
and its `ply`: how many plays have been made, its own included. Where it has
`seen_by`, that names the seats that may see its cards; None among them stands for
spectators."""

"""The judge: what a card does to the pile (rules 4.4 to 4.8 and chapter 5)."""

from collections.abc import Iterable
from enum import StrEnum, auto
from typing import TypeAlias

import attrs

from pisti.cards import Card, Rank, repr_cards
from pisti.errors import IllegalMoveError, shown
from pisti.packs import heaps_of_one_pack
from pisti.rules import Rule
from pisti.variants import PLAYS, Variant, check_variant

__all__ = ["CaptureKind", "Denial", "Outcome", "judge"]

# Looking up a member of an enum is slow where every play does it.
_JACK = Rank.JACK
_BY_RANK, _BY_JACK = Rule.CAPTURE_BY_RANK, Rule.CAPTURE_BY_JACK
_STAYS, _STARTS = Rule.NO_CAPTURE, Rule.EMPTY_TABLE


class CaptureKind(StrEnum):
    """What captures a pile; a jack captures as a jack, on a jack too."""

    RANK = auto()
    """A card equal in rank to the top card (rule 4.4)."""
    JACK = auto()
    """A jack (rule 4.5)."""


class Denial(StrEnum):
    """Why a lone card was captured without a bonus; the first that applies."""

    JACK_ON_ANOTHER_RANK = auto()
    """A jack took a card of another rank (rule 5.3)."""
    FIRST_PLAY = auto()
    """It was play 1 (rule 5.4)."""
    LAST_PLAY = auto()
    """It was play 48 (rule 5.5)."""


_RANK_KIND, _JACK_KIND = CaptureKind.RANK, CaptureKind.JACK


@attrs.frozen
class Outcome:
    """What a card does to a pile."""

    captured: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """Hidden cards, pile and the card itself; empty where nothing is captured."""
    kind: CaptureKind | None
    """What captures, or None."""
    bonus: int
    """The bonus in points, 0 where there is none."""
    denied: Denial | None
    """Why a lone card earned no bonus, or None."""
    rule: Rule
    """The rule that decides."""


def captures(pile: tuple[Card, ...], card: Card) -> bool:
    """Say whether a card captures a pile, and so must (rules 4.4, 4.5, 4.7, 4.8)."""
    return bool(pile) and (card.rank is pile[-1].rank or card.rank is _JACK)


def capture_kind(card: Card) -> CaptureKind:
    """Say what captures when this card does."""
    return _JACK_KIND if card.rank is _JACK else _RANK_KIND


Reward: TypeAlias = tuple[int, Denial | None, Rule]
"""A bonus in points, why there is none, and the rule that says so."""


def reward(variant: Variant, pile: tuple[Card, ...], card: Card, play: int) -> Reward:
    """Say what a capture of this pile earns, beside the cards (rules 5.1 to 5.6)."""
    if len(pile) == 1:
        return lone_card_reward(variant, pile[0], card, play)
    return 0, None, capture_rule(card)


def lone_card_reward(variant: Variant, lone: Card, card: Card, play: int) -> Reward:
    """Say what a capture of a lone card earns (rules 5.1 to 5.5)."""
    if card.rank is not lone.rank:
        points, rule = variant.jack_pisti_points, Rule.JACK_ON_ANOTHER_RANK
        if not points:
            return 0, Denial.JACK_ON_ANOTHER_RANK, rule
    elif card.rank is _JACK:
        points, rule = variant.double_pisti_points, Rule.DOUBLE_PISTI
    else:
        points, rule = variant.pisti_points, Rule.PISTI
    if play == 1 and not variant.pisti_on_first_play:
        return 0, Denial.FIRST_PLAY, Rule.FIRST_PLAY
    if play == PLAYS and not variant.pisti_on_last_play:
        return 0, Denial.LAST_PLAY, Rule.LAST_PLAY
    return points, None, rule


def capture_rule(card: Card) -> Rule:
    """Give the rule by which a card captures (rules 4.4 and 4.5)."""
    return _BY_JACK if card.rank is _JACK else _BY_RANK


def stay_rule(pile: tuple[Card, ...]) -> Rule:
    """Give the rule by which a card stays on the table (rules 4.6 and 4.7)."""
    return _STAYS if pile else _STARTS


def judge(
    variant: Variant,
    *,
    pile: Iterable[Card],
    card: Card,
    play: int,
    hidden: Iterable[Card] = (),
) -> Outcome:
    """
    Say what a card does to a pile at a play.

    *pile* is the visible pile from the bottom up, *play* the number of the play
    in the hand from 1 to 48, and *hidden* the cards that the first capture takes
    as well. The engine decides every play of a game in the same way.

    Raises:
        VariantError: If *variant* is not a Variant.
        IllegalMoveError: If *card* is not a card, or *play* not from 1 to 48
            (rule 4.11).
        DealError: If *pile*, *hidden* and *card* are not cards of one pack
            (rule 1.1).

    Examples:
        >>> from pisti import CLASSIC, Card, judge, parse_cards
        >>> judge(
        ...     CLASSIC, pile=parse_cards("7H"), card=Card.parse("7S"), play=20
        ... ).bonus
        10
        >>> judge(
        ...     CLASSIC, pile=parse_cards("KH"), card=Card.parse("JS"), play=20
        ... ).denied
        <Denial.JACK_ON_ANOTHER_RANK: 'jack_on_another_rank'>
    """
    check_variant(variant)
    if type(card) is not Card:
        raise IllegalMoveError(
            f"not a Card but {shown(card)}",
            move=card,
            rule=Rule.CARD_IN_HAND,
        )
    if type(play) is not int or not 1 <= play <= PLAYS:
        raise IllegalMoveError(
            f"a hand has plays 1 to {PLAYS}, not {shown(play)}",
            rule=Rule.END_OF_HAND,
        )
    hidden, pile, played = heaps_of_one_pack((hidden, pile, (card,)))
    if not captures(pile, card):
        return Outcome((), None, 0, None, stay_rule(pile))
    bonus, denied, rule = reward(variant, pile, card, play)
    return Outcome(hidden + pile + played, capture_kind(card), bonus, denied, rule)

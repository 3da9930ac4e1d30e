"""The score of a hand, line by line (chapter 6)."""

from collections.abc import Iterable, Sequence

import attrs

from pisti.cards import DECK, Card, repr_cards
from pisti.errors import DealError, shown
from pisti.frozen import quick
from pisti.judging import captures, lone_card_reward
from pisti.packs import heaps_of_one_pack, tuple_of
from pisti.rules import Rule
from pisti.state import Bonus, State
from pisti.variants import Side, Variant, check_variant

__all__ = ["HandScore", "ScoreLine", "score_cards", "score_hand"]


@attrs.frozen
class ScoreLine:
    """Points for one side by one rule."""

    side: Side
    """The side, an index into `Variant.sides`."""
    points: int
    """The points, never 0."""
    rule: Rule
    """The rule that gives them: 5.1, 5.2, 5.3, 6.1 or 6.2."""
    cards: tuple[Card, ...] = attrs.field(repr=repr_cards)
    """
    The cards that earn them: by rule 6.1 in the order of `DECK`, for a pişti the
    lone card and its captor, for the majority none.
    """


@attrs.frozen
class HandScore:
    """The score of a hand, by side."""

    lines: tuple[ScoreLine, ...]
    """Where the points come from: by side its cards, its majority, its piştis."""
    totals: tuple[int, ...]
    """Points by side."""
    counts: tuple[int, ...]
    """Captured cards by side."""
    winner: Side | None
    """The side strictly ahead at the end of the hand, or None (rule 6.5)."""
    final: bool
    """Whether the hand is over; before that the majority is not counted."""


_line = quick(ScoreLine)
_hand_score = quick(HandScore)


def score_hand(state: State) -> HandScore:
    """
    Score a hand, or what has been won in it so far.

    Before the end the majority is not counted and nobody has won.

    Raises:
        DealError: If *state* is not a State.

    Examples:
        >>> from pisti import apply_move, legal_moves, new_game, score_hand
        >>> state = new_game(rng=7)
        >>> while moves := legal_moves(state):
        ...     state = apply_move(state, moves[0])
        >>> score = score_hand(state)
        >>> score.totals, score.counts, score.winner
        ((14, 2), (40, 12), 0)
    """
    if type(state) is not State:
        raise DealError(f"not a State but {shown(state)}", rule=Rule.HAND_SCORE)
    variant, won = state.variant, state.won
    heaps = tuple(
        [sum([won.cards[seat] for seat in seats], ()) for seats in variant.sides]
    )
    return _score(variant, heaps, won.bonuses, final=state.is_over)


def score_cards(
    variant: Variant,
    captured_by_side: Iterable[Iterable[Card]],
    bonuses: Iterable[Bonus] = (),
    *,
    final: bool = True,
) -> HandScore:
    """
    Score captured cards from a real table.

    *captured_by_side* holds the cards of each of `variant.sides`, *bonuses* the
    piştis; where the hand is not over, *final* is False. In a finished hand all 52
    cards are captured (rule 4.12), or none (rule 4.13).

    Raises:
        VariantError: If *variant* is not a Variant.
        DealError: If there are not as many heaps of cards as sides, or they
            hold anything but cards of one pack (rule 1.1), or all but some of it
            when the hand is over (rule 4.12); or if *bonuses* are
            anything but that (rule 6.4), or earn what the table does not pay
            (rules 5.1 to 5.3), or do so with cards that the side has not captured
            (rule 5.7), or twice with one card (rule 1.1).
        SeatError: If a bonus is for a seat that the table does not have.

    Examples:
        >>> from pisti import CLASSIC, DECK, score_cards
        >>> score_cards(CLASSIC, (DECK[:26], DECK[26:])).totals
        (9, 4)
        >>> from pisti import Bonus, Rule, parse_cards
        >>> pisti = Bonus(1, 10, Rule.PISTI, parse_cards("7H 7S"))
        >>> score_cards(CLASSIC, (DECK[:26], DECK[26:]), [pisti]).totals
        (9, 14)
    """
    check_variant(variant)
    heaps = heaps_of_one_pack(captured_by_side)
    if len(heaps) != len(variant.sides):
        raise DealError(
            f"there are {len(variant.sides)} sides, not {len(heaps)}",
            rule=Rule.PLAYERS,
        )
    if type(final) is not bool:
        raise DealError(f"final is True or False, not {shown(final)}")
    captured = sum(map(len, heaps))
    if final and captured not in {0, len(DECK)}:
        raise DealError(
            f"in a finished hand {len(DECK)} cards are captured, not {captured}",
            rule=Rule.RESIDUE,
        )
    earned = _bonuses_of(variant, bonuses, heaps)
    return _score(variant, heaps, earned, final=final)


def _bonuses_of(
    variant: Variant, bonuses: Iterable[Bonus], heaps: tuple[tuple[Card, ...], ...]
) -> tuple[Bonus, ...]:
    """Refuse anything but bonuses that captured cards have earned, each once."""
    earned = tuple_of(Bonus, bonuses)
    if earned is None:
        raise DealError("bonuses are Bonus values", rule=Rule.HAND_SCORE)
    pairs = heaps_of_one_pack([bonus.cards for bonus in earned])
    for bonus, cards in zip(earned, pairs, strict=True):
        side = variant.side_of(bonus.seat)
        points, rule = _paid_for(variant, cards)
        if not points or (bonus.points, bonus.rule) != (points, rule):
            raise DealError("no such bonus is paid at this table", rule=rule)
        if not set(cards) <= set(heaps[side]):
            raise DealError(
                "a bonus is earned by cards that its side has captured",
                rule=Rule.PISTI_CARDS_COUNT,
            )
    return earned


def _paid_for(variant: Variant, cards: tuple[Card, ...]) -> tuple[int, Rule]:
    """Say what a lone card and the card that captured it earn (rules 5.1 to 5.3)."""
    match cards:
        case (lone, card) if captures((lone,), card):
            # No play is first or last here: when it was made is not known.
            points, _, rule = lone_card_reward(variant, lone, card, 2)
            return points, rule
        case _:
            return 0, Rule.LONE_CARD


def _score(
    variant: Variant,
    heaps: tuple[tuple[Card, ...], ...],
    bonuses: tuple[Bonus, ...],
    *,
    final: bool,
) -> HandScore:
    counts = tuple(map(len, heaps))
    majority = strict_leader(counts) if final else None
    points = variant.points_by_card
    lines: list[ScoreLine] = []
    totals: list[int] = []
    for side, cards in enumerate(heaps):
        heap = set(cards)
        scoring = tuple([card for card in points if card in heap])
        own: list[ScoreLine] = []
        if scoring:
            worth = sum([points[card] for card in scoring])
            own.append(_line(side, worth, Rule.CARD_POINTS, scoring))
        if side == majority and variant.majority_points:
            own.append(_line(side, variant.majority_points, Rule.MAJORITY, ()))
        own += [
            _line(side, bonus.points, bonus.rule, bonus.cards)
            for bonus in bonuses
            if bonus.seat in variant.sides[side]
        ]
        totals.append(sum([line.points for line in own]))
        lines += own
    winner = strict_leader(totals) if final else None
    return _hand_score(tuple(lines), tuple(totals), counts, winner, final)


def strict_leader(numbers: Sequence[int]) -> Side | None:
    """Give the side with more than every other, or None (rules 6.2, 6.3, 6.5)."""
    most = max(numbers)
    return numbers.index(most) if numbers.count(most) == 1 else None

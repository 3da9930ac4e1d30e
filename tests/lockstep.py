"""Both engines in lockstep, and packs in which what matters comes where it is wanted."""

import copy
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import product
from random import Random
from typing import Any, TypeAlias

import attrs
import naive
from comparing import (
    DifferenceError,
    deal_parts,
    deal_tale,
    naive_deal_parts,
    naive_position,
    naive_score_parts,
    play_tale,
    position,
    score_parts,
)
from strategies import CARDS, NAMES, Deck, texts
from strategies import options_of as options_anew

import pisti.state
from pisti import (
    DealError,
    DealOrder,
    Leader,
    OpeningJack,
    Rank,
    State,
    Suit,
    Variant,
    VariantError,
    apply_move,
    legal_moves,
    new_game,
    score_hand,
    start,
    step,
)
from pisti.cards import Card

_card_of = CARDS.__getitem__

Pattern: TypeAlias = tuple[int, ...]
"""Ranks up to their names: JACK, or other ranks numbered in order of appearance."""

JACK = -1
OTHERS = [rank for rank in Rank if rank is not Rank.JACK]


def same(ours: object, theirs: object, *where: object) -> None:
    """
    Demand that both engines say the same.

    Raises:
        DifferenceError: If they do not.
    """
    if ours != theirs:
        place = " / ".join(
            " ".join(map(str, part)) if isinstance(part, tuple) else str(part)
            for part in where
        )
        raise DifferenceError(f"{place}\n  library: {ours}\n  naive:   {theirs}")


options_of = cache(options_anew)

# Tables


def tables(base: Variant, **values: Sequence[Any]) -> Iterator[Variant]:
    """Give each possible table with any of these values of options."""
    for chosen in product(*values.values()):
        try:
            yield attrs.evolve(base, **dict(zip(values, chosen, strict=True)))
        except VariantError:
            continue


def without_opening(variant: Variant) -> Variant:
    """Leave a jack that is turned up, so that no pack is void."""
    return attrs.evolve(variant, opening_jack=OpeningJack.LEAVE)


# Packs


def patterns(length: int, begun: Pattern = ()) -> Iterator[Pattern]:
    """Give all sequences of ranks, up to the names of those that are not jacks."""
    if len(begun) == length:
        yield begun
        return
    for rank in range(JACK, max(begun, default=JACK) + 2):
        if begun.count(rank) < len(Suit):
            yield from patterns(length, (*begun, rank))


def dealt_alike(counts: dict[int, int], begun: Pattern = ()) -> Iterator[Pattern]:
    """Give all orders of so many cards of each rank, up to the names of ranks."""
    if not any(counts.values()):
        yield begun
    for rank, left in counts.items():
        # Ranks that are not jacks appear in the order of their numbers.
        if left and rank <= max(begun, default=JACK) + 1:
            yield from dealt_alike({**counts, rank: left - 1}, (*begun, rank))


def named(pattern: Pattern, ranks: Sequence[Rank] = OTHERS) -> Deck:
    """Give cards for a pattern: each rank's suits in order."""
    suits = list(Suit)
    return tuple(
        Card(
            Rank.JACK if rank == JACK else ranks[rank],
            suits[pattern[:place].count(rank)],
        )
        for place, rank in enumerate(pattern)
    )


def packed(
    variant: Variant, layout: Sequence[Card], plays: Sequence[Card], stock: Deck = ()
) -> Deck:
    """
    Order a pack so that the oldest cards of the hands come in the order of *plays*.

    These are whole rounds; *stock* is what is dealt after them. The order follows
    from rules 3.2, 3.3, 4.1 and 4.2.
    """
    players, size = variant.players, variant.hand_size
    dealt = list(plays)
    for number, card in enumerate(plays):
        played, turn = divmod(number % (players * size), players)
        packet = turn if variant.leader is Leader.ELDEST else (turn - 1) % players
        first = number - number % (players * size)
        dealt[first + packet * size + played] = card
    whole = (*dealt, *stock)
    before = 0
    if variant.deal_order is DealOrder.HANDS_FIRST:
        before = players * size
    return (*whole[:before], *layout, *whole[before:])


@contextmanager
def small_pack(deck: Deck) -> Iterator[None]:
    """
    Let both engines play with a pack of fewer cards.

    Neither has the number of cards anywhere but in these names.
    """
    small = {"DECK": deck, "PLAYS": len(deck) - 4}
    library = [
        (module, name)
        for title, module in sys.modules.items()
        for name in small
        if title.partition(".")[0] == "pisti" and hasattr(module, name)
    ]
    theirs = {"DECK": texts(deck), "LAST_PLAY": len(deck) - 4}
    wanted = [(module, name, small[name]) for module, name in library]
    wanted += [(naive, name, value) for name, value in theirs.items()]
    kept = [(module, name, getattr(module, name)) for module, name, _ in wanted]
    try:
        _set(wanted)
        yield
    finally:
        _set(kept)


def _set(wanted: Sequence[tuple[Any, str, object]]) -> None:
    for module, name, value in wanted:
        setattr(module, name, value)
    pisti.state._turn_table.cache_clear()


# Lockstep


def fork(hand: naive.Hand) -> naive.Hand:
    """Copy a hand of the naive engine, which a play changes."""
    other = copy.copy(hand)
    other.hands = [list(held) for held in hand.hands]
    other.captured = [list(heap) for heap in hand.captured]
    other.stock, other.pile = list(hand.stock), list(hand.pile)
    other.hidden, other.plays = list(hand.hidden), list(hand.plays)
    other.bonuses = list(hand.bonuses)
    return other


def cards(names: Sequence[str]) -> Deck:
    """Give the library's cards for the naive engine's."""
    return tuple(map(_card_of, names))


def agree(state: State, hand: naive.Hand) -> None:
    """Compare all that a play can change."""
    won = state.won
    ours = (
        state.turn,
        state.hands,
        state.pile,
        state.hidden,
        won.cards,
        won.last_capturer,
        [(b.seat, b.points, b.rule.id, b.cards) for b in won.bonuses],
    )
    theirs = (
        hand.turn,
        tuple(map(cards, hand.hands)),
        cards(hand.pile),
        cards(hand.hidden),
        tuple(map(cards, hand.captured)),
        hand.last_capturer,
        [(b["seat"], b["points"], b["rule"], cards(b["cards"])) for b in hand.bonuses],
    )
    if ours != theirs:
        same(position(state), naive_position(hand), state)


def agree_wholly(state: State, hand: naive.Hand) -> None:
    """Compare a position and its score in every part."""
    same(position(state), naive_position(hand), state)
    same(score_parts(score_hand(state)), naive_score_parts(hand), state)


def dealt(state: State) -> dict[str, Any]:
    """Give all that the library says of a deal and the position after it."""
    return deal_parts(state) | position(state)


def naive_dealt(hand: naive.Hand) -> dict[str, Any]:
    """Give the same of the naive engine's hand."""
    return naive_deal_parts(hand) | naive_position(hand)


def deal(variant: Variant, deck: Deck, dealer: int) -> tuple[State, naive.Hand] | None:
    """Deal with both engines and compare; a void deck gives None."""
    options = options_of(variant)
    try:
        naive.Hand(options, texts(deck), dealer)
    except naive.Redeal as void:
        refused(variant, deck, dealer, void.rule)
        return None
    state, events = start(variant, deck=deck, dealer=dealer)
    hand, told = deal_tale(options, Random(7), dealer, deck)
    same(list(events), told, variant, deck)
    same(dealt(state), naive_dealt(hand), variant, deck)
    return state, hand


def refused(variant: Variant, deck: Deck, dealer: int, rule: str) -> None:
    """Demand that the library refuses a void deck by this rule."""
    try:
        state = new_game(variant, deck=deck, dealer=dealer)
    except DealError as error:
        same(error.rule and error.rule.id, rule, variant, deck)
    else:
        same(state, f"void by {rule}", variant)


def deal_again(variant: Variant, deck: Deck, dealer: int) -> None:
    """Deal a void deck and then another with both engines, and compare the tale."""
    state, events = start(variant, deck=deck, rng=7, dealer=dealer)
    hand, told = deal_tale(options_of(variant), Random(7), dealer, deck)
    same(list(events), told, variant, deck)
    same(dealt(state), naive_dealt(hand), variant, deck)


def skip(state: State, hand: naive.Hand, plays: int) -> State:
    """Play the oldest cards in both engines, without comparing."""
    for _ in range(plays):
        move = legal_moves(state)[0]
        hand.play(NAMES[move])
        state = apply_move(state, move)
    return state


def watch(state: State, hand: naive.Hand, plays: int) -> State:
    """Play the oldest cards in both engines, and compare all that is told."""
    for _ in range(plays):
        state = watch_play(state, hand, legal_moves(state)[0])
    return state


def watch_play(state: State, hand: naive.Hand, move: Card) -> State:
    """Play a card in both engines, and compare what happens and is told."""
    after, events = step(state, move)
    same(list(events), play_tale(hand, NAMES[move]), state, move)
    agree(after, hand)
    return after


def every_end(state: State, hand: naive.Hand) -> int:
    """Play on in every possible way, compare at every play, and count the ends."""
    moves = legal_moves(state)
    if not moves:
        same(score_parts(score_hand(state)), naive_score_parts(hand), state)
        return 1
    ends = 0
    for move in moves:
        other = hand if move is moves[-1] else fork(hand)
        ends += every_end(watch_play(state, other, move), other)
    return ends

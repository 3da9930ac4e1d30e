"""Playouts: the same game as the engine's, played on by seats that count."""

from collections.abc import Iterable, Iterator
from statistics import fmean

import pytest
from hypothesis import given, settings
from strategies import Hand, hands
from tables import FOUR, FOUR_JACKS, TWO, deal, line_up, play, play_oldest, table

from pisti import (
    CLASSIC,
    DECK,
    VARIANTS,
    Card,
    HiddenSeenBy,
    State,
    Variant,
    apply_move,
    new_game,
    score_hand,
    view,
)
from pisti.judging import captures
from pisti.players import counting
from pisti.players.memory import Table, count_ranks
from pisti.players.playouts import Playout, Playouts
from pisti.players.weighing import PLACES

# Laws


@given(hands())
def test_the_table_shows_what_everybody_sees(hand: Hand) -> None:
    """Played from the beginning, it is always as the engine has it for spectators."""
    shown = Table(view(hand.first, None))
    covered = {*hand.first.hidden} - {*hand.first.setup.passed}
    for before, move, _, _ in hand.plays:
        assert cards(shown.pile) == [*before.pile]
        assert shown.lying == len(before.pile) + len(before.hidden)
        assert shown.captured == [*map(len, before.captured)]
        assert (shown.ply, shown.turn) == (before.ply, before.turn)
        assert shown.last_capturer == before.won.last_capturer
        # Whoever captures the covered cards may show them to everybody, or not.
        public = {*DECK} - {*view(before, None).unseen}
        assert {*cards(shown.seen)} - covered == public - covered
        assert shown.ranks_seen == count_ranks(shown.seen)
        assert {*cards(shown.foreseen)} == public.intersection(later_cards(before))

        assert shown.play(PLACES[move]) == captures(before.pile, move)


def cards(places: Iterable[int]) -> list[Card]:
    """Give cards by their places in the pack."""
    return [DECK[place] for place in places]


def later_cards(state: State) -> set[Card]:
    """Give the cards that are still to be played."""
    return {*state.stock, *(card for hand in state.hands for card in hand)}


def won(state: State) -> list[int]:
    """Give the points of each side for what it has captured so far."""
    points = [0] * len(state.variant.sides)
    for seat, cards in enumerate(state.captured):
        worth = state.variant.points_by_card
        points[state.variant.side_of(seat)] += sum(worth.get(c, 0) for c in cards)
    for bonus in state.won.bonuses:
        points[state.variant.side_of(bonus.seat)] += bonus.points
    return points


@given(hands())
def test_a_hand_played_on_has_the_same_score(hand: Hand) -> None:
    """From anywhere to the end, what is won is what was still to be won."""
    plays = hand.plays
    totals = score_hand(plays[-1].after).totals
    for begin in range(0, len(plays), 7):
        state = plays[begin].before
        seat = state.turn
        playouts = Playouts(view(state, seat))
        shown = Table(view(state, seat))
        for card in state.plays:
            shown.play(PLACES[card])
        playout = Playout(playouts, shown, state.setup, state.hands)
        for later in plays[begin:]:
            playout.play(PLACES[later.move])

        together = [a + b for a, b in zip(won(state), playout.score(), strict=True)]
        assert together == list(totals)


def counted(variant: Variant, seed: int) -> Iterator[State]:
    """Play a hand by counting, and give each state with a play to come."""
    state = new_game(variant, rng=seed)
    while state.turn is not None:
        yield state
        state = apply_move(state, counting(view(state, state.turn)))


TABLES = {**VARIANTS, "look": table(CLASSIC, hidden_seen_by=HiddenSeenBy.LEADER)}


@pytest.mark.parametrize("variant", TABLES.values(), ids=TABLES)
def test_all_seats_count(variant: Variant) -> None:
    """In a playout each seat plays as `counting` does, so that its plays are likely."""
    for state in counted(variant, seed=11):
        seen = view(state, state.turn)
        playouts = Playouts(seen)
        assert playouts.is_likely(state)
        for move in seen.hand:
            expected = lead_by_states(state, move)
            assert playouts.lead_after(state, move) == pytest.approx(expected)


def lead_by_states(state: State, move: Card) -> float:
    """Play on by whole states, as slowly as it can be done."""
    variant, before = state.variant, won(state)
    side = variant.side_of(state.turn or 0)
    end = (state.ply // variant.round_size + 1) * variant.round_size
    after = apply_move(state, move)
    while after.turn is not None and (after.ply < end or after.pile):
        after = apply_move(after, counting(view(after, after.turn)))
    score = score_hand(after)
    points: list[float] = [n - m for n, m in zip(score.totals, before, strict=True)]
    if after.turn is not None:
        for seat, cards in enumerate(after.captured):
            points[variant.side_of(seat)] += len(cards) * value_in_a_lead(variant)
        points[variant.side_of(after.turn)] -= 1
    own = points.pop(side)
    return own - fmean(points)


def value_in_a_lead(variant: Variant) -> float:
    """Give what a card is worth to who has it, and costs all others."""
    return variant.majority_points / 26 * 2.5 / 2


# By hand


def test_nothing_is_won_where_nobody_captures() -> None:
    """All cards stay on the table, and nobody has the majority."""
    state = line_up(CLASSIC, FOUR_JACKS)
    end = play_oldest(state)
    seen = view(state, None)
    playout = Playout(Playouts(seen), Table(seen), state.setup, state.hands)
    for card in end.plays:
        playout.play(PLACES[card])

    assert playout.score() == [0, 0] == [*score_hand(end).totals]


def test_what_counting_would_not_have_played_is_not_likely() -> None:
    """
    Seat 1 leaves a two lying, though it has one; or though a jack would take it.

    It would also rather play a card that seat 0 hardly has, than one of three unseen.
    """
    for others, likely in (
        ("4C 5C 6C", True),
        ("2H 5C 6C", False),
        ("JH 5C 6C", False),
    ):
        state = play(deal(CLASSIC, "7H", "9C 9D 2C 2D", f"3C {others}"), "2C 3C")
        assert Playouts(view(state, 0)).is_likely(state) is likely

    state = play(deal(CLASSIC, "7H", "9C 9D 2C 2D", "3C 7C 7D 7S"), "2C 3C")
    assert not Playouts(view(state, 0)).is_likely(state)


def test_how_the_seat_itself_played_does_not_matter() -> None:
    """It knows its own cards, and whether it counts is its own affair."""
    state = play(deal(CLASSIC, "7H", "7C 9D 2C 2D", "3C 4C 5C 6C"), "2C 3C")

    assert Playouts(view(state, 0)).is_likely(state)
    assert not Playouts(view(state, 1)).is_likely(state)


CARD = value_in_a_lead(CLASSIC)


def lead_after(state: State, card: str) -> float:
    """Play on from a state as the seat on turn sees it."""
    return Playouts(view(state, state.turn)).lead_after(state, Card.parse(card))


def test_the_lead_at_the_end_of_a_round() -> None:
    """Seat 1 has 12 cards and makes a pişti, and seat 0 faces an empty table."""
    state = deal(TWO, "2S 3S 4S 7H", "8C 9C QC KC", "8D 9D QD KD")
    state = play(state, "8C 8D 9C 9D QC QD")

    assert lead_after(state, "KC") == pytest.approx(-1 - (10 + 12 * CARD))


def test_the_lead_when_the_table_is_cleared() -> None:
    """
    A king and an ace are left lying, and in the next round seat 0 takes them.

    It has three cards with two aces, seat 1 has ten and an empty table.
    """
    state = deal(
        TWO, "2S 3S 4S 7H", "8C 9C QC KC", "8D 9D QD AD", "AH 5C 6C 7C", "5D 6D 7D TD"
    )
    state = play(state, "8C 8D 9C 9D QC QD")

    assert lead_after(state, "KC") == pytest.approx(2 + 3 * CARD - (10 * CARD - 1))


@settings(max_examples=5)
@given(hands())
def test_no_playout_changes_the_next(hand: Hand) -> None:
    """The same card leads to the same lead again, whatever was tried in between."""
    state = hand.plays[20].before
    seen = view(state, state.turn)
    playouts = Playouts(seen)
    leads = [playouts.lead_after(state, card) for card in seen.hand]

    assert [playouts.lead_after(state, card) for card in seen.hand] == leads
    assert playouts.is_likely(state) == Playouts(seen).is_likely(state)


def test_partners_count_together() -> None:
    """Seats 1 and 3 have 20 cards, and each makes a pişti: together, or each alone."""
    packets = "8C 9C QC KC", "8D 9D QD KD", "8H 9H QH KH", "8S 9S QS KS"
    plays = "8C 8D 8H 8S 9C 9D 9H 9S QC QD QH QS"
    against = 20 + 20 * CARD
    for house, share in ((table(FOUR, partnership=True), against), (FOUR, against / 3)):
        state = play(deal(house, "2S 3S 4S 7H", *packets), plays)

        assert lead_after(state, "KC") == pytest.approx(-1 - share)

"""Chapter 7 of the rulebook: the match."""

import random

import pytest
from tables import (
    FOUR,
    FOUR_JACKS,
    THREE,
    TWO,
    line_up,
    of_type,
    play_oldest,
    stacked,
    table,
)

from pisti import (
    CLASSIC,
    PARTNERSHIP,
    VARIANTS,
    Match,
    MatchError,
    OpeningJack,
    Redeal,
    Rule,
    State,
    Variant,
    new_game,
    new_match,
    score_hand,
    tally,
)

LAYOUT = "AS 2S 3S 4S"


def to_target(base: Variant, target: int) -> Variant:
    """Make a match to a target."""
    return table(base, target=target, hands=None)


def of_hands(base: Variant, hands: int) -> Variant:
    """Make a match of so many hands."""
    return table(base, target=None, hands=hands)


def played(match: Match, layout: str = LAYOUT) -> State:
    """Play the next hand out.

    Of two the player after the dealer scores 10 and the dealer 6, partners
    alike; of three the player after the dealer scores 6, the others 5 each.
    """
    return play_oldest(line_up(match.variant, layout, dealer=match.dealer))


def after(variant: Variant, hands: int) -> Match:
    """Play hands of a match in which the last seat deals first."""
    match = new_match(variant, dealer=variant.players - 1)
    for _ in range(hands):
        match = match.add(played(match))
    return match


@pytest.mark.rule("7.1")
def test_a_match_begins_with_nothing() -> None:
    """Nobody has points, and nobody has won."""
    match = new_match(to_target(TWO, 10), dealer=1)
    assert match.totals == (0, 0)
    assert match.scores == ()
    assert (match.is_over, match.winners) == (False, ())


@pytest.mark.rule("7.1")
def test_points_of_hands_are_added_up() -> None:
    """A match keeps the score of each hand."""
    match = after(to_target(TWO, 101), 3)
    assert [score.totals for score in match.scores] == [(10, 6), (6, 10), (10, 6)]
    assert match.totals == (26, 22)
    assert match.scores[0] == score_hand(play_oldest(line_up(match.variant, LAYOUT)))


@pytest.mark.rule("7.1")
@pytest.mark.parametrize(
    ("target", "over"), [(9, True), (10, True), (11, False), (151, False)]
)
def test_a_match_ends_when_the_target_is_reached(target: int, *, over: bool) -> None:
    """Reached means at least: ten points end a match to 10."""
    match = after(to_target(TWO, target), 1)
    assert match.totals == (10, 6)
    assert match.is_over is over
    assert match.winners == ((0,) if over else ())


@pytest.mark.rule("7.1")
def test_either_side_can_reach_the_target() -> None:
    """The second side wins when the first has dealt to it."""
    match = new_match(to_target(TWO, 10), dealer=0)
    match = match.add(played(match))
    assert match.totals == (6, 10)
    assert match.winners == (1,)


@pytest.mark.rule("7.1")
def test_the_hand_is_played_out() -> None:
    """Five points in play 11 do not end a match to 5 before play 48."""
    match = new_match(to_target(TWO, 5), dealer=1)
    state = play_oldest(line_up(match.variant, LAYOUT), 11)
    assert score_hand(state).totals == (5, 0)
    assert not state.is_over
    with pytest.raises(MatchError) as caught:
        match.add(state)
    assert caught.value.rule is Rule.END_OF_HAND
    assert match.add(play_oldest(state)).totals == (10, 6)


@pytest.mark.rule("7.1", "1.4")
def test_partners_reach_the_target_together() -> None:
    """The winner is a side."""
    match = after(to_target(PARTNERSHIP, 10), 1)
    assert match.totals == (10, 6)
    assert match.winners == (0,)


@pytest.mark.rule("7.1")
@pytest.mark.parametrize("target", [5, 11, 16])
def test_nothing_follows_the_end_of_a_match(target: int) -> None:
    """No hand is dealt and none is counted."""
    match = after(to_target(TWO, target), 1 if target == 5 else 3)
    state = played(match)
    with pytest.raises(MatchError) as caught:
        match.deal(rng=1)
    assert caught.value.rule is Rule.TARGET
    with pytest.raises(MatchError) as caught:
        match.add(state)
    assert caught.value.rule is Rule.TARGET


@pytest.mark.rule("7.2")
@pytest.mark.parametrize(("dealer", "winner"), [(1, 0), (0, 1)])
def test_of_two_past_the_target_the_higher_wins(dealer: int, winner: int) -> None:
    """Ten and six points both reach 6, whichever side has them."""
    match = new_match(to_target(TWO, 6), dealer=dealer)
    match = match.add(played(match))
    assert sorted(match.totals) == [6, 10]
    assert match.is_over
    assert match.winners == (winner,)


@pytest.mark.rule("7.2")
def test_of_three_past_the_target_the_highest_wins() -> None:
    """That the two others are equal does not matter."""
    match = after(to_target(THREE, 5), 1)
    assert match.totals == (6, 5, 5)
    assert match.winners == (0,)


@pytest.mark.rule("7.3")
@pytest.mark.parametrize("target", [11, 15, 16])
def test_a_tie_at_the_target_is_played_on(target: int) -> None:
    """Sixteen points each are no end, even if they are just the target."""
    match = after(to_target(TWO, target), 2)
    assert match.totals == (16, 16)
    assert (match.is_over, match.winners) == (False, ())

    match = match.add(played(match))
    assert match.totals == (26, 22)
    assert (match.is_over, match.winners) == (True, (0,))


@pytest.mark.rule("7.3")
def test_a_tie_that_goes_on() -> None:
    """A hand without points leaves the match as it is, then the second side wins."""
    match = after(to_target(TWO, 16), 2)
    match = match.add(played(match, FOUR_JACKS))
    assert match.totals == (16, 16)
    assert not match.is_over
    match = match.add(played(match))
    assert match.totals == (22, 26)
    assert match.winners == (1,)


@pytest.mark.rule("7.3")
def test_a_tie_of_some_at_the_target() -> None:
    """Of three two are equal at the top, then all three, then one is ahead."""
    match = after(to_target(THREE, 11), 2)
    assert (match.totals, match.is_over) == ((11, 11, 10), False)
    match = match.add(played(match))
    assert (match.totals, match.is_over) == ((16, 16, 16), False)
    match = match.add(played(match))
    assert (match.totals, match.winners) == ((22, 21, 21), (0,))


@pytest.mark.rule("7.3")
def test_a_tie_below_the_target_does_not_matter() -> None:
    """Who has reached the target alone wins."""
    assert after(to_target(THREE, 6), 1).winners == (0,)


@pytest.mark.rule("7.4")
@pytest.mark.parametrize(
    ("hands", "winners"), [(1, (0,)), (2, (0, 1)), (3, (0,)), (4, (0, 1))]
)
def test_a_match_of_so_many_hands(hands: int, winners: tuple[int, ...]) -> None:
    """It ends after the last, with one winner or a draw."""
    variant = of_hands(TWO, hands)
    before = after(variant, hands - 1)
    assert (before.is_over, before.winners) == (False, ())
    match = before.add(played(before))
    assert match.is_over
    assert match.winners == winners


@pytest.mark.rule("7.4")
@pytest.mark.parametrize(
    ("hands", "totals", "winners"),
    [
        (1, (6, 5, 5), (0,)),
        (2, (11, 11, 10), (0, 1)),
        (3, (16, 16, 16), (0, 1, 2)),
    ],
)
def test_a_match_is_drawn_between_all_who_share_the_most(
    hands: int, totals: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """Of three players one, two or all can win."""
    match = after(of_hands(THREE, hands), hands)
    assert match.totals == totals
    assert match.winners == winners


@pytest.mark.rule("7.4", "4.13")
def test_a_match_of_one_hand_without_captures() -> None:
    """It is drawn with no points."""
    match = new_match(CLASSIC, dealer=1)
    match = match.add(played(match, FOUR_JACKS))
    assert match.totals == (0, 0)
    assert (match.is_over, match.winners) == (True, (0, 1))


@pytest.mark.rule("7.4")
def test_nothing_follows_the_last_hand() -> None:
    """A drawn match of two hands gets no third."""
    match = after(of_hands(TWO, 2), 2)
    for refused in (lambda: match.start(rng=1), lambda: match.add(played(match))):
        with pytest.raises(MatchError) as caught:
            refused()
        assert caught.value.rule is Rule.FIXED_HANDS


@pytest.mark.rule("7.5")
@pytest.mark.parametrize("base", [TWO, THREE, FOUR, PARTNERSHIP])
def test_the_deal_passes_to_the_next_seat(base: Variant) -> None:
    """After the last seat comes seat 0, whoever won."""
    for dealer in range(base.players):
        match = new_match(to_target(base, 1000), dealer=dealer)
        dealers = [match.dealer]
        for _ in range(base.players):
            state = play_oldest(match.deal(rng=1))
            assert state.dealer == match.dealer
            match = match.add(state)
            dealers.append(match.dealer)
        expected = [(dealer + n) % base.players for n in range(base.players + 1)]
        assert dealers == expected
        assert match.first_dealer == dealer


@pytest.mark.rule("7.5")
def test_the_deal_passes_after_a_hand_without_points_too() -> None:
    """A hand that nobody won is a hand."""
    match = new_match(to_target(TWO, 101), dealer=1)
    assert match.add(played(match, FOUR_JACKS)).dealer == 0


@pytest.mark.rule("7.5", "3.7")
def test_a_void_deal_is_repeated_by_the_same_dealer() -> None:
    """The hand counts once, and only then the deal passes on."""
    variant = table(PARTNERSHIP, opening_jack=OpeningJack.TURN_NEXT)
    match = new_match(variant, dealer=2)
    state, events = match.start(deck=stacked(FOUR_JACKS), rng=5)
    assert len(of_type(events, Redeal)) >= 1
    assert state.dealer == 2
    assert match.add(play_oldest(state)).dealer == 3


@pytest.mark.rule("7.5")
def test_the_next_hand_is_dealt_by_the_next_dealer() -> None:
    """Start and deal give the same hand, and a given deck is dealt as it lies."""
    match = after(to_target(THREE, 101), 1)
    assert match.dealer == 0
    state, events = match.start(rng=3)
    assert state == match.deal(rng=3)
    assert events
    assert state.dealer == 0
    deck = stacked("2S 3S 4S 7H")
    assert match.deal(deck=deck) == new_game(match.variant, deck=deck, dealer=0)


@pytest.mark.rule("2.1", "7.5")
def test_one_seed_gives_each_hand_of_a_match_its_own_pack() -> None:
    """An int is mixed with the number of hands played, a generator just goes on."""
    variant = to_target(TWO, 1000)
    packs = []
    for hands in range(4):
        match = after(variant, hands)
        packs += [match.deal(rng=seed).setup.pack.cards for seed in range(10)]
        assert match.deal(rng=7) == match.deal(rng=7)
        told = match.deal(rng=random.Random(7))
        assert told == new_game(variant, rng=random.Random(7), dealer=match.dealer)
    assert len(set(packs)) == 40


@pytest.mark.rule("7.1", "7.4")
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_match_of_every_preset_ends(variant: Variant) -> None:
    """Totals are the sums of the hands, and the winners have the highest."""
    rng = random.Random(9)
    match = new_match(variant, rng=rng)
    while not match.is_over:
        assert match.winners == ()
        match = match.add(play_oldest(match.deal(rng=rng)))
    sums = [
        sum(points) for points in zip(*(s.totals for s in match.scores), strict=True)
    ]
    assert list(match.totals) == sums
    assert match.winners == tuple(
        side for side, points in enumerate(sums) if points == max(sums)
    )


@pytest.mark.rule("7.6")
@pytest.mark.parametrize(
    ("points", "strokes", "ones", "gates"),
    [
        (0, 0, 0, ()),
        (9, 0, 9, ()),
        (10, 1, 0, (1,)),
        (20, 2, 0, (2,)),
        (30, 3, 0, (3,)),
        (40, 4, 0, (4,)),
        (49, 4, 9, (4,)),
        (50, 5, 0, (5,)),
        (60, 6, 0, (5, 1)),
        (73, 7, 3, (5, 2)),
        (100, 10, 0, (5, 5)),
        (151, 15, 1, (5, 5, 5)),
    ],
)
def test_strokes_and_gates(
    points: int, strokes: int, ones: int, gates: tuple[int, ...]
) -> None:
    """One stroke for every ten, five strokes for a gate, the rest as a number."""
    kept = tally(points)
    assert (kept.strokes, kept.ones, kept.gates) == (strokes, ones, gates)
    assert kept.points == points


@pytest.mark.rule("7.6")
@pytest.mark.parametrize(
    ("points", "lines"),
    [
        (0, ["0"]),
        (9, ["9"]),
        (10, ["───", "", "", "0"]),
        (20, ["┬──", "│", "╵", "0"]),
        (30, ["┬┬─", "││", "╵╵", "0"]),
        (40, ["┬┬┬", "│││", "╵╵╵", "0"]),
        (50, ["┬┬┬", "│││", "┴┴┴", "0"]),
        (73, ["┬┬┬ ┬──", "│││ │", "┴┴┴ ╵", "3"]),
        (151, ["┬┬┬ ┬┬┬ ┬┬┬", "│││ │││ │││", "┴┴┴ ┴┴┴ ┴┴┴", "1"]),
    ],
)
def test_the_drawing_of_a_tally(points: int, lines: list[str]) -> None:
    """A bar, three posts under it and a second bar across them make fifty."""
    assert str(tally(points)).split("\n") == lines

"""Chapter 5 of the rulebook: piştis and what is none."""

from typing import Any

import pytest
from tables import (
    FOUR,
    THREE,
    TWO,
    deal,
    line_up,
    names,
    of_type,
    only,
    play,
    play_oldest,
    table,
    watch,
    watch_oldest,
)

from pisti import (
    CLASSIC,
    COFFEEHOUSE,
    FOUR_PLAYER,
    PARTNERSHIP,
    PARTNERSHIP_RECUT,
    PISPIRIK,
    THREE_PLAYER,
    VARIANTS,
    XERI,
    XERI_PARTNERSHIP,
    Bonus,
    CaptureKind,
    Card,
    CardPlayed,
    Denial,
    Leader,
    Outcome,
    PileCaptured,
    Rank,
    Rule,
    Variant,
    judge,
    parse_cards,
    score_hand,
)

OTHER_RANKS = [rank for rank in Rank if rank is not Rank.JACK]
JACK_PAYS = {"jack_pisti_points": 15}


def outcome(
    pile: str, card: str, play_number: int = 20, variant: Variant = CLASSIC
) -> Outcome:
    """Judge a card on a pile."""
    return judge(
        variant, pile=parse_cards(pile), card=Card.parse(card), play=play_number
    )


def bonus_of(found: Outcome) -> tuple[int, Denial | None, str]:
    """Tell what an outcome says about the bonus."""
    return found.bonus, found.denied, found.rule.id


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("rank", OTHER_RANKS)
def test_an_equal_rank_on_a_lone_card_is_a_pisti(rank: Rank) -> None:
    """It is worth 10 for each rank but the jack, and takes both cards."""
    found = outcome(f"{rank.value}H", f"{rank.value}S")
    assert bonus_of(found) == (10, None, "5.1")
    assert found.kind is CaptureKind.RANK
    assert names(found.captured) == f"{rank.value}H {rank.value}S"


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_table_pays_a_pisti(variant: Variant) -> None:
    """Ten points are usual."""
    assert bonus_of(outcome("9C", "9D", 20, variant)) == (10, None, "5.1")


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("points", [1, 7, 25])
def test_a_table_may_pay_other_pisti_points(points: int) -> None:
    """The option changes the pişti, and neither the double nor the lone jack."""
    variant = table(CLASSIC, pisti_points=points)
    assert outcome("9C", "9D", variant=variant).bonus == points
    assert outcome("JC", "JD", variant=variant).bonus == 20
    assert outcome("9C", "JD", variant=variant).bonus == 0


@pytest.mark.rule("5.1")
def test_a_pisti_in_play() -> None:
    """The earliest is made at the third play; event, bonus and score tell of it."""
    state = deal(TWO, "7H", "7S 9D", "9C")
    state, events = watch(state, "7S 9C 9D")
    capture = of_type(events, PileCaptured)[-1]
    assert (capture.seat, capture.bonus, capture.denied) == (0, 10, None)
    assert (capture.rule, capture.ply) == (Rule.PISTI, 3)
    assert names(capture.pile) == "9C"
    assert state.won.bonuses == (Bonus(0, 10, Rule.PISTI, parse_cards("9C 9D")),)
    lines = [line for line in score_hand(state).lines if line.rule is Rule.PISTI]
    assert [(line.side, line.points, names(line.cards)) for line in lines] == [
        (0, 10, "9C 9D")
    ]


@pytest.mark.rule("5.1")
def test_two_pistis_in_a_row() -> None:
    """Every second play may be one, and each has its own line."""
    state = deal(TWO, "7H", "7S 9D 5D 2H", "9C 5H")
    state = play(state, "7S 9C 9D 5H 5D")
    assert [bonus.points for bonus in state.won.bonuses] == [10, 10]
    lines = [line for line in score_hand(state).lines if line.rule is Rule.PISTI]
    assert [names(line.cards) for line in lines] == ["9C 9D", "5H 5D"]


@pytest.mark.rule("5.1", "1.4")
def test_a_pisti_counts_for_the_side() -> None:
    """Seat 2 makes it, and the side of seats 0 and 2 has the points."""
    state = deal(PARTNERSHIP, "7H", "7S", "9C", "9D")
    state = play(state, "7S 9C 9D")
    assert state.won.bonuses == (Bonus(2, 10, Rule.PISTI, parse_cards("9C 9D")),)
    assert score_hand(state).totals[0] == 10 + 3
    assert score_hand(state).totals[1] == 0


@pytest.mark.rule("5.2")
@pytest.mark.parametrize("lying", ["JC", "JD", "JH", "JS"])
@pytest.mark.parametrize("card", ["JC", "JD", "JH", "JS"])
def test_a_jack_on_a_lone_jack_is_a_double_pisti(lying: str, card: str) -> None:
    """It is worth 20, whichever jacks they are."""
    if lying != card:
        found = outcome(lying, card)
        assert bonus_of(found) == (20, None, "5.2")
        assert found.kind is CaptureKind.JACK
        assert names(found.captured) == f"{lying} {card}"


@pytest.mark.rule("5.2")
@pytest.mark.parametrize("points", [10, 15, 50])
def test_a_table_may_pay_other_double_points(points: int) -> None:
    """The option changes the double, and neither the pişti nor the lone jack."""
    variant = table(CLASSIC, double_pisti_points=points, jack_pisti_points=3)
    assert outcome("JC", "JD", variant=variant).bonus == points
    assert outcome("9C", "9D", variant=variant).bonus == 10
    assert outcome("9C", "JD", variant=variant).bonus == 3


@pytest.mark.rule("5.2")
def test_a_double_pisti_in_play() -> None:
    """A jack lies on the empty table, and a jack takes it."""
    state = deal(TWO, "7H", "7S JD", "JC")
    state, events = watch(state, "7S JC JD")
    capture = of_type(events, PileCaptured)[-1]
    assert (capture.bonus, capture.denied) == (20, None)
    assert (capture.kind, capture.rule) == (CaptureKind.JACK, Rule.DOUBLE_PISTI)
    assert state.won.bonuses == (Bonus(0, 20, Rule.DOUBLE_PISTI, parse_cards("JC JD")),)
    lines = [line for line in score_hand(state).lines if line.rule is Rule.DOUBLE_PISTI]
    assert [(line.side, line.points, names(line.cards)) for line in lines] == [
        (0, 20, "JC JD")
    ]


@pytest.mark.rule("5.3")
@pytest.mark.parametrize("rank", OTHER_RANKS)
def test_a_jack_on_a_lone_card_of_another_rank_is_no_pisti(rank: Rank) -> None:
    """It takes the card, and the outcome says why there is no bonus."""
    found = outcome(f"{rank.value}H", "JS")
    assert bonus_of(found) == (0, Denial.JACK_ON_ANOTHER_RANK, "5.3")
    assert found.kind is CaptureKind.JACK
    assert names(found.captured) == f"{rank.value}H JS"


@pytest.mark.rule("5.3")
def test_a_table_may_pay_for_the_jack() -> None:
    """Then it is a bonus by this rule, and is not denied."""
    variant = table(CLASSIC, jack_pisti_points=10)
    assert bonus_of(outcome("KH", "JS", variant=variant)) == (10, None, "5.3")
    assert bonus_of(outcome("KH 9C", "JS", variant=variant)) == (0, None, "4.5")


@pytest.mark.rule("5.3")
def test_a_jack_on_a_lone_card_in_play() -> None:
    """No bonus is booked, unless the table pays."""
    moves = "7S KH JS"
    state, events = watch(deal(TWO, "7H", "7S JS", "KH"), moves)
    capture = of_type(events, PileCaptured)[-1]
    assert capture.denied is Denial.JACK_ON_ANOTHER_RANK
    assert (capture.bonus, capture.rule) == (0, Rule.JACK_ON_ANOTHER_RANK)
    assert state.won.bonuses == ()
    assert names(state.captured[0][-2:]) == "KH JS"

    paid = table(TWO, jack_pisti_points=10)
    state = play(deal(paid, "7H", "7S JS", "KH"), moves)
    assert state.won.bonuses == (
        Bonus(0, 10, Rule.JACK_ON_ANOTHER_RANK, parse_cards("KH JS")),
    )
    lines = {line.rule: line.points for line in score_hand(state).lines}
    assert lines[Rule.JACK_ON_ANOTHER_RANK] == 10


@pytest.mark.rule("5.4")
@pytest.mark.parametrize(("pile", "card"), [("7H", "7S"), ("JH", "JS")])
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_no_bonus_on_the_first_play(pile: str, card: str, variant: Variant) -> None:
    """Neither single nor double, and the outcome says why."""
    found = outcome(pile, card, 1, variant)
    assert bonus_of(found) == (0, Denial.FIRST_PLAY, "5.4")
    assert names(found.captured) == f"{pile} {card}"


@pytest.mark.rule("5.4")
@pytest.mark.parametrize(
    ("pile", "card", "points", "rule"),
    [("7H", "7S", 10, "5.1"), ("JH", "JS", 20, "5.2"), ("7H", "JS", 15, "5.3")],
)
def test_a_table_may_allow_the_first_play(
    pile: str, card: str, points: int, rule: str
) -> None:
    """Then it is worth what it would be later."""
    variant = table(PARTNERSHIP, pisti_on_first_play=True, **JACK_PAYS)
    assert bonus_of(outcome(pile, card, 1, variant)) == (points, None, rule)


@pytest.mark.rule("5.4")
def test_the_second_play_is_not_excluded() -> None:
    """Only play 1 is, and a pile of several cards needs no excuse."""
    assert outcome("7H", "7S", 2).bonus == 10
    assert bonus_of(outcome("9C 7H", "7S", 1)) == (0, None, "4.4")


@pytest.mark.rule("5.4", "4.9")
def test_the_first_play_takes_five_cards_without_a_bonus() -> None:
    """The hidden cards come along, and count their points."""
    state, events = watch(deal(TWO, "AC 10D 2C 7H", "7S"), "7S")
    capture = only(events, PileCaptured)
    assert (capture.bonus, capture.denied) == (0, Denial.FIRST_PLAY)
    assert capture.rule is Rule.FIRST_PLAY
    assert names(state.captured[0]) == "AC 10D 2C 7H 7S"
    assert state.won.bonuses == ()
    assert score_hand(state).totals == (6, 0)


@pytest.mark.rule("5.4")
def test_an_allowed_first_play_in_play() -> None:
    """The bonus is for the up-card and the card played, the hidden come along."""
    state = deal(table(TWO, pisti_on_first_play=True), "2S 3S 4S 7H", "7S")
    state = play(state, "7S")
    assert state.won.bonuses == (Bonus(0, 10, Rule.PISTI, parse_cards("7H 7S")),)
    assert len(state.captured[0]) == 5


@pytest.mark.rule("5.4")
def test_the_second_play_can_meet_no_lone_card() -> None:
    """After a first play without capture two cards lie there."""
    state, events = watch(deal(TWO, "7H", "9S", "9C"), "9S 9C")
    assert only(events, PileCaptured).denied is None
    assert state.won.bonuses == ()


@pytest.mark.rule("5.5")
@pytest.mark.parametrize(
    ("variant", "allowed"),
    [
        (CLASSIC, True),
        (PISPIRIK, True),
        (XERI, True),
        (XERI_PARTNERSHIP, True),
        (PARTNERSHIP, False),
        (PARTNERSHIP_RECUT, False),
        (COFFEEHOUSE, False),
        (THREE_PLAYER, False),
        (FOUR_PLAYER, False),
    ],
)
@pytest.mark.parametrize(
    ("pile", "card", "points", "rule"),
    [("9C", "9D", 10, "5.1"), ("JC", "JD", 20, "5.2")],
)
def test_a_bonus_on_the_last_play(
    variant: Variant, *, allowed: bool, pile: str, card: str, points: int, rule: str
) -> None:
    """The tables differ, single and double go together, the capture stands."""
    found = outcome(pile, card, 48, variant)
    if allowed:
        assert bonus_of(found) == (points, None, rule)
    else:
        assert bonus_of(found) == (0, Denial.LAST_PLAY, "5.5")
    assert names(found.captured) == f"{pile} {card}"


@pytest.mark.rule("5.5")
def test_the_play_before_the_last_is_not_excluded() -> None:
    """Only play 48 is, and a pile of several cards needs no excuse."""
    assert outcome("9C", "9D", 47, PARTNERSHIP).bonus == 10
    assert outcome("JC", "JD", 47, PARTNERSHIP).bonus == 20
    assert bonus_of(outcome("KH 9C", "9D", 48, PARTNERSHIP)) == (0, None, "4.4")


@pytest.mark.rule("5.5")
@pytest.mark.parametrize(
    ("last", "points", "rule"),
    [("JS 9C 9D", 10, Rule.PISTI), ("JS JC JD", 20, Rule.DOUBLE_PISTI)],
)
@pytest.mark.parametrize("allowed", [True, False])
def test_the_last_play_of_a_hand(
    last: str, points: int, rule: Rule, *, allowed: bool
) -> None:
    """The dealer takes a lone card with the very last one."""
    state = line_up(table(TWO, pisti_on_last_play=allowed), "AS 2S 3S 4S", last=last)
    end, events = watch_oldest(state)
    capture = of_type(events, PileCaptured)[-1]
    assert (capture.seat, capture.ply) == (1, 48)
    assert capture.bonus == (points if allowed else 0)
    assert capture.denied is (None if allowed else Denial.LAST_PLAY)
    assert capture.rule is (rule if allowed else Rule.LAST_PLAY)
    assert [bonus.points for bonus in end.won.bonuses] == [points] * allowed
    assert names(end.captured[1][-2:]) == last.removeprefix("JS ")
    assert end.won.last_capturer == 1


@pytest.mark.rule("5.5", "4.1")
def test_the_last_play_need_not_be_the_dealers() -> None:
    """Where the dealer leads, seat 1 of three makes play 48 without a bonus."""
    variant = table(THREE, leader=Leader.DEALER)
    end, events = watch_oldest(line_up(variant, "AS 2S 3S 4S", last="JS 9C 9D"))
    last = of_type(events, PileCaptured)[-1]
    assert (last.seat, last.ply, last.denied) == (1, 48, Denial.LAST_PLAY)
    assert end.won.bonuses == ()


@pytest.mark.rule("5.5", "4.1")
def test_the_dealers_last_card_need_not_be_the_last_play() -> None:
    """Where the dealer leads, the dealer's last card at play 46 is a pişti."""
    variant = table(THREE, leader=Leader.DEALER)
    state = line_up(variant, "AS 2S 3S 4S", last="JS 9C 9D 5C 6C")
    end, events = watch_oldest(state)
    assert [event.ply for event in of_type(events, CardPlayed) if event.seat == 2][
        -1
    ] == 46
    assert end.won.bonuses == (Bonus(2, 10, Rule.PISTI, parse_cards("9C 9D")),)


@pytest.mark.rule("5.3", "5.4", "5.5")
@pytest.mark.parametrize(
    ("options", "play_number", "expected"),
    [
        ({}, 1, (0, Denial.JACK_ON_ANOTHER_RANK, "5.3")),
        ({}, 48, (0, Denial.JACK_ON_ANOTHER_RANK, "5.3")),
        (JACK_PAYS, 1, (0, Denial.FIRST_PLAY, "5.4")),
        (JACK_PAYS, 48, (0, Denial.LAST_PLAY, "5.5")),
        (JACK_PAYS, 2, (15, None, "5.3")),
        (JACK_PAYS, 47, (15, None, "5.3")),
        (JACK_PAYS | {"pisti_on_last_play": True}, 48, (15, None, "5.3")),
        (JACK_PAYS | {"pisti_on_last_play": True}, 1, (0, Denial.FIRST_PLAY, "5.4")),
        (JACK_PAYS | {"pisti_on_first_play": True}, 1, (15, None, "5.3")),
        (JACK_PAYS | {"pisti_on_first_play": True}, 48, (0, Denial.LAST_PLAY, "5.5")),
    ],
)
def test_which_denial_comes_first(
    options: dict[str, Any],
    play_number: int,
    expected: tuple[int, Denial | None, str],
) -> None:
    """A jack that earns nothing anyway is the reason before the number of the play."""
    variant = table(PARTNERSHIP, **options)
    assert bonus_of(outcome("KH", "JS", play_number, variant)) == expected


@pytest.mark.rule("5.6")
@pytest.mark.parametrize(
    ("pile", "card", "rule"),
    [
        ("9C 7H", "7S", "4.4"),
        ("7C 7H", "7S", "4.4"),
        ("2D 9C 7H", "7S", "4.4"),
        ("9C 7H", "JS", "4.5"),
        ("9C JH", "JS", "4.5"),
        ("JC JH", "JS", "4.5"),
        ("JC 9H", "9S", "4.4"),
    ],
)
@pytest.mark.parametrize("play_number", [1, 2, 20, 48])
def test_two_cards_or_more_earn_no_bonus(
    pile: str, card: str, rule: str, play_number: int
) -> None:
    """And nothing is denied, for there is nothing to deny."""
    paid = table(PARTNERSHIP, **JACK_PAYS)
    assert bonus_of(outcome(pile, card, play_number, paid)) == (0, None, rule)


@pytest.mark.rule("5.6")
def test_one_card_is_not_two() -> None:
    """The pile is counted before the card that captures lies on it."""
    assert outcome("7H", "7S").bonus == 10
    assert outcome("", "7S").bonus == 0


@pytest.mark.rule("5.6")
def test_two_cards_in_play() -> None:
    """A jack on a covered jack takes three cards for nothing but their points."""
    state = deal(FOUR, "7H", "7S", "JC", "9D", "JD")
    state, events = watch(state, "7S JC 9D JD")
    capture = of_type(events, PileCaptured)[-1]
    assert names(capture.pile) == "JC 9D"
    assert (capture.bonus, capture.denied) == (0, None)
    assert state.won.bonuses == ()
    assert score_hand(state).totals[3] == 2


@pytest.mark.rule("5.7", "6.1")
@pytest.mark.parametrize(
    ("lying", "card", "points"),
    [
        ("9C", "9D", 10),
        ("AH", "AS", 10 + 1 + 1),
        ("10S", "10D", 10 + 3),
        ("10D", "10S", 10 + 3),
        ("2C", "2H", 10 + 2),
        ("JH", "JS", 20 + 1 + 1),
    ],
)
def test_the_cards_of_a_pisti_keep_their_points(
    lying: str, card: str, points: int
) -> None:
    """Seat 2 has captured nothing but the two cards."""
    state = deal(FOUR, "7H", "7S", lying, card)
    state = play(state, f"7S {lying} {card}")
    score = score_hand(state)
    assert score.totals[2] == points
    assert score.counts[2] == 2


@pytest.mark.rule("5.7")
def test_the_cards_of_a_pisti_count_for_the_majority() -> None:
    """Seat 0 takes the layout with a four, then makes two piştis."""
    state = line_up(TWO, "AS 2S 3S 4S", first="4C 9C 9D 8H 8D")
    state = play_oldest(state, 5)
    assert [bonus.points for bonus in state.won.bonuses] == [10, 10]
    assert score_hand(state).counts == (5 + 2 + 2, 0)
    assert sum(score_hand(play_oldest(state)).counts) == 52

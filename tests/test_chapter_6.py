"""Chapter 6 of the rulebook: the score of a hand."""

import pytest
from tables import (
    FOUR_JACKS,
    THREE,
    TWO,
    deal,
    line_up,
    names,
    of_type,
    play,
    play_oldest,
    table,
    watch_oldest,
)

from pisti import (
    CLASSIC,
    DECK,
    FOUR_PLAYER,
    PARTNERSHIP,
    PISPIRIK,
    THREE_PLAYER,
    XERI,
    Bonus,
    Card,
    HandScore,
    PileCaptured,
    Rank,
    Rule,
    Variant,
    parse_cards,
    score_cards,
    score_hand,
)

WORTHLESS = [
    card
    for card in DECK
    if card.rank not in {Rank.ACE, Rank.JACK} and str(card) not in {"2C", "10D"}
]


def score(
    variant: Variant, *heaps: str, bonuses: tuple[Bonus, ...] = (), final: bool = True
) -> HandScore:
    """Score named cards by side."""
    return score_cards(
        variant, [parse_cards(heap) for heap in heaps], bonuses, final=final
    )


def counted(variant: Variant, *sizes: int) -> HandScore:
    """Score a hand in which the sides captured so many cards of the pack."""
    heaps, left = [], list(DECK)
    for size in sizes:
        heaps.append(left[:size])
        del left[:size]
    return score_cards(variant, heaps)


def majority(found: HandScore) -> list[tuple[int, int]]:
    """Pick side and points of the majority from a score."""
    return [
        (line.side, line.points) for line in found.lines if line.rule is Rule.MAJORITY
    ]


@pytest.mark.rule("6.1")
@pytest.mark.parametrize(
    ("card", "points"),
    [
        ("AC", 1),
        ("AS", 1),
        ("JC", 1),
        ("JH", 1),
        ("2C", 2),
        ("10D", 3),
        ("2D", 0),
        ("10C", 0),
        ("KS", 0),
    ],
)
def test_the_usual_values(card: str, points: int) -> None:
    """Ace, jack, two of clubs and ten of diamonds, and nothing else."""
    assert score(CLASSIC, card, "", final=False).totals == (points, 0)


@pytest.mark.rule("6.1")
def test_a_pack_has_thirteen_points() -> None:
    """Four aces, four jacks, the two and the ten."""
    found = score_cards(CLASSIC, [DECK, []], final=False)
    (line,) = found.lines
    assert (line.side, line.points, line.rule) == (0, 13, Rule.CARD_POINTS)
    assert sorted(map(str, line.cards)) == sorted(
        ["AC", "AD", "AH", "AS", "JC", "JD", "JH", "JS", "2C", "10D"]
    )


@pytest.mark.rule("6.1")
def test_cards_without_value_make_no_line() -> None:
    """The 42 other cards are worth nothing together."""
    found = score_cards(CLASSIC, [WORTHLESS, []], final=False)
    assert len(WORTHLESS) == 42
    assert found.lines == ()
    assert found.totals == (0, 0)


@pytest.mark.rule("6.1")
@pytest.mark.parametrize("variant", [XERI, PISPIRIK])
def test_a_table_with_values_for_all_high_cards(variant: Variant) -> None:
    """Aces, kings, queens, jacks and tens 1, the 10D 2 and the 2C 1 make 22."""
    found = score_cards(variant, [DECK, []], final=False)
    assert found.totals == (22, 0)
    assert score(variant, "10D", "10C 10H 2C", final=False).totals == (2, 3)


@pytest.mark.rule("6.1")
def test_a_card_takes_the_place_of_its_rank() -> None:
    """The value of the card is not added to that of the rank, even if it is zero."""
    values = {Rank.TEN: 4, Card.parse("10D"): 7, Card.parse("10S"): 0}
    variant = table(CLASSIC, card_points=values)
    assert score(variant, "10D", "10C", final=False).totals == (7, 4)
    assert score(variant, "10S", "AC JC 2C", final=False).totals == (0, 0)


@pytest.mark.rule("6.1")
def test_every_card_may_have_a_value() -> None:
    """Where the ten counts 3, the two 2 and all others 1, a pack has 55 points."""
    values = dict.fromkeys(Rank, 1)
    special = {Card.parse("10D"): 3, Card.parse("2C"): 2}
    variant = table(CLASSIC, card_points={**values, **special})
    assert score_cards(variant, [DECK, []], final=False).totals == (55, 0)


@pytest.mark.rule("6.1", "4.9")
def test_hidden_cards_count_their_points() -> None:
    """A first capture with three good cards below is worth six."""
    state = play(deal(TWO, "10D 2C AS 7H", "7S"), "7S")
    assert score_hand(state).totals == (6, 0)


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(
    ("sizes", "side"), [((27, 25), 0), ((25, 27), 1), ((52, 0), 0), ((0, 52), 1)]
)
def test_more_cards_than_the_other_side(sizes: tuple[int, int], side: int) -> None:
    """The majority of two sides begins with 27 cards."""
    found = counted(CLASSIC, *sizes)
    assert found.counts == sizes
    assert majority(found) == [(side, 3)]


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(
    ("variant", "sizes", "side"),
    [
        (THREE_PLAYER, (20, 16, 16), 0),
        (THREE_PLAYER, (17, 17, 18), 2),
        (THREE_PLAYER, (16, 19, 17), 1),
        (FOUR_PLAYER, (14, 13, 13, 12), 0),
        (FOUR_PLAYER, (12, 13, 13, 14), 3),
        (FOUR_PLAYER, (0, 0, 27, 25), 2),
    ],
)
def test_more_cards_than_every_other_side(
    variant: Variant, sizes: tuple[int, ...], side: int
) -> None:
    """Among three or four no half of the pack is needed."""
    assert majority(counted(variant, *sizes)) == [(side, 3)]


@pytest.mark.rule("6.2")
def test_cards_are_counted_and_not_captures() -> None:
    """Two captures of 28 cards beat three captures of 24."""
    end, events = watch_oldest(line_up(TWO, "AS 2S 3S 4S", last="JS KS KH"))
    takers = [event.seat for event in of_type(events, PileCaptured)]
    assert takers == [0, 1, 0, 1, 1]
    found = score_hand(end)
    assert found.counts == (15 + 13, 13 + 9 + 2)
    assert majority(found) == [(0, 3)]


@pytest.mark.rule("6.2")
@pytest.mark.parametrize("points", [1, 5])
def test_a_table_may_give_other_majority_points(points: int) -> None:
    """The option is the worth of the majority."""
    variant = table(CLASSIC, majority_points=points)
    assert majority(counted(variant, 27, 25)) == [(0, points)]


@pytest.mark.rule("6.2")
def test_a_table_may_give_no_majority() -> None:
    """With nothing to give there is no line of it."""
    assert majority(counted(table(CLASSIC, majority_points=0), 27, 25)) == []


@pytest.mark.rule("6.2")
def test_no_majority_before_the_end() -> None:
    """Twenty cards against five are not counted while the hand goes on."""
    found = score_cards(CLASSIC, [DECK[13:33], DECK[:5]], final=False)
    assert found.counts == (20, 5)
    assert majority(found) == []
    assert not found.final


@pytest.mark.rule("6.3")
@pytest.mark.parametrize(
    ("variant", "sizes"),
    [
        (CLASSIC, (26, 26)),
        (CLASSIC, (0, 0)),
        (PARTNERSHIP, (26, 26)),
        (THREE_PLAYER, (18, 18, 16)),
        (THREE_PLAYER, (16, 18, 18)),
        (THREE_PLAYER, (18, 16, 18)),
        (FOUR_PLAYER, (13, 13, 13, 13)),
        (FOUR_PLAYER, (15, 11, 11, 15)),
        (FOUR_PLAYER, (14, 14, 14, 10)),
        (FOUR_PLAYER, (8, 18, 8, 18)),
    ],
)
def test_the_highest_number_shared(variant: Variant, sizes: tuple[int, ...]) -> None:
    """Nobody earns the majority, and the points of all sides are the cards' own."""
    found = counted(variant, *sizes)
    assert majority(found) == []
    assert sum(found.totals) == (13 if any(sizes) else 0)


@pytest.mark.rule("6.3")
def test_a_tie_below_the_highest_does_not_matter() -> None:
    """Two sides with 16 cards each lose to one with 20."""
    assert majority(counted(THREE_PLAYER, 16, 20, 16)) == [(1, 3)]


@pytest.mark.rule("6.3")
def test_half_the_pack_by_suits() -> None:
    """Hearts and spades against clubs and diamonds: four against nine points."""
    found = score_cards(CLASSIC, [DECK[26:], DECK[:26]])
    assert found.totals == (4, 9)
    assert found.counts == (26, 26)


@pytest.mark.rule("6.4")
def test_a_score_adds_cards_bonuses_and_majority() -> None:
    """Each part has its line, and the lines make the totals."""
    bonuses = (
        Bonus(0, 10, Rule.PISTI, parse_cards("9C 9D")),
        Bonus(1, 20, Rule.DOUBLE_PISTI, parse_cards("JC JD")),
        Bonus(0, 10, Rule.PISTI, parse_cards("8C 8D")),
    )
    others = [card for card in DECK if str(card) not in {"JC", "JD", "10D"}]
    found = score_cards(CLASSIC, [others, parse_cards("JC JD 10D")], bonuses)
    assert sorted((line.side, line.points, line.rule.id) for line in found.lines) == [
        (0, 3, "6.2"),
        (0, 8, "6.1"),
        (0, 10, "5.1"),
        (0, 10, "5.1"),
        (1, 5, "6.1"),
        (1, 20, "5.2"),
    ]
    (most,) = [line for line in found.lines if line.rule is Rule.MAJORITY]
    assert most.cards == ()
    assert found.totals == (8 + 10 + 10 + 3, 5 + 20)
    assert found.counts == (49, 3)
    assert (found.final, found.winner) == (True, 0)


@pytest.mark.rule("6.4")
def test_the_lines_name_their_cards() -> None:
    """A pişti's line has its two cards, the points' line the cards that count."""
    bonus = Bonus(0, 10, Rule.PISTI, parse_cards("9C 9D"))
    found = score(CLASSIC, "9C 9D AS 3H", "JC 2C", bonuses=(bonus,), final=False)
    cards = {(line.side, line.rule): names(line.cards) for line in found.lines}
    assert cards[0, Rule.PISTI] == "9C 9D"
    assert cards[0, Rule.CARD_POINTS] == "AS"
    assert sorted(cards[1, Rule.CARD_POINTS].split()) == ["2C", "JC"]


@pytest.mark.rule("6.4")
def test_the_score_of_a_hand_that_was_played() -> None:
    """Captures at plays 11, 24, 37 and 46, and a residue of two."""
    end = play_oldest(line_up(TWO, "AS 2S 3S 4S"))
    found = score_hand(end)
    # Seat 0: AS AC 2C JC AH JH and 28 cards; seat 1: AD 10D JD JS and 24.
    assert found.totals == (7 + 3, 6)
    assert found.counts == (28, 24)
    assert (found.final, found.winner) == (True, 0)
    assert found == score_cards(TWO, end.captured, end.won.bonuses)
    assert found == score_hand(end)


@pytest.mark.rule("6.4", "6.1")
@pytest.mark.parametrize("variant", [XERI, PISPIRIK])
def test_the_score_of_a_hand_with_values_for_all_high_cards(variant: Variant) -> None:
    """The same four captures, with six cards in hand or with four."""
    found = score_hand(play_oldest(line_up(variant, "AS 2S 3S 4S")))
    # Seat 0: AS AC 2C 10C JC and QD KD AH 10H JH.
    # Seat 1: QC KC AD 10D JD, QH KH 10S JS and QS KS.
    assert found.totals == (5 + 5 + 3, 6 + 4 + 2)
    assert found.counts == (28, 24)


@pytest.mark.rule("6.4")
def test_the_score_of_a_hand_with_a_bonus() -> None:
    """A pişti by the last play gives seat 1 ten points where it is allowed."""
    layout, last = "AS 2S 3S 4S", "JS 9C 9D"
    without = score_hand(play_oldest(line_up(TWO, layout, last=last)))
    allowed = table(TWO, pisti_on_last_play=True)
    with_it = score_hand(play_oldest(line_up(allowed, layout, last=last)))
    # Jacks at plays 10, 22 and 46 by seat 1, at play 35 by seat 0: 13 cards.
    assert without.counts == with_it.counts == (13, 14 + 12 + 11 + 2)
    assert without.totals == (2, 11 + 3)
    assert with_it.totals == (2, 11 + 3 + 10)


@pytest.mark.rule("6.4")
def test_the_score_so_far() -> None:
    """Before the end what was captured counts, and nothing else."""
    found = score_hand(play_oldest(line_up(TWO, "AS 2S 3S 4S"), 11))
    assert found.totals == (5, 0)
    assert found.counts == (15, 0)
    assert (found.final, found.winner) == (False, None)


def score_points(variant: Variant, *heaps: str) -> HandScore:
    """Score a finished hand in which these cards earn a point each, others none."""
    captured = [parse_cards(heap) for heap in heaps]
    scoring = {card: 1 for heap in captured for card in heap}
    captured[0] += tuple(card for card in DECK if card not in scoring)
    simple = table(variant, majority_points=0, card_points=scoring)
    return score_cards(simple, captured)


@pytest.mark.rule("6.5")
@pytest.mark.parametrize(
    ("heaps", "winner"),
    [
        (("AC AD", "AH"), 0),
        (("AC", "AD AH"), 1),
        (("AC JC", "AD JD"), None),
        (("", ""), None),
    ],
)
def test_the_most_points_win(heaps: tuple[str, str], winner: int | None) -> None:
    """One point more is enough, and equal points are a draw."""
    found = score_points(CLASSIC, *heaps)
    assert found.final
    assert found.winner == winner


@pytest.mark.rule("6.5")
@pytest.mark.parametrize(
    ("heaps", "winner"),
    [
        (("AC", "AD JD", "AH"), 1),
        (("AC", "AD", "AH JH"), 2),
        (("AC JC", "AD", "AH JH"), None),
        (("AC", "AD", "AH"), None),
        (("AC AH", "AD", "JH"), 0),
    ],
)
def test_the_most_points_of_three(
    heaps: tuple[str, str, str], winner: int | None
) -> None:
    """Only the highest has to be alone."""
    found = score_points(THREE_PLAYER, *heaps)
    assert found.winner == winner


@pytest.mark.rule("6.5")
def test_nobody_has_won_before_the_end() -> None:
    """Being ahead is not winning."""
    assert score(CLASSIC, "AC AD", "", final=False).winner is None


@pytest.mark.rule("6.5", "6.2")
def test_a_majority_can_level_a_hand() -> None:
    """Eight points in 6 cards against five points and the majority."""
    few = parse_cards("AC AD AH AS JC 10D")
    found = score_cards(CLASSIC, [[card for card in DECK if card not in few], few])
    assert found.totals == (5 + 3, 8)
    assert found.winner is None


@pytest.mark.rule("6.5")
def test_winner_of_hands_that_were_played() -> None:
    """Seat 0 wins one, the dealer another, and a hand without captures is drawn."""
    first = score_hand(play_oldest(line_up(TWO, "AS 2S 3S 4S")))
    second = score_hand(play_oldest(line_up(TWO, "AS 2S 3S 4S", dealer=0)))
    drawn = score_hand(play_oldest(line_up(TWO, FOUR_JACKS)))
    of_three = score_hand(play_oldest(line_up(THREE, "AS 2S 3S 4S", dealer=0)))
    assert (first.totals, first.winner) == ((10, 6), 0)
    assert (second.totals, second.winner) == ((6, 10), 1)
    assert (drawn.totals, drawn.winner) == ((0, 0), None)
    assert (of_three.totals, of_three.winner) == ((5, 6, 5), 1)

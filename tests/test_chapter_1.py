"""Chapter 1 of the rulebook: pack, players and seats."""

import random
from collections import Counter

import pytest
from tables import (
    FOUR,
    Scripted,
    deal,
    line_up,
    of_type,
    play_oldest,
    shuffled_to,
    stacked,
    table,
    watch_oldest,
)

from pisti import (
    CLASSIC,
    COFFEEHOUSE,
    DECK,
    FOUR_PLAYER,
    PARTNERSHIP,
    THREE_PLAYER,
    VARIANTS,
    Bonus,
    CardPlayed,
    Direction,
    FirstDealer,
    Match,
    Rank,
    Rule,
    Suit,
    Variant,
    draw,
    judge,
    new_game,
    new_match,
    parse_cards,
    score_cards,
    score_hand,
)

HIGH_CARD = {
    2: table(CLASSIC, first_dealer=FirstDealer.HIGH_CARD),
    3: table(THREE_PLAYER, first_dealer=FirstDealer.HIGH_CARD),
    4: table(FOUR_PLAYER, first_dealer=FirstDealer.HIGH_CARD),
}


def drawing(*tops: str) -> Scripted:
    """Script the packs from which the players draw."""
    return Scripted(*(shuffled_to(stacked(top)) for top in tops))


@pytest.mark.rule("1.1")
def test_the_pack_has_52_different_cards() -> None:
    """Each of the thirteen ranks comes once in each of the four suits."""
    assert len(DECK) == 52
    assert {(card.rank, card.suit) for card in DECK} == {
        (rank, suit) for rank in Rank for suit in Suit
    }


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_table_deals_one_whole_pack(variant: Variant) -> None:
    """Hands, pile, hidden cards and stock are the 52 cards, each once."""
    state = new_game(variant, rng=1)
    cards = [card for hand in state.hands for card in hand]
    cards += [*state.pile, *state.hidden, *state.stock]
    assert sorted(map(str, cards)) == sorted(map(str, DECK))


@pytest.mark.rule("1.2")
def test_ranks_and_cards_have_no_order() -> None:
    """Neither a rank nor a card is less than another."""
    with pytest.raises(TypeError):
        assert Rank.ACE < Rank.KING  # type: ignore[operator]
    with pytest.raises(TypeError):
        assert DECK[0] < DECK[1]  # type: ignore[operator]


@pytest.mark.rule("1.2")
def test_only_equal_rank_or_a_jack_captures() -> None:
    """Of all pairs of cards those of one rank capture, and every jack does."""
    for lying in DECK:
        for card in DECK:
            if card is not lying:
                outcome = judge(CLASSIC, pile=[lying], card=card, play=20)
                takes = card.rank is lying.rank or card.rank is Rank.JACK
                assert bool(outcome.captured) == takes


@pytest.mark.rule("1.2")
def test_suits_matter_only_for_points_of_single_cards() -> None:
    """Of each rank all suits are worth the same, but for the 2C and the 10D."""
    worth = {
        str(card): score_cards(CLASSIC, ([card], []), final=False).totals[0]
        for card in DECK
    }
    assert {name for name, points in worth.items() if points} == {
        *("AC", "AD", "AH", "AS", "JC", "JD", "JH", "JS", "2C", "10D")
    }
    assert {worth[ace] for ace in ("AC", "AD", "AH", "AS")} == {1}
    assert {worth[jack] for jack in ("JC", "JD", "JH", "JS")} == {1}


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_three_or_four_play_each_alone(players: int) -> None:
    """Every seat is a side of its own, and has its own hand."""
    variant = Variant(players=players)
    state = new_game(variant, rng=1)
    assert variant.sides == tuple((seat,) for seat in range(players))
    assert [variant.side_of(seat) for seat in range(players)] == list(range(players))
    assert [len(hand) for hand in state.hands] == [4] * players


@pytest.mark.rule("1.3")
def test_four_alone_score_alone() -> None:
    """Each of four who sit alone counts just the cards that seat captured."""
    # The jacks come at plays 11, 24, 37 and 46, so to seats 2, 3, 0 and 1.
    score = score_hand(play_oldest(line_up(FOUR, "AS 2S 3S 4S")))
    assert score.counts == (13, 11, 15, 13)
    assert score.totals == (2, 1, 5 + 3, 5)
    assert score.winner == 2


@pytest.mark.rule("1.4")
def test_partners_sit_opposite_each_other() -> None:
    """Seats 0 and 2 are one side, seats 1 and 3 the other."""
    assert PARTNERSHIP.sides == ((0, 2), (1, 3))
    assert [PARTNERSHIP.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]


@pytest.mark.rule("1.4", "6.2")
def test_cards_of_partners_are_counted_together() -> None:
    """The hand that four score alone gives partners sums and one majority."""
    score = score_hand(play_oldest(line_up(PARTNERSHIP, "AS 2S 3S 4S")))
    assert score.counts == (13 + 15, 11 + 13)
    assert score.totals == (2 + 5 + 3, 1 + 5)
    assert score.winner == 0


@pytest.mark.rule("1.4")
def test_bonuses_of_partners_are_counted_together() -> None:
    """Piştis of seats 0 and 2 go to the first side, of 1 and 3 to the second."""
    pairs = [parse_cards(f"{rank}H {rank}S") for rank in range(3, 7)]
    bonuses = [
        Bonus(0, 10, Rule.PISTI, pairs[0]),
        Bonus(3, 10, Rule.PISTI, pairs[1]),
        Bonus(2, 10, Rule.PISTI, pairs[2]),
        Bonus(0, 10, Rule.PISTI, pairs[3]),
    ]
    heaps = (pairs[0] + pairs[2] + pairs[3], pairs[1])
    score = score_cards(PARTNERSHIP, heaps, bonuses, final=False)
    assert score.totals == (30, 10)


@pytest.mark.rule("1.5", "4.2")
@pytest.mark.parametrize("direction", Direction)
def test_turns_go_to_the_next_number_whichever_the_direction(
    direction: Direction,
) -> None:
    """From seat 3 the turn goes to seat 0, clockwise and counterclockwise alike."""
    state = line_up(table(FOUR, direction=direction), "AS 2S 3S 4S", dealer=1)
    _, events = watch_oldest(state, 6)
    assert [event.seat for event in of_type(events, CardPlayed)] == [2, 3, 0, 1, 2, 3]


@pytest.mark.rule("1.5")
def test_direction_changes_nothing_in_the_hand() -> None:
    """The same deck gives the same hands, captures and score either way round."""
    ends = [
        play_oldest(new_game(table(PARTNERSHIP, direction=direction), rng=5))
        for direction in Direction
    ]
    assert ends[0].setup.packets == ends[1].setup.packets
    assert ends[0].plays == ends[1].plays
    assert ends[0].won == ends[1].won
    assert score_hand(ends[0]) == score_hand(ends[1])


@pytest.mark.rule("1.6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_is_equally_likely_to_deal_first(players: int) -> None:
    """Of 1000 matches for each seat about 1000 begin with that dealer."""
    rng = random.Random(6)
    variant = Variant(players=players)
    dealers = Counter(
        new_match(variant, rng=rng).first_dealer for _ in range(1000 * players)
    )
    assert sorted(dealers) == list(range(players))
    assert all(900 < count < 1100 for count in dealers.values())


@pytest.mark.rule("1.6")
def test_the_first_dealer_is_a_matter_of_the_rng_or_given() -> None:
    """The same seed gives the same dealer, a dealer who is given stays."""
    assert new_match(THREE_PLAYER, rng=4) == new_match(THREE_PLAYER, rng=4)
    assert new_match(THREE_PLAYER, rng=4).draw is None
    for dealer in range(3):
        match = new_match(THREE_PLAYER, dealer=dealer, rng=4)
        assert match.first_dealer == match.dealer == dealer


@pytest.mark.rule("1.7")
@pytest.mark.parametrize(
    ("top", "dealer"),
    [
        ("AS KH 5C 4D", 0),
        ("KH AS 5C 4D", 1),
        ("10H 9S JC 4D", 2),
        ("QH 2S JC KD", 3),
        ("KH KS KC AD", 3),
        ("7H 2S 2C 2D", 0),
    ],
)
def test_the_highest_card_deals(top: str, dealer: int) -> None:
    """Aces are high, and equal cards below the highest do not matter alone."""
    drawn = draw(HIGH_CARD[4], drawing(top))
    cards = parse_cards(top)
    assert drawn.rounds == (tuple(enumerate(cards)),)
    assert drawn.dealer == dealer
    assert drawn.seating == (0, 1, 2, 3)


@pytest.mark.rule("1.7")
@pytest.mark.parametrize(
    ("top", "dealer", "seating"),
    [
        ("AS 5C KH 4D", 0, (0, 1, 2, 3)),
        ("AS KH 5C 4D", 0, (0, 2, 1, 3)),
        ("AS 4D 5C KH", 0, (0, 1, 3, 2)),
        ("KH AS 5C 4D", 1, (3, 1, 2, 0)),
        ("5C KH AS 4D", 2, (1, 0, 2, 3)),
        ("5C KH 4D AS", 3, (0, 1, 2, 3)),
        ("3C 3H AS KD", 2, (3, 1, 2, 0)),
    ],
)
def test_the_second_highest_card_sits_opposite(
    top: str, dealer: int, seating: tuple[int, ...]
) -> None:
    """The dealer's partner takes the seat across; an equal rest does not matter."""
    drawn = draw(PARTNERSHIP, drawing(top))
    assert len(drawn.rounds) == 1
    assert drawn.dealer == dealer
    assert drawn.seating == seating


@pytest.mark.rule("1.7")
def test_equal_highest_cards_draw_again_for_the_deal() -> None:
    """Two aces leave it open who deals; the two who drew them draw again."""
    drawn = draw(PARTNERSHIP, drawing("AS 5C 4D AH", "3C KH"))
    assert drawn.rounds == (
        tuple(enumerate(parse_cards("AS 5C 4D AH"))),
        ((0, parse_cards("3C")[0]), (3, parse_cards("KH")[0])),
    )
    assert drawn.dealer == 3
    # Player 0 is the partner, and changes places with player 1 opposite.
    assert drawn.seating == (1, 0, 2, 3)


@pytest.mark.rule("1.7")
def test_equal_second_cards_draw_again_for_the_partner() -> None:
    """One ace deals; of two kings the one who draws higher is the partner."""
    drawn = draw(PARTNERSHIP, drawing("KS AC KD 2H", "3C KH"))
    assert drawn.rounds[1:] == (((0, parse_cards("3C")[0]), (2, parse_cards("KH")[0])),)
    assert drawn.dealer == 1
    assert drawn.seating == (0, 1, 3, 2)


@pytest.mark.rule("1.7")
def test_equal_second_cards_do_not_matter_without_partners() -> None:
    """Where everyone plays alone two kings under an ace draw no more."""
    drawn = draw(HIGH_CARD[4], drawing("KS AC KD 2H"))
    assert len(drawn.rounds) == 1
    assert drawn.dealer == 1
    assert drawn.seating == (0, 1, 2, 3)


@pytest.mark.rule("1.7")
def test_three_equal_highest_cards_draw_for_both_places() -> None:
    """Of three aces the second draw finds the dealer and the partner."""
    drawn = draw(PARTNERSHIP, drawing("AS AC 2D AH", "5S 9C 7H"))
    assert [[player for player, _ in turn] for turn in drawn.rounds] == [
        [0, 1, 2, 3],
        [0, 1, 3],
    ]
    assert drawn.dealer == 1
    assert drawn.seating == (0, 1, 2, 3)


@pytest.mark.rule("1.7")
def test_draws_go_on_until_both_places_are_filled() -> None:
    """Four equal cards, then a dealer with two equal seconds, then a partner."""
    drawn = draw(PARTNERSHIP, drawing("7S 7C 7D 7H", "4S QC 4D 2H", "9S 8C"))
    assert [[player for player, _ in turn] for turn in drawn.rounds] == [
        [0, 1, 2, 3],
        [0, 1, 2, 3],
        [0, 2],
    ]
    assert drawn.dealer == 1
    # Player 0 sits across from player 1, where player 3 was.
    assert drawn.seating == (3, 1, 2, 0)


@pytest.mark.rule("1.7")
def test_equal_cards_again_are_drawn_again() -> None:
    """Two who are equal twice draw a third time."""
    drawn = draw(HIGH_CARD[2], drawing("AS AC", "5H 5D", "2D 3H"))
    assert len(drawn.rounds) == 3
    assert drawn.dealer == 1


@pytest.mark.rule("1.7")
def test_two_equal_pairs_decide_the_deal_only() -> None:
    """Two aces over two fives: the aces are dealer and partner, the fives rest."""
    drawn = draw(PARTNERSHIP, drawing("5S AC 5D AH", "2S KC"))
    assert [[player for player, _ in turn] for turn in drawn.rounds] == [
        [0, 1, 2, 3],
        [1, 3],
    ]
    assert drawn.dealer == 3
    assert drawn.seating == (0, 1, 2, 3)


@pytest.mark.rule("1.7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_begins_with_the_draw(players: int) -> None:
    """The match keeps the draw, and its dealer deals first."""
    rng = drawing("5C 4D 3H 2S") if players < 4 else drawing("5C 4D 3H AS")
    match: Match = new_match(HIGH_CARD[players], rng=rng)
    assert match.draw is not None
    assert len(match.draw.rounds[0]) == players
    assert match.dealer == match.draw.dealer == (0 if players < 4 else 3)


@pytest.mark.rule("1.7")
def test_there_is_no_draw_where_the_dealer_is_given() -> None:
    """A dealer who is given makes the draw needless."""
    match = new_match(PARTNERSHIP, dealer=2, rng=drawing())
    assert match.draw is None
    assert match.dealer == 2


@pytest.mark.rule("1.3")
def test_two_players_take_turns_from_the_seat_after_the_dealer() -> None:
    """With the dealer in seat 0 the plays go 1, 0, 1, 0."""
    state = deal(COFFEEHOUSE, "7H", dealer=0)
    _, events = watch_oldest(state, 4)
    assert [event.seat for event in of_type(events, CardPlayed)] == [1, 0, 1, 0]

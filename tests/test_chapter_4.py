"""Chapter 4 of the rulebook: play, capture and the end of the hand."""

import pytest
from tables import (
    FOUR,
    FOUR_JACKS,
    THREE,
    TWO,
    deal,
    kinds,
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
    DECK,
    PARTNERSHIP,
    VARIANTS,
    CaptureKind,
    Card,
    CardPlayed,
    HandOver,
    HiddenSeenBy,
    IllegalMoveError,
    Leader,
    OpeningJack,
    PileCaptured,
    Rank,
    ResidueAwarded,
    Rule,
    UpCardTurned,
    Variant,
    apply_move,
    judge,
    legal_moves,
    new_game,
    parse_cards,
    score_hand,
    start,
    step,
)

TABLES = {2: TWO, 3: THREE, 4: FOUR}
OTHER_RANKS = [rank for rank in Rank if rank is not Rank.JACK]


@pytest.mark.rule("4.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_player_after_the_dealer_leads(players: int) -> None:
    """Then the dealer makes the last play of the hand."""
    for dealer in range(players):
        state = new_game(TABLES[players], rng=1, dealer=dealer)
        assert state.turn == state.leader == (1, 2, 3, 0)[dealer] % players
        _, events = watch_oldest(state)
        plays = of_type(events, CardPlayed)
        assert plays[0].seat == (dealer + 1) % players
        assert (plays[-1].seat, plays[-1].ply) == (dealer, 48)


@pytest.mark.rule("4.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_dealer_leads(players: int) -> None:
    """Then the player before the dealer makes the last play of the hand."""
    variant = table(TABLES[players], leader=Leader.DEALER)
    for dealer in range(players):
        state = new_game(variant, rng=1, dealer=dealer)
        assert state.turn == state.leader == dealer
        assert state.setup.eldest == (dealer + 1) % players
        _, events = watch_oldest(state)
        plays = of_type(events, CardPlayed)
        assert plays[0].seat == dealer
        assert (plays[-1].seat, plays[-1].ply) == ((dealer - 1) % players, 48)


@pytest.mark.rule("4.1", "3.12")
def test_the_leader_begins_every_round() -> None:
    """A dealer who leads also makes the first play after each later deal."""
    state = new_game(table(THREE, leader=Leader.DEALER), rng=1, dealer=1)
    assert [play_oldest(state, 12 * number).turn for number in range(4)] == [1] * 4


@pytest.mark.rule("4.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_plays_one_card_in_turn(players: int) -> None:
    """Seats follow each other through captures and rounds alike."""
    state = line_up(TABLES[players], "AS 2S 3S 4S")
    _, events = watch_oldest(state)
    seats = [event.seat for event in of_type(events, CardPlayed)]
    assert seats == [number % players for number in range(48)]
    # After the last play the next seat would be the one that began.
    assert state.setup.turns == (*seats, 0)


@pytest.mark.rule("4.2")
def test_a_capture_does_not_give_another_turn() -> None:
    """The next seat plays to the empty table."""
    state = play(deal(FOUR, "7H", "7S"), "7S")
    assert state.pile == ()
    assert state.turn == 1


@pytest.mark.rule("4.2")
def test_who_is_not_on_turn_may_not_play() -> None:
    """The play is refused, and the one on turn can still make it."""
    state = deal(FOUR, "7H", "8S", "9S")
    with pytest.raises(IllegalMoveError) as caught:
        apply_move(state, Card.parse("9S"), seat=1)
    assert caught.value.rule is Rule.TURN
    assert state == deal(FOUR, "7H", "8S", "9S")
    assert apply_move(state, Card.parse("8S"), seat=0).turn == 1


@pytest.mark.rule("4.3")
def test_any_card_in_hand_may_be_played_and_no_other() -> None:
    """The legal moves are the hand in the order dealt; all others are refused."""
    state = deal(TWO, "7H", "9S 2D JC 7S", "3H 4H 5H 6H")
    assert names(legal_moves(state)) == "9S 2D JC 7S"
    for card in DECK:
        if card in state.hands[0]:
            assert apply_move(state, card).plays == (card,)
        else:
            with pytest.raises(IllegalMoveError) as caught:
                apply_move(state, card)
            assert caught.value.rule is Rule.CARD_IN_HAND


@pytest.mark.rule("4.3")
def test_the_rest_of_the_hand_keeps_its_order() -> None:
    """A card that was played is gone, and cannot be played again."""
    state = play(deal(TWO, "7H", "9S 2D JC 7S", "3H"), "2D 3H")
    assert names(legal_moves(state)) == "9S JC 7S"
    with pytest.raises(IllegalMoveError):
        play(state, "2D")


@pytest.mark.rule("4.3")
def test_nobody_can_pass() -> None:
    """Without a matching card one must be played all the same."""
    state = deal(TWO, "7H", "9S 2D 3D 4D")
    assert len(legal_moves(state)) == 4
    with pytest.raises(IllegalMoveError) as caught:
        apply_move(state, None)  # type: ignore[arg-type]
    assert caught.value.rule is Rule.CARD_IN_HAND


@pytest.mark.rule("4.4")
@pytest.mark.parametrize("rank", OTHER_RANKS)
def test_an_equal_rank_captures_the_whole_pile(rank: Rank) -> None:
    """It takes the pile of any size, and the card played goes along."""
    pile = parse_cards(f"JC JD {rank.value}H")
    card = Card.parse(f"{rank.value}S")
    outcome = judge(CLASSIC, pile=pile, card=card, play=20)
    assert outcome.captured == (*pile, card)
    assert outcome.kind is CaptureKind.RANK
    assert (outcome.bonus, outcome.denied) == (0, None)
    assert outcome.rule is Rule.CAPTURE_BY_RANK


@pytest.mark.rule("4.4")
def test_captured_cards_go_to_the_player() -> None:
    """The seat that played the card has them, and the table is empty."""
    state = play(deal(FOUR, "7H", "8S", "9S", "9D"), "8S 9S 9D")
    assert names(state.captured[2]) == "AC 2C 3C 7H 8S 9S 9D"
    assert [state.captured[seat] for seat in (0, 1, 3)] == [(), (), ()]
    assert state.pile == ()
    assert state.won.last_capturer == 2


@pytest.mark.rule("4.4")
def test_only_the_top_card_counts() -> None:
    """A card equal to one further down the pile captures nothing."""
    outcome = judge(CLASSIC, pile=parse_cards("7H 9C"), card=Card.parse("7S"), play=20)
    assert outcome.captured == ()


@pytest.mark.rule("4.4")
def test_the_event_of_a_capture_by_rank() -> None:
    """It tells who took what with which card."""
    _, events = watch(deal(FOUR, "7H", "8S", "8D"), "8S 8D")
    _, played = of_type(events, CardPlayed)
    assert played == CardPlayed(1, Card.parse("8D"), Rule.CAPTURE_BY_RANK, 2)
    capture = only(events, PileCaptured)
    assert (capture.seat, str(capture.card)) == (1, "8D")
    assert names(capture.pile) == "7H 8S"
    assert names(capture.hidden) == "AC 2C 3C"
    assert capture.kind is CaptureKind.RANK
    assert (capture.rule, capture.ply) == (Rule.CAPTURE_BY_RANK, 2)


@pytest.mark.rule("4.5")
@pytest.mark.parametrize("rank", OTHER_RANKS)
@pytest.mark.parametrize("jack", ["JC", "JD", "JH", "JS"])
def test_a_jack_captures_whatever_lies_on_top(rank: Rank, jack: str) -> None:
    """All four jacks take the whole pile, as jacks."""
    pile = parse_cards(f"{'6' if rank is not Rank.SIX else '5'}C {rank.value}H")
    outcome = judge(CLASSIC, pile=pile, card=Card.parse(jack), play=20)
    assert outcome.captured == (*pile, Card.parse(jack))
    assert outcome.kind is CaptureKind.JACK
    assert (outcome.bonus, outcome.denied) == (0, None)
    assert outcome.rule is Rule.CAPTURE_BY_JACK


@pytest.mark.rule("4.5")
def test_a_jack_on_a_jack_captures_as_a_jack() -> None:
    """On a pile of more cards that is an ordinary capture."""
    outcome = judge(CLASSIC, pile=parse_cards("5H JC"), card=Card.parse("JS"), play=20)
    assert names(outcome.captured) == "5H JC JS"
    assert outcome.kind is CaptureKind.JACK
    assert outcome.bonus == 0
    assert outcome.rule is Rule.CAPTURE_BY_JACK


@pytest.mark.rule("4.5")
def test_a_jack_in_play() -> None:
    """It takes pile and hidden cards to the player's heap."""
    state, events = watch(deal(TWO, "7H", "8S", "JD"), "8S JD")
    assert names(state.captured[1]) == "AC 2C 3C 7H 8S JD"
    capture = only(events, PileCaptured)
    assert (capture.kind, capture.rule) == (CaptureKind.JACK, Rule.CAPTURE_BY_JACK)


@pytest.mark.rule("4.6")
def test_any_other_card_becomes_the_top_card() -> None:
    """The pile grows in the order of the plays, and nobody has captured."""
    state, events = watch(deal(TWO, "7H", "8S 6D", "9S"), "8S 9S 6D")
    assert names(state.pile) == "7H 8S 9S 6D"
    assert state.captured == ((), ())
    assert [event.rule for event in of_type(events, CardPlayed)] == [
        Rule.NO_CAPTURE
    ] * 3
    assert not of_type(events, PileCaptured)


@pytest.mark.rule("4.6")
def test_a_card_on_a_jack_does_not_capture_it() -> None:
    """A jack that lies there can be covered like any card."""
    outcome = judge(CLASSIC, pile=parse_cards("JD"), card=Card.parse("9S"), play=20)
    assert outcome.captured == ()
    assert outcome.kind is None
    assert (outcome.bonus, outcome.denied) == (0, None)
    assert outcome.rule is Rule.NO_CAPTURE


@pytest.mark.rule("4.7")
@pytest.mark.parametrize("card", ["9C", "AS", "JD"])
def test_a_card_to_the_empty_table_starts_a_pile(card: str) -> None:
    """Nothing is captured, a jack takes nothing either."""
    outcome = judge(CLASSIC, pile=[], card=Card.parse(card), play=20)
    assert outcome.captured == ()
    assert outcome.kind is None
    assert (outcome.bonus, outcome.denied) == (0, None)
    assert outcome.rule is Rule.EMPTY_TABLE


@pytest.mark.rule("4.7")
def test_a_jack_to_the_empty_table_can_be_covered() -> None:
    """The jack lies alone, the next card lies on it, a third may take both."""
    state = deal(TWO, "7H", "7S 9S", "JD 9H")
    state, events = watch(state, "7S JD")
    assert names(state.pile) == "JD"
    assert state.captured[1] == ()
    assert of_type(events, CardPlayed)[1].rule is Rule.EMPTY_TABLE

    state = play(state, "9S")
    assert names(state.pile) == "JD 9S"
    state = play(state, "9H")
    assert names(state.captured[1]) == "JD 9S 9H"
    assert state.won.bonuses == ()


@pytest.mark.rule("4.8")
def test_a_card_that_can_capture_always_does() -> None:
    """For each such card there is one move, and it leaves nothing on the table."""
    state = deal(TWO, "7H", "7S JD 7C 2D")
    assert names(legal_moves(state)) == "7S JD 7C 2D"
    for card in ("7S", "JD", "7C"):
        after = play(state, card)
        assert after.pile == ()
        assert names(after.captured[0]) == f"AC 2C 3C 7H {card}"


@pytest.mark.rule("4.8")
@pytest.mark.parametrize("play_number", [1, 2, 20, 47, 48])
def test_no_play_of_the_hand_is_an_exception(play_number: int) -> None:
    """A capture without a bonus is a capture all the same."""
    for card in parse_cards("7S JS"):
        outcome = judge(
            PARTNERSHIP, pile=parse_cards("7H"), card=card, play=play_number
        )
        assert outcome.captured == (*parse_cards("7H"), card)


@pytest.mark.rule("4.9")
@pytest.mark.parametrize("variant", [TWO, THREE, FOUR, CLASSIC, PARTNERSHIP])
def test_the_first_capture_takes_the_hidden_cards(variant: Variant) -> None:
    """It is made at the second play here, and later captures take no more."""
    state = deal(variant, "10D 2C AS 7H", "9S 4D 5D 6D", "9D 3H")
    state = play(state, "9S")
    assert names(state.hidden) == "10D 2C AS"
    state, events = watch(state, "9D")
    assert names(only(events, PileCaptured).hidden) == "10D 2C AS"
    assert names(state.captured[1]) == "10D 2C AS 7H 9S 9D"
    assert state.hidden == ()
    assert score_hand(state).totals[1] == 3 + 2 + 1


@pytest.mark.rule("4.9")
def test_a_later_capture_takes_the_pile_alone() -> None:
    """The hidden cards are gone with the first."""
    state = deal(TWO, "10D 2C AS 7H", "7S 4D", "8S JD")
    state, events = watch(state, "7S 8S 4D JD")
    first, second = of_type(events, PileCaptured)
    assert names(first.hidden) == "10D 2C AS"
    assert (second.hidden, second.passed, second.seen_by) == ((), (), ())
    assert names(state.captured[1]) == "8S 4D JD"


@pytest.mark.rule("4.9")
def test_judging_a_capture_with_hidden_cards() -> None:
    """They come first among what is captured, and only where there is a capture."""
    pile, hidden = parse_cards("7H 8H"), parse_cards("2S 3S 4S")
    taken = judge(CLASSIC, pile=pile, card=Card.parse("8S"), play=5, hidden=hidden)
    assert names(taken.captured) == "2S 3S 4S 7H 8H 8S"
    left = judge(CLASSIC, pile=pile, card=Card.parse("9S"), play=5, hidden=hidden)
    assert left.captured == ()


@pytest.mark.rule("4.9", "3.6")
def test_passed_jacks_go_with_the_hidden_cards() -> None:
    """Two jacks that were passed and one hidden card come with the first capture."""
    variant = table(TWO, opening_jack=OpeningJack.TURN_NEXT)
    state, events = watch(deal(variant, "2S 4S JD JH", "4H 9H", "9S"), "4H")
    assert sorted(map(str, state.captured[0])) == ["2S", "4H", "4S", "JD", "JH"]
    assert score_hand(state).totals[0] == 2
    assert names(only(events, PileCaptured).passed) == "JH JD"
    _, events = watch(state, "9S 9H")
    assert only(events, PileCaptured).passed == ()


@pytest.mark.rule("4.10")
@pytest.mark.parametrize(
    ("who", "before", "after"),
    [
        (HiddenSeenBy.CAPTURER, (), (1,)),
        (HiddenSeenBy.SIDE, (), (1, 3)),
        (HiddenSeenBy.ALL, (), (0, 1, 2, 3, None)),
        (HiddenSeenBy.LEADER, (0,), (0, 1)),
    ],
)
def test_who_sees_the_hidden_cards(
    who: HiddenSeenBy,
    before: tuple[int | None, ...],
    after: tuple[int | None, ...],
) -> None:
    """Before play 1 and at the capture by seat 1, partner of seat 3; None: all."""
    variant = table(PARTNERSHIP, hidden_seen_by=who)
    deck = deal(variant, "2S 3S 4S 7H", "9S", "9D").setup.pack
    state, events = start(variant, deck=deck)
    assert only(events, UpCardTurned).seen_by == before
    _, events = watch(state, "9S 9D")
    assert only(events, PileCaptured).seen_by == after


@pytest.mark.rule("4.10")
def test_without_a_partner_the_side_is_the_capturer() -> None:
    """Where everyone plays alone nobody else sees the hidden cards."""
    variant = table(FOUR, hidden_seen_by=HiddenSeenBy.SIDE)
    _, events = watch(deal(variant, "7H", "9S", "9D"), "9S 9D")
    assert only(events, PileCaptured).seen_by == (1,)


@pytest.mark.rule("4.10")
def test_the_leader_who_looks_may_be_the_dealer() -> None:
    """Whoever makes the first play looks, and may be the one who captures."""
    variant = table(FOUR, hidden_seen_by=HiddenSeenBy.LEADER, leader=Leader.DEALER)
    pack = deal(variant, "7H", "8S", "9S", "10S", "7S").setup.pack
    state, events = start(variant, deck=pack, dealer=3)
    assert only(events, UpCardTurned).seen_by == (3,)
    _, events = watch(state, "7S")
    assert only(events, PileCaptured).seen_by == (3,)


@pytest.mark.rule("4.11")
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_the_48th_play_ends_the_hand(variant: Variant) -> None:
    """Before it one card is left, after it none, and nobody is on turn."""
    state = play_oldest(new_game(variant, rng=4), 47)
    assert not state.is_over
    assert state.turn == state.dealer
    assert sum(map(len, state.hands)) == 1

    end, events = step(state, legal_moves(state)[0])
    assert end.is_over
    assert (end.turn, end.ply, end.stock) == (None, 48, ())
    assert not any(end.hands)
    assert legal_moves(end) == ()
    over = events[-1]
    assert isinstance(over, HandOver)
    assert (over.rule, over.ply) == (Rule.END_OF_HAND, 48)


@pytest.mark.rule("4.11")
def test_an_empty_stock_does_not_end_the_hand() -> None:
    """The last packets are played out."""
    state = play_oldest(new_game(TWO, rng=4), 40)
    assert state.stock == ()
    assert not state.is_over
    assert [len(hand) for hand in state.hands] == [4, 4]


@pytest.mark.rule("4.11")
def test_nothing_is_played_after_the_end() -> None:
    """A 49th play is refused."""
    state = play_oldest(new_game(TWO, rng=4))
    with pytest.raises(IllegalMoveError) as caught:
        apply_move(state, state.plays[-1])
    assert caught.value.rule is Rule.END_OF_HAND


@pytest.mark.rule("4.12")
def test_the_residue_goes_to_the_last_capturer() -> None:
    """Two cards are left after the last jack, and count for the majority."""
    # The jacks come at plays 11, 24, 37 and 46.
    end, events = watch_oldest(line_up(TWO, "AS 2S 3S 4S"))
    residue = only(events, ResidueAwarded)
    assert (residue.seat, names(residue.cards)) == (1, "QS KS")
    assert (residue.rule, residue.ply) == (Rule.RESIDUE, 48)
    assert kinds(events)[-3:] == ["CardPlayed", "ResidueAwarded", "HandOver"]
    assert end.pile == ()
    assert [len(cards) for cards in end.captured] == [15 + 13, 13 + 9 + 2]
    assert names(end.captured[1][-2:]) == "QS KS"


@pytest.mark.rule("4.12")
def test_the_residue_does_not_go_to_the_last_player() -> None:
    """Seat 0 takes the last jack at play 47, and gets the card of play 48."""
    end, events = watch_oldest(line_up(TWO, "AS 2S 3S 4S", last="JS KS"))
    residue = only(events, ResidueAwarded)
    assert (residue.seat, names(residue.cards)) == (0, "KS")
    assert end.won.last_capturer == 0
    assert Card.parse("KS") in end.captured[0]
    # One card only, but it is not captured by a play.
    assert end.won.bonuses == ()


@pytest.mark.rule("4.12")
def test_the_residue_counts_its_points() -> None:
    """A ten of diamonds that is left is worth its three points."""
    state = play_oldest(line_up(TWO, "AS 2S 3S 4S", last="JS 10D"), 47)
    before = score_hand(state).totals
    after = score_hand(play_oldest(state))
    card_points = sum(
        line.points
        for line in after.lines
        if line.side == 0 and line.rule is Rule.CARD_POINTS
    )
    assert card_points == before[0] + 3


@pytest.mark.rule("4.12")
def test_a_capture_by_the_last_play_leaves_no_residue() -> None:
    """The last play takes the pile, and its player is the last capturer."""
    end, events = watch_oldest(line_up(TWO, "AS 2S 3S 4S", last="JS"))
    assert not of_type(events, ResidueAwarded)
    assert end.pile == ()
    assert end.won.last_capturer == 1
    assert sum(map(len, end.captured)) == 52


@pytest.mark.rule("4.12", "1.4")
def test_the_residue_goes_to_the_player_and_so_to_the_side() -> None:
    """With partners it lies with the seat that captured last."""
    end, events = watch_oldest(line_up(PARTNERSHIP, "AS 2S 3S 4S"))
    assert only(events, ResidueAwarded).seat == 1
    assert len(end.captured[1]) == 9 + 2


@pytest.mark.rule("4.13")
@pytest.mark.parametrize("variant", [TWO, THREE, FOUR, CLASSIC])
def test_if_nobody_captures_nothing_counts(variant: Variant) -> None:
    """With all jacks in the layout and no two equal ranks in a row."""
    end, events = watch_oldest(line_up(variant, FOUR_JACKS))
    assert end.is_over
    assert not of_type(events, PileCaptured)
    assert not of_type(events, ResidueAwarded)
    assert only(events, HandOver) == HandOver(Rule.NOBODY_CAPTURED, 48)
    assert len(end.pile) == 49
    assert names(end.hidden) == "JC JD JH"
    assert not any(end.captured)
    assert end.won.last_capturer is None
    score = score_hand(end)
    assert set(score.totals) == set(score.counts) == {0}
    assert score.lines == ()
    assert score.winner is None

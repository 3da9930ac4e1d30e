"""Views and redacted events: what each seat, and a spectator, may know."""

import copy
import pickle
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias, get_args

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import (
    Choices,
    Deck,
    Play,
    choices,
    play_out,
    seeds,
    tables,
)
from tables import (
    FOUR,
    FOUR_JACKS,
    THREE,
    TWO,
    deal,
    faces,
    line_up,
    names,
    of_type,
    only,
    play,
    play_oldest,
    stacked,
    table,
    watch,
)

import pisti
from pisti import (
    CLASSIC,
    COFFEEHOUSE,
    DECK,
    FOUR_PLAYER,
    PARTNERSHIP,
    VARIANTS,
    XERI,
    Bonus,
    BottomCardShown,
    CaptureKind,
    Card,
    CardPlayed,
    Cut,
    DealError,
    DealOrder,
    Event,
    HandOver,
    HiddenSeenBy,
    JackBuried,
    JackPassed,
    LayoutDealt,
    Leader,
    OpeningJack,
    Pack,
    PackCut,
    PacketsDealt,
    PackShuffled,
    PileCaptured,
    PistiError,
    Redeal,
    ResidueAwarded,
    Rule,
    Seat,
    SeatError,
    State,
    UpCardTurned,
    Variant,
    View,
    cut,
    legal_moves,
    new_game,
    parse_cards,
    redact,
    score_hand,
    start,
    view,
)
from pisti.strategies import decks, seats

Viewer: TypeAlias = Seat | None
Seen: TypeAlias = tuple[Card | None, ...]

TABLES = {2: TWO, 3: THREE, 4: FOUR}
RECUT = table(FOUR_PLAYER, cut=Cut.RECUT)
SEARCH = table(FOUR_PLAYER, cut=Cut.SEARCH)
KEEPS = table(FOUR, cut=Cut.CUTTER_KEEPS)
EVERYBODY: tuple[Viewer, ...] = (0, 1, 2, 3, None)
BAD_SEATS = (True, False, "0", -1, 1.5, 0.0, (0,))


def viewers(state: State) -> list[Viewer]:
    """Give all who may look: every seat, and the spectators."""
    return [*range(state.variant.players), None]


def views(state: State) -> list[View]:
    """Give the view of every seat, and last that of a spectator."""
    return [view(state, viewer) for viewer in viewers(state)]


def look(cards: Iterable[Card | None]) -> str:
    """Write cards as text, with a question mark for each that lies face down."""
    return " ".join("?" if card is None else str(card) for card in cards)


def at_places(cards: str) -> Seen:
    """Read cards as `look` writes them."""
    return tuple(None if c == "?" else Card.parse(c) for c in cards.split())


# Chapter 2: the cut and the shown bottom card


def cut_again(pack: Pack, at: int, variant: Variant) -> Pack:
    """Cut a pack that has to be cut again, and put it back together."""
    with pytest.raises(DealError) as caught:
        cut(pack, at, variant)
    again = caught.value.deck
    assert isinstance(again, Pack)
    return again


@pytest.mark.rule("2.2", "2.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_cutter_alone_knows_the_lowest_card(players: int) -> None:
    """After a jack and another cut, only the seat before the dealer knows more."""
    variant = table(TABLES[players], cut=Cut.RECUT)
    pack = cut(cut_again(Pack(DECK), 11, variant), 10, variant)
    for dealer in range(players):
        state = new_game(variant, deck=pack, dealer=dealer)
        cutter = (players - 1, 0, 1, 2)[dealer]
        for seen in views(state):
            assert seen.cutter == cutter
            assert len(seen.stock) == 48 - 4 * players
            assert set(seen.stock[:-1]) == {None}
            if seen.seat == cutter:
                assert names(seen.cutter_saw) == "JC 10C"
                assert names(seen.bottom) == names(seen.foreseen) == "10C"
                assert look(seen.stock[-1:]) == "10C"
            else:
                assert seen.cutter_saw is None
                assert seen.bottom == seen.foreseen == ()
                assert look(seen.stock[-1:]) == "?"


@pytest.mark.rule("2.3")
def test_a_jack_that_was_put_back_lies_somewhere() -> None:
    """The cutter has seen it, but the next cut has moved it."""
    pack = cut(cut_again(Pack(DECK), 11, RECUT), 10, RECUT)
    seen = view(new_game(RECUT, deck=pack), 2)
    assert Card.parse("JC") in seen.unseen
    assert Card.parse("10C") not in seen.unseen


@pytest.mark.rule("2.3", "2.6")
def test_the_cutter_knows_the_lowest_card_in_the_dealers_hand() -> None:
    """It is the last card of the dealer's last packet, until it is played."""
    state = new_game(RECUT, deck=cut(Pack(DECK), 10, RECUT), dealer=1)
    state = play_oldest(state, 32)
    assert state.stock == ()
    assert [look(seen.hands[1]) for seen in views(state)] == [
        "? ? ? 10C",
        names(state.hands[1]),
        *["? ? ? ?"] * 3,
    ]
    assert [names(seen.foreseen) for seen in views(state)] == ["10C", "", "", "", ""]
    state = play_oldest(state, 15)
    assert [look(seen.hands[1]) for seen in views(state)] == [
        "10C",
        "10C",
        "?",
        "?",
        "?",
    ]
    for seen in views(play_oldest(state, 1)):
        assert str(seen.plays[-1]) == "10C"


@pytest.mark.rule("2.4")
def test_a_search_shows_the_jacks_above_the_found_card() -> None:
    """The found card lies lowest, the jacks just above it in their order."""
    state = new_game(SEARCH, deck=cut(Pack(stacked("2C 6D JH JS")), 4, SEARCH))
    for seen in views(state):
        if seen.seat == 2:
            assert names(seen.cutter_saw) == "JS JH 6D"
            assert names(seen.bottom) == names(seen.foreseen) == "JH JS 6D"
            assert look(seen.stock[-4:]) == "? JH JS 6D"
        else:
            assert seen.cutter_saw is None
            assert seen.bottom == seen.foreseen == ()
            assert set(seen.stock) == {None}


@pytest.mark.rule("2.4", "3.2")
def test_known_cards_are_dealt_to_several_hands() -> None:
    """With packets of one card the cutter knows who gets which in the last round."""
    variant = table(SEARCH, hand_size=1)
    state = new_game(variant, deck=cut(Pack(stacked("2C 6D JH JS")), 4, variant))
    state = play_oldest(state, 44)
    assert [" ".join(map(look, seen.hands)) for seen in views(state)] == [
        "2C ? ? ?",
        "? JH ? ?",
        "? JH JS 6D",
        "? ? ? 6D",
        "? ? ? ?",
    ]
    assert [names(seen.foreseen) for seen in views(state)] == [
        "",
        "",
        "JH JS 6D",
        "",
        "",
    ]


@pytest.mark.rule("2.4")
def test_a_search_without_a_jack_shows_one_card() -> None:
    """The cutter then knows the lowest card and no other."""
    seen = view(new_game(SEARCH, deck=cut(Pack(DECK), 10, SEARCH)), 2)
    assert names(seen.cutter_saw) == names(seen.bottom) == "10C"
    assert look(seen.stock[-2:]) == "? 10C"


@pytest.mark.rule("2.4")
def test_jacks_of_a_search_that_failed_are_not_at_the_bottom() -> None:
    """They went back on top, and lie above other cards after the next cut."""
    pack = cut_again(Pack(stacked("JC JD 3C 4C 5C")), 2, SEARCH)
    seen = view(new_game(SEARCH, deck=cut(pack, 5, SEARCH)), 2)
    assert names(seen.cutter_saw) == "JD JC 5C"
    assert names(seen.bottom) == names(seen.foreseen) == "5C"
    assert look(seen.stock[-5:]) == "? ? ? ? 5C"


@pytest.mark.rule("2.4")
def test_a_search_after_a_search_that_failed() -> None:
    """Of the jacks that the cutter saw, those of the last search lie at the bottom."""
    pack = cut_again(Pack(stacked("JC 2C 6D JD")), 1, SEARCH)
    seen = view(new_game(SEARCH, deck=cut(pack, 4, SEARCH)), 2)
    assert names(seen.cutter_saw) == "JC JD 6D"
    assert names(seen.bottom) == names(seen.foreseen) == "JD 6D"
    assert look(seen.stock[-4:]) == "? ? JD 6D"


@pytest.mark.rule("2.2")
def test_a_plain_cut_shows_nothing() -> None:
    """Nobody looks, and everybody knows that."""
    state = new_game(table(FOUR_PLAYER, cut=Cut.PLAIN), rng=1)
    for seen in views(state):
        assert seen.cutter_saw == ()
        assert seen.kept is None
        assert seen.bottom == seen.foreseen == ()


@pytest.mark.rule("2.5")
def test_all_see_the_kept_jack_until_it_is_played() -> None:
    """It is the first card of the cutter's hand, and no other card of it is seen."""
    state = new_game(KEEPS, deck=cut(Pack(DECK), 11, KEEPS))
    hands = [look(seen.hands[2]) for seen in views(state)]
    assert hands == ["JC ? ? ?", "JC ? ? ?", "JC JD QD KD", "JC ? ? ?", "JC ? ? ?"]
    for seen in views(state):
        assert str(seen.kept) == names(seen.foreseen) == "JC"
        assert Card.parse("JC") not in seen.unseen

    state = play(state, "3D 7D JD")
    hands = [look(seen.hands[2]) for seen in views(state)]
    assert hands == ["JC ? ?", "JC ? ?", "JC QD KD", "JC ? ?", "JC ? ?"]

    state = play(state, "AH 4D 8D JC")
    hands = [look(seen.hands[2]) for seen in views(state)]
    assert hands == ["? ?", "? ?", "QD KD", "? ?", "? ?"]
    assert {seen.kept for seen in views(state)} == {Card.parse("JC")}


@pytest.mark.rule("2.5")
def test_nobody_knows_the_card_under_a_kept_jack() -> None:
    """The cutter looked at the jack alone, not at the card that is lowest now."""
    for seen in views(new_game(KEEPS, deck=cut(Pack(DECK), 11, KEEPS))):
        assert seen.bottom == ()
        assert set(seen.stock) == {None}
        assert Card.parse("10C") in seen.unseen
        if seen.seat == 2:
            assert names(seen.cutter_saw) == "JC"
        else:
            assert seen.cutter_saw is None


@pytest.mark.rule("2.5")
def test_the_cutter_knows_a_lowest_card_that_is_no_jack() -> None:
    """Nothing is kept then, and all others know nothing."""
    for seen in views(new_game(KEEPS, deck=cut(Pack(DECK), 10, KEEPS))):
        assert seen.kept is None
        assert names(seen.bottom) == ("10C" if seen.seat == 2 else "")
        assert look(seen.hands[2][:1]) == ("10D" if seen.seat == 2 else "?")


@pytest.mark.rule("2.5", "2.6")
def test_a_kept_jack_and_a_shown_jack() -> None:
    """All see both, the one in the cutter's hand and the one under the stock."""
    variant = table(KEEPS, bottom_card_exposed=True)
    state = new_game(variant, deck=cut(Pack(stacked("5C JH JS")), 3, variant))
    for seen in views(state):
        assert (str(seen.kept), str(seen.bottom_card)) == ("JS", "JH")
        assert names(seen.bottom) == "JH"
        assert look(seen.stock[-2:]) == "? JH"
        assert look(seen.hands[2][:1]) == "JS"
        assert set(seen.foreseen) == {*parse_cards("JS JH")}


@pytest.mark.rule("2.6")
@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_all_know_the_shown_bottom_card(dealer: int) -> None:
    """First under the stock, then as the dealer's last card, until it is played."""
    state = new_game(PARTNERSHIP, deck=stacked(bottom="9D"), dealer=dealer)
    for seen in views(state):
        assert str(seen.bottom_card) == "9D"
        assert names(seen.bottom) == names(seen.foreseen) == "9D"
        assert look(seen.stock[-2:]) == "? 9D"
        assert len(seen.stock) == 32

    state = play_oldest(state, 32)
    for seen in views(state):
        assert seen.stock == ()
        assert names(seen.foreseen) == "9D"
        own = names(state.hands[dealer])
        assert look(seen.hands[dealer]) == (own if seen.seat == dealer else "? ? ? 9D")
    for seen in views(play_oldest(state)):
        assert str(seen.bottom_card) == "9D"
        assert "9D" in names(seen.plays)


@pytest.mark.rule("2.4", "2.6")
def test_the_shown_card_is_the_one_that_was_found() -> None:
    """The jacks above it are the cutter's secret all the same."""
    state = new_game(
        PARTNERSHIP, deck=cut(Pack(stacked("2C 6D JH JS")), 4, PARTNERSHIP)
    )
    tails = [look(seen.stock[-4:]) for seen in views(state)]
    secret, public = "? JH JS 6D", "? ? ? 6D"
    assert tails == [public, public, secret, public, public]


@pytest.mark.rule("2.6")
def test_a_bottom_card_that_is_not_shown() -> None:
    """Nobody knows it."""
    for seen in views(new_game(FOUR_PLAYER, deck=stacked(bottom="9D"))):
        assert seen.bottom_card is None
        assert seen.bottom == seen.foreseen == ()
        assert Card.parse("9D") in seen.unseen


# Chapter 3: the layout


@pytest.mark.rule("3.4")
def test_the_up_card_and_the_hidden_cards() -> None:
    """All see the up-card; the other three lie face down."""
    for seen in views(deal(FOUR, "2S 3S 4S 7H")):
        assert str(seen.up_card) == names(seen.pile) == names(seen.opening) == "7H"
        assert look(seen.hidden) == look(seen.beside) == "? ? ?"
        assert seen.passed == seen.buried == ()


@pytest.mark.rule("3.5")
def test_a_jack_that_stays_is_seen() -> None:
    """It begins the pile, and is not among the hidden cards."""
    for seen in views(deal(TWO, "2S 3S 4S JH")):
        assert (str(seen.up_card), names(seen.pile)) == ("JH", "JH")
        assert look(seen.hidden) == "? ? ?"
        assert seen.passed == ()


@pytest.mark.rule("3.6")
@pytest.mark.parametrize(
    ("layout", "up_card", "hidden", "passed"),
    [
        ("2S 3S 4S JD", "4S", "? ? JD", "JD"),
        ("2S 4S JD JH", "4S", "? JD JH", "JH JD"),
        ("4S JC JD JH", "4S", "JC JD JH", "JH JD JC"),
        ("JC 2S 4S JH", "4S", "? ? JH", "JH"),
    ],
)
def test_passed_jacks_lie_face_up(
    layout: str, up_card: str, hidden: str, passed: str
) -> None:
    """All see them in their places; a jack that was not turned is hidden."""
    variant = table(
        TWO,
        opening_jack=OpeningJack.TURN_NEXT,
        hidden_seen_by=HiddenSeenBy.CAPTURER,
    )
    state = deal(variant, layout, "4H", "9S")
    for seen in views(state):
        assert names(seen.pile) == up_card
        assert look(seen.hidden) == look(seen.beside) == hidden
        assert names(seen.passed) == passed

    captured = names(c for c in parse_cards(layout) if str(c) != up_card)
    for seen in views(play(state, "4H")):
        beside = captured if seen.seat == 0 else hidden
        assert look(seen.captured[0]) == f"{beside} 4S 4H"
        assert look(seen.beside) == beside
        assert seen.hidden == ()
        (capture,) = seen.captures
        assert names(capture.passed) == passed
        assert look(capture.hidden) == beside


@pytest.mark.rule("3.8")
def test_buried_jacks_are_known_until_they_are_played() -> None:
    """They end the stock for all to see, and come to the dealer last of all."""
    deck = stacked("3C 2S 4S JH 5D 6D 7D 8D 5S 6S 7S 8S JS JC 9D")
    state = new_game(COFFEEHOUSE, deck=deck)
    for seen in views(state):
        assert names(seen.pile) == "9D"
        assert look(seen.hidden) == "? ? ?"
        assert names(seen.buried) == names(seen.foreseen) == "JH JS JC"
        assert len(seen.stock) == 40
        assert look(seen.stock[-4:]) == "? JH JS JC"
        assert seen.bottom == ()

    state = play_oldest(state, 40)
    own = names(state.hands[1])
    assert [look(seen.hands[1]) for seen in views(state)] == [
        "? JH JS JC",
        own,
        "? JH JS JC",
    ]
    state = play_oldest(state, 4)
    assert [look(seen.hands[1]) for seen in views(state)] == ["JS JC"] * 3


@pytest.mark.rule("2.4", "3.8")
def test_buried_jacks_lie_under_what_the_cutter_saw() -> None:
    """The lowest card of the pack is no longer the last of the stock."""
    variant = table(COFFEEHOUSE, cut=Cut.SEARCH)
    pack = cut(Pack(stacked("6D JS 3C 2S 4S JH")), 2, variant)
    assert [look(seen.stock[-4:]) for seen in views(new_game(variant, deck=pack))] == [
        "? JS 6D JH",
        "? ? ? JH",
        "? ? ? JH",
    ]


@pytest.mark.rule("3.10")
def test_all_see_an_open_layout() -> None:
    """It is the pile, and nothing is hidden."""
    for seen in views(deal(XERI, "5C 9D KS 2H", "2D")):
        assert names(seen.pile) == names(seen.opening) == "5C 9D KS 2H"
        assert str(seen.up_card) == "2H"
        assert seen.hidden == seen.beside == seen.passed == ()
        assert len(seen.unseen) == 52 - 4 - (0 if seen.seat is None else 6)
    for seen in views(play(deal(XERI, "5C 9D KS 2H", "2D"), "2D")):
        assert look(seen.captured[0]) == "5C 9D KS 2H 2D"


@pytest.mark.rule("3.12")
def test_the_packets_of_a_seat() -> None:
    """Each seat remembers its own packets by round, a spectator none."""
    state = new_game(TWO, deck=DECK, dealer=1)
    later = play_oldest(state, 8)
    # Four cards to the table, then by turns four to seat 0 and four to seat 1.
    assert [names(packet) for packet in view(state, 0).packets] == ["5C 6C 7C 8C"]
    assert [names(packet) for packet in view(later, 0).packets] == [
        "5C 6C 7C 8C",
        "KC AD 2D 3D",
    ]
    assert [names(packet) for packet in view(later, 1).packets] == [
        "9C 10C JC QC",
        "4D 5D 6D 7D",
    ]
    assert view(later, None).packets == ()


# Chapter 4: the play


@pytest.mark.rule("4.3")
def test_each_seat_sees_its_own_hand_alone() -> None:
    """Of the others' hands only the number of cards is seen, of each play the card."""
    state = deal(FOUR, "7H", "9S 2D", "3D", "4D", "5D 6D")
    assert [[look(hand) for hand in seen.hands] for seen in views(play(state, "9S"))][
        3:
    ] == [
        ["? ? ?", "? ? ? ?", "? ? ? ?", names(state.hands[3])],
        ["? ? ?", "? ? ? ?", "? ? ? ?", "? ? ? ?"],
    ]
    assert names(state.hands[3]).startswith("5D 6D ")
    for seen in views(play(state, "9S")):
        assert names(seen.plays) == "9S"
        assert names(seen.pile) == "7H 9S"


@pytest.mark.rule("4.9")
def test_the_first_capture_takes_the_hidden_cards() -> None:
    """After it nothing is hidden to anybody, and three cards more are captured."""
    state = deal(TWO, "2S 3S 4S 7H", "9S 8S", "9D 8D")
    for seen in views(play(state, "9S")):
        assert look(seen.hidden) == "? ? ?"
        assert seen.captured == ((), ())
        assert (seen.last_capturer, seen.captures) == (None, ())
    for seen in views(play(state, "9S 9D")):
        assert seen.hidden == seen.pile == ()
        assert [len(heap) for heap in seen.captured] == [0, 6]
        assert seen.last_capturer == 1
    for seen in views(play(state, "9S 9D 8S 8D")):
        first, second = seen.captures
        assert names(second.pile) == "8S"
        assert second.hidden == ()
        assert (first.seat, second.seat) == (1, 1)
        assert len(seen.captured[1]) == 8


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
    who: HiddenSeenBy, before: tuple[Viewer, ...], after: tuple[Viewer, ...]
) -> None:
    """Before play 1, before the capture by seat 1, after it, and ever after."""
    variant = table(PARTNERSHIP, hidden_seen_by=who)
    state = deal(variant, "2S 3S 4S 7H", "9S", "9D")
    hidden = parse_cards("2S 3S 4S")
    for now in (state, play(state, "9S")):
        for seen in views(now):
            sees = seen.seat in before
            assert look(seen.hidden) == ("2S 3S 4S" if sees else "? ? ?")
            assert set(hidden) & set(seen.unseen) == (set() if sees else set(hidden))
    state = play(state, "9S 9D")
    for now in (state, play_oldest(state, 10), play_oldest(state)):
        for seen in views(now):
            sees = seen.seat in after
            wanted = "2S 3S 4S" if sees else "? ? ?"
            assert look(seen.captured[1][:6]) == f"{wanted} 7H 9S 9D"
            assert look(seen.captures[0].hidden) == look(seen.beside) == wanted
            assert set(hidden) & set(seen.unseen) == (set() if sees else set(hidden))


@pytest.mark.rule("4.10")
def test_alone_nobody_else_is_of_the_side() -> None:
    """Without partners the capturer alone sees the hidden cards."""
    variant = table(FOUR, hidden_seen_by=HiddenSeenBy.SIDE)
    state = play(deal(variant, "2S 3S 4S 7H", "9S", "9D"), "9S 9D")
    heaps = [look(seen.captured[1][:3]) for seen in views(state)]
    assert heaps == ["? ? ?", "2S 3S 4S", "? ? ?", "? ? ?", "? ? ?"]


@pytest.mark.rule("4.1", "4.10")
@pytest.mark.parametrize("leader", Leader)
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_leader_looks_before_the_first_play(leader: Leader, dealer: int) -> None:
    """Whoever it is, and as long as nobody captures; passed jacks all see."""
    variant = table(
        THREE,
        hidden_seen_by=HiddenSeenBy.LEADER,
        leader=leader,
        opening_jack=OpeningJack.TURN_NEXT,
    )
    state = deal(variant, "2S 3S 4S JD", dealer=dealer)
    seat = dealer if leader is Leader.DEALER else (1, 2, 0)[dealer]
    for seen in views(state):
        assert seen.leader == seat
        wanted = "2S 3S JD" if seen.seat == seat else "? ? JD"
        assert look(seen.hidden) == wanted
        assert (seen.seat == seat) == (Card.parse("2S") not in seen.unseen)


@pytest.mark.rule("4.11")
def test_the_end_of_the_hand_as_all_see_it() -> None:
    """Nobody is on turn or holds a card, and the stock is empty."""
    for seen in views(play_oldest(new_game(THREE, rng=4))):
        assert seen.is_over
        assert (seen.ply, seen.turn, seen.round) == (48, None, 4)
        assert seen.hands == ((), (), ())
        assert seen.stock == seen.hand == seen.legal_moves == seen.foreseen == ()


@pytest.mark.rule("4.12")
def test_all_see_the_residue() -> None:
    """It lies with the last capturer, and is no capture."""
    state = line_up(TWO, "AS 2S 3S 4S")
    for seen in views(play_oldest(state, 47)):
        assert names(seen.pile) == "QS"
    for seen in views(play_oldest(state)):
        assert seen.pile == ()
        assert look(seen.captured[1][-2:]) == "QS KS"
        assert len(seen.captures) == 4
        assert seen.last_capturer == 1


@pytest.mark.rule("4.13")
@pytest.mark.parametrize("who", HiddenSeenBy)
def test_if_nobody_captures_the_hidden_cards_stay_hidden(who: HiddenSeenBy) -> None:
    """At the end they are still seen by a leader who looked, and by nobody else."""
    end = play_oldest(line_up(table(TWO, hidden_seen_by=who), FOUR_JACKS))
    for seen in views(end):
        looked = who is HiddenSeenBy.LEADER and seen.seat == 0
        assert look(seen.hidden) == ("JC JD JH" if looked else "? ? ?")
        assert names(seen.unseen) == ("" if looked else "JC JD JH")
        assert len(seen.pile) == 49
        assert (seen.captured, seen.captures) == (((), ()), ())
        assert seen.last_capturer is None
        assert seen.score is not None
        assert (seen.score.lines, seen.score.totals) == ((), (0, 0))
        assert (seen.score.counts, seen.score.winner) == ((0, 0), None)


# Chapters 5 and 6: bonuses and the score


@pytest.mark.rule("5.1", "5.4")
def test_all_see_bonuses_at_once() -> None:
    """A pişti is booked for all to see, and so is why a capture earns none."""
    state = play(deal(TWO, "7H", "7S 9S", "9H"), "7S 9H 9S")
    for seen in views(state):
        assert seen.bonuses == (Bonus(0, 10, Rule.PISTI, parse_cards("9H 9S")),)
        first, second = seen.captures
        assert (first.bonus, first.denied) == (0, pisti.Denial.FIRST_PLAY)
        assert (second.bonus, second.denied) == (10, None)
        assert seen.score is None


@pytest.mark.rule("6.1", "6.2", "6.4")
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_the_score_is_told_at_the_end_alone(variant: Variant) -> None:
    """Before it there is none; then all have the same, hidden cards included."""
    state = new_game(variant, rng=11)
    while not state.is_over:
        assert [seen.score for seen in views(state)] == [None] * (variant.players + 1)
        state = play_oldest(state, 1)
    for seen in views(state):
        assert seen.score == score_hand(state)
        assert seen.score.final


@pytest.mark.rule("6.1", "6.4")
def test_points_of_hidden_cards_are_in_the_score() -> None:
    """Those who never saw the ten of diamonds know by then who has it."""
    state = deal(CLASSIC, "10D 2C AS 7H", "9S", "9D")
    before = play(state, "9S 9D")
    assert look(view(before, 0).captured[1]) == "? ? ? 7H 9S 9D"
    end = play_oldest(before)
    for seen in views(end):
        score = seen.score
        assert score is not None
        lines = [line for line in score.lines if line.rule is Rule.CARD_POINTS]
        cards = [line.cards for line in lines if line.side == 1]
        assert {*parse_cards("10D 2C AS")} <= {*cards[0]}
    assert look(view(end, 0).captured[1][:3]) == "? ? ?"


# All that a view offers


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
@pytest.mark.parametrize("leader", Leader)
def test_who_does_what(dealer: int, leader: Leader) -> None:
    """Seats follow from the dealer, whoever looks."""
    state = new_game(table(FOUR, leader=leader), rng=1, dealer=dealer)
    for viewer, seen in zip(EVERYBODY, views(state), strict=True):
        assert (seen.seat, seen.dealer) == (viewer, dealer)
        assert seen.variant == state.variant
        assert seen.eldest == (1, 2, 3, 0)[dealer]
        assert seen.cutter == (3, 0, 1, 2)[dealer]
        first = dealer if leader is Leader.DEALER else (1, 2, 3, 0)[dealer]
        assert seen.leader == seen.turn == first


def test_a_view_in_full() -> None:
    """Each field and property after two plays, as seat 1 of three has it."""
    state = new_game(THREE, deck=stacked("2S 3S 4S 7H 9S AC 2C 3C 9D 4C 5C 6C"))
    seen = view(play(state, "9S 9D"), 1)
    assert (seen.seat, seen.dealer, seen.ply, seen.round) == (1, 2, 2, 1)
    assert (seen.turn, seen.is_over, seen.last_capturer) == (2, False, 1)
    assert names(seen.hand) == "4C 5C 6C"
    assert seen.legal_moves == ()
    assert [look(hand) for hand in seen.hands] == ["? ? ?", "4C 5C 6C", "? ? ? ?"]
    assert [names(packet) for packet in seen.packets] == ["9D 4C 5C 6C"]
    assert names(seen.plays) == "9S 9D"
    assert (str(seen.up_card), names(seen.opening)) == ("7H", "7H")
    assert (seen.pile, seen.hidden) == ((), ())
    assert look(seen.beside) == "2S 3S 4S"
    assert [look(heap) for heap in seen.captured] == ["", "2S 3S 4S 7H 9S 9D", ""]
    assert seen.stock == (None,) * 36
    assert seen.bottom_card is None
    assert (seen.bottom, seen.passed, seen.buried, seen.foreseen) == ((), (), (), ())
    assert (seen.kept, seen.cutter_saw, seen.bonuses, seen.score) == (
        None,
        (),
        (),
        None,
    )
    known = {*parse_cards("2S 3S 4S 7H 9S 9D 4C 5C 6C")}
    assert seen.unseen == tuple(card for card in DECK if card not in known)
    assert seen.captures == (
        PileCaptured(
            seat=1,
            card=Card.parse("9D"),
            pile=parse_cards("7H 9S"),
            hidden=parse_cards("2S 3S 4S"),
            passed=(),
            seen_by=(1,),
            kind=CaptureKind.RANK,
            bonus=0,
            denied=None,
            rule=Rule.CAPTURE_BY_RANK,
            ply=2,
        ),
    )
    other = view(play(state, "9S 9D"), 0)
    assert other.captures == (attrs.evolve(seen.captures[0], hidden=(None,) * 3),)


@pytest.mark.rule("4.2", "4.3")
def test_legal_moves_are_those_of_the_seat_on_turn() -> None:
    """Others and spectators have none, and their hands all the same."""
    state = deal(TWO, "7H", "9S 2D JC 7S", "3H 4H 5H 6H")
    assert [names(seen.legal_moves) for seen in views(state)] == ["9S 2D JC 7S", "", ""]
    assert [names(seen.hand) for seen in views(state)] == [
        "9S 2D JC 7S",
        "3H 4H 5H 6H",
        "",
    ]
    state = play(state, "2D")
    assert [names(seen.legal_moves) for seen in views(state)] == ["", "3H 4H 5H 6H", ""]
    assert [names(seen.hand) for seen in views(state)] == [
        "9S JC 7S",
        "3H 4H 5H 6H",
        "",
    ]


def test_rounds_are_counted_from_one() -> None:
    """A round begins with its packets; after the last play it is still the last."""
    state = new_game(TWO, rng=4)
    rounds = {ply: view(play_oldest(state, ply), None).round for ply in (0, 7, 8, 47)}
    assert rounds == {0: 1, 7: 1, 8: 2, 47: 6}
    assert view(play_oldest(state), None).round == 6


def test_views_are_compared_by_value() -> None:
    """Equal states give equal views; seats, moments and tables differ."""
    state, twin = deal(FOUR, "7H", "9S"), deal(FOUR, "7H", "9S")
    assert state is not twin
    for viewer in EVERYBODY:
        assert view(state, viewer) == view(twin, viewer)
        assert hash(view(state, viewer)) == hash(view(twin, viewer))
    moments = [
        *views(state),
        *views(play(state, "9S")),
        *views(deal(table(FOUR, target=7), "7H", "9S")),
    ]
    assert len(set(moments)) == len(moments) == 15


def views_of_all_kinds() -> Iterator[View]:
    """Give views with something in each of their fields."""
    yield from views(
        new_game(SEARCH, deck=cut(Pack(stacked("2C 6D JH JS")), 4, SEARCH))
    )
    yield from views(new_game(KEEPS, deck=cut(Pack(DECK), 11, KEEPS)))
    yield from views(new_game(COFFEEHOUSE, deck=stacked("3C 2S 4S JH")))
    yield from views(deal(PARTNERSHIP, "2S 4S JD JH"))
    bonus = play(deal(TWO, "7H", "7S 9S", "9H"), "7S 9H 9S")
    yield from views(bonus)
    yield from views(play_oldest(bonus))


def test_views_are_frozen() -> None:
    """No field can be set or deleted, and none added."""
    for seen in views_of_all_kinds():
        for name in [*(field.name for field in attrs.fields(View)), "another"]:
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                setattr(seen, name, None)
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                delattr(seen, name)


def test_views_are_copied() -> None:
    """Copies and pickles are equal, hash alike, and offer the same."""
    for seen in views_of_all_kinds():
        dumps = range(2, pickle.HIGHEST_PROTOCOL + 1)
        pickled = [pickle.loads(pickle.dumps(seen, n)) for n in dumps]  # noqa: S301
        for other in (copy.copy(seen), copy.deepcopy(seen), *pickled):
            assert type(other) is View
            assert other == seen
            assert hash(other) == hash(seen)
            assert repr(other) == repr(seen)
            assert (other.foreseen, other.unseen) == (seen.foreseen, seen.unseen)
            assert (other.captures, other.score) == (seen.captures, seen.score)


def test_the_text_of_a_view_makes_it() -> None:
    """Its repr is an expression, but for the members of enums in it."""
    for seen in views_of_all_kinds():
        text = repr(seen).replace(repr(seen.variant), "variant")
        for rule in Rule:
            text = text.replace(repr(rule), str(rule))
        scope = {**vars(pisti), "variant": seen.variant}
        assert eval(text, scope) == seen  # noqa: S307


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("seat", [*BAD_SEATS, 2, 3, 10**30])
def test_nobody_else_has_a_view(seat: Any) -> None:
    """What is no seat of the table is refused, before and after play."""
    state = new_game(TWO, rng=1)
    for now in (state, play_oldest(state)):
        with pytest.raises(SeatError) as caught:
            view(now, seat)
        assert caught.value.seat == seat
        assert caught.value.players == 2
        assert caught.value.rule is Rule.PLAYERS


@pytest.mark.parametrize("thing", ["x", None, 0, (), View])
def test_only_states_are_viewed(thing: Any) -> None:
    """Whatever else is asked for, the error is the library's own."""
    for viewer in (0, None):
        with pytest.raises(PistiError):
            view(thing, viewer)
    with pytest.raises(PistiError):
        view(view(new_game(TWO, rng=1), 0), 0)  # type: ignore[arg-type]


# Redacted events

CARD, JACK = Card.parse("7H"), Card.parse("JD")
PUBLIC: tuple[Event, ...] = (
    PackShuffled(3, Rule.SHUFFLE, 0),
    PackCut(2, (), None, Rule.CUT, 0),
    LayoutDealt(parse_cards("5C 9D KS 2H"), EVERYBODY, Rule.OPEN_LAYOUT, 0),
    BottomCardShown(CARD, Rule.BOTTOM_CARD, 0),
    JackPassed(JACK, Rule.JACK_PASSED, 0),
    JackBuried(JACK, Rule.JACK_BURIED, 0),
    UpCardTurned(
        CARD, parse_cards("JC JH JD"), parse_cards("JD JH JC"), (), Rule.UP_CARD, 0
    ),
    Redeal(parse_cards(FOUR_JACKS), Rule.FOUR_JACKS, 0),
    CardPlayed(1, CARD, Rule.NO_CAPTURE, 5),
    PileCaptured(
        *(1, CARD, parse_cards("7S"), (), (), (), CaptureKind.RANK),
        *(10, None, Rule.PISTI, 9),
    ),
    ResidueAwarded(1, parse_cards("QS KS"), Rule.RESIDUE, 48),
    HandOver(Rule.END_OF_HAND, 48),
    HandOver(Rule.NOBODY_CAPTURED, 48),
)
LOOKED = PackCut(2, parse_cards("JC 10C"), None, Rule.RECUT, 0)
KEPT = PackCut(2, parse_cards("JC"), Card.parse("JC"), Rule.CUTTER_KEEPS, 0)
LAYOUT = LayoutDealt(parse_cards("2S 3S 4S JD"), (), Rule.LAYOUT, 0)
PACKETS = PacketsDealt(
    1,
    (
        parse_cards("AC 2C"),
        parse_cards("3C 4C"),
        parse_cards("5C 6C"),
        parse_cards("7C 8C"),
    ),
    Rule.PACKETS,
    0,
)


def turned(*seen_by: Viewer) -> UpCardTurned:
    """Tell of an up-card, with a jack passed among the hidden cards."""
    return UpCardTurned(
        Card.parse("4S"),
        parse_cards("2S 3S JD"),
        parse_cards("JD"),
        seen_by,
        Rule.UP_CARD,
        0,
    )


def captured(*seen_by: Viewer) -> PileCaptured:
    """Tell of a first capture, with a jack passed among the hidden cards."""
    return PileCaptured(
        seat=1,
        card=Card.parse("9D"),
        pile=parse_cards("4S 9S"),
        hidden=parse_cards("2S 3S JD"),
        passed=parse_cards("JD"),
        seen_by=seen_by,
        kind=CaptureKind.RANK,
        bonus=0,
        denied=None,
        rule=Rule.CAPTURE_BY_RANK,
        ply=2,
    )


SECRET: tuple[Event, ...] = (
    LOOKED,
    KEPT,
    LAYOUT,
    PACKETS,
    turned(),
    turned(0),
    captured(1),
    captured(1, 3),
)


def test_every_kind_of_event_is_here() -> None:
    """No event is forgotten in the tests that follow."""
    assert {type(event) for event in (*PUBLIC, *SECRET)} == set(get_args(Event))


@pytest.mark.parametrize("event", PUBLIC, ids=lambda event: type(event).__name__)
def test_an_event_without_secrets_is_not_changed(event: Event) -> None:
    """Everybody learns all of it."""
    for viewer in EVERYBODY:
        assert redact(event, viewer) == event


@pytest.mark.rule("2.3", "2.4", "2.5")
def test_what_the_cutter_saw_is_told_to_the_cutter() -> None:
    """The others learn that there was a cut, and which jack was kept."""
    for viewer in EVERYBODY:
        for event in (LOOKED, KEPT):
            wanted = event if viewer == 2 else attrs.evolve(event, saw=None)
            assert redact(event, viewer) == wanted


@pytest.mark.rule("3.1", "3.4")
def test_nobody_sees_the_layout_as_it_is_dealt() -> None:
    """Not even its last card, which is turned up later."""
    for viewer in EVERYBODY:
        assert redact(LAYOUT, viewer) == attrs.evolve(LAYOUT, cards=(None,) * 4)


@pytest.mark.rule("3.2")
def test_packets_are_told_to_their_owners() -> None:
    """Each seat sees its own, a spectator none."""
    told = [
        [look(packet) for packet in redact(PACKETS, viewer).packets]
        for viewer in EVERYBODY
    ]
    assert told == [
        ["AC 2C", "? ?", "? ?", "? ?"],
        ["? ?", "3C 4C", "? ?", "? ?"],
        ["? ?", "? ?", "5C 6C", "? ?"],
        ["? ?", "? ?", "? ?", "7C 8C"],
        ["? ?", "? ?", "? ?", "? ?"],
    ]


@pytest.mark.rule("3.6", "4.10")
@pytest.mark.parametrize(
    "seen_by", [(), (0,), (3,), (1,), (1, 3), (0, 1), (0, 1, 2, 3, None)]
)
def test_hidden_cards_are_told_to_those_who_may_see_them(
    seen_by: tuple[Viewer, ...],
) -> None:
    """Others see the passed jack alone, which lies face up."""
    for viewer in EVERYBODY:
        wanted = "2S 3S JD" if viewer in seen_by else "? ? JD"
        for event in (turned(*seen_by), captured(*seen_by)):
            told = redact(event, viewer)
            assert look(told.hidden) == wanted
            assert attrs.evolve(told, hidden=event.hidden) == event


@pytest.mark.parametrize(
    "event", [*PUBLIC, *SECRET], ids=lambda event: type(event).__name__
)
def test_redacting_again_tells_no_more(event: Event) -> None:
    """Twice is as once, and the order of seats does not matter."""
    for one in EVERYBODY:
        told = redact(event, one)
        assert type(told) is type(event)
        assert redact(told, one) == told
        for two in EVERYBODY:
            assert redact(told, two) == redact(redact(event, two), one)


def test_a_seat_that_no_table_has_learns_no_secret() -> None:
    """An event does not know how many play."""
    for event in SECRET:
        assert redact(event, 99) == redact(event, None)


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("seat", BAD_SEATS)
def test_what_is_no_seat_is_told_nothing(seat: Any) -> None:
    """Not even an event without secrets."""
    for event in (*PUBLIC, *SECRET):
        with pytest.raises(SeatError) as caught:
            redact(event, seat)
        assert caught.value.seat is seat


@pytest.mark.rule("4.10")
def test_events_of_a_hand_for_those_who_look() -> None:
    """From the deal to the capture, the cards that a spectator and seat 0 are told."""
    variant = table(
        TWO,
        cut=Cut.RECUT,
        opening_jack=OpeningJack.TURN_NEXT,
        hidden_seen_by=HiddenSeenBy.CAPTURER,
    )
    deck = stacked("2S 3S 4S JD 9S AC 2C 3C 4H 4C 5C 6C", "10C")
    state, told = start(variant, deck=Pack(deck, parse_cards("JC 10C")))
    _, later = watch(state, "9S 4H")
    # Seat 1 deals, so seat 0 has cut.
    for viewer, saw, hand in ((0, "JC 10C", "9S AC 2C 3C"), (None, None, "? ? ? ?")):
        events = [redact(event, viewer) for event in (*told, *later)]
        seen = only(events, PackCut).saw
        assert (seen and names(seen)) == saw
        packets = only(events, PacketsDealt).packets
        assert [look(packet) for packet in packets] == [hand, "? ? ? ?"]
        assert look(only(events, LayoutDealt).cards) == "? ? ? ?"
        assert look(only(events, UpCardTurned).hidden) == "? ? JD"
        assert names(event.card for event in of_type(events, CardPlayed)) == "9S 4H"


# Laws


class Game(NamedTuple):
    """A hand as it was dealt and told, and how it is to be played."""

    first: State
    told: tuple[Event, ...]
    choices: Choices

    @property
    def plays(self) -> list[Play]:
        """All plays of the hand."""
        return list(play_out(self.first, self.choices))

    @property
    def states(self) -> list[State]:
        """Every state of the hand."""
        return [self.first, *(played.after for played in self.plays)]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a hand from a shuffle, a given deck, or a deck that was cut by hand."""
    variant = draw(tables)
    given_deck = draw(st.none() | decks())
    deck: Pack | Deck | None = given_deck
    if given_deck is not None and draw(st.booleans()):
        ways = [way for way in Cut if way is not Cut.NONE]
        variant = attrs.evolve(variant, cut=draw(st.sampled_from(ways)))
        lifts = draw(st.lists(st.integers(1, 51), max_size=3))
        deck = cut_by_hand(given_deck, lifts, variant)
    state, told = start(
        variant, deck=deck, rng=draw(seeds), dealer=draw(seats(variant))
    )
    return Game(state, told, draw(choices))


def cut_by_hand(deck: Deck, lifts: Iterable[int], variant: Variant) -> Pack:
    """Cut until no jack asks for another cut."""
    pack = Pack(deck)
    for at in (*lifts, *range(51, 0, -1)):
        try:
            return cut(pack, at, variant)
        except DealError as again:
            pack = again.deck
    raise AssertionError(pack)


# The layout dealt last of all, from under the stock that there is not.
LAYOUT_LAST = table(
    TWO,
    cut=Cut.SEARCH,
    hand_size=24,
    deal_order=DealOrder.HANDS_FIRST,
    hidden_seen_by=HiddenSeenBy.CAPTURER,
)
# The same, with the dealer's hand there.
DEALER_LAST = table(LAYOUT_LAST, deal_order=DealOrder.LAYOUT_FIRST)
SPECIAL = [
    (variant, cut(Pack(stacked(top)), at, variant))
    for variant in (
        SEARCH,
        KEEPS,
        LAYOUT_LAST,
        DEALER_LAST,
        table(SEARCH, hand_size=1),
        table(COFFEEHOUSE, cut=Cut.SEARCH),
        table(KEEPS, hand_size=12, deal_order=DealOrder.HANDS_FIRST),
        table(LAYOUT_LAST, opening_jack=OpeningJack.TURN_NEXT),
        table(LAYOUT_LAST, layout_face_up=4, opening_jack=OpeningJack.LEAVE),
    )
    for top, at in (("2C 6D JH JS", 4), ("6D JC JD JH JS", 5), ("6D JS 3C 2S 4S JH", 2))
]


def special(law: Callable[[Game], None]) -> Callable[[Game], None]:
    """Try a law with hands whose cutter saw much."""
    for variant, pack in SPECIAL:
        game = Game(*start(variant, deck=pack), bytes(48))
        law = example(game)(law)
    return law


def overlaid(told: Seen, known: Seen) -> Seen:
    """Give cards as told, with those that were known before in their places."""
    for one, two in zip(told, known, strict=True):
        assert one is None or two is None or one is two
    return tuple(
        two if one is None else one for one, two in zip(told, known, strict=True)
    )


class Notebook:
    """What somebody knows who writes down the events that are meant for them."""

    def __init__(self, variant: Variant, seat: Viewer, dealer: Seat) -> None:
        self.variant, self.seat, self.dealer = variant, seat, dealer
        self.order = [
            (dealer + place) % variant.players
            for place in range(1, variant.players + 1)
        ]
        self.clear()

    def clear(self) -> None:
        """Begin a new page for a new pack."""
        players = self.variant.players
        self.cutter_saw: tuple[Card, ...] | None = ()
        self.kept: Card | None = None
        self.bottom: tuple[Card, ...] = ()
        self.opening: tuple[Card, ...] = ()
        self.beside: Seen = ()
        self.passed: tuple[Card, ...] = ()
        self.buried: tuple[Card, ...] = ()
        self.packets: tuple[tuple[Card, ...], ...] = ()
        self.plays: tuple[Card, ...] = ()
        self.hands: list[Seen] = [()] * players
        self.pile: tuple[Card, ...] = ()
        self.captured: list[Seen] = [()] * players
        self.bonuses: tuple[Bonus, ...] = ()
        self.last_capturer: Seat | None = None

    @classmethod
    def of(cls, seen: View) -> "Notebook":
        """Copy all that a view says."""
        notebook = cls(seen.variant, seen.seat, seen.dealer)
        for field in attrs.fields(View):
            value = getattr(seen, field.name)
            if field.name in {"hands", "captured"}:
                value = list(value)
            setattr(notebook, field.name, value)
        return notebook

    def view(self) -> View:
        """Give the view that the notes make."""
        notes = {field.name: getattr(self, field.name) for field in attrs.fields(View)}
        notes["hands"], notes["captured"] = tuple(self.hands), tuple(self.captured)
        return View(**notes)

    def places(self) -> tuple[Seen, Seen]:
        """Give the layout and the other 48 cards, as far as the cut showed them."""
        cards: Seen = (None,) * (52 - len(self.bottom)) + self.bottom
        first = 0
        if self.variant.deal_order is DealOrder.HANDS_FIRST:
            first = self.variant.round_size
        return cards[first : first + 4], cards[:first] + cards[first + 4 :]

    def tell(self, event: Event, pack: Pack | None = None) -> None:
        """Write down an event; the *pack* of the deal for what the cutter remembers."""
        match event:
            case PackShuffled() | Redeal():
                self.clear()
            case PackCut():
                self.tell_cut(event, pack)
            case LayoutDealt(cards=cards):
                if self.variant.layout_face_up == 4:
                    self.opening = self.pile = faces(cards)
            case PacketsDealt(round=number, packets=packets):
                self.tell_packets(number, packets)
            case BottomCardShown(card=card):
                assert self.bottom[-1:] in {(), (card,)}
                self.bottom = self.bottom or (card,)
            case JackPassed(card=card):
                self.passed += (card,)
            case JackBuried(card=card):
                self.buried += (card,)
            case UpCardTurned(card=card, hidden=hidden):
                up = 3 - len(self.passed)
                layout, _ = self.places()
                self.beside = overlaid(hidden, layout[:up] + layout[up + 1 :])
                self.opening = self.pile = (card,)
            case _:
                self.tell_play(event)

    def tell_cut(self, event: PackCut, pack: Pack | None) -> None:
        """Write down what the cutter saw, and where it must lie now."""
        self.cutter_saw, self.kept = event.saw, event.kept
        if not event.saw or event.kept is not None:
            return
        *jacks, lowest = event.saw
        self.bottom = (lowest,)
        if self.variant.cut is Cut.SEARCH:
            # The event does not say in which cut each was seen; the cutter knows.
            # The pack of a void deal is gone, and its notes are soon cleared away.
            assert pack is not None
            looks = [(*jacks[n:][::-1], lowest) for n in range(len(event.saw))]
            found = [cards for cards in looks if pack.cards[-len(cards) :] == cards]
            self.bottom = found[0] if found else self.bottom

    def tell_packets(self, number: int, packets: tuple[Seen, ...]) -> None:
        """Write down packets, with what was known of the stock or was kept."""
        begin = (number - 1) * self.variant.round_size
        if number == 1:
            _, dealt = self.places()
        else:
            under = (*self.bottom, *self.buried)
            dealt = (None,) * (48 - len(under)) + under
        size = self.variant.hand_size
        for place, seat in enumerate(self.order):
            at = begin + place * size
            known = dealt[at : at + size]
            if number == 1 and self.kept is not None and place == len(self.order) - 2:
                known = (self.kept, *known[1:])
            self.hands[seat] = overlaid(packets[seat], known)
        if self.seat is not None:
            self.packets += (faces(self.hands[self.seat]),)

    def tell_play(self, event: Event) -> None:
        """Write down what was played, and what it took."""
        match event:
            case CardPlayed(seat=seat, card=card):
                hand = list(self.hands[seat])
                hand.remove(card if card in hand else None)
                self.hands[seat] = tuple(hand)
                self.plays += (card,)
                self.pile += (card,)
            case PileCaptured(seat=seat, card=card, pile=pile, hidden=hidden):
                assert self.pile == (*pile, card)
                if hidden:
                    hidden = self.beside = overlaid(hidden, self.beside)
                self.captured[seat] += (*hidden, *pile, card)
                if event.bonus:
                    self.bonuses += (Bonus(seat, event.bonus, event.rule, self.pile),)
                self.pile = ()
                self.last_capturer = seat
            case ResidueAwarded(seat=seat, cards=cards):
                assert (seat, cards) == (self.last_capturer, self.pile)
                self.captured[seat] += cards
                self.pile = ()
            case _:
                assert isinstance(event, HandOver)


@special
@given(games())
def test_redacted_events_make_the_first_view(game: Game) -> None:
    """Whoever hears of a deal from its beginning has what the view shows."""
    state = game.first
    for viewer in viewers(state):
        notebook = Notebook(state.variant, viewer, state.dealer)
        for event in game.told:
            notebook.tell(redact(event, viewer), state.setup.pack)
        assert notebook.view() == view(state, viewer)


@special
@given(games())
def test_redacted_events_make_each_view_from_the_one_before(game: Game) -> None:
    """A view is kept up to date by the events that its seat is told."""
    for before, _, after, events in game.plays:
        for viewer in viewers(before):
            notebook = Notebook.of(view(before, viewer))
            for event in events:
                notebook.tell(redact(event, viewer))
            assert notebook.view() == view(after, viewer)


@special
@given(games())
def test_captures_are_the_redacted_events(game: Game) -> None:
    """All captures of the hand in order, with hidden cards that were known before."""
    for viewer in viewers(game.first):
        told: list[PileCaptured] = []
        for before, _, after, events in game.plays:
            for event in of_type(events, PileCaptured):
                seen = redact(event, viewer)
                known = view(before, viewer).hidden
                hidden = overlaid(seen.hidden, known)
                told.append(attrs.evolve(seen, hidden=hidden))
            assert view(after, viewer).captures == tuple(told)


def assert_is_public(seen: View, state: State) -> None:
    """Check all that everybody knows of a state."""
    setup, won = state.setup, state.won
    assert seen.variant == state.variant
    assert (seen.dealer, seen.leader) == (state.dealer, state.leader)
    assert (seen.eldest, seen.cutter) == (setup.eldest, setup.cutter)
    assert (seen.ply, seen.turn, seen.is_over) == (
        state.ply,
        state.turn,
        state.is_over,
    )
    size = state.variant.round_size
    assert seen.round == min(state.ply // size + 1, 48 // size)
    assert (seen.plays, seen.pile) == (state.plays, state.pile)
    assert (seen.bonuses, seen.last_capturer) == (won.bonuses, won.last_capturer)
    assert (seen.opening, seen.up_card) == (setup.pile, state.up_card)
    assert (seen.passed, seen.buried) == (setup.passed, setup.buried)
    assert (seen.kept, seen.bottom_card) == (setup.pack.kept, setup.bottom_card)
    assert seen.score == (score_hand(state) if state.is_over else None)
    moves = legal_moves(state) if seen.seat == state.turn else ()
    assert seen.legal_moves == (() if seen.seat is None else moves)
    assert seen.hand == (() if seen.seat is None else state.hands[seen.seat])


def places_of(seen: View | State) -> list[Seen]:
    """Give all places where a card may lie face down."""
    return [*seen.hands, seen.stock, seen.hidden, *seen.captured]


@special
@given(games())
def test_what_a_view_shows_is_so(game: Game) -> None:
    """Each card that is seen lies there, and the cards that are left are unseen."""
    for state in game.states:
        for viewer in viewers(state):
            seen = view(state, viewer)
            assert seen.seat == viewer
            assert_is_public(seen, state)
            for shown, cards in zip(places_of(seen), places_of(state), strict=True):
                assert overlaid(shown, cards) == cards
            everywhere = [*seen.pile, *(c for heap in places_of(seen) for c in heap)]
            assert len(everywhere) == 52
            assert seen.unseen == tuple(c for c in DECK if c not in everywhere)
            assert everywhere.count(None) == len(seen.unseen)


@special
@given(games())
def test_all_views_together_agree(game: Game) -> None:
    """Two seats that see a place see the same card, and all see all hands."""
    for state in game.states:
        together: list[Seen] = [(None,) * len(heap) for heap in places_of(state)]
        for seen in views(state):
            together = [
                overlaid(one, two)
                for one, two in zip(together, places_of(seen), strict=True)
            ]
        players = state.variant.players
        assert tuple(together[:players]) == state.hands
        if state.won.last_capturer is not None:
            # The capturer, at least, has seen the hidden cards.
            assert tuple(together[players + 2 :]) == state.captured


@special
@given(games())
def test_a_spectator_knows_the_least(game: Game) -> None:
    """What a spectator sees, every seat sees."""
    for state in game.states:
        spectator = view(state, None)
        assert spectator.packets == ()
        assert spectator.hand == ()
        for seat in range(state.variant.players):
            seen = view(state, seat)
            assert set(seen.unseen) <= set(spectator.unseen)
            for one, two in zip(places_of(spectator), places_of(seen), strict=True):
                assert overlaid(one, two) == two


@special
@given(games())
def test_cards_seen_in_the_stock_stay_known(game: Game) -> None:
    """What was seen in the stock or was kept is known, and in nobody else's hand."""
    for state in game.states:
        for seen in views(state):
            others = [hand for n, hand in enumerate(seen.hands) if n != seen.seat]
            shown = [c for heap in (*others, seen.stock) for c in heap if c]
            early = {*seen.bottom, *seen.buried, *parse_cards(str(seen.kept or ""))}
            own = early.intersection(seen.hand)
            assert {*shown, *own} <= set(seen.foreseen) <= early
            assert len(set(seen.foreseen)) == len(seen.foreseen)


@pytest.mark.rule("2.4", "3.3")
def test_the_cutter_may_know_hidden_cards() -> None:
    """Where the layout is dealt last of all it holds the jacks of the search."""
    pack = cut(Pack(stacked("2C 6D JH JS")), 4, LAYOUT_LAST)
    state = new_game(LAYOUT_LAST, deck=pack)
    # Seat 1 deals, so seat 0 has cut.
    assert [look(seen.hidden) for seen in views(state)] == [
        "? JH JS",
        "? ? ?",
        "? ? ?",
    ]
    state = play(state, "AC AH")
    assert [look(seen.captured[1]) for seen in views(state)] == [
        "? JH JS 6D AC AH",
        "2C JH JS 6D AC AH",
        "? ? ? 6D AC AH",
    ]


@pytest.mark.rule("2.6")
def test_what_was_known_of_the_pack_stays_known() -> None:
    """The shown card is still named when it has been played."""
    state = play_oldest(new_game(PARTNERSHIP, rng=1))
    for seen in views(state):
        assert seen.foreseen == state.setup.pack.cards[-1:]


def test_only_events_are_redacted() -> None:
    """Anything else is refused."""
    with pytest.raises(PistiError, match="not an event but 'x'"):
        redact("x", 0)  # type: ignore[type-var]

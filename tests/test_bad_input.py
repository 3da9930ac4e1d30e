"""What is no play, deck, table, seat or text is refused, and nothing else happens."""

import pickle
import random
import re
from collections.abc import Callable
from functools import partial
from typing import Any
from unittest.mock import ANY

import attrs
import pytest
from tables import FOUR_JACKS, TWO, deal, line_up, names, play_oldest, stacked, table

from pisti import (
    CLASSIC,
    COFFEEHOUSE,
    DECK,
    PARTNERSHIP,
    PARTNERSHIP_RECUT,
    THREE_PLAYER,
    XERI,
    Bonus,
    Card,
    Cut,
    DealError,
    Direction,
    IllegalMoveError,
    LayoutRedeal,
    Leader,
    MatchError,
    NotationError,
    OpeningJack,
    Pack,
    PistiError,
    Rank,
    Rule,
    SeatError,
    State,
    Suit,
    Variant,
    VariantError,
    apply_move,
    arrange,
    cut,
    draw,
    judge,
    legal_moves,
    new_game,
    new_match,
    parse_cards,
    preset_sources,
    score_cards,
    score_hand,
    shuffle,
    start,
    step,
    tally,
)

CARD = re.compile(r"(?<![0-9A-Z])(?:10|[2-9AJQK])[CDHS](?![A-Z])")
KEEPS = table(TWO, cut=Cut.CUTTER_KEEPS)
RULE_OF = {field.name: field.metadata["rule"] for field in attrs.fields(Variant)}

# Each is refused as a seat, dealer or number, though some are equal to one.
LOOK_ALIKES = [True, False, 1.0, 0.0, "0", b"0", None, ANY, (0,), DECK[0]]
# Each is refused as a source of chance.
NO_CHANCE = [True, False, 7.0, "7", b"7", random, ANY, (7,)]
# None of these is the 52 cards.
NO_DECKS = [
    DECK[:51],
    (*DECK, DECK[0]),
    (*DECK[:51], DECK[0]),
    (*DECK[:51], ANY),
    (*DECK[:51], None),
    [None] * 52,
    [str(card) for card in DECK],
    names(DECK),
    "x" * 52,
    "",
    (),
    0,
    False,
    52,
    ANY,
    new_game,
]


class Same:
    """An object that equals everything and hashes as the card it pretends to be."""

    def __init__(self, card: Card) -> None:
        self.card = card

    def __repr__(self) -> str:
        return f"Same({self.card})"

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(self.card)


def refusal(
    kind: type[PistiError], rule: Rule | None, call: Callable[[], object]
) -> PistiError:
    """Expect this error by this rule, named at the end of the message."""
    with pytest.raises(PistiError) as caught:
        call()
    error = caught.value
    assert type(error) is kind
    assert isinstance(error, ValueError)
    assert error.rule is rule
    if rule:
        assert re.search(rf"(?<![\d.]){re.escape(rule.id)}$", str(error))
    return error


def told_cards(error: PistiError) -> set[str]:
    """Find the cards that an error shows."""
    return set(CARD.findall(f"{error} {error!r}"))


def position() -> State:
    """Deal a hand in which seat 0 is on turn."""
    return deal(TWO, "2H 3H 4H 7H", "9S 2D JC 7S", "9C 8C 3D 6S")


# Plays.


@pytest.mark.rule("4.3")
@pytest.mark.parametrize("play", [apply_move, step])
@pytest.mark.parametrize("card", ["9C", "7H", "2H", "KS", "AD"])
def test_a_card_that_is_not_held(play: Callable[..., Any], card: str) -> None:
    """From another hand, the table, the layout or the stock: it is named alone."""
    state = position()
    move = Card.parse(card)
    error = refusal(IllegalMoveError, Rule.CARD_IN_HAND, lambda: play(state, move))
    assert isinstance(error, IllegalMoveError)
    assert (error.move, error.seat) == (move, 0)
    assert error.problem == f"seat 0 does not hold {card}"
    assert told_cards(error) <= {card}
    assert state == position()
    assert repr(state) == repr(position())


@pytest.mark.rule("4.3")
@pytest.mark.parametrize(
    "move",
    ["9S", "", None, 0, 1, True, ANY, Same(DECK[0]), Rank.NINE, ("9", "S"), Card],
    ids=repr,
)
def test_what_is_no_card(move: Any) -> None:
    """Text of a card in hand and things equal to it are no cards either."""
    state = position()
    error = refusal(
        IllegalMoveError, Rule.CARD_IN_HAND, lambda: apply_move(state, move)
    )
    assert isinstance(error, IllegalMoveError)
    assert error.move is move
    assert error.seat == 0
    assert told_cards(error) <= {"9S"} & {move if isinstance(move, str) else ""}
    assert state == position()


@pytest.mark.rule("4.3")
def test_a_thing_that_pretends_to_be_a_card_in_hand() -> None:
    """Being equal to a card that is held is not being it."""
    state = position()
    move: Any = Same(state.hands[0][0])
    refusal(IllegalMoveError, Rule.CARD_IN_HAND, lambda: apply_move(state, move))


@pytest.mark.rule("4.3")
def test_a_whole_hand_is_no_card() -> None:
    """All legal moves at once are refused, and the message does not show them."""
    state = position()
    move: Any = legal_moves(state)
    error = refusal(
        IllegalMoveError, Rule.CARD_IN_HAND, lambda: apply_move(state, move)
    )
    assert told_cards(error) == set()


@pytest.mark.rule("4.3")
def test_a_state_is_no_card() -> None:
    """A position passed in place of the card is not shown in the message."""
    state = position()
    move: Any = state
    error = refusal(
        IllegalMoveError, Rule.CARD_IN_HAND, lambda: apply_move(state, move)
    )
    assert told_cards(error) == set()


@pytest.mark.rule("4.2")
@pytest.mark.parametrize("play", [apply_move, step])
@pytest.mark.parametrize(
    "move", [Card.parse("9C"), Card.parse("9S"), "9C", None, ANY, 5], ids=repr
)
def test_a_seat_that_is_not_on_turn(play: Callable[..., Any], move: Any) -> None:
    """It is refused before the card is looked at, whatever that is."""
    state = position()
    error = refusal(IllegalMoveError, Rule.TURN, lambda: play(state, move, seat=1))
    assert isinstance(error, IllegalMoveError)
    assert error.move is move
    assert error.seat == 1
    assert told_cards(error) <= {str(move)}
    assert state == position()


@pytest.mark.rule("4.11")
@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize("move", [DECK[0], "9S", None, ANY], ids=repr)
def test_a_play_after_the_end(seat: int | None, move: Any) -> None:
    """Nobody is on turn, and the end of the hand is the reason."""
    state = play_oldest(position())
    end = play_oldest(position())
    error = refusal(
        IllegalMoveError,
        Rule.END_OF_HAND,
        lambda: apply_move(state, move, seat=seat),
    )
    assert isinstance(error, IllegalMoveError)
    assert error.move is move
    assert state == end


@pytest.mark.rule("1.3")
@pytest.mark.parametrize(
    "seat", [2, -1, 99, *(v for v in LOOK_ALIKES if v is not None)], ids=repr
)
@pytest.mark.parametrize("play", [apply_move, step])
def test_a_seat_that_does_not_exist(play: Callable[..., Any], seat: Any) -> None:
    """A seat is a whole number from 0, and nothing that is equal to one."""
    state = position()
    error = refusal(
        SeatError,
        Rule.PLAYERS,
        lambda: play(state, state.hands[0][0], seat=seat),
    )
    assert isinstance(error, SeatError)
    assert error.seat is seat
    assert error.players == 2
    assert state == position()


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("seat", [3, -1, *LOOK_ALIKES], ids=repr)
def test_a_table_knows_its_seats(seat: Any) -> None:
    """Asking for a seat or its side is refused where there is none."""
    for ask in (THREE_PLAYER.check_seat, THREE_PLAYER.side_of):
        error = refusal(SeatError, Rule.PLAYERS, partial(ask, seat))
        assert isinstance(error, SeatError)
        assert error.seat is seat
        assert error.players == 3


# Decks, dealers and chance.


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("size", [0, 51])
def test_a_deck_that_is_too_small(size: int) -> None:
    """The error has it."""
    deck = DECK[:size]
    error = refusal(DealError, Rule.PACK, lambda: Pack(deck))
    assert isinstance(error, DealError)
    assert error.deck is deck


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("deck", NO_DECKS, ids=lambda deck: repr(deck)[:20])
def test_what_is_no_deck(deck: Any) -> None:
    """A deck is the 52 cards, each once."""
    match = new_match(TWO, dealer=0)
    for deals in (
        lambda: new_game(TWO, deck=deck, rng=1),
        lambda: start(TWO, deck=deck, rng=1),
        lambda: match.start(deck=deck, rng=1),
        lambda: match.deal(deck=deck, rng=1),
        lambda: Pack(deck),
    ):
        error = refusal(DealError, Rule.PACK, deals)
        assert told_cards(error) == set()


@pytest.mark.rule("1.3")
@pytest.mark.parametrize(
    "dealer", [2, -1, *(v for v in LOOK_ALIKES if v is not None)], ids=repr
)
def test_a_dealer_who_is_not_there(dealer: Any) -> None:
    """The dealer sits in one of the seats, and False is not seat 0."""
    for deals in (
        lambda: new_game(TWO, dealer=dealer, rng=1),
        lambda: start(TWO, dealer=dealer, rng=1),
        lambda: new_game(TWO, dealer=dealer, deck=DECK),
        lambda: new_match(TWO, dealer=dealer, rng=1),
    ):
        error = refusal(DealError, Rule.PLAYERS, deals)
        assert isinstance(error, DealError)
        assert error.dealer is dealer


@pytest.mark.parametrize("rng", NO_CHANCE, ids=repr)
@pytest.mark.parametrize(
    "deals",
    [
        shuffle,
        lambda rng: draw(PARTNERSHIP, rng),
        lambda rng: new_game(TWO, rng=rng),
        lambda rng: start(TWO, rng=rng),
        lambda rng: new_match(TWO, rng=rng),
        lambda rng: new_match(TWO, dealer=0).start(rng=rng),
        lambda rng: new_match(TWO, dealer=0).deal(rng=rng),
    ],
    ids=["shuffle", "draw", "new_game", "start", "new_match", "Match.start", "deal"],
)
def test_what_is_no_source_of_chance(deals: Callable[[Any], object], rng: Any) -> None:
    """Chance comes from a generator or an int, and True is not 1."""
    error = refusal(DealError, None, lambda: deals(rng))
    assert isinstance(error, DealError)
    assert error.rng is rng


@pytest.mark.parametrize("rng", NO_CHANCE, ids=repr)
@pytest.mark.parametrize(
    "deals",
    [
        lambda rng: new_game(TWO, deck=DECK, rng=rng),
        lambda rng: start(TWO, deck=DECK, rng=rng),
        lambda rng: new_match(TWO, dealer=0, rng=rng),
        lambda rng: new_match(TWO, dealer=0).deal(deck=DECK, rng=rng),
    ],
    ids=["new_game", "start", "new_match", "Match.deal"],
)
def test_what_is_no_source_of_chance_where_none_is_needed(
    deals: Callable[[Any], object], rng: Any
) -> None:
    """It is refused all the same, not only with the deck that is dealt again."""
    error = refusal(DealError, None, lambda: deals(rng))
    assert isinstance(error, DealError)
    assert error.rng is rng


def test_zero_is_a_seat_and_a_seed() -> None:
    """What looks false is not taken for nothing."""
    assert new_game(TWO, rng=0, dealer=0) == new_game(TWO, rng=0, dealer=0)
    assert new_game(TWO, rng=0, dealer=0).dealer == 0
    assert new_match(TWO, dealer=0).first_dealer == 0


@pytest.mark.rule("3.7", "3.9", "3.11")
@pytest.mark.parametrize(
    ("variant", "layout", "rule"),
    [
        (PARTNERSHIP, FOUR_JACKS, Rule.FOUR_JACKS),
        (
            table(TWO, opening_jack=OpeningJack.REDEAL),
            "2S 3S 4S JH",
            Rule.JACK_REDEALT,
        ),
        (XERI, "2S 3S 4S JH", Rule.LAYOUT_REDEALT),
        (XERI, "2S 3S 4S 4H", Rule.LAYOUT_REDEALT),
    ],
)
def test_a_void_deck_without_chance(variant: Variant, layout: str, rule: Rule) -> None:
    """Nothing can deal it again, and the error shows no cards."""
    deck = stacked(layout)
    for deals in (
        lambda: new_game(variant, deck=deck),
        lambda: start(variant, deck=Pack(deck)),
        lambda: new_match(variant, dealer=0).deal(deck=deck),
    ):
        error = refusal(DealError, rule, deals)
        assert isinstance(error, DealError)
        assert error.deck in {deck, Pack(deck)}
        assert told_cards(error) == set()


@pytest.mark.parametrize(
    "variant", [None, "classic", 2, Variant, {"players": 2}, ANY], ids=repr
)
@pytest.mark.parametrize(
    "asks",
    [
        lambda variant: new_game(variant, rng=1),
        lambda variant: start(variant, rng=1),
        lambda variant: new_match(variant, dealer=0),
        lambda variant: draw(variant, 1),
        lambda variant: judge(variant, pile=(), card=DECK[0], play=1),
        arrange,
        lambda variant: cut(Pack(DECK), 5, variant),
        lambda variant: score_cards(variant, ((), ())),
    ],
    ids=["new_game", "start", "new_match", "draw", "judge", "arrange", "cut", "score"],
)
def test_what_is_no_table(asks: Callable[[Any], object], variant: Any) -> None:
    """Everything that is asked of a table needs a Variant."""
    refusal(VariantError, None, lambda: asks(variant))


# The cut and packs.


@pytest.mark.rule("2.2")
@pytest.mark.parametrize(
    "at", [0, 52, -1, 1000, "5", 5.0, True, None, ANY, DECK[5]], ids=repr
)
def test_a_cut_that_lifts_no_packet(at: Any) -> None:
    """Between 1 and 51 cards are lifted."""
    for way in (Cut.PLAIN, Cut.RECUT, Cut.SEARCH, Cut.CUTTER_KEEPS):
        lifts = partial(cut, Pack(DECK), at, table(TWO, cut=way))
        error = refusal(DealError, Rule.CUT, lifts)
        assert told_cards(error) <= {str(DECK[5])}


@pytest.mark.rule("2.2")
@pytest.mark.parametrize("pack", [DECK, list(DECK), None, 5, ANY], ids=repr)
def test_what_is_no_pack_to_cut(pack: Any) -> None:
    """A cut takes a Pack, not a deck."""
    refusal(DealError, Rule.CUT, lambda: cut(pack, 5, PARTNERSHIP))


@pytest.mark.rule("2.2")
def test_a_cutter_who_has_seen_too_much() -> None:
    """In a thousand cuts, but no more, a jack may have been seen."""
    seen = (Card.parse("JC"),) * 1000
    assert Pack(DECK, cutter_saw=seen).cutter_saw == seen
    refusal(DealError, Rule.CUT, lambda: Pack(DECK, cutter_saw=(*seen, DECK[0])))


@pytest.mark.rule("2.2")
def test_a_table_without_a_cut() -> None:
    """There is nothing to cut by."""
    refusal(DealError, Rule.CUT, lambda: cut(Pack(DECK), 5, CLASSIC))


@pytest.mark.rule("2.5")
def test_a_cut_after_a_jack_was_kept() -> None:
    """The pack is ready to be dealt, and is not cut again."""
    pack = cut(Pack(DECK), 11, KEEPS)
    refusal(DealError, Rule.CUTTER_KEEPS, lambda: cut(pack, 5, KEEPS))


@pytest.mark.parametrize("pack", [DECK, None, "x", 5, ANY], ids=lambda p: repr(p)[:20])
def test_only_a_pack_can_be_cut(pack: Any) -> None:
    """Cards alone are made a Pack first."""
    with pytest.raises(DealError):
        cut(pack, 5, PARTNERSHIP)


@pytest.mark.rule("2.3", "2.4")
@pytest.mark.parametrize(
    ("variant", "rule", "lifts"),
    [(PARTNERSHIP_RECUT, Rule.RECUT, 2), (PARTNERSHIP, Rule.SEARCH, 2)],
)
def test_a_jack_that_asks_for_another_cut(
    variant: Variant, rule: Rule, lifts: int
) -> None:
    """The error has the pack to cut again, and its text shows no card."""
    pack = Pack(stacked("JC JD"))
    error = refusal(DealError, rule, lambda: cut(pack, lifts, variant))
    assert isinstance(error, DealError)
    assert error.deck.cards == pack.cards
    assert told_cards(error) == set()
    assert pack == Pack(stacked("JC JD"))


@pytest.mark.rule("2.5")
@pytest.mark.parametrize(
    "kept",
    [Card.parse("AC"), Card.parse("QS"), "JC", Rank.JACK, True, 0, ANY],
    ids=repr,
)
def test_only_a_jack_is_kept(kept: Any) -> None:
    """Neither another card nor what looks like a jack."""
    refusal(DealError, Rule.CUTTER_KEEPS, lambda: Pack(DECK, kept=kept))


@pytest.mark.rule("2.2")
@pytest.mark.parametrize(
    "saw", [("JC",), (None,), "JC", 5, None, True, (ANY,), Card.parse("JC")], ids=repr
)
def test_the_cutter_sees_cards(saw: Any) -> None:
    """Anything else is refused."""
    refusal(DealError, Rule.CUT, lambda: Pack(DECK, cutter_saw=saw))


@pytest.mark.rule("2.5")
@pytest.mark.parametrize("place", [0, 3, 5, 8, 51])
def test_a_kept_jack_in_the_wrong_place(place: int) -> None:
    """With the layout dealt first the cutter's first card is the fifth."""
    jack = Card.parse("JC")
    rest = [card for card in DECK if card is not jack]
    cards = (*rest[:place], jack, *rest[place:])
    pack = Pack(cards, cutter_saw=(jack,), kept=jack)
    error = refusal(DealError, Rule.CUTTER_KEEPS, lambda: new_game(KEEPS, deck=pack))
    assert told_cards(error) == set()


@pytest.mark.rule("2.5")
def test_a_jack_kept_at_another_table() -> None:
    """A pack cut for two players is none for three."""
    three = table(THREE_PLAYER, cut=Cut.CUTTER_KEEPS)
    pack = cut(Pack(DECK), 11, KEEPS)
    assert new_game(KEEPS, deck=pack).hands[0][0] is Card.parse("JC")
    refusal(DealError, Rule.CUTTER_KEEPS, lambda: new_game(three, deck=pack))


# Options of a table.


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("players", [1, 5, 0, -2, True, 2.0, "2", None, ANY]),
        ("partnership", [1, 0, None, "yes", ANY]),
        ("direction", ["clockwise", 0, None, Leader.DEALER, ANY]),
        ("first_dealer", ["random", 0, None, Leader.DEALER, ANY]),
        ("leader", ["eldest", 0, None, Direction.CLOCKWISE, ANY]),
        ("cut", ["none", True, None, Leader.DEALER, ANY]),
        ("bottom_card_exposed", [1, 0, None, "no", ANY]),
        ("deal_order", ["layout_first", 0, None, Leader.DEALER, ANY]),
        ("hand_size", [0, -4, 5, 48, True, 4.0, "4", None, ANY]),
        ("layout_face_up", [0, 2, 3, True, 1.0, "4", None, ANY]),
        ("opening_jack", ["leave", 0, None, LayoutRedeal.NEVER, ANY]),
        ("layout_redeal", ["never", False, None, OpeningJack.LEAVE, ANY]),
        ("hidden_seen_by", ["all", 0, None, Leader.DEALER, ANY]),
        ("pisti_points", [-1, True, 10.0, "10", None, ANY]),
        ("double_pisti_points", [-1, True, 20.0, "20", None, ANY]),
        ("jack_pisti_points", [-1, False, 0.0, "0", None, ANY]),
        ("pisti_on_first_play", [1, 0, None, "no", ANY]),
        ("pisti_on_last_play", [1, 0, None, "no", ANY]),
        (
            "card_points",
            [
                None,
                5,
                "A1",
                ANY,
                ["A"],
                [Rank.ACE],
                {"A": 1},
                {"10D": 3},
                {Suit.CLUBS: 1},
                {Rank.ACE: -1},
                {Rank.ACE: True},
                {Rank.ACE: 1.0},
                {Rank.ACE: "1"},
                {Rank.ACE: None},
                [(ANY, 1)],
                [(Rank.ACE, ANY)],
                [(Rank.ACE, 1, 2)],
                [(Rank.ACE, 1), (Rank.ACE, 2)],
            ],
        ),
        ("majority_points", [-1, True, 3.0, "3", None, ANY]),
        ("target", [0, -1, True, 151.0, "151", ANY]),
        ("hands", [0, -1, True, 1.0, "1", ANY]),
    ],
)
def test_a_value_that_an_option_cannot_have(option: str, values: list[Any]) -> None:
    """The error names the option and its rule, also for look-alikes."""
    for value in values:
        options = {option: value} | ({"hands": None} if option == "target" else {})
        error = refusal(VariantError, RULE_OF[option], partial(Variant, **options))
        assert isinstance(error, VariantError)
        assert option in error.fields


def test_every_option_is_tried() -> None:
    """No option was forgotten in the test above."""
    (marks,) = (
        mark
        for mark in test_a_value_that_an_option_cannot_have.pytestmark
        if mark.name == "parametrize"
    )
    assert [option for option, _ in marks.args[1]] == list(RULE_OF)


@pytest.mark.parametrize(
    ("options", "fields", "rule"),
    [
        ({"players": 2, "partnership": True}, {"players", "partnership"}, "1.4"),
        ({"players": 3, "partnership": True}, {"players", "partnership"}, "1.4"),
        ({"players": 2, "hand_size": 5}, {"players", "hand_size"}, "3.2"),
        ({"players": 3, "hand_size": 6}, {"players", "hand_size"}, "3.2"),
        (
            {"hand_size": 24, "bottom_card_exposed": True},
            {"hand_size", "bottom_card_exposed"},
            "2.6",
        ),
        (
            {"hand_size": 24, "opening_jack": OpeningJack.BURY},
            {"hand_size", "opening_jack"},
            "3.8",
        ),
        (
            {"bottom_card_exposed": True, "opening_jack": OpeningJack.BURY},
            {"bottom_card_exposed", "opening_jack"},
            "3.8",
        ),
        *(
            (
                {"layout_face_up": 4, "opening_jack": jack},
                {"layout_face_up", "opening_jack"},
                "3.10",
            )
            for jack in OpeningJack
            if jack is not OpeningJack.LEAVE
        ),
        *(
            (
                {"layout_face_up": 1, "layout_redeal": redeal},
                {"layout_face_up", "layout_redeal"},
                "3.11",
            )
            for redeal in LayoutRedeal
            if redeal is not LayoutRedeal.NEVER
        ),
        ({"target": 101, "hands": 3}, {"target", "hands"}, "7.4"),
        ({"target": None, "hands": None}, {"target", "hands"}, "7.1"),
    ],
)
def test_a_mix_of_options_that_no_table_can_have(
    options: dict[str, Any], fields: set[str], rule: str
) -> None:
    """Each option is possible alone, together they are not."""
    base: dict[str, Any] = {"opening_jack": OpeningJack.LEAVE}
    for make in (partial(Variant, **base), partial(attrs.evolve, CLASSIC)):
        error = refusal(VariantError, Rule(rule), partial(make, **options))
        assert isinstance(error, VariantError)
        assert set(error.fields) == fields


@pytest.mark.parametrize("name", ["whist", "", "CLASSIC", None, 5, ANY], ids=repr)
def test_a_preset_that_does_not_exist(name: Any) -> None:
    """There are no sources of a table that nobody described."""
    refusal(VariantError, None, lambda: preset_sources(name))


# Matches.


def finished(variant: Variant, dealer: int) -> State:
    """Play a hand of 10 and 6 points out."""
    return play_oldest(line_up(variant, "AS 2S 3S 4S", dealer=dealer))


@pytest.mark.rule("4.11")
@pytest.mark.parametrize("plays", [0, 11, 47])
def test_an_unfinished_hand_in_a_match(plays: int) -> None:
    """The match stays as it is, and its error shows no card."""
    match = new_match(TWO, dealer=1)
    state = play_oldest(line_up(TWO, "AS 2S 3S 4S"), plays)
    error = refusal(MatchError, Rule.END_OF_HAND, lambda: match.add(state))
    assert told_cards(error) == set()
    assert match == new_match(TWO, dealer=1)


@pytest.mark.parametrize(
    "variant", [COFFEEHOUSE, table(TWO, target=102), table(TWO, majority_points=2)]
)
def test_a_hand_of_another_table_in_a_match(variant: Variant) -> None:
    """Rules that differ in one option are other rules."""
    match = new_match(TWO, dealer=1)
    error = refusal(MatchError, None, lambda: match.add(finished(variant, 1)))
    assert told_cards(error) == set()


@pytest.mark.rule("7.5")
def test_a_hand_of_another_dealer_in_a_match() -> None:
    """The same hand cannot be added twice for that reason."""
    match = new_match(TWO, dealer=1)
    refusal(MatchError, Rule.NEXT_DEALER, lambda: match.add(finished(TWO, 0)))
    match = match.add(finished(TWO, 1))
    refusal(MatchError, Rule.NEXT_DEALER, lambda: match.add(finished(TWO, 1)))
    assert match.totals == (10, 6)


@pytest.mark.rule("7.1", "7.4")
@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"target": 10, "hands": None}, Rule.TARGET),
        ({"target": None, "hands": 1}, Rule.FIXED_HANDS),
    ],
)
def test_a_match_that_is_over(options: dict[str, Any], rule: Rule) -> None:
    """It deals no hand and takes none."""
    variant = table(TWO, **options)
    match = new_match(variant, dealer=1).add(finished(variant, 1))
    for asks in (
        lambda: match.start(rng=1),
        lambda: match.deal(rng=1),
        lambda: match.deal(deck=DECK),
        lambda: match.add(finished(variant, 0)),
    ):
        refusal(MatchError, rule, asks)
    assert match.totals == (10, 6)


@pytest.mark.parametrize(
    "state", [None, "x", 5, (10, 6), DECK, ANY, State], ids=lambda s: repr(s)[:20]
)
def test_what_is_no_hand_in_a_match(state: Any) -> None:
    """Only a State can be added."""
    match = new_match(TWO, dealer=1)
    error = refusal(MatchError, None, lambda: match.add(state))
    assert told_cards(error) == set()


def test_a_score_is_no_hand_in_a_match() -> None:
    """The score of a hand is not the hand."""
    score: Any = score_hand(finished(TWO, 1))
    refusal(MatchError, None, lambda: new_match(TWO, dealer=1).add(score))


# Questions without a game.


@pytest.mark.rule("3.1", "3.2", "1.1")
@pytest.mark.parametrize(
    ("wanted", "rule"),
    [
        ({"layout": DECK[:5]}, Rule.LAYOUT),
        ({"packets": [DECK[:5]]}, Rule.PACKETS),
        ({"packets": [()] * 13}, Rule.PACKETS),
        ({"layout": DECK[:2], "packets": [DECK[1:3]]}, Rule.PACK),
        ({"packets": [DECK[:2], DECK[1:3]]}, Rule.PACK),
        ({"packets": [(DECK[0], DECK[0])]}, Rule.PACK),
        ({"layout": (DECK[0], DECK[0])}, Rule.PACK),
        ({"layout": ("7H",)}, Rule.PACK),
        ({"layout": "7H"}, Rule.PACK),
        ({"layout": (None,)}, Rule.PACK),
        ({"layout": (ANY,)}, Rule.PACK),
        ({"layout": (Same(DECK[0]),)}, Rule.PACK),
        ({"packets": [("7H",)]}, Rule.PACK),
        ({"packets": [(ANY,)]}, Rule.PACK),
    ],
)
def test_a_position_that_cannot_be_arranged(wanted: dict[str, Any], rule: Rule) -> None:
    """Too many cards, a card twice, or no cards."""
    refusal(DealError, rule, lambda: arrange(TWO, **wanted))


@pytest.mark.parametrize(
    "wanted",
    [
        {"layout": 5},
        {"layout": None},
        {"packets": 5},
        {"packets": None},
        {"packets": [5]},
        {"packets": DECK[:4]},
        {"packets": "7H"},
    ],
)
def test_a_position_of_no_cards(wanted: dict[str, Any]) -> None:
    """What has no cards in it at all is refused like wrong cards."""
    with pytest.raises(DealError):
        arrange(TWO, **wanted)


@pytest.mark.rule("4.3")
@pytest.mark.parametrize("card", ["7S", None, 7, True, ANY, Same(DECK[0])], ids=repr)
def test_judging_what_is_no_card(card: Any) -> None:
    """Only a card can be played to a pile."""
    error = refusal(
        IllegalMoveError,
        Rule.CARD_IN_HAND,
        lambda: judge(CLASSIC, pile=parse_cards("7H"), card=card, play=20),
    )
    assert isinstance(error, IllegalMoveError)
    assert error.move is card


@pytest.mark.rule("4.11")
@pytest.mark.parametrize(
    "number", [0, 49, -1, True, 20.0, "20", None, ANY, 1000], ids=repr
)
def test_judging_a_play_that_does_not_exist(number: Any) -> None:
    """A hand has plays 1 to 48."""
    refusal(
        IllegalMoveError,
        Rule.END_OF_HAND,
        lambda: judge(CLASSIC, pile=(), card=DECK[0], play=number),
    )


@pytest.mark.rule("1.1")
@pytest.mark.parametrize(
    ("pile", "hidden"),
    [
        ("7S", ""),
        ("7H 7H", ""),
        ("7H 7S 9C", ""),
        ("7H", "7H"),
        ("7H", "7S"),
        ("7H", "2C 2C"),
    ],
)
def test_judging_a_card_twice(pile: str, hidden: str) -> None:
    """Pile, hidden cards and the card played are of one pack."""
    refusal(
        DealError,
        Rule.PACK,
        lambda: judge(
            CLASSIC,
            pile=parse_cards(pile),
            card=Card.parse("7S"),
            play=20,
            hidden=parse_cards(hidden),
        ),
    )


@pytest.mark.rule("1.1")
@pytest.mark.parametrize(
    "heap", ["7H", ("7H",), (None,), (ANY,), (7,), (Same(DECK[0]),)], ids=repr
)
def test_judging_a_pile_of_no_cards(heap: Any) -> None:
    """Neither the pile nor the hidden cards may hold anything else."""
    card = Card.parse("7S")
    for asks in (
        lambda: judge(CLASSIC, pile=heap, card=card, play=20),
        lambda: judge(CLASSIC, pile=DECK[3:4], card=card, play=20, hidden=heap),
    ):
        refusal(DealError, Rule.PACK, asks)


@pytest.mark.parametrize("heap", [5, None, True, DECK[0]], ids=repr)
def test_judging_without_a_heap(heap: Any) -> None:
    """What has no cards in it at all is refused like wrong cards."""
    card = Card.parse("7S")
    with pytest.raises(DealError):
        judge(CLASSIC, pile=heap, card=card, play=20)
    with pytest.raises(DealError):
        judge(CLASSIC, pile=(), card=card, play=20, hidden=heap)


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("heaps", [(), (DECK,), ((), (), ())], ids=len)
def test_scoring_heaps_of_other_sides(heaps: Any) -> None:
    """There are as many heaps as sides."""
    refusal(DealError, Rule.PLAYERS, lambda: score_cards(CLASSIC, heaps))


@pytest.mark.rule("1.1")
@pytest.mark.parametrize(
    "heaps",
    [
        (DECK, DECK[:1]),
        (DECK[:2], DECK[1:3]),
        ((DECK[0], DECK[0]), ()),
        (("AC",), ()),
        ("AC", ()),
        ((), (None,)),
        ((), (ANY,)),
        ((Same(DECK[0]),), ()),
    ],
    ids=lambda heaps: repr(heaps)[:40],
)
def test_scoring_what_is_not_of_one_pack(heaps: Any) -> None:
    """A card twice, or no cards."""
    refusal(DealError, Rule.PACK, lambda: score_cards(CLASSIC, heaps))


@pytest.mark.parametrize("heaps", [5, None, (5, ()), ((), None), DECK[:2]], ids=repr)
def test_scoring_without_heaps(heaps: Any) -> None:
    """What has no cards in it at all is refused like wrong cards."""
    with pytest.raises(DealError):
        score_cards(CLASSIC, heaps)


@pytest.mark.rule("5.7")
def test_scoring_a_bonus_with_cards_of_another_side() -> None:
    """A bonus is earned by cards that its own side has captured."""
    bonus = Bonus(0, 10, Rule.PISTI, parse_cards("9C 9D"))
    heaps: list[tuple[tuple[Card, ...], ...]] = [
        ((), ()),
        ((), DECK),
        (parse_cards("9C"), parse_cards("9D")),
    ]
    for captured in heaps:
        score = partial(score_cards, CLASSIC, captured, (bonus,), final=False)
        refusal(DealError, Rule.PISTI_CARDS_COUNT, score)


@pytest.mark.rule("4.12", "4.13")
@pytest.mark.parametrize("cards", [1, 26, 51])
def test_scoring_a_finished_hand_with_cards_missing(cards: int) -> None:
    """All cards are captured in the end, or none is."""
    heaps = (DECK[: cards // 2], DECK[cards // 2 : cards])
    refusal(DealError, Rule.RESIDUE, lambda: score_cards(CLASSIC, heaps))
    assert not score_cards(CLASSIC, heaps, final=False).final
    assert score_cards(CLASSIC, ((), ())).totals == (0, 0)


@pytest.mark.rule("1.1")
def test_scoring_two_bonuses_with_one_card() -> None:
    """A card is captured once, so it earns one bonus."""
    bonus = Bonus(0, 10, Rule.PISTI, parse_cards("9C 9D"))
    other = Bonus(0, 10, Rule.PISTI, parse_cards("9D 9H"))
    for again in (bonus, other):
        score = partial(score_cards, CLASSIC, (DECK, ()), (bonus, again))
        refusal(DealError, Rule.PACK, score)


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("seat", [2, -1, *LOOK_ALIKES], ids=repr)
def test_scoring_a_bonus_of_nobody(seat: Any) -> None:
    """A bonus belongs to one of the seats."""
    bonus = Bonus(0, 10, Rule.PISTI, parse_cards("9C 9D"))
    wrong = Bonus(seat, 10, Rule.PISTI, parse_cards("8C 8D"))
    heaps = (parse_cards("9C 9D"), parse_cards("8C 8D"))
    error = refusal(
        SeatError,
        Rule.PLAYERS,
        lambda: score_cards(CLASSIC, heaps, (bonus, wrong), final=False),
    )
    assert isinstance(error, SeatError)
    assert error.seat is seat


@pytest.mark.parametrize("bonuses", [(3,), (None,), 5, ("x",), (10, 20)], ids=repr)
def test_scoring_what_is_no_bonus(bonuses: Any) -> None:
    """Only a Bonus is one."""
    refusal(DealError, Rule.HAND_SCORE, lambda: score_cards(CLASSIC, ((), ()), bonuses))


@pytest.mark.rule("7.6")
@pytest.mark.parametrize("points", [-1, True, 10.0, "10", None, ANY], ids=repr)
def test_a_tally_of_no_number(points: Any) -> None:
    """Points are a whole number from 0."""
    refusal(MatchError, Rule.GATE_TALLY, lambda: tally(points))


# Text.


@pytest.mark.parametrize(
    ("text", "word", "line", "column"),
    [
        ("1X", "1X", 1, 1),
        ("7H 1X", "1X", 1, 4),
        ("  7H   QQ 8D", "QQ", 1, 8),
        ("7H 8D\n  QQ", "QQ", 2, 3),
        ("7H\n\n\nAS ZZ", "ZZ", 4, 4),
        ("7H\r\nZZ", "ZZ", 2, 1),
        ("7H\tZZ", "ZZ", 1, 4),
        ("7H,8D", "7H,8D", 1, 1),
        ("JS JOKER 1X", "JOKER", 1, 4),
    ],
)
def test_where_text_cannot_be_read(
    text: str, word: str, line: int, column: int
) -> None:
    """The error tells the first word that is no card, and its place."""
    error = refusal(NotationError, None, lambda: parse_cards(text))
    assert isinstance(error, NotationError)
    assert (error.text, error.line, error.column) == (word, line, column)
    assert word in str(error)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "7",
        "H",
        "H7",
        "7H ",
        " 7H",
        "7 H",
        "7HH",
        "1D",
        "11D",
        "1OD",
        "0D",
        "010D",
        "JOKER",
        "XX",
        "7X",
        "٣D",
        "²D",
        "\uff17H",
        "7\u017f",
        "7H\n",
        "-7H",
        "TTD",
    ],
)
def test_what_is_no_text_of_a_card(text: str) -> None:
    """Nothing is guessed, cut off or put right."""
    error = refusal(NotationError, None, lambda: Card.parse(text))
    assert isinstance(error, NotationError)
    assert (error.text, error.line, error.column) == (text, 1, 1)


@pytest.mark.parametrize("text", [None, 7, True, b"7H", ANY, ["7H"], DECK[0]], ids=repr)
def test_what_is_no_text(text: Any) -> None:
    """Cards are read from str alone."""
    refusal(NotationError, None, lambda: Card.parse(text))
    refusal(NotationError, None, lambda: parse_cards(text))


@pytest.mark.parametrize(
    ("rank", "suit"),
    [
        ("A", "C"),
        ("A", Suit.CLUBS),
        (Rank.ACE, "C"),
        (Suit.CLUBS, Rank.ACE),
        (None, None),
        (1, Suit.CLUBS),
        (ANY, ANY),
        (Rank.ACE, ANY),
    ],
    ids=repr,
)
def test_a_card_of_no_rank_or_suit(rank: Any, suit: Any) -> None:
    """A card is made of a Rank and a Suit."""
    refusal(NotationError, None, lambda: Card(rank, suit))


# The errors themselves.


def every_error() -> dict[str, PistiError]:
    """Cause an error of each type."""
    state = position()
    over = table(TWO, target=10)
    void: Any = stacked(FOUR_JACKS)
    calls: dict[str, Callable[[], object]] = {
        "move": lambda: apply_move(state, DECK[-1]),
        "turn": lambda: apply_move(state, DECK[-1], seat=1),
        "seat": lambda: apply_move(state, DECK[-1], seat=7),
        "deck": lambda: new_game(PARTNERSHIP, deck=void),
        "dealer": lambda: new_game(TWO, dealer=9),
        "rng": lambda: shuffle("x"),  # type: ignore[arg-type]
        "cut": lambda: cut(Pack(DECK), 11, PARTNERSHIP_RECUT),
        "variant": lambda: Variant(players=3, partnership=True),
        "match": lambda: new_match(over, dealer=1).add(state),
        "notation": lambda: parse_cards("7H\n8D 1X"),
        "tally": lambda: tally(-1),
    }
    errors = {}
    for name, call in calls.items():
        with pytest.raises(PistiError) as caught:
            call()
        errors[name] = caught.value
    return errors


@pytest.mark.parametrize("name", every_error())
def test_errors_survive_a_pickle(name: str) -> None:
    """Type, message, rule and data are the same afterwards."""
    error = every_error()[name]
    again = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert type(again) is type(error)
    assert (str(again), repr(again)) == (str(error), repr(error))
    assert again.rule is error.rule
    data = ("move", "seat", "players", "deck", "dealer", "rng", "fields")
    for attribute in (*data, "text", "line", "column"):
        missing = object()
        assert (getattr(again, attribute, missing) is missing) == (
            getattr(error, attribute, missing) is missing
        )
        assert getattr(again, attribute, 0) == getattr(error, attribute, 0)


def test_errors_carry_their_data() -> None:
    """What a program needs to know is in attributes, not only in the message."""
    errors: dict[str, Any] = every_error()
    assert (errors["move"].move, errors["move"].seat) == (DECK[-1], 0)
    assert (errors["turn"].move, errors["turn"].seat) == (DECK[-1], 1)
    assert (errors["seat"].seat, errors["seat"].players) == (7, 2)
    assert errors["dealer"].dealer == 9
    assert errors["rng"].rng == "x"
    assert errors["cut"].deck == Pack(DECK, cutter_saw=(Card.parse("JC"),))
    assert set(errors["variant"].fields) == {"players", "partnership"}
    assert errors["notation"].text == "1X"
    assert (errors["notation"].line, errors["notation"].column) == (2, 4)


def test_all_errors_are_value_errors() -> None:
    """One except clause is enough, by either name."""
    kinds = {type(error) for error in every_error().values()}
    assert kinds == {
        IllegalMoveError,
        SeatError,
        DealError,
        VariantError,
        MatchError,
        NotationError,
    }
    assert all(issubclass(kind, PistiError) for kind in kinds)
    assert issubclass(PistiError, ValueError)

"""Every option of a table changes something: a fixed case for each of its values."""

from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

import attrs
import pytest
from hypothesis import given
from strategies import Hand, finish, hands, texts

from pisti import (
    CLASSIC,
    DECK,
    FOUR_PLAYER,
    PARTNERSHIP,
    XERI,
    BottomCardShown,
    Card,
    Cut,
    DealError,
    DealOrder,
    Direction,
    FirstDealer,
    HiddenSeenBy,
    LayoutRedeal,
    Leader,
    OpeningJack,
    Pack,
    PackCut,
    PileCaptured,
    Rank,
    Rule,
    State,
    UpCardTurned,
    Variant,
    VariantError,
    arrange,
    cut,
    new_game,
    new_match,
    parse_cards,
    score_hand,
    shuffle,
    start,
    step,
)

TABLE = Variant()
LAYOUT_FIRST = attrs.evolve(CLASSIC, deal_order=DealOrder.LAYOUT_FIRST)

# Played oldest card first by two, it ends with a lone five matched by the last play,
# 28 cards against 24, and 8 points against 18 without that last pişti.
KNOWN_DECK = parse_cards(
    """
    8S 4H 4D 7D 2H 3H 3D 9H 2S 10C QD 2C QS 4C 7S 8H 6D 6H 4S QC 7H JC 10D 6S 10S KS
    QH 8D KC KH 5S 5C 9D 8C JH 6C 2D 7C 9C JS 3C 9S KD 10H JD AS AC 5D 3S AD AH 5H
    """
)


# Looks at a table


def rule_of(error: DealError) -> str:
    """Give the number of the rule that an error names."""
    assert error.rule is not None
    return error.rule.id


def deal(variant: Variant) -> State:
    """Deal the ordered pack."""
    return new_game(variant, deck=DECK)


def first_deal(variant: Variant) -> tuple[list[list[str]], list[str], int]:
    """Look at the hands, the hidden cards and the stock of the ordered pack."""
    state = deal(variant)
    return list(map(texts, state.hands)), texts(state.hidden), len(state.stock)


def shown_layout(variant: Variant) -> tuple[list[str], list[str]]:
    """Look at the pile and the hidden cards of the ordered pack."""
    state = deal(variant)
    return texts(state.pile), texts(state.hidden)


def shown_bottom(variant: Variant) -> list[str]:
    """Look for a bottom card of the ordered pack."""
    _, events = start(variant, deck=DECK)
    return texts(e.card for e in events if isinstance(e, BottomCardShown))


def first_turn(variant: Variant) -> int | None:
    """Look who plays first where seat 1 deals."""
    return new_game(variant, deck=DECK, dealer=1).turn


def first_dealer(variant: Variant) -> tuple[int, bool]:
    """Look who deals first by a known seed, where the ten beats the four."""
    match = new_match(variant, rng=123456789)
    return match.dealer, match.draw is not None


def cut_at_a_jack(variant: Variant) -> tuple[list[str], list[str]] | str:
    """Lift 11 cards of the ordered pack; the lowest of them is the jack of clubs."""
    try:
        pack = cut(Pack(DECK), 11, variant)
    except DealError as error:
        return rule_of(error)
    # The layout and the first packet, the cutter's where there are two players.
    return texts(pack.cards[3:6] + pack.cards[-3:]), texts(pack.cutter_saw)


def cut_of_a_deal(variant: Variant) -> tuple[bool, int, bool]:
    """Look at a known seed's deal: is it told, how it moved, and what was seen."""
    state, events = start(variant, rng=7)
    told = any(isinstance(event, PackCut) for event in events)
    pack = state.setup.pack
    return told, shuffle(7).cards.index(pack.cards[0]), bool(pack.cutter_saw)


def turned_jack(variant: Variant) -> dict[str, list[str]] | str:
    """Look at what becomes of a jack that is turned up."""
    pack = arrange(variant, layout=parse_cards("2C 3C 4C JH"))
    try:
        state = new_game(variant, deck=pack)
    except DealError as error:
        return rule_of(error)
    return {
        "pile": texts(state.pile),
        "passed": texts(state.setup.passed),
        "last": texts(state.stock[-1:]),
    }


def open_layouts(variant: Variant) -> list[str]:
    """Look which of four open layouts are not dealt again."""
    stand = []
    for layout in ("5C 9D KS QH", "5C 5D KS QH", "5C 9D KS KH", "5C 9D KS JH"):
        try:
            new_game(variant, deck=arrange(variant, layout=parse_cards(layout)))
        except DealError:
            continue
        stand.append(layout)
    return stand


def play(variant: Variant, packets: str, moves: str) -> tuple[State, PileCaptured]:
    """Play from a lone king of hearts; gives the last capture of these moves."""
    pack = arrange(
        variant,
        layout=parse_cards("KH"),
        packets=map(parse_cards, packets.split(",")),
    )
    state = new_game(variant, deck=pack)
    captures = []
    for move in parse_cards(moves):
        state, events = step(state, move)
        captures += [event for event in events if isinstance(event, PileCaptured)]
    return state, captures[-1]


def watchers(
    variant: Variant,
) -> tuple[tuple[int | None, ...], tuple[int | None, ...]]:
    """Look who sees the hidden cards before play 1, and when seat 1 takes them."""
    pack = arrange(variant, layout=parse_cards("KH"), packets=[(), parse_cards("JS")])
    state, events = start(variant, deck=pack)
    early = [event.seen_by for event in events if isinstance(event, UpCardTurned)]
    state, _ = step(state, state.hands[0][0])
    _, events = step(state, Card.parse("JS"))
    late = [event.seen_by for event in events if isinstance(event, PileCaptured)]
    return early[0], late[0]


def paid(packets: str, moves: str) -> Callable[[Variant], tuple[int, str]]:
    """Look at the bonus of the last capture, and its rule."""

    def look(variant: Variant) -> tuple[int, str]:
        state, event = play(variant, packets, moves)
        bonuses = [bonus.points for bonus in state.won.bonuses]
        assert bonuses == [event.bonus] * bool(event.bonus)
        return event.bonus, event.rule.id

    return look


def running_totals(variant: Variant) -> tuple[int, ...]:
    """Look at the points after the first play captures."""
    return score_hand(play(variant, "KS", "KS")[0]).totals


def pisti_by_seat_2(variant: Variant) -> tuple[int, ...]:
    """Look at the points after a capture by seat 0 and a pişti by seat 2."""
    return score_hand(play(variant, "KS,7H,7D", "KS 7H 7D")[0]).totals


def known_totals(variant: Variant) -> tuple[int, ...]:
    """Look at the points of the known deck."""
    return score_hand(finish(new_game(variant, deck=KNOWN_DECK))).totals


def match_of_one(variant: Variant) -> tuple[bool, tuple[int, ...]]:
    """Look whether a match is over after the known deck, and who has won."""
    match = new_match(variant, dealer=1)
    match = match.add(finish(match.deal(deck=KNOWN_DECK)))
    return match.is_over, match.winners


# The cases


class Case(NamedTuple):
    """What a look at a table gives before and after some options are changed."""

    table: Variant
    changes: dict[str, Any]
    look: Callable[[Variant], object]
    before: object
    after: object


def table(base: Variant = TABLE, **options: Any) -> Variant:
    """Change some options of a table."""
    return attrs.evolve(base, **options)


FACE_DOWN = ["AC", "2C", "3C"]
FIRST_HAND = ["5C", "6C", "7C", "8C"]
SECOND_HAND = ["9C", "10C", "JC", "QC"]
THIRD_HAND = ["KC", "AD", "2D", "3D"]
OPEN = ("5C 9D KS QH", "5C 5D KS QH", "5C 9D KS KH", "5C 9D KS JH")
PASSED = {"pile": ["4C"], "passed": ["JH"], "last": ["JS"]}
WATCHED = table(PARTNERSHIP, hidden_seen_by=HiddenSeenBy.CAPTURER)
LEFT = table(opening_jack=OpeningJack.LEAVE)
NEVER = table(XERI, layout_redeal=LayoutRedeal.NEVER)

CASES = {
    "players": [
        Case(
            TABLE,
            {"players": 3},
            first_deal,
            ([FIRST_HAND, SECOND_HAND], FACE_DOWN, 40),
            ([FIRST_HAND, SECOND_HAND, THIRD_HAND], FACE_DOWN, 36),
        ),
    ],
    "partnership": [
        Case(
            FOUR_PLAYER, {"partnership": True}, pisti_by_seat_2, (3, 0, 10, 0), (13, 0)
        ),
    ],
    "first_dealer": [
        Case(
            TABLE,
            {"first_dealer": FirstDealer.HIGH_CARD},
            first_dealer,
            (1, False),
            (0, True),
        ),
    ],
    "leader": [
        Case(TABLE, {"leader": Leader.DEALER}, first_turn, 0, 1),
    ],
    "cut": [
        Case(
            TABLE,
            {"cut": Cut.PLAIN},
            cut_at_a_jack,
            "2.2",
            (["2D", "3D", "4D", "9C", "10C", "JC"], []),
        ),
        Case(TABLE, {"cut": Cut.RECUT}, cut_at_a_jack, "2.2", "2.3"),
        Case(
            TABLE,
            {"cut": Cut.SEARCH},
            cut_at_a_jack,
            "2.2",
            (["2D", "3D", "4D", "9C", "JC", "10C"], ["JC", "10C"]),
        ),
        Case(
            TABLE,
            {"cut": Cut.CUTTER_KEEPS},
            cut_at_a_jack,
            "2.2",
            (["2D", "JC", "3D", "8C", "9C", "10C"], ["JC"]),
        ),
        Case(
            TABLE,
            {"cut": Cut.PLAIN},
            cut_of_a_deal,
            (False, 0, False),
            (True, 7, False),
        ),
    ],
    "bottom_card_exposed": [
        Case(TABLE, {"bottom_card_exposed": True}, shown_bottom, [], ["KS"]),
    ],
    "deal_order": [
        Case(
            TABLE,
            {"deal_order": DealOrder.HANDS_FIRST},
            first_deal,
            ([FIRST_HAND, SECOND_HAND], FACE_DOWN, 40),
            ([["AC", "2C", "3C", "4C"], FIRST_HAND], ["9C", "10C", "JC"], 40),
        ),
    ],
    "hand_size": [
        Case(
            TABLE,
            {"hand_size": 2},
            first_deal,
            ([FIRST_HAND, SECOND_HAND], FACE_DOWN, 40),
            ([["5C", "6C"], ["7C", "8C"]], FACE_DOWN, 44),
        ),
    ],
    "layout_face_up": [
        Case(
            LEFT,
            {"layout_face_up": 4},
            shown_layout,
            (["4C"], FACE_DOWN),
            ([*FACE_DOWN, "4C"], []),
        ),
    ],
    "opening_jack": [
        Case(
            TABLE,
            {"opening_jack": OpeningJack.BURY},
            turned_jack,
            PASSED,
            {"pile": ["KC"], "passed": [], "last": ["JH"]},
        ),
        Case(TABLE, {"opening_jack": OpeningJack.REDEAL}, turned_jack, PASSED, "3.9"),
        Case(
            TABLE,
            {"opening_jack": OpeningJack.LEAVE},
            turned_jack,
            PASSED,
            {"pile": ["JH"], "passed": [], "last": ["JS"]},
        ),
    ],
    "layout_redeal": [
        Case(
            NEVER,
            {"layout_redeal": LayoutRedeal.TOP_JACK},
            open_layouts,
            list(OPEN),
            list(OPEN[:3]),
        ),
        Case(
            NEVER,
            {"layout_redeal": LayoutRedeal.TOP_JACK_OR_PAIR},
            open_layouts,
            list(OPEN),
            list(OPEN[:2]),
        ),
        Case(
            NEVER,
            {"layout_redeal": LayoutRedeal.ANY_PAIR},
            open_layouts,
            list(OPEN),
            list(OPEN[:1]),
        ),
    ],
    "hidden_seen_by": [
        Case(
            WATCHED,
            {"hidden_seen_by": HiddenSeenBy.SIDE},
            watchers,
            ((), (1,)),
            ((), (1, 3)),
        ),
        Case(
            WATCHED,
            {"hidden_seen_by": HiddenSeenBy.ALL},
            watchers,
            ((), (1,)),
            ((), (0, 1, 2, 3, None)),
        ),
        Case(
            WATCHED,
            {"hidden_seen_by": HiddenSeenBy.LEADER},
            watchers,
            ((), (1,)),
            ((0,), (0, 1)),
        ),
    ],
    "pisti_points": [
        Case(
            TABLE,
            {"pisti_points": 12},
            paid("KS 7S,7H", "KS 7H 7S"),
            (10, "5.1"),
            (12, "5.1"),
        ),
    ],
    "double_pisti_points": [
        Case(
            TABLE,
            {"double_pisti_points": 30},
            paid("KS JS,JH", "KS JH JS"),
            (20, "5.2"),
            (30, "5.2"),
        ),
    ],
    "jack_pisti_points": [
        Case(
            TABLE,
            {"jack_pisti_points": 5},
            paid("KS JS,7H", "KS 7H JS"),
            (0, "5.3"),
            (5, "5.3"),
        ),
    ],
    "pisti_on_first_play": [
        Case(
            TABLE,
            {"pisti_on_first_play": True},
            paid("KS", "KS"),
            (0, "5.4"),
            (10, "5.1"),
        ),
    ],
    "pisti_on_last_play": [
        Case(
            LAYOUT_FIRST,
            {"pisti_on_last_play": False},
            known_totals,
            (8, 28),
            (8, 18),
        ),
    ],
    "card_points": [
        # The ace and the two of clubs are among the hidden cards, with two kings.
        Case(
            TABLE,
            {"card_points": {Rank.KING: 4, Card.parse("KH"): 1}},
            running_totals,
            (3, 0),
            (5, 0),
        ),
    ],
    "majority_points": [
        Case(LAYOUT_FIRST, {"majority_points": 5}, known_totals, (8, 28), (10, 28)),
    ],
    "target": [
        Case(
            table(LAYOUT_FIRST, target=28, hands=None),
            {"target": 29},
            match_of_one,
            (True, (1,)),
            (False, ()),
        ),
    ],
    "hands": [
        Case(LAYOUT_FIRST, {"hands": 2}, match_of_one, (True, (1,)), (False, ())),
        Case(
            LAYOUT_FIRST,
            {"hands": None, "target": 29},
            match_of_one,
            (True, (1,)),
            (False, ()),
        ),
    ],
}
NAMED_CASES = [
    pytest.param(name, case, id=f"{name}-{number}")
    for name, cases in CASES.items()
    for number, case in enumerate(cases)
]
# What validity forces to be changed together.
TOGETHER = {"hands": {"target"}}


@pytest.mark.parametrize(("name", "case"), NAMED_CASES)
def test_option(name: str, case: Case) -> None:
    """The option alone changes what is dealt, played, shown or won."""
    changed = attrs.evolve(case.table, **case.changes)
    different = {
        field.name
        for field in attrs.fields(Variant)
        if getattr(case.table, field.name) != getattr(changed, field.name)
    }
    assert name in different
    assert different <= {name} | TOGETHER.get(name, set())
    assert case.before != case.after
    assert case.look(case.table) == case.before
    assert case.look(changed) == case.after


def test_every_option_has_a_case() -> None:
    """No option is without a case; the direction is shown to change nothing."""
    options = {field.name for field in attrs.fields(Variant)}
    assert {*CASES, "direction"} == options


@pytest.mark.parametrize("name", CASES)
def test_every_value_has_a_case(name: str) -> None:
    """All values of an option with few values are looked at."""
    default = getattr(attrs.fields(Variant), name).default
    values: set[Any] = {False, True} if isinstance(default, bool) else set()
    if isinstance(default, Enum):
        values = set(type(default))
    seen = {
        getattr(variant, name)
        for case in CASES[name]
        for variant in (case.table, attrs.evolve(case.table, **case.changes))
    }
    assert values <= seen
    assert len(seen) > 1


@pytest.mark.rule("6.1")
def test_card_points_have_up_to_nine_digits() -> None:
    """As the points of all else."""
    dear = Variant(card_points={Rank.ACE: 999_999_999})
    assert dear.points_by_card[Card.parse("AS")] == 999_999_999
    with pytest.raises(VariantError) as refused:
        Variant(card_points={Rank.ACE: 10**9})
    assert refused.value.rule is Rule.CARD_POINTS


def test_options_have_names() -> None:
    """A number alone does not say which option it is for."""
    with pytest.raises(TypeError):
        Variant(2)  # type: ignore[call-arg]


@pytest.mark.rule("1.5")
@given(hands())
def test_direction_is_for_front_ends(hand: Hand) -> None:
    """The direction changes nothing but itself, in deal, play, score and match."""
    tales = []
    for direction in Direction:
        variant = attrs.evolve(hand.deal.variant, direction=direction)
        state, events = attrs.evolve(hand.deal, variant=variant).start()
        told: list[Any] = [events, state.setup.turns]
        match = new_match(variant, rng=hand.deal.seed)
        told += [match.first_dealer, match.draw]
        for choice in hand.choices:
            moves = state.hands[state.setup.turns[state.ply]]
            state, events = step(state, moves[choice % len(moves)])
            told += [events, state.plays, state.hands, state.pile, state.won]
        told.append(attrs.astuple(state.setup, recurse=False)[1:])
        told.append(score_hand(state))
        assert state.variant.direction is direction
        tales.append(told)
    assert tales[0] == tales[1]

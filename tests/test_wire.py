"""Messages in JSON: written by hand, and back, and nothing else, and no secret."""

import copy
import json
import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any, TypeAlias, get_args

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from permuting import sees_hidden
from strategies import finish
from tables import FOUR_JACKS, TWO, line_up, play, stacked, table

from pisti import (
    CLASSIC,
    DECK,
    THREE_PLAYER,
    VARIANTS,
    Bonus,
    BottomCardShown,
    CaptureKind,
    Card,
    CardPlayed,
    Denial,
    Draw,
    Event,
    FirstDealer,
    HandOver,
    JackBuried,
    JackPassed,
    LayoutDealt,
    Match,
    NotationError,
    OpeningJack,
    PackCut,
    PacketsDealt,
    PackShuffled,
    PileCaptured,
    Redeal,
    ResidueAwarded,
    Rule,
    State,
    UpCardTurned,
    Variant,
    View,
    arrange,
    new_game,
    parse_cards,
    redact,
    score_cards,
    score_hand,
    start,
    step,
    view,
)
from pisti.strategies import hands, matches, seats, variants
from pisti.wire import (
    DERIVED,
    MAX_LENGTH,
    Message,
    converter,
    from_data,
    from_json,
    schema,
    to_data,
    to_json,
)

ROOT = Path(__file__).parent.parent
KINDS = {kind.__name__: kind for kind in get_args(Message)}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
TEXTS = [rank + suit for suit in "CDHS" for rank in RANKS]


# Written by hand

CLASSIC_DATA = {
    "players": 2,
    "partnership": False,
    "direction": "counterclockwise",
    "first_dealer": "random",
    "leader": "eldest",
    "cut": "none",
    "bottom_card_exposed": False,
    "deal_order": "hands_first",
    "hand_size": 4,
    "layout_face_up": 1,
    "opening_jack": "leave",
    "layout_redeal": "never",
    "hidden_seen_by": "capturer",
    "pisti_points": 10,
    "double_pisti_points": 20,
    "jack_pisti_points": 0,
    "pisti_on_first_play": False,
    "pisti_on_last_play": True,
    "card_points": {"A": 1, "J": 1, "2C": 2, "10D": 3},
    "majority_points": 3,
    "target": None,
    "hands": 1,
    "sides": [[0], [1]],
}

VIEW_DATA: dict[str, Any] = {
    "type": "View",
    "variant": {**CLASSIC_DATA, "hand_size": 1},
    "seat": 1,
    "dealer": 1,
    "cutter_saw": [],
    "kept": None,
    "bottom": [],
    "opening": ["7H"],
    "beside": [None, None, None],
    "passed": [],
    "buried": [],
    "packets": [["9C"], ["8C"]],
    "plays": ["7S", "9C", "9H"],
    "hands": [[], ["8C"]],
    "pile": [],
    "captured": [[None, None, None, "7H", "7S", "9C", "9H"], []],
    "bonuses": [{"seat": 0, "points": 10, "rule": "5.1", "cards": ["9C", "9H"]}],
    "last_capturer": 0,
    "leader": 0,
    "eldest": 0,
    "cutter": 0,
    "ply": 3,
    "round": 2,
    "turn": 1,
    "is_over": False,
    "hand": ["8C"],
    "legal_moves": ["8C"],
    "up_card": "7H",
    "bottom_card": None,
    "hidden": [],
    "stock": [None] * 44,
    "unseen": [text for text in TEXTS if text not in {"7H", "7S", "9C", "9H", "8C"}],
    "captures": [
        {
            "seat": 0,
            "card": "7S",
            "pile": ["7H"],
            "hidden": [None, None, None],
            "passed": [],
            "seen_by": [0],
            "kind": "rank",
            "bonus": 0,
            "denied": "first_play",
            "rule": "5.4",
            "ply": 1,
        },
        {
            "seat": 0,
            "card": "9H",
            "pile": ["9C"],
            "hidden": [],
            "passed": [],
            "seen_by": [],
            "kind": "rank",
            "bonus": 10,
            "denied": None,
            "rule": "5.1",
            "ply": 3,
        },
    ],
    "score": None,
}


@cache
def small_view() -> View:
    """Give a view after two captures, the second of them a pişti."""
    variant = table(hand_size=1)
    packets = [parse_cards(card) for card in ("7S", "9C", "9H", "8C")]
    pack = arrange(variant, layout=parse_cards("AS 2S 3S 7H"), packets=packets)
    return view(play(new_game(variant, deck=pack, dealer=1), "7S 9C 9H"), 1)


def cards(text: str) -> tuple[Card, ...]:
    """Read cards."""
    return parse_cards(text)


def card(text: str) -> Card:
    """Read a card."""
    return Card.parse(text)


EVENTS: list[tuple[Event, str]] = [
    (
        PackShuffled(1, Rule.SHUFFLE, 0),
        '{"seat":1,"rule":"2.1","ply":0,"type":"PackShuffled"}',
    ),
    (
        PackCut(0, cards("JC 10C"), None, Rule.SEARCH, 0),
        '{"seat":0,"saw":["JC","10C"],"kept":null,"rule":"2.4","ply":0,"type":"PackCut"}',
    ),
    (
        PackCut(0, None, card("JC"), Rule.CUTTER_KEEPS, 0),
        '{"seat":0,"saw":null,"kept":"JC","rule":"2.5","ply":0,"type":"PackCut"}',
    ),
    (
        LayoutDealt(cards("AC 2D 3H 4S"), (0, 1, None), Rule.OPEN_LAYOUT, 0),
        (
            '{"cards":["AC","2D","3H","4S"],"seen_by":[0,1,null],"rule":"3.10","ply":0,'
            '"type":"LayoutDealt"}'
        ),
    ),
    (
        PacketsDealt(2, (cards("AC 2C"), (None, None)), Rule.NEXT_ROUND, 4),
        (
            '{"round":2,"packets":[["AC","2C"],[null,null]],"rule":"3.12","ply":4,'
            '"type":"PacketsDealt"}'
        ),
    ),
    (
        BottomCardShown(card("10D"), Rule.BOTTOM_CARD, 0),
        '{"card":"10D","rule":"2.6","ply":0,"type":"BottomCardShown"}',
    ),
    (
        JackPassed(card("JD"), Rule.JACK_PASSED, 0),
        '{"card":"JD","rule":"3.6","ply":0,"type":"JackPassed"}',
    ),
    (
        JackBuried(card("JS"), Rule.JACK_BURIED, 0),
        '{"card":"JS","rule":"3.8","ply":0,"type":"JackBuried"}',
    ),
    (
        UpCardTurned(
            card("3H"), (None, None, card("JD")), cards("JD"), (1,), Rule.UP_CARD, 0
        ),
        (
            '{"card":"3H","hidden":[null,null,"JD"],"passed":["JD"],"seen_by":[1],'
            '"rule":"3.4","ply":0,"type":"UpCardTurned"}'
        ),
    ),
    (
        Redeal(cards(FOUR_JACKS), Rule.FOUR_JACKS, 0),
        '{"cards":["JC","JD","JH","JS"],"rule":"3.7","ply":0,"type":"Redeal"}',
    ),
    (
        CardPlayed(0, card("7H"), Rule.NO_CAPTURE, 1),
        '{"seat":0,"card":"7H","rule":"4.6","ply":1,"type":"CardPlayed"}',
    ),
    (
        PileCaptured(
            1,
            card("JS"),
            cards("KH"),
            (None, card("JD"), None),
            cards("JD"),
            (1, 3),
            CaptureKind.JACK,
            0,
            Denial.JACK_ON_ANOTHER_RANK,
            Rule.JACK_ON_ANOTHER_RANK,
            2,
        ),
        (
            '{"seat":1,"card":"JS","pile":["KH"],"hidden":[null,"JD",null],"passed":["JD"],'
            '"seen_by":[1,3],"kind":"jack","bonus":0,"denied":"jack_on_another_rank",'
            '"rule":"5.3","ply":2,"type":"PileCaptured"}'
        ),
    ),
    (
        ResidueAwarded(1, cards("2C 5S"), Rule.RESIDUE, 48),
        '{"seat":1,"cards":["2C","5S"],"rule":"4.12","ply":48,"type":"ResidueAwarded"}',
    ),
    (
        HandOver(Rule.END_OF_HAND, 48),
        '{"rule":"4.11","ply":48,"type":"HandOver"}',
    ),
]

# Two sides take 26 cards each, so nobody has the majority.
SCORE = score_cards(
    CLASSIC,
    (DECK[:26], DECK[26:]),
    [Bonus(1, 20, Rule.DOUBLE_PISTI, parse_cards("JH JS"))],
)
LINES_DATA = {
    "lines": [
        {
            "side": 0,
            "points": 9,
            "rule": "6.1",
            "cards": ["AC", "2C", "JC", "AD", "10D", "JD"],
        },
        {"side": 1, "points": 4, "rule": "6.1", "cards": ["AH", "JH", "AS", "JS"]},
        {"side": 1, "points": 20, "rule": "5.2", "cards": ["JH", "JS"]},
    ],
    "totals": [9, 24],
    "counts": [26, 26],
    "winner": 1,
    "final": True,
}
SCORE_DATA = {"type": "HandScore", **LINES_DATA}

DRAWING = table(CLASSIC, first_dealer=FirstDealer.HIGH_CARD)
# Two kings are drawn, then the ace is higher than the two.
MATCH = Match(
    variant=DRAWING,
    first_dealer=1,
    draw=Draw(
        rounds=(
            ((0, Card.parse("KC")), (1, Card.parse("KS"))),
            ((0, Card.parse("2H")), (1, Card.parse("AD"))),
        ),
        seating=(0, 1),
        dealer=1,
    ),
    scores=(SCORE,),
)
MATCH_DATA = {
    "type": "Match",
    "variant": {**CLASSIC_DATA, "first_dealer": "high_card"},
    "first_dealer": 1,
    "draw": {
        "rounds": [[[0, "KC"], [1, "KS"]], [[0, "2H"], [1, "AD"]]],
        "seating": [0, 1],
        "dealer": 1,
    },
    "scores": [LINES_DATA],
    # Seat 1 has dealt the only hand, which side 1 won.
    "dealer": 0,
    "totals": [9, 24],
    "is_over": True,
    "winners": [1],
}

WRITTEN: dict[str, tuple[Message, dict[str, Any]]] = {
    "View": (small_view(), VIEW_DATA),
    "HandScore": (SCORE, SCORE_DATA),
    "Variant": (CLASSIC, {"type": "Variant", **CLASSIC_DATA}),
    "Match": (MATCH, MATCH_DATA),
    **{type(event).__name__: (event, json.loads(text)) for event, text in EVENTS},
}


@pytest.mark.parametrize("kind", WRITTEN)
def test_messages_as_written_by_hand(kind: str) -> None:
    """Each message is written as the rules say, and read back from that."""
    message, data = WRITTEN[kind]
    assert json.loads(to_json(message)) == data
    assert from_json(json.dumps(data)) == message
    assert from_data(data) == message


@pytest.mark.parametrize(("event", "text"), EVENTS)
def test_the_text_of_events(event: Event, text: str) -> None:
    """JSON has no white space, and the keys in the order of the fields."""
    assert to_json(event) == text
    assert from_json(text) == event


def test_every_kind_of_message_is_written_by_hand() -> None:
    """No class of message is forgotten above."""
    assert set(WRITTEN) == set(KINDS)


def test_white_space_and_the_order_of_keys_do_not_matter() -> None:
    """They are all in which JSON may differ from what is written here."""
    backwards = dict(reversed(VIEW_DATA.items()))
    assert from_json(json.dumps(backwards, indent=3)) == small_view()


def test_card_points_come_in_any_order() -> None:
    """Ranks and cards are keys of an object."""
    points = {"10D": 3, "J": 1, "2C": 2, "A": 1}
    data = {"type": "Variant", **CLASSIC_DATA, "card_points": points}
    assert from_data(data) == CLASSIC


@pytest.mark.parametrize("kind", KINDS)
def test_data_is_what_json_reads(kind: str) -> None:
    """Every part is of a type that JSON has: lists, not tuples."""

    def is_json(part: Any) -> bool:
        if type(part) is dict:
            return all(type(key) is str and is_json(part[key]) for key in part)
        if type(part) is list:
            return all(map(is_json, part))
        return part is None or type(part) in {str, int, bool}

    assert is_json(to_data(WRITTEN[kind][0]))


# There and back


@st.composite
def moments(draw: st.DrawFn) -> State:
    """Draw any moment of a hand, its end as likely as its beginning."""
    return draw(st.sampled_from(draw(hands())))


@st.composite
def views(draw: st.DrawFn) -> View:
    """Draw what a seat or a spectator sees at some moment."""
    state = draw(moments())
    return view(state, draw(st.none() | seats(state.variant)))


def told(state: State) -> Iterator[Event]:
    """Tell a hand from the deal to this moment."""
    setup = state.setup
    now, events = start(setup.variant, deck=setup.pack, dealer=setup.dealer)
    yield from events
    for played in state.plays:
        now, events = step(now, played)
        yield from events


messages: st.SearchStrategy[Message] = (
    views()
    | st.builds(lambda state: score_hand(finish(state)), moments())
    | variants()
    | matches(max_hands=2)
    | st.sampled_from([event for event, _ in EVENTS])
)


@settings(max_examples=60)
@given(views())
def test_views_come_back(seen: View) -> None:
    """A view of anybody at any moment is read as it was written."""
    text = to_json(seen)
    assert from_json(text) == seen
    assert to_json(from_json(text)) == text


@settings(max_examples=20)
@given(moments())
def test_events_come_back(state: State) -> None:
    """Full events and redacted ones are read as they were written."""
    for event in told(state):
        for seen in (event, redact(event, None), redact(event, 0), redact(event, 1)):
            assert from_json(to_json(seen)) == seen


def test_a_void_deal_comes_back() -> None:
    """Events of deals that are repeated are messages as well."""
    variant = table(TWO, opening_jack=OpeningJack.TURN_NEXT)
    _, events = start(variant, deck=stacked(FOUR_JACKS), rng=0)
    assert Redeal in map(type, events)
    for event in events:
        assert from_json(to_json(event)) == event


@given(moments())
def test_scores_come_back(state: State) -> None:
    """A score is read as it was written, and told at the end only."""
    score = score_hand(finish(state))
    assert from_json(to_json(score)) == score
    if not state.is_over:
        with pytest.raises(NotationError, match="when the hand is over"):
            to_json(score_hand(state))


@given(variants())
def test_variants_come_back(variant: Variant) -> None:
    """A table is read as it was written."""
    assert from_json(to_json(variant)) == variant


@settings(max_examples=25)
@given(matches(max_hands=3))
def test_matches_come_back(match: Match) -> None:
    """A match is read as it was written, over or not."""
    assert from_json(to_json(match)) == match


# The schema


@cache
def validator() -> Draft202012Validator:
    """Give what says whether data follows the schema."""
    return Draft202012Validator(schema())


def is_valid(data: Any) -> bool:
    """Say whether data follows the schema."""
    return bool(validator().is_valid(data))


def test_the_schema_is_a_schema() -> None:
    """It follows the schema of schemas, and each call gives a new one."""
    Draft202012Validator.check_schema(schema())
    schema().clear()
    assert schema()["title"]


def test_the_schema_is_current() -> None:
    """The file is what its generator writes."""
    module = runpy.run_path(str(ROOT / "docs" / "wire_schema.py"))
    assert module["FILE"].read_text("utf-8") == module["wire_schema"]()
    assert schema() == json.loads(module["wire_schema"]())


def test_the_schema_has_just_the_messages() -> None:
    """Each type of message is one branch of the schema, in the same order."""
    branches = schema()["oneOf"]
    assert [branch["properties"]["type"]["const"] for branch in branches] == [*KINDS]
    assert [branch["$ref"] for branch in branches] == [f"#/$defs/{k}" for k in KINDS]


def test_the_schema_describes_everything() -> None:
    """Each key has words of its own, which say null as JSON does."""
    for kind, definition in schema()["$defs"].items():
        for name, described in definition.get("properties", {}).items():
            assert described["description"], (kind, name)
            assert not re.search(r"\bNone\b", described["description"])


@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_tells_of_each_field(kind: str) -> None:
    """All keys are in the schema, and all of them are required."""
    described = schema()["$defs"][kind]
    fields = {field.name for field in attrs.fields(KINDS[kind])}
    keys = fields | set(DERIVED.get(KINDS[kind], ()))
    assert set(described["properties"]) == set(described["required"]) == keys
    assert keys | {"type"} == set(WRITTEN[kind][1])


@settings(max_examples=25)
@given(views())
def test_views_follow_the_schema(seen: View) -> None:
    """Whatever is written of a view is valid."""
    validator().validate(json.loads(to_json(seen)))


@settings(max_examples=6)
@given(moments(), st.data())
def test_events_follow_the_schema(state: State, data: st.DataObject) -> None:
    """Whatever is written of an event is valid, one of each kind in a hand."""
    seat = data.draw(st.none() | seats(state.variant))
    for event in {type(event): event for event in told(state)}.values():
        validator().validate(json.loads(to_json(event)))
        validator().validate(json.loads(to_json(redact(event, seat))))


@pytest.mark.parametrize("name", VARIANTS)
def test_whole_hands_follow_the_schema(name: str) -> None:
    """Every event of a hand, and every moment as one after another sees it."""
    variant = VARIANTS[name]
    viewers = cycle((*range(variant.players), None))
    state, events = start(variant, rng=11)
    for card in (None, *finish(state).plays):
        if card is not None:
            state, events = step(state, card)
        viewer = next(viewers)
        for message in (view(state, viewer), *events):
            seen = message if isinstance(message, View) else redact(message, viewer)
            validator().validate(json.loads(to_json(seen)))
    validator().validate(json.loads(to_json(score_hand(state))))


@settings(max_examples=25)
@given(messages)
def test_other_messages_follow_the_schema(message: Message) -> None:
    """Whatever is written is valid."""
    validator().validate(json.loads(to_json(message)))


Place: TypeAlias = tuple[str | int, ...]


def paths(data: Any, here: Place = ()) -> Iterator[Place]:
    """Give the path of each part of JSON data, the whole first."""
    yield here
    if isinstance(data, dict):
        for key in data:
            yield from paths(data[key], (*here, key))
    elif isinstance(data, list):
        for place, part in enumerate(data):
            yield from paths(part, (*here, place))


def at(data: Any, path: Place) -> Any:
    """Give the part of data at a path."""
    for key in path:
        data = data[key]
    return data


def changed(data: Any, path: Place, change: Callable[[Any, Any], object]) -> Any:
    """Change what holds the part at a path, in a copy."""
    new = copy.deepcopy(data)
    change(at(new, path[:-1]), path[-1])
    return new


def put(value: object) -> Callable[[Any, Any], object]:
    """Put a value in place of another."""
    return lambda holder, key: holder.__setitem__(key, value)


def insert(value: object) -> Callable[[Any, Any], object]:
    """Put a value before another of a list."""
    return lambda holder, key: holder.insert(key, value)


def remove(holder: Any, key: Any) -> None:
    """Take a part away."""
    del holder[key]


@pytest.mark.parametrize("kind", KINDS)
def test_missing_and_further_keys_are_refused(kind: str) -> None:
    """Neither reader nor schema take an object with other keys, at any depth."""
    _, data = WRITTEN[kind]
    objects = [path for path in paths(data) if isinstance(at(data, path), dict)]
    for path in objects:
        if path[-1:] == ("card_points",):
            continue
        faulty = [changed(data, (*path, "further"), put(None))]
        faulty += [changed(data, (*path, key), remove) for key in at(data, path)]
        # A schema of a view takes its time.
        for n, wrong in enumerate(faulty):
            if len(path) == 0 or n < 2:
                assert not is_valid(wrong), (path, n)
            with pytest.raises(NotationError):
                from_data(wrong)


@pytest.mark.parametrize(
    ("kind", "path", "value"),
    [
        ("CardPlayed", ("type",), "HandOver"),
        ("CardPlayed", ("type",), "State"),
        ("CardPlayed", ("type",), "cardplayed"),
        ("CardPlayed", ("type",), None),
        ("CardPlayed", ("seat",), "0"),
        ("CardPlayed", ("seat",), False),
        ("CardPlayed", ("seat",), 0.5),
        ("CardPlayed", ("seat",), None),
        ("CardPlayed", ("card",), None),
        ("CardPlayed", ("card",), "7h"),
        ("CardPlayed", ("card",), "7♥"),
        ("CardPlayed", ("card",), "1H"),
        ("CardPlayed", ("card",), "TH"),
        ("CardPlayed", ("card",), ["7H"]),
        ("CardPlayed", ("rule",), "9.9"),
        ("CardPlayed", ("rule",), 4.6),
        ("LayoutDealt", ("seen_by",), "01"),
        ("LayoutDealt", ("seen_by", 0), True),
        ("LayoutDealt", ("cards", 0), ""),
        ("Redeal", ("cards", 0), None),
        ("PackCut", ("saw",), "JC"),
        ("PileCaptured", ("denied",), "no"),
        ("PileCaptured", ("kind",), None),
        ("HandScore", ("winner",), "1"),
        ("HandScore", ("final",), 1),
        ("HandScore", ("final",), None),
        ("HandScore", ("lines", 0), []),
        ("HandScore", ("totals",), {"0": 9}),
        ("Variant", ("cut",), "NONE"),
        ("Variant", ("partnership",), 0),
        ("Variant", ("partnership",), "false"),
        ("Variant", ("hands",), "1"),
        ("Variant", ("card_points",), [["A", 1]]),
        ("Variant", ("card_points",), None),
        ("Variant", ("card_points", "A"), None),
        ("Variant", ("card_points", "A"), True),
        ("Variant", ("card_points", "A"), -1),
        ("Variant", ("card_points", "B"), 1),
        ("Variant", ("card_points", "a"), 1),
        ("Match", ("draw", "rounds", 0, 0), [0]),
        ("Match", ("draw", "rounds", 0, 0), [0, "KC", None]),
        ("Match", ("scores",), None),
        ("View", ("stock", 0), "2c"),
        ("View", ("hands",), None),
        ("View", ("captures", 0, "bonus"), "10"),
        ("View", ("bonuses", 0, "rule"), None),
        ("View", ("variant",), "classic"),
    ],
)
def test_wrong_values_are_refused(kind: str, path: Place, value: object) -> None:
    """Neither reader nor schema take other types, other cards or other names."""
    wrong = changed(WRITTEN[kind][1], path, put(value))
    assert not is_valid(wrong)
    with pytest.raises(NotationError):
        from_data(wrong)


def below_0(kind: str) -> list[Any]:
    """Give the data of a message with each of its numbers in turn made negative."""
    _, data = WRITTEN[kind]
    numbers = [path for path in paths(data) if type(at(data, path)) is int]
    return [changed(data, path, put(-1)) for path in numbers]


@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_has_no_numbers_below_0(kind: str) -> None:
    """No number of any message is negative."""
    assert not any(map(is_valid, below_0(kind)))


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_below_0_are_refused(kind: str) -> None:
    """The reader takes no numbers that the schema has not."""
    for wrong in below_0(kind):
        with pytest.raises(NotationError):
            from_data(wrong)


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from([*KINDS, *TEXTS, "type"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "seat", "card", "cards", "variant", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)


@st.composite
def mutants(draw: st.DrawFn) -> Any:
    """Draw the JSON data of a message with some parts deleted, replaced or moved."""
    data = json.loads(to_json(draw(messages)))
    # Numbers below 0 have a test of their own.
    value = json_values.filter(lambda value: type(value) is not int or value >= 0)
    for _ in range(draw(st.integers(1, 3))):
        whole = list(paths(data))
        path = draw(st.sampled_from(whole[1:]))
        match draw(st.sampled_from(["delete", "replace", "insert", "move"])):
            case "delete":
                data = changed(data, path, remove)
            case "insert" if isinstance(path[-1], int):
                data = changed(data, path, insert(draw(value)))
            case "move":
                moved = copy.deepcopy(at(data, draw(st.sampled_from(whole))))
                data = changed(data, path, put(moved))
            case _:
                data = changed(data, path, put(draw(value)))
        if len(list(paths(data))) == 1:
            break
    return data


def accepted(read: Callable[[Any], Message], given: Any) -> Message | None:
    """Read what may be no message; only a NotationError says so."""
    try:
        return read(given)
    except NotationError:
        return None


@settings(max_examples=200)
@given(json_values)
def test_any_json_gives_a_message_or_an_error(value: Any) -> None:
    """The reader never fails in another way."""
    text = json.dumps(value)
    accepted(from_data, value)
    accepted(from_json, text)
    if isinstance(value, dict):
        for kind in ("View", "Match", "CardPlayed"):
            accepted(from_data, {**value, "type": kind})


@settings(max_examples=150)
@given(mutants())
def test_what_is_read_follows_the_schema(data: Any) -> None:
    """A changed message is refused, or valid and written just so again."""
    message = accepted(from_json, json.dumps(data))
    if message is not None:
        assert json.loads(to_json(message)) == data
        validator().validate(data)


@given(st.text())
def test_any_text_gives_a_message_or_an_error(text: str) -> None:
    """Text that is not JSON is refused."""
    assert accepted(from_json, text) is None


# What is refused

OVER = '{"rule":"4.11","ply":48,"type":"HandOver"}'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '"View"',
        '{"type":"View"}',
        '{"type":["View"]}',
        '{"type":{"View":1}}',
        OVER + OVER,
        OVER[:-1],
        "[" + OVER + "]",
        "\ufeff" + OVER,
        OVER.replace("48", "48.0"),
        OVER.replace("48", "4.8e1"),
        OVER.replace("48", '"48"'),
        OVER.replace("48", "true"),
        OVER.replace("48", "NaN"),
        OVER.replace("48", "Infinity"),
        OVER.replace("48", "-Infinity"),
        OVER.replace("48", "1e400"),
        OVER.replace("48", "048"),
        OVER.replace("48", "9" * 5000),
        OVER.replace("4.11", "\\ud800"),
        OVER.replace("HandOver", "\\ud800"),
        OVER.replace("HandOver", "\ud800"),
        OVER.replace("48", "[" * 100_000 + "]" * 100_000),
        OVER.replace("48", '{"a":' * 100_000 + "1" + "}" * 100_000),
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        "x" * MAX_LENGTH,
        "[" + "0," * 400_000 + "0]",
        OVER.replace("48", "[" + "0," * 400_000 + "0]"),
        OVER + " " * MAX_LENGTH,
    ],
    ids=lambda text: f"{len(text)}-{ascii(text)[:60]}",
)
def test_other_text_is_refused(text: str) -> None:
    """Nothing but a message is read, however long or deep."""
    with pytest.raises(NotationError):
        from_json(text)


def test_long_text_is_refused_at_once() -> None:
    """The limit is a million characters, and text beyond is not looked at."""
    assert MAX_LENGTH == 1_000_000
    assert from_json(OVER.ljust(MAX_LENGTH)) == HandOver(Rule.END_OF_HAND, 48)
    with pytest.raises(NotationError, match="at most 1000000 characters"):
        from_json(OVER.ljust(100_000_000))


def test_the_place_of_bad_json_is_told() -> None:
    """The error has line and column."""
    with pytest.raises(NotationError, match="not JSON") as caught:
        from_json('{\n  "type": ?}')
    assert (caught.value.line, caught.value.column) == (2, 11)


@pytest.mark.parametrize("given", [None, b"{}", bytearray(b"{}"), 1, {}, HandOver])
def test_only_text_is_json(given: Any) -> None:
    """Bytes are decoded by whoever gets them."""
    with pytest.raises(NotationError, match="not JSON text"):
        from_json(given)


@pytest.mark.parametrize("given", [None, [], (), "View", 1, HandOver, small_view()])
def test_only_objects_are_messages(given: Any) -> None:
    """A message itself is not its data."""
    with pytest.raises(NotationError, match=r"object whose type|JSON can hold"):
        from_data(given)


def test_full_states_are_not_sent() -> None:
    """Whatever knows all cards is no message, nor is anything else."""
    state = new_game(rng=7)
    refused: list[Any] = [state, state.setup, state.setup.pack, state.won, None, "View"]
    refused += [DECK[0], DECK, View, {}, Rule.PACK, Bonus(0, 10, Rule.PISTI, DECK[:2])]
    for value in refused:
        for write in (to_data, to_json):
            with pytest.raises(NotationError, match="not a message") as caught:
                write(value)
            assert not any(f"{card}" in f"{caught.value}" for card in DECK)


LIES: dict[str, Any] = {
    "leader": 1,
    "eldest": 1,
    "cutter": 1,
    "ply": 4,
    "round": 1,
    "turn": 0,
    "is_over": True,
    "hand": [],
    "legal_moves": [],
    "up_card": "7S",
    "bottom_card": "KS",
    "hidden": [None, None, None],
    "stock": [None] * 43,
    "unseen": VIEW_DATA["unseen"][::-1],
    "captures": VIEW_DATA["captures"][:1],
    "score": LINES_DATA,
}


@pytest.mark.parametrize("name", DERIVED[View])
def test_lies_in_derived_parts_are_refused(name: str) -> None:
    """What follows from the fields is compared with what is told."""
    with pytest.raises(NotationError):
        from_data({**VIEW_DATA, name: LIES[name]})


@pytest.mark.parametrize(
    "lie",
    [
        {"dealer": 0},
        {"dealer": 2},
        {"seat": 0},
        {"seat": None},
        {"cutter_saw": parse_cards("KS")},
        {"kept": Card.parse("JS")},
        {"bottom": parse_cards("KS")},
        {"opening": parse_cards("6H")},
        {"opening": parse_cards("7S")},
        {"opening": parse_cards("7H 6H")},
        {"beside": (None, None)},
        {"beside": (None, None, None, None)},
        {"beside": (None, None, Card.parse("KS"))},
        {"passed": parse_cards("JS")},
        {"buried": parse_cards("JS")},
        {"packets": ()},
        {"packets": (parse_cards("9C"), parse_cards("8D"))},
        {"packets": (parse_cards("9C"), parse_cards("8C 8D"))},
        {"packets": (parse_cards("9C"), parse_cards("8C"), parse_cards("2H"))},
        {"plays": parse_cards("7S 9C")},
        {"plays": parse_cards("7S 9C 9D")},
        {"plays": parse_cards("7S 9C 9C")},
        {"plays": parse_cards("7S 9H 9C")},
        {"plays": parse_cards("7S 9C 9H 8C")},
        {"hands": ((), (None,))},
        {"hands": ((), parse_cards("8D"))},
        {"hands": ((), parse_cards("8C 8D"))},
        {"hands": ((None,), parse_cards("8C"))},
        {"hands": ((), parse_cards("8C"), ())},
        {"pile": parse_cards("9H")},
        {"captured": ((None, None, None, *parse_cards("7H 7S 9H 9C")), ())},
        {"captured": ((None, None, *parse_cards("7H 7S 9C 9H")), ())},
        {"captured": (parse_cards("AS 2S 3S 7H 7S 9C 9H"), ())},
        {"captured": ((), (None, None, None, *parse_cards("7H 7S 9C 9H")))},
        {"captured": ((None, None, None, *parse_cards("7H 7S 9C 9H")), (), ())},
        {"bonuses": ()},
        {"bonuses": (Bonus(1, 10, Rule.PISTI, parse_cards("9C 9H")),)},
        {"bonuses": (Bonus(0, 20, Rule.PISTI, parse_cards("9C 9H")),)},
        {"bonuses": (Bonus(0, 10, Rule.DOUBLE_PISTI, parse_cards("9C 9H")),)},
        {"bonuses": (Bonus(0, 10, Rule.PISTI, parse_cards("9H 9C")),)},
        {"bonuses": small_view().bonuses * 2},
        {"last_capturer": 1},
        {"last_capturer": None},
        {"variant": table(hand_size=2)},
        {"variant": table(hand_size=1, pisti_points=9)},
        {"variant": table(THREE_PLAYER, hand_size=1, opening_jack=OpeningJack.LEAVE)},
    ],
    ids=str,
)
def test_views_that_nobody_can_have_are_refused(lie: dict[str, Any]) -> None:
    """Fields that do not fit each other are refused, whatever follows from them."""
    lying = attrs.evolve(small_view(), **lie)
    with pytest.raises(NotationError, match="nobody can have this view"):
        from_json(to_json(lying))


@settings(max_examples=40)
@given(views(), st.data())
def test_other_cards_in_a_view_are_refused(seen: View, data: st.DataObject) -> None:
    """One card changed in one field of a view is one too many and one too few."""
    # What the cutter saw is told by the pack, whatever lies in it.
    apart = {"variant", "cutter_saw"}
    names = [field.name for field in attrs.fields(View) if field.name not in apart]
    written = json.loads(to_json(seen))
    places = [
        path
        for name in names
        for path in paths(written[name], (name,))
        if at(written, path) in TEXTS
    ]
    if places:
        place = data.draw(st.sampled_from(places))
        other = data.draw(st.sampled_from([None, *TEXTS]))
        if at(written, place) != other:
            with pytest.raises(NotationError):
                from_data(changed(written, place, put(other)))


def test_the_kind_of_a_refused_message_is_told() -> None:
    """An error says which message it is about, and where it is wrong."""
    with pytest.raises(NotationError, match=r"no CardPlayed: .*\$\.card"):
        from_data({**WRITTEN["CardPlayed"][1], "card": "XX"})
    with pytest.raises(NotationError, match="no HandOver: not a whole number"):
        from_data({**WRITTEN["HandOver"][1], "ply": "48"})


# Faults


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        ("View", "stock", {1: 1, "a": 2}),
        ("View", "stock", object()),
        ("View", "ply", 10**5000),
        ("HandOver", "ply", 10**5000),
        ("HandOver", 1, 1),
        ("LayoutDealt", "seen_by", {0, 1, None}),
        ("LayoutDealt", "seen_by", b"01"),
    ],
    ids=[
        "keys of two types",
        "object",
        "huge derived number",
        "huge number",
        "number as key",
        "set",
        "bytes",
    ],
)
def test_data_that_json_has_not_is_refused(kind: str, name: Any, value: Any) -> None:
    """Objects that no JSON gives are refused as others are."""
    with pytest.raises(NotationError):
        from_data({**WRITTEN[kind][1], name: value})


def test_json_of_any_depth_is_refused() -> None:
    """Whatever json itself can just read is refused as what it cannot."""
    text = json.dumps(VIEW_DATA)
    deepest = 1
    while True:
        try:
            json.loads(text.replace('"score": null', f'"score": {nested(deepest)}'))
        except RecursionError:
            break
        deepest += 1
    for depth in range(deepest - 30, deepest + 2):
        with pytest.raises(NotationError):
            from_json(text.replace('"score": null', f'"score": {nested(depth)}'))


def nested(depth: int) -> str:
    """Write a list in a list in a list."""
    return "[" * depth + "]" * depth


@pytest.mark.parametrize("again", ['"ply":48', '"ply":1', '"type":"View"'])
def test_keys_that_come_twice_are_refused(again: str) -> None:
    """No message is written so, and readers differ in which of two they take."""
    with pytest.raises(NotationError):
        from_json("{" + again + "," + OVER[1:])


@pytest.mark.parametrize(
    "key", ["\ud800", "x" * 900_000, "\x1b[2J"], ids=["surrogate", "long", "escape"]
)
def test_errors_can_be_shown(key: str) -> None:
    """What is told of a refused message is short, printable text."""
    with pytest.raises(NotationError) as caught:
        from_data({**WRITTEN["HandOver"][1], key: 1})
    assert len(str(caught.value)) < 500
    assert str(caught.value).isprintable()


def test_scores_from_outside_add_up() -> None:
    """The totals are those of the lines, and the winner is ahead."""
    score = score_hand(finish(new_game(CLASSIC, rng=7)))
    assert from_data(to_data(score)) == score
    for changes in ({"totals": (0, 0)}, {"winner": 1 - (score.winner or 0)}):
        with pytest.raises(NotationError, match="do not come to its totals"):
            from_data(to_data(attrs.evolve(score, **changes)))


# Nothing hidden


def secrets(state: State, seat: int | None) -> set[Card]:
    """Give the cards that a seat has no right to have seen (rules 2.3 to 4.10)."""
    setup = state.setup
    pack = setup.pack
    kept_back = {*state.stock}
    for holder, hand in enumerate(state.hands):
        if holder != seat:
            kept_back.update(hand)
    if not sees_hidden(state, seat):
        kept_back.update(setup.hidden)
    seen = {*setup.passed, *setup.buried, pack.kept}
    if state.variant.bottom_card_exposed:
        seen.add(pack.cards[-1])
    if seat == setup.cutter:
        seen.update(pack.cutter_saw)
    return kept_back - seen


def named_in(data: Any) -> set[Card]:
    """Give the cards whose text occurs in JSON."""
    text = json.dumps(data)
    return {card for card in DECK if f'"{card}"' in text}


@settings(max_examples=60)
@given(moments())
def test_no_hidden_card_is_in_the_json_of_a_view(state: State) -> None:
    """A secret card is named among the unseen, and nowhere else."""
    for seat in (*range(state.variant.players), None):
        data = json.loads(to_json(view(state, seat)))
        unseen = data.pop("unseen")
        del data["variant"]["card_points"]
        hidden = secrets(state, seat)
        if state.is_over:
            # The four last cards must be those, so the score may count them.
            del data["score"]
        assert not named_in(data) & hidden
        assert hidden <= named_in(unseen)
        # Their order is that of the deck, so it tells nothing.
        assert unseen == [text for text in TEXTS if text in unseen]


def test_a_secret_would_be_found() -> None:
    """The test above sees a card that is given away."""
    state = line_up(TWO, "AS 2S 3S 4S", dealer=1)
    assert Card.parse("AS") in secrets(state, 0)
    leaking = attrs.evolve(view(state, 0), beside=state.setup.hidden)
    assert named_in(to_data(leaking)["beside"]) & secrets(state, 0)
    assert not named_in(to_data(view(state, 0))["beside"])


@settings(max_examples=30)
@given(moments(), st.data())
def test_no_hidden_card_is_in_the_json_of_an_event(
    state: State, data: st.DataObject
) -> None:
    """What was told up to now names no card that is a secret now."""
    seat = data.draw(st.none() | seats(state.variant))
    hidden = secrets(state, seat)
    for event in told(state):
        assert not named_in(to_data(redact(event, seat))) & hidden


# Converters


def test_each_converter_is_new() -> None:
    """A changed converter changes no message."""
    before = to_json(small_view())
    mine = converter()
    assert mine is not converter()
    mine.register_unstructure_hook(Card, lambda _: "?")
    mine.register_structure_hook(Card, lambda *_: DECK[0])
    assert mine.unstructure(DECK[5]) == "?"
    assert to_json(small_view()) == before
    assert from_json(before) == small_view()
    assert converter().unstructure(DECK[5]) == "6C"


def test_a_converter_has_messages_within_others() -> None:
    """Whoever adds a class can put messages into it."""

    @attrs.frozen
    class Envelope:
        sender: str
        about: Message

    for message, data in WRITTEN.values():
        unstructured = converter().unstructure(Envelope("table 7", message))
        sent = json.loads(json.dumps(unstructured))
        assert sent == {"sender": "table 7", "about": data}
        assert converter().structure(sent, Envelope) == Envelope("table 7", message)


@pytest.mark.parametrize(
    ("module", "missing", "needed", "extra"),
    [
        ("wire", "cattrs", "cattrs", "wire"),
        ("strategies", "hypothesis", "hypothesis", "hypothesis"),
        ("adapters.pettingzoo", "pettingzoo", "PettingZoo", "pettingzoo"),
        ("adapters.pettingzoo", "numpy", "PettingZoo", "pettingzoo"),
        ("adapters.openspiel", "pyspiel", "OpenSpiel", "openspiel"),
    ],
)
def test_a_missing_extra_is_named(
    module: str, missing: str, needed: str, extra: str
) -> None:
    """Without what an extra installs, importing its module says what to install."""
    code = (
        f"import sys; sys.path[:] = {sys.path!r}; sys.modules[{missing!r}] = None;"
        f" import pisti; import pisti.{module}"
    )
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-I", "-S", "-c", code],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith(f"ModuleNotFoundError: pisti.{module} needs {needed}")
    assert last.endswith(f" pisti[{extra}]")

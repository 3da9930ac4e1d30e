"""Records: what is written can be read and played, and what is wrong is refused."""

import copy
import io
import pickle
import random
import re
import time
import tracemalloc
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import finish, seeds
from tables import FOUR_JACKS, THREE, TWO, names, play, stacked, table

from pisti import (
    CLASSIC,
    COFFEEHOUSE,
    DECK,
    PARTNERSHIP,
    VARIANTS,
    XERI,
    BottomCardShown,
    Card,
    CardPlayed,
    Cut,
    DealError,
    Direction,
    Draw,
    Event,
    FirstDealer,
    IllegalMoveError,
    LayoutDealt,
    Match,
    MatchError,
    NotationError,
    Pack,
    PackCut,
    PacketsDealt,
    PileCaptured,
    PistiError,
    Rank,
    Rule,
    State,
    UpCardTurned,
    Variant,
    VariantError,
    draw,
    new_game,
    new_match,
    parse_cards,
    records,
    score_hand,
    start,
    step,
)
from pisti.matches import draw_of_cards
from pisti.notation import format_option, parse_option, preset_and_changes
from pisti.records import (
    MAX_LENGTH,
    EditionWarning,
    HandRecord,
    Record,
    dump,
    dumps,
    load,
    loads,
    replay,
)
from pisti.strategies import hands, matches, packs, states, variants

DATA = Path(__file__).parent / "data"
GOLDEN = ("classic", "partnership", "kept", "match")
TEXTS = {name: (DATA / f"{name}.pisti").read_text("utf-8") for name in GOLDEN}

# `DECK` as records write it.
DECK_TEXT = (
    "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD "
    "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
)
HEADER = "pisti: 1\nedition: 1\nvariant: classic\n"
HAND = f"\nhand: 1\ndealer: 1\npack: {DECK_TEXT}\n"


# Golden records: all plays are the oldest cards of packs in the order of `DECK`.


def test_a_finished_hand() -> None:
    """Seat 0 captures with two jacks, seat 1 with one, and gets the residue."""
    record = loads(TEXTS["classic"])
    assert record.variant is CLASSIC
    assert (record.edition, record.draw, record.tags) == (1, None, ())
    (hand,) = record.hands
    assert (hand.dealer, hand.pack, len(hand.plays)) == (1, Pack(DECK), 48)
    (state,) = record.states
    assert state.is_over
    assert names(state.up_card for _ in "1") == "QC"
    assert [len(heap) for heap in state.captured] == [37, 15]
    # Three aces, three jacks, 2C, 10D and the majority; an ace and a jack.
    assert record.match.totals == (14, 2)
    assert record.match.winners == (0,)


def test_an_unfinished_hand_of_a_changed_table() -> None:
    """The options differ where the text says so, and tags keep their letters."""
    record = loads(TEXTS["partnership"])
    assert record.variant == table(
        PARTNERSHIP,
        direction=Direction.CLOCKWISE,
        pisti_on_last_play=True,
        card_points={
            Rank.ACE: 1,
            Rank.JACK: 1,
            Card.parse("10D"): 3,
            Card.parse("AS"): 5,
        },
        target=101,
    )
    assert record.tags == (
        ("Date", "2026-11-30"),
        ("Site", "Kadıköy, İstanbul: Çınaraltı"),
        ("Seat0", "Ayşe Çelik"),
        ("Seat2", "Oğuz Şahin"),
    )
    (state,) = record.states
    assert (state.dealer, state.ply, state.turn) == (3, 3, 3)
    assert names(state.setup.pack.cutter_saw) == "KS"
    assert names(state.pile) == "AD"
    # The jack takes the up-card and 5C, and the hidden cards.
    assert set(state.captured[1]) == set(parse_cards("4C 5C JC AC 2C 3C"))
    assert names(state.hands[3]) == "4D 5D 6D 7D"
    assert record.match == Match(variant=record.variant, first_dealer=3)


def test_a_jack_that_the_cutter_keeps() -> None:
    """The cutter, before the dealer, holds the jack that the cut showed."""
    record = loads(TEXTS["kept"])
    assert record.variant == table(COFFEEHOUSE, cut=Cut.CUTTER_KEEPS)
    (hand,) = record.hands
    assert names(hand.pack.cutter_saw) == "JC"
    assert hand.pack.kept is Card.parse("JC")
    (state,) = record.states
    # Before the plays seat 0 held JC 3D 4D 5D, and seat 1 6D 7D 8D 9D.
    assert [names(cards) for cards in state.hands] == ["3D 4D 5D", "7D 8D 9D"]
    assert set(state.captured[0]) == set(parse_cards("2D JC QC KC AD"))
    assert names(state.pile) == "6D"


def test_a_match_with_a_draw() -> None:
    """Two hands of 16 points, whose sides change places with the dealer."""
    record = loads(TEXTS["match"])
    assert record.draw == Draw(
        rounds=(
            tuple(enumerate(parse_cards("KS AH KD 3C"))),
            ((0, Card.parse("5D")), (2, Card.parse("9C"))),
        ),
        # Player 2 is the dealer's partner, and sits where player 3 sat.
        seating=(0, 1, 3, 2),
        dealer=1,
    )
    assert [state.dealer for state in record.states] == [1, 2, 3]
    assert [state.ply for state in record.states] == [48, 48, 2]
    match = record.match
    assert match.first_dealer == 1
    assert [score.totals for score in match.scores] == [(6, 10), (10, 6)]
    assert (match.totals, match.is_over, match.dealer) == ((16, 16), False, 3)


# The variation selector after a suit is what phones write.
LOOSE = (
    "\ufeff# a hand\r\n"
    "  pisti :\t1 \r\n"
    "Site:  Kahve: Çınar \r\n"
    "edition:1\r\n"
    "   # tags: more of them\r\n"
    "Seat-0_a: # no comment\r\n"
    "target: none\r\n"
    "\t\r\n"
    "variant: classic\r\n"
    "hand: 1\r\n"
    "plays: ac 5♣ 2c\r\n"
    f" pack: {DECK_TEXT.lower().replace('10', 't')}  \r\n"
    "#plays: KS\r\n"
    "dealer: 1\r\n"
    "plays:6♧\t3C  7♣\ufe0f\r\n"
)
TIGHT = (
    "pisti: 1\nedition: 1\nvariant: classic\nSite: Kahve: Çınar\n"
    f"Seat-0_a: # no comment\n{HAND}plays: AC 5C 2C 6C 3C 7C\n"
)


@pytest.mark.parametrize("text", [LOOSE, LOOSE.replace("\r\n", "\n").rstrip()])
def test_white_space_order_and_spelling_are_free(text: str) -> None:
    """A byte order mark, comments, tabs, CRLF and no last line end do not matter."""
    record = loads(text)
    assert record == loads(TIGHT)
    assert record.tags == (("Site", "Kahve: Çınar"), ("Seat-0_a", "# no comment"))
    assert names(record.states[0].plays) == "AC 5C 2C 6C 3C 7C"
    assert dumps(record) == TIGHT


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_golden_records_are_as_this_library_writes_them(text: str) -> None:
    """Writing what was read gives the same text."""
    assert dumps(loads(text)) == text


def test_writing_a_record() -> None:
    """One key a line, one line of plays a round, the smallest change of a preset."""
    variant = table(XERI, players=4, partnership=True, majority_points=0)
    pack = Pack(stacked("AC 2D 3H 4S"), parse_cards("KS"))
    first = new_game(variant, deck=pack, dealer=2)
    # Dealt 5C to 10C to seat 3, JC to 4D to seat 0 and so on; the rounds have 24 plays.
    record = Record.of(
        play(first, "5C JC 5D JD"), tags=(("Event", "Türkiye"), ("A", "b"))
    )
    rest = [text for text in DECK_TEXT.split() if text not in {"AC", "2D", "3H", "4S"}]
    text = (
        "pisti: 1\n"
        "edition: 1\n"
        "variant: xeri-partnership\n"
        "direction: counterclockwise\n"
        "majority_points: 0\n"
        "Event: Türkiye\n"
        "A: b\n"
        "\n"
        "hand: 1\n"
        "dealer: 2\n"
        f"pack: AC 2D 3H 4S {' '.join(rest)}\n"
        "saw: KS\n"
    )
    assert rest[:6] == ["2C", "3C", "4C", "5C", "6C", "7C"]
    assert dumps(record) == text + "plays: 5C JC 5D JD\n"


def test_a_text_file() -> None:
    """Records are written to text files and read from them, as `json` does it."""
    file = io.StringIO()
    record = loads(TEXTS["match"])
    dump(record, file)
    assert file.getvalue() == TEXTS["match"]
    file.seek(0)
    assert load(file) == record


def test_the_events_of_a_replay() -> None:
    """A deal is told from the cut on, then each play with what it brings about."""
    played = list(replay(loads(TEXTS["kept"])))
    assert [state.ply for state, _ in played] == [0, 1, 2]
    assert [[type(event) for event in events] for _, events in played] == [
        [PackCut, LayoutDealt, PacketsDealt, UpCardTurned],
        [CardPlayed, PileCaptured],
        [CardPlayed],
    ]
    cut = played[0][1][0]
    jack = Card.parse("JC")
    assert cut == PackCut(0, (jack,), jack, Rule.CUTTER_KEEPS, 0)

    deal = next(replay(loads(TEXTS["partnership"])))[1]
    assert BottomCardShown(Card.parse("KS"), Rule.BOTTOM_CARD, 0) in deal


def test_the_hands_of_a_replay() -> None:
    """Each hand is told from its deal to its end, or as far as it came."""
    played = list(replay(loads(TEXTS["match"])))
    plies = [*range(49), *range(49), 0, 1, 2]
    assert [state.ply for state, _ in played] == plies
    assert [state.dealer for state, _ in played] == [1] * 49 + [2] * 49 + [3] * 3


# Laws


def line_texts() -> st.SearchStrategy[str]:
    """Draw lines of text without white space around."""
    kept = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])
    return st.text(kept, min_size=1).filter(lambda text: text == text.strip())


def tag_lists() -> st.SearchStrategy[dict[str, str]]:
    """Draw tags."""
    keys = st.from_regex("[A-Z][A-Za-z0-9_-]*", fullmatch=True)
    return st.dictionaries(keys, line_texts(), max_size=3)


class Played(NamedTuple):
    """What was played of a match."""

    match: Match
    states: list[State]

    @property
    def record(self) -> Record:
        """Record it."""
        return Record.of(*self.states, draw=self.match.draw)


@st.composite
def played_matches(
    draw: st.DrawFn, tables: st.SearchStrategy[Variant] | None = None
) -> Played:
    """Draw up to three hands of a match, the last of them unfinished or not."""
    variant = draw(variants() if tables is None else tables)
    match = new_match(variant, rng=draw(seeds))
    played: list[State] = []
    for seed in draw(st.lists(seeds, max_size=2)):
        if match.is_over:
            return Played(match, played)
        end = finish(match.deal(rng=seed), random.Random(seed).randbytes(48))
        match = match.add(end)
        played.append(end)
    if match.is_over:
        return Played(match, played)
    last = finish(match.deal(rng=draw(seeds)), draw(st.binary(max_size=48)))
    played.append(last)
    return Played(match.add(last) if last.is_over else match, played)


def partners_who_draw() -> st.SearchStrategy[Variant]:
    """Draw a partnership to a target, whose first dealer is drawn for."""
    return st.integers(1, 200).map(lambda target: table(PARTNERSHIP, target=target))


@given(states(), tag_lists())
def test_what_is_written_can_be_read(state: State, tags: dict[str, str]) -> None:
    """Any table and any tags, at any moment of a hand."""
    record = Record.of(state, tags=tags)
    text = dumps(record)
    read = loads(text)
    assert read == record
    assert hash(read) == hash(record)
    assert read.states == record.states == (state,)
    assert (read.variant, read.tags) == (state.variant, tuple(tags.items()))
    assert dumps(read) == text


@given(played_matches() | played_matches(partners_who_draw()))
def test_a_match_can_be_read_and_goes_on(played: Played) -> None:
    """With its draw, its hands and its scores."""
    record = played.record
    text = dumps(record)
    read = loads(text)
    assert read == record
    assert read.draw == played.match.draw
    assert read.states == tuple(played.states)
    assert read.match == record.match == played.match
    assert dumps(read) == text
    if not read.match.is_over:
        assert read.match.start(rng=7) == played.match.start(rng=7)


@given(hands())
def test_a_hand_is_replayed_as_it_was_played(played: tuple[State, ...]) -> None:
    """The replay gives the states and events that dealing and playing gave."""
    first, last = played[0], played[-1]
    told: list[tuple[State, tuple[Event, ...]]] = [
        start(first.variant, deck=first.setup.pack, dealer=first.dealer)
    ]
    told += [step(before, after.plays[-1]) for before, after in pairwise(played)]
    replayed = list(replay(loads(dumps(Record.of(last)))))
    assert replayed == told
    assert [state for state, _ in replayed] == list(played)


@given(played_matches(), st.integers(0, 48))
def test_a_record_of_every_moment(played: Played, plays: int) -> None:
    """What a replay gives can be recorded in its turn."""
    *earlier, last = played.states
    moments = [state for state, _ in replay(played.record)]
    moment = moments[-1 - min(plays, last.ply)]
    assert moment.ply == last.ply - min(plays, last.ply)
    record = Record.of(*earlier, moment, draw=played.match.draw)
    assert loads(dumps(record)).states == (*earlier, moment)


@given(played_matches(), tag_lists())
def test_a_record_is_a_value(played: Played, tags: dict[str, str]) -> None:
    """It can be copied, pickled, hashed and kept, but not changed."""
    record = attrs.evolve(played.record, tags=tags)
    for twin in (
        copy.copy(record),
        copy.deepcopy(record),
        pickle.loads(pickle.dumps(record)),  # noqa: S301
        attrs.evolve(record),
    ):
        assert twin == record
        assert hash(twin) == hash(record)
        assert (twin.states, twin.match) == (record.states, record.match)
        assert dumps(twin) == dumps(record)
    for value, name in ((record, "tags"), (record.hands[0], "plays")):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(value, name, ())
    assert record != attrs.evolve(record, tags={"Site": "elsewhere" * 9})


@given(variants())
def test_every_option_can_be_read(variant: Variant) -> None:
    """The text of an option gives its value again."""
    for option in attrs.fields(Variant):
        value = getattr(variant, option.name)
        text = format_option(value)
        read = parse_option(option.name, text)
        assert read == value
        assert type(read) is type(value)
        assert text == text.strip() != ""


@given(variants())
def test_a_table_is_described_by_the_nearest_preset(variant: Variant) -> None:
    """The changes make the table, and no preset has fewer of them."""
    name, changes = preset_and_changes(variant)
    assert attrs.evolve(VARIANTS[name], **changes) == variant
    for preset in VARIANTS.values():
        differing = [
            option.name
            for option in attrs.fields(Variant)
            if getattr(variant, option.name) != getattr(preset, option.name)
        ]
        assert len(differing) >= len(changes)


@pytest.mark.parametrize(("name", "preset"), VARIANTS.items(), ids=VARIANTS)
def test_a_preset_is_described_by_its_name(name: str, preset: Variant) -> None:
    """Nothing differs, and the record has no line for any option."""
    assert preset_and_changes(preset) == (name, {})
    text = dumps(Record.of(new_game(preset, rng=7)))
    assert text.startswith(f"pisti: 1\nedition: 1\nvariant: {name}\n\nhand: 1\n")


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("players", "4", 4),
        ("partnership", "yes", True),
        ("partnership", "no", False),
        ("direction", "clockwise", Direction.CLOCKWISE),
        ("first_dealer", "high_card", FirstDealer.HIGH_CARD),
        ("cut", "none", Cut.NONE),
        ("cut", "cutter_keeps", Cut.CUTTER_KEEPS),
        ("target", "none", None),
        ("target", "007", 7),
        ("hands", "12", 12),
        ("card_points", "none", ()),
        ("card_points", "A 1", ((Rank.ACE, 1),)),
        (
            "card_points",
            "10 0,10d 3, JS 12",
            ((Rank.TEN, 0), (Card.parse("10D"), 3), (Card.parse("JS"), 12)),
        ),
    ],
)
def test_the_text_of_an_option(name: str, text: str, value: object) -> None:
    """Words, numbers, and a table of points."""
    assert parse_option(name, text) == value


# Refusals


PRESETS = ", ".join(VARIANTS)
EACH_ONCE = (
    "card_points must map each Rank or Card once, to a whole number from 0 to 999999999"
)


class Fault(NamedTuple):
    """A golden record with a fault, and what is said about it."""

    old: str
    new: str
    line: int
    column: int
    text: str
    problem: str
    rule: str | None = None

    def __repr__(self) -> str:
        """Name the test of it."""
        return f"{self.new[-20:]!r}-{self.problem[:30]}"


def check_refused(text: str, fault: Fault) -> None:
    """See that a text is refused at a place, and by a rule."""
    with pytest.raises(NotationError) as caught:
        loads(text)
    error = caught.value
    message = f"{fault.problem} in line {fault.line}, column {fault.column}"
    if fault.rule:
        message += f"; see rule {fault.rule}"
    assert str(error) == message
    assert (error.line, error.column, error.text) == fault[2:5]
    assert error.rule is (None if fault.rule is None else Rule(fault.rule))
    assert error.__cause__ is None
    assert error.__suppress_context__ or error.__context__ is None


ARABIC = "\N{ARABIC-INDIC DIGIT ONE}"
NO_NUMBER = "not a number of 1 to 9 digits: "
OF_CUT = "cut must be none or plain or recut or search or cutter_keeps, not "
OF_KEPT = "a jack is kept only where the cutter may, as the cutter's first card"
FIRST_OF_ALL = (
    Fault("pisti: 1\n", "", 1, 10, "1", "no line 'pisti' here"),
    Fault("pisti: 1", "pisti: 2", 1, 8, "2", "format 2 is not format 1"),
    Fault("pisti: 1", "pisti:  one", 1, 9, "one", f"{NO_NUMBER}'one'"),
    Fault("pisti: 1", "pisti:", 1, 7, "", f"{NO_NUMBER}''"),
    Fault("pisti: 1", "\npisti: 1.0", 2, 8, "1.0", f"{NO_NUMBER}'1.0'"),
    Fault("pisti: 1", "pisti", 1, 1, "pisti", "not a key and its value"),
    Fault("pisti: 1", "Pisti: 1", 1, 8, "1", "no line 'pisti' here"),
    Fault("edition: 1\n", "", 1, 8, "1", "no line 'edition' here"),
    Fault("on: 1", "on: 0", 2, 10, "0", "edition 0 of the rules is not known"),
    Fault("on: 1", "on: 2", 2, 10, "2", "edition 2 of the rules is not known"),
    Fault("on: 1", "on: -1", 2, 10, "-1", f"{NO_NUMBER}'-1'"),
    Fault("on: 1", f"on: {ARABIC}", 2, 10, ARABIC, f"{NO_NUMBER}{ARABIC!r}"),
    Fault("edition", "edition: 1\nedition", 3, 1, "edition", "'edition' comes twice"),
    Fault("variant: classic\n", "", 1, 8, "1", "no line 'variant' here"),
    Fault("classic", "bridge", 3, 10, "bridge", f"no preset 'bridge', only {PRESETS}"),
    Fault(
        "classic", "Classic", 3, 10, "Classic", f"no preset 'Classic', only {PRESETS}"
    ),
)
OPTIONS = (
    Fault("\n\n", "\n colour: red\n\n", 4, 2, "colour", "not a key here: 'colour'"),
    Fault("\n\n", "\n: red\n\n", 4, 1, "", "not a key here: ''"),
    Fault("\n\n", "\nşehir: x\n\n", 4, 1, "şehir", "not a key here: 'şehir'"),
    Fault("\n\n", "\nŞehir: x\n\n", 4, 1, "Şehir", "not a key here: 'Şehir'"),
    Fault("\n\n", "\nhands 3\n\n", 4, 1, "hands 3", "not a key and its value"),
    Fault("\n\n", "\ncut: no\n\n", 4, 6, "no", f"{OF_CUT}'no'", "2.2"),
    Fault("\n\n", "\ncut: Plain\n\n", 4, 6, "Plain", f"{OF_CUT}'Plain'", "2.2"),
    Fault("\n\n", "\nhands: 1\nhands: 1\n\n", 5, 1, "hands", "'hands' comes twice"),
    Fault("\n\n", "\nSite: 1\nSite: 2\n\n", 5, 1, "Site", "'Site' comes twice"),
    Fault("\n\n", "\ndealer: 1\n\n", 4, 1, "dealer", "not a key here: 'dealer'"),
    Fault(
        "\n\n",
        "\ntarget: many\n\n",
        *(4, 9, "many", "target must be none or a whole number, not 'many'", "7.1"),
    ),
    Fault(
        "\n\n",
        "\npartnership: true\n\n",
        *(4, 14, "true", "partnership must be yes or no, not 'true'", "1.4"),
    ),
    Fault(
        "\n\n",
        "\nplayers: 5\n\n",
        *(4, 10, "5", "players must be 2 or 3 or 4, not 5", "1.3"),
    ),
    Fault(
        "\n\n",
        "\npisti_points: -1\n\n",
        *(4, 15, "-1", "pisti_points must be a whole number, not '-1'", "5.1"),
    ),
    Fault(
        "\n\n",
        "\ncard_points: A 1, 10X 3\n\n",
        *(4, 14, "A 1, 10X 3"),
        *("card_points must be ranks or cards and their points, not ' 10X 3'", "6.1"),
    ),
    Fault(
        "\n\n",
        "\ncard_points: A 1, J\n\n",
        *(4, 14, "A 1, J"),
        *("card_points must be ranks or cards and their points, not ' J'", "6.1"),
    ),
    Fault(
        "\n\n",
        "\ncard_points: A 1, A 2\n\n",
        *(4, 14, "A 1, A 2"),
        *(EACH_ONCE, "6.1"),
    ),
    # The option that is there is shown, be it the second of a mix or the first.
    Fault(
        "\n\n",
        "\npartnership: yes\n\n",
        *(4, 14, "yes", "partners need 4 players", "1.4"),
    ),
    Fault(
        "\n\n",
        "\nhand_size: 5\n\n",
        *(4, 12, "5", "2 hands of 5 do not divide 48 cards", "3.2"),
    ),
    Fault(
        "\n\n",
        "\nhands: none\n\n",
        *(4, 8, "none", "a match ends at a target or after a number of hands", "7.1"),
    ),
    Fault(
        "\n\n",
        "\ntarget: 101\n\n",
        *(4, 9, "101"),
        *("a match ends at a target or after hands: one of them is None", "7.4"),
    ),
)
TAGS = (
    Fault("\n\n", "\nSite:\n\n", 4, 6, "", "not a line of text: ''"),
    Fault("\n\n", "\nSite:  \t\n\n", 4, 6, "", "not a line of text: ''"),
    Fault("\n\n", "\nA: b\x07c\n\n", 4, 4, "b\x07c", r"not a line of text: 'b\x07c'"),
    Fault("\n\n", "\nA: b\rc\n\n", 4, 4, "b\rc", r"not a line of text: 'b\rc'"),
    Fault("\n\n", "\nA: b\x85c\n\n", 4, 4, "b\x85c", r"not a line of text: 'b\x85c'"),
    Fault(
        "\n\n",
        "\nA: b\u2028c\n\n",
        *(4, 4, "b\u2028c", r"not a line of text: 'b\u2028c'"),
    ),
    Fault(
        "\n\n",
        "\nA:  \ud800\n\n",
        *(4, 5, "\ud800", r"not a line of text: '\ud800'"),
    ),
    Fault("\n\n", "\nA b: c\n\n", 4, 1, "A b", "not a key here: 'A b'"),
)
PACK = TEXTS["classic"].split("\n")[6].removeprefix("pack: ")
HANDS = (
    Fault("hand: 1", "hand: 2", 5, 7, "2", "this hand is number 1"),
    Fault("hand: 1", "hand: 0", 5, 7, "0", "this hand is number 1"),
    Fault("hand: 1", "hand:", 5, 6, "", f"{NO_NUMBER}''"),
    Fault("dealer: 1\n", "", 5, 7, "1", "no line 'dealer' here"),
    Fault("dealer: 1", "dealer: one", 6, 9, "one", f"{NO_NUMBER}'one'"),
    Fault(
        "dealer: 1",
        "dealer: 2",
        *(6, 9, "2", "the dealer sits in seat 0 to 1, not 2", "1.3"),
    ),
    Fault("dealer", "dealer: 1\ndealer", 7, 1, "dealer", "'dealer' comes twice"),
    Fault("pack", "target: 1\npack", 7, 1, "target", "not a key here: 'target'"),
    Fault("pack", "edition: 1\npack", 7, 1, "edition", "not a key here: 'edition'"),
    Fault("pack", "Site: here\npack", 7, 1, "Site", "not a key here: 'Site'"),
    Fault("pack", "Pack", 7, 1, "Pack", "not a key here: 'Pack'"),
    Fault(f"pack: {PACK}\n", "", 5, 7, "1", "no line 'pack' here"),
    Fault("pack: AC 2C", "pack: AC 2X", 7, 10, "2X", "not a card: '2X'"),
    Fault("QC KC AD", "QC , AD", 7, 44, ",", "not a card: ','"),
    Fault(
        "pack: AC 2C",
        "pack: AC AC",
        *(7, 10, "AC", "this card comes twice", "1.1"),
    ),
    Fault(
        "pack: AC 2C",
        "pack: 2C",
        *(7, 7, PACK[3:], "a pack has 52 cards, not 51", "1.1"),
    ),
    Fault(f" {PACK}", "", 7, 6, "", "a pack has 52 cards, not 0", "1.1"),
    Fault("plays", "saw: KS 1S\nplays", 8, 9, "1S", "not a card: '1S'"),
    Fault("plays", "kept: J\nplays", 8, 7, "J", "not a card: 'J'"),
    Fault("plays", "kept: JC JD\nplays", 8, 7, "JC JD", "not a card: 'JC JD'"),
    Fault("AC 5C", "AC 5C\u200b", 8, 11, "5C\u200b", r"not a card: '5C\u200b'"),
)
PLAYS = (
    Fault(": AC 5C", ": AC AC", 8, 11, "AC", "seat 1 does not hold AC", "4.3"),
    Fault(": AC 5C", ": AC  KS", 8, 12, "KS", "seat 1 does not hold KS", "4.3"),
    Fault(": AC 5C", ": 5C AC", 8, 8, "5C", "seat 0 does not hold 5C", "4.3"),
    Fault("2H\n", "2H 2H\n", 10, 33, "2H", "seat 0 does not hold 2H", "4.3"),
    Fault("9S KS\n", "9S KS ac\n", 13, 33, "ac", "the hand is over", "4.11"),
    Fault("9S KS\n", "9S KS\n\nplays: KS", 15, 8, "KS", "the hand is over", "4.11"),
)
NO_DRAW = "no draw comes to these cards"
HIGHEST = "whoever draws highest deals"
DRAWS = (
    Fault("\n\n", "\ndraw: KC\n\n", 4, 7, "KC", NO_DRAW, "1.7"),
    Fault("\n\n", "\ndraw:\n\n", 4, 6, "", NO_DRAW, "1.7"),
    Fault("\n\n", "\ndraw: ;\n\n", 4, 7, ";", NO_DRAW, "1.7"),
    Fault("\n\n", "\ndraw: KC AC 2C\n\n", 4, 7, "KC AC 2C", NO_DRAW, "1.7"),
    Fault("\n\n", "\ndraw: KC KD\n\n", 4, 7, "KC KD", NO_DRAW, "1.7"),
    Fault("\n\n", "\ndraw: KC AD;2C 3C\n\n", 4, 7, "KC AD;2C 3C", NO_DRAW, "1.7"),
    Fault("\n\n", "\ndraw: KC AC,\n\n", 4, 10, "AC,", "not a card: 'AC,'"),
    Fault("\n\n", "\ndraw: KC KD; 2C\n\n", 4, 7, "KC KD; 2C", NO_DRAW, "1.7"),
    Fault(
        "\n\n",
        "\ndraw: KC KC\n\n",
        *(4, 7, "KC KC", "a pack has each card once", "1.1"),
    ),
    Fault("\n\n", "\ndraw: AC KC\n\n", 7, 9, "1", HIGHEST, "1.7"),
)


@pytest.mark.parametrize(
    "fault",
    [*FIRST_OF_ALL, *OPTIONS, *TAGS, *HANDS, *PLAYS, *DRAWS],
    ids=repr,
)
def test_a_fault_in_a_hand(fault: Fault) -> None:
    """It is told with its line and column, what stands there, and the rule."""
    assert fault.old in TEXTS["classic"]
    check_refused(TEXTS["classic"].replace(fault.old, fault.new, 1), fault)


DRAWN = "KS AH KD 3C; 5D 9C"
SECOND = f"dealer: 2\npack: {DECK_TEXT}\nplays:"
OF_MATCH = (
    Fault("hand: 2", "hand: 3", 13, 7, "3", "this hand is number 2"),
    Fault("hand: 3", "hand: 2", 20, 7, "2", "this hand is number 3"),
    Fault("hand: 3", "hand: 1", 20, 7, "1", "this hand is number 3"),
    Fault("er: 2", "er: 3", 14, 9, "3", "seat 2 had to deal, not seat 3", "7.5"),
    Fault("er: 3", "er: 1", 21, 9, "1", "seat 3 had to deal, not seat 1", "7.5"),
    Fault(
        "er: 2",
        "er: 4",
        *(14, 9, "4", "the dealer sits in seat 0 to 3, not 4", "1.3"),
    ),
    Fault(
        " KS\n\nhand: 3",
        "\n\nhand: 3",
        *(13, 7, "2", "the hand is not over", "4.11"),
    ),
    # Hand 1 earns side 1 ten points, so the second hand comes too late.
    Fault("\n\n", "\ntarget: 10\n\n", 14, 7, "2", "the match is over", "7.1"),
    Fault(
        "\n\n",
        "\nhands: 2\ntarget: none\n\n",
        *(22, 7, "3", "the match is over", "7.4"),
    ),
    Fault(
        f"{SECOND} 5C",
        f"{SECOND} 9C",
        *(16, 8, "9C", "seat 3 does not hold 9C", "4.3"),
    ),
    Fault(DRAWN, "KS AH KD 3C", 4, 7, "KS AH KD 3C", NO_DRAW, "1.7"),
    Fault("5D 9C", "5D 5C", 4, 7, "KS AH KD 3C; 5D 5C", NO_DRAW, "1.7"),
    Fault("5D 9C", "5X 9C", 4, 20, "5X", "not a card: '5X'"),
    Fault("KS AH", "AH KS", 7, 9, "1", HIGHEST, "1.7"),
    Fault(
        "KS AH",
        "KS KS",
        *(4, 7, "KS KS KD 3C; 5D 9C", "a pack has each card once", "1.1"),
    ),
)


@pytest.mark.parametrize("fault", OF_MATCH, ids=repr)
def test_a_fault_in_a_match(fault: Fault) -> None:
    """A hand that does not follow is shown by its number or its dealer."""
    assert fault.old in TEXTS["match"]
    check_refused(TEXTS["match"].replace(fault.old, fault.new, 1), fault)


@pytest.mark.parametrize(
    ("text", "line", "column", "found", "problem"),
    [
        ("", 1, 1, "", "no line 'pisti' here"),
        ("\n# pisti: 1\n", 1, 1, "", "no line 'pisti' here"),
        ("\ufeff", 1, 1, "", "no line 'pisti' here"),
        (HEADER, 1, 8, "1", "there is no hand in this record"),
        (f"\ufeff{HEADER}", 1, 8, "1", "there is no hand in this record"),
        (f"# {HEADER}", 2, 10, "1", "no line 'pisti' here"),
        (HAND, 1, 1, "", "no line 'pisti' here"),
        ("hello", 1, 1, "hello", "not a key and its value"),
        ("\ufeffhello", 1, 1, "hello", "not a key and its value"),
        ('\n  {"pisti": 1} ', 2, 3, '{"pisti"', "not a key here: '{\"pisti\"'"),
        # Lines end with a line feed; a lone carriage return is white space.
        ("pisti: 1\redition: 1", 1, 8, "1\redition: 1", None),
    ],
)
def test_what_is_no_record(
    text: str, line: int, column: int, found: str, problem: str | None
) -> None:
    """A text without a hand, a header or a sense."""
    problem = problem or f"{NO_NUMBER}{found!r}"
    check_refused(text, Fault("", "", line, column, found, problem))


@pytest.mark.parametrize(
    ("options", "top", "rule"),
    [
        ("opening_jack: turn_next", f"5C 6C 7C 8C 5D 6D 7D 8D {FOUR_JACKS}", "3.7"),
        ("opening_jack: redeal", "5C 6C 7C 8C 5D 6D 7D 8D 9C 10C QC JC", "3.9"),
        (
            "layout_face_up: 4\nlayout_redeal: any_pair",
            "5C 6C 7C 8C 5D 6D 7D 8D 9C 9D QC KC",
            "3.11",
        ),
    ],
)
def test_a_pack_that_has_to_be_dealt_again(options: str, top: str, rule: str) -> None:
    """A record has the pack that was dealt in the end."""
    pack = names(stacked(top))
    header = f"{HEADER}{options}\n"
    text = header + HAND.replace(DECK_TEXT, pack)
    problem = "this deck has to be dealt again, and there is no rng to do it"
    line = header.count("\n") + 4
    check_refused(text, Fault("", "", line, 7, pack, problem, rule))


@pytest.mark.parametrize(
    ("card", "problem"),
    [
        ("QC", "the cutter can only keep a jack"),
        ("JD", OF_KEPT),
        ("10C", "the cutter can only keep a jack"),
    ],
)
def test_a_card_that_the_cutter_cannot_keep(card: str, problem: str) -> None:
    """It is no jack, or not the cutter's first card."""
    text = TEXTS["kept"].replace("kept: JC", f"\n\nkept: {card}")
    check_refused(text, Fault("", "", 12, 7, card, problem, "2.5"))


def test_a_jack_that_nobody_can_keep() -> None:
    """At a table that does not let the cutter keep it."""
    text = f"{HEADER}{HAND}kept: JC\n"
    check_refused(text, Fault("", "", 8, 7, "JC", OF_KEPT, "2.5"))


@pytest.mark.parametrize("value", [None, b"pisti: 1", 1, ["pisti: 1"], io.StringIO()])
def test_what_is_no_text(value: Any) -> None:
    """Only a str is the text of a record."""
    with pytest.raises(NotationError, match=r"^not the text of a record: ") as caught:
        loads(value)
    assert (caught.value.line, caught.value.column) == (1, 1)
    assert caught.value.text is value
    assert caught.value.rule is None


def test_a_binary_file() -> None:
    """Records are read from text files."""
    file: Any = io.BytesIO(TEXTS["classic"].encode())
    with pytest.raises(NotationError, match="not the text of a record: a value of typ"):
        load(file)


@pytest.mark.parametrize(
    ("name", "text", "rule"),
    [
        ("colour", "red", None),
        ("", "", None),
        ("players", "four", "1.3"),
        ("players", "", "1.3"),
        ("players", "none", "1.3"),
        ("partnership", "1", "1.4"),
        ("hands", " 1", "7.4"),
        ("target", "1e3", "7.1"),
        ("target", "²", "7.1"),
        ("card_points", "", "6.1"),
        ("card_points", "A 1,", "6.1"),
        ("card_points", "A  1", "6.1"),
        ("card_points", "A -1", "6.1"),
        ("card_points", "T 1", "6.1"),
        ("card_points", " 1", "6.1"),
    ],
)
def test_what_is_no_option(name: str, text: str, rule: str | None) -> None:
    """The rule is that of the option."""
    with pytest.raises(NotationError) as caught:
        parse_option(name, text)
    assert caught.value.rule is (None if rule is None else Rule(rule))
    wrong = name if rule is None else text.rpartition(",")[2]
    assert caught.value.text == wrong


class TestOlderEditions:
    """Records of an edition before the present one."""

    @pytest.fixture(autouse=True)
    def _second_edition(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(records, "EDITION", 2)

    def test_an_older_edition_is_played_with_a_warning(self) -> None:
        """It keeps its edition, and the warning points to who reads it."""
        with pytest.warns(EditionWarning, match="edition 1 .* edition 2") as told:
            record = loads(TEXTS["classic"])
        assert [warning.filename for warning in told] == [__file__]
        assert record.edition == 1
        assert dumps(record) == TEXTS["classic"]

    def test_the_present_edition_and_one_to_come(self) -> None:
        """The second is read without a warning, the third is refused."""
        text = TEXTS["classic"].replace("edition: 1", "edition: 2")
        assert loads(text).edition == 2
        with pytest.raises(NotationError, match="edition 3 of the rules is not known"):
            loads(text.replace("edition: 2", "edition: 3"))


def finished(dealer: int = 1) -> State:
    """Play a hand of the classic table out."""
    return finish(new_game(deck=DECK, dealer=dealer))


def hand_record(**changes: Any) -> HandRecord:
    """Record a hand of the classic table."""
    hand: dict[str, Any] = {"dealer": 1, "pack": Pack(DECK), "plays": ()}
    return HandRecord(**(hand | changes))


@pytest.mark.parametrize(
    ("changes", "error", "rule"),
    [
        ({"variant": "classic"}, VariantError, None),
        ({"variant": None}, VariantError, None),
        ({"hands": ()}, MatchError, None),
        ({"hands": None}, MatchError, None),
        ({"hands": [hand_record()]}, MatchError, None),
        ({"hands": (finished(),)}, MatchError, None),
        ({"hands": hand_record()}, MatchError, None),
        ({"hands": (hand_record(), hand_record())}, MatchError, Rule.END_OF_HAND),
        ({"hands": (hand_record(dealer=2),)}, DealError, Rule.PLAYERS),
        (
            {"hands": (hand_record(plays=DECK[:2]),)},
            IllegalMoveError,
            Rule.CARD_IN_HAND,
        ),
        ({"edition": 0}, MatchError, None),
        ({"edition": 2}, MatchError, None),
        ({"edition": True}, MatchError, None),
        ({"edition": "1"}, MatchError, None),
        ({"draw": "KC AC"}, MatchError, None),
        ({"draw": draw(TWO, 1)}, MatchError, Rule.HIGH_CARD_DRAW),
        ({"draw": draw(THREE, 1)}, MatchError, Rule.HIGH_CARD_DRAW),
    ],
    ids=repr,
)
def test_what_cannot_be_recorded(
    changes: dict[str, Any], error: type[PistiError], rule: Rule | None
) -> None:
    """A record is played when it is made, and raises what the playing raises."""
    whole: dict[str, Any] = {"variant": CLASSIC, "hands": (hand_record(),)}
    assert Record(**whole).states == (new_game(deck=DECK, dealer=1),)
    with pytest.raises(error) as caught:
        Record(**(whole | changes))
    assert caught.value.rule is rule


@pytest.mark.parametrize(
    ("changes", "error", "rule"),
    [
        ({"dealer": "1"}, DealError, Rule.PLAYERS),
        ({"dealer": None}, DealError, Rule.PLAYERS),
        ({"dealer": True}, DealError, Rule.PLAYERS),
        ({"pack": None}, DealError, None),
        ({"pack": DECK}, DealError, None),
        ({"plays": None}, IllegalMoveError, Rule.CARD_IN_HAND),
        ({"plays": "AC"}, IllegalMoveError, Rule.CARD_IN_HAND),
    ],
    ids=repr,
)
def test_what_is_no_hand(
    changes: dict[str, Any], error: type[PistiError], rule: Rule | None
) -> None:
    """A hand has a dealer, a Pack and cards."""
    with pytest.raises(error) as caught:
        hand_record(**changes)
    assert caught.value.rule is rule


def test_plays_are_kept_as_a_tuple() -> None:
    """Any cards one after the other will do."""
    assert hand_record(plays=iter(DECK[:2])).plays == DECK[:2]


@pytest.mark.parametrize(
    "tags",
    [None, 3, ["Ax"], [("A",)], [("A", "x", "y")], [("A", "x"), ("A", "y")]],
    ids=repr,
)
def test_what_are_no_tags(tags: Any) -> None:
    """Tags are pairs of texts, each name once."""
    with pytest.raises(NotationError, match="tag"):
        Record(variant=CLASSIC, hands=(hand_record(),), tags=tags)


def test_the_record_in_the_documentation() -> None:
    """What is shown to all can be read, and is as this library writes it."""
    page = Path(__file__).parent.parent / "docs" / "reference" / "records.md"
    text = page.read_text("utf-8").split("```text\n")[1].split("```")[0]
    assert dumps(loads(text)) == text


@pytest.mark.parametrize("write", [dumps, lambda record: [*replay(record)]])
def test_only_records_are_written_and_replayed(write: Callable[[Any], object]) -> None:
    """A state is no record."""
    with pytest.raises(NotationError, match="not a Record but"):
        write(finished())


@pytest.mark.parametrize(
    "given_states",
    [
        (),
        (None,),
        (Pack(DECK),),
        ([finished()],),
        (finished(), None),
        (finished(), finished()),
        (new_game(TWO, rng=1), new_game(TWO, rng=1)),
    ],
    ids=["none", "None", "pack", "list", "mixed", "over", "unfinished"],
)
def test_states_of_no_match(given_states: tuple[Any, ...]) -> None:
    """One or more states in the order of a match, unfinished at most the last."""
    with pytest.raises(MatchError):
        Record.of(*given_states)


def test_states_of_two_tables() -> None:
    """A match is played by the rules of one table."""
    target = table(TWO, target=1000)
    match = new_match(TWO, dealer=0).add(finish(new_game(TWO, rng=1, dealer=0)))
    other = new_game(target, rng=1, dealer=1)
    with pytest.raises(MatchError):
        match.check_next(other)
    with pytest.raises(MatchError):
        Record.of(finish(new_game(TWO, rng=1, dealer=0)), other)


@pytest.mark.parametrize(
    "tags",
    [
        None,
        5,
        "Site",
        [("Site", "x", "y")],
        {"site": "x"},
        {"": "x"},
        {"Şehir": "x"},
        {"Site:": "x"},
        {"Site\n": "x"},
        {3: "x"},
        {"Site": ""},
        {"Site": " x"},
        {"Site": "x\xa0"},
        {"Site": "x\ny"},
        {"Site": "x\x00"},
        {"Site": "\u2029"},
        {"Site": "\udfff"},
        {"Site": None},
        {"Site": 3},
    ],
    ids=ascii,
)
def test_what_is_no_tag(tags: Any) -> None:
    """A capital letter and some more, and a line of text."""
    with pytest.raises(NotationError):
        Record.of(new_game(rng=7), tags=tags)


def test_tags_of_any_mapping() -> None:
    """Pairs and mappings give the same record."""
    state = new_game(rng=7)
    pairs = (("Site", "Kadıköy"), ("A", "#: x"))
    record = Record.of(state, tags=pairs)
    assert record.tags == pairs
    assert record == Record.of(state, tags=dict(pairs)) == loads(dumps(record))


# The draw, and the hand that comes next


@pytest.mark.rule("1.7")
@pytest.mark.parametrize(
    ("variant", "text", "dealer", "seating"),
    [
        (CLASSIC, "KC AC", 1, (0, 1)),
        (CLASSIC, "2C KC", 1, (0, 1)),
        (CLASSIC, "AC AD; 2C 2D; 3D 2D", 0, (0, 1)),
        (THREE, "KC QC KD; 5C 5D; 9C 10C", 2, (0, 1, 2)),
        (THREE, "KC KD KH; 5C 5D 4H; 9C 10C", 1, (0, 1, 2)),
        (PARTNERSHIP, "KC QC JC 10C", 0, (0, 2, 1, 3)),
        (PARTNERSHIP, "KC JC QC 10C", 0, (0, 1, 2, 3)),
        (PARTNERSHIP, "KS AH KD 3C; 5D 9C", 1, (0, 1, 3, 2)),
        (PARTNERSHIP, "KS AH KD 3C; 9D 5C", 1, (3, 1, 2, 0)),
        (PARTNERSHIP, "AC AD 3C 2C; 5C 4C", 0, (0, 2, 1, 3)),
        (PARTNERSHIP, "AC AD AH AS; KC KD 2C 3C; 9C 10C", 1, (3, 1, 2, 0)),
    ],
)
def test_a_draw_of_known_cards(
    variant: Variant, text: str, dealer: int, seating: tuple[int, ...]
) -> None:
    """Only who is equal for an open place draws again, aces being high."""
    rounds = [parse_cards(cards) for cards in text.split(";")]
    drawn = draw_of_cards(variant, rounds)
    assert (drawn.dealer, drawn.seating) == (dealer, seating)
    assert drawn.cards == tuple(rounds)


@pytest.mark.rule("1.7")
@pytest.mark.parametrize(
    ("variant", "text"),
    [
        (CLASSIC, ""),
        (CLASSIC, "KC"),
        (CLASSIC, "KC AC 2C"),
        (CLASSIC, "KC AC; 2C 3C"),
        (CLASSIC, "KC KD"),
        (CLASSIC, "KC KD; 2C"),
        (CLASSIC, "KC KD; 2C 2D"),
        (CLASSIC, "KC KD; 2C 3C 4C"),
        (THREE, "KC AC"),
        (PARTNERSHIP, "KC QC JC"),
        (PARTNERSHIP, "AC KC KD 2C"),
        (PARTNERSHIP, "AC AD AH AS; KC KD 2C 3C"),
        (PARTNERSHIP, "AC AD 3C 2C; 5C 4C 3D"),
    ],
)
def test_a_draw_that_comes_to_nothing(variant: Variant, text: str) -> None:
    """Cards are missing, or more than were drawn."""
    rounds = [parse_cards(cards) for cards in text.split(";")]
    with pytest.raises(MatchError, match=f"^{NO_DRAW}") as caught:
        draw_of_cards(variant, rounds)
    assert caught.value.rule is Rule.HIGH_CARD_DRAW


@pytest.mark.rule("1.1", "1.7")
@pytest.mark.parametrize("rounds", [[["KC", "AC"]], [DECK[:1] * 2], [3], ["KC"]])
def test_a_draw_of_no_cards_of_one_pack(rounds: Any) -> None:
    """A round of a draw comes from one pack."""
    with pytest.raises(DealError) as caught:
        draw_of_cards(CLASSIC, rounds)
    assert caught.value.rule is Rule.PACK


@pytest.mark.rule("1.7")
@given(variants(), seeds)
def test_a_draw_follows_from_its_cards(variant: Variant, seed: int) -> None:
    """Whoever sees the cards knows who deals and who sits where."""
    drawn = draw(variant, seed)
    assert draw_of_cards(variant, drawn.cards) == drawn
    match = Match(variant=variant, first_dealer=drawn.dealer, draw=drawn)
    assert match.dealer == drawn.dealer


@pytest.mark.rule("1.7")
@pytest.mark.parametrize(
    ("changes", "first_dealer", "problem"),
    [
        ({}, 0, HIGHEST),
        ({"dealer": 0}, 0, "no draw comes out so"),
        ({"seating": (1, 0)}, 1, "no draw comes out so"),
        ({"rounds": (((1, DECK[12]), (0, DECK[0])),)}, 1, "no draw comes out so"),
        ({"rounds": ()}, 1, "no draw comes out so"),
        ({"rounds": None}, 1, "no draw comes out so"),
        ({"rounds": ((1, 2),)}, 1, "no draw comes out so"),
    ],
    ids=repr,
)
def test_a_match_by_another_draw(
    changes: dict[str, Any], first_dealer: int, problem: str
) -> None:
    """What a draw says follows from its cards, and the first dealer from the draw."""
    drawn = draw_of_cards(CLASSIC, [parse_cards("KC AC")])
    assert Match(variant=CLASSIC, first_dealer=1, draw=drawn).draw is drawn
    with pytest.raises(MatchError, match=f"^{problem}") as caught:
        Match(
            variant=CLASSIC,
            first_dealer=first_dealer,
            draw=attrs.evolve(drawn, **changes),
        )
    assert caught.value.rule is Rule.HIGH_CARD_DRAW


@pytest.mark.rule("7.1", "7.4", "7.5")
def test_the_hand_that_comes_next() -> None:
    """It may be unfinished, but not of another dealer or table, nor one too many."""
    match = new_match(TWO, dealer=0)
    state = new_game(TWO, rng=1, dealer=0)
    for fitting in (state, finish(state, bytes(7)), finish(state)):
        match.check_next(fitting)

    refused: tuple[tuple[Match, Any, Rule | None], ...] = (
        (match, None, None),
        (match, [state], None),
        (match, new_game(THREE, rng=1, dealer=0), None),
        (match, new_game(TWO, rng=1, dealer=1), Rule.NEXT_DEALER),
        (match.add(finish(state)), state, Rule.NEXT_DEALER),
        (new_match(CLASSIC, dealer=1).add(finished()), finished(), Rule.FIXED_HANDS),
        (attrs.evolve(match, variant=table(TWO, target=1)), None, None),
    )
    for at, hand, rule in refused:
        with pytest.raises(MatchError) as caught:
            at.check_next(hand)
        assert caught.value.rule is rule
        with pytest.raises(MatchError) as caught:
            at.add(hand)
        assert caught.value.rule is rule
    with pytest.raises(MatchError) as caught:
        match.add(state)
    assert caught.value.rule is Rule.END_OF_HAND


@given(matches(partners_who_draw()), packs(PARTNERSHIP))
def test_a_drawn_match_takes_the_next_dealer_only(match: Match, pack: Pack) -> None:
    """Of the seats only one has the deal."""
    for seat in range(4):
        try:
            state = new_game(match.variant, deck=pack, dealer=seat)
        except DealError:
            return  # four jacks are dealt again
        if seat == match.dealer and not match.is_over:
            match.check_next(state)
        else:
            with pytest.raises(MatchError):
                match.check_next(state)


# Any text: a value, or a refusal that says where


def reading(read: Callable[[str], Any], text: str) -> Any:
    """Give what is read, or the error that refuses it."""
    try:
        return read(text)
    except NotationError as error:
        return error


def check_place(error: NotationError, lines: list[str]) -> None:
    """See that what is told stands where it is told."""
    line = lines[error.line - 1]
    assert line[error.column - 1 :].startswith(error.text)


def check_reading(text: str) -> None:
    """Read a text, which gives a record or says where it is none."""
    read = reading(loads, text)
    if isinstance(read, NotationError):
        rule = f"; see rule {read.rule.id}" if read.rule else ""
        place = f" in line {read.line}, column {read.column}{rule}"
        assert str(read).endswith(place)
        check_place(read, text.removeprefix("\ufeff").split("\n"))
    else:
        assert type(read) is Record
        written = dumps(read)
        assert loads(written) == read
        assert dumps(loads(written)) == written


WORDS = (
    *("pisti", "edition", "variant", "hand", "dealer", "pack", "saw", "kept", "plays"),
    *("draw", "target", "cut", "hands", "players", "card_points", "Site", "none"),
    *("yes", "1", "2", "0", "AC", "JC", "10D", "t♦", ":", ";", ",", "#", " ", "\n"),
    *("\r", "\t", "\ufeff", "\u2028", "\x1c", "\x00", "\ud800", "İ", "ı", "²", "-1"),
    *VARIANTS,
)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Draw a golden record in which characters, words or lines were changed."""
    text = draw(st.sampled_from([*TEXTS.values(), TIGHT, LOOSE]))
    for _ in range(draw(st.integers(1, 4))):
        pieces = re.findall(
            draw(st.sampled_from([r"(?s).", r"\s+|\w+|\W", ".*\n?"])), text
        )
        if not pieces:
            break
        place = draw(st.integers(0, len(pieces) - 1))
        other = draw(st.integers(0, len(pieces) - 1))
        piece = draw(st.sampled_from(WORDS) | st.text(max_size=3))
        changes: list[tuple[str, ...]] = [
            (),
            (pieces[place], pieces[place]),
            (piece,),
            (pieces[place], piece),
            (pieces[other],),
        ]
        pieces[place : place + 1] = draw(st.sampled_from(changes))
        text = "".join(pieces)
    return text


@given(st.text())
@example("pisti: 1\n: ")
def test_any_text_is_a_record_or_refused(text: str) -> None:
    """Nothing else comes of it."""
    check_reading(text)


@given(st.lists(st.sampled_from(WORDS), max_size=30).map("".join))
def test_any_words_are_a_record_or_refused(words: str) -> None:
    """After a header too."""
    check_reading(words)
    check_reading(f"{HEADER}{words}{HAND}{words}")


@given(damaged())
def test_a_damaged_record_is_a_record_or_refused(text: str) -> None:
    """The place that is told is in the text, and what stands there is told."""
    check_reading(text)


@given(st.text() | st.text("AJQKTtajqk0123456789CDHScdhs♣♦♥♠♧♢♡♤ \n\ufe0f\u2028"))
def test_any_text_is_cards_or_refused(text: str) -> None:
    """One card or several."""
    cards = reading(parse_cards, text)
    if isinstance(cards, NotationError):
        check_place(cards, text.splitlines())
    else:
        assert parse_cards(" ".join(map(str, cards))) == cards
    card = reading(Card.parse, text)
    if isinstance(card, NotationError):
        assert card.text == text
    else:
        assert cards == (card,)


@given(
    st.sampled_from([option.name for option in attrs.fields(Variant)]) | st.text(),
    st.text()
    | st.lists(st.sampled_from(WORDS), max_size=4).map("".join)
    | st.from_regex("(A|J|10D|2C) [0-9]{1,19}(, ?(A|K|10|T|10d) [0-9]{1,3})*"),
)
def test_any_text_is_an_option_or_refused(name: str, text: str) -> None:
    """A value that is written as it was read."""
    value = reading(lambda text: parse_option(name, text), text)
    if not isinstance(value, NotationError):
        assert parse_option(name, format_option(value)) == value


def test_a_draw_without_end() -> None:
    """Thousands of rounds that decide nothing are refused like one."""
    text = "; ".join(["AC AD"] * 5000)
    fault = Fault("", "", 4, 7, text, NO_DRAW, "1.7")
    check_refused(f"{HEADER}draw: {text}\n{HAND}", fault)


@pytest.mark.parametrize("option", ["target", "pisti_points"])
def test_numbers_of_any_size(option: str) -> None:
    """What a table can have can be written and read; it can have nine digits."""
    largest = table(TWO, **{option: 999_999_999})
    record = Record.of(new_game(largest, rng=7))
    assert loads(dumps(record)) == record
    with pytest.raises(VariantError, match=r"whole number from \d to 999999999"):
        table(TWO, **{option: 10**9})
    with pytest.raises(NotationError) as caught:
        loads(f"{HEADER}{option}: 1000000000\n{HAND}")
    assert (caught.value.line, caught.value.column) == (4, len(option) + 3)


@pytest.mark.parametrize(
    ("name", "text"),
    [(None, "5"), ([], "5"), ("cut", []), ("target", 5), ("card_points", None)],
    ids=repr,
)
def test_options_are_text(name: Any, text: Any) -> None:
    """Names and values of another type are refused."""
    with pytest.raises(NotationError) as caught:
        parse_option(name, text)
    if isinstance(name, str):
        assert f"{name} must be text" in str(caught.value)
        assert caught.value.text is text
    else:
        assert caught.value.text is name


@pytest.mark.parametrize("table", [None, "classic", Variant], ids=repr)
def test_what_is_near_no_preset(table: Any) -> None:
    """Only a table differs from a preset."""
    with pytest.raises(VariantError, match="not a Variant"):
        preset_and_changes(table)


def test_a_match_has_scores_of_its_own_sides() -> None:
    """The scores of two sides are none of three."""
    with pytest.raises(MatchError, match="totals for 3 sides"):
        Match(variant=THREE, first_dealer=0, scores=(score_hand(finished()),))


def test_a_match_that_was_over_before() -> None:
    """No hand follows the last."""
    score = score_hand(finished())
    with pytest.raises(MatchError, match="over before") as caught:
        Match(variant=CLASSIC, first_dealer=0, scores=(score, score))
    assert caught.value.rule is not None
    assert caught.value.rule.id == "7.4"


def test_a_match_counts_finished_hands() -> None:
    """The score of a hand that is not over is none of a match."""
    score = score_hand(new_game(CLASSIC, rng=7))
    with pytest.raises(MatchError, match="a hand that counts is over"):
        Match(variant=CLASSIC, first_dealer=0, scores=(score,))


def test_a_file_that_is_no_text() -> None:
    """Bytes that the file's encoding does not have are refused."""
    file = io.TextIOWrapper(io.BytesIO(b"pisti: 1\n\xff"), "utf-8")
    with pytest.raises(NotationError, match="not text in its encoding"):
        load(file)


def test_a_cutter_who_looked_at_too_much() -> None:
    """Whatever a record says, nobody looks at so many cards."""
    saw = " ".join(["JC JD JH JS"] * 251)
    with pytest.raises(NotationError, match="nobody looks at 1004 cards") as caught:
        loads(f"{HEADER}{HAND}saw: {saw}\n")
    assert caught.value.rule is Rule.CUT


# Long texts

TOO_LONG = "^a record has at most 1000000 characters$"


class Endless(io.TextIOBase):
    """A text file of any length, which counts what is read of it."""

    def __init__(self) -> None:
        self.count = 0

    def read(self, size: int | None = -1, /) -> str:
        """Give as much as is asked for."""
        assert size is not None
        assert 0 <= size <= 10**7
        self.count += size
        return "#" * size


def test_a_long_text_is_refused_unread() -> None:
    """A hundred million characters cost neither time nor memory."""
    text = "# \n" * (10**8 // 3)
    tracemalloc.start()
    begin = time.perf_counter()
    with pytest.raises(NotationError, match=TOO_LONG):
        loads(text)
    took = time.perf_counter() - begin
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert took < 1
    assert most < 100_000


def test_a_long_file_is_refused_unread() -> None:
    """One character more than is allowed is read."""
    file: Any = Endless()
    with pytest.raises(NotationError, match=TOO_LONG):
        load(file)
    assert file.count == MAX_LENGTH + 1 == 1_000_001


def test_the_longest_record() -> None:
    """A million characters are read, one more is not."""
    text = TEXTS["classic"] + "\n" * (MAX_LENGTH - len(TEXTS["classic"]))
    assert loads(text) == loads(TEXTS["classic"])
    assert load(io.StringIO(text)) == loads(TEXTS["classic"])
    with pytest.raises(NotationError, match=TOO_LONG):
        loads(f"{text}\n")


def filled(text: str, more: str, end: str = "") -> str:
    """Fill a text, as far as whole repetitions go."""
    return text + more * ((MAX_LENGTH - len(text) - len(end)) // len(more)) + end


def many_hands() -> str:
    """Write as many hands as fit, with a fault in the last."""
    header = f"{HEADER}hands: none\ntarget: 999999\n"
    _, hand = TEXTS["classic"].split("\n\n")
    size = len(hand) + len("\n9999")
    number = (MAX_LENGTH - len(header)) // size
    texts = [
        hand.replace("hand: 1", f"hand: {n}").replace("dealer: 1", f"dealer: {n % 2}")
        for n in range(1, number + 1)
    ]
    texts[-1] = texts[-1].replace("QS 9S KS", "QS 9S 9S")
    return "\n".join((header, *texts))


OF_TAGS = "".join(f"A{n}:a\n" for n in range(111_000))
OF_DEALS = "".join(HAND.replace("hand: 1", f"hand: {n}") for n in range(1, 5300))
PATHOLOGICAL = {
    "one word": filled("", "x"),
    "one line": filled("", "x "),
    "one value": filled("A:", "x "),
    "one key": filled("", "A", ":x"),
    "colons": filled("", ":"),
    "empty lines": filled("", "\n"),
    "white space": filled("pisti:", " \t\u2003"),
    "comments": filled(HEADER, "#\n"),
    "tags": HEADER + OF_TAGS,
    "points": filled(f"{HEADER}card_points: ", "A 1,"),
    "draw": filled(f"{HEADER}draw: ", "AC;"),
    "pack": filled(f"{HEADER}hand: 1\ndealer: 1\npack: ", "AC "),
    "plays": filled(f"{HEADER}{HAND}plays: ", "AC "),
    "odd plays": filled(f"{HEADER}{HAND}plays: ", "ac ", "xx"),
    "lines of plays": filled(f"{HEADER}{HAND}", "plays:\n", "plays: 2H"),
    "deals": HEADER + OF_DEALS,
}


@pytest.mark.parametrize("text", PATHOLOGICAL.values(), ids=PATHOLOGICAL)
def test_the_worst_texts_are_refused_soon(text: str) -> None:
    """The time grows with the length of a text, not with what is in it."""
    assert 0.99 * MAX_LENGTH <= len(text) <= MAX_LENGTH
    begin = time.perf_counter()
    with pytest.raises(NotationError):
        loads(text)
    assert time.perf_counter() - begin < 30


def test_the_last_of_many_hands() -> None:
    """Its fault is found in its place, after some three thousand hands."""
    text = many_hands()
    lines = text.split("\n")
    assert lines[-2] == "plays: 6S 10S 7S JS 8S QS 9S 9S"
    assert 0.99 * MAX_LENGTH <= len(text) <= MAX_LENGTH
    fault = Fault("", "", len(lines) - 1, 30, "9S", "seat 1 does not hold 9S", "4.3")
    begin = time.perf_counter()
    check_refused(text, fault)
    assert time.perf_counter() - begin < 30

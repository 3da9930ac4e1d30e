"""Somebody at a terminal: what is asked, told, kept, and what is kept from them."""

import ast
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from tables import deal, play, play_oldest, table

import pisti
from pisti import (
    CLASSIC,
    COFFEEHOUSE,
    DECK,
    PARTNERSHIP,
    THREE_PLAYER,
    VARIANTS,
    XERI_PARTNERSHIP,
    Card,
    Event,
    Language,
    Match,
    Rule,
    Seat,
    State,
    Variant,
    View,
    name_of,
    new_match,
    records,
    redact,
    sitting,
    view,
)
from pisti.players import greedy, random_player
from pisti.records import Record
from pisti.sitting import Left, Sitting, names_around, rule_in_words

LANGUAGES: tuple[Language, ...] = ("en", "tr")

# South leads with a seven, and North has nothing but low diamonds.
FIRST_DEAL = deal(CLASSIC, "7H", "7S 8S 9S KS", "2D 3D 4D 5D")


def sit(
    table: Variant,
    answers: Iterable[str],
    resumed: State | Record | None = None,
    **options: Any,
) -> list[str]:
    """Play a match with these answers, leave, and give what was written."""
    written: list[str] = []
    left = iter(answers)

    def read(question: str) -> str:
        written.append(question)
        try:
            return next(left)
        except StopIteration:
            raise Left from None

    seat, lang = options.get("seat", 0), options.get("lang", "en")
    given = {
        "seat": 0,
        "names": names_around(table, seat or 0, lang),
        "players": [greedy] * table.players,
        "chance": Random(7),
        "read": read,
        "write": written.append,
        "lang": lang,
        "ascii_only": False,
        "save": None,
    }
    record = Record.of(resumed) if isinstance(resumed, State) else resumed
    try:
        Sitting(**{**given, **options}).play_match(table, record)
    except Left:
        written.append("left")
    return written


def asked(written: Iterable[str]) -> list[str]:
    """Keep the hands that were offered, with their numbers."""
    return [text for text in written if re.match("1 [0-9AJQK]+[♣♦♥♠CDHS]", text)]


# Names and rules


@pytest.mark.parametrize(
    ("variant", "seat", "english", "turkish"),
    [
        (CLASSIC, 0, ["South", "North"], ["Güney", "Kuzey"]),
        (CLASSIC, 1, ["North", "South"], ["Kuzey", "Güney"]),
        (THREE_PLAYER, 0, ["South", "East", "West"], ["Güney", "Doğu", "Batı"]),
        (THREE_PLAYER, 2, ["East", "West", "South"], ["Doğu", "Batı", "Güney"]),
        (
            PARTNERSHIP,
            0,
            ["South", "East", "North", "West"],
            ["Güney", "Doğu", "Kuzey", "Batı"],
        ),
        (
            XERI_PARTNERSHIP,
            1,
            ["East", "South", "West", "North"],
            ["Doğu", "Güney", "Batı", "Kuzey"],
        ),
    ],
)
def test_players_are_called_by_their_places(
    variant: Variant, seat: Seat, english: list[str], turkish: list[str]
) -> None:
    """Whoever plays sits in the south, and the next to play to the right, or left."""
    assert names_around(variant, seat, "en") == english
    assert names_around(variant, seat, "tr") == turkish


def test_a_rule_that_applies_has_its_example() -> None:
    """A rule of the table is told with its numbers, and an example."""
    title, text, example = rule_in_words(Rule.PISTI, CLASSIC, "en").split("\n\n")

    assert title == "5.1 Pişti"
    assert "10 points" in text
    assert "(rule 5.1: Pişti)" in example


def test_a_rule_that_does_not_apply_is_told_as_it_is() -> None:
    """A rule of other tables has a title and a text, and nothing else."""
    told = rule_in_words(Rule.CUTTER_KEEPS, CLASSIC, "tr")

    assert told.split("\n\n") == [
        f"2.5 {Rule.CUTTER_KEEPS.title('tr')}",
        Rule.CUTTER_KEEPS.text("tr"),
    ]


# A hand at the table


def test_a_card_is_asked_for_and_told() -> None:
    """The table is drawn, the hand numbered; a card is told, with its rule if lone."""
    board, hand, question, *told = sit(CLASSIC, ["7s"], FIRST_DEAL)

    assert board.startswith("  Classic · round 1/6 · play 1/48 · seen by South")
    assert hand == "1 7♠  2 8♠  3 9♠  4 K♠"
    assert question == "Your card: "
    assert told[0] == "South played the seven of spades."
    assert told[1].startswith("South captured 4 cards")
    assert told[2] == "  5.4 No pişti on the first play"
    assert told[3] == "North played the two of diamonds to the empty table."
    assert told[-2:] == ["Your card: ", "left"]


def test_a_card_is_asked_for_in_turkish() -> None:
    """The same in Turkish."""
    board, hand, question, *told = sit(CLASSIC, ["1"], FIRST_DEAL, lang="tr")

    assert board.startswith("  Klasik · dağıtım 1/6 · kart 1/48 · gören: Güney")
    assert hand == "1 7♠  2 8♠  3 9♠  4 K♠"
    assert question == "Kartınız: "
    assert told[0] == "Güney maça yedilisini attı."
    assert told[2] == "  5.4 İlk kartta pişti olmaz"


def test_plain_letters() -> None:
    """The table and the numbered hand can be drawn in ASCII, in both languages."""
    for lang in LANGUAGES:
        board, hand, *_ = sit(CLASSIC, [], FIRST_DEAL, lang=lang, ascii_only=True)
        assert board.isascii()
        assert hand == "1 7S  2 8S  3 9S  4 KS"


@pytest.mark.parametrize("answer", ["2", "8S", "8s", " 8♠ ", "8♤\n", "8♠\ufe0f"])
def test_ways_to_name_a_card(answer: str) -> None:
    """A card is named by its number or its name, in any spelling."""
    told = sit(CLASSIC, [answer], FIRST_DEAL)

    assert told[3] == "South played the eight of spades."


@pytest.mark.parametrize(
    ("answer", "echo"),
    [
        ("0", "0"),
        ("5", "5"),
        ("-1", "-1"),
        ("2D", "2d"),
        ("7H", "7h"),
        ("9.9", "9.9"),
        ("hello", "hello"),
        ("[red]{x}", "[red]{x}"),
    ],
)
def test_what_is_no_card_of_the_hand(answer: str, echo: str) -> None:
    """Nonsense, numbers out of range and other cards are answered; it is asked again."""
    english = sit(CLASSIC, [answer], FIRST_DEAL)[2:]
    turkish = sit(CLASSIC, [answer], FIRST_DEAL, lang="tr")[2:]

    no_such_card = f"You hold no such card: {echo}"
    assert english == ["Your card: ", no_such_card, "Your card: ", "left"]
    no_such_card = f"Elinizde böyle bir kart yok: {echo}"
    assert turkish == ["Kartınız: ", no_such_card, "Kartınız: ", "left"]


@pytest.mark.parametrize(
    "answer", ["?", "help", "HELP", "yardım", "YARDIM", "yardim", "YARDİM", "", " \n"]
)
def test_help(answer: str) -> None:
    """Help is given in the language of the table, whichever word asks for it."""
    assert "'undo'" in sit(CLASSIC, [answer], FIRST_DEAL)[3]
    turkish = sit(CLASSIC, [answer], FIRST_DEAL, lang="tr")[3]
    assert "'geri'" in turkish
    assert "'son'" in turkish


def test_a_rule_is_shown() -> None:
    """The number of a rule shows it, also if it is none of this table."""
    told = sit(CLASSIC, ["5.1", "2.5"], FIRST_DEAL)

    assert told[3] == rule_in_words(Rule.PISTI, CLASSIC, "en")
    assert told[5] == rule_in_words(Rule.CUTTER_KEEPS, CLASSIC, "en")


@pytest.mark.parametrize("answer", ["quit", "QUIT", "son", "Son\n"])
def test_quit(answer: str) -> None:
    """Both words leave the table in either language."""
    for lang in LANGUAGES:
        told = sit(CLASSIC, [answer, "1"], FIRST_DEAL, lang=lang)
        assert len(told) == 4
        assert told[-1] == "left"


# Taking back


def test_cards_are_taken_back_one_by_one() -> None:
    """Each card taken back shows the table as it was before it, to the first."""
    words = ["1", "1", "undo", "geri", "GERİ", "Undo", "2"]
    told = sit(CLASSIC, words, FIRST_DEAL)

    hands = [
        "1 7♠  2 8♠  3 9♠  4 K♠",
        "1 8♠  2 9♠  3 K♠",
        "1 9♠  2 K♠",
        "1 8♠  2 9♠  3 K♠",
        "1 7♠  2 8♠  3 9♠  4 K♠",
        "1 7♠  2 8♠  3 9♠  4 K♠",
        "1 7♠  2 8♠  3 9♠  4 K♠",
        "1 7♠  2 9♠  3 K♠",
    ]
    assert asked(told) == hands
    assert told.count("There is nothing to take back.") == 2
    assert told.count("Your last card is in your hand again.") == 2
    assert told[-6] == "South played the eight of spades."


def test_nothing_to_take_back_in_turkish() -> None:
    """The same is said in Turkish."""
    told = sit(CLASSIC, ["geri"], FIRST_DEAL, lang="tr")

    assert told[3] == "Geri alınacak kart yok."


def test_what_was_played_before_going_on_stays() -> None:
    """No card is taken back that was played at an earlier sitting."""
    told = sit(CLASSIC, ["undo"], play(FIRST_DEAL, "7S 2D"))

    assert told[3] == "There is nothing to take back."
    assert asked(told) == ["1 8♠  2 9♠  3 K♠"] * 2


# A match


def test_the_draw_is_told_before_the_first_hand() -> None:
    """Each card is told by where its player sits then (rule 1.7)."""
    match = new_match(PARTNERSHIP, rng=Random(1))
    assert match.draw is not None
    assert [" ".join(map(str, cards)) for cards in match.draw.cards] == [
        "9S 9H 2H 4C",
        "KH 7C",
    ]
    assert match.draw.seating == (0, 2, 1, 3)

    assert sit(PARTNERSHIP, [], chance=Random(1))[:3] == [
        (
            "Draw for the deal: South: nine of spades, North: nine of hearts,"
            " East: two of hearts, West: four of clubs."
        ),
        "Draw for the deal: South: king of hearts, North: seven of clubs.",
        "Hand 1",
    ]
    turkish = sit(PARTNERSHIP, [], chance=Random(1), lang="tr")
    assert turkish[1] == "Dağıtıcı kurası: Güney: kupa papazı, Kuzey: sinek yedilisi."


def test_a_draw_is_not_told_again() -> None:
    """Whoever goes on with a match has seen it."""
    match = new_match(PARTNERSHIP, rng=Random(1))
    state, _ = match.start(rng=Random(1))
    record = Record.of(state, draw=match.draw)
    assert "Draw" not in "".join(sit(PARTNERSHIP, [], record))


def test_hand_after_hand() -> None:
    """Each hand has its number, its score and the sheet; then the match ends."""
    told = sit(table(target=None, hands=2), ["1"] * 48)

    assert told[0] == "Hand 1"
    assert told.count("Hand 2") == 1
    scores = [text for text in told if " · hand over · " in text]
    sheets = [text for text in told if text.startswith("  Pişti · number of hands: 2")]
    assert len(scores) == len(sheets) == 2
    assert all(" · seen by South\n" in text for text in scores)
    assert "next dealer: " in sheets[0]
    assert re.search("winner: (South|North)|drawn: South and North", sheets[1])
    assert told[-1] == sheets[1]


def test_programs_play_alone() -> None:
    """Where nobody has a seat nothing is asked, and no hidden card is told."""
    told = sit(CLASSIC, [], seat=None)

    assert told[0] == "Hand 1"
    assert told[-1].startswith("  Classic · number of hands: 1")
    assert "Your card: " not in told


def test_going_on_from_a_hand() -> None:
    """A hand goes on where it was left, as the next of its match."""
    told = sit(CLASSIC, [], play(FIRST_DEAL, "7S 2D"))

    assert "play 3/48" in told[0]
    assert told[1:] == ["1 8♠  2 9♠  3 K♠", "Your card: ", "left"]


def test_going_on_after_a_hand() -> None:
    """After a finished hand the next one is dealt."""
    finished = play_oldest(deal(COFFEEHOUSE, "7H"))
    told = sit(COFFEEHOUSE, [], finished)

    assert told[0] == "Hand 2"
    assert "Hand 1" not in told


def test_going_on_after_a_match() -> None:
    """Of a finished match there is nothing but the sheet."""
    (sheet,) = sit(CLASSIC, ["1"], play_oldest(FIRST_DEAL))

    assert sheet.startswith("  Classic · number of hands: 1")


# The record


def kept(file: Path) -> str:
    """Read which cards have been played by a record."""
    *_, last = records.loads(file.read_text("utf-8")).hands
    return " ".join(map(str, last.plays))


def test_every_card_is_kept(tmp_path: Path) -> None:
    """The record has all that was played, and nothing that was taken back."""
    file = tmp_path / "match.pisti"
    for words, plays in [
        ([], ""),
        (["nonsense", "?"], ""),
        (["1"], "7S 2D"),
        (["1", "2"], "7S 2D 9S 3D"),
        (["1", "2", "undo"], "7S 2D"),
        (["1", "2", "undo", "undo"], ""),
    ]:
        sit(CLASSIC, words, FIRST_DEAL, save=file)
        assert kept(file) == plays


def test_a_record_has_all_hands(tmp_path: Path) -> None:
    """The hands of a match are kept one after another, with the draw before them."""
    file = tmp_path / "match.pisti"
    variant = table(PARTNERSHIP, target=None, hands=2)
    sit(variant, ["1"] * 24, save=file)

    record = records.loads(file.read_text("utf-8"))
    assert record.variant == variant
    assert [len(hand.plays) for hand in record.hands] == [48, 48]
    assert record.draw is not None
    assert record.match.is_over


# Secrets


_NAMES = {
    f"{card.rank.value}{suit}": card
    for card in DECK
    for suit in (card.suit.value, card.suit.symbol)
} | {name_of(card, lang): card for card in DECK for lang in LANGUAGES}
_CARD = re.compile(
    r"(?<![\w.])(?:"
    + "|".join(sorted(_NAMES, key=len, reverse=True))
    + r")(?![A-Z0-9])"
)


def told_cards(text: str) -> set[Card]:
    """Find all cards in a text, by name or sign, in both languages."""
    return {_NAMES[name] for name in _CARD.findall(text)}


def test_cards_are_found() -> None:
    """Cards are found however they are written, in whichever case of Turkish."""
    text = "10♣ [A♥], 5S; the ten of hearts. Güney maça asını, karo kızıyla"

    assert sorted(map(str, told_cards(text))) == ["10C", "10H", "5S", "AH", "AS", "QD"]


def known(seen: object) -> set[Card]:
    """Find the cards in all that an event or a bonus has."""
    if isinstance(seen, Card):
        return {seen}
    parts: Iterable[object] = ()
    if isinstance(seen, tuple):
        parts = seen
    elif attrs.has(type(seen)):
        parts = attrs.astuple(seen, recurse=False)  # type: ignore[arg-type]
    return {card for part in parts for card in known(part)}


class Watch:
    """Looks over the shoulder of somebody who plays, and knows what they may."""

    def __init__(self, seat: Seat | None, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seat = seat
        self.allowed: set[Card] = set()
        self.found: set[Card] = set()
        self.lines = 0
        really_start, really_step = Match.start, pisti.step

        def start(match: Match, **options: Any) -> tuple[State, Sequence[Event]]:
            state, events = really_start(match, **options)
            self.learn(state)
            # A void deal or cut was seen, but does not stand.
            self.allowed |= {c for e in events for c in known(redact(e, seat))}
            return state, events

        def step(state: State, move: Card) -> tuple[State, Sequence[Event]]:
            state, events = really_step(state, move)
            self.learn(state)
            return state, events

        def begin(table: Variant, *, rng: Random) -> Match:
            match = new_match(table, rng=rng)
            drawn = match.draw.cards if match.draw else ()
            self.allowed = {card for cards in drawn for card in cards}
            return match

        monkeypatch.setattr(sitting, "new_match", begin)
        monkeypatch.setattr(Match, "start", start)
        monkeypatch.setattr(sitting, "step", step)

    def learn(self, state: State) -> None:
        """Know what the seat may know of a state: at the end all."""
        seen = view(state, self.seat)
        unseen = set() if seen.is_over else {*seen.unseen}
        self.allowed = {*DECK} - unseen

    def write(self, text: str) -> None:
        """Refuse cards that nobody there may know of."""
        cards = told_cards(text)
        assert cards <= self.allowed, (text, cards - self.allowed)
        self.found |= cards
        self.lines += 1


@pytest.mark.parametrize("name", VARIANTS)
def test_no_secret_is_written(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is told or drawn, no card that the seat may not know is among it."""
    variant = VARIANTS[name]
    if variant.target is not None:
        variant = table(variant, target=None, hands=1)
    seats = (None, *range(variant.players))
    for seat, lang in zip(seats, LANGUAGES * 3, strict=False):
        with monkeypatch.context() as patch:
            watch, chance = Watch(seat, patch), Random(f"{name}{seat}")
            answers = [str(chance.randint(1, 6)) for _ in range(200)]
            sit(
                variant,
                answers,
                seat=seat,
                names=names_around(variant, seat or 0, lang),
                lang=lang,
                ascii_only=chance.random() < 0.3,
                players=[random_player(chance)] * variant.players,
                chance=chance,
                write=watch.write,
            )
        assert watch.lines > 50
        assert len(watch.found) >= 48


def test_programs_see_no_more_than_views() -> None:
    """A program is shown the view of its own seat, and nothing else."""
    views: list[View] = []

    def careful(seen: View) -> Card:
        views.append(seen)
        return greedy(seen)

    sit(PARTNERSHIP, ["1"], players=[careful] * 4)

    assert views
    for seen in views:
        assert type(seen) is View
        assert seen.seat == seen.turn != 0


# No rule of the game


ROOT = Path(__file__).parents[1]
FRONT_ENDS = [
    *(ROOT / "src" / "pisti" / f"{name}.py" for name in ("cli", "sitting")),
    *sorted((ROOT / "examples" / "web").glob("*.py")),
]


def words_in(node: ast.AST) -> set[str]:
    """Give the names of all variables and attributes in a piece of source."""
    return {
        word
        for part in ast.walk(node)
        for word in (getattr(part, "id", None), getattr(part, "attr", None))
        if isinstance(word, str)
    }


def offences(pieces: Iterable[ast.AST]) -> list[str]:
    """Find comparisons of ranks, and arithmetic on points."""
    found: list[str] = []
    ranks = re.compile("rank|suit|jack|JACK|Rank|Suit")
    points = re.compile("point|bonus|total|target|majority|count")
    for node in pieces:
        match node:
            case ast.Compare() | ast.Match():
                forbidden = ranks
            case ast.BinOp() | ast.AugAssign() | ast.UnaryOp():
                forbidden = points
            case ast.Call(func=ast.Name(id="sum" | "max" | "min" | "sorted")):
                forbidden = points
            case _:
                continue
        if any(forbidden.search(word) for word in words_in(node)):
            found.append(ast.unparse(node))
    return found


@pytest.mark.parametrize("file", FRONT_ENDS, ids=lambda file: file.stem)
def test_no_rule_of_the_game_is_in_a_front_end(file: Path) -> None:
    """None compares ranks or reckons points: they ask the library."""
    assert offences(ast.walk(ast.parse(file.read_text("utf-8")))) == []


def test_no_rule_of_the_game_is_in_the_page() -> None:
    """The script neither tells ranks and suits apart nor adds points up."""
    script = (ROOT / "examples" / "web" / "static" / "app.js").read_text("utf-8")
    assert len(script) > 1000
    assert not re.search(
        r"rank|suit|jack|majority|sum \+ \w+\.points", script, re.IGNORECASE
    )


@pytest.mark.parametrize(
    "source",
    [
        "card.rank is pile[-1].rank",
        "card.rank in (Rank.JACK,)",
        "score.totals[0] + 10",
        "points += 5",
        "sum(bonus.points for bonus in bonuses)",
    ],
)
def test_a_rule_of_the_game_would_be_found(source: str) -> None:
    """The search finds what it is for."""
    assert offences(ast.walk(ast.parse(source)))

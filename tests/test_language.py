"""What is said about cards, options, events and errors, in English and Turkish."""

import re
import tomllib
from collections.abc import Iterator
from enum import Enum, StrEnum
from itertools import chain
from pathlib import Path
from typing import Any, get_args

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import Hand, hands
from tables import TWO, deal, only, play_oldest, table

import pisti
from pisti import (
    CLASSIC,
    COFFEEHOUSE,
    DECK,
    PARTNERSHIP,
    VARIANTS,
    XERI,
    BottomCardShown,
    CaptureKind,
    Card,
    CardPlayed,
    Cut,
    DealError,
    DealOrder,
    Denial,
    Direction,
    Event,
    FirstDealer,
    HandOver,
    HiddenSeenBy,
    IllegalMoveError,
    JackBuried,
    JackPassed,
    Language,
    LayoutDealt,
    LayoutRedeal,
    Leader,
    MatchError,
    NotationError,
    OpeningJack,
    Outcome,
    Pack,
    PackCut,
    PacketsDealt,
    PackShuffled,
    PileCaptured,
    PistiError,
    Rank,
    Redeal,
    ResidueAwarded,
    Rule,
    ScoreLine,
    SeatError,
    SeenCard,
    Suit,
    Tellable,
    UpCardTurned,
    Variant,
    VariantError,
    apply_move,
    arrange,
    cut,
    describe,
    describe_option,
    judge,
    legal_moves,
    name_of,
    new_match,
    parse_cards,
    redact,
    start,
)
from pisti.strategies import matches
from pisti.turkish import accusative, capitalized, instrumental, possessive

PACKAGE = Path(pisti.__file__).parent
WORDS: dict[str, Any] = tomllib.loads((PACKAGE / "data/words.toml").read_text("utf-8"))

LANGUAGES: tuple[Language, ...] = ("en", "tr")
EVENTS: tuple[type[Event], ...] = get_args(Event)
ERRORS: tuple[type[PistiError], ...] = (
    PistiError,
    IllegalMoveError,
    DealError,
    VariantError,
    SeatError,
    MatchError,
    NotationError,
)
ENUMS: tuple[type[StrEnum], ...] = (
    Direction,
    FirstDealer,
    Leader,
    Cut,
    DealOrder,
    OpeningJack,
    LayoutRedeal,
    HiddenSeenBy,
    CaptureKind,
    Denial,
)
OPTIONS = [field.name for field in attrs.fields(Variant)]

# Rank, English, Turkish, and the Turkish in the possessive, then with that in the
# accusative and in the instrumental.
RANKS = [
    (Rank.ACE, "ace", "as", "ası", "asını", "asıyla"),
    (Rank.TWO, "two", "ikili", "ikilisi", "ikilisini", "ikilisiyle"),
    (Rank.THREE, "three", "üçlü", "üçlüsü", "üçlüsünü", "üçlüsüyle"),
    (Rank.FOUR, "four", "dörtlü", "dörtlüsü", "dörtlüsünü", "dörtlüsüyle"),
    (Rank.FIVE, "five", "beşli", "beşlisi", "beşlisini", "beşlisiyle"),
    (Rank.SIX, "six", "altılı", "altılısı", "altılısını", "altılısıyla"),
    (Rank.SEVEN, "seven", "yedili", "yedilisi", "yedilisini", "yedilisiyle"),
    (Rank.EIGHT, "eight", "sekizli", "sekizlisi", "sekizlisini", "sekizlisiyle"),
    (Rank.NINE, "nine", "dokuzlu", "dokuzlusu", "dokuzlusunu", "dokuzlusuyla"),
    (Rank.TEN, "ten", "onlu", "onlusu", "onlusunu", "onlusuyla"),
    (Rank.JACK, "jack", "vale", "valesi", "valesini", "valesiyle"),
    (Rank.QUEEN, "queen", "kız", "kızı", "kızını", "kızıyla"),
    (Rank.KING, "king", "papaz", "papazı", "papazını", "papazıyla"),
]
SUITS = {
    Suit.CLUBS: ("clubs", "sinek"),
    Suit.DIAMONDS: ("diamonds", "karo"),
    Suit.HEARTS: ("hearts", "kupa"),
    Suit.SPADES: ("spades", "maça"),
}
CARD_NAMES: dict[str, dict[Card, str]] = {
    "en": {
        Card(rank, suit): f"{english} of {SUITS[suit][0]}"
        for rank, english, *_ in RANKS
        for suit in Suit
    },
    "tr": {
        Card(rank, suit): f"{SUITS[suit][1]} {owned}"
        for rank, _, _, owned, *_ in RANKS
        for suit in Suit
    },
}

# Names that are the same in both languages.
LOAN_WORDS = {"pisti_points", "pispirik"}

ENGLISH_WORDS = re.compile(
    r"\b(the|of|and|with|to|from|was|were|is|in|it|no|not|by|rule|seats?|sides?|cards?"
    r"|hands?|pack|pile|table|deal|dealt|dealer|played|captured|points?|round|player"
    r"|jacks?|aces?|kings?|queens?|clubs|diamonds|hearts|spades|hidden|true|false|none)"
    r"\b",
    re.IGNORECASE,
)


def cards(text: str) -> tuple[Card, ...]:
    """Read cards."""
    return parse_cards(text)


def card(text: str) -> Card:
    """Read a card."""
    return Card.parse(text)


# Turkish


@pytest.mark.parametrize(
    ("word", "owned", "acc", "ins"), [row[2:] for row in RANKS], ids=lambda word: word
)
def test_turkish_endings(word: str, owned: str, acc: str, ins: str) -> None:
    """Vowels agree, and a joint comes between two of them."""
    assert possessive(word) == owned
    assert accusative(owned) == acc
    assert instrumental(owned) == ins


@pytest.mark.parametrize(
    ("small", "great"),
    [
        ("ikili", "İkili"),
        ("ısmarlanan", "Ismarlanan"),
        ("üçlü", "Üçlü"),
        ("şimdi", "Şimdi"),
        ("maça ası", "Maça ası"),
        ("Ilgaz", "Ilgaz"),
        ("İzmir", "İzmir"),
        ("2. kez", "2. kez"),
        ("i", "İ"),
        ("", ""),
    ],
)
def test_turkish_capitals(small: str, great: str) -> None:
    """The dot of an i stays, and an ı gets none."""
    assert capitalized(small) == great


# Names


@pytest.mark.parametrize(
    ("text", "english", "turkish"),
    [
        ("AS", "ace of spades", "maça ası"),
        ("2C", "two of clubs", "sinek ikilisi"),
        ("3H", "three of hearts", "kupa üçlüsü"),
        ("10D", "ten of diamonds", "karo onlusu"),
        ("JS", "jack of spades", "maça valesi"),
        ("QH", "queen of hearts", "kupa kızı"),
        ("KD", "king of diamonds", "karo papazı"),
    ],
)
def test_names_of_cards(text: str, english: str, turkish: str) -> None:
    """Players know the cards by these names."""
    assert name_of(card(text)) == english
    assert name_of(card(text), "en") == english
    assert name_of(card(text), "tr") == turkish


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_of_all_cards(lang: Language) -> None:
    """Each of the 52 has a name of its own, made of its rank's and its suit's."""
    names = {one: name_of(one, lang) for one in DECK}
    assert names == CARD_NAMES[lang]
    assert len(set(names.values())) == 52


@pytest.mark.parametrize(("rank", "english", "turkish"), [row[:3] for row in RANKS])
def test_names_of_ranks(rank: Rank, english: str, turkish: str) -> None:
    """A rank has a name without a suit."""
    assert (name_of(rank), name_of(rank, "tr")) == (english, turkish)


@pytest.mark.parametrize("suit", Suit)
def test_names_of_suits(suit: Suit) -> None:
    """A suit has a name without a rank."""
    assert (name_of(suit), name_of(suit, "tr")) == SUITS[suit]


@pytest.mark.parametrize(
    ("value", "english", "turkish"),
    [
        (CLASSIC, "Classic", "Klasik"),
        (COFFEEHOUSE, "Coffeehouse", "Kahvehane"),
        (XERI, "Xeri", "Kseri"),
        (attrs.evolve(CLASSIC), "Classic", "Klasik"),
        ("players", "players", "oyuncu sayısı"),
        ("pisti_points", "pişti", "pişti"),
        ("target", "target", "hedef puan"),
        (Direction.CLOCKWISE, "clockwise", "saat yönünde"),
        (FirstDealer.RANDOM, "at random", "rastgele"),
        (Leader.DEALER, "the dealer", "dağıtan"),
        (Cut.NONE, "no cut", "kesilmez"),
        (OpeningJack.LEAVE, "it stays", "yerinde kalır"),
        (LayoutRedeal.NEVER, "never", "hiçbir zaman"),
        (HiddenSeenBy.ALL, "everyone", "herkes"),
        (CaptureKind.RANK, "by rank", "aynı sayıyla"),
        (CaptureKind.JACK, "by jack", "valeyle"),
        (Denial.FIRST_PLAY, "the first play of the hand", "elin ilk kartı"),
        (
            Denial.JACK_ON_ANOTHER_RANK,
            "a jack on a card of another rank",
            "tek karta vale",
        ),
        (PackCut, "cut", "kesme"),
        (HandOver, "end of the hand", "elin bitmesi"),
        (PistiError, "error", "hata"),
        (MatchError, "match error", "partiye uymayan el"),
    ],
)
def test_names(value: Any, english: str, turkish: str) -> None:
    """There is a name for everything that a table shows."""
    assert (name_of(value), name_of(value, "tr")) == (english, turkish)


NAMED: list[Any] = [
    *Rank,
    *Suit,
    *OPTIONS,
    *chain.from_iterable(ENUMS),
    *EVENTS,
    *ERRORS,
    *VARIANTS.values(),
]


def test_all_kinds_of_names_are_tried() -> None:
    """The lists in this file are complete."""
    assert {error.__name__ for error in ERRORS} == set(pisti.errors.__all__)
    assert {event.__name__ for event in EVENTS} == set(pisti.events.__all__) - {"Event"}
    types = {field.type for field in attrs.fields(Variant)}
    enums = {
        kind for kind in types if isinstance(kind, type) and issubclass(kind, Enum)
    }
    assert {*enums, CaptureKind, Denial} == set(ENUMS)


@pytest.mark.parametrize("value", NAMED, ids=str)
def test_names_in_both_languages(value: Any) -> None:
    """No name is empty, and but for loan words Turkish ones are not English."""
    english, turkish = name_of(value, "en"), name_of(value, "tr")
    assert english.strip() == english != ""
    assert turkish.strip() == turkish != ""
    presets = [name for name, variant in VARIANTS.items() if variant == value]
    same = value in LOAN_WORDS or not LOAN_WORDS.isdisjoint(presets)
    assert (english == turkish) is same
    assert not ENGLISH_WORDS.search(turkish)


@pytest.mark.parametrize("kind", [ENUMS, EVENTS, ERRORS, [Rank], [Suit]])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_are_told_apart(kind: Any, lang: Language) -> None:
    """No two members of an enum, no two events and no two errors share a name."""
    groups = kind if isinstance(kind[0], type) and issubclass(kind[0], Enum) else [kind]
    for group in groups:
        names = [name_of(value, lang) for value in group]
        assert len(set(names)) == len(names)


class Foreign(StrEnum):
    """An enum that is none of the options'."""

    CUT = "cut"
    PLAIN = "plain"


NAMELESS: list[Any] = [
    None,
    True,
    7,
    1.5,
    b"cut",
    "",
    "A",
    "Cut",
    "klasik",
    "classic",
    (),
    [],
    Foreign.CUT,
    Foreign.PLAIN,
    Rule.PISTI,
    Card,
    Cut,
    Variant,
    int,
    b"",
    HandOver(Rule.END_OF_HAND, 48),
    PistiError("no"),
    table(CLASSIC, pisti_points=11),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("value", NAMELESS, ids=repr)
def test_what_has_no_name(value: Any, lang: Language) -> None:
    """Anything else is refused, and the error holds it."""
    with pytest.raises(NotationError, match=r"^no name for ") as caught:
        name_of(value, lang)
    assert caught.value.text is value


def test_a_foreign_class_has_no_name() -> None:
    """A class that only is called like an event is none."""
    with pytest.raises(NotationError):
        name_of(type("HandOver", (), {}))


@pytest.mark.parametrize("lang", ["de", "EN", "", None, 0])
def test_unknown_language(lang: Any) -> None:
    """Only English and Turkish are known, whatever is asked for."""
    said = "only in 'en' and 'tr'"
    values: list[Any] = [card("JS"), Rank.ACE, "cut", Cut.NONE, CLASSIC, HandOver, None]
    for value in values:
        with pytest.raises(ValueError, match=said):
            name_of(value, lang)
    with pytest.raises(ValueError, match=said):
        describe_option(CLASSIC, "cut", lang)
    with pytest.raises(ValueError, match=said):
        describe(HandOver(Rule.END_OF_HAND, 48), lang)
    with pytest.raises(ValueError, match=said):
        describe(PistiError("no"), lang)


# The words themselves


def leaves(data: Any, *path: str) -> Iterator[tuple[str, ...]]:
    """Give the path of each entry, without the language."""
    if isinstance(data, list) or {"en", "tr"} & set(data):
        yield path
    else:
        for key, inner in data.items():
            yield from leaves(inner, *path, key)


def spoken(data: Any) -> Iterator[tuple[str, str]]:
    """Give each text with its translation."""
    if isinstance(data, list):
        for inner in data:
            yield from spoken(inner)
    elif {"en", "tr"} & set(data):
        if isinstance(data["tr"], list):
            yield from zip(data["en"], data["tr"], strict=True)
        else:
            # An error says in its own words what is not said here in English.
            yield data.get("en", ""), data["tr"]
    else:
        for inner in data.values():
            yield from spoken(inner)


def blanks(text: str) -> set[str]:
    """Give the blanks to fill in, cases apart."""
    return set(re.findall(r"\{(\w+)(?::\w+)?\}", text))


# Where entries are looked up by a value, these are the values.
BY_VALUE: dict[tuple[str, ...], set[str]] = {
    ("ranks",): {rank.value for rank in Rank},
    ("suits",): {suit.value for suit in Suit},
    ("presets",): set(VARIANTS),
    ("options",): set(OPTIONS),
    ("events",): {event.__name__ for event in EVENTS},
    ("errors",): {error.__name__ for error in ERRORS},
    ("chapters",): {rule.chapter for rule in Rule},
    ("scores",): {"5.1", "5.2", "5.3", "6.1", "6.2"},
    ("counts",): {"points", "cards", "rounds", "hands"},
    ("refusals", "PistiError"): {"other"},
    ("refusals", "IllegalMoveError"): {"play", "4.2", "4.3", "4.11", "other"},
    ("refusals", "DealError"): {"2.3", "2.4", "other"},
    ("refusals", "VariantError"): {"option", "options", "other"},
    ("refusals", "SeatError"): {"seat", "other"},
    ("refusals", "MatchError"): {"4.11", "7.1", "7.4", "7.5", "other"},
    ("refusals", "NotationError"): {"text", "place", "other"},
    ("values", "kind"): {str(kind) for kind in CaptureKind},
    ("values", "denied"): {str(denial) for denial in Denial},
    ("captures",): {
        *("pisti", "double_pisti", "jack_pisti", "pisti_for_nothing"),
        *("hidden", "hidden_one"),
        *(str(denial) for denial in Denial),
    },
} | {
    ("values", field.name): {str(member) for member in kind}
    for field in attrs.fields(Variant)
    for kind in ENUMS
    if field.type is kind
}


def unused_words() -> set[tuple[str, ...]]:
    """Find the entries that neither a value nor the code asks for."""
    code = "".join(
        (PACKAGE / name).read_text("utf-8")
        for name in ("naming.py", "language.py", "examples.py", "book.py")
    )
    unused = set()
    for *section, key in leaves(WORDS):
        wanted = BY_VALUE.get(tuple(section), set())
        stem = re.sub("_(one|jack|for_nothing)$", "", key)
        used = {key, stem} & wanted or f'"{key}"' in code or f'"{stem}"' in code
        if not used:
            unused.add((*section, key))
    return unused


def test_words_are_complete() -> None:
    """Every value has an entry."""
    entries = set(leaves(WORDS))
    for section, keys in BY_VALUE.items():
        assert {(*section, str(key)) for key in keys} <= entries


def test_no_words_are_left_over() -> None:
    """Each entry is used."""
    assert unused_words() == set()


def test_words_have_both_languages() -> None:
    """The same blanks are filled in both, and a sentence is one in both."""
    pairs = list(spoken(WORDS))
    assert len(pairs) > 200
    for english, turkish in pairs:
        assert english.strip() == english or english.startswith((" ", ",", ":", ";"))
        assert turkish.strip() == turkish or turkish.startswith((" ", ",", ":", ";"))
        assert turkish
        if english:
            assert blanks(english) == blanks(turkish)
            assert english.endswith(".") == turkish.endswith(".")


def entry_at(path: tuple[str, ...]) -> Any:
    """Look an entry up."""
    found: Any = WORDS
    for key in path:
        found = found[key]
    return found


def test_english_is_left_to_the_errors() -> None:
    """Nothing else is said in Turkish only."""
    lacking = {
        path
        for path in leaves(WORDS)
        if isinstance(entry := entry_at(path), dict) and "en" not in entry
    }
    assert {path[0] for path in lacking} == {"refusals"}
    assert {("refusals", kind.__name__, "other") for kind in ERRORS} - lacking == {
        ("refusals", "SeatError", "other")
    }


# Options


OPTION_TEXTS: list[tuple[Variant, str, str, str]] = [
    (CLASSIC, "players", "2", "2"),
    (PARTNERSHIP, "partnership", "yes", "evet"),
    (CLASSIC, "partnership", "no", "hayır"),
    (CLASSIC, "direction", "counterclockwise", "saat yönünün tersine"),
    (PARTNERSHIP, "first_dealer", "by high card", "kart çekerek"),
    (CLASSIC, "leader", "the player after the dealer", "dağıtandan sonraki oyuncu"),
    (CLASSIC, "cut", "no cut", "kesilmez"),
    (
        PARTNERSHIP,
        "cut",
        "a jack: search for another card",
        "vale çıkarsa başka kart aranır",
    ),
    (PARTNERSHIP, "bottom_card_exposed", "yes", "evet"),
    (CLASSIC, "deal_order", "the first packets", "oyuncuların ilk kartları"),
    (XERI, "hand_size", "6", "6"),
    (XERI, "layout_face_up", "4", "4"),
    (
        COFFEEHOUSE,
        "opening_jack",
        "it is buried under the stock",
        "destenin altına konur",
    ),
    (
        XERI,
        "layout_redeal",
        "with a jack on top or the top two equal",
        "en üstteki vale ise ya da üstteki iki kartın sayısı aynıysa",
    ),
    (PARTNERSHIP, "hidden_seen_by", "the capturer's side", "alanın tarafı"),
    (CLASSIC, "pisti_points", "10 points", "10 puan"),
    (table(pisti_points=1), "pisti_points", "1 point", "1 puan"),
    (CLASSIC, "double_pisti_points", "20 points", "20 puan"),
    (CLASSIC, "jack_pisti_points", "0 points", "0 puan"),
    (CLASSIC, "pisti_on_first_play", "no", "hayır"),
    (CLASSIC, "pisti_on_last_play", "yes", "evet"),
    (
        CLASSIC,
        "card_points",
        "ace 1, jack 1, two of clubs 2, ten of diamonds 3",
        "as 1, vale 1, sinek ikilisi 2, karo onlusu 3",
    ),
    (table(card_points={}), "card_points", "none", "yok"),
    (CLASSIC, "majority_points", "3 points", "3 puan"),
    (CLASSIC, "target", "none", "yok"),
    (PARTNERSHIP, "target", "151 points", "151 puan"),
    (CLASSIC, "hands", "1", "1"),
    (PARTNERSHIP, "hands", "none", "yok"),
]


@pytest.mark.parametrize(("variant", "option", "english", "turkish"), OPTION_TEXTS)
def test_options_in_words(
    variant: Variant, option: str, english: str, turkish: str
) -> None:
    """Numbers, yes and no, enums, points and what there is none of."""
    assert describe_option(variant, option) == english
    assert describe_option(variant, option, "tr") == turkish


def test_every_option_is_in_words() -> None:
    """There is a case for each option."""
    assert {option for _, option, _, _ in OPTION_TEXTS} == set(OPTIONS)


@pytest.mark.parametrize("option", ["", "rounds", "Target", "sides", 7, None])
def test_no_such_option(option: Any) -> None:
    """Whatever is no option is refused."""
    with pytest.raises(VariantError, match=r"^no option "):
        describe_option(CLASSIC, option)


def test_an_unhashable_option() -> None:
    """It is refused like any other that there is not."""
    with pytest.raises(VariantError):
        describe_option(CLASSIC, [])  # type: ignore[arg-type]


def test_options_of_what_is_no_variant() -> None:
    """It is refused as everywhere else."""
    with pytest.raises(VariantError):
        describe_option("classic", "target")  # type: ignore[arg-type]


# Sentences


def captured(
    pile: str,
    by: str,
    rule: Rule,
    *,
    hidden: tuple[SeenCard, ...] = (),
    passed: str = "",
    bonus: int = 0,
    denied: Denial | None = None,
) -> PileCaptured:
    """Make a capture by seat 0."""
    kind = CaptureKind.JACK if by.startswith("J") else CaptureKind.RANK
    lying, taken = cards(pile), cards(passed)
    return PileCaptured(
        0, card(by), lying, hidden, taken, (), kind, bonus, denied, rule, 9
    )


def turned(
    hidden: tuple[SeenCard, ...], passed: str = "", *, seen_by: tuple[int, ...] = ()
) -> UpCardTurned:
    """Turn up the seven of hearts."""
    up, beside = card("7H"), cards(passed)
    return UpCardTurned(up, hidden, beside, seen_by, Rule.UP_CARD, 0)


FACE_DOWN = (None, None, None)
SENTENCES: list[tuple[Tellable, str, str]] = [
    (
        PackShuffled(1, Rule.SHUFFLE, 0),
        "Seat 1 shuffled the pack.",
        "1 numaralı oyuncu desteyi karıştırdı.",
    ),
    (
        PackCut(0, (), None, Rule.CUT, 0),
        "Seat 0 cut the pack.",
        "0 numaralı oyuncu desteyi kesti.",
    ),
    (
        PackCut(0, None, None, Rule.RECUT, 0),
        "Seat 0 cut the pack and looked at the bottom of the lifted cards.",
        "0 numaralı oyuncu desteyi kesti, kaldırdığı kartların altına baktı.",
    ),
    (
        PackCut(0, cards("9D"), None, Rule.RECUT, 0),
        "Seat 0 cut the pack and saw the nine of diamonds.",
        "0 numaralı oyuncu desteyi kesti, kaldırdığı kartların altına baktı: karo dokuzlusu.",
    ),
    (
        PackCut(0, cards("JC 10C"), None, Rule.SEARCH, 0),
        "Seat 0 cut the pack and saw the jack of clubs and the ten of clubs.",
        "0 numaralı oyuncu desteyi kesti, kaldırdığı kartların altına baktı: sinek valesi ve sinek onlusu.",
    ),
    (
        PackCut(0, cards("JC JD AS"), None, Rule.SEARCH, 0),
        (
            "Seat 0 cut the pack and saw the jack of clubs, the jack of diamonds and the"
            " ace of spades."
        ),
        (
            "0 numaralı oyuncu desteyi kesti, kaldırdığı kartların altına baktı: sinek valesi, karo valesi ve"
            " maça ası."
        ),
    ),
    (
        PackCut(0, cards("JC"), card("JC"), Rule.CUTTER_KEEPS, 0),
        "Seat 0 cut the pack and kept the jack of clubs.",
        "0 numaralı oyuncu desteyi kesti ve çıkan sinek valesini aldı.",
    ),
    (
        PackCut(0, None, card("JC"), Rule.CUTTER_KEEPS, 0),
        "Seat 0 cut the pack and kept the jack of clubs.",
        "0 numaralı oyuncu desteyi kesti ve çıkan sinek valesini aldı.",
    ),
    (
        LayoutDealt((None, *FACE_DOWN), (), Rule.LAYOUT, 0),
        "4 cards were dealt to the table, face down.",
        "Yere 4 kart kapalı kondu.",
    ),
    (
        LayoutDealt(cards("4S KD 2C 7H"), (), Rule.LAYOUT, 0),
        "4 cards were dealt to the table, face down.",
        "Yere 4 kart kapalı kondu.",
    ),
    (
        LayoutDealt(cards("4S KD 2C 7H"), (0, 1, None), Rule.OPEN_LAYOUT, 0),
        (
            "The four of spades, the king of diamonds, the two of clubs and the seven of"
            " hearts were dealt to the table, the last on top."
        ),
        (
            "Yere sırasıyla maça dörtlüsü, karo papazı, sinek ikilisi ve kupa yedilisi açık"
            " kondu, en üstte sonuncusu var."
        ),
    ),
    (
        PacketsDealt(1, (cards("2C 3C 4C 5C"), (None, *FACE_DOWN)), Rule.PACKETS, 0),
        "Round 1 was dealt: each player holds 4 cards.",
        "1. dağıtım yapıldı, herkesin elinde 4 kart var.",
    ),
    (
        PacketsDealt(12, ((None,), (None,)), Rule.NEXT_ROUND, 22),
        "Round 12 was dealt: each player holds 1 card.",
        "12. dağıtım yapıldı, herkesin elinde 1 kart var.",
    ),
    (
        BottomCardShown(card("9H"), Rule.BOTTOM_CARD, 0),
        "The nine of hearts lies face up under the stock.",
        "Destenin altında kupa dokuzlusu açık duruyor.",
    ),
    (
        JackPassed(card("JH"), Rule.JACK_PASSED, 0),
        "The jack of hearts was turned up and laid beside the pile.",
        "Kupa valesi açıldı, yığının yanına kondu.",
    ),
    (
        JackBuried(card("JS"), Rule.JACK_BURIED, 0),
        "The jack of spades was turned up and put under the stock.",
        "Maça valesi açıldı, destenin altına kondu.",
    ),
    (
        turned(FACE_DOWN),
        "The seven of hearts was turned up on the table.",
        "Yerde kupa yedilisi açıldı.",
    ),
    (
        turned(cards("4S KD 2C")),
        "The seven of hearts was turned up on the table.",
        "Yerde kupa yedilisi açıldı.",
    ),
    (
        turned(cards("4S KD JH"), "JH"),
        "The seven of hearts was turned up on the table.",
        "Yerde kupa yedilisi açıldı.",
    ),
    (
        turned(FACE_DOWN, seen_by=(1,)),
        (
            "The seven of hearts was turned up on the table, and seat 1 looked at the"
            " hidden cards."
        ),
        "Yerde kupa yedilisi açıldı, 1 numaralı oyuncu kapalı kartlara baktı.",
    ),
    (
        turned((None, None, card("JH")), "JH", seen_by=(1,)),
        (
            "The seven of hearts was turned up on the table, and seat 1 looked at the"
            " hidden cards."
        ),
        "Yerde kupa yedilisi açıldı, 1 numaralı oyuncu kapalı kartlara baktı.",
    ),
    (
        turned(cards("4S KD 2C"), seen_by=(1,)),
        (
            "The seven of hearts was turned up on the table, and seat 1 looked at the"
            " hidden cards: the four of spades, the king of diamonds and the two of clubs."
        ),
        (
            "Yerde kupa yedilisi açıldı, 1 numaralı oyuncu kapalı kartlara baktı: maça"
            " dörtlüsü, karo papazı ve sinek ikilisi."
        ),
    ),
    (
        turned(cards("4S KD JH"), "JH", seen_by=(0,)),
        (
            "The seven of hearts was turned up on the table, and seat 0 looked at the"
            " hidden cards: the four of spades and the king of diamonds."
        ),
        (
            "Yerde kupa yedilisi açıldı, 0 numaralı oyuncu kapalı kartlara baktı: maça"
            " dörtlüsü ve karo papazı."
        ),
    ),
    (
        Redeal(cards("JH"), Rule.JACK_REDEALT, 0),
        (
            "With the jack of hearts on the table the deal is void, so the same dealer"
            " deals again."
        ),
        (
            "Yerde kupa valesi çıkınca dağıtım geçersiz sayıldı, aynı oyuncu yeniden"
            " dağıtıyor."
        ),
    ),
    (
        Redeal(cards("JC JD JH JS"), Rule.FOUR_JACKS, 0),
        (
            "With the jack of clubs, the jack of diamonds, the jack of hearts and the jack"
            " of spades on the table the deal is void, so the same dealer deals again."
        ),
        (
            "Yerde sinek valesi, karo valesi, kupa valesi ve maça valesi çıkınca dağıtım"
            " geçersiz sayıldı, aynı oyuncu yeniden dağıtıyor."
        ),
    ),
    (
        CardPlayed(0, card("JS"), Rule.NO_CAPTURE, 3),
        "Seat 0 played the jack of spades.",
        "0 numaralı oyuncu maça valesini attı.",
    ),
    (
        CardPlayed(3, card("3H"), Rule.CAPTURE_BY_RANK, 3),
        "Seat 3 played the three of hearts.",
        "3 numaralı oyuncu kupa üçlüsünü attı.",
    ),
    (
        CardPlayed(1, card("QD"), Rule.EMPTY_TABLE, 3),
        "Seat 1 played the queen of diamonds to the empty table.",
        "1 numaralı oyuncu yer boşken karo kızını attı.",
    ),
    (
        captured("9C 7H", "7S", Rule.CAPTURE_BY_RANK),
        "Seat 0 captured 2 cards from the table with the seven of spades.",
        "0 numaralı oyuncu maça yedilisiyle yerden 2 kart aldı.",
    ),
    (
        captured("9C 7H", "JS", Rule.CAPTURE_BY_JACK),
        "Seat 0 captured 2 cards from the table with the jack of spades.",
        "0 numaralı oyuncu maça valesiyle yerden 2 kart aldı.",
    ),
    (
        captured("7H", "7S", Rule.PISTI, bonus=10),
        (
            "Seat 0 captured the seven of hearts with the seven of spades: pişti, 10"
            " points."
        ),
        (
            "0 numaralı oyuncu kupa yedilisini maça yedilisiyle aldı ve pişti yaptı: 10"
            " puan."
        ),
    ),
    (
        captured("7H", "7S", Rule.PISTI),
        (
            "Seat 0 captured the seven of hearts with the seven of spades: a pişti, which"
            " earns nothing at this table."
        ),
        (
            "0 numaralı oyuncu kupa yedilisini maça yedilisiyle aldı ve pişti yaptı (bu"
            " masada puansız)."
        ),
    ),
    (
        captured("7H", "7S", Rule.PISTI, bonus=1),
        "Seat 0 captured the seven of hearts with the seven of spades: pişti, 1 point.",
        (
            "0 numaralı oyuncu kupa yedilisini maça yedilisiyle aldı ve pişti yaptı: 1"
            " puan."
        ),
    ),
    (
        captured("JH", "JS", Rule.DOUBLE_PISTI, bonus=20),
        (
            "Seat 0 captured the jack of hearts with the jack of spades: double pişti, 20"
            " points."
        ),
        (
            "0 numaralı oyuncu kupa valesini maça valesiyle aldı ve çift pişti yaptı: 20"
            " puan."
        ),
    ),
    (
        captured("KH", "JS", Rule.JACK_ON_ANOTHER_RANK, bonus=5),
        (
            "Seat 0 captured the king of hearts with the jack of spades: a bonus of 5"
            " points."
        ),
        (
            "0 numaralı oyuncu kupa papazını maça valesiyle aldı ve ek puan kazandı: 5"
            " puan."
        ),
    ),
    (
        captured(
            "KH",
            "JS",
            Rule.JACK_ON_ANOTHER_RANK,
            denied=Denial.JACK_ON_ANOTHER_RANK,
        ),
        (
            "Seat 0 captured the king of hearts with the jack of spades, which is no pişti,"
            " as a jack took a card of another rank."
        ),
        (
            "0 numaralı oyuncu kupa papazını maça valesiyle aldı, tek karta vale pişti"
            " sayılmaz."
        ),
    ),
    (
        captured("AH", "AS", Rule.LAST_PLAY, denied=Denial.LAST_PLAY),
        (
            "Seat 0 captured the ace of hearts with the ace of spades, which is no pişti on"
            " the last play of the hand."
        ),
        (
            "0 numaralı oyuncu kupa asını maça asıyla aldı, elin son kartı olduğu için pişti"
            " sayılmadı."
        ),
    ),
    (
        captured(
            "7H",
            "7S",
            Rule.FIRST_PLAY,
            hidden=cards("4S KD 2C"),
            denied=Denial.FIRST_PLAY,
        ),
        (
            "Seat 0 captured 4 cards from the table with the seven of spades, which is no"
            " pişti on the first play of the hand; the hidden cards were the four of spades,"
            " the king of diamonds and the two of clubs."
        ),
        (
            "0 numaralı oyuncu maça yedilisiyle yerden 4 kart aldı, elin ilk kartı olduğu"
            " için pişti sayılmadı; kapalı kartlardan maça dörtlüsü, karo papazı ve sinek"
            " ikilisi çıktı."
        ),
    ),
    (
        captured(
            "7H", "7S", Rule.FIRST_PLAY, hidden=FACE_DOWN, denied=Denial.FIRST_PLAY
        ),
        (
            "Seat 0 captured 4 cards from the table with the seven of spades, which is no"
            " pişti on the first play of the hand."
        ),
        (
            "0 numaralı oyuncu maça yedilisiyle yerden 4 kart aldı, elin ilk kartı olduğu"
            " için pişti sayılmadı."
        ),
    ),
    (
        captured("7H", "7S", Rule.PISTI, hidden=FACE_DOWN, bonus=10),
        (
            "Seat 0 captured 4 cards from the table with the seven of spades: pişti, 10"
            " points."
        ),
        (
            "0 numaralı oyuncu maça yedilisiyle yerden 4 kart aldı ve pişti yaptı: 10"
            " puan."
        ),
    ),
    (
        captured(
            "7H 9C",
            "9S",
            Rule.CAPTURE_BY_RANK,
            hidden=cards("4S KD JH"),
            passed="JH",
        ),
        (
            "Seat 0 captured 5 cards from the table with the nine of spades; the hidden"
            " cards were the four of spades and the king of diamonds."
        ),
        (
            "0 numaralı oyuncu maça dokuzlusuyla yerden 5 kart aldı; kapalı kartlardan maça"
            " dörtlüsü ve karo papazı çıktı."
        ),
    ),
    (
        captured(
            "7H 9C",
            "9S",
            Rule.CAPTURE_BY_RANK,
            hidden=cards("4S JD JH"),
            passed="JH JD",
        ),
        (
            "Seat 0 captured 5 cards from the table with the nine of spades; the hidden"
            " card was the four of spades."
        ),
        (
            "0 numaralı oyuncu maça dokuzlusuyla yerden 5 kart aldı; kapalı kart maça"
            " dörtlüsü çıktı."
        ),
    ),
    (
        captured(
            "7H 9C",
            "9S",
            Rule.CAPTURE_BY_RANK,
            hidden=(None, None, card("JH")),
            passed="JH",
        ),
        "Seat 0 captured 5 cards from the table with the nine of spades.",
        "0 numaralı oyuncu maça dokuzlusuyla yerden 5 kart aldı.",
    ),
    (
        # All that lay under the up-card has been passed.
        captured(
            "7H 9C",
            "9S",
            Rule.CAPTURE_BY_RANK,
            hidden=cards("JC JD JH"),
            passed="JH JD JC",
        ),
        "Seat 0 captured 5 cards from the table with the nine of spades.",
        "0 numaralı oyuncu maça dokuzlusuyla yerden 5 kart aldı.",
    ),
    (
        ResidueAwarded(1, cards("4S KD 2C"), Rule.RESIDUE, 48),
        "Seat 1, who captured last, took the 3 cards left on the table.",
        "En son kart alan 1 numaralı oyuncu, yerde kalan 3 kartı da topladı.",
    ),
    (
        ResidueAwarded(1, cards("4S"), Rule.RESIDUE, 48),
        "Seat 1, who captured last, took the one card left on the table.",
        "En son kart alan 1 numaralı oyuncu, yerde kalan tek kartı da topladı.",
    ),
    (HandOver(Rule.END_OF_HAND, 48), "The hand is over.", "El bitti."),
    (
        HandOver(Rule.NOBODY_CAPTURED, 48),
        "The hand is over, and nobody captured a card.",
        "El bitti, kimse kart alamadı.",
    ),
    (
        ScoreLine(0, 10, Rule.PISTI, cards("7H 7S")),
        (
            "Side 0: 10 points for a pişti with the seven of hearts and the seven of"
            " spades."
        ),
        (
            "0 numaralı taraf: kupa yedilisi ve maça yedilisiyle yapılan pişti için 10"
            " puan."
        ),
    ),
    (
        ScoreLine(0, 20, Rule.DOUBLE_PISTI, cards("JH JS")),
        (
            "Side 0: 20 points for a double pişti with the jack of hearts and the jack of"
            " spades."
        ),
        (
            "0 numaralı taraf: kupa valesi ve maça valesiyle yapılan çift pişti için 20"
            " puan."
        ),
    ),
    (
        ScoreLine(1, 5, Rule.JACK_ON_ANOTHER_RANK, cards("KH JS")),
        (
            "Side 1: 5 points for a jack on a lone card, the king of hearts and the jack of"
            " spades."
        ),
        "1 numaralı taraf: tek karta vale için 5 puan (kupa papazı ve maça valesi).",
    ),
    (
        ScoreLine(2, 1, Rule.CARD_POINTS, cards("AS")),
        "Side 2: 1 point for the ace of spades.",
        "2 numaralı taraf: maça ası için 1 puan.",
    ),
    (
        ScoreLine(0, 6, Rule.CARD_POINTS, cards("2C 10D AS")),
        (
            "Side 0: 6 points for the two of clubs, the ten of diamonds and the ace of"
            " spades."
        ),
        "0 numaralı taraf: sinek ikilisi, karo onlusu ve maça ası için 6 puan.",
    ),
    (
        ScoreLine(1, 3, Rule.MAJORITY, ()),
        "Side 1: 3 points for the majority.",
        "1 numaralı taraf: çoğunluk için 3 puan.",
    ),
]


@pytest.mark.parametrize(("happening", "english", "turkish"), SENTENCES)
def test_what_happened(happening: Tellable, english: str, turkish: str) -> None:
    """Each event and each line of a score is told in one sentence."""
    assert describe(happening) == english
    assert describe(happening, "en") == english
    assert describe(happening, "tr") == turkish


@pytest.mark.parametrize(
    ("rank", "acc", "ins"), [(row[0], *row[4:]) for row in RANKS], ids=str
)
def test_endings_of_all_ranks_in_sentences(rank: Rank, acc: str, ins: str) -> None:
    """What is captured, with what, and what a pişti is made with, in Turkish."""
    lone, by = Card(rank, Suit.SPADES), Card(rank, Suit.DIAMONDS)
    event = captured(str(lone), str(by), Rule.PISTI, bonus=10)
    assert describe(event, "tr") == (
        f"0 numaralı oyuncu maça {acc} karo {ins} aldı ve pişti yaptı: 10 puan."
    )
    line = ScoreLine(0, 10, Rule.PISTI, (lone, by))
    assert describe(line, "tr") == (
        f"0 numaralı taraf: {name_of(lone, 'tr')} ve karo {ins} yapılan pişti için 10"
        " puan."
    )
    played = CardPlayed(0, lone, Rule.EMPTY_TABLE, 3)
    assert describe(played, "tr") == (f"0 numaralı oyuncu yer boşken maça {acc} attı.")
    kept = PackCut(0, None, lone, Rule.CUTTER_KEEPS, 0)
    assert describe(kept, "tr") == (
        f"0 numaralı oyuncu desteyi kesti ve çıkan maça {acc} aldı."
    )


def test_everything_that_happens_is_told() -> None:
    """There is a sentence for each event and each rule of a score."""
    told = {type(happening) for happening, _, _ in SENTENCES}
    assert told == {*EVENTS, ScoreLine}
    lines = {told.rule.id for told, _, _ in SENTENCES if isinstance(told, ScoreLine)}
    assert lines == BY_VALUE["scores",]


@pytest.mark.rule("5.2")
def test_a_double_pisti_that_earns_nothing() -> None:
    """No points are told where there are none."""
    event = captured("JH", "JS", Rule.DOUBLE_PISTI)
    told, turkish = describe(event), describe(event, "tr")
    assert told.endswith("pişti, which earns nothing at this table.")
    assert turkish.endswith("pişti yaptı (bu masada puansız).")


@pytest.mark.rule("5.4", "5.5")
@pytest.mark.parametrize(
    ("denied", "english", "turkish"),
    [
        (
            Denial.FIRST_PLAY,
            "which earns no bonus on the first play of the hand",
            "elin ilk kartı olduğu için ek puan kazandırmadı",
        ),
        (
            Denial.LAST_PLAY,
            "which earns no bonus on the last play of the hand",
            "elin son kartı olduğu için ek puan kazandırmadı",
        ),
    ],
)
def test_a_jack_that_was_to_earn_a_bonus(
    denied: Denial, english: str, turkish: str
) -> None:
    """A jack on another rank is no pişti even where it pays."""
    event = captured("KH", "JS", Rule.FIRST_PLAY, denied=denied)
    assert describe(event) == (
        f"Seat 0 captured the king of hearts with the jack of spades, {english}."
    )
    assert describe(event, "tr") == (
        f"0 numaralı oyuncu kupa papazını maça valesiyle aldı, {turkish}."
    )


@pytest.mark.rule("3.2")
def test_an_option_is_called_by_its_name() -> None:
    """It is called as players call it."""
    error = refused(attrs.evolve, CLASSIC, hand_size=0)
    assert describe(error).startswith("Cards in a packet must be a whole number from 1")
    error = refused(attrs.evolve, CLASSIC, players=5)
    assert describe(error).startswith("Players must be 2 or 3 or 4, not 5 (rule 1.3")


@pytest.mark.rule("5.2")
def test_a_double_pisti_stays_double() -> None:
    """It is called so, whether it earns points or not."""
    event = captured("JH", "JS", Rule.DOUBLE_PISTI)
    assert "double pişti" in describe(event)
    assert "çift pişti" in describe(event, "tr")


LEADER_LOOKS = table(
    opening_jack=OpeningJack.TURN_NEXT, hidden_seen_by=HiddenSeenBy.LEADER
)


def up_card_told(layout: str, lang: Language) -> str:
    """Deal this layout where the leader looks at the hidden cards, and tell."""
    pack = arrange(LEADER_LOOKS, layout=cards(layout))
    _, events = start(LEADER_LOOKS, deck=pack)
    return describe(only(events, UpCardTurned), lang)


@pytest.mark.rule("3.6", "4.10")
def test_the_leader_looks_at_hidden_cards() -> None:
    """Jacks that have been passed are none of them."""
    assert up_card_told("4S KD 7S JC", "en").endswith(
        ", and seat 0 looked at the hidden cards: the four of spades and the king of"
        " diamonds."
    )
    assert up_card_told("4S KD 7S JC", "tr").endswith(
        ", 0 numaralı oyuncu kapalı kartlara baktı: maça dörtlüsü ve karo papazı."
    )
    assert up_card_told("4S 7S JH JC", "en").endswith(": the four of spades.")
    assert up_card_told("4S 7S JH JC", "tr").endswith(": maça dörtlüsü.")


@pytest.mark.rule("3.6", "4.10")
def test_the_leader_looks_at_one_hidden_card() -> None:
    """A single card is no plural."""
    assert "hidden cards" not in up_card_told("4S 7S JH JC", "en")
    assert "kartlara" not in up_card_told("4S 7S JH JC", "tr")


@pytest.mark.rule("3.6", "4.10")
def test_the_leader_has_no_hidden_cards_to_look_at() -> None:
    """With three jacks passed nothing is hidden."""
    assert "looked" not in up_card_told("7S JD JH JC", "en")
    assert "baktı" not in up_card_told("7S JD JH JC", "tr")


PAYS_NOTHING = table(pisti_points=0, double_pisti_points=0)
OUTCOMES = [
    (
        CLASSIC,
        ("9C 7H", "KS", 20),
        "The card captures nothing (rule 4.6: No capture).",
        "Kart hiçbir şey almaz (kural 4.6: Alamayan kart).",
    ),
    (
        CLASSIC,
        ("", "JS", 20),
        "The card captures nothing (rule 4.7: The empty table).",
        "Kart hiçbir şey almaz (kural 4.7: Yer boşken).",
    ),
    (
        CLASSIC,
        ("9C 7H", "7S", 20),
        "The card captures 2 cards from the table (rule 4.4: Capture by rank).",
        "Kart yerden 2 kart alır (kural 4.4: Aynı sayıyla alma).",
    ),
    (
        CLASSIC,
        ("9C 7H", "JS", 20),
        "The card captures 2 cards from the table (rule 4.5: Capture by jack).",
        "Kart yerden 2 kart alır (kural 4.5: Valeyle alma).",
    ),
    (
        CLASSIC,
        ("7H", "7S", 20),
        "The card captures 1 card from the table and earns 10 points (rule 5.1: Pişti).",
        "Kart yerden 1 kart alır ve 10 puan kazandırır (kural 5.1: Pişti).",
    ),
    (
        CLASSIC,
        ("JH", "JS", 20),
        (
            "The card captures 1 card from the table and earns 20 points (rule 5.2: Double"
            " pişti)."
        ),
        "Kart yerden 1 kart alır ve 20 puan kazandırır (kural 5.2: Çift pişti).",
    ),
    (
        table(jack_pisti_points=1),
        ("KH", "JS", 20),
        (
            "The card captures 1 card from the table and earns 1 point (rule 5.3: A jack on"
            " a lone card of another rank)."
        ),
        "Kart yerden 1 kart alır ve 1 puan kazandırır (kural 5.3: Tek karta vale).",
    ),
    (
        CLASSIC,
        ("KH", "JS", 20),
        (
            "The card captures 1 card from the table without a bonus (rule 5.3: A jack on a"
            " lone card of another rank)."
        ),
        "Kart yerden 1 kart alır, ek puan kazandırmaz (kural 5.3: Tek karta vale).",
    ),
    (
        CLASSIC,
        ("7H", "7S", 1),
        (
            "The card captures 1 card from the table without a bonus (rule 5.4: No pişti on"
            " the first play)."
        ),
        (
            "Kart yerden 1 kart alır, ek puan kazandırmaz (kural 5.4: İlk kartta pişti"
            " olmaz)."
        ),
    ),
    (
        PARTNERSHIP,
        ("7H", "7S", 48),
        (
            "The card captures 1 card from the table without a bonus (rule 5.5: No pişti on"
            " the last play)."
        ),
        (
            "Kart yerden 1 kart alır, ek puan kazandırmaz (kural 5.5: Son kartta pişti"
            " olmaz)."
        ),
    ),
    (
        PAYS_NOTHING,
        ("7H", "7S", 20),
        "The card captures 1 card from the table without a bonus (rule 5.1: Pişti).",
        "Kart yerden 1 kart alır, ek puan kazandırmaz (kural 5.1: Pişti).",
    ),
    (
        PAYS_NOTHING,
        ("JH", "JS", 20),
        (
            "The card captures 1 card from the table without a bonus (rule 5.2: Double"
            " pişti)."
        ),
        "Kart yerden 1 kart alır, ek puan kazandırmaz (kural 5.2: Çift pişti).",
    ),
]


@pytest.mark.parametrize(("variant", "played", "english", "turkish"), OUTCOMES)
def test_what_a_card_does(
    variant: Variant, played: tuple[str, str, int], english: str, turkish: str
) -> None:
    """What the judge says is told with its rule."""
    pile, by, number = played
    outcome = judge(variant, pile=cards(pile), card=card(by), play=number)
    assert describe(outcome) == english
    assert describe(outcome, "tr") == turkish


@pytest.mark.rule("4.9")
def test_hidden_cards_are_counted_in_what_a_card_does() -> None:
    """They come along."""
    outcome = judge(
        CLASSIC, pile=cards("7H QS"), card=card("QD"), play=2, hidden=cards("4S KD 2C")
    )
    assert describe(outcome) == (
        "The card captures 5 cards from the table (rule 4.4: Capture by rank)."
    )
    assert describe(outcome, "tr") == (
        "Kart yerden 5 kart alır (kural 4.4: Aynı sayıyla alma)."
    )


# Refusals


class HouseError(MatchError):
    """An error of somebody else's, derived from one of these."""


REFUSALS: list[tuple[PistiError, str, str]] = [
    (PistiError("no"), "No.", "Bu olmaz."),
    (
        PistiError("no", rule=Rule.PACK),
        "No (rule 1.1: The pack).",
        "Bu olmaz (kural 1.1: Deste).",
    ),
    (
        IllegalMoveError("no"),
        "No.",
        "Böyle bir kart atılamaz.",
    ),
    (
        IllegalMoveError("no", move=card("7H"), seat=1, rule=Rule.TURN),
        "It is not the turn of seat 1 (rule 4.2: Turns).",
        "1 numaralı oyuncu sırasını beklemeli (kural 4.2: Sıra).",
    ),
    (
        IllegalMoveError("no", rule=Rule.TURN),
        "No (rule 4.2: Turns).",
        "Böyle bir kart atılamaz (kural 4.2: Sıra).",
    ),
    (
        IllegalMoveError("no", move=card("7H"), seat=0, rule=Rule.CARD_IN_HAND),
        "Seat 0 does not hold the seven of hearts (rule 4.3: A card from the hand).",
        (
            "0 numaralı oyuncu elinde olmayan bir kartı atamaz: kupa yedilisi (kural 4.3:"
            " Eldeki kart)."
        ),
    ),
    (
        IllegalMoveError("no", move="7H", seat=0, rule=Rule.CARD_IN_HAND),
        "No (rule 4.3: A card from the hand).",
        "Böyle bir kart atılamaz (kural 4.3: Eldeki kart).",
    ),
    (
        IllegalMoveError("no", move=card("7H"), rule=Rule.CARD_IN_HAND),
        "No (rule 4.3: A card from the hand).",
        "Böyle bir kart atılamaz (kural 4.3: Eldeki kart).",
    ),
    (
        IllegalMoveError("no", move=card("7H"), rule=Rule.END_OF_HAND),
        "The hand is over (rule 4.11: The end of the hand).",
        "El bitti (kural 4.11: Elin sonu).",
    ),
    (
        IllegalMoveError("no", rule=Rule.END_OF_HAND),
        "No (rule 4.11: The end of the hand).",
        "Bir elde yalnız 48 kart atılır (kural 4.11: Elin sonu).",
    ),
    (
        IllegalMoveError("no", move="7H", rule=Rule.END_OF_HAND),
        "No (rule 4.11: The end of the hand).",
        "Bir elde yalnız 48 kart atılır (kural 4.11: Elin sonu).",
    ),
    (
        IllegalMoveError("no", move=card("7H"), seat=0, rule=Rule.CAPTURE_BY_RANK),
        "No (rule 4.4: Capture by rank).",
        "Böyle bir kart atılamaz (kural 4.4: Aynı sayıyla alma).",
    ),
    (
        DealError("no"),
        "No.",
        "Böyle dağıtılamaz, kesilemez ya da sayılamaz.",
    ),
    (
        DealError("no", rule=Rule.FOUR_JACKS),
        "No (rule 3.7: Four jacks in the layout).",
        "Böyle dağıtılamaz, kesilemez ya da sayılamaz (kural 3.7: Yerde dört vale).",
    ),
    (
        DealError("no", rule=Rule.RECUT),
        (
            "The cut shows a jack, so the pack is cut again (rule 2.3: A jack in the cut:"
            " cut again)."
        ),
        (
            "Kesmede vale çıktı, deste yeniden kesilir (kural 2.3: Kesmede vale: yeniden"
            " kesilir)."
        ),
    ),
    (
        DealError("no", rule=Rule.SEARCH),
        (
            "The cut shows only jacks, so the pack is cut again (rule 2.4: A jack in the"
            " cut: search)."
        ),
        (
            "Kesmede valeden başka kart çıkmadı, deste yeniden kesilir (kural 2.4: Kesmede"
            " vale: vale olmayan aranır)."
        ),
    ),
    (VariantError("no"), "No.", "Böyle bir masa yok."),
    (
        VariantError('it is "no": No', rule=Rule.TARGET),
        'It is "no": No (rule 7.1: The target).',
        "Böyle bir masa yok (kural 7.1: Hedef puan).",
    ),
    (
        VariantError("no", fields=("target",), rule=Rule.TARGET),
        "No (rule 7.1: The target).",
        "Bu seçenek böyle olamaz: hedef puan (kural 7.1: Hedef puan).",
    ),
    (
        VariantError("no", fields=("partnership", "players"), rule=Rule.PARTNERS),
        "No (rule 1.4: Partners).",
        "Bu seçenekler bir arada olamaz: oyuncu sayısı ve eşli oyun (kural 1.4: Eşler).",
    ),
    (
        SeatError("no"),
        "There is no such seat at this table.",
        "Bu masada böyle bir oyuncu yok.",
    ),
    (
        SeatError("no", seat="0", players=2, rule=Rule.PLAYERS),
        "There is no such seat at this table (rule 1.3: Players).",
        "Bu masada böyle bir oyuncu yok (kural 1.3: Oyuncular).",
    ),
    (
        SeatError("no", seat=-1, players=2, rule=Rule.PLAYERS),
        "There is no seat -1 at this table (rule 1.3: Players).",
        "Bu masada -1 numaralı oyuncu yok (kural 1.3: Oyuncular).",
    ),
    (MatchError("no"), "No.", "Bu, partide sayılmaz."),
    (
        MatchError("no", rule=Rule.HIGH_CARD_DRAW),
        "No (rule 1.7: Draw for partners and deal).",
        "Bu, partide sayılmaz (kural 1.7: Eş ve dağıtan için kart çekme).",
    ),
    (
        MatchError("no", rule=Rule.END_OF_HAND),
        "The hand is not over (rule 4.11: The end of the hand).",
        "El daha bitmedi (kural 4.11: Elin sonu).",
    ),
    (
        MatchError("no", rule=Rule.TARGET),
        "The match is over (rule 7.1: The target).",
        "Parti bitti (kural 7.1: Hedef puan).",
    ),
    (
        MatchError("no", rule=Rule.FIXED_HANDS),
        "The match is over (rule 7.4: A fixed number of hands).",
        "Parti bitti (kural 7.4: Belirli sayıda el).",
    ),
    (
        MatchError("no", rule=Rule.NEXT_DEALER),
        "Somebody else had to deal (rule 7.5: The deal passes on).",
        "Dağıtma sırası başkasındaydı (kural 7.5: Dağıtma sırası).",
    ),
    (HouseError("no"), "No.", "Bu, partide sayılmaz."),
    (NotationError("no"), "No.", "Okunamadı."),
    (NotationError("no", text=7), "No.", "Okunamadı."),
    (
        NotationError("no", text="11X", line=2, column=5),
        "No.",
        'Okunamadı: "11X", 2. satır, 5. sütun.',
    ),
    (
        NotationError("no", text="11X", column=5),
        "No.",
        'Okunamadı: "11X", 1. satır, 5. sütun.',
    ),
    (
        NotationError("no", text="11X", line=2),
        "No.",
        'Okunamadı: "11X", 2. satır, 1. sütun.',
    ),
    (NotationError("no", text="11X"), "No.", 'Okunamadı: "11X".'),
    (
        NotationError("no", text="x" * 61, rule=Rule.CUT),
        "No (rule 2.2: The cut).",
        f'Okunamadı: "{60 * "x"}" (kural 2.2: Desteyi kesme).',
    ),
]


@pytest.mark.parametrize(("error", "english", "turkish"), REFUSALS)
def test_why_something_is_refused(
    error: PistiError, english: str, turkish: str
) -> None:
    """Each error is told in one sentence, with the rule where there is one."""
    assert describe(error) == english
    assert describe(error, "tr") == turkish


def test_every_refusal_is_told() -> None:
    """There are sentences for each class of error."""
    assert {type(error) for error, _, _ in REFUSALS} == {*ERRORS, HouseError}


def refused(act: Any, *given: Any, **more: Any) -> PistiError:
    """Give the error with which something is refused."""
    with pytest.raises(PistiError) as caught:
        act(*given, **more)
    return caught.value


@pytest.mark.rule("4.2", "4.3", "4.11", "1.3")
def test_refusals_of_the_engine() -> None:
    """What the engine raises has what its sentence needs."""
    state = deal(TWO, "7H", "7S")
    end = play_oldest(state)
    errors = [
        refused(apply_move, state, card("7S"), seat=1),
        refused(apply_move, state, card("7H")),
        refused(apply_move, state, None),
        refused(apply_move, end, card("7H")),
        refused(apply_move, state, card("7S"), seat=2),
        refused(cut, Pack(DECK), 11, pisti.PARTNERSHIP_RECUT),
        refused(new_match(CLASSIC, dealer=0).add, end),
        refused(Variant, players=5),
        refused(Variant, partnership=True),
        refused(parse_cards, "7H\n7S 1Z"),
        refused(card, "1Z"),
        refused(judge, CLASSIC, pile=(), card=card("7H"), play=49),
    ]
    assert [describe(error) for error in errors] == [
        "It is not the turn of seat 1 (rule 4.2: Turns).",
        "Seat 0 does not hold the seven of hearts (rule 4.3: A card from the hand).",
        "Not a Card but None (rule 4.3: A card from the hand).",
        "The hand is over (rule 4.11: The end of the hand).",
        "There is no seat 2 at this table (rule 1.3: Players).",
        (
            "The cut shows a jack, so the pack is cut again (rule 2.3: A jack in the cut:"
            " cut again)."
        ),
        "The hand was played by the rules of another variant.",
        "Players must be 2 or 3 or 4, not 5 (rule 1.3: Players).",
        "Partners need 4 players (rule 1.4: Partners).",
        "Not a card: '1Z' in line 2, column 4.",
        "Not a card: '1Z'.",
        "A hand has plays 1 to 48, not 49 (rule 4.11: The end of the hand).",
    ]
    assert [describe(error, "tr") for error in errors] == [
        "1 numaralı oyuncu sırasını beklemeli (kural 4.2: Sıra).",
        (
            "0 numaralı oyuncu elinde olmayan bir kartı atamaz: kupa yedilisi (kural 4.3:"
            " Eldeki kart)."
        ),
        "Böyle bir kart atılamaz (kural 4.3: Eldeki kart).",
        "El bitti (kural 4.11: Elin sonu).",
        "Bu masada 2 numaralı oyuncu yok (kural 1.3: Oyuncular).",
        (
            "Kesmede vale çıktı, deste yeniden kesilir (kural 2.3: Kesmede vale: yeniden"
            " kesilir)."
        ),
        "Bu, partide sayılmaz.",
        "Bu seçenek böyle olamaz: oyuncu sayısı (kural 1.3: Oyuncular).",
        "Bu seçenekler bir arada olamaz: oyuncu sayısı ve eşli oyun (kural 1.4: Eşler).",
        'Okunamadı: "1Z", 2. satır, 4. sütun.',
        'Okunamadı: "1Z".',
        "Bir elde yalnız 48 kart atılır (kural 4.11: Elin sonu).",
    ]


@pytest.mark.rule("4.11")
def test_no_card_at_the_end_of_a_hand() -> None:
    """What is no card is told how many cards there are."""
    error = refused(apply_move, play_oldest(deal(TWO, "7H", "7S")), None)
    assert describe(error) == "The hand is over (rule 4.11: The end of the hand)."
    assert describe(error, "tr") == (
        "Bir elde yalnız 48 kart atılır (kural 4.11: Elin sonu)."
    )


@pytest.mark.rule("1.3")
def test_no_seat_is_called_true() -> None:
    """The engine refuses it because it is no number, and no sentence gives it as one."""
    error = refused(apply_move, deal(TWO, "7H", "7S"), card("7S"), seat=True)
    assert describe(error) == (
        "There is no such seat at this table (rule 1.3: Players)."
    )
    assert describe(error, "tr") == (
        "Bu masada böyle bir oyuncu yok (kural 1.3: Oyuncular)."
    )


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("sign", [1, -1])
def test_a_seat_of_a_very_long_number(sign: int) -> None:
    """Numbers beyond those that any option can have are not told."""
    state = deal(TWO, "7H", "7S")
    last = sign * 999_999_999
    assert describe(refused(apply_move, state, card("7S"), seat=last)) == (
        f"There is no seat {last} at this table (rule 1.3: Players)."
    )
    for seat in (last + sign, sign * 10**5000):
        error = refused(apply_move, state, card("7S"), seat=seat)
        assert describe(error) == (
            "There is no such seat at this table (rule 1.3: Players)."
        )
        assert describe(error, "tr") == (
            "Bu masada böyle bir oyuncu yok (kural 1.3: Oyuncular)."
        )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("7H\n7S", "7H 7S"),
        ("7H\r\n\t 7S\x0b", "7H 7S"),
        ("a\u2028b\x85c", "a b c"),
        ("\n", ""),
        ("x" * 59 + "\nyz", "x" * 59),
    ],
)
def test_unreadable_text_of_several_lines(text: str, shown: str) -> None:
    """One sentence is one line, whatever could not be read."""
    error = refused(Card.parse, text)
    assert len(describe(error).splitlines()) == 1
    assert describe(error, "tr") == f'Okunamadı: "{shown}".'


def test_an_error_about_an_unknown_option() -> None:
    """An error can always be told; only options that there are have names."""
    for fields, turkish in (
        (("jokers",), "Böyle bir masa yok."),
        (("jokers", "target", ""), "Bu seçenek böyle olamaz: hedef puan."),
        (
            ("hands", "jokers", "target"),
            "Bu seçenekler bir arada olamaz: hedef puan ve el sayısı.",
        ),
    ):
        error = VariantError("not so", fields=fields)
        assert describe(error) == "Not so."
        assert describe(error, "tr") == turkish


@pytest.mark.parametrize("rule", Rule, ids=lambda rule: rule.id)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_line_of_a_score_by_any_rule(rule: Rule, lang: Language) -> None:
    """It is told where the rule gives points, and refused everywhere else."""
    line = ScoreLine(0, 1, rule, cards("AS"))
    if rule.id in BY_VALUE["scores",]:
        check_sentence(describe(line, lang), lang)
        return
    with pytest.raises(
        NotationError, match=rf"^no points by rule {rule.id}$"
    ) as caught:
        describe(line, lang)
    assert caught.value.text is line


@pytest.mark.parametrize(
    "happening", [None, "shuffle", 7, HandOver, PistiError, CLASSIC, card("7H"), []]
)
def test_what_cannot_be_told(happening: Any) -> None:
    """Whatever is no event, outcome, line or error is refused."""
    with pytest.raises(NotationError, match=r"^no words for ") as caught:
        describe(happening)
    assert caught.value.text is happening


# Players' names


@pytest.mark.parametrize(
    "names", [["ali", "Işık"], ("ali", "Işık"), {0: "ali", 1: "Işık"}]
)
def test_players_are_called_by_name(names: Any) -> None:
    """Names are given by seat, and stay as they are, small letters too."""
    played = CardPlayed(0, card("AS"), Rule.NO_CAPTURE, 1)
    assert describe(played, "en", names) == "ali played the ace of spades."
    assert describe(played, "tr", names) == "ali maça asını attı."
    residue = ResidueAwarded(1, cards("AS"), Rule.RESIDUE, 48)
    assert describe(residue, "tr", names) == (
        "En son kart alan Işık, yerde kalan tek kartı da topladı."
    )
    looked = turned(FACE_DOWN, seen_by=(0,))
    assert describe(looked, "en", names) == (
        "The seven of hearts was turned up on the table, and ali looked at the hidden"
        " cards."
    )
    turn = IllegalMoveError("no", seat=1, rule=Rule.TURN)
    assert describe(turn, "en", names) == (
        "It is not the turn of Işık (rule 4.2: Turns)."
    )
    assert describe(turn, "tr", names) == ("Işık sırasını beklemeli (kural 4.2: Sıra).")
    held = IllegalMoveError("no", move=card("7H"), seat=0, rule=Rule.CARD_IN_HAND)
    assert describe(held, "en", names) == (
        "ali does not hold the seven of hearts (rule 4.3: A card from the hand)."
    )


def test_sides_are_called_by_name() -> None:
    """For a score the names are the sides', and no player's."""
    line = ScoreLine(1, 3, Rule.MAJORITY, ())
    assert describe(line, names=["us", "them"]) == "Side 1: 3 points for the majority."
    assert describe(line, sides=["us", "them"]) == "them: 3 points for the majority."
    assert describe(line, "tr", sides=["biz", "siz"]) == "siz: çoğunluk için 3 puan."


def test_sentences_about_nobody_need_no_names() -> None:
    """They are the same with names, and begin with a capital all the same."""
    event = JackPassed(card("JH"), Rule.JACK_PASSED, 0)
    assert describe(event, "en", []) == describe(event)
    assert describe(event, "tr", {}) == "Kupa valesi açıldı, yığının yanına kondu."


def test_names_are_not_read_as_words_to_fill_in() -> None:
    """Somebody may be called anything."""
    played = CardPlayed(0, card("AS"), Rule.NO_CAPTURE, 1)
    assert describe(played, "tr", ["{card}"]) == "{card} maça asını attı."


@pytest.mark.parametrize("names", [[], ["Ali"], {}, {0: "Ali"}])
@pytest.mark.parametrize(
    "happening",
    [
        CardPlayed(1, card("AS"), Rule.NO_CAPTURE, 1),
        IllegalMoveError("no", seat=1, rule=Rule.TURN),
    ],
)
def test_a_player_without_a_name(happening: Tellable, names: Any) -> None:
    """Whom the sentence is about has to have one."""
    with pytest.raises(SeatError, match=r"^no name for seat 1$") as caught:
        describe(happening, "en", names)
    assert caught.value.seat == 1


def test_a_side_without_a_name() -> None:
    """A side has to have one, too."""
    with pytest.raises(SeatError, match=r"^no name for side 1$") as caught:
        describe(ScoreLine(1, 3, Rule.MAJORITY, ()), sides=["us"])
    assert caught.value.seat == 1


# Laws


PLAYERS = ["ayşe", "Bora", "ilk", "İnci"]
languages: st.SearchStrategy[Language] = st.sampled_from(LANGUAGES)
names_or_none = st.sampled_from([None, PLAYERS, dict(enumerate(PLAYERS))])


def cards_in(value: Any) -> Iterator[Card]:
    """Find all cards that something holds."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple):
        for inner in value:
            yield from cards_in(inner)
    elif attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            yield from cards_in(getattr(value, field.name))


def named_in(sentence: str, lang: Language) -> set[Card]:
    """Find all cards that a sentence names."""
    small = sentence[:1].lower() + sentence[1:]
    return {card for card, name in CARD_NAMES[lang].items() if name in small}


def check_sentence(sentence: str, lang: Language) -> None:
    """Demand one line from a capital to a full stop, all filled in."""
    assert "\n" not in sentence
    assert sentence.endswith(".")
    assert not sentence.endswith("..")
    assert (
        sentence[0].isupper()
        or sentence[0].isdigit()
        or (sentence.startswith(tuple(PLAYERS)))
    )
    assert not {"{", "}"} & set(sentence)
    assert "  " not in sentence
    assert " ," not in sentence
    if lang == "tr":
        assert not ENGLISH_WORDS.search(sentence)


@given(hands(), st.integers(-1, 3), languages, names_or_none)
def test_any_event_is_told_without_secrets(
    hand: Hand, viewer: int, lang: Language, names: Any
) -> None:
    """No sentence about a redacted event names a card that it does not hold."""
    seat = viewer if 0 <= viewer < hand.deal.variant.players else None
    _, dealt = hand.deal.start()
    for event in chain(dealt, *[play.events for play in hand.plays]):
        redacted = redact(event, seat)
        sentence = describe(redacted, lang, names)
        check_sentence(sentence, lang)
        assert named_in(sentence, lang) <= set(cards_in(redacted))
        if isinstance(event, CardPlayed | BottomCardShown | JackPassed | JackBuried):
            assert named_in(sentence, lang) == {event.card}


plays = st.tuples(
    st.sampled_from([*DECK, None, "7H", 7]),
    st.sampled_from([None, -1, 0, 1, 2, 3, 4, "0"]),
)


@given(hands(), st.lists(plays, min_size=49, max_size=49), languages, names_or_none)
def test_any_refused_play_is_told(
    hand: Hand, tried: list[tuple[Any, Any]], lang: Language, names: Any
) -> None:
    """The sentence ends with the number and the title of the rule."""
    states = [hand.first, *[play.after for play in hand.plays]]
    for state, (move, seat) in zip(states, tried, strict=True):
        if move in legal_moves(state) and seat in {None, state.turn}:
            continue
        error = refused(apply_move, state, move, seat=seat)
        sentence = describe(error, lang, names)
        check_sentence(sentence, lang)
        assert error.rule is not None
        word = {"en": "rule", "tr": "kural"}[lang]
        title = error.rule.title(lang)
        assert sentence.endswith(f" ({word} {error.rule.id}: {title}).")
        assert named_in(sentence, lang) <= {move}


@given(hands(), languages)
def test_any_outcome_is_told(hand: Hand, lang: Language) -> None:
    """What the judge says of each play ends with the rule."""
    for play in hand.plays:
        before = play.before
        outcome = judge(
            before.variant,
            pile=before.pile,
            card=play.move,
            play=before.ply + 1,
            hidden=before.hidden,
        )
        assert isinstance(outcome, Outcome)
        sentence = describe(outcome, lang)
        check_sentence(sentence, lang)
        assert sentence.endswith(f"{outcome.rule.id}: {outcome.rule.title(lang)}).")


@given(matches(max_hands=1), languages)
def test_any_score_is_told(match: pisti.Match, lang: Language) -> None:
    """Each line names the cards that earn the points, and no others."""
    for line in [line for score in match.scores for line in score.lines]:
        sentence = describe(line, lang, sides=PLAYERS)
        assert sentence.startswith(f"{PLAYERS[line.side]}: ")
        check_sentence(sentence, lang)
        assert named_in(sentence, lang) == set(line.cards)

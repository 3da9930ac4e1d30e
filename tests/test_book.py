"""The rulebook of a table: the rules that apply, their numbers and their examples."""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import tables
from tables import FOUR, of_type, table

import pisti
from pisti import (
    CLASSIC,
    COFFEEHOUSE,
    DECK,
    FOUR_PLAYER,
    PARTNERSHIP,
    PARTNERSHIP_RECUT,
    THREE_PLAYER,
    VARIANTS,
    XERI,
    Card,
    Cut,
    DealOrder,
    Direction,
    FirstDealer,
    HiddenSeenBy,
    Language,
    LayoutRedeal,
    Leader,
    NotationError,
    OpeningJack,
    Paragraph,
    Rank,
    ResidueAwarded,
    Rule,
    Variant,
    VariantError,
    describe,
    example,
    legal_moves,
    name_of,
    options_of,
    paragraphs,
    parse_cards,
    rulebook,
    start,
    step,
)

DATA = Path(pisti.__file__).parent / "data"
RULES: dict[str, Any] = tomllib.loads((DATA / "rules.toml").read_text("utf-8"))

LANGUAGES: tuple[Language, ...] = ("en", "tr")
OPTIONS = [field.name for field in attrs.fields(Variant)]
WITHOUT_EXAMPLE = {"1.3", "1.6", "2.1"}
languages: st.SearchStrategy[Language] = st.sampled_from(LANGUAGES)
presets = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
each_rule = pytest.mark.parametrize("rule", Rule, ids=lambda rule: rule.id)


def always(_: Variant) -> bool:
    """Say that a rule applies at every table."""
    return True


def closed(variant: Variant) -> bool:
    """Say whether an up-card is turned."""
    return variant.layout_face_up == 1


def several_hands(variant: Variant) -> bool:
    """Say whether a match can have more than one hand."""
    return variant.hands is None or variant.hands > 1


def pays_bonuses(variant: Variant) -> bool:
    """Whether anything but cards and their number earns points."""
    return bool(
        variant.pisti_points or variant.double_pisti_points or variant.jack_pisti_points
    )


APPLIES: dict[str, Callable[[Variant], bool]] = {
    "1.1": always,
    "1.2": always,
    "1.3": always,
    "1.4": lambda v: v.partnership,
    "1.5": always,
    "1.6": lambda v: v.first_dealer is FirstDealer.RANDOM,
    "1.7": lambda v: v.first_dealer is FirstDealer.HIGH_CARD,
    "2.1": always,
    "2.2": lambda v: v.cut is not Cut.NONE,
    "2.3": lambda v: v.cut is Cut.RECUT,
    "2.4": lambda v: v.cut is Cut.SEARCH,
    "2.5": lambda v: v.cut is Cut.CUTTER_KEEPS,
    "2.6": lambda v: v.bottom_card_exposed,
    "3.1": always,
    "3.2": always,
    "3.3": always,
    "3.4": closed,
    "3.5": lambda v: closed(v) and v.opening_jack is OpeningJack.LEAVE,
    "3.6": lambda v: v.opening_jack is OpeningJack.TURN_NEXT,
    "3.7": lambda v: v.opening_jack is OpeningJack.TURN_NEXT,
    "3.8": lambda v: v.opening_jack is OpeningJack.BURY,
    "3.9": lambda v: v.opening_jack is OpeningJack.REDEAL,
    "3.10": lambda v: not closed(v),
    "3.11": lambda v: v.layout_redeal is not LayoutRedeal.NEVER,
    "3.12": lambda v: v.players * v.hand_size < 48,
    "4.1": always,
    "4.2": always,
    "4.3": always,
    "4.4": always,
    "4.5": always,
    "4.6": always,
    "4.7": always,
    "4.8": always,
    "4.9": closed,
    "4.10": closed,
    "4.11": always,
    "4.12": always,
    # Only if all four jacks lie in the layout does nobody capture: whoever played
    # the first jack would.
    "4.13": lambda v: (
        v.opening_jack is OpeningJack.LEAVE and v.layout_redeal is LayoutRedeal.NEVER
    ),
    "5.1": always,
    "5.2": always,
    "5.3": always,
    "5.4": lambda v: closed(v) and pays_bonuses(v),
    "5.5": pays_bonuses,
    "5.6": pays_bonuses,
    "5.7": lambda v: pays_bonuses(v) and bool(v.points_by_card or v.majority_points),
    "6.1": always,
    "6.2": lambda v: v.majority_points > 0,
    "6.3": lambda v: v.majority_points > 0,
    "6.4": always,
    "6.5": always,
    "7.1": lambda v: v.target is not None,
    "7.2": lambda v: v.target is not None,
    "7.3": lambda v: v.target is not None,
    "7.4": lambda v: v.hands is not None,
    "7.5": several_hands,
    "7.6": several_hands,
}


# The lowest targets that the examples of a match can show, by number of sides: no
# total before the last hand may be below 0.
LOWEST_TARGETS = {
    "7.1": {2: 31, 3: 40, 4: 50},
    "7.2": {2: 12, 3: 40, 4: 50},
    "7.3": {2: 12, 3: 40, 4: 50},
}


def has_example(number: str, variant: Variant) -> bool:
    """Say whether there is something to show of a rule that applies."""
    if number in LOWEST_TARGETS:
        lowest = LOWEST_TARGETS[number][len(variant.sides)]
        return variant.target is not None and variant.target >= lowest
    if number == "4.13" and (variant.players, variant.hand_size) == (4, 12):
        # In the only hand that is tried, all in order, somebody has to capture.
        return False
    worth = variant.points_by_card
    if number == "6.1":
        return any(card in worth for card in parse_cards("AS JH QS 2C 10D 7H"))
    if number == "5.7":
        pair = parse_cards("10H 10D")
        return bool(variant.pisti_points) or any(card in worth for card in pair)
    return number not in WITHOUT_EXAMPLE


def said(variant: Variant, lang: Language = "en") -> dict[str, Paragraph]:
    """Give the paragraphs of a table by their numbers."""
    return {told.rule.id: told for told in paragraphs(variant, lang)}


def text_of(variant: Variant, rule: str, lang: Language = "en") -> str:
    """Give what one rule says at a table."""
    return said(variant, lang)[rule].text


# What applies


def test_every_rule_has_a_condition() -> None:
    """The table in this file names all rules, in order."""
    assert list(APPLIES) == [rule.id for rule in Rule]


def check_words(text: str) -> None:
    """Demand words with nothing left to fill in."""
    assert text.strip() == text != ""
    assert not {"{", "}"} & set(text)
    assert not re.search(r"\bNone\b|\bTrue\b|\bFalse\b|Rule\.|Card\(", text)
    assert "  " not in text


def check_paragraphs(variant: Variant) -> None:
    """Demand the rules that apply, each once and in order, in both languages."""
    applying = [number for number, applies in APPLIES.items() if applies(variant)]
    english, turkish = paragraphs(variant), paragraphs(variant, "tr")
    for told in (english, turkish):
        assert [paragraph.rule.id for paragraph in told] == applying
    for number, paragraph, other in zip(applying, english, turkish, strict=True):
        for one in (paragraph, other):
            check_words(one.title)
            check_words(one.text)
            assert not one.title.endswith(".")
            assert one.text.endswith(".")
        # A pişti is called so in both.
        assert (paragraph.title == other.title) is (number == "5.1")
        assert paragraph.text != other.text
        assert bool(paragraph.example) == bool(other.example)
        assert bool(paragraph.example) is has_example(number, variant)
        if paragraph.example:
            assert paragraph.example != other.example
            check_words(paragraph.example)
            check_words(other.example)
    for rule in Rule:
        if rule.id not in applying:
            assert example(rule, variant) == example(rule, variant, "tr") == ""


@pytest.mark.rule("2.3", "4.13", "5.4", "6.2", "6.3", "7.5", "7.6")
@given(tables)
def test_paragraphs_are_complete(variant: Variant) -> None:
    """The rules that apply are told, with title, text and example, and no others."""
    check_paragraphs(variant)


@presets
def test_paragraphs_of_presets_are_complete(variant: Variant) -> None:
    """So it is at all presets, whatever tables were drawn."""
    check_paragraphs(variant)
    for lang in LANGUAGES:
        for paragraph in paragraphs(variant, lang):
            assert paragraph.example == example(paragraph.rule, variant, lang)


# The book


@given(tables, languages)
def test_the_book_has_all_paragraphs(variant: Variant, lang: Language) -> None:
    """It is in Markdown: chapters, then each rule by number and title."""
    book = rulebook(variant, lang)
    told = paragraphs(variant, lang)
    assert book.endswith("\n")
    check_words(book.removesuffix("\n"))
    assert re.findall(r"^### (\S+) (.+)$", book, re.MULTILINE) == [
        (paragraph.rule.id, paragraph.title) for paragraph in told
    ]
    assert re.findall(r"^## (\d) \S", book, re.MULTILINE) == list("1234567")
    assert len(re.findall(r"^# ", book, re.MULTILINE)) == 1
    label = {"en": "Example", "tr": "Örnek"}[lang]
    place = 0
    for paragraph in told:
        block = f"\n\n### {paragraph.rule.id} {paragraph.title}\n\n{paragraph.text}\n"
        if paragraph.example:
            block += f"\n*{label}:* {paragraph.example}\n"
        place = book.index(block, place) + len(block) - 1
    assert book[place:] == "\n"


def test_the_beginning_of_the_book() -> None:
    """The title, the aim of the game, and how to read what follows."""
    assert rulebook(CLASSIC).split("\n\n")[:5] == [
        "# Classic: the rules of this table",
        (
            "Players take turns to play one card each to a pile on the table, and try to"
            " capture the pile with a card equal in rank to its top card, or with a jack."
            " Some captured cards earn points. There are points for having captured the most"
            " cards. A pişti, the capture of a single card by an equal one, earns a bonus."
            " Whoever has the most points at the end of the match wins."
        ),
        "A hand is one pack dealt and played out; here it is the whole match.",
        (
            "Rules keep their numbers at every table; numbers that are missing here do not"
            " apply. In the examples of the deal and the play the player in the last seat"
            " deals."
        ),
        "## 1 Pack, players, sides",
    ]
    assert rulebook(CLASSIC, "tr").split("\n\n")[:5] == [
        "# Klasik: bu masanın kuralları",
        (
            "Oyuncular sırayla yerdeki yığına birer kart atar; sayısı en üstteki kartınkiyle"
            " aynı olan bir kartla ya da valeyle bütün yığını almaya çalışır. Toplanan"
            " kartların bazıları puan kazandırır. En çok kartı toplamak puan getirir."
            " Yerdeki tek kartı aynısıyla alan pişti yapar, ek puan kazanır. Parti bitince"
            " puanı en çok olan kazanır."
        ),
        "El, bir destenin dağıtılıp sonuna kadar oynanmasıdır; bu masada parti tek eldir.",
        (
            "Kuralların numarası her masada aynıdır; burada numarası atlanan kurallar bu"
            " masada geçmez. Dağıtma ve oyun örneklerinde kartları numarası en büyük olan"
            " oyuncu dağıtır."
        ),
        "## 1 Deste, oyuncular, taraflar",
    ]


@presets
def test_the_book_of_a_preset_has_its_name(variant: Variant) -> None:
    """The title says which table it is, however the table was made."""
    same = attrs.evolve(CLASSIC, **attrs.asdict(variant, recurse=False))
    for table_ in (variant, same):
        title = f"# {name_of(variant)}: the rules of this table"
        assert rulebook(table_).splitlines()[0] == title
        title = f"# {name_of(variant, 'tr')}: bu masanın kuralları"
        assert rulebook(table_, "tr").splitlines()[0] == title


def test_the_book_of_another_table() -> None:
    """Where a table has no name, it is the game that has one."""
    other = table(pisti_points=11)
    assert rulebook(other).startswith("# Pişti: the rules of this table\n")
    assert rulebook(other, "tr").startswith("# Pişti: bu masanın kuralları\n")


@pytest.mark.parametrize(
    ("option", "value", "english", "turkish"),
    [
        ("card_points", {}, "Some captured cards", "kartların bazıları"),
        ("majority_points", 0, "captured the most", "En çok kartı"),
        ("pisti_points", 0, "earns a bonus", "ek puan kazanır"),
    ],
)
def test_the_aim_is_this_tables(
    option: str, value: Any, english: str, turkish: str
) -> None:
    """What earns nothing here is not said to be an aim."""
    without = attrs.evolve(CLASSIC, **{option: value})
    for lang, words in zip(LANGUAGES, (english, turkish), strict=True):
        assert words in rulebook(CLASSIC, lang).split("\n\n")[1]
        assert words not in rulebook(without, lang).split("\n\n")[1]


# Numbers


def points(number: int) -> str:
    """Write points in English."""
    return "1 point" if number == 1 else f"{number} points"


def has(text: str, words: str) -> bool:
    """Say whether words are in a text, and not only as part of longer ones."""
    return re.search(rf"(?<![\w.]){re.escape(words)}(?!\w)", text) is not None


@pytest.mark.rule("3.2", "5.1", "5.2", "5.3", "6.2", "7.1", "7.4")
@given(tables)
def test_the_numbers_of_the_table(variant: Variant) -> None:
    """Each number that matters stands in the text of its rule."""
    english, turkish = said(variant), said(variant, "tr")

    def expect(rule: str, words: str, turkish_words: str) -> None:
        assert has(english[rule].text, words), (rule, words)
        assert has(turkish[rule].text, turkish_words), (rule, turkish_words)

    bonuses = {
        "5.1": variant.pisti_points,
        "5.2": variant.double_pisti_points,
        "5.3": variant.jack_pisti_points,
    }
    for rule, number in bonuses.items():
        if number:
            expect(rule, f"earns {points(number)}", f"{number} puan kazandırır")
        else:
            assert "earns no bonus" in english[rule].text
            assert "ek puan kazandırmaz" in turkish[rule].text
    size, rounds = variant.hand_size, 48 // (variant.players * variant.hand_size)
    expect("3.2", f"{size} card" + "s" * (size > 1), f"{size} kart")
    expect("3.2", f"{rounds} round" + "s" * (rounds > 1), f"{rounds} dağıtım")
    if variant.majority_points:
        number = variant.majority_points
        expect("6.2", f"earns {points(number)}", f"{number} puan")
    if variant.target is not None:
        expect("7.1", points(variant.target), f"{variant.target} puan")
    if variant.hands == 1:
        expect("7.4", "single hand", "tek eldir")
    elif variant.hands is not None:
        expect("7.4", f"{variant.hands} hands", f"{variant.hands} el")


# Of cards and ranks as they stand in the list, by hand.
RANK_NAMES = {
    "en": "ace two three four five six seven eight nine ten jack queen king",
    "tr": "as ikili üçlü dörtlü beşli altılı yedili sekizli dokuzlu onlu vale kız papaz",
}
OWNED = (
    "ası ikilisi üçlüsü dörtlüsü beşlisi altılısı yedilisi sekizlisi dokuzlusu onlusu"
    " valesi kızı papazı"
)
SUIT_NAMES = {"en": "clubs diamonds hearts spades", "tr": "sinek karo kupa maça"}
LINES = {
    "en": r"- (?P<every>each (?P<other>other )?)?(?:the )?(?P<name>.+): (\d+) points?",
    "tr": r"- (?P<every>(?P<other>öteki )?her )?(?P<name>.+): (\d+) puan",
}
TOTAL = {
    "en": r"the cards of the pack are worth (\d+) points? together\.$",
    "tr": r"destedeki kartların hepsi (\d+) puan eder\.$",
}
NO_CARD_POINTS = {
    "en": "Single cards earn nothing.",
    "tr": "Kartların kendi puanı yoktur.",
}


def scorers(lang: Language) -> dict[str, Rank | Card]:
    """Give the cards and ranks by what they are called."""
    ranks = dict(zip(RANK_NAMES[lang].split(), Rank, strict=True))
    suits = SUIT_NAMES[lang].split()
    if lang == "en":
        names = [f"{rank} of {suit}" for suit in suits for rank in ranks]
    else:
        names = [f"{suit} {rank}" for suit in suits for rank in OWNED.split()]
    return {**ranks, **dict(zip(names, DECK, strict=True))}


def listed(text: str, lang: Language) -> dict[Card, int]:
    """Read what cards are worth from the text of rule 6.1."""
    called = scorers(lang)
    by_rank: dict[Card, int] = {}
    by_card: dict[Card, int] = {}
    lines = [line for line in text.splitlines() if line.startswith("-")]
    for line in lines:
        found = re.fullmatch(LINES[lang], line)
        assert found, line
        scorer, worth = called[found["name"]], int(found[4])
        if isinstance(scorer, Card):
            assert not found["every"]
            by_card[scorer] = worth
            continue
        assert found["every"]
        others = any(card.rank is scorer for card in by_card)
        assert bool(found["other"]) is others
        by_rank |= {card: worth for card in DECK if card.rank is scorer}
    assert len(set(lines)) == len(lines)
    return {card: worth for card, worth in (by_rank | by_card).items() if worth}


@pytest.mark.rule("6.1")
@given(tables, languages)
def test_the_list_of_card_points(variant: Variant, lang: Language) -> None:
    """Read back, it gives what each card is worth, and what all are together."""
    text = text_of(variant, "6.1", lang)
    worth = listed(text, lang)
    assert worth == dict(variant.points_by_card)
    total = re.search(TOTAL[lang], text)
    if worth:
        assert total
        assert int(total[1]) == sum(worth.values())
    else:
        assert total is None
        assert text == NO_CARD_POINTS[lang]


@pytest.mark.rule("6.1")
def test_the_list_of_card_points_in_words() -> None:
    """Cards come before the others of their rank, and ranks in their order."""
    variant = table(
        card_points={Rank.TEN: 2, Card.parse("10D"): 1, Card.parse("10S"): 0}
    )
    assert text_of(variant, "6.1") == (
        "Each captured card earns its points:\n\n"
        "- the ten of diamonds: 1 point\n"
        "- the ten of spades: 0 points\n"
        "- each other ten: 2 points\n\n"
        "All other cards earn nothing; the cards of the pack are worth 5 points"
        " together."
    )
    assert text_of(variant, "6.1", "tr") == (
        "Toplanan kartlar puan kazandırır:\n\n"
        "- karo onlusu: 1 puan\n"
        "- maça onlusu: 0 puan\n"
        "- öteki her onlu: 2 puan\n\n"
        "Bunların dışındaki kartlar puansızdır; destedeki kartların hepsi 5 puan eder."
    )


@pytest.mark.rule("5.7", "6.1", "6.4")
@pytest.mark.parametrize(
    "card_points",
    [{}, {Rank.ACE: 0}, {Rank.TEN: 0, Card.parse("10D"): 0}],
    ids=["empty", "one nought", "two noughts"],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_that_are_all_worth_nothing(
    card_points: dict[Rank | Card, int], lang: Language
) -> None:
    """A table of noughts says what an empty one says, whatever the rule."""
    nothing = table(card_points=card_points)
    assert text_of(nothing, "6.1", lang) == NO_CARD_POINTS[lang]
    assert rulebook(nothing, lang) == rulebook(table(card_points={}), lang)


@pytest.mark.rule("6.1")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rank_of_nought_with_a_card_that_counts(lang: Language) -> None:
    """What counts is listed alone, whatever its rank is said to be worth."""
    card = Card.parse("10D")
    text = text_of(table(card_points={Rank.TEN: 0, card: 3}), "6.1", lang)
    assert text == text_of(table(card_points={card: 3}), "6.1", lang)
    assert listed(text, lang) == {card: 3}


@pytest.mark.rule("5.7")
@pytest.mark.parametrize(
    "option", ["pisti_points", "double_pisti_points", "jack_pisti_points"]
)
def test_any_bonus_comes_on_top(option: str) -> None:
    """One kind of capture that earns a bonus is enough."""
    without = table(pisti_points=0, double_pisti_points=0, jack_pisti_points=0)
    variant = table(without, **{option: 5})
    assert text_of(variant, "5.7").endswith("and the bonus comes on top.")
    assert text_of(variant, "5.7", "tr").endswith("ek puan bunların üstüne eklenir.")


@pytest.mark.parametrize(
    ("rule", "option", "values", "titles"),
    [
        (
            "1.7",
            "partnership",
            (True, False),
            ("Draw for partners and deal", "Draw for the deal"),
        ),
        (
            "5.4",
            "pisti_on_first_play",
            (False, True),
            ("No pişti on the first play", "Pişti on the first play"),
        ),
        (
            "5.5",
            "pisti_on_last_play",
            (False, True),
            ("No pişti on the last play", "Pişti on the last play"),
        ),
    ],
)
def test_titles_that_depend_on_the_table(
    rule: str, option: str, values: tuple[bool, bool], titles: tuple[str, str]
) -> None:
    """A title does not deny what the table allows."""
    for value, title in zip(values, titles, strict=True):
        assert said(table(PARTNERSHIP, **{option: value}))[rule].title == title


# Options


OTHERS: dict[str, list[Any]] = {
    "players": [2, 3, 4],
    "partnership": [False, True],
    "direction": list(Direction),
    "first_dealer": list(FirstDealer),
    "leader": list(Leader),
    "cut": list(Cut),
    "bottom_card_exposed": [False, True],
    "deal_order": list(DealOrder),
    "hand_size": [1, 4, 6, 12, 24],
    "layout_face_up": [1, 4],
    "opening_jack": list(OpeningJack),
    "layout_redeal": list(LayoutRedeal),
    "hidden_seen_by": list(HiddenSeenBy),
    "pisti_points": [0, 25],
    "double_pisti_points": [0, 25],
    "jack_pisti_points": [0, 25],
    "pisti_on_first_play": [False, True],
    "pisti_on_last_play": [False, True],
    "card_points": [{}, {Rank.ACE: 1}, {Card.parse("10D"): 3}],
    "majority_points": [0, 25],
    "target": [1, 1001],
    "hands": [1, 8],
}


def changes(variant: Variant) -> Iterator[tuple[str, Variant]]:
    """Give each table that differs from another in one option."""
    for option, values in OTHERS.items():
        for value in values:
            try:
                changed = attrs.evolve(variant, **{option: value})
            except VariantError:
                continue
            if changed != variant:
                yield option, changed


def means_nothing(option: str, variant: Variant, changed: Variant) -> bool:
    """Say whether this option, changed so, changes nothing at a table."""
    if option == "direction":
        return variant.players == 2
    if option == "hidden_seen_by":
        alone = {variant.hidden_seen_by, changed.hidden_seen_by} == {
            HiddenSeenBy.CAPTURER,
            HiddenSeenBy.SIDE,
        } and not variant.partnership
        return alone or not closed(variant)
    return option == "pisti_on_first_play" and not closed(variant)


@pytest.mark.parametrize(
    ("variant", "lang"),
    [
        *[pytest.param(variant, "en", id=name) for name, variant in VARIANTS.items()],
        (PARTNERSHIP, "tr"),
    ],
)
def test_a_changed_option_changes_its_rules(variant: Variant, lang: Language) -> None:
    """Some text does, unless the option means nothing here, and no other does."""
    before = {
        number: (told.title, told.text) for number, told in said(variant, lang).items()
    }
    tried = set()
    for option, changed in changes(variant):
        tried.add(option)
        after = {
            number: (told.title, told.text)
            for number, told in said(changed, lang).items()
        }
        differing = {
            number
            for number in {*before, *after}
            if before.get(number) != after.get(number)
        }
        assert differing <= {rule.id for rule in Rule if option in options_of(rule)}
        assert bool(differing) is not means_nothing(option, variant, changed), option
    # Others cannot be changed alone at any of these tables.
    assert len(tried) >= 17


def test_every_option_has_a_rule() -> None:
    """The rule that an option names says what the option comes to."""
    for field in attrs.fields(Variant):
        assert field.name in options_of(field.metadata["rule"])
    assert list(OTHERS) == OPTIONS


@each_rule
def test_options_are_named_in_order(rule: Rule) -> None:
    """Only options are named, each once, as the variant has them."""
    named = options_of(rule)
    assert list(named) == [option for option in OPTIONS if option in named]


@pytest.mark.parametrize(
    ("rule", "options"),
    [
        (Rule.PACK, ()),
        (Rule.PLAYERS, ("players", "partnership")),
        (Rule.DIRECTION, ("players", "direction")),
        (Rule.PACKETS, ("players", "hand_size")),
        (Rule.NEXT_ROUND, ("players", "hand_size")),
        (Rule.CUT, ("cut",)),
        (Rule.PISTI, ("pisti_points",)),
        (
            Rule.FIRST_PLAY,
            (
                "layout_face_up",
                "pisti_points",
                "double_pisti_points",
                "jack_pisti_points",
                "pisti_on_first_play",
            ),
        ),
        (Rule.CARD_POINTS, ("card_points",)),
        (Rule.FIXED_HANDS, ("hands",)),
        (Rule.NEXT_DEALER, ("opening_jack", "layout_redeal", "hands")),
        (
            Rule.NOBODY_CAPTURED,
            ("layout_face_up", "opening_jack", "layout_redeal"),
        ),
    ],
)
def test_options_of_rules(rule: Rule, options: tuple[str, ...]) -> None:
    """These are the options that change what these rules say."""
    assert options_of(rule) == options


# Examples that the judge decides


JUDGED = {
    number: data["example"]["judge"]
    for number, data in RULES.items()
    if "judge" in data.get("example", {})
}


def ruling(variant: Variant, spec: dict[str, Any]) -> tuple[int, int | None, str]:
    """Say what a card takes and earns and by which rule; None where it is no matter."""
    pile, rank = spec["pile"].split(), spec["card"][:-1]
    if not pile:
        return 0, None, "4.7"
    top = pile[-1][:-1]
    if rank not in {top, "J"}:
        return 0, None, "4.6"
    taken = len(pile) + len(spec.get("hidden", "").split())
    if len(pile) > 1:
        return taken, None, "4.5" if rank == "J" else "4.4"
    if rank != top:
        earned, rule = variant.jack_pisti_points, "5.3"
    elif rank == "J":
        earned, rule = variant.double_pisti_points, "5.2"
    else:
        earned, rule = variant.pisti_points, "5.1"
    # A jack that earns nothing anyway does so at any play.
    if earned or rule != "5.3":
        if spec["play"] == 1 and not variant.pisti_on_first_play:
            earned, rule = 0, "5.4"
        if spec["play"] == 48 and not variant.pisti_on_last_play:
            earned, rule = 0, "5.5"
    return taken, earned, rule


def verdict(variant: Variant, spec: dict[str, Any]) -> tuple[str, str]:
    """Say in words what a card does to a pile."""
    taken, earned, rule = ruling(variant, spec)
    titles = RULES[rule]["title"]
    english = f"The card captures {taken} card{'s' * (taken > 1)} from the table"
    turkish = f"Kart yerden {taken} kart alır"
    if not taken:
        english, turkish = "The card captures nothing", "Kart hiçbir şey almaz"
    elif earned:
        english += f" and earns {points(earned)}"
        turkish += f" ve {earned} puan kazandırır"
    elif earned == 0:
        english += " without a bonus"
        turkish += ", ek puan kazandırmaz"
    return (
        f"{english} (rule {rule}: {titles['en']}).",
        f"{turkish} (kural {rule}: {titles['tr']}).",
    )


def check_judged(variant: Variant) -> None:
    """Demand that each example of a play ends as a play at this table does."""
    for number, spec in JUDGED.items():
        if APPLIES[number](variant):
            english, turkish = verdict(variant, spec)
            assert example(Rule(number), variant).endswith(f". {english}")
            assert example(Rule(number), variant, "tr").endswith(f". {turkish}")


@pytest.mark.rule("4.4", "4.5", "4.6", "4.7", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6")
@given(tables)
def test_examples_of_plays(variant: Variant) -> None:
    """What is captured and earned is as the rules say, at any table."""
    check_judged(variant)


@presets
def test_examples_of_plays_at_presets(variant: Variant) -> None:
    """So it is at all presets, whatever tables were drawn."""
    check_judged(variant)


def test_examples_of_plays_cover_chapters_4_and_5() -> None:
    """These rules have such examples."""
    assert set(JUDGED) == {
        *("1.2", "4.4", "4.5", "4.6", "4.7", "4.9"),
        *("5.1", "5.2", "5.3", "5.4", "5.5", "5.6"),
    }


# Other examples


LAYOUT = (
    "The layout is dealt in the order the four of spades, the king of diamonds, the two"
    " of clubs and the seven of hearts. "
)
LAYOUT_TR = "Yere sırasıyla maça dörtlüsü, karo papazı, sinek ikilisi ve kupa yedilisi konuyor. "
JACK = LAYOUT.replace("seven of hearts", "jack of hearts")
JACK_TR = LAYOUT_TR.replace("kupa yedilisi", "kupa valesi")
JACKS = (
    "The layout is dealt in the order the jack of clubs, the jack of diamonds, the jack"
    " of hearts and the jack of spades. "
)
JACKS_TR = (
    "Yere sırasıyla sinek valesi, karo valesi, kupa valesi ve maça valesi konuyor. "
)
LIFTED_20 = (
    "20 cards are lifted, the lowest of them, from the top down, the five of diamonds,"
    " the six of diamonds and the seven of diamonds. "
)
LIFTED_20_TR = (
    "20 kart kaldırılıyor, en alttakiler yukarıdan aşağıya karo beşlisi, karo altılısı"
    " ve karo yedilisi. "
)
LIFTED_11 = (
    "11 cards are lifted, the lowest of them, from the top down, the nine of clubs, the"
    " ten of clubs and the jack of clubs. "
)
LIFTED_11_TR = (
    "11 kart kaldırılıyor, en alttakiler yukarıdan aşağıya sinek dokuzlusu, sinek onlusu"
    " ve sinek valesi. "
)
HAND = "A hand is dealt by chance and played to its end. "
HAND_TR = "Rastgele dağıtılan bir el sonuna kadar oynanıyor. "
DEALER_LEADS = table(leader=Leader.DEALER)
KEEPS = table(cut=Cut.CUTTER_KEEPS)
HIGH_CARD = FirstDealer.HIGH_CARD

EXAMPLES: list[tuple[str, Variant, str, str]] = [
    (
        "1.1",
        CLASSIC,
        (
            "The ranks are ace, two, three, four, five, six, seven, eight, nine, ten, jack,"
            " queen and king, the suits clubs, diamonds, hearts and spades, which makes 52"
            " cards."
        ),
        (
            "Sayılar as, ikili, üçlü, dörtlü, beşli, altılı, yedili, sekizli, dokuzlu, onlu,"
            " vale, kız ve papaz; renkler sinek, karo, kupa ve maça: hepsi 52 kart."
        ),
    ),
    (
        "1.4",
        PARTNERSHIP,
        "Seats 0 and 2 play against seats 1 and 3.",
        "0 ve 2 numaralı oyuncular 1 ve 3 numaralı oyunculara karşı oynar.",
    ),
    (
        "1.5",
        CLASSIC,
        "If seat 1 deals, the turn passes through the seats 0, 1, 0, 1, and so on.",
        "1 numaralı oyuncu dağıtırsa sıra 0, 1, 0, 1 diye döner.",
    ),
    (
        "1.5",
        THREE_PLAYER,
        "If seat 2 deals, the turn passes through the seats 0, 1, 2, 0, 1, 2, and so on.",
        "2 numaralı oyuncu dağıtırsa sıra 0, 1, 2, 0, 1, 2 diye döner.",
    ),
    (
        "1.5",
        DEALER_LEADS,
        "If seat 1 deals, the turn passes through the seats 1, 0, 1, 0, and so on.",
        "1 numaralı oyuncu dağıtırsa sıra 1, 0, 1, 0 diye döner.",
    ),
    (
        "1.7",
        table(first_dealer=HIGH_CARD),
        (
            "Players 0 and 1 draw the nine of spades and the nine of diamonds, in that"
            " order. Players 0 and 1 draw again: the three of hearts and the ace of clubs."
            " Player 1 deals first."
        ),
        (
            "0 ve 1 numaralı oyuncular sırasıyla şunları çekiyor: maça dokuzlusu ve karo"
            " dokuzlusu. 0 ve 1 numaralı oyuncular yeniden çekiyor: kupa üçlüsü ve sinek"
            " ası. İlk eli 1 numaralı oyuncu dağıtır."
        ),
    ),
    (
        "1.7",
        table(THREE_PLAYER, first_dealer=HIGH_CARD),
        (
            "Players 0, 1 and 2 draw the nine of spades, the four of diamonds and the nine"
            " of clubs, in that order. Players 0 and 2 draw again: the three of hearts and"
            " the ace of clubs. Player 2 deals first."
        ),
        (
            "0, 1 ve 2 numaralı oyuncular sırasıyla şunları çekiyor: maça dokuzlusu, karo"
            " dörtlüsü ve sinek dokuzlusu. 0 ve 2 numaralı oyuncular yeniden çekiyor: kupa"
            " üçlüsü ve sinek ası. İlk eli 2 numaralı oyuncu dağıtır."
        ),
    ),
    (
        "1.7",
        table(FOUR_PLAYER, first_dealer=HIGH_CARD),
        (
            "Players 0, 1, 2 and 3 draw the nine of spades, the king of hearts, the four of"
            " diamonds and the king of clubs, in that order. Players 1 and 3 draw again: the"
            " three of hearts and the ace of clubs. Player 3 deals first."
        ),
        (
            "0, 1, 2 ve 3 numaralı oyuncular sırasıyla şunları çekiyor: maça dokuzlusu, kupa"
            " papazı, karo dörtlüsü ve sinek papazı. 1 ve 3 numaralı oyuncular yeniden"
            " çekiyor: kupa üçlüsü ve sinek ası. İlk eli 3 numaralı oyuncu dağıtır."
        ),
    ),
    (
        "1.7",
        PARTNERSHIP,
        (
            "Players 0, 1, 2 and 3 draw the nine of spades, the king of hearts, the four of"
            " diamonds and the nine of clubs, in that order. Players 0 and 3 draw again: the"
            " three of hearts and the ace of clubs. Player 1 deals first. The dealer's"
            " partner is player 3."
        ),
        (
            "0, 1, 2 ve 3 numaralı oyuncular sırasıyla şunları çekiyor: maça dokuzlusu, kupa"
            " papazı, karo dörtlüsü ve sinek dokuzlusu. 0 ve 3 numaralı oyuncular yeniden"
            " çekiyor: kupa üçlüsü ve sinek ası. İlk eli 1 numaralı oyuncu dağıtır."
            " Dağıtanın eşi 3 numaralı oyuncudur."
        ),
    ),
    (
        "2.2",
        table(cut=Cut.PLAIN),
        LIFTED_20 + "The lowest card of the pack is then the seven of diamonds.",
        LIFTED_20_TR + "Destenin en altındaki kart artık karo yedilisi.",
    ),
    (
        "2.2",
        PARTNERSHIP_RECUT,
        LIFTED_20 + "Seat 2 cut the pack and saw the seven of diamonds. The lowest card"
        " of the pack is then the seven of diamonds.",
        LIFTED_20_TR
        + "2 numaralı oyuncu desteyi kesti, kaldırdığı kartların altına baktı: karo"
        " yedilisi. Destenin en altındaki kart artık karo yedilisi.",
    ),
    (
        "2.3",
        PARTNERSHIP_RECUT,
        LIFTED_11
        + "The cut shows a jack, so the pack is cut again (rule 2.3: A jack in"
        " the cut: cut again).",
        LIFTED_11_TR + "Kesmede vale çıktı, deste yeniden kesilir (kural 2.3: Kesmede"
        " vale: yeniden kesilir).",
    ),
    (
        "2.4",
        PARTNERSHIP,
        LIFTED_11
        + "Seat 2 cut the pack and saw the jack of clubs and the ten of clubs."
        " The lowest card of the pack is then the ten of clubs.",
        LIFTED_11_TR
        + "2 numaralı oyuncu desteyi kesti, kaldırdığı kartların altına baktı: sinek valesi ve sinek"
        " onlusu. Destenin en altındaki kart artık sinek onlusu.",
    ),
    (
        "2.5",
        KEEPS,
        LIFTED_11 + "Seat 0 cut the pack and kept the jack of clubs. The lowest card of"
        " the pack is then the ten of clubs.",
        LIFTED_11_TR + "0 numaralı oyuncu desteyi kesti ve çıkan sinek valesini aldı."
        " Destenin en altındaki kart artık sinek onlusu.",
    ),
    (
        "2.6",
        PARTNERSHIP,
        LAYOUT + "The nine of hearts lies face up under the stock.",
        LAYOUT_TR + "Destenin altında kupa dokuzlusu açık duruyor.",
    ),
    (
        "3.1",
        CLASSIC,
        LAYOUT + "4 cards were dealt to the table, face down.",
        LAYOUT_TR + "Yere 4 kart kapalı kondu.",
    ),
    (
        "3.2",
        XERI,
        LAYOUT + "Round 1 was dealt: each player holds 6 cards.",
        LAYOUT_TR + "1. dağıtım yapıldı, herkesin elinde 6 kart var.",
    ),
    (
        "3.3",
        CLASSIC,
        LAYOUT + "Round 1 was dealt: each player holds 4 cards. 4 cards were dealt to"
        " the table, face down. The seven of hearts was turned up on the table.",
        LAYOUT_TR + "1. dağıtım yapıldı, herkesin elinde 4 kart var. Yere 4 kart"
        " kapalı kondu. Yerde kupa yedilisi açıldı.",
    ),
    (
        "3.3",
        PARTNERSHIP,
        LAYOUT + "4 cards were dealt to the table, face down. Round 1 was dealt: each"
        " player holds 4 cards. The seven of hearts was turned up on the table.",
        LAYOUT_TR + "Yere 4 kart kapalı kondu. 1. dağıtım yapıldı, herkesin"
        " elinde 4 kart var. Yerde kupa yedilisi açıldı.",
    ),
    (
        "3.4",
        CLASSIC,
        LAYOUT + "The seven of hearts was turned up on the table.",
        LAYOUT_TR + "Yerde kupa yedilisi açıldı.",
    ),
    (
        "3.5",
        CLASSIC,
        JACK + "The jack of hearts was turned up on the table.",
        JACK_TR + "Yerde kupa valesi açıldı.",
    ),
    (
        "3.6",
        PARTNERSHIP,
        JACK + "The jack of hearts was turned up and laid beside the pile. The two of"
        " clubs was turned up on the table.",
        JACK_TR + "Kupa valesi açıldı, yığının yanına kondu. Yerde sinek ikilisi"
        " açıldı.",
    ),
    (
        "3.7",
        PARTNERSHIP,
        JACKS + "With the jack of clubs, the jack of diamonds, the jack of hearts and"
        " the jack of spades on the table the deal is void, so the same dealer deals"
        " again.",
        JACKS_TR + "Yerde sinek valesi, karo valesi, kupa valesi ve maça valesi çıkınca"
        " dağıtım geçersiz sayıldı, aynı oyuncu yeniden dağıtıyor.",
    ),
    (
        "3.8",
        COFFEEHOUSE,
        # The eight cards of the first round are AC and 3C to 9C.
        JACK + "The jack of hearts was turned up and put under the stock. The ten of"
        " clubs was turned up on the table.",
        JACK_TR + "Kupa valesi açıldı, destenin altına kondu. Yerde sinek onlusu"
        " açıldı.",
    ),
    (
        "3.9",
        table(opening_jack=OpeningJack.REDEAL),
        JACK + "With the jack of hearts on the table the deal is void, so the same"
        " dealer deals again.",
        JACK_TR + "Yerde kupa valesi çıkınca dağıtım geçersiz sayıldı, aynı oyuncu"
        " yeniden dağıtıyor.",
    ),
    (
        "3.10",
        XERI,
        LAYOUT + "The four of spades, the king of diamonds, the two of clubs and the"
        " seven of hearts were dealt to the table, the last on top.",
        LAYOUT_TR + "Yere sırasıyla maça dörtlüsü, karo papazı, sinek ikilisi ve kupa"
        " yedilisi açık kondu, en üstte sonuncusu var.",
    ),
    (
        "3.11",
        XERI,
        JACK + "With the four of spades, the king of diamonds, the two of clubs and the"
        " jack of hearts on the table the deal is void, so the same dealer deals again.",
        JACK_TR
        + "Yerde maça dörtlüsü, karo papazı, sinek ikilisi ve kupa valesi çıkınca"
        " dağıtım geçersiz sayıldı, aynı oyuncu yeniden dağıtıyor.",
    ),
    (
        "3.12",
        CLASSIC,
        HAND + "Round 6 was dealt: each player holds 4 cards.",
        HAND_TR + "6. dağıtım yapıldı, herkesin elinde 4 kart var.",
    ),
    (
        "4.1",
        PARTNERSHIP,
        LAYOUT + "Seat 0 played the nine of clubs.",
        LAYOUT_TR + "0 numaralı oyuncu sinek dokuzlusunu attı.",
    ),
    (
        "4.1",
        DEALER_LEADS,
        LAYOUT + "Seat 1 played the nine of clubs.",
        LAYOUT_TR + "1 numaralı oyuncu sinek dokuzlusunu attı.",
    ),
    (
        "4.2",
        CLASSIC,
        LAYOUT + "Seat 0 played the seven of clubs. Seat 0 captured 4 cards from the"
        " table with the seven of clubs, which is no pişti on the first play of the"
        " hand; the hidden cards were the four of spades, the king of diamonds and the"
        " two of clubs. Seat 1 played the nine of clubs to the empty table.",
        LAYOUT_TR + "0 numaralı oyuncu sinek yedilisini attı. 0 numaralı oyuncu sinek"
        " yedilisiyle yerden 4 kart aldı, elin ilk kartı olduğu için pişti sayılmadı;"
        " kapalı kartlardan maça dörtlüsü, karo papazı ve sinek ikilisi çıktı. 1 numaralı"
        " oyuncu yer boşken sinek dokuzlusunu attı.",
    ),
    (
        "4.3",
        CLASSIC,
        LAYOUT + "Seat 0 does not hold the seven of hearts (rule 4.3: A card from the"
        " hand).",
        LAYOUT_TR + "0 numaralı oyuncu elinde olmayan bir kartı atamaz: kupa yedilisi"
        " (kural 4.3: Eldeki kart).",
    ),
    (
        "4.8",
        XERI,
        LAYOUT + "Seat 0 played the nine of clubs. Seat 1 played the nine of diamonds."
        " Seat 1 captured 5 cards from the table with the nine of diamonds.",
        LAYOUT_TR + "0 numaralı oyuncu sinek dokuzlusunu attı. 1 numaralı oyuncu karo"
        " dokuzlusunu attı. 1 numaralı oyuncu karo dokuzlusuyla yerden 5 kart aldı.",
    ),
    (
        "4.10",
        CLASSIC,
        # Seat 0 plays the nine of clubs, which takes nothing.
        LAYOUT
        + "Seat 1 played the nine of diamonds. The hidden cards are then known to"
        " seat 1, and to nobody else.",
        LAYOUT_TR + "1 numaralı oyuncu karo dokuzlusunu attı. Bundan sonra kapalı"
        " kartları 1 numaralı oyuncu bilir, başka kimse bilmez.",
    ),
    (
        "4.10",
        PARTNERSHIP,
        LAYOUT
        + "Seat 1 played the nine of diamonds. The hidden cards are then known to"
        " seat 1 and seat 3, and to nobody else.",
        LAYOUT_TR + "1 numaralı oyuncu karo dokuzlusunu attı. Bundan sonra kapalı"
        " kartları 1 numaralı oyuncu ve 3 numaralı oyuncu bilir, başka kimse bilmez.",
    ),
    (
        "4.10",
        COFFEEHOUSE,
        LAYOUT
        + "Seat 1 played the nine of diamonds. The hidden cards are then known to"
        " everyone.",
        LAYOUT_TR + "1 numaralı oyuncu karo dokuzlusunu attı. Bundan sonra kapalı"
        " kartları herkes bilir.",
    ),
    (
        "4.10",
        table(hidden_seen_by=HiddenSeenBy.LEADER),
        LAYOUT
        + "Seat 1 played the nine of diamonds. The hidden cards are then known to"
        " seat 0 and seat 1, and to nobody else.",
        LAYOUT_TR + "1 numaralı oyuncu karo dokuzlusunu attı. Bundan sonra kapalı"
        " kartları 0 numaralı oyuncu ve 1 numaralı oyuncu bilir, başka kimse bilmez.",
    ),
    (
        "4.11",
        CLASSIC,
        HAND + "The hand is over.",
        HAND_TR + "El bitti.",
    ),
    (
        "4.13",
        CLASSIC,
        JACKS
        + "The hand is played to its end, and no card meets one of equal rank. The"
        " hand is over, and nobody captured a card.",
        JACKS_TR + "El sonuna kadar oynanıyor, hiçbir kart aynı sayıdan bir kartın"
        " üstüne gelmiyor. El bitti, kimse kart alamadı.",
    ),
    (
        "5.7",
        CLASSIC,
        (
            "Side 0 has captured the ten of hearts and the ten of diamonds. Side 0: 3 points"
            " for the ten of diamonds. Side 0: 10 points for a pişti with the ten of hearts"
            " and the ten of diamonds."
        ),
        (
            "0 numaralı taraf şu kartları toplamış: kupa onlusu ve karo onlusu. 0 numaralı"
            " taraf: karo onlusu için 3 puan. 0 numaralı taraf: kupa onlusu ve karo"
            " onlusuyla yapılan pişti için 10 puan."
        ),
    ),
    (
        "5.7",
        table(pisti_points=0),
        (
            "Side 0 has captured the ten of hearts and the ten of diamonds. Side 0: 3 points"
            " for the ten of diamonds."
        ),
        (
            "0 numaralı taraf şu kartları toplamış: kupa onlusu ve karo onlusu. 0 numaralı"
            " taraf: karo onlusu için 3 puan."
        ),
    ),
    (
        "6.1",
        CLASSIC,
        # 2 + 3 + 1 + 1
        (
            "Side 0 has captured the ace of spades, the jack of hearts, the queen of spades,"
            " the two of clubs, the ten of diamonds and the seven of hearts. Side 0: 7"
            " points for the two of clubs, the ten of diamonds, the jack of hearts and the"
            " ace of spades."
        ),
        (
            "0 numaralı taraf şu kartları toplamış: maça ası, kupa valesi, maça kızı, sinek"
            " ikilisi, karo onlusu ve kupa yedilisi. 0 numaralı taraf: sinek ikilisi, karo"
            " onlusu, kupa valesi ve maça ası için 7 puan."
        ),
    ),
    (
        "6.2",
        CLASSIC,
        "The sides have captured 27 and 25 cards. Side 0: 3 points for the majority.",
        "Taraflar sırasıyla 27 ve 25 kart toplamış. 0 numaralı taraf: çoğunluk için 3 puan.",
    ),
    (
        "6.2",
        THREE_PLAYER,
        "The sides have captured 20, 16 and 16 cards. Side 0: 3 points for the majority.",
        (
            "Taraflar sırasıyla 20, 16 ve 16 kart toplamış. 0 numaralı taraf: çoğunluk için"
            " 3 puan."
        ),
    ),
    (
        "6.3",
        FOUR_PLAYER,
        (
            "The sides have captured 15, 15, 11 and 11 cards. Nobody earns the majority"
            " points."
        ),
        (
            "Taraflar sırasıyla 15, 15, 11 ve 11 kart toplamış. Çoğunluk puanını kimse"
            " almaz."
        ),
    ),
    (
        "6.4",
        CLASSIC,
        # Side 0 has all clubs and diamonds and the ace of hearts: 10 + 3 + 10.
        (
            "The sides have captured 27 and 25 cards. Side 0: 10 points for the ace of"
            " clubs, the two of clubs, the jack of clubs, the ace of diamonds, the ten of"
            " diamonds, the jack of diamonds and the ace of hearts. Side 0: 3 points for the"
            " majority. Side 0: 10 points for a pişti with the seven of clubs and the seven"
            " of diamonds. Side 1: 3 points for the jack of hearts, the ace of spades and"
            " the jack of spades. The totals are 23 and 3."
        ),
        (
            "Taraflar sırasıyla 27 ve 25 kart toplamış. 0 numaralı taraf: sinek ası, sinek"
            " ikilisi, sinek valesi, karo ası, karo onlusu, karo valesi ve kupa ası için 10"
            " puan. 0 numaralı taraf: çoğunluk için 3 puan. 0 numaralı taraf: sinek yedilisi"
            " ve karo yedilisiyle yapılan pişti için 10 puan. 1 numaralı taraf: kupa valesi,"
            " maça ası ve maça valesi için 3 puan. Toplam puanlar sırasıyla 23 ve 3."
        ),
    ),
    (
        "6.5",
        CLASSIC,
        # Clubs and diamonds are worth 9 of the 13 points.
        (
            "The sides have captured 26 and 26 cards. The totals are 9 and 4. Side 0 wins"
            " the hand."
        ),
        (
            "Taraflar sırasıyla 26 ve 26 kart toplamış. Toplam puanlar sırasıyla 9 ve 4. Eli"
            " 0 numaralı taraf kazanır."
        ),
    ),
    (
        "6.5",
        table(card_points={}),
        (
            "The sides have captured 26 and 26 cards. The totals are 0 and 0. The hand is"
            " drawn."
        ),
        (
            "Taraflar sırasıyla 26 ve 26 kart toplamış. Toplam puanlar sırasıyla 0 ve 0. El"
            " berabere biter."
        ),
    ),
    (
        "7.1",
        COFFEEHOUSE,
        # 90 + 11 and 70 + 5
        "The totals are 101 and 75. Side 0 wins the match.",
        "Toplam puanlar sırasıyla 101 ve 75. Partiyi 0 numaralı taraf kazanır.",
    ),
    (
        "7.1",
        THREE_PLAYER,
        "The totals are 101, 75 and 61. Side 0 wins the match.",
        "Toplam puanlar sırasıyla 101, 75 ve 61. Partiyi 0 numaralı taraf kazanır.",
    ),
    (
        "7.2",
        PARTNERSHIP,
        # 140 + 14 and 139 + 21
        "The totals are 154 and 160. Side 1 wins the match.",
        "Toplam puanlar sırasıyla 154 ve 160. Partiyi 1 numaralı taraf kazanır.",
    ),
    (
        "7.3",
        PARTNERSHIP,
        # 140 + 14 and 139 + 15
        "The totals are 154 and 154. The match goes on.",
        "Toplam puanlar sırasıyla 154 ve 154. Parti sürer.",
    ),
    (
        "7.4",
        CLASSIC,
        "The totals are 19 and 19. The match is drawn.",
        "Toplam puanlar sırasıyla 19 ve 19. Parti berabere biter.",
    ),
    (
        "7.4",
        table(FOUR, target=None, hands=3),
        "The totals are 19, 19, 0 and 0. The match is drawn.",
        "Toplam puanlar sırasıyla 19, 19, 0 ve 0. Parti berabere biter.",
    ),
    (
        "7.5",
        PARTNERSHIP,
        "The dealers of one hand after another are the seats 0, 1, 2, 3, 0.",
        "Elleri sırayla şu numaralı oyuncular dağıtır: 0, 1, 2, 3, 0.",
    ),
    (
        "7.5",
        table(target=None, hands=3),
        "The dealers of one hand after another are the seats 0, 1, 0.",
        "Elleri sırayla şu numaralı oyuncular dağıtır: 0, 1, 0.",
    ),
    (
        "7.6",
        PARTNERSHIP,
        "73 points are kept so:\n\n```text\n┬┬┬ ┬──\n│││ │\n┴┴┴ ╵\n3\n```",
        "73 puan şöyle tutulur:\n\n```text\n┬┬┬ ┬──\n│││ │\n┴┴┴ ╵\n3\n```",
    ),
]


@pytest.mark.parametrize(("number", "variant", "english", "turkish"), EXAMPLES)
def test_examples(number: str, variant: Variant, english: str, turkish: str) -> None:
    """What the engine makes of each position is what the rules say, worked by hand."""
    assert example(Rule(number), variant) == english
    assert example(Rule(number), variant, "en") == english
    assert example(Rule(number), variant, "tr") == turkish
    assert said(variant)[number].example == english


# How sentences of the deal end, by event.
DEALT = {
    "BottomCardShown": ("lies face up under the stock.", "açık duruyor."),
    "LayoutDealt": (
        r"dealt to the table, (face down|the last on top).",
        r"(kapalı kondu|açık kondu, en üstte sonuncusu var).",
    ),
    "PacketsDealt": (
        r"each player holds \d+ cards?.",
        r"herkesin elinde \d+ kart var.",
    ),
    "UpCardTurned": (
        "turned up on the table(, and seat . looked at the hidden cards: .+)?.",
        "Yerde [^.]+ açıldı(, . numaralı oyuncu kapalı kartlara baktı: .+)?.",
    ),
    "JackPassed": ("laid beside the pile.", "yığının yanına kondu."),
    "JackBuried": ("put under the stock.", "destenin altına kondu."),
    "Redeal": ("the same dealer deals again.", "aynı oyuncu yeniden dağıtıyor."),
}
SHOWN_DEALS = {
    number: data["example"]["deal"]
    for number, data in RULES.items()
    if "deal" in data.get("example", {})
}


def test_examples_of_deals_are_found() -> None:
    """These rules have such examples, and all that they tell is in the list."""
    assert set(SHOWN_DEALS) == {
        *("2.6", "3.1", "3.2", "3.3", "3.4", "3.5"),
        *("3.6", "3.7", "3.8", "3.9", "3.10", "3.11"),
    }
    told = {kind for spec in SHOWN_DEALS.values() for kind in spec["tell"]}
    assert told == set(DEALT)


def check_dealt(variant: Variant) -> None:
    """Demand a sentence on the layout, then one for each event that a deal shows."""
    for number, spec in SHOWN_DEALS.items():
        if not APPLIES[number](variant):
            continue
        wanted = set(spec["tell"])
        if not closed(variant):
            # All of it lies open already.
            wanted -= {"UpCardTurned"}
        assert wanted
        for lang, ends in zip(
            LANGUAGES, zip(*DEALT.values(), strict=True), strict=True
        ):
            patterns = dict(zip(DEALT, ends, strict=True))
            opening, *told = re.split(
                r"(?<!\d\.)(?<=\.) ", example(Rule(number), variant, lang)
            )
            layout = parse_cards(spec["layout"])
            assert all(name_of(card, lang) in opening for card in layout)
            assert len(told) == len(wanted)
            matched = {
                kind
                for kind, end in patterns.items()
                if any(re.search(f"{end[:-1]}\\.$", sentence) for sentence in told)
            }
            assert matched == wanted, number


@pytest.mark.rule("2.6", "3.1", "3.2", "3.3", "3.4", "3.6", "3.8", "3.9", "3.11")
@given(tables)
def test_examples_of_deals(variant: Variant) -> None:
    """Each tells all that its rule is about, beyond the layout that is dealt."""
    check_dealt(variant)


@presets
def test_examples_of_deals_at_presets(variant: Variant) -> None:
    """So it is at all presets, whatever tables were drawn."""
    check_dealt(variant)


def test_all_examples_are_worked() -> None:
    """Each rule's example is in the list, judged, or the residue; some have none."""
    worked = {number for number, *_ in EXAMPLES}
    assert {*worked, *JUDGED, "4.12"} | WITHOUT_EXAMPLE == {rule.id for rule in Rule}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_without_examples(lang: Language) -> None:
    """These three have nothing to show, at no table, and all others have at some."""
    without = {
        rule.id
        for rule in Rule
        if not any(
            example(rule, variant, lang)
            for variant in (
                *VARIANTS.values(),
                *[variant for _, variant, *_ in EXAMPLES],
            )
            if APPLIES[rule.id](variant)
        )
    }
    assert without == WITHOUT_EXAMPLE


@pytest.mark.rule("4.12")
@given(tables, languages)
def test_the_example_of_the_residue(variant: Variant, lang: Language) -> None:
    """It is the first that comes in hands where nobody captures who need not."""
    for seed in range(100):
        state, _ = start(variant, rng=seed)
        awards: list[ResidueAwarded] = []
        while moves := legal_moves(state):
            top = state.pile[-1:]
            quiet = [
                card
                for card in moves
                if not top or card.rank not in (top[0].rank, Rank.JACK)
            ]
            state, events = step(state, [*quiet, *moves][0])
            awards += of_type(events, ResidueAwarded)
        if awards:
            told = example(Rule.RESIDUE, variant, lang)
            assert told == {"en": HAND, "tr": HAND_TR}[lang] + describe(
                awards[-1], lang
            )
            return
    pytest.fail("a residue is common")


def row(items: Iterable[object], and_: str = "and") -> str:
    """Put things in a row."""
    *most, last = map(str, items)
    return f"{', '.join(most)} {and_} {last}" if most else last


@pytest.mark.rule("1.5", "3.2", "4.1", "4.2", "6.2", "6.3", "7.5")
@given(tables)
def test_examples_follow_the_options(variant: Variant) -> None:
    """Seats, sides and numbers are this table's."""
    players, last = variant.players, variant.players - 1
    sides = 2 if variant.partnership else players
    leader = last if variant.leader is Leader.DEALER else 0
    turns = ", ".join(str((leader + turn) % players) for turn in range(2 * players))
    assert example(Rule.DIRECTION, variant) == (
        f"If seat {last} deals, the turn passes through the seats {turns}, and so on."
    )
    cards = "card" if variant.hand_size == 1 else "cards"
    assert example(Rule.PACKETS, variant) == (
        f"{LAYOUT}Round 1 was dealt: each player holds {variant.hand_size} {cards}."
    )
    assert example(Rule.LEADER, variant) == (
        f"{LAYOUT}Seat {leader} played the nine of clubs."
    )
    second = (leader + 1) % players
    assert example(Rule.TURN, variant).endswith(
        f" Seat {second} played the nine of clubs to the empty table."
    )
    if variant.majority_points:
        count = row({2: [27, 25], 3: [20, 16, 16], 4: [14, 13, 13, 12]}[sides])
        assert example(Rule.MAJORITY, variant) == (
            f"The sides have captured {count} cards."
            f" Side 0: {points(variant.majority_points)} for the majority."
        )
        assert example(Rule.MAJORITY_TIE, variant).endswith(
            " cards. Nobody earns the majority points."
        )
    if several_hands(variant):
        hands = min(5, variant.hands or 5)
        dealers = ", ".join(str(hand % players) for hand in range(hands))
        assert example(Rule.NEXT_DEALER, variant) == (
            f"The dealers of one hand after another are the seats {dealers}."
        )


@pytest.mark.rule("4.10")
@given(tables)
def test_the_example_of_who_sees_the_hidden_cards(variant: Variant) -> None:
    """They are who may see them, the second to play having captured them."""
    if not closed(variant):
        return
    leader = variant.players - 1 if variant.leader is Leader.DEALER else 0
    capturer = (leader + 1) % variant.players
    known = {
        HiddenSeenBy.CAPTURER: {capturer},
        HiddenSeenBy.SIDE: (
            {capturer % 2, capturer % 2 + 2} if variant.partnership else {capturer}
        ),
        HiddenSeenBy.LEADER: {leader, capturer},
        HiddenSeenBy.ALL: set(range(variant.players)),
    }[variant.hidden_seen_by]
    seats = row([f"seat {seat}" for seat in sorted(known)])
    players = row([f"{seat} numaralı oyuncu" for seat in sorted(known)], "ve")
    told = (
        f"{LAYOUT}Seat {capturer} played the nine of diamonds."
        f" The hidden cards are then known to {seats}, and to nobody else."
    )
    turkish = (
        f"{LAYOUT_TR}{capturer} numaralı oyuncu karo dokuzlusunu attı."
        f" Bundan sonra kapalı kartları {players} bilir, başka kimse bilmez."
    )
    if variant.hidden_seen_by is HiddenSeenBy.ALL:
        told = told.replace(f"{seats}, and to nobody else", "everyone")
        turkish = turkish.replace(
            f"{players} bilir, başka kimse bilmez", "herkes bilir"
        )
    english = example(Rule.HIDDEN_SEEN_BY, variant)
    assert english == told
    assert example(Rule.HIDDEN_SEEN_BY, variant, "tr") == turkish


@pytest.mark.rule("6.1", "6.4", "6.5")
@given(tables)
def test_examples_of_scores(variant: Variant) -> None:
    """Points are added up as the table gives them."""
    worth = variant.points_by_card
    captured = parse_cards("AS JH QS 2C 10D 7H")
    total = sum(worth.get(card, 0) for card in captured)
    told = example(Rule.CARD_POINTS, variant)
    assert (f" Side 0: {points(total)} for " in told) is bool(total)

    sides = 2 if variant.partnership else variant.players
    for rule, counts in (
        (Rule.HAND_SCORE, {2: [27, 25], 3: [27, 14, 11], 4: [27, 12, 7, 6]}),
        (Rule.HAND_WINNER, {2: [26, 26], 3: [18, 18, 16], 4: [15, 15, 11, 11]}),
    ):
        first, totals = 0, []
        for number in counts[sides]:
            heap = DECK[first : first + number]
            totals.append(sum(worth.get(card, 0) for card in heap))
            first += number
        if rule is Rule.HAND_SCORE:
            # Side 0 has the majority, and has made a pişti.
            totals[0] += variant.majority_points + variant.pisti_points
        told = example(rule, variant)
        assert f" The totals are {row(totals)}." in told
        if rule is Rule.HAND_WINNER:
            most = max(totals)
            drawn = totals.count(most) > 1
            won = f"Side {totals.index(most)} wins the hand."
            assert told.endswith("The hand is drawn." if drawn else won)


@pytest.mark.rule("7.1", "7.2", "7.3", "7.4")
@given(tables)
def test_examples_of_matches(variant: Variant) -> None:
    """A match is won, drawn or goes on as its totals have it."""
    for rule in (
        Rule.TARGET,
        Rule.SEVERAL_AT_TARGET,
        Rule.TIE_AT_TARGET,
        Rule.FIXED_HANDS,
    ):
        if not APPLIES[rule.id](variant):
            continue
        told = example(rule, variant)
        if not has_example(rule.id, variant) and variant.target is not None:
            assert told == ""
            continue
        found = re.fullmatch(r"The totals are ([\d, and]+)\. (.+)", told)
        assert found
        totals = [int(number) for number in re.findall(r"\d+", found[1])]
        assert len(totals) == (2 if variant.partnership else variant.players)
        most = max(totals)
        if totals.count(most) > 1:
            end = "goes on" if variant.hands is None else "is drawn"
            assert found[2] == f"The match {end}."
        else:
            assert found[2] == f"Side {totals.index(most)} wins the match."
            assert variant.target is not None
            assert most >= variant.target
        if rule is Rule.TARGET:
            assert totals[0] >= (variant.target or 0)
        if rule is Rule.SEVERAL_AT_TARGET:
            assert min(totals[:2]) >= (variant.target or 0)


SIDES = {2: CLASSIC, 3: THREE_PLAYER, 4: FOUR_PLAYER}


@pytest.mark.rule("7.1", "7.2", "7.3")
@pytest.mark.parametrize(
    ("rule", "sides", "told"),
    [
        # At the lowest target the first side is 11 below it, the second 31 or 12,
        # the others 40 and 50; what they earn is in rules.toml.
        ("7.1", 2, "31 and 5. Side 0 wins the match."),
        ("7.1", 3, "40, 14 and 0. Side 0 wins the match."),
        ("7.1", 4, "50, 24, 10 and 0. Side 0 wins the match."),
        ("7.2", 2, "15 and 21. Side 1 wins the match."),
        ("7.2", 3, "43, 49 and 0. Side 1 wins the match."),
        ("7.2", 4, "53, 59, 10 and 0. Side 1 wins the match."),
        ("7.3", 2, "15 and 15. The match goes on."),
        ("7.3", 3, "43, 43 and 0. The match goes on."),
        ("7.3", 4, "53, 53, 10 and 0. The match goes on."),
    ],
)
def test_low_targets(rule: str, sides: int, told: str) -> None:
    """The example shows what the rule says, or there is none."""
    lowest = LOWEST_TARGETS[rule][sides]
    for target in (1, 5, 11, lowest - 1, lowest):
        variant = table(SIDES[sides], target=target, hands=None)
        expected = f"The totals are {told}" if target >= lowest else ""
        assert example(Rule(rule), variant) == expected
        assert said(variant)[rule].example == expected


@pytest.mark.rule("7.4")
@pytest.mark.parametrize("hands", [1, 2, 99, 100, 101, 102, 200, 1000])
def test_a_match_of_very_many_hands(hands: int) -> None:
    """The example of its end shows the end, at any number of hands."""
    variant = table(target=None, hands=hands)
    assert example(Rule.FIXED_HANDS, variant) == (
        "The totals are 19 and 19. The match is drawn."
    )
    assert example(Rule.FIXED_HANDS, variant, "tr") == (
        "Toplam puanlar sırasıyla 19 ve 19. Parti berabere biter."
    )


@pytest.mark.rule("4.10")
def test_hidden_cards_that_all_see() -> None:
    """There is nobody else who does not know them, at tables of two, three and four."""
    for base in (COFFEEHOUSE, THREE_PLAYER, FOUR_PLAYER, PARTNERSHIP):
        variant = table(base, hidden_seen_by=HiddenSeenBy.ALL)
        told = example(Rule.HIDDEN_SEEN_BY, variant)
        assert told.endswith(" The hidden cards are then known to everyone.")
        turkish = example(Rule.HIDDEN_SEEN_BY, variant, "tr")
        assert turkish.endswith(" Bundan sonra kapalı kartları herkes bilir.")


@presets
def test_examples_of_rules_that_do_not_apply(variant: Variant) -> None:
    """This table cannot show them, so there are none."""
    for rule in Rule:
        if not APPLIES[rule.id](variant):
            assert example(rule, variant) == ""


@pytest.mark.rule("4.13")
def test_no_example_of_what_cannot_happen() -> None:
    """Where jacks are buried somebody captures in every hand."""
    assert example(Rule.NOBODY_CAPTURED, COFFEEHOUSE) == ""


# What is refused


@pytest.mark.parametrize("act", [rulebook, paragraphs, lambda v: example(Rule.PACK, v)])
@pytest.mark.parametrize("variant", [None, "classic", 2, {}, Rule.PACK, Variant])
def test_not_a_variant(act: Callable[[Any], Any], variant: Any) -> None:
    """There are rules only of a table."""
    with pytest.raises(VariantError, match=r"^not a Variant but "):
        act(variant)


@pytest.mark.parametrize("lang", ["de", "EN", "", None])
def test_unknown_language(lang: Any) -> None:
    """The book is in English and Turkish only, examples that are empty too."""
    said_so = "only in 'en' and 'tr'"
    with pytest.raises(ValueError, match=said_so):
        rulebook(CLASSIC, lang)
    with pytest.raises(ValueError, match=said_so):
        paragraphs(CLASSIC, lang)
    for rule in (Rule.PISTI, Rule.PLAYERS):
        with pytest.raises(ValueError, match=said_so):
            example(rule, CLASSIC, lang)


@pytest.mark.parametrize("number", ["5.2", 5.2, None], ids=repr)
def test_what_is_no_rule(number: Any) -> None:
    """A number is not yet a rule."""
    with pytest.raises(NotationError, match=r"^not a Rule but"):
        options_of(number)
    with pytest.raises(NotationError, match=r"^not a Rule but"):
        example(number, CLASSIC)


def test_no_example_where_no_deal_shows_the_rule(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What comes late in a hand is looked for in a number of deals, and then left."""
    shown = example(Rule.RESIDUE, CLASSIC)
    assert shown
    monkeypatch.setattr(pisti.examples, "_MOST_DEALS", 0)
    assert example(Rule.RESIDUE, CLASSIC) == ""

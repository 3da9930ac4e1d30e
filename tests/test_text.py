"""The table, the score and the score sheet in a terminal."""

import re
from collections.abc import Iterable
from itertools import chain
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import line_up, play, play_oldest, table

from pisti import (
    CLASSIC,
    FOUR_PLAYER,
    PARTNERSHIP,
    VARIANTS,
    Card,
    HandScore,
    Language,
    Match,
    NotationError,
    Rule,
    ScoreLine,
    Seat,
    SeatError,
    State,
    Variant,
    View,
    apply_move,
    name_of,
    new_game,
    new_match,
    parse_cards,
    score_hand,
    view,
)
from pisti.players import greedy
from pisti.strategies import matches, states
from pisti.text import Drawable, draw

NAMES = ["Ayşe", "Bora", "Cem", "Işıl"]
LANGUAGES: tuple[Language, ...] = ("en", "tr")
BACK = "▒▒"

languages = st.sampled_from(LANGUAGES)
namings = st.none() | st.lists(st.text(max_size=30), min_size=4, max_size=4)


def face(card: Card) -> str:
    """Write a card as it is drawn."""
    return f"{card.rank.value}{card.suit.symbol}"


def drawn_cards(text: str) -> list[str]:
    """Find the cards that are drawn."""
    return re.findall(r"(?:10|[2-9AJQK])[♣♦♥♠]", text)


def known(cards: Iterable[Card | None]) -> set[Card]:
    """Leave out the cards that lie face down."""
    return {card for card in cards if card is not None}


def check_lines(text: str) -> None:
    """Refuse lines that are too long or end with blanks, and a break at the end."""
    for line in text.split("\n"):
        assert len(line) <= 80
        assert line == line.rstrip()
    assert text == text.strip("\n")


def drawables(state: State) -> list[Drawable]:
    """Give all that can be drawn of a hand."""
    viewers: list[Seat | None] = [None, *range(state.variant.players)]
    return [score_hand(state), *[view(state, viewer) for viewer in viewers]]


def seen(state: State, seat: Seat | None, **options: Any) -> str:
    """Draw what a seat sees."""
    return draw(view(state, seat), **options)


# Laws


@given(states(), languages, namings)
def test_a_hand_fits_the_terminal(
    state: State, lang: Language, names: list[str] | None
) -> None:
    """Whatever the table, the moment and the names, no line is too long."""
    for value in drawables(state):
        text = draw(value, names=names, lang=lang)
        check_lines(text)
        assert text == draw(value, names=names, lang=lang)
        assert text.replace("\n", "").isprintable()


@given(matches(), languages, namings)
def test_a_match_fits_the_terminal(
    match: Match, lang: Language, names: list[str] | None
) -> None:
    """Whatever the match and the names, no line is too long."""
    text = draw(match, names=names, lang=lang)
    check_lines(text)
    assert text == draw(match, names=names, lang=lang)


@given(states(), matches(), languages, namings)
def test_ascii_is_ascii(
    state: State, match: Match, lang: Language, names: list[str] | None
) -> None:
    """There is a sign for a sign, each of them ASCII."""
    for value in (match, *drawables(state)):
        plain = draw(value, names=names, lang=lang, ascii_only=True)
        check_lines(plain)
        assert plain.isascii()
        rich = draw(value, names=names, lang=lang)
        assert [*map(len, plain.split("\n"))] == [*map(len, rich.split("\n"))]
        if names is None:
            assert "?" not in plain


@given(states(), languages)
def test_what_is_known_is_drawn_and_nothing_else(state: State, lang: Language) -> None:
    """Each known card of the table is there once, and no card that is not known."""
    for seat in (None, *range(state.variant.players)):
        looked = view(state, seat)
        text = draw(looked, lang=lang)
        on_table = chain(looked.pile, looked.hidden, looked.stock, *looked.hands)
        if not looked.is_over:
            board = known(on_table)
            won = [card for bonus in looked.bonuses for card in bonus.cards]
            assert sorted(drawn_cards(text)) == sorted(map(face, [*board, *won]))
            for card in looked.unseen:
                assert face(card) not in text
                assert name_of(card, lang) not in text


# Pictures drawn by hand

EDGE = "─" * 76


def wall(inside: str) -> str:
    """Put a line between the edges of the table."""
    return f"│ {inside:<74} │"


def classic() -> State:
    """Play a few cards at a table for two, with a pişti among them."""
    state = line_up(
        CLASSIC, "2C 3C 4C 7H", "9C 9D 10D 10H KD 5C 6C QS AC AD 2S JS 3S 4S 5S 6S"
    )
    return play(state, "9C 9D 10D 10H KD 5C 6C QS AC")


def partners() -> State:
    """Deal for four, with a jack that is passed; the ace of clubs leads."""
    deck = line_up(PARTNERSHIP, "2C 3C 7H JS", "AC 2H 10D QS").setup.pack
    return play(new_game(PARTNERSHIP, deck=deck, dealer=3), "AC")


def test_a_table_for_two() -> None:
    """The faces are those that the seat knows; the last capture stays in mind."""
    assert seen(classic(), 0, names=["Ayşe", "Bora"]).split("\n") == [
        "  Classic · round 2/6 · play 10/48 · seen by Ayşe",
        "",
        "▸ Bora (dealer)   ▒▒  ▒▒  ▒▒  ▒▒",
        "",
        f"┌{EDGE}┐",
        wall("pile (5)        K♦  5♣  6♣  Q♠  [A♣]"),
        wall("stock (32)      ▒▒ ..."),
        f"└{EDGE}┘",
        "",
        "  Ayşe            2♠  3♠  5♠",
        "",
        "  Ayşe            0 cards captured",
        "  Bora            8 cards captured · bonus 10: 10♦ 10♥",
        "",
        "  last capture    Bora captured the ten of diamonds with the ten of hearts:",
        "                  pişti, 10 points.",
        "  last play       Ayşe played the ace of clubs.",
    ]


def test_a_table_for_two_in_turkish() -> None:
    """The other seat sees its own cards, below the table."""
    assert seen(classic(), 1, names=["Ayşe", "Bora"], lang="tr").split("\n") == [
        "  Klasik · dağıtım 2/6 · kart 10/48 · gören: Bora",
        "",
        "  Ayşe             ▒▒  ▒▒  ▒▒",
        "",
        f"┌{EDGE}┐",
        wall("yığın (5)        K♦  5♣  6♣  Q♠  [A♣]"),
        wall("deste (32)       ▒▒ ..."),
        f"└{EDGE}┘",
        "",
        "▸ Bora (dağıtan)   A♦  J♠  4♠  6♠",
        "",
        "  Ayşe             0 kart toplandı",
        "  Bora             8 kart toplandı · ek puan 10: 10♦ 10♥",
        "",
        "  son alma         Bora karo onlusunu kupa onlusuyla aldı ve pişti yaptı: 10",
        "                   puan.",
        "  son kart         Ayşe sinek asını attı.",
    ]


def test_a_table_for_four() -> None:
    """A passed jack lies among the hidden cards, a shown card under the stock."""
    assert seen(partners(), 1).split("\n") == [
        "  Partnership · round 1/3 · play 2/48 · seen by seat 1",
        "",
        "  seat 2            ▒▒  ▒▒  ▒▒  ▒▒",
        "  seat 3 (dealer)   ▒▒  ▒▒  ▒▒  ▒▒",
        "  seat 0            ▒▒  ▒▒  ▒▒",
        "",
        f"┌{EDGE}┐",
        wall("pile (2)          7♥  [A♣]"),
        wall("hidden (3)        ▒▒  ▒▒  J♠"),
        wall("stock (32)        ▒▒ ... K♠"),
        f"└{EDGE}┘",
        "",
        "▸ seat 1            2♥  5♣  9♣  K♣",
        "",
        "  side 0            0 cards captured",
        "  side 1            0 cards captured",
        "",
        "  last play         Seat 0 played the ace of clubs.",
    ]


def test_a_table_for_four_in_plain_turkish() -> None:
    """A spectator sees all from the same side; letters lose their marks."""
    text = seen(partners(), None, names=NAMES, lang="tr", ascii_only=True)

    assert text.split("\n") == [
        "  Esli - dagitim 1/3 - kart 2/48 - goren: seyirciler",
        "",
        "  Ayse             ##  ##  ##",
        "> Bora             ##  ##  ##  ##",
        "  Cem              ##  ##  ##  ##",
        "  Isil (dagitan)   ##  ##  ##  ##",
        "",
        f"+{'-' * 76}+",
        "| yigin (2)        7H  [AC]                                                  |",
        "| kapali (3)       ##  ##  JS                                                |",
        "| deste (32)       ## ... KS                                                 |",
        f"+{'-' * 76}+",
        "",
        "  Ayse ve Cem      0 kart toplandi",
        "  Bora ve Isil     0 kart toplandi",
        "",
        "  son kart         Ayse sinek asini atti.",
    ]


def test_the_end_of_a_hand() -> None:
    """The score takes the place of the table, and what was left is told."""
    text = seen(play_oldest(classic()), None, names=["Ayşe", "Bora"])

    assert text.split("\n") == [
        "  Classic · hand over · Bora (dealer) · seen by spectators",
        "",
        "  Ayşe                  0   0 cards",
        "  Bora                 26   52 cards",
        "    6.1 Card points    13   A♣  2♣  J♣  A♦  10♦ J♦  A♥  J♥  A♠  J♠",
        "    6.2 The majority    3",
        "    5.1 Pişti          10   10♦ 10♥",
        "",
        "  winner: Bora",
        "",
        "  last capture    Bora captured 9 cards from the table with the jack of",
        "                  hearts.",
        "  last play       Bora played the king of spades.",
        "  hand over       Bora, who captured last, took the 8 cards left on the",
        "                  table.",
    ]


# Scores and score sheets, drawn by hand


def lines(side: int, *entries: tuple[int, Rule, str]) -> tuple[ScoreLine, ...]:
    """Make the lines of one side."""
    return tuple(
        ScoreLine(side, points, rule, parse_cards(cards))
        for points, rule, cards in entries
    )


SCORE = HandScore(
    lines=(
        *lines(0, (8, Rule.CARD_POINTS, "2C 10D JH JS AS"), (3, Rule.MAJORITY, "")),
        *lines(1, (3, Rule.CARD_POINTS, "AC AD AH"), (20, Rule.DOUBLE_PISTI, "JC JD")),
    ),
    totals=(11, 23),
    counts=(27, 25),
    winner=1,
    final=True,
)


def test_a_score() -> None:
    """Each side's total comes first, then where it comes from."""
    assert draw(SCORE, names={0: "We", 1: "You"}).split("\n") == [
        "  We                   11   27 cards",
        "    6.1 Card points     8   2♣  10♦ J♥  J♠  A♠",
        "    6.2 The majority    3",
        "  You                  23   25 cards",
        "    6.1 Card points     3   A♣  A♦  A♥",
        "    5.2 Double pişti   20   J♣  J♦",
        "",
        "  winner: You",
    ]


def test_a_score_in_turkish() -> None:
    """Sides without a name have a number."""
    assert draw(SCORE, lang="tr").split("\n") == [
        "  0 numaralı taraf      11   27 kart",
        "    6.1 Kart puanları    8   2♣  10♦ J♥  J♠  A♠",
        "    6.2 Çoğunluk         3",
        "  1 numaralı taraf      23   25 kart",
        "    6.1 Kart puanları    3   A♣  A♦  A♥",
        "    5.2 Çift pişti      20   J♣  J♦",
        "",
        "  kazanan: 1 numaralı taraf",
    ]


def hand_score(*totals: int) -> HandScore:
    """Make the score of a hand with these totals alone."""
    return HandScore((), totals, (52, *[0] * (len(totals) - 1)), None, final=True)


@pytest.mark.parametrize(
    ("score", "english", "turkish"),
    [
        (hand_score(7, 7), "no winner", "kazanan yok"),
        (attrs.evolve(SCORE, winner=None, final=False), "hand not over", "el bitmedi"),
    ],
)
def test_no_winner(score: HandScore, english: str, turkish: str) -> None:
    """Where nobody has won, that is said."""
    assert draw(score).endswith(f"\n\n  {english}")
    assert draw(score, lang="tr").endswith(f"\n\n  {turkish}")


def match_of(variant: Variant, *totals: tuple[int, ...]) -> Match:
    """Make a match of hands with these totals."""
    scores = tuple(hand_score(*points) for points in totals)
    return Match(variant=variant, first_dealer=0, scores=scores)


def test_a_score_sheet() -> None:
    """Hands are rows and sides are columns; gates stand below."""
    text = draw(match_of(PARTNERSHIP, (62, 3), (41, 29)), names=NAMES)

    assert text.split("\n") == [
        "  Partnership · target: 151 points",
        "",
        "                       Ayşe and Cem           Bora and Işıl",
        "  hand 1                         62                       3",
        "  hand 2                         41                      29",
        f"  {'─' * 57}",
        "  total                         103                      32",
        "",
        "  tally                     ┬┬┬ ┬┬┬                     ┬┬─",
        "                            │││ │││                     ││",
        "                            ┴┴┴ ┴┴┴                     ╵╵",
        "                            3                           2",
        "",
        "  next dealer: Cem",
    ]


def test_a_score_sheet_in_turkish() -> None:
    """Sides without a gate yet have their points at the foot."""
    text = draw(match_of(CLASSIC, (19, 7)), names=NAMES, lang="tr", ascii_only=True)

    assert text.split("\n") == [
        "  Klasik - el sayisi: 1",
        "",
        "                               Ayse                    Bora",
        "  1. el                          19                       7",
        f"  {'-' * 57}",
        "  toplam                         19                       7",
        "",
        "  cetele                        ---",
        "",
        "",
        "                                9                         7",
        "",
        "  kazanan: Ayse",
    ]


def test_a_drawn_match() -> None:
    """Several winners share a match of a fixed number of hands."""
    match = match_of(table(FOUR_PLAYER, target=None, hands=1), (9, 9, 0, 9))

    assert draw(match).endswith("  drawn: seat 0, seat 1 and seat 3")


def test_gates_that_do_not_fit_are_left_out() -> None:
    """More than five gates are too many for a column."""
    sheets = [draw(match_of(table(target=999, hands=None), (n, 0))) for n in (250, 251)]

    assert ["tally" in sheet for sheet in sheets] == [True, False]


# Names, wide hands and other moments


def test_long_names_are_cut_short() -> None:
    """A name is on one line, and leaves room for the cards."""
    text = seen(classic(), 1, names=["Ayşe\nFatma  von\tund zu", "\x1b[31mRed\x1b[0m"])

    assert "▸ ?[31mRed?[0m (dealer)   A♦" in text
    assert "  Ayşe Fatma von un…      ▒▒" in text


def test_names_without_a_sign() -> None:
    """A name may be empty."""
    check_lines(draw(match_of(PARTNERSHIP, (1, 2)), names=["", " ", "", ""]))


def test_signs_that_ascii_does_not_have() -> None:
    """They become question marks."""
    assert "? Bora" in seen(classic(), 0, names=["É", "道 Bora"], ascii_only=True)


@pytest.mark.parametrize("name", VARIANTS)
def test_presets_fit_the_screen(name: str) -> None:
    """A hand takes no more than 22 of the 24 rows of a terminal."""
    state = new_game(VARIANTS[name], rng=5)
    while state.turn is not None:
        for lang in LANGUAGES:
            assert seen(state, state.turn, names=NAMES, lang=lang).count("\n") < 22
        state = apply_move(state, greedy(view(state, state.turn)))


def test_a_hand_of_24_cards() -> None:
    """It is broken into rows below each other."""
    state = new_game(table(hand_size=24), rng=7)

    assert re.search(r"\n▸ seat 0( +\S+){14}\n {20}(\S+ +){9}\S+\n", seen(state, 0))


def test_no_cards_left() -> None:
    """Whoever has played the last card holds none, and the stock is empty."""
    text = seen(play_oldest(classic(), 38), 1, lang="tr")

    assert "  0 numaralı oyuncu             kart yok" in text
    assert "deste (0)                     boş" in text


def test_nobody_captures() -> None:
    """Then all still lies on the table at the end."""
    text = seen(play_oldest(line_up(CLASSIC, "JC JD JH JS")), 0)

    assert len(drawn_cards(text)) == 49
    assert f"│ hidden (3)        {BACK}  {BACK}  {BACK} " in text
    assert "no winner" in text
    assert "last capture" not in text
    assert text.count("hand over") == 1


def test_a_capture_is_the_last_play() -> None:
    """Then it is told once, and the table is empty."""
    state = play(line_up(CLASSIC, "2C 3C 4C 7H", "9C 9D 10D 10H"), "9C 9D")
    text = seen(state, 0)

    assert "│ pile (0)          empty " in text
    assert "  last play         Seat 1 captured 5 cards" in text
    assert "last capture" not in text


def test_a_play_to_the_empty_table() -> None:
    """It is told as such."""
    state = play(line_up(CLASSIC, "2C 3C 4C 7H", "9C 9D 10D 10H"), "9C 9D 10D")

    assert "ten of diamonds to the empty table." in seen(state, 0)


def test_several_bonuses() -> None:
    """Each pişti keeps its two cards together."""
    state = line_up(CLASSIC, "2C 3C 4C 7H", "9C 9D 10D 10H KD KH JD JH")
    text = seen(play(state, "9C 9D 10D 10H KD KH JD JH"), 0)

    assert "12 cards captured · bonus 40: 10♦ 10♥, K♦ K♥, J♦ J♥" in text


# Errors


@pytest.mark.parametrize("value", [None, "7H", classic(), SCORE.lines[0], View, 7])
def test_nothing_to_draw(value: Any) -> None:
    """A state is not drawn: it knows all cards."""
    with pytest.raises(NotationError, match="nothing to draw"):
        draw(value)


@pytest.mark.parametrize(
    "value", [SCORE, view(classic(), 0), new_match(CLASSIC, rng=1)]
)
def test_missing_names(value: Drawable) -> None:
    """Everybody is named, or nobody."""
    for names in (["Ayşe"], {}, {0: "Ayşe"}, 7):
        with pytest.raises(SeatError):
            draw(value, names=names)  # type: ignore[arg-type]


def test_unknown_language() -> None:
    """There are English and Turkish."""
    with pytest.raises(ValueError, match="'de'"):
        draw(SCORE, lang="de")  # type: ignore[arg-type]

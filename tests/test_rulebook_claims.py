"""
What the rulebook says of a table, held against what happens there.

The text is read as a player reads it, in both languages: numbers, key words, lists.
What it comes to is worked out anew and compared with the engine; where the text
comes from does not matter.
"""

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import cycle, islice, product
from typing import TypeVar

import attrs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tables import FOUR_JACKS, Scripted, kinds, of_type, only

from pisti import (
    CLASSIC,
    DECK,
    VARIANTS,
    XERI,
    Bonus,
    BottomCardShown,
    Card,
    CardPlayed,
    Cut,
    DealError,
    DealOrder,
    Direction,
    Event,
    FirstDealer,
    HandOver,
    HandScore,
    HiddenSeenBy,
    JackBuried,
    JackPassed,
    Language,
    LayoutDealt,
    LayoutRedeal,
    Leader,
    Match,
    OpeningJack,
    Pack,
    PackCut,
    PacketsDealt,
    PackShuffled,
    PileCaptured,
    Rank,
    Redeal,
    ResidueAwarded,
    Rule,
    State,
    Suit,
    UpCardTurned,
    Variant,
    arrange,
    cut,
    judge,
    legal_moves,
    new_game,
    new_match,
    paragraphs,
    parse_cards,
    redact,
    score_cards,
    score_hand,
    start,
    step,
    tally,
    view,
)
from pisti.matches import draw_of_cards
from pisti.strategies import variants

T = TypeVar("T")

PLAIN = "4S KD 2C 7H"
LAYOUTS = (
    PLAIN,
    "4S KD 2C JH",
    "4S KD JC JH",
    "JS 4S JC JH",
    "4S JC JD JH",
    "JD 4S KD 2C",
    "4S KD 7D 7H",
    "7D 4S 7H KD",
    FOUR_JACKS,
)
JACKS = parse_cards(FOUR_JACKS)
OTHERS = tuple(card for card in DECK if card not in JACKS)
NAMES: dict[Rank, tuple[str, str, str]] = {
    Rank.ACE: ("ace", "as", "ası"),
    Rank.TWO: ("two", "ikili", "ikilisi"),
    Rank.THREE: ("three", "üçlü", "üçlüsü"),
    Rank.FOUR: ("four", "dörtlü", "dörtlüsü"),
    Rank.FIVE: ("five", "beşli", "beşlisi"),
    Rank.SIX: ("six", "altılı", "altılısı"),
    Rank.SEVEN: ("seven", "yedili", "yedilisi"),
    Rank.EIGHT: ("eight", "sekizli", "sekizlisi"),
    Rank.NINE: ("nine", "dokuzlu", "dokuzlusu"),
    Rank.TEN: ("ten", "onlu", "onlusu"),
    Rank.JACK: ("jack", "vale", "valesi"),
    Rank.QUEEN: ("queen", "kız", "kızı"),
    Rank.KING: ("king", "papaz", "papazı"),
}
SUITS: dict[Suit, tuple[str, str]] = {
    Suit.CLUBS: ("clubs", "sinek"),
    Suit.DIAMONDS: ("diamonds", "karo"),
    Suit.HEARTS: ("hearts", "kupa"),
    Suit.SPADES: ("spades", "maça"),
}


# Tables


def crossed() -> Iterable[Variant]:
    """Give a table for each cut with each way to open, the rest changing in turn."""
    seats = cycle([(2, False), (3, False), (4, False), (4, True)])
    seen_by = cycle([*HiddenSeenBy, HiddenSeenBy.SIDE])
    order, leader = cycle(DealOrder), cycle([*Leader, Leader.DEALER])
    bonuses = cycle([(10, 20, 0), (5, 0, 1), (0, 0, 0), (0, 7, 0), (0, 0, 4)])
    plays = cycle([(False, False), (True, False), (False, True)])
    others = cycle([((), 3), (CLASSIC.card_points, 0), (XERI.card_points, 5), ((), 0)])
    ends = cycle([(101, None), (None, 1), (None, 3)])
    closed = product([1], OpeningJack, [LayoutRedeal.NEVER], Cut)
    opened = product([4], [OpeningJack.LEAVE], LayoutRedeal, Cut)
    for face_up, jack, redeal, cutting in (*closed, *opened):
        players, partnership = next(seats)
        first, last = next(plays)
        pisti, double, by_jack = next(bonuses)
        points, majority = next(others)
        target, hands = next(ends)
        yield Variant(
            players=players,
            partnership=partnership,
            direction=Direction.COUNTERCLOCKWISE if first else Direction.CLOCKWISE,
            first_dealer=FirstDealer.HIGH_CARD if last else FirstDealer.RANDOM,
            leader=next(leader),
            cut=cutting,
            bottom_card_exposed=first and jack is not OpeningJack.BURY,
            deal_order=next(order),
            layout_face_up=face_up,
            opening_jack=jack,
            layout_redeal=redeal,
            hidden_seen_by=next(seen_by),
            pisti_points=pisti,
            double_pisti_points=double,
            jack_pisti_points=by_jack,
            pisti_on_first_play=first,
            pisti_on_last_play=last,
            card_points=points,
            majority_points=majority,
            target=target,
            hands=hands,
        )


TABLES = (*VARIANTS.values(), *crossed())


def at_tables(
    max_examples: int = 20,
) -> Callable[[Callable[[Variant, int], None]], Callable[..., None]]:
    """Try a test at each preset, at the crossed tables and at some random ones."""

    def decorate(test: Callable[[Variant, int], None]) -> Callable[..., None]:
        tried = given(variant=variants(), seed=st.integers(0, 10**6))(test)
        for number, variant in enumerate(TABLES):
            tried = example(variant=variant, seed=number)(tried)
        return settings(max_examples=max_examples)(tried)

    return decorate


# Reading


@cache
def book(variant: Variant, lang: Language) -> dict[str, str]:
    """Give what the paragraphs of a table say, by number."""
    return {told.rule.id: told.text for told in paragraphs(variant, lang)}


def pages(variant: Variant, number: str) -> tuple[str, str] | None:
    """Give a paragraph in English and Turkish; None where it is in neither book."""
    english, turkish = book(variant, "en"), book(variant, "tr")
    assert list(english) == list(turkish)
    return (english[number], turkish[number]) if number in english else None


def has(variant: Variant, *numbers: str) -> list[str]:
    """Give those of the paragraphs that a table has."""
    return [number for number in numbers if pages(variant, number)]


def says(variant: Variant, number: str, *patterns: str) -> bool:
    """Say whether a paragraph says something, in both languages or in neither."""
    told = pages(variant, number)
    if told is None:
        return False
    found = [
        bool(re.search(pattern, text))
        for pattern, text in zip(patterns, told, strict=True)
    ]
    assert found[0] == found[1], (number, patterns, told)
    return found[0]


def reading(
    variant: Variant, number: str, menu: Mapping[T, tuple[str, str]]
) -> T | None:
    """Give the one thing of several that a paragraph says; None where it is absent."""
    told = pages(variant, number)
    if told is None:
        return None
    found = [meaning for meaning in menu if says(variant, number, *menu[meaning])]
    assert len(found) == 1, (number, found, told)
    return found[0]


def figures(variant: Variant, number: str, *patterns: str) -> list[int]:
    """Give the numbers that a paragraph names, the same in both languages."""
    told = pages(variant, number)
    assert told is not None, number
    found = [
        [int(figure) for figure in re.findall(pattern, text)]
        for pattern, text in zip(patterns, told, strict=True)
    ]
    assert found[0] == found[1], (number, told)
    return found[0]


def must_say(variant: Variant, number: str, *patterns: str) -> None:
    """Refuse a paragraph that is there and does not say something."""
    if pages(variant, number):
        assert says(variant, number, *patterns), (number, pages(variant, number))


def sides_told(variant: Variant) -> tuple[tuple[int, ...], ...]:
    """Give the seats of each side, as 1.3 and 1.4 have them."""
    first, last = figures(variant, "1.3", r"\d", r"\d")
    assert first == 0
    alone = says(variant, "1.3", "each alone", "herkes tek başına")
    assert alone == says(
        variant, "1.3", "a side of the same number", "numarası oyuncununkiyle aynı"
    )
    partners = pages(variant, "1.4")
    if partners is None:
        assert alone
        return tuple((seat,) for seat in range(last + 1))
    assert not alone
    wanted = (
        r"[Ss]eats (\d) and (\d) are side (\d)",
        r"(\d) ve (\d) numaralı oyuncular (\d) numaralı taraf",
    )
    english, turkish = (
        {int(side): (int(one), int(other)) for one, other, side in pairs}
        for pairs in map(re.findall, wanted, partners)
    )
    assert english == turkish
    return tuple(english[side] for side in range(len(english)))


def leader_told(variant: Variant, dealer: int) -> int:
    """Give the seat that leads, as 4.1 has it."""
    after = reading(
        variant,
        "4.1",
        {
            1: ("is the player after the dealer", "Dağıtandan sonraki oyuncu oyuna"),
            0: ("is the dealer", "Dağıtan oyuna başlar"),
        },
    )
    assert after is not None
    return (dealer + after) % variant.players


def bonus_told(variant: Variant) -> dict[str, int]:
    """Give what each kind of capture of a lone card earns, as 5.1 to 5.3 have it."""
    earned = {}
    for number in ("5.1", "5.2", "5.3"):
        kind = reading(
            variant,
            number,
            {
                "rank": (
                    "single card, not a jack, with a card of equal rank",
                    "vale olmayan tek bir kartsa onu aynı sayıdan bir kartla",
                ),
                "jacks": (
                    "single jack with another jack",
                    "tek bir valeyse onu başka bir valeyle",
                ),
                "jack": (
                    "with a jack a pile that is a single card of another rank",
                    "vale olmayan tek bir kartsa onu valeyle",
                ),
            },
        )
        nothing = says(variant, number, "no bonus", "ek puan kazandırmaz")
        points = figures(variant, number, r"earns (\d+) point", r"(\d+) puan kazandır")
        assert len(points) == (0 if nothing else 1)
        assert kind is not None
        earned[kind] = sum(points)
    assert list(earned) == ["rank", "jacks", "jack"]
    return earned


def plays_told(variant: Variant) -> dict[int, bool]:
    """Say of the plays named by 5.4 and 5.5 whether they can earn a bonus."""
    allowed: dict[int, bool] = {}
    for number in has(variant, "5.4", "5.5"):
        play = reading(
            variant,
            number,
            {
                1: ("first play of the hand", "Elin ilk kartı"),
                48: ("48th and last play of the hand", r"Elin son kartı olan 48\. "),
            },
        )
        can = reading(
            variant,
            number,
            {
                True: ("can earn a bonus", "ek puan kazandırabilir"),
                False: ("without any bonus", "hiçbir ek puan kazandırmaz"),
            },
        )
        assert play is not None
        assert can is not None
        assert play not in allowed
        allowed[play] = can
    return allowed


def worth_told(variant: Variant) -> dict[Card, int]:
    """Give what each card earns, as the list of 6.1 has it, in both languages."""
    told = pages(variant, "6.1")
    assert told is not None
    nothing = says(variant, "6.1", "cards earn nothing.$", "kendi puanı yoktur")
    english, turkish = (
        worth_listed(text, turkish=n == 1) for n, text in enumerate(told)
    )
    assert english == turkish
    assert bool(english) is not nothing
    if english:
        total = (r"pack are worth (\d+) point", r"kartların hepsi (\d+) puan")
        assert figures(variant, "6.1", *total) == [sum(english.values())]
    return english


def worth_listed(text: str, *, turkish: bool) -> dict[Card, int]:
    """Read a list of points; a card's own line beats that of the others of its rank."""
    singles: dict[Card, int] = {}
    ranks: dict[Card, int] = {}
    for name, points in re.findall(
        r"^- (.+): (\d+) p(?:oints?|uan)$", text, re.MULTILINE
    ):
        found = {
            card: int(points)
            for card in DECK
            if name == card_name(card, turkish=turkish)
        }
        singles |= found
        if not found:
            rank = re.sub("^(each other|each|öteki her|her) ", "", name)
            found = {c: int(points) for c in DECK if NAMES[c.rank][turkish] == rank}
            ranks |= found
            others = name.startswith(("each other", "öteki"))
            assert others == bool(found.keys() & singles.keys())
        assert found, name
    assert len(text.splitlines()) < 3 or singles or ranks
    return {card: n for card, n in (ranks | singles).items() if n}


def card_name(card: Card, *, turkish: bool) -> str:
    """Give the name of one card with its article, where there is one."""
    english, _, owned = NAMES[card.rank]
    suit = SUITS[card.suit][turkish]
    return f"{suit} {owned}" if turkish else f"the {english} of {suit}"


def majority_told(variant: Variant) -> int:
    """Give the points for the majority, nothing on a tie, as 6.2 and 6.3 have it."""
    told = has(variant, "6.2", "6.3")
    if not told:
        return 0
    assert told == ["6.2", "6.3"]
    must_say(variant, "6.2", "strictly more cards than every", "her birinden daha çok")
    must_say(variant, "6.3", "share the highest.*nobody", "eşit sayıda.*kimseye")
    (points,) = figures(variant, "6.2", r"earns (\d+) point", r"taraf (\d+) puan alır")
    return points


VOID: dict[str, dict[str, tuple[str, str]]] = {
    "3.7": {
        "all jacks": (
            "all four cards of the layout are jacks",
            "dört kartın dördü de vale",
        )
    },
    "3.9": {"top jack": ("card turned up is a jack", "Açılan kart vale ise")},
    "3.11": {
        "top jack": ("top card is a jack", "en üstündeki kart vale ise"),
        "top pair": ("top two cards are equal", "en üstteki iki kartın sayısı aynı"),
        "any pair": ("any two of its four", "dört karttan herhangi ikisinin"),
    },
}
CUT_AGAIN = ("pack is cut again", "Deste de yeniden kesilir")
GOES_BACK = (
    "jack that the cutter has kept goes back into the pack",
    "Kesenin aldığı vale önce desteye geri",
)


def void_told(variant: Variant, layout: Sequence[Card]) -> str | None:
    """Give the paragraph that makes a deal with this layout void, if any does."""
    ranks = [card.rank for card in layout]
    meaning = {
        "all jacks": ranks == [Rank.JACK] * 4,
        "top jack": ranks[-1] is Rank.JACK,
        "top pair": ranks[-1] is ranks[-2],
        "any pair": len(set(ranks)) < 4,
    }
    void = None
    for number in has(variant, *VOID):
        must_say(
            variant,
            number,
            "deal is void, and the same dealer shuffles and deals the whole pack again",
            "geçersizdir; aynı oyuncu bütün desteyi yeniden karıştırıp dağıtır",
        )
        causes = VOID[number]
        named = [cause for cause in causes if says(variant, number, *causes[cause])]
        assert named
        if any(meaning[cause] for cause in named):
            assert void is None
            void = number
    return void


# Playing


def laid(
    variant: Variant, layout: Sequence[Card], stock: Sequence[Card] = ()
) -> tuple[Card, ...]:
    """Make a deck with this layout, and this on top of the stock."""
    size = variant.hand_size
    packets = [stock[n : n + size] for n in range(0, len(stock), size)]
    first: list[Sequence[Card]] = [()] * (variant.players if packets else 0)
    return arrange(variant, layout=layout, packets=first + packets).cards


def is_void(variant: Variant, layout: str) -> bool:
    """Say whether the engine deals again with this layout."""
    try:
        new_game(variant, deck=laid(variant, parse_cards(layout)))
    except DealError:
        return True
    return False


def keeps_jack(variant: Variant) -> bool:
    """Say whether the engine's cutter can keep a jack."""
    try:
        return cut(Pack((*JACKS, *OTHERS)), 1, variant).kept is not None
    except DealError:
        return False


def play_on(
    state: State, chance: random.Random, plays: int = 48
) -> tuple[State, list[Event]]:
    """Play cards at random, often one that captures."""
    seen: list[Event] = []
    for _ in range(plays):
        moves = legal_moves(state)
        if state.pile and chance.random() < 0.5:
            ranks = (state.pile[-1].rank, Rank.JACK)
            moves = tuple(card for card in moves if card.rank in ranks) or moves
        state, events = step(state, chance.choice(moves))
        seen += events
    return state, seen


def shuffled_deck(chance: random.Random) -> tuple[Card, ...]:
    """Give the 52 cards in random order."""
    return tuple(chance.sample(DECK, 52))


# Chapter 1


@pytest.mark.rule("1.3")
@pytest.mark.rule("1.4")
@at_tables()
def test_sides(variant: Variant, seed: int) -> None:
    """The seats and sides of the text are those of the table."""
    sides = sides_told(variant)
    players = reading(
        variant,
        "1.3",
        {
            2: ("Two play", "iki kişi"),
            3: ("Three play", "üç kişi"),
            4: ("Four play", "dört kişi"),
        },
    )
    state = new_game(variant, rng=seed)

    assert sides == variant.sides
    assert sorted(seat for side in sides for seat in side) == list(range(players or 0))
    assert len(state.hands) == players
    for number, side in enumerate(sides):
        assert {variant.side_of(seat) for seat in side} == {number}
    must_say(variant, "1.4", "sit opposite each other", "Karşılıklı oturan")
    must_say(variant, "1.4", "counted together", "birlikte sayılır")


@pytest.mark.rule("1.5")
@pytest.mark.rule("4.1")
@pytest.mark.rule("4.2")
@pytest.mark.rule("4.11")
@at_tables()
def test_turns(variant: Variant, seed: int) -> None:
    """The leader and the way around the table are as the text has them."""
    chance = random.Random(seed)
    dealer = chance.randrange(variant.players)
    state = new_game(variant, rng=seed, dealer=dealer)
    _, events = play_on(state, chance)
    way = reading(
        variant,
        "1.5",
        {
            Direction.COUNTERCLOCKWISE: (
                r"\bcounterclockwise, to the right, .*next higher number",
                "yönünün tersine, sağa .*bir sonraki numaraya",
            ),
            Direction.CLOCKWISE: (
                r"\bclockwise, to the left, .*next higher number",
                "saat yönünde, sola .*bir sonraki numaraya",
            ),
            None: ("from each player to the other", "bir oyuncudan ötekine"),
        },
    )
    plays = figures(variant, "4.2", r"play (\d+)", r"(\d+)'d?[ea]n? ")
    seats = [played.seat for played in of_type(events, CardPlayed)]
    leader = leader_told(variant, dealer)

    assert way == (None if variant.players == 2 else variant.direction)
    if way is not None:
        assert figures(variant, "1.5", r"last seat to seat (\d)", r"da (\d) num") == [0]
    assert plays == [1, len(seats)]
    assert seats == [(leader + n) % variant.players for n in range(48)]
    assert figures(variant, "4.11", r"(\d+)th play", r"(\d+)\. kart") == [len(seats)]


@pytest.mark.rule("1.6")
@at_tables()
def test_first_dealer(variant: Variant, seed: int) -> None:
    """Where the text leaves it to chance, every seat is equally likely."""
    (number,) = has(variant, "1.6", "1.7")
    if number == "1.7":
        match = new_match(variant, rng=seed)
        assert match.draw is not None
        assert match.first_dealer == match.draw.dealer
        return
    must_say(variant, "1.6", "every seat being equally likely", "şansı eşittir")
    chances = [(n + 0.5) / (3 * variant.players) for n in range(3 * variant.players)]
    drawn = [new_match(variant, rng=Scripted(chance)) for chance in chances]

    assert all(match.draw is None for match in drawn)
    dealers = sorted(match.first_dealer for match in drawn)
    assert dealers == sorted([*range(variant.players)] * 3)


def drawing_told(
    variant: Variant, pool: Sequence[Card], chance: random.Random
) -> tuple[list[list[Card]], tuple[int, ...], int]:
    """Draw as 1.7 has it: the cards by round, the player in each seat, the dealer."""
    must_say(
        variant,
        "1.7",
        "ranking from ace, the highest, down to two",
        "en büyük kart as, en küçük kart ikili",
    )
    must_say(variant, "1.7", "Everyone draws one card", "Herkes bir kart çeker")
    must_say(variant, "1.7", "draws the highest deals first", "ilk eli dağıtır")
    must_say(variant, "1.7", "shuffled anew", "yeniden karıştırılır")
    partners = says(
        variant,
        "1.7",
        "second highest becomes the dealer's partner and changes places with the"
        " player opposite the dealer",
        "ikinci büyüğü çeken onun eşi olur ve onun karşısında oturanla yer değiştirir",
    )
    order = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    decided = reading(
        variant,
        "1.7",
        {
            2: (
                "highest or second highest, only they draw again, .*new cards alone",
                "en büyüğü ya da ikinciyi kimin çektiği .*yalnız yeni kartlarına",
            ),
            1: (
                "If several share the highest rank, only they draw again",
                "En büyük kartı birden çok kişi çektiyse .*yalnız onlar",
            ),
        },
    )
    assert decided == (2 if partners else 1)
    assert partners == says(
        variant,
        "1.7",
        "share the highest rank are dealer and partner in any case, and draw again"
        " only to see who deals",
        "ikisi zaten eştir, yalnız kimin dağıtacağını",
    )
    drawn: list[list[int]] = [[] for _ in range(variant.players)]
    rounds: list[list[Card]] = []
    again = list(range(variant.players))
    while again:
        round_ = chance.sample(pool, len(again))
        rounds.append(round_)
        for player, card in zip(again, round_, strict=True):
            drawn[player].append(order.index(card.rank.value))
        ranking = sorted(range(variant.players), key=drawn.__getitem__, reverse=True)
        open_places = [drawn[player] for player in ranking[:decided]]
        equal = [heights for heights in open_places if drawn.count(heights) > 1]
        again = [player for player, heights in enumerate(drawn) if heights in equal[:1]]
    seating = list(range(variant.players))
    dealer, second = ranking[:2]
    if partners:
        opposite = (dealer + 2) % 4
        seating[opposite], seating[second] = second, opposite
    return rounds, tuple(seating), dealer


@pytest.mark.rule("1.7")
@at_tables()
def test_draw(variant: Variant, seed: int) -> None:
    """Who draws again, deals, and moves is as the text has it."""
    if not pages(variant, "1.7"):
        assert new_match(variant, rng=seed).draw is None
        return
    chance = random.Random(seed)
    for ranks in ("A K", "A K 2", "A K Q 10 2", "A 9 7 J 2 3 K"):
        pool = [card for card in DECK if card.rank.value in ranks.split()]
        for _ in range(5):
            rounds, seating, dealer = drawing_told(variant, pool, chance)
            drawn = draw_of_cards(variant, rounds)

            assert drawn.seating == seating
            assert drawn.dealer == dealer
            assert [list(cards) for cards in drawn.cards] == rounds


# Chapter 2


@pytest.mark.rule("2.2")
@pytest.mark.rule("2.3")
@pytest.mark.rule("2.4")
@pytest.mark.rule("2.5")
@at_tables()
def test_cut(variant: Variant, seed: int) -> None:
    """The cut does what its paragraphs say, and there are no others."""
    told = has(variant, "2.2", "2.3", "2.4", "2.5")
    assert (
        told
        == {
            Cut.NONE: [],
            Cut.PLAIN: ["2.2"],
            Cut.RECUT: ["2.2", "2.3"],
            Cut.SEARCH: ["2.2", "2.4"],
            Cut.CUTTER_KEEPS: ["2.2", "2.5"],
        }[variant.cut]
    )
    _, events = start(variant, rng=seed, dealer=0)
    if not told:
        assert not of_type(events, PackCut)
        with pytest.raises(DealError):
            cut(Pack(DECK), 20, variant)
        return
    must_say(
        variant, "2.2", "player before the dealer in turn order", "bir önceki oyun"
    )
    assert {done.seat for done in of_type(events, PackCut)} == {variant.players - 1}
    fewest, most = figures(variant, "2.2", r"\b\d+\b", r"\b\d+\b")
    for at in (fewest - 1, most + 1):
        with pytest.raises(DealError):
            cut(Pack(DECK), at, variant)
    chance = random.Random(seed)
    for jacks in range(5):
        for at in {max(jacks, fewest), most, chance.randint(max(jacks, 1), most)}:
            _cut_once(variant, at, jacks, chance)


def _cut_once(variant: Variant, at: int, jacks: int, chance: random.Random) -> None:
    """Cut with so many jacks lowest of the lifted cards, and compare."""
    lowest = chance.sample(JACKS, jacks)
    others = chance.sample([card for card in DECK if card not in lowest], 52 - jacks)
    lifted, rest = [*others[: at - jacks], *lowest], others[at - jacks :]
    pack = Pack((*lifted, *rest))
    looked, after, kept = _cut_told(variant, lifted, rest)
    if after is None:
        with pytest.raises(DealError, match="cut again") as again:
            cut(pack, at, variant)
        assert again.value.deck == Pack(pack.cards, looked)
        return
    done = cut(pack, at, variant)
    assert list(done.cutter_saw) == looked
    assert done.kept is kept
    assert [card for card in done.cards if card is not kept] == after
    _see_the_cut(variant, done)


def _cut_told(
    variant: Variant, lifted: list[Card], rest: list[Card]
) -> tuple[list[Card], list[Card] | None, Card | None]:
    """Give what is looked at, the pack or None for another cut, and a kept jack."""
    must_say(variant, "2.2", "these go under the rest", "kalanların altına konur")
    blind = says(variant, "2.2", "Nobody looks", "Hiçbir karta bakılmaz")
    numbers = has(variant, "2.3", "2.4", "2.5")
    assert blind is not bool(numbers)
    if blind:
        return [], rest + lifted, None
    (number,) = numbers
    one_by_one = says(variant, number, "one by one, from the lowest up", "birer birer")
    if one_by_one:
        must_say(variant, number, "cutter alone looks", "kimseye göstermeden bakar")
    else:
        must_say(
            variant,
            number,
            "cutter alone looks at the lowest of the lifted cards",
            "en altındakine yalnız kesen bakar",
        )
    looked = []
    for card in reversed(lifted):
        looked.append(card)
        if card.rank is not Rank.JACK or not one_by_one:
            break
    if looked[-1].rank is Rank.JACK:
        again = says(
            variant, number, "back on top and .*cuts? again, at any", "yerine koyup"
        )
        keeps = says(
            variant, number, "shows it to everyone and keeps", "gösterip .*eline alır"
        )
        assert again is not keeps
        if again:
            return looked, None, None
        must_say(
            variant, number, "stays there, even if", "vale bile olsa yerinde kalır"
        )
        return looked, rest + lifted[:-1], lifted[-1]
    found = lifted[: len(lifted) - len(looked)]
    jacks = lifted[len(lifted) - len(looked) + 1 :]
    if jacks:
        must_say(
            variant,
            number,
            "goes to the bottom of the lifted cards; the jacks stay just above it, in"
            " their order",
            "en altına gider; valeler, sıraları değişmeden onun hemen üstünde kalır",
        )
    return looked, rest + found + jacks + [looked[-1]], None


def _see_the_cut(variant: Variant, pack: Pack) -> None:
    """Look at a pack after the cut with everybody's eyes, and at a kept jack."""
    onlookers = (*range(variant.players), None)
    state, events = start(variant, deck=pack, rng=1, dealer=0)
    cutter = variant.players - 1
    if any(of_type(events, Redeal)):
        return
    for onlooker in onlookers:
        seen = view(state, onlooker)
        shown = pack.cutter_saw if onlooker == cutter or not pack.cutter_saw else None
        assert seen.cutter_saw == shown
        assert seen.kept is pack.kept
    if pack.kept is not None:
        must_say(variant, "2.5", "one card fewer", "bir kart eksik")
        must_say(variant, "2.5", "first card of the cutter's own", "ilk kartı olarak")
        packet = state.setup.packets[0][cutter]
        assert packet[0] is pack.kept
        assert len(packet) == variant.hand_size
        for onlooker in onlookers:
            assert redact(only(events, PackCut), onlooker).kept is pack.kept


@pytest.mark.rule("2.6")
@at_tables()
def test_bottom_card(variant: Variant, seed: int) -> None:
    """The bottom card is shown where the text says so, and goes to the dealer."""
    chance = random.Random(seed)
    deck = shuffled_deck(chance)
    state, events = start(variant, deck=deck, rng=seed, dealer=0)
    shown = [found.card for found in of_type(events, BottomCardShown)]
    open_to_all = says(variant, "2.6", "face up under .*for all to see", "açık durur")

    assert bool(shown) is open_to_all
    assert bool(pages(variant, "2.6")) is open_to_all
    assert (view(state, None).bottom_card is not None) is open_to_all
    if open_to_all:
        must_say(variant, "2.6", "dealt last, to the dealer", "en son .*dağıtana gider")
        assert shown[0] is deck[-1]
        assert state.setup.packets[-1][0][-1] is shown[-1]


# Chapter 3


@pytest.mark.rule("3.7")
@pytest.mark.rule("3.9")
@pytest.mark.rule("3.11")
@at_tables()
def test_void_deals(variant: Variant, seed: int) -> None:
    """A deal is void where the text says so, and dealt again as it says."""
    chance = random.Random(seed)
    keeps = keeps_jack(variant)
    dealer = chance.randrange(variant.players)
    for layout in (*map(parse_cards, LAYOUTS), *(chance.sample(DECK, 4),) * 2):
        number = void_told(variant, layout)
        deck = laid(variant, layout)
        state, events = start(variant, deck=deck, rng=seed, dealer=dealer)
        void = [event.rule.id for event in of_type(events, Redeal)]
        assert void[:1] == ([number] if number else [])
        assert state.dealer == dealer
        if number:
            after = events[kinds(events).index("Redeal") + 1 :]
            assert isinstance(after[0], PackShuffled)
            assert after[0].seat == dealer
            assert says(variant, number, *CUT_AGAIN) is any(of_type(after, PackCut))
    for number in has(variant, *VOID):
        kept = says(variant, number, *GOES_BACK)
        # With four jacks in the layout the cutter has none.
        assert kept is keeps or (number == "3.7" and not kept)


@pytest.mark.rule("2.5")
@pytest.mark.rule("3.9")
@pytest.mark.rule("3.11")
@pytest.mark.parametrize("order", DealOrder)
@pytest.mark.parametrize("base", [CLASSIC, XERI], ids=["3.9", "3.11"])
def test_kept_jack_of_a_void_deal(base: Variant, order: DealOrder) -> None:
    """A kept jack is in the pack again, and need not be kept again."""
    closed = base.layout_face_up == 1
    variant = attrs.evolve(
        base,
        cut=Cut.CUTTER_KEEPS,
        opening_jack=OpeningJack.REDEAL if closed else OpeningJack.LEAVE,
        deal_order=order,
    )
    number = void_told(variant, parse_cards("4S KD 2C JH"))
    assert number
    assert says(variant, number, *GOES_BACK)
    layout = parse_cards("4S KD 2C JH")
    # Of two, the cutter is dealt to first.
    deck = list(arrange(variant, layout=layout, packets=[JACKS[:1]]).cards)
    deck.remove(JACKS[0])
    pack = cut(Pack((*deck[-20:], JACKS[0], *deck[:-20])), 21, variant)
    assert pack.kept is JACKS[0]
    again: set[Card | None] = set()
    for seed in range(30):
        state, events = start(variant, deck=pack, rng=seed, dealer=0)
        first, *cuts = of_type(events, PackCut)
        assert first.kept is JACKS[0]
        assert of_type(events, Redeal)[0].rule.id == number
        assert cuts[-1].kept is state.setup.pack.kept
        assert sorted(map(str, state.setup.pack.cards)) == sorted(map(str, DECK))
        again.add(state.setup.pack.kept)
    assert None in again


@pytest.mark.rule("3.1")
@pytest.mark.rule("3.2")
@pytest.mark.rule("3.3")
@pytest.mark.rule("3.4")
@pytest.mark.rule("3.5")
@pytest.mark.rule("3.6")
@pytest.mark.rule("3.8")
@pytest.mark.rule("3.10")
@at_tables()
def test_deal(variant: Variant, seed: int) -> None:
    """Each card of the pack goes where the text sends it."""
    chance = random.Random(seed)
    for layout in (*map(parse_cards, LAYOUTS), tuple(chance.sample(DECK, 4))):
        if void_told(variant, layout):
            continue
        spare = [jack for jack in JACKS if jack not in layout]
        spare = chance.sample(spare, len(spare)) if variant.rounds > 1 else []
        for jacks in {0, len(spare)}:
            deck = laid(variant, layout, spare[:jacks])
            dealer = chance.randrange(variant.players)
            state, events = start(variant, deck=deck, dealer=dealer)
            _compare_deal(variant, deck, state, events)
    never = (
        "Jacks and equal cards among them change nothing",
        "vale ya da aynı sayıdan kartlar olması bir şeyi değiştirmez",
    )
    if pages(variant, "3.10"):
        again = any(is_void(variant, cards) for cards in LAYOUTS)
        assert says(variant, "3.10", *never) is not again


def _compare_deal(
    variant: Variant, deck: tuple[Card, ...], state: State, events: tuple[Event, ...]
) -> None:
    """Deal a deck by the text, and compare."""
    setup, names = state.setup, kinds(events)
    (packet,) = figures(variant, "3.2", r"packet of (\d+)", r"kerede (\d+) kart")
    layout_first = reading(
        variant,
        "3.3",
        {
            True: ("first the layout, then", "önce yere konan dört kart, sonra"),
            False: (
                "first everybody's first packet, then",
                "önce oyuncuların ilk kartları, sonra",
            ),
        },
    )
    before = 0 if layout_first else packet * variant.players
    layout, dealt = deck[before : before + 4], deck[:before] + deck[before + 4 :]
    must_say(variant, "3.1", "four cards are dealt to the table", "yere dört kart")
    down = says(variant, "3.1", "face down", "kapalı")
    table = only(events, LayoutDealt)
    assert table.cards == layout
    assert (table.seen_by == ()) is down
    assert (names.index("LayoutDealt") < names.index("PacketsDealt")) is layout_first
    stock = says(variant, "3.3", "cards then left are the stock", "destede bekler")
    assert stock is bool(state.stock)
    first, dealt = dealt[: packet * variant.players], dealt[packet * variant.players :]
    if down:
        assert not pages(variant, "3.10")
        must_say(variant, "3.3", "Only when all this is dealt is", "ancak bunlar")
        assert names[-1] == "UpCardTurned"
        dealt = _turn_up(variant, layout, dealt, state, events)
    else:
        assert not says(variant, "3.3", "Only when all this is", "ancak bunlar")
        assert not has(variant, "3.4", "3.5", "3.6", "3.7", "3.8", "3.9", "4.9", "4.10")
        must_say(variant, "3.10", "last one dealt on top", "son dağıtılan en üstte")
        must_say(variant, "3.10", "no hidden cards", "Kapalı kart yoktur")
        assert not of_type(events, UpCardTurned)
        assert state.pile == layout
        assert view(state, None).pile == layout
        assert state.hidden == ()
    must_say(
        variant,
        "3.2",
        "beginning with the player after the dealer and ending with the dealer",
        "dağıtandan sonraki oyuncudan başlayıp dağıtanda bitmek üzere",
    )
    cards = iter(first + dealt)
    (count,) = figures(variant, "3.2", r"make (\d+) round", r"tam (\d+) dağıtım")
    rounds = []
    for _ in range(count):
        packets = {
            (state.dealer + n) % variant.players: tuple(islice(cards, packet))
            for n in range(1, variant.players + 1)
        }
        rounds.append(tuple(packets[seat] for seat in range(variant.players)))
    assert setup.packets == tuple(rounds)
    assert figures(variant, "3.2", r"The (\d+) cards", r"daki (\d+) kart") == [
        sum(len(hand) for packets in rounds for hand in packets)
    ]


def _turn_up(
    variant: Variant,
    layout: tuple[Card, ...],
    stock: tuple[Card, ...],
    state: State,
    events: tuple[Event, ...],
) -> tuple[Card, ...]:
    """Turn the up-card by the text, and compare; give the stock as it then lies."""
    (number,) = has(variant, "3.5", "3.6", "3.8", "3.9")
    must_say(variant, "3.4", "layout's last card is turned", "karttan sonuncusu açılır")
    must_say(variant, "3.4", "three", r"\büç")
    fewer = says(variant, "3.4", "passed, fewer", "vale konduysa daha az")
    assert fewer is (number == "3.6")
    told = [
        re.findall(pattern, text)
        for pattern, text in zip(
            (r"rule (\d\.\d+)", r"kural (\d\.\d+)"),
            pages(variant, "3.4") or ("", ""),
            strict=True,
        )
    ]
    assert told == [[number] if number != "3.5" else []] * 2
    *others, up = layout
    passed: list[Card] = []
    buried: list[Card] = []
    if number == "3.6":
        must_say(variant, "3.6", "reverse order of dealing", "son konandan ilk konana")
        must_say(variant, "3.6", "face up beside the pile", "yığının yanına açık")
        while up.rank is Rank.JACK:
            passed.append(up)
            up = others.pop()
    elif number == "3.8":
        must_say(variant, "3.8", "to be dealt last", "en son dağıtılmak üzere")
        must_say(variant, "3.8", "top card of the stock", "destenin en üstündeki")
        below = reading(
            variant,
            "3.8",
            {
                True: ("as well, below the", "alta, öncekinin altına"),
                False: ("as well, above the", "alta, öncekinin üstüne"),
            },
        )
        while up.rank is Rank.JACK:
            buried = [*buried, up] if below else [up, *buried]
            up, stock = stock[0], stock[1:]
        stock += tuple(buried)
    elif number == "3.5":
        must_say(variant, "3.5", "it stays as the up-card", "yerinde kalır")
    assert state.pile == (up,)
    assert [card for card in state.hidden if card not in passed] == others
    assert [event.card for event in of_type(events, JackPassed)] == passed
    assert [event.card for event in of_type(events, JackBuried)] == buried
    after_first = variant.players * variant.hand_size
    assert state.stock == stock
    assert len(stock) == 48 - after_first
    told_by = only(events, UpCardTurned).rule.id
    assert told_by == ("3.5" if up.rank is Rank.JACK else "3.4")
    return stock


@pytest.mark.rule("3.12")
@at_tables()
def test_next_rounds(variant: Variant, seed: int) -> None:
    """Further rounds are dealt to empty hands, and nothing to the table."""
    chance = random.Random(seed)
    state, events = start(variant, rng=seed)
    rounds = of_type(events, PacketsDealt)[-1:]
    for _ in range(48):
        held = sum(map(len, state.hands))
        after, seen = play_on(state, chance, 1)
        if dealt := of_type(seen, PacketsDealt):
            rounds += dealt
            assert held == 1
            assert dealt[0].rule.id == "3.12"
            assert after.hands == state.setup.packets[len(rounds) - 1]
            assert set(after.pile) <= {*state.pile, after.plays[-1]}
        assert not of_type(seen, LayoutDealt)
        state = after

    assert [dealt.round for dealt in rounds] == list(range(1, len(rounds) + 1))
    (told,) = figures(variant, "3.2", r"make (\d+) round", r"tam (\d+) dağıtım")
    assert told == len(rounds)
    again = ("no player holds a card", "Kimsenin elinde kart kalmadığında")
    assert says(variant, "3.12", *again) is (len(rounds) > 1)
    must_say(variant, "3.12", "nothing is added to the table", "yere bir şey eklenmez")
    must_say(variant, "3.12", "in the same order", "aynı sırayla")


# Chapter 4


@pytest.mark.rule("4.9")
@pytest.mark.rule("4.10")
@at_tables()
def test_hidden_cards(variant: Variant, seed: int) -> None:
    """The first capture takes the hidden cards, and those of the text see them."""
    for layout in (PLAIN, "4S KD 2C JH"):
        if not is_void(variant, layout):
            _hide(variant, parse_cards(layout), random.Random(seed))


def _hide(variant: Variant, layout: tuple[Card, ...], chance: random.Random) -> None:
    """Deal hidden cards, and play on until they are captured and a bit more."""
    dealer = chance.randrange(variant.players)
    rest = [card for card in DECK if card not in layout]
    stock = chance.sample(rest, 8) if variant.rounds > 1 else ()
    deck = laid(variant, layout, stock)
    state, events = start(variant, deck=deck, dealer=dealer)
    if layout[-1].rank is Rank.JACK and pages(variant, "4.9"):
        beside = says(variant, "4.9", "passed jacks", "yanda açık bekleyen valeler")
        assert beside is any(of_type(events, JackPassed))
    hidden, passed = state.hidden, state.setup.passed
    if not hidden:
        assert not has(variant, "4.9", "4.10")
        return
    must_say(variant, "4.9", "first capture of the hand", "yığını ilk alan oyuncu")
    must_say(variant, "4.9", "hidden cards", "kapalı kartlar")
    leader = leader_told(variant, dealer)
    everybody = {*range(variant.players), None}
    who = reading(
        variant,
        "4.10",
        {
            "capturer": (
                "Whoever captures the hidden cards looks at them and shows",
                "yalnız onları alan bakar",
            ),
            "partners": ("both partners of the capturing side", "alan tarafın iki eşi"),
            "everyone": ("shown to everyone", "herkese gösterilir"),
            "leader": (
                "leader alone looks .*before the first play, and whoever captures",
                "ilk karttan önce yalnız oyuna başlayan bakar; sonra onları alan da",
            ),
        },
    )
    before = {leader} if who == "leader" else set()
    assert {*only(events, UpCardTurned).seen_by} == before
    assert _who_sees(state) == before
    captured = None
    while captured is None:
        state, seen = play_on(state, chance, 1)
        captured = next(iter(of_type(seen, PileCaptured)), None)
        if captured is None:
            assert _who_sees(state) == before
    by = captured.seat
    told = {
        "capturer": {by},
        "partners": {by, (by + 2) % 4},
        "everyone": everybody,
        "leader": {by, leader},
    }[who or ""]
    assert captured.hidden == hidden
    assert captured.passed == passed
    assert set(hidden) <= set(state.captured[by])
    assert {*captured.seen_by} == told
    assert _who_sees(state) == told
    if set(hidden) != set(passed):
        seeing = {
            onlooker
            for onlooker in everybody
            if None not in redact(captured, onlooker).hidden
        }
        assert seeing == told
    _, seen = play_on(state, chance, 48 - state.ply)
    assert not any(later.hidden for later in of_type(seen, PileCaptured))


def _who_sees(state: State) -> set[int | None]:
    """Give those whose view shows the hidden cards."""
    onlookers = (*range(state.variant.players), None)
    return {who for who in onlookers if None not in view(state, who).beside}


@pytest.mark.rule("4.12")
@at_tables()
def test_residue(variant: Variant, seed: int) -> None:
    """What is left goes to the last capturer, counts, and is no pişti."""
    must_say(variant, "4.12", "go to the player who captured last", "en son kart alan")
    must_say(variant, "4.12", "count like all captured", "toplanmış kart sayılır")
    must_say(variant, "4.12", "never a pişti", "hiçbir zaman pişti olmaz")
    state, events = play_on(new_game(variant, rng=seed), random.Random(seed))
    captures = of_type(events, PileCaptured)
    assert pages(variant, "4.12")
    assert state.pile == ()
    assert sum(score_hand(state).counts) == 52
    residues = of_type(events, ResidueAwarded)
    assert (captures[-1].ply < 48) is bool(residues)
    for residue in residues:
        assert residue.seat == captures[-1].seat
        heap = state.captured[residue.seat]
        assert heap[-len(residue.cards) :] == residue.cards
    paid = [(won.seat, won.bonus) for won in captures if won.bonus]
    assert paid == [(bonus.seat, bonus.points) for bonus in state.won.bonuses]


@pytest.mark.rule("4.13")
@at_tables()
def test_nobody_captured(variant: Variant, seed: int) -> None:
    """The text speaks of it where it can happen, and nothing counts then."""
    told = pages(variant, "4.13")
    layout = parse_cards(FOUR_JACKS)
    if is_void(variant, FOUR_JACKS):
        assert told is None
        return
    state = new_game(variant, deck=laid(variant, layout), dealer=seed % variant.players)
    jacks = {*state.pile, *state.hidden} == set(layout)
    assert bool(told) is jacks
    if not told:
        return
    must_say(variant, "4.13", "layout's included", "baştan yere konanlarla birlikte")
    must_say(
        variant, "4.13", "nobody and are not counted", "kimsenin olmaz ve sayılmaz"
    )
    # The plays are to be aces to kings by suit, so that no two in turn are equal.
    wanted = iter(OTHERS)
    packets: list[list[Card]] = []
    turns = variant.players
    for _ in range(variant.rounds):
        cards = list(islice(wanted, turns * variant.hand_size))
        served = [cards[n::turns] for n in range(turns)]
        if variant.leader is Leader.DEALER:
            served = served[1:] + served[:1]
        packets += served
    state = new_game(variant, deck=arrange(variant, layout=layout, packets=packets))
    events: list[Event] = []
    while moves := legal_moves(state):
        state, seen = step(state, moves[0])
        events += seen
    score = score_hand(state)

    assert not of_type(events, PileCaptured)
    assert only(events, HandOver).rule is Rule.NOBODY_CAPTURED
    assert {*state.pile, *state.hidden} == set(DECK)
    assert not any(state.captured)
    assert set(score.totals) == {0}
    assert set(score.counts) == {0}


# Chapter 5

LONE = {"rank": ("7H", "7S"), "jacks": ("JH", "JS"), "jack": ("KH", "JS")}
RULE_OF = {"rank": "5.1", "jacks": "5.2", "jack": "5.3"}


@pytest.mark.rule("5.1")
@pytest.mark.rule("5.2")
@pytest.mark.rule("5.3")
@pytest.mark.rule("5.4")
@pytest.mark.rule("5.5")
@pytest.mark.rule("5.6")
@at_tables()
def test_bonuses(variant: Variant, seed: int) -> None:
    """A lone card earns what the text says, on the plays that it names."""
    earned, plays = bonus_told(variant), plays_told(variant)
    closed = variant.layout_face_up == 1
    if any(earned.values()):
        assert set(plays) == ({1, 48} if closed else {48})
        assert pages(variant, "5.6")
    else:
        assert set(plays) <= ({1, 48} if closed else {48})
    between = random.Random(seed).randint(2, 47)
    for kind, (lone, card) in LONE.items():
        for play in (1, 2, 20, between, 47, 48):
            if play == 1 and not closed:
                continue  # four cards lie there
            captured = judge(
                variant, pile=parse_cards(lone), card=Card.parse(card), play=play
            )
            wanted = earned[kind] if plays.get(play, True) else 0
            assert captured.bonus == wanted, (kind, play)
            if earned[kind]:
                denied = {1: "5.4", 48: "5.5"}.get(play)
                rule = RULE_OF[kind] if wanted else denied
                assert captured.rule.id == rule
    must_say(variant, "5.6", "two cards or more earns no", "İki ya da daha çok kartlık")
    for pile, card in product(("KD 7H", "JD JH", "7D 7H", "2C KD 7H"), ("7S", "JS")):
        cards = parse_cards(pile)
        for play in (1, 20, 48):
            outcome = judge(variant, pile=cards, card=Card.parse(card), play=play)
            assert outcome.bonus == 0


@pytest.mark.rule("5.7")
@at_tables()
def test_cards_of_a_pisti(variant: Variant, seed: int) -> None:
    """The two cards earn their points and count, where the text says so."""
    earned, worth = bonus_told(variant), worth_told(variant)
    own = says(variant, "5.7", "keep their own points", "kendi puanlarını korur")
    count = says(variant, "5.7", "count for the majority", "çoğunlukta")
    if not any(earned.values()):
        assert not own
        assert not count
        return
    assert own is bool(worth)
    assert count is bool(majority_told(variant))
    on_top = says(variant, "5.7", "bonus comes on top", "bunların üstüne eklenir")
    assert on_top is own
    kind = next(kind for kind, points in earned.items() if points)
    pair = parse_cards(" ".join(LONE[kind]))
    best = max(DECK, key=lambda card: worth.get(card, 0))
    if kind == "rank" and best.rank is not Rank.JACK:
        pair = tuple(card for card in DECK if card.rank is best.rank)[:2]
        pair = (best, next(card for card in pair if card is not best))
    rest = [card for card in DECK if card not in pair]
    others = random.Random(seed).sample(rest, 50)
    # With its pair a side has the majority, without it none.
    heaps = [[*pair, *others[:25]], others[25:], [], []][: len(variant.sides)]
    bonus = Bonus(0, earned[kind], Rule(RULE_OF[kind]), pair)
    score = score_cards(variant, heaps, [bonus])

    assert score.counts[0] == 27
    points = sum(worth.get(card, 0) for card in heaps[0])
    assert score.totals[0] == points + majority_told(variant) + earned[kind]


# Chapter 6


@pytest.mark.rule("6.1")
@at_tables(40)
def test_card_points(variant: Variant, seed: int) -> None:
    """The lists of both languages are the table's points."""
    assert worth_told(variant) == dict(variant.points_by_card), seed


@pytest.mark.rule("6.2")
@pytest.mark.rule("6.3")
@pytest.mark.rule("6.4")
@pytest.mark.rule("6.5")
@at_tables()
def test_scores(variant: Variant, seed: int) -> None:
    """Heaps score what the text gives for cards and for the majority."""
    chance = random.Random(seed)
    worth, majority = worth_told(variant), majority_told(variant)
    must_say(variant, "6.5", "alone has the most points wins", "eli kazanır")
    must_say(variant, "6.5", "share the most, the hand is drawn", "berabere biter")
    sizes: dict[int, list[tuple[int, ...]]] = {
        2: [(26, 26), (27, 25), (52, 0), (20, 32)],
        3: [(18, 18, 16), (20, 16, 16), (16, 18, 18), (0, 26, 26)],
        4: [(13, 13, 13, 13), (14, 14, 12, 12), (14, 13, 13, 12), (1, 2, 3, 46)],
    }
    for counts in sizes[len(sides_told(variant))]:
        cards = iter(shuffled_deck(chance))
        heaps = [list(islice(cards, count)) for count in counts]
        score = score_cards(variant, heaps)
        points = [sum(worth.get(card, 0) for card in heap) for heap in heaps]
        if counts.count(max(counts)) == 1:
            points[counts.index(max(counts))] += majority
        assert list(score.totals) == points
        most = [side for side, total in enumerate(points) if total == max(points)]
        assert score.winner == (most[0] if len(most) == 1 else None)


@pytest.mark.rule("1.4")
@pytest.mark.rule("5.4")
@pytest.mark.rule("5.5")
@pytest.mark.rule("6.4")
@at_tables()
def test_whole_hands(variant: Variant, seed: int) -> None:
    """A hand scored by the text alone comes to what the engine says."""
    state, events = play_on(new_game(variant, rng=seed), random.Random(seed))
    worth, earned, plays = worth_told(variant), bonus_told(variant), plays_told(variant)
    sides, score = sides_told(variant), score_hand(state)
    heaps = [[card for seat in side for card in state.captured[seat]] for side in sides]
    points = [sum(worth.get(card, 0) for card in heap) for heap in heaps]
    counts = [len(heap) for heap in heaps]
    if counts.count(max(counts)) == 1:
        points[counts.index(max(counts))] += majority_told(variant)
    for won in of_type(events, PileCaptured):
        if len(won.pile) > 1:
            continue
        kind = "rank"
        if won.card.rank is Rank.JACK:
            kind = "jacks" if won.pile[0].rank is Rank.JACK else "jack"
        if plays.get(won.ply, True):
            side = next(n for n, seats in enumerate(sides) if won.seat in seats)
            points[side] += earned[kind]

    assert list(score.counts) == counts
    assert list(score.totals) == points


@pytest.mark.rule("6.4")
@at_tables()
def test_what_is_added_up(variant: Variant, seed: int) -> None:
    """The score of a hand is said to have the parts that the table pays."""
    paid = {
        "bonuses": any(bonus_told(variant).values()),
        "majority": bool(majority_told(variant)),
        "cards": bool(worth_told(variant)),
    }
    listed = {
        "bonuses": says(variant, "6.4", "its bonuses", "ek puanları"),
        "majority": says(variant, "6.4", "majority points", "çoğunluk puanı"),
        "cards": says(variant, "6.4", "points of its captured", "kartların puanları"),
    }
    if says(variant, "6.4", "all that it has earned", "kazandığı bütün puanlar"):
        assert not any(listed.values()), seed
    else:
        assert listed == paid


# Chapter 7


def hand_of(points: Sequence[int]) -> HandScore:
    """Give the score of a finished hand."""
    return HandScore((), tuple(points), (0,) * len(points), None, final=True)


@pytest.mark.rule("7.1")
@pytest.mark.rule("7.2")
@pytest.mark.rule("7.3")
@pytest.mark.rule("7.4")
@at_tables(30)
def test_matches(variant: Variant, seed: int) -> None:
    """A match ends when the text says, and those win whom it names."""
    chance = random.Random(seed)
    to_target, fixed = has(variant, "7.1", "7.2", "7.3"), has(variant, "7.4")
    assert bool(to_target) is not bool(fixed)
    if to_target:
        (target,) = figures(variant, "7.1", r"\d+", r"\d+")
        must_say(variant, "7.1", "or more", "ulaşana ya da onu geçene dek")
        must_say(
            variant, "7.2", "highest total wins the match", "partiyi toplamı en yük"
        )
        goes_on = says(variant, "7.3", "further hands are played", "yeni eller oynanır")
    else:
        target, goes_on = 100, False
        one = says(variant, "7.4", "single hand", "tek el")
        (last,) = [1] if one else figures(variant, "7.4", r"is (\d+) h", r"i (\d+) el")
        must_say(variant, "7.4", "highest total", "toplamı en yüksek olan")
        must_say(variant, "7.4", "drawn between all sides that share", "berabere kalır")
    sides = len(variant.sides)
    for _ in range(8):
        match, totals, hands = Match(variant=variant, first_dealer=0), [0] * sides, 0
        steps = (0, target // 2, target - 1, target, target + 1)
        while True:
            leading = [n for n, total in enumerate(totals) if total == max(totals)]
            if to_target:
                reached = max(totals) >= target
                over = reached and (len(leading) == 1 or not goes_on)
            else:
                over = hands == last
            assert match.totals == tuple(totals)
            assert match.is_over is over
            assert match.winners == (tuple(leading) if over else ())
            if over or hands == 12:
                break
            points = [chance.choice(steps) for _ in range(sides)]
            if chance.random() < 0.5:
                points[:2] = [points[0]] * 2
            totals = [sum(pair) for pair in zip(totals, points, strict=True)]
            hands += 1
            match = attrs.evolve(match, scores=(*match.scores, hand_of(points)))


@pytest.mark.rule("7.3")
@at_tables()
def test_tie_at_the_target(variant: Variant, seed: int) -> None:
    """Sides that reach the target together play on, where the text says so."""
    if not pages(variant, "7.1"):
        return
    (target,) = figures(variant, "7.1", r"\d+", r"\d+")
    points = [target + seed % 3] * 2 + [0] * (len(variant.sides) - 2)
    match = Match(variant=variant, first_dealer=0, scores=(hand_of(points),))
    told = ("share the highest total at or past the target", "toplamda eşitlik varsa")

    assert says(variant, "7.3", *told) is not match.is_over


@pytest.mark.rule("7.5")
@at_tables()
def test_next_dealers(variant: Variant, seed: int) -> None:
    """The deal passes on as the text says, but not for a void deal."""
    dealer = seed % variant.players
    match = Match(variant=variant, first_dealer=dealer)
    nothing = hand_of([0] * len(variant.sides))
    dealers = [match.dealer]
    while not match.is_over and len(dealers) < 6:
        match = attrs.evolve(match, scores=(*match.scores, nothing))
        dealers.append(match.dealer)
    several = not match.is_over or len(match.scores) > 1
    passes = says(
        variant, "7.5", "passes to the next seat", "bir sonraki oyuncuya geçer"
    )
    void = any(is_void(variant, layout) for layout in LAYOUTS)
    same = ("repeated by the same dealer", "aynı oyuncu yeniden dağıtır")

    assert passes is several
    assert dealers == [(dealer + n) % variant.players for n in range(len(dealers))]
    assert says(variant, "7.5", *same) is (several and void)


GATE = (
    ("bar", "bir yatay çizgi"),
    ("three posts", "üç dikey çizgi"),
    ("second bar", "ikinci yatay çizgi"),
)


@pytest.mark.rule("7.6")
@at_tables()
def test_gate_tally(variant: Variant, seed: int) -> None:
    """Points are kept in strokes, gates and ones as the text says."""
    assert bool(pages(variant, "7.6")) is (variant.hands != 1)
    if variant.hands == 1:
        return
    must_say(variant, "7.6", "one for every ten", "her on puana bir çizgi")
    must_say(variant, "7.6", "Five strokes make a gate of fifty", "Beş çizgi elli puan")
    must_say(variant, "7.6", "rest below ten .*number underneath", "On puanı bulmayan")
    must_say(variant, "7.6", "from left to right", "soldan sağa")
    for told in GATE:
        must_say(variant, "7.6", *told)
    points = random.Random(seed).randrange(1000)
    kept = tally(points)
    fifties, rest = divmod(points, 50)
    assert kept.strokes == points // 10
    assert kept.ones == points % 10
    assert kept.gates == (5,) * fifties + (rest // 10,) * (rest >= 10)
    assert str(kept).splitlines()[-1] == str(points % 10)
    drawn = [str(tally(10 * strokes)).splitlines() for strokes in range(1, 6)]
    posts = [top.count("┬") for top, *_ in drawn]
    assert posts == [0, 1, 2, 3, 3]
    assert [top.lstrip("┬").count("┬") for top, *_ in drawn] == [0] * 5
    assert ["┴┴┴" in "".join(rows) for rows in drawn] == [False] * 4 + [True]
    assert len({len(str(tally(n)).splitlines()) for n in (10, 60, 110)}) == 1

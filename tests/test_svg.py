"""Pictures: what is drawn is what the view knows, as a document that stands alone."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias, get_args
from xml.etree import ElementTree as ET

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import FOUR, THREE, TWO, play_oldest, table

import pisti
from pisti import (
    CLASSIC,
    COFFEEHOUSE,
    DECK,
    FOUR_PLAYER,
    PARTNERSHIP,
    THREE_PLAYER,
    XERI,
    Bonus,
    Card,
    Cut,
    Direction,
    HandScore,
    HiddenSeenBy,
    Language,
    Match,
    NotationError,
    Rule,
    SeatError,
    State,
    View,
    apply_move,
    legal_moves,
    new_game,
    new_match,
    parse_cards,
    score_cards,
    score_hand,
    svg,
    view,
)
from pisti.strategies import matches, states

Drawable: TypeAlias = View | Match | HandScore

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Ayşe", "Bora", "Ceren", "Deniz"]
MOST_BYTES = 60_000
CARD_SIZE = (100, 140)

languages = st.sampled_from(get_args(Language))
nobodies = st.none() | st.lists(st.text(max_size=40), min_size=4, max_size=4)


@st.composite
def views(draw: st.DrawFn) -> View:
    """Draw what a seat or a spectator sees at some moment."""
    state = draw(states())
    seat = draw(st.none() | st.integers(0, state.variant.players - 1))
    return view(state, seat)


drawables = views() | matches() | states().map(score_hand)


def parse(text: str) -> ET.Element:
    """Read a picture."""
    return ET.fromstring(text)  # noqa: S314


def draw(value: Drawable, lang: Language = "en") -> ET.Element:
    """Draw with names, and read the picture."""
    return parse(svg.draw(value, names=NAMES, lang=lang))


def places(picture: ET.Element) -> dict[str, ET.Element]:
    """Give the parts of a picture by the names of their places."""
    return {
        part.attrib["data-place"]: part
        for part in picture.iter()
        if "data-place" in part.attrib
    }


def cards_in(part: ET.Element) -> list[str]:
    """List the cards in a part of a picture, with a question mark for each back."""
    return [e.attrib["data-card"] for e in part.iter() if "data-card" in e.attrib]


def words_in(part: ET.Element) -> list[str]:
    """List what is written in a part of a picture."""
    return [element.text or "" for element in part.iter(f"{SVG}text")]


def told(picture: ET.Element) -> str:
    """Give what a picture says to those who do not see it."""
    return picture.findtext(f"{SVG}desc", "")


# Laws


@given(drawables, nobodies, languages, st.none() | st.booleans())
def test_a_picture_stands_alone(
    value: Drawable,
    names: list[str] | None,
    lang: Language,
    dark: bool | None,  # noqa: FBT001
) -> None:
    """It is valid, small, the same each time, and refers to nothing but itself."""
    text = svg.draw(value, names=names, lang=lang, dark=dark)
    picture = parse(text)

    assert text == svg.draw(value, names=names, lang=lang, dark=dark)
    assert len(text.encode()) < MOST_BYTES
    ids = [e.attrib["id"] for e in picture.iter() if "id" in e.attrib]
    assert len(ids) == len(set(ids))
    used = {e.attrib["href"] for e in picture.iter() if "href" in e.attrib}
    assert used <= {f"#{name}" for name in ids}
    (style,) = picture.iter(f"{SVG}style")
    classes = set(re.findall(r"\.(p\w+)\{", style.text or ""))
    assert {c for e in picture.iter() for c in e.get("class", "").split()} <= classes
    assert {e.tag for e in picture.iter()}.isdisjoint({f"{SVG}script", f"{SVG}image"})


def spots(picture: ET.Element) -> Iterator[tuple[float, float]]:
    """Give the corners of cards and boxes, and both ends of texts."""
    drawn = [part for part in picture if part.tag != f"{SVG}defs"]
    for element in (e for part in drawn for e in part.iter()):
        move = element.get("transform", "")
        found = re.match(
            r"translate\(([^ )]+) ([^ )]+)\)(?:rotate\((\d+)\))?scale\((\S+)\)$", move
        )
        if "data-card" in element.attrib and found:
            x, y, scale = map(float, found.group(1, 2, 4))
            width, height = (scale * side / 2 for side in CARD_SIZE)
            if found[3] in {"90", "270"}:
                width, height = height, width
            yield x - width, y - height
            yield x + width, y + height
        elif element.tag == f"{SVG}rect" and "rx" in element.attrib and not move:
            numbers = [
                float(element.get(key, "")) for key in ("x", "y", "width", "height")
            ]
            x, y, width, height = numbers
            if x > 0:  # not on a card
                yield x, y
                yield x + width, y + height
        elif element.tag == f"{SVG}text":
            x, y, size = (
                float(element.get(key, "")) for key in ("x", "y", "font-size")
            )
            # Latin letters are about that wide.
            width = 0.58 * size * len(element.text or "")
            start = {"start": 0.0, "middle": 0.5, "end": 1.0}[
                element.get("text-anchor", "")
            ]
            yield x - start * width, y - size
            yield x + (1 - start) * width, y


@given(drawables, st.none() | st.just(NAMES), languages)
def test_everything_is_inside_the_picture(
    value: Drawable, names: list[str] | None, lang: Language
) -> None:
    """Nothing sticks out of the view box."""
    picture = parse(svg.draw(value, names=names, lang=lang))
    width, height = map(float, picture.attrib["viewBox"].split()[2:])

    for x, y in spots(picture):
        assert 0 <= x <= width
        assert 0 <= y <= height


def seen_cards(seen: View) -> dict[str, Counter[str]]:
    """Say which faces belong where by a view."""
    over = seen.is_over
    expected = {
        **{f"hand-{seat}": seen.hands[seat] for seat in range(seen.variant.players)},
        **{
            f"captured-{side}": [b.cards[-1] for b in seen.bonuses if b.seat in seats]
            for side, seats in enumerate(seen.variant.sides)
        },
        "pile": () if over else seen.pile,
        "hidden": () if over else seen.hidden,
        "stock": seen.stock,
    }
    return {
        place: Counter(str(card) for card in cards if card is not None)
        for place, cards in expected.items()
    }


@given(views())
def test_what_is_drawn_is_what_is_known(seen: View) -> None:
    """Each face that is known lies where it belongs, once, and no other card does."""
    picture = draw(seen)
    parts = places(picture)
    expected = seen_cards(seen)
    faces = {
        place: Counter(card for card in cards_in(part) if card != "?")
        for place, part in parts.items()
    }

    assert {p: n for p, n in faces.items() if n} == {
        p: n for p, n in expected.items() if n
    }
    for seat, hand in enumerate(seen.hands):
        assert cards_in(parts[f"hand-{seat}"]).count("?") == hand.count(None)
    if "hidden" in parts:
        assert cards_in(parts["hidden"]) == [str(card or "?") for card in seen.hidden]
    known = set().union(*expected.values())
    ids = {e.attrib["id"][9:] for e in picture.iter() if "id" in e.attrib}
    assert {str(card) for card in DECK} & ids == known


@given(views(), languages)
def test_the_words_know_no_more(seen: View, lang: Language) -> None:
    """What is told names every card that lies open, and none that is not known."""
    words = f"{told(draw(seen, lang))} "
    expected = sum(seen_cards(seen).values(), Counter[str]())
    # Of what was captured the piştis alone are drawn, and they are not listed.
    listed = expected - Counter(str(bonus.cards[-1]) for bonus in seen.bonuses)
    for card in DECK:
        name = pisti.name_of(card, lang)
        found = len(re.findall(rf"(?<=[ ]){name}(?=[,.])", words))
        assert found == listed[str(card)]


@given(views())
def test_counts_are_written(seen: View) -> None:
    """The sizes of what lies in heaps, and the points so far, are in the picture."""
    parts = {place: words_in(part) for place, part in places(draw(seen)).items()}

    for side, seats in enumerate(seen.variant.sides):
        captured = sum(len(seen.captured[seat]) for seat in seats)
        points = sum(b.points for b in seen.bonuses if b.seat in seats)
        count = f"{captured} card{'s' * (captured != 1)}"
        any_ = any(b.seat in seats for b in seen.bonuses)
        assert parts[f"captured-{side}"] == [count, *[f"pişti +{points}"] * any_]
    if seen.is_over:
        assert parts["score"][0] == "Final score"
    else:
        pile = f"pile: {len(seen.pile)}" if seen.pile else "empty table"
        assert parts["pile"] == [pile]
    assert parts.get("stock", ["stock: 0"]) == [f"stock: {len(seen.stock)}"]


@given(drawables)
def test_themes_differ_in_colours_alone(value: Drawable) -> None:
    """Light, dark and either are the same picture, with ids of their own."""
    texts = [svg.draw(value, dark=dark) for dark in (False, True, None)]
    prefixes = [re.findall(r'id="(p[0-9a-f]{8})title"', text) for text in texts]
    plain = [
        re.sub("<style>.*</style>", "", text.replace(prefix, ""))
        for text, (prefix,) in zip(texts, prefixes, strict=True)
    ]

    assert len({prefix for (prefix,) in prefixes}) == 3
    assert plain[0] == plain[1] == plain[2]
    assert ["prefers-color-scheme" in text for text in texts] == [False, False, True]


# Tables


def middle_of(part: ET.Element) -> tuple[float, float]:
    """Give the middle of the first box of a part."""
    box = next(part.iter(f"{SVG}rect"))
    x, y, width, height = (
        float(box.get(key, "")) for key in ("x", "y", "width", "height")
    )
    return x + width / 2, y + height / 2


def seats_around(seen: View) -> list[str]:
    """Say at which edge each seat's name is."""
    picture = draw(seen)
    width, height = map(float, picture.attrib["viewBox"].split()[2:])
    edges = []
    for seat in range(seen.variant.players):
        x, y = middle_of(places(picture)[f"name-{seat}"])
        across = "left" if x < width / 4 else "right" if x > width * 3 / 4 else ""
        edges.append(across or ("bottom" if y > height / 2 else "top"))
    return edges


@pytest.mark.rule("1.5")
def test_the_turn_goes_round_as_the_table_has_it() -> None:
    """The viewer is at the bottom, the next seat to the right, or else to the left."""
    clockwise = table(FOUR_PLAYER, direction=Direction.CLOCKWISE)
    around = ["bottom", "right", "top", "left"]

    assert seats_around(view(new_game(FOUR_PLAYER, rng=7), 0)) == around
    assert seats_around(view(new_game(FOUR_PLAYER, rng=7), None)) == around
    assert seats_around(view(new_game(FOUR_PLAYER, rng=7), 3)) == [
        *around[1:],
        around[0],
    ]
    assert seats_around(view(new_game(clockwise, rng=7), 0)) == [
        around[n] for n in (0, 3, 2, 1)
    ]
    assert seats_around(view(new_game(THREE_PLAYER, rng=7), 1)) == [
        "left",
        "bottom",
        "right",
    ]
    assert seats_around(view(new_game(CLASSIC, rng=7), 1)) == ["top", "bottom"]


@pytest.mark.rule("2.6", "3.6")
def test_passed_jacks_and_the_bottom_card_lie_open() -> None:
    """They are drawn as other open cards are, and what is only known is tinted."""
    state = next(
        state
        for state in (new_game(PARTNERSHIP, rng=seed) for seed in range(100))
        if len(state.setup.passed) == 1
    )
    picture = draw(view(state, 0))
    uses = {e.attrib["data-card"]: e for e in picture.iter() if "data-card" in e.attrib}

    (jack,) = state.setup.passed
    assert cards_in(places(picture)["hidden"]).count(str(jack)) == 1
    for card in (jack, state.setup.bottom_card):
        assert uses[str(card)].get("class", "").endswith("card")


@pytest.mark.rule("2.5", "3.8", "4.10")
def test_what_is_known_though_face_down_is_tinted() -> None:
    """The kept jack, buried jacks and hidden cards that were shown differ from others."""
    variant = table(
        FOUR_PLAYER, cut=Cut.CUTTER_KEEPS, hidden_seen_by=HiddenSeenBy.LEADER
    )
    state = next(
        state
        for state in (new_game(variant, rng=seed) for seed in range(2000))
        if state.setup.pack.kept and state.setup.buried
    )
    parts = places(draw(view(state, state.setup.leader)))
    tinted = {
        place: {
            e.attrib["data-card"]
            for e in part.iter()
            if e.get("class", "").endswith("known")
        }
        for place, part in parts.items()
    }

    assert tinted[f"hand-{state.setup.cutter}"] == {str(state.setup.pack.kept)}
    assert tinted["stock"] == {str(card) for card in state.setup.buried}
    assert tinted["hidden"] == {str(card) for card in state.setup.hidden}
    assert not tinted[f"hand-{state.setup.leader}"]


@pytest.mark.rule("3.8")
def test_a_stock_of_buried_jacks_has_no_backs() -> None:
    """Whoever remembers them knows every card that is still to be dealt."""
    variant = table(COFFEEHOUSE, hand_size=1)
    deals = (new_game(variant, rng=seed) for seed in range(1000))
    state = next(state for state in deals if len(state.setup.buried) == 2)
    while view(state, 0).stock != state.setup.buried:
        state = apply_move(state, legal_moves(state)[0])
    jacks = [str(card) for card in reversed(state.setup.buried)]

    assert cards_in(places(draw(view(state, 0)))["stock"]) == jacks


def test_who_deals_and_who_plays_is_marked() -> None:
    """The dealer has a disc, and the name of whoever is to play is on gold."""
    seen = view(new_game(TWO, rng=7, dealer=1), 1)
    picture = draw(seen)
    names = [places(picture)[f"name-{seat}"] for seat in (0, 1)]

    assert list(map(words_in, names)) == [["Ayşe"], ["Bora", "D"]]
    plates = [next(name.iter(f"{SVG}rect")).get("class", "")[9:] for name in names]
    assert plates == ["gold", "shade"]
    assert told(picture).startswith(
        "Dealer: Bora. To play: Ayşe. Ayşe holds: 4 cards face"
    )


def test_the_table_in_turkish() -> None:
    """Every word is Turkish."""
    picture = parse(svg.draw(view(new_game(CLASSIC, rng=7), 0), lang="tr"))

    assert picture.get("{http://www.w3.org/XML/1998/namespace}lang") == "tr"
    assert words_in(picture) == [
        *["0 numaralı oyuncu", "1 numaralı oyuncu", "D"],
        *["0 kart", "0 kart", "yığın: 1", "deste: 40", "kapalı: 3"],
        *["dağıtım 1/6", "Klasik"],
    ]
    assert "Yanında: 3 kart kapalı. Destede: 40 kart kapalı." in told(picture)


def test_a_house_table_has_no_name() -> None:
    """Only the round is in the corner."""
    words = words_in(draw(view(new_game(THREE, rng=7), 0)))

    assert words[-1] == "round 1 of 4"


@pytest.mark.rule("4.12", "6.5")
def test_a_finished_hand() -> None:
    """The score lies on the table, the winner's in gold, and nothing else does."""
    state = play_oldest(new_game(FOUR, rng=3))
    seen = view(state, 0)
    score = score_hand(state)
    parts = places(draw(seen))
    assert score.winner is not None

    names = [
        name
        for pair in zip(NAMES, map(str, score.totals), strict=True)
        for name in pair
    ]
    assert words_in(parts["score"]) == ["Final score", *names]
    assert not {"pile", "stock", "hidden"} & set(parts)
    assert f"Winner: {NAMES[score.winner]}." in told(draw(seen))


@pytest.mark.rule("4.13", "6.5")
def test_a_drawn_hand_has_no_winner() -> None:
    """Nobody is marked."""
    score = score_cards(CLASSIC, [(), ()])
    drawn = draw(score)

    assert told(drawn) == "Total: Ayşe 0, Bora 0."
    assert not list(drawn.iter(f"{SVG}use"))[3:]


def test_partners_have_one_heap_and_share_a_line() -> None:
    """Their names are joined, each cut to its share."""
    state = play_oldest(new_game(PARTNERSHIP, rng=5))
    long = ["Ayşe Nur Karahasanoğlu", "Bora", "Ceren", "Deniz Su Yıldırımoğulları"]
    parts = places(parse(svg.draw(view(state, 0), names=long)))

    assert {f"captured-{side}" for side in (0, 1)} <= set(parts)
    assert words_in(parts["score"])[1::2] == [
        "Ayşe Nur… and Ceren",
        "Bora and Deniz Su…",
    ]


@pytest.mark.parametrize("seat", range(4))
def test_the_highest_bonuses_have_room(seat: int) -> None:
    """Wherever a side's heap lies, its points are inside the picture."""
    variant = table(FOUR_PLAYER, pisti_points=999_999_999)
    seen = view(new_game(variant, rng=2), 0)
    bonus = Bonus(seat, variant.pisti_points, Rule.PISTI, parse_cards("7H 7S"))
    picture = draw(attrs.evolve(seen, bonuses=(bonus,)))

    assert all(0 <= x <= 780 for x, _ in spots(picture))


@pytest.mark.parametrize("seat", [0, None])
def test_the_most_that_can_lie_about(seat: int | None) -> None:
    """Two hands of 24, a long pile and many piştis have room."""
    seen = view(new_game(table(CLASSIC, hand_size=24), rng=2), seat)
    bonuses = [
        Bonus(0, 999_999_999, Rule.PISTI, (DECK[n + 13], DECK[n])) for n in range(24)
    ]
    full = attrs.evolve(
        seen, bonuses=tuple(bonuses), pile=DECK[:49], captured=(DECK, ())
    )
    text = svg.draw(full)
    width, height = map(float, parse(text).attrib["viewBox"].split()[2:])

    assert len(text.encode()) < MOST_BYTES
    assert all(0 <= x <= width and 0 <= y <= height for x, y in spots(parse(text)))


# Names


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("<b>&amp;\"'", "<b>&amp;\"'"),
        ("]]><script/>", "]]><script/>"),
        ("a\0b\x1fc\ud800d\uffff", "a\ufffdb\ufffdc\ufffdd\ufffd"),
        ("W" * 10_000, "W" * 11 + "…"),
        ("i" * 10_000, "i" * 33 + "…"),
        ("我" * 30, "我" * 11 + "…"),
        ("", ""),
    ],
)
def test_any_name_is_drawn(name: str, drawn: str) -> None:
    """Names are escaped, and cut where they are too long."""
    picture = parse(svg.draw(view(new_game(CLASSIC, rng=7), 0), names=[name, "Bora"]))

    assert words_in(places(picture)["name-0"]) == [drawn]


def test_names_by_seat_can_be_a_mapping() -> None:
    """As elsewhere."""
    state = new_game(CLASSIC, rng=7)
    names = dict(enumerate(NAMES))

    assert svg.draw(view(state, 0), names=names) == svg.draw(
        view(state, 0), names=NAMES
    )


# Score sheets


@given(states())
def test_a_hand_sheet_has_all_lines(state: State) -> None:
    """Rules, titles, points and cards of all lines are there, and the totals."""
    score = score_hand(state)
    picture = draw(score)
    words, cards = Counter(words_in(picture)), Counter(cards_in(picture))

    for line in score.lines:
        assert words[line.rule.id]
        assert words[str(line.points)]
    assert cards == Counter(str(card) for line in score.lines for card in line.cards)
    assert words["Total"] == len(score.totals)
    assert words["Score of the hand" if score.final else "Score so far"] == 1


def test_a_hand_sheet() -> None:
    """The winner has a star, and the lines are told."""
    pair = parse_cards("7H 7S")
    score = score_cards(
        CLASSIC, (DECK[:26], DECK[26:]), [Bonus(1, 10, Rule.PISTI, pair)]
    )
    picture = parse(svg.draw(score, lang="tr"))

    assert words_in(picture) == [
        *["Elin puanları", ""],
        *["0 numaralı taraf", "26 kart", "6.1", "Kart puanları", "9", "Toplam", "9"],
        *["1 numaralı taraf", "26 kart", "6.1", "Kart puanları", "4"],
        *["5.1", "Pişti", "10", "Toplam", "14"],
    ]
    assert told(picture).endswith(
        "Toplam: 0 numaralı taraf 9, 1 numaralı taraf 14. Kazanan: 1 numaralı taraf."
    )


def match_of(*totals: tuple[int, ...], target: int = 151) -> Match:
    """Make a match of hands with these points."""
    scores = [
        HandScore((), points, (26, 26), points.index(max(points)), final=True)
        for points in totals
    ]
    variant = table(PARTNERSHIP, target=target)
    return Match(variant=variant, first_dealer=0, scores=tuple(scores))


@given(matches())
def test_a_match_sheet_has_all_hands(match: Match) -> None:
    """Every hand has its row."""
    words = Counter(words_in(draw(match)))

    expected = Counter(str(points) for score in match.scores for points in score.totals)
    assert expected <= words
    assert all(words[str(n)] for n in range(1, len(match.scores) + 1))


@pytest.mark.rule("7.6")
def test_a_match_sheet() -> None:
    """Columns of partners, rows of hands, totals, and the rest of the tallies."""
    picture = draw(match_of((33, 3), (9, 70)))

    assert words_in(picture) == [
        *["Match", "to 151", "Ayşe", "Ceren", "Bora", "Deniz"],
        *["1", "33", "3", "2", "9", "70", "Total", "42", "73", "2", "3"],
    ]
    assert told(picture) == (
        "Hand 1: Ayşe and Ceren 33, Bora and Deniz 3. Hand 2: Ayşe and Ceren 9, Bora "
        "and Deniz 70. Total: Ayşe and Ceren 42, Bora and Deniz 73."
    )


@pytest.mark.rule("7.6")
@pytest.mark.parametrize("points", [0, 9, 10, 49, 50, 73, 150, 600, 649])
def test_strokes_are_those_of_the_tally(points: int) -> None:
    """Every stroke is a line."""
    picture = draw(match_of((points, 0), target=1000))
    strokes = [e for e in picture.iter() if e.get("class", "").endswith("pen")]

    assert len(strokes) == pisti.tally(points).strokes


@pytest.mark.rule("7.6")
def test_one_gate_stands_for_many() -> None:
    """A number says for how many."""
    picture = draw(match_of((999_999_999, 0), target=999_999_999))
    strokes = [e for e in picture.iter() if e.get("class", "").endswith("pen")]

    assert "\N{MULTIPLICATION SIGN}19999999" in words_in(picture)
    assert len(strokes) == 9


def test_the_first_hands_of_a_long_match_share_a_row() -> None:
    """The totals are those of all hands."""
    match = match_of(*[(3, 2)] * 30)
    words = words_in(draw(match))

    assert words[6:12] == ["1\N{EN DASH}6", "18", "12", "7", "3", "2"]
    assert len(svg.draw(match).encode()) < MOST_BYTES


@pytest.mark.rule("7.4")
def test_a_match_of_one_hand() -> None:
    """It says so, and whoever has won is told."""
    match = new_match(CLASSIC, dealer=0)
    assert words_in(parse(svg.draw(match, lang="tr")))[:2] == ["Parti", "1 el"]

    over = match.add(play_oldest(match.deal(rng=7)))
    (winner,) = over.winners
    assert told(draw(over)).endswith(f"Winner: {NAMES[winner]}.")


# Notebooks, and what is refused


def test_a_picture_for_notebooks() -> None:
    """A notebook finds the document."""
    seen = view(new_game(XERI, rng=7), 0)
    picture = svg.show(seen, names=NAMES, lang="tr", dark=True)

    assert picture._repr_svg_() == picture.svg
    assert picture.svg == svg.draw(seen, names=NAMES, lang="tr", dark=True)
    assert repr(picture) == "Picture()"


@pytest.mark.parametrize("value", [None, 7, "7H", Card.parse("7H"), new_game(CLASSIC)])
def test_other_values_are_refused(value: object) -> None:
    """A state is none of them, as it knows all cards."""
    with pytest.raises(NotationError, match="nothing to draw"):
        svg.draw(value)  # type: ignore[arg-type]


def test_bad_arguments_are_refused() -> None:
    """As elsewhere."""
    seen = view(new_game(CLASSIC, rng=7), 0)
    with pytest.raises(ValueError, match="nothing is written in 'de'"):
        svg.draw(seen, lang="de")  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="dark is True, False or None, not 1"):
        svg.draw(seen, dark=1)  # type: ignore[arg-type]
    with pytest.raises(SeatError, match="no name for seat 1"):
        svg.draw(seen, names=["Ayşe"])
    with pytest.raises(SeatError, match="no name for side 1"):
        svg.draw(score_cards(CLASSIC, [(), ()]), names=["Ayşe"])
    with pytest.raises(SeatError, match="no name for seat 1"):
        svg.draw(new_match(CLASSIC, dealer=0), names=["Ayşe"])

"""Pictures: a table as somebody sees it, and score sheets, as SVG."""

from collections.abc import Iterator, Sequence
from typing import Final, final

import attrs

from pisti.canvas import SMALL, TEXT, Canvas, Labels, Spot, fit, width_of
from pisti.card_faces import CARD_HEIGHT, CARD_WIDTH
from pisti.cards import Card
from pisti.errors import NotationError, shown
from pisti.language import Names
from pisti.matches import Match
from pisti.naming import name_of
from pisti.rules import Language, check_language
from pisti.scoring import HandScore
from pisti.sheets import hand_sheet, match_sheet
from pisti.variants import VARIANTS, Direction, Seat, Side
from pisti.views import View

__all__ = ["Picture", "draw", "show"]


@final
@attrs.frozen
class Picture:
    """A picture that a notebook shows; `show` makes one."""

    svg: str = attrs.field(repr=False)
    """The picture as an SVG document."""

    def _repr_svg_(self) -> str:
        return self.svg


def show(
    value: View | Match | HandScore,
    *,
    names: Names | None = None,
    lang: Language = "en",
    dark: bool | None = None,
) -> Picture:
    """
    Draw as `draw` does, for a notebook.

    Raises:
        NotationError: As `draw`.
        SeatError: As `draw`.
        ValueError: As `draw`.

    Examples:
        >>> from pisti import new_game, svg, view
        >>> svg.show(view(new_game(rng=7), 0))
        Picture()
    """
    return Picture(draw(value, names=names, lang=lang, dark=dark))


def draw(
    value: View | Match | HandScore,
    *,
    names: Names | None = None,
    lang: Language = "en",
    dark: bool | None = None,
) -> str:
    """
    Draw a table as a seat or a spectator sees it, or the score of a match or a hand.

    The result is an SVG document that needs nothing else. *names* are what the
    players are called, by seat; for a `HandScore` the sides. Its colours are light
    or *dark*, or where that is None as the reader's screen prefers. A view holds
    what one seat may know, and so does its picture.

    Raises:
        NotationError: If *value* cannot be drawn, or *dark* is not a bool or None.
        SeatError: If there is no name for somebody in the picture.
        ValueError: If *lang* is neither `"en"` nor `"tr"`.

    Examples:
        >>> from pisti import new_game, svg, view
        >>> text = svg.draw(view(new_game(rng=7), 0), names=["Ayşe", "Bora"])
        >>> text.startswith("<svg"), "Ayşe holds: queen of clubs" in text
        (True, True)
    """
    check_language(lang)
    if dark is not None and type(dark) is not bool:
        raise NotationError(f"dark is True, False or None, not {shown(dark)}")
    labels = Labels(lang, names, names)
    match value:
        case View():
            canvas = _table(value, labels)
        case Match():
            canvas = match_sheet(value, labels)
        case HandScore():
            canvas = hand_sheet(value, labels)
        case _:
            raise NotationError(f"nothing to draw for {shown(value)}", text=value)
    return canvas.document(lang, dark=dark)


# The table.

_OWN, _OTHER, _MIDDLE = 0.72, 0.5, 0.66
"""The sizes of cards in the viewer's hand, in others', and on the table."""


@attrs.frozen
class _Place:
    """Where a seat is: the middle of its hand, turned by so much."""

    x: float
    y: float
    angle: int
    scale: float
    room: float
    """How wide a hand can be."""
    step: float
    """How far apart cards lie where there is room."""
    name: float
    """How wide the player's name can be."""

    def along(self, way: float) -> Spot:
        """Go to the right, as the player sees it."""
        right, down = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[self.angle]
        return self.x + way * right, self.y + way * down

    def before(self, way: float) -> Spot:
        """Go from the player to the middle of the table."""
        return self.x, self.y + (way if self.angle else -way)

    @property
    def upright(self) -> bool:
        """Whether the cards are not on their sides."""
        return self.angle in {0, 180}


@attrs.frozen
class _Ground:
    """The size of a table, and the height of what lies in its middle."""

    width: float
    height: float
    middle: float
    ring: tuple[int, ...]
    """The angles of the seats, counterclockwise from the viewer's."""

    def place(self, angle: int) -> _Place:
        """Give the place at one edge."""
        half, right = self.width / 2, self.width - 60
        return {
            0: _Place(half, self.height - 80, 0, _OWN, 400, 78, 230),
            90: _Place(60, self.middle, 90, _OTHER, 200, 34, 180),
            180: _Place(half, 62, 180, _OTHER, 280, 34, 230),
            270: _Place(right, self.middle, 270, _OTHER, 200, 34, 180),
        }[angle]


_GROUNDS: Final = {
    2: _Ground(700, 560, 258, (0, 180)),
    3: _Ground(780, 592, 268, (0, 270, 90)),
    4: _Ground(780, 640, 304, (0, 270, 180, 90)),
}


def _places(seen: View) -> list[_Place]:
    """Give each seat its place, so that the turn passes as it should (rule 1.5)."""
    ground, players = _GROUNDS[seen.variant.players], seen.variant.players
    way = -1 if seen.variant.direction is Direction.CLOCKWISE else 1
    return [
        ground.place(ground.ring[way * (seat - (seen.seat or 0)) % players])
        for seat in range(players)
    ]


def _row(count: int, room: float, width: float, step: float) -> list[float]:
    """Spread cards in a row: where their middles are, from the row's own."""
    if count > 1:
        step = min(step, (room - width) / (count - 1))
    return [step * (n - (count - 1) / 2) for n in range(count)]


def _table(seen: View, labels: Labels) -> Canvas:
    """Draw what a seat or a spectator sees."""
    ground = _GROUNDS[seen.variant.players]
    canvas = Canvas(ground.width, ground.height, labels.word("table"), felt=True)
    canvas.told += _telling(seen, labels)
    places = _places(seen)
    for seat, place in enumerate(places):
        _draw_hand(canvas, seen, seat, place)
        _draw_name(canvas, seen, seat, place, labels)
    for side in range(len(seen.variant.sides)):
        _draw_heap(canvas, seen, side, places, labels)
    middle = (ground.width / 2, ground.middle)
    score = seen.score
    if score is None:
        _draw_pile(canvas, seen.pile, middle, labels)
        _draw_stock(canvas, seen, middle, labels)
        _draw_hidden(canvas, seen, middle, labels)
    else:
        _draw_result(canvas, score, labels.teams(seen.variant, 220), middle, labels)
    _draw_note(canvas, seen, labels)
    return canvas


def _draw_hand(canvas: Canvas, seen: View, seat: Seat, place: _Place) -> None:
    cards = seen.hands[seat]
    spots = _row(len(cards), place.room, CARD_WIDTH * place.scale, place.step)
    with canvas.group(f"hand-{seat}"):
        for card, way in zip(cards, spots, strict=True):
            canvas.card(
                card,
                place.along(way),
                place.scale,
                angle=place.angle,
                known=seat != seen.seat,
            )


_PLATE, _DISC, _INSET = 28, 23, 28
"""The height of a name's plate, the width of the dealer's mark, and the margin."""


def _draw_name(
    canvas: Canvas, seen: View, seat: Seat, place: _Place, labels: Labels
) -> None:
    """Write a player's name, marked if the player deals or is to play."""
    deals, plays = seat == seen.dealer, seat == seen.turn
    name = fit(labels.player(seat), place.name, TEXT)
    width = max(64, width_of(name, TEXT) + 26)
    whole = width + (_DISC + 6) * deals
    half_card = CARD_HEIGHT * place.scale / 2
    x, y = (
        place.before(half_card + 22)
        if place.upright
        else place.along(-place.room / 2 - 24)
    )
    x = _inside(canvas, x, whole)
    with canvas.group(f"name-{seat}"):
        middle = x + (whole - width) / 2
        canvas.box((middle, y), (width, _PLATE), "gold" if plays else "shade")
        canvas.text(name, middle, y + 5, paint="deep" if plays else "say", bold=True)
        if deals:
            left, mark = x - (whole - _DISC) / 2, labels.word("dealer_mark")
            canvas.box((left, y), (_DISC, _DISC), "say")
            canvas.text(mark, left, y + 5, size=SMALL, paint="deep", bold=True)


def _inside(canvas: Canvas, x: float, width: float) -> float:
    """Move the middle of something away from the table's edges."""
    least = _INSET + width / 2
    return min(max(x, least), canvas.width - least)


_HEAP_ASIDE, _HEAP_HEIGHT = 76, 70
_HEAP_ABOVE = 66
_CROSS_FIRST, _CROSS_STEP, _CROSS_ROOMS = 28, 13, (46, 64)
_HEAP_HIGHEST, _HEAP_LOWEST = 26, 174
"""How near to the table's edges a heap can begin."""


def _draw_heap(
    canvas: Canvas, seen: View, side: Side, places: list[_Place], labels: Labels
) -> None:
    """Draw what a side has captured, its piştis face up across it."""
    seats = seen.variant.sides[side]
    first = min(seats, key=lambda seat: (seat - (seen.seat or 0)) % len(places))
    place = places[first]
    x, y = place.along(place.room / 2 + _HEAP_ASIDE)
    top = min(max(y - _HEAP_ABOVE, _HEAP_HIGHEST), canvas.height - _HEAP_LOWEST)
    captured = sum(len(seen.captured[seat]) for seat in seats)
    bonuses = [bonus for bonus in seen.bonuses if bonus.seat in seats]
    foot = top + _HEAP_HEIGHT
    with canvas.group(f"captured-{side}"):
        middle = (x, top + _HEAP_HEIGHT / 2)
        if captured:
            canvas.card(None, middle, _OTHER)
        else:
            canvas.outline(middle, _OTHER)
        step = min(_CROSS_STEP, _CROSS_ROOMS[place.upright] / max(1, len(bonuses) - 1))
        for n, bonus in enumerate(bonuses):
            down = top + _CROSS_FIRST + n * step
            canvas.card(bonus.cards[-1], (x, down), _OTHER, angle=90)
            foot = max(foot, down + CARD_WIDTH * _OTHER / 2)
        canvas.note(labels.count("cards", captured), x, foot + 18)
        if bonuses:
            points = labels.word("bonus", n=sum(bonus.points for bonus in bonuses))
            x = _inside(canvas, x, width_of(points, SMALL) - _INSET)
            canvas.text(points, x, foot + 35, size=SMALL, paint="gold", bold=True)


_PILE_ROW, _PILE_ROOM, _PILE_STEP, _PILE_DOWN = 13, 264, 26, 31


def _draw_pile(
    canvas: Canvas, pile: Sequence[Card], middle: Spot, labels: Labels
) -> None:
    """Spread the pile so that all indices show, and the top card whole."""
    x, y = middle
    rows = max(1, -(-len(pile) // _PILE_ROW))
    in_row = -(-len(pile) // rows)
    across = _row(in_row, _PILE_ROOM, CARD_WIDTH * _MIDDLE, _PILE_STEP)
    top = y - (rows - 1) * _PILE_DOWN / 2
    with canvas.group("pile"):
        for n, card in enumerate(pile):
            row, column = divmod(n, in_row)
            canvas.card(card, (x + across[column], top + row * _PILE_DOWN), _MIDDLE)
        if not pile:
            canvas.outline(middle, _MIDDLE)
        told = labels.word("pile", n=len(pile)) if pile else labels.word("empty")
        canvas.note(told, x, y + (y - top) + _BELOW)


_ASIDE, _BELOW = 216, 66
"""How far from the pile stock and hidden cards lie, and labels from cards."""
_CROSSWISE, _CROSSWISE_STEP, _CROSSWISE_BELOW = 34, 13, 86
_THICKNESS, _CARDS_THICK = (1.5, 2), 8


def _draw_stock(canvas: Canvas, seen: View, middle: Spot, labels: Labels) -> None:
    """Draw the stock, those of its cards that are known crosswise under it."""
    if not seen.stock:
        return
    x, y = middle[0] - _ASIDE, middle[1]
    known = [card for card in seen.stock if card is not None]
    with canvas.group("stock"):
        for n, card in enumerate(reversed(known)):
            spot = (x, y + _CROSSWISE - n * _CROSSWISE_STEP)
            hidden = card is not seen.bottom_card
            canvas.card(card, spot, _MIDDLE, angle=90, known=hidden)
        if len(known) < len(seen.stock):
            for n in range(min(3, len(seen.stock) // _CARDS_THICK) + 1):
                left, up = (n * way for way in _THICKNESS)
                canvas.card(None, (x - left, y - up), _MIDDLE)
        below = _CROSSWISE_BELOW if known else _BELOW
        canvas.note(labels.word("stock", n=len(seen.stock)), x, y + below)


_HIDDEN_STEP, _HIDDEN_ROOM = 20, 130


def _draw_hidden(canvas: Canvas, seen: View, middle: Spot, labels: Labels) -> None:
    """Draw the hidden cards beside the pile, passed jacks face up."""
    if not seen.hidden:
        return
    x, y = middle[0] + _ASIDE, middle[1]
    spots = _row(len(seen.hidden), _HIDDEN_ROOM, CARD_WIDTH * _MIDDLE, _HIDDEN_STEP)
    with canvas.group("hidden"):
        for card, way in zip(seen.hidden, spots, strict=True):
            canvas.card(card, (x + way, y), _MIDDLE, known=card not in seen.passed)
        canvas.note(labels.word("hidden", n=len(seen.hidden)), x, y + _BELOW)


_RESULT_WIDTH, _RESULT_LINE, _RESULT_FRAME = 350, 30, 54


def _draw_result(
    canvas: Canvas,
    score: HandScore,
    teams: Sequence[str],
    middle: Spot,
    labels: Labels,
) -> None:
    """Write the final score on the empty table."""
    x, y = middle
    height = _RESULT_LINE * len(teams) + _RESULT_FRAME
    left, right = x - _RESULT_WIDTH / 2, x + _RESULT_WIDTH / 2
    foot = y - height / 2 + 30
    with canvas.group("score"):
        canvas.box(middle, (_RESULT_WIDTH, height), "shade", corner=14)
        canvas.text(labels.word("final"), x, foot, paint="soft", bold=True)
        for side, (name, points) in enumerate(zip(teams, score.totals, strict=True)):
            foot += _RESULT_LINE
            won = side == score.winner
            paint = "gold" if won else "say"
            canvas.text(name, left + 44, foot, paint=paint, anchor="start", bold=won)
            canvas.text(
                str(points), right - 24, foot, paint=paint, anchor="end", bold=True
            )
            if won:
                canvas.star(left + 26, foot - 5, "gold")


def _draw_note(canvas: Canvas, seen: View, labels: Labels) -> None:
    """Write into the corner which table and which round this is."""
    lines = [labels.word("round", n=seen.round, all=seen.variant.rounds)]
    if seen.variant in VARIANTS.values():
        lines.append(name_of(seen.variant, labels.lang))
    for n, line in enumerate(lines):
        canvas.note(line, _INSET, canvas.height - 28 - 17 * n, anchor="start")


def _telling(seen: View, labels: Labels) -> Iterator[str]:
    """Tell what the picture shows."""
    yield labels.word("dealer", who=labels.player(seen.dealer))
    if seen.turn is not None:
        yield labels.word("turn", who=labels.player(seen.turn))
    for seat, hand in enumerate(seen.hands):
        if hand:
            who = labels.player(seat)
            yield labels.word("holds", who=who, cards=labels.cards(hand))
    score, teams = seen.score, labels.teams(seen.variant)
    if score is None:
        yield labels.word("on_table", cards=labels.cards(seen.pile))
        if seen.hidden:
            yield labels.word("beside", cards=labels.cards(seen.hidden))
    if seen.stock:
        yield labels.word("in_stock", cards=labels.cards(seen.stock))
    for who, seats in zip(teams, seen.variant.sides, strict=True):
        captured = sum(len(seen.captured[seat]) for seat in seats)
        points = sum(bonus.points for bonus in seen.bonuses if bonus.seat in seats)
        cards = labels.count("cards", captured)
        yield labels.word("captured", who=who, cards=cards, points=points)
    if score is not None:
        yield from labels.results(teams, score.totals, score.winner)

"""A canvas for pictures: cards, words and lines on an SVG document."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from re import sub
from typing import Final, TypeAlias
from unicodedata import east_asian_width
from xml.sax.saxutils import escape

import attrs

from pisti import card_faces
from pisti.card_faces import BACK, CARD_HEIGHT, CARD_WIDTH, MARK, number, use
from pisti.cards import Card, SeenCard
from pisti.language import Speaker
from pisti.naming import join_names, name_of
from pisti.rules import Language
from pisti.turkish import capitalized
from pisti.variants import Seat, Side, Variant

__all__: list[str] = []

_WORDS: Final = {
    "table": {"en": "A table of pişti", "tr": "Pişti masası"},
    "hand_score": {"en": "Score of the hand", "tr": "Elin puanları"},
    "so_far": {"en": "Score so far", "tr": "Şimdiki puanlar"},
    "match": {"en": "Match", "tr": "Parti"},
    "target": {"en": "to {n}", "tr": "hedef {n}"},
    "total": {"en": "Total", "tr": "Toplam"},
    "final": {"en": "Final score", "tr": "Sonuç"},
    "winner": {"en": "Winner: {who}.", "tr": "Kazanan: {who}."},
    "nth_hand": {"en": "Hand {n}", "tr": "{n}. el"},
    "round": {"en": "round {n} of {all}", "tr": "dağıtım {n}/{all}"},
    "stock": {"en": "stock: {n}", "tr": "deste: {n}"},
    "pile": {"en": "pile: {n}", "tr": "yığın: {n}"},
    "hidden": {"en": "hidden: {n}", "tr": "kapalı: {n}"},
    "empty": {"en": "empty table", "tr": "yer boş"},
    "bonus": {"en": "pişti +{n}", "tr": "pişti +{n}"},
    "dealer_mark": {"en": "D", "tr": "D"},
    "dealer": {"en": "Dealer: {who}.", "tr": "Dağıtan: {who}."},
    "turn": {"en": "To play: {who}.", "tr": "Sıradaki: {who}."},
    "face_down": {"en": "{cards} face down", "tr": "{cards} kapalı"},
    "nothing": {"en": "nothing", "tr": "boş"},
    "holds": {"en": "{who} holds: {cards}.", "tr": "{who}, elinde: {cards}."},
    "on_table": {
        "en": "On the table, the top card last: {cards}.",
        "tr": "Yerde, en üstteki sonda: {cards}.",
    },
    "beside": {"en": "Beside it: {cards}.", "tr": "Yanında: {cards}."},
    "in_stock": {"en": "Stock: {cards}.", "tr": "Destede: {cards}."},
    "captured": {
        "en": "{who} captured {cards}, bonuses {points}.",
        "tr": "{who} {cards} aldı; pişti puanı: {points}.",
    },
}


Spot: TypeAlias = tuple[float, float]
"""A place on a canvas."""


@attrs.frozen
class Labels(Speaker):
    """The words in a picture, and about it."""

    def word(self, key: str, **nouns: str | int) -> str:
        """Give words of the picture, filled in."""
        return _WORDS[key][self.lang].format(**nouns)

    def player(self, seat: Seat) -> str:
        """Name a player on a label."""
        return self._label(self.who(seat))

    def one_side(self, side: Side) -> str:
        """Name a side on a label."""
        return self._label(self.side(side))

    def teams(self, variant: Variant, room: float | None = None) -> list[str]:
        """Name the sides by their players, cut to the room that there is."""
        teams: list[str] = []
        for seats in variant.sides:
            names = [self.player(seat) for seat in seats]
            if room is not None:
                names = [fit(name, room / len(seats), TEXT) for name in names]
            teams.append(join_names(names, self.lang))
        return teams

    def _label(self, name: str) -> str:
        if self.names is not None:
            return name
        return capitalized(name) if self.lang == "tr" else name[:1].upper() + name[1:]

    def cards(self, cards: Sequence[SeenCard]) -> str:
        """List cards, first those that lie face down."""
        listed = [name_of(card, self.lang) for card in cards if card is not None]
        if len(listed) < len(cards):
            backs = self.count("cards", len(cards) - len(listed))
            listed.insert(0, self.word("face_down", cards=backs))
        return ", ".join(listed) or self.word("nothing")

    def results(
        self, names: Sequence[str], totals: Sequence[int], *winners: Side | None
    ) -> Iterator[str]:
        """Tell totals, and who has won."""
        told = [f"{name} {points}" for name, points in zip(names, totals, strict=True)]
        yield f"{self.word('total')}: {', '.join(told)}."
        won = [names[side] for side in winners if side is not None]
        if won:
            yield self.word("winner", who=join_names(won, self.lang))


SMALL, TEXT, LARGE = 14, 16, 21
_WIDE, _CAPITAL, _NARROW, _USUAL = 1.12, 0.86, 0.4, 0.68
"""What a letter takes at most, in parts of the size of the type."""
_MOST_LETTERS = 200


def _letter_width(letter: str) -> float:
    if east_asian_width(letter) in "WF" or letter in "MWmw@%…":
        return _WIDE
    if letter.isupper():
        return _CAPITAL
    return _NARROW if letter in "ijlıtfr.,:;'| " else _USUAL


def width_of(text: str, size: float) -> float:
    """Estimate how wide a text is, rather too wide than too narrow."""
    return size * sum(map(_letter_width, text))


def fit(text: str, room: float, size: float) -> str:
    """Cut a text that is too long."""
    widths = [*accumulate(_letter_width(letter) for letter in text[:_MOST_LETTERS])]
    if len(text) <= _MOST_LETTERS and size * max(widths, default=0) <= room:
        return text
    most = room / size - _letter_width("…")
    return f"{text[: sum(width <= most for width in widths)].rstrip()}…"


def _escaped(text: str) -> str:
    """Write text for XML, which has no control characters or lone surrogates."""
    clean = sub("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
    return escape(clean)


@attrs.define
class Canvas:
    """A picture as it grows."""

    width: float
    height: float
    title: str
    felt: bool = False
    """Whether the ground is a table's, or else a sheet of paper."""
    told: list[str] = attrs.field(factory=list[str])
    parts: list[str] = attrs.field(factory=list[str])
    faces: set[Card] = attrs.field(factory=set[Card])
    chips: set[Card] = attrs.field(factory=set[Card])

    @contextmanager
    def group(self, place: str) -> Generator[None, None, None]:
        """Put what follows together."""
        self.parts.append(f'<g data-place="{place}">')
        yield
        self.parts.append("</g>")

    def card(
        self,
        card: SeenCard,
        at: Spot,
        scale: float,
        *,
        angle: int = 0,
        known: bool = False,
    ) -> None:
        """Put a card with its middle somewhere, tinted where it really lies face down."""
        if card is not None:
            self.faces.add(card)
        paint = "known" if known and card is not None else "card"
        turn = f"rotate({angle})" if angle else ""
        move = f"translate({number(at[0])} {number(at[1])}){turn}scale({scale})"
        more = f' class="{MARK}{paint}" data-card="{card or "?"}" transform="{move}"'
        self.parts.append(use(str(card or BACK), more=more))

    def chip(self, card: Card, x: float, y: float) -> None:
        """Put a card's index on a slip of its own."""
        self.chips.add(card)
        self.parts.append(
            f'<g data-card="{card}" transform="translate({number(x)} {number(y)})">'
            f'<rect x="-17" y="-11" width="34" height="22" rx="4"'
            f' class="{MARK}card {MARK}rim"/>'
            f'<g class="{MARK}{card_faces.ink(card)}" stroke-width="0">'
            + card_faces.index(
                card, "translate(-7.5 0)scale(.85)", "translate(7.5 0)scale(.6)"
            )
            + "</g></g>"
        )

    def text(
        self,
        text: str,
        x: float,
        y: float,
        *,
        size: float = TEXT,
        paint: str = "ink",
        anchor: str = "middle",
        bold: bool = False,
    ) -> None:
        """Write a line, its foot at that height."""
        weight = ' font-weight="600"' if bold else ""
        place = f'x="{number(x)}" y="{number(y)}"'
        self.parts.append(
            f'<text {place} class="{MARK}{paint}" font-size="{size}"'
            f' text-anchor="{anchor}"{weight}>{_escaped(text)}</text>'
        )

    def note(self, text: str, x: float, y: float, *, anchor: str = "middle") -> None:
        """Write a small label on the table."""
        self.text(text, x, y, size=SMALL, paint="soft", anchor=anchor)

    def box(
        self,
        middle: Spot,
        size: tuple[float, float],
        paint: str,
        *,
        corner: float | None = None,
        more: str = "",
    ) -> None:
        """Put a box with its middle somewhere, with round ends unless it has corners."""
        (x, y), (width, height) = middle, size
        corner = height / 2 if corner is None else corner
        self.parts.append(
            f'<rect x="{number(x - width / 2)}" y="{number(y - height / 2)}"'
            f' width="{number(width)}" height="{number(height)}" rx="{number(corner)}"'
            f' class="{MARK}{paint}"{more}/>'
        )

    def outline(self, middle: Spot, scale: float) -> None:
        """Mark where cards may come to lie."""
        size = (CARD_WIDTH * scale, CARD_HEIGHT * scale)
        dashes = ' fill="none" stroke-width="1.5" stroke-dasharray="5 5"'
        self.box(middle, size, "trim", corner=6, more=dashes)

    def head(self, title: str, aside: str = "") -> None:
        """Write the title of a sheet, and something to its right."""
        self.text(title, 30, 42, size=LARGE, anchor="start", bold=True)
        self.text(aside, self.width - 30, 42, paint="pale", anchor="end")

    def rule(self, y: float) -> None:
        """Draw a line across a sheet."""
        self.path(f"M0 0H{number(self.width - 60)}", 30, y, "rule", width=1)

    def path(
        self, line: str, x: float, y: float, paint: str, *, width: float = 2
    ) -> None:
        """Draw a line from a place on."""
        self.parts.append(
            f'<path d="{line}" transform="translate({number(x)} {number(y)})"'
            f' class="{MARK}{paint}" fill="none" stroke-width="{width}"'
            ' stroke-linecap="round"/>'
        )

    def star(self, x: float, y: float, paint: str) -> None:
        """Mark a winner."""
        move = f' class="{MARK}{paint}" transform="translate({number(x)} {number(y)})'
        self.parts.append(use("star", more=f'{move}scale(5.5)"'))

    def document(self, lang: Language, *, dark: bool | None) -> str:
        """Give the whole SVG document."""
        size = f"{number(self.width)} {number(self.height)}"
        width, height = size.split()
        shapes = "".join(card_faces.shapes(self.faces, self.chips))
        return card_faces.sealed(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}"'
            f' width="{width}" height="{height}" role="img" xml:lang="{lang}"'
            f' aria-labelledby="{MARK}title {MARK}desc"'
            ' font-family="system-ui, sans-serif">'
            f'<title id="{MARK}title">{_escaped(self.title)}</title>'
            f'<desc id="{MARK}desc">{_escaped(" ".join(self.told))}</desc>'
            f"<style>{card_faces.style(dark=dark)}</style><defs>{shapes}</defs>"
            + "".join([*self._ground(), *self.parts])
            + "</svg>\n"
        )

    def _ground(self) -> Iterator[str]:
        inner = (self.width - 10, self.height - 10)
        size = f'width="{number(inner[0])}" height="{number(inner[1])}" rx="18"'
        if not self.felt:
            yield f'<rect x="5" y="5" {size} class="{MARK}sheet {MARK}rule"/>'
            return
        yield (
            f'<radialGradient id="{MARK}light"><stop offset="0" class="{MARK}inner"/>'
            f'<stop offset="1" class="{MARK}outer"/></radialGradient>'
            f'<rect x="5" y="5" {size} fill="url(#{MARK}light)" class="{MARK}edge"'
            ' stroke-width="8"/>'
            f'<rect x="13" y="13" width="{number(self.width - 26)}"'
            f' height="{number(self.height - 26)}" rx="11" fill="none"'
            f' class="{MARK}trim" stroke-width="1"/>'
        )

"""Card faces, backs and colours as SVG, drawn with nothing but paths."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Final

from pisti.cards import DECK, Card, Rank, Suit

__all__: list[str] = []

CARD_WIDTH: Final = 100
CARD_HEIGHT: Final = 140
"""The size of a card; the middle of it is its origin."""

BACK: Final = "back"
"""What a card is called whose face is not known."""

MARK: Final = "\0"
"""Stands before every id and class, until `sealed` knows what to put there."""

_SUITS: Final[Mapping[Suit, str]] = {
    Suit.CLUBS: (
        "M-4.7-5.4a4.7 4.7 0 1 0 9.4 0a4.7 4.7 0 1 0-9.4 0z"
        "M-10 2.2a4.7 4.7 0 1 0 9.4 0a4.7 4.7 0 1 0-9.4 0z"
        "M.6 2.2a4.7 4.7 0 1 0 9.4 0a4.7 4.7 0 1 0-9.4 0z"
        "M2-3H-2L-3 3H3zM.9 1H-.9C-1 6.8-1.6 9-3.6 10.5H3.6C1.6 9 1 6.8.9 1z"
    ),
    Suit.DIAMONDS: (
        "M0-10.8C2.2-6.8 5-3 8.2 0 5 3 2.2 6.8 0 10.8"
        "-2.2 6.8-5 3-8.2 0-5-3-2.2-6.8 0-10.8z"
    ),
    Suit.HEARTS: (
        "M0 10C-3 5.8-9.8 1.8-9.8-4.2-9.8-7.6-7.6-9.6-5-9.6"
        "-2.7-9.6-.9-8.2 0-6 .9-8.2 2.7-9.6 5-9.6"
        " 7.6-9.6 9.8-7.6 9.8-4.2 9.8 1.8 3 5.8 0 10z"
    ),
    Suit.SPADES: (
        "M0-10.5C3-6 9.8-2 9.8 3.2 9.8 6.2 7.9 7.8 5.5 7.8"
        " 3.5 7.8 1.7 6.8.9 5 1.1 7.8 1.8 9.2 3.6 10.5H-3.6"
        "C-1.8 9.2-1.1 7.8-.9 5-1.7 6.8-3.5 7.8-5.5 7.8"
        "-7.9 7.8-9.8 6.2-9.8 3.2-9.8-2-3-6 0-10.5z"
    ),
}
"""Each suit, about 20 units in size."""

_RANKS: Final[Mapping[Rank, str]] = {
    Rank.ACE: "M-5 7 0-7 5 7M-3.3 2.3H3.3",
    Rank.TWO: "M-4.4-3.1C-4.1-5.6-2.3-7 0-7 2.6-7 4.4-5.4 4.4-3.1"
    " 4.4.6-2.2 2.5-4.4 7H4.6",
    Rank.THREE: "M-4.1-7H3.9L-.6-1.6C2.6-2 4.6 0 4.6 2.6"
    " 4.6 5.3 2.5 7 0 7-2.4 7-4.1 5.8-4.6 3.8",
    Rank.FOUR: "M2.5 7V-7L-4.8 3.2H5",
    Rank.FIVE: "M3.8-7H-2.8L-3.6-.7C-2.6-1.6-1.4-2-.1-2"
    " 2.6-2 4.6-.3 4.6 2.4S2.6 7-.1 7C-2.3 7-4 6-4.6 4",
    Rank.SIX: "M2.6-7C-1.6-5-4.6-1.6-4.6 2.3A4.6 4.7 0 1 0 0-2.3"
    "C-2.3-2.3-4.4-.5-4.6 2.3",
    Rank.SEVEN: "M-4.6-7H4.6L-1.2 7",
    Rank.EIGHT: "M0-.6A3.7 3.2 0 1 1 0-7 3.7 3.2 0 1 1 0-.6"
    " 4.5 3.8 0 1 0 0 7 4.5 3.8 0 1 0 0-.6z",
    Rank.NINE: "M-2.6 7C1.6 5 4.6 1.6 4.6-2.3A4.6 4.7 0 1 0 0 2.3"
    "C2.3 2.3 4.4.5 4.6-2.3",
    Rank.TEN: "M-6.5-4.4-4.2-6.6V7M2.9-7A3.5 3.5 0 0 1 6.4-3.5V3.5"
    "A3.5 3.5 0 0 1-.6 3.5V-3.5A3.5 3.5 0 0 1 2.9-7z",
    Rank.JACK: "M-1-7H4.4M2.4-7V3.2A3.4 3.8 0 0 1-4.4 3.4",
    Rank.QUEEN: "M0-7A4.7 4.7 0 0 1 4.7-2.3V2.3A4.7 4.7 0 0 1-4.7 2.3"
    "V-2.3A4.7 4.7 0 0 1 0-7zM1 3.2 5 7.8",
    Rank.KING: "M-4.2-7V7M4.4-7-4.2 2.2M-1.1-1 4.8 7",
}
"""The line of each rank's index, 14 units high."""

_OUTER, _INNER = 17.5, 0
_COLUMNS: Final = (-_OUTER, _OUTER)
_TOP, _THIRD, _QUARTER, _FIFTH = -47, -15.7, -23.5, -31.3

_Spot = tuple[float, float]

_HALVES: Final[Mapping[Rank, tuple[_Spot, ...]]] = {
    Rank.TWO: ((_INNER, _TOP),),
    Rank.THREE: ((_INNER, _TOP),),
    **dict.fromkeys(
        (Rank.FOUR, Rank.FIVE, Rank.SIX, Rank.SEVEN),
        tuple((x, _TOP) for x in _COLUMNS),
    ),
    Rank.EIGHT: (*((x, _TOP) for x in _COLUMNS), (_INNER, _QUARTER)),
    Rank.NINE: tuple((x, y) for y in (_TOP, _THIRD) for x in _COLUMNS),
    Rank.TEN: (
        *((x, y) for y in (_TOP, _THIRD) for x in _COLUMNS),
        (_INNER, _FIFTH),
    ),
}
"""The pips of a card's upper half, which are there upside down once more."""

_MIDDLE: Final[tuple[_Spot, ...]] = tuple((x, 0) for x in _COLUMNS)
_ONCE: Final[Mapping[Rank, tuple[_Spot, ...]]] = {
    **dict.fromkeys((Rank.THREE, Rank.FIVE, Rank.NINE), ((_INNER, 0),)),
    **dict.fromkeys((Rank.SIX, Rank.EIGHT), _MIDDLE),
    Rank.SEVEN: (*_MIDDLE, (_INNER, _QUARTER)),
}
"""The pips that stand upright, once."""

_STAR: Final = (
    "M0-1.414.414-1H1V-.414L1.414 0 1 .414V1H.414L0 1.414-.414 1H-1V.414"
    "L-1.414 0-1-.414V-1H-.414z"
)
"""The Seljuk star: two squares, one turned by an eighth."""

_EMBLEMS: Final[Mapping[Rank, str]] = {
    # A crown.
    Rank.KING: "M-13 9H13V5.5H-13zM-13 4H13L16-8 7.5-2 0-12-7.5-2-16-8z"
    "M0-15.5a2 2 0 1 0 .1 0zM-16.5-12a2 2 0 1 0 .1 0zM16.5-12a2 2 0 1 0 .1 0z",
    # A tulip.
    Rank.QUEEN: "M0 4C-8.5 3-11-4-10-14-6.5-11.5-4.5-9-3.6-6"
    "-2.8-9.5-1.5-12.5 0-15 1.5-12.5 2.8-9.5 3.6-6"
    " 4.5-9 6.5-11.5 10-14 11-4 8.5 3 0 4zM-.9 4H.9V9.5H-.9z"
    "M-1 10C-4 10-9 8-11 3-6 3-2 5-1 10zM1 10C4 10 9 8 11 3 6 3 2 5 1 10z",
    # A leaf, as woven into shawls, which bends at its tip.
    Rank.JACK: "M0 11C-7 11-11 6-10.5.5-10-5-5-7.5-3-11-2-13.5-3-15.5-5-16.5"
    " 1-18.5 11-10 10.7 0 10.5 7 6 11 0 11zM0-5A6 6 0 1 0 .1-5zM0-1.6A2.6 2.6 0 1 1-.1-1.6z",
}

_COLOURS: Final[Mapping[str, tuple[str, str, str]]] = {
    # Light, then dark.
    "inner": ("stop-color", "#3c8c69", "#1f523e"),
    "outer": ("stop-color", "#2b7556", "#143a2c"),
    "edge": ("stroke", "#245f47", "#0e2a20"),
    "trim": ("stroke", "#8cc3a9", "#4a7c67"),
    "shade": ("fill", "#1d5640", "#0e2c21"),
    "say": ("fill", "#ffffff", "#edf3ef"),
    "soft": ("fill", "#dcefe5", "#b9cfc3"),
    "gold": ("fill", "#ffd978", "#f0c75e"),
    "deep": ("fill", "#173d2e", "#10271e"),
    "card": ("fill", "#ffffff", "#ece8de"),
    "known": ("fill", "#d9e6f2", "#b9c7d6"),
    "rim": ("stroke", "#7e8a86", "#5d635c"),
    "blue": ("fill", "#1f4e8c", "#1c4478"),
    "tile": ("fill", "#4fb3b0", "#3f9693"),
    "line": ("stroke", "#ffffff", "#ece8de"),
    "sheet": ("fill", "#fdfbf5", "#20262b"),
    "rule": ("stroke", "#c9c2b0", "#4b555d"),
    "ink": ("fill", "#20302a", "#e8ece9"),
    "pale": ("fill", "#5c6a64", "#a9b5af"),
    "pen": ("stroke", "#27406b", "#a9c3ef"),
    "prize": ("fill", "#96690a", "#f0c75e"),
}
_INKS: Final = {"red": ("#c8102e", "#b00f2a"), "black": ("#1b2024", "#15191c")}


_RIM = f' class="{MARK}rim" stroke-width="1"'
_OUTLINE = ' fill-opacity=".1" stroke-width=".06"'


def number(value: float) -> str:
    """Write a number as short as can be, to a tenth."""
    return f"{value:.1f}".removesuffix(".0").replace("-0.", "-.")


def use(name: str, x: float = 0, y: float = 0, more: str = "") -> str:
    """Put a shape somewhere."""
    place = f' x="{number(x)}" y="{number(y)}"' if x or y else ""
    return f'<use href="#{MARK}{name}"{place}{more}/>'


def index(card: Card, rank: str, suit: str) -> str:
    """Draw a rank and a suit, each moved as said."""
    return use(f"r{card.rank.value}", more=f' transform="{rank}"') + use(
        card.suit.value, more=f' transform="{suit}"'
    )


def ink(card: Card) -> str:
    """Give the class of a card's colour."""
    return "red" if card.suit in {Suit.DIAMONDS, Suit.HEARTS} else "black"


def shapes(cards: Iterable[Card], indices: Iterable[Card] = ()) -> Iterator[str]:
    """Define a back and these faces, and what indices need."""
    faces = [card for card in DECK if card in set(cards)]
    small = {*faces, *indices}
    ranks, suits = ({card.rank for card in small}, {card.suit for card in small})
    for suit in Suit:
        if suit in suits:
            yield (
                f'<path id="{MARK}{suit.value}" d="{_SUITS[suit]}"'
                ' transform="scale(.92)"/>'
            )
    for rank in Rank:
        if rank in ranks:
            line = 'fill="none" stroke-width="2.2" stroke-linecap="round"'
            yield (
                f'<path id="{MARK}r{rank.value}" {line} stroke-linejoin="round"'
                f' d="{_RANKS[rank]}"/>'
            )
    yield (
        f'<path id="{MARK}star" d="{_STAR}"/>'
        f'<g id="{MARK}edge"><rect x="-49" y="-67" width="101" height="140" rx="9"'
        ' fill="#000" fill-opacity=".16" stroke="none"/>'
        '<rect x="-50" y="-70" width="100" height="140" rx="8"/></g>'
    )
    yield _back()
    yield from map(_face, faces)


def _back() -> str:
    """Define the back: stars and crosses, as on a wall of tiles."""
    return (
        f'<pattern id="{MARK}tiles" x="-10" y="-10" width="20" height="20"'
        f' patternUnits="userSpaceOnUse">'
        f'<use href="#{MARK}star" class="{MARK}tile" transform="translate(10 10)'
        ' scale(6.6)"/>'
        f'<use href="#{MARK}star" class="{MARK}blue" transform="translate(10 10)'
        ' scale(3.6)"/>'
        f'<circle cx="10" cy="10" r="1.7" class="{MARK}card"/></pattern>'
        f'<g id="{MARK}{BACK}">{use("edge", more=_RIM)}'
        f'<rect x="-44" y="-64" width="88" height="128" rx="4" class="{MARK}blue"/>'
        f'<rect x="-40" y="-60" width="80" height="120" fill="url(#{MARK}tiles)"'
        f' class="{MARK}line" stroke-width="1.2"/></g>'
    )


def _face(card: Card) -> str:
    """Define a face: an upper half, the same upside down, and what is there once."""
    half = f"{card}h"
    return (
        f'<g id="{MARK}{card}">{use("edge", more=_RIM)}'
        f'<g class="{MARK}{ink(card)}" stroke-width="0"><g id="{MARK}{half}">'
        + index(card, "translate(-40-53)scale(1.15)", "translate(-40-34)scale(.7)")
        + "".join(_upper(card))
        + "</g>"
        + use(half, more=' transform="rotate(180)"')
        + "".join(_once(card))
        + "</g></g>"
    )


def _upper(card: Card) -> Iterator[str]:
    for x, y in _HALVES.get(card.rank, ()):
        yield use(card.suit.value, x, y)
    if card.rank in _EMBLEMS:
        yield f'<path d="{_EMBLEMS[card.rank]}" transform="translate(0-40)"/>'


def _once(card: Card) -> Iterator[str]:
    for x, y in _ONCE.get(card.rank, ()):
        yield use(card.suit.value, x, y)
    if card.rank is Rank.ACE:
        yield use("star", more=f' transform="scale(27)"{_OUTLINE}')
        yield use(card.suit.value, more=' transform="scale(2.1)"')
    elif card.rank in _EMBLEMS:
        yield (
            '<rect x="-28" y="-61" width="56" height="122" rx="3" fill-opacity=".05"'
            ' stroke-width="1"/>'
        )
        yield use("star", more=f' transform="scale(18.5)"{_OUTLINE}')
        yield use(card.suit.value, more=' transform="scale(1.5)"')


def style(*, dark: bool | None) -> str:
    """Give the colours: light, dark, or as the reader's screen is."""
    if dark is not None:
        return _colours(dark=dark)
    night = _colours(dark=True)
    return f"{_colours(dark=False)}@media(prefers-color-scheme:dark){{{night}}}"


def _colours(*, dark: bool) -> str:
    rules = [
        f".{MARK}{name}{{{kind}:{pair[dark]}}}"
        for name, (kind, *pair) in _COLOURS.items()
    ]
    rules += [
        f".{MARK}{name}{{fill:{pair[dark]};stroke:{pair[dark]}}}"
        for name, pair in _INKS.items()
    ]
    return "".join(rules)


def sealed(svg: str) -> str:
    """Give ids and classes a prefix that no other picture has."""
    return svg.replace(MARK, f"p{sha256(svg.encode()).hexdigest()[:8]}")

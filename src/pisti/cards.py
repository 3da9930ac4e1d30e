"""Cards: ranks, suits, the 52 cards themselves, and their text."""

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, TypeAlias, final

import attrs

from pisti.errors import NotationError, shown

__all__ = ["DECK", "Card", "Rank", "SeenCard", "Suit", "parse_cards"]


class Rank(Enum):
    """A rank; its value is its text. Ranks have no order in play (rule 1.2)."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


class Suit(Enum):
    """A suit; its value is its letter."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def symbol(self) -> str:
        """The suit's symbol, such as `"♣"`."""
        return "♣♦♥♠"["CDHS".index(self.value)]


@final
@attrs.frozen(eq=False)
class Card:
    """
    One of the 52 cards.

    There is one object for each card: making, copying or unpickling a card
    gives that object, so that cards can be compared with `is`.

    Raises:
        NotationError: If *rank* or *suit* is not of its type.

    Examples:
        >>> from pisti import Card, Rank, Suit
        >>> Card(Rank.JACK, Suit.SPADES)
        Card.parse('JS')
        >>> str(Card.parse("t♦"))
        '10D'
    """

    rank: Rank
    """Its rank."""
    suit: Suit
    """Its suit."""

    def __new__(cls, rank: Rank, suit: Suit) -> "Card":
        """Give the one object for this card."""
        if not isinstance(rank, Rank) or not isinstance(suit, Suit):
            raise NotationError(
                f"a card has a Rank and a Suit, not {shown(rank)}, {shown(suit)}"
            )
        card = _CARDS.get((rank, suit))
        if card is None:
            card = _CARDS[rank, suit] = super().__new__(cls)
        return card

    def __reduce__(self) -> tuple[type["Card"], tuple[Rank, Suit]]:
        """Pickle and copy by value, so that the card stays one object."""
        return Card, (self.rank, self.suit)

    def __str__(self) -> str:
        """Give the card's text: rank, then suit letter."""
        return f"{self.rank.value}{self.suit.value}"

    def __repr__(self) -> str:
        """Give an expression that makes the card."""
        return f"Card.parse('{self}')"

    def _repr_pretty_(self, printer: Any, _: object) -> None:
        """Keep IPython and hypothesis from taking the card apart."""
        printer.text(repr(self))

    def __format__(self, spec: str) -> str:
        """Format the card's text, as in `f"{card:>3}"`."""
        return format(str(self), spec)

    @classmethod
    def parse(cls, text: str) -> "Card":
        """
        Read one card.

        The text is a rank and a suit: `10D`, `JS`; also with `T` for the ten,
        in lower case, or with a suit symbol.

        Raises:
            NotationError: If *text* is not a card.
        """
        if isinstance(text, str):
            body = text.removesuffix(_EMOJI_STYLE)
            rank = _RANKS.get(body[:-1])
            suit = _SUITS.get(body[-1:])
            if rank and suit:
                return cls(rank, suit)
        raise NotationError(f"not a card: {shown(text)}", text=text)


SeenCard: TypeAlias = Card | None
"""A card as somebody sees it: None where it lies face down to them."""

_CARDS: dict[tuple[Rank, Suit], Card] = {}

# What phones append to a suit symbol to draw it in colour.
_EMOJI_STYLE = "\N{VARIATION SELECTOR-16}"

# Tables rather than str.upper, which turns letters of other alphabets into ours.
_RANKS = {
    text: rank
    for rank in Rank
    for text in (rank.value, rank.value.lower(), *(["T", "t"] * (rank is Rank.TEN)))
}
_SUITS = {
    text: suit
    for suit, outline in zip(Suit, "♧♢♡♤", strict=True)
    for text in (suit.value, suit.value.lower(), suit.symbol, outline)
}

DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 52 cards: clubs, diamonds, hearts, spades, each from ace to king."""

_BY_TEXT = {str(card): card for card in DECK}


def parse_cards(text: str) -> tuple[Card, ...]:
    """
    Read cards separated by white space.

    Raises:
        NotationError: If a word of *text* is not a card, with its line and column.

    Examples:
        >>> from pisti import parse_cards
        >>> [str(card) for card in parse_cards("7h 10♦ JS")]
        ['7H', '10D', 'JS']
    """
    if not isinstance(text, str):
        raise NotationError(f"not the text of cards: {shown(text)}", text=text)
    try:
        return tuple([_BY_TEXT[word] for word in text.split()])
    except KeyError:
        return tuple(_parse_leniently(text))


def _parse_leniently(text: str) -> Iterator[Card]:
    """Read cards in any spelling, and say where a word is none."""
    for number, line in enumerate(text.splitlines(), start=1):
        for word in re.finditer(r"\S+", line):
            try:
                yield Card.parse(word[0])
            except NotationError:
                column = word.start() + 1
                raise NotationError(
                    f"not a card: {shown(word[0])} in line {number}, column {column}",
                    text=word[0],
                    line=number,
                    column=column,
                ) from None


def format_cards(cards: Iterable[Card]) -> str:
    """Give the text of cards, separated by spaces."""
    return " ".join(map(str, cards))


def repr_cards(cards: Iterable[SeenCard] | None) -> str:
    """Give a short expression that makes a tuple of cards, or None."""
    if cards is None:
        return "None"
    seen = tuple(cards)
    faces = [card for card in seen if card is not None]
    return (
        repr(seen)
        if len(faces) < len(seen)
        else f"parse_cards({format_cards(faces)!r})"
    )


def repr_packets(packets: Iterable[Iterable[SeenCard]]) -> str:
    """Give a short expression that makes a tuple of tuples of cards."""
    return f"({''.join(f'{repr_cards(packet)}, ' for packet in packets).rstrip()})"


def repr_rounds(rounds: Iterable[Iterable[Iterable[Card]]]) -> str:
    """Give a short expression that makes packets by round."""
    return f"({''.join(f'{repr_packets(packets)}, ' for packets in rounds).rstrip()})"

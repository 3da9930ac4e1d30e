"""The rulebook's numbered paragraphs, as an enum with text read on demand."""

import tomllib
from collections.abc import Mapping
from enum import Enum
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

__all__ = ["EDITION", "Language", "Rule"]

EDITION: Final = 1
"""The edition of the rules: it grows when what a rule decides is changed."""

Language: TypeAlias = Literal["en", "tr"]

_PAGES = {"en": ("rules", "r"), "tr": ("kurallar", "k")}


def check_language(lang: Language) -> None:
    """Refuse any language but English and Turkish."""
    if lang not in tuple(_PAGES):  # whatever it is, hashable or not
        raise ValueError(f"nothing is written in {lang!r}, only in 'en' and 'tr'")


@cache
def read_data(name: str) -> Mapping[str, Any]:
    """Read one of the package's TOML files."""
    text = resources.files("pisti").joinpath("data", name).read_text("utf-8")
    return MappingProxyType(tomllib.loads(text))


class Rule(Enum):
    """
    A numbered paragraph of the rulebook.

    Events, score lines, refusals and the options of a variant carry the rule
    that they follow. Numbers are never reused.

    Examples:
        >>> from pisti import Rule
        >>> Rule("5.2").title()
        'Double pişti'
        >>> Rule.DOUBLE_PISTI.title("tr")
        'Çift pişti'
    """

    PACK = "1.1"
    RANKS = "1.2"
    PLAYERS = "1.3"
    PARTNERS = "1.4"
    DIRECTION = "1.5"
    FIRST_DEALER = "1.6"
    HIGH_CARD_DRAW = "1.7"

    SHUFFLE = "2.1"
    CUT = "2.2"
    RECUT = "2.3"
    SEARCH = "2.4"
    CUTTER_KEEPS = "2.5"
    BOTTOM_CARD = "2.6"

    LAYOUT = "3.1"
    PACKETS = "3.2"
    DEAL_ORDER = "3.3"
    UP_CARD = "3.4"
    JACK_LEFT = "3.5"
    JACK_PASSED = "3.6"
    FOUR_JACKS = "3.7"
    JACK_BURIED = "3.8"
    JACK_REDEALT = "3.9"
    OPEN_LAYOUT = "3.10"
    LAYOUT_REDEALT = "3.11"
    NEXT_ROUND = "3.12"

    LEADER = "4.1"
    TURN = "4.2"
    CARD_IN_HAND = "4.3"
    CAPTURE_BY_RANK = "4.4"
    CAPTURE_BY_JACK = "4.5"
    NO_CAPTURE = "4.6"
    EMPTY_TABLE = "4.7"
    COMPULSORY_CAPTURE = "4.8"
    HIDDEN_CARDS = "4.9"
    HIDDEN_SEEN_BY = "4.10"
    END_OF_HAND = "4.11"
    RESIDUE = "4.12"
    NOBODY_CAPTURED = "4.13"

    PISTI = "5.1"
    DOUBLE_PISTI = "5.2"
    JACK_ON_ANOTHER_RANK = "5.3"
    FIRST_PLAY = "5.4"
    LAST_PLAY = "5.5"
    LONE_CARD = "5.6"
    PISTI_CARDS_COUNT = "5.7"

    CARD_POINTS = "6.1"
    MAJORITY = "6.2"
    MAJORITY_TIE = "6.3"
    HAND_SCORE = "6.4"
    HAND_WINNER = "6.5"

    TARGET = "7.1"
    SEVERAL_AT_TARGET = "7.2"
    TIE_AT_TARGET = "7.3"
    FIXED_HANDS = "7.4"
    NEXT_DEALER = "7.5"
    GATE_TALLY = "7.6"

    @property
    def id(self) -> str:
        """The number, such as `"5.6"`."""
        return self.value

    @property
    def chapter(self) -> str:
        """The number of its chapter, such as `"5"`."""
        return self.value.partition(".")[0]

    @property
    def sources(self) -> tuple[str, ...]:
        """Keys of the sources that say so; `"ruling"` where they leave it open."""
        return tuple(read_data("rules.toml")[self.value]["sources"])

    @property
    def contrary(self) -> tuple[str, ...]:
        """Keys of the sources that say otherwise."""
        return tuple(read_data("rules.toml")[self.value].get("contrary", ()))

    def title(self, lang: Language = "en") -> str:
        """Give the title in English or Turkish."""
        return self._read("title", lang)

    def text(self, lang: Language = "en") -> str:
        """Give the rule in one exact sentence, in English or Turkish."""
        return self._read("text", lang)

    def address(self, lang: Language = "en") -> str:
        """Give the paragraph's place in the documentation, relative to its root."""
        check_language(lang)
        page, prefix = _PAGES[lang]
        return f"{page}/#{prefix}{self.value.replace('.', '-')}"

    def _read(self, part: str, lang: Language) -> str:
        check_language(lang)
        words: str = read_data("rules.toml")[self.value][part][lang]
        return words

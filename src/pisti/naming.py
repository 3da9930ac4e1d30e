"""What cards, options, events and errors are called, in English and Turkish."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, get_args

import attrs

from pisti.cards import Card, Rank, Suit
from pisti.errors import NotationError, PistiError, VariantError, shown
from pisti.events import Event
from pisti.judging import CaptureKind, Denial
from pisti.rules import Language, check_language, read_data
from pisti.turkish import possessive
from pisti.variants import VARIANTS, Variant, check_variant

__all__ = ["describe_option", "name_of"]

_VALUE_SECTIONS: Final[Mapping[type, str]] = {
    CaptureKind: "kind",
    Denial: "denied",
    **{
        field.type: field.name
        for field in attrs.fields(Variant)
        if isinstance(field.type, type) and issubclass(field.type, StrEnum)
    },
}


def words(*path: str, lang: Language) -> str:
    """Look up words in one language."""
    check_language(lang)
    found: Any = read_data("words.toml")
    for key in path:
        found = found[key]
    spoken: str = found[lang]
    return spoken


def name_of(
    value: Card
    | Rank
    | Suit
    | Variant
    | StrEnum
    | type[Event]
    | type[PistiError]
    | str,
    lang: Language = "en",
) -> str:
    """
    Say what something is called.

    *value* is a card, a rank, a suit, a preset, the name of an option, a member of an
    option's enum, of `CaptureKind` or of `Denial`, or the class of an event or error.
    Names begin in lower case, those of presets apart.

    Raises:
        NotationError: If *value* has no name.
        ValueError: If *lang* is neither `"en"` nor `"tr"`.

    Examples:
        >>> from pisti import COFFEEHOUSE, Card, Cut, name_of
        >>> name_of(Card.parse("JS")), name_of(Card.parse("JS"), "tr")
        ('jack of spades', 'maça valesi')
        >>> name_of(Cut.RECUT), name_of("hidden_seen_by", "tr")
        ('a jack: cut again', 'kapalı kartları gören')
        >>> name_of(COFFEEHOUSE, "tr")
        'Kahvehane'
    """
    check_language(lang)
    if isinstance(value, Card):
        rank, suit = name_of(value.rank, lang), name_of(value.suit, lang)
        return f"{suit} {possessive(rank)}" if lang == "tr" else f"{rank} of {suit}"
    for section, key in _places(value):
        if key in read_data("words.toml")[section]:
            return words(section, key, lang=lang)
    section = _VALUE_SECTIONS.get(type(value), "")
    if section:
        return words("values", section, str(value), lang=lang)
    raise NotationError(f"no name for {shown(value)}", text=value)


def _places(value: object) -> Sequence[tuple[str, str]]:
    """Give the sections where a value's name can be, and its key there."""
    match value:
        case Rank():
            return [("ranks", value.value)]
        case Suit():
            return [("suits", value.value)]
        case type() if value in get_args(Event) or issubclass(value, PistiError):
            return [("events", value.__name__), ("errors", value.__name__)]
        case str() if not isinstance(value, StrEnum):
            return [("options", value)]
        case Variant():
            return [("presets", name) for name in VARIANTS if VARIANTS[name] == value]
        case _:
            return []


def describe_option(variant: Variant, option: str, lang: Language = "en") -> str:
    """
    Say in words what an option of a table is.

    Raises:
        VariantError: If *variant* is not a Variant, or there is no such *option*.
        ValueError: If *lang* is neither `"en"` nor `"tr"`.

    Examples:
        >>> from pisti import PARTNERSHIP, describe_option
        >>> describe_option(PARTNERSHIP, "target")
        '151 points'
        >>> describe_option(PARTNERSHIP, "card_points", "tr")
        'as 1, vale 1, sinek ikilisi 2, karo onlusu 3'
    """
    check_language(lang)
    check_variant(variant)
    if not isinstance(option, str) or option not in attrs.fields_dict(Variant):
        raise VariantError(f"no option {shown(option)}")
    value = getattr(variant, option)
    if value is None or (option == "card_points" and not variant.points_by_card):
        return words("values", "none", lang=lang)
    if isinstance(value, bool):
        return words("values", "yes" if value else "no", lang=lang)
    if option == "card_points":
        return ", ".join(
            f"{name_of(key, lang)} {points}" for key, points in variant.card_points
        )
    if isinstance(value, StrEnum):
        return name_of(value, lang)
    if option == "target" or option.endswith("_points"):
        return count("points", value, lang)
    return str(value)


def count(kind: str, number: int, lang: Language) -> str:
    """Say how many points, cards, rounds or hands there are."""
    key = f"{kind}_one" if number == 1 else kind
    return words("counts", key, lang=lang).format(n=number)


def join_names(names: Sequence[str], lang: Language) -> str:
    """Put names in a row, with "and" before the last."""
    most, last = ", ".join(names[:-1]), "".join(names[-1:])
    return f"{most} {words('who', 'and', lang=lang)} {last}" if most else last

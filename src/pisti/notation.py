"""Options of a table as text, as records write them."""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Any

import attrs

from pisti.cards import Card, Rank
from pisti.errors import NotationError, shown
from pisti.variants import VARIANTS, Variant, check_variant

__all__ = ["format_option", "parse_option", "preset_and_changes"]

_NONE = "none"
_WHOLE_NUMBER = re.compile("[0-9]{1,9}")
_RANKS = {rank.value: rank for rank in Rank}
_FIELDS = attrs.fields_dict(Variant)


def preset_and_changes(variant: Variant) -> tuple[str, dict[str, Any]]:
    """
    Describe a table by the nearest preset, and the options that differ from it.

    Examples:
        >>> from attrs import evolve
        >>> from pisti import PARTNERSHIP
        >>> from pisti.notation import preset_and_changes
        >>> preset_and_changes(evolve(PARTNERSHIP, target=101))
        ('partnership', {'target': 101})
    """
    check_variant(variant)
    described: list[tuple[str, dict[str, Any]]] = []
    for name, preset in VARIANTS.items():
        changes = {
            option: getattr(variant, option)
            for option in _FIELDS
            if getattr(variant, option) != getattr(preset, option)
        }
        described.append((name, changes))
    return min(described, key=lambda pair: len(pair[1]))


def format_option(
    value: int | StrEnum | tuple[tuple[Rank | Card, int], ...] | None,
) -> str:
    """
    Write the value of an option.

    Examples:
        >>> from pisti import CLASSIC
        >>> from pisti.notation import format_option
        >>> format_option(CLASSIC.cut), format_option(CLASSIC.pisti_on_first_play)
        ('none', 'no')
        >>> format_option(CLASSIC.card_points)
        'A 1, J 1, 2C 2, 10D 3'
    """
    if value is None or value == ():
        return _NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return _format_points(value)
    return str(value)


def _format_points(table: tuple[tuple[Rank | Card, int], ...]) -> str:
    return ", ".join(
        f"{key.value if isinstance(key, Rank) else key} {points}"
        for key, points in table
    )


def parse_option(name: str, text: str) -> Any:
    """
    Read the value of an option.

    Raises:
        NotationError: If there is no option of that name, or it has no such value.

    Examples:
        >>> from pisti.notation import parse_option
        >>> parse_option("cut", "search"), parse_option("target", "101")
        (<Cut.SEARCH: 'search'>, 101)
    """
    if not isinstance(name, str) or name not in _FIELDS:
        raise NotationError(f"no option {shown(name)}", text=name)
    if not isinstance(text, str):
        raise _refusal(name, text, ["text"])
    if name == "card_points":
        return _parse_points(text)
    kind = _FIELDS[name].type
    words = _words(kind)
    if text in words:
        return words[text]
    numeric = kind in {int, int | None}
    if numeric and _WHOLE_NUMBER.fullmatch(text):
        return int(text)
    raise _refusal(name, text, [*words, *["a whole number"] * numeric])


def _words(kind: Any) -> dict[str, Any]:
    """Give the words for values of a type."""
    if kind is bool:
        return {"yes": True, "no": False}
    if kind == int | None:
        return {_NONE: None}
    if issubclass(kind, StrEnum):
        return {member.value: member for member in kind}
    return {}


def _parse_points(text: str) -> tuple[tuple[Rank | Card, int], ...]:
    """Read a table of points, such as `A 1, 10D 3`."""
    if text == _NONE:
        return ()
    points: list[tuple[Rank | Card, int]] = []
    for entry in text.split(","):
        key, _, number = entry.strip().partition(" ")
        scorer = _RANKS.get(key) or _card_or_none(key)
        if scorer is None or not _WHOLE_NUMBER.fullmatch(number):
            raise _refusal("card_points", entry, ["ranks or cards and their points"])
        points.append((scorer, int(number)))
    return tuple(points)


def _card_or_none(text: str) -> Card | None:
    try:
        return Card.parse(text)
    except NotationError:
        return None


def _refusal(name: str, text: str, wanted: Iterable[str]) -> NotationError:
    return NotationError(
        f"{name} must be {' or '.join(wanted)}, not {shown(text)}",
        text=text,
        rule=_FIELDS[name].metadata["rule"],
    )

"""Which rules apply at a table, and which of their sentences."""

from collections.abc import Iterable, Mapping, Sequence
from string import Formatter
from typing import Any, Final, TypeAlias

import attrs

from pisti.errors import NotationError, shown
from pisti.notation import format_option
from pisti.rules import Rule, read_data
from pisti.variants import Variant

__all__ = ["options_of"]

Sentence: TypeAlias = dict[str, Any]
"""A sentence in both languages, and when it holds."""


_DERIVED: Final[Mapping[str, tuple[str, ...]]] = {
    "rounds": ("players", "hand_size"),
    "pays_bonuses": ("pisti_points", "double_pisti_points", "jack_pisti_points"),
}
"""What conditions ask for that follows from several options."""


def applies(rule: Rule, variant: Variant) -> bool:
    """Say whether a rule has anything to say at a table."""
    sentences = sentences_of(rule)
    return not sentences or bool(holding(sentences, variant))


def check_rule(rule: Rule) -> None:
    """
    Refuse anything but a rule.

    Raises:
        NotationError: If *rule* is not a Rule.
    """
    if not isinstance(rule, Rule):
        raise NotationError(f"not a Rule but {shown(rule)}", text=rule)


def sentences_of(rule: Rule) -> list[Sentence]:
    """Give what a rule says at all tables; none where it is the same everywhere."""
    sentences: list[Sentence] = read_data("rules.toml")[rule.id].get("sentences", [])
    return sentences


def holding(sentences: Iterable[Sentence], variant: Variant) -> Sequence[Sentence]:
    """Give the sentences that hold at a table."""
    return [sentence for sentence in sentences if _holds(sentence, variant)]


def _holds(sentence: Sentence, variant: Variant) -> bool:
    """Say whether all that must be so is so, and nothing that must not be."""
    when, unless = sentence.get("when", {}), sentence.get("unless", {})
    return all(_is(variant, *pair) for pair in when.items()) and not any(
        _is(variant, *pair) for pair in unless.items()
    )


def _is(variant: Variant, option: str, wanted: Any) -> bool:
    """Say whether an option has the value wanted, or one of them."""
    value = format_option(_value(variant, option))
    match wanted:
        case [*values]:
            return value in [format_option(each) for each in values]
        case _:
            return value == format_option(wanted)


def _value(variant: Variant, option: str) -> Any:
    """Give an option, or what follows from several."""
    if option == "pays_bonuses":
        return any(getattr(variant, points) for points in _DERIVED["pays_bonuses"])
    if option == "card_points" and not variant.points_by_card:
        return ()  # a table of noughts is no table
    return getattr(variant, option)


def options_of(rule: Rule) -> tuple[str, ...]:
    """
    Give the options that change what a rule says.

    Raises:
        NotationError: If *rule* is not a Rule.

    Examples:
        >>> from pisti import Rule, options_of
        >>> options_of(Rule.NEXT_DEALER)
        ('opening_jack', 'layout_redeal', 'hands')
    """
    check_rule(rule)
    named: set[str] = set()
    for sentence in sentences_of(rule):
        named |= {*sentence.get("when", {}), *sentence.get("unless", {})}
        named |= {name for _, name, _, _ in Formatter().parse(sentence["en"]) if name}
    named |= {option for name in named for option in _DERIVED.get(name, ())}
    return tuple(field.name for field in attrs.fields(Variant) if field.name in named)

"""Which rules apply at a table, and which of their sentences."""

from collections.abc import Iterable, Sequence
from string import Formatter
from typing import Any, TypeAlias

import attrs

from pisti.notation import format_option
from pisti.rules import Rule, read_data
from pisti.variants import Variant

__all__ = ["options_of"]

Sentence: TypeAlias = dict[str, Any]
"""A sentence in both languages, and when it holds."""


def applies(rule: Rule, variant: Variant) -> bool:
    """Say whether a rule has anything to say at a table."""
    sentences = sentences_of(rule)
    return not sentences or bool(holding(sentences, variant))


def sentences_of(rule: Rule) -> list[Sentence]:
    """Give what a rule says at all tables; none where it is the same everywhere."""
    sentences: list[Sentence] = read_data("rules.toml")[rule.id].get("at", [])
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
    value = format_option(getattr(variant, option))
    if option == "card_points" and not variant.points_by_card:
        value = format_option(())  # a table of noughts is no table
    match wanted:
        case [*values]:
            return value in [format_option(each) for each in values]
        case _:
            return value == format_option(wanted)


def options_of(rule: Rule) -> tuple[str, ...]:
    """
    Give the options that change what a rule says.

    Examples:
        >>> from pisti import Rule, options_of
        >>> options_of(Rule.FIRST_PLAY)
        ('layout_face_up', 'pisti_on_first_play')
    """
    named: set[str] = set()
    for sentence in sentences_of(rule):
        named |= {*sentence.get("when", {}), *sentence.get("unless", {})}
        named |= {name for _, name, _, _ in Formatter().parse(sentence["en"]) if name}
    if "rounds" in named:
        named |= {"players", "hand_size"}
    return tuple(field.name for field in attrs.fields(Variant) if field.name in named)

"""The rulebook: the complete rules of one table, in words."""

from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any, Final

import attrs

from pisti.cards import DECK, Card, Rank, Suit
from pisti.examples import example
from pisti.language import count, name_of, words
from pisti.notation import format_option
from pisti.rules import Language, Rule, check_language, read_data
from pisti.variants import Variant, check_variant

__all__ = ["Paragraph", "options_of", "paragraphs", "rulebook"]


@attrs.frozen
class Paragraph:
    """What a rule says at one table."""

    rule: Rule
    """The rule."""
    title: str
    """Its title."""
    text: str
    """What it says here, in Markdown, this table's options filled in."""
    example: str
    """A position and what this table makes of it, in Markdown; empty if none."""


def rulebook(variant: Variant, lang: Language = "en") -> str:
    """
    Write the complete rules of one table, in Markdown.

    Raises:
        VariantError: If *variant* is not a Variant.
        ValueError: If *lang* is neither `"en"` nor `"tr"`.

    Examples:
        >>> from pisti import CLASSIC, rulebook
        >>> print(rulebook(CLASSIC).splitlines()[0])
        # Pişti: the rules of this table
    """
    applying = paragraphs(variant, lang)
    aim = _joined(read_data("words.toml")["book"]["aim"], variant, lang)
    lines = [f"# {words('book', 'title', lang=lang)}", aim]
    lines.append(words("book", "numbers", lang=lang))
    chapter = ""
    for paragraph in applying:
        if paragraph.rule.chapter != chapter:
            chapter = paragraph.rule.chapter
            lines.append(f"## {chapter} {words('chapters', chapter, lang=lang)}")
        lines += [f"### {paragraph.rule.id} {paragraph.title}", paragraph.text]
        if paragraph.example:
            lines.append(
                f"*{words('book', 'example', lang=lang)}:* {paragraph.example}"
            )
    return "\n\n".join(lines) + "\n"


def paragraphs(variant: Variant, lang: Language = "en") -> tuple[Paragraph, ...]:
    """
    Give the rules that apply at one table, in the order of their numbers.

    Raises:
        VariantError: If *variant* is not a Variant.
        ValueError: If *lang* is neither `"en"` nor `"tr"`.

    Examples:
        >>> from pisti import COFFEEHOUSE, paragraphs
        >>> [p.text for p in paragraphs(COFFEEHOUSE) if p.rule.id == "5.2"]
        ['Capturing a pile that is a single jack with another jack is a double pişti and earns 20 points.']
    """
    check_variant(variant)
    check_language(lang)
    told = [_paragraph(rule, variant, lang) for rule in Rule]
    return tuple([paragraph for paragraph in told if paragraph is not None])


def _paragraph(rule: Rule, variant: Variant, lang: Language) -> Paragraph | None:
    """Say what a rule comes to at a table; nothing where it does not apply."""
    title, text = rule.title(lang), rule.text(lang)
    sentences = _sentences(rule)
    if sentences:
        applying = [s for s in sentences if _applies(s, variant)]
        if not applying:
            return None
        title = applying[0].get("title", {}).get(lang, title)
        text = _fill_in(_joined(applying, variant, lang), variant, lang)
    return Paragraph(rule, title, text, example(rule, variant, lang))


def _sentences(rule: Rule) -> list[dict[str, Any]]:
    """Give what a rule says at tables of different options, sentence by sentence."""
    sentences: list[dict[str, Any]] = read_data("rules.toml")[rule.id].get("at", [])
    return sentences


def _joined(sentences: list[dict[str, Any]], variant: Variant, lang: Language) -> str:
    return " ".join(s[lang] for s in sentences if _applies(s, variant))


def _applies(sentence: dict[str, Any], variant: Variant) -> bool:
    """Say whether all of a sentence's conditions hold, and none that forbids it."""
    when, unless = sentence.get("when", {}), sentence.get("unless", {})
    return all(_is(variant, *pair) for pair in when.items()) and not any(
        _is(variant, *pair) for pair in unless.items()
    )


def _is(variant: Variant, option: str, wanted: Any) -> bool:
    """Say whether an option has the value wanted, or one of them."""
    value = format_option(getattr(variant, option))
    match wanted:
        case [*values]:
            return value in [format_option(each) for each in values]
        case _:
            return value == format_option(wanted)


_BLANKS: Final[Mapping[str, str]] = {
    "hand_size": "cards",
    "rounds": "rounds",
    "pisti_points": "points",
    "double_pisti_points": "points",
    "jack_pisti_points": "points",
    "majority_points": "points",
    "target": "points",
    "hands": "hands",
}


def _fill_in(text: str, variant: Variant, lang: Language) -> str:
    """Put the numbers of a table into a text."""
    numbers = {
        name: count(kind, getattr(variant, name), lang)
        for name, kind in _BLANKS.items()
        if f"{{{name}}}" in text
    }
    points = "\n".join(_card_points(variant, lang)) if "{card_points}" in text else ""
    return text.format(**numbers, card_points=points)


def _card_points(variant: Variant, lang: Language) -> Iterator[str]:
    """List what captured cards earn (rule 6.1), each line once for all it holds for."""
    table = dict(variant.card_points)
    for rank in Rank:
        own = [c for c in DECK if c.rank is rank and c in table]
        yield from [_worth("card", card, table[card], lang) for card in own]
        if table.get(rank) and len(own) < len(Suit):
            yield _worth("others" if own else "each", rank, table[rank], lang)
    total = sum(variant.points_by_card.values())
    yield ""
    yield words("points", "rest", lang=lang).format(points=count("points", total, lang))


def _worth(key: str, scorer: Rank | Card, points: int, lang: Language) -> str:
    line: str = words("points", key, lang=lang)
    return line.format(name=name_of(scorer, lang), points=count("points", points, lang))


def options_of(rule: Rule) -> tuple[str, ...]:
    """
    Give the options that change what a rule says.

    Examples:
        >>> from pisti import Rule, options_of
        >>> options_of(Rule.FIRST_PLAY)
        ('layout_face_up', 'pisti_on_first_play')
    """
    named: set[str] = set()
    for sentence in _sentences(rule):
        named |= {*sentence.get("when", {}), *sentence.get("unless", {})}
        named |= {name for _, name, _, _ in Formatter().parse(sentence["en"]) if name}
    if "rounds" in named:
        named |= {"players", "hand_size"}
    return tuple(field.name for field in attrs.fields(Variant) if field.name in named)

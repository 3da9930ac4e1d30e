"""The rulebook: the complete rules of one table, in words."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from pisti.cards import DECK, Card, Rank, Suit
from pisti.conditions import Sentence, applies, holding, sentences_of
from pisti.examples import example
from pisti.naming import count, name_of, words
from pisti.rules import Language, Rule, check_language, read_data
from pisti.variants import VARIANTS, Variant, check_variant

__all__ = ["Paragraph", "paragraphs", "rulebook"]


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
        # Classic: the rules of this table
    """
    applying = paragraphs(variant, lang)
    called = [
        name_of(preset, lang) for preset in VARIANTS.values() if preset == variant
    ]
    table = called[0] if called else words("book", "table", lang=lang)
    aim = _joined(holding(read_data("words.toml")["book"]["aim"], variant), lang)
    lines = [f"# {words('book', 'title', lang=lang).format(table=table)}", aim]
    match = "one_hand" if variant.hands == 1 else "many_hands"
    lines.append(words("book", match, lang=lang))
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
    if not applies(rule, variant):
        return None
    sentences = holding(sentences_of(rule), variant)
    if sentences:
        title = sentences[0].get("title", {}).get(lang, title)
        text = _fill_in(_joined(sentences, lang), variant, lang)
    return Paragraph(rule, title, text, example(rule, variant, lang))


def _joined(sentences: Iterable[Sentence], lang: Language) -> str:
    return " ".join(sentence[lang] for sentence in sentences)


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
        if not table.get(rank):
            own = [card for card in own if table[card]]
        yield from [_worth("card", card, table[card], lang) for card in own]
        if table.get(rank) and len(own) < len(Suit):
            yield _worth("others" if own else "each", rank, table[rank], lang)
    total = sum(variant.points_by_card.values())
    yield ""
    yield words("points", "rest", lang=lang).format(points=count("points", total, lang))


def _worth(key: str, scorer: Rank | Card, points: int, lang: Language) -> str:
    line: str = words("points", key, lang=lang)
    return line.format(name=name_of(scorer, lang), points=count("points", points, lang))

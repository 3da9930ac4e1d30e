"""The rulebook of a table as HTML, with an id for each rule."""

from collections.abc import Iterator
from html import escape
from itertools import groupby

from pisti import Paragraph, Variant, paragraphs
from pisti.rules import Language

_EXAMPLE = {"en": "Example", "tr": "Örnek"}


def anchor(rule_id: str) -> str:
    """Give the id of a rule's paragraph."""
    return f"r{rule_id.replace('.', '-')}"


def rulebook_html(variant: Variant, lang: Language) -> str:
    """Write the rules of a table."""
    return "\n".join(
        line
        for paragraph in paragraphs(variant, lang)
        for line in _rule(paragraph, lang)
    )


def _rule(paragraph: Paragraph, lang: Language) -> Iterator[str]:
    yield f'<section id="{anchor(paragraph.rule.id)}" tabindex="-1">'
    yield f"<h3><b>{paragraph.rule.id}</b> {escape(paragraph.title)}</h3>"
    yield from _blocks(paragraph.text)
    if paragraph.example:
        yield f'<div class="example"><em>{_EXAMPLE[lang]}</em>'
        yield from _blocks(paragraph.example)
        yield "</div>"
    yield "</section>"


def _blocks(text: str) -> Iterator[str]:
    """Write the little Markdown that rules are in: paragraphs, lists, and drawings."""
    for block in text.split("\n\n"):
        if block.startswith("```"):
            drawn = "\n".join(block.split("\n")[1:]).removesuffix("```")
            yield f"<pre>{escape(drawn)}</pre>"
            continue
        for listed, lines in groupby(
            block.split("\n"), key=lambda line: line.startswith("- ")
        ):
            if listed:
                items = (f"<li>{escape(line[2:])}</li>" for line in lines)
                yield f"<ul>{''.join(items)}</ul>"
            else:
                yield f"<p>{escape(' '.join(lines))}</p>"

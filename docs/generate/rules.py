"""The rules of all tables, in order, with examples and sources."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from docs.generate import markdown, rulings
from docs.generate.markdown import say
from pisti import (
    VARIANTS,
    Language,
    Rule,
    Variant,
    VariantError,
    example,
    name_of,
    options_of,
    paragraphs,
)
from pisti.conditions import sentences_of
from pisti.notation import parse_option


def page(lang: Language) -> str:
    """Write the rulebook in one language."""
    return markdown.finish(_lines(lang), lang)


def _lines(lang: Language) -> Iterator[str]:
    yield f"# {say('rules_title', lang)}"
    yield ""
    yield say("rules_intro", lang).strip()
    chapter = ""
    for rule in Rule:
        if rule.chapter != chapter:
            chapter = rule.chapter
            yield ""
            yield f"## {markdown.chapter_title(chapter, lang)}"
        yield ""
        yield from _paragraph(rule, lang)
    yield ""
    yield from markdown.sources(lang)


def _paragraph(rule: Rule, lang: Language) -> Iterator[str]:
    yield f"### {rule.id} {rule.title(lang)} {{ #{rule.address(lang).split('#')[1]} }}"
    yield ""
    yield rule.text(lang)
    yield ""
    table, variant = _table_for(rule)
    shown = example(rule, variant, lang)
    if shown:
        called = name_of(VARIANTS[table], lang) if table else say("house_table", lang)
        yield f"*{say('example', lang, table=called)}:* {shown}"
        yield ""
    yield f"<small>{' · '.join(_notes(rule, lang))}</small>"


def _notes(rule: Rule, lang: Language) -> Iterator[str]:
    yield say("says_so", lang, keys=markdown.source_links(rule.sources, lang))
    if rule.contrary:
        keys = markdown.source_links(rule.contrary, lang)
        yield say("says_otherwise", lang, keys=keys)
    changed_by = [
        f"[{name_of(option, lang)}](../reference/options.md#{option})"
        for option in options_of(rule)
    ]
    if changed_by:
        yield say("options", lang, links=", ".join(changed_by))
    asked = rulings.links_about(rule, lang)
    if asked:
        yield say("rulings", lang, links=", ".join(asked))
    up = "" if lang == "en" else "../rules/"
    yield f"[{say('trace', lang)}]({up}traceability.md#t{rule.id.replace('.', '-')})"
    elsewhere, there = rule.address(markdown.other(lang)).split("#")
    yield f"[{say('other_language', lang)}](../{elsewhere}index.md#{there})"


@cache
def _table_for(rule: Rule) -> tuple[str | None, Variant]:
    """Find a table where a rule applies: a preset, or else a made-up one."""
    for name, variant in VARIANTS.items():
        if rule in {paragraph.rule for paragraph in paragraphs(variant)}:
            return name, variant
    for sentence in sentences_of(rule):
        try:
            return None, Variant(**_options(sentence["when"]))
        except VariantError:
            continue
    raise LookupError(f"no table has rule {rule.id}")


def _options(when: dict[str, Any]) -> dict[str, Any]:
    return {
        name: parse_option(name, value) if isinstance(value, str) else value
        for name, value in when.items()
    }

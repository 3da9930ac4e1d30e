"""The words of the game and of the library."""

from collections.abc import Iterator
from typing import Any

from docs.generate import markdown
from docs.generate.markdown import say
from pisti import Language, Rule

NAMES: dict[Language, str] = {"en": "glossary.md", "tr": "sozluk.md"}
_TURKISH_ALPHABET = "abcçdefgğhıijklmnoöpqrsştuüvwxyz"


def page(lang: Language) -> str:
    """Write the glossary in one language."""
    return markdown.finish(_lines(lang), lang)


def _lines(lang: Language) -> Iterator[str]:
    yield f"# {say('glossary_title', lang)}"
    yield ""
    yield say("glossary_intro", lang)
    there = markdown.other(lang)
    terms = markdown.load("glossary.toml")
    for slug in sorted(terms, key=lambda slug: _order(terms[slug]["term"][lang])):
        term = terms[slug]
        page = f"../{markdown.FOLDERS[there]}/{NAMES[there]}#{_anchor(slug, there)}"
        yield ""
        yield f"### {term['term'][lang]} {{ #{_anchor(slug, lang)} }}"
        yield ""
        yield term["text"][lang] + _rule(term, lang)
        yield ""
        yield f"<small>[{term['term'][there]}]({page})</small>"


def _rule(term: dict[str, Any], lang: Language) -> str:
    """Link the rule that a term belongs to; words of the library have none."""
    if "rule" not in term:
        return ""
    link = markdown.rule_link(Rule(term["rule"]), lang)
    return f" ({say('rule', lang)} {link})"


def _anchor(slug: str, lang: Language) -> str:
    return slug if lang == "en" else f"soz-{slug}"


def _order(term: str) -> list[int]:
    """Sort by the Turkish alphabet, which has the English order as well."""
    lower = term.replace("I", "ı").replace("İ", "i").lower()
    return [_TURKISH_ALPHABET.find(letter) for letter in lower]

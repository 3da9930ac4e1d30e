"""Pieces of pages: words, tables and links."""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pisti import Language, Rule
from pisti.rules import read_data

DOCS = Path(__file__).parent.parent
FOLDERS: dict[Language, str] = {"en": "rules", "tr": "kurallar"}


@cache
def load(path: str) -> dict[str, Any]:
    """Read a TOML file of the documentation."""
    return tomllib.loads((DOCS / path).read_text("utf-8"))


def say(key: str, lang: Language, **words: object) -> str:
    """Give the pages' own words."""
    text: str = load("generate/words.toml")[key][lang]
    return text.format(**words)


def chapter_title(chapter: str, lang: Language) -> str:
    """Give a chapter's number and title."""
    return f"{chapter} {read_data('words.toml')['chapters'][chapter][lang]}"


def other(lang: Language) -> Language:
    """Give the other language."""
    return "tr" if lang == "en" else "en"


def rule_link(rule: Rule, lang: Language, *, up: str = "") -> str:
    """Link a rule's paragraph, from a page in the folder of its language."""
    return f"[{rule.id}]({up}index.md#{rule.address(lang).split('#')[1]})"


def source_links(keys: Iterable[str], lang: Language, *, page: str = "index.md") -> str:
    """Link sources by their keys; a ruling is said in words."""
    return ", ".join(
        say("ruling", lang) if key == "ruling" else f"[{key}]({page}#{anchor(key)})"
        for key in keys
    )


def anchor(source: str) -> str:
    """Give the anchor of a source."""
    return f"source-{source}"


def sources(lang: Language) -> Iterator[str]:
    """List what the rules come from."""
    yield f"## {say('sources', lang)} {{ #{say('sources_anchor', lang)} }}"
    yield ""
    for key, source in read_data("sources.toml").items():
        title = source["title"][lang]
        text = f"[{title}]({source['address']})" if "address" in source else title
        yield f'- <span id="{anchor(key)}">**{key}**</span>: {text}'


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Lay out a table."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def finish(lines: Iterable[str], lang: Language, *, wide: bool = False) -> str:
    """Make a page of its lines, the first being its title."""
    meta = [*["lang: tr"] * (lang == "tr"), *["hide: [toc]"] * wide]
    head = ["---", *meta, "---", ""] if meta else []
    head += ["<!-- Written by `python -m docs.generate`. -->", ""]
    return "\n".join([*head, *lines]).rstrip("\n") + "\n"

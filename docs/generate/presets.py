"""The presets side by side: each option's value, and where it comes from."""

from collections.abc import Callable, Iterator

import attrs

from docs.generate import markdown
from docs.generate.markdown import say
from docs.generate.values import NOT_APPLYING, value_of
from pisti import (
    VARIANTS,
    Language,
    Variant,
    name_of,
    preset_sources,
)

NAMES: dict[Language, str] = {"en": "presets.md", "tr": "masalar.md"}


def page(lang: Language) -> str:
    """Compare the presets in one language."""
    return markdown.finish(_lines(lang), lang, wide=True)


def _lines(lang: Language) -> Iterator[str]:
    yield f"# {say('presets_title', lang)}"
    yield ""
    yield say("presets_intro", lang).strip()
    for title, cell in (("values", _value), ("origins", _origin)):
        yield ""
        yield f"## {say(title, lang)}"
        yield ""
        yield '<div class="wide" markdown>'
        yield ""
        yield from _comparison(cell, lang)
        yield ""
        yield "</div>"


def _comparison(
    cell: Callable[[str, str, Language], str], lang: Language
) -> Iterator[str]:
    folder = "tables" if lang == "en" else "masa"
    tables = [
        f"[{name_of(VARIANTS[name], lang)}]({folder}/{name}.md)" for name in VARIANTS
    ]
    rows = [
        [
            f"[{name_of(field.name, lang)}](../reference/options.md#{field.name})",
            markdown.rule_link(field.metadata["rule"], lang),
            *[cell(name, field.name, lang) for name in VARIANTS],
        ]
        for field in attrs.fields(Variant)
    ]
    return markdown.table([say("option", lang), say("rule", lang), *tables], rows)


def _value(preset: str, option: str, lang: Language) -> str:
    value = value_of(VARIANTS[preset], option, lang)
    ruled = preset_sources(preset)[option] == ("ruling",) and value != NOT_APPLYING
    return f"{value} †" if ruled else value


def _origin(preset: str, option: str, lang: Language) -> str:
    return markdown.source_links(preset_sources(preset)[option], lang)

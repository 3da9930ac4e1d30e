"""The rulings: what sources disagree about, and what the library does."""

from collections.abc import Iterator
from typing import Any

from docs.generate import markdown
from docs.generate.markdown import say
from docs.generate.values import NOT_APPLYING, value_of
from pisti import VARIANTS, Language, Rule, name_of

_TENTH = 0.1
NAMES: dict[Language, str] = {"en": "rulings.md", "tr": "kararlar.md"}


def page(lang: Language) -> str:
    """Write the rulings in one language."""
    return markdown.finish(_lines(lang), lang)


def anchor(slug: str, lang: Language) -> str:
    """Give a ruling's anchor; the two pages share none."""
    return slug if lang == "en" else f"karar-{slug}"


def links_about(rule: Rule, lang: Language) -> list[str]:
    """Link the rulings that a rule answers."""
    return [
        f"[{ruling['question'][lang].rstrip('?')}]({NAMES[lang]}#{anchor(slug, lang)})"
        for slug, ruling in markdown.load("rulings.toml").items()
        if ruling["rule"] == rule.id
    ]


def _lines(lang: Language) -> Iterator[str]:
    yield f"# {say('rulings_title', lang)}"
    yield ""
    hands = f"{markdown.load('counts.toml')['hands']:,}"
    if lang == "tr":
        hands = hands.replace(",", ".")
    yield say("rulings_intro", lang, hands=hands).strip()
    chapter = ""
    for slug, ruling in markdown.load("rulings.toml").items():
        rule = Rule(ruling["rule"])
        if rule.chapter != chapter:
            chapter = rule.chapter
            yield ""
            yield f"## {markdown.chapter_title(chapter, lang)}"
        yield ""
        yield f"### {ruling['question'][lang]} {{ #{anchor(slug, lang)} }}"
        yield ""
        yield from _ruling(rule, slug, ruling, lang)


def _ruling(
    rule: Rule, slug: str, ruling: dict[str, Any], lang: Language
) -> Iterator[str]:
    for saying in ruling.get("says", ()):
        keys = markdown.source_links(saying["sources"], lang) or say("nobody", lang)
        yield f"- {saying[lang]} ({keys})"
    yield ""
    if ruling.get("silent"):
        yield say("silent", lang, keys=markdown.source_links(ruling["silent"], lang))
        yield ""
    yield f"**{say('ruled', lang)}** ({markdown.rule_link(rule, lang)}): {ruling['ruling'][lang]}"
    yield ""
    if ruling["options"]:
        yield f"**{say('at_the_tables', lang)}**"
        yield ""
        yield from [_values(option, lang) for option in ruling["options"]]
        yield ""
    if ruling["counts"]:
        yield f"**{say('how_often', lang)}**"
        yield ""
        for key in ruling["counts"]:
            yield from _figures(key, lang)
    there = markdown.other(lang)
    page = f"../{markdown.FOLDERS[there]}/{NAMES[there]}#{anchor(slug, there)}"
    yield f"<small>[{say('other_language', lang)}]({page})</small>"


def _values(option: str, lang: Language) -> str:
    """Say what each preset does, those that do the same together."""
    tables: dict[str, list[str]] = {}
    for variant in VARIANTS.values():
        tables.setdefault(value_of(variant, option, lang), []).append(
            name_of(variant, lang)
        )
    tables.pop(NOT_APPLYING, None)
    told = "; ".join(
        f"**{value}** {say('all_presets', lang) if len(names) == len(VARIANTS) else ', '.join(names)}"
        for value, names in tables.items()
    )
    link = f"[{name_of(option, lang)}](../reference/options.md#{option})"
    return f"- {link}: {told}"


def _figures(key: str, lang: Language) -> Iterator[str]:
    """Say how often something happened, by preset."""
    counted = markdown.load("counts.toml")[key]
    what = counted[lang]
    if "exact" in counted:
        what = f"{what}, {say('exactly', lang, value=counted['exact'])}"
    yield f"*{what}*"
    yield ""
    names = [name for name in VARIANTS if name in counted]
    if names:
        head = [
            say(counted["unit"], lang),
            *[name_of(VARIANTS[n], lang) for n in names],
        ]
        rows = [
            [say(player, lang), *[_figure(counted[n][m], counted, lang) for n in names]]
            for m, player in enumerate(("random_play", "greedy_play"))
        ]
        yield '<div class="wide" markdown>'
        yield ""
        yield from markdown.table(head, rows)
        yield ""
        yield "</div>"
        yield ""


def _figure(number: float, counted: dict[str, Any], lang: Language) -> str:
    """Write a share in per cent, to two digits, and a mean as it is."""
    if counted["unit"] == "mean":
        text = f"{number:.2f}"
    else:
        text = f"{100 * number:.0f}" if number >= _TENTH else f"{100 * number:.2g}"
        text = f"%{text}" if lang == "tr" else f"{text} %"
    return text.replace(".", ",") if lang == "tr" else text

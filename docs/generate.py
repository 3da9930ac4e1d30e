"""Write the pages that are made from the library's own data."""

from collections.abc import Callable
from pathlib import Path

import attrs

from pisti import VARIANTS, Language, Rule, Variant, preset_sources
from pisti.rules import read_data

HERE = Path(__file__).parent

CHAPTERS = {
    "1": {"en": "Pack, players, sides", "tr": "Deste, oyuncular, taraflar"},
    "2": {"en": "Shuffle and cut", "tr": "Karıştırma ve kesme"},
    "3": {"en": "The deal", "tr": "Dağıtma"},
    "4": {"en": "The play", "tr": "Oyun"},
    "5": {"en": "Pişti", "tr": "Pişti"},
    "6": {"en": "The score", "tr": "Puanlama"},
    "7": {"en": "The match", "tr": "Parti"},
}
WORDS = {
    "en": {
        "title": "The rules",
        "intro": (
            "Every rule has a number that the library uses too: events, score lines"
            " and refused moves carry it. Numbers are never reused. Where the"
            " sources are silent or disagree, the rule is marked as a ruling."
        ),
        "sources": "Sources",
        "ruling": "ruling",
        "other": "Türkçesi",
    },
    "tr": {
        "title": "Kurallar",
        "intro": (
            "Her kuralın bir numarası vardır; olaylar, puan satırları ve geri"
            " çevrilen hamleler bu numarayı taşır. Bir numara bir daha başka kural"
            " için kullanılmaz. Kaynakların sustuğu ya da anlaşamadığı yerde kural,"
            " bu kitaplığın kararıdır."
        ),
        "sources": "Kaynaklar",
        "ruling": "bu kitaplığın kararı",
        "other": "English",
    },
}


def rules_page(lang: Language) -> str:
    """Write the rulebook in one language."""
    words = WORDS[lang]
    other: Language = "tr" if lang == "en" else "en"
    lines = [f"# {words['title']}", ""]
    if lang == "tr":
        lines += ['<div lang="tr" markdown>', ""]
    lines += [words["intro"], ""]
    chapter = ""
    for rule in Rule:
        if rule.id[0] != chapter:
            chapter = rule.id[0]
            lines += [f"## {chapter} {CHAPTERS[chapter][lang]}", ""]
        _, anchor = rule.address(lang).split("#")
        page, there = rule.address(other).split("#")
        link = f"[{words['other']}]({page.strip('/')}.md#{there})"
        sources = ", ".join(
            words["ruling"] if key == "ruling" else key for key in rule.sources
        )
        lines += [
            f"### {rule.id} {rule.title(lang)} {{ #{anchor} }}",
            "",
            rule.text(lang),
            "",
            f"<small>{words['sources']}: {sources} · {link}</small>",
            "",
        ]
    if lang == "tr":
        lines += ["</div>", ""]
    lines += [f"## {words['sources']}", ""]
    for key, source in read_data("sources.toml").items():
        title = source["title"]
        text = f"[{title}]({source['address']})" if "address" in source else title
        lines.append(f"- **{key}**: {text}")
    return "\n".join(lines) + "\n"


def presets_page() -> str:
    """Compare the presets, option by option."""
    lines = [
        "# Presets",
        "",
        "Each preset reproduces its sources and adds nothing where they are silent;",
        "`coffeehouse`, `three-player` and `four-player` combine several.",
        "The first table gives each option's value, the second where the value comes",
        "from: a key of the [sources](rules.md#sources), or a ruling. Pişpirik and",
        "the two Xeri presets are not settled by good sources.",
        "",
        "## Values",
        "",
        *_table(lambda name, option: _value(getattr(VARIANTS[name], option))),
        "",
        "## Where they come from",
        "",
        *_table(lambda name, option: ", ".join(preset_sources(name)[option])),
    ]
    return "\n".join(lines) + "\n"


def _table(cell: Callable[[str, str], str]) -> list[str]:
    names = list(VARIANTS)
    rows = [
        "| option | rule | " + " | ".join(names) + " |",
        "|---" * (2 + len(names)) + "|",
    ]
    for field in attrs.fields(Variant):
        rule = field.metadata["rule"]
        link = f"[{rule.id}](rules.md#{rule.address().split('#')[1]})"
        cells = " | ".join(cell(name, field.name) for name in names)
        rows.append(f"| `{field.name}` | {link} | {cells} |")
    return rows


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(
            f"{getattr(key, 'value', key)} {points}" for key, points in value
        )
    return "none" if value is None else str(value)


PAGES = {
    "rules.md": lambda: rules_page("en"),
    "kurallar.md": lambda: rules_page("tr"),
    "presets.md": presets_page,
}


def main() -> None:
    """Write all pages."""
    for name, page in PAGES.items():
        (HERE / name).write_text(page(), "utf-8")


if __name__ == "__main__":
    main()

"""The complete rules of each preset."""

from collections.abc import Callable, Iterator
from functools import partial

from docs.generate.markdown import finish, say
from pisti import VARIANTS, Language, rulebook


def pages(lang: Language, folder: str) -> Iterator[tuple[str, Callable[[], str]]]:
    """Give the path and the writer of each preset's rulebook."""
    tables = "tables" if lang == "en" else "masa"
    for name in VARIANTS:
        yield f"{folder}/{tables}/{name}.md", partial(_page, name, lang)


def _page(name: str, lang: Language) -> str:
    title, *rest = rulebook(VARIANTS[name], lang).splitlines()
    constant = name.upper().replace("-", "_")
    return finish([title, "", say("table_note", lang, constant=constant), *rest], lang)

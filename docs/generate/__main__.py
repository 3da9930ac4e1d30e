"""Write the pages, or check that they are current."""

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from docs.generate import (
    glossary,
    options,
    pictures,
    presets,
    results,
    rules,
    rulings,
    tables,
    traces,
)
from docs.generate.markdown import FOLDERS

DOCS = Path(__file__).parent.parent


def pages() -> Iterator[tuple[str, Callable[[], str]]]:
    """Give each generated page's path, and what writes it."""
    for lang, folder in FOLDERS.items():
        yield f"{folder}/index.md", partial(rules.page, lang)
        for part in (rulings, presets, glossary):
            yield f"{folder}/{part.NAMES[lang]}", partial(part.page, lang)
        yield from tables.pages(lang, folder)
    yield from pictures.pages()
    yield "rules/traceability.md", traces.page
    yield "reference/options.md", options.page
    yield "explanation/results.md", results.page


def main() -> None:
    """Write all pages; with `--check`, only name those that are out of date."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.generate", description=main.__doc__
    )
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    stale = []
    for name, write in pages():
        path, text = DOCS / name, write()
        if not path.exists() or path.read_text("utf-8") != text:
            stale.append(name)
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
    if check and stale:
        sys.exit(f"out of date, run `python -m docs.generate`: {', '.join(stale)}")


if __name__ == "__main__":
    main()

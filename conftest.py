"""Run the examples in docstrings, README and docs as tests."""

from importlib.util import find_spec

from sybil import Sybil
from sybil.document import PythonDocStringDocument
from sybil.parsers.doctest import DocTestParser
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser
from sybil.typing import Evaluator

# Not every machine has wheels of what learners import.
_MISSING = [
    file
    for package, files in {
        "pettingzoo": ["*adapters/pettingzoo.py", "*learning.md", "*adapters.md"],
        "pyspiel": ["*adapters/openspiel.py", "*learning.md", "*adapters.md"],
    }.items()
    for file in files
    if find_spec(package) is None
]

_DOCSTRINGS = Sybil(
    parsers=[DocTestParser()],
    patterns=["src/pisti/*.py"],
    excludes=_MISSING,
    document_types={".py": PythonDocStringDocument},
)


class _ConsoleBlocks(CodeBlockParser):
    """Find blocks that show a session with prompts."""

    def __init__(self, _: str, evaluator: Evaluator) -> None:
        super().__init__("pycon", evaluator)


class _ConsoleParser(PythonCodeBlockParser):
    """Run such sessions, and compare what they print."""

    codeblock_parser_class = _ConsoleBlocks


_PAGES = Sybil(
    parsers=[PythonCodeBlockParser(), _ConsoleParser(), SkipParser()],
    patterns=["*.md", "docs/*.md", "docs/**/*.md"],
    excludes=_MISSING,
)

pytest_collect_file = (_DOCSTRINGS + _PAGES).pytest()

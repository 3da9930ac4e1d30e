"""Run the examples in docstrings, README and docs as tests."""

from sybil import Sybil
from sybil.document import PythonDocStringDocument
from sybil.parsers.doctest import DocTestParser
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser
from sybil.typing import Evaluator

_DOCSTRINGS = Sybil(
    parsers=[DocTestParser()],
    patterns=["src/pisti/*.py"],
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
)

pytest_collect_file = (_DOCSTRINGS + _PAGES).pytest()

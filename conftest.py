"""Run the examples in docstrings, README and docs as tests."""

from sybil import Sybil
from sybil.document import PythonDocStringDocument
from sybil.parsers.doctest import DocTestParser
from sybil.parsers.markdown import PythonCodeBlockParser

_DOCSTRINGS = Sybil(
    parsers=[DocTestParser()],
    patterns=["src/pisti/*.py"],
    document_types={".py": PythonDocStringDocument},
)
_PAGES = Sybil(parsers=[PythonCodeBlockParser()], patterns=["*.md", "docs/*.md", "docs/**/*.md"])

pytest_collect_file = (_DOCSTRINGS + _PAGES).pytest()

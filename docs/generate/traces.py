"""Where each rule is decided, tested and changed."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from docs.generate import markdown
from pisti import Rule, name_of, options_of

ROOT = Path(__file__).parent.parent.parent

INTRO = """\
For each rule, a member of [`Rule`][pisti.Rule]: the functions and classes of the library that cite it, by its number
or its name, the test files with tests that carry its number, and the options that change it. The page
is written from the code; tests demand that no cell of code or tests is empty. The tests
themselves are found with `grep -rn '"5.4"' tests`, for example."""

_DOCTEST = re.compile(r"^( *)>>> .*(?:\n\1\S.*)*", re.MULTILINE)
_NUMBERS = re.compile(r"\b[1-7]\.\d{1,2}\b(?: to [1-7]\.\d{1,2}\b)?")


def page() -> str:
    """Trace every rule."""
    return markdown.finish(_lines(), "en", wide=True)


def _lines() -> Iterator[str]:
    yield "# Traceability"
    yield ""
    yield INTRO
    yield ""
    code, tests = cited_in_code(), carried_by_tests()
    rows = [
        [
            _anchored(rule),
            ", ".join(f"`{name}`" for name in code[rule]),
            ", ".join(f"`{name}`" for name in tests[rule]),
            ", ".join(
                f"[{name_of(option)}](../reference/options.md#{option})"
                for option in options_of(rule)
            ),
        ]
        for rule in Rule
    ]
    yield from markdown.table(["rule", "code", "tests", "options"], rows)


def _anchored(rule: Rule) -> str:
    anchor = f"t{rule.id.replace('.', '-')}"
    link = f'<span id="{anchor}">{markdown.rule_link(rule, "en")}</span>'
    return f"{link} {rule.title()} `{rule.name}`"


def cited_in_code() -> dict[Rule, list[str]]:
    """Give for each rule what cites it: functions, classes, fields of a class."""
    cited: dict[Rule, list[str]] = {rule: [] for rule in Rule}
    package = ROOT / "src" / "pisti"
    for path in sorted(package.rglob("*.py")):
        module = ".".join(path.relative_to(package).with_suffix("").parts)
        if module == "rules":
            continue
        source = path.read_text("utf-8")
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                text = ast.get_source_segment(source, node) or ""
                for rule in _rules_in(_DOCTEST.sub("", text)):
                    cited[rule].append(f"{module}.{node.name}")
    return cited


def _rules_in(text: str) -> set[Rule]:
    named = {Rule[name] for name in re.findall(r"\bRule\.([A-Z_]+)\b", text)}
    for place in re.findall(r"\brules? ([^)\"]*)", text):
        for span in _NUMBERS.findall(place):
            named |= _span(span)
    return named


def _span(text: str) -> set[Rule]:
    """Read `5.1`, or all rules of `5.1 to 5.5`."""
    first, _, last = text.partition(" to ")
    ids = [rule.id for rule in Rule]
    if first not in ids or (last or first) not in ids:
        return set()
    return set(list(Rule)[ids.index(first) : ids.index(last or first) + 1])


def carried_by_tests() -> dict[Rule, list[str]]:
    """Give for each rule the files with tests that carry its number."""
    carried: dict[Rule, list[str]] = {rule: [] for rule in Rule}
    for path in sorted((ROOT / "tests").glob("test_*.py")):
        marks = re.findall(r"mark\.rule\(([^)]*)\)", path.read_text("utf-8"))
        for number in set(re.findall(r"\d+\.\d+", " ".join(marks))):
            carried[Rule(number)].append(path.stem)
    return carried

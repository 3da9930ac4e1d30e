"""The options of a table: values, defaults, rules."""

import ast
import inspect
from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise

import attrs

from docs.generate import markdown
from pisti import VARIANTS, Variant, describe_option, name_of
from pisti.notation import format_option

INTRO = """\
Every field of [`Variant`](variants.md) is an option of a table. Values are written here as
[records](records.md) write them; in Python `cut=Cut.SEARCH`, for example. Mixes that no
table can have are refused with a `VariantError` when the variant is made."""


def page() -> str:
    """Describe the options."""
    return markdown.finish(_lines(), "en")


def _lines() -> Iterator[str]:
    yield "# Options"
    yield ""
    yield INTRO
    default, meanings = Variant(), _meanings()
    for field in attrs.fields(Variant):
        rule = field.metadata["rule"]
        yield ""
        yield f"## `{field.name}` {{ #{field.name} }}"
        yield ""
        yield meanings[field.name]
        yield ""
        name, turkish = name_of(field.name), name_of(field.name, "tr")
        number = f"[{rule.id} {rule.title()}](../{rule.address().replace('/#', '/index.md#')})"
        yield f'In words: {name}, *<span lang="tr">{turkish}</span>*. Rule {number}.'
        yield ""
        yield from _values(field)
        written = format_option(getattr(default, field.name))
        yield f"Default: `{written}`. {_presets(field.name)}"


def _meanings() -> dict[str, str]:
    """Read the words that stand under each field of the class."""
    (body,) = [
        node.body
        for node in ast.parse(inspect.getsource(Variant)).body
        if isinstance(node, ast.ClassDef)
    ]
    return {
        field.target.id: text.value.value
        for field, text in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }


def _values(field: "attrs.Attribute[object]") -> Iterator[str]:
    kind = field.type
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        rows = [[f"`{m.value}`", name_of(m), name_of(m, "tr")] for m in kind]
        yield from markdown.table(["value", "in words", "in Turkish"], rows)
        yield ""


def _presets(option: str) -> str:
    """Say which presets differ from the default."""
    default = getattr(Variant(), option)
    differing = [
        f"[{name}](../rules/tables/{name}.md) {describe_option(variant, option)}"
        for name, variant in VARIANTS.items()
        if getattr(variant, option) != default
    ]
    return (
        f"Presets that differ: {'; '.join(differing)}."
        if differing
        else "No preset differs."
    )

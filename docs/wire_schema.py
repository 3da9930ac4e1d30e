"""Write the JSON Schema of the wire format from the classes themselves."""

import ast
import inspect
import json
import re
from enum import Enum
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import attrs

import pisti
from pisti import DECK, Card, Rank, Variant, wire

FILE = Path(pisti.__file__).parent / "data" / "wire.schema.json"

# What each event has, and what needs no words beside it in the code.
EVENT_WORDS = {
    "seat": "Whose play or part of the deal it is.",
    "card": "The card.",
    "rule": "The rule that it follows.",
    "ply": "How many plays have been made, its own included.",
}

Schema = dict[str, Any]


def descriptions(cls: type) -> dict[str, str]:
    """Give the words for each field and property of a class."""
    (body,) = ast.parse(inspect.getsource(cls)).body
    lines: list[ast.stmt] = getattr(body, "body", [])
    words: dict[str, str] = {}
    functions = [line for line in lines if isinstance(line, ast.FunctionDef)]
    for function in functions:
        words[function.name] = " ".join((ast.get_docstring(function) or "").split())
    for field, below in pairwise(lines):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(
                value=ast.Constant(value=str(text))
            ):
                words[name] = " ".join(text.split())
            case _:
                pass
    return words


class Definitions:
    """The definitions that the schema refers to, by name."""

    def __init__(self) -> None:
        texts = [str(card) for card in DECK]
        self.by_name: dict[str, Schema] = {"Card": {"enum": texts}}

    def of(self, kind: Any) -> Schema:
        """Give the schema of a type."""
        if get_origin(kind) in {Union, UnionType}:
            return {"anyOf": [self.of(member) for member in get_args(kind)]}
        if get_origin(kind) is tuple:
            first, *others = get_args(kind)
            if others == [...]:
                return {"type": "array", "items": self.of(first)}
            items = [self.of(member) for member in (first, *others)]
            return {
                "type": "array",
                "prefixItems": items,
                "items": False,
                "minItems": len(items),
            }
        simple: dict[Any, Schema] = {
            int: {"type": "integer", "minimum": 0},
            bool: {"type": "boolean"},
            NoneType: {"type": "null"},
            Card: {"$ref": "#/$defs/Card"},
        }
        if kind in simple:
            return simple[kind]
        if issubclass(kind, Enum):
            self.by_name[kind.__name__] = {"enum": [member.value for member in kind]}
        elif kind.__name__ not in self.by_name:
            self.add(kind)
        reference: Schema = {"$ref": f"#/$defs/{kind.__name__}"}
        if attrs.has(kind):
            reference["unevaluatedProperties"] = False
        return reference

    def add(self, cls: type) -> None:
        """Define a class, whose objects have all its fields."""
        summary, *_ = inspect.getdoc(cls).split("\n\n")  # type: ignore[union-attr]
        words: dict[str, str] = {}
        for base in reversed(cls.__mro__[:-1]):
            words |= descriptions(base)
        types = {field.name: field.type for field in attrs.fields(cls)}
        for name in wire.DERIVED.get(cls, ()):
            types[name] = wire.property_type(cls, name)
        properties = {name: self.of(kind) for name, kind in types.items()}
        if cls is Variant:
            keys = [*(rank.value for rank in Rank), *map(str, DECK)]
            properties["card_points"] = {
                "type": "object",
                "propertyNames": {"enum": keys},
                "additionalProperties": {"type": "integer", "minimum": 0},
            }
        for name, kind in properties.items():
            text = words.get(name) or EVENT_WORDS[name]
            properties[name] = {
                "description": re.sub(r"\bNone\b", "null", text),
                **kind,
            }
        self.by_name[cls.__name__] = {
            "description": " ".join(summary.split()),
            "type": "object",
            "properties": properties,
            "required": list(properties),
        }


def wire_schema() -> str:
    """Write the schema of all messages."""
    definitions = Definitions()
    messages = [
        {
            **definitions.of(cls),
            "properties": {"type": {"const": cls.__name__}},
            "required": ["type"],
        }
        for cls in get_args(wire.Message)
    ]
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:pisti:wire:1",
        "title": "Messages of the card game Pişti",
        "description": "What pisti.wire writes; null is a card that lies face down.",
        "oneOf": messages,
        "$defs": definitions.by_name,
    }
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(wire_schema(), "utf-8")

"""
The public interface as text, and what of it has changed since the last release.

`tests/data/api.txt` has a line for each public name, function with its signature,
field, member of an enum, option of a preset, and option of the command line. A line
marked `-` was so in the last release, one marked `+` is new since. After a change of
the interface run

    python tests/api.py

which writes the file anew. `python tests/api.py release` takes all that is there now
for released.
"""

import enum
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs
import typer

import pisti
from pisti import Event, Variant
from pisti.cli import app
from pisti.notation import format_option

FILE = Path(__file__).parent / "data" / "api.txt"
MODULES = (
    "adapters.observation",
    "adapters.openspiel",
    "adapters.pettingzoo",
    "endgames",
    "notation",
    "players",
    "records",
    "simulation",
    "strategies",
    "svg",
    "text",
    "wire",
)

# Where something is defined, and what Python puts around what is no expression.
_PLAIN = (
    (
        r"\b(?:pisti|cattrs|collections|enum|gymnasium|hypothesis|numpy|pettingzoo|random|typing)(?:\.[a-z]\w*)*\.",
        "",
    ),
    (r"<(?:class )?'?([\w.]+)'?(?:: '\w+')?>", r"\1"),
    (r"~_", ""),
    # What shapes are in an array's type depends on the version of NumPy.
    (r"ndarray\[\w+(?:\[[^]]*\])?, dtype\[(\w+)\]\]", r"NDArray[\1]"),
)
_OPERATORS = {"__call__", "__format__", "__iter__", "__len__", "__lt__", "__str__"}


def current() -> list[str]:
    """Describe the public interface as it is now, a line for each thing."""
    lines = [*_of_module(pisti)]
    for module in MODULES:
        lines += _of_module(import_module(f"pisti.{module}"))
    return [*lines, *_of_commands()]


def _of_module(module: ModuleType) -> Iterator[str]:
    yield f"module {module.__name__}"
    for name in module.__all__:
        yield from _of_name(f"{module.__name__}.{name}", getattr(module, name))


def _of_name(path: str, value: Any) -> Iterator[str]:
    if isinstance(value, FunctionType):
        yield f"{path}{_signature(value)}"
    elif _is_ours(value) and path.endswith(f".{value.__name__}"):
        yield from _of_class(path, value)
    elif isinstance(value, Variant):
        yield path
        yield from _of_preset(path, value)
    elif isinstance(value, Mapping):
        yield path
        for key, item in value.items():
            yield f"{path}.{_shown(key)} = {_shown(item)}"
    elif get_origin(value) in {Literal, Union, UnionType}:
        yield f"{path} = {' | '.join(map(_shown, get_args(value)))}"
    else:
        yield f"{path} = {_shown(value)}"


def _of_class(path: str, cls: type) -> Iterator[str]:
    bases = [base.__name__ for base in cls.__bases__ if _is_public(base)]
    yield f"class {path}" + f"({', '.join(bases)})" * bool(bases)
    if issubclass(cls, enum.Enum):
        for member in cls:
            yield f"{path}.{member.name} = {member.value!r}"
    elif _has_constructor(cls):
        yield f"{path}{_signature(cls)}"
    for name, told in _of_members(cls):
        yield f"{path}.{name}{told}"


def _is_ours(value: Any) -> bool:
    return isinstance(value, type) and value.__module__.startswith("pisti.")


def _is_public(base: type) -> bool:
    if _is_ours(base):
        return base.__name__ in pisti.__all__
    return base is not object


def _has_constructor(cls: type) -> bool:
    bodies = [vars(owner) for owner in cls.__mro__ if _is_ours(owner)]
    return any("__init__" in body or "__new__" in body for body in bodies)


def _of_members(cls: type) -> Iterator[tuple[str, str]]:
    """Describe what users can ask of a class, its fields first and in order."""
    fields = [field.name for field in attrs.fields(cls)] if attrs.has(cls) else []
    inherited = {*cls.__members__, *_OPERATORS} if issubclass(cls, enum.Enum) else ()
    names = {name for owner in filter(_is_ours, cls.__mro__) for name in vars(owner)}
    for name in [*fields, *sorted(names - {*fields, *inherited})]:
        if name[0] != "_" or name in _OPERATORS:
            yield name, _of_member(cls, name)


def _of_member(cls: type, name: str) -> str:
    value = inspect.getattr_static(cls, name)
    if isinstance(value, property):
        return f": {_shown(get_type_hints(value.fget)['return'])}"
    if callable(getattr(cls, name)):
        return _signature(getattr(cls, name))
    # attrs keeps fields and cached properties in slots, and their types as hints.
    return f": {_shown(get_type_hints(cls)[name])}"


def _of_preset(path: str, table: Variant) -> Iterator[str]:
    """Give the options of a preset that are not the default."""
    usual = Variant()
    for field in attrs.fields(Variant):
        value = getattr(table, field.name)
        if value != getattr(usual, field.name):
            yield f"{path}.{field.name} = {format_option(value)}"


def _of_commands() -> Iterator[str]:
    group: Any = typer.main.get_command(app)
    for name, command in group.commands.items():
        yield f"$ pisti {name}"
        for option in command.params:
            yield f"$ pisti {name} {' '.join(option.opts)}"


def _signature(value: Callable[..., Any]) -> str:
    signature = inspect.signature(value, eval_str=True)
    parameters = [
        parameter.replace(default=_Preset(parameter.default))
        if isinstance(parameter.default, Variant)
        else parameter
        for parameter in signature.parameters.values()
    ]
    return _plain(str(signature.replace(parameters=parameters)))


class _Preset:
    """A table as a default, shown by its name."""

    def __init__(self, table: Variant) -> None:
        presets = [name for name in pisti.__all__ if getattr(pisti, name) == table]
        self.name = presets[0] if presets else "Variant()"

    def __repr__(self) -> str:
        return self.name


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Variant):
        return repr(_Preset(value))
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return _plain(inspect.formatannotation(value))


def _plain(text: str) -> str:
    for pattern, plain in _PLAIN:
        text = re.sub(pattern, plain, text)
    return text.replace(_EVENT, "Event")


# Nobody wants to read this wherever an event is given.
_EVENT = " | ".join(kind.__name__ for kind in get_args(Event))


def kept() -> list[str]:
    """Read the file, whose lines are marked by a blank, `-` or `+`."""
    return FILE.read_text("utf-8").splitlines()


def released(lines: Iterable[str]) -> list[str]:
    """Give the interface of the last release."""
    return [line[2:] for line in lines if line[0] != "+"]


def present(lines: Iterable[str]) -> list[str]:
    """Give the interface as the file has it now."""
    return [line[2:] for line in lines if line[0] != "-"]


def compared(before: list[str], now: list[str]) -> Iterator[str]:
    """Mark what is gone and what is new."""
    matcher = SequenceMatcher(None, before, now, autojunk=False)
    for what, gone, gone_to, new, new_to in matcher.get_opcodes():
        if what == "equal":
            yield from (f"  {line}" for line in before[gone:gone_to])
        else:
            yield from (f"- {line}" for line in before[gone:gone_to])
            yield from (f"+ {line}" for line in now[new:new_to])


def changed(lines: Iterable[str]) -> set[str]:
    """
    Give what the changelog has to tell, as `pisti.Cut.NONE` or `$ pisti play --seat`.

    What is new or gone as a whole is one change, whatever belongs to it.
    """
    marked = [*lines]
    before, now = ({*map(_path, part)} for part in (released(marked), present(marked)))
    whole = before ^ now
    found = {_path(line[2:]) for line in marked if line[0] != " "}
    return {path for path in found if _owner(path) not in whole}


def _path(line: str) -> str:
    """Give what a line is about."""
    if line.startswith("$"):
        return " ".join(line.split()[:4])
    return re.split(r"[ (:]", re.sub("^(class|module) ", "", line))[0]


def _owner(path: str) -> str:
    return path.rpartition(" " if path.startswith("$") else ".")[0]


def untold(lines: Iterable[str], changelog: str) -> set[str]:
    """Give the changes whose last name is in no code of what is unreleased."""
    _, _, section = changelog.partition("\n## [Unreleased]\n")
    codes = re.findall("`([^`]+)`", section.partition("\n## ")[0])
    words = {word for code in codes for word in re.findall(r"[\w-]+", code)}
    return {path for path in changed(lines) if re.split("[ .]", path)[-1] not in words}


def main(what: str = "") -> None:
    """Write the file anew."""
    now = current()
    lines = compared(now if what == "release" else released(kept()), now)
    FILE.write_text("".join(f"{line}\n" for line in lines), "utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

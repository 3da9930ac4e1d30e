"""What a server may count on: no code from data, no network, no files but our own."""

import ast
import builtins
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pisti

PACKAGE = Path(pisti.__file__).parent
# What people use at a terminal reads and writes the files that they name, and
# simulations start the processes that they ask for.
BESIDE_THE_CORE = {"cli.py", "simulation.py", "sitting.py"}
# What learners import stands on large packages, and draws a table where asked to.
WITH_LEARNERS = {"openspiel.py", "pettingzoo.py"}

# All that the core uses of the standard library: nothing of it opens a socket, a
# process or a file that data could name, or makes code of data.
HARMLESS = {
    *("bisect", "collections", "contextlib", "copy", "enum", "functools", "hashlib"),
    "importlib",
    *("inspect", "itertools", "json", "math", "operator", "random", "re", "statistics"),
    "string",
    "time",
    *("tomllib", "types", "typing", "unicodedata", "warnings", "xml"),
}
OTHERS = {"attrs", "cattrs", "hypothesis", "pisti"}
DANGEROUS = {"__import__", "breakpoint", "compile", "eval", "exec", "input", "open"}


def faults(source: str) -> Iterator[str]:
    """Name what the core must not use."""
    for node in ast.walk(ast.parse(source)):
        modules: list[str] = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or ""]
        elif isinstance(node, ast.Name) and node.id in DANGEROUS:
            yield node.id
        for module in modules:
            if module.partition(".")[0] not in HARMLESS | OTHERS:
                yield module


CORE = sorted(
    path
    for path in PACKAGE.rglob("*.py")
    if path.name not in BESIDE_THE_CORE | WITH_LEARNERS
)
LEARNERS = {"gymnasium", "numpy", "pettingzoo", "pyspiel"}


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.stem)
def test_the_core_uses_nothing_dangerous(path: Path) -> None:
    """It imports what is harmless, and calls nothing that makes code of text."""
    assert not [*faults(path.read_text("utf-8"))]


@pytest.mark.parametrize("name", sorted(WITH_LEARNERS))
def test_adapters_use_what_they_adapt(name: str) -> None:
    """They import that and nothing more, and call nothing dangerous either."""
    source = PACKAGE.joinpath("adapters", name).read_text("utf-8")

    assert {fault.partition(".")[0] for fault in faults(source)} <= LEARNERS


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("eval(text)", "eval"),
        ("run = exec", "exec"),
        ("def f():\n    import socket", "socket"),
        ("from urllib.request import urlopen", "urllib.request"),
        ("from os import path", "os"),
        ("import pickle as p", "pickle"),
        ("open('a')", "open"),
        ("from pathlib import Path", "pathlib"),
    ],
)
def test_what_is_dangerous_is_found(source: str, fault: str) -> None:
    """Wherever it stands, and by whatever name."""
    assert [*faults(source)] == [fault]


def test_dangerous_names_exist() -> None:
    """None of them is misspelt."""
    assert set(dir(builtins)) >= DANGEROUS
    assert sys.stdlib_module_names >= HARMLESS


# A program that tells all that Python notes of it, once everything is loaded.
WATCHED = """
import importlib.resources, io, json, sys
import attrs, pisti
from pisti import book, examples, notation, players, records, svg, text, wire

seen = []

def note(event, arguments):
    if on:
        seen.append([event, *map(str, arguments)])

def play(seed):
    variant = pisti.PARTNERSHIP
    match = pisti.new_match(variant, rng=seed)
    state, events = match.start(rng=seed)
    while state.turn is not None:
        move = players.greedy(pisti.view(state, state.turn))
        state, told = pisti.step(state, move, seat=state.turn)
        events += told
    match = match.add(state)
    for seat in (None, *range(variant.players)):
        view = pisti.view(state, seat)
        pisti.determinize(view, seed)
        for value in (view, *(pisti.redact(event, seat) for event in events)):
            assert wire.from_json(wire.to_json(value)) == value
        for event in events:
            pisti.describe(pisti.redact(event, seat), "tr")
        svg.draw(view)
        text.draw(view, lang="tr")
    written = io.StringIO()
    record = records.Record.of(state, draw=match.draw)
    records.dump(record, written)
    assert records.loads(written.getvalue()) == record
    svg.draw(match), text.draw(match), pisti.rulebook(variant, "tr")
    for option in attrs.fields_dict(pisti.Variant):
        value = notation.format_option(getattr(variant, option))
        notation.parse_option(option, value)
    for read in (pisti.Card.parse, pisti.parse_cards, records.loads, wire.from_json):
        try:
            read("__import__('os').system('true')")
        except pisti.PistiError as error:
            pisti.describe(error, "tr")

# Python loads what reads files when it is first asked for one.
importlib.resources.files("pisti").joinpath("py.typed").read_text()
on = False
sys.addaudithook(note)
"""
# Asking for a frame, the identity or the class of a value opens nothing.
QUIET = {"builtins.id", "object.__getattr__", "object.__setattr__", "sys._getframe"}


def noted(program: str) -> list[list[str]]:
    """Run a program after `WATCHED`, and give what it has noted."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-X", "utf8", "-c", f"{WATCHED}\n{program}"],
        input="",
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert not done.stderr
    events: list[list[str]] = json.loads(done.stdout)
    return [event for event in events if event[0] not in QUIET]


PRINT = "on = False; print(json.dumps(seen))"


def test_nothing_happens_at_run_time_but_play() -> None:
    """The first hand reads the package's data and has cattrs write its methods."""
    events = noted(f"on = True; play(None); {PRINT}")
    files = {event[1] for event in events if event[0] == "open"}
    code = [event[-1] for event in events if event[0] == "compile"]
    run = [event[1] for event in events if event[0] == "exec"]
    data = {str(path) for path in (PACKAGE / "data").iterdir()}

    assert files <= data
    assert {event[0] for event in events} <= {"open", "compile", "exec"}
    assert all(file.startswith("<cattrs generated") or not file for file in code)
    assert all("<cattrs generated" in module or '""' in module for module in run)


def test_nothing_happens_once_all_is_read() -> None:
    """Later hands open nothing, import nothing and make no code."""
    assert noted(f"play(1); on = True; play(2); {PRINT}") == []


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("open(pisti.__file__).close()", "open"),
        ("eval('1')", "compile"),
        ("import this_is_no_module", "import"),
        ("import socket; socket.socket().close()", "socket.__new__"),
        ("import os; os.listdir('.')", "os.listdir"),
    ],
)
def test_what_must_not_happen_is_noted(line: str, event: str) -> None:
    """A hook that hears nothing would prove nothing."""
    program = f"on = True\ntry:\n    {line}\nexcept ImportError:\n    pass\n{PRINT}"

    assert event in {event for event, *_ in noted(program)}

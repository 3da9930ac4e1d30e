"""The conformance pack: its files are valid, and are what both engines give."""

import json
from itertools import product
from typing import Any

import pytest
from golden import CONFORMANCE, DECKS, read
from jsonschema import Draft202012Validator
from proof.conformance import (
    BUILD,
    ENGINES,
    HEAD,
    VERSION,
    continuations,
    positions,
    rows,
    ways,
    whole_hands,
    written,
)

from pisti import DECK, VARIANTS

FILES = sorted(path.name for path in CONFORMANCE.glob("*.json"))
SCHEMA = json.loads((CONFORMANCE / "schema.json").read_text("utf-8"))
COUNTS = read("counts.json")

# What goes on in more ways is left to the command, which takes a minute.
MANY = 5_000
SOON = [entry for entry in positions() if ways(*entry) <= MANY]


@pytest.mark.parametrize("name", [name for name in FILES if name != "schema.json"])
def test_files_are_valid(name: str) -> None:
    """Each file is as the schema has it, of this version and edition."""
    content = read(name)
    Draft202012Validator(SCHEMA).validate(content)
    assert {key: content[key] for key in HEAD} == HEAD
    assert content["kind"] == name.removesuffix(".json")


def test_schema() -> None:
    """The schema is one, names each kind of file, and refuses what is none."""
    Draft202012Validator.check_schema(SCHEMA)
    kinds = [file["properties"]["kind"]["const"] for file in SCHEMA["oneOf"]]
    assert [f"{kind}.json" for kind in sorted(kinds)] == [
        name for name in FILES if name != "schema.json"
    ]
    assert SCHEMA["$id"].endswith(f":{VERSION}")
    assert SCHEMA["$defs"]["preset"]["enum"] == list(VARIANTS)
    validator = Draft202012Validator(SCHEMA)
    content = read("decks.json")
    for change in (
        {"kind": "cases"},
        {"version": VERSION + 1},
        {"decks": [{**DECKS[0], "cards": "AC"}]},
        {"decks": [{**DECKS[0], "overrides": {"players": 5}}]},
        {"more": 1},
    ):
        assert not validator.is_valid({**content, **change})


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", BUILD)
def test_computed_files(name: str, engine: str) -> None:
    """The presets and the cuts are what each engine gives, as they would be written."""
    text = written(BUILD[name](engine))
    assert text == (CONFORMANCE / name).read_text("utf-8")


@pytest.mark.rule("4.2", "4.3", "4.11", "4.12", "4.13", "5.3", "5.4", "5.5", "6.3")
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("entry", SOON, ids=lambda entry: f"{entry[0]}-{entry[1]}")
def test_continuations(entry: tuple[str, int, int], engine: str) -> None:
    """Each engine plays on in every way to the counts that are written."""
    name, before, depth = entry
    found = continuations(engine, *entry)
    assert found in COUNTS["continuations"]
    assert len(found["depths"]) == depth
    # The last of these plays was made as often as there are ways to come to it.
    assert found["depths"][-1]["plays"] == ways(name, before, depth)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("number", range(len(COUNTS["hands"])))
def test_whole_hands(number: int, engine: str) -> None:
    """Each engine plays packs that follow a formula to the counts that are written."""
    assert whole_hands(engine, *list(rows())[number]) == COUNTS["hands"][number]


def test_counts_are_complete() -> None:
    """Each position and each row has its counts, in this order."""
    assert [entry["deck"] for entry in COUNTS["continuations"]] == [
        name for name, _, _ in positions()
    ]
    assert len(COUNTS["hands"]) == len(list(rows()))


def test_counts_count_all_kinds() -> None:
    """Everything that is counted happens somewhere, so that no count is for nothing."""
    counted: dict[str, int] = {}
    for row, part in product(COUNTS["hands"], ("plays", "ends", "void")):
        for key, value in row[part].items():
            counted[key] = counted.get(key, 0) + total(value)
    for row in COUNTS["continuations"]:
        for key, value in (row["ends"] or {}).items():
            counted[key] = counted.get(key, 0) + total(value)
    assert all(counted.values())
    assert {"3.9", "3.11"} <= counted.keys()


def total(value: Any) -> int:
    """Add up counts by side."""
    return sum(value) if isinstance(value, list) else int(value)


@pytest.mark.parametrize("row", COUNTS["hands"])
def test_counts_add_up(row: dict[str, Any]) -> None:
    """Hands, plays, wins and cards of a row fit together."""
    ends = row["ends"]
    assert ends["hands"] + sum(row["void"].values()) == 52
    assert row["plays"]["plays"] == 48 * ends["hands"]
    assert sum(ends["won"]) + ends["drawn"] == ends["hands"]
    captured = ends["hands"] - ends["nobody_captured"]
    assert sum(ends["cards"]) == len(DECK) * captured

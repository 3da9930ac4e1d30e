"""The files of known hands, shuffles and single plays, and the tables they name."""

import json
from pathlib import Path
from typing import Any

import attrs

from pisti import (
    VARIANTS,
    Card,
    Cut,
    DealOrder,
    Direction,
    FirstDealer,
    HiddenSeenBy,
    LayoutRedeal,
    Leader,
    OpeningJack,
    Rank,
    Variant,
)

CONFORMANCE = Path(__file__).parent / "conformance"
ENUMS = {
    "direction": Direction,
    "first_dealer": FirstDealer,
    "leader": Leader,
    "cut": Cut,
    "deal_order": DealOrder,
    "opening_jack": OpeningJack,
    "layout_redeal": LayoutRedeal,
    "hidden_seen_by": HiddenSeenBy,
}


def read(name: str) -> dict[str, Any]:
    """Read a data file."""
    content: dict[str, Any] = json.loads(
        (CONFORMANCE / name).read_text(encoding="utf-8")
    )
    return content


DECKS = read("decks.json")["decks"]
CASES = read("cases.json")["cases"]
SHUFFLES = read("shuffles.json")["shuffles"]
PACKS = read("shuffles.json")["packs"]


def value_of(field: str, value: Any) -> Any:
    """Read an option of a data file."""
    if field in ENUMS:
        return ENUMS[field](value)
    if field == "card_points":
        ranks = {rank.value: rank for rank in Rank}
        return {ranks.get(key) or Card.parse(key): n for key, n in value.items()}
    return value


def table(preset: str, overrides: dict[str, Any]) -> Variant:
    """Make the table that an entry of a data file names."""
    changes = {field: value_of(field, value) for field, value in overrides.items()}
    return attrs.evolve(VARIANTS[preset], **changes)

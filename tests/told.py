"""What a message of the table in the browser tells, and whether it may."""

import json
import re
from typing import Any, TypeAlias

from pisti import DECK, Card, View, name_of, wire
from pisti.rules import Language

Data: TypeAlias = dict[str, Any]

_CARD = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b")
_LANGUAGES: tuple[Language, ...] = ("en", "tr")
_NAMED = {name_of(card, lang): card for lang in _LANGUAGES for card in DECK}
_NAME = re.compile("|".join(_NAMED))
_VOID = ("the deal is void", "dağıtım geçersiz")


def known_by(view: Data) -> set[Card]:
    """Give the cards that a view knows, or has told."""
    read = wire.from_data(view)
    assert isinstance(read, View)
    return set(DECK) - set(read.unseen)


def cards_in(text: str) -> set[Card]:
    """Find all cards in a text, by their code or their name in either language."""
    told = {Card.parse(found) for found in _CARD.findall(text)}
    return told | {_NAMED[found] for found in _NAME.findall(text)}


def check_secrets(message: Data) -> None:
    """Refuse any card in a message that its own view does not know."""
    assert message["view"] is None or message["view"]["seat"] == message["seat"]
    if message["view"] is None or message["view"]["is_over"]:
        return
    # The table's options name cards, and what is unseen is said to be.
    view = {k: v for k, v in message["view"].items() if k not in {"variant", "unseen"}}
    # The cards of a void deal have been shown to all, and are shuffled again.
    lines = message["lines"]
    void = [
        n
        for n, line in enumerate(lines, 1)
        if any(words in line["text"] for words in _VOID)
    ]
    after = lines[void[-1] :] if void else lines
    events = [] if void else message["events"]
    own = {**message, "view": view, "draw": [], "lines": after, "events": events}
    assert cards_in(json.dumps(own, ensure_ascii=False)) <= known_by(message["view"])

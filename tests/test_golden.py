"""The data files of known hands, shuffles and single plays."""

from typing import Any

import pytest
from golden import CASES, DECKS, PACKS, SHUFFLES, table

from pisti import (
    VARIANTS,
    Card,
    PileCaptured,
    Redeal,
    ResidueAwarded,
    Rule,
    State,
    judge,
    legal_moves,
    new_game,
    parse_cards,
    score_hand,
    shuffle,
    start,
    step,
)


def pack_id(pack: dict[str, Any]) -> str:
    """Name a pack by its preset, overrides and seed."""
    overrides = [str(value) for value in pack["overrides"].values()]
    return "-".join([pack["preset"], *overrides, str(pack["seed"])])


def capture_entry(event: PileCaptured) -> dict[str, Any]:
    """Give a capture as the data file has it."""
    return {
        "play": event.ply,
        "seat": event.seat,
        "card": str(event.card),
        "cards": len(event.hidden) + len(event.pile) + 1,
        "bonus": event.bonus,
        "denied": event.denied and event.denied.value,
    }


def play_oldest(state: State) -> tuple[State, list[Any], list[Any]]:
    """Play a hand, oldest cards first; its captures and residues as in the file."""
    captures, residues = [], []
    while moves := legal_moves(state):
        state, events = step(state, moves[0])
        for event in events:
            if isinstance(event, PileCaptured):
                captures.append(capture_entry(event))
            elif isinstance(event, ResidueAwarded):
                text = " ".join(map(str, event.cards))
                residues.append({"seat": event.seat, "cards": text})
    return state, captures, residues


@pytest.mark.rule("4.9", "4.11", "4.12", "4.13", "5.1", "5.2", "6.1", "6.2", "6.5")
@pytest.mark.parametrize("deck", DECKS, ids=[deck["name"] for deck in DECKS])
def test_deck(deck: dict[str, Any]) -> None:
    """Each known deck plays out as written: captures, residue, counts, winner."""
    state = new_game(
        table(deck["preset"], deck["overrides"]),
        deck=parse_cards(deck["cards"]),
        dealer=deck["dealer"],
    )
    state, captures, residues = play_oldest(state)
    assert captures == deck["captures"]
    assert residues == ([] if deck["residue"] is None else [deck["residue"]])
    score = score_hand(state)
    assert list(score.counts) == deck["counts"]
    assert list(score.totals) == deck["totals"]
    assert score.winner == deck["winner"]
    paid = [capture["bonus"] for capture in captures if capture["bonus"]]
    assert [bonus.points for bonus in state.won.bonuses] == paid


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("seed", SHUFFLES)
def test_shuffle(seed: str) -> None:
    """Each seed shuffles the pack as written, today and on every Python."""
    pack = shuffle(int(seed))
    assert pack.cards == parse_cards(SHUFFLES[seed])
    assert (pack.cutter_saw, pack.kept) == ((), None)


@pytest.mark.rule("2.2", "2.3", "2.4", "2.5", "3.7", "3.9", "3.11")
@pytest.mark.parametrize("pack", PACKS, ids=map(pack_id, PACKS))
def test_pack(pack: dict[str, Any]) -> None:
    """Each seed shuffles, cuts and deals again as written."""
    variant = table(pack["preset"], pack["overrides"])
    state, events = start(variant, rng=pack["seed"])
    dealt = state.setup.pack
    assert dealt.cards == parse_cards(pack["cards"])
    assert dealt.cutter_saw == parse_cards(pack["cutter_saw"])
    assert dealt.kept == (pack["kept"] and Card.parse(pack["kept"]))
    redeals = [event.rule.id for event in events if isinstance(event, Redeal)]
    assert redeals == pack["redeals"]


@pytest.mark.rule(
    "4.4", "4.5", "4.6", "4.7", "4.9", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6"
)
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    """Each known play is judged as written, rule included, at every table named."""
    pile, hidden = parse_cards(case["pile"]), parse_cards(case["hidden"])
    card = Card.parse(case["card"])
    for preset in case["presets"]:
        outcome = judge(
            table(preset, case["overrides"]),
            pile=pile,
            card=card,
            play=case["play"],
            hidden=hidden,
        )
        taken = (*hidden, *pile, card) if case["captured"] else ()
        assert len(taken) == case["captured"]
        assert outcome.captured == taken
        assert outcome.kind == case["kind"]
        assert outcome.bonus == case["bonus"]
        assert outcome.denied == case["denied"]
        assert outcome.rule is Rule(case["rule"])


def test_data_names_every_preset() -> None:
    """No preset is without a known deck, pack and play."""
    assert {deck["preset"] for deck in DECKS} == set(VARIANTS)
    assert {preset for case in CASES for preset in case["presets"]} == set(VARIANTS)
    assert {pack["preset"] for pack in PACKS} == set(VARIANTS)

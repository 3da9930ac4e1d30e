"""The proofs by enumeration, in their short form, and what they rest on."""

import ast
from math import factorial
from pathlib import Path
from typing import Any

import naive
import pytest
from comparing import naive_position, naive_score_parts, position, score_parts
from hypothesis import given
from hypothesis import strategies as st
from lockstep import dealt_alike, named, packed, patterns, small_pack
from proof.exhaustive import PROOFS, SMALL_STEP, SMALL_TABLES
from proof.faults import FAULTS, SOURCE, plant
from strategies import CARDS, NAMES, Hand, choose, hands, options_of, texts

import pisti
from pisti import (
    CLASSIC,
    DECK,
    VARIANTS,
    Card,
    Rank,
    State,
    Suit,
    apply_move,
    legal_moves,
    new_game,
    score_hand,
)

# What decides a hand: nothing here asks a suit anything.
ENGINE = ("dealing", "judging", "packs", "play", "scoring", "state", "variants")


@pytest.mark.parametrize("name", PROOFS)
def test_proof(name: str) -> None:
    """Each proof tries its cases, and finds no difference."""
    assert PROOFS[name](thorough=False) > 500


# Symmetry


renamings = st.tuples(
    st.permutations(list(Suit)),
    st.permutations([rank for rank in Rank if rank is not Rank.JACK]),
)
"""Other names for suits, and for ranks other than jacks."""


def renaming(suits: list[Suit], ranks: list[Rank]) -> dict[Card, Card]:
    """Give each card its new name."""
    others = [rank for rank in Rank if rank is not Rank.JACK]
    rank_of: dict[Rank, Rank] = dict(zip(others, ranks, strict=True))
    rank_of[Rank.JACK] = Rank.JACK
    suit_of = dict(zip(Suit, suits, strict=True))
    return {card: Card(rank_of[card.rank], suit_of[card.suit]) for card in DECK}


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Rename all cards in a position told in texts."""
    if isinstance(value, dict):
        return {key: renamed(part, names) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(renamed(part, names) for part in value)
    return names.get(value, value) if isinstance(value, str) else value


def course(first: State, choices: Any) -> tuple[Card, ...]:
    """Give the cards of a hand in the order played."""
    state = first
    for choice in choices:
        state = apply_move(state, choose(state, choice))
    return state.plays


@pytest.mark.rule("1.2")
@given(hands(), renamings)
def test_names_do_not_matter(
    hand: Hand, renaming_of: tuple[list[Suit], list[Rank]]
) -> None:
    """A hand with cards renamed goes as before, in both engines, but for points."""
    first = hand.first
    new = renaming(*renaming_of)
    names = {NAMES[card]: NAMES[other] for card, other in new.items()}
    variant, dealer = first.variant, first.dealer
    deck = first.setup.pack.cards
    ours = [new_game(variant, deck=deck, dealer=dealer)]
    ours += [new_game(variant, deck=[new[card] for card in deck], dealer=dealer)]
    options = options_of(variant)
    theirs = [
        naive.Hand(options, texts(state.setup.pack.cards), dealer) for state in ours
    ]
    for card in course(ours[0], hand.choices):
        ours = [apply_move(ours[0], card), apply_move(ours[1], new[card])]
        theirs[0].play(NAMES[card])
        theirs[1].play(NAMES[new[card]])
        assert renamed(position(ours[0]), names) == position(ours[1])
        assert renamed(naive_position(theirs[0]), names) == naive_position(theirs[1])
    assert unpriced(score_parts(score_hand(ours[0])), names) == unpriced(
        score_parts(score_hand(ours[1])), {}
    )
    assert unpriced(naive_score_parts(theirs[0]), names) == unpriced(
        naive_score_parts(theirs[1]), {}
    )


def unpriced(score: dict[str, Any], names: dict[str, str]) -> Any:
    """Give a score without the points of single cards."""
    lines = [line for line in score["lines"] if line[2] != "6.1"]
    return sorted(renamed(lines, names)), score["counts"]


@pytest.mark.rule("1.2")
@pytest.mark.parametrize("name", ENGINE)
def test_suits_are_not_asked_for(name: str) -> None:
    """No module that decides a hand reads the suit of a card."""
    tree = ast.parse((Path(pisti.__file__).parent / f"{name}.py").read_text("utf-8"))
    read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert "suit" not in read


# Enumerations


def test_patterns() -> None:
    """Patterns are as many as there are ways to group four cards, a jack apart."""
    # Bell's numbers: a group more stands for the jacks.
    assert [len(list(patterns(length))) for length in range(1, 5)] == [2, 5, 15, 52]
    # Five cards cannot be of one rank: not all jacks, and not all others.
    assert len(list(patterns(5))) == 203 - 2
    for pattern in patterns(4):
        assert len(set(named(pattern))) == 4


def test_orders_of_a_small_pack() -> None:
    """Orders are as many as the cards allow, divided by what renames them."""
    eight = list(dealt_alike({-1: 2, 0: 2, 1: 2, 2: 2}))
    assert len(set(eight)) == len(eight) == factorial(8) // 2**4 // factorial(3)
    twelve = list(dealt_alike({-1: 4, 0: 4, 1: 4}))
    assert len(set(twelve)) == len(twelve) == factorial(12) // 24**3 // 2


@pytest.mark.parametrize("name", VARIANTS)
def test_packed(name: str) -> None:
    """Packs are ordered so that the oldest cards are played in the order wanted."""
    layout, plays = DECK[:3] + DECK[-1:], DECK[3:-1]
    for leader in pisti.Leader:
        variant = pisti.Variant(
            players=VARIANTS[name].players,
            hand_size=VARIANTS[name].hand_size,
            deal_order=VARIANTS[name].deal_order,
            leader=leader,
        )
        state = new_game(variant, deck=packed(variant, layout, plays), dealer=1)
        assert state.setup.hidden + state.setup.pile == layout
        while moves := legal_moves(state):
            state = apply_move(state, moves[0])
        assert state.plays == plays


def test_small_pack() -> None:
    """A small pack has fewer plays, and the full one is back afterwards."""
    small = DECK[:10]
    with small_pack(small):
        variant = pisti.Variant(players=2, hand_size=3)
        state = new_game(variant, deck=small)
        assert texts(small) == naive.DECK
        while moves := legal_moves(state):
            state = apply_move(state, moves[0])
        assert state.ply == 6
    assert len(naive.DECK) == len(CARDS) == 52
    assert new_game(CLASSIC, rng=7).ply == 0


def test_small_tables() -> None:
    """The short form has a small pack dealt with each value of an option."""
    with small_pack(DECK[:8]):
        tables = [options_of(variant) for variant in SMALL_TABLES()]
    for option in tables[0]:
        values = {str(table[option]) for table in tables}
        assert values == {str(table[option]) for table in tables[::SMALL_STEP]}


# Faults


@pytest.mark.parametrize("name", FAULTS)
def test_faults_can_be_planted(name: str, tmp_path: Path) -> None:
    """Each planted fault changes one place of the source, and is still a program."""
    module = FAULTS[name].module
    (tmp_path / module).write_text((SOURCE / module).read_text("utf-8"), "utf-8")
    plant(FAULTS[name], tmp_path)
    text = (tmp_path / module).read_text("utf-8")
    assert text != (SOURCE / module).read_text("utf-8")
    ast.parse(text)

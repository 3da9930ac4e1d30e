"""Values that public classes and functions refuse, beside plain bad input."""

import pickle
from typing import Any

import attrs
import pytest

from pisti import (
    CLASSIC,
    DECK,
    Bonus,
    Card,
    Cut,
    DealError,
    IllegalMoveError,
    Match,
    MatchError,
    NotationError,
    Pack,
    Rule,
    State,
    Variant,
    apply_move,
    legal_moves,
    new_game,
    new_match,
    parse_cards,
    score_cards,
    score_hand,
    start,
    step,
)

SEVENS = parse_cards("7H 7S")


@pytest.mark.parametrize("value", [None, "state", 3, DECK])
def test_what_is_no_state(value: Any) -> None:
    """Functions on states refuse anything else by their own errors."""
    for act in (
        lambda: legal_moves(value),
        lambda: apply_move(value, DECK[0]),
        lambda: apply_move(value, DECK[0], seat=0),
        lambda: step(value, DECK[0]),
    ):
        with pytest.raises(IllegalMoveError, match="not a State") as refused:
            act()
        assert refused.value.rule is Rule.TURN
    with pytest.raises(DealError, match="not a State") as unscored:
        score_hand(value)
    assert unscored.value.rule is Rule.HAND_SCORE


def test_a_state_of_lists_is_not_changed() -> None:
    """Playing from a state that was made with lists leaves them alone."""
    state = new_game(CLASSIC, rng=7)
    pile: Any = list(state.pile)
    plays: Any = []
    other = attrs.evolve(state, plays=plays, pile=pile)
    with pytest.raises(TypeError):
        apply_move(other, other.hands[0][0])

    assert plays == []
    assert pile == list(state.pile)


@pytest.mark.rule("5.1", "5.2", "5.3")
@pytest.mark.parametrize(
    ("bonus", "rule"),
    [
        (Bonus(0, 20, Rule.PISTI, SEVENS), Rule.PISTI),
        (Bonus(0, 10, Rule.DOUBLE_PISTI, SEVENS), Rule.PISTI),
        (Bonus(0, 10, Rule.PISTI, SEVENS[:1]), Rule.LONE_CARD),
        (Bonus(0, 10, Rule.PISTI, parse_cards("7H 8H")), Rule.LONE_CARD),
        (Bonus(0, 1, Rule.LONE_CARD, parse_cards("7H 8H")), Rule.LONE_CARD),
        (Bonus(0, 10, Rule.PISTI, parse_cards("7H 7S 7D")), Rule.LONE_CARD),
        (
            Bonus(0, 0, Rule.JACK_ON_ANOTHER_RANK, parse_cards("7H JS")),
            Rule.JACK_ON_ANOTHER_RANK,
        ),
        (Bonus(0, 10, Rule.PISTI, parse_cards("JH JS")), Rule.DOUBLE_PISTI),
    ],
    ids=repr,
)
def test_a_bonus_that_no_table_pays(bonus: Bonus, rule: Rule) -> None:
    """A bonus must be what the table pays for its two cards."""
    with pytest.raises(DealError, match="no such bonus") as refused:
        score_cards(CLASSIC, (DECK, ()), [bonus])
    assert refused.value.rule is rule


@pytest.mark.rule("5.1", "5.2", "5.3")
def test_bonuses_that_the_table_pays() -> None:
    """A pişti, a double and a jack on another rank count as the table pays them."""
    generous = attrs.evolve(CLASSIC, jack_pisti_points=5)
    bonuses = [
        Bonus(0, 10, Rule.PISTI, SEVENS),
        Bonus(0, 20, Rule.DOUBLE_PISTI, parse_cards("JH JS")),
        Bonus(1, 5, Rule.JACK_ON_ANOTHER_RANK, parse_cards("8H JD")),
    ]

    heaps = (parse_cards("7H 7S 7C 7D JH JS"), parse_cards("8H JD"))
    score = score_cards(generous, heaps, bonuses, final=False)
    # The jacks earn a point each.
    assert score.totals == (30 + 2, 5 + 1)


@pytest.mark.parametrize("final", [1, 0, None, "yes"])
def test_final_is_a_bool(final: Any) -> None:
    """Whether the hand is over is yes or no."""
    with pytest.raises(DealError, match="final"):
        score_cards(CLASSIC, ((), ()), final=final)


def test_matches_that_cannot_be() -> None:
    """A match has a dealer of the table, and scores in a tuple."""
    with pytest.raises(DealError):
        Match(variant=CLASSIC, first_dealer=2)
    with pytest.raises(MatchError, match="first dealer") as refused:
        Match(variant=CLASSIC, first_dealer=None)  # type: ignore[arg-type]
    assert refused.value.rule is Rule.FIRST_DEALER
    scores: Any
    for scores in ([], (3,), None):
        with pytest.raises(MatchError, match="scores"):
            Match(variant=CLASSIC, first_dealer=0, scores=scores)


@pytest.mark.rule("2.5")
def test_a_jack_is_kept_only_where_the_cutter_may() -> None:
    """A pack with a kept jack is told, and only dealt where jacks are kept."""
    cards = list(DECK)
    jack = Card.parse("JC")
    cards.remove(jack)
    cards.insert(4, jack)
    keeps = Variant(cut=Cut.CUTTER_KEEPS)
    pack = Pack(cards, kept=jack)

    _, events = start(keeps, deck=pack)
    assert [event.kept for event in events if hasattr(event, "kept")] == [jack]
    with pytest.raises(DealError) as refused:
        start(Variant(), deck=pack)
    assert refused.value.rule is Rule.CUTTER_KEEPS
    assert refused.value.deck is pack


def test_huge_and_negative_numbers() -> None:
    """Numbers too long to print are refused or used like any other."""
    huge = 10**5000
    match = new_match(CLASSIC, dealer=0)

    assert match.deal(rng=huge) == match.deal(rng=huge)
    with pytest.raises(DealError):
        new_game(dealer=huge)
    for rng in (-7, -1):
        with pytest.raises(DealError):
            new_game(rng=rng)
        with pytest.raises(DealError):
            match.deal(rng=rng)


def test_errors_show_no_hand_that_was_given_by_mistake() -> None:
    """A hand or a state in the wrong place is named by its type alone."""
    state: Any = new_game(CLASSIC, rng=7)
    mistakes: list[Any] = [
        lambda: apply_move(state, state.hands),
        lambda: apply_move(state, state.hands[0][0], seat=state.hands),
        lambda: new_game(dealer=state),
        lambda: new_game(rng=state),
        lambda: attrs.evolve(CLASSIC, players=state),
    ]
    for mistake in mistakes:
        with pytest.raises(ValueError, match="a value of type") as refused:
            mistake()
        assert "QC" not in str(refused.value)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "None"),
        (True, "True"),
        (2.5, "2.5"),
        (-7, "-7"),
        (10**20 - 1, "99999999999999999999"),
        (10**20, "a value of type int"),
        (-(10**20), "a value of type int"),
        ("8X", "'8X'"),
        ("X" * 58, f"'{'X' * 58}'"),
        ("X" * 61, f"'{'X' * 59}"),
        (["8H"], "a value of type list"),
    ],
    ids=str,
)
def test_what_errors_show(value: Any, words: str) -> None:
    """Short text and small numbers are shown, of all else the beginning or the type."""
    with pytest.raises(NotationError) as refused:
        Card.parse(value)

    assert str(refused.value) == f"not a card: {words}"


def test_fast_and_ordinary_construction_agree() -> None:
    """A state made by the engine is like one made by its constructor."""
    state = apply_move(new_game(CLASSIC, rng=7), Card.parse("QC"))
    made = State(state.setup, state.plays, state.hands, state.pile, state.won)

    assert type(state) is State
    assert (made, hash(made), repr(made)) == (state, hash(state), repr(state))
    assert pickle.loads(pickle.dumps(state)) == made  # noqa: S301

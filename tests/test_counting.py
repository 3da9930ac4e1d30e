"""The counting player: what it remembers, and what it weighs."""

import attrs
import pytest
from tables import FOUR, TWO, deal, play, table
from test_players import on_turn, play_hand

from pisti import (
    CLASSIC,
    PARTNERSHIP,
    Cut,
    Move,
    Rank,
    Variant,
    View,
    parse_cards,
    shuffle,
    view,
)
from pisti.judging import captures
from pisti.players import counting, greedy
from pisti.players.memory import refused, value_of_a_card

PARTNERS = attrs.evolve(PARTNERSHIP, cut=Cut.NONE)


# What was not taken


def test_who_leaves_a_rank_lying_has_none_of_it() -> None:
    """A seat that plays on a pile shows what it does not hold, and that is no jack."""
    state = play(deal(FOUR, "7H", "2C", "3C", "4C", "5C"), "2C 3C 4C")

    assert refused(view(state, 3)) == [
        {Rank.SEVEN, Rank.JACK},
        {Rank.TWO, Rank.JACK},
        {Rank.THREE, Rank.JACK},
        set(),
    ]


def test_a_jack_may_be_kept_from_a_lone_card() -> None:
    """Nobody shows by leaving one card that he holds no jack."""
    state = play(deal(TWO, "7H", "7S 4C", "2D 3D"), "7S 2D 4C")

    assert refused(view(state, 1)) == [{Rank.TWO}, set()]


def test_an_empty_table_shows_nothing() -> None:
    """Whoever finds nothing to take refuses nothing."""
    state = play(deal(TWO, "7H", "7S 4C", "2D 3D"), "7S 2D")

    assert refused(view(state, 0)) == [set(), set()]


def test_new_packets_are_not_known() -> None:
    """What was refused in the round before says nothing of the cards held now."""
    state = deal(TWO, "7H", "2C 3C 4C 5C", "2D 3D 4D 5D")
    state = play(state, "2C 3D 4C 5D 3C 2D 5C")
    ranks = {Rank.SEVEN, Rank.THREE, Rank.FIVE, Rank.TWO, Rank.JACK}
    assert refused(view(state, 1))[0] == ranks

    assert refused(view(play(state, "4D"), 0)) == [set(), set()]


def test_what_was_refused_is_safe_to_play() -> None:
    """Of two equal ranks, the one goes that the next seat has left lying."""
    state = play(deal(CLASSIC, "7H", "9C 9D 2C 2D", "3C"), "2C 3C")

    assert on_turn(greedy, state) == "9C"
    assert on_turn(counting, state) == "2D"


# What is weighed


def test_a_card_has_its_share_of_the_majority() -> None:
    """Cards are worth more where most cards bring more points (rule 6.2)."""
    assert value_of_a_card(table(majority_points=0)) == 0
    assert 3 / 52 < value_of_a_card(CLASSIC) < value_of_a_card(table(majority_points=6))


def test_a_jack_waits_for_a_better_pile() -> None:
    """Two cards without points are not worth a jack; with the good ten they are."""
    for card, choice in (("3C", "9C"), ("10D", "JS")):
        state = deal(CLASSIC, "7H", "4C 2S JS 9C", f"4D {card}")
        state = play(state, f"4C 4D 2S {card}")
        assert on_turn(greedy, state) == "JS"
        assert on_turn(counting, state) == choice


def test_a_bonus_is_not_given_away() -> None:
    """Rather an ace of which no other is left than a card that may be matched."""
    state = deal(CLASSIC, "7H", "2C 9H 9C AC", "AD AH AS 2D")
    state = play(state, "2C AD 9H AH 9C AS")

    assert on_turn(counting, state) == "AC"


@pytest.mark.parametrize(("variant", "choice"), [(PARTNERS, "10D"), (FOUR, "4D")])
def test_a_partner_is_given_the_good_ten(variant: Variant, choice: str) -> None:
    """What somebody with a jack will take has points for a partner, else none."""
    seen = view(deal(variant, "7H", "4D 10D 9C KD"), 0)
    own, unknown = seen.hand, (None,) * 4
    hands = own, unknown, (*parse_cards("JC"), None, None, None), unknown
    seen = attrs.evolve(seen, hands=hands)

    assert str(counting(seen)) == choice


def miser(view: View) -> Move:
    """Capture nothing as long as there is another card."""
    return min(view.legal_moves, key=lambda card: captures(view.pile, card))


def test_whoever_plays_otherwise_confuses_nobody() -> None:
    """A seat that refuses what it could take is played against as well."""
    packs = [shuffle(seed) for seed in range(10)]

    assert sum(play_hand((counting, miser), CLASSIC, pack) for pack in packs) > 200

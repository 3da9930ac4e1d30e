"""The counting player: what it remembers, and what it weighs."""

import attrs
import pytest
from tables import FOUR, TWO, deal, line_up, play, play_oldest, table
from test_players import on_turn, play_hand

from pisti import (
    CLASSIC,
    PARTNERSHIP,
    Card,
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
from pisti.players.memory import Table, weigh
from pisti.players.weighing import PLACES, RANKS, value_of_a_card

PARTNERS = attrs.evolve(PARTNERSHIP, cut=Cut.NONE)
COVERED = attrs.evolve(PARTNERS, bottom_card_exposed=False)


# What was not taken


def refused(seen: View) -> list[set[Rank]]:
    """Give for each seat the ranks that it could have captured with, and did not."""
    table = Table(seen)
    for card in seen.plays:
        table.play(PLACES[card])
    return [{RANKS[rank] for rank in ranks} for ranks in table.refused]


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


# In points, by hand: what is worth what, and how likely it is

CARD = 3 / 26 * 2.5


def held(wanted: int, unseen: int, cards: int) -> float:
    """Give how likely some of the unseen cards in a hand are wanted ones."""
    none = 1.0
    for drawn in range(cards):
        none *= (unseen - wanted - drawn) / (unseen - drawn)
    return 1 - none


def test_what_is_left_on_a_pile() -> None:
    """
    Seat 0 has seen 9 cards: of its 43, seat 1 holds three.

    It holds 4C 9C KC with two fours, three nines and three kings to come.
    """
    state = deal(TWO, "2S 3S 4S 7H", "7S 4C 9C KC", "2D 3D 5D 6D")
    jack = held(4, 43, 3)
    four, king = held(2, 43, 3), held(3, 43, 3)

    assert weigh(view(play(state, "7S 2D"), 0)) == pytest.approx(
        dict(
            zip(
                parse_cards("4C 9C KC"),
                (-(p + (1 - p) * jack) * 3 * CARD for p in (four, king, king)),
                strict=True,
            )
        )
    )


@pytest.mark.parametrize("paid", [0, 50])
def test_what_a_lone_card_may_cost(paid: int) -> None:
    """
    Seat 1 has cleared the table; seat 0 has seen 9 cards, and leads a nine.

    A nine takes it with a pişti, and a jack where that is paid for.
    """
    house = table(TWO, jack_pisti_points=paid)
    state = deal(house, "2S 3S 4S 7H", "4C 9C KC 8C", "4D 3D 5D 6D")
    nine, jack = held(3, 43, 3), held(4, 43, 3)
    cost = nine * (2 * CARD + 10) + (1 - nine) * jack * (2 * CARD + paid)

    weighed = weigh(view(play(state, "4C 4D"), 0))

    assert weighed[Card.parse("9C")] == pytest.approx(-cost)


def test_what_a_pisti_is_worth() -> None:
    """Two cards, the bonus, and an empty table; with the last play two cards."""
    state = deal(TWO, "2S 3S 4S 7H", "4C 9C KC 8C", "4D 9D 5D 6D")
    weighed = weigh(view(play(state, "4C 4D 9C"), 1))
    assert weighed[Card.parse("9D")] == pytest.approx(2 * CARD + 10 + 1)

    house = table(TWO, pisti_on_last_play=False)
    last = "9C 9S 8C 8S 6C 6S KC KD"
    state = play_oldest(line_up(house, "2S 3S 4S 7H", "", last), 46)
    # Nothing but seat 1's king has not been seen.
    assert weigh(view(state, 0)) == pytest.approx({Card.parse("KC"): -2 * CARD})
    weighed = weigh(view(play(state, "KC"), 1))
    assert weighed == pytest.approx({Card.parse("KD"): 2 * CARD + 1})


def test_a_known_card_is_not_among_the_unknown() -> None:
    """Of three cards of seat 1 one is known: two more may be a four."""
    state = deal(TWO, "2S 3S 4S 7H", "7S 4C 9C KC", "2D 3D 5D 6D")
    seen = view(play(state, "7S 2D"), 0)
    seen = attrs.evolve(seen, hands=(seen.hand, (*parse_cards("8H"), None, None)))
    four, jack = held(2, 43, 2), held(4, 43, 2)

    expected = -(four + (1 - four) * jack) * 3 * CARD

    assert weigh(seen)[Card.parse("4C")] == pytest.approx(expected)


def test_what_a_jack_is_worth() -> None:
    """It takes a pile less its price; on an empty table another jack takes two piştis."""
    state = deal(TWO, "2S 3S 4S 7H", "4C JS KC 8C", "4D 3D 5D 6D")
    hidden = 3 * (CARD + (4 + 3 + 2 + 3) / 47)  # of the unseen, A, J, 2C and 10D score
    pile = 2 * CARD + 1
    assert weigh(view(state, 0))[Card.parse("JS")] == pytest.approx(
        hidden + pile + 1 - 3.2
    )

    thrown = weigh(view(play(state, "4C 4D"), 0))[Card.parse("JS")]

    assert thrown == pytest.approx(-held(3, 43, 3) * (2 * CARD + 1 + 20) - 3.2)


@pytest.mark.parametrize(("variant", "sign"), [(FOUR, -1), (COVERED, 1)])
def test_who_may_take_it(variant: Variant, sign: int) -> None:
    """The next seat, then a partner or not, then another: as long as it lies there."""
    state = deal(variant, "2S 3S 4S 7H", "4D 9C KC 8C")
    hidden = 3 * (CARD + (4 + 4 + 2 + 3) / 47)
    stake = hidden + 3 * CARD
    four, jack = held(3, 47, 4), held(4, 47, 4)
    expected, lying = -(four + (1 - four) * jack), (1 - four) * (1 - jack)
    expected += sign * lying * jack - lying * (1 - jack) * jack

    weighed = weigh(view(state, 0))

    assert weighed[Card.parse("4D")] == pytest.approx(expected * stake)


# Against players of another kind


def miser(view: View) -> Move:
    """Capture nothing as long as there is another card."""
    return min(view.legal_moves, key=lambda card: captures(view.pile, card))


def test_whoever_plays_otherwise_confuses_nobody() -> None:
    """A seat that refuses what it could take is played against as well."""
    packs = [shuffle(seed) for seed in range(10)]

    assert sum(play_hand((counting, miser), CLASSIC, pack) for pack in packs) > 200

"""What can be determinized: views that a deal gives, whatever it was cut like."""

from itertools import islice, takewhile
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from strategies import seeds
from tables import deal, play, play_oldest, stacked

from pisti import (
    CLASSIC,
    PARTNERSHIP,
    PARTNERSHIP_RECUT,
    Card,
    Cut,
    DealError,
    NotationError,
    Pack,
    State,
    Variant,
    View,
    apply_move,
    cut,
    determinizations,
    determinize,
    new_game,
    parse_cards,
    view,
)
from pisti.determinizing import _places
from pisti.packs import is_jack
from pisti.strategies import states
from pisti.wire import from_data, to_data


@pytest.mark.parametrize("given", [None, "view", new_game(rng=7)], ids=repr)
def test_only_views_are_determinized(given: Any) -> None:
    """A state is full already."""
    with pytest.raises(DealError, match="not a View but"):
        determinize(given, 7)


CHANGES: dict[str, dict[str, Any]] = {
    "seat": {"seat": 2},
    "dealer": {"dealer": 5},
    "no up-card": {"opening": ()},
    "open layout": {"opening": parse_cards("2H 3H 4H 5H")},
    "five beside": {"beside": (None,) * 5},
    "passed": {"passed": parse_cards("JC")},
    "buried": {"buried": parse_cards("JC")},
    "much seen": {"bottom": parse_cards("AS 2S 3S 4S 5S 6S")},
    "no packet": {"packets": ()},
    "short packet": {"packets": (parse_cards("QC"),)},
    "many plays": {"plays": parse_cards("2S") * 49},
    "twice": {"packets": (parse_cards("QC QC AC 3S"),)},
    "another's play": {"plays": parse_cards("4S")},
    "a play again": {"plays": parse_cards("QC 4S QC")},
    "no pile": {"pile": ()},
    "captured": {"captured": (parse_cards("4S"), ())},
    "held": {"hands": ((), ())},
    "last capturer": {"last_capturer": 1},
    "much looked at": {"cutter_saw": parse_cards("JS") * 1001},
}


@pytest.mark.parametrize("changes", CHANGES.values(), ids=CHANGES)
def test_views_that_no_deal_gives(changes: dict[str, Any]) -> None:
    """Views are made by `view`; what somebody makes up is refused."""
    seen = view(new_game(CLASSIC, rng=7), 0)
    with pytest.raises(DealError, match="no deal gives this view"):
        determinize(attrs.evolve(seen, **changes), 7)


def cutter_view(variant: Variant, saw: str) -> View:
    """Let the cutter see what lies lowest in an ordered pack, or something else."""
    pack = Pack(stacked(bottom="9S"), parse_cards(saw))
    return view(new_game(variant, deck=pack, rng=7), variant.players - 2)


def test_a_cutter_cannot_know_another_lowest_card() -> None:
    """What the cutter saw last is lowest, or nothing is known."""
    variant = attrs.evolve(CLASSIC, cut=Cut.RECUT)
    seen = cutter_view(variant, "9S")
    assert determinize(seen, 7).setup.pack.cards[-1] is Card.parse("9S")
    with pytest.raises(DealError, match="no deal gives this view"):
        determinize(attrs.evolve(seen, bottom=parse_cards("8S")), 7)


@pytest.mark.parametrize("variant", [PARTNERSHIP, PARTNERSHIP_RECUT, CLASSIC])
def test_packs_that_no_cut_explains(variant: Variant) -> None:
    """A jack shown lowest is taken as it is, and so is what the cutter saw."""
    pack = Pack(stacked(bottom="JS"), parse_cards("JS 2C"))
    state = new_game(variant, deck=pack, rng=7)
    for seat in (*range(variant.players), None):
        seen = view(state, seat)
        assert view(determinize(seen, 7), seat) == seen


@pytest.mark.parametrize("saw", ["JD JC 9S", "JD JC JH JC 9S"])
def test_a_search_that_cannot_have_been(saw: str) -> None:
    """The cutter's jacks cannot lie where no cut has put them, or two cuts disagree."""
    # JC was on top, with JD under it; and then with JH under it.
    pack = Pack(stacked("JC 2C JD", bottom="9S"), parse_cards(saw))
    state = new_game(PARTNERSHIP, deck=pack, rng=7)
    seen = view(state, 2)
    assert seen.cutter_saw == parse_cards(saw)
    assert view(determinize(seen, 7), 2) == seen


def runs(state: State, top: tuple[Card, ...], draws: int) -> list[int]:
    """Give where the jacks lie in deals for the cutter, one after the other always."""
    drawn = islice(determinizations(view(state, 2), 7), draws)
    packs = [deal.setup.pack.cards for deal in drawn]
    places = [pack.index(top[0]) for pack in packs]
    for pack, place in zip(packs, places, strict=True):
        assert pack[place : place + len(top)] == top
    return places


@pytest.mark.parametrize("jacks", [2, 3, 4])
def test_jacks_that_the_cutter_searched_off_the_top(jacks: int) -> None:
    """They lie one after the other, wherever that may be for all that is known."""
    pack = Pack(stacked("JC JD JH JS"))
    with pytest.raises(DealError) as again:
        cut(pack, jacks, PARTNERSHIP)
    assert isinstance(again.value.deck, Pack)
    top = pack.cards[:jacks]
    # In the own hand or another's, in the layout or the stock, and after a round.
    for at in range(8, 48):
        cut_again = cut(again.value.deck, at, PARTNERSHIP)
        state = new_game(PARTNERSHIP, deck=cut_again)
        for plays in (0, 6, 16):
            runs(play_oldest(state, plays), top, 3)

    state = new_game(PARTNERSHIP, deck=cut(again.value.deck, 20, PARTNERSHIP))
    assert len({*runs(state, top, 200)}) > 20


def test_a_kept_jack_is_where_all_have_seen_it() -> None:
    """Whoever thinks of the deal knows whose first card the jack is."""
    variant = attrs.evolve(PARTNERSHIP, cut=Cut.CUTTER_KEEPS)
    pack = cut(Pack(stacked("2C 3C JS")), 3, variant)
    state = new_game(variant, deck=pack)
    for seat in (*range(4), None):
        other = determinize(view(state, seat), 7)
        assert other.setup.pack.kept is other.hands[2][0] is Card.parse("JS")
        assert other.setup.pack.cutter_saw == parse_cards("JS")


@pytest.mark.rule("2.4")
def test_a_jack_that_the_cutter_left_on_top_and_then_cut_to() -> None:
    """Cut at it twice, and then just under the card below it."""
    pack = Pack(stacked("JC 9S"))
    for _ in range(2):
        with pytest.raises(DealError) as again:
            cut(pack, 1, PARTNERSHIP)
        pack = again.value.deck
    seen = view(new_game(PARTNERSHIP, deck=cut(pack, 2, PARTNERSHIP)), 2)
    assert seen.cutter_saw == parse_cards("JC JC 9S")
    assert determinize(seen, 7).setup.pack.cards[-2:] == parse_cards("JC 9S")


def test_views_from_outside_are_views_that_somebody_has() -> None:
    """Whatever agrees with itself may still be what no deal gives."""
    seen = view(new_game(CLASSIC, rng=7), 0)
    twice = (seen.up_card, *seen.hand[1:])
    made_up = attrs.evolve(seen, packets=(twice,), hands=(twice, seen.hands[1]))
    with pytest.raises(NotationError, match="nobody can have this view"):
        from_data(to_data(made_up))


@given(states(), seeds)
def test_each_deal_is_a_state_of_the_game(state: State, seed: int) -> None:
    """Every one comes from its own pack by the same plays, whoever asks."""
    for seat in (*range(state.variant.players), None):
        for drawn in islice(determinizations(view(state, seat), Random(seed)), 3):
            played = new_game(drawn.variant, deck=drawn.setup.pack, dealer=drawn.dealer)
            for card in state.plays:
                played = apply_move(played, card)

            assert drawn == played


@given(states(PARTNERSHIP), seeds)
def test_jacks_that_a_search_may_have_brought_down(state: State, seed: int) -> None:
    """There are never more of them above the bottom card than are thought possible."""
    for seat in (*range(state.variant.players), None):
        places = _places(view(state, seat))
        packs = [state.setup.pack.cards, places.fill(Random(seed))]
        for *above, _ in packs:
            jacks = len([*takewhile(is_jack, reversed(above))])
            assert jacks <= places.most_jacks_below


def test_jacks_that_lie_elsewhere_have_not_been_brought_down() -> None:
    """At first any may lie there, but for those in the own hand; those played do not."""
    state = deal(PARTNERSHIP, "7H", "JC 4C", "JD 5C", "6C", "8C")
    assert _places(view(state, None)).most_jacks_below == 4
    assert _places(view(state, 0)).most_jacks_below == 3
    state = play(state, "JC JD 6C 8C")
    assert _places(view(state, 2)).most_jacks_below == 2


@given(states(), seeds)
def test_again_and_again(state: State, seed: int) -> None:
    """Many at once are the same as one after the other from the same generator."""
    for seat in (*range(state.variant.players), None):
        seen, chance = view(state, seat), Random(seed)
        one_by_one = [determinize(seen, chance) for _ in range(3)]

        assert [*islice(determinizations(seen, seed), 3)] == one_by_one
        assert all(view(deal, seat) == seen for deal in one_by_one)


@pytest.mark.parametrize("changes", [CHANGES["seat"], CHANGES["a play again"]])
def test_no_deal_is_refused_at_once(changes: dict[str, Any]) -> None:
    """What no deal gives is refused before the first is asked for."""
    seen = attrs.evolve(view(new_game(rng=7), 0), **changes)
    with pytest.raises(DealError, match="no deal gives this view"):
        determinizations(seen, 7)

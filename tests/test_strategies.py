"""The strategies for property tests: what they draw is valid, varied and simple."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TypeVar

import attrs
import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st
from permuting import can_be_cut

from pisti import (
    CLASSIC,
    COFFEEHOUSE,
    DECK,
    PARTNERSHIP,
    THREE_PLAYER,
    VARIANTS,
    XERI,
    Card,
    Cut,
    DealError,
    FirstDealer,
    HandScore,
    HiddenSeenBy,
    LayoutRedeal,
    Match,
    OpeningJack,
    Pack,
    Rank,
    Rule,
    State,
    Variant,
    apply_move,
    cut,
    legal_moves,
    new_game,
    parse_cards,
)
from pisti import strategies as public
from pisti.strategies import (
    Hand,
    cards,
    decks,
    hands,
    matches,
    packs,
    presets,
    seats,
    states,
    variants,
)

Drawn = TypeVar("Drawn")


def census(
    strategy: st.SearchStrategy[Drawn],
    names: Callable[[Drawn], Iterator[object]],
    tries: int = 300,
) -> Counter[object]:
    """Count in how many of the same draws each thing happens."""
    found: Counter[object] = Counter()

    @settings(
        max_examples=tries,
        database=None,
        derandomize=True,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def count(drawn: Drawn) -> None:
        found.update(set(names(drawn)))

    count()
    return found


def simplest(
    strategy: st.SearchStrategy[Drawn],
    wanted: Callable[[Drawn], bool] = lambda _: True,
    tries: int = 2000,
) -> Drawn:
    """Shrink what is wanted as far as it goes."""
    same = settings(max_examples=tries, database=None, derandomize=True, deadline=None)
    return find(strategy, wanted, settings=same)


def jacks_in(drawn: tuple[Card, ...]) -> int:
    """Count jacks."""
    return sum(card.rank is Rank.JACK for card in drawn)


def without_jacks(deck: tuple[Card, ...]) -> list[Card]:
    """Give the other cards in their order."""
    return [card for card in deck if card.rank is not Rank.JACK]


def test_all_strategies_are_tested_here() -> None:
    """Each public strategy is one of these."""
    tested = [cards, decks, hands, matches, packs, presets, seats, states, variants]
    assert [
        "Hand",
        "Tables",
        *(strategy.__name__ for strategy in tested),
    ] == public.__all__


# Cards and packs


def test_cards() -> None:
    """All 52 come, and the first of the deck is the simplest."""
    assert set(census(cards(), lambda card: iter([card]), 1000)) == set(DECK)
    assert simplest(cards()) is DECK[0]


@given(decks())
def test_decks_are_whole(deck: tuple[Card, ...]) -> None:
    """A deck has each card once."""
    assert type(deck) is tuple
    assert len(deck) == 52
    assert set(deck) == set(DECK)


def test_decks_have_jacks_where_the_layout_lies() -> None:
    """Of the first 16 cards up to four are jacks, and in the layout there are some."""

    def names(deck: tuple[Card, ...]) -> Iterator[str]:
        yield f"{jacks_in(deck[:16])} of 16"
        yield f"{jacks_in(deck[:4])} in the layout"
        yield f"jack at {[card.rank for card in deck].index(Rank.JACK)}"

    found = census(decks(), names, 600)
    assert {f"{n} of 16" for n in range(1, 5)} <= set(found)
    assert {f"{n} in the layout" for n in range(5)} <= set(found)
    assert found["4 of 16"] > 100


def test_decks_shrink_to_an_ordered_pack() -> None:
    """A card that is wanted somewhere is taken out of the order of the others."""
    assert simplest(decks()) == DECK
    king_first = simplest(decks(), lambda deck: deck[0] is DECK[-1])
    assert king_first == (DECK[-1], *DECK[:-1])
    two_jacks = simplest(decks(), lambda deck: jacks_in(deck[:2]) == 2)
    assert without_jacks(two_jacks[2:]) == without_jacks(DECK)


@given(variants().flatmap(lambda table: st.tuples(st.just(table), packs(table))))
def test_packs_are_cut_as_the_table_cuts(drawn: tuple[Variant, Pack]) -> None:
    """What the cutter saw and keeps is what some cut shows (rules 2.2 to 2.5)."""
    variant, pack = drawn
    assert type(pack) is Pack
    assert can_be_cut(pack, variant)
    saw, lowest = pack.cutter_saw, pack.cards[-1]
    match variant.cut:
        case Cut.NONE | Cut.PLAIN:
            assert saw == ()
        case Cut.CUTTER_KEEPS:
            assert saw == ((pack.kept or lowest),)
        case _:
            assert saw[-1] is lowest
            assert jacks_in(saw) == len(saw) - 1
    if pack.kept is not None:
        assert variant.cut is Cut.CUTTER_KEEPS
        assert pack.kept.rank is Rank.JACK
        # It is the first of the packet dealt before the dealer's own.
        first = new_game(variant, deck=pack, rng=0).setup
        if first.pack == pack:
            assert first.packets[0][first.cutter][0] is pack.kept


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@settings(max_examples=10)
@given(data=st.data())
def test_packs_of_presets_can_be_dealt(variant: Variant, data: st.DataObject) -> None:
    """The table takes each pack as it is, or deals it again."""
    pack = data.draw(packs(variant))
    rule, dealt = None, pack
    try:
        dealt = new_game(variant, deck=pack).setup.pack
    except DealError as again:
        rule = again.rule
    assert dealt == pack
    assert rule in {None, Rule.FOUR_JACKS, Rule.LAYOUT_REDEALT}


def test_packs_reach_each_way_to_cut() -> None:
    """Jacks are kept, searched out and cut away, also more than once."""

    def names(drawn: tuple[Cut, Pack]) -> Iterator[tuple[Cut, str]]:
        kind, pack = drawn
        yield kind, f"saw {len(pack.cutter_saw)}"
        if pack.kept:
            yield kind, "kept"
        if jacks_in(pack.cards[-2:]) == 1:
            yield kind, "jack above the lowest"

    cuts = st.sampled_from(Cut)
    drawn = cuts.flatmap(
        lambda kind: st.tuples(
            st.just(kind),
            packs(attrs.evolve(CLASSIC, cut=kind)),
        )
    )
    found = census(drawn, names, 500)
    assert {
        (Cut.NONE, "saw 0"),
        (Cut.PLAIN, "saw 0"),
        (Cut.RECUT, "saw 1"),
        (Cut.RECUT, "saw 2"),
        (Cut.SEARCH, "saw 1"),
        (Cut.SEARCH, "saw 2"),
        (Cut.SEARCH, "jack above the lowest"),
        (Cut.CUTTER_KEEPS, "saw 1"),
        (Cut.CUTTER_KEEPS, "kept"),
    } <= set(found)


@pytest.mark.parametrize("kind", [kind for kind in Cut if kind is not Cut.NONE])
def test_packs_shrink_to_one_card_lifted(kind: Cut) -> None:
    """The simplest cut puts the top card of an ordered pack under it."""
    variant = attrs.evolve(CLASSIC, cut=kind)
    assert simplest(packs(variant)) == cut(Pack(DECK), 1, variant)


# Tables


@given(presets(), variants())
def test_tables_are_variants(preset: Variant, variant: Variant) -> None:
    """Presets are those of the library, and other tables are possible ones."""
    assert preset in VARIANTS.values()
    assert type(variant) is Variant
    # Making it again refuses what no table can have.
    assert attrs.evolve(variant) == variant


def options_of(variant: Variant) -> Iterator[object]:
    """Name what is special about a table."""
    for name, preset in VARIANTS.items():
        if preset == variant:
            yield name
    for field in attrs.fields(Variant):
        value = getattr(variant, field.name)
        if field.name not in {"card_points", "target"}:
            yield field.name, value
    yield "target", variant.target is None


def test_tables_reach_every_option() -> None:
    """Each preset and each value of each option comes, and several of the numbers."""
    found = set(census(variants(), options_of, 600))
    assert set(VARIANTS) <= found
    kinds = {
        "cut": Cut,
        "first_dealer": FirstDealer,
        "hidden_seen_by": HiddenSeenBy,
        "layout_redeal": LayoutRedeal,
        "opening_jack": OpeningJack,
    }
    for name, kind in kinds.items():
        assert {(name, value) for value in kind} <= found
    assert {("players", n) for n in (2, 3, 4)} <= found
    assert {("hand_size", n) for n in (1, 2, 3, 4, 6, 8, 12)} <= found
    assert {("hands", n) for n in (None, 1, 2, 3, 4)} <= found
    for name in ("partnership", "bottom_card_exposed"):
        assert {(name, False), (name, True)} <= found
    for name in ("pisti_on_first_play", "pisti_on_last_play", "target"):
        assert {(name, False), (name, True)} <= found


def test_tables_shrink_to_presets() -> None:
    """The classic table is the simplest, then the first preset that will do."""
    assert simplest(variants()) == simplest(presets()) == CLASSIC
    assert simplest(variants(), lambda table: table.players == 3) == THREE_PLAYER
    assert simplest(variants(), lambda table: table.partnership) == PARTNERSHIP
    odd = simplest(variants(), lambda table: table.cut is Cut.CUTTER_KEEPS)
    assert (odd.players, odd.hand_size, odd.card_points) == (2, 1, ())
    assert (odd.pisti_points, odd.target, odd.layout_face_up) == (0, 1, 1)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_seats_are_those_of_the_table(variant: Variant) -> None:
    """All seats come, and no others."""
    found = census(seats(variant), lambda seat: iter([seat]), 60)
    assert set(found) == set(range(variant.players))
    assert simplest(seats(variant)) == 0


# Moments and hands


def replayed(state: State) -> State:
    """Deal and play a hand once more."""
    setup = state.setup
    new = new_game(setup.variant, deck=setup.pack, dealer=setup.dealer)
    for card in state.plays:
        new = apply_move(new, card)
    return new


@given(states())
def test_states_are_moments_of_hands(state: State) -> None:
    """The pack and the plays give the same state again."""
    assert type(state) is State
    assert 0 <= state.ply <= 48
    assert replayed(state) == state


@settings(max_examples=30)
@given(hands())
def test_hands_are_whole(hand: Hand) -> None:
    """There are 49 states, each of them one play after the one before."""
    assert repr(hand) == f"<a hand up to {hand[-1]!r}>"
    assert [state.ply for state in hand] == list(range(49))
    assert replayed(hand[0]) == hand[0]
    for before, after in pairwise(hand):
        assert after.plays[-1] in legal_moves(before)
        assert apply_move(before, after.plays[-1]) == after
    assert hand[-1].is_over


@settings(max_examples=20)
@given(states(XERI), hands(st.just(COFFEEHOUSE)), matches(st.just(THREE_PLAYER)))
def test_tables_can_be_chosen(
    state: State, hand: tuple[State, ...], match: Match
) -> None:
    """Where tables are given no others are drawn."""
    assert state.variant == XERI
    assert {seen.variant for seen in hand} == {COFFEEHOUSE}
    assert match.variant == THREE_PLAYER


def happenings(state: State) -> Iterator[object]:
    """Name what matters in a hand."""
    setup, variant = state.setup, state.variant
    yield from options_of(variant)
    yield "dealer", state.dealer
    yield "passed", len(setup.passed)
    yield "buried", bool(setup.buried)
    yield "opening jack", variant.opening_jack, jacks_in(setup.pile) > 0
    if variant.cut is not Cut.NONE:
        yield "looked", len(setup.pack.cutter_saw)
    for bonus in state.won.bonuses:
        yield bonus.rule


REACHED = {
    *VARIANTS,
    *(("players", n) for n in (2, 3, 4)),
    *(("dealer", n) for n in range(4)),
    *(("cut", kind) for kind in Cut),
    *(("opening_jack", kind) for kind in OpeningJack),
    *(("layout_redeal", kind) for kind in LayoutRedeal),
    ("passed", 1),
    ("buried", True),
    ("opening jack", OpeningJack.LEAVE, True),
    ("looked", 0),
    ("looked", 1),
    Rule.PISTI,
    Rule.DOUBLE_PISTI,
    Rule.JACK_ON_ANOTHER_RANK,
}


def test_hands_reach_what_matters() -> None:
    """All kinds of tables, cuts, opening jacks and piştis come soon."""
    found = census(hands(), lambda hand: happenings(hand[-1]), 600)
    assert REACHED - set(found) == set()


def test_states_reach_what_matters() -> None:
    """They do so in states of any moment too."""
    found = census(states(), happenings, 600)
    assert REACHED - set(found) == set()


def test_states_are_of_any_moment() -> None:
    """The end of a hand comes as well as its beginning."""
    found = census(states(), lambda state: iter([state.ply // 8]))
    assert set(found) == set(range(7))


def test_the_end_of_a_hand_is_found() -> None:
    """It shrinks to the oldest cards of an ordered pack, played one after another."""
    state = simplest(states(), lambda state: state.is_over, 300)
    assert (state.variant, state.setup.pack) == (CLASSIC, Pack(DECK))


def test_states_shrink_to_few_plays() -> None:
    """The first cards of an ordered pack are played at the classic table."""
    state = simplest(states(), lambda state: state.ply >= 3)
    assert state.plays == parse_cards("AC 5C 2C")
    assert state == replayed(
        attrs.evolve(new_game(CLASSIC, deck=DECK, dealer=0), plays=state.plays)
    )


def test_hands_shrink_to_the_oldest_cards() -> None:
    """Without any wish the ordered pack is played from each hand's first card on."""
    # All states of a hand would be told in a message, which is too long for one.
    end = simplest(hands(st.just(CLASSIC)).map(lambda hand: hand[-1]))
    state = new_game(CLASSIC, deck=DECK, dealer=0)
    for card in end.plays:
        assert card is legal_moves(state)[0]
        state = apply_move(state, card)
    assert state == end


# Matches


@settings(max_examples=30)
@given(matches())
def test_matches_go_on_until_they_are_over(match: Match) -> None:
    """No hand is played after the end, and a draw found the dealer where it should."""
    assert type(match) is Match
    assert all(type(score) is HandScore and score.final for score in match.scores)
    assert len(match.scores) <= 8
    for played in range(len(match.scores)):
        assert not attrs.evolve(match, scores=match.scores[:played]).is_over
    drawn = match.variant.first_dealer is FirstDealer.HIGH_CARD
    assert (match.draw is not None) is drawn


@settings(max_examples=10)
@given(st.data(), st.integers(0, 3))
def test_matches_have_at_most_so_many_hands(data: st.DataObject, most: int) -> None:
    """The limit may be 0, which gives matches that begin."""
    assert len(data.draw(matches(max_hands=most)).scores) <= most


def test_matches_reach_what_matters() -> None:
    """Matches begin, go on and end, with a winner or drawn, at each preset."""

    def names(match: Match) -> Iterator[object]:
        yield from options_of(match.variant)
        yield "hands", len(match.scores)
        yield "over", match.is_over, match.variant.target is None
        yield "winners", len(match.winners)
        yield "draw", match.draw is not None

    found = census(matches(), names, 400)
    assert {
        *VARIANTS,
        *(("hands", n) for n in range(9)),
        *(("over", over, fixed) for over in (False, True) for fixed in (False, True)),
        *(("winners", n) for n in (0, 1, 2)),
        ("draw", True),
        ("draw", False),
    } <= set(found)


def test_matches_shrink() -> None:
    """A match that is over is one hand at the classic table."""
    assert simplest(matches()).scores == ()
    over = simplest(matches(), lambda match: match.is_over)
    assert (over.variant, len(over.scores)) == (CLASSIC, 1)
    drawn = simplest(matches(), lambda match: match.draw is not None)
    assert (drawn.variant, len(drawn.scores)) == (PARTNERSHIP, 0)
    long = simplest(matches(), lambda match: len(match.scores) >= 3)
    assert len(long.scores) == 3

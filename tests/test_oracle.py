"""The library against the naive engine, at every play of every kind of hand."""

from itertools import combinations, product
from random import Random

import attrs
import naive
import pytest
from comparing import (
    CUT_RULES,
    card_of,
    cards_of,
    compare_deals,
    deal_tale,
    draw_parts,
    play_both,
    play_match,
)
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    CARDS,
    JACKS,
    PLAYS,
    Deck,
    Hand,
    hands,
    options_of,
    seeds,
    tables,
    texts,
)

from pisti import (
    DECK,
    VARIANTS,
    Card,
    Cut,
    DealError,
    DealOrder,
    LayoutRedeal,
    OpeningJack,
    Pack,
    Redeal,
    Rule,
    Variant,
    cut,
    new_game,
    new_match,
    parse_cards,
    shuffle,
    start,
)
from pisti.strategies import decks, variants

# Hands

# With the oldest card played by both of two players.
NOBODY_CAPTURES = parse_cards(
    """
    JC JD JH JS 2C 4C 6C 8C 3C 5C 7C 9C 10C KC 2D 4D QC AC 3D 5D 6D 8D 10D KD 7D 9D
    QD AD 2H 4H 6H 8H 3H 5H 7H 9H 10H KH 2S 4S QH AH 3S 5S 6S 8S 10S KS 7S 9S QS AS
    """
)


@pytest.mark.parametrize("name", VARIANTS)
def test_presets(name: str) -> None:
    """Each preset has the same options in both engines."""
    assert options_of(VARIANTS[name]) == naive.PRESETS[name]


@pytest.mark.parametrize("name", VARIANTS)
def test_shuffled_hands_of_presets(name: str) -> None:
    """Shuffle, cut, deal, play and score agree in many hands of each preset."""
    variant = VARIANTS[name]
    for seed in range(100):
        dealer = seed % variant.players
        hand, told = deal_tale(naive.PRESETS[name], Random(seed), dealer)
        state, events = start(variant, rng=seed, dealer=dealer)
        assert list(events) == told
        play_both(state, hand, Random(-seed).randbytes(PLAYS))


@given(hands())
def test_hands(hand: Hand) -> None:
    """Deal, play and score agree at any table, from seeds and from decks."""
    deal = hand.deal
    chance = Random(deal.seed)
    options = options_of(deal.variant)
    other, told = deal_tale(options, chance, deal.dealer, deal.deck)
    state, events = deal.start()
    assert list(events) == told
    play_both(state, other, hand.choices)


@pytest.mark.rule("4.13")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("name", ["classic", "coffeehouse", "pispirik"])
def test_hands_without_a_capture(name: str, dealer: int) -> None:
    """Where nobody captures, both engines leave all cards on the table."""
    variant = attrs.evolve(
        VARIANTS[name],
        deal_order=DealOrder.LAYOUT_FIRST,
        opening_jack=OpeningJack.LEAVE,
    )
    hand = naive.Hand(options_of(variant), texts(NOBODY_CAPTURES), dealer)
    state = new_game(variant, deck=NOBODY_CAPTURES, dealer=dealer)
    state, _ = play_both(state, hand, bytes(PLAYS))
    assert state.captured == ((), ())
    assert (len(state.pile), len(state.hidden)) == (49, 3)


@pytest.mark.rule("2.1")
@given(seeds)
def test_shuffles(seed: int) -> None:
    """A seed and a generator shuffle alike, and take as much chance."""
    ours, theirs = Random(seed), Random(seed)
    assert texts(shuffle(ours).cards) == naive.shuffled(theirs)
    assert ours.getstate() == theirs.getstate()
    assert shuffle(seed) == shuffle(Random(seed))


@given(tables, seeds)
def test_chance_of_a_deal(variant: Variant, seed: int) -> None:
    """Cuts, cuts again and new deals take as much chance in both engines."""
    ours, theirs = Random(seed), Random(seed)
    state, events = start(variant, rng=ours)
    hand, redeals = naive.deal(options_of(variant), theirs, variant.players - 1)
    compare_deals(state, hand)
    assert [e.rule.id for e in events if isinstance(e, Redeal)] == redeals
    assert ours.getstate() == theirs.getstate()


@pytest.mark.rule("3.7", "3.9", "3.11")
@given(tables, decks())
def test_decks_that_are_dealt_again(variant: Variant, deck: Deck) -> None:
    """A void deck is refused without chance, for the same reason in both."""
    dealer = variant.players - 1
    hand = deal_naively(variant, deck, dealer)
    if isinstance(hand, naive.Hand):
        compare_deals(new_game(variant, deck=deck), hand)
        return
    with pytest.raises(DealError) as caught:
        new_game(variant, deck=deck)
    assert caught.value.rule is Rule(hand.rule)
    assert caught.value.deck == deck


def deal_naively(
    variant: Variant, deck: Deck, dealer: int
) -> naive.Hand | naive.Redeal:
    """Deal with the naive engine; a void deck gives the reason."""
    try:
        return naive.Hand(options_of(variant), texts(deck), dealer)
    except naive.Redeal as void:
        return void


# Layouts


def with_places(variant: Variant, wanted: dict[int, Card]) -> Deck:
    """
    Put cards into places of an ordered pack, the jacks of which lie at its end.

    Places 0 to 3 are the layout's, those from 4 on the first of the stock.
    """
    packets = variant.players * variant.hand_size
    hands_first = variant.deal_order is DealOrder.HANDS_FIRST
    others = [card for card in DECK if card not in (*wanted.values(), *JACKS)]
    others += [jack for jack in JACKS if jack not in wanted.values()]
    for place, card in sorted(wanted.items()):
        if place >= 4 or hands_first:
            others.insert(packets + place, card)
        else:
            others.insert(place, card)
    return tuple(others)


def deal_both(variant: Variant, deck: Deck) -> None:
    """Deal a deck, again where it is void, in both engines, and compare."""
    for dealer in (0, variant.players - 1):
        hand, told = deal_tale(options_of(variant), Random(7), dealer, deck)
        state, events = start(variant, deck=deck, rng=7, dealer=dealer)
        assert list(events) == told
        compare_deals(state, hand)


@pytest.mark.rule("3.4", "3.5", "3.6", "3.7", "3.8", "3.9")
@pytest.mark.parametrize("order", DealOrder)
@pytest.mark.parametrize("way", OpeningJack)
def test_jacks_in_the_layout(way: OpeningJack, order: DealOrder) -> None:
    """Jacks in any places of the layout and the top of the stock are dealt alike."""
    for players in (2, 4):
        variant = Variant(players=players, opening_jack=way, deal_order=order)
        for number in range(5):
            for places in combinations(range(7), number):
                wanted = dict(zip(places, JACKS, strict=False))
                deck = with_places(variant, wanted)
                assert wanted.items() <= dict(enumerate(turned(variant, deck))).items()
                deal_both(variant, deck)


def turned(variant: Variant, deck: Deck) -> Deck:
    """Give the layout and the stock, in the order in which they may be turned."""
    packets = variant.players * variant.hand_size
    if variant.deal_order is DealOrder.HANDS_FIRST:
        return deck[packets:]
    return deck[:4] + deck[4 + packets :]


@pytest.mark.rule("3.10", "3.11")
@pytest.mark.parametrize("order", DealOrder)
@pytest.mark.parametrize("way", LayoutRedeal)
def test_open_layouts(way: LayoutRedeal, order: DealOrder) -> None:
    """Pairs and jacks in any places of an open layout are dealt alike."""
    variant = attrs.evolve(VARIANTS["xeri"], layout_redeal=way, deal_order=order)
    for ranks in product("AKJ3", repeat=4):
        names = [rank + suit for rank, suit in zip(ranks, "CDHS", strict=True)]
        deck = with_places(variant, dict(enumerate(cards_of(names))))
        assert texts(turned(variant, deck)[:4]) == names
        deal_both(variant, deck)


# The cut


def jacks_at(*places: int) -> Deck:
    """Put the jacks into places of an ordered pack."""
    pack = [card for card in DECK if card not in JACKS]
    for place, jack in zip(places, JACKS, strict=True):
        pack.insert(place, jack)
    return tuple(pack)


AWKWARD = {
    "on-top": jacks_at(0, 1, 2, 3),
    "at-the-bottom": jacks_at(48, 49, 50, 51),
    "in-a-row": jacks_at(20, 21, 22, 23),
    "in-two-rows": jacks_at(0, 1, 29, 30),
    "at-both-ends": jacks_at(0, 1, 50, 51),
    "under-one": jacks_at(1, 2, 3, 4),
    "apart": jacks_at(0, 2, 4, 51),
}
CUTTING = [way for way in Cut if way is not Cut.NONE]
CUT_TABLES = [
    Variant(players=players, hand_size=size, cut=way, deal_order=order)
    for way in CUTTING
    for order in DealOrder
    for players, size in ((2, 4), (3, 4), (4, 6))
]


def cut_both(cards: Deck, at: int, variant: Variant, saw: Deck = ()) -> None:
    """Cut in both engines, and compare."""
    pack = Pack(cards, saw)
    cards_cut = cut_naively(cards, at, variant)
    if isinstance(cards_cut, tuple):
        after, seen, kept = cards_cut
        wanted = Pack(cards_of(after), saw + cards_of(seen), card_of(kept))
        assert cut(pack, at, variant) == wanted
        return
    with pytest.raises(DealError) as caught:
        cut(pack, at, variant)
    assert caught.value.rule is CUT_RULES[variant.cut.value]
    assert caught.value.deck == Pack(cards, saw + cards_of(cards_cut.seen))


def cut_naively(
    cards: Deck, at: int, variant: Variant
) -> naive.AnotherCut | tuple[list[str], list[str], str | None]:
    """Cut with the naive engine; a cut that does not stand gives the jacks seen."""
    try:
        return naive.cut(texts(cards), at, options_of(variant))
    except naive.AnotherCut as again:
        return again


@pytest.mark.rule("2.2", "2.3", "2.4", "2.5")
@pytest.mark.parametrize("name", AWKWARD)
@pytest.mark.parametrize("way", CUTTING)
def test_cuts_of_awkward_packs(name: str, way: Cut) -> None:
    """Each number of cards lifted agrees, wherever the jacks lie."""
    for variant in CUT_TABLES:
        if variant.cut is way:
            for at in range(1, 52):
                cut_both(AWKWARD[name], at, variant)


@pytest.mark.rule("2.2", "2.3", "2.4", "2.5")
@given(
    decks(),
    st.integers(1, 51),
    st.sampled_from(CUT_TABLES),
    st.lists(st.sampled_from(DECK), max_size=3),
)
def test_cuts(deck: Deck, at: int, variant: Variant, saw: list[Card]) -> None:
    """Any pack is cut alike, and keeps what the cutter has seen before."""
    cut_both(deck, at, variant, tuple(saw))


@pytest.mark.rule("2.2", "2.5")
def test_refused_cuts() -> None:
    """No cut where the table has none, none or all are lifted, or a jack is kept."""
    keeps = Variant(cut=Cut.CUTTER_KEEPS)
    for at in (0, 52, -1, 53, True, 7.0, "7", None):
        with pytest.raises(DealError) as caught:
            cut(Pack(DECK), at, keeps)  # type: ignore[arg-type]
        assert caught.value.rule is Rule.CUT
    with pytest.raises(DealError) as caught:
        cut(Pack(DECK), 7, Variant(cut=Cut.NONE))
    assert caught.value.rule is Rule.CUT
    kept = cut(Pack(DECK), 11, keeps)
    assert kept.kept == CARDS["JC"]
    with pytest.raises(DealError) as caught:
        cut(kept, 7, keeps)
    assert caught.value.rule is Rule.CUTTER_KEEPS


# Matches


@pytest.mark.rule("1.6", "1.7")
@given(tables, seeds)
def test_first_dealers(variant: Variant, seed: int) -> None:
    """Who deals first, and how the draw went, is the same in both engines."""
    ours, theirs = Random(seed), Random(seed)
    drawn = naive.first_dealer(options_of(variant), theirs)
    assert draw_parts(new_match(variant, rng=ours)) == drawn
    assert ours.getstate() == theirs.getstate()


@pytest.mark.rule("7.1", "7.2", "7.4", "7.5")
@pytest.mark.parametrize("name", VARIANTS)
def test_matches_of_presets(name: str) -> None:
    """Whole matches of each preset agree: dealers, totals, end and winners."""
    for seed in range(2):
        assert len([*play_match(VARIANTS[name], Random(seed))]) > 0


coarse = st.builds(
    Variant,
    players=st.sampled_from([2, 3, 4]),
    pisti_points=st.just(10),
    double_pisti_points=st.just(10),
    jack_pisti_points=st.just(10),
    card_points=st.just({}),
    majority_points=st.sampled_from([0, 10]),
    target=st.integers(1, 30),
)
"""Tables where sides are often level at the target."""


@pytest.mark.rule("7.1", "7.2", "7.3", "7.4", "7.5")
@given(coarse | variants(), seeds)
def test_matches(variant: Variant, seed: int) -> None:
    """Matches of any table agree, ties at the target included."""
    assert len([*play_match(variant, Random(seed))]) > 0

"""Chapter 2 of the rulebook: shuffle, cut and the shown bottom card."""

import random
from collections import Counter
from itertools import permutations

import pytest
from tables import (
    FOUR,
    THREE,
    TWO,
    Scripted,
    kinds,
    lifted,
    line_up,
    names,
    of_type,
    only,
    play_oldest,
    shuffled_to,
    stacked,
    table,
    watch_oldest,
)

from pisti import (
    DECK,
    FOUR_PLAYER,
    PARTNERSHIP,
    PARTNERSHIP_RECUT,
    VARIANTS,
    BottomCardShown,
    Card,
    Cut,
    DealError,
    DealOrder,
    Leader,
    Pack,
    PackCut,
    PacketsDealt,
    PackShuffled,
    Rule,
    Variant,
    cut,
    new_game,
    shuffle,
    start,
)

PLAIN = table(FOUR_PLAYER, cut=Cut.PLAIN)
SEARCH = table(FOUR_PLAYER, cut=Cut.SEARCH)
RECUT = table(FOUR_PLAYER, cut=Cut.RECUT)
TABLES = {2: TWO, 3: THREE, 4: FOUR}


def keeps(players: int, order: DealOrder = DealOrder.LAYOUT_FIRST) -> Variant:
    """Make a table whose cutter keeps a jack."""
    return table(TABLES[players], cut=Cut.CUTTER_KEEPS, deal_order=order)


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_the_dealer_shuffles_before_each_hand(variant: Variant) -> None:
    """A hand without a given deck begins with the dealer's shuffle."""
    for dealer in range(variant.players):
        _, events = start(variant, rng=1, dealer=dealer)
        assert events[0] == PackShuffled(dealer, Rule.SHUFFLE, ply=0)


@pytest.mark.rule("2.1")
def test_the_whole_pack_is_shuffled() -> None:
    """A shuffle gives the 52 cards in another order, another one each time."""
    rng = random.Random(1)
    packs = [shuffle(rng).cards for _ in range(3)]
    assert all(sorted(map(str, cards)) == sorted(map(str, DECK)) for cards in packs)
    assert len({DECK, *packs}) == 4


@pytest.mark.rule("2.1")
def test_every_card_is_equally_likely_at_every_place() -> None:
    """In 5200 shuffles each card lies on top, and each place holds the ace, 100 times."""
    rng = random.Random(2)
    packs = [shuffle(rng).cards for _ in range(5200)]
    on_top = Counter(cards[0] for cards in packs)
    place = Counter(cards.index(DECK[0]) for cards in packs)
    assert len(on_top) == len(place) == 52
    assert all(60 < count < 140 for count in (*on_top.values(), *place.values()))


@pytest.mark.rule("2.1")
def test_every_order_of_three_cards_is_equally_likely() -> None:
    """In 6000 shuffles the six orders of three aces come about 1000 times each."""
    rng = random.Random(3)
    aces = (DECK[0], DECK[13], DECK[26])
    orders = Counter(
        tuple(card for card in shuffle(rng).cards if card in aces) for _ in range(6000)
    )
    assert set(orders) == set(permutations(aces))
    assert all(880 < count < 1120 for count in orders.values())


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("deck", [DECK, DECK[::-1], stacked("JS 7H", "AC 2D")])
def test_chance_alone_decides_the_order(deck: tuple[Card, ...]) -> None:
    """Cards change places as described, so that every order can be had."""
    assert shuffle(Scripted(shuffled_to(deck))).cards == deck


@pytest.mark.rule("2.1")
def test_a_seed_is_a_generator_of_that_seed() -> None:
    """The same seed gives the same pack, another one another pack."""
    assert shuffle(7) == shuffle(7) == shuffle(random.Random(7))
    assert shuffle(7) != shuffle(8)
    assert new_game(TWO, rng=7) == new_game(TWO, rng=random.Random(7))


@pytest.mark.rule("2.1")
def test_without_a_seed_every_shuffle_is_new() -> None:
    """The system's entropy shuffles, and Python's own generator is left alone."""
    before = random.getstate()
    assert shuffle() != shuffle()
    assert new_game(TWO) != new_game(TWO)
    assert random.getstate() == before


@pytest.mark.rule("2.2")
@pytest.mark.parametrize("at", [1, 5, 26, 51])
def test_the_lifted_cards_go_under_the_rest(at: int) -> None:
    """After the cut the card below the lifted packet lies on top."""
    pack = cut(Pack(DECK), at, PLAIN)
    assert pack.cards == DECK[at:] + DECK[:at]
    assert pack.cutter_saw == ()
    assert pack.kept is None


@pytest.mark.rule("2.2")
def test_a_plain_cut_takes_no_notice_of_jacks() -> None:
    """With a jack below the lifted cards the jack is the bottom card."""
    pack = cut(Pack(DECK), 11, PLAIN)
    assert names(pack.cards[-2:]) == "10C JC"
    assert pack.kept is None


@pytest.mark.rule("2.2")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("way", [Cut.PLAIN, Cut.SEARCH, Cut.RECUT, Cut.CUTTER_KEEPS])
def test_the_player_before_the_dealer_cuts(players: int, way: Cut) -> None:
    """The cutter is the dealer's seat less one, or the last seat."""
    variant = table(TABLES[players], cut=way)
    for dealer in range(players):
        state, events = start(variant, rng=2, dealer=dealer)
        assert kinds(events)[:2] == ["PackShuffled", "PackCut"]
        assert only(events, PackCut).seat == (players - 1, 0, 1, 2)[dealer]
        assert state.setup.cutter == (players - 1, 0, 1, 2)[dealer]


@pytest.mark.rule("2.2")
@pytest.mark.parametrize("at", [1, 30, 51])
def test_a_dealt_pack_was_cut_by_chance(at: int) -> None:
    """The hand is dealt from the shuffled pack as it was cut."""
    state, events = start(PLAIN, rng=Scripted(shuffled_to(DECK), lifted(at)))
    assert state.setup.pack == Pack(DECK[at:] + DECK[:at])
    assert only(events, PackCut).rule is Rule.CUT


@pytest.mark.rule("2.2")
def test_a_table_without_cut_does_not_cut() -> None:
    """The pack is dealt as it was shuffled, and nothing is told of a cut."""
    state, events = start(FOUR_PLAYER, rng=Scripted(shuffled_to(DECK)))
    assert state.setup.pack == Pack(DECK)
    assert not of_type(events, PackCut)


@pytest.mark.rule("2.2")
def test_a_given_deck_is_dealt_as_it_lies() -> None:
    """A deck that is given is neither shuffled nor cut."""
    state, events = start(PLAIN, deck=DECK, rng=1)
    assert state.setup.pack == Pack(DECK)
    assert kinds(events)[0] == "LayoutDealt"


@pytest.mark.rule("2.3")
def test_a_recut_looks_at_the_bottom_card() -> None:
    """A card that is no jack stays, and the cutter has seen it."""
    pack = cut(Pack(DECK), 10, RECUT)
    assert pack == Pack(DECK[10:] + DECK[:10], cutter_saw=(Card.parse("10C"),))


@pytest.mark.rule("2.3")
def test_a_jack_above_the_bottom_card_does_not_matter() -> None:
    """Only the bottom card of the lifted packet asks for another cut."""
    pack = cut(Pack(DECK), 12, RECUT)
    assert names(pack.cards[-2:]) == "JC QC"
    assert names(pack.cutter_saw) == "QC"


@pytest.mark.rule("2.3")
def test_a_jack_is_put_back_and_the_pack_cut_again() -> None:
    """The same pack is cut anew, and the cutter has seen both cards."""
    with pytest.raises(DealError) as caught:
        cut(Pack(DECK), 11, RECUT)
    assert caught.value.rule is Rule.RECUT
    assert caught.value.deck == Pack(DECK, cutter_saw=(Card.parse("JC"),))

    pack = cut(caught.value.deck, 10, RECUT)
    assert pack.cards == DECK[10:] + DECK[:10]
    assert names(pack.cutter_saw) == "JC 10C"


@pytest.mark.rule("2.3")
def test_a_deal_cuts_until_no_jack_shows() -> None:
    """The pack is not shuffled again for it, and is cut where it lay."""
    rng = Scripted(shuffled_to(DECK), lifted(11), lifted(24), lifted(5))
    state, events = start(PARTNERSHIP_RECUT, rng=rng)
    assert state.setup.pack.cards == DECK[5:] + DECK[:5]
    assert len(of_type(events, PackShuffled)) == 1
    assert names(only(events, PackCut).saw) == "JC JD 5C"
    assert only(events, PackCut).rule is Rule.RECUT


@pytest.mark.rule("2.4")
def test_a_search_stops_at_once_without_a_jack() -> None:
    """A bottom card that is no jack stays where it is."""
    pack = cut(Pack(DECK), 10, SEARCH)
    assert pack == Pack(DECK[10:] + DECK[:10], cutter_saw=(Card.parse("10C"),))


@pytest.mark.rule("2.4")
@pytest.mark.parametrize(
    ("packet", "saw", "after"),
    [
        ("2C 3C JS", "JS 3C", "2C JS 3C"),
        ("2C 6D JH JS", "JS JH 6D", "2C JH JS 6D"),
        ("2C 6D JH JC JS", "JS JC JH 6D", "2C JH JC JS 6D"),
        ("5C JH 7D JS", "JS 7D", "5C JH JS 7D"),
        ("6D JS JD JH JC", "JC JH JD JS 6D", "JS JD JH JC 6D"),
        ("JC JD 6D", "6D", "JC JD 6D"),
    ],
)
def test_a_search_brings_up_the_nearest_card_that_is_no_jack(
    packet: str, saw: str, after: str
) -> None:
    """That card goes to the bottom, the jacks stay above it in their order."""
    deck = stacked(packet)
    at = len(packet.split())
    pack = cut(Pack(deck), at, SEARCH)
    assert names(pack.cards[-at:]) == after
    assert pack.cards[:-at] == deck[at:]
    assert names(pack.cutter_saw) == saw
    assert pack.kept is None


@pytest.mark.rule("2.4")
@pytest.mark.parametrize(
    ("packet", "saw"),
    [("JC", "JC"), ("JC JD", "JD JC"), ("JS JC JD JH", "JH JD JC JS")],
)
def test_a_packet_of_jacks_alone_is_cut_again(packet: str, saw: str) -> None:
    """With nothing but jacks the packet goes back on the pack."""
    deck = stacked(packet)
    with pytest.raises(DealError) as caught:
        cut(Pack(deck), len(packet.split()), SEARCH)
    assert caught.value.rule is Rule.SEARCH
    assert caught.value.deck.cards == deck
    assert names(caught.value.deck.cutter_saw) == saw


@pytest.mark.rule("2.4")
def test_a_deal_cuts_again_after_a_packet_of_jacks() -> None:
    """The next cut of the same pack counts."""
    deck = stacked("JC JD 3C 4C")
    rng = Scripted(shuffled_to(deck), lifted(2), lifted(3))
    state, events = start(SEARCH, rng=rng)
    assert state.setup.pack.cards == deck[3:] + deck[:3]
    assert names(only(events, PackCut).saw) == "JD JC 3C"
    assert only(events, PackCut).rule is Rule.SEARCH


@pytest.mark.rule("2.4")
def test_a_search_never_leaves_a_jack_at_the_bottom() -> None:
    """Whatever is lifted, the pack ends with another card or is cut again."""
    pack = Pack(stacked("JC 2C JD JH JS 3C", "4C 5C"))
    for at in range(2, 52):
        assert cut(pack, at, SEARCH).cards[-1].rank.value != "J"


@pytest.mark.rule("2.5")
@pytest.mark.parametrize(
    ("players", "order", "place"),
    [
        (2, DealOrder.LAYOUT_FIRST, 4),
        (3, DealOrder.LAYOUT_FIRST, 8),
        (4, DealOrder.LAYOUT_FIRST, 12),
        (2, DealOrder.HANDS_FIRST, 0),
        (3, DealOrder.HANDS_FIRST, 4),
        (4, DealOrder.HANDS_FIRST, 8),
    ],
)
def test_the_kept_jack_is_the_cutters_first_card(
    players: int, order: DealOrder, place: int
) -> None:
    """The other cards keep their order, and the cutter's packet is filled up."""
    variant = keeps(players, order)
    pack = cut(Pack(DECK), 11, variant)
    rest = DECK[11:] + DECK[:10]
    assert pack.kept is Card.parse("JC")
    assert names(pack.cutter_saw) == "JC"
    assert pack.cards == (*rest[:place], Card.parse("JC"), *rest[place:])
    for dealer in range(players):
        state = new_game(variant, deck=pack, dealer=dealer)
        cutter = (players - 1, 0, 1, 2)[dealer]
        assert state.hands[cutter] == (Card.parse("JC"), *rest[place : place + 3])
        assert [len(hand) for hand in state.hands] == [4] * players


@pytest.mark.rule("2.5")
def test_three_players_with_a_kept_jack_in_full() -> None:
    """Layout, hands and bottom card after the cutter kept a jack."""
    state = new_game(keeps(3), deck=cut(Pack(DECK), 11, keeps(3)))
    assert names((*state.hidden, *state.pile)) == "QC KC AD 2D"
    assert [names(hand) for hand in state.hands] == [
        "3D 4D 5D 6D",
        "JC 7D 8D 9D",
        "10D JD QD KD",
    ]
    assert names(state.stock[-2:]) == "9C 10C"


@pytest.mark.rule("2.5")
def test_a_card_that_is_no_jack_is_not_kept() -> None:
    """Without a jack the cut is a plain one, but for what the cutter saw."""
    pack = cut(Pack(DECK), 10, keeps(2))
    assert pack == Pack(DECK[10:] + DECK[:10], cutter_saw=(Card.parse("10C"),))


@pytest.mark.rule("2.5")
def test_only_one_jack_is_kept() -> None:
    """A second jack above the first stays at the bottom, and is shown there."""
    variant = table(keeps(4), bottom_card_exposed=True)
    pack = cut(Pack(stacked("5C JH JS")), 3, variant)
    assert names(pack.cards[-2:]) == "5C JH"
    assert pack.kept is Card.parse("JS")
    assert names(pack.cutter_saw) == "JS"
    state, events = start(variant, deck=pack)
    assert only(events, BottomCardShown).card is Card.parse("JH")
    assert state.hands[2][0] is Card.parse("JS")


@pytest.mark.rule("2.5")
def test_a_deal_tells_which_jack_was_kept() -> None:
    """The cut's event carries the jack, and the cutter holds it."""
    rng = Scripted(shuffled_to(DECK), lifted(24))
    state, events = start(keeps(4), rng=rng, dealer=0)
    told = only(events, PackCut)
    assert (told.seat, told.kept, told.rule) == (3, Card.parse("JD"), Rule.CUTTER_KEEPS)
    assert names(told.saw) == "JD"
    assert state.hands[3][0] is Card.parse("JD")


@pytest.mark.rule("2.6")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("leader", Leader)
def test_the_shown_card_is_the_dealers_last(players: int, leader: Leader) -> None:
    """It lies under the stock for all to see, and the dealer gets it in the end."""
    variant = table(TABLES[players], bottom_card_exposed=True, leader=leader)
    for dealer in range(players):
        state, events = start(variant, deck=stacked(bottom="9D"), dealer=dealer)
        shown = only(events, BottomCardShown)
        assert (str(shown.card), shown.rule) == ("9D", Rule.BOTTOM_CARD)
        assert str(state.setup.bottom_card) == "9D"
        assert str(state.stock[-1]) == "9D"
        _, later = watch_oldest(state)
        packets = of_type(later, PacketsDealt)[-1].packets
        dealt_last = [str(packet[-1]) for packet in packets]
        assert dealt_last.index("9D") == dealer


@pytest.mark.rule("2.6")
def test_the_shown_card_is_played_in_the_last_round() -> None:
    """A dealer who plays the oldest cards first ends the hand with it."""
    state = line_up(PARTNERSHIP, "AS 2S 3S 4S", last="9D")
    assert str(state.setup.bottom_card) == "9D"
    assert str(play_oldest(state, 47).hands[3][0]) == "9D"
    assert str(play_oldest(state).plays[-1]) == "9D"


@pytest.mark.rule("2.6")
def test_a_bottom_card_that_is_not_shown_is_no_ones_business() -> None:
    """Without the option nothing is told of the bottom card."""
    state, events = start(FOUR_PLAYER, rng=1)
    assert state.setup.bottom_card is None
    assert not of_type(events, BottomCardShown)

"""Chapter 3 of the rulebook: layout, packets and the up-card."""

import pytest
from tables import (
    FOUR,
    FOUR_JACKS,
    THREE,
    TWO,
    Scripted,
    deal,
    kinds,
    lifted,
    line_up,
    names,
    of_type,
    only,
    play,
    play_oldest,
    shuffled_to,
    stacked,
    table,
    watch,
    watch_oldest,
)

from pisti import (
    COFFEEHOUSE,
    DECK,
    PARTNERSHIP,
    XERI,
    Card,
    CardPlayed,
    Cut,
    DealError,
    DealOrder,
    Denial,
    JackBuried,
    JackPassed,
    LayoutDealt,
    LayoutRedeal,
    Leader,
    OpeningJack,
    PackCut,
    PacketsDealt,
    PackShuffled,
    PileCaptured,
    Redeal,
    Rule,
    State,
    UpCardTurned,
    Variant,
    VariantError,
    arrange,
    new_game,
    parse_cards,
    score_hand,
    start,
)

TABLES = {2: TWO, 3: THREE, 4: FOUR}
TURN_NEXT = table(FOUR, opening_jack=OpeningJack.TURN_NEXT)
REDEAL = table(TWO, opening_jack=OpeningJack.REDEAL)
OPEN = table(XERI, layout_redeal=LayoutRedeal.NEVER)


def cards_of(state: State) -> list[str]:
    """Name every card of a state, wherever it is."""
    cards = [card for heap in (*state.hands, *state.captured) for card in heap]
    return sorted(map(str, [*cards, *state.pile, *state.hidden, *state.stock]))


@pytest.mark.rule("3.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_cards_are_dealt_to_the_table_once(players: int) -> None:
    """The layout comes before the first play, and no other follows in the hand."""
    state, dealt = start(TABLES[players], deck=DECK)
    _, played = watch_oldest(state)
    layout = only((*dealt, *played), LayoutDealt)
    assert names(layout.cards) == "AC 2C 3C 4C"
    assert (layout.rule, layout.ply) == (Rule.LAYOUT, 0)
    assert layout.seen_by == ()


@pytest.mark.rule("3.1")
@pytest.mark.parametrize("jack", OpeningJack)
@pytest.mark.parametrize("layout", ["2S 3S 4S 7H", "2S 3S 4S JH", FOUR_JACKS])
def test_all_that_happens_in_the_deal_comes_before_the_first_play(
    jack: OpeningJack, layout: str
) -> None:
    """Shuffle, cut, shown cards and void deals are all told at ply 0."""
    variant = table(
        FOUR,
        opening_jack=jack,
        cut=Cut.SEARCH,
        bottom_card_exposed=jack is not OpeningJack.BURY,
    )
    for deck in (None, stacked(layout)):
        state, events = start(variant, deck=deck, rng=1)
        assert {event.ply for event in events} == {state.ply} == {0}


@pytest.mark.rule("3.1", "3.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_layout_and_hands_leave_a_stock(players: int) -> None:
    """Of 52 cards four lie on the table and four are in each hand."""
    state = new_game(TABLES[players], deck=DECK)
    assert len(state.hidden) + len(state.pile) == 4
    assert len(state.stock) == 48 - 4 * players


@pytest.mark.rule("3.2")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("leader", Leader)
def test_packets_go_round_from_the_seat_after_the_dealer(
    players: int, leader: Leader
) -> None:
    """The dealer gets the last packet, whoever leads."""
    variant = table(TABLES[players], leader=leader)
    for dealer in range(players):
        state, events = start(variant, deck=DECK, dealer=dealer)
        hands = [state.hands[(dealer + 1 + turn) % players] for turn in range(players)]
        assert [names(hand) for hand in hands] == [
            "5C 6C 7C 8C",
            "9C 10C JC QC",
            "KC AD 2D 3D",
            "4D 5D 6D 7D",
        ][:players]
        packets = only(events, PacketsDealt)
        assert packets.packets == state.hands
        assert (packets.round, packets.rule, packets.ply) == (1, Rule.PACKETS, 0)


@pytest.mark.rule("3.2")
@pytest.mark.parametrize(
    ("players", "hand_size", "rounds"),
    [
        (2, 4, 6),
        (3, 4, 4),
        (4, 4, 3),
        (2, 6, 4),
        (4, 6, 2),
        (2, 1, 24),
        (2, 24, 1),
        (3, 16, 1),
        (3, 8, 2),
        (4, 12, 1),
    ],
)
def test_hand_sizes_that_divide_48(players: int, hand_size: int, rounds: int) -> None:
    """Every round deals each player a full packet, until the stock is empty."""
    variant = table(TABLES[players], hand_size=hand_size)
    state, dealt = start(variant, deck=DECK)
    assert [len(hand) for hand in state.hands] == [hand_size] * players
    state, played = watch_oldest(state)
    told = of_type((*dealt, *played), PacketsDealt)
    assert [event.round for event in told] == list(range(1, rounds + 1))
    assert {len(packet) for event in told for packet in event.packets} == {hand_size}
    assert state.is_over


@pytest.mark.rule("3.2")
@pytest.mark.parametrize(
    ("players", "hand_size"), [(2, 5), (2, 7), (2, 48), (3, 6), (3, 12), (4, 8), (4, 9)]
)
def test_hand_sizes_that_do_not_divide_48(players: int, hand_size: int) -> None:
    """A packet that would come out short is refused with the table."""
    with pytest.raises(VariantError) as caught:
        Variant(players=players, hand_size=hand_size)
    assert caught.value.rule is Rule.PACKETS


@pytest.mark.rule("3.2")
def test_six_cards_each() -> None:
    """With six-card hands the packets are of six from the first round on."""
    state = new_game(OPEN, deck=DECK)
    assert names(state.hands[0]) == "5C 6C 7C 8C 9C 10C"
    assert names(state.hands[1]) == "JC QC KC AD 2D 3D"
    assert len(state.stock) == 36


@pytest.mark.rule("3.3")
def test_the_layout_is_dealt_first() -> None:
    """The top four cards of the pack lie on the table."""
    state, events = start(TWO, deck=DECK)
    assert names((*state.hidden, *state.pile)) == "AC 2C 3C 4C"
    assert [names(hand) for hand in state.hands] == ["5C 6C 7C 8C", "9C 10C JC QC"]
    assert kinds(events) == ["LayoutDealt", "PacketsDealt", "UpCardTurned"]


@pytest.mark.rule("3.3")
@pytest.mark.parametrize(
    ("players", "layout"),
    [(2, "9C 10C JC QC"), (3, "KC AD 2D 3D"), (4, "4D 5D 6D 7D")],
)
def test_the_hands_are_dealt_first(players: int, layout: str) -> None:
    """The layout comes after the first packets; the up-card is turned last."""
    variant = table(TABLES[players], deal_order=DealOrder.HANDS_FIRST)
    state, events = start(variant, deck=DECK)
    assert names((*state.hidden, *state.pile)) == layout
    assert names(state.hands[0]) == "AC 2C 3C 4C"
    assert names(state.hands[1]) == "5C 6C 7C 8C"
    assert kinds(events) == ["PacketsDealt", "LayoutDealt", "UpCardTurned"]


@pytest.mark.rule("3.3")
def test_hands_first_from_the_seat_after_the_dealer() -> None:
    """The first packet is for the player after the dealer, the layout follows."""
    variant = table(FOUR, deal_order=DealOrder.HANDS_FIRST)
    state = new_game(variant, deck=DECK, dealer=1)
    assert [names(hand) for hand in state.hands] == [
        "9C 10C JC QC",
        "KC AD 2D 3D",
        "AC 2C 3C 4C",
        "5C 6C 7C 8C",
    ]
    assert names((*state.hidden, *state.pile)) == "4D 5D 6D 7D"


@pytest.mark.rule("3.4")
def test_the_last_card_of_the_layout_is_turned_up() -> None:
    """It is the first card of the pile, and the three others are hidden."""
    state, events = start(TWO, deck=stacked("2S 3S 4S 7H"))
    turned = only(events, UpCardTurned)
    assert (str(turned.card), names(turned.hidden)) == ("7H", "2S 3S 4S")
    assert (turned.rule, turned.ply) == (Rule.UP_CARD, 0)
    assert str(state.up_card) == "7H"
    assert names(state.pile) == "7H"
    assert names(state.hidden) == "2S 3S 4S"


@pytest.mark.rule("3.4")
def test_a_hidden_card_captures_and_is_captured_by_nothing() -> None:
    """A play equal to a hidden card just lies on the pile."""
    state = play(deal(TWO, "2S 3S 4S 7H", "4D"), "4D")
    assert names(state.pile) == "7H 4D"
    assert names(state.hidden) == "2S 3S 4S"


@pytest.mark.rule("3.5")
def test_a_jack_that_is_left_is_the_first_card_of_the_pile() -> None:
    """Nothing is passed, buried or dealt again."""
    pack = arrange(TWO, layout=parse_cards("4S KD 2C JH"))
    state, events = start(TWO, deck=pack)
    assert kinds(events) == ["LayoutDealt", "PacketsDealt", "UpCardTurned"]
    assert only(events, UpCardTurned).rule is Rule.JACK_LEFT
    assert names(state.pile) == "JH"
    assert names(state.hidden) == "4S KD 2C"
    assert (state.setup.passed, state.setup.buried) == ((), ())


@pytest.mark.rule("3.5")
def test_playing_on_a_jack_that_is_left() -> None:
    """Another rank lies on it, a jack takes it without a bonus."""
    state = deal(TWO, "4S KD 2C JH", "5S JS")
    assert names(play(state, "5S").pile) == "JH 5S"

    after, events = watch(state, "JS")
    capture = only(events, PileCaptured)
    assert (capture.bonus, capture.denied) == (0, Denial.FIRST_PLAY)
    assert names(after.captured[0]) == "4S KD 2C JH JS"


@pytest.mark.rule("3.5")
def test_four_jacks_that_are_left_are_played_on() -> None:
    """Even a layout of four jacks stays."""
    state = deal(TWO, FOUR_JACKS)
    assert names(state.pile) == "JS"
    assert names(state.hidden) == "JC JD JH"


@pytest.mark.rule("3.6")
@pytest.mark.parametrize(
    ("layout", "up", "passed"),
    [
        ("3C 2S 4S 7H", "7H", ""),
        ("3C 2S 4S JH", "4S", "JH"),
        ("3C 2S JS JH", "2S", "JH JS"),
        ("3C JD JS JH", "3C", "JH JS JD"),
        ("JC 2S 4S JH", "4S", "JH"),
        ("JC JD 4S 7H", "7H", ""),
        ("JC 2S JS JH", "2S", "JH JS"),
    ],
)
def test_the_next_is_turned(layout: str, up: str, passed: str) -> None:
    """Cards are turned in reverse order until one is not a jack, and no further."""
    pack = arrange(TURN_NEXT, layout=parse_cards(layout))
    state, events = start(TURN_NEXT, deck=pack)
    told = of_type(events, JackPassed)
    assert names(event.card for event in told) == passed
    assert {event.rule for event in told} <= {Rule.JACK_PASSED}
    assert str(only(events, UpCardTurned).card) == up
    assert only(events, UpCardTurned).rule is Rule.UP_CARD
    assert names(state.pile) == up
    assert names(state.setup.passed) == passed
    assert sorted(map(str, state.hidden)) == sorted(
        card for card in layout.split() if card != up
    )


@pytest.mark.rule("3.6", "4.9")
def test_a_passed_jack_goes_with_the_first_capture() -> None:
    """It lies beside the pile until then, and is no card that can be matched."""
    state = deal(TURN_NEXT, "3C 2S 4S JH", "5S", "5D")
    state = play(state, "5S")
    assert names(state.pile) == "4S 5S"
    assert "JH" in names(state.hidden)
    assert names(state.setup.passed) == "JH"

    state = play(state, "5D")
    assert sorted(map(str, state.captured[1])) == sorted(
        ["3C", "2S", "JH", "4S", "5S", "5D"]
    )
    assert state.hidden == ()
    # The passed jack counts a point for the side that took it.
    assert score_hand(state).totals[1] == 1


@pytest.mark.rule("3.6")
def test_a_jack_that_takes_the_next_card_is_no_double() -> None:
    """The passed jack is not in the pile, so that a jack meets another rank."""
    state = deal(TURN_NEXT, "3C 2S 4S JH", "JS")
    after, events = watch(state, "JS")
    assert only(events, PileCaptured).denied is Denial.JACK_ON_ANOTHER_RANK
    assert names(only(events, PileCaptured).pile) == "4S"
    assert len(after.captured[0]) == 5


@pytest.mark.rule("3.7")
def test_four_jacks_are_dealt_again_by_the_same_dealer() -> None:
    """All jacks are turned, then the whole pack is shuffled and dealt anew."""
    rng = Scripted(
        shuffled_to(stacked(FOUR_JACKS)), shuffled_to(stacked("2S 3S 4S 7H"))
    )
    state, events = start(TURN_NEXT, rng=rng, dealer=2)
    again = only(events, Redeal)
    assert (names(again.cards), again.rule) == (FOUR_JACKS, Rule.FOUR_JACKS)
    assert state.dealer == 2
    assert [event.seat for event in of_type(events, PackShuffled)] == [2, 2]
    assert state.setup.pack.cards == stacked("2S 3S 4S 7H")
    assert names(state.pile) == "7H"
    assert state.setup.passed == ()
    assert state.ply == 0


@pytest.mark.rule("3.7")
def test_four_jacks_twice_in_a_row() -> None:
    """A deal that is void again is repeated again."""
    void = stacked(FOUR_JACKS)
    rng = Scripted(shuffled_to(void), shuffled_to(void), shuffled_to(DECK))
    state, events = start(TURN_NEXT, rng=rng)
    assert len(of_type(events, Redeal)) == 2
    assert state.setup.pack.cards == DECK


@pytest.mark.rule("3.7")
def test_a_deal_again_is_cut_again() -> None:
    """Where the table cuts, the new shuffle is cut as well."""
    variant = table(TURN_NEXT, cut=Cut.PLAIN)
    void = stacked("", FOUR_JACKS)
    rng = Scripted(shuffled_to(void), lifted(48), shuffled_to(DECK), lifted(2))
    state, events = start(variant, rng=rng)
    assert kinds(events).count("PackShuffled") == kinds(events).count("PackCut") == 2
    assert len(of_type(events, PackCut)) == 2
    assert state.setup.pack.cards == DECK[2:] + DECK[:2]


@pytest.mark.rule("3.7")
def test_a_given_deck_with_four_jacks() -> None:
    """It is dealt again by the rng, or refused where there is none."""
    state, events = start(PARTNERSHIP, deck=stacked(FOUR_JACKS), rng=3)
    assert only(events, Redeal).rule is Rule.FOUR_JACKS
    assert str(state.up_card) not in FOUR_JACKS.split()
    # Only the second pack was shuffled.
    told = kinds(events)
    assert told.count("PackShuffled") == 1
    assert told.index("PackShuffled") == told.index("Redeal") + 1
    with pytest.raises(DealError) as caught:
        new_game(PARTNERSHIP, deck=stacked(FOUR_JACKS))
    assert caught.value.rule is Rule.FOUR_JACKS


@pytest.mark.rule("3.7")
def test_three_jacks_are_not_dealt_again() -> None:
    """The fourth card is turned up and play begins."""
    _, events = start(TURN_NEXT, deck=stacked("3C JD JH JS"))
    assert not of_type(events, Redeal)


@pytest.mark.rule("3.8")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("order", DealOrder)
def test_a_jack_is_buried(players: int, order: DealOrder) -> None:
    """The top of the stock replaces it, and the dealer gets the jack last of all."""
    variant = table(TABLES[players], opening_jack=OpeningJack.BURY, deal_order=order)
    pack = arrange(variant, layout=parse_cards("3C 2S 4S JH"))
    stock = pack.cards[4 + 4 * players :]
    state, events = start(variant, deck=pack)
    buried = only(events, JackBuried)
    assert (str(buried.card), buried.rule, buried.ply) == ("JH", Rule.JACK_BURIED, 0)
    assert only(events, UpCardTurned).card is stock[0]
    assert kinds(events)[2:] == ["JackBuried", "UpCardTurned"]
    assert state.pile == stock[:1]
    assert names(state.hidden) == "3C 2S 4S"
    assert state.stock == (*stock[1:], Card.parse("JH"))
    assert names(state.setup.buried) == "JH"

    _, later = watch_oldest(state)
    last = of_type(later, PacketsDealt)[-1].packets
    assert str(last[players - 1][-1]) == "JH"


@pytest.mark.rule("3.8")
def test_jacks_in_a_row_are_buried_in_a_row() -> None:
    """The first jack lies above the second at the bottom of the stock."""
    deck = stacked("3C 2S 4S JH 5D 6D 7D 8D 5S 6S 7S 8S JS JC 9D")
    state, events = start(COFFEEHOUSE, deck=deck)
    assert names(event.card for event in of_type(events, JackBuried)) == "JH JS JC"
    assert names(state.setup.buried) == "JH JS JC"
    assert names(state.pile) == "9D"
    assert state.stock[:-3] == deck[15:]
    assert names(state.stock[-3:]) == "JH JS JC"
    assert sorted(cards_of(state)) == sorted(map(str, DECK))


@pytest.mark.rule("3.8")
def test_four_jacks_are_buried_from_layout_and_stock() -> None:
    """A turned jack and the three on top of the stock all go to the bottom."""
    deck = stacked("3C 2S 4S JH 5D 6D 7D 8D 5S 6S 7S 8S JS JC JD 9D")
    state = new_game(COFFEEHOUSE, deck=deck)
    assert names(state.pile) == "9D"
    assert names(state.stock[-4:]) == "JH JS JC JD"
    end, later = watch_oldest(state)
    dealers = of_type(later, PacketsDealt)[-1].packets[1]
    assert names(dealers) == "JH JS JC JD"
    assert end.ply == 48


@pytest.mark.rule("3.8")
def test_the_packets_after_a_buried_jack() -> None:
    """The second round begins with the second card of the stock."""
    deck = stacked("3C 2S 4S JH 5D 6D 7D 8D 5S 6S 7S 8S 9D 10D QD KD AD 2D 3D 4D 2H")
    state = play_oldest(new_game(COFFEEHOUSE, deck=deck), 8)
    assert [names(hand) for hand in state.hands] == ["10D QD KD AD", "2D 3D 4D 2H"]


@pytest.mark.rule("3.8")
def test_hidden_jacks_are_not_buried() -> None:
    """Only a jack that is turned up is, so four jacks in the layout are no deal again."""
    pack = arrange(COFFEEHOUSE, layout=parse_cards(FOUR_JACKS))
    state, events = start(COFFEEHOUSE, deck=pack)
    assert names(state.hidden) == "JC JD JH"
    assert names(state.setup.buried) == "JS"
    assert not of_type(events, Redeal)
    assert state.pile[0].rank.value != "J"


@pytest.mark.rule("3.9")
def test_a_jack_is_dealt_again() -> None:
    """The same dealer shuffles and deals until another card is turned up."""
    void = stacked("3C 2S 4S JH")
    rng = Scripted(
        shuffled_to(void), shuffled_to(void), shuffled_to(stacked("JC 2S JD 4S"))
    )
    state, events = start(REDEAL, rng=rng, dealer=0)
    told = of_type(events, Redeal)
    assert [names(event.cards) for event in told] == ["JH", "JH"]
    assert {event.rule for event in told} == {Rule.JACK_REDEALT}
    assert [event.seat for event in of_type(events, PackShuffled)] == [0, 0, 0]
    assert state.dealer == 0
    assert names(state.pile) == "4S"


@pytest.mark.rule("3.9")
def test_four_jacks_are_dealt_again_for_the_one_turned_up() -> None:
    """Nobody sees the hidden three, and it is this rule that voids the deal."""
    _, events = start(REDEAL, deck=stacked(FOUR_JACKS), rng=Scripted(shuffled_to(DECK)))
    assert (names(only(events, Redeal).cards), only(events, Redeal).rule) == (
        "JS",
        Rule.JACK_REDEALT,
    )


@pytest.mark.rule("3.9")
def test_hidden_jacks_are_not_dealt_again() -> None:
    """Three jacks under another card stay."""
    _, events = start(REDEAL, deck=stacked("JC JD JH 4S"))
    assert not of_type(events, Redeal)


@pytest.mark.rule("3.9")
def test_a_given_deck_with_a_jack_up() -> None:
    """It is dealt again by the rng, or refused where there is none."""
    state = new_game(REDEAL, deck=stacked("3C 2S 4S JH"), rng=3)
    assert state.setup.pack.cards != stacked("3C 2S 4S JH")
    with pytest.raises(DealError) as caught:
        new_game(REDEAL, deck=stacked("3C 2S 4S JH"))
    assert caught.value.rule is Rule.JACK_REDEALT


@pytest.mark.rule("3.10")
def test_an_open_layout_is_one_pile() -> None:
    """All four cards lie face up in the order dealt, and none is hidden."""
    state, events = start(OPEN, deck=stacked("5C 9D KS 2H"))
    assert names(state.pile) == "5C 9D KS 2H"
    assert state.hidden == ()
    assert str(state.up_card) == "2H"
    layout = only(events, LayoutDealt)
    assert names(layout.cards) == "5C 9D KS 2H"
    assert layout.seen_by == (0, 1, None)
    assert (layout.rule, layout.ply) == (Rule.OPEN_LAYOUT, 0)
    assert not of_type(events, UpCardTurned)


@pytest.mark.rule("3.10", "5.6")
def test_capturing_an_open_layout() -> None:
    """The first play can take five cards, and that is an ordinary capture."""
    state = deal(OPEN, "5C 9D KS 2H", "2D 5D JD")
    after, events = watch(state, "2D")
    capture = only(events, PileCaptured)
    assert names(after.captured[0]) == "5C 9D KS 2H 2D"
    assert (capture.bonus, capture.denied) == (0, None)
    assert capture.rule is Rule.CAPTURE_BY_RANK
    assert capture.hidden == ()
    assert names(play(state, "5D").pile) == "5C 9D KS 2H 5D"
    assert len(play(state, "JD").captured[0]) == 5


@pytest.mark.rule("3.10")
def test_a_jack_on_an_open_layout_that_is_never_dealt_again() -> None:
    """It stays on top, and another jack takes all without a bonus."""
    state = deal(OPEN, "5C 9D KS JH", "JD")
    assert names(state.pile) == "5C 9D KS JH"
    after = play(state, "JD")
    assert len(after.captured[0]) == 5
    assert after.won.bonuses == ()


@pytest.mark.rule("3.11")
@pytest.mark.parametrize(
    ("layout", "which"),
    [
        ("5C 9D KS 2H", set[str]()),
        ("5C JC KS 9D", set[str]()),
        ("JC 5C KS 9D", set[str]()),
        ("5C 9D KS JD", {"top_jack", "top_jack_or_pair", "any_pair"}),
        ("JC 9D KS JD", {"top_jack", "top_jack_or_pair", "any_pair"}),
        ("5C 9D JC JD", {"top_jack", "top_jack_or_pair", "any_pair"}),
        ("5C KS 9D 9H", {"top_jack_or_pair", "any_pair"}),
        ("9S KS 9D 9H", {"top_jack_or_pair", "any_pair"}),
        ("5C 9D KS 9H", {"any_pair"}),
        ("5C 9D 9H KS", {"any_pair"}),
        ("9D 9H 5C KS", {"any_pair"}),
        ("9D 5C KS 9H", {"any_pair"}),
        ("9D 5C 9H KS", {"any_pair"}),
        ("5C 9D 5D KS", {"any_pair"}),
        ("JC JD 5C KS", {"any_pair"}),
    ],
)
@pytest.mark.parametrize("redeal", LayoutRedeal)
def test_which_open_layouts_are_dealt_again(
    layout: str, which: set[str], redeal: LayoutRedeal
) -> None:
    """Each value of the option, with pairs on top and elsewhere."""
    variant = table(XERI, layout_redeal=redeal)
    rng = Scripted(shuffled_to(stacked(layout)), shuffled_to(DECK))
    state, events = start(variant, rng=rng, dealer=0)
    told = of_type(events, Redeal)
    assert len(told) == (redeal.value in which)
    assert {event.rule for event in told} <= {Rule.LAYOUT_REDEALT}
    assert {names(event.cards) for event in told} <= {layout}
    assert names(state.pile) == ("AC 2C 3C 4C" if told else layout)
    assert state.dealer == 0
    assert {event.seat for event in of_type(events, PackShuffled)} == {0}


@pytest.mark.rule("3.11")
def test_open_layouts_are_dealt_again_as_often_as_needed() -> None:
    """A pair after a top jack is void once more."""
    rng = Scripted(
        shuffled_to(stacked("5C 9D KS JD")),
        shuffled_to(stacked("5C KS 9D 9H")),
        shuffled_to(DECK),
    )
    state, events = start(XERI, rng=rng)
    assert len(of_type(events, Redeal)) == 2
    assert state.setup.pack.cards == DECK


@pytest.mark.rule("3.11")
def test_a_given_deck_with_a_void_open_layout() -> None:
    """Without an rng it is refused."""
    with pytest.raises(DealError) as caught:
        new_game(XERI, deck=stacked("5C KS 9D 9H"))
    assert caught.value.rule is Rule.LAYOUT_REDEALT


@pytest.mark.rule("3.12")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_next_round_comes_when_all_hands_are_empty(players: int) -> None:
    """Not before the last card of the round is played, and then at once."""
    state = new_game(TABLES[players], deck=DECK, dealer=0)
    before = play_oldest(state, 4 * players - 1)
    assert [len(hand) for hand in before.hands] == [1] + [0] * (players - 1)
    assert before.stock == DECK[4 + 4 * players :]

    after, events = watch_oldest(before, 1)
    assert [len(hand) for hand in after.hands] == [4] * players
    assert after.hands[1 % players] == before.stock[:4]
    assert after.hands[0] == before.stock[4 * players - 4 : 4 * players]
    dealt = only(events, PacketsDealt)
    assert dealt.packets == after.hands
    assert (dealt.round, dealt.rule) == (2, Rule.NEXT_ROUND)
    assert type(dealt.round) is int
    assert dealt.ply == 4 * players


@pytest.mark.rule("3.12")
def test_nothing_is_added_to_the_table() -> None:
    """A new round leaves pile and hidden cards as they are."""
    state = line_up(TWO, "AS 2S 3S 4S")
    after, events = watch_oldest(state, 8)
    assert names(after.hidden) == "AS 2S 3S"
    assert names(after.pile) == "4S AC 2C 3C 4C 5C 6C 7C 8C"
    assert len(of_type(events, CardPlayed)) == 8
    assert not of_type(events, LayoutDealt)


@pytest.mark.rule("3.12", "4.7")
def test_a_round_may_begin_on_an_empty_table() -> None:
    """After a capture by the last card of a round nothing lies there."""
    state = line_up(TWO, "AS 2S 3S 4S", "5C 6C 7C 8C 9C 10C QC JC")
    state = play_oldest(state, 8)
    assert state.pile == ()
    assert [len(hand) for hand in state.hands] == [4, 4]
    assert len(play_oldest(state, 1).pile) == 1


@pytest.mark.rule("3.12")
def test_no_round_follows_the_last() -> None:
    """With the stock empty the hands are played out and nothing is dealt."""
    state = line_up(FOUR, "AS 2S 3S 4S")
    state, events = watch_oldest(state, 32)
    assert [event.round for event in of_type(events, PacketsDealt)] == [2, 3]
    assert state.stock == ()
    assert [len(hand) for hand in state.hands] == [4] * 4
    state, events = watch_oldest(state)
    assert not of_type(events, PacketsDealt)
    assert state.hands == ((), (), (), ())

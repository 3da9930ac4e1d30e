"""Tests of the naive engine itself, against results worked out by hand."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import naive
import pytest
from naive import DECK, PRESETS, Hand, Match, Options

DATA = Path(__file__).parent / "conformance"
DECKS = json.loads((DATA / "decks.json").read_text(encoding="utf-8"))["decks"]
CASES = json.loads((DATA / "cases.json").read_text(encoding="utf-8"))["cases"]
SHUFFLES = json.loads((DATA / "shuffles.json").read_text(encoding="utf-8"))

G1 = (
    "8S 4H 4D 7D 2H 3H 3D 9H 2S 10C QD 2C QS 4C 7S 8H 6D 6H 4S QC 7H JC 10D 6S 10S KS "
    "QH 8D KC KH 5S 5C 9D 8C JH 6C 2D 7C 9C JS 3C 9S KD 10H JD AS AC 5D 3S AD AH 5H"
)
G3 = (
    "10S AH QC 5S 3S 4D 6S JH 5H 4H 6H 9C 2D 5C 4S 9D AS 7H 7D 7C AC 2H 10H 7S 10C KC "
    "9S AD 4C 5D 8S QH 2C KS 6D 2S JC 8H QS 8C 10D 8D 3H 6C QD KD JS 3D 3C KH JD 9H"
)
G6 = (
    "JC JD JH JS 2C 4C 6C 8C 3C 5C 7C 9C 10C KC 2D 4D QC AC 3D 5D 6D 8D 10D KD 7D 9D "
    "QD AD 2H 4H 6H 8H 3H 5H 7H 9H 10H KH 2S 4S QH AH 3S 5S 6S 8S 10S KS 7S 9S QS AS"
)


def options(preset: str, **changes: Any) -> Options:
    """A preset with some options replaced."""
    return {**PRESETS[preset], **changes}


def stacked(first: str) -> list[str]:
    """A full pack with the named cards on top and the others in deck order."""
    top = first.split()
    return top + [card for card in DECK if card not in top]


def play_oldest(hand: Hand) -> list[dict[str, Any]]:
    """Play the hand out, oldest cards first, and return what each play did."""
    results = []
    while hand.turn is not None:
        results.append(hand.play(hand.hands[hand.turn][0]))
    return results


def captures(hand: Hand, results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The captures in the form of the data files."""
    found = []
    for number, result in enumerate(results, start=1):
        if result["captured"]:
            seat, card = hand.plays[number - 1]
            found.append(
                {
                    "play": number,
                    "seat": seat,
                    "card": card,
                    "cards": len(result["captured"]),
                    "bonus": result["bonus"],
                    "denied": result["denied"],
                }
            )
    return found


def table(
    rules: Options, pile: str, hidden: str, card: str, play: int, seat: int = 0
) -> Hand:
    """A hand put by force into a position: one card before the given play."""
    hand = Hand({**rules, "layout_redeal": "never"}, stacked("AC 2C 3C 4C"), 0)
    hand.options = rules
    hand.pile = pile.split()
    hand.hidden = hidden.split()
    hand.stock = []
    hand.hands = [[] for _ in range(rules["players"])]
    hand.hands[seat] = [card]
    # Another seat still holds something, so that this is not the end.
    if play != naive.LAST_PLAY:
        hand.hands[(seat + 1) % rules["players"]] = ["?"]
    hand.plays = [(0, "?")] * (play - 1)
    hand.turn = seat
    return hand


def finished(rules: Options, *captured: str) -> Hand:
    """A finished hand in which the seats have captured these cards."""
    hand = Hand({**rules, "layout_redeal": "never"}, stacked("AC 2C 3C 4C"), 0)
    hand.options = rules
    hand.captured = [cards.split() for cards in captured]
    hand.pile = []
    hand.hidden = []
    hand.over = True
    hand.turn = None
    return hand


def with_totals(rules: Options, dealer: int, *points: int) -> Hand:
    """A finished hand in which the sides have exactly these totals."""
    hand = finished(rules, *["" for _ in range(rules["players"])])
    hand.dealer = dealer
    for seat, number in enumerate(points):
        hand.bonuses.append(
            {"seat": seat, "points": number, "rule": "5.1", "cards": []}
        )
    return hand


# Golden decks


@pytest.mark.parametrize("last_play_counts", [True, False])
def test_first_golden_deck(last_play_counts: bool) -> None:
    """A match of a lone card by the last play is worth ten or nothing."""
    rules = options(
        "classic", deal_order="layout_first", pisti_on_last_play=last_play_counts
    )
    hand = Hand(rules, G1.split(), 1)
    results = play_oldest(hand)
    assert [(c["play"], c["seat"], c["card"]) for c in captures(hand, results)] == [
        (2, 1, "2S"),
        (19, 0, "JC"),
        (30, 1, "JH"),
        (37, 0, "9C"),
        (39, 0, "JS"),
        (41, 0, "JD"),
        (44, 1, "AD"),
        (46, 1, "AH"),
        (48, 1, "5H"),
    ]
    assert results[-1]["residue"] == []
    counted = naive.score(hand)
    assert counted["counts"] == [28, 24]
    assert counted["totals"] == [8, 28 if last_play_counts else 18]
    assert counted["winner"] == 1


@pytest.mark.parametrize("last_play_counts", [True, False])
def test_second_golden_deck(last_play_counts: bool) -> None:
    """A double pişti and a residue of two cards, with either last play."""
    rules = options(
        "classic", deal_order="layout_first", pisti_on_last_play=last_play_counts
    )
    hand = Hand(rules, G3.split(), 1)
    results = play_oldest(hand)
    found = [
        (c["play"], c["seat"], c["card"], c["bonus"]) for c in captures(hand, results)
    ]
    assert found == [
        (4, 1, "4H", 0),
        (6, 1, "6H", 10),
        (33, 0, "JC", 0),
        (36, 1, "8D", 0),
        (44, 1, "KH", 0),
        (46, 1, "JD", 20),
    ]
    assert results[-1]["residue"] == ["3D", "9H"]
    counted = naive.score(hand)
    assert counted["counts"] == [27, 25]
    assert counted["totals"] == [10, 36]


def test_golden_deck_without_a_capture() -> None:
    """Where nobody captures, the cards stay on the table and nothing scores."""
    hand = Hand(options("classic", deal_order="layout_first"), G6.split(), 1)
    results = play_oldest(hand)
    assert captures(hand, results) == []
    assert len(hand.plays) == 48
    assert len(hand.pile) == 49
    assert hand.hidden == ["JC", "JD", "JH"]
    assert naive.score(hand) == {
        "lines": [],
        "totals": [0, 0],
        "counts": [0, 0],
        "winner": None,
        "final": True,
    }


def test_four_jacks_are_dealt_again_where_the_next_is_turned() -> None:
    """Four jacks in the layout end the deal under the partnership rules."""
    with pytest.raises(naive.Redeal) as caught:
        Hand(PRESETS["partnership"], G6.split(), 3)
    assert caught.value.rule == "3.7"


@pytest.mark.parametrize("deck", DECKS, ids=[deck["name"] for deck in DECKS])
def test_deck_file(deck: dict[str, Any]) -> None:
    """Each deck of the data file plays out as written there."""
    rules = options(deck["preset"], **deck["overrides"])
    hand = Hand(rules, deck["cards"].split(), deck["dealer"])
    results = play_oldest(hand)
    assert captures(hand, results) == deck["captures"]
    residue = results[-1]["residue"]
    if deck["residue"] is None:
        assert residue == []
    else:
        assert hand.last_capturer == deck["residue"]["seat"]
        assert residue == deck["residue"]["cards"].split()
    counted = naive.score(hand)
    assert counted["counts"] == deck["counts"]
    assert counted["totals"] == deck["totals"]
    assert counted["winner"] == deck["winner"]


def test_deck_file_has_every_preset() -> None:
    """No preset is without a deck."""
    assert {deck["preset"] for deck in DECKS} == set(PRESETS)


# Single plays


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case_file(case: dict[str, Any]) -> None:
    """Each single play of the data file does what is written there."""
    for preset in case["presets"]:
        rules = options(preset, **case["overrides"])
        hand = table(rules, case["pile"], case["hidden"], case["card"], case["play"])
        result = hand.play(case["card"])
        found = {key: result[key] for key in ("kind", "bonus", "denied", "rule")}
        assert found == {key: case[key] for key in found}
        assert len(result["captured"]) == case["captured"]
        if case["captured"]:
            taken = case["hidden"].split() + case["pile"].split() + [case["card"]]
            assert result["captured"] == taken
            assert hand.captured[0] == taken
            assert (hand.pile, hand.hidden, hand.last_capturer) == ([], [], 0)
        else:
            assert hand.pile == [*case["pile"].split(), case["card"]]
            assert hand.hidden == case["hidden"].split()
            assert hand.last_capturer is None
        paid = [bonus["points"] for bonus in hand.bonuses]
        assert paid == ([case["bonus"]] if case["bonus"] else [])


def test_cards_of_a_pisti_score_too() -> None:
    """The bonus comes on top of the card points: 12, 13, 12 and 22."""
    totals = []
    for lone, card in (("AH", "AS"), ("10D", "10S"), ("2C", "2H"), ("JH", "JS")):
        hand = table(PRESETS["classic"], lone, "", card, 20)
        hand.play(card)
        totals.append(naive.score(hand)["totals"][0])
    assert totals == [12, 13, 12, 22]


def test_bonus_names_both_cards() -> None:
    """A bonus is kept with its seat, rule, lone card and played card."""
    hand = table(PRESETS["four-player"], "7H", "", "7S", 20, seat=2)
    hand.play("7S")
    assert hand.bonuses == [
        {"seat": 2, "points": 10, "rule": "5.1", "cards": ["7H", "7S"]}
    ]


@pytest.mark.parametrize(
    ("preset", "watchers", "expected"),
    [
        ("partnership", "side", [0, 2]),
        ("partnership", "capturer", [2]),
        ("partnership", "all", [0, 1, 2, 3]),
        ("partnership", "leader", [1, 2]),
        ("four-player", "side", [2]),
    ],
)
def test_who_may_see_the_hidden_cards(
    preset: str, watchers: str, expected: list[int]
) -> None:
    """The option names the seats that may look at what seat 2 has taken."""
    rules = options(preset, hidden_seen_by=watchers)
    hand = table(rules, "7H QS", "AC 10D 2C", "QD", 2, seat=2)
    assert hand.leader == 1
    assert hand.play("QD")["hidden_seen_by"] == expected


def test_nobody_looks_where_nothing_was_hidden() -> None:
    """A capture without hidden cards shows nothing to anybody."""
    hand = table(PRESETS["partnership"], "7H QS", "", "QD", 20)
    assert hand.play("QD")["hidden_seen_by"] == []


def test_refused_plays_change_nothing() -> None:
    """A card that is not held is refused, and any card once the hand is over."""
    hand = Hand(PRESETS["classic"], stacked(""), 1)
    before = json.dumps([hand.hands, hand.pile, hand.plays, hand.turn])
    for card in (hand.hands[1][0], hand.pile[0], hand.stock[0], "ZZ"):
        with pytest.raises(ValueError, match=r"^4\.3$"):
            hand.play(card)
    assert json.dumps([hand.hands, hand.pile, hand.plays, hand.turn]) == before
    play_oldest(hand)
    with pytest.raises(ValueError, match=r"^4\.11$"):
        hand.play("AC")


# The deal


def test_layout_first() -> None:
    """Layout, then packets from the seat after the dealer, then the stock."""
    cards = stacked("4S KD 2D 7H")
    hand = Hand(PRESETS["partnership"], cards, 3)
    assert hand.hidden == ["4S", "KD", "2D"]
    assert (hand.up_card, hand.pile) == ("7H", ["7H"])
    assert hand.hands == [cards[4:8], cards[8:12], cards[12:16], cards[16:20]]
    assert hand.stock == cards[20:]
    assert hand.bottom_card == cards[51]
    assert (hand.leader, hand.turn, hand.cutter) == (0, 0, 2)


def test_hands_first() -> None:
    """The classic deal serves the players before the layout."""
    cards = stacked("")
    hand = Hand(PRESETS["classic"], cards, 0)
    assert hand.hands == [cards[4:8], cards[0:4]]
    assert hand.hidden + hand.pile == cards[8:12]
    assert hand.stock == cards[12:]
    assert hand.bottom_card is None
    assert hand.leader == 1


def test_open_layout() -> None:
    """Four open cards are the pile and nothing is hidden."""
    hand = Hand(PRESETS["xeri"], stacked("5C 9D KS 9H"), 1)
    assert (hand.pile, hand.hidden, hand.up_card) == (
        ["5C", "9D", "KS", "9H"],
        [],
        "9H",
    )
    assert [len(held) for held in hand.hands] == [6, 6]


def test_jack_left_as_up_card() -> None:
    """The classic rules are silent about the jack, so it stays."""
    rules = options("classic", deal_order="layout_first")
    hand = Hand(rules, stacked("4S KD 2C JH"), 1)
    assert hand.pile == ["JH"]
    assert (hand.passed, hand.buried) == ([], [])


def test_next_card_is_turned() -> None:
    """A passed jack stays with the hidden cards, in the order dealt."""
    hand = Hand(PRESETS["partnership"], stacked("4S KD 2C JH"), 3)
    assert (hand.pile, hand.passed) == (["2C"], ["JH"])
    assert hand.hidden == ["4S", "KD", "JH"]
    hand = Hand(PRESETS["partnership"], stacked("4S JC JD JH"), 3)
    assert (hand.pile, hand.passed) == (["4S"], ["JH", "JD", "JC"])
    assert hand.hidden == ["JC", "JD", "JH"]
    hand = Hand(PRESETS["partnership"], stacked("JC KD JD JH"), 3)
    assert (hand.pile, hand.passed) == (["KD"], ["JH", "JD"])
    assert hand.hidden == ["JC", "JD", "JH"]


def test_first_capture_takes_the_passed_jack() -> None:
    """Up-card, passed jack, hidden cards and the card played: five cards."""
    cards = stacked("4S KD 2C JH 2S")
    hand = Hand(PRESETS["partnership"], cards, 3)
    result = hand.play("2S")
    assert result["captured"] == ["4S", "KD", "JH", "2C", "2S"]
    assert result["denied"] == "first_play"


def test_jack_is_buried() -> None:
    """The jack goes under the stock and ends as the dealer's last card."""
    cards = stacked("4S KD 2C JH")
    hand = Hand(PRESETS["coffeehouse"], cards, 1)
    assert (hand.pile, hand.buried) == ([cards[12]], ["JH"])
    assert hand.stock == [*cards[13:], "JH"]
    while len(hand.plays) < 40:
        assert hand.turn is not None
        hand.play(hand.hands[hand.turn][0])
    assert hand.hands[1][-1] == "JH"


def test_later_jack_goes_below() -> None:
    """Jacks that follow each other are buried in the order turned."""
    cards = stacked("4S KD 2C JH AC AD AH AS KC KH KS QC JS JC 7D")
    hand = Hand(PRESETS["coffeehouse"], cards, 1)
    assert (hand.up_card, hand.buried) == ("7D", ["JH", "JS", "JC"])
    assert hand.stock[-3:] == ["JH", "JS", "JC"]
    assert len(hand.stock) == 40


def test_four_jacks_with_burying() -> None:
    """Only the up-card is buried; the other three jacks stay hidden."""
    hand = Hand(PRESETS["coffeehouse"], G6.split(), 1)
    assert hand.hidden == ["JC", "JD", "JH"]
    assert hand.buried == ["JS"]
    assert hand.up_card == "10C"


def test_redeal_of_an_up_card_jack() -> None:
    """Where the rules say so, an up-card jack ends the deal."""
    rules = options("partnership", opening_jack="redeal")
    with pytest.raises(naive.Redeal) as caught:
        Hand(rules, stacked("4S KD 2C JH"), 3)
    assert caught.value.rule == "3.9"
    assert Hand(rules, stacked("JS JC JD 2C"), 3).pile == ["2C"]


@pytest.mark.parametrize(
    ("layout", "bad"),
    [
        ("5C 9D KS 9H", ["any_pair"]),
        ("5C 5D KS 9H", ["any_pair"]),
        ("5C 9D 9S KH", ["any_pair"]),
        ("5C KS 9D 9H", ["top_jack_or_pair", "any_pair"]),
        ("5C 9D KS JH", ["top_jack", "top_jack_or_pair", "any_pair"]),
        ("5C 9D JH KS", []),
        ("JC 9D JH KS", ["any_pair"]),
        ("5C 9D KS QH", []),
    ],
)
def test_open_layout_that_is_dealt_again(layout: str, bad: list[str]) -> None:
    """Each way of the option throws in its own layouts and no others."""
    for way in ("never", "top_jack", "top_jack_or_pair", "any_pair"):
        rules = options("xeri", layout_redeal=way)
        if way in bad:
            with pytest.raises(naive.Redeal) as caught:
                Hand(rules, stacked(layout), 1)
            assert caught.value.rule == "3.11"
        else:
            assert Hand(rules, stacked(layout), 1).pile == layout.split()


def test_shown_card_is_the_dealers_last() -> None:
    """The card at the bottom comes with the dealer's third packet."""
    cards = [card for card in stacked("") if card != "9D"] + ["9D"]
    hand = Hand(PRESETS["partnership"], cards, 3)
    assert hand.bottom_card == "9D"
    while len(hand.plays) < 32:
        assert hand.turn is not None
        hand.play(hand.hands[hand.turn][0])
    assert hand.hands[3][-1] == "9D"
    assert hand.stock == []


def test_new_packets_only_when_all_hands_are_empty() -> None:
    """One player without cards waits until the other has none either."""
    hand = Hand(PRESETS["classic"], stacked(""), 1)
    for _ in range(7):
        assert hand.turn is not None
        assert hand.play(hand.hands[hand.turn][0])["dealt"] is False
    assert [len(held) for held in hand.hands] == [0, 1]
    assert hand.turn == 1
    assert hand.play(hand.hands[1][0])["dealt"] is True
    assert [len(held) for held in hand.hands] == [4, 4]
    assert hand.turn == 0


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("leader", ["eldest", "dealer"])
def test_last_play(preset: str, leader: str) -> None:
    """The dealer plays last, or, where the dealer leads, the seat before."""
    rules = options(preset, leader=leader, layout_redeal="never")
    players = rules["players"]
    for dealer in range(players):
        hand = Hand(rules, stacked("4S KD 2C 3H"), dealer)
        play_oldest(hand)
        last = dealer if leader == "eldest" else (dealer - 1) % players
        assert hand.plays[47][0] == last


# The cut


CUT_PACK = "5C 6D JH JS 2C 3C"


@pytest.mark.parametrize("way", ["none", "plain"])
def test_plain_cut(way: str) -> None:
    """A plain cut looks at nothing and accepts a jack at the bottom."""
    after, saw, kept = naive.cut(CUT_PACK.split(), 4, options("partnership", cut=way))
    assert " ".join(after) == "2C 3C 5C 6D JH JS"
    assert (saw, kept) == ([], None)


def test_recut() -> None:
    """A jack found by the cutter calls for another cut."""
    rules = PRESETS["partnership-recut"]
    with pytest.raises(naive.AnotherCut) as caught:
        naive.cut(CUT_PACK.split(), 4, rules)
    assert caught.value.seen == ["JS"]
    assert naive.cut(CUT_PACK.split(), 2, rules) == (
        ["JH", "JS", "2C", "3C", "5C", "6D"],
        ["6D"],
        None,
    )


def test_search() -> None:
    """The first card that is no jack goes below the jacks found before it."""
    rules = PRESETS["partnership"]
    after, saw, kept = naive.cut(CUT_PACK.split(), 4, rules)
    assert " ".join(after) == "2C 3C 5C JH JS 6D"
    assert (saw, kept) == (["JS", "JH", "6D"], None)
    after, saw, kept = naive.cut(CUT_PACK.split(), 2, rules)
    assert " ".join(after) == "JH JS 2C 3C 5C 6D"
    assert saw == ["6D"]


def test_search_through_a_packet_of_jacks() -> None:
    """A packet of jacks alone cannot be searched, so it is cut again."""
    with pytest.raises(naive.AnotherCut) as caught:
        naive.cut(["JH", "JS", "2C", "3C"], 2, PRESETS["partnership"])
    assert caught.value.seen == ["JS", "JH"]


@pytest.mark.parametrize("dealer_shift", [0, 1])
@pytest.mark.parametrize("preset", ["classic", "three-player", "four-player"])
@pytest.mark.parametrize("order", ["layout_first", "hands_first"])
def test_cutter_keeps(dealer_shift: int, preset: str, order: str) -> None:
    """The cutter's first packet begins with the jack that was kept."""
    rules = options(preset, cut="cutter_keeps", deal_order=order)
    dealer = rules["players"] - 1 - dealer_shift
    whole = stacked("5C 6D JH JS")
    after, saw, kept = naive.cut(whole, 4, rules)
    assert (saw, kept) == (["JS"], "JS")
    others = [card for card in after if card != "JS"]
    # The jack above it lies at the bottom; the cutter does not look at it.
    assert others == [*whole[4:], "5C", "6D", "JH"]
    hand = Hand(rules, after, dealer, saw, kept)
    assert hand.hands[hand.cutter][0] == "JS"
    assert hand.stock[-1] == "JH"
    assert naive.cut(whole, 2, rules)[1:] == (["6D"], None)


# Shuffles and packs


@pytest.mark.parametrize("seed", SHUFFLES["shuffles"])
def test_shuffle_file(seed: str) -> None:
    """Each seed gives the pack that is written in the data file."""
    cards = naive.shuffled(random.Random(int(seed)))
    assert " ".join(cards) == SHUFFLES["shuffles"][seed]


@pytest.mark.parametrize(
    "entry",
    SHUFFLES["packs"],
    ids=[f"{entry['preset']}-{entry['seed']}" for entry in SHUFFLES["packs"]],
)
def test_pack_file(entry: dict[str, Any]) -> None:
    """Each pack of the data file is what shuffle, cut and redeals give."""
    rules = options(entry["preset"], **entry["overrides"])
    hand, redeals = naive.deal(rules, random.Random(entry["seed"]), 0)
    assert redeals == entry["redeals"]
    assert " ".join(hand.saw) == entry["cutter_saw"]
    assert hand.kept == entry["kept"]
    # The pack that stands can be dealt again and gives the same hand.
    again = Hand(rules, entry["cards"].split(), 0)
    assert (again.hands, again.pile, again.hidden, again.stock) == (
        hand.hands,
        hand.pile,
        hand.hidden,
        hand.stock,
    )


def test_shuffle_by_hand() -> None:
    """With a generator that always says zero the pack moves by one place."""

    class Zero(random.Random):
        """A generator without any chance in it."""

        def random(self) -> float:
            """Always zero."""
            return 0.0

    # Each step brings the top card into its final place and the card from
    # there to the top, so that every card but the ace goes one place up.
    assert naive.shuffled(Zero()) == [*DECK[1:], "AC"]


# Whole hands


@pytest.mark.parametrize("preset", PRESETS)
def test_every_hand_keeps_the_cards_together(preset: str) -> None:
    """In every position of a hand each card is in exactly one place."""
    rules = PRESETS[preset]
    for seed in range(20):
        rng = random.Random(seed)
        hand, _ = naive.deal(rules, rng, seed % rules["players"])
        while hand.turn is not None:
            result = hand.play(rng.choice(hand.hands[hand.turn]))
            places = hand.stock + hand.pile + hand.hidden
            for cards in hand.hands + hand.captured:
                places = places + cards
            assert sorted(places) == sorted(DECK)
            assert hand.over or not result["residue"]
        assert len(hand.plays) == 48
        counted = naive.score(hand)
        whole = sum(naive.points_of(rules, card) for card in DECK)
        bonuses = sum(bonus["points"] for bonus in hand.bonuses)
        majority = sum(line["rule"] == "6.2" for line in counted["lines"])
        assert sum(counted["totals"]) == whole + bonuses + 3 * majority
        assert sum(counted["counts"]) == 52


def test_partnership_and_recut_play_alike() -> None:
    """Once dealt, the same pack gives the same scores under both rules."""
    for seed in range(50):
        cards = naive.shuffled(random.Random(seed))
        first = Hand(PRESETS["partnership"], cards, 3)
        second = Hand(PRESETS["partnership-recut"], cards, 3)
        assert play_oldest(first) == play_oldest(second)
        assert naive.score(first) == naive.score(second)


# The end of a hand and its score


@pytest.mark.parametrize("last_capturer", [0, 1])
def test_residue_goes_to_the_last_capturer(last_capturer: int) -> None:
    """Four cards left over go to the last capturer, whoever played last."""
    hand = Hand(PRESETS["classic"], stacked(""), 1)
    left = ["KH", "10D", "9S", "4D"]
    others = [card for card in DECK if card not in left]
    hand.captured = [others[:24], others[24:]]
    hand.last_capturer = last_capturer
    hand.pile = ["KH", "10D"]
    hand.hidden = []
    hand.stock = []
    hand.hands = [["9S"], ["4D"]]
    hand.plays = [(0, "?")] * 46
    before = naive.score(hand)
    assert hand.play("9S")["residue"] == []
    assert hand.play("4D")["residue"] == left
    after = naive.score(hand)
    counts = [24, 24]
    counts[last_capturer] = 28
    assert after["counts"] == counts
    gained = after["totals"][last_capturer] - before["totals"][last_capturer]
    assert gained == 3 + 3
    assert hand.bonuses == []


def test_last_play_that_captures_leaves_no_residue() -> None:
    """The capture counts as any other and makes its seat the last capturer."""
    hand = table(PRESETS["classic"], "KH 10D 9S 4D", "", "4C", 48, seat=1)
    hand.last_capturer = 0
    result = hand.play("4C")
    assert result["residue"] == []
    assert (hand.over, hand.last_capturer) == (True, 1)
    assert hand.captured[1] == ["KH", "10D", "9S", "4D", "4C"]


def suit(*letters: str) -> str:
    """All cards of these suits."""
    return " ".join(card for card in DECK if card[-1] in letters)


@pytest.mark.parametrize("preset", ["classic", "partnership"])
def test_equal_card_counts_give_no_majority(preset: str) -> None:
    """Two suits each: four points and nine, and nobody has the majority."""
    rules = PRESETS[preset]
    parts = [suit("S", "H"), suit("D", "C")] + [""] * (rules["players"] - 2)
    counted = naive.score(finished(rules, *parts))
    assert counted["totals"] == [4, 9]
    assert [line["rule"] for line in counted["lines"]] == ["6.1", "6.1"]
    assert counted["winner"] == 1


@pytest.mark.parametrize("preset", ["classic", "partnership"])
def test_one_side_captures_everything(preset: str) -> None:
    """The whole pack is worth 16 points with the majority."""
    rules = PRESETS[preset]
    parts = ["", " ".join(DECK)] + [""] * (rules["players"] - 2)
    counted = naive.score(finished(rules, *parts))
    assert counted["totals"] == [0, 16]
    assert {line["side"] for line in counted["lines"]} == {1}


@pytest.mark.parametrize(
    ("first", "expected"), [(27, [3, 0]), (26, [0, 0]), (25, [0, 3])]
)
def test_majority_of_two(first: int, expected: list[int]) -> None:
    """27 cards have the majority, 26 have not."""
    rules = options("classic", card_points={})
    hand = finished(rules, " ".join(DECK[:first]), " ".join(DECK[first:]))
    assert naive.score(hand)["totals"] == expected


@pytest.mark.parametrize(
    ("counts", "expected"),
    [([20, 16, 16], [3, 0, 0]), ([18, 18, 16], [0, 0, 0]), ([16, 17, 19], [0, 0, 3])],
)
def test_majority_of_three(counts: list[int], expected: list[int]) -> None:
    """Among three the most cards are enough, a tie for the most is not."""
    rules = options("three-player", card_points={})
    cards = list(DECK)
    parts = []
    for count in counts:
        parts.append(" ".join(cards[:count]))
        cards = cards[count:]
    assert naive.score(finished(rules, *parts))["totals"] == expected


def test_partners_score_together() -> None:
    """Cards and bonuses of partners are pooled."""
    rules = PRESETS["partnership"]
    hand = finished(rules, suit("C"), suit("D"), "2S 3S", suit("H"))
    hand.bonuses = [
        {"seat": 0, "points": 10, "rule": "5.1", "cards": ["9C", "9D"]},
        {"seat": 0, "points": 10, "rule": "5.1", "cards": ["8C", "8D"]},
        {"seat": 2, "points": 10, "rule": "5.1", "cards": ["2S", "2D"]},
        {"seat": 1, "points": 20, "rule": "5.2", "cards": ["JH", "JD"]},
    ]
    counted = naive.score(hand)
    assert counted["counts"] == [15, 26]
    # 4 and 30; 5 and 2, majority 3, double pişti 20.
    assert counted["totals"] == [34, 30]
    assert counted["winner"] == 0


def test_other_card_points() -> None:
    """The values of pişpirik and xeri make 22 points, 25 with the majority."""
    for preset in ("pispirik", "xeri"):
        rules = PRESETS[preset]
        assert sum(naive.points_of(rules, card) for card in DECK) == 22
        counted = naive.score(finished(rules, " ".join(DECK), ""))
        assert counted["totals"] == [25, 0]
    course = dict.fromkeys(naive.RANKS, 1) | {"10D": 3, "2C": 2}
    rules = options("classic", card_points=course)
    assert sum(naive.points_of(rules, card) for card in DECK) == 55


def test_no_majority_before_the_end() -> None:
    """A running score counts cards and bonuses only and names no winner."""
    hand = Hand(PRESETS["classic"], stacked(""), 1)
    hand.captured = [DECK[:20], DECK[20:25]]
    counted = naive.score(hand)
    assert (counted["final"], counted["winner"]) == (False, None)
    assert "6.2" not in [line["rule"] for line in counted["lines"]]
    assert counted == naive.score(hand)


def test_drawn_hand() -> None:
    """Equal totals have no winner."""
    hand = finished(PRESETS["classic"], "AC 2C AH 2H AD 10D", "JC")
    hand.bonuses = [{"seat": 1, "points": 10, "rule": "5.1", "cards": []}]
    # Three aces, 2 and 3, majority 3; a jack and a bonus of ten.
    assert naive.score(hand)["totals"] == [11, 11]
    assert naive.score(hand)["winner"] is None


# The draw for the first deal


def drawn_from(
    monkeypatch: pytest.MonkeyPatch, rules: Options, *tops: str
) -> dict[str, Any]:
    """Draw from packs with these cards on top, one after another."""
    packs = [stacked(top) for top in tops]
    monkeypatch.setattr(naive, "shuffled", lambda _: packs.pop(0))
    result = naive.draw(rules, random.Random(0))
    assert packs == []
    return result


def test_highest_card_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Among players alone only the highest matters, and aces are high."""
    rules = options("four-player", first_dealer="high_card")
    assert drawn_from(monkeypatch, rules, "KS KD AC 2H") == {
        "rounds": [[(0, "KS"), (1, "KD"), (2, "AC"), (3, "2H")]],
        "seating": [0, 1, 2, 3],
        "dealer": 2,
    }


def test_equal_highest_cards_draw_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two aces draw again, and again where they are level once more."""
    rules = options("three-player", first_dealer="high_card")
    result = drawn_from(monkeypatch, rules, "AS QD AC", "9S 9C", "JS 10C")
    assert result["rounds"][1:] == [[(0, "9S"), (2, "9C")], [(0, "JS"), (2, "10C")]]
    assert result["dealer"] == 0


def test_second_highest_becomes_partner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two level seconds one draws higher, and sits opposite the dealer."""
    rules = PRESETS["partnership"]
    result = drawn_from(monkeypatch, rules, "KS AC KD 2H", "3C KH")
    assert result["rounds"][1] == [(0, "3C"), (2, "KH")]
    assert (result["dealer"], result["seating"]) == (1, [0, 1, 3, 2])


def test_two_highest_are_partners(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two aces draw again only for the deal; the others do not."""
    rules = PRESETS["partnership"]
    result = drawn_from(monkeypatch, rules, "AS 5C 4D AH", "3C KH")
    assert result["rounds"][1] == [(0, "3C"), (3, "KH")]
    assert (result["dealer"], result["seating"]) == (3, [1, 0, 2, 3])


def test_first_dealer_at_random() -> None:
    """Without a draw chance names a seat, and each comes up."""
    rng = random.Random(7)
    found = [naive.first_dealer(PRESETS["three-player"], rng) for _ in range(50)]
    assert {result["dealer"] for result in found} == {0, 1, 2}
    assert all(result["rounds"] == [] for result in found)
    assert all(result["seating"] == [0, 1, 2] for result in found)


# Matches


def played_match(rules: Options, *hands: tuple[int, ...]) -> Match:
    """A match in which the hands gave these totals."""
    match = Match(rules, rules["players"] - 1)
    for points in hands:
        match.add(with_totals(rules, match.dealer, *points))
    return match


@pytest.mark.parametrize(
    ("hands", "totals", "winners"),
    [
        ([(148, 140), (14, 12)], [162, 152], [0]),
        ([(140, 139), (15, 20)], [155, 159], [1]),
        ([(141, 120), (10, 6)], [151, 126], [0]),
        ([(140, 120), (10, 6)], [150, 126], []),
        ([(141, 141), (10, 10)], [151, 151], []),
        ([(141, 141), (10, 10), (0, 16)], [151, 167], [1]),
        ([(141, 141), (10, 10), (8, 8)], [159, 159], []),
    ],
)
def test_match_to_a_target(
    hands: list[tuple[int, ...]], totals: list[int], winners: list[int]
) -> None:
    """Reached means at least; the higher wins; level sides play on."""
    match = played_match(PRESETS["partnership"], *hands)
    assert match.totals == totals
    assert match.winners == winners
    assert match.over is bool(winners)


@pytest.mark.parametrize("target", [51, 101, 121, 151])
def test_target_is_an_option(target: int) -> None:
    """Exactly the target ends the match, one point less does not."""
    rules = options("coffeehouse", target=target)
    assert played_match(rules, (target, 3)).over
    assert not played_match(rules, (target - 1, 3)).over


def test_two_of_three_level_at_the_top() -> None:
    """A tie for the first place plays on even if a third side is behind."""
    match = played_match(PRESETS["three-player"], (110, 110, 105))
    assert (match.over, match.winners) == (False, [])
    match.add(with_totals(PRESETS["three-player"], match.dealer, 0, 0, 16))
    assert (match.over, match.winners) == (True, [2])


@pytest.mark.parametrize(
    ("points", "winners"), [((8, 28), [1]), ((18, 18), [0, 1]), ((0, 0), [0, 1])]
)
def test_match_of_one_hand(points: tuple[int, int], winners: list[int]) -> None:
    """A match of a fixed number of hands can be drawn."""
    match = played_match(PRESETS["classic"], points)
    assert (match.over, match.winners) == (True, winners)


def test_match_of_three_hands() -> None:
    """The match ends after its last hand and not before."""
    rules = options("xeri", hands=3)
    match = played_match(rules, (100, 0), (0, 5))
    assert not match.over
    match.add(with_totals(rules, match.dealer, 0, 7))
    assert (match.over, match.winners) == (True, [0])


def test_deal_passes_to_the_next_seat() -> None:
    """The dealer moves on by one seat, and nobody else's hand is accepted."""
    rules = PRESETS["partnership"]
    match = Match(rules, 2)
    dealers = []
    for _ in range(5):
        dealers.append(match.dealer)
        match.add(with_totals(rules, match.dealer, 5, 5))
    assert dealers == [2, 3, 0, 1, 2]
    assert match.hands_played == 5
    with pytest.raises(ValueError, match="another seat"):
        match.add(with_totals(rules, 0, 5, 5))


def test_match_refuses_what_does_not_belong() -> None:
    """An unfinished hand, other rules or a match that is over are refused."""
    match = Match(PRESETS["classic"], 1)
    with pytest.raises(ValueError, match="hand is not over"):
        match.add(Hand(PRESETS["classic"], stacked(""), 1))
    with pytest.raises(ValueError, match="other rules"):
        match.add(with_totals(PRESETS["pispirik"], 1, 5, 5))
    match.add(with_totals(PRESETS["classic"], 1, 5, 5))
    with pytest.raises(ValueError, match="match is over"):
        match.add(with_totals(PRESETS["classic"], 0, 5, 5))

"""The library beside the naive engine: the same hands and matches, compared."""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

import naive
from naive import Options
from strategies import (
    CARDS,
    JACKS,
    NAMES,
    PLAYS,
    Choices,
    Deck,
    choose,
    options_of,
    texts,
)

from pisti import (
    DECK,
    BottomCardShown,
    CaptureKind,
    Card,
    CardPlayed,
    DealOrder,
    Denial,
    Event,
    HandOver,
    HandScore,
    JackBuried,
    JackPassed,
    LayoutDealt,
    Match,
    PackCut,
    PacketsDealt,
    PackShuffled,
    PileCaptured,
    Redeal,
    ResidueAwarded,
    Rule,
    State,
    UpCardTurned,
    Variant,
    legal_moves,
    new_match,
    score_hand,
    step,
)

CUT_RULES = {
    "none": Rule.CUT,
    "plain": Rule.CUT,
    "recut": Rule.RECUT,
    "search": Rule.SEARCH,
    "cutter_keeps": Rule.CUTTER_KEEPS,
}


def cards_of(names: Iterable[str]) -> tuple[Card, ...]:
    """Give the library's cards for the naive engine's."""
    return tuple(map(CARDS.__getitem__, names))


def card_of(name: str | None) -> Card | None:
    """Give the library's card, where there is one."""
    return None if name is None else CARDS[name]


# What both engines see


def deal_parts(state: State) -> dict[str, Any]:
    """Give what the library says of a deal, whatever is played then."""
    setup, pack = state.setup, state.setup.pack
    return {
        "dealer": state.dealer,
        "leader": state.leader,
        "cutter": setup.cutter,
        "up-card": str(state.up_card),
        "passed": texts(setup.passed),
        "buried": texts(setup.buried),
        "bottom card": setup.bottom_card and str(setup.bottom_card),
        "saw": texts(pack.cutter_saw),
        "kept": pack.kept and str(pack.kept),
    }


def naive_deal_parts(hand: naive.Hand) -> dict[str, Any]:
    """Give the same of the naive engine's hand."""
    return {
        "dealer": hand.dealer,
        "leader": hand.leader,
        "cutter": hand.cutter,
        "up-card": hand.up_card,
        "passed": hand.passed,
        "buried": hand.buried,
        "bottom card": hand.bottom_card,
        "saw": hand.saw,
        "kept": hand.kept,
    }


def position(state: State) -> dict[str, Any]:
    """Give what the library says of a position that a play can change."""
    won = state.won
    bonuses = [
        (bonus.seat, bonus.points, bonus.rule.id, texts(bonus.cards))
        for bonus in won.bonuses
    ]
    return {
        "turn": state.turn,
        "over": state.is_over,
        "legal": texts(legal_moves(state)),
        "hands": list(map(texts, state.hands)),
        "pile": texts(state.pile),
        "hidden": texts(state.hidden),
        "stock": texts(state.stock),
        "plays": texts(state.plays),
        "captured": list(map(texts, state.captured)),
        "bonuses": bonuses,
        "last capturer": won.last_capturer,
    }


def naive_position(hand: naive.Hand) -> dict[str, Any]:
    """Give the same of the naive engine's hand."""
    bonuses = [
        (bonus["seat"], bonus["points"], bonus["rule"], bonus["cards"])
        for bonus in hand.bonuses
    ]
    return {
        "turn": hand.turn,
        "over": hand.over,
        "legal": [] if hand.turn is None else hand.hands[hand.turn],
        "hands": hand.hands,
        "pile": hand.pile,
        "hidden": hand.hidden,
        "stock": hand.stock,
        "plays": [card for _, card in hand.plays],
        "captured": hand.captured,
        "bonuses": bonuses,
        "last capturer": hand.last_capturer,
    }


def score_parts(score: HandScore) -> dict[str, Any]:
    """Give the library's score; the order of lines is its own."""
    lines = [
        (line.side, line.points, line.rule.id, line_cards(line.rule.id, line.cards))
        for line in score.lines
    ]
    return {
        "lines": sorted(lines),
        "totals": list(score.totals),
        "counts": list(score.counts),
        "winner": score.winner,
        "final": score.final,
    }


def naive_score_parts(hand: naive.Hand) -> dict[str, Any]:
    """Give the same of the naive engine's score."""
    score = naive.score(hand)
    lines = [
        (line["side"], line["points"], line["rule"], line_cards(line["rule"], cards))
        for line in score["lines"]
        for cards in [cards_of(line["cards"])]
    ]
    return {**score, "lines": sorted(lines)}


def line_cards(rule: str, cards: tuple[Card, ...]) -> list[str]:
    """Give a line's cards; among card points their order does not matter."""
    return sorted(texts(cards)) if rule == "6.1" else texts(cards)


# The naive engine's tale


def deal_tale(
    options: Options, chance: Random, dealer: int, deck: Deck | None = None
) -> tuple[naive.Hand, list[Event]]:
    """Deal with the naive engine, and tell it in the library's events."""
    told: list[Event] = []
    if deck is None:
        pack = naive.pack(options, chance)
        told += shuffle_tale(options, dealer, pack)
    else:
        pack = texts(deck), [], None
    while True:
        cards, saw, kept = pack
        told += table_tale(options, cards, dealer)
        try:
            hand = naive.Hand(options, cards, dealer, saw, kept)
        except naive.Redeal as void:
            told += void_tale(options, cards, dealer, void.rule)
            pack = naive.pack(options, chance)
            told += shuffle_tale(options, dealer, pack)
        else:
            return hand, told + opening_tale(hand)


def shuffle_tale(
    options: Options, dealer: int, pack: tuple[list[str], list[str], str | None]
) -> list[Event]:
    """Tell of the shuffle and the cut."""
    told: list[Event] = [PackShuffled(dealer, Rule.SHUFFLE, 0)]
    if options["cut"] != "none":
        cutter = (dealer - 1) % options["players"]
        rule = CUT_RULES[options["cut"]]
        told.append(PackCut(cutter, cards_of(pack[1]), card_of(pack[2]), rule, 0))
    return told


def as_it_lies(options: Options, cards: list[str], dealer: int) -> naive.Hand:
    """Deal a pack without asking whether it has to be dealt again."""
    plain = {**options, "opening_jack": "leave", "layout_redeal": "never"}
    return naive.Hand(plain, cards, dealer)


def layout_of(options: Options, cards: list[str], dealer: int) -> tuple[Card, ...]:
    """Give the layout of a pack, in the order dealt."""
    hand = as_it_lies(options, cards, dealer)
    return cards_of(hand.hidden + hand.pile)


def table_tale(options: Options, cards: list[str], dealer: int) -> list[Event]:
    """Tell of the layout, the first packets and the bottom card."""
    layout = layout_of(options, cards, dealer)
    table = LayoutDealt(layout, (), Rule.LAYOUT, 0)
    if options["layout_face_up"] == 4:
        everyone = (*range(options["players"]), None)
        table = LayoutDealt(layout, everyone, Rule.OPEN_LAYOUT, 0)
    held = tuple(map(cards_of, as_it_lies(options, cards, dealer).hands))
    packets = PacketsDealt(1, held, Rule.PACKETS, 0)
    told: list[Event] = [table, packets]
    if options["deal_order"] == "hands_first":
        told.reverse()
    if options["bottom_card_exposed"]:
        told.append(BottomCardShown(CARDS[cards[-1]], Rule.BOTTOM_CARD, 0))
    return told


def void_tale(
    options: Options, cards: list[str], dealer: int, rule: str
) -> list[Event]:
    """Tell why a deal is void."""
    layout = layout_of(options, cards, dealer)
    if rule == "3.9":
        return [Redeal(layout[-1:], Rule.JACK_REDEALT, 0)]
    told: list[Event] = []
    if rule == "3.7":
        told += [JackPassed(jack, Rule.JACK_PASSED, 0) for jack in layout[:0:-1]]
    return [*told, Redeal(layout, Rule(rule), 0)]


def opening_tale(hand: naive.Hand) -> list[Event]:
    """Tell of the up-card and of what became of jacks."""
    if hand.options["layout_face_up"] == 4:
        return []
    told: list[Event] = []
    told += [JackPassed(CARDS[jack], Rule.JACK_PASSED, 0) for jack in hand.passed]
    told += [JackBuried(CARDS[jack], Rule.JACK_BURIED, 0) for jack in hand.buried]
    looks = hand.options["hidden_seen_by"] == "leader"
    seen_by = (hand.leader,) if looks else ()
    rule = Rule.JACK_LEFT if naive.is_jack(hand.up_card) else Rule.UP_CARD
    up_card, hidden = CARDS[hand.up_card], cards_of(hand.hidden)
    passed = cards_of(hand.passed)
    return [*told, UpCardTurned(up_card, hidden, passed, seen_by, rule, 0)]


def play_tale(hand: naive.Hand, name: str) -> list[Event]:
    """Play a card with the naive engine, and tell it in the library's events."""
    seat, pile, hidden = hand.turn, cards_of(hand.pile), cards_of(hand.hidden)
    assert seat is not None
    result = hand.play(name)
    card, ply, rule = CARDS[name], len(hand.plays), Rule(result["rule"])
    told: list[Event] = []
    if result["kind"] is None:
        told.append(CardPlayed(seat, card, rule, ply))
    else:
        kind = CaptureKind(result["kind"])
        by_rank = kind is CaptureKind.RANK
        way = Rule.CAPTURE_BY_RANK if by_rank else Rule.CAPTURE_BY_JACK
        denied = result["denied"] and Denial(result["denied"])
        passed = cards_of(hand.passed) if hidden else ()
        seen_by: tuple[int | None, ...] = tuple(result["hidden_seen_by"])
        if hidden and hand.options["hidden_seen_by"] == "all":
            seen_by += (None,)
        told.append(CardPlayed(seat, card, way, ply))
        told.append(
            PileCaptured(
                seat,
                card,
                pile,
                hidden,
                passed,
                seen_by,
                kind,
                result["bonus"],
                denied,
                rule,
                ply,
            )
        )
    if result["dealt"]:
        number = ply // (hand.options["players"] * hand.options["hand_size"]) + 1
        packets = tuple(map(cards_of, hand.hands))
        told.append(PacketsDealt(number, packets, Rule.NEXT_ROUND, ply))
    if result["residue"]:
        assert hand.last_capturer is not None
        left = cards_of(result["residue"])
        told.append(ResidueAwarded(hand.last_capturer, left, Rule.RESIDUE, ply))
    if hand.over:
        nobody = hand.last_capturer is None
        told.append(HandOver(Rule("4.13" if nobody else "4.11"), ply))
    return told


# Hands and matches


class DifferenceError(AssertionError):
    """The engines differ, and the text says where."""


def compare(what: str, ours: Any, theirs: Any) -> None:
    """Refuse values that differ, and name the first part in which they do."""
    if ours == theirs:
        return
    if isinstance(ours, dict):
        for key, value in ours.items():
            compare(f"{what}: {key}", value, theirs[key])
    if isinstance(ours, list) and len(ours) == len(theirs):
        for number, (value, other) in enumerate(zip(ours, theirs, strict=True)):
            compare(f"{what}: {number}", value, other)
    raise DifferenceError(f"{what}\n  library: {ours!r}\n  naive engine: {theirs!r}")


def compare_deals(state: State, hand: naive.Hand) -> None:
    """Compare all that both engines see of a deal."""
    compare("deal", deal_parts(state), naive_deal_parts(hand))
    compare_positions(state, hand)


def compare_positions(state: State, hand: naive.Hand) -> None:
    """Compare what both engines see of a position that a play can change."""
    compare(f"after {state.ply} plays", position(state), naive_position(hand))


def compare_scores(state: State, hand: naive.Hand) -> None:
    """Compare the score so far, or at the end."""
    ours, theirs = score_parts(score_hand(state)), naive_score_parts(hand)
    compare(f"score after {state.ply} plays", ours, theirs)


def play_both(
    state: State,
    hand: naive.Hand,
    choices: Choices,
    *,
    choose: Callable[[State, int], Card] = choose,
    every_score: bool = True,
) -> tuple[State, list[Event]]:
    """
    Play a hand to its end in both engines, compare at every play, and tell it.

    Where not every score is wanted, only the first and the last are compared.
    """
    told: list[Event] = []
    compare_deals(state, hand)
    compare_scores(state, hand)
    for choice in choices:
        move = choose(state, choice)
        state, events = step(state, move)
        told += events
        tale = play_tale(hand, NAMES[move])
        compare(f"events of play {state.ply}", list(events), tale)
        compare_positions(state, hand)
        if every_score or state.is_over:
            compare_scores(state, hand)
    compare_deals(state, hand)
    compare("plays", len(state.plays), PLAYS)
    return state, told


def play_match(
    variant: Variant,
    chance: Random,
    *,
    most: int = 30,
    choose: Callable[[State, int], Card] = choose,
    every_score: bool = True,
) -> Iterator[list[Event]]:
    """Play a match of up to so many hands in both engines, compare, and tell it."""
    options = options_of(variant)
    seed = chance.getrandbits(64)
    ours, theirs = Random(seed), Random(seed)
    match = new_match(variant, rng=ours)
    drawn = naive.first_dealer(options, theirs)
    compare("draw", draw_parts(match), drawn)
    other = naive.Match(options, drawn["dealer"])
    compare_matches(match, other)
    while not match.is_over and len(match.scores) < most:
        deck = stacked_deck(variant, chance) if chance.random() < STACKED else None
        hand, tale = deal_tale(options, theirs, other.dealer, deck)
        state, events = match.start(deck=deck, rng=ours)
        compare("events of the deal", list(events), tale)
        compare("chance", ours.random(), theirs.random())
        state, told = play_both(
            state,
            hand,
            chance.randbytes(PLAYS),
            choose=choose,
            every_score=every_score,
        )
        yield [*events, *told]
        match = match.add(state)
        other.add(hand)
        compare_matches(match, other)


STACKED = 1 / 8
"""How often a deck is given whose jacks lie where they matter in the deal."""


def stacked_deck(variant: Variant, chance: Random) -> Deck:
    """Shuffle a deck whose jacks make up the layout, or lie in it and near it."""
    deck = [card for card in DECK if card not in JACKS]
    chance.shuffle(deck)
    hands_first = variant.deal_order is DealOrder.HANDS_FIRST
    place = variant.round_size if hands_first else 0
    spread = chance.choice([1, 16])
    for jack in JACKS:
        deck.insert(place + chance.randrange(spread), jack)
    return tuple(deck)


def draw_parts(match: Match) -> dict[str, Any]:
    """Give how the library found the first dealer."""
    drawn = match.draw
    return {
        "dealer": match.dealer,
        "rounds": [
            [(player, str(card)) for player, card in turn]
            for turn in (drawn.rounds if drawn else ())
        ],
        "seating": list(drawn.seating if drawn else range(match.variant.players)),
    }


def compare_matches(match: Match, other: naive.Match) -> None:
    """Compare what two matches have come to."""
    ours = {
        "dealer": match.dealer,
        "totals": list(match.totals),
        "hands": len(match.scores),
        "over": match.is_over,
        "winners": list(match.winners),
    }
    theirs = {
        "dealer": other.dealer,
        "totals": other.totals,
        "hands": other.hands_played,
        "over": other.over,
        "winners": other.winners,
    }
    compare(f"match after {len(match.scores)} hands", ours, theirs)

"""A second engine for Pişti, written only from the rules of the game.

It is slow and plain on purpose, and shares no code with the library. The tests
play the same packs through both and compare. Cards are text, rank and then suit
letter ("10D", "JS", "AC"); a pile is a list from bottom to top; a seat is a
number, and the seat that plays next is the next number round the table.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

Options = dict[str, Any]

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = ["C", "D", "H", "S"]
DECK = [rank + suit for suit in SUITS for rank in RANKS]
LAST_PLAY = 48

USUAL_CARD_POINTS = {"A": 1, "J": 1, "2C": 2, "10D": 3}
XERI_CARD_POINTS = {"A": 1, "K": 1, "Q": 1, "J": 1, "10": 1, "10D": 2, "2C": 1}

PRESETS: dict[str, Options] = {
    "classic": {
        "players": 2,
        "partnership": False,
        "direction": "counterclockwise",
        "first_dealer": "random",
        "leader": "eldest",
        "cut": "none",
        "bottom_card_exposed": False,
        "deal_order": "hands_first",
        "hand_size": 4,
        "layout_face_up": 1,
        "opening_jack": "leave",
        "layout_redeal": "never",
        "hidden_seen_by": "capturer",
        "pisti_points": 10,
        "double_pisti_points": 20,
        "jack_pisti_points": 0,
        "pisti_on_first_play": False,
        "pisti_on_last_play": True,
        "card_points": dict(USUAL_CARD_POINTS),
        "majority_points": 3,
        "target": None,
        "hands": 1,
    },
    "partnership": {
        "players": 4,
        "partnership": True,
        "direction": "counterclockwise",
        "first_dealer": "high_card",
        "leader": "eldest",
        "cut": "search",
        "bottom_card_exposed": True,
        "deal_order": "layout_first",
        "hand_size": 4,
        "layout_face_up": 1,
        "opening_jack": "turn_next",
        "layout_redeal": "never",
        "hidden_seen_by": "side",
        "pisti_points": 10,
        "double_pisti_points": 20,
        "jack_pisti_points": 0,
        "pisti_on_first_play": False,
        "pisti_on_last_play": False,
        "card_points": dict(USUAL_CARD_POINTS),
        "majority_points": 3,
        "target": 151,
        "hands": None,
    },
    "partnership-recut": {
        "players": 4,
        "partnership": True,
        "direction": "counterclockwise",
        "first_dealer": "random",
        "leader": "eldest",
        "cut": "recut",
        "bottom_card_exposed": True,
        "deal_order": "layout_first",
        "hand_size": 4,
        "layout_face_up": 1,
        "opening_jack": "turn_next",
        "layout_redeal": "never",
        "hidden_seen_by": "side",
        "pisti_points": 10,
        "double_pisti_points": 20,
        "jack_pisti_points": 0,
        "pisti_on_first_play": False,
        "pisti_on_last_play": False,
        "card_points": dict(USUAL_CARD_POINTS),
        "majority_points": 3,
        "target": 151,
        "hands": None,
    },
    "coffeehouse": {
        "players": 2,
        "partnership": False,
        "direction": "counterclockwise",
        "first_dealer": "random",
        "leader": "eldest",
        "cut": "none",
        "bottom_card_exposed": False,
        "deal_order": "layout_first",
        "hand_size": 4,
        "layout_face_up": 1,
        "opening_jack": "bury",
        "layout_redeal": "never",
        "hidden_seen_by": "all",
        "pisti_points": 10,
        "double_pisti_points": 20,
        "jack_pisti_points": 0,
        "pisti_on_first_play": False,
        "pisti_on_last_play": False,
        "card_points": dict(USUAL_CARD_POINTS),
        "majority_points": 3,
        "target": 101,
        "hands": None,
    },
    "three-player": {
        "players": 3,
        "partnership": False,
        "direction": "counterclockwise",
        "first_dealer": "random",
        "leader": "eldest",
        "cut": "none",
        "bottom_card_exposed": False,
        "deal_order": "layout_first",
        "hand_size": 4,
        "layout_face_up": 1,
        "opening_jack": "bury",
        "layout_redeal": "never",
        "hidden_seen_by": "capturer",
        "pisti_points": 10,
        "double_pisti_points": 20,
        "jack_pisti_points": 0,
        "pisti_on_first_play": False,
        "pisti_on_last_play": False,
        "card_points": dict(USUAL_CARD_POINTS),
        "majority_points": 3,
        "target": 101,
        "hands": None,
    },
    "four-player": {
        "players": 4,
        "partnership": False,
        "direction": "counterclockwise",
        "first_dealer": "random",
        "leader": "eldest",
        "cut": "none",
        "bottom_card_exposed": False,
        "deal_order": "layout_first",
        "hand_size": 4,
        "layout_face_up": 1,
        "opening_jack": "bury",
        "layout_redeal": "never",
        "hidden_seen_by": "all",
        "pisti_points": 10,
        "double_pisti_points": 20,
        "jack_pisti_points": 0,
        "pisti_on_first_play": False,
        "pisti_on_last_play": False,
        "card_points": dict(USUAL_CARD_POINTS),
        "majority_points": 3,
        "target": 101,
        "hands": None,
    },
    "pispirik": {
        "players": 2,
        "partnership": False,
        "direction": "counterclockwise",
        "first_dealer": "random",
        "leader": "eldest",
        "cut": "none",
        "bottom_card_exposed": False,
        "deal_order": "hands_first",
        "hand_size": 4,
        "layout_face_up": 1,
        "opening_jack": "leave",
        "layout_redeal": "never",
        "hidden_seen_by": "capturer",
        "pisti_points": 10,
        "double_pisti_points": 20,
        "jack_pisti_points": 0,
        "pisti_on_first_play": False,
        "pisti_on_last_play": True,
        "card_points": dict(XERI_CARD_POINTS),
        "majority_points": 3,
        "target": 101,
        "hands": None,
    },
    "xeri": {
        "players": 2,
        "partnership": False,
        "direction": "counterclockwise",
        "first_dealer": "random",
        "leader": "eldest",
        "cut": "none",
        "bottom_card_exposed": False,
        "deal_order": "layout_first",
        "hand_size": 6,
        "layout_face_up": 4,
        "opening_jack": "leave",
        "layout_redeal": "top_jack_or_pair",
        "hidden_seen_by": "side",
        "pisti_points": 10,
        "double_pisti_points": 20,
        "jack_pisti_points": 0,
        "pisti_on_first_play": False,
        "pisti_on_last_play": True,
        "card_points": dict(XERI_CARD_POINTS),
        "majority_points": 3,
        "target": None,
        "hands": 1,
    },
    "xeri-partnership": {
        "players": 4,
        "partnership": True,
        "direction": "clockwise",
        "first_dealer": "random",
        "leader": "eldest",
        "cut": "none",
        "bottom_card_exposed": False,
        "deal_order": "layout_first",
        "hand_size": 6,
        "layout_face_up": 4,
        "opening_jack": "leave",
        "layout_redeal": "top_jack_or_pair",
        "hidden_seen_by": "side",
        "pisti_points": 10,
        "double_pisti_points": 20,
        "jack_pisti_points": 0,
        "pisti_on_first_play": False,
        "pisti_on_last_play": True,
        "card_points": dict(XERI_CARD_POINTS),
        "majority_points": 3,
        "target": None,
        "hands": 1,
    },
}


def rank(card: str) -> str:
    """The rank of a card: its text without the last letter."""
    return card[:-1]


def is_jack(card: str) -> bool:
    """Whether the card is a jack."""
    return rank(card) == "J"


def sides(options: Options) -> list[list[int]]:
    """The seats that score together: the two partnerships, or each seat alone."""
    if options["partnership"]:
        return [[0, 2], [1, 3]]
    return [[seat] for seat in range(options["players"])]


def side_of(options: Options, seat: int) -> int:
    """The number of the side that the seat belongs to."""
    for number, seats in enumerate(sides(options)):
        if seat in seats:
            return number
    raise ValueError(f"no seat {seat} at this table")


def points_of(options: Options, card: str) -> int:
    """What the card is worth to the side that has captured it."""
    table = options["card_points"]
    if card in table:
        return int(table[card])
    if rank(card) in table:
        return int(table[rank(card)])
    return 0


# The pack


def shuffled(rng: random.Random) -> list[str]:
    """A full pack in random order, top card first."""
    cards = list(DECK)
    for i in range(51, 0, -1):
        j = int(rng.random() * (i + 1))
        cards[i], cards[j] = cards[j], cards[i]
    return cards


class AnotherCut(Exception):
    """The cut does not stand; `seen` has the jacks that the cutter saw."""

    def __init__(self, seen: list[str]) -> None:
        """Keep the jacks in the order seen."""
        super().__init__(seen)
        self.seen = seen


def cut(
    cards: Sequence[str], at: int, options: Options
) -> tuple[list[str], list[str], str | None]:
    """Lift `at` cards from the top and put them under the rest.

    Returns the pack after the cut, the cards that the cutter saw in the order
    seen, and the jack that the cutter keeps, if any.
    """
    lifted = list(cards[:at])
    rest = list(cards[at:])
    way = options["cut"]
    shown = lifted[-1]

    if way in ("none", "plain"):
        return rest + lifted, [], None

    if way == "recut":
        if is_jack(shown):
            raise AnotherCut([shown])
        return rest + lifted, [shown], None

    if way == "search":
        saw: list[str] = []
        place = len(lifted)
        while place > 0:
            place -= 1
            saw.append(lifted[place])
            if not is_jack(lifted[place]):
                found = lifted.pop(place)
                lifted.append(found)
                return rest + lifted, saw, None
        # Not one card of the packet may lie at the bottom.
        raise AnotherCut(saw)

    if way == "cutter_keeps":
        if not is_jack(shown):
            return rest + lifted, [shown], None
        lifted.pop()
        after = rest + lifted
        # The cutter sits before the dealer, who is served last, so the packets
        # of all players but these two lie above the cutter's.
        place = (options["players"] - 2) * options["hand_size"]
        if options["deal_order"] == "layout_first":
            place += 4
        after.insert(place, shown)
        return after, [shown], shown

    raise ValueError(f"unknown cut: {way}")


def pack(
    options: Options, rng: random.Random
) -> tuple[list[str], list[str], str | None]:
    """Shuffle and cut: the pack, all that the cutter saw, and the jack kept."""
    cards = shuffled(rng)
    if options["cut"] == "none":
        return cards, [], None
    saw: list[str] = []
    while True:
        at = 1 + int(rng.random() * 51)
        try:
            after, seen, kept = cut(cards, at, options)
        except AnotherCut as again:
            saw.extend(again.seen)
        else:
            saw.extend(seen)
            return after, saw, kept


# A hand


class Redeal(Exception):
    """The layout may not be played; `rule` is the number of the rule."""

    def __init__(self, rule: str) -> None:
        """Keep the number of the rule."""
        super().__init__(rule)
        self.rule = rule


def layout_is_bad(options: Options, layout: Sequence[str]) -> bool:
    """Whether four open cards, bottom to top, must be dealt again."""
    way = options["layout_redeal"]
    if way == "never":
        return False
    if is_jack(layout[3]):
        return True
    if way == "top_jack":
        return False
    if way == "top_jack_or_pair":
        return rank(layout[3]) == rank(layout[2])
    if way == "any_pair":
        for first in range(4):
            for second in range(first + 1, 4):
                if rank(layout[first]) == rank(layout[second]):
                    return True
        return False
    raise ValueError(f"unknown layout redeal: {way}")


def judge(
    options: Options,
    pile: Sequence[str],
    hidden: Sequence[str],
    card: str,
    play: int,
) -> dict[str, Any]:
    """What the card does to the pile when it is the play of this number."""
    outcome: dict[str, Any] = {
        "captured": [],
        "kind": None,
        "bonus": 0,
        "denied": None,
        "rule": None,
    }

    if len(pile) == 0:
        outcome["rule"] = "4.7"
        return outcome

    top = pile[-1]
    if is_jack(card):
        outcome["kind"] = "jack"
    elif rank(card) == rank(top):
        outcome["kind"] = "rank"
    else:
        outcome["rule"] = "4.6"
        return outcome
    outcome["captured"] = list(hidden) + list(pile) + [card]

    if len(pile) >= 2:
        if outcome["kind"] == "jack":
            outcome["rule"] = "4.5"
        else:
            outcome["rule"] = "4.4"
        return outcome

    # One visible card was taken.
    if rank(card) != rank(top):
        worth = options["jack_pisti_points"]
        rule = "5.3"
    elif is_jack(card):
        worth = options["double_pisti_points"]
        rule = "5.2"
    else:
        worth = options["pisti_points"]
        rule = "5.1"

    if rule == "5.3" and worth == 0:
        outcome["denied"] = "jack_on_another_rank"
        outcome["rule"] = "5.3"
    elif play == 1 and not options["pisti_on_first_play"]:
        outcome["denied"] = "first_play"
        outcome["rule"] = "5.4"
    elif play == LAST_PLAY and not options["pisti_on_last_play"]:
        outcome["denied"] = "last_play"
        outcome["rule"] = "5.5"
    else:
        outcome["bonus"] = worth
        outcome["rule"] = rule
    return outcome


class Hand:
    """One pack, dealt and then played out card by card."""

    def __init__(
        self,
        options: Options,
        cards: Sequence[str],
        dealer: int,
        saw: Sequence[str] = (),
        kept: str | None = None,
    ) -> None:
        """Deal the cards as they lie; Redeal where the layout calls for it."""
        if sorted(cards) != sorted(DECK):
            raise ValueError("a pack has each of the 52 cards once")
        players = options["players"]
        if dealer not in range(players):
            raise ValueError(f"no seat {dealer} at this table")

        self.options = options
        self.dealer = dealer
        self.cutter = (dealer - 1) % players
        if options["leader"] == "dealer":
            self.leader = dealer
        else:
            self.leader = (dealer + 1) % players
        self.pack = list(cards)
        self.saw = list(saw)
        self.kept = kept

        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.stock = list(cards)
        if options["deal_order"] == "layout_first":
            layout = self._take(4)
            self._deal_packets()
        else:
            self._deal_packets()
            layout = self._take(4)

        self.pile: list[str] = []
        self.hidden: list[str] = []
        self.passed: list[str] = []
        self.buried: list[str] = []
        self.up_card = ""
        self._open(layout)

        self.bottom_card: str | None = None
        if options["bottom_card_exposed"]:
            self.bottom_card = self.stock[-1]

        self.plays: list[tuple[int, str]] = []
        self.captured: list[list[str]] = [[] for _ in range(players)]
        self.bonuses: list[dict[str, Any]] = []
        self.last_capturer: int | None = None
        self.turn: int | None = self.leader
        self.over = False

    def _take(self, number: int) -> list[str]:
        """Take cards from the top of the stock."""
        taken = self.stock[:number]
        self.stock = self.stock[number:]
        return taken

    def _deal_packets(self) -> None:
        """Give each seat a packet; the dealer is served last, whoever leads."""
        players = self.options["players"]
        for step in range(1, players + 1):
            seat = (self.dealer + step) % players
            self.hands[seat].extend(self._take(self.options["hand_size"]))

    def _open(self, layout: list[str]) -> None:
        """Turn up the layout, or one card of it, and settle a jack there."""
        if self.options["layout_face_up"] == 4:
            if layout_is_bad(self.options, layout):
                raise Redeal("3.11")
            self.pile = list(layout)
            self.up_card = layout[3]
            return

        way = self.options["opening_jack"]
        self.hidden = list(layout)
        self.up_card = self.hidden.pop()

        if way == "redeal":
            if is_jack(self.up_card):
                raise Redeal("3.9")
        elif way == "turn_next":
            place = 3
            while is_jack(layout[place]):
                self.passed.append(layout[place])
                if place == 0:
                    raise Redeal("3.7")
                place -= 1
            self.up_card = layout[place]
            self.hidden = [card for card in layout if card != self.up_card]
        elif way == "bury":
            while is_jack(self.up_card):
                self.buried.append(self.up_card)
                self.stock.append(self.up_card)
                self.up_card = self._take(1)[0]
        elif way != "leave":
            raise ValueError(f"unknown opening jack: {way}")
        self.pile = [self.up_card]

    def _may_look(self, seat: int) -> list[int]:
        """The seats that may look at hidden cards which this seat has taken."""
        way = self.options["hidden_seen_by"]
        if way == "all":
            return list(range(self.options["players"]))
        if way == "side":
            return list(sides(self.options)[side_of(self.options, seat)])
        if way == "leader":
            return sorted({self.leader, seat})
        if way == "capturer":
            return [seat]
        raise ValueError(f"unknown watchers: {way}")

    def play(self, card: str) -> dict[str, Any]:
        """Play a card of the seat on turn and do all that follows from it.

        Raises ValueError, with the number of the rule as its text, where the
        card may not be played.
        """
        seat = self.turn
        if seat is None:
            raise ValueError("4.11")
        if card not in self.hands[seat]:
            raise ValueError("4.3")

        number = len(self.plays) + 1
        result = judge(self.options, self.pile, self.hidden, card, number)
        result["hidden_seen_by"] = []
        result["dealt"] = False
        result["residue"] = []

        self.hands[seat].remove(card)
        self.plays.append((seat, card))

        if result["kind"] is None:
            self.pile.append(card)
        else:
            if result["bonus"] != 0:
                self.bonuses.append(
                    {
                        "seat": seat,
                        "points": result["bonus"],
                        "rule": result["rule"],
                        "cards": [self.pile[0], card],
                    }
                )
            if len(self.hidden) > 0:
                result["hidden_seen_by"] = self._may_look(seat)
            self.captured[seat].extend(result["captured"])
            self.last_capturer = seat
            self.pile = []
            self.hidden = []

        self.turn = (seat + 1) % self.options["players"]
        if all(len(held) == 0 for held in self.hands):
            if len(self.stock) > 0:
                self._deal_packets()
                result["dealt"] = True
            else:
                self.over = True
                self.turn = None
                if self.last_capturer is not None:
                    result["residue"] = self.pile
                    self.captured[self.last_capturer].extend(self.pile)
                    self.pile = []
        return result


def deal(options: Options, rng: random.Random, dealer: int) -> tuple[Hand, list[str]]:
    """Shuffle, cut and deal until a layout stands; also the rules of redeals."""
    redeals: list[str] = []
    while True:
        cards, saw, kept = pack(options, rng)
        try:
            return Hand(options, cards, dealer, saw, kept), redeals
        except Redeal as again:
            redeals.append(again.rule)


# Scoring


def score(hand: Hand) -> dict[str, Any]:
    """Count what has been won so far; the majority only when the hand is over."""
    options = hand.options
    teams = sides(options)
    lines: list[dict[str, Any]] = []

    counts: list[int] = []
    for number, seats in enumerate(teams):
        won: list[str] = []
        for seat in seats:
            won.extend(hand.captured[seat])
        counts.append(len(won))
        scoring = [card for card in won if points_of(options, card) != 0]
        points = sum(points_of(options, card) for card in scoring)
        if points != 0:
            lines.append(
                {"side": number, "points": points, "rule": "6.1", "cards": scoring}
            )

    if hand.over and options["majority_points"] != 0:
        most = max(counts)
        if counts.count(most) == 1:
            lines.append(
                {
                    "side": counts.index(most),
                    "points": options["majority_points"],
                    "rule": "6.2",
                    "cards": [],
                }
            )

    for bonus in hand.bonuses:
        lines.append(
            {
                "side": side_of(options, bonus["seat"]),
                "points": bonus["points"],
                "rule": bonus["rule"],
                "cards": list(bonus["cards"]),
            }
        )

    totals = [0 for _ in teams]
    for line in lines:
        totals[line["side"]] += line["points"]

    winner = None
    if hand.over and totals.count(max(totals)) == 1:
        winner = totals.index(max(totals))

    return {
        "lines": lines,
        "totals": totals,
        "counts": counts,
        "winner": winner,
        "final": hand.over,
    }


HIGH_TO_LOW = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]


def draw(options: Options, rng: random.Random) -> dict[str, Any]:
    """Draw cards for the first deal and, where there are partners, for partners.

    `rounds` has who drew which card, `seating` the player in each seat.
    """
    players = list(range(options["players"]))
    places = 1
    if options["partnership"]:
        places = 2

    rounds: list[list[tuple[int, str]]] = []
    found: list[int] = []
    # Players who are level, the highest first; nobody has drawn yet.
    groups = [players]
    while len(found) < places:
        level = groups.pop(0)
        if len(level) == 1:
            found.append(level[0])
            continue
        cards = shuffled(rng)
        drawn = [(player, cards[place]) for place, player in enumerate(level)]
        rounds.append(drawn)
        apart = []
        for height in HIGH_TO_LOW:
            equal = [player for player, card in drawn if rank(card) == height]
            if equal:
                apart.append(equal)
        groups = apart + groups

    dealer = found[0]
    seating = list(players)
    if options["partnership"]:
        partner = found[1]
        opposite = (dealer + 2) % 4
        seating[opposite] = partner
        seating[partner] = opposite
    return {"rounds": rounds, "seating": seating, "dealer": dealer}


def first_dealer(options: Options, rng: random.Random) -> dict[str, Any]:
    """Find who deals first as the table does: by a draw, or at random."""
    if options["first_dealer"] == "high_card":
        return draw(options, rng)
    players = options["players"]
    dealer = int(rng.random() * players)
    return {"rounds": [], "seating": list(range(players)), "dealer": dealer}


class Match:
    """Hands added up until a target is reached or all hands are played."""

    def __init__(self, options: Options, dealer: int) -> None:
        """Begin a match in which `dealer` deals the first hand."""
        self.options = options
        self.dealer = dealer
        self.totals = [0 for _ in sides(options)]
        self.hands_played = 0
        self.over = False
        self.winners: list[int] = []

    def add(self, hand: Hand) -> None:
        """Add the score of a finished hand and pass the deal."""
        if self.over:
            raise ValueError("the match is over")
        if not hand.over:
            raise ValueError("the hand is not over")
        if hand.options != self.options:
            raise ValueError("the hand was played by other rules")
        if hand.dealer != self.dealer:
            raise ValueError("another seat has the deal")

        for side, points in enumerate(score(hand)["totals"]):
            self.totals[side] += points
        self.hands_played += 1
        self.dealer = (self.dealer + 1) % self.options["players"]

        best = max(self.totals)
        leaders = [side for side, total in enumerate(self.totals) if total == best]
        if self.options["target"] is not None:
            # Sides that are level at the top play on.
            if best >= self.options["target"] and len(leaders) == 1:
                self.over = True
                self.winners = leaders
        elif self.hands_played == self.options["hands"]:
            self.over = True
            self.winners = leaders

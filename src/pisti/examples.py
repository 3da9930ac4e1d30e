"""The rulebook's examples: positions that the engine itself decides."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final, TypeAlias

import attrs

from pisti.cards import DECK, Card, Rank, Suit, parse_cards
from pisti.conditions import applies, check_rule
from pisti.dealing import new_game, start
from pisti.errors import DealError, IllegalMoveError
from pisti.events import CardPlayed, Event, PackCut, PileCaptured, Redeal
from pisti.judging import captures, judge
from pisti.language import Speaker, Tellable, describe
from pisti.matches import Match, draw_of_cards
from pisti.naming import join_names, name_of
from pisti.packs import Pack, arrange, cut
from pisti.play import apply_move, legal_moves, step
from pisti.rules import Language, Rule, check_language, read_data
from pisti.scoring import HandScore, score_cards
from pisti.state import Bonus, State
from pisti.tallies import tally
from pisti.variants import Variant, check_variant

__all__ = ["example"]

_Sentences: TypeAlias = Iterable[str]
_MOST_DEALS: Final = 100
"""How many deals are tried until one shows what is wanted."""
_LONGEST_MATCH: Final = 1000
"""How many hands a match may have to be shown."""


def example(rule: Rule, variant: Variant, lang: Language = "en") -> str:
    """
    Give an example of a rule, as this table's engine decides it.

    It is empty where the rule does not apply, or has nothing that this table can show.

    Raises:
        NotationError: If *rule* is not a Rule.
        VariantError: If *variant* is not a Variant.
        ValueError: If *lang* is neither `"en"` nor `"tr"`.

    Examples:
        >>> from pisti import CLASSIC, Rule, example
        >>> print(example(Rule.LAST_PLAY, CLASSIC))
        The pile is the seven of hearts, and the seven of spades is played as play 48. The card captures 1 card from the table and earns 10 points (rule 5.1: Pişti).
    """
    check_rule(rule)
    check_variant(variant)
    check_language(lang)
    if not applies(rule, variant):
        return ""
    speaker = Speaker(lang)
    sentences = [
        sentence
        for kind, spec in read_data("rules.toml")[rule.id].get("example", {}).items()
        for sentence in _KINDS[kind](_Example(rule, variant, spec, speaker))
    ]
    return " ".join(sentences).replace(" \n", "\n")


@attrs.frozen
class _Example:
    """What an example is made of, and who tells it."""

    rule: Rule
    variant: Variant
    spec: Any
    speaker: Speaker

    def say(self, key: str, **nouns: str | int) -> str:
        """Fill in the words of a sentence."""
        return self.speaker.say("examples", key, **nouns)

    def describe(self, happening: Tellable) -> str:
        """Tell what happens."""
        return describe(happening, self.speaker.lang)

    def join(self, items: Iterable[object]) -> str:
        """Put things in a row."""
        return join_names([str(item) for item in items], self.speaker.lang)


def _judge(it: _Example) -> _Sentences:
    """Show what a card does to a pile."""
    pile, hidden = parse_cards(it.spec["pile"]), parse_cards(it.spec.get("hidden", ""))
    card, play = Card.parse(it.spec["card"]), it.spec["play"]
    key = ("empty_table", "pile", "long_pile")[min(len(pile), 2)]
    faces, named = it.speaker.faces(pile), it.speaker.card(card)
    yield it.say(key, pile=faces, card=named, play=play)
    if hidden:
        yield it.say("hidden", hidden=it.speaker.faces(hidden))
    yield it.describe(judge(it.variant, pile=pile, card=card, play=play, hidden=hidden))


def _deal(it: _Example) -> _Sentences:
    """Show what happens in the deal to a layout."""
    layout = parse_cards(it.spec["layout"])
    pack = arrange(it.variant, layout=layout)
    if "bottom" in it.spec:
        pack = _with_bottom(pack, Card.parse(it.spec["bottom"]))
    # Chance is for what follows on a void deal, which is not shown.
    _, events = start(it.variant, deck=pack, rng=0)
    yield it.say("layout", layout=it.speaker.faces(layout))
    void = (n for n, event in enumerate(events, 1) if isinstance(event, Redeal))
    yield from _told(it, events[: next(void, None)])


def _with_bottom(pack: Pack, card: Card) -> Pack:
    """Let a card change places with the bottom card."""
    cards = list(pack.cards)
    place = cards.index(card)
    cards[place], cards[-1] = cards[-1], card
    return Pack(tuple(cards))


def _told(it: _Example, events: Iterable[Event]) -> _Sentences:
    wanted = it.spec["tell"]
    return [it.describe(event) for event in events if type(event).__name__ in wanted]


def _play(it: _Example) -> _Sentences:
    """Show the first plays of a hand."""
    yield it.say("layout", layout=it.speaker.faces(parse_cards(it.spec["layout"])))
    yield from _told(it, _first_events(it))


def _first_events(it: _Example) -> tuple[Event, ...]:
    """Deal, and make the first plays of a hand."""
    layout, cards = parse_cards(it.spec["layout"]), parse_cards(it.spec["cards"])
    packets: list[list[Card]] = [[] for _ in range(it.variant.players)]
    # The usual dealer is the last seat, so packets are dealt in seat order.
    turns = new_game(it.variant, rng=0).setup.turns
    for seat, card in zip(turns, cards, strict=False):
        packets[seat].append(card)
    pack = arrange(it.variant, layout=layout, packets=packets)
    state, events = start(it.variant, deck=pack)
    for card in cards:
        state, more = step(state, card)
        events += more
    return events


def _secret(it: _Example) -> _Sentences:
    """Show who knows the hidden cards when they have been captured."""
    yield it.say("layout", layout=it.speaker.faces(parse_cards(it.spec["layout"])))
    events = _first_events(it)
    yield from [it.describe(e) for e in events if isinstance(e, CardPlayed)][-1:]
    yield from [_known(it, e) for e in events if isinstance(e, PileCaptured)]


def _known(it: _Example, event: PileCaptured) -> str:
    """Say who may know captured hidden cards; None stands for spectators."""
    if None in event.seen_by:
        return it.say("known_to_all")
    seats = [it.speaker.who(seat) for seat in event.seen_by if seat is not None]
    return it.say("known", players=it.join(seats))


def _refused(it: _Example) -> _Sentences:
    """Show that a card is refused that lies on the table."""
    layout = parse_cards(it.spec["layout"])
    state = new_game(it.variant, deck=arrange(it.variant, layout=layout))
    yield it.say("layout", layout=it.speaker.faces(layout))
    try:  # pragma: no branch
        apply_move(state, layout[-1])
    except IllegalMoveError as error:
        yield it.describe(error)


def _hand(it: _Example) -> _Sentences:
    """Show what comes late in a hand: the last event by this rule."""
    layout = parse_cards(it.spec.get("layout", ""))
    deck = arrange(it.variant, layout=layout) if layout else None
    for seed in range(1 if layout else _MOST_DEALS):
        events = _whole_hand(start(it.variant, deck=deck, rng=seed)[0])
        told = [event for event in events if event.rule is it.rule]
        if told:
            faces = it.speaker.faces(layout)
            yield it.say("layout" if layout else "whole_hand", layout=faces)
            if layout:
                yield it.say("quiet_hand")
            yield it.describe(told[-1])
            return


def _whole_hand(state: State) -> Iterator[Event]:
    """Play to the end, and capture only where there is no choice."""
    while moves := legal_moves(state):
        quiet = [card for card in moves if not captures(state.pile, card)]
        state, events = step(state, (quiet or moves)[0])
        yield from events


def _cut(it: _Example) -> _Sentences:
    """Show a cut of a pack in the order of the deck."""
    at = it.spec["lifted"]
    cards, faces = it.speaker.count("cards", at), it.speaker.faces(DECK[at - 3 : at])
    yield it.say("lifted", cards=cards, faces=faces)
    try:
        pack = cut(Pack(DECK), at, it.variant)
    except DealError as error:
        yield it.describe(error)
        return
    _, events = start(it.variant, deck=pack, rng=0)
    cuts = [event for event in events if isinstance(event, PackCut)]
    yield from map(it.describe, cuts[:1])
    yield it.say("bottom", card=it.speaker.card(pack.cards[-1]))


def _score(it: _Example) -> _Sentences:
    """Show what captured cards are worth."""
    captured = parse_cards(it.spec["captured"])
    heaps = (captured, *[()] * (len(it.variant.sides) - 1))
    score = score_cards(it.variant, heaps, _bonuses(it), final=False)
    if not score.lines:
        return
    faces = it.speaker.faces(captured)
    yield it.say("captured", side=it.speaker.side(0), faces=faces)
    yield from map(it.describe, score.lines)


def _bonuses(it: _Example) -> list[Bonus]:
    """Give the bonus for the pişti in an example, where there is one."""
    points = it.variant.pisti_points
    if "pisti" not in it.spec or not points:
        return []
    return [Bonus(0, points, Rule.PISTI, parse_cards(it.spec["pisti"]))]


def _counts(it: _Example) -> _Sentences:
    """Show a score at the end of a hand, from how many cards each side has."""
    fill = iter(DECK)
    counts = it.spec[str(len(it.variant.sides))]
    heaps = [tuple(islice(fill, number)) for number in counts]
    score = score_cards(it.variant, heaps, _bonuses(it))
    yield it.say("counts", counts=it.join(score.counts))
    if it.spec["show"] == "majority":
        lines = [line for line in score.lines if line.rule is Rule.MAJORITY]
        yield from map(it.describe, lines)
        if not lines:
            yield it.say("no_majority")
        return
    if it.spec["show"] == "lines":
        yield from map(it.describe, score.lines)
    yield it.say("totals", totals=it.join(score.totals))
    if it.spec["show"] == "winner":
        yield _winner(it, score)


def _winner(it: _Example, score: HandScore) -> str:
    if score.winner is None:
        return it.say("hand_drawn")
    return it.say("hand_won", side=it.speaker.side(score.winner))


def _totals(it: _Example) -> _Sentences:
    """Show whether a match is over, and who has won it."""
    sides = len(it.variant.sides)
    hands = [it.spec["hand"][:sides]]
    if it.variant.target is None:
        others = min((it.variant.hands or 1) - 1, _LONGEST_MATCH)
        hands += [[0] * sides] * others
    else:
        before = [it.variant.target + n for n in it.spec["before"][:sides]]
        hands.insert(0, before)
    if len(hands) > _LONGEST_MATCH or any(min(hand) < 0 for hand in hands):
        return  # too many hands to show, or too low a target for this example
    match = Match(
        variant=it.variant,
        first_dealer=0,
        scores=tuple([_final(tuple(hand)) for hand in hands]),
    )
    yield it.say("totals", totals=it.join(match.totals))
    yield _result(it, match)


def _final(totals: tuple[int, ...]) -> HandScore:
    nothing = tuple(0 for _ in totals)
    return HandScore((), totals, nothing, None, final=True)


def _result(it: _Example, match: Match) -> str:
    if not match.is_over:
        return it.say("match_goes_on")
    first, *others = match.winners
    if others:
        return it.say("match_drawn")
    return it.say("match_won", side=it.speaker.side(first))


def _draw(it: _Example) -> _Sentences:
    """Show a draw for the first deal."""
    key = "partnership" if it.variant.partnership else str(it.variant.players)
    draw = draw_of_cards(it.variant, map(parse_cards, it.spec[key]))
    for drawn, words in zip(draw.rounds, ("drawn", "drawn_again"), strict=True):
        players = it.join(player for player, _ in drawn)
        faces = it.speaker.faces([card for _, card in drawn])
        yield it.say(words, players=players, faces=faces)
    yield it.say("first_dealer", dealer=draw.dealer)
    if it.variant.partnership:
        partner = draw.seating[(draw.dealer + 2) % it.variant.players]
        yield it.say("partner", partner=partner)


def _sides(it: _Example) -> _Sentences:
    """Show who plays against whom."""
    first, second = map(it.join, it.variant.sides)
    yield it.say("sides", seats=first, others=second)


def _turns(it: _Example) -> _Sentences:
    """Show whose turn follows on whose."""
    setup = new_game(it.variant, rng=0).setup
    seats = ", ".join(map(str, setup.turns[: 2 * it.variant.players]))
    yield it.say("turns", dealer=setup.dealer, seats=seats)


def _dealers(it: _Example) -> _Sentences:
    """Show who deals one hand after another."""
    score = _final((0,) * len(it.variant.sides))
    hands = range(min(it.spec["hands"], it.variant.hands or it.spec["hands"]))
    dealers = [
        Match(variant=it.variant, first_dealer=0, scores=(score,) * played).dealer
        for played in hands
    ]
    yield it.say("dealers", seats=", ".join(map(str, dealers)))


def _tally(it: _Example) -> _Sentences:
    """Show how points are written down."""
    points = it.spec["points"]
    yield it.say("tally", points=it.speaker.count("points", points))
    yield f"\n\n```text\n{tally(points)}\n```"


def _deck(it: _Example) -> _Sentences:
    """Show what a pack is made of."""
    ranks, suits = [
        it.join(name_of(value, it.speaker.lang) for value in kind)
        for kind in (Rank, Suit)
    ]
    cards = it.speaker.count("cards", len(DECK))
    yield it.say("deck", ranks=ranks, suits=suits, cards=cards)


_KINDS: Final[Mapping[str, Callable[[_Example], _Sentences]]] = {
    "judge": _judge,
    "deal": _deal,
    "play": _play,
    "secret": _secret,
    "refused": _refused,
    "hand": _hand,
    "cut": _cut,
    "score": _score,
    "counts": _counts,
    "totals": _totals,
    "draw": _draw,
    "sides": _sides,
    "turns": _turns,
    "dealers": _dealers,
    "tally": _tally,
    "deck": _deck,
}

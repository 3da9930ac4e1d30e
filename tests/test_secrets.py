"""Nobody learns what is not theirs to know, and the unseen is dealt fairly."""

import gc
import pickle
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from itertools import count, permutations
from random import Random
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, TypeAlias

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from permuting import (
    a_look,
    another_pack,
    can_be_cut,
    failed_looks,
    first_capturer,
    is_jack,
    knowledge,
    knowledge_of_void,
    places_in,
    replay,
    twin,
    ways_to_cut,
)
from strategies import (
    JACKS,
    PLAYS,
    Choices,
    Deck,
    choices,
    play_out,
    seeds,
    tables,
)
from tables import names, play_oldest, table

from pisti import (
    CLASSIC,
    DECK,
    PARTNERSHIP,
    THREE_PLAYER,
    VARIANTS,
    Card,
    Cut,
    DealError,
    DealOrder,
    Event,
    HiddenSeenBy,
    IllegalMoveError,
    LayoutRedeal,
    Leader,
    OpeningJack,
    Pack,
    PackCut,
    PacketsDealt,
    PileCaptured,
    Rule,
    Seat,
    Setup,
    State,
    Variant,
    View,
    Won,
    cut,
    determinize,
    new_game,
    parse_cards,
    redact,
    score_hand,
    shuffle,
    start,
    step,
    view,
    wire,
)
from pisti.strategies import decks, seats

Viewer: TypeAlias = Seat | None
FULL = (State, Setup, Pack, Won, Random)
PLAIN = (type, ModuleType, FunctionType, Enum, Card, str, bytes, int, float)


class Tools(NamedTuple):
    """The functions under test, or faulty ones that the tests must catch."""

    view: Callable[[State, Viewer], Any] = view
    redact: Callable[[Any, Viewer], Any] = redact
    step: Callable[..., object] = step
    to_json: Callable[[Any], str] = wire.to_json


REAL = Tools()


# Two hands that a seat cannot tell apart, compared


def viewers(variant: Variant) -> list[Viewer]:
    """Give everybody who may look: all seats, and the spectators."""
    return [*range(variant.players), None]


def attributes(seen: object) -> dict[str, object]:
    """Read all that a view offers."""
    return {name: getattr(seen, name) for name in dir(seen) if not name.startswith("_")}


def history(state: State) -> Iterator[Event]:
    """Tell a hand from the deal to this moment."""
    setup = state.setup
    now, events = start(setup.variant, deck=setup.pack, dealer=setup.dealer)
    yield from events
    for card in state.plays:
        now, events = step(now, card)
        yield from events
    assert now == state


def refusals(state: State, seat: Seat, tools: Tools) -> Iterator[str]:
    """Say what a seat is told when it asks for any card at all."""
    for move in (*DECK, None, "JC"):
        try:
            tools.step(state, move, seat=seat)
        except IllegalMoveError as error:
            yield f"{error} {error!r} {vars(error)} {error.__context__!r}"
        else:
            yield "allowed"


def reachable(root: object) -> Iterator[object]:
    """Give every object that can be reached from a value."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        found = waiting.pop()
        if id(found) not in seen and not isinstance(found, PLAIN):
            seen.add(id(found))
            yield found
            waiting += gc.get_referents(found)


def faults(seen: Any) -> Iterator[str]:
    """Find what a view holds or says that no view may."""
    for found in reachable(seen):
        if isinstance(found, FULL):
            yield f"holds a {type(found).__name__}"
    heaps = (*seen.hands, *seen.captured, seen.hidden, seen.stock)
    if sum(heap.count(None) for heap in heaps) != len(seen.unseen):
        yield "number of unseen cards"
    # What the cutter saw in an earlier cut is known, but not where it lies now.
    looked_at = seen.cutter_saw or ()
    said = repr(seen).replace(repr(seen.variant), "")
    for card in seen.unseen:
        if card not in looked_at and re.search(rf"\b{card}\b", said):
            yield "unseen card in repr"


def leaks(state: State, other: State, viewer: Viewer, tools: Tools = REAL) -> set[str]:
    """Name all by which somebody could tell these hands apart."""
    found = views_told_apart(
        tools.view(state, viewer), tools.view(other, viewer), tools
    )
    found |= told_apart(history(state), history(other), viewer, tools)
    if viewer is not None:
        answers = [list(refusals(hand, viewer, tools)) for hand in (state, other)]
        if answers[0] != answers[1]:
            found.add("refusal")
    return found


def views_told_apart(one: Any, two: Any, tools: Tools) -> set[str]:
    """Name all by which somebody could tell two views apart."""
    found = {*faults(one), *faults(two)}
    if one != two:
        found.add("equality")
    if hash(one) != hash(two):
        found.add("hash")
    if repr(one) != repr(two):
        found.add("repr")
    if pickle.dumps(one) != pickle.dumps(two):
        found.add("pickle")
    if type(one) is View and tools.to_json(one) != tools.to_json(two):
        found.add("JSON")
    first, second = attributes(one), attributes(two)
    for name in first.keys() | second.keys():
        if repr(first.get(name)) != repr(second.get(name)):
            found.add(f"attribute {name}")
        if pickle.dumps(first.get(name)) != pickle.dumps(second.get(name)):
            found.add(f"attribute {name} in pickle")
    return found


def told_apart(
    events: Iterable[Event], others: Iterable[Event], viewer: Viewer, tools: Tools
) -> set[str]:
    """Name the events by which somebody could tell two hands apart."""
    found = set()
    redacted = [tools.redact(event, viewer) for event in events]
    other = [tools.redact(event, viewer) for event in others]
    if len(redacted) != len(other):
        found.add("number of events")
    for one, two in zip(redacted, other, strict=False):
        if repr(one) != repr(two) or one != two:
            found.add(f"event {type(one).__name__}")
        if pickle.dumps(one) != pickle.dumps(two):
            found.add(f"event {type(one).__name__} in pickle")
        if tools.to_json(one) != tools.to_json(two):
            found.add(f"event {type(one).__name__} in JSON")
    return found


# Moments of hands


def cut_up(deck: Iterable[Card], variant: Variant, lifts: Iterable[int]) -> Pack:
    """Cut a pack as often as it takes, with these lifts as long as they last."""
    pack = Pack(deck)
    for at in (*lifts, *range(51, 0, -1)):
        try:
            return cut(pack, at, variant)
        except DealError as again:
            pack = again.deck
    raise AssertionError(pack)


def at_ply(state: State, choices: Choices, ply: int) -> State:
    """Play so many cards."""
    for play in play_out(state, choices[:ply]):
        state = play.after
    return state


# Low lifts of a pack with jacks on top are cuts that have to be made again.
lifts = st.lists(st.integers(1, 51) | st.integers(1, 4), max_size=4)
plies = st.integers(0, PLAYS) | st.sampled_from([0, PLAYS - 1, PLAYS])


@st.composite
def cut_packs(draw: st.DrawFn, variant: Variant) -> Pack:
    """Draw a pack that was cut, in part after the jacks were put on its top."""
    deck = draw(decks())
    if draw(st.booleans()):
        on_top = draw(st.permutations(JACKS))[: draw(st.integers(0, 4))]
        deck = (*on_top, *[card for card in deck if card not in on_top])
    return cut_up(deck, variant, draw(lifts))


@st.composite
def moments(draw: st.DrawFn, variants: st.SearchStrategy[Variant] = tables) -> State:
    """Draw a moment of a hand: from a shuffle, a given deck or a cut."""
    variant = draw(variants)
    deck: Pack | Deck | None = draw(st.none() | decks())
    if draw(st.booleans()):
        cuts = st.sampled_from([kind for kind in Cut if kind is not Cut.NONE])
        variant = attrs.evolve(variant, cut=draw(cuts))
        deck = draw(cut_packs(variant))
    dealer, seed = draw(seats(variant)), draw(seeds)
    state = new_game(variant, deck=deck, rng=seed, dealer=dealer)
    return at_ply(state, draw(choices), draw(plies))


def moment(variant: Variant, seed: int) -> State:
    """Give a moment of a hand without hypothesis."""
    chance = Random(seed)
    dealer = chance.randrange(variant.players)
    state = new_game(variant, rng=seed, dealer=dealer)
    return at_ply(state, chance.randbytes(PLAYS), chance.randrange(PLAYS + 1))


# The leak tests


@pytest.mark.rule("4.10")
@given(state=moments(), seed=seeds)
def test_nobody_can_tell_two_hands_apart_that_look_the_same(
    state: State, seed: int
) -> None:
    """Whatever is lawfully unseen changes nothing that anybody is shown."""
    for viewer in viewers(state.variant):
        assert not leaks(state, twin(state, viewer, Random(seed)), viewer)


@pytest.mark.rule("4.10")
@pytest.mark.parametrize("name", VARIANTS)
def test_no_preset_leaks(name: str) -> None:
    """Whatever is lawfully unseen changes nothing that a preset shows."""
    for seed in range(6):
        state = moment(VARIANTS[name], seed)
        for viewer in viewers(state.variant):
            assert not leaks(state, twin(state, viewer, Random(seed)), viewer)


@pytest.mark.rule("4.10")
@given(state=moments())
def test_a_view_knows_all_that_a_seat_may_know(state: State) -> None:
    """What no view shows is just what perfect memory of the rules leaves open."""
    for viewer in viewers(state.variant):
        known = knowledge(state, viewer)
        assert set(view(state, viewer).unseen) == set(known.unseen)


@pytest.mark.rule("2.4")
@given(state=moments(), seed=seeds)
def test_a_twin_is_another_lawful_hand(state: State, seed: int) -> None:
    """A twin keeps what is public, and comes from a cut that could be."""
    assert can_be_cut(state.setup.pack, state.variant)
    for viewer in viewers(state.variant):
        other = twin(state, viewer, Random(seed))
        assert other.plays == state.plays
        assert other.setup.pile == state.setup.pile
        assert other.setup.passed == state.setup.passed
        assert other.setup.buried == state.setup.buried
        assert other.setup.pack.kept == state.setup.pack.kept
        assert can_be_cut(other.setup.pack, state.variant)
        counts = [len(heap) for heap in other.captured]
        assert counts == [len(heap) for heap in state.captured]


@pytest.mark.rule("2.3")
@pytest.mark.rule("2.4")
@pytest.mark.parametrize("kind", [Cut.RECUT, Cut.SEARCH])
def test_cuts_are_undone_as_they_are_made(kind: Cut) -> None:
    """The tests' own way back from a cut agrees with the cut itself."""
    variant = table(cut=kind)
    others = [card for card in DECK if not is_jack(card)]
    for lowest in range(4):
        # So many jacks lie on the lowest card, and the others on top.
        cards = (*JACKS[lowest:], *others[1:], *JACKS[:lowest], others[0])
        ways = list(ways_to_cut(cards, variant))
        searched = lowest if kind is Cut.SEARCH else 0
        assert len(ways) == sum(51 - jacks for jacks in range(searched + 1))
        for before, at, looked_at in ways[::7]:
            assert cut(Pack(before), at, variant) == Pack(cards, looked_at)
            again = []
            for lift in range(1, 52):
                try:
                    cut(Pack(before), lift, variant)
                except DealError as error:
                    again.append(error.deck.cutter_saw)
            assert failed_looks(before, variant) == again


@pytest.mark.rule("3.2")
@given(state=moments())
def test_places_are_dealt_as_cards_are(state: State) -> None:
    """The tests' own deal of places agrees with the deal of cards."""
    where, cards = places_in(state), state.setup.pack.cards
    assert [cards[place] for place in where.hidden] == [
        card for card in state.setup.hidden if card not in state.setup.passed
    ]
    assert state.setup.packets == tuple(
        tuple(tuple(cards[place] for place in packet) for packet in packets)
        for packets in where.packets
    )


def test_twins_have_other_secrets() -> None:
    """Over some twins every card that is unseen lies elsewhere."""
    for name, variant in VARIANTS.items():
        state = at_ply(new_game(variant, rng=3), bytes(PLAYS), 9)
        for viewer in viewers(variant):
            twins = [twin(state, viewer, Random(seed)) for seed in range(12)]
            for place in knowledge(state, viewer).unknown:
                faces = {other.setup.pack.cards[place] for other in twins}
                assert len(faces) > 1, (name, viewer, place)


@st.composite
def void_packs(draw: st.DrawFn) -> tuple[Variant, Pack]:
    """Draw a table, and a pack that has to be dealt again there."""
    variant = draw(tables)
    if variant.layout_face_up == 4:
        redeals = [kind for kind in LayoutRedeal if kind is not LayoutRedeal.NEVER]
        kind = draw(st.sampled_from(redeals))
        variant = attrs.evolve(variant, layout_redeal=kind)
    else:
        again = draw(st.sampled_from([OpeningJack.TURN_NEXT, OpeningJack.REDEAL]))
        variant = attrs.evolve(variant, opening_jack=again)
    four = variant.opening_jack is OpeningJack.TURN_NEXT
    jacks = JACKS if four else JACKS[:1]
    others = [card for card in draw(decks()) if card not in jacks]
    hands_first = variant.deal_order is DealOrder.HANDS_FIRST
    place = (variant.players * variant.hand_size if hands_first else 0) + 4
    place -= len(jacks)
    cards = (*others[:place], *jacks, *others[place:])
    saw: Deck | None = None
    if variant.cut in {Cut.RECUT, Cut.SEARCH, Cut.CUTTER_KEEPS}:
        saw = a_look(cards, variant, draw(st.randoms(use_true_random=False)))
    return variant, Pack(cards, saw or ())


@pytest.mark.rule("3.9")
@given(void=void_packs(), seed=seeds)
def test_void_deals_tell_no_secrets(void: tuple[Variant, Pack], seed: int) -> None:
    """A deal that is void tells nobody more than lay open or was theirs."""
    variant, pack = void
    dealer = seed % variant.players
    cutter = (dealer - 1) % variant.players
    _, events = start(variant, deck=pack, rng=seed, dealer=dealer)
    for viewer in viewers(variant):
        known = knowledge_of_void(pack, variant, dealer, viewer)
        is_cutter = viewer == cutter
        other = another_pack(pack, variant, known, Random(seed), is_cutter=is_cutter)
        _, others = start(variant, deck=other, rng=seed, dealer=dealer)
        assert not told_apart(events, others, viewer, REAL)


@given(state=moments())
def test_redacted_events_hold_no_whole_state(state: State) -> None:
    """No state, pack or source of chance can be reached from a redacted event."""
    for viewer in viewers(state.variant):
        for event in history(state):
            for found in reachable(redact(event, viewer)):
                assert not isinstance(found, FULL)


@pytest.mark.rule("6.4")
@given(state=moments())
def test_scores_are_told_at_the_end_only(state: State) -> None:
    """At the end all know the score, and before it nobody is told any."""
    score = score_hand(state) if state.is_over else None
    for viewer in viewers(state.variant):
        assert view(state, viewer).score == score


# Determinized hands


def same_to(viewer: Viewer, state: State, other: State) -> None:
    """Check that a hand is another's to a seat, from its deal on."""
    assert view(other, viewer) == view(state, viewer)
    assert not told_apart(history(state), history(other), viewer, REAL)
    assert can_be_cut(other.setup.pack, state.variant)


@pytest.mark.rule("4.10")
@given(state=moments(), seed=seeds)
def test_a_determinized_hand_looks_the_same(state: State, seed: int) -> None:
    """It gives the same view and the same history, and comes from a lawful cut."""
    for viewer in viewers(state.variant):
        same_to(viewer, state, determinize(view(state, viewer), seed))


@pytest.mark.parametrize("name", VARIANTS)
def test_a_determinized_hand_of_a_preset_looks_the_same(name: str) -> None:
    """It gives the same view and the same history at each preset's table."""
    for seed in range(12):
        state = moment(VARIANTS[name], seed)
        for viewer in viewers(state.variant):
            same_to(viewer, state, determinize(view(state, viewer), seed))


@given(state=moments(), seed=seeds)
def test_a_determinized_hand_follows_its_seed(state: State, seed: int) -> None:
    """The same seed gives the same hand, and other seeds give others."""
    for viewer in viewers(state.variant):
        seen = view(state, viewer)
        dealt = [determinize(seen, n) for n in (seed, seed + 1, seed + 2)]
        assert determinize(seen, seed) == dealt[0]
        if len(seen.unseen) >= 12:
            assert len(set(dealt)) > 1


@given(state=moments(), seed=seeds)
def test_a_determinized_hand_tells_no_more_than_its_view(
    state: State, seed: int
) -> None:
    """It depends on nothing but the view and the seed."""
    for viewer in viewers(state.variant):
        other = twin(state, viewer, Random(seed))
        dealt = determinize(view(state, viewer), seed)
        assert dealt == determinize(view(other, viewer), seed)


# The chances of determinized hands, counted

DRAWS = 1500

# Chi-square by degrees of freedom: a fair deal exceeds it once in 10,000 times.
CRITICAL = {
    1: 15.14,
    3: 21.11,
    4: 23.51,
    5: 25.74,
    6: 27.86,
    11: 37.37,
    19: 50.8,
    23: 57.07,
    43: 86.28,
    46: 90.46,
    119: 185.09,
}


def surprise(
    drawn: Iterable[Hashable], weights: Mapping[Any, float]
) -> tuple[float, int]:
    """Give chi-square and degrees of freedom of what was drawn by these weights."""
    counts = Counter(drawn)
    assert counts.keys() <= weights.keys()
    scale = counts.total() / sum(weights.values())
    cells = [(counts[cell], weight * scale) for cell, weight in weights.items()]
    rare = [cell for cell in cells if cell[1] < 5]
    cells = [cell for cell in cells if cell[1] >= 5]
    if rare:
        seen, due = (sum(numbers) for numbers in zip(*rare, strict=True))
        if due >= 5:
            cells.append((seen, due))
        else:
            # Too rare to count alone: let the rarest other cell take them in.
            cells.sort(key=lambda cell: -cell[1])
            least = cells.pop()
            cells.append((least[0] + seen, least[1] + due))
    return sum((seen - due) ** 2 / due for seen, due in cells), len(cells) - 1


def fits(drawn: Iterable[Hashable], weights: Mapping[Any, float]) -> bool:
    """Say whether what was drawn may well come from these weights."""
    statistic, freedom = surprise(drawn, weights)
    return statistic < CRITICAL[freedom]


def draws(seen: View, number: int = DRAWS) -> list[State]:
    """Determinize a view often, always in the same way."""
    chance = Random(1)
    return [determinize(seen, chance) for _ in range(number)]


def alike(cells: Iterable[Hashable]) -> dict[Hashable, float]:
    """Give each of these cells the same weight."""
    return dict.fromkeys(cells, 1.0)


@cache
def uncut_draws() -> tuple[State, View, list[State]]:
    """Deal late moments of a game for two that does not cut."""
    state = play_oldest(new_game(CLASSIC, rng=5), 44)
    viewer = 1 - (first_capturer(state) or 0)
    seen = view(state, viewer)
    assert len(seen.unseen) == 5
    assert seen.beside == (None, None, None)
    return state, seen, draws(seen, 2 * DRAWS)


@pytest.mark.rule("2.1")
def test_without_a_cut_all_hands_are_equally_likely() -> None:
    """Three hidden cards and two of a hand come in all 120 orders alike."""
    _, seen, dealt = uncut_draws()
    cells = [(*hand.setup.hidden, *hand.hands[1 - (seen.seat or 0)]) for hand in dealt]
    assert fits(cells, alike(permutations(seen.unseen)))


@pytest.mark.rule("2.1")
def test_without_a_cut_all_orders_of_packets_are_equally_likely() -> None:
    """The packets that others had come in all orders alike, the last one too."""
    state, seen, dealt = uncut_draws()
    other = 1 - (seen.seat or 0)
    packets = [hand.setup.packets for hand in dealt]
    held = state.setup.packets[0][other]
    assert fits([rounds[0][other] for rounds in packets], alike(permutations(held)))
    *_, one, two = (
        card for card in state.setup.packets[-1][other] if card in state.plays
    )
    places = [
        (rounds[-1][other].index(one), rounds[-1][other].index(two))
        for rounds in packets
    ]
    assert fits(places, alike(permutations(range(4), 2)))


@pytest.mark.rule("2.3")
@pytest.mark.parametrize(("kind", "viewer"), [(Cut.RECUT, 1), (Cut.CUTTER_KEEPS, None)])
def test_a_cut_lets_no_jack_be_lowest_and_any_other_card(
    kind: Cut, viewer: Viewer
) -> None:
    """The lowest card, unknown to all but the cutter, is no jack, else any card."""
    seen = view(new_game(table(cut=kind), rng=2), viewer)
    lowest = [hand.setup.pack.cards[-1] for hand in draws(seen)]
    assert seen.kept is None
    assert sum(map(is_jack, seen.unseen)) > 1
    assert fits(lowest, alike(card for card in seen.unseen if not is_jack(card)))


# The lowest six cards, in the last round of three players with packets of two:
# the viewer's, the cutter's, the dealer's. The others are no jacks.
LAST_SIX = "JH JS 5C JC JD 9D"


@cache
def last_round(kind: Cut, plays: int) -> State:
    """Play a hand of three up to its last round, the hidden cards seen by all."""
    variant = table(
        THREE_PLAYER,
        hand_size=2,
        cut=kind,
        opening_jack=OpeningJack.LEAVE,
        hidden_seen_by=HiddenSeenBy.ALL,
    )
    low = parse_cards(LAST_SIX)
    above = [card for card in shuffle(4).cards if card not in low]
    state = new_game(variant, deck=Pack((*above, *low), low[-1:]))
    return play_oldest(state, plays)


def could_be(state: State, viewer: Viewer) -> list[Deck]:
    """Find all orders of the last round's packets that the viewer allows."""
    cards, played = state.setup.pack.cards, set(state.plays)
    own = 6 if viewer is None else 4
    found = []
    for order in permutations(cards[-own:]):
        new = (*cards[:-own], *order)
        alike = all(
            set(new[at : at + 2]) & played == set(cards[at : at + 2]) & played
            for at in (46, 48, 50)
        )
        if alike and not is_jack(new[-1]):
            found.append(new)
    return found


def cuts_again(pack: Pack, variant: Variant) -> list[int]:
    """Give how many cards each cut of a pack shows that has to be made again."""
    found = []
    for at in range(1, 52):
        try:
            cut(pack, at, variant)
        except DealError as again:
            found.append(len(again.deck.cutter_saw))
    return found


MANY = 4


@cache
def chances(cards: Deck, variant: Variant) -> dict[int, float]:
    """
    Weigh a pack by all packs and cuts that lead to it (rules 2.2 to 2.4).

    The weights are by how many cards the cutter looked at in all, or MANY.
    """
    weights = dict.fromkeys(range(1, MANY + 1), 0.0)
    for jacks in range(5):
        back = (*cards[: 51 - jacks], cards[-1], *cards[51 - jacks : 51])
        for at in range(1, 52):
            before = Pack(back[52 - at :] + back[: 52 - at])
            try:
                after = cut(before, at, variant)
            except DealError:
                continue
            if after.cards != cards or len(after.cutter_saw) != jacks + 1:
                continue
            # Every cut is as likely as every other, one made again like the first.
            again = cuts_again(before, variant)
            looks = defaultdict(float, {jacks + 1: 1 / 51})
            for number in range(1, 16):
                weights[min(number, MANY)] += looks[number]
                for more in again:
                    looks[number + more] += looks[number] / 51
    return weights


def jacks_on_lowest(cards: Deck) -> int:
    """Count the jacks just above the lowest card."""
    return next(n for n in range(52) if not is_jack(cards[-2 - n]))


LATE_VIEWS = [
    (Cut.RECUT, 42, 0),
    (Cut.SEARCH, 42, 0),
    (Cut.SEARCH, 45, 0),
    (Cut.SEARCH, 48, None),
]


@pytest.mark.rule("2.4")
@pytest.mark.parametrize(("kind", "plays", "viewer"), LATE_VIEWS)
def test_packs_are_as_likely_as_their_cuts(
    kind: Cut, plays: int, viewer: Viewer
) -> None:
    """What only the cutter knows is dealt to others by the chances of the cut."""
    state = last_round(kind, plays)
    packs: dict[Deck, float] = defaultdict(float)
    looks: dict[tuple[int, int], float] = defaultdict(float)
    for cards in could_be(state, viewer):
        for number, weight in chances(cards, state.variant).items():
            packs[cards[-6:]] += weight
            looks[jacks_on_lowest(cards), number] += weight
    dealt = [hand.setup.pack for hand in draws(view(state, viewer))]
    lowest = [pack.cards[-6:] for pack in dealt]
    assert fits(lowest, packs)
    # The draws are enough to tell that a search brings jacks down.
    assert fits(lowest, alike(packs)) is (kind is Cut.RECUT)
    saw = [
        (jacks_on_lowest(pack.cards), min(len(pack.cutter_saw), MANY)) for pack in dealt
    ]
    assert fits(saw, {cell: weight for cell, weight in looks.items() if weight})


def cutters_view(jacks: str) -> View:
    """
    Show a last round to a cutter who first cut into these jacks, then a nine.

    Unseen are the hidden cards and three of the dealer's packet: the places 0 to
    2 and 48 to 50 of the pack. The jacks lay on top when they were looked at.
    """
    variant = table(
        cut=Cut.SEARCH,
        deal_order=DealOrder.LAYOUT_FIRST,
        leader=Leader.DEALER,
        hidden_seen_by=HiddenSeenBy.CAPTURER,
    )
    on_top, last = parse_cards(jacks), parse_cards("2D 3D 4D 9D")
    # The dealer captures at once, so that the cutter never sees the hidden cards.
    first = (*parse_cards("5D"), *on_top, *parse_cards("6D 7D")[len(on_top) - 1 :])
    first += parse_cards("7H 2C 3C 4C 5C 7S")
    others = [card for card in shuffle(4).cards if card not in first + last]
    pack = Pack((*first, *others, *last), on_top[::-1] + last[-1:])
    assert can_be_cut(pack, variant)
    seen = view(play_oldest(new_game(variant, deck=pack), 40), 0)
    assert set(seen.unseen) == {*first[:3], *last[:3]}
    assert seen.bottom == last[-1:]
    return seen


@pytest.mark.rule("2.4")
def test_a_cutter_knows_that_a_jack_cut_into_is_not_on_top() -> None:
    """A jack on top before the cut lies anywhere after it but first or lowest."""
    seen = cutters_view("JC")
    jack, other = parse_cards("JC 5D")
    cells = [(hand.index(jack), hand.index(other)) for hand in orders_dealt(seen)]
    places = (0, 1, 2, 48, 49, 50)
    # Just above the lowest card the cutter would have found it there.
    allowed = [
        (at, beside) for at, beside in permutations(places, 2) if at not in {0, 50}
    ]
    assert fits(cells, alike(allowed))


@pytest.mark.rule("2.4")
def test_a_cutter_knows_which_jacks_cut_into_lie_together() -> None:
    """Two jacks on top before the cut lie together after it, in their order."""
    one, two = parse_cards("JC JD")
    cells = [
        (hand.index(one), hand.index(two))
        for hand in orders_dealt(cutters_view("JC JD"))
    ]
    assert fits(cells, alike([(1, 2), (48, 49)]))


@pytest.mark.rule("2.4")
def test_a_cutter_knows_the_jacks_found_in_the_last_cut() -> None:
    """What the last cut looked at lies lowest, and all else in any order."""
    state = last_round(Cut.SEARCH, 42)
    setup = state.setup
    jack, lowest = parse_cards("JD 9D")
    pack = attrs.evolve(setup.pack, cutter_saw=(jack, lowest))
    seen = view(replay(setup.variant, pack, setup.dealer, state.plays), setup.cutter)
    assert seen.bottom == (jack, lowest)
    dealt = [cards[46:48] for cards in orders_dealt(seen)]
    assert fits(dealt, alike(permutations(seen.unseen)))


def orders_dealt(seen: View) -> list[Deck]:
    """Determinize a view often, and give the packs."""
    return [hand.setup.pack.cards for hand in draws(seen, DRAWS // 2)]


# The leak tests, tested with leaks


Secret: TypeAlias = Callable[[State, Viewer], object]


@attrs.frozen
class Planted:
    """A view with one attribute too many, which is not compared."""

    inner: View
    extra: object = attrs.field(eq=False, repr=False)

    def __getattr__(self, name: str) -> Any:
        """Give the view's own attributes."""
        if name.startswith("_") or name == "inner":
            raise AttributeError(name)
        return getattr(self.inner, name)


@attrs.frozen(repr=False)
class Talkative(Planted):
    """A view whose repr says too much."""

    def __repr__(self) -> str:
        """Show the secret."""
        return f"{self.inner} {self.extra}"


@attrs.frozen
class Sealed:
    """A view that hides a secret where only a pickle shows it."""

    inner: View
    _kept: object = attrs.field(eq=False, repr=False)

    __getattr__ = Planted.__getattr__


@attrs.frozen(hash=False)
class Hashed(Planted):
    """A view whose hash depends on a secret."""

    def __hash__(self) -> int:
        """Give the secret away."""
        return hash(self.extra)


def hidden_cards(state: State, _: Viewer) -> object:
    """Give the hidden cards' text."""
    return names(state.setup.hidden)


def lone_hidden_card(state: State, _: Viewer) -> object:
    """Give one hidden card's text."""
    return str(state.setup.hidden[0])


def running_score(state: State, _: Viewer) -> object:
    """Give the points so far, those of hidden cards included."""
    return score_hand(state).totals


def running_lines(state: State, _: Viewer) -> object:
    """Give the score so far, line by line."""
    return score_hand(state).lines


def heaps(state: State, _: Viewer) -> object:
    """Give what was captured in the order captured."""
    return state.captured


def pack_hash(state: State, _: Viewer) -> object:
    """Give a number made from the pack."""
    return hash(tuple(map(str, state.setup.pack.cards)))


def seed_of_pack(state: State, _: Viewer) -> object:
    """Give a source of chance made from the pack."""
    return Random(str(state.setup.pack.cards)).random()


def number_looked_at(state: State, _: Viewer) -> object:
    """Give how many cards the cutter looked at."""
    return len(state.setup.pack.cutter_saw)


def looked_at_face_down(state: State, _: Viewer) -> object:
    """Give what the cutter looked at, face down."""
    return (None,) * len(state.setup.pack.cutter_saw)


def places_of_plays(state: State, _: Viewer) -> object:
    """Give where each card played was in its packet."""
    played = set(state.plays)
    return [
        [n for n, card in enumerate(packet) if card in played]
        for packets in state.setup.packets
        for packet in packets
    ]


def packets_played(state: State, _: Viewer) -> object:
    """Give the packets of the first round, which all have seen played."""
    return state.setup.packets[0]


def tags(state: State, _: Viewer) -> object:
    """Give a set that is always the same, built in an order that is not."""
    # Both want the same place in the set's table, and the first one gets it.
    first, second = colliding()
    hidden = [DECK.index(card) for card in state.setup.hidden]
    pair = (first, second) if hidden[0] < hidden[1] else (second, first)
    return frozenset(pair)


@cache
def colliding() -> tuple[str, str]:
    """Find two texts whose order in a set is that in which they came."""
    texts = [f"tag {number}" for number in range(50)]
    return next(
        pair
        for pair in permutations(texts, 2)
        if [*frozenset(pair)] != [*frozenset(pair[::-1])]
    )


def whole_state(state: State, _: Viewer) -> object:
    """Give all."""
    return state


def whole_pack(state: State, _: Viewer) -> object:
    """Give the pack, well wrapped."""
    return ({"pack": [state.setup.pack]},)


def secret_moment(viewer: Viewer, plays: int) -> State:
    """Give a hand with hidden cards that this seat does not know."""
    variant = table(PARTNERSHIP, hidden_seen_by=HiddenSeenBy.CAPTURER)
    state = new_game(variant, deck=cut_up(shuffle(7).cards, variant, [20]))
    state = play_oldest(state, plays)
    assert first_capturer(state) not in {None, viewer}
    return state


def differing(state: State, viewer: Viewer, secret: Secret) -> State:
    """Find a hand that looks the same to a seat, with another secret."""
    shown = repr(secret(state, viewer))
    twins = (twin(state, viewer, Random(seed)) for seed in range(200))
    return next(other for other in twins if repr(secret(other, viewer)) != shown)


def planting(kind: Callable[[View, object], object], secret: Secret) -> Tools:
    """Make a faulty `view` that adds a secret."""
    return Tools(view=lambda state, seat: kind(view(state, seat), secret(state, seat)))


PLANTED = [
    (Talkative, lone_hidden_card, 30, "repr"),
    (Talkative, lone_hidden_card, 30, "unseen card in repr"),
    (Planted, hidden_cards, 30, "attribute extra"),
    (Planted, running_score, 30, "attribute extra"),
    (Planted, running_lines, 30, "attribute extra"),
    (Planted, heaps, 48, "attribute extra"),
    (Planted, pack_hash, 30, "attribute extra"),
    (Planted, seed_of_pack, 30, "attribute extra"),
    (Hashed, pack_hash, 30, "hash"),
    (Planted, number_looked_at, 30, "attribute extra"),
    (Planted, looked_at_face_down, 30, "attribute extra"),
    (Planted, places_of_plays, 30, "attribute extra"),
    (Planted, packets_played, 30, "attribute extra"),
    (Planted, tags, 30, "attribute extra in pickle"),
    (Sealed, tags, 30, "pickle"),
    (Sealed, running_score, 30, "pickle"),
    (Sealed, whole_state, 30, "holds a State"),
    (Sealed, whole_pack, 30, "holds a Pack"),
]


@pytest.mark.parametrize("viewer", [0, None])
@pytest.mark.parametrize(("kind", "secret", "plays", "caught"), PLANTED)
def test_a_planted_secret_is_caught(
    kind: type[Planted], secret: Secret, plays: int, caught: str, viewer: Viewer
) -> None:
    """The leak test finds a view that tells one thing more, and names it."""
    state = secret_moment(viewer, plays)
    other = differing(state, viewer, secret)
    assert not leaks(state, other, viewer)
    assert caught in leaks(state, other, viewer, planting(kind, secret))


def test_a_set_with_an_order_is_caught_though_it_compares_equal() -> None:
    """Only the order of a set differs: neither equality nor hash would tell."""
    state = secret_moment(0, 30)
    other = differing(state, 0, tags)
    assert tags(state, 0) == tags(other, 0)
    assert leaks(state, other, 0, planting(Sealed, tags)) == {"pickle"}


def bare(event: Event, _: Viewer) -> Event:
    """Fail to redact."""
    return event


def sorted_hidden(event: Event, seat: Viewer) -> Event:
    """Show captured hidden cards, if in another order."""
    if type(event) is PileCaptured:
        return attrs.evolve(event, hidden=tuple(sorted(event.hidden, key=str)))
    return redact(event, seat)


def looks_counted(event: Event, seat: Viewer) -> Event:
    """Show how many cards the cutter looked at."""
    shown: Any = redact(event, seat)
    if type(event) is PackCut:
        shown = attrs.evolve(shown, saw=(None,) * len(event.saw or ()))
    return shown  # type: ignore[no-any-return]


def second_packet_shown(event: Event, seat: Viewer) -> Event:
    """Show the packets of seat 1."""
    shown: Any = redact(event, seat)
    if type(event) is PacketsDealt:
        first, _, *others = shown.packets
        packets = (first, event.packets[1], *others)
        shown = attrs.evolve(shown, packets=packets)
    return shown  # type: ignore[no-any-return]


FAULTY_REDACT: list[tuple[Callable[[Any, Viewer], Any], Secret, str]] = [
    (bare, hidden_cards, "event LayoutDealt"),
    (bare, hidden_cards, "event PacketsDealt"),
    (sorted_hidden, running_score, "event PileCaptured"),
    (looks_counted, number_looked_at, "event PackCut"),
    (second_packet_shown, hidden_cards, "event PacketsDealt"),
]


@pytest.mark.parametrize("viewer", [0, None])
@pytest.mark.parametrize(("faulty", "secret", "caught"), FAULTY_REDACT)
def test_a_faulty_redaction_is_caught(
    faulty: Callable[[Any, Viewer], Any], secret: Secret, caught: str, viewer: Viewer
) -> None:
    """The leak test finds an event that tells one thing more, and names it."""
    state = secret_moment(viewer, 30)
    other = differing(state, viewer, secret)
    assert caught in leaks(state, other, viewer, Tools(redact=faulty))


def step_naming_cards(state: State, move: Card, *, seat: Seat) -> object:
    """Refuse a card with the hand of whoever is on turn."""
    try:
        return step(state, move, seat=seat)
    except IllegalMoveError as error:
        hand = state.hands[state.turn or 0]
        raise IllegalMoveError(f"{error}, who holds {names(hand)}") from None


def step_looking_first(state: State, move: Card, *, seat: Seat) -> object:
    """Look at the card before the turn."""
    if any(move in hand for hand in state.hands) and seat != state.turn:
        raise IllegalMoveError("not now", move=move, seat=seat, rule=Rule.TURN)
    return step(state, move, seat=seat)


@pytest.mark.rule("4.2")
@pytest.mark.parametrize("faulty", [step_naming_cards, step_looking_first])
def test_a_refusal_that_tells_of_other_hands_is_caught(
    faulty: Callable[..., object],
) -> None:
    """The leak test finds an error by which a seat learns of others' cards."""
    state = secret_moment(0, 29)
    other = differing(state, 0, lambda state, _: sorted(map(str, state.hands[1])))
    assert state.turn == 1
    assert not leaks(state, other, 0)
    assert leaks(state, other, 0, Tools(step=faulty)) == {"refusal"}


def test_json_that_depends_on_more_than_its_message_is_caught() -> None:
    """JSON with anything in it that comes from elsewhere is found."""
    serial = count()
    tools = Tools(to_json=lambda sent: f"{wire.to_json(sent)}{next(serial)}")
    state = at_ply(new_game(PARTNERSHIP, rng=7), bytes(PLAYS), 5)
    found = leaks(state, twin(state, 0, Random(1)), 0, tools)
    assert {"JSON", "event CardPlayed in JSON"} <= found


def test_a_whole_state_is_no_view() -> None:
    """A state in place of a view is found out by what it holds."""
    state = secret_moment(0, 30)
    found = {type(part) for part in reachable(state)}
    assert {State, Setup, Pack, Won} <= found


def test_weights_that_are_wrong_do_not_fit() -> None:
    """Chi-square refuses a jack too many, and cells too rare do not hide it."""
    fair = [number % 4 for number in range(DRAWS)]
    assert fits(fair, alike(range(4)))
    assert not fits([*fair, *[0] * 150], alike(range(4)))
    assert surprise(fair, {**alike(range(4)), 4: 1e-9})[1] == 3
    rare = {**alike(range(4)), 4: 1e-3, 5: 1e-3}
    assert surprise([*fair, 4, 5], rare)[1] == 3

"""Laws that hold in every hand of every table."""

import copy
import pickle
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, get_args

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    JACKS,
    PLAYS,
    Deal,
    Hand,
    deals,
    finish,
    hands,
    seeds,
    tables,
)
from tables import faces

from pisti import (
    CLASSIC,
    DECK,
    PARTNERSHIP,
    VARIANTS,
    Bonus,
    BottomCardShown,
    Card,
    CardPlayed,
    Cut,
    Draw,
    Event,
    HandOver,
    HandScore,
    HiddenSeenBy,
    IllegalMoveError,
    JackBuried,
    JackPassed,
    LayoutDealt,
    NotationError,
    Outcome,
    Pack,
    PackCut,
    PacketsDealt,
    PackShuffled,
    PileCaptured,
    Rank,
    Redeal,
    ResidueAwarded,
    Rule,
    ScoreLine,
    SeatError,
    Setup,
    State,
    Suit,
    UpCardTurned,
    Variant,
    Won,
    apply_move,
    draw,
    judge,
    legal_moves,
    new_game,
    new_match,
    parse_cards,
    score_cards,
    score_hand,
    shuffle,
    start,
    step,
)
from pisti.state import _turn_table
from pisti.strategies import cards

# Conservation


def states_of(hand: Hand) -> Iterator[State]:
    """Give every state of a hand."""
    state = hand.first
    yield state
    for play in hand.plays:
        yield play.after


@pytest.mark.rule("1.1", "4.12", "4.13")
@given(hands())
def test_cards_are_conserved(hand: Hand) -> None:
    """Each of the 52 cards is in exactly one place, always."""
    for state in states_of(hand):
        held = [card for packet in state.hands for card in packet]
        captured = [card for heap in state.captured for card in heap]
        everywhere = [*state.stock, *held, *state.hidden, *state.pile, *captured]
        assert len(everywhere) == 52
        assert set(everywhere) == set(DECK)


@pytest.mark.rule("3.2", "3.12", "4.2", "4.3", "4.11")
@given(hands())
def test_rounds_and_turns(hand: Hand) -> None:
    """48 plays strictly in turn; all hold a full packet as each round begins."""
    variant, dealer = hand.deal.variant, hand.deal.dealer
    plays = hand.plays
    assert len(plays) == PLAYS
    round_size = variant.players * variant.hand_size
    for ply, play in enumerate(plays):
        before, turn = play.before, (hand.first.leader + ply) % variant.players
        assert (before.ply, before.turn, before.is_over) == (ply, turn, False)
        assert play.move in before.hands[turn]
        rest = [card for card in before.hands[turn] if card is not play.move]
        if (ply + 1) % round_size:
            assert list(play.after.hands[turn]) == rest
            others = [seat for seat in range(variant.players) if seat != turn]
            for seat in others:
                assert play.after.hands[seat] == before.hands[seat]
        else:
            assert rest == []
        if ply % round_size == 0:
            sizes = [len(packet) for packet in before.hands]
            assert sizes == [variant.hand_size] * variant.players
            served = [
                card
                for step in range(1, variant.players + 1)
                for card in before.hands[(dealer + step) % variant.players]
            ]
            assert len(before.stock) == PLAYS - ply - round_size
            if ply:
                assert plays[ply - 1].before.stock[:round_size] == tuple(served)
    last = plays[-1].after
    assert (last.turn, last.is_over, last.stock) == (None, True, ())
    assert last.hands == ((),) * variant.players


@given(hands())
def test_plays_tell_the_position(hand: Hand) -> None:
    """Pile, captures and hidden cards follow from the plays and who made them."""
    first = hand.first
    pile, hidden = list(first.pile), list(first.hidden)
    heaps: list[list[Card]] = [[] for _ in first.hands]
    for ply, play in enumerate(hand.plays):
        seat, card = play.before.turn, play.move
        assert seat is not None
        same_rank = bool(pile) and pile[-1].rank is card.rank
        pile.append(card)
        if same_rank or (len(pile) > 1 and card.rank is Rank.JACK):
            heaps[seat] += hidden + pile
            pile, hidden, last = [], [], seat
        after = play.after
        assert after.plays == (*play.before.plays, card)
        assert after.setup is play.before.setup
        assert list(after.hidden) == hidden
        if ply + 1 < PLAYS:
            assert (list(after.pile), list(map(list, after.captured))) == (pile, heaps)
        elif after.won.last_capturer is not None:
            heaps[last] += pile
            assert (after.pile, list(map(list, after.captured))) == ((), heaps)
        else:
            assert list(after.pile) == pile


# The score


def points_of(variant: Variant, card: Card) -> int:
    """Look up a card's points."""
    table = dict(variant.card_points)
    return table.get(card, table.get(card.rank, 0))


@pytest.mark.rule("5.7", "6.1", "6.2", "6.3", "6.4", "6.5")
@given(hands())
def test_scores_add_up(hand: Hand) -> None:
    """Card points, majority and bonuses are the table's, and sum to the totals."""
    variant = hand.deal.variant
    state = finish(hand.first, hand.choices)
    score = score_hand(state)
    assert score.final
    assert all(line.points > 0 for line in score.lines)
    for side, members in enumerate(variant.sides):
        heap = [card for seat in members for card in state.captured[seat]]
        lines = [line for line in score.lines if line.side == side]
        found = dict.fromkeys(Rule, 0)
        for line in lines:
            found[line.rule] += line.points
        wanted = dict.fromkeys(Rule, 0)
        wanted[Rule.CARD_POINTS] = sum(points_of(variant, card) for card in heap)
        rivals = [n for other, n in enumerate(score.counts) if other != side]
        if len(heap) > max(rivals):
            wanted[Rule.MAJORITY] = variant.majority_points
        for bonus in state.won.bonuses:
            if bonus.seat in members:
                wanted[bonus.rule] += bonus.points
        assert found == wanted
        assert score.totals[side] == sum(line.points for line in lines)
        assert score.counts[side] == len(heap)
        for line in lines:
            assert set(line.cards) <= set(heap)
            if line.rule is Rule.CARD_POINTS:
                assert sum(points_of(variant, card) for card in line.cards) == (
                    line.points
                )
                assert all(points_of(variant, card) for card in line.cards)
    assert sum(score.counts) in (0, 52)
    leaders = [n for n, total in enumerate(score.totals) if total == max(score.totals)]
    assert score.winner == (leaders[0] if len(leaders) == 1 else None)


@given(hands())
def test_scored_cards_are_the_hand(hand: Hand) -> None:
    """Captured cards and bonuses alone give the score of the hand, at any time."""
    variant = hand.deal.variant
    for state in states_of(hand):
        heaps = [
            [card for seat in members for card in state.captured[seat]]
            for members in variant.sides
        ]
        bonuses = state.won.bonuses
        score = score_cards(variant, heaps, bonuses, final=state.is_over)
        assert score == score_hand(state)
    assert score_cards(variant, heaps, iter(bonuses)) == score_hand(state)


@pytest.mark.rule("6.2", "6.5")
@given(hands())
def test_scores_before_the_end(hand: Hand) -> None:
    """Before the end no majority is counted, nobody has won, no points are lost."""
    totals = [0] * len(hand.deal.variant.sides)
    for state in states_of(hand):
        score = score_hand(state)
        assert all(now >= old for now, old in zip(score.totals, totals, strict=True))
        totals = list(score.totals)
        if not state.is_over:
            assert (score.winner, score.final) == (None, False)
            assert all(line.rule is not Rule.MAJORITY for line in score.lines)


@pytest.mark.rule("5.1", "5.2", "5.3", "5.6")
@given(hands())
def test_bonuses_are_bounded(hand: Hand) -> None:
    """No card earns twice: at most two piştis of a rank, four with jacks."""
    variant = hand.deal.variant
    state = finish(hand.first, hand.choices)
    bonuses = state.won.bonuses
    assert all(len(bonus.cards) == 2 for bonus in bonuses)
    used = [card for bonus in bonuses for card in bonus.cards]
    assert len(used) == len(set(used))
    ranks = Counter(b.cards[0].rank for b in bonuses if b.rule is Rule.PISTI)
    assert all(number <= 2 for number in ranks.values())
    assert Rank.JACK not in ranks
    doubles = [bonus for bonus in bonuses if bonus.rule is Rule.DOUBLE_PISTI]
    by_jack = [b for b in bonuses if b.rule is Rule.JACK_ON_ANOTHER_RANK]
    assert 2 * len(doubles) + len(by_jack) <= 4
    worth = {
        Rule.PISTI: variant.pisti_points,
        Rule.DOUBLE_PISTI: variant.double_pisti_points,
        Rule.JACK_ON_ANOTHER_RANK: variant.jack_pisti_points,
    }
    for bonus in bonuses:
        lone, card = bonus.cards
        assert bonus.points == worth[bonus.rule] > 0
        assert set(bonus.cards) <= set(state.captured[bonus.seat])
        assert state.plays.index(card) == (
            state.plays.index(lone) + 1 if lone in state.plays else 0
        )


# Events


class Table:
    """A table that knows only what it has been told."""

    def __init__(self, seats: int) -> None:
        """Lay nothing on the table."""
        self.seats = seats
        self.clear()

    def clear(self) -> None:
        """Take up all cards."""
        self.plays: tuple[Card, ...] = ()
        self.hands: list[tuple[Card, ...]] = [()] * self.seats
        self.layout: tuple[Card, ...] = ()
        self.pile: tuple[Card, ...] = ()
        self.hidden: tuple[Card, ...] = ()
        self.passed: tuple[Card, ...] = ()
        self.buried: tuple[Card, ...] = ()
        self.bottom_card: Card | None = None
        self.cut: tuple[tuple[Card, ...], Card | None] = ((), None)
        self.captured: list[tuple[Card, ...]] = [()] * self.seats
        self.bonuses: tuple[Bonus, ...] = ()
        self.last_capturer: int | None = None
        self.over = False

    def tell(self, event: Event) -> None:
        """Do what an event tells."""
        if event.ply == 0:
            self.tell_deal(event)
        else:
            self.tell_play(event)

    def tell_deal(self, event: Event) -> None:
        """Do what an event of the deal tells."""
        match event:
            case PackCut(saw=saw, kept=kept):
                self.cut = (faces(saw), kept)
            case LayoutDealt(cards=layout):
                self.layout = self.pile = faces(layout)
            case PacketsDealt(packets=packets):
                self.hands = list(map(faces, packets))
            case BottomCardShown(card=card):
                self.bottom_card = card
            case JackPassed(card=card):
                self.passed += (card,)
            case JackBuried(card=card):
                self.buried += (card,)
            case UpCardTurned(card=card, hidden=hidden):
                lying = set(self.layout) - {card, *self.buried}
                assert list(hidden) == sorted(lying, key=self.layout.index)
                self.pile, self.hidden = (card,), faces(hidden)
            case _:
                assert isinstance(event, PackShuffled | Redeal)
                self.clear()

    def tell_play(self, event: Event) -> None:
        """Do what an event of the play tells."""
        match event:
            case CardPlayed(seat=seat, card=card):
                assert card in self.hands[seat]
                self.hands[seat] = tuple(c for c in self.hands[seat] if c != card)
                self.plays += (card,)
                self.pile += (card,)
            case PileCaptured():
                self.take(event)
            case PacketsDealt(packets=packets):
                assert not any(self.hands)
                self.hands = list(map(faces, packets))
            case ResidueAwarded(seat=seat, cards=left):
                assert (left, seat) == (self.pile, self.last_capturer)
                self.captured[seat] += left
                self.pile = ()
            case _:
                assert isinstance(event, HandOver)
                self.over = True

    def take(self, event: PileCaptured) -> None:
        """Take the pile, and book the bonus."""
        assert (*event.pile, event.card) == self.pile
        assert event.hidden == self.hidden
        self.captured[event.seat] += self.hidden + self.pile
        if event.bonus:
            bonus = Bonus(event.seat, event.bonus, event.rule, self.pile)
            self.bonuses += (bonus,)
        self.pile = self.hidden = ()
        self.last_capturer = event.seat

    def state_after(self, before: State) -> State:
        """Give the state that the table shows, with the setup of another."""
        won = Won(tuple(self.captured), self.bonuses, self.last_capturer)
        return State(before.setup, self.plays, tuple(self.hands), self.pile, won)


def laid(state: State) -> Table:
    """Lay a table as a state has it."""
    table = Table(len(state.hands))
    table.plays, table.hands, table.pile = state.plays, list(state.hands), state.pile
    table.hidden, table.captured = state.hidden, list(state.won.cards)
    table.bonuses, table.last_capturer = state.won.bonuses, state.won.last_capturer
    return table


@given(hands())
def test_events_rebuild_each_state(hand: Hand) -> None:
    """The events of a play alone make the new state from the old."""
    for before, _, after, events in hand.plays:
        table = laid(before)
        for event in events:
            table.tell(event)
        assert table.state_after(before) == after
        assert table.hidden == after.hidden
        assert table.over == after.is_over


@given(hands())
def test_events_rebuild_the_hand(hand: Hand) -> None:
    """From an empty table, all events of a hand make every state of it."""
    state, events = hand.deal.start()
    table = Table(hand.deal.variant.players)
    for event in events:
        table.tell(event)
    assert table.state_after(state) == state
    setup = state.setup
    assert (table.hidden, table.pile) == (setup.hidden, setup.pile)
    assert (table.passed, table.buried) == (setup.passed, setup.buried)
    assert table.bottom_card == setup.bottom_card
    assert table.cut == (setup.pack.cutter_saw, setup.pack.kept)
    for play in hand.plays:
        for event in play.events:
            table.tell(event)
        assert table.state_after(state) == play.after


@given(hands())
def test_events_carry_their_play(hand: Hand) -> None:
    """Events of the deal are at ply 0, those of a play at its number."""
    state, events = hand.deal.start()
    assert {event.ply for event in events} == {0}
    told = list(events)
    for number, play in enumerate(hand.plays, start=1):
        assert {event.ply for event in play.events} == {number}
        assert isinstance(play.events[0], CardPlayed)
        assert play.events[0].seat == play.before.turn
        told += play.events
    rounds = [event.round for event in told if isinstance(event, PacketsDealt)]
    again = sum(isinstance(event, Redeal) for event in told)
    assert rounds == [1] * again + list(range(1, state.variant.rounds + 1))
    assert [type(event) for event in told].index(HandOver) == len(told) - 1


@pytest.mark.rule("4.9", "4.10")
@given(hands())
def test_hidden_cards_are_shown_once(hand: Hand) -> None:
    """The first capture shows the hidden cards to the capturer; others show none."""
    captures = [
        event
        for play in hand.plays
        for event in play.events
        if isinstance(event, PileCaptured)
    ]
    hidden = hand.first.hidden
    for number, event in enumerate(captures):
        assert event.hidden == (() if number else hidden)
        assert (event.seat in event.seen_by) == bool(event.hidden)
        assert event.passed == (() if number else hand.first.setup.passed)
        seats = [seat for seat in event.seen_by if seat is not None]
        assert seats == sorted(set(seats))
        everyone = hand.deal.variant.hidden_seen_by is HiddenSeenBy.ALL
        assert (None in event.seen_by) == (everyone and bool(event.hidden))


# Plays


@given(hands())
def test_step_is_apply_move(hand: Hand) -> None:
    """A play gives the same state with and without its events, seat or none."""
    for before, move, after, events in hand.plays:
        assert apply_move(before, move) == after
        assert apply_move(before, move, seat=before.turn) == after
        assert step(before, move, seat=before.turn) == (after, events)


def refused(
    play: Callable[..., object], state: State, move: object, **seat: int
) -> IllegalMoveError:
    """Give the error of a play that must be refused."""
    with pytest.raises(IllegalMoveError) as caught:
        play(state, move, **seat)
    return caught.value


@pytest.mark.rule("4.3", "4.11")
@given(hands(), st.integers(0, 6))
def test_legal_is_accepted(hand: Hand, skip: int) -> None:
    """Cards of the hand on turn are accepted, all others refused by rule."""
    plays = hand.plays
    for before, *_ in plays[skip::7]:
        moves, kept = legal_moves(before), attrs.astuple(before, recurse=False)
        assert before.turn is not None
        assert moves == before.hands[before.turn]
        for card in DECK:
            if card in moves:
                assert apply_move(before, card).plays[-1] is card
                continue
            for action in (apply_move, step):
                error = refused(action, before, card)
                assert error.rule is Rule.CARD_IN_HAND
                assert (error.move, error.seat) == (card, before.turn)
                words = set(re.findall(r"\w+", f"{error} {error!r}"))
                assert words.isdisjoint(map(str, moves))
        assert attrs.astuple(before, recurse=False) == kept
    after = plays[-1].after
    assert legal_moves(after) == ()
    for card in DECK:
        error = refused(apply_move, after, card)
        assert error.rule is Rule.END_OF_HAND
        assert (error.move, error.seat) == (card, None)


@pytest.mark.rule("1.3", "4.2")
@given(hands(), st.data())
def test_turns_are_kept(hand: Hand, data: st.DataObject) -> None:
    """Another seat's play is refused before its card is looked at."""
    players = hand.deal.variant.players
    plays = hand.plays
    before = plays[data.draw(st.integers(0, PLAYS - 1))].before
    card = data.draw(cards())
    turn = before.turn
    assert turn is not None
    for seat in range(players):
        if seat != turn:
            for move in (card, *before.hands[seat], *before.hands[turn]):
                error = refused(step, before, move, seat=seat)
                assert error.rule is Rule.TURN
                assert (error.move, error.seat) == (move, seat)
    for nobody in (-1, players, players + 1, True, 0.0, "0"):
        with pytest.raises(SeatError) as caught:
            apply_move(before, before.hands[turn][0], seat=nobody)  # type: ignore[arg-type]
        assert caught.value.rule is Rule.PLAYERS
        assert (caught.value.seat, caught.value.players) == (nobody, players)
    after = plays[-1].after
    error = refused(apply_move, after, card, seat=turn)
    assert error.rule is Rule.END_OF_HAND


@given(hands())
def test_only_cards_are_played(hand: Hand) -> None:
    """What is no card is refused as any card that is not held."""
    before = hand.plays[-1].before
    move = hand.plays[-1].move
    for thing in (None, str(move), 0, move.rank, (move,), [move]):
        error = refused(apply_move, before, thing)
        assert error.rule is Rule.CARD_IN_HAND
        assert error.move == thing


@pytest.mark.rule("4.4", "4.5", "4.6", "4.7", "4.8", "4.9")
@given(hands())
def test_judge_agrees_with_every_play(hand: Hand) -> None:
    """What the judge says of a play is what happens."""
    for before, move, after, events in hand.plays:
        outcome = judge(
            before.variant,
            pile=before.pile,
            card=move,
            play=before.ply + 1,
            hidden=before.hidden,
        )
        played, *others = events
        captures = [event for event in others if isinstance(event, PileCaptured)]
        if not captures:
            assert (outcome.kind, outcome.bonus, outcome.denied) == (None, 0, None)
            assert outcome.captured == ()
            assert outcome.rule is played.rule
            assert after.won.bonuses == before.won.bonuses
            continue
        (event,) = captures
        assert outcome.captured == (*event.hidden, *event.pile, event.card)
        assert (outcome.kind, outcome.bonus) == (event.kind, event.bonus)
        assert (outcome.denied, outcome.rule) == (event.denied, event.rule)
        seat = event.seat
        assert after.captured[seat] == before.captured[seat] + outcome.captured
        earned = after.won.bonuses[len(before.won.bonuses) :]
        assert [bonus.points for bonus in earned] == [outcome.bonus] * bool(
            outcome.bonus
        )
        assert all(bonus.rule is outcome.rule for bonus in earned)


# Values


def values_of(hand: Hand) -> list[Any]:
    """Give values of every kind that a hand leaves behind."""
    state, events = hand.deal.start()
    plays = hand.plays
    states = [state, plays[len(plays) // 2].after, plays[-1].after]
    match = new_match(state.variant, dealer=state.dealer).add(states[-1])
    told = [*events, *(event for play in plays for event in play.events)]
    score = match.scores[0]
    play = plays[-1]
    outcome = judge(state.variant, pile=(), card=play.move, play=PLAYS)
    return [
        *states,
        state.setup,
        state.setup.pack,
        state.variant,
        *(state.won for state in states),
        *states[-1].won.bonuses,
        *told,
        score,
        *score.lines,
        match,
        draw(state.variant, 7),
        outcome,
        state.up_card,
    ]


def assert_frozen(value: Any) -> None:
    """Check that nothing of a value can be set or deleted."""
    names = [field.name for field in attrs.fields(type(value))]
    for name in [*names, "another"]:
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(value, name, None)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            delattr(value, name)


def assert_deeply_frozen(value: Any) -> None:
    """Check that a value holds nothing that can change."""
    if isinstance(value, tuple):
        for part in value:
            assert_deeply_frozen(part)
    elif attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            assert_deeply_frozen(getattr(value, field.name))
    else:
        assert value is None or isinstance(value, (int, str, Enum))


@given(hands())
def test_values_are_frozen(hand: Hand) -> None:
    """Nothing that the library gives can be changed, in any depth."""
    for value in values_of(hand):
        kept = attrs.astuple(value, recurse=False)
        assert_frozen(value)
        assert_deeply_frozen(value)
        assert attrs.astuple(value, recurse=False) == kept


def cards_in(value: Any) -> list[Card]:
    """Give all cards within a value."""
    if isinstance(value, Card):
        return [value]
    if attrs.has(type(value)):
        value = attrs.astuple(value, recurse=False)
    if isinstance(value, tuple):
        return [card for part in value for card in cards_in(part)]
    return []


def copies_of(value: Any) -> Iterator[Any]:
    """Copy a value in every way."""
    yield copy.copy(value)
    yield copy.deepcopy(value)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.loads(pickle.dumps(value, protocol))  # noqa: S301 - our own


@given(hands())
def test_values_are_copied(hand: Hand) -> None:
    """Copies and pickles are equal, hash alike and hold the very same cards."""
    for value in values_of(hand):
        for other in copies_of(value):
            assert type(other) is type(value)
            assert other == value
            assert hash(other) == hash(value)
            assert repr(other) == repr(value)
            ours, theirs = cards_in(value), cards_in(other)
            assert len(ours) == len(theirs)
            assert all(a is b for a, b in zip(ours, theirs, strict=True))


@given(hands(), st.integers(0, PLAYS - 1))
def test_copies_are_played_on(hand: Hand, ply: int) -> None:
    """A copied state plays on as the state itself."""
    state = hand.plays[ply].before
    rest = hand.choices[ply:]
    for other in copies_of(state):
        assert list(play_moves(other, rest)) == list(play_moves(state, rest))


def play_moves(state: State, choices: Sequence[int]) -> Iterator[State]:
    """Play cards by number, without events."""
    for choice in choices:
        moves = legal_moves(state)
        state = apply_move(state, moves[choice % len(moves)])
        yield state


@given(hands())
def test_states_differ(hand: Hand) -> None:
    """No two states of a hand are equal, and equal states share a place."""
    states = list(states_of(hand))
    assert len(set(states)) == len(states) == PLAYS + 1
    assert set(states) == set(states_of(hand))


# The deal


@given(deals())
def test_packs_deal_again(deal: Deal) -> None:
    """The pack alone deals the same hand, without chance."""
    state, events = deal.start()
    again = new_game(deal.variant, deck=state.setup.pack, dealer=deal.dealer)
    assert again == state
    assert hash(again) == hash(state)
    if state.setup.pack.kept is None and not state.setup.pack.cutter_saw:
        plain = new_game(
            deal.variant, deck=iter(state.setup.pack.cards), dealer=deal.dealer
        )
        assert plain == state
    told, tale = start(deal.variant, deck=state.setup.pack, dealer=deal.dealer)
    assert told == state
    assert not any(isinstance(event, PackShuffled | Redeal) for event in tale)
    assert tale == events[len(events) - len(tale) :]


@given(tables, seeds)
def test_seeds_deal_alike(variant: Variant, seed: int) -> None:
    """A seed deals the same hand every time, and is what a generator of it does."""
    state = new_game(variant, rng=seed)
    assert state == new_game(variant, rng=seed)
    assert state == new_game(variant, rng=random.Random(seed))
    assert state == start(variant, rng=seed)[0]
    assert state.dealer == variant.players - 1


@pytest.mark.parametrize("name", VARIANTS)
def test_seeds_deal_different_hands(name: str) -> None:
    """No two of many seeds, and no two deals without one, give the same pack."""
    variant = VARIANTS[name]
    states = [new_game(variant, rng=seed) for seed in range(200)]
    states += [new_game(variant) for _ in range(200)]
    assert len({state.setup.pack.cards for state in states}) == len(states)


@pytest.mark.parametrize("name", VARIANTS)
def test_hands_of_a_match_differ(name: str) -> None:
    """One seed gives the hands of a match different packs, but always the same."""
    match = new_match(VARIANTS[name], dealer=0)
    state = match.deal(rng=7)
    assert match.start(rng=7)[0] == state == match.deal(rng=7)
    assert match.deal(rng=8) != state
    longer = attrs.evolve(match.variant, target=None, hands=9)
    match, packs = new_match(longer, dealer=0), set()
    while not match.is_over:
        state = match.deal(rng=7)
        packs.add(state.setup.pack.cards)
        match = match.add(finish(state))
    assert len(packs) == 9


def test_global_chance_is_untouched() -> None:
    """Nothing reads or moves the generator of the `random` module."""
    kept = random.getstate()
    seen = set()
    for variant in VARIANTS.values():
        for rng in (None, 7, random.Random(7)):
            random.setstate(kept)
            match = new_match(variant, rng=rng)
            state = match.deal(rng=rng)
            shuffle(rng)
            draw(variant, rng)
            score_hand(finish(state))
            assert random.getstate() == kept
        random.setstate(kept)
        seen.add(new_game(CLASSIC).setup.pack)
    assert len(seen) == len(VARIANTS)


# Chance. Seeds are fixed, so that these tests cannot fail by accident; by chance
# alone a sum of squares would pass its bound once in ten million lists of seeds.

SHUFFLES = 5200
CELL_BOUND = 125  # for 51 degrees of freedom
SEAT_BOUND = 33  # for up to 3


def surplus(counts: Sequence[int]) -> float:
    """Give the chi-square sum for numbers that should be equal."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


@pytest.mark.rule("2.1")
def test_shuffles_are_fair() -> None:
    """Each card lies in each place about equally often."""
    places = {card: [0] * 52 for card in DECK}
    for seed in range(SHUFFLES):
        for place, card in enumerate(shuffle(seed).cards):
            places[card][place] += 1
    for counts in places.values():
        assert surplus(counts) < CELL_BOUND
    for column in zip(*places.values(), strict=True):
        assert surplus(column) < CELL_BOUND


@pytest.mark.rule("2.1")
def test_shuffles_keep_no_neighbours() -> None:
    """The card below each card is any other about equally often."""
    below = {card: dict.fromkeys(DECK, 0) for card in DECK}
    for seed in range(SHUFFLES):
        for card, lower in pairwise(shuffle(seed).cards):
            below[card][lower] += 1
    for card, counts in below.items():
        assert counts.pop(card) == 0
        assert surplus(list(counts.values())) < CELL_BOUND


@pytest.mark.rule("2.2")
def test_cuts_are_fair() -> None:
    """Each number of cards from 1 to 51 is lifted about equally often."""
    lifted = dict.fromkeys(range(1, 52), 0)
    variant = attrs.evolve(CLASSIC, cut=Cut.PLAIN)
    for seed in range(5100):
        before = shuffle(seed).cards
        after = new_game(variant, rng=seed).setup.pack.cards
        lifted[before.index(after[0])] += 1
    assert surplus(list(lifted.values())) < CELL_BOUND


@pytest.mark.rule("1.6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_dealers_are_fair(players: int) -> None:
    """Each seat deals first about equally often."""
    variant = Variant(players=players)
    first = [new_match(variant, rng=seed).dealer for seed in range(3000)]
    assert surplus([first.count(seat) for seat in range(players)]) < SEAT_BOUND
    assert set(first) == set(range(players))


# The draw


@pytest.mark.rule("1.7")
@pytest.mark.parametrize("name", ["classic", "three-player", "four-player"])
def test_draws_of_single_players(name: str) -> None:
    """The highest card deals, and nobody changes places."""
    for seed in range(1000):
        drawn = draw(VARIANTS[name], seed)
        assert drawn.seating == tuple(range(VARIANTS[name].players))
        assert drawn.dealer == draw_order(drawn, places=1)[0]


@pytest.mark.rule("1.7")
def test_draws_of_partners() -> None:
    """The highest card deals, and the second highest sits opposite."""
    tied = 0
    for seed in range(2000):
        drawn = draw(PARTNERSHIP, seed)
        dealer, partner = draw_order(drawn, places=2)[:2]
        assert drawn.dealer == dealer
        assert drawn.seating[dealer] == dealer
        assert drawn.seating[(dealer + 2) % 4] == partner
        assert sorted(drawn.seating) == [0, 1, 2, 3]
        moved = [seat for seat in range(4) if drawn.seating[seat] != seat]
        assert len(moved) in (0, 2)
        tied += len(drawn.rounds) > 1
    assert tied > 100


ACES_HIGH = [rank for rank in Rank if rank is not Rank.ACE] + [Rank.ACE]


def draw_order(drawn: Draw, places: int) -> list[int]:
    """Order the players of a draw, and check that only open places are redrawn."""
    first, *rounds = drawn.rounds
    heights: dict[int, list[int]] = {player: [] for player, _ in first}
    assert list(heights) == list(range(len(first)))
    waiting = [set(heights)]
    for drawing in (first, *rounds):
        assert {player for player, _ in drawing} in waiting
        assert len({card for _, card in drawing}) == len(drawing)
        for player, card in drawing:
            heights[player].append(ACES_HIGH.index(card.rank))
        waiting = undecided(heights, places)
    assert waiting == []
    return sorted(heights, key=heights.__getitem__, reverse=True)


def undecided(heights: dict[int, list[int]], places: int) -> list[set[int]]:
    """Give the groups of equal players who leave one of the first places open."""
    groups = []
    for mine in set(map(tuple, heights.values())):
        equals = {player for player, other in heights.items() if tuple(other) == mine}
        ahead = sum(tuple(other) > mine for other in heights.values())
        if len(equals) > 1 and ahead < places:
            groups.append(equals)
    return groups


# Cards and their text


def test_cards_are_interned() -> None:
    """There is one object for each card, and there are 52."""
    assert len({id(card) for card in DECK}) == 52
    for suit in Suit:
        for rank in Rank:
            card = Card(rank, suit)
            assert card is Card(rank=rank, suit=suit) is Card.parse(str(card))
            assert card in DECK
            assert (card.rank, card.suit) == (rank, suit)
            assert all(other is card for other in copies_of(card))
    assert [card.suit for card in DECK[::13]] == list(Suit)
    assert [card.rank for card in DECK[:13]] == list(Rank)
    assert parse_cards("JC JD JH JS") == JACKS


def spellings(card: Card) -> list[str]:
    """Give all texts of a card that are read."""
    ranks = [card.rank.value, card.rank.value.lower()]
    if card.rank is Rank.TEN:
        ranks += ["T", "t"]
    symbols = {
        Suit.CLUBS: ["\u2663", "\u2667"],
        Suit.DIAMONDS: ["\u2666", "\u2662"],
        Suit.HEARTS: ["\u2665", "\u2661"],
        Suit.SPADES: ["\u2660", "\u2664"],
    }[card.suit]
    suits = [card.suit.value, card.suit.value.lower(), *symbols]
    # Phones append a selector for the coloured symbol.
    suits += [f"{suit}\ufe0f" for suit in symbols]
    return [rank + suit for rank in ranks for suit in suits]


SPELLINGS = {text: card for card in DECK for text in spellings(card)}
SPELLED = "A1TJ0CDhs\u2663\u2666\ufe0f\u0131\u0130"
BLANKS = [" ", "  ", "\n", "\t", "\r\n", "\u00a0", "\u2028"]


@st.composite
def nearly_cards(draw: st.DrawFn) -> str:
    """Draw the text of a card with something put in, mostly no longer a card's."""
    text = draw(st.sampled_from(list(SPELLINGS)))
    place = draw(st.integers(0, len(text)))
    added: str = draw(st.sampled_from([*BLANKS, *SPELLED]))
    return text[:place] + added + text[place:]


card_texts = st.one_of(
    st.text(),
    st.text(f"{SPELLED}23456789QK ", max_size=4),
    st.sampled_from(list(SPELLINGS)),
    nearly_cards(),
)


def read_card(text: Any) -> Card | NotationError:
    """Read a card, or give the error."""
    try:
        return Card.parse(text)
    except NotationError as error:
        return error


def read_cards(text: Any) -> tuple[Card, ...] | NotationError:
    """Read cards, or give the error."""
    try:
        return parse_cards(text)
    except NotationError as error:
        return error


@given(card_texts)
def test_text_of_a_card(text: str) -> None:
    """Any text is a known card, or refused and given back."""
    found = read_card(text)
    if isinstance(found, Card):
        assert found is SPELLINGS[text.removesuffix("\ufe0f")]
        assert read_card(str(found)) is found
    else:
        assert text not in SPELLINGS
        assert (found.text, found.line, found.column) == (text, 1, 1)


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_in_a_column(card: Card) -> None:
    """Cards are lined up like their text."""
    assert f"{card:>4}|{card:5}|" == f"{str(card).rjust(4)}|{str(card).ljust(5)}|"


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_at_a_prompt(card: Card) -> None:
    """IPython and hypothesis print what makes the card."""
    printed: list[str] = []
    card._repr_pretty_(SimpleNamespace(text=printed.append), object())
    assert printed == [repr(card)]


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        (None, "None"),
        ((), "parse_cards('')"),
        ((DECK[0], DECK[22]), "parse_cards('AC 10D')"),
        ((None, DECK[0]), "(None, Card.parse('AC'))"),
        ((None, None), "(None, None)"),
    ],
)
def test_events_are_shown_with_few_words(cards: Any, text: str) -> None:
    """Their cards are an expression that makes them, face down or up."""
    told = f"PackCut(seat=1, saw={text}, kept=None, rule=<Rule.CUT: '2.2'>, ply=0)"
    assert repr(PackCut(1, cards, None, Rule.CUT, 0)) == told


def test_packets_are_shown_with_few_words() -> None:
    """Packets, and rounds of them, are tuples of such expressions."""
    packets = (DECK[:2], (DECK[22],))
    text = "(parse_cards('AC 2C'), parse_cards('10D'),)"
    assert repr(Won(packets)) == f"Won(cards={text}, bonuses=(), last_capturer=None)"
    setup = attrs.evolve(new_game(CLASSIC).setup, packets=(packets, packets))
    assert repr(setup).endswith(f", packets=({text}, {text},))")


def test_packs_are_shown_with_few_words() -> None:
    """A pack, too, is an expression that makes it."""
    pack = Pack(DECK, cutter_saw=DECK[-1:])
    text = " ".join(map(str, DECK))
    assert repr(pack) == (
        f"Pack(cards=parse_cards('{text}'), cutter_saw=parse_cards('KS'), kept=None)"
    )


@pytest.mark.parametrize(
    "made",
    [Bonus, HandScore, Outcome, Pack, ScoreLine, Setup, State, Won, *get_args(Event)],
)
def test_nothing_is_left_out_when_shown(made: Any) -> None:
    """The repr has each field, but for what follows from others."""
    left_out = [field.name for field in attrs.fields(made) if not field.repr]
    assert left_out == (["turns"] if made is Setup else [])


@pytest.mark.parametrize("made", [Bonus, ScoreLine])
def test_what_is_paid_is_paid_for_cards(made: Any) -> None:
    """Nothing of a bonus or a line of the score can be left out."""
    assert not [f.name for f in attrs.fields(made) if f.default is not attrs.NOTHING]


def test_who_is_on_turn_is_not_given() -> None:
    """It follows from the dealer."""
    assert [f.name for f in attrs.fields(Setup) if not f.init] == ["turns"]


def test_odd_values_spoil_no_others() -> None:
    """What is remembered of a table made by hand is not taken for a real one's."""
    setup = new_game(CLASSIC).setup
    _turn_table.cache_clear()
    odd: Any = 1.0
    attrs.evolve(setup, dealer=odd)

    assert type(new_game(CLASSIC).turn) is int


@given(st.lists(st.tuples(st.sampled_from(list(SPELLINGS)), st.sampled_from(BLANKS))))
def test_text_of_cards(words: list[tuple[str, str]]) -> None:
    """Cards are read in every spelling, with any white space between."""
    wanted = tuple(SPELLINGS[word] for word, _ in words)
    assert parse_cards("".join(word + blank for word, blank in words)) == wanted
    assert parse_cards(" ".join(map(str, wanted))) == wanted
    assert eval(repr(wanted), {"Card": Card}) == wanted  # noqa: S307 - our own


@given(st.lists(card_texts | st.sampled_from(BLANKS), max_size=6).map("".join))
def test_any_text_of_cards(text: str) -> None:
    """Any text is cards, or refused with the first word that is none."""
    found = read_cards(text)
    words = text.split()
    if isinstance(found, tuple):
        assert list(found) == [Card.parse(word) for word in words]
        return
    bad = next(word for word in words if not isinstance(read_card(word), Card))
    assert found.text == bad
    line = text.splitlines()[found.line - 1]
    assert line[found.column - 1 :].startswith(bad)
    above = text.splitlines()[: found.line - 1]
    before = [*above, line[: found.column - 1]]
    assert isinstance(read_cards("\n".join(before)), tuple)


@pytest.mark.parametrize("thing", [None, 7, b"7H", ["7H"], ("7", "H"), CLASSIC])
def test_only_text_is_read(thing: object) -> None:
    """What is no text is refused as well."""
    for found in (read_card(thing), read_cards(thing)):
        assert isinstance(found, NotationError)
        assert found.text is thing

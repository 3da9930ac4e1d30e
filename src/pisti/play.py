"""The play: legal moves, the one transition, and the telling of it (chapter 4)."""

from pisti.cards import Card, SeenCard
from pisti.errors import IllegalMoveError, shown
from pisti.events import (
    Event,
    HandOver,
    PacketsDealt,
    PileCaptured,
    ResidueAwarded,
    make_card_played,
)
from pisti.frozen import quick
from pisti.judging import (
    capture_kind,
    capture_rule,
    captures,
    lone_card_reward,
    reward,
    stay_rule,
)
from pisti.rules import Rule
from pisti.state import Bonus, Move, State, Table, Won, make_state
from pisti.variants import PLAYS, HiddenSeenBy, Seat

__all__ = ["apply_move", "legal_moves", "step"]

_won = quick(Won)
_pile_captured = quick(PileCaptured)
_packets_dealt = quick(PacketsDealt)


def legal_moves(state: State) -> tuple[Move, ...]:
    """
    Give the cards that the seat on turn may play, in the order dealt.

    There are none exactly when the hand is over (rules 4.3 and 4.11).

    Examples:
        >>> from pisti import legal_moves, new_game
        >>> [str(card) for card in legal_moves(new_game(rng=7))]
        ['QC', '10C', 'AC', '3S']
    """
    # After the last play the table names a seat too, whose hand is empty.
    try:
        return state.hands[state.setup.turns[len(state.plays)]]
    except AttributeError:
        raise _not_a_state(state) from None


def apply_move(state: State, move: Move, *, seat: Seat | None = None) -> State:
    """
    Play a card, and give the state after it.

    Captures (rules 4.4 to 4.9), deals the next round (rule 3.12) and awards the
    residue (rule 4.12).
    Where *seat* is given, a card by a seat that is not on turn is refused.

    Raises:
        SeatError: If there is no such *seat* (rule 1.3).
        IllegalMoveError: If *state* is not a State, the hand is over (rule 4.11),
            *seat* is not on turn (rule 4.2), or *move* is no card of the hand on
            turn (rule 4.3).

    Examples:
        >>> from pisti import apply_move, legal_moves, new_game
        >>> state = new_game(rng=7)
        >>> after = apply_move(state, legal_moves(state)[0])
        >>> after.ply, after.turn, state.ply
        (1, 1, 0)
    """
    if type(state) is not State:
        raise _not_a_state(state)
    if seat is not None:
        _check_turn(state, move, seat)
    setup = state.setup
    plays = state.plays
    turn = setup.turns[len(plays)]
    hands = list(state.hands)
    rest = list(hands[turn])
    if type(move) is not Card or move not in rest:
        raise _refusal(state, move)
    rest.remove(move)
    hands[turn] = tuple(rest)
    played = (move,)
    plays = plays + played
    pile = state.pile
    won = state.won
    if captures(pile, move):
        won = _capture(state, turn, played)
        pile = ()
    else:
        pile = pile + played
    held = tuple(hands)
    if not (rest or any(held)):
        if len(plays) < PLAYS:
            held = setup.packets[len(plays) // setup.variant.round_size]
        elif won.last_capturer is not None:
            won = _award(won, won.last_capturer, pile, won.bonuses)
            pile = ()
    return make_state(setup, plays, held, pile, won)


def _capture(state: State, seat: Seat, played: tuple[Card]) -> Won:
    """Take the pile, and book the bonus (rules 4.4, 4.5, 4.8, 4.9, 5.1 to 5.6)."""
    pile, won = state.pile, state.won
    taken = pile + played
    bonuses = won.bonuses
    if len(pile) == 1:
        play = len(state.plays) + 1
        points, _, rule = lone_card_reward(state.variant, pile[0], played[0], play)
        if points:
            bonuses += (Bonus(seat, points, rule, taken),)
    return _award(won, seat, state.hidden + taken, bonuses)


def _award(
    won: Won, seat: Seat, cards: tuple[Card, ...], bonuses: tuple[Bonus, ...]
) -> Won:
    """Add cards to what a seat has captured."""
    captured = list(won.cards)
    captured[seat] += cards
    return _won(tuple(captured), bonuses, seat)


def step(
    state: State, move: Move, *, seat: Seat | None = None
) -> tuple[State, tuple[Event, ...]]:
    """
    Play a card as `apply_move` does, and tell what happened.

    Raises:
        SeatError: If there is no such *seat* (rule 1.3).
        IllegalMoveError: If *state* is not a State, the hand is over (rule 4.11),
            *seat* is not on turn (rule 4.2), or *move* is no card of the hand on
            turn (rule 4.3).

    Examples:
        >>> from pisti import legal_moves, new_game, step
        >>> state = new_game(rng=7)
        >>> state, events = step(state, legal_moves(state)[0])
        >>> [type(event).__name__ for event in events]
        ['CardPlayed']
    """
    after = apply_move(state, move, seat=seat)
    setup, pile, ply = after.setup, state.pile, len(after.plays)
    turn = setup.turns[ply - 1]
    events: tuple[Event, ...]
    if after.won is state.won or not captures(pile, move):
        events = (make_card_played(turn, move, stay_rule(pile), ply),)
    else:
        events = (
            make_card_played(turn, move, capture_rule(move), ply),
            tell_capture(setup, turn, move, pile, hidden=state.hidden, ply=ply),
        )
    if ply % setup.variant.round_size == 0:
        events += _round_over(state, move, after)
    return after, events


def tell_capture(
    table: Table,
    seat: Seat,
    card: Card,
    pile: tuple[Card, ...],
    *,
    hidden: tuple[SeenCard, ...],
    ply: int,
) -> PileCaptured:
    """Tell a capture by the card just played (rules 4.4, 4.5, 4.9, chapter 5)."""
    bonus, denied, rule = reward(table.variant, pile, card, ply)
    passed = table.passed if hidden else ()
    seen_by = who_sees_hidden(table, seat) if hidden else ()
    kind = capture_kind(card)
    return _pile_captured(
        seat, card, pile, hidden, passed, seen_by, kind, bonus, denied, rule, ply
    )


def who_sees_hidden(table: Table, capturer: Seat) -> tuple[Seat | None, ...]:
    """Give who may know the hidden cards once they are captured (rule 4.10)."""
    variant = table.variant
    match variant.hidden_seen_by:
        case HiddenSeenBy.CAPTURER:
            return (capturer,)
        case HiddenSeenBy.SIDE:
            return variant.sides[variant.side_of(capturer)]
        case HiddenSeenBy.ALL:
            return (*range(variant.players), None)
        case _:  # the leader before, the capturer now
            return tuple(sorted({table.leader, capturer}))


def _round_over(before: State, card: Card, after: State) -> tuple[Event, ...]:
    """Tell the next packets (rule 3.12), or the end of the hand (4.11 to 4.13)."""
    ply = after.ply
    if ply < PLAYS:
        number = ply // after.variant.round_size + 1
        return (_packets_dealt(number, after.hands, Rule.NEXT_ROUND, ply),)
    last = after.won.last_capturer
    if last is None:
        return (HandOver(Rule.NOBODY_CAPTURED, ply),)
    over = HandOver(Rule.END_OF_HAND, ply)
    if captures(before.pile, card):
        return (over,)
    residue = (*before.pile, card)
    return ResidueAwarded(last, residue, Rule.RESIDUE, ply), over


def _check_turn(state: State, move: Move, seat: Seat) -> None:
    """Refuse a seat that is not on turn, before its card is looked at (rule 4.2)."""
    state.variant.check_seat(seat)
    turn = state.turn
    if turn is not None and seat != turn:
        raise IllegalMoveError(
            f"it is the turn of seat {turn}, not of seat {seat}",
            move=move,
            seat=seat,
            rule=Rule.TURN,
        )


def _not_a_state(state: object) -> IllegalMoveError:
    return IllegalMoveError(f"not a State but {shown(state)}", rule=Rule.TURN)


def _refusal(state: State, move: object) -> IllegalMoveError:
    """Say why a card is refused, without showing any hand (rules 4.3 and 4.11)."""
    turn = state.turn
    if turn is None:
        problem, rule = "the hand is over", Rule.END_OF_HAND
    elif isinstance(move, Card):
        problem, rule = f"seat {turn} does not hold {move}", Rule.CARD_IN_HAND
    else:
        problem, rule = f"not a Card but {shown(move)}", Rule.CARD_IN_HAND
    return IllegalMoveError(problem, move=move, seat=turn, rule=rule)

"""The play: legal moves and the one transition (chapter 4)."""

from pisti.cards import Card
from pisti.errors import IllegalMoveError
from pisti.events import (
    CardPlayed,
    Event,
    HandOver,
    PacketsDealt,
    PileCaptured,
    ResidueAwarded,
)
from pisti.judging import (
    capture_kind,
    capture_rule,
    captures,
    no_capture_rule,
    reward,
)
from pisti.rules import Rule
from pisti.state import Bonus, Move, Setup, State, Won, make_state
from pisti.variants import PLAYS, HiddenSeenBy, Seat

__all__ = ["apply_move", "legal_moves", "step"]


def legal_moves(state: State) -> tuple[Move, ...]:
    """
    Give the cards that the seat on turn may play, in the order dealt.

    There are none exactly when the hand is over (rules 4.3 and 4.11).

    Example:
        >>> from pisti import legal_moves, new_game
        >>> [str(card) for card in legal_moves(new_game(rng=7))]
        ['5S', '8C', '4C', '9H']
    """
    # After the last play the table names a seat too, whose hand is empty.
    return state.hands[state.setup.turns[len(state.plays)]]


def apply_move(state: State, move: Move, *, seat: Seat | None = None) -> State:
    """
    Play a card, and give the state after it.

    Captures, deals the next round and awards the residue as the rules say.
    Where *seat* is given, a card by a seat that is not on turn is refused.

    Raises:
        SeatError: If there is no such *seat* (rule 1.3).
        IllegalMoveError: If the hand is over (rule 4.11), *seat* is not on turn
            (rule 4.2), or *move* is no card of the hand on turn (rule 4.3).

    Example:
        >>> from pisti import apply_move, legal_moves, new_game
        >>> state = new_game(rng=7)
        >>> after = apply_move(state, legal_moves(state)[0])
        >>> after.ply, after.turn, state.ply
        (1, 1, 0)
    """
    return _transition(state, move, seat, None)


def step(
    state: State, move: Move, *, seat: Seat | None = None
) -> tuple[State, tuple[Event, ...]]:
    """
    Play a card as `apply_move` does, and tell what happened.

    Raises:
        SeatError: As `apply_move`.
        IllegalMoveError: As `apply_move`.

    Example:
        >>> from pisti import legal_moves, new_game, step
        >>> state = new_game(rng=7)
        >>> state, events = step(state, legal_moves(state)[0])
        >>> [type(event).__name__ for event in events]
        ['CardPlayed']
    """
    events: list[Event] = []
    return _transition(state, move, seat, events), tuple(events)


def _transition(
    state: State, move: Move, seat: Seat | None, events: list[Event] | None
) -> State:
    """Make one play; the events that it causes are added where a list is given."""
    setup = state.setup
    plays = state.plays
    turn = setup.turns[len(plays)]
    hands = list(state.hands)
    hand = hands[turn]
    if seat is not None:
        _check_turn(state, move, seat)
    if type(move) is not Card or move not in hand:
        raise _refusal(state, move)
    place = hand.index(move)
    hands[turn] = rest = hand[:place] + hand[place + 1 :]
    plays += (move,)
    pile = state.pile
    won = state.won
    if captures(pile, move):
        won = _capture(state, turn, move, events)
        pile = ()
    else:
        if events is not None:
            events.append(CardPlayed(turn, move, no_capture_rule(pile), len(plays)))
        pile += (move,)
    held = tuple(hands)
    if not (rest or any(held)):
        if len(plays) < PLAYS:
            held = _next_round(setup, len(plays), events)
        else:
            pile, won = _end(pile, won, events)
    return make_state(setup, plays, held, pile, won)


def _capture(
    state: State, seat: Seat, card: Card, events: list[Event] | None
) -> Won:
    """Take pile and hidden cards, and book the bonus (rules 4.4, 4.5, 4.9)."""
    setup, pile, won = state.setup, state.pile, state.won
    play = len(state.plays) + 1
    bonus, denied, rule = reward(setup.variant, pile, card, play)
    hidden = state.hidden
    cards = list(won.cards)
    cards[seat] += (*hidden, *pile, card)
    bonuses = won.bonuses
    if bonus:
        bonuses += (Bonus(seat, bonus, rule, (*pile, card)),)
    if events is not None:
        events.append(CardPlayed(seat, card, capture_rule(card), play))
        events.append(
            PileCaptured(
                seat=seat,
                card=card,
                pile=pile,
                hidden=hidden,
                seen_by=_hidden_seen_by(setup, seat) if hidden else (),
                kind=capture_kind(card),
                bonus=bonus,
                denied=denied,
                rule=rule,
                ply=play,
            )
        )
    return Won(tuple(cards), bonuses, seat)


def _hidden_seen_by(setup: Setup, capturer: Seat) -> tuple[Seat, ...]:
    """Give the seats that may know the hidden cards once captured (rule 4.10)."""
    variant = setup.variant
    match variant.hidden_seen_by:
        case HiddenSeenBy.CAPTURER:
            return (capturer,)
        case HiddenSeenBy.SIDE:
            return variant.sides[variant.side_of(capturer)]
        case HiddenSeenBy.ALL:
            return tuple(range(variant.players))
        case HiddenSeenBy.LEADER:
            return tuple(sorted({setup.leader, capturer}))


def _next_round(
    setup: Setup, ply: int, events: list[Event] | None
) -> tuple[tuple[Card, ...], ...]:
    """Deal the next packets (rule 3.12)."""
    number = ply // setup.variant.round_size
    packets = setup.packets[number]
    if events is not None:
        events.append(PacketsDealt(number + 1, packets, Rule.NEXT_ROUND, ply))
    return packets


def _end(
    pile: tuple[Card, ...], won: Won, events: list[Event] | None
) -> tuple[tuple[Card, ...], Won]:
    """End the hand: the residue goes to the last capturer (rules 4.11 to 4.13)."""
    last = won.last_capturer
    if last is not None and pile:
        if events is not None:
            events.append(ResidueAwarded(last, pile, Rule.RESIDUE, PLAYS))
        cards = list(won.cards)
        cards[last] += pile
        pile, won = (), Won(tuple(cards), won.bonuses, last)
    if events is not None:
        rule = Rule.NOBODY_CAPTURED if last is None else Rule.END_OF_HAND
        events.append(HandOver(rule, PLAYS))
    return pile, won


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


def _refusal(state: State, move: object) -> IllegalMoveError:
    """Say why a card is refused, without showing any hand (rules 4.3 and 4.11)."""
    turn = state.turn
    if turn is None:
        problem, rule = "the hand is over", Rule.END_OF_HAND
    elif isinstance(move, Card):
        problem, rule = f"seat {turn} does not hold {move}", Rule.CARD_IN_HAND
    else:
        problem, rule = f"only a card can be played, not {move!r}", Rule.CARD_IN_HAND
    return IllegalMoveError(problem, move=move, seat=turn, rule=rule)

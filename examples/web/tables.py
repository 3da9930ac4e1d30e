"""A table: who sits there, what has been played, and what each may be told."""

import json
import secrets
from collections.abc import Callable, Sequence
from math import ceil
from time import monotonic
from typing import Any, Final, Literal, TypeAlias, cast

import attrs

import pisti
from pisti import (
    VARIANTS,
    Card,
    Event,
    HandScore,
    Match,
    PistiError,
    Rule,
    Seat,
    State,
    Variant,
    View,
    wire,
)
from pisti.players import greedy
from pisti.records import Record, dumps, loads, replay
from pisti.rules import Language

from .words import say

MOST_BYTES: Final = 2048
"""The longest message that is read."""

LONGEST_NAME: Final = 24

PATIENCE: Final = 30
"""How many seconds somebody must be away before a program may stand in."""

PROGRAMS: Final = ("Zeynep", "Kerem", "Defne", "Emre")
"""What built-in players are called."""

Message: TypeAlias = dict[str, Any]
"""What is sent, ready for JSON."""

Wish: TypeAlias = Literal["undo", "next", "stand in"]
"""What is done once all people at the table want it, or all who are here."""


class Refused(Exception):  # noqa: N818
    """Something that a table does not do, and the rule that says so, if one does."""

    def __init__(self, key: str, rule: Rule | None = None, **nouns: object) -> None:
        super().__init__(key)
        self.key = key
        self.rule = rule
        self.nouns = nouns

    def told(self, lang: Language) -> Message:
        """Give the answer to whoever asked for it."""
        return _error(say(self.key, lang, **self.nouns), self.rule, lang)


@attrs.define(eq=False)
class Chair:
    """A place for one player: a program where it has no token, else somebody."""

    name: str
    token: str | None = attrs.field(default=None, repr=False)
    stood_in: bool = False
    """Whether a program plays until whoever has the token is back."""
    left: float = attrs.field(factory=monotonic)
    """When whoever has the token was last seen to leave."""

    @property
    def is_played_by_program(self) -> bool:
        """Whether a program plays here, now or always."""
        return self.token is None or self.stood_in


@attrs.define(eq=False)
class Guest:
    """Somebody connected: in a chair, or a spectator."""

    send: Callable[[Message], None]
    close: Callable[[], None] = lambda: None
    chair: Chair | None = None
    lang: Language = "en"


@attrs.define(eq=False)
class Table:
    """
    A table, which alone knows the states.

    Nothing here waits, and nothing is sent but by the `send` of its guests.
    *changed* is called after each change and before anybody is told, so that it can
    be saved.
    """

    id: str
    preset: str
    chairs: list[Chair]
    """By seat once the game has begun; before, as the players came."""
    begun: Match | None = None
    """The match, without the hand that is being played."""
    earlier: list[State] = attrs.field(factory=list[State])
    """The finished hands of the match."""
    hand: list[State] = attrs.field(factory=list[State])
    """Every state of this hand; none before the game has begun."""
    told: list[tuple[Event, ...]] = attrs.field(factory=list[tuple[Event, ...]])
    """The events that led to each."""
    dealt: int = 0
    """How many hands have been dealt here."""
    undone: int = 0
    """How often a play has been taken back here."""
    wishes: dict[Wish, set[Chair]] = attrs.field(
        factory=lambda: {"undo": set(), "next": set(), "stand in": set()}
    )
    guests: list[Guest] = attrs.field(factory=list[Guest])
    patience: float = PATIENCE
    """How many seconds somebody must be away before a program may stand in."""
    changed: Callable[[], None] = lambda: None

    # Opening, saving and resuming.

    @classmethod
    def open(cls, preset: str, programs: int) -> "Table":
        """
        Open a table at which so many programs play.

        Raises:
            Refused: If there is no such preset.
        """
        if preset not in VARIANTS:
            raise Refused("no preset")
        players = VARIANTS[preset].players
        chairs = [Chair(name) for name in PROGRAMS[: min(max(programs, 0), players)]]
        table = cls(secrets.token_urlsafe(9), preset, chairs)
        table._begin_if_full()
        return table

    def saved(self) -> tuple[str, tuple[int, str] | None]:
        """Give what is to be kept: the latest hand, and what no record holds."""
        hand = None
        if self.begun is not None:
            draw = None if self.earlier else self.begun.draw
            hand = len(self.earlier), dumps(Record.of(self.hand[-1], draw=draw))
        rest = {
            "preset": self.preset,
            "chairs": [
                [chair.name, chair.token, chair.stood_in] for chair in self.chairs
            ],
            "dealt": self.dealt,
            "undone": self.undone,
        }
        return json.dumps(rest), hand

    @classmethod
    def resume(cls, table_id: str, rest: str, hands: Sequence[str]) -> "Table":
        """Go on from what was saved; the records of the hands are played again."""
        kept = json.loads(rest)
        chairs = [Chair(*chair) for chair in kept["chairs"]]
        table = cls(
            table_id,
            kept["preset"],
            chairs,
            dealt=kept["dealt"],
            undone=kept["undone"],
        )
        if hands:
            table._replay([loads(hand) for hand in hands])
        return table

    def _replay(self, records: Sequence[Record]) -> None:
        first, last = records[0], records[-1]
        match = Match(
            variant=first.variant, first_dealer=first.hands[0].dealer, draw=first.draw
        )
        self.earlier = [record.states[0] for record in records[:-1]]
        for state in self.earlier:
            match = match.add(state)
        match.check_next(last.states[0])
        self.begun = match
        for state, events in replay(last):
            self.hand.append(state)
            self.told.append(events)

    # Who is there.

    @property
    def variant(self) -> Variant:
        """The rules of the table."""
        return VARIANTS[self.preset]

    @property
    def names(self) -> list[str]:
        """What the players are called, by seat."""
        return [chair.name for chair in self.chairs]

    @property
    def people(self) -> set[Chair]:
        """The chairs at which no program plays."""
        return {chair for chair in self.chairs if not chair.is_played_by_program}

    @property
    def owners(self) -> set[Chair]:
        """The chairs that belong to somebody, whoever plays there."""
        return {chair for chair in self.chairs if chair.token is not None}

    @property
    def present(self) -> set[Chair]:
        """The chairs of the people who are connected."""
        here = {guest.chair for guest in self.guests}
        return {chair for chair in self.people if chair in here}

    def seat_of(self, chair: Chair | None) -> Seat | None:
        """Give the seat of a chair; None for a spectator, and before the game."""
        if chair is None or not self.hand:
            return None
        return self.chairs.index(chair)

    def sit(self, name: str) -> str:
        """
        Let somebody sit down, and give the token of the chair.

        Raises:
            Refused: If all seats are taken.
        """
        if len(self.chairs) == self.variant.players:
            raise Refused("full", Rule.PLAYERS)
        token = secrets.token_urlsafe()
        shown = "".join(letter for letter in name if letter.isprintable())
        shown = " ".join(shown.split())[:LONGEST_NAME]
        self.chairs.append(Chair(shown or f"#{len(self.chairs) + 1}", token))
        told = [("sat down", self.chairs[-1].name)]
        self._begin_if_full()
        self.changed()
        self._tell_all(self.told[-1] if self.told else (), said=told)
        return token

    def join(self, guest: Guest, token: object) -> None:
        """Connect somebody: to the chair of the token, or else as a spectator."""
        guest.chair = self._chair_with(token)
        if guest.chair is not None and guest.chair.stood_in:
            guest.chair.stood_in = False
            self._forget_wishes()
            self.changed()
        self.guests.append(guest)
        for other in self.guests:
            other.send(self._news(other, whole=other is guest))

    def leave(self, guest: Guest) -> None:
        """Disconnect somebody, whose chair stays taken."""
        if guest in self.guests:
            self.guests.remove(guest)
            if guest.chair is not None:
                guest.chair.left = monotonic()
                self.wishes["stand in"].clear()
            self._tell_all()

    def _chair_with(self, token: object) -> Chair | None:
        if not isinstance(token, str):
            return None
        given = token.encode("utf-8", "replace")
        for chair in self.chairs:
            if chair.token and secrets.compare_digest(chair.token.encode(), given):
                return chair
        return None

    # Dealing and playing.

    @property
    def match(self) -> Match | None:
        """The match so far, this hand included once it is over."""
        if self.begun is None or not self.hand[-1].is_over:
            return self.begun
        return self.begun.add(self.hand[-1])

    @property
    def score(self) -> HandScore | None:
        """The score of the hand, once it is over."""
        if not self.hand or not self.hand[-1].is_over:
            return None
        return pisti.score_hand(self.hand[-1])

    @property
    def moment(self) -> list[int]:
        """Hands, undos and plays: no two moments are the same."""
        ply = self.hand[-1].ply if self.hand else 0
        return [self.dealt, self.undone, ply]

    def _begin_if_full(self) -> None:
        if len(self.chairs) == self.variant.players:
            self._begin()

    def _begin(self) -> None:
        """Begin a match, and let the players sit down as they have drawn."""
        match = pisti.new_match(self.variant)
        if match.draw is not None:
            self.chairs = [self.chairs[player] for player in match.draw.seating]
        self.earlier = []
        self._deal(match)

    def _deal(self, match: Match) -> None:
        state, events = match.start()
        self.begun = match
        self.hand, self.told = [state], [events]
        self.dealt += 1
        self._forget_wishes()

    def play(self, seat: Seat, card: Card) -> None:
        """
        Play a card.

        Raises:
            PistiError: If the rules refuse it; the table is unharmed.
        """
        state, events = pisti.step(self.hand[-1], card, seat=seat)
        self.hand.append(state)
        self.told.append(events)
        self._forget_wishes()
        self.changed()
        self._tell_all(events)

    @property
    def program_is_due(self) -> bool:
        """Whether the table goes on without anybody."""
        if not self.hand:
            return False
        turn = self.hand[-1].turn
        if turn is not None:
            return self.chairs[turn].is_played_by_program
        match = self.match
        return not self.people and match is not None and not match.is_over

    def let_program_play(self) -> None:
        """Let the program on turn play; where only programs play, deal as well."""
        if not self.program_is_due:
            return
        turn = self.hand[-1].turn
        if turn is None:
            self._go_on()
        else:
            self.play(turn, greedy(pisti.view(self.hand[-1], turn)))

    # What all must agree to.

    @property
    def undo_to(self) -> int | None:
        """The last state before this at which a person was on turn, if there is one."""
        before = range(len(self.hand) - 2, -1, -1)
        turns = ((n, self.hand[n].turn) for n in before)
        return next(
            (
                n
                for n, turn in turns
                if turn is not None and self.chairs[turn] in self.people
            ),
            None,
        )

    @property
    def _can_undo(self) -> bool:
        """Whether there is something to take back, and no program about to play."""
        return self.undo_to is not None and not self.program_is_due

    def _forget_wishes(self) -> None:
        for wish in self.wishes.values():
            wish.clear()

    def _wish(self, chair: Chair, wish: Wish) -> None:
        """Note what somebody wants, and do it once all people want it."""
        if wish == "undo" and not self._can_undo:
            raise Refused("no undo")
        if wish == "next" and not self.hand[-1].is_over:
            raise Refused("not over", Rule.END_OF_HAND)
        if wish == "stand in":
            self._check_absence()
        asked = {"undo": self.owners, "next": self.people, "stand in": self.present}
        self.wishes[wish].add(chair)
        if not self.wishes[wish] >= asked[wish]:
            self._tell_all(said=[(f"wants {wish}", chair.name)])
        elif wish == "undo":
            self._undo()
        elif wish == "next":
            self._go_on()
        else:
            self._stand_in()

    def _check_absence(self) -> None:
        """Refuse that programs stand in, unless somebody has been away for long."""
        away = self.people - self.present
        if not away:
            raise Refused("all here")
        waited = monotonic() - max(chair.left for chair in away)
        if waited < self.patience:
            raise Refused("soon back", n=ceil(self.patience - waited))

    def _stand_in(self) -> None:
        """Let programs play for whoever is away."""
        away = self.people - self.present
        told = [("stands in", chair.name) for chair in self.chairs if chair in away]
        for chair in away:
            chair.stood_in = True
        self._forget_wishes()
        self.changed()
        self._tell_all(said=told)

    def _undo(self) -> None:
        kept = (self.undo_to or 0) + 1
        del self.hand[kept:], self.told[kept:]
        self.undone += 1
        self._forget_wishes()
        self.changed()
        self._tell_all(said=[("undone", "")])

    def _go_on(self) -> None:
        """Deal the next hand, or begin another match after the last."""
        match = self.match
        if match is None or match.is_over:
            self._begin()
        else:
            self.earlier.append(self.hand[-1])
            self._deal(match)
        self.changed()
        self._tell_all(self.told[-1])

    # Messages from a guest.

    def receive(self, guest: Guest, message: str | bytes) -> None:
        """Take a guest's message; whatever is wrong with it, the table is unharmed."""
        try:
            self._obey(guest, read_message(message))
        except Refused as refused:
            guest.send(refused.told(guest.lang))
        except PistiError as error:
            text = pisti.describe(error, guest.lang, self.names)
            guest.send(_error(text, error.rule, guest.lang))

    def _obey(self, guest: Guest, asked: Message) -> None:
        match asked:
            case {"do": "play", "card": str(card), "moment": moment}:
                seat = self._player(guest, moment)
                self.play(seat, Card.parse(card))
            case {"do": "undo" | "next" | "stand in" as wish, "moment": moment}:
                seat = self._player(guest, moment)
                self._wish(self.chairs[seat], cast("Wish", wish))
            case {"do": "lang", "lang": "en" | "tr" as lang}:
                guest.lang = cast("Language", lang)
                guest.send(self._news(guest, whole=True))
            case {"do": "play" | "undo" | "next" | "stand in"}:
                raise Refused("not a move")
            case _:
                raise Refused("unknown")

    def _player(self, guest: Guest, moment: object) -> Seat:
        """Give the seat of a guest whose message is of this moment."""
        if not self.hand:
            raise Refused("not begun", Rule.PLAYERS)
        seat = self.seat_of(guest.chair)
        if seat is None:
            raise Refused("watching", Rule.PLAYERS)
        if not is_moment(moment) or moment != self.moment:
            raise Refused("stale", Rule.TURN)
        return seat

    # Messages to a guest.

    def _tell_all(
        self, events: Sequence[Event] = (), *, said: Sequence[tuple[str, str]] = ()
    ) -> None:
        for guest in self.guests:
            guest.send(self._news(guest, events, said))

    def _news(
        self,
        guest: Guest,
        events: Sequence[Event] = (),
        said: Sequence[tuple[str, str]] = (),
        *,
        whole: bool = False,
    ) -> Message:
        """Give all that a guest may know, and what has just happened."""
        own = [say(key, guest.lang, who=who) for key, who in said]
        message: Message = {
            "type": "table",
            "preset": self.preset,
            "title": pisti.name_of(self.variant, guest.lang),
            "players": self.variant.players,
            "lang": guest.lang,
            "moment": self.moment,
            "seated": guest.chair is not None,
            "seat": self.seat_of(guest.chair),
            "chairs": self._chairs(),
            "whole": whole,
            "view": None,
            "events": [],
            "lines": [{"text": text, "rule": None} for text in own],
        }
        if self.hand:
            message |= self._state_of_play(guest, events, message["lines"], whole=whole)
        return message

    def _chairs(self) -> list[Message]:
        here = {guest.chair for guest in self.guests}
        return [
            {
                "name": chair.name,
                "program": chair.is_played_by_program,
                "here": chair.token is None or chair in here,
            }
            for chair in self.chairs
        ]

    def _state_of_play(
        self, guest: Guest, events: Sequence[Event], said: list[Message], *, whole: bool
    ) -> Message:
        seat, state = self.seat_of(guest.chair), self.hand[-1]
        seen = pisti.view(state, seat)
        told = [event for step in self.told for event in step] if whole else events
        redacted = [pisti.redact(event, seat) for event in told]
        lines = [self._line(event, guest.lang) for event in redacted]
        if state.is_over and told:
            lines += self._score_lines(guest.lang)
        return {
            "view": wire.to_data(seen),
            "events": [] if whole else [wire.to_data(event) for event in redacted],
            "lines": said + lines,
            "match": self._standing(),
            "draw": self._draw(),
            "undo": self._undo_offer(seen),
            "next": sorted(map(self.chairs.index, self.wishes["next"])),
            "stand in": sorted(map(self.chairs.index, self.wishes["stand in"])),
            "away": self.people != self.present,
        }

    def _line(self, event: Event, lang: Language) -> Message:
        """Tell an event; a lone card's capture names the rule of its bonus or denial."""
        lone = isinstance(event, pisti.PileCaptured) and (event.bonus or event.denied)
        text = pisti.describe(event, lang, self.names)
        return {"text": text, "rule": _rule(event.rule, lang) if lone else None}

    def _score_lines(self, lang: Language) -> list[Message]:
        lines = self.score.lines if self.score is not None else ()
        return [
            {
                "text": pisti.describe(line, lang, sides=self.sides),
                "rule": _rule(line.rule, lang),
            }
            for line in lines
        ]

    @property
    def sides(self) -> list[str]:
        """What the sides are called."""
        names = self.names
        return [" & ".join(names[seat] for seat in side) for side in self.variant.sides]

    def _standing(self) -> Message:
        match = self.match
        if match is None:
            return {}
        return {
            "hands": len(match.scores),
            "totals": list(match.totals),
            "sides": self.sides,
            "target": self.variant.target,
            "rounds": self.variant.rounds,
            "single": self.variant.hands == 1,
            "over": match.is_over,
            "winners": [self.sides[side] for side in match.winners],
        }

    def _draw(self) -> list[tuple[str, str]]:
        """Give who drew which card for the deal, while the first hand begins."""
        drawn = self.begun.draw if self.begun is not None else None
        if drawn is None or self.earlier or self.hand[-1].ply:
            return []
        seats = [drawn.seating.index(player) for player in range(len(self.chairs))]
        return [
            (self.names[seats[player]], str(card))
            for cards in drawn.rounds
            for player, card in cards
        ]

    def _undo_offer(self, seen: View) -> Message:
        """Say whether and by whom an undo is wanted, and what one would still know."""
        back = self.undo_to
        if back is None or not self._can_undo:
            return {"can": False, "by": [], "seen": []}
        before = pisti.view(self.hand[back], seen.seat)
        learned = [str(card) for card in before.unseen if card not in seen.unseen]
        by = sorted(map(self.chairs.index, self.wishes["undo"]))
        return {"can": True, "by": by, "seen": learned}


def read_message(message: str | bytes) -> Message:
    """
    Read a message, whatever it may be.

    Raises:
        Refused: If it is not a JSON object, or too long.
    """
    if len(message) > MOST_BYTES or (
        isinstance(message, str)
        and len(message.encode("utf-8", "replace")) > MOST_BYTES
    ):
        raise Refused("too long", n=MOST_BYTES)
    if isinstance(message, bytes):
        raise Refused("not text")
    try:
        asked = json.loads(message)
    except (ValueError, RecursionError):
        raise Refused("not JSON") from None
    if not isinstance(asked, dict):
        raise Refused("not JSON")
    return cast("Message", asked)


def is_moment(moment: object) -> bool:
    """Whether something is a list of three ints, for true is no 1 here."""
    if not isinstance(moment, list):
        return False
    numbers = cast("list[object]", moment)
    return [type(number) for number in numbers] == [int, int, int]


def _rule(rule: Rule, lang: Language) -> Message:
    return {"id": rule.id, "title": rule.title(lang)}


def _error(text: str, rule: Rule | None, lang: Language) -> Message:
    told = None if rule is None else _rule(rule, lang)
    return {"type": "error", "text": text, "rule": told}

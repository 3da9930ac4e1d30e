"""The typed errors: each carries what was wrong and the rule that was broken."""

from typing import Any

from pisti.rules import Rule

__all__ = [
    "DealError",
    "IllegalMoveError",
    "MatchError",
    "NotationError",
    "PistiError",
    "SeatError",
    "VariantError",
]


def shown(value: object) -> str:
    """Show a refused value, unless it may hold cards or is very long."""
    if isinstance(value, str):
        return repr(value[:60])[:60]
    if isinstance(value, bool | float) or value is None:
        return repr(value)
    if isinstance(value, int) and abs(value) < 10**20:
        return repr(value)
    return f"a value of type {type(value).__name__}"


class PistiError(ValueError):
    """
    Every error that this library raises on purpose.

    Attributes:
        problem: What is wrong, in English.
        rule: The rule that was broken, or None where no rule of the game was;
            the message is the problem, and ends with the rule's number.
    """

    def __init__(self, problem: str, *, rule: Rule | None = None) -> None:
        super().__init__(problem if rule is None else f"{problem}; see rule {rule.id}")
        self.problem = problem
        self.rule = rule


class IllegalMoveError(PistiError):
    """
    A play that the rules refuse; the state in hand is untouched.

    Attributes:
        move: What was to be played.
        seat: Who was to play it, or None where nobody was on turn.
    """

    def __init__(
        self,
        problem: str,
        *,
        move: Any = None,
        seat: Any = None,
        rule: Rule | None = None,
    ) -> None:
        super().__init__(problem, rule=rule)
        self.move = move
        self.seat = seat


class DealError(PistiError):
    """
    A deck, cut, dealer or source of chance that no hand can be dealt from.

    Attributes:
        deck: The deck or pack, where that is at fault.
        dealer: The dealer, where that is at fault.
        rng: The source of chance, where that is at fault.
    """

    def __init__(
        self,
        problem: str,
        *,
        deck: Any = None,
        dealer: Any = None,
        rng: Any = None,
        rule: Rule | None = None,
    ) -> None:
        super().__init__(problem, rule=rule)
        self.deck = deck
        self.dealer = dealer
        self.rng = rng


class VariantError(PistiError):
    """
    An option, or a mix of options, that no table can have.

    Attributes:
        fields: The names of the options concerned.
    """

    def __init__(
        self, problem: str, *, fields: tuple[str, ...] = (), rule: Rule | None = None
    ) -> None:
        super().__init__(problem, rule=rule)
        self.fields = fields


class SeatError(PistiError):
    """
    A seat that the table does not have.

    Attributes:
        seat: The seat that was asked for.
        players: How many seats there are, numbered from 0.
    """

    def __init__(
        self,
        problem: str,
        *,
        seat: Any = None,
        players: int | None = None,
        rule: Rule | None = None,
    ) -> None:
        super().__init__(problem, rule=rule)
        self.seat = seat
        self.players = players


class MatchError(PistiError):
    """A hand or points that a match cannot take, or a match that is over."""


class NotationError(PistiError):
    """
    Text that cannot be read.

    Attributes:
        text: The piece that could not be read.
        line: Its line, from 1.
        column: Its column, from 1.
    """

    def __init__(
        self,
        problem: str,
        *,
        text: Any = None,
        line: int = 1,
        column: int = 1,
        rule: Rule | None = None,
    ) -> None:
        super().__init__(problem, rule=rule)
        self.text = text
        self.line = line
        self.column = column

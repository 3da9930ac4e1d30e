"""The Turkish card game Pişti: exact, immutable, fast rules."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pisti.cards import DECK, Card, Rank, SeenCard, Suit, parse_cards
from pisti.dealing import new_game, start
from pisti.determinizing import determinizations, determinize
from pisti.errors import (
    DealError,
    IllegalMoveError,
    MatchError,
    NotationError,
    PistiError,
    SeatError,
    VariantError,
)
from pisti.events import (
    BottomCardShown,
    CardPlayed,
    Event,
    HandOver,
    JackBuried,
    JackPassed,
    LayoutDealt,
    PackCut,
    PacketsDealt,
    PackShuffled,
    PileCaptured,
    Redeal,
    ResidueAwarded,
    UpCardTurned,
)
from pisti.judging import CaptureKind, Denial, Outcome, judge
from pisti.matches import Draw, Match, draw, new_match
from pisti.packs import Pack, Rng, arrange, cut, shuffle
from pisti.play import apply_move, legal_moves, step
from pisti.rules import EDITION, Language, Rule
from pisti.scoring import HandScore, ScoreLine, score_cards, score_hand
from pisti.state import Bonus, Move, Setup, State, Won
from pisti.tallies import GateTally, tally
from pisti.variants import (
    CLASSIC,
    COFFEEHOUSE,
    FOUR_PLAYER,
    PARTNERSHIP,
    PARTNERSHIP_RECUT,
    PISPIRIK,
    THREE_PLAYER,
    VARIANTS,
    XERI,
    XERI_PARTNERSHIP,
    Cut,
    DealOrder,
    Direction,
    FirstDealer,
    HiddenSeenBy,
    LayoutRedeal,
    Leader,
    OpeningJack,
    Seat,
    Side,
    Variant,
    preset_sources,
)
from pisti.views import View, redact, view

if TYPE_CHECKING:
    from pisti.book import Paragraph, paragraphs, rulebook
    from pisti.conditions import options_of
    from pisti.examples import example
    from pisti.language import Names, Tellable, describe
    from pisti.naming import describe_option, name_of

__all__ = [
    "CLASSIC",
    "COFFEEHOUSE",
    "DECK",
    "EDITION",
    "FOUR_PLAYER",
    "PARTNERSHIP",
    "PARTNERSHIP_RECUT",
    "PISPIRIK",
    "THREE_PLAYER",
    "VARIANTS",
    "XERI",
    "XERI_PARTNERSHIP",
    "Bonus",
    "BottomCardShown",
    "CaptureKind",
    "Card",
    "CardPlayed",
    "Cut",
    "DealError",
    "DealOrder",
    "Denial",
    "Direction",
    "Draw",
    "Event",
    "FirstDealer",
    "GateTally",
    "HandOver",
    "HandScore",
    "HiddenSeenBy",
    "IllegalMoveError",
    "JackBuried",
    "JackPassed",
    "Language",
    "LayoutDealt",
    "LayoutRedeal",
    "Leader",
    "Match",
    "MatchError",
    "Move",
    "Names",
    "NotationError",
    "OpeningJack",
    "Outcome",
    "Pack",
    "PackCut",
    "PackShuffled",
    "PacketsDealt",
    "Paragraph",
    "PileCaptured",
    "PistiError",
    "Rank",
    "Redeal",
    "ResidueAwarded",
    "Rng",
    "Rule",
    "ScoreLine",
    "Seat",
    "SeatError",
    "SeenCard",
    "Setup",
    "Side",
    "State",
    "Suit",
    "Tellable",
    "UpCardTurned",
    "Variant",
    "VariantError",
    "View",
    "Won",
    "apply_move",
    "arrange",
    "cut",
    "describe",
    "describe_option",
    "determinizations",
    "determinize",
    "draw",
    "example",
    "judge",
    "legal_moves",
    "name_of",
    "new_game",
    "new_match",
    "options_of",
    "paragraphs",
    "parse_cards",
    "preset_sources",
    "redact",
    "rulebook",
    "score_cards",
    "score_hand",
    "shuffle",
    "start",
    "step",
    "tally",
    "view",
]


# What is put into words is loaded when it is asked for: most programs never do.
_IN_WORDS = {
    "Names": "language",
    "Paragraph": "book",
    "Tellable": "language",
    "describe": "language",
    "describe_option": "naming",
    "example": "examples",
    "name_of": "naming",
    "options_of": "conditions",
    "paragraphs": "book",
    "rulebook": "book",
}


def __getattr__(name: str) -> Any:
    """Look up what is loaded only when it is asked for."""
    if name in _IN_WORDS:
        value = getattr(import_module(f"pisti.{_IN_WORDS[name]}"), name)
        globals()[name] = value
        return value
    if name == "__version__":
        return import_module("importlib.metadata").version("pisti")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List what is loaded only when it is asked for, too."""
    return sorted([*__all__, "__version__"])

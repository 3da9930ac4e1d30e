"""The Turkish card game Pişti: exact, immutable, fast rules."""

from pisti.cards import DECK, Card, Rank, SeenCard, Suit, parse_cards
from pisti.dealing import new_game, start
from pisti.determinizing import determinize
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
    "NotationError",
    "OpeningJack",
    "Outcome",
    "Pack",
    "PackCut",
    "PackShuffled",
    "PacketsDealt",
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
    "UpCardTurned",
    "Variant",
    "VariantError",
    "View",
    "Won",
    "apply_move",
    "arrange",
    "cut",
    "determinize",
    "draw",
    "judge",
    "legal_moves",
    "new_game",
    "new_match",
    "parse_cards",
    "preset_sources",
    "redact",
    "score_cards",
    "score_hand",
    "shuffle",
    "start",
    "step",
    "tally",
    "view",
]


def __getattr__(name: str) -> str:
    """Look up the version when it is asked for; importing takes no time for it."""
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415

        return version("pisti")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

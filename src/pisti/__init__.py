"""The Turkish card game Pişti: exact, immutable, fast rules."""

from pisti.cards import DECK, Card, Rank, Suit, parse_cards
from pisti.dealing import new_game, start
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
from pisti.rules import Language, Rule
from pisti.scoring import HandScore, ScoreLine, score_cards, score_hand
from pisti.state import Bonus, Move, Setup, State, Won
from pisti.tally import GateTally, tally
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

"""Variants: every option of a table, and the presets that reproduce a source."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum, auto
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, TypeAlias, TypeVar, final

import attrs

from pisti.cards import DECK, Card, Rank
from pisti.errors import SeatError, VariantError, shown
from pisti.rules import Rule, read_data

__all__ = [
    "CLASSIC",
    "COFFEEHOUSE",
    "FOUR_PLAYER",
    "PARTNERSHIP",
    "PARTNERSHIP_RECUT",
    "PISPIRIK",
    "THREE_PLAYER",
    "VARIANTS",
    "XERI",
    "XERI_PARTNERSHIP",
    "Cut",
    "DealOrder",
    "Direction",
    "FirstDealer",
    "HiddenSeenBy",
    "LayoutRedeal",
    "Leader",
    "OpeningJack",
    "Seat",
    "Side",
    "Variant",
    "preset_sources",
]

Seat: TypeAlias = int
"""A player's place, from 0, in turn order."""

Side: TypeAlias = int
"""An index into `Variant.sides`."""

LAYOUT_SIZE: Final = 4
PARTNERS: Final = 2
PLAYS: Final = len(DECK) - LAYOUT_SIZE
LARGEST_NUMBER: Final = 999_999_999


class Direction(StrEnum):
    """Which way deal and turn pass around the table (rule 1.5)."""

    COUNTERCLOCKWISE = auto()
    """To the right, as most sources have it."""
    CLOCKWISE = auto()
    """To the left."""


class FirstDealer(StrEnum):
    """How the first dealer of a match is found (rules 1.6 and 1.7)."""

    RANDOM = auto()
    """Every seat is equally likely (rule 1.6)."""
    HIGH_CARD = auto()
    """By a draw, for partners too (rule 1.7)."""


class Leader(StrEnum):
    """Who makes the first play (rule 4.1); the eldest sits after the dealer."""

    ELDEST = auto()
    """The seat after the dealer."""
    DEALER = auto()
    """The dealer."""


class Cut(StrEnum):
    """How the pack is cut, and what becomes of a jack found (rules 2.2 to 2.5)."""

    NONE = auto()
    """The pack is not cut."""
    PLAIN = auto()
    """The pack is cut, and nobody looks (rule 2.2)."""
    RECUT = auto()
    """A jack that shows is cut again (rule 2.3)."""
    SEARCH = auto()
    """The cutter searches the lifted cards for another card (rule 2.4)."""
    CUTTER_KEEPS = auto()
    """The cutter keeps a jack that shows (rule 2.5)."""


class DealOrder(StrEnum):
    """Whether layout or first packets are dealt first (rule 3.3)."""

    LAYOUT_FIRST = auto()
    """The layout, then the first packets."""
    HANDS_FIRST = auto()
    """The first packets, then the layout."""


class OpeningJack(StrEnum):
    """What happens when the up-card is a jack (rules 3.5 to 3.9)."""

    TURN_NEXT = auto()
    """It is passed, and the next layout card is turned (rules 3.6 and 3.7)."""
    BURY = auto()
    """It goes under the stock, whose top card is turned (rule 3.8)."""
    REDEAL = auto()
    """The whole pack is dealt again (rule 3.9)."""
    LEAVE = auto()
    """It stays (rule 3.5)."""


class LayoutRedeal(StrEnum):
    """Which open layouts are dealt again (rule 3.11); each includes the one before."""

    NEVER = auto()
    """None."""
    TOP_JACK = auto()
    """Those with a jack on top."""
    TOP_JACK_OR_PAIR = auto()
    """Also those whose top two cards are equal in rank."""
    ANY_PAIR = auto()
    """Also those with any two cards equal in rank."""


class HiddenSeenBy(StrEnum):
    """Who sees the hidden cards (rule 4.10)."""

    CAPTURER = auto()
    """The capturer."""
    SIDE = auto()
    """The capturer's side."""
    ALL = auto()
    """Everybody, spectators too."""
    LEADER = auto()
    """The leader before play 1, then the capturer as well."""


_Option = TypeVar("_Option")
_Check: TypeAlias = Callable[[object], str | None]
"""Says what is wanted instead of a value, or None where the value will do."""


def _option(rule: Rule, check: _Check, *, default: _Option) -> _Option:
    """Make an option that refuses the values that *check* finds wanting."""

    def validate(_: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        wanted = check(value)
        if wanted:
            raise VariantError(
                f"{attribute.name} must be {wanted}, not {shown(value)}",
                fields=(attribute.name,),
                rule=rule,
            )

    option: _Option = attrs.field(
        default=default, validator=validate, metadata={"rule": rule}
    )
    return option


def _one_of(*values: int) -> _Check:
    wanted = " or ".join(map(str, values))
    return lambda value: None if type(value) is int and value in values else wanted


def _from(minimum: int) -> _Check:
    wanted = f"a whole number from {minimum} to {LARGEST_NUMBER}"

    def check(value: object) -> str | None:
        fits = type(value) is int and minimum <= value <= LARGEST_NUMBER
        return None if fits else wanted

    return check


def _none_or(check: _Check) -> _Check:
    return lambda value: None if value is None else check(value)


def _a(kind: type) -> _Check:
    return lambda value: None if type(value) is kind else f"of type {kind.__name__}"


PointTable: TypeAlias = (
    Mapping[Rank, int]
    | Mapping[Card, int]
    | Mapping[Rank | Card, int]
    | tuple[tuple[Rank | Card, int], ...]
)
_TABLE_KEYS: tuple[Rank | Card, ...] = (*Rank, *DECK)


def _point_table(table: PointTable) -> tuple[tuple[Rank | Card, int], ...]:
    """Store a table of points sorted, ranks before cards (rule 6.1)."""
    pairs = table.items() if isinstance(table, Mapping) else table
    try:
        entries: dict[object, object] = dict(pairs)
        given = len(table)
    except (TypeError, ValueError):
        entries, given = {}, -1
    ordered = tuple(
        [
            (key, points)
            for key in _TABLE_KEYS
            if type(points := entries.get(key)) is int and 0 <= points <= LARGEST_NUMBER
        ]
    )
    if not len(ordered) == len(entries) == given:
        raise VariantError(
            "card_points must map each Rank or Card once, to a whole number from 0"
            f" to {LARGEST_NUMBER}",
            fields=("card_points",),
            rule=Rule.CARD_POINTS,
        )
    return ordered


@final
@attrs.frozen(kw_only=True)
class Variant:
    """
    The rules of one table, as data.

    Make one from a preset with `attrs.evolve(PARTNERSHIP, target=101)`, or from
    scratch; what is not given is as most sources have it. Variants compare and
    hash by value. Each field's metadata names its rule under `"rule"`.

    Raises:
        VariantError: If an option, or a mix of options, is impossible.

    Examples:
        >>> from pisti import CLASSIC, Variant
        >>> Variant(players=4, partnership=True).sides
        ((0, 2), (1, 3))
        >>> CLASSIC.pisti_on_last_play
        True
    """

    players: int = _option(Rule.PLAYERS, _one_of(2, 3, 4), default=2)
    """Number of seats: 2, 3 or 4."""

    partnership: bool = _option(Rule.PARTNERS, _a(bool), default=False)
    """Seats 0 and 2 against seats 1 and 3; with four players only."""

    direction: Direction = _option(
        Rule.DIRECTION, _a(Direction), default=Direction.COUNTERCLOCKWISE
    )
    """For front ends alone: the turn always passes from a seat to the next number."""

    first_dealer: FirstDealer = _option(
        Rule.FIRST_DEALER, _a(FirstDealer), default=FirstDealer.RANDOM
    )
    """How a match finds its first dealer."""

    leader: Leader = _option(Rule.LEADER, _a(Leader), default=Leader.ELDEST)
    """Who makes the first play."""

    cut: Cut = _option(Rule.CUT, _a(Cut), default=Cut.NONE)
    """How the pack is cut."""

    bottom_card_exposed: bool = _option(Rule.BOTTOM_CARD, _a(bool), default=False)
    """Whether the bottom card of the stock is shown."""

    deal_order: DealOrder = _option(
        Rule.DEAL_ORDER, _a(DealOrder), default=DealOrder.LAYOUT_FIRST
    )
    """What is dealt first."""

    hand_size: int = _option(Rule.PACKETS, _from(1), default=4)
    """Cards in a packet; players times hand size must divide 48."""

    layout_face_up: int = _option(Rule.OPEN_LAYOUT, _one_of(1, LAYOUT_SIZE), default=1)
    """How many of the four layout cards lie face up: 1, or 4 for an open layout."""

    opening_jack: OpeningJack = _option(
        Rule.JACK_LEFT, _a(OpeningJack), default=OpeningJack.TURN_NEXT
    )
    """What happens when the up-card is a jack; with one card face up only."""

    layout_redeal: LayoutRedeal = _option(
        Rule.LAYOUT_REDEALT, _a(LayoutRedeal), default=LayoutRedeal.NEVER
    )
    """Which layouts are dealt again; with an open layout only."""

    hidden_seen_by: HiddenSeenBy = _option(
        Rule.HIDDEN_SEEN_BY, _a(HiddenSeenBy), default=HiddenSeenBy.SIDE
    )
    """Who sees the hidden cards."""

    pisti_points: int = _option(Rule.PISTI, _from(0), default=10)
    """Bonus for a pişti, in points."""

    double_pisti_points: int = _option(Rule.DOUBLE_PISTI, _from(0), default=20)
    """Bonus for a jack on a lone jack, in points."""

    jack_pisti_points: int = _option(Rule.JACK_ON_ANOTHER_RANK, _from(0), default=0)
    """Bonus for a jack on a lone card of another rank, in points."""

    pisti_on_first_play: bool = _option(Rule.FIRST_PLAY, _a(bool), default=False)
    """Whether play 1 can earn a bonus."""

    pisti_on_last_play: bool = _option(Rule.LAST_PLAY, _a(bool), default=False)
    """Whether play 48 can earn a bonus."""

    card_points: tuple[tuple[Rank | Card, int], ...] = attrs.field(
        default=(
            (Rank.ACE, 1),
            (Rank.JACK, 1),
            (Card.parse("2C"), 2),
            (Card.parse("10D"), 3),
        ),
        converter=_point_table,
        metadata={"rule": Rule.CARD_POINTS},
    )
    """Points by rank or card; takes any mapping, and a card beats its rank."""

    majority_points: int = _option(Rule.MAJORITY, _from(0), default=3)
    """Points for strictly the most captured cards."""

    target: int | None = _option(Rule.TARGET, _none_or(_from(1)), default=151)
    """Points that end a match, or None where `hands` does."""

    hands: int | None = _option(Rule.FIXED_HANDS, _none_or(_from(1)), default=None)
    """Number of hands in a match, or None where `target` ends it."""

    def __attrs_post_init__(self) -> None:
        """Refuse mixes of options that no table can have."""
        for fields, rule, problem in self._impossible_mixes():
            raise VariantError(problem, fields=fields, rule=rule)

    def _impossible_mixes(self) -> Iterable[tuple[tuple[str, ...], Rule, str]]:
        if self.partnership and self.players != 2 * PARTNERS:
            yield ("partnership", "players"), Rule.PARTNERS, "partners need 4 players"
        if PLAYS % (self.players * self.hand_size):
            problem = (
                f"{self.players} hands of {self.hand_size} do not divide {PLAYS} cards"
            )
            yield ("players", "hand_size"), Rule.PACKETS, problem
        if self.layout_face_up != 1 and self.opening_jack is not OpeningJack.LEAVE:
            problem = "an open layout turns no up-card, so its jacks can only be left"
            yield ("layout_face_up", "opening_jack"), Rule.OPEN_LAYOUT, problem
        if self.layout_face_up == 1 and self.layout_redeal is not LayoutRedeal.NEVER:
            problem = "only an open layout can be judged for dealing again"
            yield ("layout_face_up", "layout_redeal"), Rule.LAYOUT_REDEALT, problem
        if self.opening_jack is OpeningJack.BURY and self.bottom_card_exposed:
            problem = "a buried jack would lie under the shown bottom card"
            fields: tuple[str, ...] = ("opening_jack", "bottom_card_exposed")
            yield fields, Rule.JACK_BURIED, problem
        if self.rounds == 1 and self.opening_jack is OpeningJack.BURY:
            problem = "with a single round there is no stock to bury a jack under"
            yield ("hand_size", "opening_jack"), Rule.JACK_BURIED, problem
        if self.rounds == 1 and self.bottom_card_exposed:
            problem = "with a single round there is no stock whose bottom card shows"
            yield ("hand_size", "bottom_card_exposed"), Rule.BOTTOM_CARD, problem
        if self.target is None and self.hands is None:
            problem = "a match ends at a target or after a number of hands"
            yield ("target", "hands"), Rule.TARGET, problem
        if self.target is not None and self.hands is not None:
            problem = "a match ends at a target or after hands: one of them is None"
            yield ("target", "hands"), Rule.FIXED_HANDS, problem

    @cached_property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side (rules 1.3 and 1.4)."""
        if self.partnership:
            return ((0, 2), (1, 3))
        return tuple((seat,) for seat in range(self.players))

    def side_of(self, seat: Seat) -> Side:
        """
        Give the side that a seat plays for.

        Raises:
            SeatError: If there is no such seat.
        """
        self.check_seat(seat)
        return seat % len(self.sides)

    def check_seat(self, seat: Seat) -> None:
        """
        Refuse a seat that this table does not have.

        Raises:
            SeatError: If *seat* is not a whole number from 0 to players - 1.
        """
        if type(seat) is not int or not 0 <= seat < self.players:
            raise SeatError(
                f"there is no seat {shown(seat)}, only 0 to {self.players - 1}",
                seat=seat,
                players=self.players,
                rule=Rule.PLAYERS,
            )

    @cached_property
    def round_size(self) -> int:
        """Cards dealt to all players in one round (rule 3.2)."""
        return self.players * self.hand_size

    @cached_property
    def rounds(self) -> int:
        """Rounds in a hand (rule 3.2)."""
        return PLAYS // self.round_size

    @cached_property
    def points_by_card(self) -> Mapping[Card, int]:
        """The cards that score, with their points (rule 6.1)."""
        table = dict(self.card_points)
        points = {card: table.get(card, table.get(card.rank)) for card in DECK}
        return MappingProxyType({card: n for card, n in points.items() if n})


def check_variant(variant: Variant) -> None:
    """
    Refuse anything but a variant.

    Raises:
        VariantError: If *variant* is not a Variant.
    """
    if type(variant) is not Variant:
        raise VariantError(f"not a Variant but {shown(variant)}")


_XERI_POINTS: dict[Rank | Card, int] = {
    Rank.ACE: 1,
    Rank.TEN: 1,
    Rank.JACK: 1,
    Rank.QUEEN: 1,
    Rank.KING: 1,
    Card.parse("2C"): 1,
    Card.parse("10D"): 2,
}

CLASSIC: Final = Variant(
    deal_order=DealOrder.HANDS_FIRST,
    opening_jack=OpeningJack.LEAVE,
    hidden_seen_by=HiddenSeenBy.CAPTURER,
    pisti_on_last_play=True,
    target=None,
    hands=1,
)
"""The Turkish game for two, one hand."""

PARTNERSHIP: Final = Variant(
    players=4,
    partnership=True,
    first_dealer=FirstDealer.HIGH_CARD,
    cut=Cut.SEARCH,
    bottom_card_exposed=True,
)
"""Four in partnerships to 151, jacks searched out of the cut."""

PARTNERSHIP_RECUT: Final = Variant(
    players=4,
    partnership=True,
    cut=Cut.RECUT,
    bottom_card_exposed=True,
)
"""Four in partnerships to 151, cutting again when the cut shows a jack."""

COFFEEHOUSE: Final = Variant(
    opening_jack=OpeningJack.BURY,
    hidden_seen_by=HiddenSeenBy.ALL,
    target=101,
)
"""Kahvehane: the usual Turkish table for two, to 101."""

THREE_PLAYER: Final = Variant(
    players=3,
    opening_jack=OpeningJack.BURY,
    hidden_seen_by=HiddenSeenBy.CAPTURER,
    target=101,
)
"""Three, each alone, to 101."""

FOUR_PLAYER: Final = Variant(
    players=4,
    opening_jack=OpeningJack.BURY,
    hidden_seen_by=HiddenSeenBy.ALL,
    target=101,
)
"""Four, each alone, to 101."""

PISPIRIK: Final = Variant(
    deal_order=DealOrder.HANDS_FIRST,
    opening_jack=OpeningJack.LEAVE,
    hidden_seen_by=HiddenSeenBy.CAPTURER,
    pisti_on_last_play=True,
    card_points=_XERI_POINTS,
    target=101,
)
"""Pişpirik for two, court cards and tens counting; not settled by good sources."""

XERI: Final = Variant(
    hand_size=6,
    layout_face_up=4,
    opening_jack=OpeningJack.LEAVE,
    layout_redeal=LayoutRedeal.TOP_JACK_OR_PAIR,
    pisti_on_last_play=True,
    card_points=_XERI_POINTS,
    target=None,
    hands=1,
)
"""The Greek game for two, one hand; not settled by good sources."""

XERI_PARTNERSHIP: Final = attrs.evolve(
    XERI, players=4, partnership=True, direction=Direction.CLOCKWISE
)
"""The Greek game for four in partnerships; not settled by good sources."""

VARIANTS: Final[Mapping[str, Variant]] = MappingProxyType(
    {
        "classic": CLASSIC,
        "partnership": PARTNERSHIP,
        "partnership-recut": PARTNERSHIP_RECUT,
        "coffeehouse": COFFEEHOUSE,
        "three-player": THREE_PLAYER,
        "four-player": FOUR_PLAYER,
        "pispirik": PISPIRIK,
        "xeri": XERI,
        "xeri-partnership": XERI_PARTNERSHIP,
    }
)
"""The presets by name."""


def preset_sources(name: str) -> Mapping[str, tuple[str, ...]]:
    """
    Say for each option of a preset where its value comes from.

    The result maps the option's name to the keys of the sources that give the
    value; `"ruling"` is among them where sources are silent or disagree, or the
    option does not apply, so that this library decides.

    Raises:
        VariantError: If there is no preset of that name.

    Examples:
        >>> from pisti import preset_sources
        >>> preset_sources("partnership")["cut"]
        ('catsatcards', 'pagat')
    """
    if not isinstance(name, str) or name not in VARIANTS:
        raise VariantError(f"no preset {shown(name)}, only {', '.join(VARIANTS)}")
    table = read_data("presets.toml")[name]
    return MappingProxyType({option: tuple(keys) for option, keys in table.items()})

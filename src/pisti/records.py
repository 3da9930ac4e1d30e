"""Records: a hand or a match as a small text file that can be played again."""

import re
import warnings
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import Any, TextIO, TypeAlias, final

import attrs

from pisti.cards import Card, format_cards, parse_cards, repr_cards
from pisti.dealing import new_game, start
from pisti.errors import (
    DealError,
    IllegalMoveError,
    MatchError,
    NotationError,
    PistiError,
    VariantError,
    shown,
)
from pisti.events import Event
from pisti.matches import Draw, Match, draw_of_cards
from pisti.notation import format_option, parse_option, preset_and_changes
from pisti.packs import Pack, tuple_of
from pisti.play import apply_move, step
from pisti.rules import EDITION, Rule
from pisti.state import State
from pisti.variants import VARIANTS, Seat, Variant, check_variant

__all__ = [
    "FORMAT",
    "MAX_LENGTH",
    "EditionWarning",
    "HandRecord",
    "Record",
    "dump",
    "dumps",
    "load",
    "loads",
    "replay",
]

FORMAT = 1
"""The version of the format, which the first line of a record names."""

MAX_LENGTH = 1_000_000
"""The longest record that is read, in characters; some 2600 hands."""


class EditionWarning(UserWarning):
    """A record was played by an older edition of the rules."""


Tags: TypeAlias = Mapping[str, str] | tuple[tuple[str, str], ...]
"""Names and their texts."""


def _plays(cards: Iterable[Card]) -> tuple[Card, ...]:
    plays = tuple_of(Card, cards)
    if plays is None:
        raise IllegalMoveError("plays are cards", rule=Rule.CARD_IN_HAND)
    return plays


@final
@attrs.frozen(kw_only=True)
class HandRecord:
    """
    A hand as it was dealt and played, to its end or not.

    Raises:
        DealError: If *dealer* is no int, or *pack* no Pack.
        IllegalMoveError: If *plays* are not cards.
    """

    dealer: Seat
    """The seat that dealt."""
    pack: Pack
    """The cards as they were dealt."""
    plays: tuple[Card, ...] = attrs.field(default=(), converter=_plays, repr=repr_cards)
    """The cards played, in order."""

    def __attrs_post_init__(self) -> None:
        """Refuse what a deal would take for chance."""
        if type(self.dealer) is not int:
            raise DealError(
                f"the dealer is a seat, not {shown(self.dealer)}",
                dealer=self.dealer,
                rule=Rule.PLAYERS,
            )
        if type(self.pack) is not Pack:
            raise DealError(f"not a Pack but {shown(self.pack)}", deck=self.pack)


def _tags(tags: Tags) -> tuple[tuple[str, str], ...]:
    """Refuse tags that no line of text can hold."""
    pairs = tuple_of(tuple, tags.items() if isinstance(tags, Mapping) else tags)
    if pairs is None or {len(pair) for pair in pairs} - {2}:
        raise NotationError(f"not tags but {shown(tags)}")
    for name, value in pairs:
        if not isinstance(name, str) or not _TAG.fullmatch(name):
            raise NotationError(f"not the name of a tag: {shown(name)}", text=name)
        if not isinstance(value, str) or not _LINE.fullmatch(value):
            raise NotationError(f"not a line of text: {shown(value)}", text=value)
    if len(dict(pairs)) != len(pairs):
        raise NotationError("a tag comes twice")
    return pairs


_TAG = re.compile("[A-Z][A-Za-z0-9_-]*")
# A line of text: no control characters, and no white space around it.
_LINE = re.compile(r"(?!\s)[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+(?<!\s)")


@final
@attrs.frozen(kw_only=True)
class Record:
    """
    A hand, finished or not, or a match of several; `Record.of` makes one.

    A record is played when it is made, so there is none of an illegal hand.

    Raises:
        PistiError: If a hand cannot be dealt or played, or does not follow the one
            before it in a match: the error that the deal, the play or the match
            raises.
        NotationError: If a tag's name is not a capital letter followed by letters,
            digits, `-` and `_`, or its text is not a line.
        MatchError: If *hands* are no `HandRecord` values, or there are none.

    Examples:
        >>> from pisti import new_game, apply_move, legal_moves
        >>> from pisti.records import Record, dumps, loads
        >>> state = new_game(rng=7)
        >>> state = apply_move(state, legal_moves(state)[0])
        >>> record = Record.of(state, tags={"Site": "Kadıköy"})
        >>> loads(dumps(record)) == record
        True
        >>> record.states == (state,)
        True
    """

    variant: Variant
    """The rules of the table."""
    hands: tuple[HandRecord, ...]
    """The hands, in order; only the last may be unfinished."""
    draw: Draw | None = None
    """The draw that found the first dealer, where there was one."""
    tags: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=_tags)
    """Names, date, site and the like, as pairs; takes any mapping of texts."""
    edition: int = EDITION
    """The edition of the rules by which the hands were played."""

    def __attrs_post_init__(self) -> None:
        """Play the hands, which refuses illegal ones."""
        check_variant(self.variant)
        if not self.hands or tuple_of(HandRecord, self.hands) != self.hands:
            raise MatchError("a record has a tuple of one or more HandRecord values")
        if type(self.edition) is not int or not 1 <= self.edition <= EDITION:
            raise MatchError(
                f"editions 1 to {EDITION} are known, not {shown(self.edition)}"
            )
        _ = self.match

    @classmethod
    def of(
        cls,
        *states: State,
        draw: Draw | None = None,
        tags: Tags = (),
    ) -> "Record":
        """
        Record the last states of hands, in order.

        Raises:
            MatchError: If there are no states, or they are not of one match.
        """
        if not states or tuple_of(State, states) is None:
            raise MatchError("a record is made of one or more states")
        if len({state.variant for state in states}) > 1:
            raise MatchError("the hands were played by the rules of several variants")
        return cls(
            variant=states[0].variant,
            hands=tuple(
                HandRecord(
                    dealer=state.dealer, pack=state.setup.pack, plays=state.plays
                )
                for state in states
            ),
            draw=draw,
            tags=tags,
        )

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The last state of each hand."""
        return tuple([_play(self.variant, hand) for hand in self.hands])

    @cached_property
    def match(self) -> Match:
        """The match after the finished hands, ready to go on."""
        match = Match(
            variant=self.variant,
            first_dealer=self.hands[0].dealer,
            draw=self.draw,
        )
        *earlier, last = self.states
        for state in earlier:
            match = match.add(state)
        match.check_next(last)
        return match.add(last) if last.is_over else match


def _play(variant: Variant, hand: HandRecord) -> State:
    state = new_game(variant, deck=hand.pack, dealer=hand.dealer)
    for card in hand.plays:
        state = apply_move(state, card)
    return state


def replay(record: Record) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """
    Play a record again, and give each state with the events that led to it.

    Each hand begins with its deal. As its deck is given, the events do not tell of
    the shuffle, nor of deals that were void.

    Examples:
        >>> from pisti import new_game
        >>> from pisti.records import Record, replay
        >>> [(state, events)] = replay(Record.of(new_game(rng=7)))
        >>> [type(event).__name__ for event in events]
        ['PacketsDealt', 'LayoutDealt', 'UpCardTurned']
    """
    _check_record(record)
    for hand in record.hands:
        state, events = start(record.variant, deck=hand.pack, dealer=hand.dealer)
        yield state, events
        for card in hand.plays:
            state, events = step(state, card)
            yield state, events


def dumps(record: Record) -> str:
    """
    Write a record.

    Examples:
        >>> from pisti import PARTNERSHIP, new_game
        >>> from pisti.records import Record, dumps
        >>> record = Record.of(new_game(PARTNERSHIP, rng=7), tags={"Date": "2026-11-30"})
        >>> print(dumps(record))  # doctest: +ELLIPSIS
        pisti: 1
        edition: 1
        variant: partnership
        Date: 2026-11-30
        <BLANKLINE>
        hand: 1
        dealer: 3
        pack: ...
        saw: ...
        <BLANKLINE>
    """
    _check_record(record)
    return "".join(f"{line}\n" for line in _lines(record))


def _check_record(record: Record) -> None:
    if type(record) is not Record:
        raise NotationError(f"not a Record but {shown(record)}")


def _lines(record: Record) -> Iterator[str]:
    yield f"pisti: {FORMAT}"
    yield f"edition: {record.edition}"
    preset, changes = preset_and_changes(record.variant)
    yield f"variant: {preset}"
    for option, value in changes.items():
        yield f"{option}: {format_option(value)}"
    if record.draw is not None:
        yield f"draw: {'; '.join(map(format_cards, record.draw.cards))}"
    for name, text in record.tags:
        yield f"{name}: {text}"
    size = record.variant.round_size
    for number, hand in enumerate(record.hands, start=1):
        yield ""
        yield f"hand: {number}"
        yield f"dealer: {hand.dealer}"
        yield f"pack: {format_cards(hand.pack.cards)}"
        if hand.pack.cutter_saw:
            yield f"saw: {format_cards(hand.pack.cutter_saw)}"
        if hand.pack.kept is not None:
            yield f"kept: {hand.pack.kept}"
        for first in range(0, len(hand.plays), size):
            yield f"plays: {format_cards(hand.plays[first : first + size])}"


def dump(record: Record, file: TextIO) -> None:
    """Write a record to a text file."""
    file.write(dumps(record))


def load(file: TextIO) -> Record:
    """
    Read a record from a text file, and play it.

    Raises:
        NotationError: As `loads`.
    """
    try:
        text = file.read(MAX_LENGTH + 1)
    except UnicodeDecodeError:
        raise NotationError("the file is not text in its encoding") from None
    return _read(text)


def loads(text: str) -> Record:
    r"""
    Read a record, and play it.

    Raises:
        NotationError: If *text* is longer than `MAX_LENGTH` or no record, or what it
            records breaks a rule, with the line, the column and the rule.

    Examples:
        >>> from pisti.records import loads
        >>> loads("pisti: 1\nedition: 1\nvariant: bridge")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        pisti.errors.NotationError: no preset 'bridge', only ... in line 3, column 10
    """
    return _read(text)


def _read(text: str) -> Record:
    if not isinstance(text, str):
        raise NotationError(f"not the text of a record: {shown(text)}", text=text)
    if len(text) > MAX_LENGTH:
        raise NotationError(f"a record has at most {MAX_LENGTH} characters")
    header, *sections = _sections(text)
    edition = _read_versions(header)
    variant = _read_variant(header)
    draw = _read_draw(header, variant)
    tags = _read_tags(header)
    hands = tuple([_read_hand(*section) for section in enumerate(sections, start=1)])
    if not hands:
        raise _first_piece(header).refusal("there is no hand in this record")
    try:
        return Record(
            variant=variant, hands=hands, draw=draw, tags=tuple(tags), edition=edition
        )
    except PistiError as error:
        for hand, section in zip(hands, sections, strict=True):
            place = _unplayable(variant, hand, section)
            if place is not None:
                raise place.refusal(error) from None
        section = sections[_count_matching(variant, draw, hands)]
        of_dealer = error.rule in {Rule.NEXT_DEALER, Rule.HIGH_CARD_DRAW}
        place = section["dealer" if of_dealer else "hand"][0]
        raise place.refusal(error) from None


@attrs.frozen
class _Piece:
    """A piece of a record, and where it stands."""

    text: str
    line: int = 1
    column: int = 1

    def parts(self, pattern: str) -> Iterator["_Piece"]:
        """Give the parts that match a pattern."""
        for part in re.finditer(pattern, self.text):
            yield _Piece(part[0], self.line, self.column + part.start())

    def refusal(self, error: PistiError | str) -> NotationError:
        """Say where something is wrong, and by which rule."""
        rule = None if isinstance(error, str) else error.rule
        problem = str(error)
        if rule is not None:
            problem = problem.removesuffix(f"; see rule {rule.id}")
        return NotationError(
            f"{problem} in line {self.line}, column {self.column}",
            text=self.text,
            line=self.line,
            column=self.column,
            rule=rule,
        )


_Section: TypeAlias = dict[str, list[_Piece]]
_HEADER = {"pisti", "edition", "variant", "draw", *attrs.fields_dict(Variant)}
_HAND = {"hand", "dealer", "pack", "saw", "kept", "plays"}


def _is_tag(key: str) -> bool:
    return _TAG.fullmatch(key) is not None


def _sections(text: str) -> list[_Section]:
    """Divide a record into its header and its hands, each a table of keys."""
    section: _Section = {}
    sections = [section]
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        key, colon, value = map(str.strip, line.partition(":"))
        if not line.strip() or key.startswith("#"):
            continue
        begin = line.index(key) + 1
        if not colon:
            raise _Piece(line.strip(), number, begin).refusal("not a key and its value")
        if key == "hand":
            section = {}
            sections.append(section)
        in_header = len(sections) == 1
        if key not in (_HEADER if in_header else _HAND) and not (
            in_header and _is_tag(key)
        ):
            raise _Piece(key, number, begin).refusal(f"not a key here: {shown(key)}")
        if key in section and key != "plays":
            raise _Piece(key, number, begin).refusal(f"{shown(key)} comes twice")
        column = line.index(value, line.index(":") + 1) + 1
        section.setdefault(key, []).append(_Piece(value, number, column))
    return sections


def _only(section: _Section, key: str) -> _Piece:
    """Give the value of a key that has to be there."""
    if key not in section:
        raise _first_piece(section).refusal(f"no line {key!r} here")
    return section[key][0]


def _first_piece(section: _Section) -> _Piece:
    return next(iter(section.values()))[0] if section else _Piece("")


def _number(piece: _Piece) -> int:
    if not re.fullmatch("[0-9]{1,9}", piece.text):
        raise piece.refusal(f"not a number of 1 to 9 digits: {shown(piece.text)}")
    return int(piece.text)


def _cards(piece: _Piece) -> tuple[Card, ...]:
    try:
        return parse_cards(piece.text)
    except NotationError:
        return tuple([_card(word) for word in piece.parts(r"\S+")])


def _card(piece: _Piece) -> Card:
    with _placing(piece):
        return Card.parse(piece.text)


def _read_versions(header: _Section) -> int:
    """Read the version of the format, and give the edition of the rules."""
    piece = _only(header, "pisti")
    if _number(piece) != FORMAT:
        raise piece.refusal(f"format {piece.text} is not format {FORMAT}")
    piece = _only(header, "edition")
    edition = _number(piece)
    if not 1 <= edition <= EDITION:
        raise piece.refusal(f"edition {edition} of the rules is not known")
    if edition < EDITION:
        warnings.warn(
            f"edition {edition} of the rules may have decided otherwise than edition "
            f"{EDITION}, by which the record is played",
            EditionWarning,
            stacklevel=4,
        )
    return edition


def _read_variant(header: _Section) -> Variant:
    piece = _only(header, "variant")
    if piece.text not in VARIANTS:
        presets = ", ".join(VARIANTS)
        raise piece.refusal(f"no preset {shown(piece.text)}, only {presets}")
    options: dict[str, Any] = {}
    for key, pieces in header.items():
        if key in attrs.fields_dict(Variant):
            with _placing(pieces[0]):
                options[key] = parse_option(key, pieces[0].text)
    if not options:
        return VARIANTS[piece.text]
    try:
        return attrs.evolve(VARIANTS[piece.text], **options)
    except VariantError as error:
        changed = [header[option][0] for option in error.fields if option in header]
        raise (changed or [piece])[0].refusal(error) from None


def _read_draw(header: _Section, variant: Variant) -> Draw | None:
    if "draw" not in header:
        return None
    piece = header["draw"][0]
    rounds = [_cards(part) for part in piece.parts("[^;]+")]
    with _placing(piece):
        return draw_of_cards(variant, rounds)


def _read_tags(header: _Section) -> list[tuple[str, str]]:
    tags: list[tuple[str, str]] = []
    for key, pieces in header.items():
        if _TAG.fullmatch(key):
            with _placing(pieces[0]):
                tags += _tags({key: pieces[0].text})
    return tags


def _read_hand(number: int, section: _Section) -> HandRecord:
    if _number(section["hand"][0]) != number:
        raise section["hand"][0].refusal(f"this hand is number {number}")
    dealer = _number(_only(section, "dealer"))
    saw = _cards(section["saw"][0]) if "saw" in section else ()
    kept = _card(section["kept"][0]) if "kept" in section else None
    cards = _read_pack(_only(section, "pack"))
    try:
        pack = Pack(cards, saw, kept)
    except DealError as error:
        raise _undealt(section, error).refusal(error) from None
    plays = [card for piece in section.get("plays", ()) for card in _cards(piece)]
    return HandRecord(dealer=dealer, pack=pack, plays=tuple(plays))


def _read_pack(piece: _Piece) -> tuple[Card, ...]:
    """Read the cards of a pack, and say which of them comes twice (rule 1.1)."""
    cards = _cards(piece)
    if len(set(cards)) < len(cards):
        again = next(n for n, card in enumerate(cards) if card in cards[:n])
        word = [*piece.parts(r"\S+")][again]
        raise word.refusal(DealError("this card comes twice", rule=Rule.PACK))
    return cards


@contextmanager
def _placing(piece: _Piece) -> Generator[None]:
    """Say where an error was made."""
    try:
        yield
    except PistiError as error:
        raise piece.refusal(error) from None


def _undealt(section: _Section, error: DealError) -> _Piece:
    """Find the piece by which a hand cannot be dealt."""
    if error.dealer is not None:
        return section["dealer"][0]
    return section["kept" if error.rule is Rule.CUTTER_KEEPS else "pack"][0]


def _unplayable(variant: Variant, hand: HandRecord, section: _Section) -> _Piece | None:
    """Find the piece by which a hand cannot be dealt or played."""
    try:
        state = new_game(variant, deck=hand.pack, dealer=hand.dealer)
    except DealError as error:
        return _undealt(section, error)
    for piece in section.get("plays", ()):
        for word in piece.parts(r"\S+"):
            try:
                state = apply_move(state, Card.parse(word.text))
            except IllegalMoveError:
                return word
    return None


def _count_matching(
    variant: Variant, draw: Draw | None, hands: tuple[HandRecord, ...]
) -> int:
    """Count the hands up to the first that does not follow in a match."""
    count = 0
    with suppress(MatchError):
        match = Match(variant=variant, first_dealer=hands[0].dealer, draw=draw)
        while True:
            match = match.add(_play(variant, hands[count]))
            count += 1
    return count

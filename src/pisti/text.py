"""The table, a score and a score sheet, drawn with letters for a terminal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Final, TypeAlias

import attrs

from pisti.cards import SeenCard
from pisti.errors import NotationError, shown
from pisti.events import CardPlayed, PileCaptured, ResidueAwarded
from pisti.language import Names, Speaker, describe
from pisti.matches import Match
from pisti.naming import count, describe_option, join_names, name_of
from pisti.rules import Language, Rule, check_language
from pisti.scoring import HandScore
from pisti.tallies import tally
from pisti.variants import PLAYS, VARIANTS, Seat, Variant
from pisti.views import View

__all__ = ["Drawable", "draw", "plain"]

Drawable: TypeAlias = View | Match | HandScore
"""What can be drawn."""

_WIDTH: Final = 78
_INDENT: Final = "  "
_GAP: Final = "   "
_ROOM: Final = _WIDTH - 2 * len(_INDENT)
"""What is left within the edge of the table."""
_LONGEST_NAME: Final = 18
_WIDEST_COLUMN: Final = 24
_POINTS_IN_GATE: Final = 50
_GATE: Final = 4
"""As wide as a gate is with the blank after it."""

_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "round": ("round {n}/{of}", "dağıtım {n}/{of}"),
    "play": ("play {n}/{of}", "kart {n}/{of}"),
    "over": ("hand over", "el bitti"),
    "seen by": ("seen by {who}", "gören: {who}"),
    "spectators": ("spectators", "seyirciler"),
    "dealer": ("{who} (dealer)", "{who} (dağıtan)"),
    "no cards": ("no cards", "kart yok"),
    "pile": ("pile ({n})", "yığın ({n})"),
    "hidden": ("hidden ({n})", "kapalı ({n})"),
    "stock": ("stock ({n})", "deste ({n})"),
    "empty": ("empty", "boş"),
    "captured": ("{cards} captured", "{cards} toplandı"),
    "bonus": ("· bonus {points}:", "· ek puan {points}:"),
    "last capture": ("last capture", "son alma"),
    "last play": ("last play", "son kart"),
    "hand": ("hand {n}", "{n}. el"),
    "total": ("total", "toplam"),
    "tally": ("tally", "çetele"),
    "winner": ("winner: {who}", "kazanan: {who}"),
    "drawn": ("drawn: {who}", "berabere: {who}"),
    "nobody": ("no winner", "kazanan yok"),
    "going on": ("hand not over", "el bitmedi"),
    "next dealer": ("next dealer: {who}", "sıradaki dağıtan: {who}"),
}
"""What stands on a table in English and Turkish."""

_ASCII: Final = str.maketrans(
    "ÂâÇçĞğIıİiÖöŞşÜü♣♦♥♠▒▸·…─│┌┐└┘┬┴╵", "AaCcGgIiIiOoSsUuCDHS#>-.-|++++++'"
)
"""One sign for one, so that columns stay where they are."""


def draw(
    value: Drawable,
    *,
    names: Names | None = None,
    lang: Language = "en",
    ascii_only: bool = False,
) -> str:
    """
    Draw the table as a seat sees it, the score of a hand, or a match's score sheet.

    A `View` gives the table with all that the view knows to lie on it or in a hand,
    and at the end the score. A `Match` gives a row for each hand and, where there is
    room, the gate tally (rule 7.6). A `HandScore` gives its lines with their rules.

    *names* are what the players are called, by seat; for a `HandScore` the sides.
    No line is longer than 78 columns, if each sign of *names* takes one; long names
    are cut short. There is no colour, no blank at the end of a line, and no line break
    at the end. With *ascii_only* all is ASCII: letters without a likeness, which only
    *names* can have, become `?`.

    Raises:
        NotationError: If *value* is nothing of that kind.
        SeatError: If there is no name for a seat, or for a side of a `HandScore`.
        ValueError: If *lang* is neither `"en"` nor `"tr"`.

    Examples:
        >>> from pisti import CLASSIC, new_game, view
        >>> from pisti.text import draw
        >>> table = draw(view(new_game(CLASSIC, rng=7), 0), names=["Ayşe", "Bora"])
        >>> for line in table.splitlines()[2:9]:
        ...     print(line[:45].rstrip())
          Bora (dealer)   ▒▒  ▒▒  ▒▒  ▒▒
        <BLANKLINE>
        ┌────────────────────────────────────────────
        │ pile (1)        [6♣]
        │ hidden (3)      ▒▒  ▒▒  ▒▒
        │ stock (40)      ▒▒ ...
        └────────────────────────────────────────────
    """
    check_language(lang)
    match value:
        case View():
            lines = _view(value, _Pen.at(value.variant, lang, names))
        case Match():
            lines = _match(value, _Pen.at(value.variant, lang, names))
        case HandScore():
            speaker = Speaker(lang, sides=names)
            sides = [_tidy(speaker.side(side)) for side in range(len(value.totals))]
            lines = _score(value, _Pen(lang, None, (), sides))
        case _:
            raise NotationError(f"nothing to draw in {shown(value)}", text=value)
    text = "\n".join([line.rstrip() for line in lines])
    return plain(text) if ascii_only else text


def plain(text: str) -> str:
    """
    Write a text with ASCII letters alone.

    Turkish letters lose their marks, suits become letters, and what is neither
    becomes a question mark; each sign is one sign again.

    Examples:
        >>> from pisti.text import plain
        >>> plain("Ayşe pişti yaptı: 7♥")
        'Ayse pisti yapti: 7H'
    """
    return text.translate(_ASCII).encode("ascii", "replace").decode()


def _tidy(name: str, longest: int = _LONGEST_NAME) -> str:
    """Put a name on one line, without signs that cannot be seen, and not too long."""
    line = " ".join(str(name).split())
    tidy = "".join([sign if sign.isprintable() else "?" for sign in line])
    return tidy if len(tidy) <= longest else f"{tidy[: longest - 1].rstrip()}…"


@attrs.frozen
class _Pen:
    """Who writes: in a language, with a name for everybody."""

    lang: Language
    names: Sequence[str] | None
    """What the players are called, where they have names."""
    seats: Sequence[str]
    """What each seat is called, by name or by number."""
    sides: Sequence[str]

    @classmethod
    def at(cls, variant: Variant, lang: Language, names: Names | None) -> "_Pen":
        """Ask what everybody at a table is called."""
        speaker = Speaker(lang, names)
        seats = [_tidy(speaker.who(seat)) for seat in range(variant.players)]
        sides = [join_names([seats[n] for n in side], lang) for side in variant.sides]
        if names is not None:
            return cls(lang, seats, seats, sides)
        if variant.partnership:
            sides = [speaker.side(side) for side in range(len(sides))]
        return cls(lang, None, seats, sides)

    def say(self, key: str, **nouns: str | int) -> str:
        """Fill in a few words."""
        english, turkish = _WORDS[key]
        return (turkish if self.lang == "tr" else english).format(**nouns)

    def tell(self, event: CardPlayed | PileCaptured | ResidueAwarded) -> list[str]:
        """Tell what happened, word by word."""
        return describe(event, self.lang, self.names).split()

    def variant(self, variant: Variant) -> str:
        """Give the name of a preset, or else of the game."""
        known = variant in VARIANTS.values()
        return name_of(variant, self.lang) if known else "Pişti"


# Lines


_Row: TypeAlias = tuple[str, Sequence[str]]
"""A label, and the pieces beside it; a line may end after any of them."""


def _filled(pieces: Iterable[str], width: int) -> Iterator[str]:
    """Put pieces side by side, on as few lines as they need."""
    line, *rest = [*pieces] or [""]
    for piece in rest:
        if len(line) + 1 + len(piece) > width:
            yield line
            line = piece
        else:
            line += f" {piece}"
    yield line


def _edge(labels: Iterable[str]) -> int:
    """Say where that begins which stands beside these labels."""
    return max(map(len, labels)) + len(_GAP)


def _written(rows: Iterable[_Row], edge: int, mark: str = _INDENT) -> list[str]:
    """Write rows on as many lines as they need, with a mark before each label."""
    lines: list[str] = []
    for label, pieces in rows:
        beside = _filled(pieces, _ROOM - edge)
        starts = zip_longest([mark + label], beside, fillvalue=_INDENT)
        lines += [f"{start:<{len(_INDENT) + edge}}{rest}" for start, rest in starts]
    return lines


def _said(text: str) -> list[str]:
    """Write a line of words, or more lines where they do not fit."""
    return _written([("", text.split())], 0)


def _apart(*blocks: Sequence[str]) -> list[str]:
    """Put blocks one below the other, with an empty line between two."""
    first, *rest = filter(None, blocks)
    return [*first, *[line for block in rest for line in ("", *block)]]


def _faces(cards: Iterable[SeenCard]) -> list[str]:
    """Give pieces as wide as a ten, with backs for the unknown cards."""
    return [f"{_face(card):<3}" for card in cards]


def _face(card: SeenCard) -> str:
    return "▒▒" if card is None else f"{card.rank.value}{card.suit.symbol}"


# The table


def _view(view: View, pen: _Pen) -> list[str]:
    """Draw the table, with the seat that looks at it at the lower side."""
    held, on_table = _held(view, pen), _on_table(view, pen)
    captured, last = _captured(view, pen), _last(view, pen)
    edge = _edge([label for label, _ in (*held.values(), *on_table, *captured, *last)])
    title, table = _title(view, pen), _framed(_written(on_table, edge))
    told = _written(last, edge)
    if view.score is not None:
        left = table if view.pile else []
        return _apart(title, left, _score(view.score, pen), told)
    seats = {
        seat: _written([row], edge, "▸ " if seat == view.turn else _INDENT)
        for seat, row in held.items()
    }
    own = [] if view.seat is None else seats.pop(view.seat)
    others = [line for lines in seats.values() for line in lines]
    return _apart(title, others, table, own, _written(captured, edge), told)


def _title(view: View, pen: _Pen) -> list[str]:
    """Say which table it is, how far the hand has come, and who looks."""
    variant = view.variant
    if view.is_over:
        moment = [pen.say("over"), pen.say("dealer", who=pen.seats[view.dealer])]
    else:
        moment = [
            pen.say("round", n=view.round, of=variant.rounds),
            pen.say("play", n=view.ply + 1, of=PLAYS),
        ]
    who = pen.say("spectators") if view.seat is None else pen.seats[view.seat]
    parts = [pen.variant(variant), *moment, pen.say("seen by", who=who)]
    return _said(" · ".join(parts))


def _framed(lines: Iterable[str]) -> list[str]:
    """Draw the edge of the table around lines."""
    side = "─" * (_WIDTH - 2)
    inner = [f"│{line[1:]:<{_WIDTH - 2}}│" for line in lines]
    return [f"┌{side}┐", *inner, f"└{side}┘"]


def _held(view: View, pen: _Pen) -> dict[Seat, _Row]:
    """Give what each seat holds, in turn order after the seat that looks."""
    first = 0 if view.seat is None else view.seat + 1
    held: dict[Seat, _Row] = {}
    for place in range(view.variant.players):
        seat = (first + place) % view.variant.players
        who = pen.seats[seat]
        label = pen.say("dealer", who=who) if seat == view.dealer else who
        held[seat] = label, _faces(view.hands[seat]) or [pen.say("no cards")]
    return held


def _on_table(view: View, pen: _Pen) -> list[_Row]:
    """Give the pile with its top card in brackets, the hidden cards and the stock."""
    pile = _faces(view.pile[:-1]) + [f"[{_face(card)}]" for card in view.pile[-1:]]
    known = [card for card in view.stock if card is not None]
    unknown = len(view.stock) - len(known)
    stock = [_face(None), "..."][:unknown] + _faces(known)
    rows = [
        (pen.say("pile", n=len(view.pile)), pile or [pen.say("empty")]),
        (pen.say("hidden", n=len(view.hidden)), _faces(view.hidden)),
        (pen.say("stock", n=len(view.stock)), stock or [pen.say("empty")]),
    ]
    return [row for row in rows if row[1]]


def _captured(view: View, pen: _Pen) -> list[_Row]:
    """Give how many cards each side has captured, and its bonuses."""
    rows: list[_Row] = []
    for who, seats in zip(pen.sides, view.variant.sides, strict=True):
        number = sum([len(view.captured[seat]) for seat in seats])
        pieces = [pen.say("captured", cards=count("cards", number, pen.lang))]
        own = [bonus for bonus in view.bonuses if bonus.seat in seats]
        if own:
            points = sum([bonus.points for bonus in own])
            *pairs, last = [" ".join(map(_face, bonus.cards)) for bonus in own]
            pieces += [pen.say("bonus", points=points)]
            pieces += [*[f"{pair}," for pair in pairs], last]
        rows.append((who, pieces))
    return rows


def _last(view: View, pen: _Pen) -> list[_Row]:
    """Tell the last capture, the last play if it was none, and who got the rest."""
    told = view.captures[-1:]
    since = view.plays[told[0].ply :] if told else view.plays
    if told and not since:
        return [(pen.say("last play"), pen.tell(told[0]))]
    rows: list[_Row] = [
        (pen.say("last capture"), pen.tell(capture)) for capture in told
    ]
    if since:
        seat = (view.leader + view.ply - 1) % view.variant.players
        to_empty = bool(told) and len(since) == 1
        rule = Rule.EMPTY_TABLE if to_empty else Rule.NO_CAPTURE
        play = CardPlayed(seat, since[-1], rule, view.ply)
        rows.append((pen.say("last play"), pen.tell(play)))
    if view.is_over and view.last_capturer is not None:
        rest = ResidueAwarded(view.last_capturer, since, Rule.RESIDUE, view.ply)
        rows.append((pen.say("over"), pen.tell(rest)))
    return rows


# The score


def _score(score: HandScore, pen: _Pen) -> list[str]:
    """Draw each side's total and cards, below them its lines, and who has won."""
    rows: list[tuple[str, int, list[str]]] = []
    for side, who in enumerate(pen.sides):
        cards = count("cards", score.counts[side], pen.lang)
        rows.append((who, score.totals[side], [cards]))
        for line in score.lines:
            if line.side == side:
                label = f"  {line.rule.id} {line.rule.title(pen.lang)}"
                rows.append((label, line.points, _faces(line.cards)))
    edge = _edge([label for label, _, _ in rows])
    width = max([len(str(points)) for _, points, _ in rows])
    lines = [(f"{who:<{edge}}{n:>{width}}", pieces) for who, n, pieces in rows]
    winner = _said(_winner(score, pen))
    return _apart(_written(lines, edge + width + len(_GAP)), winner)


def _winner(score: HandScore, pen: _Pen) -> str:
    if not score.final:
        return pen.say("going on")
    if score.winner is None:
        return pen.say("nobody")
    return pen.say("winner", who=pen.sides[score.winner])


# The score sheet


def _match(match: Match, pen: _Pen) -> list[str]:
    """Draw a row for each hand, a column for each side, the totals and the tally."""
    hands = [
        (pen.say("hand", n=n), score.totals)
        for n, score in enumerate(match.scores, start=1)
    ]
    total, gates = pen.say("total"), pen.say("tally")
    edge = _edge([total, gates, *[label for label, _ in hands]])
    width = min(_WIDEST_COLUMN, (_ROOM - edge) // len(pen.sides))

    def row(label: str, cells: Iterable[object]) -> str:
        columns = "".join([f"{cell!s:>{width}}" for cell in cells])
        return f"{_INDENT}{label:<{edge}}{columns}"

    names = [row("", cells) for cells in _headings(pen.sides, width - len(_GAP))]
    points = [row(label, totals) for label, totals in hands]
    rule = _INDENT + "─" * (edge + width * len(pen.sides))
    tallies = [
        row("" if n else gates, cells)
        for n, cells in enumerate(_tallies(match.totals, width - len(_GAP)))
    ]
    return _apart(
        _said(_goal(match, pen)),
        [*names, *points, rule, row(total, match.totals)],
        tallies,
        _said(_outcome(match, pen)),
    )


def _goal(match: Match, pen: _Pen) -> str:
    """Say which table it is, and what ends the match."""
    option = "hands" if match.variant.target is None else "target"
    goal = describe_option(match.variant, option, pen.lang)
    return f"{pen.variant(match.variant)} · {name_of(option, pen.lang)}: {goal}"


def _headings(sides: Iterable[str], width: int) -> list[tuple[str, ...]]:
    """Break names to the width of a column."""
    words = [[_tidy(word, width) for word in side.split()] for side in sides]
    return _at_the_foot([[*_filled(pieces, width)] for pieces in words])


def _tallies(totals: Sequence[int], width: int) -> list[tuple[str, ...]]:
    """Draw gates side by side, or nothing if they are too many for a column."""
    gates = -(-max(totals) // _POINTS_IN_GATE)
    if _GATE * gates > width + 1:
        return []
    drawn = [str(tally(total)).split("\n") for total in totals]
    blocks = [[f"{line:<{max(map(len, lines))}}" for line in lines] for lines in drawn]
    return _at_the_foot(blocks)


def _at_the_foot(columns: Iterable[Sequence[str]]) -> list[tuple[str, ...]]:
    """Put columns side by side, so that all end in the same row."""
    upwards = zip_longest(*[reversed(lines) for lines in columns], fillvalue="")
    return [*upwards][::-1]


def _outcome(match: Match, pen: _Pen) -> str:
    """Say who has won, or who deals next."""
    if not match.is_over:
        return pen.say("next dealer", who=pen.seats[match.dealer])
    who = join_names([pen.sides[side] for side in match.winners], pen.lang)
    return pen.say("drawn" if len(match.winners) > 1 else "winner", who=who)

"""Score sheets: the points of a match and of a hand, on paper."""

from collections.abc import Iterator, Sequence
from operator import sub
from typing import Final

import attrs

from pisti.canvas import LARGE, SMALL, TEXT, Canvas, Labels, fit
from pisti.language import describe
from pisti.matches import Match
from pisti.scoring import HandScore, ScoreLine
from pisti.tallies import tally
from pisti.variants import Side

__all__: list[str] = []

_INSET, _HEAD, _LINE = 30, 46, 28
"""What is left free at the sides, the height of the title, and of each line."""

# The match.

_FIRST_COLUMN, _COLUMN, _LEAST_WIDTH = 84, 178, 430
_MOST_ROWS = 24
"""Of a longer match the first hands are put into one row."""
_STROKES: Final = (
    "M-2 1Q14-2 32 .5",
    "M5 0Q3.5 13 5 27",
    "M15-.5Q14 14 15.5 26.5",
    "M25 0Q26.5 12 25 27",
    "M-1 25.5Q15 28 32 25",
)
"""The strokes of a gate, as a hand draws them (rule 7.6)."""
_GATE, _GATE_GAP, _GATE_LINE, _GATES_IN_LINE, _MOST_GATES = 39, 9, 40, 4, 12


@attrs.frozen
class _Row:
    """A line of a match's sheet: which hands, and their points by side."""

    name: str
    points: tuple[int, ...]
    winner: Side | None


def match_sheet(match: Match, labels: Labels) -> Canvas:
    """Draw a match: a column for each side, a row for each hand, totals, tallies."""
    sides, rows = match.variant.sides, _rows(match)
    column = max(_COLUMN, (_LEAST_WIDTH - _FIRST_COLUMN - _INSET) / len(sides))
    columns = [_FIRST_COLUMN + column * (n + 0.5) for n in range(len(sides))]
    names = [[labels.player(seat) for seat in seats] for seats in sides]
    width = _FIRST_COLUMN + column * len(sides) + _INSET
    head = _HEAD + 22 * len(sides[0]) + 14
    foot = head + _LINE * (len(rows) + 1) + 20
    height = foot + _GATE_LINE * max(map(_tally_lines, match.totals)) + 44
    canvas = Canvas(width, height, labels.word("match"))
    canvas.told += _telling_match(match, rows, labels)
    canvas.head(labels.word("match"), _end(match, labels))
    for x, players in zip(columns, names, strict=True):
        for n, name in enumerate(players):
            short = fit(name, column - 4, TEXT)
            canvas.text(short, x, _HEAD + 22 * (n + 1), bold=True)
    canvas.rule(head - 8)
    _draw_rows(canvas, rows, columns, head)
    _draw_totals(canvas, match, columns, foot - _LINE - 8, labels)
    for x, points in zip(columns, match.totals, strict=True):
        _draw_tally(canvas, points, x, foot + 14)
    return canvas


def _rows(match: Match) -> list[_Row]:
    """List the hands, the first ones of a long match in one row."""
    early = max(0, len(match.scores) - _MOST_ROWS)
    rows = [
        _Row(str(n), score.totals, score.winner)
        for n, score in enumerate(match.scores[early:], start=early + 1)
    ]
    if early:
        totals = match.totals
        for row in rows:
            totals = tuple(map(sub, totals, row.points))
        rows.insert(0, _Row(f"1\N{EN DASH}{early}", totals, None))
    return rows


def _end(match: Match, labels: Labels) -> str:
    """Say what ends the match."""
    variant = match.variant
    if variant.target is None:
        return labels.count("hands", variant.hands or 0)
    return labels.word("target", n=variant.target)


def _draw_rows(
    canvas: Canvas, rows: Sequence[_Row], columns: Sequence[float], top: float
) -> None:
    for n, row in enumerate(rows, start=1):
        y = top + _LINE * n - 8
        canvas.text(row.name, _INSET + 4, y, paint="pale", anchor="start", size=SMALL)
        for side, (x, points) in enumerate(zip(columns, row.points, strict=True)):
            canvas.text(str(points), x, y, bold=side == row.winner)


def _draw_totals(
    canvas: Canvas, match: Match, columns: Sequence[float], y: float, labels: Labels
) -> None:
    canvas.rule(y + 8)
    foot = y + 34
    total = labels.word("total")
    canvas.text(total, _INSET + 4, foot, anchor="start", bold=True)
    for side, (x, points) in enumerate(zip(columns, match.totals, strict=True)):
        won = side in match.winners
        paint = "prize" if won else "ink"
        canvas.text(str(points), x, foot, size=LARGE, paint=paint, bold=True)
        if won:
            canvas.star(x - 15 - 6.5 * len(str(points)), foot - 7, "prize")


def _gates(points: int) -> list[int | str]:
    """Give the strokes of each gate; one gate and a number stand for many gates."""
    full, rest = divmod(tally(points).strokes, len(_STROKES))
    drawn: list[int | str] = [len(_STROKES)] * full
    if full > _MOST_GATES:
        drawn = [len(_STROKES), f"\N{MULTIPLICATION SIGN}{full}", 0, 0]
    return [*drawn, *[rest] * (rest > 0)]


def _tally_lines(points: int) -> int:
    return -(-len(_gates(points)) // _GATES_IN_LINE)


def _draw_tally(canvas: Canvas, points: int, x: float, y: float) -> None:
    """Keep points as strokes, the rest below as a number (rule 7.6)."""
    gates = _gates(points)
    left = x - (_GATE * min(_GATES_IN_LINE, len(gates)) - _GATE_GAP) / 2
    for n, gate in enumerate(gates):
        line, spot = divmod(n, _GATES_IN_LINE)
        place = (left + _GATE * spot, y + _GATE_LINE * line)
        if isinstance(gate, str):
            canvas.text(gate, place[0], place[1] + 19, anchor="start")
        else:
            for stroke in _STROKES[:gate]:
                canvas.path(stroke, *place, "pen")
    ones = str(tally(points).ones)
    canvas.text(ones, x, y + _GATE_LINE * _tally_lines(points) + 14, paint="pale")


def _telling_match(match: Match, rows: Sequence[_Row], labels: Labels) -> Iterator[str]:
    """Tell what the sheet says."""
    teams = labels.teams(match.variant)
    for row in rows:
        hand = labels.word("nth_hand", n=row.name)
        told = map("{} {}".format, teams, row.points)
        yield f"{hand}: {', '.join(told)}."
    yield from labels.results(teams, match.totals, *match.winners)


# The hand.

_WIDTH, _TITLE, _CHIPS, _CHIP = 560, 78, 340, 40
"""How wide it is, and where titles of rules, and cards beside them, begin."""
_BESIDE, _CHIPS_IN_LINE = 2, 11
"""How many cards have their place beside a title, and how many on a line."""
_GAP = 16


def hand_sheet(score: HandScore, labels: Labels) -> Canvas:
    """Draw the score of a hand: for each side its lines and its total."""
    sides = range(len(score.totals))
    names = [labels.one_side(side) for side in sides]
    height = _HEAD + 24 + (2 * _LINE + 14 + _GAP) * len(names)
    height += _LINE * sum(map(_lines_of, score.lines))
    title = labels.word("hand_score" if score.final else "so_far")
    canvas = Canvas(_WIDTH, height, title)
    canvas.told += [describe(line, labels.lang, sides=names) for line in score.lines]
    canvas.told += labels.results(names, score.totals, score.winner)
    canvas.head(title)
    foot = _HEAD + 14.0
    for side in sides:
        foot = _draw_side(canvas, score, side, foot, labels)
    return canvas


def _lines_of(line: ScoreLine) -> int:
    """Say how many lines the points of a rule take."""
    cards = len(line.cards)
    return 1 if cards <= _BESIDE else 1 - (-cards // _CHIPS_IN_LINE)


def _draw_side(
    canvas: Canvas, score: HandScore, side: Side, foot: float, labels: Labels
) -> float:
    """Draw what a side has, and give the height where it ends."""
    won = side == score.winner
    right, foot = _WIDTH - _INSET, foot + _LINE
    name = fit(labels.one_side(side), 320, TEXT + 2)
    canvas.text(name, _INSET, foot, size=TEXT + 2, anchor="start", bold=True)
    cards = labels.count("cards", score.counts[side])
    canvas.text(cards, right, foot, size=SMALL, paint="pale", anchor="end")
    canvas.rule(foot + 8)
    foot += 6
    for line in score.lines:
        if line.side == side:
            _draw_line(canvas, line, foot + _LINE - 4, labels)
            foot += _LINE * _lines_of(line)
    foot += _LINE
    paint = "prize" if won else "ink"
    total = labels.word("total")
    canvas.text(total, _TITLE, foot, anchor="start", paint=paint, bold=True)
    points = str(score.totals[side])
    canvas.text(
        points, right, foot + 1, size=LARGE, paint=paint, anchor="end", bold=True
    )
    if won:
        canvas.star(_TITLE - 18, foot - 5, "prize")
    return foot + 8 + _GAP


def _draw_line(canvas: Canvas, line: ScoreLine, y: float, labels: Labels) -> None:
    """Write the points by one rule, with the cards that earn them."""
    canvas.text(line.rule.id, _INSET, y, size=SMALL, paint="pale", anchor="start")
    title = fit(line.rule.title(labels.lang), _CHIPS - _TITLE - 24, TEXT)
    canvas.text(title, _TITLE, y, anchor="start")
    canvas.text(str(line.points), _WIDTH - _INSET, y, anchor="end")
    beside = len(line.cards) <= _BESIDE
    for n, card in enumerate(line.cards):
        row, column = divmod(n, _CHIPS_IN_LINE)
        left, below = (_CHIPS, 0) if beside else (_TITLE, row + 1)
        canvas.chip(card, left + 17 + _CHIP * column, y - 5 + _LINE * below)

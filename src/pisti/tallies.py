"""The gate tally: points kept as strokes (rule 7.6)."""

import attrs

from pisti.errors import MatchError, shown
from pisti.rules import Rule

__all__ = ["GateTally", "tally"]

_STROKES_IN_GATE = 5
# A gate as it grows: bar, first post, second post, third post, lower bar.
_DRAWINGS = (
    ("───", "   ", "   "),
    ("┬──", "│  ", "╵  "),
    ("┬┬─", "││ ", "╵╵ "),
    ("┬┬┬", "│││", "╵╵╵"),
    ("┬┬┬", "│││", "┴┴┴"),
)


@attrs.frozen
class GateTally:
    """
    Points as they are kept at the table; `str` draws them.

    Five strokes make a gate of fifty points.
    """

    strokes: int
    """Strokes drawn, one for every ten points."""
    ones: int
    """The rest below ten, written as a number."""

    @property
    def points(self) -> int:
        """The points that the tally stands for."""
        return 10 * self.strokes + self.ones

    @property
    def gates(self) -> tuple[int, ...]:
        """The strokes of each gate, five in all but the last."""
        full, open_strokes = divmod(self.strokes, _STROKES_IN_GATE)
        return (_STROKES_IN_GATE,) * full + (open_strokes,) * (open_strokes > 0)

    def __str__(self) -> str:
        """Draw the gates side by side, and the rest as a number below."""
        drawn = [_DRAWINGS[strokes - 1] for strokes in self.gates]
        rows = [" ".join(row).rstrip() for row in zip(*drawn, strict=True)]
        return "\n".join([*rows, str(self.ones)])


def tally(points: int) -> GateTally:
    """
    Keep points as a gate tally (rule 7.6).

    Raises:
        MatchError: If *points* is not a whole number from 0.

    Examples:
        >>> from pisti import tally
        >>> tally(157).gates, tally(157).ones
        ((5, 5, 5), 7)
        >>> print(tally(73))
        ┬┬┬ ┬──
        │││ │
        ┴┴┴ ╵
        3
    """
    if type(points) is not int or points < 0:
        raise MatchError(
            f"a tally keeps a whole number of points from 0, not {shown(points)}",
            rule=Rule.GATE_TALLY,
        )
    return GateTally(*divmod(points, 10))

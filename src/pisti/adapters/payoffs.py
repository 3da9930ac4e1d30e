"""What a hand is worth to each seat: the margin of its side."""

from collections.abc import Sequence

from pisti.scoring import score_cards
from pisti.variants import PLAYS, Variant
from pisti.views import View


def margins(variant: Variant, totals: Sequence[float]) -> list[float]:
    """
    Give each seat the points of its side, less the mean of the other sides'.

    Their sum is 0: partners get the same, and there are as many of them on each side.
    """
    others = len(totals) - 1
    everything = sum(totals)
    by_side = [own - (everything - own) / others for own in totals]
    return [by_side[variant.side_of(seat)] for seat in range(variant.players)]


def known_totals(view: View) -> Sequence[int]:
    """Give the points by side that this view can count, at the end all of them."""
    if view.score is not None:
        return view.score.totals
    heaps = [
        [card for seat in side for card in view.captured[seat] if card is not None]
        for side in view.variant.sides
    ]
    return score_cards(view.variant, heaps, view.bonuses, final=False).totals


def widest_margin(variant: Variant) -> float:
    """Give a number of points that no margin can exceed, at least 1."""
    # A lone card has to be played before each bonus, but for that on the up-card.
    bonus = max(
        variant.pisti_points, variant.double_pisti_points, variant.jack_pisti_points
    )
    cards = sum(variant.points_by_card.values())
    return float(max(1, cards + variant.majority_points + bonus * PLAYS // 2))

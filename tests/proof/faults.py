"""
Plant wrong rules in copies of the library, and see which proofs find them.

A proof that never fails proves little. Each fault below replaces one piece of the
library's source by another that is as short and nearly right; the proofs then run
against that copy in their short form. The command says which proofs found which
fault, and fails if one was found by none:

    python tests/proof/faults.py
    python tests/proof/faults.py residue-to-the-wrong-seat
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src" / "pisti"


class Fault(NamedTuple):
    """A piece of the source, and what stands there instead."""

    module: str
    right: str
    wrong: str


FAULTS = {
    # Chapter 2
    "search-looks-at-two-cards": Fault(
        "packs.py",
        "while depth < len(lifted) and",
        "while depth < min(2, len(lifted)) and",
    ),
    "searched-jacks-change-order": Fault(
        "packs.py", "*lifted[-jacks:], found)", "*lifted[: -jacks - 1 : -1], found)"
    ),
    "kept-jack-as-if-the-layout-came-first": Fault(
        "packs.py",
        "    return before\n",
        "    return before + LAYOUT_SIZE\n",
    ),
    # Chapter 3
    "dealer-served-first": Fault(
        "dealing.py", "first = players - 1 - dealer", "first = players - dealer"
    ),
    "three-jacks-void": Fault(
        "dealing.py", "all(map(is_jack, layout))", "all(map(is_jack, layout[1:]))"
    ),
    "second-jack-not-buried": Fault(
        "dealing.py",
        "takewhile(is_jack, stock)",
        "takewhile(is_jack, stock[:0])",
    ),
    "jacks-turned-in-the-order-dealt": Fault(
        "dealing.py", "takewhile(is_jack, layout[:0:-1])", "takewhile(is_jack, layout)"
    ),
    "only-a-top-jack-dealt-again": Fault(
        "dealing.py",
        "variant.layout_redeal is LayoutRedeal.TOP_JACK_OR_PAIR and top_pair",
        "variant.layout_redeal is LayoutRedeal.ANY_PAIR and top_pair",
    ),
    "pairs-only-side-by-side": Fault(
        "dealing.py",
        "any_pair = len(set(ranks)) < len(ranks)",
        "any_pair = any(one is two for one, two in zip(ranks, ranks[1:]))",
    ),
    # Chapter 4
    "leader-is-the-dealer-s-left-always": Fault(
        "state.py",
        "self.dealer if self.variant.leader is Leader.DEALER else self.eldest",
        "self.eldest if self.variant.leader is Leader.DEALER else self.eldest",
    ),
    "jack-captures-an-empty-table": Fault(
        "judging.py",
        "return bool(pile) and (card.rank is pile[-1].rank or card.rank is _JACK)",
        "return card.rank is _JACK or (bool(pile) and card.rank is pile[-1].rank)",
    ),
    "bottom-of-the-pile-compared": Fault(
        "judging.py", "card.rank is pile[-1].rank", "card.rank is pile[0].rank"
    ),
    "hidden-cards-left-behind": Fault(
        "play.py", "state.hidden + taken, bonuses", "taken, bonuses"
    ),
    "hidden-cards-not-shown-to-the-partner": Fault(
        "play.py",
        "return variant.sides[variant.side_of(capturer)]",
        "return (capturer,)",
    ),
    "residue-to-the-wrong-seat": Fault(
        "play.py",
        "_award(won, won.last_capturer, pile, won.bonuses)",
        "_award(won, turn, pile, won.bonuses)",
    ),
    "one-card-is-no-residue": Fault(
        "play.py",
        "elif won.last_capturer is not None:\n            won",
        "elif won.last_capturer is not None and len(pile) > 1:\n            won",
    ),
    # Chapter 5
    "last-play-one-too-early": Fault(
        "judging.py", "if play == PLAYS and not", "if play == PLAYS - 1 and not"
    ),
    "last-round-denied": Fault(
        "judging.py", "if play == PLAYS and not", "if play >= PLAYS - 1 and not"
    ),
    "plays-counted-from-zero": Fault(
        "play.py", "play = len(state.plays) + 1", "play = len(state.plays)"
    ),
    "double-pisti-paid-as-a-pisti": Fault(
        "judging.py",
        "points, rule = variant.double_pisti_points, Rule.DOUBLE_PISTI",
        "points, rule = variant.pisti_points, Rule.DOUBLE_PISTI",
    ),
    "jack-on-a-lone-jack-denied": Fault(
        "judging.py",
        "if card.rank is not lone.rank:",
        "if card.rank is not lone.rank or card.rank is _JACK:",
    ),
    "jack-on-another-rank-denied-though-paid": Fault(
        "judging.py", "        if not points:\n", "        if points >= 0:\n"
    ),
    "pisti-on-two-cards": Fault(
        "play.py", "    if len(pile) == 1:\n", "    if len(pile) in {1, 2}:\n"
    ),
    # Chapter 6
    "majority-on-a-tie": Fault(
        "scoring.py",
        "majority = strict_leader(counts) if final else None",
        "majority = counts.index(max(counts)) if final else None",
    ),
    "drawn-hand-won": Fault(
        "scoring.py",
        "winner = strict_leader(totals) if final else None",
        "winner = totals.index(max(totals)) if final else None",
    ),
    "ten-of-diamonds-counts-as-ten-too": Fault(
        "variants.py",
        "table.get(card, table.get(card.rank))",
        "table.get(card, 0) + table.get(card.rank, 0)",
    ),
    "partner-s-pisti-not-counted": Fault(
        "scoring.py",
        "if bonus.seat in variant.sides[side]",
        "if bonus.seat == side",
    ),
}


def plant(fault: Fault, source: Path) -> None:
    """
    Change a copy of the library.

    Raises:
        ValueError: If the piece to be replaced is not there just once.
    """
    module = source / fault.module
    text = module.read_text("utf-8")
    if text.count(fault.right) != 1:
        raise ValueError(f"not once in {fault.module}: {fault.right}")
    module.write_text(text.replace(fault.right, fault.wrong), "utf-8")


def found_by(fault: Fault) -> list[str]:
    """Name the proofs that fail in a copy of the library with this fault."""
    with TemporaryDirectory() as directory:
        copy = Path(directory, "pisti")
        shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        plant(fault, copy)
        run = subprocess.run(  # noqa: S603 - our own command
            [sys.executable, HERE / "exhaustive.py", "--short"],
            env={**os.environ, "PYTHONPATH": directory},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    fails = [line.split()[0] for line in run.stdout.splitlines() if " fails: " in line]
    if run.returncode not in {0, 1} or (run.returncode == 1 and not fails):
        raise RuntimeError(run.stderr)
    return fails


def main() -> int:
    """Plant all faults, or those that are named."""
    missed = 0
    for name in sys.argv[1:] or FAULTS:
        found = found_by(FAULTS[name])
        missed += not found
        print(f"{name:40} {' '.join(found) or 'NOT FOUND'}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

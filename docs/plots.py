"""Draw the figures of `docs/results.py` and of `docs/count.py`, in light and in dark."""

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from docs.generate.results import (
    CONTESTED,
    COUNTS,
    PLAYERS,
    digest,
    label_of,
    share_of,
    stands_out,
)
from pisti import VARIANTS, Variant, name_of

Figures = Mapping[str, Any]


@attrs.frozen
class Theme:
    """Colours that can be told apart on a background, by colour-blind people too."""

    text: str
    grid: str
    colours: tuple[str, str, str]


# Of Okabe and Ito's palette, those that are dark enough or light enough.
THEMES = {
    "light": Theme("#212121", "#bdbdbd", ("#0072b2", "#d55e00", "#009e73")),
    "dark": Theme("#e0e3ea", "#5c6070", ("#56b4e9", "#e69f00", "#2fc79b")),
}
MARKS = ("o", "D", "s")

STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 11,
    "svg.fonttype": "path",
    "svg.hashsalt": "pisti",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "ytick.left": False,
    "legend.frameon": False,
    "errorbar.capsize": 2.5,
}
WIDTH = 5.0
"""Inches: a picture is as wide as a phone, so that its text is as large as the page's."""


def draw_all(file: Path, folder: Path, names: Iterable[str] | None = None) -> None:
    """Draw pictures of the figures in a file: those that are named, or all."""
    figures = tomllib.loads(file.read_text("utf-8"))
    figures["counts"] = tomllib.loads(COUNTS.read_text("utf-8"))
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or PICTURES:
        for scheme, theme in THEMES.items():
            with mpl.rc_context(STYLE | colours_of(theme)):
                figure = PICTURES[name](figures, theme)
            # No date and no version, so that equal figures give equal files.
            metadata = {"Date": None, "Creator": None, "Identifier": digest(file)}
            path = folder / f"results-{name}-{scheme}.svg"
            with mpl.rc_context(STYLE):
                figure.savefig(path, transparent=True, metadata=metadata)


def colours_of(theme: Theme) -> dict[Any, Any]:
    """Give the settings that are different in light and in dark."""
    text = ("text.color", "axes.labelcolor", "xtick.labelcolor", "ytick.labelcolor")
    lines = ("axes.edgecolor", "xtick.color", "ytick.color", "grid.color")
    return dict.fromkeys(text, theme.text) | dict.fromkeys(lines, theme.grid)


def rows_of(labels: Iterable[str], x_label: str) -> tuple[Figure, Axes]:
    """Begin a picture with a labelled row for each of some things, top down."""
    texts = list(labels)
    row = 0.32 + 0.1 * max((text.count("\n") for text in texts), default=0)
    height = row * len(texts) + 1
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    axes = figure.add_subplot()
    axes.set_yticks(range(len(texts)), texts)
    axes.set_ylim(len(texts) - 0.5, -0.5)
    axes.set_xlabel(x_label)
    axes.grid(axis="x", linewidth=0.6, alpha=0.6)
    axes.set_axisbelow(True)
    return figure, axes


def legend_above(figure: Figure, columns: int) -> None:
    """Say above the picture what the colours mean."""
    figure.legend(
        loc="outside upper center", ncols=columns, handletextpad=0.4, columnspacing=1.2
    )


def marks(
    axes: Axes,
    theme: Theme,
    n: int,
    points: Iterable[tuple[float, Sequence[float]]],
    label: str,
) -> None:
    """Mark estimates with their intervals, each in its row."""
    rows, estimates = zip(*points, strict=True)
    axes.errorbar(
        [mean for mean, _ in estimates],
        rows,
        xerr=[margin for _, margin in estimates],
        fmt=MARKS[n],
        color=theme.colours[n],
        markersize=5,
        elinewidth=1.5,
        label=label,
    )


def preset_names() -> list[str]:
    """Give the names of the presets as people know them."""
    return [name_of(variant) for variant in VARIANTS.values()]


def draw_points(figures: Figures, theme: Theme) -> Figure:
    """Draw what the points of a hand are for."""
    figure, axes = rows_of(preset_names(), "points a hand, all sides together")
    tables = [figures["tables"][name] for name in VARIANTS]
    left = [0.0] * len(tables)
    sources = {"cards": "cards", "majority": "majority", "pistis": "piştis"}
    for colour, (key, label) in zip(theme.colours, sources.items(), strict=True):
        widths = [table[key][0] for table in tables]
        axes.barh(range(len(tables)), widths, 0.7, left, color=colour, label=label)
        left = [start + width for start, width in zip(left, widths, strict=True)]
    axes.errorbar(
        left,
        range(len(tables)),
        xerr=[table["points"][1] for table in tables],
        fmt="none",
        ecolor=theme.text,
        elinewidth=1.5,
    )
    legend_above(figure, 3)
    return figure


def draw_leading(figures: Figures, theme: Theme) -> Figure:
    """Draw what it is worth to lead, with two players."""
    figure, axes = rows_of(preset_names(), "points a hand more than the dealer")
    axes.axvline(0, color=theme.text, linewidth=1)
    for n, (key, label) in enumerate(PLAYERS.items()):
        rows = [
            (row + 0.3 * (n - 0.5), figures["tables"][name][key])
            for row, name in enumerate(VARIANTS)
        ]
        marks(axes, theme, n, rows, label)
    legend_above(figure, 2)
    return figure


def draw_contested(figures: Figures, theme: Theme) -> Figure:
    """Draw how often what is contested happens, each preset a mark."""
    figure, axes = rows_of(CONTESTED.values(), "of all hands, in per cent")
    counts = figures["counts"]
    for n, label in enumerate(("random play", "greedy play")):
        rows = [
            (row + 0.3 * (n - 0.5), share_of(counts, key, preset, n))
            for row, key in enumerate(CONTESTED)
            for preset in VARIANTS
            if preset in counts[key]
        ]
        marks(axes, theme, n, rows, label)
    axes.set_xlim(left=-0.01)
    axes.xaxis.set_major_formatter(per_cent())
    legend_above(figure, 2)
    return figure


def draw_matches(figures: Figures, theme: Theme) -> Figure:
    """Draw how long matches in partnership are."""
    figure = Figure(figsize=(WIDTH, 3.4), layout="constrained")
    axes = figure.add_subplot()
    for n, (target, table) in enumerate(figures["matches"]["partnership"].items()):
        means, margins = zip(*table["lengths"], strict=True)
        axes.errorbar(
            range(1, len(means) + 1),
            means,
            yerr=margins,
            fmt=f"-{MARKS[n]}",
            color=theme.colours[n],
            markersize=4,
            linewidth=1.2,
            label=target.replace("_", " "),
        )
    axes.set_xlabel("hands in the match")
    axes.set_ylabel("of all matches, in per cent")
    axes.set_ylim(bottom=0)
    axes.set_xlim(left=0)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(per_cent())
    axes.grid(axis="y", linewidth=0.6, alpha=0.6)
    axes.set_axisbelow(True)
    legend_above(figure, 3)
    return figure


def per_cent() -> FuncFormatter:
    """Write shares in per cent."""
    return FuncFormatter(lambda share, _: f"{100 * share:.0f}")


def draw_options(key: str, unit: str) -> Callable[[Figures, Theme], Figure]:
    """Draw the changes of options that show."""

    def draw(figures: Figures, theme: Theme) -> Figure:
        options = figures["options"]
        changes = [(base, c) for base, table in options.items() for c in table]
        order = list(attrs.fields_dict(Variant))
        changes.sort(key=lambda pair: order.index(pair[1]["option"]))
        shown = {
            label_of(*pair) for pair in changes if stands_out(options, pair[1], key)
        }
        labels = [
            label
            for label in dict.fromkeys(label_of(*pair) for pair in changes)
            if label in shown
        ]
        figure, axes = rows_of(labels, unit)
        axes.axvline(0, color=theme.text, linewidth=1)
        for n, (base, table) in enumerate(options.items()):
            by_label = {label_of(base, change): change[key] for change in table}
            rows = [
                (row + 0.3 * (n - 0.5), by_label[label])
                for row, label in enumerate(labels)
                if label in by_label
            ]
            marks(axes, theme, n, rows, name_of(VARIANTS[base]))
        legend_above(figure, 2)
        return figure

    return draw


PICTURES: Mapping[str, Callable[[Figures, Theme], Figure]] = {
    "points": draw_points,
    "leading": draw_leading,
    "contested": draw_contested,
    "matches": draw_matches,
    "options": draw_options("points", "points a hand more than at the preset"),
}

"""What the game is like: the figures of `docs/results.py` in tables and sentences."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from hashlib import sha256
from math import floor, log10, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

import attrs

from docs.generate import markdown
from pisti import VARIANTS, Variant, describe_option, name_of
from pisti.notation import parse_option

FILE = markdown.DOCS / "results.toml"
COUNTS = markdown.DOCS / "counts.toml"
TEXT = Path(__file__).with_name("results.md")

PLAYERS = {"lead": "counting players", "greedy_lead": "greedy players"}
"""Whose lead is measured, by the name of the figure."""

CONTESTED = {
    "last_play_double": "last play: a jack\ntakes a lone jack",
    "last_play_match": "last play takes\na lone equal card",
    "first_play_match": "first play takes\nthe up-card by rank",
    "jack_up": "a jack is turned up\n(pack not cut)",
    "cut_jack": "the cut shows a jack",
    "layout_top_pair": "open layout: its top\ntwo cards are equal",
    "majority_tie": "sides tie for\nthe most cards",
    "residue_decides_majority": "cards left over\ndecide the majority",
    "drawn_hand": "the hand is drawn",
}
"""What is counted in shares of all hands, as pictures say it."""

SHORT = {
    "jack_pisti_points": "jack on a lone card",
    "hidden_seen_by": "hidden cards seen by",
    "layout_redeal": "open layout redealt",
    "card_points": "points of cards",
}
"""Names of options that are too long for a picture, or their values."""
SHORT_VALUES = {"card_points": "as in Pişpirik"}

DEVIATES = NormalDist().inv_cdf(0.975)
SPACE = "\N{NO-BREAK SPACE}"


@attrs.frozen
class Figure:
    """A mean with half of its interval, which formats as both: `.2f` or `.1%`."""

    mean: float
    margin: float

    def __format__(self, form: str) -> str:
        """Write `12.34 ± 0.05` or `12.3 ± 0.4 %`, the margin to two digits at most."""
        if form.endswith("%"):
            in_per_cent = Figure(100 * self.mean, 100 * self.margin)
            return format(in_per_cent, form.replace("%", "f")) + f"{SPACE}%"
        if not self.margin:
            return f"exactly{SPACE}{self.mean:g}"
        sign, _, asked = form.rstrip("f").rpartition(".")
        digits = max(0, min(int(asked), 1 - floor(log10(self.margin))))
        mean = f"{self.mean:{sign}.{digits}f}".replace("-", "\N{MINUS SIGN}")
        return f"{mean}{SPACE}±{SPACE}{self.margin:.{digits}f}"


def page() -> str:
    """Write the page."""
    figures = readable(tomllib.loads(FILE.read_text("utf-8")))
    tables = {
        f"table_of_{name}": "\n".join(rows(figures)) for name, rows in TABLES.items()
    }
    text = TEXT.read_text("utf-8").format(**figures, **tables, **picked(figures))
    return markdown.finish(text.splitlines(), "en")


def readable(value: Any) -> Any:
    """Make figures of all pairs of numbers."""
    match value:
        case [int() | float() as mean, int() | float() as margin]:
            return Figure(mean, margin)
        case dict():
            return {key: readable(inner) for key, inner in value.items()}
        case list():
            return [readable(inner) for inner in value]
    return value


# Tables


def _by_source(figures: Mapping[str, Any]) -> Iterator[str]:
    head = ["", "points", "cards", "majority", "piştis", "share of piştis", "greedy"]
    rows = [
        [
            _preset(name),
            *[f"{table[key]:.2f}" for key in ("points", "cards", "majority", "pistis")],
            f"{table['shares']['pistis']:.1%}",
            f"{table['greedy_points']:.2f}",
        ]
        for name, table in figures["tables"].items()
    ]
    return _wide(head, rows)


def _by_place(figures: Mapping[str, Any]) -> Iterator[str]:
    head = ["", "leads", "second", "third", "last", "spread"]
    head += [f"{many} or more" for many in figures["tables"]["classic"]["at_least"]]
    rows = []
    for name, table in figures["tables"].items():
        *others, last = [f"{place:.2f}" for place in table["places"]]
        others += ["—"] * (3 - len(others))
        rows.append(
            [
                *(_preset(name), *others, last, f"{table['spread']:.2f}"),
                *[f"{share:.1%}" for share in table["at_least"].values()],
            ]
        )
    return _wide(head, rows)


def _of_leading(figures: Mapping[str, Any]) -> Iterator[str]:
    head = ["", *PLAYERS.values(), "hands won by who leads (counting)", "by the dealer"]
    rows = [
        [
            _preset(name),
            *[f"{table[key]:+.2f}" for key in PLAYERS],
            *[f"{table['won'][place]:.1%}" for place in (0, -1)],
        ]
        for name, table in figures["tables"].items()
    ]
    return _wide(head, rows)


def _of_contested(_: Mapping[str, Any]) -> Iterator[str]:
    rulings: dict[str, str] = {}
    for slug, ruling in markdown.load("rulings.toml").items():
        rulings = dict.fromkeys(ruling["counts"], slug) | rulings
    counts = markdown.load("counts.toml")
    rows = [
        [
            f"[{counts[key]['en']}](../rules/rulings.md#{rulings[key]})",
            *[_range(key, n) for n in (0, 1)],
        ]
        for key in CONTESTED
    ]
    return _wide(["", "random play", "greedy play"], rows)


def _range(key: str, player: int) -> str:
    """Give the lowest and the highest preset, with the wider of their intervals."""
    counts = markdown.load("counts.toml")
    shares = [
        share_of(counts, key, preset, player)
        for preset in VARIANTS
        if preset in counts[key]
    ]
    (low, _), (high, margin) = min(shares), max(shares)
    return f"{100 * low:.2f} to{SPACE}{Figure(high, margin):.2%}"


def _by_target(key: str, form: str, figures: Mapping[str, Any]) -> Iterator[str]:
    targets = figures["matches"]["classic"]
    rows = [
        [
            _preset(name),
            *[
                _own(name, target, format(table[target][key], form))
                for target in targets
            ],
        ]
        for name, table in figures["matches"].items()
    ]
    return _wide(["", *[target.replace("_", " ") for target in targets]], rows)


def _own(name: str, target: str, text: str) -> str:
    """Print in bold what is for the preset's own target."""
    return f"**{text}**" if target == f"to_{VARIANTS[name].target}" else text


def _of_options(base: str, figures: Mapping[str, Any]) -> Iterator[str]:
    rows = []
    for change in figures["options"][base]:
        before, after = tables_of(base, change)
        option = change["option"]
        given = [
            f"{name_of(name)}: {describe_option(before, name)}"
            for name in (pair.partition("=")[0] for pair in change["given"])
        ]
        rows.append(
            [
                f"[{name_of(option)}](../reference/options.md#{option})"
                + f"<br><small>with {'; '.join(given)}</small>" * bool(given),
                describe_option(before, option),
                describe_option(after, option),
                *[
                    _effect(figures["options"], change, key)
                    for key in ("points", "lead")
                ],
            ]
        )
    return _wide(["option", "instead of", "now", "points a hand", "lead"], rows)


def _effect(options: Mapping[str, Any], change: Mapping[str, Any], key: str) -> str:
    text = f"{change[key]:+.2f}"
    return f"**{text}**" if stands_out(options, change, key) else text


def _wide(head: list[str], rows: list[list[str]]) -> Iterator[str]:
    yield '<div class="wide" markdown>'
    yield ""
    yield from markdown.table(head, rows)
    yield ""
    yield "</div>"


def _preset(name: str) -> str:
    return f"[{name_of(VARIANTS[name])}](../rules/tables/{name}.md)"


TABLES: Mapping[str, Callable[[Mapping[str, Any]], Iterator[str]]] = {
    "sources": _by_source,
    "places": _by_place,
    "leading": _of_leading,
    "contested": _of_contested,
    "matches": partial(_by_target, "hands", ".2f"),
    "first_leaders": partial(_by_target, "first_leader_wins", ".1%"),
    "options_classic": partial(_of_options, "classic"),
    "options_partnership": partial(_of_options, "partnership"),
}


# Sentences


def picked(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Give what sentences say of single options, and of the counts."""
    options = figures["options"]
    classic = partial(effect, options, "classic")
    partnership = partial(effect, options, "partnership")
    return {
        "counted_hands": markdown.load("counts.toml")["hands"],
        "comparisons": comparisons(options),
        "quiet_options": ", ".join(quiet_options(options)),
        "leading_without_last_play": classic("pisti_on_last_play", "no")["lead"],
        "leading_with_first_play": classic("pisti_on_first_play", "yes")["lead"],
        "jack_10_points": classic("jack_pisti_points", "10")["points"],
        "jack_20_points": classic("jack_pisti_points", "20")["points"],
        "no_majority_points": partnership("majority_points", "0")["points"],
    }


def effect(
    options: Mapping[str, Any], base: str, option: str, value: str
) -> Mapping[str, Any]:
    """Give the figures of one change."""
    (found,) = [
        change
        for change in options[base]
        if (change["option"], change["to"]) == (option, value)
    ]
    figures: Mapping[str, Any] = found
    return figures


def quiet_options(options: Mapping[str, Any]) -> list[str]:
    """Name the options of which no value stands out in anything."""
    heard: dict[str, bool] = {}
    for change in (change for table in options.values() for change in table):
        loud = any(stands_out(options, change, key) for key in ("points", "lead"))
        heard[change["option"]] = heard.get(change["option"], False) or loud
    return [name_of(option) for option, loud in heard.items() if not loud]


# What is drawn too


def digest(file: Path = FILE) -> str:
    """Name the figures that pictures are drawn from."""
    return sha256(file.read_bytes() + COUNTS.read_bytes()).hexdigest()


def share_of(
    counts: Mapping[str, Any], key: str, preset: str, player: int
) -> tuple[float, float]:
    """Give a counted share of all hands, and half of its interval."""
    share = counts[key][preset][player]
    return share, DEVIATES * sqrt(share * (1 - share) / counts["hands"])


def tables_of(base: str, change: Mapping[str, Any]) -> tuple[Variant, Variant]:
    """Give the tables that a change compares."""
    given = dict(pair.split("=") for pair in change["given"])
    options = {name: parse_option(name, text) for name, text in given.items()}
    before = attrs.evolve(VARIANTS[base], **options)
    option = change["option"]
    return before, attrs.evolve(before, **{option: parse_option(option, change["to"])})


def label_of(base: str, change: Mapping[str, Any]) -> str:
    """Name what was changed, and to what, in two short lines."""
    option, (_, after) = change["option"], tables_of(base, change)
    value = SHORT_VALUES.get(option) or describe_option(after, option)
    return f"{SHORT.get(option) or name_of(option)}:\n{value}"


def stands_out(options: Mapping[str, Any], change: Mapping[str, Any], key: str) -> bool:
    """
    Say whether chance would hardly show such a change anywhere among all of them.

    Twenty comparisons by 95 % intervals find something where nothing is, so the
    interval is made wider, as Bonferroni does, until all of them together hold with 95 %.
    """
    figure = change[key]
    mean, margin = figure if isinstance(figure, list) else attrs.astuple(figure)
    return bool(abs(mean) > _wider(comparisons(options)) * margin)


def comparisons(options: Mapping[str, Any]) -> int:
    """Count the figures of all changes, two of each."""
    return 2 * sum(map(len, options.values()))


@cache
def _wider(comparisons: int) -> float:
    """Give how much wider an interval has to be, one of so many."""
    return NormalDist().inv_cdf(1 - 0.025 / comparisons) / DEVIATES

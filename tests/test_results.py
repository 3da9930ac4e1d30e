"""What the game is like: how it is measured, and what the documentation says of it."""

import os
import re
import tomllib
from importlib.util import find_spec
from math import isclose, sqrt
from pathlib import Path
from typing import Any

import attrs
import pytest

from docs import results
from docs.generate import results as page
from docs.results import Played
from pisti import CLASSIC, COFFEEHOUSE, PARTNERSHIP, VARIANTS, Variant, new_match
from pisti.players import counting, greedy
from pisti.simulation import advantage, play_hand, simulate

DOCS = Path(__file__).parent.parent / "docs"
KEPT = tomllib.loads((DOCS / "results.toml").read_text("utf-8"))
NORMAL = 1.959964
"""A standard normal deviate stays within this, in absolute value, with 95 %."""

# Points of the cards in a pack: four aces, four jacks, the two of clubs, the ten of
# diamonds; or all aces and court cards, the two of clubs, three tens and the fourth.
POINTS_OF_A_PACK = {
    **dict.fromkeys(VARIANTS, 4 + 4 + 2 + 3),
    **dict.fromkeys(("pispirik", "xeri", "xeri-partnership"), 4 * 4 + 1 + 3 + 2),
}


# Statistics


def test_an_interval_is_that_of_a_mean() -> None:
    """Of 1, 2, 3 and 4 the variance is 5/3, so that of the mean 5/12."""
    estimate = results.interval([1, 2, 3, 4])

    assert estimate.mean == 2.5
    assert isclose(estimate.margin, NORMAL * sqrt(5 / 12), rel_tol=1e-6)


def test_a_ratio_is_that_of_the_sums() -> None:
    """Of 2 and 4 the parts 1 and 3 are 2/3, with residuals of 1/9 either way."""
    estimate = results.ratio([1, 3], [2, 4])

    assert isclose(estimate.mean, 2 / 3)
    assert isclose(estimate.margin, NORMAL / 9, rel_tol=1e-6)


def test_a_ratio_of_constant_parts_is_sure() -> None:
    """If each part is half of its whole, the share has no error."""
    estimate = results.ratio([1, 2, 5], [2, 4, 10])

    assert (estimate.mean, estimate.margin) == (0.5, 0)


def test_a_spread_is_a_standard_deviation() -> None:
    """Of 0, 3 and 3 it is √3; the squares 4, 1 and 1 deviate by √3, their mean by 1."""
    estimate = results.spread([0, 3, 3])

    assert isclose(estimate.mean, sqrt(3))
    assert isclose(estimate.margin, NORMAL / (2 * sqrt(3)), rel_tol=1e-6)


def test_a_counted_share_has_the_interval_of_a_share() -> None:
    """A tenth of 900 has a standard error of 1 %."""
    counts = {"hands": 900, "key": {"classic": [0.1, 0.5]}}

    share, margin = page.share_of(counts, "key", "classic", 0)

    assert share == 0.1
    assert isclose(margin, NORMAL / 100, rel_tol=1e-6)


def test_what_stands_out_holds_among_all_comparisons() -> None:
    """Of 100 comparisons, 2 by each of 50 changes, one needs 3.48 standard errors."""
    error, quiet = 1 / NORMAL, {"points": [0, 1], "lead": [0, 1]}

    def shows(deviates: float) -> bool:
        change = {"points": [-deviates * error, 1], "lead": [0, 1]}
        return page.stands_out({"classic": [quiet] * 49 + [change]}, change, "points")

    assert shows(3.49)
    assert not shows(3.47)


# Hands


@pytest.mark.parametrize("name", list(VARIANTS))
def test_points_are_those_of_cards_majority_and_pistis(name: str) -> None:
    """Each hand has all card points of the pack, 3 for a majority, 10s and 20s."""
    variant = VARIANTS[name]
    columns = results.play(counting, variant, 25, 3, workers=1)
    sources = results.points_by_source(columns, variant)

    assert sources["cards"] == [POINTS_OF_A_PACK[name]] * 25
    assert set(sources["majority"]) <= {0, 3}
    assert all(points % 10 == 0 for points in sources["pistis"])
    assert len(set(sources["pistis"])) > 1
    totals = map(sum, zip(*sources.values(), strict=True))
    assert list(totals) == results.together(columns, "points")


def test_the_lead_is_that_of_the_seat_after_the_dealer() -> None:
    """Where there are two sides, it is the advantage of the first."""
    columns = results.play(greedy, PARTNERSHIP, 30, 3, workers=1)

    assert results.interval(results.leads(columns)) == advantage(columns)


def test_the_lead_of_three_is_over_the_dealer() -> None:
    """What the seat between has does not matter."""
    columns = {"points_0": [10, 3], "points_1": [50, 1], "points_2": [4, 8]}

    assert results.leads(columns) == [6, -5]


def test_one_player_gains_nothing_by_mirrored_play() -> None:
    """A pack from each side is the same hand again, so that packs are played once."""
    columns = simulate([counting] * 2, hands=10, rng=3, mirrored=True)

    assert columns["points_0"][::2] == columns["points_1"][1::2]
    assert columns["points_1"][::2] == columns["points_0"][1::2]


# Matches


def test_matches_are_hands_with_the_deal_passing_on() -> None:
    """Place 0 is side 0 in the first hand of a match and side 1 in the second."""
    hands = [(30, 25), (0, 20), (5, 60), (1, 1)]

    assert list(results.matches(hands, 50)) == [Played(2, 0, 0), Played(1, 1, 1)]


def test_a_tie_at_the_target_goes_on() -> None:
    """A match ends when a side alone has the highest total."""
    hands = [(10, 10), (0, 0), (3, 2), (9, 9), (2, 8)]

    assert list(results.matches(hands, 10)) == [Played(3, None, 0), Played(2, None, 0)]


@pytest.mark.parametrize("name", ["coffeehouse", "partnership", "three-player"])
def test_matches_are_those_that_the_library_plays(name: str) -> None:
    """Put together or played hand after hand, matches are the same."""
    variant, seed = attrs.evolve(VARIANTS[name], target=31), 5
    players = [greedy] * variant.players
    columns = simulate(players, variant, hands=12, rng=seed)
    ended = list(results.matches(results.of_each_side(columns, "points"), 31))
    assert ended

    hand = 0
    for played in ended:
        match = new_match(variant, dealer=variant.players - 1)
        while not match.is_over:
            dealt = play_hand(
                players, variant, seed=seed, hand=hand, dealer=match.dealer
            )
            match, hand = match.add(dealt), hand + 1
        first = match.scores[0].winner
        assert played == Played(len(match.scores), first, *match.winners)


# Options


def test_every_option_is_changed_that_can_matter_in_a_hand() -> None:
    """What is not changed says who plays, or when a match ends."""
    elsewhere = {"players", "partnership", "direction", "first_dealer"}
    elsewhere |= {"target", "hands"}

    assert set(results.VALUES) | elsewhere == set(attrs.fields_dict(Variant))
    assert not set(results.VALUES) & elsewhere


@pytest.mark.parametrize("base", results.BASES.values(), ids=list(results.BASES))
def test_changes_are_of_one_option(base: Variant) -> None:
    """Two tables differ in the option alone, and all else is as the base has it."""
    for change in results.changes(base):
        same = {change.option: getattr(change.before, change.option)}
        assert attrs.evolve(change.after, **same) == change.before != change.after
        assert attrs.evolve(base, **change.given) == change.before


def test_a_change_is_measured_pack_by_pack() -> None:
    """Each double pişti, here a tenth of a hand, is worth ten points less."""
    change = results.Change(
        option="double_pisti_points",
        given={},
        before=CLASSIC,
        after=attrs.evolve(CLASSIC, double_pisti_points=10),
    )
    before, after = (
        results.play(counting, variant, 40, 3, workers=1)
        for variant in (change.before, change.after)
    )
    figures = results.change_figures(change, 40, 3, workers=1)

    gains = [
        now - was
        for now, was in zip(
            results.together(after, "points"),
            results.together(before, "points"),
            strict=True,
        )
    ]
    assert figures["points"] == results.interval(gains)
    assert (
        figures["points"].margin
        < results.interval(results.together(before, "points")).margin
    )


def test_with_two_players_a_side_is_its_capturer() -> None:
    """It makes no difference which of them sees the hidden cards."""
    (change,) = [
        change
        for change in results.changes(CLASSIC)
        if getattr(change.after, "hidden_seen_by") == "side"  # noqa: B009
    ]
    figures = results.change_figures(change, 20, 3, workers=1)

    assert (figures["points"].mean, figures["points"].margin) == (0, 0)


# The file


@pytest.fixture(scope="module")
def few() -> dict[str, Any]:
    """Measure with few hands."""
    figures = results.measure(60, 3, seed=2, workers=1)
    return tomllib.loads(results.as_toml(figures))


def shape(value: Any) -> Any:
    """Give the keys and texts of figures, without numbers and lengths."""
    if isinstance(value, dict):
        return {k: shape(inner) for k, inner in value.items() if k != "lengths"}
    if isinstance(value, list):
        return [shape(inner) for inner in value]
    return value if isinstance(value, str) else type(value) in {int, float}


def test_the_file_has_what_the_script_measures(few: dict[str, Any]) -> None:
    """The file has the tables, options and keys of the script."""
    assert shape(few) == shape(KEPT)
    kept = (KEPT["seed"], KEPT["hands"], KEPT["hands_by_option"])
    assert kept == (results.SEED, results.HANDS, results.HANDS_BY_OPTION)


def test_equal_seeds_give_equal_figures(few: dict[str, Any]) -> None:
    """A seed gives the same figures again, another seed others."""

    def again(seed: int) -> dict[str, Any]:
        results.play.cache_clear()
        figures = results.table_figures(COFFEEHOUSE, 60, seed, workers=1)
        read: dict[str, Any] = tomllib.loads(results.as_toml({"table": figures}))
        return dict(read["table"])

    assert again(2) == few["tables"]["coffeehouse"] != again(3)


@pytest.mark.parametrize("measured", ["few", "kept"])
def test_figures_are_possible(measured: str, request: pytest.FixtureRequest) -> None:
    """Shares are from 0 to 1 and add up, as points do."""
    figures = KEPT if measured == "kept" else request.getfixturevalue(measured)
    for name, table in figures["tables"].items():
        sources = [table[key][0] for key in ("cards", "majority", "pistis")]
        assert table["cards"] == [POINTS_OF_A_PACK[name], 0]
        assert isclose(sum(sources), table["points"][0], rel_tol=1e-3)
        places = [mean for mean, _ in table["places"]]
        assert isclose(sum(places), table["points"][0], rel_tol=1e-3)
        assert isclose(places[0] - places[-1], table["lead"][0], abs_tol=0.02)
        shares = [share for share, _ in table["shares"].values()]
        assert isclose(sum(shares), 1, abs_tol=1e-3)
        falling = [share for share, _ in table["at_least"].values()]
        assert falling == sorted(falling, reverse=True)
        won = [share for share, _ in table["won"]]
        assert all(0 <= share <= 1 for share in (*shares, *falling, *won))
        assert sum(won) <= 1.001
    for matches in figures["matches"].values():
        lengths = [matches[f"to_{target}"]["hands"][0] for target in results.TARGETS]
        assert lengths == sorted(lengths)
        for match in matches.values():
            assert isclose(sum(share for share, _ in match["lengths"]), 1, abs_tol=0.01)
            assert 0 <= match["first_leader_wins"][0] <= 1


# The page


def test_the_page_shows_figures_with_a_real_minus() -> None:
    """A figure has its interval, in points or in per cent."""

    def shown(mean: float, margin: float, form: str) -> str:
        return format(page.Figure(mean, margin), form).replace(page.SPACE, " ")

    assert shown(-1.234, 0.05, "+.2f") == "\N{MINUS SIGN}1.23 ± 0.05"
    assert shown(0.5, 0.0123, ".1%") == "50.0 ± 1.2 %"
    assert shown(4.56, 1.23, ".2f") == "4.6 ± 1.2"
    assert shown(13, 0, ".2f") == "exactly 13"


def test_the_page_has_every_figure_of_the_file() -> None:
    """Points, leads, matches and options are all there, with their intervals."""
    text = page.page()
    tables, matches = KEPT["tables"], KEPT["matches"]
    shown = [tables[name][key] for name in tables for key in ("points", "pistis")]
    shown += [place for table in tables.values() for place in table["places"]]
    shown += [match["hands"] for table in matches.values() for match in table.values()]

    for figure in shown:
        assert f"{page.Figure(*figure):.2f}" in text
    for change in (change for table in KEPT["options"].values() for change in table):
        for key in ("points", "lead"):
            assert f"{page.Figure(*change[key]):+.2f}" in text


SURE = 1.7
"""Times a 95 % interval: outside of this, chance is met once in a thousand times."""
TABLES, OPTIONS = KEPT["tables"], KEPT["options"]
TWO = [name for name, variant in VARIANTS.items() if variant.players == 2]


def surely_positive(figure: list[float]) -> bool:
    """Say whether another seed would give a positive figure too."""
    mean, margin = figure
    return mean > SURE * margin


def surely_more(figure: list[float], other: list[float]) -> bool:
    """Say whether another seed would give more for the one than for the other."""
    margin = sqrt(figure[1] ** 2 + other[1] ** 2)
    return surely_positive([figure[0] - other[0], margin])


def test_pistis_are_more_with_greedy_partners() -> None:
    """As the page says: who counts gives fewer piştis away."""
    table = TABLES["partnership"]

    assert surely_more(table["greedy_points"], table["points"])


def test_where_two_play_it_is_better_to_deal() -> None:
    """The leader is behind at every table for two, most at Xeri, where partners are too."""
    for name in [*TWO, "xeri-partnership"]:
        assert surely_positive([-TABLES[name]["lead"][0], TABLES[name]["lead"][1]])
        behind = [-TABLES[name]["lead"][0], TABLES[name]["lead"][1]]
        most = [-TABLES["xeri"]["lead"][0], TABLES["xeri"]["lead"][1]]
        assert name == "xeri" or surely_more(most, behind)


def test_the_first_and_last_play_are_worth_something() -> None:
    """Piştis there move the lead as the page says."""
    for option, value in (("first", "yes"), ("last", "no")):
        change = page.effect(OPTIONS, "classic", f"pisti_on_{option}_play", value)
        assert surely_positive(change["lead"])


def test_players_decide_how_often_a_lone_card_is_matched() -> None:
    """At every table greedy play does it more, and turned jacks stay as they are."""
    counts = tomllib.loads(page.COUNTS.read_text("utf-8"))

    def shares(key: str, name: str) -> list[list[float]]:
        return [list(page.share_of(counts, key, name, n)) for n in (0, 1)]

    for name in VARIANTS:
        for key in ("last_play_match", "first_play_match"):
            if name in counts[key]:
                by_chance, by_greed = shares(key, name)
                assert surely_more(by_greed, by_chance)
            for contested in set(page.CONTESTED) - {"last_play_double"}:
                if name in counts[contested]:
                    rarest = max(counts["last_play_double"][name])
                    assert min(counts[contested][name]) > rarest
        if name in counts["jack_up"]:
            by_chance, by_greed = shares("jack_up", name)
            assert not surely_more(by_greed, by_chance)
            assert not surely_more(by_chance, by_greed)


def test_the_first_hand_says_more_in_a_short_match() -> None:
    """On average over the tables, and never more than three quarters or so."""
    means = []
    for target in ("to_51", "to_151"):
        kept = [
            table[target]["first_leader_wins"] for table in KEPT["matches"].values()
        ]
        # Packs are the same at all tables, so errors add up at worst.
        means.append([sum(column) / len(kept) for column in zip(*kept, strict=True)])
        assert all(mean + margin < 0.8 for mean, margin in kept)

    assert surely_more(*means)


@pytest.mark.parametrize("base", results.BASES)
def test_options_change_what_the_page_says(base: str) -> None:
    """More cards in a packet mean more points, and paid jacks most of all."""
    by_size = [
        page.effect(OPTIONS, base, "hand_size", size)["points"] for size in ("2", "6")
    ]
    jacks = page.effect(OPTIONS, base, "jack_pisti_points", "20")["points"]

    assert surely_positive([-by_size[0][0], by_size[0][1]])
    assert surely_positive(by_size[1])
    for change in OPTIONS[base]:
        figure = [abs(change["points"][0]), change["points"][1]]
        assert change["points"] == jacks or surely_more(jacks, figure)


def test_the_majority_is_worth_more_than_its_points() -> None:
    """In partnership, more goes away with it than was paid for it."""
    lost, margin = page.effect(OPTIONS, "partnership", "majority_points", "0")["points"]

    assert surely_more([-lost, margin], TABLES["partnership"]["majority"])


def test_pictures_are_of_these_figures() -> None:
    """Each picture names the files that it was drawn from, in light and in dark."""
    text = (DOCS / "explanation" / "results.md").read_text("utf-8")
    shown = re.findall(
        r"\(\.\./pictures/(results-\w+)-(light|dark)\.svg#only-\2\)", text
    )
    assert shown
    assert {name for name, scheme in shown if scheme == "light"} == {
        name for name, scheme in shown if scheme == "dark"
    }

    for name, scheme in shown:
        picture = (DOCS / "pictures" / f"{name}-{scheme}.svg").read_text("utf-8")
        assert page.digest() in picture


@pytest.mark.skipif(
    find_spec("matplotlib") is None and "REQUIRE_SIMULATION" not in os.environ,
    reason="matplotlib is missing",
)
def test_pictures_are_drawn_the_same_again(tmp_path: Path) -> None:
    """Equal figures give equal files, as many as the page shows."""
    from docs import plots  # noqa: PLC0415

    plots.draw_all(results.FILE, tmp_path)
    drawn = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    plots.draw_all(results.FILE, tmp_path, ["leading"])

    kept = {path.name for path in (DOCS / "pictures").glob("results-*.svg")}
    assert set(drawn) == kept
    again = tmp_path / "results-leading-dark.svg"
    assert again.read_bytes() == drawn[again.name]

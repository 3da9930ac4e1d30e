"""Many hands with players: the same hands for any number of workers, and no others."""

import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr
from importlib import import_module
from io import StringIO
from itertools import pairwise
from os import environ
from pathlib import Path
from random import Random, SystemRandom
from statistics import NormalDist
from typing import Any

import attrs
import naive
import pytest
from joblib import parallel_config
from strategies import options_of

from pisti import (
    CLASSIC,
    FOUR_PLAYER,
    PARTNERSHIP,
    THREE_PLAYER,
    VARIANTS,
    XERI,
    Card,
    DealError,
    IllegalMoveError,
    OpeningJack,
    PistiError,
    Rule,
    SeatError,
    Variant,
    VariantError,
    View,
    new_match,
)
from pisti.players import Player, greedy, random_player
from pisti.records import Record, dumps
from pisti.simulation import Estimate, advantage, duel, play_hand, simulate

ROOT = Path(__file__).parent.parent
DEMANDED = "REQUIRE_SIMULATION"

# A table where much happens: void deals, and bonuses by all three rules.
EVENTFUL = attrs.evolve(CLASSIC, opening_jack=OpeningJack.REDEAL, jack_pisti_points=5)


def oldest(seen: View) -> Card:
    """Play the card dealt first."""
    return seen.hand[0]


def newest(seen: View) -> Card:
    """Play the card dealt last."""
    return seen.hand[-1]


def absurd(seen: View) -> Any:
    """Play the card on the table, which nobody holds."""
    return seen.pile[-1] if seen.pile else "7H"


def optional(name: str) -> Any:
    """Import what the usual tests do without; `nox -s simulation` demands it."""
    if environ.get(DEMANDED):
        return import_module(name)
    return pytest.importorskip(name)


def rows(columns: dict[str, list[int]]) -> list[dict[str, int]]:
    """Give columns as rows."""
    values = zip(*columns.values(), strict=True)
    return [dict(zip(columns, row, strict=True)) for row in values]


def by_side(row: dict[str, int], name: str) -> list[int]:
    """Give what a row says of each side."""
    return [value for key, value in row.items() if key.rpartition("_")[0] == name]


# What is played


def naive_row(variant: Variant, seed: int, hand: int, dealer: int) -> dict[str, int]:
    """Say what the second engine has, where odd seats play any card, others the first."""
    options = options_of(variant)
    played, redeals = naive.deal(options, Random(f"{seed:x} {hand}"), dealer)
    chance = {
        seat: Random(f"{seed:x} {hand} {(seat - dealer - 1) % variant.players}")
        for seat in range(1, variant.players, 2)
    }
    result: dict[str, Any] = {}
    while (seat := played.turn) is not None:
        cards = played.hands[seat]
        place = int(chance[seat].random() * len(cards)) if seat in chance else 0
        result = played.play(cards[place])
    score = naive.score(played)
    sides = range(len(score["totals"]))
    most = max(score["counts"])
    leads = [n == most and score["counts"].count(most) == 1 for n in score["counts"]]
    residue = [0 for _ in sides]
    if result["residue"]:
        assert played.last_capturer is not None
        residue[naive.side_of(options, played.last_capturer)] = len(result["residue"])
    row = {"seed": seed, "hand": hand, "dealer": dealer, "redeals": len(redeals)}
    for name, values in (
        ("points", score["totals"]),
        ("cards", score["counts"]),
        ("majority", map(int, leads)),
        ("pistis", paid(score, "5.1")),
        ("double_pistis", paid(score, "5.2")),
        ("jack_pistis", paid(score, "5.3")),
        ("residue", residue),
    ):
        row |= {f"{name}_{side}": value for side, value in enumerate(values)}
    return row


def paid(score: dict[str, Any], rule: str) -> list[int]:
    """Count the lines of a rule, by side."""
    lines = [line["side"] for line in score["lines"] if line["rule"] == rule]
    return [lines.count(side) for side, _ in enumerate(score["totals"])]


TABLES = {**VARIANTS, "eventful": EVENTFUL}


@pytest.mark.parametrize("name", TABLES)
def test_each_hand_is_that_of_the_second_engine(name: str) -> None:
    """Deal, chance, points and all else come from seed, hand and place alone."""
    variant = TABLES[name]
    players: list[Player] = [oldest, random_player()] * 2
    columns = simulate(players[: variant.players], variant, 20, 0xBEE, mirrored=True)
    last, sides = variant.players - 1, len(variant.sides)

    assert rows(columns) == [
        naive_row(variant, 0xBEE, hand, (last + turn) % variant.players)
        for hand in range(20)
        for turn in range(sides)
    ]


def test_all_columns_come_to_something() -> None:
    """The second engine has been asked for void deals, and for bonuses of each kind."""
    columns = simulate([oldest, greedy], EVENTFUL, 40, 7, mirrored=True)
    found = {name.rstrip("_01") for name, values in columns.items() if any(values)}

    assert found == {name.rstrip("_01") for name in columns}


def test_the_last_seat_deals() -> None:
    """Without mirrored play, seat 0 is the first after the dealer, as in new_game."""
    assert set(simulate([oldest] * 3, THREE_PLAYER, 5, 7)["dealer"]) == {2}


def test_hands_are_dealt_as_in_a_match() -> None:
    """A seed deals the same packs in a match."""
    variant = attrs.evolve(CLASSIC, hands=3)
    match = new_match(variant, dealer=1)
    for hand in range(3):
        dealer = match.dealer
        state = play_hand([oldest] * 2, variant, seed=7, hand=hand, dealer=dealer)
        assert state.setup == match.deal(rng=7).setup
        match = match.add(state)


@pytest.mark.parametrize("variant", [CLASSIC, PARTNERSHIP, THREE_PLAYER, EVENTFUL])
def test_columns_add_up(variant: Variant) -> None:
    """Cards, majority and bonuses are all points; 52 cards are captured (rule 4.12)."""
    worth = sum(variant.points_by_card.values())
    for row in rows(simulate([greedy] * variant.players, variant, 50, 7)):
        earned = (
            worth
            + variant.majority_points * sum(by_side(row, "majority"))
            + variant.pisti_points * sum(by_side(row, "pistis"))
            + variant.double_pisti_points * sum(by_side(row, "double_pistis"))
            + variant.jack_pisti_points * sum(by_side(row, "jack_pistis"))
        )
        cards = by_side(row, "cards")
        assert sum(by_side(row, "points")) == earned
        assert sum(cards) == 52
        leads = [n == max(cards) and cards.count(n) == 1 for n in cards]
        assert by_side(row, "majority") == leads
        assert sum(residue > 0 for residue in by_side(row, "residue")) <= 1


def test_a_hand_alone() -> None:
    """One hand is played again, to its record."""
    players: list[Player] = [greedy, random_player()]
    columns = simulate(players, hands=5, rng=7, mirrored=True)
    for row in rows(columns):
        dealer = row["dealer"]
        state = play_hand(players, seed=7, hand=row["hand"], dealer=dealer)
        assert [len(cards) for cards in state.captured] == by_side(row, "cards")
        assert dumps(Record.of(state))
    assert play_hand(players, seed=7).dealer == 1


# The same for any workers


@pytest.mark.parametrize("batch", [None, 1, 7])
def test_workers_and_batches_change_nothing(batch: int | None) -> None:
    """Two processes play what one plays, in any batches, chance included."""
    players: list[Player] = [
        greedy,
        random_player(SystemRandom()),
        greedy,
        random_player(),
    ]
    alone = simulate(players, PARTNERSHIP, 6, 7, mirrored=True)

    assert alone == simulate(
        players, PARTNERSHIP, 6, 7, mirrored=True, workers=2, batch=batch
    )


@pytest.mark.parametrize("backend", ["threading", "multiprocessing", "sequential"])
def test_the_backend_can_be_chosen(backend: str) -> None:
    """What `parallel_config` says holds, also where it gives all results at once."""
    players: list[Player] = [greedy, random_player()]
    with parallel_config(backend, n_jobs=2):
        assert simulate(players, hands=6, rng=7, workers=None) == simulate(
            players, hands=6, rng=7
        )


def test_none_is_one_worker_where_nothing_is_said() -> None:
    """Without `parallel_config`, joblib plays here."""
    seen: list[View] = []

    def watching(view: View) -> Card:
        seen.append(view)
        return oldest(view)

    simulate([watching, oldest], hands=2, rng=7, workers=None)
    assert len(seen) == 48


def test_a_player_of_this_file_goes_to_another_process() -> None:
    """Players need not be importable."""
    card = Card.parse("AC")
    there: list[Player] = [
        lambda seen: max(seen.hand, key=lambda held: held is card),
        greedy,
    ]

    assert simulate(there, hands=4, rng=7, workers=2) == simulate(there, hands=4, rng=7)


# Chance


def test_a_fresh_seed_is_in_the_columns() -> None:
    """What the system's entropy gave can be played again."""
    players: list[Player] = [oldest, random_player()]
    first, other = simulate(players, hands=3), simulate(players, hands=3)
    (seed,) = set(first["seed"])

    assert first == simulate(players, hands=3, rng=seed)
    assert first["seed"] != other["seed"]
    assert 0 <= seed < 2**53


def test_a_generator_gives_a_seed() -> None:
    """It is asked for one number, so the next simulation has other hands."""
    chance, same = Random(7), Random(7)
    seeds = [simulate([oldest] * 2, hands=1, rng=chance)["seed"][0] for _ in range(2)]

    assert seeds == [int(same.random() * 2**53) for _ in range(2)]


@attrs.frozen
class Moody:
    """Plays the oldest or the newest card; with a generator it is a plain function."""

    def __call__(self, view: View, /) -> Card:
        """Play the oldest card."""
        return oldest(view)

    def with_rng(self, rng: Any, /) -> Player:
        """Give a player that cannot be given another generator."""
        chance = Random(rng) if isinstance(rng, int) else rng
        return newest if chance.random() < 1 / 2 else oldest


def test_a_player_with_chance_is_asked_for_each_hand() -> None:
    """Also one that gives a plain function."""
    columns = simulate([Moody(), oldest], hands=20, rng=7)
    found = simulate([oldest, oldest], hands=20, rng=7)

    assert columns["points_0"] != found["points_0"]
    assert columns == simulate([Moody(), oldest], hands=20, rng=7, workers=2)


# Mirrored play


@pytest.mark.parametrize("variant", [CLASSIC, PARTNERSHIP, THREE_PLAYER, FOUR_PLAYER])
@pytest.mark.parametrize("make", [lambda: greedy, random_player])
def test_nobody_is_better_than_itself(
    variant: Variant, make: Callable[[], Player]
) -> None:
    """In mirrored play all luck cancels, that of players with chance too."""
    player = make()
    players = [player] * variant.players
    columns = simulate(players, variant, 10, 7, mirrored=True)

    assert len(columns["hand"]) == 10 * len(variant.sides)
    for side, _ in enumerate(variant.sides):
        assert advantage(columns, side) == Estimate(0.0, 0.0, 10, 0.95)


@pytest.mark.parametrize("variant", [XERI, PARTNERSHIP, THREE_PLAYER])
def test_a_pack_is_dealt_by_as_many_seats_as_there_are_sides(variant: Variant) -> None:
    """All rows of a hand are of one pack, and no other has it."""
    columns = simulate([oldest] * variant.players, variant, 3, 7, mirrored=True)
    packs = [
        play_hand(
            [oldest] * variant.players, variant, seed=7, hand=hand, dealer=dealer
        ).setup.pack
        for hand, dealer in zip(columns["hand"], columns["dealer"], strict=True)
    ]

    assert len(set(packs)) == 3
    for (hand, pack), (next_hand, next_pack) in pairwise(
        zip(columns["hand"], packs, strict=True)
    ):
        assert (hand == next_hand) == (pack == next_pack)


# Estimates


def invented(leads: Sequence[Sequence[int]], seed: int = 7) -> dict[str, list[int]]:
    """Give columns in which side 0 leads by these points, pack by pack."""
    found = [(pack, lead) for pack, turns in enumerate(leads) for lead in turns]
    return {
        "seed": [seed for _ in found],
        "hand": [pack for pack, _ in found],
        "points_0": [10 + lead for _, lead in found],
        "points_1": [10 for _ in found],
    }


def test_turns_are_averaged_before_the_interval_is_taken() -> None:
    """Packs of leads 1, 2 and 6 have mean 3 and deviation √7, whatever their turns."""
    found = advantage(invented([(31, -29), (-8, 12), (6, 6)]), confidence=0.95)

    assert found.mean == 3
    assert found.margin == pytest.approx(1.959964 * (7 / 3) ** 0.5, rel=1e-6)
    assert (found.packs, found.confidence) == (3, 0.95)
    assert str(found) == "+3.00 ± 2.99"
    assert advantage(invented([(31, -29), (-8, 12), (6, 6)]), 1).mean == -3


def test_the_other_sides_are_averaged() -> None:
    """Against 4 and 7 points, 10 are a lead of 4.5."""
    columns = {
        "seed": [7, 7],
        "hand": [0, 1],
        "points_0": [10, 10],
        "points_1": [4, 4],
        "points_2": [7, 7],
    }

    assert [advantage(columns, side).mean for side in range(3)] == [4.5, -4.5, 0]


def test_sides_go_by_the_names_of_columns() -> None:
    """Neither their order nor a column of one's own changes an estimate."""
    columns = invented([(1,), (2,), (6,)])
    shuffled = {"points_total": [99, 0, 0], **dict(reversed(columns.items()))}

    assert list(shuffled)[1] == "points_1"
    for side in range(2):
        assert advantage(shuffled, side) == advantage(columns, side)
    assert advantage(shuffled).mean == 3


def test_simulations_can_be_joined() -> None:
    """Packs of another seed are other packs."""
    first, second = invented([(1,), (2,)], seed=7), invented([(6,)], seed=8)
    joined = {name: first[name] + second[name] for name in first}

    assert advantage(joined) == advantage(invented([(1,), (2,), (6,)]))


def test_more_confidence_is_a_wider_interval() -> None:
    """By the quantiles of the normal distribution."""
    columns = simulate([greedy, oldest], hands=30, rng=7, mirrored=True)
    usual, sure = advantage(columns), advantage(columns, confidence=0.99)

    assert sure.mean == usual.mean
    quantiles = [NormalDist().inv_cdf(p) for p in (0.975, 0.995)]
    assert sure.margin / usual.margin == pytest.approx(quantiles[1] / quantiles[0])


@pytest.mark.parametrize(("confidence", "deviates"), [(5e-324, 0), (1 - 2**-53, 8.29)])
def test_any_confidence_has_an_interval(confidence: float, deviates: float) -> None:
    """Also the least and the most that a float can say (erf(8.29 / √2) is 1 - 1.1e-16)."""
    found = advantage(invented([(0,), (2,)]), confidence=confidence)

    assert found.margin == pytest.approx(deviates, abs=0.01)
    assert "-" not in str(found)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Of 400 simulations with a known mean, about 80 in 100 hold it."""
    chance = Random(7)
    holds = 0
    for _ in range(400):
        leads = [[int(chance.random() * 21), -10] for _ in range(50)]
        found = advantage(invented(leads), confidence=0.8)
        holds += abs(found.mean) <= found.margin

    assert 0.74 < holds / 400 < 0.86


@pytest.mark.parametrize("variant", [CLASSIC, PARTNERSHIP, THREE_PLAYER])
def test_a_duel(variant: Variant) -> None:
    """Greed wins, at every table, by as much as the other loses."""
    won = duel(greedy, oldest, variant, 20, 7, confidence=0.9)
    columns = simulate(
        [
            oldest if variant.side_of(seat) else greedy
            for seat in range(variant.players)
        ],
        variant,
        20,
        7,
        mirrored=True,
    )

    assert won == advantage(columns, confidence=0.9)
    assert won.mean > won.margin > 0
    if len(variant.sides) == 2:
        assert duel(oldest, greedy, variant, 20, 7).mean == -won.mean


def test_a_duel_of_many_workers() -> None:
    """It takes what simulate takes."""
    alone = duel(greedy, oldest, hands=4, rng=7)

    assert alone == duel(
        greedy, oldest, hands=4, rng=7, workers=2, batch=3, progress=False
    )


# The progress bar


class Terminal(StringIO):
    """Text that takes itself for a terminal."""

    def isatty(self) -> bool:
        """Say that somebody is watching."""
        return True


def shown(stream: StringIO, *, progress: bool | None) -> str:
    """Play three packs mirrored, and give what is shown meanwhile."""
    with redirect_stderr(stream):
        simulate([oldest, oldest], hands=3, rng=7, mirrored=True, progress=progress)
    return stream.getvalue()


@pytest.mark.parametrize("make", [StringIO, Terminal])
def test_a_bar_that_is_wanted(make: Callable[[], StringIO]) -> None:
    """It counts the hands played, wherever it is written."""
    assert "6/6" in shown(make(), progress=True)


@pytest.mark.parametrize("progress", [False, None])
def test_no_bar(*, progress: bool | None) -> None:
    """None is shown where none is wanted, nor where all is done in a moment."""
    assert not shown(Terminal(), progress=progress)


def test_a_bar_of_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a terminal shows it."""
    monkeypatch.setattr("pisti.simulation._LONG", 1e-9)

    assert "6/6" in shown(Terminal(), progress=None)
    assert not shown(StringIO(), progress=None)


# What is refused

REFUSED: list[tuple[dict[str, Any], type[PistiError], str]] = [
    ({"variant": "classic"}, VariantError, "not a Variant"),
    ({"players": [greedy]}, SeatError, "2 seats, not 1"),
    ({"players": [greedy] * 3}, SeatError, "2 seats, not 3"),
    ({"players": greedy}, PistiError, "not players"),
    ({"players": [greedy, "greedy"]}, PistiError, "seat 1 needs a player"),
    ({"hands": 0}, PistiError, "hands are an int from 1, not 0"),
    ({"hands": -1}, PistiError, "hands"),
    ({"hands": 2.0}, PistiError, "hands"),
    ({"hands": True}, PistiError, "hands"),
    ({"rng": -1}, DealError, "chance"),
    ({"rng": "7"}, DealError, "chance"),
    ({"rng": True}, DealError, "chance"),
    ({"mirrored": 1}, PistiError, "mirrored"),
    ({"workers": 0}, PistiError, "workers"),
    ({"workers": True}, PistiError, "workers"),
    ({"workers": "all"}, PistiError, "workers"),
    ({"batch": 0}, PistiError, "batch"),
    ({"batch": "auto"}, PistiError, "batch"),
    ({"batch": True}, PistiError, "batch"),
    ({"progress": 1}, PistiError, "progress"),
]


@pytest.mark.parametrize(("wrong", "error", "problem"), REFUSED)
def test_what_no_simulation_takes(
    wrong: dict[str, Any], error: type[PistiError], problem: str
) -> None:
    """Each argument that is wrong is refused before a hand is played."""
    given = {"players": [absurd, absurd], **wrong}
    with pytest.raises(PistiError, match=problem) as caught:
        simulate(**given)

    assert type(caught.value) is error


@pytest.mark.parametrize(
    ("wrong", "error", "problem"),
    [
        ({"players": [greedy]}, SeatError, "2 seats"),
        ({"seed": -1}, DealError, "a seed is an int from 0, not -1"),
        ({"seed": None}, DealError, "seed"),
        ({"seed": True}, DealError, "seed"),
        ({"hand": -1}, PistiError, "hand"),
        ({"hand": True}, PistiError, "hand"),
        ({"dealer": 2}, DealError, "dealer"),
    ],
)
def test_what_no_hand_takes(
    wrong: dict[str, Any], error: type[PistiError], problem: str
) -> None:
    """A hand alone is as strict."""
    given = {"players": [absurd, absurd], "seed": 7, **wrong}
    with pytest.raises(PistiError, match=problem) as caught:
        play_hand(**given)

    assert type(caught.value) is error


def without(*names: str) -> dict[str, Any]:
    """Give columns of two packs, but for those named."""
    columns = invented([(1,), (2,)])
    return {name: columns[name] for name in columns if name not in names}


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"side": 2}, "no such side, not 2"),
        ({"side": -1}, "side"),
        ({"side": True}, "side"),
        ({"columns": {}}, "columns"),
        ({"columns": None}, "columns"),
        ({"columns": "points_0"}, "columns"),
        ({"columns": without("seed")}, "columns"),
        ({"columns": without("hand")}, "columns"),
        ({"columns": without("points_0")}, "columns"),
        ({"columns": without("points_1")}, "columns"),
        ({"columns": {**without(), "seed": 7}}, "columns"),
        ({"columns": {**without(), "hand": [0]}}, "columns"),
        ({"columns": {**without(), "points_1": [1, 2, 3]}}, "columns"),
        ({"columns": {**without(), "points_1": [1, None]}}, "columns"),
        ({"columns": {**without(), "points_2": ["1", "2"]}}, "columns"),
        ({"columns": dict.fromkeys(without(), ())}, "two packs"),
        ({"columns": invented([(1, 2)])}, "two packs"),
        ({"confidence": 0.0}, "confidence"),
        ({"confidence": 1.0}, "confidence"),
        ({"confidence": 95}, "confidence"),
    ],
)
def test_what_no_estimate_takes(wrong: dict[str, Any], problem: str) -> None:
    """An interval needs packs, and a share of certainty."""
    given = {"columns": invented([(1,), (2,)]), **wrong}
    with pytest.raises(PistiError, match=problem):
        advantage(**given)


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"confidence": 95}, "confidence is a float between 0 and 1, not 95"),
        ({"confidence": 1.0}, "confidence"),
        ({"hands": 1}, "the hands of a duel are an int from 2, not 1"),
        ({"hands": True}, "hands"),
        ({"hands": 2.0}, "hands"),
    ],
)
def test_what_no_duel_takes(wrong: dict[str, Any], problem: str) -> None:
    """It is refused before a player is asked."""

    def asked(_: View) -> Card:
        raise AssertionError

    with pytest.raises(PistiError, match=problem):
        duel(asked, asked, **{"hands": 2, "rng": 7, **wrong})


def test_a_duel_at_no_table() -> None:
    """A duel has a table too."""
    with pytest.raises(VariantError):
        duel(greedy, greedy, "classic")  # type: ignore[arg-type]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_illegal_card(workers: int) -> None:
    """The error says who played it, and its note in which hand."""
    with pytest.raises(IllegalMoveError) as caught:
        simulate([greedy, absurd], hands=3, rng=0xBEE, workers=workers, batch=1)

    assert (caught.value.seat, caught.value.rule) == (1, Rule.CARD_IN_HAND)
    (note,) = caught.value.__notes__
    # Whichever of two processes is first.
    hand, _, rest = note.partition(" of ")
    assert hand in {"hand 0", "hand 1", "hand 2"}
    assert rest == "seed 3054, dealt by seat 1: play 2, by seat 1"


def test_a_player_that_fails() -> None:
    """Its own error comes out, with the same note."""

    def failing(seen: View) -> Card:
        raise LookupError(f"at play {seen.ply + 1}")

    with pytest.raises(LookupError, match="at play 1") as caught:
        simulate([failing, greedy], hands=3, rng=7)

    assert caught.value.__notes__ == [
        "hand 0 of seed 7, dealt by seat 1: play 1, by seat 0"
    ]


@pytest.mark.parametrize("missing", ["joblib", "tqdm"])
def test_a_missing_extra_is_named(missing: str) -> None:
    """Without one of both, importing the module says what to install."""
    code = f"import sys; sys.modules[{missing!r}] = None; import pisti.simulation"
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False
    )

    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last == (
        "ModuleNotFoundError: pisti.simulation needs joblib and tqdm, which the extra"
        " `simulation` installs: pisti[simulation]"
    )


# Where it goes on


# What takes columns, and how it tells them again.
FRAMES: dict[str, Callable[[Any], dict[str, list[int]]]] = {
    "pandas": lambda frame: frame.to_dict("list"),
    "polars": lambda frame: frame.to_dict(as_series=False),
}


@pytest.mark.parametrize("name", FRAMES)
def test_a_data_frame(name: str) -> None:
    """Columns go in as they are, whole numbers all of them; a lead can be asked for."""
    columns = simulate([greedy, random_player()], hands=5, mirrored=True)
    frame = optional(name).DataFrame(columns)

    assert FRAMES[name](frame) == columns
    assert advantage(frame) == advantage(columns)
    assert {str(kind).lower() for kind in frame.dtypes} == {"int64"}


def test_an_array() -> None:
    """A column is an array of whole numbers."""
    columns = simulate([greedy, random_player()], hands=5)
    cards = optional("numpy").array([columns["cards_0"], columns["cards_1"]])

    assert cards.sum(axis=0).tolist() == [52] * 5
    assert cards.dtype.kind == "i"


def test_the_example_of_a_cluster_prints_what_it_should() -> None:
    """A Dask cluster plays what is played here."""
    optional("distributed")
    example = ROOT / "examples" / "dask_cluster.py"
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-X", "utf8", str(example)],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )

    assert done.stdout == example.with_suffix(".txt").read_text("utf-8")


def test_estimates_are_values() -> None:
    """They compare, hash, and go to other processes."""
    found = advantage(invented([(1,), (2,)]))

    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301
    assert len({found, advantage(invented([(1,), (2,)]))}) == 1

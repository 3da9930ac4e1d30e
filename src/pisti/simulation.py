"""Many hands with players, here or in many processes (extra `simulation`)."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import count, takewhile
from math import floor, sqrt
from operator import index
from statistics import NormalDist, fmean, stdev

import attrs

try:
    from joblib import Parallel, delayed
    from tqdm.auto import tqdm
except ModuleNotFoundError as _missing:  # pragma: no cover
    raise ModuleNotFoundError(
        "pisti.simulation needs joblib and tqdm, which the extra `simulation`"
        " installs: pisti[simulation]"
    ) from _missing

from pisti.dealing import dealer_seat, start
from pisti.errors import DealError, PistiError, SeatError, shown
from pisti.events import Redeal, ResidueAwarded
from pisti.packs import Rng, generator, numbered_generator
from pisti.play import apply_move, step
from pisti.players import ChancePlayer, Player
from pisti.rules import Rule
from pisti.scoring import score_hand, strict_leader
from pisti.state import State
from pisti.variants import CLASSIC, Seat, Side, Variant, check_variant
from pisti.views import view

__all__ = ["Estimate", "advantage", "duel", "play_hand", "simulate"]

_OF_A_HAND = ("seed", "hand", "dealer", "redeals")
_PAID = {
    "pistis": Rule.PISTI,
    "double_pistis": Rule.DOUBLE_PISTI,
    "jack_pistis": Rule.JACK_ON_ANOTHER_RANK,
}
_OF_A_SIDE = ("points", "cards", "majority", *_PAID, "residue")

_SEEDS = 2**53
"""As many as `random` gives numbers; a float holds each of them, and so do tables."""
_LONG = 2.0
"""Seconds that people wait before they want to know how much is left."""
_FEWEST_PACKS = 2
_FEWEST_SIDES = 2


def simulate(
    players: Iterable[Player],
    variant: Variant = CLASSIC,
    hands: int = 1_000,
    rng: Rng = None,
    *,
    mirrored: bool = False,
    workers: int | None = 1,
    batch: int | None = None,
    progress: bool | None = None,
) -> dict[str, list[int]]:
    """
    Play many hands, and give what came of them as columns with a row for each.

    *players* has a player for each seat, in turn order; they are asked with the
    `view` of their own seats. The last seat deals. Where *mirrored* is true, each
    pack is played once for each side: it is dealt by the last seat, then by seat 0
    and so on, which moves all places at the table on by one, so that what the cards
    give to a place every side gets once.

    Columns are lists of ints of equal length. These tell of the hand: `seed`, the
    seed of all chance; `hand`, the number of the pack, from 0; `dealer`, the seat
    that dealt; and `redeals`, how many deals were void before (rules 3.7, 3.9 and
    3.11). The others end with the number of one of `variant.sides`, such as
    `points_0`: `points`, all points (chapter 6); `cards`, cards captured (rule 4.12);
    `majority`, 1 for strictly the most cards and else 0 (rules 6.2 and 6.3);
    `pistis`, `double_pistis` and `jack_pistis`, bonuses paid by rules 5.1, 5.2 and
    5.3; `residue`, cards got as the residue (rule 4.12).

    The same seed gives the same columns, whatever *workers* and *batch* are. Hand n
    of seed s is dealt by `Random(f"{s:x} {n}")`, as in a match. A `ChancePlayer`
    plays it `with_rng` of `Random(f"{s:x} {n} {place}")`, where place 0 is the seat
    after the dealer. An *rng* that is no int is asked once, for a seed below 2**53.
    All this is for players that give the same card for the same view, or are a
    `ChancePlayer`; not for one that reads a clock, as a search with a time does.
    `play_hand` plays one hand again.

    With one of *workers*, all is played here. Another number is that of joblib's
    processes, -1 of all processors; None leaves it to `joblib.parallel_config`, which
    also chooses other backends. A *batch* of hands is sent at a time: None lets
    joblib find a number that takes about a second. Players must be picklable then.
    Where *progress* is None, a bar is shown on a terminal once it takes some seconds.

    Raises:
        VariantError: If *variant* is not a Variant.
        SeatError: If there are not as many players as seats (rule 1.3).
        PistiError: If a player cannot be called, or another argument is not as said.
        DealError: If *rng* is neither a generator, an int nor None.
        IllegalMoveError: If a player gives anything but a card of its hand (rule
            4.3); `seat` says who.

    This error, and whatever else a player raises, has a note of the hand.

    Examples:
        >>> from pisti.players import greedy, random_player
        >>> from pisti.simulation import simulate
        >>> columns = simulate([greedy, random_player()], hands=3, rng=7)
        >>> columns["hand"], columns["dealer"]
        ([0, 1, 2], [1, 1, 1])
        >>> [sum(hand) for hand in zip(columns["cards_0"], columns["cards_1"])]
        [52, 52, 52]

        The last of these hands by hand:

        >>> from random import Random
        >>> from pisti import apply_move, new_game, score_hand, view
        >>> state = new_game(rng=Random("7 2"), dealer=1)
        >>> players = [greedy, random_player(Random("7 2 1"))]
        >>> while not state.is_over:
        ...     card = players[state.turn](view(state, state.turn))
        ...     state = apply_move(state, card)
        >>> score_hand(state).totals == (columns["points_0"][2], columns["points_1"][2])
        True
    """
    seated = _seated(players, variant)
    _check(type(hands) is int and hands > 0, "hands are an int from 1", hands)
    _check(type(mirrored) is bool, "mirrored is True or False", mirrored)
    _check(
        workers is None or (type(workers) is int and workers != 0),
        "workers are an int, not 0, or None",
        workers,
    )
    _check(
        batch is None or (type(batch) is int and batch > 0),
        "a batch is an int from 1, or None",
        batch,
    )
    _check(
        progress is None or type(progress) is bool,
        "progress is True, False or None",
        progress,
    )
    seed = _seed(rng)
    last, turns = dealer_seat(variant, None), len(variant.sides) if mirrored else 1
    dealers = [(last + turn) % variant.players for turn in range(turns)]
    deals = [(hand, dealer) for hand in range(hands) for dealer in dealers]
    names = [f"{name}_{n}" for name in _OF_A_SIDE for n in range(len(variant.sides))]
    columns: dict[str, list[int]] = {name: [] for name in (*_OF_A_HAND, *names)}
    for row in tqdm(
        _rows(partial(_row, seated, variant, seed), deals, workers, batch),
        total=len(deals),
        unit="hand",
        disable=None if progress is None else not progress,
        delay=_LONG if progress is None else 0,
    ):
        for column, value in zip(columns.values(), row, strict=True):
            column.append(value)
    return columns


def _check(holds: bool, needed: str, given: object) -> None:  # noqa: FBT001
    if not holds:
        raise PistiError(f"{needed}, not {shown(given)}")


def _seated(players: Iterable[Player], variant: Variant) -> tuple[Player, ...]:
    """Refuse anything but a player for each seat."""
    check_variant(variant)
    try:
        seated = tuple(players)
    except TypeError:
        raise PistiError(f"not players but {shown(players)}") from None
    if len(seated) != variant.players:
        raise SeatError(
            f"the table has {variant.players} seats, not {len(seated)}",
            players=variant.players,
            rule=Rule.PLAYERS,
        )
    for seat, player in enumerate(seated):
        _check(callable(player), f"seat {seat} needs a player", player)
    return tuple(map(_without_entropy, seated))


def _without_entropy(player: Player) -> Player:
    """Give a player of chance a seed: the system's generator cannot be pickled."""
    if isinstance(player, ChancePlayer):
        seeded = player.with_rng(0)
        if isinstance(seeded, ChancePlayer):
            return seeded
    return player


def _seed(rng: Rng) -> int:
    """Give the seed that is meant, or that chance gives."""
    chance = generator(rng)
    return rng if isinstance(rng, int) else floor(chance.random() * _SEEDS)


_Deal = tuple[int, Seat]
"""The number of a pack, and who deals it."""


def _rows(
    play: Callable[[_Deal], tuple[int, ...]],
    deals: Iterable[_Deal],
    workers: int | None,
    batch: int | None,
) -> Iterable[tuple[int, ...]]:
    """Play each deal, here or where joblib sends it, and give the rows in order."""
    if workers == 1:
        return map(play, deals)
    pool = partial(Parallel, n_jobs=workers, batch_size=batch or "auto")
    try:
        parallel = pool(return_as="generator")
    except ValueError:
        # Ray and multiprocessing give results only when all are there.
        parallel = pool()
    return parallel(delayed(play)(deal) for deal in deals)


def _row(
    players: Sequence[Player], variant: Variant, seed: int, deal: _Deal
) -> tuple[int, ...]:
    """Play a hand, and give what the columns say of it."""
    hand, dealer = deal
    redeals, before, state = _played(players, variant, seed, hand, dealer)
    score, sides = score_hand(state), range(len(variant.sides))
    leader = strict_leader(score.counts)
    paid = Counter((line.rule, line.side) for line in score.lines)
    _, events = step(before, state.plays[-1])
    residue = {
        variant.side_of(event.seat): len(event.cards)
        for event in events
        if isinstance(event, ResidueAwarded)
    }
    return (
        *(seed, hand, dealer, redeals),
        *score.totals,
        *score.counts,
        *(int(side == leader) for side in sides),
        *(paid[rule, side] for rule in _PAID.values() for side in sides),
        *(residue.get(side, 0) for side in sides),
    )


def _played(
    players: Sequence[Player], variant: Variant, seed: int, hand: int, dealer: Seat
) -> tuple[int, State, State]:
    """Give the number of void deals, and the states before and after the last play."""
    chance = numbered_generator(seed, hand)
    state, events = start(variant, rng=chance, dealer=dealer)
    redeals = sum(isinstance(event, Redeal) for event in events)
    places = range(-state.setup.eldest, variant.players - state.setup.eldest)
    seated = [
        player.with_rng(numbered_generator(seed, hand, place % variant.players))
        if isinstance(player, ChancePlayer)
        else player
        for player, place in zip(players, places, strict=True)
    ]
    before = state
    try:
        while (seat := state.turn) is not None:
            before = state
            state = apply_move(state, seated[seat](view(state, seat)))
    except Exception as error:
        error.add_note(
            f"hand {hand} of seed {seed}, dealt by seat {dealer}:"
            f" play {state.ply + 1}, by seat {state.turn}"
        )
        raise
    return redeals, before, state


def play_hand(
    players: Iterable[Player],
    variant: Variant = CLASSIC,
    *,
    seed: int,
    hand: int = 0,
    dealer: Seat | None = None,
) -> State:
    """
    Play one hand of a simulation, and give the state at its end.

    *seed*, *hand* and *dealer* are what the columns of `simulate` say; where *dealer*
    is None, the last seat deals. The state has all plays, so its record has too.

    Raises:
        VariantError: If *variant* is not a Variant.
        SeatError: If there are not as many players as seats (rule 1.3).
        PistiError: If a player cannot be called, or *hand* is no int from 0.
        DealError: If *seed* is no int from 0, or *dealer* no seat (rule 1.3).
        IllegalMoveError: If a player gives anything but a card of its hand (rule 4.3).

    Examples:
        >>> from pisti.players import greedy
        >>> from pisti.simulation import play_hand, simulate
        >>> columns = simulate([greedy, greedy], hands=100, rng=7)
        >>> best = columns["points_0"].index(max(columns["points_0"]))
        >>> state = play_hand([greedy, greedy], seed=7, hand=best)
        >>> state.is_over, len(state.captured[0]) == columns["cards_0"][best]
        (True, True)
    """
    seated = _seated(players, variant)
    _check(type(hand) is int and hand >= 0, "a hand is an int from 0", hand)
    if type(seed) is not int or seed < 0:
        raise DealError(f"a seed is an int from 0, not {shown(seed)}", rng=seed)
    dealer = dealer_seat(variant, dealer)
    return _played(seated, variant, seed, hand, dealer)[-1]


@attrs.frozen
class Estimate:
    """A mean over packs, and how far it can be trusted; as text `+8.68 ± 0.77`."""

    mean: float
    """Points a hand."""
    margin: float
    """Half the width of the interval around the mean, in points a hand."""
    packs: int
    """How many packs were played."""
    confidence: float
    """The share of such intervals, of other packs, that hold the true mean."""

    def __str__(self) -> str:
        """Give mean and margin."""
        return f"{self.mean:+.2f} ± {self.margin:.2f}"


def advantage(
    columns: Mapping[str, Sequence[int]], side: Side = 0, *, confidence: float = 0.95
) -> Estimate:
    """
    Say by how many points a hand one side leads in a simulation.

    The lead in a hand is the points of *side* less the mean of the other sides'.
    Hands of one pack are not independent, so their leads are averaged first: with d,
    the leads of n packs, `mean` is the mean of d, and `margin` is z · s / √n, where s
    is the standard deviation of d (with n - 1) and z the number that a standard normal
    deviate stays within, in absolute value, with probability *confidence*: 1.96 for
    0.95. From some tens of packs on that is as good as Student's t.

    Read are `seed`, `hand`, and `points_0`, `points_1` and so on until one is missing;
    other columns may be there, in any order. Without mirrored play the lead contains
    what a place at the table is worth. Columns of several simulations with different
    seeds can be joined.

    Raises:
        PistiError: If *columns* are not those of a simulation of two packs or more,
            *side* is none of its sides, or *confidence* is no float between 0 and 1.

    Examples:
        >>> from pisti.players import greedy, random_player
        >>> from pisti.simulation import advantage, simulate
        >>> columns = simulate([greedy, greedy], hands=20, rng=7, mirrored=True)
        >>> print(advantage(columns))
        +0.00 ± 0.00
    """
    seeds, hands, *points = _read(columns)
    _check(type(side) is int and 0 <= side < len(points), "no such side", side)
    _check_confidence(confidence)
    others = len(points) - 1
    # Multiplied by the number of others, leads are ints and add up exactly.
    leads: dict[tuple[int, int], list[int]] = defaultdict(list)
    for seed, hand, *row in zip(seeds, hands, *points, strict=True):
        leads[seed, hand].append(others * row[side] - (sum(row) - row[side]))
    means = [fmean(lead) / others for lead in leads.values()]
    _check(len(means) >= _FEWEST_PACKS, "an interval needs two packs", len(means))
    # The lower tail: near 1, floats are too far apart for the upper one.
    deviates = abs(NormalDist().inv_cdf((1 - confidence) / 2))
    margin = deviates * stdev(means) / sqrt(len(means))
    return Estimate(fmean(means), margin, len(means), confidence)


def _read(columns: Mapping[str, Sequence[int]]) -> list[list[int]]:
    """Give seeds, hands, and the points of each side, in the order of sides."""
    try:
        names = (f"points_{side}" for side in count(_FEWEST_SIDES))
        further = takewhile(lambda name: name in columns, names)
        read = [
            [index(value) for value in columns[name]]
            for name in ("seed", "hand", "points_0", "points_1", *further)
        ]
    except (LookupError, TypeError):
        read = []
    _check(
        len(set(map(len, read))) == 1,
        "columns are `seed`, `hand`, `points_0`, `points_1` and so on,"
        " with as many ints in each",
        columns,
    )
    return read


def _check_confidence(confidence: float) -> None:
    _check(
        type(confidence) is float and 0 < confidence < 1,
        "confidence is a float between 0 and 1",
        confidence,
    )


def duel(
    player: Player,
    other: Player,
    variant: Variant = CLASSIC,
    hands: int = 1_000,
    rng: Rng = None,
    *,
    confidence: float = 0.95,
    workers: int | None = 1,
    batch: int | None = None,
    progress: bool | None = None,
) -> Estimate:
    """
    Say by how many points a hand one player is better than another.

    *player* sits on side 0, with itself as partner where there are partners, and
    *other* in all other seats. Each of *hands* packs, two or more, is played mirrored:
    see `simulate` for that and the rest, `advantage` for the estimate.

    Raises:
        PistiError: As `simulate` and `advantage`. Arguments that are not as said are
            refused before a hand is played.

    Examples:
        >>> from pisti.players import greedy, random_player
        >>> from pisti.simulation import duel
        >>> lead = duel(greedy, random_player(), hands=50, rng=7)
        >>> lead.packs, lead.mean > lead.margin
        (50, True)
    """
    check_variant(variant)
    _check(
        type(hands) is int and hands >= _FEWEST_PACKS,
        "the hands of a duel are an int from 2",
        hands,
    )
    _check_confidence(confidence)
    seats = range(variant.players)
    columns = simulate(
        [other if variant.side_of(seat) else player for seat in seats],
        variant,
        hands,
        rng,
        mirrored=True,
        workers=workers,
        batch=batch,
        progress=progress,
    )
    return advantage(columns, confidence=confidence)

"""
Count how often the disputed points matter, and write the figures to a TOML file.

Everything is counted twice: with random play, and with greedy play, which takes what
it can at once. People play neither way: greedy play, for one, spends its jacks on
single cards. Where both figures are close, how people play will hardly matter.
"""

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate
from math import floor, nan
from pathlib import Path
from random import Random
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import attrs

import pisti
from pisti import (
    VARIANTS,
    Card,
    Cut,
    DealError,
    Draw,
    Event,
    FirstDealer,
    JackBuried,
    JackPassed,
    LayoutRedeal,
    Match,
    Pack,
    PileCaptured,
    Rank,
    Redeal,
    Rule,
    Side,
    State,
    Variant,
)

FILE = Path(__file__).with_name("counts.toml")
HANDS, SEED = 20000, 1

PACK = 52
LAST_PLAY = 48
OVER_HALF = PACK // 2 + 1
LIFTS = tuple(range(1, PACK))

_Item = TypeVar("_Item")
_Trial = TypeVar("_Trial")

Player: TypeAlias = Callable[[State, Random], Card]
"""Chooses a card from what the seat on turn has seen, and chance."""

Trials: TypeAlias = Callable[[Variant, Player, Random, int], Iterable[_Trial]]
"""Makes a number of trials at a table: hands, cuts or draws."""

Cases: TypeAlias = Callable[[_Trial], Iterable[float]]
"""Gives the cases that a trial counts for: the figure is the mean of all of them."""

Figures: TypeAlias = dict[str, dict[str, list[float]]]
"""By key and preset the figures of each player."""


# Players


def pick(items: tuple[_Item, ...], chance: Random) -> _Item:
    """Pick an item at random, in the same way on every Python."""
    return items[floor(chance.random() * len(items))]


def play_at_random(state: State, chance: Random) -> Card:
    """Play any card."""
    return pick(pisti.legal_moves(state), chance)


def play_greedily(state: State, _: Random) -> Card:
    """Play for a bonus, then for many cards, else the rank that was seen most."""
    moves = pisti.legal_moves(state)
    if len(moves) == 1:
        return moves[0]
    seen = [card.rank for card in (*state.setup.pile, *state.plays, *moves)]

    def value(card: Card) -> tuple[int, int, int]:
        play = state.ply + 1
        outcome = pisti.judge(state.variant, pile=state.pile, card=card, play=play)
        return outcome.bonus, len(outcome.captured), seen.count(card.rank)

    return max(moves, key=value)


PLAYERS: Mapping[str, Player] = {"random": play_at_random, "greedy": play_greedily}


# Trials


@attrs.frozen
class Hand:
    """A hand that was played to its end."""

    deal: tuple[Event, ...]
    """What the deal told."""
    end: State
    """The state after the last play."""
    match: Match
    """The match so far, this hand included."""
    captures: tuple[PileCaptured, ...]
    """Every capture, in order."""


@attrs.frozen
class Cutting:
    """A shuffled pack that was cut until it could be dealt."""

    cuts: int
    """How many cuts it took."""
    pack: Pack
    """The pack after the last of them."""


def play_hands(
    variant: Variant, player: Player, chance: Random, number: int
) -> Iterator[Hand]:
    """Play hands, match after match; the last match may stay unfinished."""
    match = pisti.new_match(variant, rng=chance)
    for _ in range(number):
        if match.is_over:
            match = pisti.new_match(variant, rng=chance)
        state, deal = match.start(rng=chance)
        while not state.is_over:
            state = pisti.apply_move(state, player(state, chance))
        match = match.add(state)
        yield Hand(deal, state, match, pisti.view(state, None).captures)


def cut_packs(
    variant: Variant, _player: Player, chance: Random, number: int
) -> Iterator[Cutting]:
    """Shuffle and cut packs."""
    for _ in range(number):
        yield cut_pack(variant, chance)


def cut_pack(variant: Variant, chance: Random) -> Cutting:
    """Shuffle a pack, and cut it as often as its jacks ask for."""
    pack, cuts = pisti.shuffle(chance), 1
    while True:
        try:
            return Cutting(cuts, pisti.cut(pack, pick(LIFTS, chance), variant))
        except DealError as another_cut:
            pack, cuts = another_cut.deck, cuts + 1


def draw_cards(
    variant: Variant, _player: Player, chance: Random, number: int
) -> Iterator[Draw]:
    """Draw for the first deal."""
    for _ in range(number):
        yield pisti.draw(variant, chance)


# Cases


def once(measure: Callable[[_Trial], float]) -> Cases[_Trial]:
    """Count each trial as one case."""
    return lambda trial: [measure(trial)]


def each_capture(measure: Callable[[PileCaptured], bool]) -> Cases[Hand]:
    """Count how many captures of each hand are so."""
    return lambda hand: [sum(map(measure, hand.captures))]


def last_play(measure: Callable[[PileCaptured], bool]) -> Cases[Hand]:
    """Count the hands whose last play captures so."""
    return lambda hand: [
        any(capture.ply == LAST_PLAY and measure(capture) for capture in hand.captures)
    ]


def each_match(measure: Callable[[Hand], bool]) -> Cases[Hand]:
    """Count each match as one case, with its last hand."""
    return lambda hand: [measure(hand)] if hand.match.is_over else []


def each_layout(measure: Callable[[tuple[Card, ...]], bool]) -> Cases[Hand]:
    """Count each open layout as one case, those that were dealt again too."""

    def cases(hand: Hand) -> list[bool]:
        void = [event.cards for event in hand.deal if isinstance(event, Redeal)]
        return [measure(cards) for cards in (*void, hand.end.setup.pile)]

    return cases


def bonuses_by(rule: Rule) -> Cases[Hand]:
    """Count how many bonuses each hand has by a rule."""
    return lambda hand: [sum(bonus.rule is rule for bonus in hand.end.won.bonuses)]


def is_jack(card: Card) -> bool:
    """Say whether a card is a jack."""
    return card.rank is Rank.JACK


def leader(numbers: Iterable[int]) -> Side | None:
    """Give the side with more than every other, or None."""
    ordered = list(numbers)
    most = max(ordered)
    return ordered.index(most) if ordered.count(most) == 1 else None


def turned_a_jack(hand: Hand) -> bool:
    """Say whether the first card turned up was a jack, whatever became of it."""
    moved = any(isinstance(event, JackPassed | JackBuried) for event in hand.deal)
    return moved or is_jack(hand.end.up_card)


def four_jacks(layout: tuple[Card, ...]) -> bool:
    """Say whether a layout is four jacks."""
    return all(map(is_jack, layout))


def cut_shows_a_jack(cutting: Cutting) -> bool:
    """Say whether the first cut showed a jack."""
    return is_jack(cutting.pack.cutter_saw[0])


def bottom_jack_after_a_kept_one(cutting: Cutting) -> bool:
    """Say whether a jack was kept and the card that is lowest now is another one."""
    return cutting.pack.kept is not None and is_jack(cutting.pack.cards[-1])


def takes_a_match(capture: PileCaptured) -> bool:
    """Say whether a lone card was taken by equal rank, a jack by a jack too."""
    return len(capture.pile) == 1 and capture.pile[0].rank is capture.card.rank


def takes_a_jack(capture: PileCaptured) -> bool:
    """Say whether a lone jack was taken by a jack."""
    return takes_a_match(capture) and is_jack(capture.card)


def jack_takes_another_rank(capture: PileCaptured) -> bool:
    """Say whether a jack took a lone card of another rank, after the first play."""
    lone = len(capture.pile) == 1 and capture.ply > 1
    return lone and is_jack(capture.card) and not is_jack(capture.pile[0])


def jack_takes_a_pile_under_a_jack(capture: PileCaptured) -> bool:
    """Say whether a jack took two cards or more that had a jack on top."""
    under = len(capture.pile) > 1 and is_jack(capture.pile[-1])
    return under and is_jack(capture.card)


def first_play_takes_a_match(hand: Hand) -> bool:
    """Say whether the first play took the up-card by equal rank."""
    return any(capture.ply == 1 and takes_a_match(capture) for capture in hand.captures)


def residue(hand: Hand) -> tuple[Card, ...]:
    """Give the cards left on the table after the last play."""
    if not hand.captures:
        return hand.end.pile
    return hand.end.plays[hand.captures[-1].ply :]


def residue_decides(hand: Hand) -> bool:
    """Say whether the majority would be another if nobody got the residue."""
    counts = hand.match.scores[-1].counts
    without = list(counts)
    if hand.captures:
        last = hand.end.variant.side_of(hand.captures[-1].seat)
        without[last] -= len(residue(hand))
    return leader(counts) != leader(without)


def counts_tie(hand: Hand) -> bool:
    """Say whether no side alone has the most cards."""
    return leader(hand.match.scores[-1].counts) is None


def majority_of_few(hand: Hand) -> bool:
    """Say whether a side has the majority without more than half of the pack."""
    return not counts_tie(hand) and max(hand.match.scores[-1].counts) < OVER_HALF


def target_of(hand: Hand) -> int:
    """Give the target of the match."""
    target = hand.match.variant.target
    if target is None:
        raise ValueError("this match has no target")
    return target


def several_at_target(hand: Hand) -> bool:
    """Say whether two sides or more are at or past the target."""
    return sum(total >= target_of(hand) for total in hand.match.totals) > 1


def tied_at_target(hand: Hand) -> bool:
    """Say whether sides ever shared the highest total at or past the target."""
    by_side = zip(*[score.totals for score in hand.match.scores], strict=True)
    after_hands = zip(*map(accumulate, by_side), strict=True)
    target = target_of(hand)
    return any(
        max(totals) >= target and leader(totals) is None for totals in after_hands
    )


def running_totals(hand: Hand) -> Iterator[list[int]]:
    """Give the totals before the hand, and after each capture of it."""
    variant, match = hand.match.variant, hand.match
    points = variant.points_by_card
    gained = zip(match.totals, match.scores[-1].totals, strict=True)
    totals = [total - points_of_hand for total, points_of_hand in gained]
    yield totals
    hidden = hand.end.setup.hidden
    for capture in hand.captures:
        cards = (*hidden, *capture.pile, capture.card)
        worth = capture.bonus + sum(points.get(card, 0) for card in cards)
        totals[variant.side_of(capture.seat)] += worth
        hidden = ()
        yield totals


def first_at_target_lost(hand: Hand) -> bool:
    """Say whether a side was at the target before the winner was."""
    target = target_of(hand)
    (winner,) = hand.match.winners
    for totals in running_totals(hand):
        if totals[winner] >= target:
            return False
        if max(totals) >= target:
            return True
    return False


def pistis_that_score(hand: Hand) -> list[bool]:
    """Say of each pişti whether one of its cards has points of its own."""
    points = hand.end.variant.points_by_card
    return [
        any(card in points for card in bonus.cards) for bonus in hand.end.won.bonuses
    ]


def hidden_points(hand: Hand) -> int:
    """Give the card points in the hidden cards; passed jacks lie face up."""
    setup = hand.end.setup
    points = setup.variant.points_by_card
    return sum(points.get(card, 0) for card in setup.hidden if card not in setup.passed)


# What is counted


@attrs.frozen(kw_only=True)
class Count(Generic[_Trial]):
    """What is counted under a key, and at which tables."""

    en: str
    """What is counted, a noun phrase."""
    tr: str
    """The same in Turkish."""
    unit: Literal["share", "mean"] = "share"
    """A share of such cases, from 0 to 1, or a mean per hand."""
    exact: str | None = None
    """The figure as a fraction, where it can be worked out for all these tables."""
    presets: Mapping[str, Variant]
    """The tables by the name of the preset, which may be changed."""
    trials: Trials[_Trial]
    """What is tried."""
    cases: Cases[_Trial]
    """What each trial counts for."""


def tables(*names: str, **changes: Any) -> Mapping[str, Variant]:
    """Give presets by name, with changed options."""
    return {name: attrs.evolve(VARIANTS[name], **changes) for name in names}


def tables_where(wanted: Callable[[Variant], bool]) -> Mapping[str, Variant]:
    """Give the presets that are as wanted."""
    return {name: variant for name, variant in VARIANTS.items() if wanted(variant)}


UNCUT = tables_where(lambda v: v.layout_face_up == 1 and v.cut is Cut.NONE)
CUT = tables_where(lambda v: v.cut is not Cut.NONE)
TURNED = tables_where(lambda v: v.layout_face_up == 1)
OPEN = tables_where(lambda v: v.layout_face_up > 1)
TO_TARGET = tables_where(lambda v: v.target is not None)
MANY_SIDES = tables_where(lambda v: len(v.sides) in {3, 4})

COUNTS: Mapping[str, Count[Any]] = {
    "jack_up": Count(
        en="hands whose first turned card is a jack",
        tr="ilk açılan kartı vale olan eller",
        exact="1/13",
        presets=UNCUT,
        trials=play_hands,
        cases=once(turned_a_jack),
    ),
    # A cut that leaves no jack at the bottom leaves more of them elsewhere.
    "jack_up_after_cut": Count(
        en="hands whose first turned card is a jack, where no cut leaves one below",
        tr="kesmede alta vale bırakılmayan oyunda ilk açılan kartı vale olan eller",
        presets=CUT,
        trials=play_hands,
        cases=once(turned_a_jack),
    ),
    # Too rare to be met.
    "four_jacks": Count(
        en="deals whose four layout cards are all jacks",
        tr="yere konan dört kartın dördü de vale olan dağıtımlar",
        exact="1/270725",
        presets={},
        trials=play_hands,
        cases=each_layout(four_jacks),
    ),
    "cut_jack": Count(
        en="hands in which the first cut shows a jack",
        tr="ilk kesmede vale çıkan eller",
        exact="1/13",
        presets=CUT,
        trials=cut_packs,
        cases=once(cut_shows_a_jack),
    ),
    "cut_again_twice": Count(
        en="hands in which the pack has to be cut again at least twice",
        tr="destenin en az iki kez yeniden kesildiği eller",
        exact="67/11271",
        presets=tables("partnership-recut"),
        trials=cut_packs,
        cases=once(lambda cutting: cutting.cuts not in {1, 2}),
    ),
    "lifted_all_jacks": Count(
        en="hands in which the cutter at first lifts nothing but jacks",
        tr="kesenin ilk kesmede kaldırdığı kartların hepsinin vale olduğu eller",
        exact="4/2499",
        presets=tables("partnership"),
        trials=cut_packs,
        cases=once(lambda cutting: cutting.cuts > 1),
    ),
    "kept_then_jack": Count(
        en=(
            "hands in which the cutter keeps a jack and the next card is a jack as"
            " well, where the cutter may keep one"
        ),
        tr="valeyi kesenin aldığı usulde, alınan valenin ardından yine vale çıkan eller",
        exact="1/221",
        presets=tables("partnership", cut=Cut.CUTTER_KEEPS),
        trials=cut_packs,
        cases=once(bottom_jack_after_a_kept_one),
    ),
    "first_play_match": Count(
        en="hands whose first play takes the up-card by equal rank",
        tr="ilk atılan kartın açık kartı aynı sayıyla aldığı eller",
        presets=TURNED,
        trials=play_hands,
        cases=once(first_play_takes_a_match),
    ),
    "last_play_match": Count(
        en="hands whose last play takes a lone card by equal rank, jacks included",
        tr=(
            "vale üstüne vale de sayılarak, son kartın yerdeki tek kartı aynı sayıyla"
            " aldığı eller"
        ),
        presets=VARIANTS,
        trials=play_hands,
        cases=last_play(takes_a_match),
    ),
    "last_play_double": Count(
        en="hands whose last play takes a lone jack with a jack",
        tr="son atılan valenin yerdeki tek valeyi aldığı eller",
        presets=VARIANTS,
        trials=play_hands,
        cases=last_play(takes_a_jack),
    ),
    "jack_on_lone": Count(
        en="jacks that take a lone card of another rank, after the first play",
        tr="ilk karttan sonra, yerde tek duran ve vale olmayan kartı alan valeler",
        unit="mean",
        presets=VARIANTS,
        trials=play_hands,
        cases=each_capture(jack_takes_another_rank),
    ),
    # A jack lies on other cards only in an open layout, until the first play.
    "jack_on_pile_topped_by_jack": Count(
        en=(
            "jacks that take two cards or more with a jack on top, where no open"
            " layout is dealt again"
        ),
        tr=(
            "açık dörtlünün hiç yeniden dağıtılmadığı oyunda, üstünde vale duran en az"
            " iki kartlık yığını alan valeler"
        ),
        unit="mean",
        presets=tables(*OPEN, layout_redeal=LayoutRedeal.NEVER),
        trials=play_hands,
        cases=each_capture(jack_takes_a_pile_under_a_jack),
    ),
    "residue_cards": Count(
        en="cards left on the table after the last play",
        tr="son kart atıldıktan sonra yerde kalan kartlar",
        unit="mean",
        presets=VARIANTS,
        trials=play_hands,
        cases=once(lambda hand: len(residue(hand))),
    ),
    "residue_decides_majority": Count(
        en=(
            "hands in which the cards left on the table decide who has the majority,"
            " or whether anybody does"
        ),
        tr=(
            "çoğunluğu kimin aldığını, ya da birinin alıp almadığını, yerde kalanların"
            " belirlediği eller"
        ),
        presets=VARIANTS,
        trials=play_hands,
        cases=once(residue_decides),
    ),
    "majority_tie": Count(
        en="hands in which sides tie for the most cards",
        tr="en çok kartta eşitlik olan eller",
        presets=VARIANTS,
        trials=play_hands,
        cases=once(counts_tie),
    ),
    "lead_without_27": Count(
        en="hands whose majority is won with fewer than 27 cards",
        tr="çoğunluğun 27'den az kartla alındığı eller",
        presets=MANY_SIDES,
        trials=play_hands,
        cases=once(majority_of_few),
    ),
    "both_at_target": Count(
        en="matches that end with two sides or more at or past the target",
        tr="sonunda en az iki tarafın hedefe ulaştığı ya da hedefi geçtiği partiler",
        presets=TO_TARGET,
        trials=play_hands,
        cases=each_match(several_at_target),
    ),
    "tie_at_target": Count(
        en="matches in which sides once tie for the highest total at the target",
        tr="hedefe ulaşıldığında en yüksek toplamda eşitlik çıkan partiler",
        presets=TO_TARGET,
        trials=play_hands,
        cases=each_match(tied_at_target),
    ),
    "passed_midway_then_lost": Count(
        en="matches lost by a side that was at the target before the winner, in the last hand",
        tr="son elde hedefe kazanandan önce ulaşan bir tarafın kaybettiği partiler",
        presets=TO_TARGET,
        trials=play_hands,
        cases=each_match(first_at_target_lost),
    ),
    "drawn_hand": Count(
        en="drawn hands",
        tr="berabere biten eller",
        presets=VARIANTS,
        trials=play_hands,
        cases=once(lambda hand: hand.match.scores[-1].winner is None),
    ),
    "pistis": Count(
        en="piştis, without double ones",
        tr="çift olmayan piştiler",
        unit="mean",
        presets=VARIANTS,
        trials=play_hands,
        cases=bonuses_by(Rule.PISTI),
    ),
    "double_pistis": Count(
        en="double piştis",
        tr="çift piştiler",
        unit="mean",
        presets=VARIANTS,
        trials=play_hands,
        cases=bonuses_by(Rule.DOUBLE_PISTI),
    ),
    "pisti_with_scoring_cards": Count(
        en="piştis, double ones too, with a card that has points of its own",
        tr=(
            "çift piştiler de sayılarak, en az bir kartı kendi başına da puan getiren"
            " piştiler"
        ),
        presets=VARIANTS,
        trials=play_hands,
        cases=pistis_that_score,
    ),
    "layout_top_jack": Count(
        en="open layouts, those dealt again included, with a jack on top",
        tr="yeniden dağıtılanlar da sayılarak, en üstteki kartı vale olan açık dörtlüler",
        exact="1/13",
        presets=OPEN,
        trials=play_hands,
        cases=each_layout(lambda layout: is_jack(layout[-1])),
    ),
    "layout_top_pair": Count(
        en=(
            "open layouts, those dealt again included, whose top two cards are of equal"
            " rank"
        ),
        tr=(
            "yeniden dağıtılanlar da sayılarak, en üstteki iki kartının sayısı aynı olan"
            " açık dörtlüler"
        ),
        exact="1/17",
        presets=OPEN,
        trials=play_hands,
        cases=each_layout(lambda layout: layout[-1].rank is layout[-2].rank),
    ),
    "layout_any_pair": Count(
        en=(
            "open layouts, those dealt again included, in which any two cards are of"
            " equal rank"
        ),
        tr=(
            "yeniden dağıtılanlar da sayılarak, herhangi iki kartının sayısı aynı olan"
            " açık dörtlüler"
        ),
        exact="1349/4165",
        presets=OPEN,
        trials=play_hands,
        cases=each_layout(
            lambda layout: len({card.rank for card in layout}) < len(layout)
        ),
    ),
    "draw_again": Count(
        en=(
            "draws by high card for the first deal in which some have to draw again,"
            " where the table draws"
        ),
        tr=(
            "ilk dağıtanın kart çekilerek belirlendiği masalarda, eşitlik yüzünden"
            " yeniden kart çekilen partiler"
        ),
        presets=tables(
            "partnership",
            "coffeehouse",
            "three-player",
            "four-player",
            first_dealer=FirstDealer.HIGH_CARD,
        ),
        trials=draw_cards,
        cases=once(lambda drawn: len(drawn.rounds) > 1),
    ),
    "nobody_captured": Count(
        en="hands in which nobody captures",
        tr="kimsenin kart almadığı eller",
        presets=VARIANTS,
        trials=play_hands,
        cases=once(lambda hand: not hand.captures),
    ),
    "hidden_points": Count(
        en="card points in the hidden cards, passed jacks apart",
        tr="yanda açık bekleyen valeler dışında, kapalı kartlardaki kart puanları",
        unit="mean",
        presets=TURNED,
        trials=play_hands,
        cases=once(hidden_points),
    ),
}


# Counting and writing


def count_all(hands: int, seed: int) -> Figures:
    """Count everything, each kind of trial once for each table and player."""
    figures: Figures = {
        key: {preset: [] for preset in count.presets} for key, count in COUNTS.items()
    }
    for (trials, preset, variant), keys in counted_together().items():
        for name, player in PLAYERS.items():
            chance = Random(f"{seed} {trials.__name__} {preset} {name}")
            made = trials(variant, player, chance, hands)
            for key, figure in figures_of(made, keys).items():
                figures[key][preset].append(figure)
    return figures


def counted_together() -> dict[tuple[Any, str, Variant], list[str]]:
    """Give the keys that are counted in the same trials."""
    together: dict[tuple[Any, str, Variant], list[str]] = {}
    for key, count in COUNTS.items():
        for preset, variant in count.presets.items():
            together.setdefault((count.trials, preset, variant), []).append(key)
    return together


def figures_of(trials: Iterable[Any], keys: list[str]) -> dict[str, float]:
    """Give the mean of all cases, by key."""
    sums, numbers = dict.fromkeys(keys, 0.0), dict.fromkeys(keys, 0)
    for trial in trials:
        for key in keys:
            for case in COUNTS[key].cases(trial):
                sums[key] += case
                numbers[key] += 1
    return {key: rounded(sums[key], numbers[key]) for key in keys}


def rounded(total: float, number: int) -> float:
    """Give a mean to four significant digits; of nothing there is none."""
    return float(f"{total / number:.4g}") if number else nan


def as_toml(figures: Figures, *, hands: int, seed: int) -> str:
    """Write the figures with what they count."""
    lines = [
        "# Written by `python docs/count.py`: how often the disputed points matter.",
        "# Each preset has two figures: with random play, and with greedy play.",
        f"hands = {hands}",
        f"seed = {seed}",
    ]
    for key, count in COUNTS.items():
        words = {"en": count.en, "tr": count.tr, "unit": count.unit}
        if count.exact is not None:
            words["exact"] = count.exact
        lines += ["", f"[{key}]"]
        lines += [
            f"{name} = {json.dumps(text, ensure_ascii=False)}"
            for name, text in words.items()
        ]
        lines += [f"{preset} = {pair}" for preset, pair in figures[key].items()]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Count and write the file that is asked for."""
    parser = argparse.ArgumentParser(description="Count what the rulings matter.")
    parser.add_argument("--hands", type=int, default=HANDS, help="by preset and player")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--to", type=Path, default=FILE, help="the file to write")
    asked = parser.parse_args()
    figures = count_all(asked.hands, asked.seed)
    asked.to.write_text(as_toml(figures, hands=asked.hands, seed=asked.seed), "utf-8")


if __name__ == "__main__":
    main()

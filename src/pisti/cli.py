"""The command line: play, replay, score, judge, and look the rules up."""

import functools
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random, SystemRandom
from typing import Annotated, Any, Final, Literal, ParamSpec

import attrs

try:
    import typer
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.text import Text
except ModuleNotFoundError as _missing:  # pragma: no cover
    raise ModuleNotFoundError(
        "the command line needs typer and rich: install pisti[cli]"
    ) from _missing

from pisti import records, text
from pisti.book import rulebook
from pisti.cards import Card, parse_cards
from pisti.errors import NotationError, PistiError, VariantError
from pisti.judging import judge as outcome_of
from pisti.language import describe
from pisti.naming import describe_option, join_names, name_of
from pisti.notation import parse_option
from pisti.players import Player, counting, greedy, random_player, search_player
from pisti.rules import Language, Rule
from pisti.scoring import score_cards, score_hand
from pisti.sitting import Left, Sitting, names_around, rule_in_words
from pisti.state import Bonus
from pisti.variants import VARIANTS, Variant
from pisti.views import redact

__all__ = ["app"]

app: Final = typer.Typer(
    no_args_is_help=True,
    help="The Turkish card game Pişti: play it, score it, look its rules up.",
)
_NO_KEYBOARD: Final = {
    "en": "There is no more to read; where there is no keyboard, use --auto.",
    "tr": "Okunacak bir şey kalmadı; klavye yoksa --auto kullanın.",
}
_OTHER_RULES: Final = "the record has a match by other rules than --variant and --set"


def _presets() -> list[str]:
    return list(VARIANTS)


_VariantName = Annotated[
    str | None,
    typer.Option(
        "--variant",
        "-v",
        help="A preset, if not classic; `pisti variants` lists them.",
        autocompletion=_presets,
    ),
]
_Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        "-s",
        metavar="OPTION=VALUE",
        help="Change an option of the preset, as in --set target=101.",
    ),
]
_Lang = Annotated[
    Language,
    typer.Option("--lang", "-l", envvar="PISTI_LANG", help="English or Turkish."),
]
_Ascii = Annotated[
    bool, typer.Option("--ascii", help="Write with ASCII letters alone.")
]
_File = Annotated[Path, typer.Argument(help="A record.")]

_Given = ParamSpec("_Given")


def _command(run: Callable[_Given, None]) -> Callable[_Given, None]:
    """Make a command of a function; what it refuses is one friendly line."""

    @functools.wraps(run)
    def friendly(*args: _Given.args, **kwargs: _Given.kwargs) -> None:
        lang: Any = kwargs["lang"]
        try:
            run(*args, **kwargs)
        except PistiError as error:
            _fail(describe(error, lang))
        except OSError as error:
            where = "" if error.filename is None else f"{error.filename}: "
            _fail(f"{where}{error.strerror}")
        except UnicodeError as error:
            _fail(" ".join(str(error).split()))

    return app.command()(friendly)


def _fail(problem: str) -> None:
    Console(stderr=True, soft_wrap=True, highlight=False, emoji=False).print(
        problem, markup=False
    )
    raise typer.Exit(1)


def _console() -> Console:
    """Give a console; lines are broken between words, and only at a terminal."""
    console = Console(highlight=False, emoji=False)
    console.soft_wrap = not console.is_terminal
    return console


def _print(lines: str, *, ascii_only: bool = False) -> None:
    """Print, with red suits in red where there are colours."""
    told = Text(text.plain(lines) if ascii_only else lines)
    told.highlight_regex("(?:10|[A2-9JQK])[♥♦]", "red")
    _console().print(told)


def _table(preset: str | None, changes: Iterable[str] | None) -> Variant:
    """Give a preset with some options changed."""
    name = "classic" if preset is None else preset
    if name not in VARIANTS:
        raise VariantError(f"no preset {name!r}, only {', '.join(VARIANTS)}")
    values: dict[str, Any] = {}
    for change in changes or ():
        option, _, value = change.partition("=")
        values[option] = parse_option(option, value)
    return attrs.evolve(VARIANTS[name], **values)


def _load(file: Path) -> records.Record:
    with file.open(encoding="utf-8") as opened:
        return records.load(opened)


def _player(name: str, chance: Random) -> Player:
    players: dict[str, Player] = {
        "random": random_player(chance),
        "greedy": greedy,
        "counting": counting,
        "search": search_player(chance),
    }
    return players[name]


@_command
def play(
    *,
    variant: _VariantName = None,
    changes: _Changes = None,
    lang: _Lang = "en",
    seat: Annotated[int, typer.Option(help="Your seat, from 0.")] = 0,
    against: Annotated[
        Literal["random", "greedy", "counting", "search"],
        typer.Option(help="Who plays the other seats, from weak to strong."),
    ] = "greedy",
    auto: Annotated[
        bool, typer.Option("--auto", help="Let programs play every seat.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Deal the same cards every time.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="Keep a record, and go on from it if it exists.")
    ] = None,
    ascii_only: _Ascii = False,
) -> None:
    """
    Play a match against programs.

    Example: pisti play -v partnership --set target=101 --lang tr --save match.pisti
    """
    table = _table(variant, changes)
    resumed = _load(save) if save is not None and save.exists() else None
    if resumed is not None:
        if (variant or changes) and resumed.variant != table:
            raise VariantError(_OTHER_RULES)
        table = resumed.variant
    table.check_seat(seat)
    chance = SystemRandom() if seed is None else Random(seed)
    player = _player(against, chance)
    sitting = Sitting(
        seat=None if auto else seat,
        names=names_around(table, seat, lang),
        players=[player] * table.players,
        chance=chance,
        read=functools.partial(_read, lang),
        write=functools.partial(_print, ascii_only=ascii_only),
        lang=lang,
        ascii_only=ascii_only,
        save=save,
    )
    try:
        sitting.play_match(table, resumed)
    except Left:
        raise typer.Exit from None


def _read(lang: Language, question: str) -> str:
    _console().print(question, end="", markup=False)
    line = sys.stdin.readline() if sys.stdin else ""
    if not line:
        _console().print()
        _fail(_NO_KEYBOARD[lang])
    return line


@_command
def replay(
    *,
    file: _File,
    lang: _Lang = "en",
    seat: Annotated[
        int | None, typer.Option(help="Tell what this seat saw, not everything.")
    ] = None,
    ascii_only: _Ascii = False,
) -> None:
    """
    Tell a record, hand by hand, card by card.

    Example: pisti replay match.pisti --seat 0 --lang tr
    """
    record = _load(file)
    record.variant.check_seat(seat or 0)
    names = names_around(record.variant, seat or 0, lang)
    for _, events in records.replay(record):
        for event in events:
            seen = event if seat is None else redact(event, seat)
            line = f"{seen.rule.id:>5}  {describe(seen, lang, names)}"
            _print(line, ascii_only=ascii_only)
    _print(text.draw(record.match, names=names, lang=lang, ascii_only=ascii_only))


@_command
def score(
    *,
    file: Annotated[Path | None, typer.Argument(help="A record.")] = None,
    captured: Annotated[
        list[str] | None,
        typer.Option("--captured", "-c", help="The cards of a side; once for each."),
    ] = None,
    pisti: Annotated[
        list[str] | None,
        typer.Option("--pisti", "-p", help="A pişti: seat, lone card, its captor."),
    ] = None,
    going_on: Annotated[
        bool, typer.Option("--going-on", help="The hand is not over.")
    ] = False,
    variant: _VariantName = None,
    changes: _Changes = None,
    lang: _Lang = "en",
    ascii_only: _Ascii = False,
) -> None:
    """
    Score a record, or the captured cards of a real table.

    Example: pisti score --going-on -c "7H 7S 10D" -c "JC" -p "0 7H 7S"
    """
    if file is not None:
        record = _load(file)
        table = record.variant
        scores = [score_hand(state) for state in record.states]
    else:
        table = _table(variant, changes)
        heaps = [parse_cards(cards) for cards in captured or ()]
        bonuses = [_bonus(table, words) for words in pisti or ()]
        scores = [score_cards(table, heaps, bonuses, final=not going_on)]
    for counted in scores:
        _print(
            text.draw(
                counted,
                names=_side_names(table, lang),
                lang=lang,
                ascii_only=ascii_only,
            )
        )


def _side_names(table: Variant, lang: Language) -> list[str]:
    names = names_around(table, 0, lang)
    return [join_names([names[seat] for seat in side], lang) for side in table.sides]


def _bonus(table: Variant, words: str) -> Bonus:
    """Read a pişti: the seat that made it, the lone card, the card that took it."""
    seat, _, cards = words.strip().partition(" ")
    match parse_cards(cards):
        case (lone, captor) if re.fullmatch("[0-9]{1,9}", seat):
            # A play that is neither first nor last: the bonus was earned.
            outcome = outcome_of(table, pile=[lone], card=captor, play=2)
            return Bonus(int(seat), outcome.bonus, outcome.rule, (lone, captor))
        case _:
            raise NotationError("a pişti is a seat and two cards", text=words)


@_command
def judge(
    *,
    card: Annotated[str, typer.Argument(help="The card played, such as 7S.")],
    pile: Annotated[str, typer.Option(help="The pile, from the bottom up.")] = "",
    hidden: Annotated[str, typer.Option(help="Hidden cards not yet captured.")] = "",
    at: Annotated[int, typer.Option("--play", help="Which play it is, 1 to 48.")] = 2,
    variant: _VariantName = None,
    changes: _Changes = None,
    lang: _Lang = "en",
) -> None:
    """
    Say what a card does to a pile, and by which rule.

    Example: pisti judge 7S --pile 7H --play 48 -v partnership
    """
    outcome = outcome_of(
        _table(variant, changes),
        pile=parse_cards(pile),
        card=Card.parse(card),
        play=at,
        hidden=parse_cards(hidden),
    )
    _print(describe(outcome, lang))


@_command
def rules(
    *,
    number: Annotated[
        str | None, typer.Argument(help="A rule, such as 5.4; else the whole book.")
    ] = None,
    variant: _VariantName = None,
    changes: _Changes = None,
    lang: _Lang = "en",
) -> None:
    """
    Show the rules of a table, or one of them.

    Example: pisti rules 5.4 --lang tr
    """
    table = _table(variant, changes)
    if number is not None:
        if number not in {rule.id for rule in Rule}:
            raise NotationError(f"no rule {number!r}", text=number)
        _print(rule_in_words(Rule(number), table, lang))
    elif _console().is_terminal:
        _console().print(Markdown(rulebook(table, lang)))
    else:
        _console().print(rulebook(table, lang), markup=False)


@_command
def variants(
    *,
    name: Annotated[
        str | None, typer.Argument(help="A preset, to see its options.")
    ] = None,
    lang: _Lang = "en",
) -> None:
    """
    List the presets, or the options of one.

    Example: pisti variants coffeehouse
    """
    if name is None:
        for preset, table in VARIANTS.items():
            _print(f"{preset:<18} {name_of(table, lang)}")
        return
    table = _table(name, None)
    for field in attrs.fields(Variant):
        value = describe_option(table, field.name, lang)
        _print(f"{field.name:<20} {name_of(field.name, lang)}: {value}")

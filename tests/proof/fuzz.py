"""
Feed text to whatever reads text, guided by what it covers: nothing may crash.

A reader gives a value, which must survive being written and read again, or raises
a `PistiError`, which can be told in both languages. Run it in an environment with
`atheris` and `pisti[cli,wire]`:

    python tests/proof/fuzz.py records -runs=1000000

The first argument is one of the targets below; the others are libFuzzer's, such as
`-max_total_time=600`. What covers more than before is kept for the next run, in the
directory `pisti-fuzz` among the temporary files.
"""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib import import_module
from io import BytesIO, StringIO, TextIOWrapper
from operator import itemgetter
from pathlib import Path
from tempfile import gettempdir
from typing import Any, NamedTuple
from xml.etree.ElementTree import fromstring

atheris: Any = import_module("atheris")

# Only what is imported here is watched for coverage.
with atheris.instrument_imports(include=["pisti", "cattrs"]):
    import attrs
    import typer

    from pisti import (
        DECK,
        PARTNERSHIP,
        VARIANTS,
        XERI,
        Card,
        Cut,
        HandScore,
        Match,
        PistiError,
        Rank,
        Rule,
        State,
        Suit,
        Variant,
        View,
        apply_move,
        cli,
        describe,
        legal_moves,
        new_game,
        new_match,
        parse_cards,
        score_hand,
        start,
        step,
        svg,
        text,
        view,
    )
    from pisti.notation import format_option, parse_option
    from pisti.records import Record, dumps, loads
    from pisti.wire import from_json, to_json


# What reads text, and what it reads as text again.


def _read_cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text) if " " in text else (Card.parse(text),)


def _write_cards(read: tuple[Card, ...]) -> str:
    return " ".join(map(str, read)) or " "


def _read_option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition(": ")
    return name, parse_option(name, value)


def _write_option(read: tuple[str, Any]) -> str:
    name, value = read
    return f"{name}: {format_option(value)}"


def _read_message(line: str) -> Any:
    """Read a message, and tell and draw what can be told and drawn."""
    value: Any = from_json(line)
    with suppress(PistiError):
        describe(value, "tr")
    if isinstance(value, View | Match | HandScore):
        _draw(value, None)
    return value


def _draw(value: View | Match | HandScore, names: list[str] | None) -> tuple[str, str]:
    """Draw as a picture, which must be well-formed, and as text."""
    picture = svg.draw(value, names=names)
    fromstring(picture)  # noqa: S314 - the library's own
    return picture, text.draw(value, names=names)


# What only shows text, or answers it, must do the same for the same text.


def _use_names(lines: str) -> tuple[str, ...]:
    """Tell and draw a table whose players are called by the lines of a text."""
    names = lines.split("\n")
    told = [describe(event, lang, names) for event in _EVENTS for lang in _LANGUAGES]
    return lines, *told, *_draw(_SEEN, names)


def _run_command(lines: str) -> tuple[str, str, str]:
    """Score, or judge where a card is named, what the lines of a text give."""
    given: dict[str, list[str]] = {}
    for line in lines.split("\n"):
        key, _, value = line.partition(": ")
        given.setdefault(key, []).append(value)
    last = {key: values[-1] for key, values in given.items()}
    told, refused = TextIOWrapper(BytesIO(), "utf-8", newline=""), StringIO()
    table: dict[str, Any] = {
        "variant": last.get("variant"),
        "changes": given.get("set"),
        "lang": "tr" if "tr" in given else "en",
    }
    with redirect_stdout(told), redirect_stderr(refused), suppress(typer.Exit):
        if "card" in last:
            play = last.get("play", "")
            cli.judge(
                card=last["card"],
                pile=last.get("pile", ""),
                hidden=last.get("hidden", ""),
                at=int(play) if re.fullmatch("[0-9]{1,9}", play) else 2,
                **table,
            )
        else:
            cli.score(
                captured=given.get("captured"),
                pisti=given.get("pisti"),
                going_on="going on" in given,
                **table,
            )
    told.seek(0)
    return lines, told.read(), refused.getvalue()


# Seeds: texts that the library itself wrote.


def _play(state: State, plays: int) -> State:
    for _ in range(plays):
        state = apply_move(state, legal_moves(state)[0])
    return state


def _record_seeds() -> Iterator[str]:
    for variant in VARIANTS.values():
        yield dumps(Record.of(_play(new_game(variant, rng=7), 3)))
    yield dumps(Record.of(_play(new_game(rng=7), 48), tags={"Site": "Kadıköy"}))
    variant = attrs.evolve(
        PARTNERSHIP, cut=Cut.CUTTER_KEEPS, card_points={Rank.ACE: 1}, target=1000
    )
    kept = (new_game(variant, rng=seed) for seed in range(1000))
    yield dumps(Record.of(next(state for state in kept if state.setup.pack.kept)))
    match = new_match(PARTNERSHIP, rng=7)
    states: list[State] = []
    for _ in range(2):
        states.append(_play(match.deal(rng=7), 48))
        match = match.add(states[-1])
    yield dumps(Record.of(*states, draw=match.draw))
    yield f"\ufeff# {dumps(Record.of(_play(new_game(XERI, rng=1), 1)))}"


def _card_seeds() -> Iterator[str]:
    yield from map(str, DECK)
    yield from (f"t{suit.symbol}" for suit in Suit)
    yield " ".join(map(str, DECK))


def _option_seeds() -> Iterator[str]:
    for variant in VARIANTS.values():
        for option in attrs.fields(Variant):
            value = getattr(variant, option.name)
            yield f"{option.name}: {format_option(value)}"


def _wire_seeds() -> Iterator[str]:
    for variant in VARIANTS.values():
        state, events = start(variant, rng=7)
        ninth = _play(state, 9)
        state, played = step(ninth, legal_moves(ninth)[0])
        yield to_json(variant)
        yield from (to_json(view(state, seat)) for seat in range(variant.players))
        yield from map(to_json, events + played)
        yield to_json(score_hand(_play(state, 38)))
    yield to_json(new_match(PARTNERSHIP, rng=7))


def _name_seeds() -> Iterator[str]:
    yield "Ayşe\nBora\nCan\nDeniz"
    yield "<b>&amp;\n\u202eAyşe\nİI\n\0"


def _command_seeds() -> Iterator[str]:
    yield "card: 7S\npile: 7H\nhidden: 2C 3C\nplay: 48\nvariant: partnership\ntr"
    yield "card: js\npile: 7♥ j♦\nset: card_points=A 1, 10D 3\nset: cut=search"
    yield "captured: 7H 7S 10D\ncaptured: JC\npisti: 0 7H 7S\ngoing on"
    whole = " ".join(map(str, DECK))
    yield f"captured: {whole}\ncaptured: \npisti: 1 JS JH\nvariant: coffeehouse"


_LANGUAGES: tuple[Any, ...] = ("en", "tr")
_STATE = _play(new_game(PARTNERSHIP, rng=7), 9)
_SEEN, _EVENTS = view(_STATE, 0), step(_STATE, legal_moves(_STATE)[0])[1]


class Target(NamedTuple):
    """Something that reads text."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    seeds: Callable[[], Iterator[str]]


TARGETS = {
    "records": Target(loads, dumps, _record_seeds),
    "cards": Target(_read_cards, _write_cards, _card_seeds),
    "options": Target(_read_option, _write_option, _option_seeds),
    "wire": Target(_read_message, to_json, _wire_seeds),
    "names": Target(_use_names, itemgetter(0), _name_seeds),
    "commands": Target(_run_command, itemgetter(0), _command_seeds),
}

# What a mutation can hardly guess.
WORDS = [
    *map(str, DECK),
    *("pisti: 1", "edition: 1", "variant: ", *VARIANTS),
    *("hand: 1", "hand: 2", "dealer: ", "pack: ", "saw: ", "kept: ", "plays: "),
    *("draw: ", "none", "yes", "no", "Date: ", "# ", "\ufeff", "\r\n", "\u2028"),
    *(f"{option.name}: " for option in attrs.fields(Variant)),
    *('"type":', '"Card"', '"PileCaptured"', '"View"', '"Match"', "null", "NaN"),
    *(rule.id for rule in Rule),
    *("card: ", "pile: ", "hidden: ", "play: ", "set: ", "captured: ", "pisti: 0 "),
]


def _watched(target: Target) -> Callable[[bytes], None]:
    """Let a target refuse text, and do nothing else wrong."""

    def run(data: bytes) -> None:
        # Bytes that are no text come as lone surrogates.
        line = data.decode("utf-8", "surrogateescape")
        try:
            value = target.read(line)
        except PistiError as error:
            for lang in _LANGUAGES:
                describe(error, lang)
            return
        if target.read(target.write(value)) != value:
            raise AssertionError(f"{value!r} is not written as it was read")

    return run


def _write_files(directory: Path, seeds: Iterator[str]) -> Iterator[str]:
    """Write seeds and words for libFuzzer, and give the arguments that name them."""
    corpus = directory / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds):
        (corpus / f"seed{number:03}").write_text(seed, "utf-8", newline="")
    words = directory / "words"
    escaped = ["".join(f"\\x{byte:02x}" for byte in word.encode()) for word in WORDS]
    words.write_text("".join(f'"{word}"\n' for word in escaped), "ascii")
    yield f"-dict={words}"
    yield str(corpus)


def main(program: str, name: str = "", *arguments: str) -> None:
    """Fuzz a target until libFuzzer has had enough, which ends the process."""
    if name not in TARGETS:
        sys.exit(f"usage: {program} {{{','.join(TARGETS)}}} [libFuzzer's options]")
    target = TARGETS[name]
    files = _write_files(Path(gettempdir(), "pisti-fuzz", name), target.seeds())
    atheris.Setup([program, *arguments, *files], _watched(target))
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv)

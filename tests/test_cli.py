"""The command line, as somebody would type it."""

import errno
import inspect
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from tables import deal, play, play_oldest, table
from typer.testing import CliRunner

from pisti import (
    CLASSIC,
    COFFEEHOUSE,
    PARTNERSHIP,
    VARIANTS,
    XERI,
    Language,
    Rule,
    State,
    cli,
    describe,
    name_of,
    records,
    redact,
    rulebook,
    view,
)
from pisti.sitting import rule_in_words

COMMANDS = ["play", "replay", "score", "judge", "rules", "variants"]
LANGUAGES: tuple[Language, ...] = ("en", "tr")
PRESETS = (
    "classic, partnership, partnership-recut, coffeehouse, three-player, four-player,"
    " pispirik, xeri, xeri-partnership"
)
PLAIN = {
    "COLUMNS": "80",
    "FORCE_COLOR": None,
    "NO_COLOR": "1",
    "PISTI_LANG": None,
    "TERM": "dumb",
    "TTY_COMPATIBLE": None,
}
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")

FIRST_DEAL = deal(CLASSIC, "7H", "7S 8S 9S KS", "2D 3D 4D 5D")


class Ran:
    """What a command has written, and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


def pisti(
    *args: str | Path,
    typed: str = "",
    charset: str = "utf-8",
    **environment: str | None,
) -> Ran:
    """Run a command in this process, and let no other error through."""
    result = CliRunner(charset=charset).invoke(
        cli.app,
        [*map(str, args)],
        input=typed,
        env={**PLAIN, **environment},
        prog_name="pisti",
    )
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)


def out(*args: str | Path, typed: str = "") -> str:
    """Run a command that does what is asked, and give what it writes."""
    ran = pisti(*args, typed=typed)
    assert ran.err == ""
    assert ran.code == 0
    return ran.out


def refused(*args: str | Path, typed: str = "") -> str:
    """Run a command that is refused in one friendly line, and give that line."""
    ran = pisti(*args, typed=typed)
    assert ran.code == 1
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err
    return ran.err.removesuffix("\n")


def keep(file: Path, *states: State) -> Path:
    """Write a record."""
    file.write_text(records.dumps(records.Record.of(*states)), "utf-8")
    return file


def load(file: Path) -> records.Record:
    """Read a record."""
    return records.loads(file.read_text("utf-8"))


def plays(file: Path) -> str:
    """Read the cards played in the last hand of a record."""
    return " ".join(map(str, load(file).hands[-1].plays))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Give a record of a hand that has begun."""
    return keep(tmp_path / "match.pisti", play(FIRST_DEAL, "7S 2D 8S 3D"))


# Help and examples


def test_help_names_all_commands() -> None:
    """The help of the whole has each command, and does not break its box."""
    told = ESCAPES.sub("", out("--help"))

    assert "The Turkish card game Pişti" in told
    assert [name for name in COMMANDS if f"│ {name} " in told] == COMMANDS
    assert len(cli.app.registered_commands) == len(COMMANDS)
    assert max(map(len, told.splitlines())) <= 80


def test_no_command_shows_the_help() -> None:
    """Without a command there is the same help."""
    assert "Usage: pisti" in ESCAPES.sub("", pisti().out)


def example(command: str) -> str:
    """Find the example in a command's docstring."""
    docstring = inspect.getdoc(getattr(cli, command)) or ""
    (line,) = re.findall("^Example: (pisti .*)$", docstring, re.MULTILINE)
    return str(line)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(command: str) -> None:
    """Each command has a help with an example, and says what each option is for."""
    told = ESCAPES.sub("", out(command, "--help"))

    assert f"Usage: pisti {command} " in told
    assert example(command) in " ".join(told.split())
    assert max(map(len, told.splitlines())) <= 80


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("play", "Güney kupa yedilisini attı."),
        ("replay", "Güney kupa yedilisini attı."),
        ("score", "5.1 Pişti         10   7♥  7♠"),
        ("judge", "(rule 5.5: No pişti on the last play)."),
        ("rules", "5.4 İlk kartta pişti olmaz"),
        ("variants", "target               target: 101 points"),
    ],
)
def test_examples(
    command: str, answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each example does what it says."""
    monkeypatch.chdir(tmp_path)
    variant = table(PARTNERSHIP, target=101)
    state = deal(variant, "KS", "7H 8H 9H 10H", dealer=3)
    keep(tmp_path / "match.pisti", play(state, "7H") if command == "replay" else state)
    name, *words = shlex.split(example(command))

    assert name == "pisti"
    typed = {"play": "7h\nson\n"}
    assert answer in out(*words, typed=typed.get(command, ""))


def test_presets_are_completed() -> None:
    """A shell completes the names of presets."""
    ran = pisti(
        _PISTI_COMPLETE="complete_bash",
        COMP_WORDS="pisti play --variant xe",
        COMP_CWORD="3",
    )

    assert ran.out.split() == ["xeri", "xeri-partnership"]


# Tables


@pytest.mark.parametrize(
    ("changes", "changed"),
    [
        (["pisti_points=12"], {"pisti_points: 12"}),
        (["pisti_on_first_play=yes"], {"pisti_on_first_play: yes"}),
        (["pisti_on_last_play=no"], {"pisti_on_last_play: no"}),
        (["cut=plain"], {"cut: plain"}),
        (["direction=clockwise"], {"direction: clockwise"}),
        (["target=101", "hands=none"], {"target: 101", "hands: none"}),
        (["hands=3"], {"hands: 3"}),
        (["card_points=A 1, 10D 3"], {"card_points: A 1, 10D 3"}),
        (["card_points=none"], {"card_points: none"}),
        (["hand_size=6", "hand_size=8"], {"hand_size: 8"}),
        (["hidden_seen_by=all"], {"hidden_seen_by: all"}),
        (["majority_points=1"], {"majority_points: 1"}),
    ],
)
def test_options(changes: list[str], changed: set[str], tmp_path: Path) -> None:
    """Each kind of option can be set; of the same one the last counts."""
    file = tmp_path / "match.pisti"
    words = [word for change in changes for word in ("--set", change)]
    out("play", *words, "--save", file, typed="quit\n")

    header, _ = file.read_text("utf-8").split("\n\n")
    told = {*header.splitlines()} - {"pisti: 1", "edition: 1"}
    # The nearest preset is named: with a target that is another one.
    differs = {line for line in told if not line.startswith("variant: ")}
    if "target: 101" in changed:
        assert load(file).variant == table(CLASSIC, target=101, hands=None)
    else:
        assert differs == changed
        assert "variant: classic" in told


def test_players_and_partners() -> None:
    """The number of players is an option as well, and so is partnership."""
    told = out("play", "-s", "players=4", "-s", "partnership=yes", typed="quit\n")

    assert re.search("^  South and North   [0-9]+ cards captured", told, re.MULTILINE)
    assert re.search("^  East and West     [0-9]+ cards captured", told, re.MULTILINE)


@pytest.mark.parametrize(
    ("args", "english", "turkish"),
    [
        (["--variant", "bridge"], f"No preset 'bridge', only {PRESETS}.", None),
        (["--set", "nosuch=1"], "No option 'nosuch'.", 'Okunamadı: "nosuch".'),
        (["--set", "=1"], "No option ''.", None),
        (["--set", ""], "No option ''.", None),
        (
            ["--set", "target"],
            "Target must be none or a whole number, not '' (rule 7.1: The target).",
            'Okunamadı: "" (kural 7.1: Hedef puan).',
        ),
        (
            ["--set", "players=7"],
            "Players must be 2 or 3 or 4, not 7 (rule 1.3: Players).",
            None,
        ),
        (
            ["--set", "partnership=maybe"],
            "Partners must be yes or no, not 'maybe' (rule 1.4: Partners).",
            None,
        ),
        (
            ["--set", "target=none", "--set", "hands=none"],
            "A match ends at a target or after a number of hands (rule 7.1: The target).",
            None,
        ),
    ],
)
def test_impossible_tables(args: list[str], english: str, turkish: str | None) -> None:
    """No command takes a preset, an option, a value or a mix that there is not."""
    for command in ("play", "score", "judge 7S", "rules"):
        assert refused(*command.split(), *args) == english
    told = refused("rules", "5.1", *args, "--lang", "tr")
    assert told not in {english, ""}
    assert turkish in {None, told}


def test_presets_are_listed() -> None:
    """There is a line for each preset, in both languages."""
    english, turkish = out("variants"), out("variants", "--lang", "tr")

    assert english.splitlines()[:2] == [
        "classic            Classic",
        "partnership        Partnership",
    ]
    assert "partnership        Eşli\n" in turkish
    for told in (english, turkish):
        assert [line.split()[0] for line in told.splitlines()] == [*VARIANTS]


def test_options_of_a_preset() -> None:
    """Each option is there by its name, in words, and with its value."""
    told = out("variants", "xeri", "--lang", "tr").splitlines()

    assert len(told) == 22
    assert "pisti_points         pişti: 10 puan" in told
    assert "hand_size            bir dağıtımda verilen kart sayısı: 6" in told


def test_no_such_preset() -> None:
    """There is no other preset, whatever its name looks like."""
    assert refused("variants", "briç") == f"No preset 'briç', only {PRESETS}."
    assert refused("variants", ":heart:").startswith("No preset ':heart:', only ")
    assert refused("variants", "[red]").startswith("No preset '[red]', only ")
    assert refused("variants", "briç", "--lang", "tr") == "Böyle bir masa yok."


def test_the_language_of_the_environment() -> None:
    """PISTI_LANG sets the language, and --lang another one."""
    assert pisti("judge", "7S", PISTI_LANG="tr").out.startswith("Kart ")
    assert pisti("judge", "7S", "-l", "en", PISTI_LANG="tr").out.startswith("The card")


@pytest.mark.parametrize(
    "args",
    [
        ["play", "--lang", "de"],
        ["play", "--seat", "south"],
        ["play", "--seed", "-1"],
        ["play", "--against", "me"],
        ["play", "--nosuch"],
        ["nosuch"],
        ["judge"],
        ["replay"],
    ],
)
def test_misuse(args: list[str]) -> None:
    """What is no command, option or word of one is answered by how to use it."""
    ran = pisti(*args)

    assert ran.code == 2
    assert ran.out == ""
    assert "Usage: pisti" in ESCAPES.sub("", ran.err)


# Rules


def test_the_whole_book_in_a_pipe() -> None:
    """Where it is no terminal, the book is Markdown as `rulebook` gives it."""
    for lang in LANGUAGES:
        told = out("rules", "-v", "xeri", "-l", lang)
        assert told.strip() == rulebook(XERI, lang).strip()
        assert told.startswith("# ")


def test_the_whole_book_at_a_terminal() -> None:
    """At a terminal the book is set, and fits its width."""
    ran = pisti("rules", FORCE_COLOR="1", TERM="xterm", NO_COLOR=None)
    told = ESCAPES.sub("", ran.out)

    assert ran.code == 0
    assert told != ran.out
    assert "# " not in told
    assert "5.1 Pişti" in told
    assert max(map(len, told.splitlines())) <= 80


def test_a_rule_of_this_table() -> None:
    """A rule that applies is told with this table's numbers, and its example."""
    told = out("rules", "5.1", "--set", "pisti_points=12")

    house = table(pisti_points=12)
    assert told == rule_in_words(Rule.PISTI, house, "en") + "\n"
    assert told.startswith("5.1 Pişti\n\n")
    assert "12 points" in told


def test_a_rule_of_other_tables() -> None:
    """A rule that does not apply is told all the same."""
    told = out("rules", "2.5", "--lang", "tr")

    assert told.startswith("2.5 Kesmede vale: kesen alır\n\n")
    assert told.count("\n\n") == 1


@pytest.mark.parametrize("number", ["9.9", "5", "5.1 ", "PISTI", ":heart:", "[b]"])
def test_no_such_rule(number: str) -> None:
    """There are no other numbers."""
    assert refused("rules", number) == f"No rule '{number}'."
    told = refused("rules", number, "--lang", "tr")
    assert told == f'Okunamadı: "{number.strip()}".'


# The judge


@pytest.mark.parametrize(
    ("args", "english", "turkish"),
    [
        (["--pile", "7H"], "(rule 5.1: Pişti)", "(kural 5.1: Pişti)"),
        (["--pile", "2D 7h"], "(rule 4.4: ", "(kural 4.4: "),
        (["--pile", "8♥"], "(rule 4.6: ", "(kural 4.6: "),
        ([], "(rule 4.7: ", "(kural 4.7: "),
        (
            ["--pile", "7H", "--play", "1", "--hidden", "2C 3C 4C"],
            "captures 4 cards from the table without a bonus (rule 5.4: ",
            "yerden 4 kart alır, ek puan kazandırmaz (kural 5.4: ",
        ),
        (["--pile", "7H", "--play", "48", "-v", "partnership"], "5.5: ", "5.5: "),
        (["--pile", "7H", "--set", "pisti_points=12"], "12 points", "12 puan"),
    ],
)
def test_judge(args: list[str], english: str, turkish: str) -> None:
    """One line says what a card does, and by which rule."""
    told = out("judge", "7S", *args), out("judge", "7S", *args, "-l", "tr")

    assert english in told[0]
    assert turkish in told[1]
    assert [text.count("\n") for text in told] == [1, 1]


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["1X"], "Not a card: '1X'."),
        ([""], "Not a card: ''."),
        (["7S 8S"], "Not a card: '7S 8S'."),
        (["7S", "--pile", "7H 1X"], "Not a card: '1X' in line 1, column 4."),
        (["7S", "--hidden", "?"], "Not a card: '?' in line 1, column 1."),
        (["7S", "--pile", "7s"], "A pack has each card once (rule 1.1: The pack)."),
        (
            ["7S", "--play", "0"],
            "A hand has plays 1 to 48, not 0 (rule 4.11: The end of the hand).",
        ),
        (
            ["7S", "--play", "49"],
            "A hand has plays 1 to 48, not 49 (rule 4.11: The end of the hand).",
        ),
    ],
)
def test_nothing_to_judge(args: list[str], problem: str) -> None:
    """What is no card, no pile or no play is refused, in both languages."""
    assert refused("judge", *args) == problem
    assert refused("judge", *args, "--lang", "tr") != problem


# Scores


def test_score_of_typed_cards() -> None:
    """Each side has its cards, its points with their rules, and its pişti."""
    told = out(
        *("score", "--going-on", "-c", "7H 7S 10D 2c", "-c", "JC JS A♥"),
        *("-p", "0 7H 7S", "-p", "1 JC JS"),
    )

    numbers = re.findall(r"^ +(.+?)  +([0-9]+)  ", told, re.MULTILINE)
    assert numbers == [
        ("South", "15"),
        ("6.1 Card points", "5"),
        ("5.1 Pişti", "10"),
        ("North", "23"),
        ("6.1 Card points", "3"),
        ("5.2 Double pişti", "20"),
    ]
    assert told.endswith("\n  hand not over\n")


def test_score_of_partners() -> None:
    """Partners are a side, in either language; ASCII draws it plainly."""
    words = ["score", "-v", "partnership", "--going-on", "-c", "AS", "-c", ""]
    english, turkish = out(*words), out(*words, "-l", "tr")

    assert re.search(r"^  South and North +1   1 card$", english, re.MULTILINE)
    assert re.search(r"^  Doğu ve Batı +0   0 kart$", turkish, re.MULTILINE)
    assert out(*words, "-l", "tr", "--ascii").isascii()


def test_score_of_a_finished_hand() -> None:
    """A finished hand has a winner."""
    spades = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    others = " ".join(spades.replace("S", suit) for suit in "CDH")
    told = out("score", "-c", others, "-c", spades)

    # Three aces, three jacks, 2C and 10D: 11, and 3 for the majority.
    assert re.search("^  South +14   39 cards$", told, re.MULTILINE)
    assert told.endswith("\n  winner: South\n")


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        ([], "There are 2 sides, not 0 (rule 1.3: Players)."),
        (["-c", "7H"], "There are 2 sides, not 1 (rule 1.3: Players)."),
        (["-c", "7X", "-c", ""], "Not a card: '7X' in line 1, column 1."),
        (["-c", "7H", "-c", "7H"], "A pack has each card once (rule 1.1: The pack)."),
        (
            ["-c", "7H", "-c", "7S"],
            "In a finished hand 52 cards are captured, not 2 (rule 4.12: The residue).",
        ),
        (["-p", "x 7H 7S"], "A pişti is a seat and two cards."),
        (["-p", "-1 7H 7S"], "A pişti is a seat and two cards."),
        (["-p", "² 7H 7S"], "A pişti is a seat and two cards."),
        (["-p", f"{'9' * 5000} 7H 7S"], "A pişti is a seat and two cards."),
        (["-p", "0 7H"], "A pişti is a seat and two cards."),
        (["-p", "0 7H 7S 7D"], "A pişti is a seat and two cards."),
        (["-p", ""], "A pişti is a seat and two cards."),
        (["-p", "0 7H 7X"], "Not a card: '7X' in line 1, column 4."),
        (["-p", "0 7H 7H"], "A pack has each card once (rule 1.1: The pack)."),
    ],
)
def test_nothing_to_score(args: list[str], problem: str) -> None:
    """What cannot be scored is refused, in both languages."""
    assert refused("score", *args) == problem
    assert refused("score", *args, "--lang", "tr") != problem


@pytest.mark.parametrize(
    ("pisti", "rule"),
    [
        ("0 7H 8S", "5.6"),
        ("0 7H JS", "5.3"),
        ("5 7H 7S", "1.3"),
        ("1 7H 7S", "5.7"),
        ("0 7D 7C", "5.7"),
    ],
)
def test_no_such_pisti(pisti: str, rule: str) -> None:
    """A bonus that was not to be had is refused by its rule."""
    words = ["score", "--going-on", "-c", "7H 7S 8S JS", "-c", "JC", "-p", pisti]

    assert f"(rule {rule}: " in refused(*words)
    assert f"(kural {rule}: " in refused(*words, "-l", "tr")


def test_score_of_a_record(tmp_path: Path) -> None:
    """There is a score for each hand of a record, by the rules of its table."""
    first = play_oldest(deal(COFFEEHOUSE, "7H", dealer=0))
    second = play(deal(COFFEEHOUSE, "7H", "7S", dealer=1), "7S")
    file = keep(tmp_path / "match.pisti", first, second)
    told = out("score", file)

    assert told.count("  South ") == 2
    assert re.search("winner: South|winner: North|no winner", told)
    assert told.endswith("  hand not over\n")


# Records


def test_replay_tells_all(record: Path) -> None:
    """Each event has its rule's number; then there is the sheet."""
    told = out("replay", record).splitlines()

    assert told[0] == "  3.2  Round 1 was dealt: each player holds 4 cards."
    assert told[2] == "  3.4  The seven of hearts was turned up on the table."
    assert told[3] == "  4.4  South played the seven of spades."
    assert told[4].startswith("  5.4  South captured 4 cards from the table")
    assert told[5] == "  4.7  North played the two of diamonds to the empty table."
    assert told[8] == "  Classic · number of hands: 1"


def test_replay_in_turkish(record: Path) -> None:
    """The same in Turkish, all with plain letters."""
    told = out("replay", record, "-l", "tr", "--ascii").splitlines()

    assert told[3] == "  4.4  Guney maca yedilisini atti."
    assert told[8] == "  Klasik - el sayisi: 1"


@pytest.mark.parametrize("seat", [0, 1])
def test_replay_of_what_a_seat_saw(seat: int, tmp_path: Path) -> None:
    """A seat, called South, is told what it saw, and no card that it did not see."""
    states = {"": FIRST_DEAL, "7S": play(FIRST_DEAL, "7S")}
    for moves, state in states.items():
        told = out("replay", keep(tmp_path / "hand", state), "--seat", str(seat))
        for card in view(state, seat).unseen:
            assert name_of(card) not in told
        assert ("the hidden cards" in told) == (moves == "7S" and seat == 0)
        mover = "South" if seat == 0 else "North"
        assert (f"{mover} played the seven of spades." in told) == (moves == "7S")


def test_replay_redacts_every_event(tmp_path: Path) -> None:
    """What is told of a partnership hand is what `redact` leaves of its events."""
    state = play_oldest(deal(PARTNERSHIP, "7H"), 9)
    file = keep(tmp_path / "hand", state)
    names = {0: "South", 1: "East", 2: "North", 3: "West"}
    events = [event for _, some in records.replay(load(file)) for event in some]

    for seat in range(4):
        told = out("replay", file, "--seat", str(seat)).splitlines()
        called = {other: names[(other - seat) % 4] for other in range(4)}
        for line, event in zip(told, events, strict=False):
            assert line[7:] == describe(redact(event, seat), "en", called)


@pytest.mark.parametrize(
    ("seat", "problem"),
    [
        ("2", "There is no seat 2 at this table (rule 1.3: Players)."),
        ("-1", "There is no seat -1 at this table (rule 1.3: Players)."),
    ],
)
def test_no_such_seat(seat: str, problem: str, record: Path) -> None:
    """No seat is looked at or played from that the table does not have."""
    for words in (["replay", record], ["play"], ["play", "--auto"]):
        assert refused(*words, "--seat", seat) == problem
    assert refused("play", "--seat", "2", "-l", "tr") == (
        "Bu masada 2 numaralı oyuncu yok (kural 1.3: Oyuncular)."
    )


COMMANDS_ON_FILES = [["replay"], ["score"], ["play", "--save"]]


@pytest.mark.parametrize("words", COMMANDS_ON_FILES)
@pytest.mark.parametrize(
    ("content", "english", "turkish"),
    [
        (b"\xff\xfe", "The file is not text in its encoding.", None),
        (b"", "No line 'pisti' here in line 1, column 1.", None),
        (b"pisti: 2", "Format 2 is not format 1 in line 1, column 8.", None),
        (b"hello", "Not a key and its value in line 1, column 1.", None),
        (
            b"pisti: 1\nedition: 1\nvariant: bridge",
            f"No preset 'bridge', only {PRESETS} in line 3, column 10.",
            '3. satırın 10. sütununda okunamadı: "bridge".',
        ),
    ],
)
def test_broken_records(
    words: list[str], content: bytes, english: str, turkish: str | None, tmp_path: Path
) -> None:
    """What is no record is refused with the place, and left as it was."""
    file = tmp_path / "broken"
    file.write_bytes(content)

    assert refused(*words, file) == english
    told = refused(*words, file, "-l", "tr")
    assert told != english
    assert turkish is None or "bridge" in told
    assert turkish is None or {"3", "10"} <= {*re.findall("[0-9]+", told)}
    assert file.read_bytes() == content


@pytest.mark.parametrize("words", COMMANDS_ON_FILES)
def test_an_illegal_play_in_a_record(words: list[str], record: Path) -> None:
    """A card that was not held is refused with its line, column and rule."""
    written = record.read_text("utf-8").replace("plays: 7S", "plays: 2S")
    record.write_text(written, "utf-8")
    line = written.splitlines().index("plays: 2S 2D 8S 3D") + 1

    told = refused(*words, record)
    assert f"in line {line}, column 8 (rule 4.3: " in told
    assert record.read_text("utf-8") == written


@pytest.mark.parametrize("words", COMMANDS_ON_FILES)
def test_no_file(words: list[str], tmp_path: Path) -> None:
    """A directory is no record, nor is what is not there."""
    assert refused(*words, tmp_path) == f"{tmp_path}: Is a directory"
    if words != ["play", "--save"]:
        missing = tmp_path / "missing :heart: [red]"
        assert refused(*words, missing) == f"{missing}: No such file or directory"


def test_nowhere_to_save(tmp_path: Path) -> None:
    """A match that cannot be kept is not begun."""
    ran = pisti("play", "--save", tmp_path / "no" / "match")

    assert ran.code == 1
    assert ran.err == f"{tmp_path / 'no' / 'match.new'}: No such file or directory\n"
    assert "Your card" not in ran.out


# Playing


def answers(*words: str) -> str:
    """Type words, each on a line."""
    return "".join(f"{word}\n" for word in words)


def test_a_hand_by_number_and_by_card(tmp_path: Path) -> None:
    """A hand can be typed in numbers or in cards, and is the same."""
    words: list[str | Path] = ["play", "--seed", "7", "--save"]
    first, second, third = (tmp_path / name for name in "abc")
    by_number = out(*words, first, typed=answers(*["1"] * 24))

    hand = load(first).hands[0]
    own = [str(card) for card in hand.plays[(hand.dealer + 1) % 2 :: 2]]
    assert len(hand.plays) == 48
    assert out(*words, second, typed=answers(*own)) == by_number
    lower = answers(*[card.lower() for card in own])
    assert out(*words, third, typed=lower) == by_number
    assert load(first) == load(second) == load(third)
    assert "Hand 1" in by_number
    assert re.search("(winner: |drawn: )[SN][a-z ]+\n$", by_number)


def test_a_hand_in_turkish() -> None:
    """A hand is told in Turkish from the deal to the sheet."""
    told = out("play", "--seed", "7", "-l", "tr", typed=answers(*["1"] * 24))

    assert told.startswith("1. el\n")
    assert told.count("Kartınız: ") == 24
    assert re.search("(kazanan: |berabere: )[GK][a-z ]+\n$", told)


def test_taking_back(tmp_path: Path) -> None:
    """Cards are taken back to the first, from the record as well."""
    file = tmp_path / "match"
    words: list[str | Path] = ["play", "--seed", "3", "--save", file]
    out(*words, typed=answers("quit"))
    begun = file.read_text("utf-8")
    file.unlink()
    told = out(*words, typed=answers("1", "2", "undo", "geri", "undo", "son"))

    assert told.count("There is nothing to take back.") == 1
    assert file.read_text("utf-8") == begun


def test_questions_at_the_table() -> None:
    """Help, rules and nonsense are answered, and cost nothing."""
    told = out(
        *("play", "--seed", "3"),
        typed=answers("?", "", "yardım", "5.4", "hello", "[b]:x:[/b]", "7C", "quit"),
    )

    assert told.count("Type a card (7h) or its number;") == 3
    assert "5.4 No pişti on the first play\n" in told
    assert "You hold no such card: hello\n" in told
    assert "You hold no such card: [b]:x:[/b]\n" in told
    assert "You hold no such card: 7c\n" in told
    assert told.count("1 5♠  2 8♣  3 7♠  4 10♣\n") == 1
    assert told.endswith("Your card: ")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("word", ["quit", "son", "SON "])
def test_leaving(word: str, lang: Language) -> None:
    """Whoever leaves does so in peace."""
    out("play", "-l", lang, typed=answers(word))


@pytest.mark.parametrize(
    ("lang", "problem"),
    [
        ("en", "There is no more to read; where there is no keyboard, use --auto.\n"),
        ("tr", "Okunacak bir şey kalmadı; klavye yoksa --auto kullanın.\n"),
    ],
)
def test_no_keyboard(lang: Language, problem: str) -> None:
    """Where nothing more can be read, that is said on a line of its own."""
    ran = pisti("play", "--lang", lang, typed="1\n")

    assert ran.code == 1
    assert ran.err == problem
    assert ran.out.endswith(": \n")


@pytest.mark.parametrize("preset", VARIANTS)
def test_programs_alone(preset: str, tmp_path: Path) -> None:
    """Programs play a match of every preset, without a keyboard."""
    file = tmp_path / "match"
    short = [] if VARIANTS[preset].target is None else ["--set", "target=5"]
    told = out("play", "--auto", "-v", preset, *short, "--seed", "1", "--save", file)

    assert "Your card" not in told
    assert re.match("(Draw for the deal: .*\n)*Hand 1\n", told)
    assert re.search("winner: |drawn: ", told.splitlines()[-1])
    assert load(file).match.is_over


def test_a_seed_makes_it_repeatable() -> None:
    """The same seed gives the same match, and another one another."""
    for against in ("random", "greedy", "counting"):
        words = ["play", "--auto", "--against", against, "--seed"]
        first, again, other = (out(*words, seed) for seed in "778")
        assert first == again
        assert first != other
    assert out("play", "--auto", "--seed", "7") != out(*words, "7")


def test_without_a_seed(tmp_path: Path) -> None:
    """Without a seed each deal is another one."""
    for name in "ab":
        out("play", "--against", "random", "--save", tmp_path / name, typed="quit\n")

    first, second = (load(tmp_path / name).hands[0].pack for name in "ab")
    assert first != second


def test_another_seat(tmp_path: Path) -> None:
    """Whoever plays is South, in whichever seat."""
    file = tmp_path / "match"
    words = ["play", "--seat", "2", "-v", "three-player", "--seed", "1"]
    told = out(*words, "--save", file, typed="1\nquit\n")

    assert "seen by South" in told
    hand = load(file).hands[0]
    first = (2 - (hand.dealer + 1)) % 3
    assert len(hand.plays) == first + 3


def test_going_on(record: Path) -> None:
    """An unfinished hand goes on where it was left, and is kept to its end."""
    told = out("play", "--save", record, typed=answers(*["1"] * 22))

    assert "play 5/48" in told
    assert "Hand 1" not in told
    assert told.count("Your card: ") == 22
    assert plays(record).startswith("7S 2D 8S 3D 9S ")
    assert load(record).match.is_over


def test_going_on_by_the_same_rules(record: Path) -> None:
    """The preset may be named again, or with all options that it was begun with."""
    for words in (
        ["-v", "classic"],
        ["--set", "hands=1"],
        ["-v", "classic", "-l", "tr"],
    ):
        out("play", "--save", record, *words, typed="son\n")


@pytest.mark.parametrize(
    "words", [["-v", "coffeehouse"], ["--set", "pisti_points=12"], ["-s", "hands=2"]]
)
def test_going_on_by_other_rules(words: list[str], record: Path) -> None:
    """A match does not go on by other rules, and its record stays."""
    before = record.read_bytes()

    told = refused("play", "--save", record, *words, typed="1\n")
    assert told == "The record has a match by other rules than --variant and --set."
    assert record.read_bytes() == before


def test_going_on_with_the_next_hand(tmp_path: Path) -> None:
    """After a finished hand the next is dealt, and kept with the first."""
    file = keep(tmp_path / "match", play_oldest(deal(COFFEEHOUSE, "7H", dealer=0)))
    told = out("play", "--save", file, typed="1\nquit\n")

    assert told.startswith("Hand 2\n")
    assert [hand.dealer for hand in load(file).hands] == [0, 1]
    assert len(load(file).hands[0].plays) == 48


def test_a_finished_match(tmp_path: Path) -> None:
    """Of a finished match the sheet is shown again, and its record stays."""
    file = keep(tmp_path / "match", play_oldest(FIRST_DEAL))
    before = file.read_bytes()

    told = out("play", "--save", file)
    assert told.startswith("  Classic · number of hands: 1\n")
    assert re.search("winner: |drawn: ", told)
    assert file.read_bytes() == before


# Terminals and encodings


def test_red_suits_are_red() -> None:
    """At a terminal with colours red cards are red, and black ones are not."""
    words = ["play", "--seed", "3"]
    coloured = pisti(*words, FORCE_COLOR="1", TERM="xterm", NO_COLOR=None).out

    assert "\x1b[31m2♥\x1b[0m" in coloured
    assert {*re.findall(r"\x1b\[31m([^\x1b]*)", coloured)} == {"Q♥", "2♥"}
    assert ESCAPES.sub("", coloured) == pisti(*words).out


def test_words_stay_whole() -> None:
    """At a terminal long lines are broken between words; elsewhere they are not."""
    words = ["rules", "5.4", "--lang", "tr"]
    piped, shown = out(*words), pisti(*words, FORCE_COLOR="1", TERM="xterm").out

    assert max(map(len, piped.splitlines())) > 80
    plain = ESCAPES.sub("", shown)
    assert max(map(len, plain.splitlines())) <= 80
    assert plain.split() == piped.split()


def test_an_encoding_without_suits() -> None:
    """Where an encoding cannot show a card, one line says so."""
    ran = pisti("play", "--seed", "3", charset="ascii")

    assert ran.code == 1
    assert ran.err.startswith("'ascii' codec can't encode character")
    assert ran.err.count("\n") == 1


PROGRAM = "from pisti.cli import app; app(prog_name='pisti')"


def run(
    *args: str, program: str = PROGRAM, typed: bytes = b"", options: Iterable[str] = ()
) -> tuple[int, bytes, bytes]:
    """Run a command as a process of its own, in a pipe and an environment without locale."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(
            ("LC_", "LANG", "PYTHONIO", "PYTHONUTF8", "PISTI", "FORCE")
        )
    }
    ran = subprocess.run(  # noqa: S603
        [sys.executable, *options, "-c", program, *args],
        input=typed,
        capture_output=True,
        check=False,
        timeout=60,
        env={**environment, "TERM": "dumb", "NO_COLOR": "1"},
    )
    return ran.returncode, ran.stdout, ran.stderr


def test_a_pipe() -> None:
    """In a pipe it is UTF-8 without escapes, the same as in this process."""
    typed = "1\ngeri\nyardım\nson\n"
    words = ["play", "--seed", "3", "--lang", "tr"]
    code, told, problem = run(*words, typed=typed.encode(), options=["-X", "utf8"])

    assert (code, problem) == (0, b"")
    assert told.decode() == out(*words, typed=typed)
    assert b"\x1b" not in told


def test_the_book_in_a_pipe() -> None:
    """The book comes through a pipe as it is, without -X utf8 too."""
    code, told, problem = run("rules", "-v", "coffeehouse", "-l", "tr")

    assert (code, problem) == (0, b"")
    assert told.decode().strip() == rulebook(COFFEEHOUSE, "tr").strip()


def test_a_process_that_is_refused() -> None:
    """A process ends with 1, and has said why in one line."""
    code, told, problem = run("rules", "9.9", "-l", "tr", options=["-X", "utf8"])

    assert (code, told) == (1, b"")
    assert problem.decode() == 'Okunamadı: "9.9".\n'


def test_no_input_at_all() -> None:
    """Where even standard input is closed, it ends as without a keyboard."""
    program = f"import sys; sys.stdin = None; {PROGRAM}"
    code, _, problem = run("play", program=program, typed=b"1\n")

    assert code == 1
    assert problem == (
        b"There is no more to read; where there is no keyboard, use --auto.\n"
    )


def test_input_that_is_no_text() -> None:
    """Bytes that are no text are no card."""
    code, told, problem = run("play", typed=b"\xff\xfe\nquit\n", options=["-X", "utf8"])

    assert (code, problem) == (0, b"")
    assert b"You hold no such card: " in told


def test_a_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error without a file is told without one."""

    def overflow(_: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(cli, "_print", overflow)

    assert refused("variants") == "No space left on device"

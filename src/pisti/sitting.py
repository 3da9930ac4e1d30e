"""Somebody at a terminal, who plays a match against programs."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Final

import attrs

from pisti import records, text
from pisti.book import Paragraph, paragraphs
from pisti.cards import Card
from pisti.errors import NotationError
from pisti.events import Event, PileCaptured
from pisti.language import describe
from pisti.matches import Draw, Match, new_match
from pisti.naming import name_of
from pisti.play import step
from pisti.players import Player
from pisti.rules import Language, Rule
from pisti.state import Move, State
from pisti.variants import Direction, Seat, Variant
from pisti.views import View, redact, view

__all__ = ["Left", "Sitting", "names_around", "rule_in_words"]

_WORDS: Final = {
    "bottom": ("South", "Güney"),
    "right": ("East", "Doğu"),
    "top": ("North", "Kuzey"),
    "left": ("West", "Batı"),
    "ask": ("Your card: ", "Kartınız: "),
    "help": (
        (
            "Type a card (7h) or its number; 'undo' takes your last card back, the number of"
            " a rule (5.4) shows it, 'quit' leaves the table."
        ),
        (
            "Bir kart (7h) ya da numarasını yazın; 'geri' son kartınızı geri alır, bir kuralın"
            " numarası (5.4) kuralı gösterir, 'son' masadan kalkmak içindir."
        ),
    ),
    "nothing to undo": ("There is nothing to take back.", "Geri alınacak kart yok."),
    "no such card": (
        "You hold no such card: {word}",
        "Elinizde böyle bir kart yok: {word}",
    ),
    "taken back": (
        "Your last card is in your hand again.",
        "Son kartınız yine elinizde.",
    ),
    "draw": ("Draw for the deal: {drawn}.", "Dağıtıcı kurası: {drawn}."),
    "hand": ("Hand {n}", "{n}. el"),
}
"""What is said at the table, in English and Turkish."""

_UNDO: Final = {"undo", "geri"}
_QUIT: Final = {"quit", "son"}
_HELP: Final = {"?", "help", "yardım", "yardim", ""}


class Left(Exception):  # noqa: N818
    """Somebody has left the table."""


def _say(key: str, lang: Language, **nouns: object) -> str:
    english, turkish = _WORDS[key]
    return (turkish if lang == "tr" else english).format(**nouns)


def names_around(table: Variant, seat: Seat, lang: Language) -> list[str]:
    """Call players by where they sit, seen from a seat."""
    places = {2: ["bottom", "top"], 3: ["bottom", "right", "left"]}.get(
        table.players, ["bottom", "right", "top", "left"]
    )
    if table.direction is Direction.CLOCKWISE:
        places[1:] = reversed(places[1:])
    around = [places[(other - seat) % table.players] for other in range(table.players)]
    return [_say(place, lang) for place in around]


def rule_in_words(rule: Rule, table: Variant, lang: Language) -> str:
    """Give a rule as this table has it, or as it is where it applies."""
    here = {told.rule: told for told in paragraphs(table, lang)}
    general = Paragraph(rule, rule.title(lang), rule.text(lang), "")
    told = here.get(rule, general)
    parts = (f"{rule.id} {told.title}", told.text, told.example)
    return "\n\n".join(part for part in parts if part)


@attrs.frozen(kw_only=True)
class Sitting:
    """A place at a table: what is asked, told and kept while a match is played."""

    seat: Seat | None
    """The seat of whoever is asked for cards; None where programs play alone."""
    names: Sequence[str]
    """What the players are called, by seat."""
    players: Sequence[Player]
    """The programs, by seat."""
    chance: Random
    """Where the cards come from."""
    read: Callable[[str], str]
    """Asks a question and gives the answer."""
    write: Callable[[str], None]
    """Shows lines."""
    lang: Language
    ascii_only: bool
    save: Path | None
    """Where the match is kept as a record."""

    def play_match(self, table: Variant, resumed: records.Record | None) -> None:
        """
        Play hand after hand to the end of a match.

        Raises:
            Left: If somebody leaves the table.
        """
        states = list(resumed.states) if resumed else []
        match = resumed.match if resumed else new_match(table, rng=self.chance)
        if match.is_over:
            self._show(match)
        if match.draw is not None and not states:
            self._tell_draw(match.draw)
        while not match.is_over:
            if states and not states[-1].is_over:
                state = states.pop()
            else:
                self._say("hand", n=len(match.scores) + 1)
                state, events = match.start(rng=self.chance)
                self._tell(events)
            states.append(self._play_hand(states, state, match))
            match = match.add(states[-1])
            self._show(view(states[-1], self.seat))
            self._show(match)

    def _play_hand(self, earlier: Sequence[State], state: State, match: Match) -> State:
        """Play a hand to its end."""
        undo: list[State] = []
        while (turn := state.turn) is not None:
            self._keep([*earlier, state], match)
            seen = view(state, turn)
            move = self._ask(seen) if turn == self.seat else self.players[turn](seen)
            if move is None:
                self._say("taken back" if undo else "nothing to undo")
                state = undo.pop() if undo else state
                continue
            if turn == self.seat:
                undo.append(state)
            state, events = step(state, move)
            self._tell(events)
        self._keep([*earlier, state], match)
        return state

    def _ask(self, seen: View) -> Move | None:
        """Ask for a card; None stands for taking the last one back."""
        self._show(seen)
        numbered = (
            f"{n} {card if self.ascii_only else card.rank.value + card.suit.symbol}"
            for n, card in enumerate(seen.hand, start=1)
        )
        self.write("  ".join(numbered))
        while True:
            # The capital of i is İ in Turkish, whose small letter elsewhere is two.
            answer = self.read(_say("ask", self.lang))
            word = answer.strip().replace("İ", "i").lower()
            if word in _UNDO:
                return None
            if word in _QUIT:
                raise Left
            card = _card(word, seen)
            if card is not None:
                return card
            self._answer(word, seen.variant)

    def _answer(self, word: str, table: Variant) -> None:
        """Answer what is no card: a call for help, a rule's number, or anything else."""
        if word in _HELP:
            self._say("help")
        elif word in {rule.id for rule in Rule}:
            self.write(rule_in_words(Rule(word), table, self.lang))
        else:
            self._say("no such card", word=word)

    def _say(self, key: str, **nouns: object) -> None:
        self.write(_say(key, self.lang, **nouns))

    def _tell(self, events: Iterable[Event]) -> None:
        """Tell what this seat may know, and why a lone card was or was no pişti."""
        for event in events:
            seen = redact(event, self.seat)
            self.write(describe(seen, self.lang, self.names))
            if isinstance(seen, PileCaptured) and (seen.bonus or seen.denied):
                self.write(f"  {seen.rule.id} {seen.rule.title(self.lang)}")

    def _tell_draw(self, draw: Draw) -> None:
        """Tell who drew which card for the first deal and for partners."""
        for drawn in draw.rounds:
            cards = (
                f"{self.names[draw.seating.index(player)]}: {name_of(card, self.lang)}"
                for player, card in drawn
            )
            self._say("draw", drawn=", ".join(cards))

    def _show(self, value: View | Match) -> None:
        drawn = text.draw(
            value, names=self.names, lang=self.lang, ascii_only=self.ascii_only
        )
        self.write(drawn)

    def _keep(self, states: Sequence[State], match: Match) -> None:
        if self.save is not None:
            record = records.Record.of(*states, draw=match.draw)
            # A file that is half written is never seen.
            fresh = self.save.with_name(f"{self.save.name}.new")
            fresh.write_text(records.dumps(record), "utf-8")
            fresh.replace(self.save)


def _card(word: str, seen: View) -> Card | None:
    """Find a card of the hand by its number or its name."""
    numbers = {str(n): card for n, card in enumerate(seen.hand, start=1)}
    if word in numbers:
        return numbers[word]
    try:
        card = Card.parse(word)
    except NotationError:
        return None
    return card if card in seen.hand else None

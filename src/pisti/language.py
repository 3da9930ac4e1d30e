"""What happened, what a card does, and why something is refused, in a sentence."""

from collections.abc import Callable, Mapping, Sequence
from functools import singledispatch
from typing import Final, Self, TypeAlias

import attrs

from pisti.cards import Card, SeenCard
from pisti.errors import (
    IllegalMoveError,
    NotationError,
    PistiError,
    SeatError,
    VariantError,
    shown,
)
from pisti.events import (
    BottomCardShown,
    CardPlayed,
    Event,
    HandOver,
    JackBuried,
    JackPassed,
    LayoutDealt,
    PackCut,
    PacketsDealt,
    PackShuffled,
    PileCaptured,
    Redeal,
    ResidueAwarded,
    UpCardTurned,
)
from pisti.judging import Denial, Outcome
from pisti.naming import count, join_names, name_of, words
from pisti.rules import Language, Rule, check_language, read_data
from pisti.scoring import ScoreLine
from pisti.turkish import accusative, capitalized, instrumental
from pisti.variants import LARGEST_NUMBER, Seat, Side, Variant

__all__ = ["Names", "Tellable", "describe"]


Names: TypeAlias = Sequence[str] | Mapping[int, str]
"""What players are called, by seat; or sides, by side."""

Tellable: TypeAlias = Event | Outcome | ScoreLine | PistiError
"""What can be told in a sentence."""


class _Noun(str):
    """Words that take a case where a Turkish sentence asks for it: `{card:acc}`."""

    __slots__ = ("lang",)

    lang: Language

    def __new__(cls, text: str, lang: Language) -> Self:
        noun = super().__new__(cls, text)
        noun.lang = lang
        return noun

    def __format__(self, case: str) -> str:
        inflect = _CASES[case] if self.lang == "tr" else str
        return inflect(str(self))


_CASES: Final[Mapping[str, Callable[[str], str]]] = {
    "": str,
    "acc": accusative,
    "ins": instrumental,
}


@attrs.frozen
class Speaker:
    """Somebody who tells things in a language, and calls players by name."""

    lang: Language
    names: Names | None = None
    sides: Names | None = None

    def say(self, *path: str, **nouns: str | int) -> str:
        """Fill the words of a sentence in."""
        template = words(*path, lang=self.lang)
        sentence = template.format(**nouns)
        # Whoever is called by name is called just so.
        begins_with = template.partition("}")[0]
        if (begins_with == "{who" and self.names is not None) or (
            begins_with == "{side" and self.sides is not None
        ):
            return sentence
        return capitalized(sentence) if self.lang == "tr" else _upper_first(sentence)

    def then(self, key: str, **nouns: str | int) -> str:
        """Say what follows on a capture, in the same sentence."""
        return words("captures", key, lang=self.lang).format(**nouns)

    def who(self, seat: Seat) -> str:
        """Name a player."""
        return self._name("seat", seat, self.names)

    def side(self, side: Side) -> str:
        """Name a side."""
        return self._name("side", side, self.sides)

    def _name(self, kind: str, number: int, names: Names | None) -> str:
        if names is None:
            return words("who", kind, lang=self.lang).format(n=number)
        try:
            name = None if isinstance(names, str) else names[number]
        except (LookupError, TypeError):
            name = None
        if not isinstance(name, str):
            raise SeatError(f"no name for {kind} {number}", seat=number)
        return name

    def card(self, card: Card) -> _Noun:
        """Name a card as part of a sentence."""
        name = name_of(card, self.lang)
        return _Noun(name if self.lang == "tr" else f"the {name}", self.lang)

    def faces(self, cards: Sequence[SeenCard]) -> _Noun:
        """Name cards as part of a sentence."""
        names = [self.card(card) for card in cards if card is not None]
        return _Noun(join_names(names, self.lang), self.lang)

    def count(self, kind: str, number: int) -> str:
        """Say how many there are."""
        return count(kind, number, self.lang)


def _upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def describe(
    happening: Tellable,
    lang: Language = "en",
    names: Names | None = None,
    *,
    sides: Names | None = None,
) -> str:
    """
    Tell in one sentence what happened, what a card does, or why something is refused.

    *happening* is an event, an `Outcome`, a `ScoreLine` or an error of this library.
    *names* are what the players are called, by seat, *sides* what the sides are, whom
    score lines are about. A sentence may tell whatever an event holds, so redact the
    event first.

    Raises:
        SeatError: If there is no name for somebody whom the sentence is about.
        NotationError: If *happening* cannot be told.
        ValueError: If *lang* is neither `"en"` nor `"tr"`.

    Examples:
        >>> from pisti import Card, CardPlayed, Rule, describe
        >>> event = CardPlayed(0, Card.parse("JS"), Rule.NO_CAPTURE, 3)
        >>> describe(event, names=["North", "East"])
        'North played the jack of spades.'
        >>> describe(event, "tr", ["Kuzey", "Doğu"])
        'Kuzey maça valesini attı.'
    """
    check_language(lang)
    return _tell(happening, Speaker(lang, names, sides))


@singledispatch
def _tell(happening: object, speaker: Speaker) -> str:  # noqa: ARG001
    raise NotationError(f"no words for {shown(happening)}", text=happening)


@_tell.register
def _pack_shuffled(event: PackShuffled, speaker: Speaker) -> str:
    return speaker.say("sentences", "pack_shuffled", who=speaker.who(event.seat))


@_tell.register
def _pack_cut(event: PackCut, speaker: Speaker) -> str:
    who = speaker.who(event.seat)
    if event.kept is not None:
        kept = speaker.card(event.kept)
        return speaker.say("sentences", "pack_cut_kept", who=who, kept=kept)
    if event.saw is None:
        return speaker.say("sentences", "pack_cut_looked", who=who)
    if event.saw:
        saw = speaker.faces(event.saw)
        return speaker.say("sentences", "pack_cut_saw", who=who, saw=saw)
    return speaker.say("sentences", "pack_cut", who=who)


@_tell.register
def _layout_dealt(event: LayoutDealt, speaker: Speaker) -> str:
    if event.seen_by:
        faces = speaker.faces(event.cards)
        return speaker.say("sentences", "layout_dealt_open", faces=faces)
    cards = speaker.count("cards", len(event.cards))
    return speaker.say("sentences", "layout_dealt_closed", cards=cards)


@_tell.register
def _packets_dealt(event: PacketsDealt, speaker: Speaker) -> str:
    cards = speaker.count("cards", max(map(len, event.packets), default=0))
    return speaker.say("sentences", "packets_dealt", round=event.round, cards=cards)


@_tell.register
def _bottom_card_shown(event: BottomCardShown, speaker: Speaker) -> str:
    return speaker.say("sentences", "bottom_card_shown", card=speaker.card(event.card))


@_tell.register
def _jack_passed(event: JackPassed, speaker: Speaker) -> str:
    return speaker.say("sentences", "jack_passed", card=speaker.card(event.card))


@_tell.register
def _jack_buried(event: JackBuried, speaker: Speaker) -> str:
    return speaker.say("sentences", "jack_buried", card=speaker.card(event.card))


@_tell.register
def _up_card_turned(event: UpCardTurned, speaker: Speaker) -> str:
    card, face_down = speaker.card(event.card), len(event.hidden) - len(event.passed)
    leader = next((seat for seat in event.seen_by if seat is not None), None)
    if leader is None or not face_down:
        return speaker.say("sentences", "up_card_turned", card=card)
    secret = _secret(event)
    key = "up_card_turned_shown" if secret else "up_card_turned_seen"
    return speaker.say(
        "sentences",
        f"{key}_one" if face_down == 1 else key,
        card=card,
        who=speaker.who(leader),
        hidden=speaker.faces(secret),
    )


def _secret(event: UpCardTurned | PileCaptured) -> list[Card]:
    """Give the cards that lay face down, where they are known."""
    return [
        card for card in event.hidden if card is not None and card not in event.passed
    ]


@_tell.register
def _redeal(event: Redeal, speaker: Speaker) -> str:
    return speaker.say("sentences", "redeal", faces=speaker.faces(event.cards))


@_tell.register
def _card_played(event: CardPlayed, speaker: Speaker) -> str:
    to_empty_table = event.rule is Rule.EMPTY_TABLE
    key = "card_played_to_empty_table" if to_empty_table else "card_played"
    who, card = speaker.who(event.seat), speaker.card(event.card)
    return speaker.say("sentences", key, who=who, card=card)


@_tell.register
def _pile_captured(event: PileCaptured, speaker: Speaker) -> str:
    who, card = speaker.who(event.seat), speaker.card(event.card)
    taken = len(event.pile) + len(event.hidden)
    key = "lone_card_captured" if len(event.pile) == taken == 1 else "pile_captured"
    lone, cards = speaker.faces(event.pile), speaker.count("cards", taken)
    told = speaker.say("sentences", key, who=who, card=card, lone=lone, cards=cards)
    if event.denied is not None:
        told += speaker.then(_denial(event, event.denied))
    elif event.bonus and event.rule in _BONUSES:
        points = speaker.count("points", event.bonus)
        told += speaker.then(_BONUSES[event.rule], points=points)
    elif event.rule in _UNPAID:
        told += speaker.then(_UNPAID[event.rule])
    secret = _secret(event)
    if secret:
        key = "hidden_one" if len(secret) == 1 else "hidden"
        told += speaker.then(key, hidden=speaker.faces(secret))
    return f"{told}."


def _denial(event: PileCaptured, denied: Denial) -> str:
    """Find the words for a bonus that was denied; a jack is no pişti anyway."""
    in_time = denied is Denial.JACK_ON_ANOTHER_RANK
    same_rank = event.card.rank in [lone.rank for lone in event.pile]
    return denied if in_time or same_rank else f"{denied}_jack"


_BONUSES: Final[Mapping[Rule, str]] = {
    Rule.PISTI: "pisti",
    Rule.DOUBLE_PISTI: "double_pisti",
    Rule.JACK_ON_ANOTHER_RANK: "jack_pisti",
}
_UNPAID: Final[Mapping[Rule, str]] = {
    Rule.PISTI: "pisti_for_nothing",
    Rule.DOUBLE_PISTI: "double_pisti_for_nothing",
}


@_tell.register
def _residue_awarded(event: ResidueAwarded, speaker: Speaker) -> str:
    number = len(event.cards)
    key = "residue_awarded_one" if number == 1 else "residue_awarded"
    return speaker.say("sentences", key, who=speaker.who(event.seat), n=number)


@_tell.register
def _hand_over(event: HandOver, speaker: Speaker) -> str:
    nobody = event.rule is Rule.NOBODY_CAPTURED
    return speaker.say("sentences", "hand_over_nobody" if nobody else "hand_over")


@_tell.register
def _outcome(outcome: Outcome, speaker: Speaker) -> str:
    cards = speaker.count("cards", len(outcome.captured) - 1)
    points = speaker.count("points", outcome.bonus)
    if not outcome.captured:
        key = "nothing"
    elif outcome.bonus:
        key = "bonus"
    else:
        lone = outcome.denied is not None or outcome.rule in _BONUSES
        key = "denied" if lone else "captured"
    told = speaker.say("outcomes", key, cards=cards, points=points)
    return told + _by_rule(outcome.rule, speaker)


@_tell.register
def _score_line(line: ScoreLine, speaker: Speaker) -> str:
    if line.rule.id not in read_data("words.toml")["scores"]:
        raise NotationError(f"no points by rule {line.rule.id}", text=line)
    side, points = speaker.side(line.side), speaker.count("points", line.points)
    faces = speaker.faces(line.cards)
    told = speaker.say("scores", line.rule.id, side=side, points=points, faces=faces)
    return f"{told}."


@_tell.register
def _refusal(error: PistiError, speaker: Speaker) -> str:
    """Say why something is refused, and by which rule."""
    kinds = read_data("words.toml")["refusals"]
    kind = next(c.__name__ for c in type(error).__mro__ if c.__name__ in kinds)
    key, nouns = _particulars(error, speaker)
    key = key if key in kinds[kind] else "other"
    if speaker.lang in kinds[kind][key]:
        told = speaker.say("refusals", kind, key, **nouns)
    else:
        told = _upper_first(_problem(error))
    return told + (_by_rule(error.rule, speaker) if error.rule else ".")


def _problem(error: PistiError) -> str:
    """Give the error's own words, an option called as players call it."""
    option, blank, rest = error.problem.partition(" ")
    if option in attrs.fields_dict(Variant):
        option = name_of(option)
    return option + blank + rest


def _particulars(
    error: PistiError, speaker: Speaker
) -> tuple[str, dict[str, str | int]]:
    """Give what an error is about: where its words are, and what to fill in."""
    key = error.rule.id if error.rule else "other"
    nouns: dict[str, str | int] = {}
    match error:
        case VariantError(fields=options):
            known = [name for name in attrs.fields_dict(Variant) if name in options]
            names = [name_of(name, speaker.lang) for name in known]
            key = ("other", "option", "options")[min(len(names), 2)]
            nouns["options"] = join_names(names, speaker.lang)
        case SeatError(seat=seat) if type(seat) is int and abs(seat) <= LARGEST_NUMBER:
            key = "seat"
            nouns["n"] = seat
        case NotationError(text=str(text), line=line, column=column):
            key = "text" if (line, column) == (1, 1) else "place"
            on_one_line = " ".join(text[:60].split())
            nouns.update(text=on_one_line, line=line, column=column)
        case IllegalMoveError(rule=Rule.TURN, seat=int(seat)):
            nouns["who"] = speaker.who(seat)
        case IllegalMoveError(
            rule=Rule.CARD_IN_HAND, seat=int(seat), move=Card() as card
        ):
            nouns.update(who=speaker.who(seat), card=speaker.card(card))
        case IllegalMoveError(rule=Rule.END_OF_HAND, move=move):
            key = key if isinstance(move, Card) else "play"
        case IllegalMoveError():
            key = "other"
        case _:
            pass
    return key, nouns


def _by_rule(rule: Rule, speaker: Speaker) -> str:
    title = rule.title(speaker.lang)
    return words("book", "by_rule", lang=speaker.lang).format(id=rule.id, title=title)

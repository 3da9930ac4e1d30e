"""What cards, options and errors are called, and what happened, in words."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, Self, TypeAlias, get_args

import attrs

from pisti.cards import Card, Rank, SeenCard, Suit
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
from pisti.judging import CaptureKind, Denial, Outcome
from pisti.rules import Language, Rule, check_language, read_data
from pisti.scoring import ScoreLine
from pisti.turkish import accusative, capitalized, instrumental, possessive
from pisti.variants import (
    LARGEST_NUMBER,
    VARIANTS,
    Seat,
    Side,
    Variant,
    check_variant,
)

__all__ = ["Names", "Tellable", "describe", "describe_option", "name_of"]

Names: TypeAlias = Sequence[str] | Mapping[int, str]
"""What players are called, by seat, or sides, by side."""

Tellable: TypeAlias = Event | Outcome | ScoreLine | PistiError
"""What can be told in a sentence."""

_VALUE_SECTIONS: Final[Mapping[type, str]] = {
    CaptureKind: "kind",
    Denial: "denied",
    **{
        field.type: field.name
        for field in attrs.fields(Variant)
        if isinstance(field.type, type) and issubclass(field.type, StrEnum)
    },
}


def words(*path: str, lang: Language) -> Any:
    """Look up words in one language."""
    check_language(lang)
    found: Any = read_data("words.toml")
    for key in path:
        found = found[key]
    return found[lang]


def name_of(
    value: Card
    | Rank
    | Suit
    | Variant
    | StrEnum
    | type[Event]
    | type[PistiError]
    | str,
    lang: Language = "en",
) -> str:
    """
    Say what something is called.

    *value* is a card, a rank, a suit, a preset, the name of an option, a member of an
    option's enum, of `CaptureKind` or of `Denial`, or the class of an event or error.
    Names begin in lower case, those of presets apart.

    Raises:
        NotationError: If *value* has no name.
        ValueError: If *lang* is neither `"en"` nor `"tr"`.

    Examples:
        >>> from pisti import COFFEEHOUSE, Card, Cut, name_of
        >>> name_of(Card.parse("JS")), name_of(Card.parse("JS"), "tr")
        ('jack of spades', 'maça valesi')
        >>> name_of(Cut.RECUT), name_of("hidden_seen_by", "tr")
        ('a jack: cut again', 'kapalı kartları gören')
        >>> name_of(COFFEEHOUSE, "tr")
        'Kahvehane'
    """
    check_language(lang)
    if isinstance(value, Card):
        rank, suit = name_of(value.rank, lang), name_of(value.suit, lang)
        return f"{suit} {possessive(rank)}" if lang == "tr" else f"{rank} of {suit}"
    for section, key in _places(value):
        if key in read_data("words.toml")[section]:
            name: str = words(section, key, lang=lang)
            return name
    section = _VALUE_SECTIONS.get(type(value), "")
    if section:
        return str(words("values", section, str(value), lang=lang))
    raise NotationError(f"no name for {shown(value)}", text=value)


def _places(value: object) -> Sequence[tuple[str, str]]:
    """Give the sections where a value's name can be, and its key there."""
    match value:
        case Rank():
            return [("ranks", value.value)]
        case Suit():
            return [("suits", value.value)]
        case type() if value in get_args(Event) or issubclass(value, PistiError):
            return [("events", value.__name__), ("errors", value.__name__)]
        case str() if not isinstance(value, StrEnum):
            return [("options", value)]
        case Variant():
            return [("presets", name) for name in VARIANTS if VARIANTS[name] == value]
        case _:
            return []


def describe_option(variant: Variant, option: str, lang: Language = "en") -> str:
    """
    Say in words what an option of a table is.

    Raises:
        VariantError: If *variant* is not a Variant, or there is no such *option*.
        ValueError: If *lang* is neither `"en"` nor `"tr"`.

    Examples:
        >>> from pisti import PARTNERSHIP, describe_option
        >>> describe_option(PARTNERSHIP, "target")
        '151 points'
        >>> describe_option(PARTNERSHIP, "card_points", "tr")
        'as 1, vale 1, sinek ikilisi 2, karo onlusu 3'
    """
    check_language(lang)
    check_variant(variant)
    if not isinstance(option, str) or option not in attrs.fields_dict(Variant):
        raise VariantError(f"no option {shown(option)}")
    value = getattr(variant, option)
    if value is None or value == ():
        return str(words("values", "none", lang=lang))
    if isinstance(value, bool):
        return str(words("values", "yes" if value else "no", lang=lang))
    if option == "card_points":
        return ", ".join(
            f"{name_of(key, lang)} {points}" for key, points in variant.card_points
        )
    if isinstance(value, StrEnum):
        return name_of(value, lang)
    if option == "target" or option.endswith("_points"):
        return count("points", value, lang)
    return str(value)


def count(kind: str, number: int, lang: Language) -> str:
    """Say how many points, cards, rounds or hands there are."""
    one, many = words("counts", kind, lang=lang)
    return str(one if number == 1 else many).format(n=number)


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
    names: Names | None

    def say(self, *path: str, **nouns: str | int) -> str:
        """Fill the words of a sentence in."""
        template: str = words(*path, lang=self.lang)
        sentence = template.format(**nouns)
        # Whoever is called by name is called just so.
        if self.names is not None and template.startswith(("{who}", "{side}")):
            return sentence
        return capitalized(sentence) if self.lang == "tr" else _upper_first(sentence)

    def add(self, key: str, **nouns: str | int) -> str:
        """Give what follows on a capture."""
        return str(words("captures", key, lang=self.lang)).format(**nouns)

    def who(self, seat: Seat) -> str:
        """Name a player."""
        return self._name("seat", seat)

    def side(self, side: Side) -> str:
        """Name a side."""
        return self._name("side", side)

    def _name(self, kind: str, number: int) -> str:
        if self.names is None:
            return str(words("who", kind, lang=self.lang)).format(n=number)
        try:
            return self.names[number]
        except (LookupError, TypeError):
            raise SeatError(f"no name for {kind} {number}", seat=number) from None

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


def join_names(names: Sequence[str], lang: Language) -> str:
    """Put names in a row, with "and" before the last."""
    most, last = ", ".join(names[:-1]), "".join(names[-1:])
    return f"{most} {words('who', 'and', lang=lang)} {last}" if most else last


def _upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def describe(
    happening: Tellable, lang: Language = "en", names: Names | None = None
) -> str:
    """
    Tell in one sentence what happened, what a card does, or why something is refused.

    *happening* is an event, an `Outcome`, a `ScoreLine` or an error of this library.
    *names* are what the players are called, by seat; for a `ScoreLine` the sides.
    A sentence may tell whatever an event holds, so redact the event first.

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
    speaker = Speaker(lang, names)
    if isinstance(happening, PistiError):
        return _refusal(happening, speaker)
    tell = _TELLERS.get(type(happening))
    if tell is None:
        raise NotationError(f"no words for {shown(happening)}", text=happening)
    return tell(happening, speaker)


def _pack_shuffled(event: PackShuffled, speaker: Speaker) -> str:
    return speaker.say("sentences", "pack_shuffled", who=speaker.who(event.seat))


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


def _layout_dealt(event: LayoutDealt, speaker: Speaker) -> str:
    if event.seen_by:
        faces = speaker.faces(event.cards)
        return speaker.say("sentences", "layout_dealt_open", faces=faces)
    cards = speaker.count("cards", len(event.cards))
    return speaker.say("sentences", "layout_dealt_closed", cards=cards)


def _packets_dealt(event: PacketsDealt, speaker: Speaker) -> str:
    cards = speaker.count("cards", len(event.packets[0]))
    return speaker.say("sentences", "packets_dealt", round=event.round, cards=cards)


def _bottom_card_shown(event: BottomCardShown, speaker: Speaker) -> str:
    return speaker.say("sentences", "bottom_card_shown", card=speaker.card(event.card))


def _jack_passed(event: JackPassed, speaker: Speaker) -> str:
    return speaker.say("sentences", "jack_passed", card=speaker.card(event.card))


def _jack_buried(event: JackBuried, speaker: Speaker) -> str:
    return speaker.say("sentences", "jack_buried", card=speaker.card(event.card))


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


def _redeal(event: Redeal, speaker: Speaker) -> str:
    return speaker.say("sentences", "redeal", faces=speaker.faces(event.cards))


def _card_played(event: CardPlayed, speaker: Speaker) -> str:
    to_empty_table = event.rule is Rule.EMPTY_TABLE
    key = "card_played_to_empty_table" if to_empty_table else "card_played"
    who, card = speaker.who(event.seat), speaker.card(event.card)
    return speaker.say("sentences", key, who=who, card=card)


def _pile_captured(event: PileCaptured, speaker: Speaker) -> str:
    who, card = speaker.who(event.seat), speaker.card(event.card)
    taken = len(event.pile) + len(event.hidden)
    key = "lone_card_captured" if taken == 1 else "pile_captured"
    lone = speaker.card(event.pile[0])
    cards = speaker.count("cards", taken)
    told = speaker.say("sentences", key, who=who, card=card, lone=lone, cards=cards)
    if event.denied is not None:
        told += speaker.add(_denial(event, event.denied))
    elif event.rule in _BONUSES:
        key = _BONUSES[event.rule] + "_for_nothing" * (not event.bonus)
        told += speaker.add(key, points=speaker.count("points", event.bonus))
    secret = _secret(event)
    if secret:
        key = "hidden_one" if len(secret) == 1 else "hidden"
        told += speaker.add(key, hidden=speaker.faces(secret))
    return f"{told}."


def _denial(event: PileCaptured, denied: Denial) -> str:
    """Find the words for a bonus that was denied; a jack is no pişti anyway."""
    in_time = denied is Denial.JACK_ON_ANOTHER_RANK
    same_rank = event.card.rank is event.pile[-1].rank
    return denied if in_time or same_rank else f"{denied}_jack"


_BONUSES: Final[Mapping[Rule, str]] = {
    Rule.PISTI: "pisti",
    Rule.DOUBLE_PISTI: "double_pisti",
    Rule.JACK_ON_ANOTHER_RANK: "jack_pisti",
}


def _residue_awarded(event: ResidueAwarded, speaker: Speaker) -> str:
    number = len(event.cards)
    key = "residue_awarded_one" if number == 1 else "residue_awarded"
    return speaker.say("sentences", key, who=speaker.who(event.seat), n=number)


def _hand_over(event: HandOver, speaker: Speaker) -> str:
    nobody = event.rule is Rule.NOBODY_CAPTURED
    return speaker.say("sentences", "hand_over_nobody" if nobody else "hand_over")


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


def _score_line(line: ScoreLine, speaker: Speaker) -> str:
    if line.rule.id not in read_data("words.toml")["scores"]:
        raise NotationError(f"no points by rule {line.rule.id}", text=line)
    side, points = speaker.side(line.side), speaker.count("points", line.points)
    faces = speaker.faces(line.cards)
    told = speaker.say("scores", line.rule.id, side=side, points=points, faces=faces)
    return f"{told}."


# As events are many, each is told by a function of its own.
_TELLERS: Final[Mapping[type, Callable[[Any, Speaker], str]]] = {
    PackShuffled: _pack_shuffled,
    PackCut: _pack_cut,
    LayoutDealt: _layout_dealt,
    PacketsDealt: _packets_dealt,
    BottomCardShown: _bottom_card_shown,
    JackPassed: _jack_passed,
    JackBuried: _jack_buried,
    UpCardTurned: _up_card_turned,
    Redeal: _redeal,
    CardPlayed: _card_played,
    PileCaptured: _pile_captured,
    ResidueAwarded: _residue_awarded,
    HandOver: _hand_over,
    Outcome: _outcome,
    ScoreLine: _score_line,
}


def _refusal(error: PistiError, speaker: Speaker) -> str:
    """Say why something is refused, and by which rule."""
    kinds = read_data("words.toml")["refusals"]
    kind = next(c.__name__ for c in type(error).__mro__ if c.__name__ in kinds)
    key, nouns = _particulars(error, speaker)
    key = key if key in kinds[kind] else "other"
    if speaker.lang in kinds[kind][key]:
        told = speaker.say("refusals", kind, key, **nouns)
    else:
        told = _sentence(error.problem)
    return told + (_by_rule(error.rule, speaker) if error.rule else ".")


def _sentence(problem: str) -> str:
    """Begin with a capital letter, unless it is the name of an option."""
    return problem if "_" in problem.partition(" ")[0] else _upper_first(problem)


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
        case IllegalMoveError(rule=Rule.END_OF_HAND, move=None):
            key = "play"
        case IllegalMoveError(rule=rule, move=move):
            over = rule is Rule.END_OF_HAND and isinstance(move, Card)
            key = key if over else "other"
        case _:
            pass
    return key, nouns


def _by_rule(rule: Rule, speaker: Speaker) -> str:
    title = rule.title(speaker.lang)
    by_rule: str = words("refusals", "rule", lang=speaker.lang)
    return by_rule.format(id=rule.id, title=title)

"""JSON for front ends in other languages (extra `wire`)."""

import json
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib import resources
from inspect import getattr_static
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar, cast, get_args, get_type_hints

try:
    from cattrs import Converter, transform_error
    from cattrs.errors import BaseValidationError
    from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
    from cattrs.strategies import configure_tagged_union
    from cattrs.v import format_exception
except ModuleNotFoundError as _missing:  # pragma: no cover
    raise ModuleNotFoundError(
        "pisti.wire needs cattrs, which the extra `wire` installs: pisti[wire]"
    ) from _missing

from pisti.cards import Card, Rank
from pisti.determinizing import determinize, has_shape
from pisti.errors import NotationError, PistiError, shown
from pisti.events import Event
from pisti.matches import Match
from pisti.scoring import HandScore, strict_leader
from pisti.variants import Variant
from pisti.views import View

__all__ = [
    "DERIVED",
    "MAX_LENGTH",
    "Message",
    "converter",
    "from_data",
    "from_json",
    "schema",
    "to_data",
    "to_json",
]

MAX_LENGTH = 1_000_000
"""The longest JSON text that is read, in characters."""

Message: TypeAlias = View | Event | HandScore | Variant | Match
"""What can be sent; its JSON is an object whose `type` is the class's name."""

DERIVED: Mapping[type, tuple[str, ...]] = MappingProxyType(
    {
        Variant: ("sides",),
        Match: ("dealer", "totals", "is_over", "winners"),
        View: (
            "leader",
            "eldest",
            "cutter",
            "ply",
            "round",
            "turn",
            "is_over",
            "hand",
            "legal_moves",
            "up_card",
            "bottom_card",
            "hidden",
            "stock",
            "unseen",
            "captures",
            "score",
        ),
    }
)
"""What JSON has beside the fields of a class, so that no client needs a rule."""

_MESSAGE: Any = Message
_Value = TypeVar("_Value")
_TYPES = {cls.__name__ for cls in get_args(Message)}
_ANY_FAULT = (
    AttributeError,
    LookupError,
    RecursionError,
    StopIteration,
    TypeError,
    ValueError,
)


def to_data(message: Message) -> dict[str, Any]:
    """
    Give a message as objects that `json` can write.

    Raises:
        NotationError: If *message* is no `Message`, such as a state, or the score
            of a hand that is not over.

    Examples:
        >>> from pisti import Card, Rule, CardPlayed
        >>> from pisti.wire import to_data
        >>> to_data(CardPlayed(0, Card.parse("7H"), Rule("4.6"), 1))
        {'seat': 0, 'card': '7H', 'rule': '4.6', 'ply': 1, 'type': 'CardPlayed'}
    """
    if not isinstance(message, Message):
        raise NotationError(f"not a message but {shown(message)}")
    if isinstance(message, HandScore) and not message.final:
        # It counts hidden cards, which would give them away.
        raise NotationError("a score is told when the hand is over")
    data: dict[str, Any] = _converter().unstructure(message, _MESSAGE)
    return data


def to_json(message: Message) -> str:
    """
    Write a message as JSON.

    Raises:
        NotationError: As `to_data`.
    """
    return json.dumps(to_data(message), ensure_ascii=False, separators=(",", ":"))


def from_data(data: object) -> Message:
    """
    Read a message from objects as `json` reads them.

    Raises:
        NotationError: If they are not, as JSON, what `to_data` gives for a message.
    """
    try:
        given = _canonical(data)
        fields: object = json.loads(given)
    except _ANY_FAULT:
        raise NotationError("nothing that JSON can hold") from None
    kind = (
        cast("dict[str, object]", fields).get("type")
        if isinstance(fields, dict)
        else None
    )
    if not isinstance(kind, str) or kind not in _TYPES:
        raise NotationError(
            f"a message is an object whose type names a class, not {shown(kind)}"
        )
    try:
        message: Message = _converter().structure(fields, _MESSAGE)
        _check(message)
        written = to_data(message)
        if _canonical(written) != given:
            raise NotationError(
                f"not as this library writes it{_where(written, given)}"
            )
    # What comes from outside can be wrong in any way.
    except BaseValidationError as error:
        problem = str(transform_error(error, format_exception=_said)[0])
        raise NotationError(f"no {kind}: {_quoted(problem)}") from None
    except _ANY_FAULT as error:
        raise NotationError(f"no {kind}: {_quoted(str(error))}") from None
    if type(message) is View:
        _check_somebody_has(message)
    return message


def _check(message: Message) -> None:
    """Refuse at once what would take long or cannot be."""
    scores: tuple[HandScore, ...] = ()
    if isinstance(message, View) and not has_shape(message):
        raise NotationError("nobody can have this view")
    if isinstance(message, HandScore):
        scores = (message,)
    if isinstance(message, Match):
        scores = message.scores
    for score in scores:
        totals = [0] * len(score.totals)
        for line in score.lines:
            totals[line.side] += line.points
        winner = strict_leader(totals) if totals else None
        if (tuple(totals), winner) != (score.totals, score.winner):
            raise NotationError("the lines of a score do not come to its totals")


def _check_somebody_has(message: View) -> None:
    try:
        determinize(message, 0)
    except PistiError:
        raise NotationError("no View: nobody can have this view") from None


def _canonical(data: object) -> str:
    return json.dumps(data, sort_keys=True)


def _where(written: dict[str, Any], given: str) -> str:
    """Name the first key of a message that is not as it is written."""
    fields = json.loads(given)
    for key in sorted({*written, *fields}):
        if _canonical(written.get(key)) != _canonical(fields.get(key)):
            return f" @ $.{key}"
    return ""


def _said(error: BaseException, kind: type | None) -> str:
    """Keep what this library says of a fault."""
    if isinstance(error, PistiError):
        return str(error)
    return format_exception(error, kind)


def _quoted(problem: str) -> str:
    """Show what may have come from outside, unless it is very long."""
    return repr(problem[:100])[1:-1]


def from_json(text: str) -> Message:
    """
    Read a message from JSON.

    Raises:
        NotationError: If *text* is longer than `MAX_LENGTH`, or not what `to_json`
            writes, white space and the order of keys apart.

    Examples:
        >>> from pisti import new_game, view
        >>> from pisti.wire import from_json, to_json
        >>> seen = view(new_game(rng=7), 0)
        >>> from_json(to_json(seen)) == seen
        True
    """
    if not isinstance(text, str):
        raise NotationError(f"not JSON text: {shown(text)}", text=text)
    if len(text) > MAX_LENGTH:
        raise NotationError(f"a message has at most {MAX_LENGTH} characters")
    try:
        data = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise NotationError(
            f"not JSON: {error}", line=error.lineno, column=error.colno
        ) from None
    except NotationError:
        raise
    except (RecursionError, ValueError):
        raise NotationError("JSON that is nested too deeply or too long") from None
    return from_data(data)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise NotationError("a key comes twice")
    return made


def schema() -> dict[str, Any]:
    """Give the JSON Schema of all messages, which the package has as a file."""
    text = (
        resources.files("pisti").joinpath("data", "wire.schema.json").read_text("utf-8")
    )
    read: dict[str, Any] = json.loads(text)
    return read


def converter() -> Converter:
    """
    Make a cattrs converter for messages, to which hooks of one's own can be added.

    Examples:
        >>> from pisti import Card
        >>> from pisti.wire import converter
        >>> converter().structure("10D", Card)
        Card.parse('10D')
    """
    made = Converter(
        forbid_extra_keys=True, unstruct_collection_overrides={tuple: list}
    )
    made.register_structure_hook(int, _number)
    made.register_structure_hook(bool, _truth)
    made.register_unstructure_hook(StrEnum, lambda member: member.value)
    made.register_unstructure_hook(Card, str)
    made.register_structure_hook(Card, lambda text, _: Card.parse(text))
    table = {
        "card_points": override(
            unstruct_hook=_points_to_data, struct_hook=_points_from_data
        )
    }
    _register(made, Variant, **table)
    configure_tagged_union(Event, made, tag_name="type")
    _register(made, Match)
    _register(made, View)
    configure_tagged_union(Message, made, tag_name="type")
    return made


_converter = cache(converter)


def _number(data: Any, _: object) -> int:
    if type(data) is not int or data < 0:
        raise NotationError(f"not a whole number from 0 but {shown(data)}")
    return data


def _truth(data: Any, _: object) -> bool:
    if type(data) is not bool:
        raise NotationError(f"not true or false but {shown(data)}")
    return data


def _points_to_data(table: tuple[tuple[Rank | Card, int], ...]) -> dict[str, int]:
    return {
        key.value if isinstance(key, Rank) else str(key): points
        for key, points in table
    }


def _points_from_data(data: Any, _: object) -> dict[Rank | Card, int]:
    ranks = {rank.value: rank for rank in Rank}
    return {ranks.get(key) or Card.parse(key): data[key] for key in data}


def _register(made: Converter, cls: type[_Value], **overrides: Any) -> None:
    """Write what a value tells beside its fields, and read it back without."""
    fields = make_dict_unstructure_fn(cls, made, **overrides)
    structure = make_dict_structure_fn(cls, made, **overrides)
    types = {name: property_type(cls, name) for name in DERIVED[cls]}

    def unstructure(value: _Value) -> dict[str, Any]:
        data = fields(value)
        for name, kind in types.items():
            data[name] = made.unstructure(getattr(value, name), kind)
        return data

    def structure_fields(data: Any, _: object) -> _Value:
        own = {key: value for key, value in data.items() if key not in types}
        return structure(own, cls)

    made.register_unstructure_hook(cls, unstructure)
    made.register_structure_hook(cls, structure_fields)


def property_type(cls: type, name: str) -> Any:
    """Give the type of a property; attrs notes that of a cached one as a field's."""
    attribute = getattr_static(cls, name)
    if isinstance(attribute, property):
        return get_type_hints(attribute.fget)["return"]
    return get_type_hints(cls)[name]

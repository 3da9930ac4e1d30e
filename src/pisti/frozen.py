"""Frozen values made at the speed of open ones; the engine makes many."""

from typing import Any, TypeVar

import attrs

_Value = TypeVar("_Value")


def opened(cls: type[_Value], **body: Any) -> Any:
    """
    Give a twin of a frozen attrs class whose fields can be set.

    An object of the twin becomes a frozen value when its `__class__` is set to
    *cls*. Setting fields directly is what makes it fast: attrs' frozen
    constructor goes through `object.__setattr__` for each of them.
    """
    open_body = {
        "__slots__": (),
        "__init__": object.__init__,
        "__setattr__": object.__setattr__,
        **body,
    }
    return type(cls.__name__, (cls,), open_body)


def quick(cls: type[_Value]) -> type[_Value]:
    """Give a constructor of *cls* that takes half the time of its own."""

    def freeze(value: Any) -> None:
        value.__class__ = cls

    twin = opened(cls, __attrs_post_init__=freeze)
    constructor: type[_Value] = attrs.define(twin, init=True, eq=False, repr=False)
    return constructor

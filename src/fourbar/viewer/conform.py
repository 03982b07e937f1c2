"""Whether JSON data has the shape of a type: TypedDicts, containers, unions and plain values."""

from __future__ import annotations

from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)


@cache
def fields(kind: type) -> tuple[dict[str, Any], frozenset[str]]:
    """The types of a TypedDict's members, and the names of those that may be absent."""
    # `__optional_keys__` does not help where annotations are texts: they hide NotRequired from it.
    hints = get_type_hints(kind, include_extras=True)
    optional = frozenset(name for name, of in hints.items() if get_origin(of) is NotRequired)
    return {**hints, **{name: get_args(hints[name])[0] for name in optional}}, optional


def conforms(value: Any, kind: Any) -> bool:
    """Whether a value read from JSON is one of a type; further members do no harm."""
    origin, arguments = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        types, optional = fields(kind)
        return isinstance(value, dict) and all(
            conforms(value[name], of) if name in value else name in optional
            for name, of in types.items()
        )
    if origin in (Union, UnionType):
        return any(conforms(value, one) for one in arguments)
    if origin is Literal:
        return isinstance(value, str) and value in arguments
    if origin is list:
        return isinstance(value, list) and all(
            conforms(item, arguments[0]) for item in cast("list[Any]", value)
        )
    if origin is dict:
        return isinstance(value, dict) and all(
            conforms(item, arguments[1]) for item in cast("dict[str, Any]", value).values()
        )
    if origin is tuple:
        items = cast("list[Any]", value) if isinstance(value, list | tuple) else []
        return len(items) == len(arguments) and all(map(conforms, items, arguments))
    return _is_plain(value, kind)


def _is_plain(value: Any, kind: Any) -> bool:
    if kind is NoneType:
        return value is None
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if kind in (bool, str):
        return isinstance(value, kind)
    raise TypeError(f"{kind!r} cannot be sent as JSON")

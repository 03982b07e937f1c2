"""What values hold inside them, and what is left of an iteration."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, TypeGuard

# Types themselves: the abstract ones of collections.abc take ten times as long to ask.
_SOME: dict[Any, Any] = {}
_HOLDING = (tuple, set, frozenset, type(_SOME.keys()), type(_SOME.values()))
_PAIRS = type(_SOME.items())


def is_dict(value: object) -> TypeGuard[dict[Any, Any]]:
    """Whether a value is a dictionary."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Whether a value is a list."""
    return isinstance(value, list)


def is_tuple(value: object) -> TypeGuard[tuple[Any, ...]]:
    """Whether a value is a tuple."""
    return isinstance(value, tuple)


def is_iterator(value: object) -> TypeGuard[Iterator[Any]]:
    """Whether a value gives its items once."""
    return isinstance(value, Iterator)


def _is_collection(value: object) -> TypeGuard[Collection[Any]]:
    return isinstance(value, _HOLDING)


def _is_pairs(value: object) -> TypeGuard[Collection[tuple[Any, Any]]]:
    return isinstance(value, _PAIRS)


def contents(value: Any) -> list[Any] | None:
    """The values right inside a container, keys included; None for anything else."""
    if is_dict(value):
        return [*value.keys(), *value.values()]
    if is_list(value):
        return value.copy()  # not by iterating: a list from YAML copies what it gives
    if _is_collection(value):
        return list(value)
    if _is_pairs(value):
        return [part for pair in value for part in pair]
    return None


class Iteration:
    """What is left of an iteration: of a generator, or of `map`, `zip` and the like.

    Python overflows the stack when it frees a long chain of its own iterators, each of which reads
    the one before. With an object of this class between every two of them it does not: these are
    put aside to be freed later, and calling them counts against the limit of recursion.
    """

    __slots__ = ("_items",)

    def __init__(self, items: Iterator[Any]) -> None:
        self._items = items

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return next(self._items)

"""Parts that have the name of an earlier one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def repeated(items: Iterable[T], name: Callable[[T], Hashable]) -> Iterator[tuple[T, T]]:
    """Every item whose name an earlier one has, and that earlier one; empty names are none."""
    first: dict[Hashable, T] = {}
    for item in items:
        key = name(item)
        if not key:
            continue
        if key in first:
            yield item, first[key]
        else:
            first[key] = item

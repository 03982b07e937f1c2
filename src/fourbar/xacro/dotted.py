"""What a YAML file holds: dictionaries whose items can be written as attributes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .containers import is_dict, is_list
from .limits import Budget


def dotted(value: Any, budget: Budget) -> Any:
    """A dictionary or list of a YAML file, ready for `value.key`; other values as they are."""
    if is_dict(value):
        return DottedDict(value, budget)
    if is_list(value):
        return DottedList(value, budget)
    return value


class DottedDict(dict[Any, Any]):
    """A dictionary whose items are given ready for further dots: as copies, which are paid for."""

    __slots__ = ("_budget",)

    def __init__(self, items: dict[Any, Any], budget: Budget) -> None:
        budget.spend(len(items))
        super().__init__(items)
        self._budget = budget

    def __getitem__(self, key: Any) -> Any:
        return dotted(super().__getitem__(key), self._budget)


class DottedList(list[Any]):
    """A list whose items are given ready for further dots: as copies, which are paid for."""

    __slots__ = ("_budget",)

    def __init__(self, items: list[Any], budget: Budget) -> None:
        budget.spend(len(items) >> 3)
        super().__init__(items.copy())
        self._budget = budget

    def __getitem__(self, index: Any) -> Any:
        return dotted(super().__getitem__(index), self._budget)

    def __iter__(self) -> Iterator[Any]:
        for item in super().__iter__():
            yield dotted(item, self._budget)

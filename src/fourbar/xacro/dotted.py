"""What a YAML file holds: dictionaries whose items can be written as attributes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def dotted(value: Any) -> Any:
    """A dictionary or list of a YAML file, ready for `value.key`; other values as they are."""
    if isinstance(value, dict):
        return DottedDict(value)  # type: ignore[arg-type]
    if isinstance(value, list):
        return DottedList(value)  # type: ignore[arg-type]
    return value


class DottedDict(dict[Any, Any]):
    """A dictionary whose items are given ready for further dots."""

    def __getitem__(self, key: Any) -> Any:
        return dotted(super().__getitem__(key))


class DottedList(list[Any]):
    """A list whose items are given ready for further dots."""

    def __getitem__(self, index: Any) -> Any:
        return dotted(super().__getitem__(index))

    def __iter__(self) -> Iterator[Any]:
        return map(dotted, super().__iter__())

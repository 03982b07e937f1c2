"""What a finding knows, as JSON can hold it."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, cast

from ..part_path import PartPath


def json_facts(facts: Mapping[str, object]) -> dict[str, Any]:
    """The facts that JSON has a spelling for; paths become text."""
    found: dict[str, Any] = {}
    for name, value in facts.items():
        written = _written(value)
        if written is not None:
            found[name] = written[0]
    return found


def _written(value: object) -> tuple[Any] | None:
    """The value in a tuple of its own; None where JSON has none for it."""
    if value is None or isinstance(value, str | int):
        return (value,)
    if isinstance(value, float):
        return (value,) if isfinite(value) else None
    if isinstance(value, PartPath):
        return (str(value),)
    if isinstance(value, list | tuple):
        items = [_written(item) for item in cast("tuple[object, ...]", value)]
        return ([item[0] for item in items if item is not None],) if all(items) else None
    if isinstance(value, Mapping):
        return (json_facts(cast("Mapping[str, object]", value)),)
    return None

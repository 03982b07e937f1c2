"""What efforts are measured in: N m where a joint turns, N where it slides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .model import Model


def effort_unit(model: Model, columns: Iterable[int] | None = None) -> str:
    """The unit of efforts at entries of v, or at all: "N m", "N", or both; empty for none."""
    each = [
        "N" if step.unit == "m" else "N m" for slot in model.joints.values() for step in slot.steps
    ]
    found = {each[column] for column in (range(model.nv) if columns is None else columns)}
    return " or ".join(sorted(found, reverse=True))

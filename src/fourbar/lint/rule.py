"""What checks and fixes are written with.

A file of `checks/` has the name of its rule (`rules/physics/zero_mass.py`,
`checks/physics/zero_mass.py`) and holds

- `check(context)`: yields the findings;
- `AFTER`, if need be: codes (or their beginnings) whose findings at, around or inside the same
  element make this one a consequence, which is not reported.

A file of `fixes/` holds `fix(context, finding)`: the repair of a finding that a reader or the
graph made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..diagnostics import ROBOT, Diagnostic, Fix, PartPath, Severity
from .context import Context

if TYPE_CHECKING:
    from ..xml.tree import Element

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO

Findings = Iterator[Diagnostic]

__all__ = [
    "ERROR",
    "INFO",
    "ROBOT",
    "WARNING",
    "Context",
    "Diagnostic",
    "Element",
    "Findings",
    "Fix",
    "PartPath",
]


def __getattr__(name: str) -> object:
    # `Element` is needed in annotations only; the readers' modules are imported soon enough.
    if name == "Element":
        from ..xml.tree import Element

        return Element
    raise AttributeError(name)

"""What a file of `rules/` is made of.

A rule is a module: its docstring is the documentation (the headings of `HEADINGS`, in order),
`RULE` the code, name, severity and summary. It may have

- `check(context)`: yields the findings; without it, a reader or the graph finds them;
- `fix(context, finding)`: the repair of a finding that somebody else made;
- `AFTER`: codes (or their beginnings) whose findings at, around or inside the same element make
  this one a consequence, which is not reported;
- `TARGETS`: the consumers it is about; it runs only when one of them is asked for;
- `PREVIEW = True`: it runs only when previews are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..diagnostics import Diagnostic, Fix, Rule, Severity
from .context import Context

if TYPE_CHECKING:
    from ..xml.tree import Element

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO

HEADINGS = ("What it does", "Why it matters", "Example", "Use instead", "Fix safety")

Findings = Iterator[Diagnostic]

__all__ = [
    "ERROR",
    "HEADINGS",
    "INFO",
    "WARNING",
    "Context",
    "Diagnostic",
    "Element",
    "Findings",
    "Fix",
    "Rule",
]


def __getattr__(name: str) -> object:
    # `Element` is needed in annotations only; the readers' modules are imported soon enough.
    if name == "Element":
        from ..xml.tree import Element

        return Element
    raise AttributeError(name)

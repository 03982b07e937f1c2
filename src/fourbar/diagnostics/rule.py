"""The kinds of finding there are: a stable code, a readable name, a default severity."""

from __future__ import annotations

from enum import StrEnum
from importlib import import_module
from typing import Literal

from ..record import record

FixSafety = Literal["none", "safe", "unsafe"]
"""Whether a rule has a fix, and whether the fix keeps the meaning of the file."""


class Severity(StrEnum):
    """How bad a finding is. Errors make `fourbar.load` raise and `fourbar check` exit with 1."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return _RANKS[self]


_RANKS = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


@record
class Rule:
    """One kind of finding.

    Codes are never reused; the letter and first digit name the stage that finds it (X0 XML,
    S1 schema, R2 references, G3 graph, P4 physics, A5 assets, C6 control, E7 glTF, T8 targets,
    F9 other formats).
    `since` is the version that introduced the rule. A `preview` rule runs only when previews are
    asked for, a rule with `targets` only when one of them is. What a rule with `notice` finds is
    said by every command that reads a robot, not only by `fourbar check`: the robot is not quite
    what the file says.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    since: str
    fix: FixSafety = "none"
    preview: bool = False
    targets: tuple[str, ...] = ()
    notice: bool = False


@record
class Documentation:
    """What there is to read about a rule, in Markdown: its first section, and all of it."""

    about: str
    text: str


def documentation(rule: Rule) -> Documentation | None:
    """The documentation of a rule; None for one that is not among those of the catalogue.

    It is in the rule's file, in a layer above this one: found by name, when it is asked for.
    """
    registry = import_module("fourbar.rules.registry")
    if registry.lookup(rule.code) != rule:
        return None
    text: str = registry.documentation(rule).strip()
    about = text.partition("## What it does")[2].partition("\n## ")[0].strip()
    return Documentation(about or rule.summary, text)

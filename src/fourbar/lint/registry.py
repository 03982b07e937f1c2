"""The checks and fixes there are: the files below `checks/` and `fixes/`, by family.

A file has the name of its rule. Those of families that do not apply to a robot are not imported,
nor are the rules themselves before they find something: a check must start fast.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ..diagnostics import Diagnostic, Fix, Rule
from ..record import record
from ..rules.families import FAMILIES, family_of
from ..rules.registry import stem_of
from .context import Context
from .rule import Findings

Repair = Callable[[Context, Diagnostic], Fix | None]


@record
class Check:
    """The check of one rule.

    `after` has the codes (or their beginnings) whose findings at, around or inside the same
    element make this one a consequence, which is not reported.
    """

    family: str
    stem: str
    run: Callable[[Context], Findings]
    after: tuple[str, ...]

    @property
    def rule(self) -> Rule:
        """The rule it looks for."""
        return import_module(f"{_ROOT}.rules.{self.family}.{self.stem}").RULE


def checks_for(context: Context) -> list[Check]:
    """The checks of the families that a robot gives something to do, in their order."""
    return [
        check
        for family in FAMILIES
        if (_FOLDER / "checks" / family).is_dir()
        and import_module(f"{__package__}.checks.{family}").applies(context)
        for check in checks_of(family)
    ]


@cache
def checks_of(family: str) -> tuple[Check, ...]:
    """The checks of one family, by name."""
    found: list[Check] = []
    for stem in sorted(_stems("checks", family)):
        module = import_module(f"{__package__}.checks.{family}.{stem}")
        found.append(Check(family, stem, module.check, getattr(module, "AFTER", ())))
    return tuple(found)


@cache
def fix_of(rule: Rule) -> Repair | None:
    """The repair of findings that somebody else made."""
    family, stem = family_of(rule.code), stem_of(rule)
    if stem not in _stems("fixes", family):
        return None
    module: Any = import_module(f"{__package__}.fixes.{family}.{stem}")
    return module.fix


@cache
def _stems(kind: str, family: str) -> frozenset[str]:
    folder = _FOLDER / kind / family
    names = [path.name for path in folder.iterdir()] if folder.is_dir() else []
    return frozenset(n[:-3] for n in names if n.endswith(".py") and not n.startswith("_"))


_FOLDER = Path(__file__).parent
_ROOT = (__package__ or "").rpartition(".")[0]

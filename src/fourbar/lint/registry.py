"""The rules there are: every file below `rules/`, found by listing the folders.

A family is a folder; its package says which `STAGE` its codes begin with and, by
`applies(context)`, whether a robot gives its rules anything to do. Files of families that do not
apply are not imported: a check must start fast.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from ..diagnostics import Diagnostic, Fix, Rule
from .context import Context
from .rule import Findings

REDIRECTS: Mapping[str, str] = {}
"""Codes that were renamed, and what they are called now. Codes are never given away again."""

Check = Callable[[Context], Findings]
Repair = Callable[[Context, Diagnostic], Fix | None]

_STAGES = "XSRGPACET"


class Family(NamedTuple):
    """A folder of rules."""

    name: str
    stage: str
    title: str
    applies: Callable[[Context], bool]


class Entry(NamedTuple):
    """One rule, and what its file says about it."""

    rule: Rule
    family: str
    documentation: str
    check: Check | None
    fix: Repair | None
    after: tuple[str, ...]
    targets: tuple[str, ...]
    preview: bool


@cache
def families() -> tuple[Family, ...]:
    """The folders in the order in which their stages look at a file."""
    found: list[Family] = []
    for name in (path.name for path in _FOLDER.iterdir()):
        if "." not in name and not name.startswith("_"):
            module = import_module(f"{_PACKAGE}.{name}")
            found.append(Family(name, module.STAGE, module.__doc__ or "", module.applies))
    return tuple(sorted(found, key=lambda family: _STAGES.index(family.stage[0])))


@cache
def rules_of(family: str) -> tuple[Entry, ...]:
    """The rules of one family in the order of their codes."""
    found = [
        _entry(family, import_module(f"{_PACKAGE}.{family}.{name[:-3]}"))
        for name in (path.name for path in (_FOLDER / family).iterdir())
        if name.endswith(".py") and not name.startswith("_")
    ]
    return tuple(sorted(found, key=lambda entry: entry.rule.code))


@cache
def entries() -> tuple[Entry, ...]:
    """All rules, in the order in which they look at a file."""
    return tuple(entry for family in families() for entry in rules_of(family.name))


@cache
def by_code(code: str) -> Entry | None:
    """The rule of a code."""
    for family in families():
        if code.startswith(family.stage):
            return next((e for e in rules_of(family.name) if e.rule.code == code), None)
    return None


def lookup(word: str) -> Entry | None:
    """The rule of that code, former code or name, in any letter case."""
    code = word.upper()
    code = REDIRECTS.get(code, code)
    for entry in entries():
        if entry.rule.code == code or entry.rule.name == word.lower():
            return entry
    return None


def selector(word: str) -> str | None:
    """A selector as the settings know it, or None where no rule answers to it.

    A code, its beginning, a former code, a rule's name, or ALL.
    """
    upper = REDIRECTS.get(word.upper(), word.upper())
    if upper == "ALL":
        return upper
    for entry in entries():
        if upper and entry.rule.code.startswith(upper):
            return upper
        if entry.rule.name == word.lower():
            return entry.rule.name
    return None


def named(word: str) -> list[Entry]:
    """The rules that a selector stands for."""
    return [e for e in entries() if e.rule.code.startswith(word) or e.rule.name == word]


_FOLDER = Path(__file__).parent / "rules"
_PACKAGE = f"{__package__}.rules"


def _entry(family: str, module: ModuleType) -> Entry:
    return Entry(
        module.RULE,
        family,
        module.__doc__ or "",
        getattr(module, "check", None),
        getattr(module, "fix", None),
        getattr(module, "AFTER", ()),
        getattr(module, "TARGETS", ()),
        getattr(module, "PREVIEW", False),
    )

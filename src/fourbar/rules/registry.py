"""Find rules by code, name or family.

Importing three hundred files takes longer than checking a robot: what is asked for is imported,
and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from ..diagnostics import Rule
from .families import FAMILIES, family_of

REDIRECTS: Mapping[str, str] = {}
"""Codes that were renamed, and what they are called now. Codes are never given away again."""

HEADINGS = ("What it does", "Why it matters", "Example", "Use instead", "Fix safety")
"""The sections of a rule's documentation, in order."""


def constant(package: str, name: str) -> Rule:
    """The rule that a family's package offers in capital letters."""
    stem = name.lower()
    if name != name.upper() or stem not in stems(package.rpartition(".")[2]):
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    return import_module(f"{package}.{stem}").RULE


@cache
def stems(family: str) -> frozenset[str]:
    """The names of a family's rules, as their files spell them."""
    names = (path.name for path in (Path(__file__).parent / family).iterdir())
    return frozenset(n[:-3] for n in names if n.endswith(".py") and not n.startswith("_"))


@cache
def rules_of(family: str) -> tuple[Rule, ...]:
    """The rules of one family in the order of their codes."""
    found = [_module(family, stem).RULE for stem in stems(family)]
    return tuple(sorted(found, key=lambda rule: rule.code))


@cache
def all_rules() -> tuple[Rule, ...]:
    """All rules, in the order in which they look at a file."""
    return tuple(rule for family in FAMILIES for rule in rules_of(family))


def documentation(rule: Rule) -> str:
    """What a rule's file says about it, in Markdown: the summary, then the `HEADINGS`."""
    return _module(family_of(rule.code), stem_of(rule)).__doc__ or ""


def stem_of(rule: Rule) -> str:
    """The name of the files about a rule: its documentation, its check and its fix."""
    return rule.name.replace("-", "_")


def lookup(word: str) -> Rule | None:
    """The rule of that code, former code or name, in any letter case."""
    code = REDIRECTS.get(word.upper(), word.upper())
    named = _named(word)
    if named is not None:
        return named
    return next((rule for rule in _beginning(code) if rule.code == code), None)


def selector(word: str) -> str | None:
    """A selector as the settings know it, or None where no rule answers to it.

    A code, its beginning, a former code, a rule's name, or ALL.
    """
    code = REDIRECTS.get(word.upper(), word.upper())
    if code == "ALL" or (code and _beginning(code)):
        return code
    named = _named(word)
    return named.name if named is not None else None


def selected(selector: str) -> list[Rule]:
    """The rules that a selector stands for."""
    named = _named(selector)
    return [named] if named is not None else _beginning(selector)


def _named(word: str) -> Rule | None:
    name = word.lower()
    stem = name.replace("-", "_")
    for family in FAMILIES:
        if "_" not in name and stem in stems(family):
            return _module(family, stem).RULE
    return None


def _beginning(code: str) -> list[Rule]:
    """The rules whose codes begin so; only families with that letter are imported."""
    families = [name for name, family in FAMILIES.items() if family.first[0] == code[:1]]
    return [rule for name in families for rule in rules_of(name) if rule.code.startswith(code)]


def _module(family: str, stem: str) -> ModuleType:
    return import_module(f"{__package__}.{family}.{stem}")

"""What a run of the checks is asked for."""

from __future__ import annotations

import os
from collections.abc import Mapping
from fnmatch import fnmatch

from ..diagnostics import Rule, Severity
from ..error import FourbarError
from ..record import record

TARGETS = ("gazebo", "mujoco", "isaac", "moveit", "kdl", "drake", "pinocchio")

# Mappings that nobody changes: a record is immutable.
_NO_SEVERITIES: Mapping[str, Severity] = {}
_NO_IGNORES: Mapping[str, tuple[str, ...]] = {}
_NO_PACKAGES: Mapping[str, str] = {}


class SettingsError(FourbarError, ValueError):
    """A setting that is not valid; the message says where it is written."""


@record
class Settings:
    """Which rules run, and how their findings count.

    Codes may be cut short: `P` selects all of P4xx, `ALL` every rule. Where `select` and `ignore`
    both match, the longer one wins, and `ignore` if they are equally long. The patterns
    of `per_file_ignores` are relative to `folder`.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Severity] = _NO_SEVERITIES
    per_file_ignores: Mapping[str, tuple[str, ...]] = _NO_IGNORES
    targets: tuple[str, ...] = ()
    preview: bool = False
    meshes: bool = True
    packages: Mapping[str, str] = _NO_PACKAGES
    folder: str = ""

    def selects(self, rule: Rule) -> bool:
        """Whether findings of this rule are wanted."""
        chosen = _best(self.select, rule)
        if rule.preview and not self.preview and chosen != len(rule.code):
            return False
        if self.select and not chosen:
            return False
        return _best(self.ignore, rule) < max(chosen, 1)

    def ignores_in(self, file: str, rule: Rule) -> bool:
        """Whether `per_file_ignores` silences this rule in a file."""
        if not self.per_file_ignores:
            return False
        name = file.replace("\\", "/")
        if self.folder:
            name = os.path.relpath(file, self.folder).replace("\\", "/")
        return any(
            _best(codes, rule) > 0
            for pattern, codes in self.per_file_ignores.items()
            if fnmatch(name, pattern) or fnmatch(name, f"*/{pattern}")
        )

    def severity_of(self, rule: Rule, default: Severity) -> Severity:
        """The severity that was set for this rule, by its longest match."""
        best, found = 0, default
        for selector, severity in self.severity.items():
            length = _match(selector, rule)
            if length > best:
                best, found = length, severity
        return found


def _best(selectors: tuple[str, ...], rule: Rule) -> int:
    return max((_match(selector, rule) for selector in selectors), default=0)


def _match(selector: str, rule: Rule) -> int:
    """How exactly a selector names a rule: 0 not at all, its length for a code or its beginning."""
    if selector == "ALL":
        return 1
    if selector == rule.name:
        return len(rule.code)
    # A family's letter must beat ALL.
    return max(2, len(selector)) if rule.code.startswith(selector) else 0

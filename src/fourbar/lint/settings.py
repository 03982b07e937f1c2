"""What a run of the checks is asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from fnmatch import fnmatch
from typing import Any, cast

from ..diagnostics import Rule, Severity, did_you_mean, unknown
from ..error import FourbarError
from ..record import record

TARGETS = ("gazebo", "mujoco", "isaac", "moveit", "kdl", "drake", "pinocchio", "newton")

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

    A code, target or severity that does not exist raises SettingsError, as on the command line.
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

    def __post_init__(self) -> None:
        fields = self.__dict__
        for name in ("select", "ignore"):
            if fields[name]:
                fields[name] = codes(fields[name], where=name)
        if self.targets:
            fields["targets"] = targets(self.targets, where="targets")
        if self.severity:
            fields["severity"] = _severities(self.severity)
        if self.per_file_ignores:
            fields["per_file_ignores"] = {
                pattern: codes(words, where=f"per_file_ignores of '{pattern}'")
                for pattern, words in _mapping("per_file_ignores", self.per_file_ignores)
            }
        if self.packages:
            _mapping("packages", self.packages)
        for name in ("preview", "meshes"):
            if not isinstance(fields[name], bool):
                raise SettingsError(f"{name} must be True or False, got {fields[name]!r}")

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


def codes(words: Iterable[str] | str, *, where: str) -> tuple[str, ...]:
    """Selectors in the form the settings keep; raises SettingsError for one no rule answers to."""
    from ..rules.registry import selector

    found: list[str] = []
    for word in _words(words, where):
        code = selector(word)
        if code is None:
            raise SettingsError(f"{where}: unknown rule '{word}'{_similar(word)}")
        found.append(code)
    return tuple(found)


def targets(words: Iterable[str] | str, *, where: str) -> tuple[str, ...]:
    """Target names; raises SettingsError for an unknown one."""
    found: list[str] = []
    for word in _words(words, where):
        name = word.strip().lower()
        if name not in TARGETS:
            raise SettingsError(f"{where}: {unknown('target', word, TARGETS).message}")
        found.append(name)
    return tuple(dict.fromkeys(found))


def _severities(levels: object) -> dict[str, Severity]:
    found: dict[str, Severity] = {}
    for word, level in _mapping("severity", levels):
        (code,) = codes((word,), where="severity")
        if level not in tuple(Severity):
            message = unknown("severity", str(level), tuple(Severity)).message
            raise SettingsError(f"severity of '{word}': {message}")
        found[code] = Severity(level)
    return found


def _words(words: object, where: str) -> list[str]:
    """Words of a list, or of a text as the command line has it: `P401,R2`."""
    if isinstance(words, str):
        return words.replace(",", " ").split()
    if not isinstance(words, Iterable):
        raise SettingsError(f"{where} must be a list of words, got {words!r}")
    found = list(cast("Iterable[object]", words))
    for word in found:
        if not isinstance(word, str):
            raise SettingsError(f"{where} must be a list of words, got {words!r}")
    return cast("list[str]", found)


def _mapping(name: str, value: object) -> list[tuple[str, Any]]:
    if not isinstance(value, Mapping):
        raise SettingsError(f"{name} must be a mapping, got {value!r}")
    return list(cast("Mapping[str, Any]", value).items())


def _similar(word: str) -> str:
    from ..rules.registry import all_rules

    return did_you_mean(word, [name for rule in all_rules() for name in (rule.code, rule.name)])


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

"""Run the rules over one robot: every finding once, and no consequences of other findings."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Diagnostic, PartPath, Report, Rule, Severity, Step
from .consequences import without_consequences
from .context import Context
from .registry import checks_for, fix_of
from .settings import Settings
from .targets import raised

Steps = tuple[Step, ...]


def run(context: Context) -> Report:
    """What the readers, the graph and the rules find, as the settings want it."""
    found = [_with_fix(context, finding) for finding in context.found]
    found += [
        context.assets.everywhere(_with_fix(context, finding)) for finding in context.assets.found
    ]
    silence = _Silence(found)
    for finding, after in _made(context):
        if not silence.covers(finding, after):
            found.append(finding)
            silence.add(finding)
    report = counted(without_consequences(context, found), context.settings)
    report.sources = context.found.sources
    return report


def counted(found: Iterable[Diagnostic], settings: Settings) -> Report:
    """The findings that the settings select, with the severities they give."""
    report = Report()
    for finding in found:
        rule = finding.rule
        if not settings.selects(rule):
            continue
        if finding.span is not None and settings.ignores_in(finding.span.file, rule):
            continue
        raised_to = raised(finding.code, finding.severity, settings.targets)
        report.keep(finding.with_severity(settings.severity_of(rule, raised_to)))
    if isinstance(found, Report):
        report.sources = found.sources
    return report


def ran(rule: Rule, settings: Settings) -> bool:
    """Whether the settings have this rule run."""
    if rule.targets and not set(rule.targets) & set(settings.targets):
        return False
    return settings.selects(rule)


def _made(context: Context) -> list[tuple[Diagnostic, tuple[str, ...]]]:
    """What the checks find, each with its check's `after`: by family, then by code."""
    settings = context.settings
    chosen = bool(settings.select or settings.ignore)
    made: list[tuple[Diagnostic, tuple[str, ...]]] = []
    of_family: list[tuple[Diagnostic, tuple[str, ...]]] = []
    family = ""
    for check in checks_for(context):
        if check.family != family:
            made += sorted(of_family, key=_code)
            of_family, family = [], check.family
        if chosen and not ran(check.rule, settings):
            continue
        for finding in check.run(context):
            if not ran(finding.rule, settings):
                break
            of_family.append((finding, check.after))
    return made + sorted(of_family, key=_code)


def _code(made: tuple[Diagnostic, tuple[str, ...]]) -> str:
    return made[0].code


def _with_fix(context: Context, finding: Diagnostic) -> Diagnostic:
    if finding.fix is not None or context.editor is None:
        return finding
    repair = fix_of(finding.rule)
    return finding if repair is None else finding.with_fix(repair(context, finding))


class _Silence:
    """Which findings would only repeat what another one says.

    What could not be read (an error of the reader) has no value to check: nothing is said about
    the same place or below it, nor that an element is missing (its fact `element`) whose name was
    misspelt. A rule's `AFTER` names the findings it is a consequence of.
    """

    def __init__(self, found: Iterable[Diagnostic]) -> None:
        # Codes by place, so that files with many findings stay fast: at the place itself, and at or
        # below it.
        self._at: dict[Steps, set[str]] = {}
        self._below: dict[Steps, set[str]] = {}
        self._unread: set[Steps] = set()
        self._misspelt: set[tuple[Steps, object]] = set()
        for finding in found:
            self.add(finding)
            path = finding.part_path
            if path and finding.code[0] in "XS" and finding.severity is Severity.ERROR:
                self._unread.add(path.steps)
                self._misspelt.add((path.steps[:-1], finding.fact("suggestion")))

    def add(self, finding: Diagnostic) -> None:
        """Remember a finding for those that come after it."""
        path = finding.part_path
        if path is not None:
            self._at.setdefault(path.steps, set()).add(finding.code)
            for around in _around(path):
                self._below.setdefault(around, set()).add(finding.code)

    def covers(self, finding: Diagnostic, after: tuple[str, ...]) -> bool:
        """Whether a finding is a consequence."""
        path = finding.part_path
        if path is None:
            return False
        places = _around(path)
        if any(place in self._unread for place in places):
            return True
        missing = finding.fact("element")
        if missing is not None and (path.steps, missing) in self._misspelt:
            return True
        if not after:
            return False
        related = [self._at.get(place, ()) for place in places]
        related.append(self._below.get(path.steps, ()))
        return any(code.startswith(after) for codes in related for code in codes)


def _around(path: PartPath) -> list[Steps]:
    """The places that lead to one: it, those around it, and `visual` for each `visual[i]`."""
    steps = path.steps
    found: list[Steps] = []
    for count in range(1, len(steps) + 1):
        found.append(steps[:count])
        last = steps[count - 1]
        if last.key is not None:
            found.append((*steps[: count - 1], Step(last.kind)))
    return found

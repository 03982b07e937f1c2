"""Findings as rows of a list that leads to the objects they are about."""

from __future__ import annotations

from ..diagnostics import PartPath, Report
from ..record import record
from ..rules.registry import lookup
from .reading import SceneRobot


@record
class Finding:
    """A row: what is wrong, how bad it is, which object it is about, and what a fix would do."""

    code: str
    rule: str
    severity: str
    message: str
    object: str = ""
    fix: str = ""
    is_safe: bool = False
    line: int = 0


def findings_of(report: Report, scene: SceneRobot) -> list[Finding]:
    """All findings: what blocks an export, what it leaves out, and then the worst first."""
    rows = [Finding("export", "blocked", "error", p.message, p.object) for p in scene.problems]
    rows += [Finding("scene", "not-written", "warning", r.message, r.object) for r in scene.remarks]
    for found in sorted(report, key=lambda found: found.severity.rank):
        fix = found.fix
        rows.append(
            Finding(
                found.code,
                found.rule.name,
                str(found.severity),
                found.message,
                object_at(found.part_path, scene),
                "" if fix is None else fix.description,
                fix is not None and fix.safe,
                0 if found.span is None else found.span.line,
            )
        )
    return rows


def object_at(path: PartPath | None, scene: SceneRobot) -> str:
    """The object that a place in a robot is about: a shape's own, or that of its part."""
    if path is None or not isinstance(path.part.key, str):
        return ""
    part = path.part
    for step in path.steps[1:]:
        if step.kind in ("visual", "collision") and isinstance(step.key, int):
            return scene.shapes.get((step.kind, str(part.key), step.key), "")
    return scene.objects.get((part.kind, str(part.key)), "")


def explanation(code: str) -> str:
    """The page of a rule, as `fourbar explain` shows it."""
    from ..lint.catalogue import page

    rule = lookup(code)
    return f"{code} is not a rule of the catalogue.\n" if rule is None else page(rule)

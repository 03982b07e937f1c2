"""What a format has no place for, one finding per kind."""

from __future__ import annotations

from collections.abc import Iterable

from .. import rules
from ..diagnostics import PartPath, Report
from ..robot import Robot
from ..robot.source import span_of


def report_losses(
    format: str, found: Iterable[tuple[str, PartPath]], robot: Robot, *, report: Report
) -> None:
    """Count what was not written, by kind, with the place of the first of each."""
    kinds: dict[str, list[PartPath]] = {}
    for what, path in found:
        kinds.setdefault(what, []).append(path)
    for what, paths in kinds.items():
        more = "" if len(paths) == 1 else f" ({len(paths)} of them)"
        report.add(
            rules.formats.NOT_HELD,
            f"{format} has no place for {what}{more}",
            span=span_of(robot.source, paths[0]),
            path=paths[0],
            facts={"what": what, "count": len(paths)},
        )


def report_names(kind: str, changed: dict[str, str], robot: Robot, *, report: Report) -> None:
    """Say that parts have another name in the file: the first with its place, and how many."""
    if not changed:
        return
    old, new = next(iter(changed.items()))
    path = PartPath(kind, old)
    others = len(changed) - 1
    whose = "1 other has" if others == 1 else f"{others} others have"
    more = f", and {whose} another name too" if others else ""
    report.add(
        rules.formats.NAME_CHANGED,
        f"{kind} '{old}' is called '{new}' in the file{more}",
        span=span_of(robot.source, path),
        path=path,
        facts={"old": old, "new": new, "count": len(changed), "names": dict(changed)},
    )

"""Findings as the pages get them: with the line they stand on and the part they speak of."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .limits import MAX_FINDINGS

if TYPE_CHECKING:
    from ..diagnostics import Diagnostic, Report
    from ..robot import Robot
    from .messages import FindingInfo, PartInfo

_PART = re.compile(r"(link|joint|loop|coupling)\[(.*)", re.DOTALL)
_COLLECTIONS = {"link": "links", "joint": "joints", "loop": "loops", "coupling": "couplings"}


def finding_messages(
    report: Report, robot: Robot | None, *, folders: Iterable[Path] = ()
) -> list[FindingInfo]:
    """Every finding as `fourbar check --format json` prints it, and `source` and `part`.

    Paths below one of `folders` are shown from there.
    """
    text = report.render("json")
    for folder in folders:
        if folder.parts:
            text = text.replace(f"{json.dumps(str(folder), ensure_ascii=False)[1:-1]}/", "")
    rendered: list[Any] = json.loads(text)["diagnostics"]
    found: list[FindingInfo] = []
    for message, finding in zip(rendered, report.diagnostics, strict=True):
        if len(found) == MAX_FINDINGS:
            break
        source, part = _line(report, finding), _part(finding, robot)
        found.append(cast("FindingInfo", {"fix": None, **message, "source": source, "part": part}))
    return found


def joined(checked: Report, written: Report) -> Report:
    """What checking found, and what only converting finds (E7: glTF), each once."""
    known = {(finding.code, finding.path) for finding in checked}
    for finding in written:
        if finding.code.startswith("E7") and (finding.code, finding.path) not in known:
            checked.add(
                finding.rule,
                finding.message,
                span=finding.span,
                path=finding.path,
                notes=finding.notes,
                severity=finding.severity,
            )
    return checked


def failure(report: Report, *, folders: Iterable[Path] = ()) -> str:
    """The first error in a sentence, and how many more there are.

    Paths are shown from `folders` on; of one that leads elsewhere only the file's name.
    """
    errors = report.errors
    if not errors:
        return "the robot cannot be shown"
    first, span = errors[0], errors[0].span
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    text = f"{first.message}{more}"
    where = "" if span is None else span.file
    for folder in folders:
        text = text.replace(f"{folder}/", "")
        where = where.removeprefix(f"{folder}/")
    if span is None:
        return text
    file = Path(where)
    return f"{file.name if file.is_absolute() else where}:{span.line}:{span.column}: {text}"


def _line(report: Report, finding: Diagnostic) -> str | None:
    span = finding.span
    source = None if span is None else report.sources.get(span.file)
    if span is None or source is None or not source.data:
        return None
    return source.line_text(span.line)


def _part(finding: Diagnostic, robot: Robot | None) -> PartInfo | None:
    """The link, joint, loop or coupling that a path begins with: `joint[elbow].limit.lower`."""
    path = finding.path or ""
    if path == "robot" or path.startswith("robot."):
        return {"kind": "robot", "name": "" if robot is None else robot.name}
    match = _PART.match(path)
    if match is None:
        return None
    kind, rest = match[1], match[2]
    known: Any = () if robot is None else getattr(robot, _COLLECTIONS[kind])
    # A name may hold brackets itself: the first end that makes a known name counts.
    ends = [place for place, character in enumerate(rest) if character == "]"]
    name = next((rest[:end] for end in ends if rest[:end] in known), rest.partition("]")[0])
    return {"kind": kind, "name": name}

"""Findings as the pages get them: with their line of the source and the part they are about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ..diagnostics import PartPath
from .limits import MAX_FINDINGS

if TYPE_CHECKING:
    from ..diagnostics import Diagnostic, Report
    from ..robot import Robot
    from .messages import FindingCounts, FindingInfo, PartInfo

_PARTS = ("link", "joint", "loop", "coupling")


def finding_messages(
    report: Report, robot: Robot | None, *, folders: Iterable[Path] = ()
) -> list[FindingInfo]:
    """Findings as `fourbar check --format json` prints them, and `source` and `part`.

    Paths below one of `folders` are shown from there. Of more than `MAX_FINDINGS` the worst are
    sent; `finding_counts` has the true numbers.
    """
    from ..diagnostics.render.json import finding as as_message

    beginnings = _beginnings(folders)
    found: list[FindingInfo] = []
    for finding in _worst(report.diagnostics):
        message = _shortened(as_message(finding), beginnings)
        source, part = _line(report, finding), _part(finding, robot)
        found.append(cast("FindingInfo", {"fix": None, **message, "source": source, "part": part}))
    return found


def finding_counts(report: Report) -> FindingCounts:
    """How many findings there are of each severity."""
    from collections import Counter

    counts = Counter(finding.severity.value for finding in report.diagnostics)
    return {"error": counts["error"], "warning": counts["warning"], "info": counts["info"]}


def _worst(findings: Sequence[Diagnostic]) -> Iterable[Diagnostic]:
    """As many as are sent, in the order of the document; errors before all else go first."""
    if len(findings) <= MAX_FINDINGS:
        return findings
    rank = {"error": 0, "warning": 1, "info": 2}
    order = sorted(range(len(findings)), key=lambda i: (rank[findings[i].severity.value], i))
    return [findings[i] for i in sorted(order[:MAX_FINDINGS])]


def missing_parts(report: Report, whole: Robot | None, shown: Robot) -> str | None:
    """What is not in the picture: parts that were left out, and links without some of their shapes.

    `whole` is the robot as it was read, `shown` the connected part of it. Joints, loops and
    couplings that could not be read at all are known by their errors.
    """
    kept = {link.name for link in shown.links}
    bare: dict[str, None] = {}
    for finding in report.errors:
        path = finding.path
        if isinstance(path, PartPath) and any(step.kind == "visual" for step in path.steps):
            kind, key = path.part
            if kind == "link" and isinstance(key, str) and key in kept:
                bare[key] = None
    texts: list[str] = []
    for kind in _PARTS:
        gone = _gone(kind, report, whole, shown)
        if gone:
            texts.append(f"{_counted(len(gone), kind)} left out: {_listed(gone)}")
    if bare:
        of = f"{len(bare)} of {_counted(len(kept), 'link')}"
        texts.append(f"{of} shown without all shapes: {_listed(list(bare))}")
    return "; ".join(texts) or None


def _gone(kind: str, report: Report, whole: Robot | None, shown: Robot) -> list[str]:
    """Names of one kind of parts that the file has and the robot that is shown has not."""
    kept = set(_names(kind, shown))
    read = () if whole is None else _names(kind, whole)
    paths = (finding.path for finding in report.errors)
    named = (path.part for path in paths if isinstance(path, PartPath))
    faulty = (part.key for part in named if part.kind == kind and isinstance(part.key, str))
    return [name for name in dict.fromkeys((*faulty, *read)) if name and name not in kept]


def _names(kind: str, robot: Robot) -> tuple[str, ...]:
    parts = {
        "link": robot.links,
        "joint": robot.joints,
        "loop": robot.loops,
        "coupling": robot.couplings,
    }
    return tuple(part.name for part in parts[kind])


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - 4} more" if len(names) > 4 else ""
    return f"{', '.join(names[:4])}{more}"


def joined(checked: Report, written: Report) -> Report:
    """What checking found, and what only converting finds (E7: glTF), each once."""
    known = {(finding.code, finding.path) for finding in checked}
    for finding in written:
        if finding.code.startswith("E7") and (finding.code, finding.path) not in known:
            checked.keep(finding)
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
    beginnings = _beginnings(folders)
    text = _shortened(f"{first.message}{more}", beginnings)
    if span is None:
        return text
    where = _shortened(span.file, beginnings)
    file = Path(where)
    return f"{file.name if file.is_absolute() else where}:{span.line}:{span.column}: {text}"


def _line(report: Report, finding: Diagnostic) -> str | None:
    span = finding.span
    source = None if span is None else report.sources.get(span.file)
    if span is None or source is None or not source.data:
        return None
    return source.line_text(span.line)


def _part(finding: Diagnostic, robot: Robot | None) -> PartInfo | None:
    """The link, joint, loop or coupling that a path begins with, or the robot itself."""
    path = finding.path
    if not isinstance(path, PartPath):
        return None
    kind, key = path.part
    if kind == "robot":
        return {"kind": "robot", "name": "" if robot is None else robot.name}
    return {"kind": kind, "name": key} if kind in _PARTS and isinstance(key, str) else None


def _beginnings(folders: Iterable[Path]) -> list[str]:
    return [f"{folder}/" for folder in folders if folder.parts]


def _shortened(value: Any, beginnings: list[str]) -> Any:
    """A message, or any value in one, with files named from the folders on."""
    if isinstance(value, str):
        for beginning in beginnings:
            value = value.replace(beginning, "")
        return value
    if isinstance(value, list):
        return [_shortened(item, beginnings) for item in cast("list[Any]", value)]
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value).items()
        return {key: _shortened(item, beginnings) for key, item in items}
    return value

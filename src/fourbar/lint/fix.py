"""Apply the fixes of findings to the text they were found in."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ..diagnostics import Diagnostic, Report
from ..reading import Content
from ..record import record
from ..xml.edits import apply_edits
from .checking import check
from .settings import Settings

_PASSES = 10


@record
class Fixed:
    """The text after fixing, what was fixed, and what is found in it now."""

    data: bytes
    applied: tuple[Diagnostic, ...]
    report: Report


def fix_text(
    file: str | os.PathLike[str],
    *,
    settings: Settings | None = None,
    unsafe: bool = False,
    only: str | None = None,
    data: bytes | None = None,
    **options: Any,
) -> Fixed:
    """Fix a file's text (or `data` in its place) until no fix is left; writes nothing.

    Fixes that touch the same bytes are applied one after the other, each to the checked result
    of those before it. `only` names the one rule to fix.
    """
    name, path = os.fspath(file), Path(file)
    data = path.read_bytes() if data is None else data
    applied: list[Diagnostic] = []
    report = check(Content(data, name, path), settings=settings, **options)
    for _ in range(_PASSES):
        chosen = _choose(report, name, unsafe=unsafe, only=only)
        if not chosen:
            break
        changed = apply_edits(data, [edit for d in chosen if d.fix for edit in d.fix.edits])
        after = check(Content(changed, name, path), settings=settings, **options)
        if changed == data or _is_worse(report, after):
            break
        applied += chosen
        data, report = changed, after
    return Fixed(data, tuple(applied), report)


def _choose(report: Report, file: str, *, unsafe: bool, only: str | None) -> list[Diagnostic]:
    """The findings to fix in one pass: their edits do not touch each other."""
    taken: list[tuple[int, int]] = []
    chosen: list[Diagnostic] = []
    for finding in report:
        fix = finding.fix
        if fix is None or not (fix.safe or unsafe) or only not in (None, finding.code):
            continue
        ranges = [(edit.start, edit.end) for edit in fix.edits]
        if any(edit.file != file for edit in fix.edits) or _touch(ranges, taken):
            continue
        taken += ranges
        chosen.append(finding)
    return chosen


def _touch(ranges: list[tuple[int, int]], taken: list[tuple[int, int]]) -> bool:
    return any(
        start <= other_end and other_start <= end
        for start, end in ranges
        for other_start, other_end in taken
    )


def _is_worse(before: Report, after: Report) -> bool:
    """A fix must not make a file unreadable."""
    known = {d.code for d in before}
    return any(d.code.startswith("X0") and d.code not in known for d in after)

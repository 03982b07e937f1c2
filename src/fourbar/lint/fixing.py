"""Apply the fixes of findings to the text they were found in."""

from __future__ import annotations

import errno
import os
from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

from ..diagnostics import Diagnostic, Edit, Report, SourceText
from ..diagnostics.report import summary
from ..files import write_atomic
from ..formats import READERS, read
from ..formats.changed import input_format
from ..formats.content import open_content
from ..formats.editable import editable
from ..formats.error import unreadable
from ..reading import Content
from ..record import record, replace
from ..robot.values import kind_of_value
from ..xml.edits import apply_edits
from .checking import check
from .settings import Settings

_PASSES = 10

_Key = tuple[str, str]


@record
class Fixed:
    """The text after fixing, what was fixed, and what is found in it now.

    The spans of `applied` are places in `before`, the text as it was.
    """

    data: bytes
    applied: tuple[Diagnostic, ...]
    report: Report
    before: bytes

    def __repr__(self) -> str:
        """How much was fixed and what is left, without the text."""
        fixed = "1 finding" if len(self.applied) == 1 else f"{len(self.applied)} findings"
        return f"<Fixed: {fixed} fixed; left: {summary(self.report)}>"

    def diff(self, file: str) -> str:
        """What was changed, as a unified diff of `file`; empty where nothing was."""
        from difflib import unified_diff

        old, new = (
            data.decode("utf-8", "replace").splitlines(keepends=True)
            for data in (self.before, self.data)
        )
        lines = unified_diff(old, new, fromfile=file, tofile=file)
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def fix(
    file: str | os.PathLike[str],
    *,
    settings: Settings | None = None,
    unsafe: bool = False,
    only: str | None = None,
    **options: Any,
) -> Fixed:
    """Fix a file in its place, as `fourbar fix` does; `applied` lists what was changed.

    Fixes are safe ones unless `unsafe` is given; `only` names the one rule to fix. Options are
    those of `fourbar.read`. A file that needs no fix is not touched. Raises FileMissingError or
    another LoadError where the file cannot be read, OSError where it cannot be written, and
    FileChangedError where somebody else changed it meanwhile.
    """
    fixed = fix_text(file, settings=settings, unsafe=unsafe, only=only, **options)
    if fixed.data != fixed.before:
        write_atomic(file, fixed.data, replacing=fixed.before)
    return fixed


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
    of those before it. An unsafe fix is applied only if the text as it was called for it, and
    once: what it leaves behind, safe fixes that nobody announced included, is for its user to look
    at. `only` names the one rule to fix.
    """
    if not isinstance(cast("object", file), str | os.PathLike):
        raise TypeError(f"expected the path of a file to fix, got {kind_of_value(file)}")
    name, path = os.fspath(file), Path(file)
    before = data = _text_of(name) if data is None else data

    def checked(text: bytes) -> Report:
        return check(Content(text, name, path), settings=settings, **options)

    def is_robot(text: bytes) -> bool:
        return read(Content(text, name, path), **options).robot is not None

    applied: list[Diagnostic] = []
    history: list[list[Edit]] = []
    report = checked(data)
    announced = Counter(_key(d) for d in report if d.fix is not None and not d.fix.safe)
    allowed = announced if unsafe else Counter[_Key]()
    safe = _safe_keys(report)
    for _ in range(_PASSES):
        chosen = _choose(report, name, only=only, safe=safe, unsafe=allowed)
        kept, data, report = _apply_sound(data, chosen, report, checked, is_robot)
        if not kept:
            break
        applied += _as_it_was(kept, SourceText(name, before), history)
        history.append(_edits(kept))
        allowed -= Counter(_key(d) for d in kept)
        if all(d.fix is None or d.fix.safe for d in applied):
            safe |= _safe_keys(report)
    return Fixed(data, tuple(applied), report, before)


def unfixable(file: str, **options: Any) -> str | None:
    """Why fixes cannot be written to a file, whatever is found in it; None where they can."""
    reading = read(file, **options)
    form = input_format(reading)
    if form is None or reading.robot is None or editable(reading) is not None:
        return None
    if form is READERS["urdf"]:
        return "its text is not UTF-8; save it as UTF-8 first"
    return f"fixes are for URDF, and it is {form.title}"


def _text_of(file: str) -> bytes:
    """What a file holds; LoadError where it cannot be opened."""
    report = Report()
    content = open_content(file, report)
    if content is None:
        raise unreadable(report)
    if content.path != Path(file):
        text = "a robot asked for by name cannot be fixed; save it to a file first"
        raise PermissionError(errno.EROFS, text, file)
    return content.data


def _key(finding: Diagnostic) -> _Key:
    """What a finding is about, wherever the bytes have moved to."""
    return finding.code, str(finding.path)


def _safe_keys(report: Report) -> set[_Key]:
    """What the safe fixes of a report are about."""
    return {_key(finding) for finding in report if finding.fix is not None and finding.fix.safe}


def _edits(findings: list[Diagnostic]) -> list[Edit]:
    return [edit for finding in findings if finding.fix for edit in finding.fix.edits]


def _apply_sound(
    data: bytes,
    chosen: list[Diagnostic],
    report: Report,
    checked: Callable[[bytes], Report],
    is_robot: Callable[[bytes], bool],
) -> tuple[list[Diagnostic], bytes, Report]:
    """The fixes of those chosen that do no harm, the text after them, and what is found in it.

    Where all at once make a file unreadable, each half is tried without the other.
    """
    changed = apply_edits(data, _edits(chosen))
    if changed == data:
        return [], data, report
    after = checked(changed)
    worse = _has_new_fault(report, after) or (
        _has_fault(after) and is_robot(data) and not is_robot(changed)
    )
    if not worse:
        return chosen, changed, after
    if len(chosen) == 1:
        return [], data, report
    # Only the first half that is good for something: the other's places are those before it.
    for half in (chosen[: len(chosen) // 2], chosen[len(chosen) // 2 :]):
        kept, changed, after = _apply_sound(data, half, report, checked, is_robot)
        if kept:
            return kept, changed, after
    return [], data, report


def _choose(
    report: Report, file: str, *, only: str | None, safe: set[_Key], unsafe: Counter[_Key]
) -> list[Diagnostic]:
    """The findings to fix in one pass: their edits do not touch each other."""
    taken: list[tuple[int, int]] = []
    chosen: list[Diagnostic] = []
    left = Counter(unsafe)
    for finding in report:
        fix, key = finding.fix, _key(finding)
        if fix is None or only not in (None, finding.code):
            continue
        if not (key in safe if fix.safe else left[key] > 0):
            continue
        ranges = [(edit.start, edit.end) for edit in fix.edits]
        if any(edit.file != file for edit in fix.edits) or _touch(ranges, taken):
            continue
        for each in ranges:
            insort(taken, each)
        if not fix.safe:
            left[key] -= 1
        chosen.append(finding)
    return chosen


def _touch(ranges: list[tuple[int, int]], taken: list[tuple[int, int]]) -> bool:
    """Whether a range touches one of those taken, which are sorted and apart from each other."""
    for start, end in ranges:
        at = bisect_right(taken, (end, len(taken) and taken[-1][1]))
        if at and taken[at - 1][1] >= start:
            return True
    return False


def _has_new_fault(before: Report, after: Report) -> bool:
    """Whether a text has errors of XML that were not in it before: a fix must not make them."""
    known = {d.code for d in before}
    return any(d.code not in known for d in _faults(after))


def _has_fault(report: Report) -> bool:
    return any(True for _ in _faults(report))


def _faults(report: Report) -> Iterator[Diagnostic]:
    return (d for d in report if d.code.startswith("X0"))


def _as_it_was(
    findings: list[Diagnostic], text: SourceText, history: list[list[Edit]]
) -> list[Diagnostic]:
    """Findings with the places that they had before earlier passes moved them."""
    if not history:
        return findings
    undo = [_Undo(edits) for edits in reversed(history)]
    placed: list[Diagnostic] = []
    for finding in findings:
        span = finding.span
        if span is not None:
            start, end = span.start, span.end
            for each in undo:
                start, end = each.offset(start), each.offset(end)
            span = text.span(start, max(start, end))
        placed.append(replace(finding, span=span))
    return placed


class _Undo:
    """From places in a text after edits to those before."""

    def __init__(self, edits: list[Edit]) -> None:
        self._starts: list[int] = []  # where the edits are afterwards
        self._edits = sorted(edits, key=lambda edit: (edit.start, edit.end))
        shift = 0
        for edit in self._edits:
            self._starts.append(edit.start + shift)
            shift += len(edit.text.encode()) - (edit.end - edit.start)

    def offset(self, after: int) -> int:
        """What is inside an edit comes from where it begins."""
        at = bisect_right(self._starts, after) - 1
        if at < 0:
            return after
        edit, inside = self._edits[at], after - self._starts[at]
        written = len(edit.text.encode())
        return edit.start if inside < written else edit.end + inside - written

"""What a file would lose if a robot that was read from it took its place."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ..diagnostics import Diagnostic, Report
from ..reading import Content, PathLike
from ..robot import Robot
from ..robot.source import Source
from .error import SaveError
from .input import connected, read
from .table import Format, can_hold, format_of

if TYPE_CHECKING:
    from ..xml.tree import Element

_SHOWN = 3
_WAY_OUT = "save to another file, or pass overwrite=True to replace it nevertheless"


def refuse_loss(robot: Robot, path: PathLike, content: Callable[[], bytes], format: Format) -> None:
    """Raise SaveError where `content` would replace text that reading the robot did not keep.

    What the reader left out is written back as it was; what it replaced, by the first three of four
    numbers for example, is not. The file would then be free of errors, and wrong.
    """
    source = robot.source
    if source is None:
        return
    if source.semantics is not None and _is_same(source.semantics.path, path):
        _refuse_semantics(robot, source.semantics, path, content())
    elif _is_same(source.path, path):
        if getattr(source, "origins", None):
            text = "is a xacro file, whose macros would be lost"
            raise SaveError(f"'{os.fspath(path)}' {text}; {_WAY_OUT}")
        _refuse_other_format(path, format)
        if source.found is not None and not source.found.loaded.ok:
            written = Content(content(), os.fspath(path), Path(path))
            _, new = connected(read(written, loops=False))
            _refuse_errors(source.found.loaded, new, path)


def _refuse_other_format(path: PathLike, format: Format) -> None:
    """`.xml` may be URDF or MJCF: what a file was is not replaced by the other."""
    try:
        before = format_of(Path(path).read_bytes(), os.fspath(path))
    except OSError:
        return  # writing says what is wrong with it
    if before is not format:
        message = f"'{os.fspath(path)}' is {before.title}, and would become {format.title}"
        keep = f'pass format="{before.name}" to keep the format, ' if can_hold(path, before) else ""
        raise SaveError(f"{message}; {keep}{_WAY_OUT}")


def _refuse_semantics(robot: Robot, source: Source, path: PathLike, content: bytes) -> None:
    from ..urdf.srdf import parse_srdf, read_states
    from ..xml.tree import Document

    new = Report()
    document = parse_srdf(content, file=os.fspath(path), report=new)
    if document is None or not isinstance(source, Document):
        return
    kept = {_form(child) for child in document.root.children}
    gone = (e for e in source.root.children if e.tag != "group_state" and _form(e) not in kept)
    tags = dict.fromkeys(f"<{element.tag}>" for element in gone)
    if tags:
        text = "which would be lost: only states and disabled collisions are written"
        raise SaveError(f"'{os.fspath(path)}' has {', '.join(tags)}, {text}; {_WAY_OUT}")
    read_states(document, robot, report=new)
    found = None if robot.source is None else robot.source.found
    if found is not None:
        _refuse_errors(found.loaded, new, path)


def _refuse_errors(old: Report, new: Report, path: PathLike) -> None:
    """Raise SaveError for errors of this file that its new content would not have."""
    still = {(error.code, error.part_path) for error in new.errors}
    lost = [
        error
        for error in old.errors
        if (error.code, error.part_path) not in still and _is_in(error, path)
    ]
    if lost:
        raise SaveError(_errors_text(path, lost))


def _is_same(path: Path | None, other: PathLike) -> bool:
    try:
        return path is not None and path.samefile(other)
    except OSError:
        return False


def _is_in(error: Diagnostic, path: PathLike) -> bool:
    """Whether an error is in this file, not in another one that was read with it."""
    if error.span is None:
        return True
    file = Path(error.span.file)
    return not file.exists() or _is_same(file, path)


def _errors_text(path: PathLike, lost: list[Diagnostic]) -> str:
    shown = "\n".join(f"  {error}" for error in lost[:_SHOWN])
    more = len(lost) - _SHOWN
    rest = f"\n  ... and {more} more" if more > 0 else ""
    count = "1 error" if len(lost) == 1 else f"{len(lost)} errors"
    return (
        f"'{os.fspath(path)}' was read with {count}, whose text would be lost; correct it in the "
        f"file, {_WAY_OUT}:\n{shown}{rest}"
    )


def _form(element: Element) -> tuple[object, ...]:
    """An element as a value: two that say the same are equal."""
    inner = frozenset(_form(child) for child in element.children)
    return element.tag, tuple(sorted(element.attributes.items())), inner

"""The bytes of a source, read once."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from stat import S_ISREG
from typing import IO

from .. import rules
from ..diagnostics import Report, SourceText, nearest
from ..files import OpenedFiles
from ..reading import Content, Source
from ..robot import Robot
from ..robot.values import kind_of_value
from ..schemes import is_name
from .table import readable, readable_text, suffix_of

_MAX_BYTES = 1 << 30
_PIECE = 1 << 20


def open_content(source: Source, report: Report) -> Content | None:
    """The bytes of a path, `gallery:NAME`, `robot:NAME`, open file or text; None with a finding."""
    if isinstance(source, Content):
        return source
    if isinstance(source, bytes):
        return Content(source)
    if not isinstance(source, str | os.PathLike):
        if not hasattr(source, "read"):
            raise _not_a_source(source)
        data = _read(source)
        name = getattr(source, "name", "<stream>")
        path = Path(name) if isinstance(name, str) and Path(name).is_file() else None
        return Content(data, str(name), path)
    file = os.fspath(source)
    if file.lstrip().startswith("<"):
        message = "expected a path, got XML text; use fourbar.loads(text), or give it as bytes"
        span = SourceText("<text>", b"").span(0, 0)
        report.add(rules.xml.UNREADABLE_FILE, message, span=span, facts={"missing": False})
        return None
    try:
        if is_name(file):
            from .named import named

            found = named(file)
            return Content(
                _bytes_of(found.path),
                file,
                found.path,
                packages=found.packages,
                arguments=found.arguments,
            )
        if not file:  # an empty path is the folder we are in
            raise missing(file)
        return _of_path(Path(file), file)
    except (OSError, ValueError) as error:
        span = SourceText(file or "''", b"").span(0, 0)
        facts = {"missing": isinstance(error, FileNotFoundError)}
        report.add(rules.xml.UNREADABLE_FILE, _reason(file, error), span=span, facts=facts)
        return None


def _of_path(path: Path, file: str) -> Content:
    try:
        return Content(_bytes_of(path), file, path)
    except IsADirectoryError:
        from .folder import model_file

        inside = model_file(path)
        if inside is None:
            raise
        return Content(_bytes_of(inside), str(inside), inside)


def _bytes_of(path: Path) -> bytes:
    with path.open("rb", buffering=0) as stream:
        state = os.fstat(stream.fileno())
        known = S_ISREG(state.st_mode) and state.st_size <= _MAX_BYTES
        return stream.read() if known else _read(stream)


def _not_a_source(source: object) -> TypeError:
    hint = ""
    if isinstance(source, Robot):
        hint = "; it is a Robot already"
    elif isinstance(getattr(source, "robot", None), Robot):
        hint = "; use its `robot`"
    expected = "a path, 'gallery:NAME', 'robot:NAME', bytes or an open file"
    return TypeError(f"expected {expected}, got {kind_of_value(source)}{hint}")


def _reason(file: str, error: OSError | ValueError) -> str:
    """Why a file cannot be opened. ValueError: a path with a null character in it."""
    if isinstance(error, FileNotFoundError | IsADirectoryError):
        return str(error) if error.errno is None else str(missing(file))
    return f"cannot open '{file}': {getattr(error, 'strerror', None) or error}"


def missing(file: str) -> OSError:
    """The error for a file that is not there, with what may have been meant."""
    if not file:
        return FileNotFoundError("the name of the file is empty")
    path = Path(file)
    if path.is_dir():
        return IsADirectoryError(f"'{file}' is a folder; use the {readable_text()} file in it")
    if path.is_symlink():
        target = os.fspath(path.readlink())
        return FileNotFoundError(f"'{file}' is a link to '{target}', which does not exist")
    try:
        guess = _similar(path)
    except OSError:
        return FileNotFoundError(f"'{file}' does not exist, nor does its folder '{path.parent}'")
    hint = "" if guess is None else f"; did you mean '{guess}'?"
    return FileNotFoundError(f"'{file}' does not exist{hint}")


def _similar(path: Path) -> str | None:
    """A file beside this one with a similar name, of the same kind; raises OSError."""
    suffix = suffix_of(path)
    names: dict[str, str] = {}
    for beside in sorted(path.parent.iterdir()):
        same = suffix_of(beside) == suffix or (readable(beside) and (not suffix or readable(path)))
        if same and beside.name != path.name:
            names.setdefault(_bare(beside), beside.name)
    guess = nearest(_bare(path), names)
    return None if guess is None else names[guess]


def _bare(path: Path) -> str:
    """A file's name without its extensions: `arm` for `arm.urdf.xacro`."""
    return path.stem.partition(".")[0] or path.stem


def _read(stream: IO[bytes] | IO[str]) -> bytes:
    """What a stream holds, up to more than any reader takes: a pipe or a device may have no end."""
    pieces: list[bytes] = []
    left = _MAX_BYTES + 1
    while left > 0 and (piece := stream.read(min(left, _PIECE))):
        pieces.append(piece.encode() if isinstance(piece, str) else piece)
        left -= len(pieces[-1])
    return b"".join(pieces)


def beside(path: Path | None, opened: OpenedFiles | None = None) -> Callable[[str], bytes | None]:
    """Reads the files that a glTF file names, from its own folder and below only."""
    files = OpenedFiles() if opened is None else opened

    def resolve(name: str) -> bytes | None:
        if path is None or "://" in name:
            return None
        folder = path.resolve().parent
        try:
            target = (folder / name).resolve()
            if not target.is_relative_to(folder):
                return None
            return files.read(target, most=_MAX_BYTES)
        except (OSError, ValueError):
            return None

    return resolve

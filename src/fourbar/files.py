"""Write files whole or not at all, and remember which were read."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from .error import FourbarError

_ENDING = ".fourbar-tmp"


class FileChangedError(FourbarError, OSError):
    """A file holds something else than what was read from it before."""


def write_atomic(
    path: str | os.PathLike[str],
    data: bytes | str | Iterable[bytes],
    *,
    replacing: bytes | None = None,
) -> None:
    """Write to a temporary file beside the target, then rename: no reader sees half a file.

    Links are followed, modes are kept, and a file that has this content already is left alone.
    A file that has several names (hard links) is written in place, so that it keeps them all.
    A file that nobody may write to raises PermissionError. `replacing` is what the caller has read
    from the file: where it has changed since, FileChangedError is raised and nothing is written.
    Content in pieces is written piece by piece.
    """
    content = data.encode() if isinstance(data, str) else data
    pieces = (content,) if isinstance(content, bytes) else content
    before = _state(path)
    if before is not None and not stat.S_ISREG(before.st_mode):
        # A device or a pipe, such as /dev/stdout: there is nothing to replace.
        with Path(path).open("wb") as stream:
            stream.writelines(pieces)
        return
    target = Path(path).resolve()
    if replacing is not None and (before is None or not _holds(target, before, [replacing])):
        text = "the file was changed by somebody else meanwhile; nothing was written"
        raise FileChangedError(errno.EBUSY, text, os.fspath(path))
    if isinstance(pieces, list | tuple) and _holds(target, before, pieces):
        return
    if before is not None and before.st_nlink > 1:
        _rewrite(target, pieces)
    else:
        _replace(target, pieces, before, os.fspath(path))


def _state(path: str | os.PathLike[str]) -> os.stat_result | None:
    """What is there; None for nothing. Raises PermissionError for a file without a write bit."""
    try:
        state = Path(path).stat()
    except FileNotFoundError:
        return None
    # Root may write to any file: the mode tells what its owner wants.
    if not state.st_mode & 0o222 or not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "the file is write-protected", os.fspath(path))
    return state


def _holds(target: Path, state: os.stat_result | None, pieces: Iterable[bytes]) -> bool:
    """Whether the file has exactly this content."""
    parts = list(pieces)
    if state is None or state.st_size != sum(map(len, parts)):
        return False
    try:
        with target.open("rb") as stream:
            return all(stream.read(len(part)) == part for part in parts)
    except OSError:
        return False


def _replace(
    target: Path, pieces: Iterable[bytes], before: os.stat_result | None, asked: str
) -> None:
    _remove_abandoned(target)
    # `tempfile` would do, and takes longer to import than a small robot to convert.
    name = f".{target.name}.{os.getpid()}.{os.urandom(6).hex()}{_ENDING}"
    temporary = target.with_name(name)
    try:
        stream = temporary.open("xb")
    except OSError as error:
        error.filename = asked  # the name that the caller knows
        raise
    with stream:
        try:
            stream.writelines(pieces)
            if before is not None:
                stream.flush()
                _take_over(stream.fileno(), before)
            stream.close()
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def _rewrite(target: Path, pieces: Iterable[bytes]) -> None:
    """Write into the file itself: a new one in its place would part it from its other names.

    All content is made before the file is touched.
    """
    content = list(pieces)
    with target.open("r+b") as stream:
        stream.writelines(content)
        stream.truncate()
        stream.flush()
        os.fsync(stream.fileno())


def _take_over(descriptor: int, before: os.stat_result) -> None:
    """Give a new file the owner and mode of the one it replaces, and make it last.

    Where there was a file, there is something to lose: the new one is on the disk before it takes
    the place, so that a power failure leaves one of the two.
    """
    with suppress(OSError):  # another owner: only root may do that
        os.chown(descriptor, before.st_uid, before.st_gid)
    os.chmod(descriptor, stat.S_IMODE(before.st_mode))  # after chown, which clears bits
    os.fsync(descriptor)


def _remove_abandoned(target: Path) -> None:
    """Delete what processes that were killed have left behind while writing this file."""
    start = f".{target.name}."
    with suppress(OSError):
        # Names alone: a folder of meshes is listed once for each of them, and a path takes longer.
        for name in os.listdir(target.parent):  # noqa: PTH208
            if name.endswith(_ENDING) and name.startswith(start):
                process = name[len(start) :].partition(".")[0]
                if process.isdecimal() and not _is_alive(int(process)):
                    (target.parent / name).unlink(missing_ok=True)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True  # somebody else's, or not to be told
    return True


def _open_regular(path: Path) -> int:
    # Without O_NONBLOCK, opening a pipe waits for whoever writes to it.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    raise OSError(errno.EINVAL, "not a regular file", str(path))


class OpenedFiles:
    """The files that a piece of work has read, or looked for in vain, in the order it did.

    A path is noted before the file is opened, so that one that cannot be read counts too: it may
    be repaired. Content is kept up to `keep` bytes, for those who read the same file again.
    Several threads may share one.
    """

    def __init__(self, *, keep: int = 0) -> None:
        self.keep = keep
        self._kept: dict[Path, bytes] = {}
        self._paths: dict[Path, None] = {}

    def read(self, path: Path, *, most: int = -1) -> bytes:
        """The content of a file, or its first `most` bytes; raises OSError.

        A pipe or a device is refused: it may have no end, or wait for ever for its first byte.
        """
        self.note(path)
        data = self._kept.get(path)
        if data is None:
            with os.fdopen(_open_regular(path), "rb") as stream:
                data = stream.read(most)
            if len(data) <= self.keep:
                self.keep -= len(data)
                self._kept[path] = data
        return data

    def note(self, path: Path) -> None:
        """Count a file that others open, or one that is not there."""
        self._paths[path] = None

    def __iter__(self) -> Iterator[Path]:
        return iter(tuple(self._paths))

    def __contains__(self, path: object) -> bool:
        return path in self._paths

    def __len__(self) -> int:
        return len(self._paths)

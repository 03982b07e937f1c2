"""Write files whole or not at all, and remember which were read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path


def write_atomic(path: str | os.PathLike[str], data: bytes | str | Iterable[bytes]) -> None:
    """Write to a temporary file beside the target, then rename: no reader sees half a file.

    Content in pieces is written piece by piece.
    """
    target = Path(path)
    content = data.encode() if isinstance(data, str) else data
    # `tempfile` would do, and takes longer to import than a small robot to convert.
    temporary = target.with_name(f".{target.name}.{os.urandom(6).hex()}.tmp")
    try:
        stream = temporary.open("xb")
    except OSError as error:
        error.filename = str(target)  # the name that the caller knows
        raise
    with stream:
        try:
            stream.writelines((content,) if isinstance(content, bytes) else content)
            stream.close()
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


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
        """The content of a file, or its first `most` bytes; raises OSError."""
        self.note(path)
        data = self._kept.get(path)
        if data is None:
            with path.open("rb") as stream:
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

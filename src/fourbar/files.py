"""Write files whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
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

"""Write files whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_atomic(path: str | os.PathLike[str], data: bytes | str) -> None:
    """Write to a temporary file beside the target, then rename: no reader sees half a file."""
    target = Path(path)
    content = data.encode() if isinstance(data, str) else data
    # `tempfile` would do, and takes longer to import than a small robot to convert.
    temporary = target.with_name(f".{target.name}.{os.urandom(6).hex()}.tmp")
    with temporary.open("xb") as stream:
        try:
            stream.write(content)
            stream.close()
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise

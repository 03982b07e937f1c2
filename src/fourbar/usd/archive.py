"""`.usdz`: an archive without compression whose files begin at multiples of 64 bytes."""

from __future__ import annotations

import io
import zipfile

_DATE = (1980, 1, 1, 0, 0, 0)
"""The first date that an archive can hold: the same robot gives the same bytes."""
_ALIGNED = 64
_HEADER = 30
"""Bytes before the name of a file in an archive."""
_PADDING = b"\x86\x19"
"""The kind of an extra field that pads."""


def archived(files: dict[str, bytes]) -> bytes:
    """The files as an archive; the first is the one that programs open."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = 0o644 << 16
            entry.extra = _padding(out.tell() + _HEADER + len(name.encode()))
            archive.writestr(entry, data)
    return out.getvalue()


def _padding(at: int) -> bytes:
    """An extra field after which content begins at a multiple of 64 bytes."""
    size = -(at + 4) % _ALIGNED
    return _PADDING + size.to_bytes(2, "little") + bytes(size)

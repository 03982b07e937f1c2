"""Names and archives from outside: nothing may leave the folder, and nothing grows without end."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import TYPE_CHECKING

from ..archive import archive_errors
from ..error import FourbarError
from .limits import MAX_FILES, MAX_UPLOAD

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

_CHUNK = 1 << 20
_MAX_NAME = 255
_MAX_DEPTH = 32
_FOREIGN = ("\\", ":")


class RefusedError(FourbarError, ValueError):
    """An upload that is not taken; the message says why."""


def safe_path(name: object) -> tuple[str, ...]:
    """The parts of a relative path below a folder; raises RefusedError for any other."""
    if not isinstance(name, str) or not name:
        raise RefusedError("a file has no name")
    foreign = any(character in name for character in _FOREIGN) or any(ord(c) < 32 for c in name)
    # Half of a surrogate pair cannot be written to a file system.
    if foreign or any("\ud800" <= c <= "\udfff" for c in name):
        raise RefusedError(f"{name[:100]!r} is not a valid file name")
    parts = tuple(name.removesuffix("/").split("/"))
    if any(part in ("", ".", "..") for part in parts):
        raise RefusedError(f"'{name[:100]}' points outside its folder")
    if len(parts) > _MAX_DEPTH or any(len(part.encode()) > _MAX_NAME for part in parts):
        raise RefusedError(f"'{name[:100]}...' is too long")
    return parts


def unpack(archive: Path, folder: Path) -> None:
    """Unpack a zip file into an empty folder; raises RefusedError for what is not taken.

    Sizes are counted while unpacking: what an archive says of itself is not believed.
    """
    from zipfile import ZipFile

    with (
        archive_errors(lambda reason: RefusedError(f"the archive cannot be unpacked: {reason}")),
        ZipFile(archive) as opened,
    ):
        _unpack(opened, folder)


def _unpack(opened: ZipFile, folder: Path) -> None:
    entries = opened.infolist()
    if len(entries) > MAX_FILES:
        raise RefusedError(f"the archive has more than {MAX_FILES:,} files")
    left = MAX_UPLOAD
    for entry in entries:
        parts = safe_path(entry.filename)
        _check_kind(entry)
        target = folder.joinpath(*parts)
        if entry.is_dir():
            target.mkdir(parents=True, exist_ok=True)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        with opened.open(entry) as packed, target.open("xb") as stream:
            while data := packed.read(_CHUNK):
                left -= len(data)
                if left < 0:
                    raise RefusedError(f"the archive is larger than {MAX_UPLOAD >> 20} MiB")
                stream.write(data)


def _check_kind(entry: ZipInfo) -> None:
    mode = entry.external_attr >> 16
    if mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise RefusedError(
            f"'{entry.filename[:100]}' is a link or a device; an archive may contain only "
            "files and folders"
        )
    if entry.flag_bits & 0x1:
        raise RefusedError("the archive is encrypted")

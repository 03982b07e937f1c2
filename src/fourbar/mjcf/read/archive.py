"""`.mjz`: MJCF and its files in one archive, unpacked within bounds."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path, PurePosixPath

from ...archive import archive_errors
from ...formats.sniff import is_mjcf
from ...transfer.error import TransferError

_MOST_FILES = 2000
_MOST_BYTES = 1 << 28
"""Of all files together; an archive of 1 MB can stand for 1 GB."""
_PIECE = 1 << 20
_TOO_LARGE = f"the archive holds more than {_MOST_BYTES >> 20} MB"


def unpacked(data: bytes, file: str, folder: Path) -> Path:
    """Write the files of an archive into a folder; gives the MJCF file that is the robot.

    Raises TransferError for archives that are damaged or too large, and where it is not clear which
    file is meant.
    """
    with archive_errors(lambda reason: TransferError(f"the archive is damaged: {reason}")):
        robots = _unpack(zipfile.ZipFile(io.BytesIO(data)), folder)
    return folder / _main(robots, PurePosixPath(file.replace("\\", "/")).stem)


def _unpack(archive: zipfile.ZipFile, folder: Path) -> list[str]:
    """Write all files, piece by piece; gives the names of those that are MJCF."""
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(entries) > _MOST_FILES:
        raise TransferError(f"the archive has {len(entries)} files; the limit is {_MOST_FILES:,}")
    if sum(entry.file_size for entry in entries) > _MOST_BYTES:
        raise TransferError(_TOO_LARGE)
    robots: list[str] = []
    left = _MOST_BYTES
    for entry in entries:
        name = PurePosixPath(entry.filename.replace("\\", "/"))
        if name.is_absolute() or ".." in name.parts or ":" in str(name):
            raise TransferError(f"'{entry.filename}' in the archive is outside of it")
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(entry) as stream, target.open("wb") as out:
            while piece := stream.read(_PIECE):
                left -= len(piece)
                if left < 0:  # the stated sizes were wrong
                    raise TransferError(_TOO_LARGE)
                out.write(piece)
        if name.suffix.lower() in (".xml", ".mjcf") and _is_robot(target):
            robots.append(str(name))
    return robots


def _is_robot(file: Path) -> bool:
    with file.open("rb") as stream:
        start = stream.read(_PIECE)
    return is_mjcf(start) and b"<mujoco" in start


def _main(robots: list[str], stem: str) -> str:
    """The MJCF file that is called as the archive is, or the only one of the topmost folder."""
    if not robots:
        raise TransferError("the archive has no MJCF file")
    same = [name for name in robots if PurePosixPath(name).stem == stem]
    depth = min(name.count("/") for name in robots)
    top = same or [name for name in robots if name.count("/") == depth]
    if len(top) > 1:
        names = ", ".join(sorted(top)[:5])
        raise TransferError(f"the archive has several MJCF files ({names}); name one '{stem}.xml'")
    return top[0]

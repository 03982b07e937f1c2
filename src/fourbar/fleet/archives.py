"""Archives of robots, unpacked once."""

from __future__ import annotations

import os
import shutil
import tarfile
from hashlib import file_digest
from pathlib import Path, PurePosixPath
from zipfile import ZipFile, is_zipfile

from ..archive import archive_errors
from .error import FleetError

_MOST_FILES = 1_000_000
_MOST_BYTES = 1 << 40
_PIECE = 1 << 20


def is_archive(path: Path) -> bool:
    """Whether a file is an archive that can be unpacked, by its content."""
    return is_zipfile(path) or tarfile.is_tarfile(path)


def unpacked(archive: Path, folder: Path) -> Path:
    """The folder with an archive's files, below `folder`; it is there already the second time."""
    with archive.open("rb") as stream:
        name = file_digest(stream, "sha256").hexdigest()[:32]
    target = folder / name
    if target.is_dir():
        return target
    building = folder / f".{name}.{os.getpid()}"
    shutil.rmtree(building, ignore_errors=True)
    building.mkdir(parents=True)
    try:
        with archive_errors(lambda reason: FleetError(f"'{archive}' cannot be unpacked: {reason}")):
            if is_zipfile(archive):
                _unzip(archive, building)
            else:
                _untar(archive, building)
        building.replace(target)
    finally:
        shutil.rmtree(building, ignore_errors=True)
    return target


def _unzip(archive: Path, folder: Path) -> None:
    left = _MOST_BYTES
    with ZipFile(archive) as opened:
        entries = opened.infolist()
        _count(archive, len(entries))
        for entry in entries:
            target = folder.joinpath(*_parts(archive, entry.filename))
            if entry.is_dir():
                target.mkdir(parents=True, exist_ok=True)
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            with opened.open(entry) as packed, target.open("wb") as stream:
                while piece := packed.read(_PIECE):
                    left -= len(piece)  # what an archive says of itself is not believed
                    if left < 0:
                        raise FleetError(f"'{archive}' is larger than {_MOST_BYTES:,} bytes")
                    stream.write(piece)


def _untar(archive: Path, folder: Path) -> None:
    left = _MOST_BYTES
    with tarfile.open(archive) as opened:
        for number, entry in enumerate(opened):
            _count(archive, number)
            parts = _parts(archive, entry.name)
            left -= entry.size
            if left < 0:
                raise FleetError(f"'{archive}' is larger than {_MOST_BYTES:,} bytes")
            if parts and (entry.isfile() or entry.isdir() or entry.issym() or entry.islnk()):
                opened.extract(entry, folder, filter="data")


def _count(archive: Path, files: int) -> None:
    if files > _MOST_FILES:
        raise FleetError(f"'{archive}' has more than {_MOST_FILES:,} files")


def _parts(archive: Path, name: str) -> tuple[str, ...]:
    """The parts of a path within an archive; FleetError for one that leads out of it."""
    parts = tuple(part for part in PurePosixPath(name).parts if part != ".")
    if name.startswith("/") or ".." in parts or "\\" in name or ":" in name:
        raise FleetError(f"'{archive}' has a file outside its folder: '{name[:100]}'")
    return parts

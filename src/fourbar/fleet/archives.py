"""Archives of robots, unpacked once."""

from __future__ import annotations

import os
import shutil
import tarfile
from collections.abc import Generator
from contextlib import contextmanager
from errno import EDQUOT, ENOSPC
from hashlib import file_digest
from pathlib import Path, PurePosixPath
from zipfile import ZipFile, is_zipfile

from ..archive import archive_errors
from .archive_names import SUFFIXES, UNPACKED
from .error import FleetError

_MOST_FILES = 1_000_000
_MOST_BYTES = 1 << 40
_PIECE = 1 << 20
_FULL = (ENOSPC, EDQUOT)


class ArchiveError(FleetError):
    """An archive that cannot be unpacked."""


def is_archive(path: Path) -> bool:
    """Whether a file is an archive by its content, or should be one by its name."""
    return is_archive_name(path.name) or _opens(path)


def is_archive_name(name: str) -> bool:
    """Whether a file should be an archive by its name."""
    return name.lower().endswith(SUFFIXES)


def names_in(archive: Path) -> list[str]:
    """The names of an archive's files, without unpacking it; ArchiveError for a damaged one."""
    with archive_errors(ArchiveError):
        if is_zipfile(archive):
            with ZipFile(archive) as zipped:
                return zipped.namelist()
        with tarfile.open(archive) as opened:
            return opened.getnames()


def _opens(path: Path) -> bool:
    """Whether a file is an archive that can be unpacked, by its content."""
    try:
        with archive_errors(ArchiveError):
            return is_zipfile(path) or tarfile.is_tarfile(path)
    except ArchiveError:  # tarfile passes on what decompressors raise
        return False


def unpacked(archive: Path, folder: Path) -> Path:
    """The folder with an archive's files, below `folder`; it is there already the second time.

    ArchiveError where it cannot be unpacked.
    """
    try:
        with archive.open("rb") as stream:
            name = file_digest(stream, "sha256").hexdigest()[:32]
    except OSError as error:
        raise ArchiveError(f"cannot open the file: {error.strerror}") from None
    if not _opens(archive):
        raise ArchiveError(
            "damaged archive: it is cut short, or not what its name says"
            if archive.name.lower().endswith(UNPACKED)
            else "archives of this kind cannot be unpacked; use .zip or .tar.gz"
        )
    target = folder / name
    if target.is_dir():
        return target
    building = folder / f".{name}.{os.getpid()}"
    shutil.rmtree(building, ignore_errors=True)
    building.mkdir(parents=True)
    try:
        with archive_errors(lambda reason: ArchiveError(f"damaged archive: {reason}")), _disk():
            if is_zipfile(archive):
                _unzip(archive, building)
            else:
                _untar(archive, building)
        building.replace(target)
    finally:
        shutil.rmtree(building, ignore_errors=True)
    return target


@contextmanager
def _disk() -> Generator[None, None, None]:
    """Tell what the system refuses from what is wrong with an archive; a full disk ends the run."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        full = error.errno in _FULL
        raise (FleetError if full else ArchiveError)(
            f"an archive cannot be unpacked: {error.strerror}"
        ) from None


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
                        raise ArchiveError(f"'{archive}' is larger than {_MOST_BYTES:,} bytes")
                    stream.write(piece)


def _untar(archive: Path, folder: Path) -> None:
    left = _MOST_BYTES
    with tarfile.open(archive) as opened:
        for number, entry in enumerate(opened):
            _count(archive, number)
            parts = _parts(archive, entry.name)
            left -= entry.size
            if left < 0:
                raise ArchiveError(f"'{archive}' is larger than {_MOST_BYTES:,} bytes")
            if parts and (entry.isfile() or entry.isdir() or entry.issym() or entry.islnk()):
                opened.extract(entry, folder, filter="data")


def _count(archive: Path, files: int) -> None:
    if files > _MOST_FILES:
        raise ArchiveError(f"'{archive}' has more than {_MOST_FILES:,} files")


def _parts(archive: Path, name: str) -> tuple[str, ...]:
    """The parts of a path within an archive; ArchiveError for one that leads out of it."""
    parts = tuple(part for part in PurePosixPath(name).parts if part != ".")
    if name.startswith("/") or ".." in parts or "\\" in name or ":" in name:
        raise ArchiveError(f"'{archive}' has a file outside its folder: '{name[:100]}'")
    return parts

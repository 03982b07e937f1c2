"""A folder for results that one run has to itself."""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from errno import EACCES
from pathlib import Path
from typing import Any, cast

from .error import FleetError
from .rows import RECORD

try:
    import fcntl
except ImportError:  # Windows cannot lock a folder
    fcntl = None


@contextmanager
def held(folder: Path) -> Generator[None]:
    """Make the folder and hold it; FleetError where that cannot be, or another run has it.

    The folder itself is locked, for as long as the process lives: nothing is left behind. Where a
    file system has no locks, nobody is kept out; what is written is whole all the same. A folder
    that was made for nothing, because what should write there fails before it does, is removed.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        with _locked(folder):
            yield
    except BaseException:
        for path in missing:
            with suppress(OSError):  # it has something in it, or could not be made
                path.rmdir()
        raise


@contextmanager
def _locked(folder: Path) -> Generator[None]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(EACCES, os.strerror(EACCES), str(folder))
    except FileExistsError as error:
        raise FleetError(f"'{folder}' is a file; results need a folder") from error
    except OSError as error:
        raise FleetError(f"cannot write results into '{folder}': {error.strerror}") from error
    if fcntl is None:
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FleetError(
                f"another run writes into '{folder}' now; wait for it, or use another folder"
            ) from None
        except OSError:  # no locks here
            pass
        yield
    finally:
        os.close(descriptor)


def recorded(folder: Path) -> dict[str, Any] | None:
    """What a folder with results is for, None where nothing tells; FleetError where it is damaged.

    There are no results that cannot be told from those of another run.
    """
    path = folder / RECORD
    if not path.is_file():
        return None
    try:
        found: Any = json.loads(path.read_bytes())
        if isinstance(found, dict):
            return cast("dict[str, Any]", found)
    except (OSError, ValueError):
        pass
    raise FleetError(f"'{path}' cannot be read, so what the folder has is not known; use another")


@contextmanager
def writing(folder: Path) -> Generator[None]:
    """FleetError where something cannot be written, such as on a full disk."""
    try:
        yield
    except OSError as error:
        raise FleetError(
            f"cannot write results into '{folder}': {error.strerror}; what was done is kept, and "
            "the same again does what is missing"
        ) from error

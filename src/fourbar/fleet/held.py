"""A folder for results that one run has to itself."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from errno import EACCES
from pathlib import Path

from .error import FleetError

try:
    import fcntl
except ImportError:  # Windows cannot lock a folder
    fcntl = None


@contextmanager
def held(folder: Path) -> Generator[None]:
    """Make the folder and hold it; FleetError where that cannot be, or another run has it.

    The folder itself is locked, for as long as the process lives: nothing is left behind. Where a
    file system has no locks, nobody is kept out; what is written is whole all the same.
    """
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

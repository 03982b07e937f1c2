"""Reading zip and tar files that contradict themselves: one error instead of Python's many."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from .error import FourbarError


@contextmanager
def archive_errors(refuse: Callable[[str], Exception]) -> Generator[None, None, None]:
    """Turn whatever Python's readers raise for damaged archives into an error of the caller's.

    `refuse` makes it from the reason. zipfile, tarfile and the decompressors below them raise
    errors of a dozen kinds, ValueError, struct.error and zlib.error among them; names that clash
    or cannot be written are errors of the file system. What fourbar raises passes.
    """
    try:
        yield
    except (FourbarError, KeyboardInterrupt, MemoryError):
        raise
    except OSError as error:
        raise refuse(error.strerror or str(error)) from None
    except Exception as error:
        raise refuse(str(error) or type(error).__name__) from None

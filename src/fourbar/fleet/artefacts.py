"""Files that jobs leave behind, and what is left of those that were cut short."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

FOLDERS = ("artefacts", "thumbnails")
"""Where they are, below the output folder."""

_ENDING = ".fourbar-tmp"
_OWN = os.urandom(6).hex()
"""Tells this process from others, also on other machines that write into the same folder."""
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class Artefact(NamedTuple):
    """A file to write. Its path has the key of its content: nothing else is ever there."""

    path: Path
    data: bytes

    def write(self) -> None:
        """Write it, whole or not at all.

        What `files.write_atomic` does for files that users have (links, modes, names that others
        hold) takes longer than a small robot allows, and no file here has any of that.
        """
        folder, name = os.path.split(self.path)
        temporary = f"{folder}/.{name}.{_OWN}{_ENDING}"
        try:
            descriptor = os.open(temporary, _FLAGS, 0o666)
        except FileNotFoundError:
            Path(folder).mkdir(parents=True, exist_ok=True)
            descriptor = os.open(temporary, _FLAGS, 0o666)
        try:
            with os.fdopen(descriptor, "wb", buffering=0) as stream:
                rest = memoryview(self.data)
                while rest:  # a disk that is nearly full takes a part
                    rest = rest[stream.write(rest) :]
            os.replace(temporary, self.path)  # noqa: PTH105 - as above
        except BaseException:
            with suppress(OSError):
                Path(temporary).unlink()
            raise


def remove_abandoned(output: Path) -> None:
    """Delete what processes that were killed have left behind; for when nobody writes."""
    for name in FOLDERS:
        for place, _, files in os.walk(output / name):
            for file in files:
                if file.endswith(_ENDING):
                    with suppress(OSError):
                        Path(place, file).unlink()

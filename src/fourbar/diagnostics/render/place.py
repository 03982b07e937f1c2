"""File names as others find them: relative to the repository, wherever the command runs."""

from __future__ import annotations

import os
from pathlib import Path, PurePath
from urllib.parse import quote

from ...schemes import is_name

_SAFE = "/:@!$&'()*+,;=-._~"


def repository_around(folder: Path) -> Path | None:
    """The nearest folder upwards that is a repository; None where there is none."""
    return next((f for f in (folder, *folder.parents) if (f / ".git").exists()), None)


class Addresses:
    """URIs of files, relative to the repository around the current folder, or to that folder."""

    def __init__(self) -> None:
        self._here = Path.cwd()
        self._root = repository_around(self._here) or self._here

    def of(self, file: str) -> str:
        """A relative URI for a file below the root, an absolute one for a file elsewhere."""
        if file.startswith("<") or is_name(file):  # not files of the user's
            return quote(file, safe=_SAFE)
        # Not `resolve`: what a link is called in the repository is its name there.
        path = Path(os.path.normpath(self._here / file))
        if path.is_relative_to(self._root):
            return quote(_slashes(path.relative_to(self._root)), safe=_SAFE)
        return path.as_uri()


def _slashes(path: PurePath) -> str:
    return path.as_posix()

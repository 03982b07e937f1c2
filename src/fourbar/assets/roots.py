"""The folders whose files a description may use."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ..packages import Folders, PackageFinder, StrPath, absolute

_MESH_FOLDERS = frozenset(("meshes", "mesh"))
_MESH_LEVELS = 4


class Roots:
    """The folders of a description, and whether it may use files of others (`confined`).

    They are the description's own folder and root, explicit packages, `ROS_PACKAGE_PATH`, and
    what the caller adds. A symbolic link may not lead out of them, except from a prefix of
    `AMENT_PREFIX_PATH`: installations are often made of links into the source tree.
    """

    def __init__(
        self,
        *,
        base: StrPath | None,
        finder: PackageFinder,
        extra: Iterable[StrPath],
        confined: bool,
    ) -> None:
        self.folder = absolute(base).parent if base is not None else None
        self.root = description_root(self.folder, finder.folders) if self.folder else None
        own = [folder for folder in (self.folder, self.root) if folder is not None]
        self._allowed = [*own, *finder.roots, *map(absolute, extra)]
        self._installed = list(finder.prefixes)
        # Nobody knows where a description without a file comes from.
        self.confined = confined or base is None
        self._real: dict[Path, Path] = {}

    def anchor(self, target: Path, package: Path | None = None) -> Path | None:
        """The deepest allowed folder above `target`, or None; `package` is allowed as well."""
        folders = [*self._allowed, *self._installed, *([package] if package else [])]
        above = [folder for folder in folders if target.is_relative_to(folder)]
        if not above and not self.confined and self.folder is not None:
            return Path(os.path.commonpath((self.folder, target)))
        return max(above, key=lambda folder: len(folder.parts), default=None)

    def permits(self, file: Path, package: Path | None = None) -> bool:
        """Whether the file may be used: inside when symbolic links are followed, or anywhere."""
        return not self.confined or self.contains(file, package)

    def contains(self, file: Path, package: Path | None = None) -> bool:
        """Whether the file is in the folders when symbolic links are followed."""
        if any(map(file.is_relative_to, self._installed)):
            return True
        folders = [*self._allowed, *([package] if package else [])]
        try:
            # Files of a folder share its real name; only links go their own way.
            real = file.resolve() if file.is_symlink() else self._resolved(file.parent) / file.name
            return any(real.is_relative_to(self._resolved(folder)) for folder in folders)
        except (OSError, RuntimeError):  # a loop of symbolic links
            return False

    def _resolved(self, folder: Path) -> Path:
        if folder not in self._real:
            self._real[folder] = folder.resolve()
        return self._real[folder]


def description_root(folder: Path, folders: Folders) -> Path:
    """The folder that a description and its files share.

    The nearest one with a `package.xml`; else the nearest of four levels that holds a folder
    `meshes`; else the description's own folder. Never the file system's root.
    """
    levels = [folder, *folder.parents][:-1]
    for level in levels:
        if folders.package_name(level) is not None:
            return level
    for level in levels[:_MESH_LEVELS]:
        entries = folders.entries(level) or {}
        if any(entries[name] and name.lower() in _MESH_FOLDERS for name in entries):
            return level
    return folder

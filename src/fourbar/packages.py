"""Where ROS packages lie, without a ROS installation.

A package is looked for in this order: an explicit map; `ROS_PACKAGE_PATH`; `AMENT_PREFIX_PATH`
(`share/<name>`); then from the description's folder upwards, a folder of that name or one whose
`package.xml` says that name, the folder itself before its children. The file system's root is
never searched. Every step is bounded, so that a file in a huge folder costs no more than a file
in a small one.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path

from .files import OpenedFiles
from .record import record

StrPath = str | os.PathLike[str]

MAX_LEVELS = 16
"""Folders searched on the way up from a description."""
MAX_ENTRIES = 4096
"""A folder with more entries is not listed: it is only asked for names."""
MAX_FOLDERS = 8192
"""Folders below `ROS_PACKAGE_PATH` that are looked at."""
MAX_VISITED = 20_000
"""Entries looked at when files are searched below a folder."""
_MAX_DEPTH = 5
_MANIFEST_BYTES = 65536

# Compiled when they are first used: few commands look for a package.
_NAME = r"[A-Za-z0-9][A-Za-z0-9_.+-]*"
_COMMENT = rb"(?s)<!--.*?-->"
_MANIFEST_NAME = rb"<name>\s*([^<\s]+)\s*</name>"


@record
class Files:
    """The files below a folder by lower-case name; not `complete` where a limit was met."""

    by_name: Mapping[str, list[Path]]
    complete: bool

    def named(self, name: str) -> list[Path]:
        """The files of that name in any letter case, shallow ones first."""
        return self.by_name.get(name.lower(), [])


class Folders:
    """Directory listings, each read once."""

    def __init__(self) -> None:
        self._files: dict[Path, Files] = {}
        self._entries: dict[Path, dict[str, bool] | None] = {}
        self._packages: dict[Path, str | None] = {}

    def entries(self, folder: Path) -> Mapping[str, bool] | None:
        """Names in a folder, sorted, and whether each is a folder itself.

        None where there is no such folder, it cannot be read, or it has more than `MAX_ENTRIES`.
        """
        if folder not in self._entries:
            self._entries[folder] = _list(folder)
        return self._entries[folder]

    def children(self, folder: Path) -> list[Path]:
        """The visible folders in a folder."""
        entries = self.entries(folder) or {}
        return [folder / name for name, is_dir in entries.items() if is_dir and name[0] != "."]

    def files_below(self, root: Path) -> Files:
        """Files at any depth, up to `MAX_VISITED` entries; links to folders are not followed."""
        if root not in self._files:
            self._files[root] = self._walk(root)
        return self._files[root]

    def package_name(self, folder: Path) -> str | None:
        """The name in a folder's `package.xml`, if it has one."""
        if folder not in self._packages:
            self._packages[folder] = _manifest_name(folder / "package.xml")
        return self._packages[folder]

    def _walk(self, root: Path) -> Files:
        by_name: dict[str, list[Path]] = {}
        complete, visited = True, 0
        queue = deque([root])
        while queue:
            folder = queue.popleft()
            entries = self.entries(folder)
            if entries is None:
                complete = False
                continue
            visited += len(entries)
            if visited > MAX_VISITED:
                return Files(by_name, complete=False)
            for name, is_folder in entries.items():
                if not is_folder:
                    by_name.setdefault(name.lower(), []).append(folder / name)
                elif name[0] != "." and not (folder / name).is_symlink():
                    queue.append(folder / name)
        return Files(by_name, complete)


class PackageFinder:
    """Finds the folder of a package by name.

    Parameters
    ----------
    packages
        Names and folders that win over everything else.
    near
        The description file (or a folder) to search upwards from.
    environ
        Where `ROS_PACKAGE_PATH` and `AMENT_PREFIX_PATH` are looked up; `os.environ` by default.
    opened
        Takes the files that are read with the finder's help.
    """

    def __init__(
        self,
        packages: Mapping[str, StrPath] | None = None,
        *,
        near: StrPath | None = None,
        environ: Mapping[str, str] | None = None,
        opened: OpenedFiles | None = None,
    ) -> None:
        environ = os.environ if environ is None else environ
        self.opened = OpenedFiles() if opened is None else opened
        self.folders = Folders()
        self._explicit = {name: absolute(folder) for name, folder in (packages or {}).items()}
        self._ros = _path_list(environ.get("ROS_PACKAGE_PATH", ""))
        self._ament = _path_list(environ.get("AMENT_PREFIX_PATH", ""))
        self._levels = _levels(near) if near is not None else []
        self._found: dict[str, tuple[Path, ...]] = {}
        self._ros_index: dict[str, Path] | None = None

    @property
    def roots(self) -> tuple[Path, ...]:
        """Folders whose files a description may use: the explicit ones and `ROS_PACKAGE_PATH`."""
        return (*self._explicit.values(), *self._ros)

    @property
    def prefixes(self) -> tuple[Path, ...]:
        """The prefixes of `AMENT_PREFIX_PATH`: installed, so their symbolic links are trusted."""
        return tuple(self._ament)

    def find(self, name: str) -> Path | None:
        """The package's folder, or None."""
        found = self.candidates(name)
        return found[0] if found else None

    def candidates(self, name: str) -> tuple[Path, ...]:
        """Every folder that may be the package's, the best first.

        An explicit folder is the only candidate, whether it exists or not.
        """
        if name not in self._found:
            folders = self._search(name) if re.fullmatch(_NAME, name) else ()
            self._found[name] = tuple(dict.fromkeys(folders))
        return self._found[name]

    def names(self) -> tuple[str, ...]:
        """The packages that can be found, sorted; folders without `package.xml` left out."""
        names = {*self._explicit, *self._ros_packages()}
        for prefix in self._ament:
            names.update(folder.name for folder in self.folders.children(prefix / "share"))
        for level in self._levels:
            for folder in (level, *self.folders.children(level)):
                names.add(self.folders.package_name(folder) or "")
        return tuple(sorted(names - {""}))

    def _search(self, name: str) -> Iterator[Path]:
        if name in self._explicit:
            yield self._explicit[name]
            return
        if name in self._ros_packages():
            yield self._ros_packages()[name]
        folders = [root / name for root in self._ros]
        folders += [prefix / "share" / name for prefix in self._ament]
        yield from filter(Path.is_dir, folders)
        for level in self._levels:
            yield from self._search_level(level, name)

    def _search_level(self, level: Path, name: str) -> Iterator[Path]:
        package_name = self.folders.package_name
        if level.name == name or package_name(level) == name:
            yield level
        if (level / name).is_dir():
            yield level / name
        for child in self.folders.children(level):
            if package_name(child) == name:
                yield child

    def _ros_packages(self) -> dict[str, Path]:
        """Name and folder of the packages below `ROS_PACKAGE_PATH`; packages do not nest."""
        if self._ros_index is None:
            self._ros_index = {}
            looked_at = 0
            queue = deque((root, 0) for root in self._ros)
            while queue and looked_at < MAX_FOLDERS:
                folder, depth = queue.popleft()
                looked_at += 1
                name = self.folders.package_name(folder)
                if name is not None:
                    self._ros_index.setdefault(name, folder)
                elif depth < _MAX_DEPTH:
                    queue.extend((child, depth + 1) for child in self.folders.children(folder))
        return self._ros_index


def absolute(path: StrPath) -> Path:
    """The absolute path, `.` and `..` taken out by name; symbolic links stay as they are."""
    path = Path(path)
    return Path(os.path.normpath(path if path.is_absolute() else Path.cwd() / path))


def _path_list(variable: str) -> list[Path]:
    return [absolute(path) for path in variable.split(os.pathsep) if path.strip()]


def _levels(near: StrPath) -> list[Path]:
    """The folder of `near` and the ones above it, without the file system's root."""
    start = absolute(near)
    folders = [start, *start.parents] if start.is_dir() else list(start.parents)
    return folders[:-1][:MAX_LEVELS]


def _list(folder: Path) -> dict[str, bool] | None:
    entries: dict[str, bool] = {}
    try:
        with os.scandir(folder) as found:
            for entry in found:
                if len(entries) == MAX_ENTRIES:
                    return None
                entries[entry.name] = _is_folder(entry)
    except (OSError, ValueError):  # ValueError: a null byte in the name
        return None
    return dict(sorted(entries.items()))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a loop of symbolic links
        return False


def _manifest_name(file: Path) -> str | None:
    try:
        with file.open("rb") as manifest:
            text = manifest.read(_MANIFEST_BYTES)
    except (OSError, ValueError):
        return None
    found = re.search(_MANIFEST_NAME, re.sub(_COMMENT, b"", text))
    return found[1].decode("utf-8", "replace") if found else None

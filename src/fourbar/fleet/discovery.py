"""Find the descriptions in folders, archives and lists."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from ..formats.sniff import is_mjcf
from ..formats.table import SUFFIXES, Likelihood, format_of, readable, suffix_of
from ..gltf_file.suffixes import is_gltf_name
from ..lint.files import collect
from ..record import record
from ..schemes import is_name
from .archives import ArchiveError, is_archive, is_archive_name, names_in, unpacked
from .error import FleetError
from .rows import RECORD, RESULTS, Place

_LISTS = (".txt", ".lst")
_FIRST = 1 << 16


@record
class Found:
    """Descriptions grouped by equal bytes, and what was left out with the reason."""

    groups: tuple[tuple[Place, ...], ...]
    left_out: tuple[tuple[str, str], ...] = ()

    @property
    def count(self) -> int:
        """How many descriptions there are."""
        return sum(map(len, self.groups))


def find_robots(
    sources: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], *, unpack_to: Path
) -> Found:
    """All descriptions in files, folders, archives (.zip, .tar and compressed ones) and lists.

    Of a folder, files whose name or content is a robot's: `.urdf`, `.xacro` that does more than
    define macros, `.sdf`, `.mjcf`, `.mjz`, and `.xml`, `.glb`, `.gltf` and USD files that are; and
    what archives have, by their names. MJCF without a body of its own is left out: a scene around
    another file, or keyframes. So are archives without a robot, such as those of meshes, and those
    in other archives. Folders with the results of a run are left out too, unless they are given
    themselves. A list is a `.txt` file with one source in each line; what it names that does not
    exist is one robot that cannot be read, and so is an archive that cannot be unpacked. Archives
    are unpacked below `unpack_to`, once for each content. Raises FleetError for a source that does
    not exist, is empty or refers to itself, and on a full disk.
    """
    sizes: dict[int | str, dict[str, Place]] = {}
    left: list[tuple[str, str]] = []
    given = [sources] if isinstance(sources, str | os.PathLike) else sources
    for found in _places(given, unpack_to, left, ()):
        place = Place(_text(found.name), found.path, found.problem)
        size: int | str
        try:
            size = os.stat(place.path).st_size  # noqa: PTH116 - twice as fast
        except OSError:  # of a list: its row says so
            size = place.path
        sizes.setdefault(size, {}).setdefault(place.name, place)
    groups: list[tuple[Place, ...]] = []
    for same in sizes.values():
        groups += _equal([same[name] for name in sorted(same)])
    named = tuple(dict.fromkeys((_text(name), why) for name, why in left))
    return Found(tuple(sorted(groups, key=lambda group: group[0].name)), named)


def _text(name: str) -> str:
    """A name as text; bytes that are none, which systems allow, by their numbers."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _equal(places: list[Place]) -> list[tuple[Place, ...]]:
    """Places of files of one size, in groups of the same bytes; only these have to be read."""
    if len(places) == 1:
        return [tuple(places)]
    groups: dict[str, list[Place]] = {}
    for place in places:
        try:
            with open(place.path, "rb") as stream:  # noqa: PTH123 - twice as fast
                digest = sha256(stream.read()).hexdigest()
        except OSError:  # its row says so
            digest = place.path
        groups.setdefault(digest, []).append(place)
    return [tuple(group) for group in groups.values()]


def _places(
    sources: Iterable[str | os.PathLike[str]],
    unpack_to: Path,
    left: list[tuple[str, str]],
    around: tuple[Path, ...],
) -> Iterator[Place]:
    for given in sources:
        source = os.fspath(given)
        path = Path(source)
        if path.is_dir():
            yield from _below(path, Path(source).as_posix(), left, unpack_to)
        elif not path.is_file() and around and not path.exists():
            yield Place(path.as_posix(), str(path))
        elif not path.is_file():
            what = (
                f"'{source}' is the name of a robot; fleets are made of files and folders"
                if is_name(source)
                else f"'{source}' does not exist"
            )
            raise FleetError(what)
        elif is_archive(path):
            yield from _packed(path, path.as_posix(), left, unpack_to)
        elif path.suffix.lower() in _LISTS:
            if path.resolve() in around:
                raise FleetError(f"the list '{source}' contains itself")
            listed = _lines(path)
            yield from _places(listed, unpack_to, left, (*around, path.resolve()))
        else:
            yield Place(path.as_posix(), str(path))


def _lines(path: Path) -> list[str]:
    """The sources of a list, relative to its folder; blank lines and comments are left out."""
    try:
        lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    except UnicodeDecodeError:
        raise FleetError(f"the list '{path}' is not text") from None
    return [str(path.parent / line) for line in lines if line and not line.startswith("#")]


def _packed(path: Path, shown: str, left: list[tuple[str, str]], to: Path) -> Iterator[Place]:
    """The descriptions of an archive; one that cannot be unpacked is one row, others go on."""
    try:
        folder = unpacked(path, to)
    except ArchiveError as error:
        yield Place(shown, str(path), str(error))
    else:
        yield from _below(folder, shown, left)


def _below(
    folder: Path, shown: str, left: list[tuple[str, str]], unpack_to: Path | None = None
) -> Iterator[Place]:
    """The descriptions below a folder; without `unpack_to`, archives there are left out."""
    sure = collect([str(folder)])
    unread = [str(Path(name)) for name in (*sure.unreadable, *sure.special)]
    results = _Results(folder, unpack_to)
    left += [(_shown(name, folder, shown), "it only defines macros") for name in sure.skipped]
    unsure: list[Path] = []
    archives: list[Path] = []
    for path in _unsure(folder):
        if str(path.parent) in results:
            continue
        if is_archive_name(path.name):
            plain = path.is_file() or not path.exists()
            archives.append(path) if plain else unread.append(str(path))
        elif _is_bodiless(path):
            left.append((_shown(str(path), folder, shown), "it has no body of its own"))
        elif _is_robot(path):
            unsure.append(path)
    left += [(_shown(name, folder, shown), "it cannot be read") for name in unread]
    for name in sorted({*sure.files, *map(str, unsure)}):
        if os.path.dirname(name) not in results:  # noqa: PTH120 - for each of many files
            yield Place(_shown(name, folder, shown), name)
    left += [(_shown(name, folder, shown), "it has the results of a run") for name in results.found]
    for path in sorted(archives):
        name = _shown(str(path), folder, shown)
        if unpack_to is None:
            left.append((name, "it is an archive in an archive"))
            continue
        found = list(_packed(path, name, left, unpack_to)) if _may_have_robots(path) else []
        if not found:
            left.append((name, "no robot is in it"))
        yield from found


def _may_have_robots(archive: Path) -> bool:
    """Whether an archive is worth unpacking, as far as names tell: those of meshes can be large."""
    try:
        return any(map(readable, names_in(archive)))
    except ArchiveError:  # its row says so
        return True


class _Results:
    """Which folders below one have the results of runs, where robots are not looked for.

    Nor are they where this run unpacks archives: those have the names of their archives.
    """

    def __init__(self, top: Path, unpacked: Path | None) -> None:
        self._unpacked = unpacked
        self._known = {str(top): False, "": False}  # "" is below "."
        self.found: list[str] = []

    def __contains__(self, folder: str) -> bool:
        if folder not in self._known:
            above = os.path.dirname(folder)  # noqa: PTH120 - as above
            has = above != folder and (above in self or self._is_unpacked(folder))
            if not has and all(Path(folder, name).is_file() for name in (RECORD, RESULTS)):
                has = True
                self.found.append(folder)
            self._known[folder] = has
        return self._known[folder]

    def _is_unpacked(self, folder: str) -> bool:
        there, path = self._unpacked, Path(folder)
        return there is not None and path.name == there.name and path.resolve() == there.resolve()


def _shown(name: str, folder: Path, shown: str) -> str:
    """What results call a file below a folder that is shown by another name."""
    top = str(folder)
    below = name if top == "." else name[len(top) :].lstrip(os.sep)  # "/" ends with one
    below = below.replace(os.sep, "/")
    return below if shown == "." else f"{shown}/{below}"


def _unsure(folder: Path) -> Iterator[Path]:
    """Files that may be robots or have some, as far as their names tell."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in names:
            likelihood = SUFFIXES.get(suffix_of(name), Likelihood.ROBOT)
            if likelihood > Likelihood.ROBOT_OR_PART or is_archive_name(name):
                yield Path(place, name)


def _is_bodiless(path: Path) -> bool:
    """Whether a file is MJCF that makes no body: it may be read, but is not another robot."""
    if SUFFIXES.get(suffix_of(path.name)) is not Likelihood.ANYTHING:
        return False
    try:
        data = path.read_bytes()
    except OSError:
        return False
    return is_mjcf(data) and not any(tag in data for tag in _BODIES)


_BODIES = (b"<body", b"<attach", b"<replicate", b"<composite", b"<flexcomp")
"""Elements of MJCF that make bodies."""


def _is_robot(path: Path) -> bool:
    """Whether a file's content is a robot's."""
    try:
        with path.open("rb") as stream:
            data = stream.read(_FIRST)
    except OSError:
        return False
    if is_gltf_name(path.name):
        return b'"EXT_robot_kinematics"' in data
    if format_of(data, path.name).name != "urdf":
        return b"<mujocoinclude" not in data[:2048]
    return b"<robot" in data and b"<link" in data

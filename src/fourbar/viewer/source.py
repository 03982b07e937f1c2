"""Where a robot of the scene comes from, and how to read it again."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..robot import Planar, Robot
from ..schemes import is_name

if TYPE_CHECKING:
    from ..diagnostics import Report
    from ..gltf import Cloud
    from ..lint import Settings
    from ..reading import Reading

# Meshes held in memory from their conversion to their check [bytes].
_KEPT = 256 << 20

What = Robot | str | bytes


@dataclass(frozen=True, eq=False)
class Source:
    """A robot in memory, a file (or `gallery:NAME`, `robot:NAME`), or bytes.

    `label` is what pages call it, `options` are those of `fourbar.read`, and paths in findings
    are shown from `folders` on. `planar` are the coordinates of planar joints. `simplify`
    and `texture_size`, as `fourbar.gltf.GlbOptions` has them, make what pages get smaller. `clouds`
    are shown around it. `others` are further descriptions of its folder or archive, by what pages
    call them.
    """

    content: What
    label: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    folders: tuple[Path, ...] = ()
    watched: bool = True
    planar: Planar = "xy"
    simplify: float | None = None
    texture_size: int | None = None
    clouds: tuple[Cloud, ...] = ()
    others: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def packages(self) -> dict[str, Any]:
        """Where packages are, as the options say."""
        return dict(self.options.get("packages") or {})

    @property
    def path(self) -> Path | None:
        """The file on disk, if it is one."""
        if isinstance(self.content, Robot):
            return None if self.content.source is None else self.content.source.path
        if isinstance(self.content, bytes):
            return None
        if is_name(self.content):
            from ..formats.named import named

            try:
                return named(self.content).path
            except OSError:
                return None
        return Path(self.content)

    @property
    def is_named(self) -> bool:
        """Whether it is asked for by name: not a file of the user's."""
        return isinstance(self.content, str) and is_name(self.content)

    @property
    def page_path(self) -> str | None:
        """The file for an editor on this machine; None for uploads, names and memory."""
        path = self.path
        if path is None or not self.watched or self.is_named:
            return None
        return str(path.resolve())

    @property
    def is_upload(self) -> bool:
        """Whether a page sent it, into a folder of its own."""
        return bool(self.folders) and bool(self.options.get("confined")) and not self.watched

    @property
    def can_be_fixed(self) -> bool:
        """Whether fixes can be written to the file."""
        from ..formats.changed import is_urdf

        path = self.page_path
        return path is not None and is_urdf(path)

    @property
    def key(self) -> str:
        """What a handle calls the robot until it is read: the file's name."""
        if isinstance(self.content, Robot):
            return self.content.name
        if isinstance(self.content, bytes):
            return "robot"
        name = Path(_bare(self.content)).name
        return name.partition(".")[0] or name

    def read(self) -> Reading:
        """The robot as far as it can be read, and what reading it found."""
        from ..diagnostics import Report
        from ..reading import Content, Options, Reading

        if isinstance(self.content, Robot):
            return Reading(self.content, Report(), options=Options(packages=self.packages))
        from ..formats import read

        content = self.content
        named = Content(content, self.label or "<bytes>") if isinstance(content, bytes) else content
        reading = read(named, **self.options)
        reading.opened.keep = _KEPT
        return reading

    def settings(self) -> Settings:
        """How it is checked: as the nearest configuration file has it."""
        from ..lint import Settings
        from ..lint.configuration import find_configuration, read_configuration

        path = self.path
        if path is None or self.is_named:
            return Settings()
        found = find_configuration(path)
        return Settings() if found is None else read_configuration(found)

    def check(self, reading: Reading) -> Report:
        """All findings, as `fourbar check` has them, about what was read."""
        from ..lint import check
        from ..record import replace

        settings = self.settings()
        if isinstance(self.content, Robot):
            packages = {**settings.packages, **self.packages}
            return check(self.content, settings=replace(settings, packages=packages))
        return check(reading, settings=settings)


def source_of(
    what: What | os.PathLike[str] | Source, watch: bool, options: Mapping[str, Any]
) -> Source:
    """What a user means, unless it is a source already."""
    return what if isinstance(what, Source) else as_source(what, watch=watch, **options)


def as_source(
    what: What | os.PathLike[str],
    *,
    watch: bool = True,
    planar: Planar = "xy",
    simplify: float | None = None,
    texture_size: int | None = None,
    clouds: Sequence[Cloud] = (),
    **options: Any,
) -> Source:
    """The source that a user means; a file that is not there raises FileMissingError."""
    if planar not in ("xy", "xyt"):
        raise ValueError(f"unknown planar {planar!r}; expected one of: 'xy', 'xyt'")
    if simplify is not None and not 0.0 < simplify <= 1.0:
        raise ValueError(f"simplify must be above 0 and at most 1, got {simplify!r}")
    if texture_size is not None and texture_size < 1:
        raise ValueError(f"texture_size must be positive, got {texture_size!r}")
    content: What = what if isinstance(what, Robot | bytes) else os.fspath(what)
    if isinstance(content, Robot):
        path = None if content.source is None else content.source.path
        label, watch = None if path is None else path.name, False
    elif isinstance(content, bytes):
        label, watch = "<bytes>", False
    else:
        label = content
        _refuse_missing(content)
    return Source(
        content,
        label,
        options,
        watched=watch,
        planar=planar,
        simplify=simplify,
        texture_size=texture_size,
        clouds=tuple(clouds),
    )


def _refuse_missing(file: str) -> None:
    if _is_there(file):
        return
    from ..diagnostics import Report
    from ..formats import open_content
    from ..formats.error import unreadable

    report = Report()
    open_content(file, report)
    raise unreadable(report)


def _bare(file: str) -> str:
    """A name without its scheme; a file as it is."""
    return file.partition(":")[2] if is_name(file) else file


def _is_there(file: str) -> bool:
    if not is_name(file):
        return Path(file).is_file()
    from ..formats.named import named

    try:
        return named(file).path.is_file()
    except OSError:
        return False

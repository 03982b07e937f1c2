"""Where a robot of the scene comes from, and how to read it again."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..robot import Robot

if TYPE_CHECKING:
    from ..diagnostics import Report

Content = Robot | str | bytes


@dataclass(frozen=True, eq=False)
class Source:
    """A robot in memory, a file (or `gallery:NAME`), or bytes.

    `label` is what pages call it, `options` are those of `fourbar.read`, and paths in findings
    are shown from `folders` on.
    """

    content: Content
    label: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    folders: tuple[Path, ...] = ()
    watched: bool = True

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
        if self.content.startswith("gallery:"):
            from .. import gallery

            try:
                return gallery.path(self.content)
            except FileNotFoundError:
                return None
        return Path(self.content)

    @property
    def key(self) -> str:
        """What a handle calls the robot until it is read: the file's name."""
        if isinstance(self.content, Robot):
            return self.content.name
        if isinstance(self.content, bytes):
            return "robot"
        name = Path(self.content.removeprefix("gallery:")).name
        return name.partition(".")[0] or name

    def read(self) -> tuple[Robot | None, Report]:
        """The robot as far as it can be read, and what reading it found."""
        from ..diagnostics import Report
        from ..formats import read

        if isinstance(self.content, Robot):
            return self.content, Report()
        return read(self._named(), **self.options)

    def check(self) -> Report:
        """All findings, as `fourbar check` has them."""
        from dataclasses import replace

        from ..lint import Settings, check
        from ..lint.configuration import find_configuration, read_configuration

        settings = Settings()
        path = self.path
        if path is not None and not str(self.content).startswith("gallery:"):
            found = find_configuration(path)
            settings = settings if found is None else read_configuration(found)
        if isinstance(self.content, Robot):
            packages = {**settings.packages, **self.packages}
            return check(self.content, settings=replace(settings, packages=packages))
        return check(self._named(), settings=settings, **self.options)

    def _named(self) -> Any:
        if not isinstance(self.content, bytes):
            return self.content
        from ..lint.check import NamedBytes

        return NamedBytes(self.content, self.label or "<bytes>")


def as_source(
    what: Robot | str | os.PathLike[str] | bytes, *, watch: bool = True, **options: Any
) -> Source:
    """The source that a user means; a file that is not there raises FileNotFoundError."""
    if isinstance(what, Robot):
        path = None if what.source is None else what.source.path
        return Source(what, None if path is None else path.name, options, watched=False)
    if isinstance(what, bytes):
        return Source(what, "<bytes>", options, watched=False)
    file = os.fspath(what)
    if file.startswith("gallery:"):
        from .. import gallery

        gallery.path(file)
    elif not Path(file).is_file():
        raise missing(file)
    return Source(file, file, options, watched=watch)


def missing(file: str) -> OSError:
    """The error for a file that is not there, with what may have been meant."""
    from ..diagnostics import did_you_mean
    from ..formats import readable

    path = Path(file)
    if path.is_dir():
        return IsADirectoryError(f"'{file}' is a folder; name the .urdf, .xacro or .glb file in it")
    hint = ""
    try:
        beside = [p.name for p in path.parent.iterdir() if readable(p)]
        hint = did_you_mean(path.name, sorted(beside))
    except OSError:
        hint = f"; there is no folder '{path.parent}'"
    return FileNotFoundError(
        f"'{file}' does not exist{hint or '; robots to try: fourbar demo --list'}"
    )

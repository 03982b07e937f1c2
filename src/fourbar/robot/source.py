"""The side table of a robot that was read from a file: positions, order and comments."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, Protocol

from ..diagnostics import PartPath, Related, Report, Span
from ..record import record
from .configuration import Configuration

if TYPE_CHECKING:
    from pathlib import Path  # takes long to import

    from .robot import Robot


Up = Literal["y", "z"]
GltfUp = Literal["auto", "y", "z"]
"""Which axis is up in glTF meshes: y as glTF has it, z, or what fits the other shapes."""


@record
class Found:
    """What reading found, and the robot it was found in, as `Robot.described` has it.

    `loaded` also has what `load` found in putting the robot together. `written` is the robot with
    the parts that were left out; None where there are none.
    """

    report: Report
    described: tuple[object, ...]
    loaded: Report
    written: Robot | None = None


class Source(Protocol):
    """Where each part of a robot was written.

    `semantics` is the same for what a second file has added, such as the states of an SRDF file.
    A `confined` description may only use files of its own folders and packages; `packages` are the
    folders of those that whoever read it has named. `gltf_up` is
    the axis that is up in the glTF meshes it uses.
    """

    path: Path | None
    found: Found | None
    semantics: Source | None
    confined: bool
    packages: Mapping[str, str | os.PathLike[str]]
    gltf_up: GltfUp

    def span(self, path: PartPath) -> Span | None:
        """The place of `joint[elbow].limit.lower`, or of the nearest element around it."""
        ...

    def calls_at(self, path: PartPath) -> tuple[Related, ...]:
        """The macro calls by which what is written there came, the innermost first."""
        ...


class Places:
    """The places of a robot whose files are elsewhere by now: what findings point at, alone.

    It has no path: addresses of files are not seen from the file that was read.
    """

    def __init__(self, source: Source) -> None:
        self.path: Path | None = None
        self.found: Found | None = None
        self.semantics = source.semantics
        self.confined = False
        self.packages: Mapping[str, str | os.PathLike[str]] = {}
        self.gltf_up: GltfUp = "auto"
        self._source = source

    def span(self, path: PartPath) -> Span | None:
        """The place in the file that was read."""
        return self._source.span(path)

    def calls_at(self, path: PartPath) -> tuple[Related, ...]:
        """The macro calls by which what is written there came."""
        return self._source.calls_at(path)


CONFIGURATION = "configuration"
"""The first step of paths to named configurations, which a file of their own may hold."""


def span_of(source: Source | None, path: PartPath) -> Span | None:
    """The place of a part in the file it was written in; None where there is none."""
    if source is None:
        return None
    if path.part.kind == CONFIGURATION and source.semantics is not None:
        return source.semantics.span(path)
    return source.span(path)


def position_path(configuration: Configuration, joint: str) -> PartPath:
    """The place of a joint's position in a named configuration."""
    return PartPath(CONFIGURATION, configuration.label).item("joint", joint) / "value"

"""What a `.glb`, `.gltf` or `.html` file is to hold: every option, its default and its meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

from ..assets.simplify import DEFAULT_ERROR
from ..files import OpenedFiles
from ..packages import StrPath
from ..record import record, replace
from ..robot import Planar, Pose
from .basis import DEFAULT_BASIS, BasisName, basis_named

if TYPE_CHECKING:
    from ..mechanics.simulation import Motion
    from .cloud import Cloud

Progress = Callable[[int, int], None]


@record
class GlbOptions:
    """How robots become a glTF file.

    Attributes
    ----------
    basis
        "gltf" writes everything in glTF's axes; "root" keeps URDF's below one turned root node.
    planar
        "xyt" gives planar joints a third DOF, the rotation about their normal.
    visuals, collisions
        Whether visual and collision shapes are in the file. Without both, no mesh file is read,
        and a skeleton of nodes is left.
    animations
        Whether there are preview animations.
    motions
        Motions of `simulate` to store as animations, before the previews.
    compress
        Quantise vertices and compress buffers (`KHR_mesh_quantization`,
        `EXT_meshopt_compression`).
    simplify
        The part of each mesh's triangles to keep, between 0 and 1.
    simplify_error
        How far `simplify` may move a surface, as a part of the mesh's largest extent. Fewer
        triangles are removed where more would exceed it.
    texture_size
        The largest width and height of images [pixels].
    lossless
        Whether the URDF text of each part is kept in `extras`, so that reading the file back gives
        an equal robot; without it, reading back gives an equivalent one.
    clouds
        Points with values to show around the robots, in the axes of the world.
    placements
        Where each robot is, in URDF's axes; at the origin by default.
    packages, roots, confined
        As for `fourbar.assets.locate`.
    opened
        Takes the mesh and image files that are read.
    progress
        Called with how many mesh files have been read, and how many there are; with (0, 0) while
        animations are made. What it raises ends the conversion.
    """

    basis: BasisName = DEFAULT_BASIS
    planar: Planar = "xy"
    visuals: bool = True
    collisions: bool = True
    animations: bool = True
    motions: Sequence[Motion] = ()
    compress: bool = False
    simplify: float | None = None
    simplify_error: float = DEFAULT_ERROR
    texture_size: int | None = None
    lossless: bool = True
    clouds: Sequence[Cloud] = ()
    placements: Sequence[Pose] = ()
    packages: Mapping[str, StrPath] | None = None
    roots: Iterable[StrPath] = ()
    confined: bool = False
    opened: OpenedFiles | None = None
    progress: Progress | None = None

    def __post_init__(self) -> None:
        basis_named(self.basis)
        if self.planar not in ("xy", "xyt"):
            raise ValueError(f"unknown planar {self.planar!r}; expected one of: 'xy', 'xyt'")
        if self.simplify is not None and not 0.0 < self.simplify <= 1.0:
            message = f"simplify must be above 0 and at most 1, got {self.simplify!r}"
            raise ValueError(message)
        object.__setattr__(self, "roots", tuple(self.roots))  # for every robot, not just the first
        if not self.simplify_error > 0.0:
            raise ValueError(f"simplify_error must be positive, got {self.simplify_error!r}")


class GlbKeywords(TypedDict, total=False):
    """The attributes of `GlbOptions` as keyword arguments."""

    basis: BasisName
    planar: Planar
    visuals: bool
    collisions: bool
    animations: bool
    motions: Sequence[Motion]
    compress: bool
    simplify: float | None
    simplify_error: float
    texture_size: int | None
    lossless: bool
    clouds: Sequence[Cloud]
    placements: Sequence[Pose]
    packages: Mapping[str, StrPath] | None
    roots: Iterable[StrPath]
    confined: bool
    opened: OpenedFiles | None
    progress: Progress | None


def options_of(options: GlbOptions | None, keywords: GlbKeywords) -> GlbOptions:
    """Options with some changed; the default ones where none are given."""
    options = GlbOptions() if options is None else options
    return replace(options, **keywords) if keywords else options

"""What an MJCF file is to hold: every option, its default and its meaning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypedDict

from ..files import OpenedFiles
from ..packages import StrPath
from ..record import record, replace
from ..robot import Planar
from ..transfer.base import Base
from ..transfer.choices import check_choice, check_texture_size
from ..transfer.inertia import InertiaPolicy

LoopStyle = Literal["auto", "joint", "anchor", "none"]
Actuators = Literal["none", "position", "velocity", "motor"]
MeshFormat = Literal["auto", "obj", "stl"]


@record
class MjcfOptions:
    """Options of `fourbar.save(robot, "arm.xml")`.

    Attributes
    ----------
    base
        Whether the root is held by the world: "auto" as described, "fixed" or "floating".
    loop_style
        "auto" writes loops as sites that meet (`connect`) or are welded; "joint" gives each loop a
        light body with its joint, and so a coordinate; "anchor" is the older form by bodies and an
        anchor, which other readers of MJCF know; "none" leaves the loops out.
    actuators
        Which kind to write for driven joints: those of transmissions, else those with a command
        interface, else the independent ones.
    inertia
        "repair" writes the nearest inertia that MuJoCo accepts; "strict" refuses.
    planar
        Coordinates of planar joints: "xy" or "xyt".
    visuals, collisions
        Whether to write them.
    mesh_format
        "auto" is STL, and OBJ for textured or very large meshes.
    scene
        Also write `STEM_scene.xml` with a floor and light around the robot.
    assets
        The folder for meshes and images beside the file; `STEM_assets` by default.
    texture_size
        The most pixels an image may be wide or high.
    lossless
        Keep the description's own words, so that `fourbar` reads back the same robot.
    packages, roots, confined, opened
        Where mesh files are looked for, as for glTF.
    """

    base: Base = "auto"
    loop_style: LoopStyle = "auto"
    actuators: Actuators = "none"
    inertia: InertiaPolicy = "repair"
    planar: Planar = "xy"
    visuals: bool = True
    collisions: bool = True
    mesh_format: MeshFormat = "auto"
    scene: bool = False
    assets: str | None = None
    texture_size: int | None = None
    lossless: bool = True
    packages: Mapping[str, StrPath] | None = None
    roots: Iterable[StrPath] = ()
    confined: bool = False
    opened: OpenedFiles | None = None

    def __post_init__(self) -> None:
        check_choice("base", self.base, Base)
        check_choice("loop_style", self.loop_style, LoopStyle)
        check_choice("actuators", self.actuators, Actuators)
        check_choice("inertia", self.inertia, InertiaPolicy)
        check_choice("planar", self.planar, Planar)
        check_choice("mesh_format", self.mesh_format, MeshFormat)
        check_texture_size(self.texture_size)


class MjcfKeywords(TypedDict, total=False):
    """The attributes of `MjcfOptions` as keyword arguments."""

    base: Base
    loop_style: LoopStyle
    actuators: Actuators
    inertia: InertiaPolicy
    planar: Planar
    visuals: bool
    collisions: bool
    mesh_format: MeshFormat
    scene: bool
    assets: str | None
    texture_size: int | None
    lossless: bool
    packages: Mapping[str, StrPath] | None
    roots: Iterable[StrPath]
    confined: bool
    opened: OpenedFiles | None


def options_of(options: MjcfOptions | None, keywords: MjcfKeywords) -> MjcfOptions:
    """Options with some changed; the default ones where none are given."""
    options = MjcfOptions() if options is None else options
    return replace(options, **keywords) if keywords else options

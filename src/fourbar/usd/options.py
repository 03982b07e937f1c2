"""What a USD file is to hold: every option, its default and its meaning."""

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


@record
class UsdOptions:
    """Options of `fourbar.save(robot, "arm.usda")`.

    Attributes
    ----------
    base
        Whether the root is held by the world: "auto" as described, "fixed" or "floating".
    inertia
        "repair" writes the nearest inertia that a rigid body can have; "strict" refuses.
    planar
        Coordinates of planar joints: "xy" or "xyt".
    visuals, collisions
        Whether to write these shapes.
    assets
        The folder for images beside a `.usda` or `.usdc`; `STEM_assets` by default.
    texture_size
        The most pixels an image may be wide or high.
    lossless
        Keep the description's own words, so that `fourbar` reads back the same robot.
    packages, roots, confined, opened
        Where mesh files are looked for, as for glTF.
    """

    base: Base = "auto"
    inertia: InertiaPolicy = "repair"
    planar: Planar = "xy"
    visuals: bool = True
    collisions: bool = True
    assets: str | None = None
    texture_size: int | None = None
    lossless: bool = True
    packages: Mapping[str, StrPath] | None = None
    roots: Iterable[StrPath] = ()
    confined: bool = False
    opened: OpenedFiles | None = None

    def __post_init__(self) -> None:
        check_choice("base", self.base, Base)
        check_choice("inertia", self.inertia, InertiaPolicy)
        check_choice("planar", self.planar, Planar)
        check_texture_size(self.texture_size)


class UsdKeywords(TypedDict, total=False):
    """The attributes of `UsdOptions` as keyword arguments."""

    base: Base
    inertia: InertiaPolicy
    planar: Planar
    visuals: bool
    collisions: bool
    assets: str | None
    texture_size: int | None
    lossless: bool
    packages: Mapping[str, StrPath] | None
    roots: Iterable[StrPath]
    confined: bool
    opened: OpenedFiles | None


UsdFormat = Literal[".usda", ".usdc", ".usdz"]
"""Text, binary, or an archive with the images inside."""


def options_of(options: UsdOptions | None, keywords: UsdKeywords) -> UsdOptions:
    """Options with some changed; the default ones where none are given."""
    options = UsdOptions() if options is None else options
    return replace(options, **keywords) if keywords else options

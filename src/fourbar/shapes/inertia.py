"""Mass, centre of mass and inertia of links, computed from their shapes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar, cast, get_args

from ..diagnostics import Report
from ..error import FourbarError, unknown_word
from ..packages import StrPath
from ..robot import Collision, Inertia, Inertial, Link, Pose, Robot, Visual
from ..robot.tensor import Body, combined, scaled, turned
from ..spatial.rotation import rpy_of_matrix
from ..spatial.symmetric import eigen_symmetric
from ..spatial.vector import transposed
from .agreement import Agreement, compare
from .measure import Group, Measurer, OpenMesh, Shape
from .overlap import Overlap, find_overlaps

if TYPE_CHECKING:
    from ..diagnostics import PartPath
    from ..files import OpenedFiles

From = Literal["visual", "collision", "auto"]
Masses = Literal["keep", "density"]
Overlapping = Literal["count", "refuse"]

_NOISE = 1e-12
"""The part of the largest entry below which another one is rounding."""


class ShapeError(FourbarError, ValueError):
    """The shapes of a link do not give what was asked of them."""


class Densities(NamedTuple):
    """Densities [kg/m^3]: of one link, of a material, of all else; and masses of links [kg]."""

    everywhere: float | None = None
    links: Mapping[str, float] = {}
    materials: Mapping[str, float] = {}
    masses: Mapping[str, float] = {}

    def of(self, link: str, shape: Shape) -> float | None:
        """The density of one shape; None where nobody gave one."""
        if link in self.links:
            return self.links[link]
        return self.materials.get(shape.material, self.everywhere)


class LinkInertia(NamedTuple):
    """A link's inertia as the file has it and as its shapes give it.

    Attributes
    ----------
    link
        Its name.
    file
        What the file has; None without `<inertial>`.
    computed
        What the shapes give; None where `problem` says why.
    volume
        Of the shapes [m^3]; where they overlap, the overlap counts twice.
    shapes
        What was measured.
    overlaps
        Pairs of shapes that share space.
    problem
        Why nothing was computed, or "".
    repeated
        Shapes that are another one in the same place, and which: they count once.
    """

    link: str
    file: Inertial | None
    computed: Inertial | None
    volume: float | None
    shapes: tuple[Shape, ...]
    overlaps: tuple[Overlap, ...]
    problem: str
    repeated: tuple[tuple[PartPath, PartPath], ...] = ()

    @property
    def group(self) -> Group | None:
        """Whether visuals or collisions were measured."""
        if not self.shapes:
            return None
        return "visual" if self.shapes[0].path.has("visual") else "collision"

    @property
    def agreement(self) -> Agreement | None:
        """The file's inertia next to the computed one, where there are both."""
        if self.file is None or self.computed is None:
            return None
        return compare(self.file, self.computed)


def inertial_from_shapes(
    robot: Robot,
    link: str,
    *,
    mass: float | None = None,
    density: float | None = None,
    materials: Mapping[str, float] | None = None,
    shapes: From = "auto",
    open_mesh: OpenMesh = "hull",
    principal: bool = False,
    packages: Mapping[str, StrPath] | None = None,
    report: Report | None = None,
) -> Inertial:
    """The mass and inertia of a link, from its shapes.

    Parameters
    ----------
    mass
        Of the link [kg]. Without it and a density, the mass that the robot states is kept.
    density
        Of all shapes whose material is not in `materials` [kg/m^3]; with a mass, only beside
        `materials`.
    materials
        Densities of visuals by the name of their material [kg/m^3]. Together with a mass, only
        their ratios count.
    shapes
        "visual", "collision", or "auto": those that are solids, visuals first.
    open_mesh
        "hull" measures the convex hull of a mesh that is not closed, with a finding (A550);
        "refuse" raises.
    principal
        Turn the inertial frame to the principal axes, so that the tensor is diagonal.
    packages, report
        Folders of packages by name, and where findings about meshes go.

    Raises
    ------
    ShapeError
        Where a shape cannot be measured, no mass is known, both a mass and a density are given, or
        the robot has no such material.
    """
    if mass is not None and density is not None and not materials:
        raise ShapeError("give a mass or a density, not both")
    (row,) = inertia_table(
        robot,
        links=[link],
        density=density,
        link_masses={} if mass is None else {link: mass},
        materials=materials,
        shapes=shapes,
        open_mesh=open_mesh,
        principal=principal,
        packages=packages,
        report=report,
        overlaps=False,
    )
    check_materials(robot, materials or {})
    if row.computed is None:
        raise ShapeError(f"link '{link}': {row.problem}")
    return row.computed


def inertia_table(
    robot: Robot,
    *,
    links: Sequence[str] | None = None,
    density: float | None = None,
    masses: Masses | None = None,
    link_masses: Mapping[str, float] | None = None,
    link_densities: Mapping[str, float] | None = None,
    materials: Mapping[str, float] | None = None,
    shapes: From = "auto",
    open_mesh: OpenMesh = "hull",
    principal: bool = False,
    packages: Mapping[str, StrPath] | None = None,
    opened: OpenedFiles | None = None,
    report: Report | None = None,
    overlaps: bool = True,
    overlapping: Overlapping = "count",
    progress: Callable[[int, int], None] | None = None,
) -> list[LinkInertia]:
    """What the file and the shapes say about the inertia of every link that has shapes.

    Parameters
    ----------
    links
        The names of the links; without it, all that have shapes.
    density, masses, link_masses, link_densities, materials
        Where masses come from: `link_masses` first, then `link_densities`, `materials` and
        `density`, then the mass in the file. With `masses="keep"` the mass in the file comes before
        densities, with "density" it does not count. Units are kg and kg/m^3.
    shapes, open_mesh, principal, packages, report
        As for `inertial_from_shapes`.
    overlaps
        Look for shapes that share space.
    overlapping
        "count" counts the space that two shapes share twice; "refuse" computes no such link. A
        shape that is there twice, in the same place, always counts once.
    progress
        Called with the number of links done and of all.

    Raises
    ------
    UnknownNameError
        For a link that the robot does not have.
    ShapeError
        For a mass or density that is not positive and finite, or an unknown word.
    """
    _check_words(
        shapes=(shapes, From),
        open_mesh=(open_mesh, OpenMesh),
        overlapping=(overlapping, Overlapping),
        masses=("keep" if masses is None else masses, Masses),
    )
    given = Densities(density, link_densities or {}, materials or {}, link_masses or {})
    _check_given(robot, given)
    findings = Report() if report is None else report
    measurer = Measurer(
        robot, report=findings, open_mesh=open_mesh, packages=packages, opened=opened
    )
    chosen = (
        [link for link in robot.links if link.visuals or link.collisions]
        if links is None
        else [robot.links[name] for name in links]
    )
    rows: list[LinkInertia] = []
    for number, link in enumerate(chosen):
        found = _choose(measurer, link, shapes)
        visual = bool(found) and found[0].path.has("visual")
        own, parts, repeated = _once(found, link.visuals if visual else link.collisions)
        row = _link_inertia(link, own, given, masses, principal=principal)
        row = row._replace(repeated=repeated)
        if overlaps or overlapping == "refuse":
            row = row._replace(overlaps=tuple(find_overlaps(own, parts, measurer)))
        if overlapping == "refuse" and row.overlaps and row.computed is not None:
            first = row.overlaps[0]
            problem = f"{first.what} overlap"
            row = row._replace(computed=None, problem=problem)
        rows.append(row)
        if progress is not None:
            progress(number + 1, len(chosen))
    return rows


def _once(
    shapes: list[Shape], parts: Sequence[Visual | Collision]
) -> tuple[list[Shape], list[Visual | Collision], tuple[tuple[PartPath, PartPath], ...]]:
    """Without shapes that are an earlier one in the same place; and those, with which one."""
    first: dict[object, Shape] = {}
    kept: list[tuple[Shape, Visual | Collision]] = []
    again: list[tuple[PartPath, PartPath]] = []
    for shape, part in zip(shapes, parts, strict=True):
        earlier = first.setdefault((part.geometry, part.origin), shape)
        if earlier is shape:
            kept.append((shape, part))
        else:
            again.append((shape.path, earlier.path))
    return [shape for shape, _ in kept], [part for _, part in kept], tuple(again)


def check_materials(robot: Robot, names: Mapping[str, float]) -> None:
    """Raise ShapeError for a material that nothing of the robot has."""
    visuals = [visual for link in robot.links for visual in link.visuals]
    known = {visual.material.name: None for visual in visuals if visual.material}
    known |= {material.name: None for material in robot.materials}
    for name in names:
        if name not in known:
            there = f"expected one of: {', '.join(known)}" if known else "the robot has none"
            raise ShapeError(f"unknown material '{name}'; {there}")


def _check_words(**words: tuple[str, object]) -> None:
    for name, (given, known) in words.items():
        if problem := unknown_word(name, given, get_args(known)):
            raise ShapeError(problem)


def _check_given(robot: Robot, given: Densities) -> None:
    for names in (given.links, given.masses):
        for name in names:
            _ = robot.links[name]  # raises UnknownNameError
    values = {"density": given.everywhere} if given.everywhere is not None else {}
    values |= {f"density of '{name}'": value for name, value in given.links.items()}
    values |= {f"density of material '{name}'": value for name, value in given.materials.items()}
    values |= {f"mass of '{name}'": value for name, value in given.masses.items()}
    for what, value in values.items():
        if not (isfinite(value) and value > 0.0):
            raise ShapeError(f"the {what} must be positive and finite, got {value:g}")


def _choose(measurer: Measurer, link: Link, wanted: From) -> list[Shape]:
    """The shapes to measure: solids rather than hulls, visuals rather than collisions."""
    groups: tuple[Group, ...] = ("visual", "collision") if wanted == "auto" else (wanted,)
    found = [shapes for group in groups if (shapes := measurer.shapes(link, group))]
    for accepted in (("primitive", "mesh"), ("primitive", "mesh", "hull")):
        for shapes in found:
            if all(shape.solid is not None and shape.of in accepted for shape in shapes):
                return shapes
    return found[0] if found else []


def _link_inertia(
    link: Link,
    shapes: list[Shape],
    given: Densities,
    masses: Masses | None,
    *,
    principal: bool,
) -> LinkInertia:
    def row(computed: Inertial | None, volume: float | None, problem: str) -> LinkInertia:
        return LinkInertia(link.name, link.inertial, computed, volume, tuple(shapes), (), problem)

    if not shapes:
        return row(None, None, "has no shapes")
    bad = next((shape for shape in shapes if shape.solid is None), None)
    if bad is not None:
        return row(None, None, f"{bad.path.steps[-1]} {bad.problem}")
    solids = [shape.solid for shape in shapes if shape.solid is not None]
    volume = sum(solid.volume for solid in solids)
    densities = [given.of(link.name, shape) for shape in shapes]
    known = [density for density in densities if density is not None]
    complete = len(known) == len(densities)
    stated = 0.0 if link.inertial is None or masses == "density" else link.inertial.mass
    mass = given.masses.get(link.name)
    if mass is None and stated > 0.0 and (masses == "keep" or not complete):
        mass = stated
    if mass is None and not complete:
        missing = "density" if masses == "density" else "mass in the file"
        return row(None, volume, f"has no {missing}; give a density or a mass")
    if not complete:
        known = [1.0] * len(densities)  # uniform: only their ratios count
    bodies = [
        Body(density * solid.volume, solid.center, scaled(solid.inertia, density))
        for density, solid in zip(known, solids, strict=True)
    ]
    if not (isfinite(volume) and volume > 0.0):
        return row(None, volume, "has a volume that is zero or not finite")
    whole = combined(bodies)
    if mass is not None:
        whole = Body(mass, whole.center, scaled(whole.tensor, mass / whole.mass))
    if not whole.is_moderate:
        return row(None, volume, "has an inertia that is beyond the range of numbers")
    rpy = (0.0, 0.0, 0.0) if link.inertial is None else link.inertial.origin.rpy
    return row(_inertial(whole, rpy, principal=principal), volume, "")


def _inertial(body: Body, rpy: tuple[float, float, float], *, principal: bool) -> Inertial:
    """In a frame at the centre of mass, turned as the file's is or along the principal axes."""
    if principal:
        xx, yy, zz, xy, xz, yz = body.tensor
        values, axes = eigen_symmetric([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        center = _without_noise(body.center)
        return Inertial(body.mass, Inertia(*values), Pose(center, rpy_of_matrix(axes)))
    pose = Pose(_without_noise(body.center), rpy)
    own = turned(body.tensor, transposed(pose.rotation())) if any(rpy) else body.tensor
    return Inertial(body.mass, Inertia(*_without_noise(own)), pose)


N = TypeVar("N", bound=tuple[float, ...])


def _without_noise(values: N) -> N:
    """Zero for what rounding leaves beside the largest."""
    least = _NOISE * max(map(abs, values))
    return cast(N, tuple(0.0 if abs(value) < least else value for value in values))

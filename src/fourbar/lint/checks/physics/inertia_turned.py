"""The check of P446 inertia-turned."""

from __future__ import annotations

from math import degrees, radians

from .... import rules
from ....gltf_file.suffixes import is_gltf_name
from ....record import replace
from ....robot import Inertia, Inertial, Link, Mesh, Pose
from ....robot.tensor import turned
from ....shapes.agreement import along_link, compare
from ....spatial.vector import Matrix3, applied
from ...facts.agreement import comparisons
from ...fixes.inertial import replace_fix
from ...rule import Context, Findings, PartPath

AFTER = ("S10", "S112", "P431", "P432", "P433", "P434", "P435", "P436", "P439", "P443")
_SAME = 1.02
_APART = radians(10)
_FITS = radians(1)

_T_LINK_GLTF: Matrix3 = ((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0))
"""How the reader of meshes turns glTF, from y up to z up."""

_SIGNS = (
    "With the opposite signs of ixy, ixz and iyz they fit: some CAD programs write products of "
    "inertia with the other sign."
)
_GLTF = (
    "They fit glTF meshes that are not turned from y up to z up. fourbar and RViz turn them; the "
    "tool that this file was made for does not."
)


def check(context: Context) -> Findings:
    """Compare moments and axes with each group of shapes."""
    for link in context.robot.links:
        found = list(comparisons(context, link))
        # Where the axes fit one group, that group is where the tensor comes from.
        if any(c.agreement.angle is not None and c.agreement.angle <= _APART for c in found):
            continue
        for computed, agreement in found:
            worst, angle = agreement.worst, agreement.angle
            if link.inertial is None or worst is None or angle is None:
                continue
            of_mesh = _has_gltf(link) and _fits(_turned(link.inertial), computed)
            signs = _fits(_with_opposite_products(link.inertial), computed)
            if worst > _SAME and not signs:
                continue
            yield context.find(
                rules.physics.INERTIA_TURNED,
                PartPath("link", link.name) / "inertial" / "inertia",
                f"the inertia of link '{link.name}' is that of its shapes, but about axes that are "
                f"{degrees(angle):.0f} degrees apart",
                # If the mesh is what is turned, its inertia would be wrong as well.
                fix=None if of_mesh else replace_fix(context, link, computed),
                notes=(_GLTF,) if of_mesh else (_SIGNS,) if signs else (),
                facts={"angle": angle, "gltf": of_mesh, "opposite_products": signs},
            )
            break


def _fits(inertial: Inertial, computed: Inertial) -> bool:
    found = compare(inertial, computed)
    if found.worst is None or found.angle is None:
        return False
    return found.worst <= _SAME and found.angle < _FITS


def _has_gltf(link: Link) -> bool:
    return any(
        isinstance(shape.geometry, Mesh) and is_gltf_name(shape.geometry.filename)
        for shape in (*link.visuals, *link.collisions)
    )


def _turned(inertial: Inertial) -> Inertial:
    tensor = Inertia(*turned(along_link(inertial), _T_LINK_GLTF))
    return Inertial(inertial.mass, tensor, Pose(applied(_T_LINK_GLTF, inertial.origin.xyz)))


def _with_opposite_products(inertial: Inertial) -> Inertial:
    own = inertial.inertia
    return replace(inertial, inertia=replace(own, ixy=-own.ixy, ixz=-own.ixz, iyz=-own.iyz))

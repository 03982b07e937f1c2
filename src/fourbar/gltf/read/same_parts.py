"""Whether the words a file keeps about a part still say what the file itself says.

Both are described as the writer describes them and compared as numbers: what another tool has
moved, renamed or removed since is then taken from the file.
"""

from __future__ import annotations

from math import isclose
from typing import Any

from ...gltf_file.json_value import as_list, as_object
from ...robot import Coupling, Inertial, Joint, Link, Loop, Mesh, Planar, Pose
from ...spatial.rotation import IDENTITY, matrix_of, same_rotation
from ..basis import ROOT, Basis
from ..describe import (
    inertial_record,
    joint_record,
    loop_record,
    pose_record,
    principal,
    shape_record,
)

TOLERANCE = 1e-6
"""[m, rad, kg, ...], absolute and relative: single precision on the way is no change."""


def same_link(written: Link, found: Link, basis: Basis) -> bool:
    """Name, poses of shapes, collision shapes and inertia."""
    if written.name != found.name or len(written.visuals) != len(found.visuals):
        return False
    if len(written.collisions) != len(found.collisions):
        return False
    pairs = [
        *zip(written.visuals, found.visuals, strict=True),
        *zip(written.collisions, found.collisions, strict=True),
    ]
    if not all(same_pose(a.origin, b.origin) for a, b in pairs):
        return False
    for a, b in zip(written.collisions, found.collisions, strict=True):
        shapes = shape_record(a.geometry, basis), shape_record(b.geometry, basis)
        if not same(*shapes) and not isinstance(a.geometry, Mesh):
            return False
    if found.inertial is None:
        return written.inertial is None or inertial_record(written.inertial, basis) is None
    if written.inertial is None:
        return False
    return _same_inertia(written.inertial, found.inertial)


def _same_inertia(a: Inertial, b: Inertial) -> bool:
    """Mass, centre and the tensor in the link's axes, whichever axes it was written in."""
    if not same([a.mass, *a.origin.xyz], [b.mass, *b.origin.xyz]):
        return False
    one, two = _tensor(a), _tensor(b)
    scale = max(abs(c) for c in (*one, *two))
    return all(abs(x - y) <= TOLERANCE * scale for x, y in zip(one, two, strict=True))


def _tensor(inertial: Inertial) -> list[float]:
    """R diag R^T, row by row."""
    moments, rotation = principal(inertial)
    R = matrix_of(rotation)
    return [
        sum(R[i][k] * moments[k] * R[j][k] for k in range(3)) for i in range(3) for j in range(3)
    ]


def same_joint(written: Joint, found: Joint, basis: Basis, *, planar: Planar) -> bool:
    """Everything the extension says about a joint."""
    try:
        described = joint_record(written, basis, planar=planar)
    except ValueError:
        return False
    if (written.parent, written.child) != (found.parent, found.child):
        return False
    if not same_pose(written.origin, found.origin):
        return False
    if written.dof == 1 and not _same_mimic(written, found):
        return False
    return same(described, joint_record(found, basis, planar=planar))


def _same_mimic(a: Joint, b: Joint) -> bool:
    if a.mimic is None or b.mimic is None:
        return a.mimic is b.mimic
    return a.mimic.joint == b.mimic.joint and same(
        [a.mimic.multiplier, a.mimic.offset], [b.mimic.multiplier, b.mimic.offset]
    )


def same_loop(written: Loop, found: Loop, basis: Basis) -> bool:
    """Everything the extension says about a loop."""
    try:
        described = loop_record(written, basis)
    except ValueError:
        return False
    return (
        (written.predecessor, written.successor) == (found.predecessor, found.successor)
        and same_pose(written.predecessor_origin, found.predecessor_origin)
        and same_pose(written.successor_origin, found.successor_origin)
        and same(described, loop_record(found, basis))
    )


def same_coupling(written: Coupling, found: Coupling) -> bool:
    """Links and ratio."""
    sides = (written.predecessor, written.successor) == (found.predecessor, found.successor)
    return sides and same(written.ratio, found.ratio)


def same_pose(a: Pose, b: Pose) -> bool:
    """Equal as transforms, however the angles are written."""
    one, two = pose_record(a, ROOT), pose_record(b, ROOT)
    zero = [0.0, 0.0, 0.0]
    return same(one.get("translation", zero), two.get("translation", zero)) and same_rotation(
        one.get("rotation", IDENTITY), two.get("rotation", IDENTITY), TOLERANCE
    )


def same(a: Any, b: Any) -> bool:
    """Equal JSON, numbers to the tolerance."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, int | float) and isinstance(b, int | float):
        return isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    one, two = as_object(a), as_object(b)
    if one is not None and two is not None:
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    first, second = as_list(a), as_list(b)
    if first is not None and second is not None:
        pairs = zip(first, second, strict=False)
        return len(first) == len(second) and all(same(x, y) for x, y in pairs)
    return a == b

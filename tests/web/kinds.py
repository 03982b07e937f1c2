"""A joint and a loop of every type, and the poses that closed forms give them."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation
from tests.kinds import closed_forms as forms

import fourbar as fb
from fourbar.gltf import write_glb
from fourbar.robot import KINDS, JointType

from . import scene

_BASIS = np.eye(4)
_BASIS[:3, :3] = scene.TO_GLTF


def fixture() -> dict[str, Any]:
    """By joint type: documents of a joint and of a loop, and what they must do."""
    return {type: _kind(type) for type in KINDS}


def _kind(type: JointType) -> dict[str, Any]:
    free = fb.Joint("free", "floating", "base", "body")
    closed = [_free(type, share) for share in (0.0, 0.5, 1.0)]
    away = np.eye(4)
    away[:3, :3] = Rotation.from_rotvec([0.3, -0.2, 0.1]).as_matrix()
    away[:3, 3] = 0.1, 0.2, -0.1
    return {
        "joint": _document(_bare(forms.joint(type))),
        "samples": [_sample(type, share) for share in (0.25, 1.0)],
        "loop": _document(_bare(free, forms.loop(type))),
        "rows": forms.ROWS[type],
        "closed": [_dofs(T) for T in closed],
        "open": _dofs(closed[-1] @ away),
    }


def _bare(*parts: fb.Joint | fb.Loop) -> fb.Robot:
    robot = fb.Robot("kind", [fb.Link("base"), fb.Link("body")])
    for part in parts:
        robot = robot.add(part)
    return robot


def _document(robot: fb.Robot) -> Any:
    """The JSON of a file; without shapes it needs nothing else."""
    data = write_glb(robot, lossless=False, animations=False)
    (length,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + length])


def _positions(type: JointType, share: float) -> np.ndarray:
    """A share of the way to a position; orientations are the same for all."""
    positions = np.array(forms.POSITIONS[type])
    first = KINDS[type].orientation
    positions[: len(positions) if first is None else first] *= share
    return positions


def _sample(type: JointType, share: float) -> dict[str, Any]:
    q = _positions(type, share)
    first = KINDS[type].orientation
    values = (
        q if first is None else np.concatenate([q[:first], _angles(Rotation.from_quat(q[first:]))])
    )
    T = _BASIS @ forms.body_pose(type, q) @ _BASIS.T
    return {
        "values": {"joint": values.tolist()} if len(values) else {},
        "poses": {"body": T.T.ravel().tolist()},
    }


def _free(type: JointType, share: float) -> np.ndarray:
    """Where the free body is with the loop displaced by a share of its position."""
    loop = forms.loop(type)
    apart = forms.DISPLACEMENTS[type](_positions(type, share))
    before, after = forms.matrix(loop.predecessor_origin), forms.matrix(loop.successor_origin)
    return before @ apart @ np.linalg.inv(after)


def _dofs(T: np.ndarray) -> list[float]:
    return [*T[:3, 3].tolist(), *_angles(Rotation.from_matrix(T[:3, :3])).tolist()]


def _angles(rotation: Rotation) -> np.ndarray:
    """Of nested nodes, Rx Ry Rz."""
    return rotation.as_euler("XYZ")

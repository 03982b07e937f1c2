"""Animations of a file as positions of joints over time."""

from __future__ import annotations

from math import atan2, pi, tau
from typing import NamedTuple

from ...diagnostics import Report
from ...mechanics.tables import TrajectoryError
from ...spatial.rotation import Quaternion
from ...spatial.vector import Vector3, dot, unit
from ..findings import GltfFindings
from ..read.extension import DofRecord, JointRecord, read_models
from ..read.nodes import read_nodes
from ..read.open_document import open_document
from ..validation.animation import Animation, check_animations
from ..validation.keys import Keys
from ..validation.track import Track, track

_ROUNDING = 1e-6
"""[rad] Files hold rotations in single precision."""


class Replay(NamedTuple):
    """An animation: times [s], and by joint the values of its DOFs [rad or m] at each."""

    name: str
    times: tuple[float, ...]
    positions: dict[str, list[tuple[float, ...]]]


def replay(data: bytes, *, file: str, animation: str = "") -> Replay:
    """The animation of that name, or the first; joints that it does not move are absent.

    Turns are counted: between two keys a joint moves by less than half of one.
    """
    findings = GltfFindings(Report(), file)
    document = open_document(data, findings)
    nodes = None if document is None else read_nodes(document.root, findings)
    if document is None or nodes is None:
        raise TrajectoryError(f"'{file}' is not a glTF file that can be read")
    joints = [j for model in read_models(document.root, len(nodes), findings) for j in model.joints]
    moving = {node for joint in joints for node in joint.dof_nodes}
    keys = Keys(document)
    found = check_animations(document, nodes, moving, keys, findings)
    chosen = _chosen(found, animation, file)
    tracks: dict[int, list[Track]] = {}
    for channel in chosen.channels:
        made = track(channel, keys) if channel.node in moving else None
        if made is not None:
            tracks.setdefault(made.node, []).append(made)
    times = tuple(
        sorted({t for several in tracks.values() for each in several for t in each.times})
    )
    if not times:
        raise TrajectoryError(f"animation '{chosen.name}' of '{file}' moves no joint")
    moved = [joint for joint in joints if any(node in tracks for node in joint.dof_nodes)]
    return Replay(chosen.name, times, {j.name: _positions(j, tracks, times) for j in moved})


def _chosen(found: list[Animation], name: str, file: str) -> Animation:
    if not found:
        raise TrajectoryError(f"'{file}' has no animation")
    if not name:
        return found[0]
    for animation in found:
        if animation.name == name:
            return animation
    names = ", ".join(f"'{animation.name}'" for animation in found)
    raise TrajectoryError(f"unknown animation '{name}'; expected one of: {names}")


def _positions(
    joint: JointRecord, tracks: dict[int, list[Track]], times: tuple[float, ...]
) -> list[tuple[float, ...]]:
    columns = [
        _values(dof, tracks.get(node, []), times)
        for dof, node in zip(joint.dofs, joint.dof_nodes, strict=True)
    ]
    return list(zip(*columns, strict=True))


def _values(dof: DofRecord, tracks: list[Track], times: tuple[float, ...]) -> list[float]:
    turning = next((each for each in tracks if each.path == "rotation"), None)
    sliding = next((each for each in tracks if each.path == "translation"), None)
    if dof.motion == "translation":
        if sliding is None:
            return [dof.default] * len(times)
        return [dot(sliding.translation(t), unit(dof.axis)) for t in times]
    if turning is None:
        return [dof.default] * len(times)
    values: list[float] = []
    for time in times:
        angle = _angle(turning.rotation(time), dof.axis)
        values.append(_near(angle, values[-1]) if values else _first(angle, dof))
    return values


def _first(angle: float, dof: DofRecord) -> float:
    """The angle as it is written where it is one of the joint, or else the nearest to its rest."""
    lower = -pi if dof.lower is None else dof.lower
    upper = pi if dof.upper is None else dof.upper
    within = lower - _ROUNDING <= angle <= upper + _ROUNDING
    return angle if within else _near(angle, dof.default)


def _near(angle: float, other: float) -> float:
    return angle + tau * round((other - angle) / tau)


def _angle(rotation: Quaternion, axis: Vector3) -> float:
    x, y, z, w = rotation
    return 2.0 * atan2(dot((x, y, z), unit(axis)), w)

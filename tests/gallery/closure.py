"""Loop closure from the XML alone: a second opinion, in plain numpy, on the gallery's mechanisms.

Coordinates q, in document order of the joints: one per revolute, continuous or prismatic joint;
two angles per universal joint; (x, y, angle) per planar joint; a rotation vector per spherical
joint; a translation and a rotation vector per floating joint. Lengths in [m], angles in [rad].
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

SIZES = {
    "fixed": 0,
    "revolute": 1,
    "continuous": 1,
    "prismatic": 1,
    "universal": 2,
    "planar": 3,
    "spherical": 3,
    "floating": 6,
}


SIDES = ("predecessor", "successor")


class NotClosedError(Exception):
    """The mechanism could not be closed; the message says by how much."""


@dataclass(frozen=True)
class Frame:
    """A link and a fixed pose on it."""

    link: str
    T: np.ndarray


@dataclass(frozen=True)
class JointModel:
    name: str
    type: str
    predecessor: Frame
    successor: Frame
    axis: np.ndarray
    axis2: np.ndarray | None


@dataclass(frozen=True)
class Coupling:
    """sum(q over `left`) = ratio * sum(q over `right`) + offset, both given as joint names."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    ratio: float
    offset: float = 0.0


@dataclass(frozen=True)
class Mechanism:
    root: str
    joints: tuple[JointModel, ...]
    loops: tuple[JointModel, ...]
    couplings: tuple[Coupling, ...]
    independent: frozenset[str]
    columns: dict[str, slice] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return sum(SIZES[joint.type] for joint in self.joints)

    def indices(self, names: Iterable[str]) -> np.ndarray:
        """The columns of the named joints, in ascending order."""
        picked = [np.r_[self.columns[name]] for name in names]
        return np.sort(np.concatenate([np.zeros(0, dtype=int), *picked])).astype(int)


# ---------------------------------------------------------------- reading


def numbers(text: str | None, default: str) -> np.ndarray:
    return np.array((default if text is None else text).split(), dtype=float)


def pose(element: ET.Element | None) -> np.ndarray:
    """The 4x4 transform of an `<origin>` child; R = Rz(yaw) Ry(pitch) Rx(roll)."""
    T = np.eye(4)
    origin = None if element is None else element.find("origin")
    if origin is not None:
        T[:3, 3] = numbers(origin.get("xyz"), "0 0 0")
        roll, pitch, yaw = numbers(origin.get("rpy"), "0 0 0")
        x, y, z = np.eye(3)
        T[:3, :3] = rotation(z * yaw) @ rotation(y * pitch) @ rotation(x * roll)
    return T


def unit(element: ET.Element | None) -> np.ndarray | None:
    if element is None:
        return None
    vector = numbers(element.get("xyz"), "1 0 0")
    return vector / np.linalg.norm(vector)


def read(path: Path) -> Mechanism:
    robot = ET.parse(path).getroot()
    joints, mimics, independent = [], [], set()
    columns: dict[str, slice] = {}
    start = 0
    for element in robot.findall("joint"):
        name, kind = element.get("name", ""), element.get("type", "")
        joints.append(
            joint_model(element, Frame(link_of(element, "parent"), pose(element)), "child")
        )
        columns[name] = slice(start, start + SIZES[kind])
        start += SIZES[kind]
        if element.get("independent", "true") == "true":
            independent.add(name)
        mimic = element.find("mimic")
        if mimic is not None:
            ratio, offset = float(mimic.get("multiplier", "1")), float(mimic.get("offset", "0"))
            mimics.append(Coupling((name,), (mimic.get("joint", ""),), ratio, offset))
            independent.discard(name)
    loops = [
        joint_model(
            element,
            Frame(link_of(element, "predecessor"), pose(element.find("predecessor"))),
            "successor",
        )
        for element in robot.findall("loop")
    ]
    chains = {j.successor.link: (j.predecessor.link, j.name) for j in joints}
    couplings = [coupling(element, chains) for element in robot.findall("coupling")]
    links = [link.get("name", "") for link in robot.findall("link")]
    (root,) = [name for name in links if name not in chains]
    return Mechanism(
        root,
        tuple(joints),
        tuple(loops),
        (*couplings, *mimics),
        frozenset(name for name in independent if columns[name].start < columns[name].stop),
        columns,
    )


def link_of(element: ET.Element, side: str) -> str:
    found = element.find(side)
    assert found is not None, f"{element.tag} {element.get('name')} has no {side}"
    return found.get("link", "")


def joint_model(element: ET.Element, predecessor: Frame, side: str) -> JointModel:
    T = pose(element.find("successor")) if side == "successor" else np.eye(4)
    axis = unit(element.find("axis"))
    return JointModel(
        element.get("name", ""),
        element.get("type", ""),
        predecessor,
        Frame(link_of(element, side), T),
        np.array([1.0, 0.0, 0.0]) if axis is None else axis,
        unit(element.find("axis2")),
    )


def coupling(element: ET.Element, chains: dict[str, tuple[str, str]]) -> Coupling:
    """The joints from the nearest common ancestor down to each side, and the stated ratio."""
    predecessor, successor = (chain(link_of(element, side), chains) for side in SIDES)
    common = set(predecessor) & set(successor)
    left = tuple(name for name in predecessor if name not in common)
    right = tuple(name for name in successor if name not in common)
    ratio = element.find("ratio")
    assert ratio is not None
    if ratio.get("of") == "successor":
        left, right = right, left
    return Coupling(left, right, float(ratio.get("value", "")))


def chain(link: str, chains: dict[str, tuple[str, str]]) -> list[str]:
    names = []
    while link in chains:
        link, name = chains[link]
        names.append(name)
    return names


# ---------------------------------------------------------------- kinematics


def skew(v: np.ndarray) -> np.ndarray:
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def rotation(vector: np.ndarray) -> np.ndarray:
    """Rodrigues' formula for a rotation vector."""
    angle = np.linalg.norm(vector)
    if angle == 0.0:
        return np.eye(3)
    K = skew(vector / angle)
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def rotation_vector(R: np.ndarray) -> np.ndarray:
    """Inverse of `rotation` for angles below pi."""
    s = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2
    sine, cosine = np.linalg.norm(s), (np.trace(R) - 1) / 2
    return s if sine < 1e-12 else s / sine * np.arctan2(sine, cosine)


def across(axis: np.ndarray) -> np.ndarray:
    """Two unit vectors perpendicular to `axis` and to each other, as rows; (x, y) for z."""
    first = np.eye(3)[0] if abs(axis[0]) < 0.9 else np.eye(3)[1]
    first = first - axis * (axis @ first)
    first = first / np.linalg.norm(first)
    return np.stack([first, np.cross(axis, first)])


def motion(joint: JointModel, q: np.ndarray) -> np.ndarray:
    """The joint's own transform at its coordinates q."""
    T = np.eye(4)
    match joint.type:
        case "revolute" | "continuous":
            T[:3, :3] = rotation(joint.axis * q[0])
        case "prismatic":
            T[:3, 3] = joint.axis * q[0]
        case "universal":
            assert joint.axis2 is not None
            T[:3, :3] = rotation(joint.axis * q[0]) @ rotation(joint.axis2 * q[1])
        case "planar":
            T[:3, 3] = q[:2] @ across(joint.axis)
            T[:3, :3] = rotation(joint.axis * q[2])
        case "spherical":
            T[:3, :3] = rotation(q)
        case "floating":
            T[:3, 3] = q[:3]
            T[:3, :3] = rotation(q[3:])
    return T


def poses(mechanism: Mechanism, q: np.ndarray) -> dict[str, np.ndarray]:
    """T_root_link of every link."""
    T_root: dict[str, np.ndarray] = {mechanism.root: np.eye(4)}
    waiting = list(mechanism.joints)
    while waiting:
        for joint in [j for j in waiting if j.predecessor.link in T_root]:
            own = motion(joint, q[mechanism.columns[joint.name]])
            T_root[joint.successor.link] = (
                T_root[joint.predecessor.link] @ joint.predecessor.T @ own
            )
            waiting.remove(joint)
    return T_root


# ---------------------------------------------------------------- closing


def gap(loop: JointModel, T: np.ndarray) -> np.ndarray:
    """What the loop joint forbids of T, the successor's frame in the predecessor's."""
    R, p, a = T[:3, :3], T[:3, 3], loop.axis
    match loop.type:
        case "fixed":
            return np.concatenate([p, rotation_vector(R)])
        case "revolute" | "continuous":
            return np.concatenate([p, across(a) @ R @ a])
        case "prismatic":
            return np.concatenate([across(a) @ p, rotation_vector(R)])
        case "planar":
            return np.concatenate([[a @ p], across(a) @ R @ a])
        case "universal":
            assert loop.axis2 is not None
            return np.concatenate([p, [a @ R @ loop.axis2 - a @ loop.axis2]])
        case "spherical":
            return p
    return np.zeros(0)


def residual(mechanism: Mechanism, q: np.ndarray) -> np.ndarray:
    """phi(q): the gaps of all loops, then of all couplings and mimics."""
    T_root = poses(mechanism, q)
    rows = [np.zeros(0)]
    for loop in mechanism.loops:
        T_root_p = T_root[loop.predecessor.link] @ loop.predecessor.T
        T_root_s = T_root[loop.successor.link] @ loop.successor.T
        rows.append(gap(loop, np.linalg.inv(T_root_p) @ T_root_s))
    for c in mechanism.couplings:
        left, right = q[mechanism.indices(c.left)].sum(), q[mechanism.indices(c.right)].sum()
        rows.append(np.array([left - c.ratio * right - c.offset]))
    return np.concatenate(rows)


def jacobian(mechanism: Mechanism, q: np.ndarray, *, step: float = 1e-6) -> np.ndarray:
    """K by central differences; good to about 1e-9."""
    columns = []
    for i in range(mechanism.size):
        dq = np.zeros(mechanism.size)
        dq[i] = step
        columns.append((residual(mechanism, q + dq) - residual(mechanism, q - dq)) / (2 * step))
    return np.stack(columns, axis=1) if columns else np.zeros((0, 0))


def rank(K: np.ndarray) -> int:
    """Singular values above 1e-6 of the largest; ours fall either above 1e-3 or below 1e-8."""
    if K.size == 0:
        return 0
    values = np.linalg.svd(K, compute_uv=False)
    return int((values > 1e-6 * values[0]).sum())


def close(
    mechanism: Mechanism, q: np.ndarray, *, held: Iterable[str] = (), tolerance: float = 1e-12
) -> np.ndarray:
    """Gauss-Newton on phi from q, with the joints named in `held` left where they are."""
    q = q.copy()
    free = np.setdiff1d(np.arange(mechanism.size), mechanism.indices(held))
    for _ in range(30):
        phi = residual(mechanism, q)
        if np.abs(phi).max(initial=0.0) < tolerance:
            return q
        step = np.linalg.lstsq(jacobian(mechanism, q)[:, free], -phi, rcond=1e-7)[0]
        q[free] += step
    raise NotClosedError(f"open by {np.abs(residual(mechanism, q)).max():.3g}")

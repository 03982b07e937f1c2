"""Motors behind transmissions: what velocities and efforts of joints are at the motors.

Positions decide: joints turn by v = B w where motors turn by w, and power that is neither lost nor
made asks for efforts B^T tau at the motors. Efforts are never written down a second time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..robot import RawAttribute, RawElement
from .error import ModelError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..robot import Transmission, TransmissionEnd
    from .model import Model


class Motors(NamedTuple):
    """Motors, and how they turn the joints.

    Attributes
    ----------
    names
        Of actuators; of the joint, where a drive is not from a transmission.
    B
        v = B w for velocities w of motors, (nv, motors); rows of joints without a motor are zero.
    C
        w = C v, (motors, nv): C B = 1.
    """

    names: tuple[str, ...]
    B: NDArray[np.float64]
    C: NDArray[np.float64]

    def efforts(self, tau: ArrayLike) -> NDArray[np.float64]:
        """Efforts at motors [N m or N], (..., motors), for those at joints, (..., nv)."""
        return np.asarray(tau, dtype=np.float64) @ self.B

    def velocities(self, v: ArrayLike) -> NDArray[np.float64]:
        """Velocities of motors [rad/s or m/s], (..., motors), for those of joints, (..., nv)."""
        return np.asarray(v, dtype=np.float64) @ self.C.T


def motors(model: Model) -> Motors:
    """The motors of a model, behind simple, differential and four-bar transmissions.

    `DifferentialTransmission` and `FourBarLinkageTransmission` are those of ros_control, with two
    actuators and two joints each, in the order of their roles where these are written. Drives that
    are not from transmissions have a motor each, behind their `reduction`.
    """
    reductions = {drive.joint: drive.reduction for drive in model.drives}
    waiting = set(reductions)
    parts: list[tuple[tuple[str, ...], list[int], NDArray[np.float64]]] = []
    chosen = model._drives is not None  # pyright: ignore[reportPrivateUsage]
    for transmission in () if chosen else model.robot.transmissions:
        own = {end.name for end in transmission.joints}
        if not own <= waiting:
            continue
        waiting -= own
        columns = [_column(model, transmission, end) for end in transmission.joints]
        names, matrix = _map(transmission, reductions)
        parts.append((names, columns, matrix))
    for drive in model.drives:
        if drive.joint not in waiting:
            continue
        if drive.reduction == 0.0:
            raise ModelError(f"the reduction of the drive at {drive.joint!r} must not be 0")
        slot = model.joint(drive.joint)
        columns = list(range(slot.v.start, slot.v.stop))
        parts.append(
            ((drive.joint,) * slot.nv, columns, np.diag([1.0 / drive.reduction] * slot.nv))
        )
    names = tuple(name for part in parts for name in part[0])
    B, C = np.zeros((model.nv, len(names))), np.zeros((len(names), model.nv))
    first = 0
    for own, columns, matrix in parts:
        places = list(range(first, first + len(own)))
        B[np.ix_(columns, places)] = matrix
        C[np.ix_(places, columns)] = np.linalg.inv(matrix)
        first += len(own)
    return Motors(names, B, C)


def _column(model: Model, transmission: Transmission, end: TransmissionEnd) -> int:
    slot = model.joint(end.name)
    if slot.nv != 1:
        raise ModelError(
            f"transmission {transmission.name!r} drives joint {end.name!r}, "
            f"which has {slot.nv} velocities"
        )
    return slot.v.start


def _map(
    transmission: Transmission, reductions: Mapping[str, float]
) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """Names of actuators, and the joints' velocities per theirs, in the order of the joints."""
    kind = transmission.type.rpartition("/")[2]
    if kind not in ("DifferentialTransmission", "FourBarLinkageTransmission"):
        return _simple(transmission, reductions)
    if len(transmission.joints) != 2 or len(transmission.actuators) != 2:
        raise ModelError(
            f"transmission {transmission.name!r} is a {kind} and must have two joints and two "
            f"actuators, got {len(transmission.joints)} and {len(transmission.actuators)}"
        )
    joint_order = _order(transmission, transmission.joints, "joint")
    motor_order = _order(transmission, transmission.actuators, "actuator")
    j1, j2 = (_reduction(transmission, transmission.joints[k]) for k in joint_order)
    a1, a2 = (_reduction(transmission, transmission.actuators[k]) for k in motor_order)
    if kind == "DifferentialTransmission":
        by_role = np.array(
            [[0.5 / (a1 * j1), 0.5 / (a2 * j1)], [0.5 / (a1 * j2), -0.5 / (a2 * j2)]]
        )
    else:
        by_role = np.array([[1.0 / (j1 * a1), 0.0], [-1.0 / (j1 * a1 * j2), 1.0 / (a2 * j2)]])
    matrix = np.empty((2, 2))
    matrix[np.ix_(joint_order, motor_order)] = by_role
    return tuple(end.name for end in transmission.actuators), matrix


def _simple(
    transmission: Transmission, reductions: Mapping[str, float]
) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """One actuator per joint, each behind the reduction of its drive."""
    ends = transmission.joints
    if len(transmission.actuators) not in (0, len(ends)):
        raise ModelError(
            f"transmission {transmission.name!r} has {len(ends)} joints and "
            f"{len(transmission.actuators)} actuators; only differential and four-bar linkage "
            "transmissions mix them"
        )
    rates = [1.0 / _nonzero(transmission, reductions[end.name]) for end in ends]
    return tuple(end.name for end in transmission.actuators or ends), np.diag(rates)


def _reduction(transmission: Transmission, end: TransmissionEnd) -> float:
    reduction = end.mechanical_reduction
    return _nonzero(transmission, 1.0 if reduction is None else reduction)


def _nonzero(transmission: Transmission, reduction: float) -> float:
    if reduction == 0.0 or not np.isfinite(reduction):
        raise ModelError(
            f"transmission {transmission.name!r} has a reduction of {reduction:g}; "
            "expected a number other than 0"
        )
    return reduction


def _order(transmission: Transmission, ends: tuple[TransmissionEnd, ...], word: str) -> list[int]:
    """The places of `joint1` and `joint2`, or of the actuators; as written without roles."""
    roles = [_role(end) for end in ends]
    if not any(roles):
        return [0, 1]
    wanted = [f"{word}1", f"{word}2"]
    if sorted(roles) != wanted:
        raise ModelError(
            f"transmission {transmission.name!r} has roles {', '.join(map(repr, roles))}; "
            f"expected {wanted[0]!r} and {wanted[1]!r}"
        )
    return [roles.index(role) for role in wanted]


def _role(end: TransmissionEnd) -> str:
    for extra in end.extra:
        if isinstance(extra, RawAttribute) and extra.name == "role":
            return extra.value.strip()
        if isinstance(extra, RawElement) and extra.tag == "role":
            return extra.xml.partition(">")[2].partition("<")[0].strip()
    return ""

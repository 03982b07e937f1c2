"""Which joints have a drive."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..record import record
from ..robot import RawElement
from .error import ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..robot import ControlComponent, JointKind, Ros2Control, TransmissionEnd
    from .model import Model

_JOINT = re.compile(
    r"""<joint\b[^>]*?\bname\s*=\s*["']([^"']*)["'][^>]*?(?<!/)>(.*?)</joint\s*>""", re.DOTALL
)
_REDUCTION = re.compile(r"<mechanical_reduction\s*>\s*([^<]*?)\s*<")
_VALUE = re.compile(r"""\bvalue\s*=\s*["']([^"']*)["']""")


@record
class Drive:
    """A motor at a joint.

    `reduction` is turns of the motor per turn of the joint, `rotor_inertia` that of the motor's own
    shaft [kg m^2]: the joint feels rotor_inertia * reduction**2. `effort` [N m or N] and `velocity`
    [rad/s or m/s] are limits at the joint; None is what the description says.
    """

    joint: str
    reduction: float = 1.0
    rotor_inertia: float = 0.0
    effort: float | None = None
    velocity: float | None = None

    @property
    def armature(self) -> float:
        """What the rotor adds to the joint's inertia [kg m^2 or kg]."""
        return self.rotor_inertia * self.reduction**2


def checked_drives(model: Model, drives: Iterable[str | Drive]) -> tuple[Drive, ...]:
    """Drives at moving joints, each joint once."""
    found: dict[str, Drive] = {}
    for given in [drives] if isinstance(drives, str) else drives:
        drive = Drive(given) if isinstance(given, str) else given
        model.joint(drive.joint)
        if drive.joint in found:
            raise ModelError(f"duplicate drive at joint {drive.joint!r}")
        for name, value in (("reduction", drive.reduction), ("rotor_inertia", drive.rotor_inertia)):
            if not np.isfinite(value):
                raise ModelError(f"the {name} of the drive at {drive.joint!r} is not finite")
        if drive.reduction == 0.0:
            raise ModelError(
                f"the reduction of the drive at {drive.joint!r} must not be 0: it is turns of the "
                "motor per turn of the joint, 1 without a gear"
            )
        if drive.rotor_inertia < 0.0:
            raise ModelError(
                f"the rotor inertia of the drive at {drive.joint!r} must not be negative, "
                f"got {drive.rotor_inertia}"
            )
        for name, limit in (("effort", drive.effort), ("velocity", drive.velocity)):
            if limit is not None and not limit >= 0.0:
                raise ModelError(
                    f"the {name} limit of the drive at {drive.joint!r} must not be negative, "
                    f"got {limit}"
                )
        found[drive.joint] = drive
    return tuple(found.values())


def find_drives(model: Model) -> tuple[Drive, ...]:
    """The drives of a description: transmissions, else ros2_control, else independent joints.

    Joints that mimic others have none, and neither has a root that floats or rolls on a plane.
    """
    passive = {follower.joint for follower in model.followers}
    for source in (_of_transmissions, _of_ros2_control):
        drives: dict[str, Drive] = {}
        for drive in source(model):
            drives[drive.joint] = _merged(model, drives.get(drive.joint, drive), drive)
        drives = {name: d for name, d in drives.items() if name in model.joints}
        drives = {name: d for name, d in drives.items() if name not in passive}
        if drives:
            return tuple(drives[name] for name in model.joints if name in drives)
    independent = set(range(model.nv)) if not model.loops.blocks else set(model.chart.v.tolist())
    root = model.robot.root.name
    return tuple(
        Drive(name)
        for name, slot in model.joints.items()
        if independent >= set(range(slot.v.start, slot.v.stop))
        and not (model.robot.joints[name].parent == root and _carries(slot.kind))
    )


def _merged(model: Model, first: Drive, other: Drive) -> Drive:
    """One drive where a joint is described twice, with the tighter limits; its gear must be one."""
    gears = [(drive.reduction, drive.rotor_inertia) for drive in (first, other)]
    if gears[0] != gears[1]:
        raise ModelError(
            f"joint {first.joint!r} of {model.name!r} has two transmissions that differ, with "
            f"reductions {first.reduction:g} and {other.reduction:g} and rotor inertias "
            f"{first.rotor_inertia:g} and {other.rotor_inertia:g}; correct them, or give the "
            f"drives yourself: drives=[fb.Drive({first.joint!r}, reduction=...)], or "
            f"--drives {first.joint} for none"
        )
    efforts = [drive.effort for drive in (first, other) if drive.effort is not None]
    speeds = [drive.velocity for drive in (first, other) if drive.velocity is not None]
    return Drive(
        first.joint,
        *gears[0],
        effort=min(efforts, default=None),
        velocity=min(speeds, default=None),
    )


def _carries(kind: JointKind) -> bool:
    """Whether a whole robot moves so: by rotors, legs or wheels, and not by a motor there."""
    return kind.free or kind.spans_plane


def check_limits(model: Model) -> None:
    """Raise ModelError where a joint may give a negative effort or velocity at most."""
    for what, limits in (("effort", model.effort_limit), ("velocity", model.velocity_limit)):
        for name, slot in model.joints.items() if (limits < 0.0).any() else ():
            if (limits[slot.v] < 0.0).any():
                raise ModelError(
                    f"joint {name!r} of {model.name!r} has a negative {what} limit, "
                    f"{float(limits[slot.v].min()):g}, which nothing can keep; correct its <limit>"
                )


def drive_columns(model: Model, drives: Iterable[Drive]) -> NDArray[np.int64]:
    """The entries of v that drives act on, in their order."""
    columns = [np.r_[model.joint(drive.joint).v] for drive in drives]
    return np.concatenate([np.zeros(0, dtype=np.int64), *columns]).astype(np.int64)


def _of_transmissions(model: Model) -> Iterator[Drive]:
    for transmission in model.robot.transmissions:
        for number, end in enumerate(transmission.joints):
            actuator = None
            if len(transmission.actuators) == len(transmission.joints):
                actuator = transmission.actuators[number]
            reductions = (
                None if actuator is None else actuator.mechanical_reduction,
                end.mechanical_reduction,
                transmission.mechanical_reduction,
            )
            reduction = next((r for r in reductions if r is not None), 1.0)
            yield _with_rotor(Drive(end.name, reduction), actuator)


def _with_rotor(drive: Drive, actuator: TransmissionEnd | None) -> Drive:
    """With Drake's `drake:rotor_inertia` and `drake:gear_ratio`, which Drake reads in actuators."""
    values = dict(drake_values(actuator))
    if not values:
        return drive
    return Drive(
        drive.joint, values.get("gear_ratio", drive.reduction), values.get("rotor_inertia", 0.0)
    )


def drake_values(actuator: TransmissionEnd | None) -> Iterator[tuple[str, float]]:
    """The values of `drake:rotor_inertia` and `drake:gear_ratio` of an actuator, by these names."""
    for extra in () if actuator is None else actuator.extra:
        if not isinstance(extra, RawElement):
            continue
        prefix, _, name = extra.tag.partition(":")
        if prefix != "drake" or name not in ("rotor_inertia", "gear_ratio"):
            continue
        found = _VALUE.search(extra.xml)
        try:
            yield name, float(found[1] if found else "")
        except ValueError:
            where = "" if actuator is None else f" of actuator {actuator.name!r}"
            raise ModelError(f"{extra.tag}{where} has no number as its value") from None


def _of_ros2_control(model: Model) -> Iterator[Drive]:
    for block in model.robot.ros2_control:
        reductions = dict(_simple_reductions(block))
        for component in block.components:
            if component.kind != "joint" or not component.command_interfaces:
                continue
            if component.name not in model.joints:
                continue
            slot = model.joint(component.name)
            yield Drive(
                component.name,
                reductions.get(component.name, 1.0),
                effort=_bound(component, "effort", model.effort_limit[slot.v]),
                velocity=_bound(component, "velocity", model.velocity_limit[slot.v]),
            )


def _bound(component: ControlComponent, name: str, joint: NDArray[np.float64]) -> float | None:
    """What a command interface allows where that is less than the joint's own limit."""
    bounds = [
        abs(_number(parameter.value, f"{parameter.name} of {name} of joint {component.name!r}"))
        for interface in component.command_interfaces
        if interface.name == name
        for parameter in interface.parameters
        if parameter.name in ("min", "max") and parameter.value.strip()
    ]
    least = min(bounds, default=np.inf)
    return float(least) if least < float(joint.min(initial=np.inf)) else None


def _simple_reductions(block: Ros2Control) -> Iterator[tuple[str, float]]:
    """The reductions of simple transmissions in a `<ros2_control>` block, by joint.

    Differential and four-bar ones mix motors: those are read where they are children of the robot.
    """
    for extra in block.extra:
        if not isinstance(extra, RawElement) or extra.tag != "transmission":
            continue
        if "SimpleTransmission" not in extra.xml:
            continue
        for joint in _JOINT.finditer(extra.xml):
            found = _REDUCTION.search(joint[2])
            if found:
                where = f"mechanical_reduction of joint {joint[1]!r} in ros2_control"
                yield joint[1], _number(found[1], where)


def _number(text: str, where: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ModelError(f"{where} is {text!r}, not a number") from None

"""Actuators of joints as transmissions, and what they bound and add at their joints."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any

from ...robot import Transmission, TransmissionEnd
from ...transfer.missing import Missing, Place
from ...transfer.naming import Names
from .compiled import CompiledFile
from .others import GAINS, NO_JOINT, STATES

_SIMPLE = "transmission_interface/SimpleTransmission"
_INTERFACES = {
    "motor": "hardware_interface/EffortJointInterface",
    "position": "hardware_interface/PositionJointInterface",
    "velocity": "hardware_interface/VelocityJointInterface",
}


class Actuators:
    """The actuators of a compiled file by the joint that they move; others are counted."""

    def __init__(self, file: CompiledFile, missing: Missing) -> None:
        self._file = file
        self._model = file.model
        self._of: dict[int, list[int]] = {}
        kinds, scalar = file.mj.mjtTrn, _scalar_joints(file)
        joints = (int(kinds.mjTRN_JOINT), int(kinds.mjTRN_JOINTINPARENT))
        for number in range(int(self._model.nactuator)):
            joint = int(self._model.actuator_trnid[number][0])
            moves = int(self._model.actuator_trntype[number]) in joints and joint in scalar
            if not moves or not self._gear(number):
                missing.add(NO_JOINT, self._place(number))
                continue
            self._of.setdefault(joint, []).append(number)
            if self._is_plain(number):
                if self._kind(number) != "motor":
                    missing.add(GAINS, self._place(number))
            else:
                missing.add(STATES, self._place(number))

    def effort(self, joint: int) -> float:
        """The largest effort [N m or N] that all actuators of a joint have there; inf for any."""
        return max(map(abs, self._efforts(joint)))

    def velocity(self, joint: int) -> float:
        """The largest velocity [rad/s or m/s] that can be asked for at a joint; inf for any."""
        return max(map(self._fastest, self._of.get(joint, ())), default=inf)

    def added(self, what: str, joint: int) -> float:
        """The `armature` or `damping` that the actuators of a joint add to its own."""
        values: Any = getattr(self._model, f"actuator_{what}")
        return sum(self._gear(k) ** 2 * float(values[k]) for k in self._of.get(joint, ()))

    def asymmetric(self, joint: int) -> bool:
        """Whether the actuators of a joint push harder than they pull."""
        low, high = self._efforts(joint)
        return low != -high

    def transmissions(self, joints: dict[int, str], known: Iterable[str]) -> list[Transmission]:
        """A transmission per actuator, with the gear as its reduction, in the order of the file."""
        there = set(known)
        names = Names()
        at = {number: joints[joint] for joint, own in self._of.items() for number in own}
        found: list[Transmission] = []
        for number in sorted(at):
            if at[number] not in there:
                continue
            interfaces = (_INTERFACES[self._kind(number)],)
            name = names.give(str(self._model.actuator(number).name) or f"{at[number]}_actuator")
            gear = self._gear(number)
            motor = TransmissionEnd(name, interfaces, None if gear == 1.0 else gear)
            end = TransmissionEnd(at[number], interfaces)
            found.append(Transmission(name, _SIMPLE, (end,), (motor,)))
        return found

    def _place(self, number: int) -> Place:
        return lambda: self._file.place("actuators", number)

    def _gear(self, number: int) -> float:
        return float(self._model.actuator_gear[int(self._model.actuator_outadr[number])][0])

    def _kind(self, number: int) -> str:
        """What is asked of an actuator: an effort, a position or a velocity."""
        if int(self._model.actuator_biastype[number]) != int(self._file.mj.mjtBias.mjBIAS_AFFINE):
            return "motor"
        _, by_position, by_velocity = (float(b) for b in self._model.actuator_biasprm[number][:3])
        if by_position:
            return "position"
        return "velocity" if by_velocity else "motor"

    def _is_plain(self, number: int) -> bool:
        """Whether its force is a constant times what is asked, less one times what is."""
        mj, model = self._file.mj, self._model
        return (
            int(model.actuator_dyntype[number]) == int(mj.mjtDyn.mjDYN_NONE)
            and int(model.actuator_gaintype[number]) == int(mj.mjtGain.mjGAIN_FIXED)
            and int(model.actuator_biastype[number])
            in (int(mj.mjtBias.mjBIAS_NONE), int(mj.mjtBias.mjBIAS_AFFINE))
        )

    def _range(self, what: str, number: int) -> tuple[float, float]:
        """What bounds the control or the force of an actuator; none at all where nothing does."""
        at = int(self._model.actuator_ctrladr[number]) if what == "ctrl" else number
        if not getattr(self._model, f"actuator_{what}limited")[at]:
            return -inf, inf
        low, high = (float(b) for b in getattr(self._model, f"actuator_{what}range")[at])
        return low, high

    def _efforts(self, joint: int) -> tuple[float, float]:
        """The least and the largest effort that all actuators of a joint have there."""
        numbers = self._of.get(joint, ())
        if not numbers:
            return -inf, inf
        lows, highs = zip(*map(self._at_joint, numbers), strict=True)
        return sum(lows), sum(highs)

    def _at_joint(self, number: int) -> tuple[float, float]:
        """The least and the largest effort of an actuator at its joint."""
        low, high = self._range("force", number)
        if self._is_plain(number) and self._kind(number) == "motor":
            ends = self._pushes(number)
            low, high = (min(max(low, end), high) for end in (min(ends), max(ends)))
        gear = self._gear(number)
        return (gear * low, gear * high) if gear > 0.0 else (gear * high, gear * low)

    def _pushes(self, number: int, per: float = 1.0) -> tuple[float, float]:
        """What an actuator at rest pushes with, at both ends of what can be asked of it.

        `per` something: divided first, so that of equal gains not a bit of the control is lost.
        """
        gain = float(self._model.actuator_gainprm[number][0]) / per
        affine = int(self._file.mj.mjtBias.mjBIAS_AFFINE)
        biased = int(self._model.actuator_biastype[number]) == affine
        bias = float(self._model.actuator_biasprm[number][0]) / per if biased else 0.0
        low, high = self._range("ctrl", number)
        return (bias + gain * low, bias + gain * high) if gain else (bias, bias)

    def _fastest(self, number: int) -> float:
        """The velocity at which an actuator that holds velocities stops pushing."""
        fixed = int(self._file.mj.mjtGain.mjGAIN_FIXED)
        constant = int(self._model.actuator_gaintype[number]) == fixed
        if self._kind(number) != "velocity" or not constant:
            return inf
        pushes = self._pushes(number, per=float(self._model.actuator_biasprm[number][2]))
        return max(map(abs, pushes)) / abs(self._gear(number))


def _scalar_joints(file: CompiledFile) -> set[int]:
    kinds = file.mj.mjtJoint
    scalar = (int(kinds.mjJNT_HINGE), int(kinds.mjJNT_SLIDE))
    return {k for k in range(int(file.model.njnt)) if int(file.model.jnt_type[k]) in scalar}

"""What a stage measures in: its lengths and masses, and all that is made of them.

A drive's largest force is mass * length / s^2 where it slides and mass * length^2 / s^2 where it
turns, a damping is one of them per velocity, and an armature one of them per acceleration.
"""

from __future__ import annotations

from math import radians

from ...record import record


@record
class Units:
    """Metres and kilograms per unit of the stage, and radians per angle of MuJoCo's schemas."""

    metres: float = 1.0
    kilograms: float = 1.0
    mujoco_angle: float = radians(1.0)

    def position(self, *, turned: bool) -> float:
        """[rad or m] Of an angle in degrees or of a length; also of those per second."""
        return radians(1.0) if turned else self.metres

    def mujoco(self, *, turned: bool) -> float:
        """[rad or m] Of an angle or a length in attributes of MuJoCo's schemas."""
        return self.mujoco_angle if turned else self.metres

    def stiffness(self, *, turned: bool) -> float:
        """[N m/rad or N/m] Of an effort per position, where angles are in radians."""
        return self.effort(turned=turned) / (1.0 if turned else self.metres)

    def effort(self, *, turned: bool) -> float:
        """[N m or N] Of a torque or a force: also of friction."""
        return self.inertia(turned=turned) * (1.0 if turned else self.metres)

    def damping(self, *, turned: bool) -> float:
        """[N m s/rad or N s/m] Of an effort per velocity, where angles are in degrees."""
        return self.effort(turned=turned) / self.position(turned=turned)

    def inertia(self, *, turned: bool) -> float:
        """[kg m^2 or kg] Of what resists acceleration."""
        return self.kilograms * (self.metres**2 if turned else 1.0)

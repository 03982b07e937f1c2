"""What bodies weigh: what a file gives, and what UsdPhysics takes from shapes where it does not.

A collider weighs its own mass, or its volume times the density of itself, its body, its material,
or 1000 kg/m^3, the first of these that is given. A body has the mass, centre and inertia that it
states; what it leaves out is that of its colliders.
"""

from __future__ import annotations

from math import isfinite
from typing import Any

from ...diagnostics import Report
from ...record import replace
from ...robot import Inertia, Inertial, Link, Pose, Robot
from ...robot.tensor import Body, scaled
from ...shapes.measure import Measurer
from ...shapes.weighing import WATER, weigh_collisions
from ..bodies import MASSLESS
from ..library import Library, pose_of
from .missing import MissingPrims
from .placing import Placing, quaternion, written

_FAR = 1e9
"""[m] A centre of mass beyond this, minus infinity by default, is not given."""


class ReadMasses:
    """Asks the prims of a stage what they weigh."""

    def __init__(self, usd: Library, stage: Any, placing: Placing, missing: MissingPrims) -> None:
        self._usd = usd
        self._placing = placing
        self._missing = missing
        self._kilograms = float(usd.UsdPhysics.GetStageKilogramsPerUnit(stage))

    def weighed(
        self, robot: Robot, bodies: dict[str, Any], colliders: dict[str, list[Any]]
    ) -> Robot:
        """The robot with inertials; `colliders` are the prims of the links' collisions in order."""
        measurer: Measurer | None = None
        found: list[Link] = []
        for name, prim in bodies.items():
            if not prim.HasAPI(self._usd.UsdPhysics.RigidBodyAPI) or prim.HasAttribute(MASSLESS):
                continue
            link = robot.links[name]
            mass, centre, stated = self._stated(prim)
            if mass and centre and stated:
                inertial = stated
            else:
                measurer = measurer or Measurer(robot, report=Report())
                body = self._of_shapes(measurer, link, prim, colliders.get(name, []))
                inertial = self._completed(prim, mass, centre, stated, body)
            if inertial is not None:
                found.append(replace(link, inertial=inertial))
        return robot.update(*found) if found else robot

    def _stated(self, prim: Any) -> tuple[float, bool, Inertial | None]:
        """The mass [kg], whether the centre is given, and with an inertia all of it."""
        usd = self._usd
        if not prim.HasAPI(usd.UsdPhysics.MassAPI):
            return 0.0, False, None
        api = usd.UsdPhysics.MassAPI(prim)
        mass = written(float(api.GetMassAttr().Get() or 0.0)) * self._kilograms
        centre = [written(float(c)) for c in api.GetCenterOfMassAttr().Get()]
        given = all(abs(c) < _FAR for c in centre)
        stretch = self._placing.of(prim).stretch
        x, y, z = (
            sum(a * b for a, b in zip(row, centre, strict=True)) if given else 0.0
            for row in stretch
        )
        unit = self._kilograms * self._placing.metres**2
        moments = [unit * written(float(c)) for c in api.GetDiagonalInertiaAttr().Get()]
        if not any(moments):  # zero stands for unknown
            return mass, given, None
        turn = quaternion(api.GetPrincipalAxesAttr().Get())
        return mass, given, Inertial(mass, Inertia(*moments), pose_of(((x, y, z), turn)))

    def _of_shapes(
        self, measurer: Measurer, link: Link, prim: Any, colliders: list[Any]
    ) -> Body | None:
        """What the colliders of a body weigh together."""

        def density_of(number: int, volume: float) -> float:
            mass = self._value(colliders[number], "physics:mass") * self._kilograms
            return mass / volume if mass > 0.0 else self._density(colliders[number], prim)

        return weigh_collisions(measurer, link, density_of)

    def _density(self, collider: Any, body: Any) -> float:
        """Of a collider [kg/m^3]."""
        unit = self._kilograms / self._placing.metres**3
        for prim in (collider, body, *self._materials(collider)):
            value = self._value(prim, "physics:density") * unit
            if value > 0.0:
                return value
        return WATER

    def _materials(self, collider: Any) -> list[Any]:
        """The material of a collider, physical before visible."""
        shade = self._usd.UsdShade.MaterialBindingAPI(collider)
        bound = (shade.ComputeBoundMaterial(purpose)[0] for purpose in ("physics", ""))
        return [material.GetPrim() for material in bound if material]

    def _value(self, prim: Any, name: str) -> float:
        attribute = prim.GetAttribute(name)
        value = attribute.Get() if attribute else None
        return 0.0 if value is None or not isfinite(value) else max(float(value), 0.0)

    def _completed(
        self, prim: Any, mass: float, centre: bool, stated: Inertial | None, body: Body | None
    ) -> Inertial | None:
        """What is stated, with what the colliders give in place of the rest."""
        if body is None:
            if mass <= 0.0:
                self._missing.add("bodies without mass and shapes", prim)
                return None
            if stated is None:
                self._missing.add("inertias that are not given, of bodies without shapes", prim)
            return stated or Inertial(mass)
        total = mass if mass > 0.0 else body.mass
        if stated is not None:
            origin = stated.origin if centre else Pose(body.center, stated.origin.rpy)
            return replace(stated, mass=total, origin=origin)
        tensor = scaled(body.tensor, total / body.mass)
        return Inertial(total, Inertia(*tensor), Pose(body.center))

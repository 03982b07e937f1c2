"""Inertials that SDFormat computes from the collisions of a link: `<inertial auto="true">`."""

from __future__ import annotations

from ..diagnostics import Report
from ..record import replace
from ..robot import Inertia, Inertial, Link, Pose, Robot
from ..robot.tensor import scaled
from ..shapes.measure import Measurer
from ..shapes.weighing import WATER, weigh_collisions
from ..transfer.missing import Missing
from ..xml.tree import Element
from .models import SdfModel, child_of
from .read_motion import number

UNKNOWN = "automatic inertials of links without collisions that have a volume"


def is_automatic(inertial: Element) -> bool:
    """Whether an `<inertial>` is computed from collisions."""
    return inertial.attributes.get("auto", "") in ("true", "1")


class AutomaticInertials:
    """Links whose inertials are computed once the robot is there, and what they are made of."""

    def __init__(self) -> None:
        self._links: dict[str, tuple[SdfModel, Element, tuple[Element, ...]]] = {}

    def add(
        self, link: str, model: SdfModel, inertial: Element, collisions: tuple[Element, ...]
    ) -> None:
        """One more; `collisions` are the elements of the link's collisions in order."""
        self._links[link] = (model, inertial, collisions)

    def weighed(self, robot: Robot, missing: Missing) -> Robot:
        """The robot with these inertials.

        A collision has the density that it states, else that of the `<inertial>`, else that of
        water. A mass that the `<inertial>` states scales all of it.
        """
        if not self._links:
            return robot
        measurer = Measurer(robot, report=Report())
        done: list[Link] = []
        for name, (model, inertial, collisions) in self._links.items():
            link = robot.links[name]
            common = number(model, inertial, "density", WATER)
            densities = [number(model, each, "density", common) for each in collisions]
            body = weigh_collisions(measurer, link, lambda k, _, d=densities: d[k])
            if body is None:
                missing.add(UNKNOWN, model.place(inertial))
                continue
            given = child_of(inertial, "mass")
            mass = body.mass if given is None else number(model, inertial, "mass", body.mass)
            tensor = scaled(body.tensor, mass / body.mass)
            done.append(replace(link, inertial=Inertial(mass, Inertia(*tensor), Pose(body.center))))
        return robot.update(*done) if done else robot

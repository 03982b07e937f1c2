"""Links as rigid bodies, flat below the robot; what weighs nothing and is fixed is a frame."""

from __future__ import annotations

from typing import Any

from ..numerics import TRANSFER_LEAST_INERTIA, TRANSFER_LIGHT_INERTIA, TRANSFER_LIGHT_MASS
from ..robot import Inertial, Link, Robot
from ..spatial.frame import Frame
from ..spatial.rotation import product, quaternion_of_matrix, quaternion_of_rpy
from ..spatial.symmetric import eigen_symmetric
from ..transfer.base import WORLD
from ..transfer.inertia import tensor_of
from ..transfer.naming import Names
from .layer import Layer
from .library import frame_of, to_quaternion

JOINT = "fourbar:joint"
"""On a frame: the fixed joint that holds it. On a body that is free: its floating joint."""
MASSLESS = "fourbar:massless"
"""On a body without mass, which has next to none in the file: zero means unknown."""
RESERVED = ("joints", "looks", "surfaces")


class Bodies:
    """Puts links into a layer.

    Attributes
    ----------
    prims
        The prim of each link.
    light
        The links whose mass or inertia USD would take for unknown, and that weigh next to nothing.
    """

    def __init__(self, layer: Layer, root: str, robot: Robot) -> None:
        self.prims: dict[str, Any] = {}
        self.light: list[str] = []
        self.names = Names(RESERVED, own=robot.links.names, accept=identifier)
        self._layer = layer
        self._root = root
        self._robot = robot

    def add(self, link: Link, T_world_link: Frame) -> None:
        """One link, where the file shows it; its parent is there already."""
        robot, layer = self._robot, self._layer
        joint = next(iter(robot.parent_joints.get(link.name, ())), None)
        name = self.names.give(link.name)
        place, above = T_world_link, self._root
        body = self.is_body(link)
        if not body and joint is not None:
            above = self.path(joint.parent)
            place = frame_of(joint.origin)
        prim = layer.define(f"{above}/{name}", "Xform")
        self.prims[link.name] = prim
        layer.put(prim, place)
        if name != link.name:
            prim.SetInfo("displayName", link.name)
        if joint is not None and (not body or joint.kind.free):
            layer.set(prim, JOINT, "String", joint.name, custom=True)
        elif joint is None:
            layer.set(prim, JOINT, "String", "", custom=True)
        if body:
            layer.apply(prim, "PhysicsRigidBodyAPI")
            self._weigh(prim, link)

    def path(self, link: str) -> str:
        """The path of a link's prim."""
        return str(self.prims[link].path)

    def is_body(self, link: Link) -> bool:
        """Whether a link moves by itself or has mass; others are frames of what holds them."""
        if link is self._robot.root:  # what joints are on has to be a body for Newton
            return link.name != WORLD
        joints = self._robot.parent_joints.get(link.name, ())
        heavy = link.inertial is not None and link.inertial.mass > 0.0
        return heavy or any(joint.kind.moves for joint in joints)

    def _weigh(self, prim: Any, link: Link) -> None:
        """Mass and principal moments: zero means to USD that nobody knows them."""
        layer, inertial = self._layer, link.inertial or Inertial()
        Gf = layer.usd.Gf
        mass = max(inertial.mass, TRANSFER_LIGHT_MASS)
        moments, V = eigen_symmetric(tensor_of(inertial.inertia))
        if moments[2] < TRANSFER_LEAST_INERTIA:
            moments = (TRANSFER_LIGHT_INERTIA,) * 3
        if mass != inertial.mass or moments[0] == moments[2] == TRANSFER_LIGHT_INERTIA:
            if link is not self._robot.root:
                self.light.append(link.name)
            if link.inertial is None:
                layer.set(prim, MASSLESS, "Bool", True, custom=True)
        layer.apply(prim, "PhysicsMassAPI")
        layer.set(prim, "physics:mass", "Float", mass)
        layer.set(prim, "physics:centerOfMass", "Point3f", Gf.Vec3f(*inertial.origin.xyz))
        turn = product(quaternion_of_rpy(inertial.origin.rpy), quaternion_of_matrix(V))
        diagonal = Gf.Vec3f(*(max(m, 0.0) for m in moments))
        layer.set(prim, "physics:diagonalInertia", "Float3", diagonal)
        layer.set(prim, "physics:principalAxes", "Quatf", to_quaternion(Gf.Quatf, turn))


def identifier(name: str) -> str:
    """A name that USD takes: letters, digits and underscores, not a digit first."""
    if name.isascii() and name.isidentifier():
        return name
    text = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name)
    return text if text and not text[0].isdigit() else f"_{text}"

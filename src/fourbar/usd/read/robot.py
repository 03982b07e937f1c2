"""USD files as robots: rigid bodies as links, joints as a tree, the rest of them as loops."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any

from ... import rules
from ...diagnostics import ROBOT, Report, Span
from ...reading import Job
from ...record import replace
from ...robot import (
    Armature,
    ArmatureExtension,
    CollisionPair,
    ContactExtension,
    Joint,
    JointType,
    Link,
    Robot,
)
from ...spatial.frame import NOWHERE, Frame
from ...transfer.base import WORLD
from ...transfer.error import TransferError
from ...transfer.keeping import DIGEST, WORDS, Kept, digest_of, restored
from ...transfer.naming import Names
from ...transfer.raising import CLOSING, is_rated, without_empty_world
from ..bodies import JOINT
from ..joints import CLOSES
from ..library import Library, import_usd, pose_of
from .joints import Hinged, armature_of, in_a_row, mimic_of, motion_of
from .masses import ReadMasses
from .missing import MissingPrims
from .opening import opened_stage
from .placing import Placing, quaternion, relative, written
from .shapes import ReadShapes
from .source import UsdSource
from .surfaces import ReadSurfaces
from .units import Units

_ANGLE = "mjc:compiler:angle"
"""What a scene says about angles in MuJoCo's schemas: in degrees, unless it is 'radian'."""
_OTHERS = {"MjcActuator": "actuators", "NewtonActuator": "actuators", "MjcTendon": "tendons"}
_GRAVITY, _ABOUT = 9.81, 0.02
"""[m/s^2] Files have 9.8, 9.80665 and 9.81 for the same thing."""


def read(job: Job) -> Robot | None:
    """The robot of a USD file; None with the reason in the report."""
    source = UsdSource(job.content.file, job.content.path, job.content.data)
    try:
        usd = import_usd()
    except TransferError:
        note = "Install it with: pip install 'fourbar[usd]'"
        _refuse(job.report, source, "reading USD needs OpenUSD, which is not installed", note)
        return None
    try:
        with opened_stage(usd, job) as stage:
            robot = _Reader(usd, stage, source, job.report).robot()
            kept, digest = _kept(usd, stage) if job.options.lossless else (None, "")
        return restored(kept, digest, robot)
    except TransferError as error:
        _refuse(job.report, source, str(error), span=error.span)
        return None
    except ValueError as error:
        _refuse(job.report, source, str(error))
        return None


def _refuse(
    report: Report, source: UsdSource, message: str, *notes: str, span: Span | None = None
) -> None:
    span = span or source.span(ROBOT)
    report.add(rules.formats.USD_UNREADABLE, message, span=span, path=ROBOT, notes=notes)


def _kept(usd: Library, stage: Any) -> tuple[Kept | None, str]:
    """The words of the description, and the digest of the layer without them."""
    prim = stage.GetDefaultPrim()
    text, digest = (prim.GetCustomDataByKey(key) if prim else None for key in (WORDS, DIGEST))
    if not isinstance(text, str) or not isinstance(digest, str):
        return None, ""
    bare = usd.Sdf.Layer.CreateAnonymous(".usda")
    bare.TransferContent(stage.GetRootLayer())
    spec = bare.GetPrimAtPath(prim.GetPath())
    spec.ClearInfo("customData")
    return Kept(text, digest), digest_of(bare.ExportToString())


class _Reader:
    def __init__(self, usd: Library, stage: Any, source: UsdSource, report: Report) -> None:
        self.usd = usd
        self.stage = stage
        self.source = source
        self.report = report
        self.missing = MissingPrims(source)
        self.placing = Placing(usd, stage)
        kilograms = float(usd.UsdPhysics.GetStageKilogramsPerUnit(stage))
        self.units = Units(self.placing.metres, kilograms)
        surfaces = ReadSurfaces(usd)
        self.shapes = ReadShapes(usd, self.placing, source, surfaces, self.missing)
        self.names = Names([WORLD])
        self.joint_names = Names()
        self.links: dict[str, Any] = {}
        """The prim of each link."""
        self.of_path: dict[str, str] = {}
        self.frames: dict[str, Frame] = {WORLD: NOWHERE}
        self.first: list[str] = []
        self.kinematic: set[str] = set()
        self.armatures: list[Armature] = []

    def robot(self) -> Robot:
        prims = list(self._all())
        if any(prim.GetAttribute(_ANGLE).Get() == "radian" for prim in prims if _is_scene(prim)):
            self.units = replace(self.units, mujoco_angle=1.0)
        for prim in prims:
            self._link(prim)
        if not self.links:
            raise TransferError("the file has no rigid bodies (PhysicsRigidBodyAPI)")
        self._shapes(prims)
        joints, loops = self._tree(self._joints(prims))
        links = [self._world(), *(self._described(name) for name in self.links)]
        links += [Link(joint.child) for joint in joints if joint.child not in self.frames]
        prim = self.stage.GetDefaultPrim()
        name = str(prim.GetDisplayName() or prim.GetName()) if prim else "robot"
        contact = ContactExtension(tuple(self._filtered()))
        moving = {joint.name for joint in joints}
        armatures = tuple(a for a in self.armatures if a.joint in moving)
        extensions = [contact, ArmatureExtension(armatures)]
        robot = Robot(name, links, joints, loops, extensions=extensions, source=self.source)
        weights = ReadMasses(self.usd, self.stage, self.placing, self.missing)
        robot = weights.weighed(robot, self.links, self.shapes.colliders)
        self._count_others(prims)
        self.missing.report(self.report)
        self.shapes.report(self.report)
        return without_empty_world(robot)

    def _all(self) -> Any:
        usd = self.usd.Usd
        return usd.PrimRange.Stage(self.stage, usd.TraverseInstanceProxies())

    def _link(self, prim: Any) -> None:
        """A rigid body that is not switched off, or a frame that fourbar has written."""
        physics = self.usd.UsdPhysics
        body = prim.HasAPI(physics.RigidBodyAPI)
        if body and physics.RigidBodyAPI(prim).GetRigidBodyEnabledAttr().Get() is False:
            return
        if not body and not prim.HasAttribute(JOINT):
            return
        wanted = str(prim.GetDisplayName() or prim.GetName())
        if not body and wanted == WORLD and not prim.GetAttribute(JOINT).Get():
            self.of_path[str(prim.GetPath())] = WORLD
            return
        name = self.names.give(wanted)
        self.links[name] = prim
        self.source.place("link", name, str(prim.GetPath()))
        self.of_path[str(prim.GetPath())] = name
        self.frames[name] = self.placing.of(prim).frame
        if prim.HasAPI(physics.ArticulationRootAPI):
            self.first.append(name)
        if body and physics.RigidBodyAPI(prim).GetKinematicEnabledAttr().Get():
            self.kinematic.add(name)

    def _owner(self, prim: Any) -> str:
        """The link that a prim is part of; the world where there is none."""
        while prim and not prim.IsPseudoRoot():
            found = self.of_path.get(str(prim.GetPath()))
            if found is not None:
                return found
            prim = prim.GetParent()
        return WORLD

    def _shapes(self, prims: list[Any]) -> None:
        done: list[str] = []
        for prim in prims:
            path = str(prim.GetPath())
            if done and path.startswith(done[-1]):
                continue  # below an instance that is one shape
            owner = self._owner(prim)
            if self.shapes.add(owner, self.frames[owner], prim) and prim.IsInstance():
                done.append(f"{path}/")

    def _world(self) -> Link:
        visuals = self.shapes.visuals.get(WORLD, ())
        return Link(WORLD, None, visuals, self.shapes.collisions.get(WORLD, ()))

    def _described(self, name: str) -> Link:
        visuals = self.shapes.visuals.get(name, ())
        collisions = self.shapes.collisions.get(name, ())
        return Link(name, None, visuals, collisions)

    def _filtered(self) -> Iterator[CollisionPair]:
        """Pairs of links that may overlap."""
        api = self.usd.UsdPhysics.FilteredPairsAPI
        for name, prim in self.links.items():
            targets = api(prim).GetFilteredPairsRel().GetTargets() if prim.HasAPI(api) else ()
            for path in targets:
                other = self.of_path.get(str(path))
                if other is not None and other not in (name, WORLD):
                    yield CollisionPair(name, other)

    def _joints(self, prims: list[Any]) -> list[Hinged]:
        found: list[Hinged] = []
        for prim in prims:
            if not prim.IsA(self.usd.UsdPhysics.Joint):
                continue
            joint = self.usd.UsdPhysics.Joint(prim)
            if joint.GetJointEnabledAttr().Get() is False:
                self.missing.add("joints that are switched off", prim)
                continue
            closes = bool(joint.GetExcludeFromArticulationAttr().Get()) or prim.HasAttribute(CLOSES)
            motion = motion_of(self.usd, prim, self.missing, self.units, closes=closes)
            if motion is None or motion.type == "floating":
                continue
            at = (joint.GetLocalPos0Attr(), joint.GetLocalRot0Attr())
            one, on_one = self._side(joint.GetBody0Rel(), *at)
            at = (joint.GetLocalPos1Attr(), joint.GetLocalRot1Attr())
            two, on_two = self._side(joint.GetBody1Rel(), *at)
            if one == two:
                self.missing.add("joints of a body with itself", prim)
                continue
            name = self.joint_names.give(str(prim.GetDisplayName() or prim.GetName()))
            armature = armature_of(prim, motion, self.units)
            if armature > 0.0:
                self.armatures.append(Armature(name, armature))
            path = str(prim.GetPath())
            for kind in ("joint", "loop"):
                self.source.place(kind, name, path)
            found.append(Hinged(name, path, one, two, on_one, on_two, motion, closes))
        return in_a_row(found, self.names, self.joint_names)

    def _side(self, relation: Any, position: Any, rotation: Any) -> tuple[str, Frame]:
        """The link on one side of a joint, and the joint's frame in it."""
        targets = relation.GetTargets()
        prim = self.stage.GetPrimAtPath(targets[0]) if targets else None
        at, turn = position.Get(), rotation.Get()
        if not prim:
            if targets:
                self.missing.add(
                    "joints with bodies that do not exist, read as joints to the world",
                    relation.GetPrim(),
                )
            return WORLD, self.placing.in_world(at, turn)
        owner = self._owner(prim)
        where = self.placing.inside(prim, at, turn)
        exact = prim.GetPath() == (self.links[owner].GetPath() if owner in self.links else None)
        frame = relative(where, self.frames[owner])
        if exact:  # the numbers of the file, not those of a way round the world
            A = self.placing.of(prim).stretch
            x, y, z = (
                sum(a * written(float(c)) for a, c in zip(row, at, strict=True)) for row in A
            )
            frame = ((x, y, z), quaternion(turn))
        return owner, frame

    def _tree(self, found: list[Hinged]) -> tuple[list[Joint], list[Any]]:
        """Joints from the world outwards, and loops. What nothing holds gets a floating joint.

        A kinematic body stays where it is unless a program moves it: nothing else needs to hold it.
        """
        joints: list[Joint] = []
        loops = [each.as_loop() for each in found if each.closes]
        waiting = [each for each in found if not each.closes]
        held = {name: prim for name, prim in self.links.items() if self._is_frame(prim)}
        reached = {WORLD}
        while True:
            waiting = self._grow(reached, waiting, held, joints)
            rest = [name for name in self.links if name not in reached]
            if not rest:
                break
            still = next((name for name in rest if name in self.kinematic), None)
            start = still or next((name for name in self.first if name in rest), rest[0])
            type_: JointType = "floating" if still is None else "fixed"
            joints.append(self._placed(self.links[start], start, WORLD, type_))
            reached.add(start)
        loops += [each.as_loop() for each in waiting]
        for each in (*(each for each in found if each.closes), *waiting):
            if is_rated(each.motion.limit, each.motion.dynamics, each.motion.spring):
                self.missing.add(CLOSING, self.stage.GetPrimAtPath(each.path))
        by_path = {each.path: each.name for each in found if each.path and not each.closes}
        turning = {joint.name for joint in joints if joint.kind.turns}
        for joint in joints:
            if joint.child in self.kinematic and joint.kind.moves:
                self.missing.add("kinematic bodies on joints", self.links[joint.child])
        return [self._following(joint, by_path, turning) for joint in joints], loops

    def _grow(
        self, reached: set[str], waiting: list[Hinged], held: dict[str, Any], joints: list[Joint]
    ) -> list[Hinged]:
        """Take joints until none leads on, and ball joints last, as `spanning_tree` does."""
        while True:
            for name in [name for name in held if name not in reached]:
                owner = self._owner(held[name].GetParent())
                if owner in reached:
                    joints.append(self._placed(held[name], name, owner, "fixed"))
                    reached.add(name)
            ready = [e for e in waiting if (e.one in reached) != (e.two in reached)]
            chosen = next((e for e in ready if e.motion.type != "spherical"), None) or next(
                iter(ready), None
            )
            if chosen is None:
                if not any(
                    name not in reached and self._owner(prim.GetParent()) in reached
                    for name, prim in held.items()
                ):
                    return waiting
                continue
            waiting = [each for each in waiting if each is not chosen]
            forward = chosen if chosen.one in reached else chosen.turned()
            joints += forward.as_joint(self._between(forward))
            reached.add(forward.two)

    def _between(self, joint: Hinged) -> str:
        moved = max(map(abs, joint.on_two[0]))
        direct = joint.motion.type in ("prismatic", "fixed") or moved <= 1e-9
        return "" if direct else self.names.give(f"{joint.two}__{joint.name}")

    def _is_frame(self, prim: Any) -> bool:
        return not prim.HasAPI(self.usd.UsdPhysics.RigidBodyAPI)

    def _placed(self, prim: Any, name: str, parent: str, kind: Any) -> Joint:
        attribute = prim.GetAttribute(JOINT)
        wanted = str(attribute.Get() or "") if attribute else ""
        given = self.joint_names.give(wanted or f"{name}_{kind}")
        at = relative(self.frames[name], self.frames[parent])
        return Joint(given, kind, parent, name, pose_of(at))

    def _following(self, joint: Joint, names: dict[str, str], turning: set[str]) -> Joint:
        path = next((path for path, name in names.items() if name == joint.name), None)
        if path is None or joint.dof != 1:
            return joint
        turned = joint.kind.units == ("rad",)
        prim = self.stage.GetPrimAtPath(path)
        mimic = mimic_of(prim, names, turning.__contains__, self.units, turned=turned)
        return joint if mimic is None or mimic.joint == joint.name else replace(joint, mimic=mimic)

    def _count_others(self, prims: list[Any]) -> None:
        """What other programs' files have besides a mechanism with shapes."""
        for prim in prims:
            kind = str(prim.GetTypeName())
            if kind in _OTHERS:
                self.missing.add(_OTHERS[kind], prim)
            if _is_scene(prim):
                scene = self.usd.UsdPhysics.Scene(prim)
                size = float(scene.GetGravityMagnitudeAttr().Get())
                metres = size * self.placing.metres
                if isfinite(size) and size >= 0.0 and abs(metres - _GRAVITY) > _ABOUT:
                    self.missing.add("gravity other than 9.81 m/s^2", prim)


def _is_scene(prim: Any) -> bool:
    return str(prim.GetTypeName()) == "PhysicsScene"

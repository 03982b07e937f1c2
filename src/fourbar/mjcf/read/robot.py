"""A compiled MJCF file as a robot."""

from __future__ import annotations

import shutil
import tempfile
from math import isfinite
from pathlib import Path, PurePath

from ... import rules
from ...diagnostics import ROBOT, PartPath, Report, SourceText, Span
from ...formats.sniff import is_mjb
from ...reading import Content, Job
from ...record import replace
from ...robot import (
    Armature,
    ArmatureExtension,
    Configuration,
    ContactExtension,
    Dynamics,
    Inertia,
    Inertial,
    Joint,
    JointPosition,
    JointType,
    Limit,
    Link,
    Pose,
    Robot,
    Spring,
    Vector3,
)
from ...spatial.frame import Frame, compose, inverse
from ...transfer.base import WORLD
from ...transfer.error import TransferError
from ...transfer.holding import HoldingSource
from ...transfer.keeping import restored
from ...transfer.missing import Place
from ...transfer.naming import Names
from ...transfer.raising import raised_light_bodies, without_empty_world
from .actuators import Actuators
from .archive import unpacked
from .compiled import CompiledFile, compile_file, refuse
from .contact import apart
from .equalities import Equalities
from .frames import frame, pose, quaternion, vector
from .others import BENT, NOT_LINEAR, SEVERAL, count_others, new_missing
from .shapes import Shapes


def read(job: Job) -> Robot | None:
    """The robot of an MJCF file or archive; None with the reason in the report."""
    if is_mjb(job.content.data):
        message = "the file is a compiled model (.mjb); use the .xml that it was made from"
        span = SourceText(job.content.file, b"").span(0, 0)
        job.report.add(rules.formats.MJCF_UNREADABLE, message, span=span, path=ROBOT)
        return None
    return _read_archive(job) if job.content.data.startswith(b"PK") else _read(job)


def _read_archive(job: Job) -> Robot | None:
    content = job.content
    folder = Path(tempfile.mkdtemp())
    robot = None
    try:
        path = unpacked(content.data, content.file, folder)
        name = path.relative_to(folder).as_posix()
        inner = Content(path.read_bytes(), f"{content.file}:{name}", path)
        robot = _read(Job(inner, job.options, job.report))
    except TransferError as error:
        span = SourceText(content.file, b"").span(0, 0)
        job.report.add(rules.formats.MJCF_UNREADABLE, str(error), span=span, path=ROBOT)
    finally:
        if robot is None:
            shutil.rmtree(folder, ignore_errors=True)
    if robot is None:
        return None
    inner = robot.source
    made = inner.made if isinstance(inner, HoldingSource) else None
    plain = inner.plain if isinstance(inner, HoldingSource) else robot
    return robot.replace(source=HoldingSource(plain, content.path, made=made, folder=folder))


def _read(job: Job) -> Robot | None:
    compiled = compile_file(job)
    if compiled is None:
        return None
    name = compiled.source.model_name or PurePath(job.content.file).stem
    try:
        reader = _Reader(compiled, job.report)
        found = reader.robot(name)
        if job.options.lossless:
            found = restored(*compiled.source.kept(), found)
        made = reader.shapes.made
        path = job.content.path
        return found.replace(source=HoldingSource(found, path, made=made)) if made else found
    except ValueError as error:  # numbers that MuJoCo takes and a robot does not: nan and inf
        refuse(job.report, compiled.source, str(error))
        return None


class _Reader:
    def __init__(self, file: CompiledFile, report: Report) -> None:
        self.file = file
        self.model = file.model
        self.report = report
        self.missing = new_missing()
        self.armatures: list[Armature] = []
        self.actuators = Actuators(file, self.missing)
        self.shapes = Shapes(file, self.missing)
        self.links: list[Link] = []
        self.joints: list[Joint] = []
        self.link_of: dict[int, str] = {0: WORLD}
        self.joint_of: dict[int, str] = {}
        self.rest: dict[int, Frame] = {}
        self.link_names = Names([WORLD])
        self.joint_names = Names()

    def robot(self, name: str) -> Robot:
        model = self.model
        visuals, collisions = self.shapes.of(0)
        self.links.append(Link(WORLD, None, visuals, collisions))
        for number in range(1, int(model.nbody)):
            wanted = model.body(number).name or f"body_{number}"
            self.link_of[number] = self.link_names.give(wanted)
            self._register("link", self.link_of[number], wanted, "bodies", number)
        for number in range(1, int(model.nbody)):
            self._body(number)
        robot = Robot(name, self.links, self.joints)
        tied = Equalities(self.file, self.link_of, self.joint_of, self.missing, self.report)
        robot = raised_light_bodies(tied.read(robot))
        robot = without_empty_world(robot)
        robot = robot.replace(configurations=self._keys(robot), source=self.file.source)
        pairs = apart(self.file, self.link_of, robot, self.missing)
        robot = robot.with_extension(ContactExtension(pairs))
        armatures = (a for a in self.armatures if a.joint in robot.joints)
        robot = robot.with_extension(ArmatureExtension(tuple(armatures)))
        driven = self.actuators.transmissions(self.joint_of, (j.name for j in robot.joints))
        robot = robot.replace(transmissions=driven)
        count_others(self.file, self.missing)
        self.missing.report(self.report, whole=self.file.source.span(ROBOT))
        self.shapes.report(self.report)
        return robot

    def _body(self, number: int) -> None:
        model = self.model
        name = self.link_of[number]
        parent = self.link_of[int(model.body_parentid[number])]
        at = frame(model.body_pos[number], model.body_quat[number])
        first, count = int(model.body_jntadr[number]), int(model.body_jntnum[number])
        before = (0.0, 0.0, 0.0)
        for joint in range(first, first + count):
            anchor = vector(model.jnt_pos[joint])
            if self._is(joint, "FREE"):
                anchor = (0.0, 0.0, 0.0)
                self.rest[joint] = at
            moved = _minus(anchor, before)
            origin = compose(at, (moved, (0.0, 0.0, 0.0, 1.0)))
            last = joint == first + count - 1 and not any(anchor)
            given = self._joint_name(joint, name)
            child = name if last else self.link_names.give(f"{name}__{given}")
            self.joints.append(self._joint(joint, given, parent, child, pose(origin)))
            self.links.append(self._link(number, child) if last else Link(child))
            parent, before, at = child, anchor, ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))
        if parent != name:
            back = compose(at, (_minus((0.0, 0.0, 0.0), before), (0.0, 0.0, 0.0, 1.0)))
            fixed = self.joint_names.give(f"{name}_fixed")
            self.joints.append(Joint(fixed, "fixed", parent, name, pose(back)))
            self.links.append(self._link(number, name))

    def _is(self, joint: int, kind: str) -> bool:
        kinds = self.file.mj.mjtJoint
        return int(self.model.jnt_type[joint]) == int(getattr(kinds, f"mjJNT_{kind}"))

    def _joint_name(self, joint: int, body: str) -> str:
        wanted = self.model.joint(joint).name
        given = self.joint_names.give(wanted or f"{body}_joint")
        self.joint_of[joint] = given
        self._register("joint", given, wanted or "", "joints", joint)
        return given

    def _register(self, kind: str, name: str, written: str, parts: str, number: int) -> None:
        """Say where a part is, which need not have a name in the file."""

        def place() -> Span | None:
            return self.file.place(parts, number)

        self.file.source.register(kind, name, written, place)

    def _link(self, number: int, name: str) -> Link:
        model = self.model
        inertial = None
        mass = float(model.body_mass[number])
        if mass > 0.0:
            moments = (float(value) for value in model.body_inertia[number])
            at = frame(model.body_ipos[number], model.body_iquat[number])
            inertial = Inertial(mass, Inertia(*moments), pose(at))
        visuals, collisions = self.shapes.of(number)
        return Link(name, inertial, visuals, collisions)

    def _joint(self, joint: int, name: str, parent: str, child: str, origin: Pose) -> Joint:
        model = self.model
        limited = bool(model.jnt_limited[joint])
        kind: JointType
        dof = int(model.jnt_dofadr[joint])
        armature = float(model.dof_armature[dof]) + self.actuators.added("armature", joint)
        if armature:
            self.armatures.append(Armature(name, armature))
        if any(model.dof_dampingpoly[dof]):
            self.missing.add(NOT_LINEAR, self._place(name))
        several = self._is(joint, "FREE") or self._is(joint, "BALL")
        if several and float(model.jnt_stiffness[joint]):
            self.missing.add(SEVERAL, self._place(name))
        if any(model.jnt_stiffnesspoly[joint]):
            self.missing.add(BENT, self._place(name))
        if self._is(joint, "FREE"):
            if float(model.dof_damping[dof]) or float(model.dof_frictionloss[dof]):
                self.missing.add("damping of free joints", self._place(name))
            return Joint(name, "floating", parent, child, origin)
        if self._is(joint, "BALL"):
            if limited:
                self.missing.add("limits of ball joints", self._place(name))
            return Joint(name, "spherical", parent, child, origin, dynamics=self._dynamics(joint))
        if self._is(joint, "HINGE"):
            kind = "revolute" if limited else "continuous"
        else:
            kind = "prismatic"
        limit = self._limit(joint, name, limited)
        axis = vector(model.jnt_axis[joint])
        return Joint(
            name,
            kind,
            parent,
            child,
            origin,
            axis,
            limit=limit,
            dynamics=self._dynamics(joint),
            spring=self._spring(joint),
        )

    def _place(self, joint: str) -> Place:
        return lambda: self.file.source.span(PartPath("joint", joint))

    def _limit(self, joint: int, name: str, limited: bool) -> Limit | None:
        model = self.model
        ref = self._ref(joint)
        if ref:
            path = PartPath("joint", name)
            self.report.add(
                rules.formats.ZERO_SHIFTED,
                f"joint '{name}' is at 0 here where MuJoCo has it at {ref:g}",
                span=self.file.source.span(path),
                path=path,
                facts={"ref": ref},
            )
        effort, velocity = self.actuators.effort(joint), self.actuators.velocity(joint)
        asymmetric = self.actuators.asymmetric(joint)
        if model.jnt_actfrclimited[joint]:
            low, high = (float(value) for value in model.jnt_actfrcrange[joint])
            effort = min(effort, max(-low, high))
            asymmetric = asymmetric or low != -high
        if asymmetric:
            self.missing.add("limits of effort that differ by direction", self._place(name))
        found = Limit(
            effort=effort if isfinite(effort) else None,
            velocity=velocity if isfinite(velocity) else None,
        )
        if not limited:
            return found if found != Limit() else None
        lower, upper = (float(value) - ref for value in model.jnt_range[joint])
        return replace(found, lower=lower, upper=upper)

    def _ref(self, joint: int) -> float:
        return float(self.model.qpos0[int(self.model.jnt_qposadr[joint])])

    def _dynamics(self, joint: int) -> Dynamics | None:
        model = self.model
        dof = int(model.jnt_dofadr[joint])
        damping = float(model.dof_damping[dof]) + self.actuators.added("damping", joint)
        friction = float(model.dof_frictionloss[dof])
        return Dynamics(damping or None, friction or None) if damping or friction else None

    def _spring(self, joint: int) -> Spring | None:
        """The spring of a hinge or slide, at rest where `springref` is from our zero."""
        stiffness = float(self.model.jnt_stiffness[joint])
        if not stiffness:
            return None
        rest = float(self.model.qpos_spring[int(self.model.jnt_qposadr[joint])])
        return Spring(stiffness, rest - self._ref(joint))

    def _keys(self, robot: Robot) -> tuple[Configuration, ...]:
        """Keyframes as configurations, in our coordinates."""
        model = self.model
        found: list[Configuration] = []
        names = Names()
        for key in range(int(model.nkey)):
            qpos = [float(value) for value in model.key_qpos[key]]
            positions: list[JointPosition] = []
            for joint, name in self.joint_of.items():
                if name in robot.joints:
                    values = self._position(joint, qpos)
                    positions.append(JointPosition(name, values))
            label = names.give(model.key(key).name or f"key_{key + 1}")
            found.append(Configuration(label, tuple(positions)))
        return tuple(found)

    def _position(self, joint: int, qpos: list[float]) -> tuple[float, ...]:
        """A joint's position as q has it: relative to where the file draws it."""
        at = int(self.model.jnt_qposadr[joint])
        if self._is(joint, "FREE"):
            there = (vector(qpos[at : at + 3]), quaternion(qpos[at + 3 : at + 7]))
            moved, turned = compose(inverse(self.rest[joint]), there)
            return (*moved, *turned)
        if self._is(joint, "BALL"):
            return quaternion(qpos[at : at + 4])
        return (qpos[at] - self._ref(joint),)


def _minus(a: Vector3, b: Vector3) -> Vector3:
    x, y, z = (p - q + 0.0 for p, q in zip(a, b, strict=True))
    return (x, y, z)

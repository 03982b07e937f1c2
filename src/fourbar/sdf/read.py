"""SDFormat files as robots: links and joints as a graph, second parents as loops."""

from __future__ import annotations

from collections import Counter
from math import inf, pi

from .. import rules
from ..diagnostics import ROBOT, Report, Severity
from ..reading import Job
from ..record import replace
from ..robot import (
    KINDS,
    Dynamics,
    Inertia,
    Inertial,
    Joint,
    JointType,
    Limit,
    Link,
    Mimic,
    Pose,
    Robot,
    Vector3,
)
from ..spatial.frame import Frame, compose, inverse
from ..spatial.rotation import conjugate, matrix_of, rpy_of_quaternion
from ..spatial.vector import applied
from ..transfer.base import WORLD
from ..transfer.error import TransferError
from ..transfer.keeping import Kept, digest_of_elements, restored
from ..transfer.naming import Names
from ..transfer.raising import as_loop, spanning_tree, without_empty_world
from ..xml.parse import parse
from ..xml.tree import Document, Element
from .frames import KEPT, Frames, child_of, floats
from .places import SdfSource
from .read_drake import TAGS, follows, with_drake
from .read_shapes import read_shapes
from .types import READ

_ENDLESS = 1e15
"""SDFormat's default bounds are 1e16 and infinity."""
_WHOLE = ("<model>", "<include>", "joints ")
"""Parts of the mechanism: without them the robot is another one, which a warning says."""
_SAME = 1e-12
"""[m] A joint that is this near to the origin of its child turns about it."""


def read(job: Job) -> Robot | None:
    """The first model of an SDFormat file; None with the reason in the report."""
    content, report = job.content, job.report
    document = parse(content.data, file=content.file, report=report, limits=job.options.limits)
    if document is None:
        return None
    source = SdfSource(document, content.path, job.options)
    model = _model_of(document)
    if model is None:
        _refuse(report, source, "the file has no <model>")
        return None
    try:
        robot = _Reader(document, model, source, report).robot()
        return restored(*_kept(document, model), robot) if job.options.lossless else robot
    except ValueError as error:
        _refuse(report, source, str(error))
        return None


def _model_of(document: Document) -> Element | None:
    model = child_of(document.root, "model")
    world = child_of(document.root, "world")
    return child_of(world, "model") if model is None and world is not None else model


def _kept(document: Document, model: Element) -> tuple[Kept | None, str]:
    """The words of the description inside the file, and the digest of all else."""
    own = child_of(model, KEPT)
    if own is None:
        return None, ""
    kept = Kept(document.inner_text(own), own.attributes.get("digest", ""))
    return kept, digest_of_elements(document.root, leave=(own,), text_of=document.inner_text)


def _refuse(report: Report, source: SdfSource, message: str) -> None:
    report.add(rules.formats.SDF_UNREADABLE, message, span=source.span(ROBOT), path=ROBOT)


class _Reader:
    def __init__(
        self, document: Document, model: Element, source: SdfSource, report: Report
    ) -> None:
        self.document = document
        self.model = model
        self.source = source
        self.report = report
        self.frames = Frames(document, model)
        self.missing: Counter[str] = Counter()
        self.links: dict[str, Link] = {}
        self.held: dict[str, str] = {}
        self.names = Names()

    def robot(self) -> Robot:
        joints: list[Joint] = []
        drake: list[Element] = []
        self.frames.check()
        for element in self.model.children:
            name = element.attributes.get("name", "")
            if element.tag == "link":
                self.names.give(name)
                self.links[name] = self._link(name, element)
        for element in self.model.children:
            if element.tag == "frame":
                joints += self._frame(element)
            elif element.tag == "joint":
                joints += self._joint(element)
            elif element.tag in TAGS:
                drake.append(element)
            elif element.tag not in (
                "link",
                "pose",
                "static",
                "self_collide",
                "allow_auto_disable",
                KEPT,
            ):
                self.missing[f"<{element.tag}>"] += 1
        robot = self._connected(joints)
        if drake:
            robot = with_drake(robot, drake, self.frames, self.missing)
        for what, count in self.missing.items():
            self.report.add(
                rules.formats.PART_NOT_MODELLED,
                f"fourbar does not model {what} ({count} in this file)",
                span=self.source.span(ROBOT),
                path=ROBOT,
                severity=Severity.WARNING if what.startswith(_WHOLE) else None,
                facts={"what": what, "count": count},
            )
        return robot

    def _connected(self, joints: list[Joint]) -> Robot:
        """A tree of all links from the world, with surplus joints as loops.

        What no joint holds is free, as it is in Gazebo: it gets a floating joint.
        """
        if not self.links:
            raise TransferError("the model has no links")
        static = self.frames.text(self.model, "static") in ("true", "1")
        first = self.model.attributes.get("canonical_link") or next(iter(self.links))
        self.links = {WORLD: Link(WORLD), **self.links}
        if static and not any(joint.parent == WORLD for joint in joints):
            joints.append(self._placed_joint(f"{first}_on_world", "fixed", WORLD, first))
        root = WORLD
        for joint in joints:
            if joint.child == WORLD:
                raise TransferError(f"joint '{joint.name}' has the world as its child")
        tree = spanning_tree(root, joints)
        reached = {root} | {joint.child for joint in tree.joints}
        free = [name for name in self.links if name not in reached]
        chosen, surplus = list(tree.joints), tree.surplus
        while free:
            parents = {joint.child for joint in surplus if joint.child in free}
            start = next((name for name in free if name not in parents), free[0])
            chosen.append(self._placed_joint(f"{start}_floating", "floating", root, start))
            below = spanning_tree(start, surplus)
            chosen += below.joints
            surplus = below.surplus
            reached |= {start} | {joint.child for joint in below.joints}
            free = [name for name in free if name not in reached]
        loops = [as_loop(joint, self._on_child(joint)) for joint in surplus]
        name = self.model.attributes.get("name")
        if not name:
            message = "the robot has no name; 'robot' is used"
            span, name = self.source.span(ROBOT), "robot"
            self.report.add(rules.schema.UNNAMED_ROBOT, message, span=span, path=ROBOT)
        robot = Robot(name, self.links.values(), chosen, loops, source=self.source)
        return without_empty_world(robot)

    def _on_child(self, joint: Joint) -> Pose:
        at = compose(self.frames.of(joint.parent), _frame_of(joint.origin))
        return _pose(compose(inverse(self.frames.of(joint.child)), at))

    def _placed_joint(self, name: str, type_: JointType, parent: str, child: str) -> Joint:
        at = compose(inverse(self.frames.of(parent)), self.frames.of(child))
        return Joint(self.names.give(name), type_, parent, child, _pose(at))

    def _link(self, name: str, element: Element) -> Link:
        visuals, collisions = read_shapes(element, self.document, self.frames, self.missing)
        for child in element.children:
            if child.tag in ("sensor", "light", "plugin", "particle_emitter", "battery"):
                self.missing[f"<{child.tag}> of links"] += 1
        return Link(name, self._inertial(element), visuals, collisions)

    def _inertial(self, element: Element) -> Inertial:
        """SDFormat gives a link that says nothing 1 kg and 1 kg m^2."""
        inertial = child_of(element, "inertial")
        if inertial is None:
            return Inertial(1.0, Inertia(1.0, 1.0, 1.0))
        mass = self._number(inertial, "mass", 1.0)
        tensor = child_of(inertial, "inertia")
        values = {"ixx": 1.0, "iyy": 1.0, "izz": 1.0, "ixy": 0.0, "ixz": 0.0, "iyz": 0.0}
        if tensor is not None:
            values = {key: self._number(tensor, key, value) for key, value in values.items()}
        return Inertial(mass, Inertia(**values), _pose(self.frames.pose(inertial)))

    def _number(self, element: Element, tag: str, default: float) -> float:
        text = self.frames.text(element, tag)
        if not text:
            return default
        values = floats(text)
        if len(values) != 1:
            raise TransferError(f"<{tag}> must be one number, got '{text[:40]}'")
        return values[0]

    def _frame(self, element: Element) -> list[Joint]:
        """A frame as a link without mass on a fixed joint."""
        name = element.attributes.get("name", "")
        owner = self._owner(element.attributes.get("attached_to", ""))
        self.names.give(name)
        self.links[name] = Link(name)
        return [self._placed_joint(f"{name}_frame", "fixed", owner, name)]

    def _owner(self, name: str) -> str:
        """The link or frame that a frame is attached to: joints are where their child is."""
        if not name or name == "__model__":
            return self.model.attributes.get("canonical_link") or next(iter(self.links))
        for element in self.model.children:
            if element.tag == "joint" and element.attributes.get("name") == name:
                return self.frames.text(element, "child")
        return name

    def _joint(self, element: Element) -> list[Joint]:
        name = element.attributes.get("name", "")
        kind = READ.get(element.attributes.get("type", ""))
        parent, child = (self.frames.text(element, side) for side in ("parent", "child"))
        for side in (parent, child):
            if side not in self.frames:
                raise TransferError(f"joint '{name}': link '{side}' does not exist")
        if kind is None:
            self.missing[f"joints of type {element.attributes.get('type', '')}"] += 1
            return []
        self.names.give(name)
        axes = [self._axis(element, tag) for tag in ("axis", "axis2")]
        limit, dynamics, mimic = self._motion(element, name)
        mimic = mimic or follows(element)
        if kind == "revolute" and (limit is None or limit.lower is None):
            kind = "continuous"
        at = self.frames.of(name)
        there = self.frames.of(child)
        away = compose(inverse(at), there)
        joint = Joint(
            name,
            kind,
            parent,
            child,
            _pose(compose(inverse(self.frames.of(parent)), at)),
            axes[0] or (0.0, 0.0, 1.0),
            axes[1],
            limit,
            dynamics,
            mimic,
            pitch=self._pitch(element) if KINDS[kind].pitched else None,
        )
        taken = child in self.held
        self.held.setdefault(child, name)
        if taken or away == ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)):
            return [joint]
        if max(map(abs, away[0])) <= _SAME or not KINDS[kind].turns:
            # The joint frame is turned into the child's: the axes turn back.
            back = conjugate(away[1])
            origin = _pose(compose(inverse(self.frames.of(parent)), there))
            axis = applied(matrix_of(back), joint.axis)
            axis2 = None if joint.axis2 is None else applied(matrix_of(back), joint.axis2)
            return [replace(joint, origin=origin, axis=axis, axis2=axis2)]
        between = self.names.give(f"{child}__{name}")
        self.links[between] = Link(between)
        fixed = Joint(self.names.give(f"{child}_fixed"), "fixed", between, child, _pose(away))
        return [replace(joint, child=between), fixed]

    def _pitch(self, element: Element) -> float:
        """How far a screw goes in one turn [m]; `thread_pitch` is the older inverse with a sign."""
        if child_of(element, "screw_thread_pitch") is not None:
            return self._number(element, "screw_thread_pitch", 1.0)
        old = self._number(element, "thread_pitch", 1.0)
        return -2.0 * pi / old if old else 0.0

    def _axis(self, element: Element, tag: str) -> Vector3 | None:
        """The unit vector of an axis in the joint frame."""
        axis = child_of(element, tag)
        xyz = None if axis is None else child_of(axis, "xyz")
        if xyz is None:
            return None
        values = floats(self.document.inner_text(xyz))
        if len(values) != 3:
            raise TransferError(f"an axis has 3 numbers, got {len(values)}")
        x, y, z = values
        frame = xyz.attributes.get("expressed_in", "")
        if not frame:
            return (x, y, z)
        own = self.frames.of(element.attributes.get("name", ""))
        turn = compose(inverse(own), self.frames.of(frame))[1]
        return applied(matrix_of(turn), (x, y, z))

    def _motion(
        self, element: Element, name: str
    ) -> tuple[Limit | None, Dynamics | None, Mimic | None]:
        axis = child_of(element, "axis")
        if axis is None:
            return None, None, None
        limit = dynamics = mimic = None
        inner = child_of(axis, "limit")
        if inner is not None:
            lower, upper = self._number(inner, "lower", -inf), self._number(inner, "upper", inf)
            effort, velocity = (self._number(inner, tag, inf) for tag in ("effort", "velocity"))
            bounded = abs(lower) < _ENDLESS and abs(upper) < _ENDLESS
            limit = Limit(
                lower if bounded else None,
                upper if bounded else None,
                effort if 0.0 <= effort < inf else None,
                velocity if 0.0 <= velocity < inf else None,
            )
            if limit == Limit():
                limit = None
        inner = child_of(axis, "dynamics")
        if inner is not None:
            damping, friction = (self._number(inner, tag, 0.0) for tag in ("damping", "friction"))
            dynamics = Dynamics(damping, friction)
        inner = child_of(axis, "mimic")
        if inner is not None:
            factor, offset = (
                self._number(inner, "multiplier", 1.0),
                self._number(inner, "offset", 0.0),
            )
            reference = self._number(inner, "reference", 0.0)
            leader = inner.attributes.get("joint", "")
            mimic = Mimic(leader, factor, offset - factor * reference)
        return limit, dynamics, mimic


def _pose(frame: Frame) -> Pose:
    turned = any(frame[1][:3])
    return Pose(frame[0], rpy_of_quaternion(frame[1]) if turned else (0.0, 0.0, 0.0))


def _frame_of(pose: Pose) -> Frame:
    from ..spatial.rotation import quaternion_of_rpy

    return pose.xyz, quaternion_of_rpy(pose.rpy)

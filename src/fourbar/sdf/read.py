"""SDFormat files as robots: links and joints as a graph, second parents as loops."""

from __future__ import annotations

from .. import rules
from ..diagnostics import ROBOT, PartPath, Report, Span
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
    Spring,
    Vector3,
)
from ..spatial.frame import NOWHERE, Frame, compose, inverse
from ..spatial.rotation import conjugate, matrix_of, rpy_of_quaternion
from ..spatial.vector import applied
from ..transfer.base import WORLD
from ..transfer.ellipsoids import Ellipsoids
from ..transfer.error import TransferError, written_at
from ..transfer.holding import HoldingSource
from ..transfer.keeping import Kept, digest_of_elements, restored
from ..transfer.missing import Missing
from ..transfer.naming import Names
from ..transfer.raising import (
    CLOSING,
    as_loop,
    is_rated,
    spanning_tree,
    without_empty_world,
)
from ..xml.parse import parse
from ..xml.tree import Document, Element
from .auto_inertia import UNKNOWN, AutomaticInertials, is_automatic
from .frames import KEPT, MODEL, Frames, floats, pose_of, relative_to
from .models import NESTING, Models, SdfModel, address_from, child_of
from .places import SdfSource
from .read_drake import TAGS, follows, with_drake
from .read_motion import bounds_of, count_others, number, pitch_of
from .read_shapes import read_shapes
from .types import READ

_ELSEWHERE = "poses relative to other parts of the world"
_NEWEST = (1, 12)
_NEWER = "what versions of SDFormat after 1.12 add"
_SECOND = "limits, damping and springs of second axes that differ from the first's"
_WHOLE = (
    *("<model>", "<include ", "joints ", "gravity ", "springs ", "shapes of type "),
    *(CLOSING, _ELSEWHERE, _NEWER, _SECOND, UNKNOWN),
)
"""Without these the robot is another one, or moves in another way, which a warning says."""
_PARTS = {"link": ("link",), "frame": ("link",), "joint": ("joint", "loop")}
"""What elements of a model are in a robot; a joint may become a loop."""
_OF_MODELS = frozenset(
    ("link", "model", "include", "pose", "static", "self_collide", "allow_auto_disable", KEPT)
)
_OF_LINKS = frozenset(("pose", "inertial", "visual", "collision", "gravity"))
_OF_JOINTS = frozenset(
    ("parent", "child", "pose", "axis", "axis2", "thread_pitch", "screw_thread_pitch")
)
_OF_AXES = frozenset(("xyz", "limit", "dynamics", "mimic", "use_parent_model_frame"))
_OF_INERTIALS = frozenset(("pose", "mass", "inertia", "density"))
"""A density counts in automatic inertials only, in SDFormat as here."""
_OF_AUTOMATIC = frozenset(("mass", "density"))
_HERE = ("", WORLD, "__root__")
"""What the pose of the whole model may be relative to."""
_MOST_STEPS = 10_000
"""Frames attached to frames before they count as endless."""
_SAME = 1e-12
"""[m] A joint that is this near to the origin of its child turns about it."""


def read(job: Job) -> Robot | None:
    """The first model of an SDFormat file; None with the reason in the report."""
    content, report = job.content, job.report
    document = parse(content.data, file=content.file, report=report, limits=job.options.limits)
    if document is None:
        return None
    source = SdfSource(document, content.path, job.options)
    missing = Missing(lambda what: what.startswith(_WHOLE))
    try:
        model = Models(job, missing).first(document)
        if model is None:
            _refuse(report, source, "the file has no <model>")
            return None
        reader = _Reader(model, source, report, missing)
        robot = reader.robot(document)
        own = model.document is document and job.options.lossless
        if own:
            robot = restored(*_kept(document, model.element), robot)
        made = reader.ellipsoids.made
        return (
            robot.replace(source=HoldingSource(robot, content.path, made=made)) if made else robot
        )
    except TransferError as error:
        _refuse(report, source, str(error), error.span)
        return None
    except ValueError as error:
        _refuse(report, source, str(error))
        return None


def _kept(document: Document, model: Element) -> tuple[Kept | None, str]:
    """The words of the description inside the file, and the digest of all else."""
    own = child_of(model, KEPT)
    if own is None:
        return None, ""
    kept = Kept(document.inner_text(own), own.attributes.get("digest", ""))
    return kept, digest_of_elements(document.root, leave=(own,), text_of=document.inner_text)


def _refuse(report: Report, source: SdfSource, message: str, span: Span | None = None) -> None:
    span = span or source.span(ROBOT)
    report.add(rules.formats.SDF_UNREADABLE, message, span=span, path=ROBOT)


class _Reader:
    def __init__(
        self, model: SdfModel, source: SdfSource, report: Report, missing: Missing
    ) -> None:
        self.model = model
        self.source = source
        self.report = report
        self.missing = missing
        self.frames = Frames(model)
        self.links: dict[str, Link] = {}
        self.held: dict[str, str] = {}
        self.names = Names()
        self.called: dict[tuple[str, str], str] = {}
        self.elements: dict[tuple[str, str], Element] = {}
        self.at: dict[str, Frame] = {}
        self.ellipsoids = Ellipsoids(source.file)
        self.automatic = AutomaticInertials()

    def robot(self, document: Document) -> Robot:
        joints: list[Joint] = []
        drake: list[Element] = []
        self._check_version(document)
        self.frames.stand()
        self.frames.check()
        around, text = self.model.placed
        pose = child_of(around, "pose")
        if pose is not None and relative_to(pose) not in _HERE:
            self.missing.add(_ELSEWHERE, lambda: text.element_span(pose))
        self.at[WORLD] = self.frames.of(WORLD)
        for way, model in self.model.all():
            for element in model.element.children:
                if element.tag in _PARTS:
                    self._name(way, model, element)
        for way, model in self.model.all():
            for element in model.element.children:
                if element.tag == "link":
                    name = self.called["link", way + element.attributes.get("name", "")]
                    with written_at(model.place(element)):
                        self.links[name] = self._link(name, way, model, element)
        for way, model in self.model.all():
            for element in model.element.children:
                with written_at(model.place(element)):
                    if element.tag == "frame":
                        joints += self._frame(way, model, element)
                    elif element.tag == "joint":
                        joints += self._joint(way, model, element)
                    elif element.tag in TAGS and not way:
                        drake.append(element)
                    elif element.tag not in _OF_MODELS:
                        self.missing.add(f"<{element.tag}>", model.place(element))
        robot = self._connected(joints)
        if drake:
            robot = with_drake(robot, drake, self.frames, self.missing)
        held = HoldingSource(robot, self.source.path, made=self.ellipsoids.made)
        robot = self.automatic.weighed(robot.replace(source=held), self.missing)
        self.missing.report(self.report, whole=self.source.span(ROBOT))
        self.ellipsoids.report(self.report, whole=self.source.span(ROBOT))
        return robot.replace(source=self.source)

    def _check_version(self, document: Document) -> None:
        version = document.root.attributes.get("version", "")
        major, _, minor = version.partition(".")
        if major.isdecimal() and (int(major), int(minor) if minor.isdecimal() else 0) > _NEWEST:
            self.missing.add(_NEWER, lambda: document.element_span(document.root))

    def _name(self, way: str, model: SdfModel, element: Element) -> None:
        """Give a part the name that it has in the robot: `gripper__finger` in `gripper`."""
        full = way + element.attributes.get("name", "")
        kinds = _PARTS[element.tag]
        wanted = full.replace(NESTING, "__")
        known = [self.called.get((kind, full)) for kind in ("link", "joint")]
        shared = [name for name in known if name is not None]
        name = shared[0] if shared else self.names.give(wanted)
        self.called[kinds[0], full] = name
        self.elements[element.tag, full] = element
        if kinds[0] == "link":
            self.at[name] = self.frames.of(full)
        for kind in kinds:
            self.source.place(kind, name, model.document, element)

    def _connected(self, joints: list[Joint]) -> Robot:
        """A tree of all links from the world, with surplus joints as loops.

        What no joint holds is free, as it is in Gazebo: it gets a floating joint.
        """
        if not self.links:
            raise TransferError("the model has no links")
        self.links = {WORLD: Link(WORLD), **self.links}
        if self.model.static and not any(joint.parent == WORLD for joint in joints):
            first = self._body(self.model.canonical)
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
        for joint in surplus:
            if is_rated(joint.limit, joint.dynamics, joint.spring):
                path = PartPath("loop", joint.name)
                self.missing.add(CLOSING, lambda path=path: self.source.span(path))
        loops = [as_loop(joint, self._on_child(joint)) for joint in surplus]
        name = self.model.name
        if not name:
            message = "the robot has no name; 'robot' is used"
            span, name = self.source.span(ROBOT), "robot"
            self.report.add(rules.schema.UNNAMED_ROBOT, message, span=span, path=ROBOT)
        robot = Robot(name, self.links.values(), chosen, loops, source=self.source)
        return without_empty_world(robot)

    def _on_child(self, joint: Joint) -> Pose:
        at = compose(self.at[joint.parent], _frame_of(joint.origin))
        return _pose(compose(inverse(self.at[joint.child]), at))

    def _placed_joint(self, name: str, type_: JointType, parent: str, child: str) -> Joint:
        at = compose(inverse(self.at[parent]), self.at[child])
        return Joint(self.names.give(name), type_, parent, child, _pose(at))

    def _link(self, name: str, way: str, model: SdfModel, element: Element) -> Link:
        def address(uri: str) -> str:
            return address_from(model, self.source.path, uri)

        def placed(shape: Element) -> Frame:
            return self.frames.on_link(shape, way, element.attributes.get("name", ""), model)

        visuals, collisions, touching = read_shapes(
            element, model, address, placed, self.ellipsoids, self.missing
        )
        inertial = child_of(element, "inertial")
        if inertial is not None and is_automatic(inertial):
            count_others(self.missing, model, inertial, _OF_AUTOMATIC, "automatic inertials")
            self.automatic.add(name, model, inertial, touching)
        count_others(self.missing, model, element, _OF_LINKS, "links")
        if model.text(element, "gravity") in ("false", "0"):
            self.missing.add("gravity compensation of bodies", model.place(element))
        return Link(name, self._inertial(model, inertial), visuals, collisions)

    def _inertial(self, model: SdfModel, inertial: Element | None) -> Inertial:
        """SDFormat gives a link that says nothing 1 kg and 1 kg m^2."""
        if inertial is None or is_automatic(inertial):
            return Inertial(1.0, Inertia(1.0, 1.0, 1.0))
        count_others(self.missing, model, inertial, _OF_INERTIALS, "inertials")
        mass = number(model, inertial, "mass", 1.0)
        tensor = child_of(inertial, "inertia")
        values = {"ixx": 1.0, "iyy": 1.0, "izz": 1.0, "ixy": 0.0, "ixz": 0.0, "iyz": 0.0}
        if tensor is not None:
            values = {key: number(model, tensor, key, value) for key, value in values.items()}
        return Inertial(mass, Inertia(**values), _pose(pose_of(inertial, model.document)))

    def _frame(self, way: str, model: SdfModel, element: Element) -> list[Joint]:
        """A frame as a link without mass on a fixed joint."""
        name = self.called["link", way + element.attributes.get("name", "")]
        owner = self._held_by(way + (element.attributes.get("attached_to", "") or MODEL))
        self.links[name] = Link(name)
        return [self._placed_joint(f"{name}_frame", "fixed", owner, name)]

    def _held_by(self, full: str) -> str:
        """The link, or the link of a frame, that something is attached to.

        Joints are where their child is, and a model is where its canonical link is.
        """
        for _ in range(_MOST_STEPS):
            if ("link", full) in self.called:
                return self.called["link", full]
            model, way, local = self.model.inside(full)
            if local in ("", MODEL):
                full = way + model.canonical
            elif local in model.nested:
                full = f"{full}{NESTING}{MODEL}"
            elif ("joint", full) in self.called:
                full = way + model.text(self.elements["joint", full], "child")
            else:
                break
        raise TransferError(f"'{full}' is not attached to any link")

    def _body(self, full: str) -> str:
        """The link that moves with something: a frame moves with what it is attached to."""
        for _ in range(_MOST_STEPS):
            element = self.elements.get(("frame", full))
            if element is None:
                return self._held_by(full)
            _, way, _ = self.model.inside(full)
            full = way + (element.attributes.get("attached_to", "") or MODEL)
        raise TransferError(f"'{full}' is not attached to any link")

    def _joint(self, way: str, model: SdfModel, element: Element) -> list[Joint]:
        local = element.attributes.get("name", "")
        kind = READ.get(element.attributes.get("type", ""))
        sides = [model.text(element, side) for side in ("parent", "child")]
        for side in sides:
            if side != WORLD and way + side not in self.frames:
                raise TransferError(f"joint '{local}': link '{side}' does not exist")
        if sides[0] == sides[1]:
            raise TransferError(f"joint '{local}': parent and child are both '{sides[0]}'")
        if kind is None:
            what = f"joints of type {element.attributes.get('type', '')}"
            self.missing.add(what, model.place(element))
            return []
        parent = WORLD if sides[0] == WORLD else self._held_by(way + sides[0])
        child = WORLD if sides[1] == WORLD else self._body(way + sides[1])
        name = self.called["joint", way + local]
        count_others(self.missing, model, element, _OF_JOINTS, "joints")
        axes = [self._axis(way, model, element, tag) for tag in ("axis", "axis2")]
        limit, dynamics, spring, mimic = self._motion(way, model, element)
        if spring is not None and KINDS[kind].dof != 1:
            self.missing.add("springs of joints with several motions", model.place(element))
            spring = None
        mimic = mimic or follows(element)
        if kind == "revolute" and (limit is None or (limit.lower is None and limit.upper is None)):
            kind = "continuous"
        at = self.frames.joint(way + local)
        there = self.at[child]
        away = compose(inverse(at), there)
        joint = Joint(
            name,
            kind,
            parent,
            child,
            _pose(compose(inverse(self.at[parent]), at)),
            axes[0] or (0.0, 0.0, 1.0),
            axes[1],
            limit,
            dynamics,
            mimic,
            pitch=pitch_of(model, element) if KINDS[kind].pitched else None,
            spring=spring,
        )
        taken = child in self.held
        self.held.setdefault(child, name)
        if taken or away == NOWHERE:
            return [joint]
        if max(map(abs, away[0])) <= _SAME or not KINDS[kind].turns:
            # The joint frame is turned into the child's: the axes turn back.
            back = conjugate(away[1])
            origin = _pose(compose(inverse(self.at[parent]), there))
            axis = applied(matrix_of(back), joint.axis)
            axis2 = None if joint.axis2 is None else applied(matrix_of(back), joint.axis2)
            return [replace(joint, origin=origin, axis=axis, axis2=axis2)]
        between = self.names.give(f"{child}__{name}")
        self.links[between] = Link(between)
        self.at[between] = at
        fixed = Joint(self.names.give(f"{child}_fixed"), "fixed", between, child, _pose(away))
        return [replace(joint, child=between), fixed]

    def _axis(self, way: str, model: SdfModel, element: Element, tag: str) -> Vector3 | None:
        """The unit vector of an axis in the joint frame."""
        axis = child_of(element, tag)
        xyz = None if axis is None else child_of(axis, "xyz")
        if axis is None or xyz is None:
            return None
        count_others(self.missing, model, axis, _OF_AXES, "axes")
        values = floats(model.document.inner_text(xyz))
        if len(values) != 3:
            raise TransferError(f"an axis has 3 numbers, got {len(values)}")
        x, y, z = values
        old = model.text(axis, "use_parent_model_frame") in ("true", "1")  # before 1.7
        frame = xyz.attributes.get("expressed_in", "") or (MODEL if old else "")
        if not frame:
            return (x, y, z)
        own = self.frames.joint(way + element.attributes.get("name", ""))
        turn = compose(inverse(own), self.frames.of(frame if frame == WORLD else way + frame))[1]
        return applied(matrix_of(turn), (x, y, z))

    def _motion(
        self, way: str, model: SdfModel, element: Element
    ) -> tuple[Limit | None, Dynamics | None, Spring | None, Mimic | None]:
        axis, second = child_of(element, "axis"), child_of(element, "axis2")
        if axis is None:
            return None, None, None, None
        own = limit, dynamics, spring = bounds_of(model, axis, self.missing)
        if second is not None and bounds_of(model, second, self.missing) != own:
            self.missing.add(_SECOND, model.place(second))
        mimic = None
        inner = child_of(axis, "mimic")
        if inner is not None:
            factor, offset = (
                number(model, inner, "multiplier", 1.0),
                number(model, inner, "offset", 0.0),
            )
            reference = number(model, inner, "reference", 0.0)
            leader = way + inner.attributes.get("joint", "")
            name = self.called.get(("joint", leader), leader)
            mimic = Mimic(name, factor, offset - factor * reference)
        return limit, dynamics, spring, mimic


def _pose(frame: Frame) -> Pose:
    turned = any(frame[1][:3])
    return Pose(frame[0], rpy_of_quaternion(frame[1]) if turned else (0.0, 0.0, 0.0))


def _frame_of(pose: Pose) -> Frame:
    from ..spatial.rotation import quaternion_of_rpy

    return pose.xyz, quaternion_of_rpy(pose.rpy)

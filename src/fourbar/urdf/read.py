"""An element tree to a Robot."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .. import rules
from ..diagnostics import Report, Severity
from ..reading import CouplingConvention
from ..record import replace
from ..robot import (
    Coupling,
    Gazebo,
    Joint,
    Link,
    Loop,
    Material,
    Named,
    RawElement,
    Robot,
    Ros2Control,
    Sensor,
    Transmission,
    UrdfExtension,
)
from ..robot.named import HasName
from ..xml.tree import Document, Element
from .context import Context
from .part import Part
from .plain import JOINT, LINK
from .read_joint import read_joint
from .read_link import read_link, read_material
from .references import check_references
from .world import with_world

T = TypeVar("T", bound=HasName)

_ROBOT_ATTRIBUTES = frozenset(("name", "version"))
_ROBOT_CHILDREN = frozenset(
    (
        "link",
        "joint",
        "loop",
        "coupling",
        "constraint",
        "loop_joint",
        "material",
        "transmission",
        "ros2_control",
        "sensor",
        "gazebo",
        "drake:ball_constraint",
        "drake:linear_bushing_rpy",
        "drake:tendon_constraint",
        "drake:joint",
    )
)


def read_document(
    document: Document, report: Report, *, coupling: CouplingConvention | None = None
) -> Robot | None:
    """The robot a document describes, or None where it describes none.

    `coupling` overrides which side an unstated ratio multiplies.
    """
    root = document.root
    if root.tag.rpartition(":")[2] != "robot":
        message = f"the root element must be <robot>, got <{root.tag}>"
        report.add(rules.xml.NO_ROBOT, message, span=document.element_span(root))
        return None
    reader = _RobotReader(Context(document, report), coupling)
    robot = with_world(reader.read(), document, report)
    check_references(robot, report)
    return robot


class _RobotReader:
    """Collects the children of `<robot>`, each into the collection of its kind."""

    def __init__(self, context: Context, coupling: CouplingConvention | None) -> None:
        self.context = context
        self.document = context.document
        self.coupling: CouplingConvention | None = coupling
        self.part = Part(
            context,
            context.document.root,
            "robot",
            attributes=_ROBOT_ATTRIBUTES,
            several=_ROBOT_CHILDREN,
        )
        self.links: dict[str, Link] = {}
        self.joints: dict[str, Joint] = {}
        self.loops: dict[str, Loop] = {}
        self.couplings: dict[str, Coupling] = {}
        self.materials: dict[str, Material] = {}
        self.transmissions: list[Transmission] = []
        self.ros2_control: list[Ros2Control] = []
        self.sensors: list[Sensor] = []
        self.gazebo: list[Gazebo] = []
        self.drake: list[Element] = []
        self.tendons: list[Element] = []

    def read(self) -> Robot:
        root = self.document.root
        for element in root.children:
            self._read_child(element)
        if self.drake:
            self._lift()
        if self.tendons:
            self._lift_tendons()
        return Robot(
            self._robot_name(),
            Named(self.links.values()),
            Named(self.joints.values()),
            Named(self.loops.values()),
            Named(self.couplings.values()),
            Named(self.materials.values()),
            tuple(self.transmissions),
            tuple(self.ros2_control),
            tuple(self.sensors),
            extensions=(self._extension(),),
            source=self.document,
        )

    def _extension(self) -> UrdfExtension:
        version = self.document.root.attributes.get("version")
        return UrdfExtension(tuple(self.gazebo), version, self.part.extras())

    def _read_child(self, element: Element) -> None:
        context = self.context
        match element.tag:
            case "link":
                name = element.attributes.get("name")
                if not name:
                    self._unnamed_link(element)
                else:
                    new = self._is_new("link", name, element, self.links)
                    link = LINK.read(element) or read_link(context, element, name)
                    if new:
                        self.links[name] = link
            case "joint":
                name = self._name_of(element, ("parent", "child"), "_to_", self.joints)
                new = self._is_new("joint", name, element, self.joints)
                joint = JOINT.read(element) or read_joint(context, element, name)
                if new:
                    self._keep(element, joint, self.joints)
            case "loop" | "loop_joint" | "coupling" | "constraint":
                self._read_loop(element)
            case "material":
                self._read_material(element)
            case "transmission" | "ros2_control" | "sensor" | "gazebo":
                self._read_control(element)
            case "drake:ball_constraint" | "drake:linear_bushing_rpy":
                self.drake.append(element)  # for frames may be declared further down
            case "drake:tendon_constraint":
                self.tendons.append(element)  # for it ties joints that may come after it
            case "drake:joint":
                self._read_drake_joint(element)
            case tag if tag.startswith("drake:") and tag.endswith("_constraint"):
                message = f"<{tag}> is not supported; it is kept as written"
                self.part.report(rules.schema.NOT_A_LOOP, message, element)
            case _:
                pass  # unknown: the part has put it into `extra`

    def _read_control(self, element: Element) -> None:
        from . import read_control as control  # most robots have none of these

        match element.tag:
            case "transmission":
                read = control.read_transmission
                self._list("transmission", element, self.transmissions, read)
            case "ros2_control":
                self._list("ros2_control", element, self.ros2_control, control.read_ros2_control)
            case "sensor":
                self._list("sensor", element, self.sensors, control.read_sensor)
            case _:
                index = len(self.gazebo)
                self.document.register("gazebo", index, element)
                self.gazebo.append(control.read_gazebo(self.context, element, index))

    def _read_loop(self, element: Element) -> None:
        from .read_loop import is_coupling, read_coupling, read_loop

        sides = ("predecessor", "successor")
        if is_coupling(element):
            name = self._name_of(element, sides, "_coupled_", self.couplings)
            new = self._is_new("coupling", name, element, self.couplings)
            coupling = read_coupling(self.context, element, name, self.coupling)
            if new:
                self._keep(element, coupling, self.couplings)
            return
        name = self._name_of(element, sides, "_loop_", self.loops)
        new = self._is_new("loop", name, element, self.loops)
        loop = read_loop(self.context, element, name)
        if new:
            self._keep(element, loop, self.loops)

    def _read_drake_joint(self, element: Element) -> None:
        from .lift_drake_joint import lift_drake_joint

        name = self._name_of(element, ("parent", "child"), "_to_", self.joints)
        if self._is_new("joint", name, element, self.joints):
            self._keep(element, lift_drake_joint(self.context, element, name), self.joints)

    def _lift(self) -> None:
        """Read Drake's constraints as loops; what stands for no loop is kept as written."""
        from .lift_drake import FRAME, lift_drake, read_frames

        frames = read_frames(
            self.context, (e for e in self.document.root.children if e.tag == FRAME)
        )
        for number, element in enumerate(self.drake, 1):
            name = self._name_of_lifted(element, number)
            self.document.register("loop", name, element)
            self._keep(element, lift_drake(self.context, element, name, frames), self.loops)

    def _lift_tendons(self) -> None:
        """Read Drake's tendons as mimics and couplings; what is neither is kept as written."""
        from .lift_drake_tendon import lift_tendon

        for number, element in enumerate(self.tendons, 1):
            name = self._name_of_lifted(element, number)
            lifted = lift_tendon(self.context, element, name, self.links, self.joints)
            if isinstance(lifted, tuple):
                joint, mimic = lifted
                self.joints[joint] = replace(self.joints[joint], mimic=mimic)
                continue
            self.document.register("coupling", name, element)
            self._keep(element, lifted, self.couplings)

    def _name_of_lifted(self, element: Element, number: int) -> str:
        name = element.attributes.get("name")
        name = name or f"{element.tag.removeprefix('drake:')}_{number}"
        while name in self.loops or name in self.couplings:
            name += "_"
        return name

    def _read_material(self, element: Element) -> None:
        name = element.attributes.get("name", "")
        material = read_material(self.context, element)
        known = self.materials.get(name)
        if known is None:
            self.document.register("material", name, element)
            self.materials[name] = material
            return
        severity = Severity.WARNING if known == material else Severity.ERROR
        self._duplicate("material", name, element, severity)

    def _list(
        self,
        kind: str,
        element: Element,
        into: list[T],
        read: Callable[[Context, Element, int], T],
    ) -> None:
        index = len(into)
        self.document.register(kind, element.attributes.get("name") or index, element)
        into.append(read(self.context, element, index))

    # Names

    def _robot_name(self) -> str:
        name = self.document.root.attributes.get("name")
        if name:
            return name
        message = "the robot has no name; 'robot' is used"
        facts = {"taken": "robot"}
        self.part.report(rules.schema.UNNAMED_ROBOT, message, self.document.root, facts=facts)
        return "robot"

    def _unnamed_link(self, element: Element) -> None:
        message = "a link must have a name, so that joints can refer to it"
        self.part.report(rules.schema.MISSING_ATTRIBUTE, message, element)
        self._keep_raw(element)

    def _name_of(
        self, element: Element, ends: tuple[str, str], between: str, taken: dict[str, T]
    ) -> str:
        """The name, or a stable one made of the links it joins."""
        name = element.attributes.get("name")
        if name:
            return name
        words: list[str] = []
        for tag in ends:
            end = element.find(tag)
            attributes = {} if end is None else end.attributes
            words.append(attributes.get("link") or attributes.get("name") or "?")
        made = base = between.join(words)
        count = 2
        while made in taken:
            made, count = f"{base}_{count}", count + 1
        message = f"the {element.tag} has no name; '{made}' is used"
        # What joins nothing is left out: a name for it is not worth writing down.
        facts = {} if "?" in words else {"taken": made}
        self.part.report(rules.schema.UNNAMED, message, element, facts=facts)
        return made

    def _is_new(self, kind: str, name: str, element: Element, taken: dict[str, T]) -> bool:
        """Whether nothing has that name; what is left out is read too, for what is wrong in it."""
        if name not in taken:
            self.document.register(kind, name, element)
            return True
        self._duplicate(kind, name, element)
        return False

    def _duplicate(
        self, kind: str, name: str, element: Element, severity: Severity | None = None
    ) -> None:
        first = self.document.named(kind, name)
        self.part.report(
            rules.references.DUPLICATE_NAME,
            f"duplicate {kind} name '{name}'; this {kind} is left out",
            element,
            "name",
            severity=severity,
            facts={"kind": kind, "name": name},
            related=self.context.related(first, "first defined here") if first else (),
        )
        self._keep_raw(element)

    def _keep(self, element: Element, part: T | None, into: dict[str, T]) -> None:
        if part is None:
            self._keep_raw(element)
        else:
            into[part.name] = part

    def _keep_raw(self, element: Element) -> None:
        xml = self.document.outer_xml(element)
        self.part.extra.append(RawElement("", element.tag, xml))

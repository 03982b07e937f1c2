"""A Robot to canonical URDF+: stable formatting, numbers that read back exactly.

Where the robot was read from a document, its elements keep their order and its comments their
places; what is new stands where a person would look for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import rules
from ..diagnostics import ROBOT, PartPath, Report
from ..markup import number, numbers
from ..robot import (
    IDENTITY,
    Calibration,
    Collision,
    ControlComponent,
    Coupling,
    Dynamics,
    Extra,
    Gazebo,
    Geometry,
    Hardware,
    Interface,
    Joint,
    Limit,
    Link,
    Loop,
    Material,
    Parameter,
    Pose,
    RawAttribute,
    Robot,
    Ros2Control,
    SafetyController,
    Sensor,
    Transmission,
    TransmissionEnd,
    Visual,
)
from ..robot.geometry import Box, Capsule, Cylinder, Mesh, Sphere
from ..robot.link import Inertial
from ..robot.source import CONFIGURATION, Source, span_of
from ..robot.unstated import MARK, PLAUSIBLE, STAND_INS, completed, unstated
from ..xml.node import Node, raw
from ..xml.tree import Document
from ..xml.write import inline, serialise


def write_urdf(robot: Robot, *, report: Report | None = None) -> str:
    """The robot as URDF text; reading it gives an equal robot.

    Configurations are not part of URDF, which a finding says: `write_srdf` writes them.
    """
    if robot.configurations and report is not None:
        report_states(robot, report)
    if robot.disabled_collisions and report is not None:
        _report_pairs(robot, report)
    if robot.armatures and report is not None:
        _report_armatures(robot, report)
    document = robot.source if isinstance(robot.source, Document) else None
    if document is None and report is not None:
        _report_stand_ins(robot, report)
    return serialise(robot_node(robot), document)


def canonical_urdf(robot: Robot) -> str:
    """The same text for equal robots: without the order and comments of a document."""
    return serialise(robot_node(robot), None)


def robot_node(robot: Robot, *, complete: bool | None = None) -> Node:
    """The robot as elements about to be written.

    With `complete`, limits have stand-ins for what is not known; by default where another format
    described the robot, which does not ask for it.
    """
    if complete is None:
        complete = _completes(robot.source)
    root = Node("robot", {"name": robot.name})
    if robot.version is not None:
        root.attributes["version"] = robot.version
    for material in robot.materials:
        root.add(_material(material), key=("material", material.name))
    # Links and joints alternate along the tree in most files; by kind is as clear in new ones.
    for link in robot.links:
        root.add(_link(link), key=("link", link.name))
    for joint in robot.joints:
        root.add(_joint(joint, complete), key=("joint", joint.name))
    for loop in robot.loops:
        root.add(_loop(loop), key=("loop", loop.name))
    for coupling in robot.couplings:
        root.add(_coupling(coupling), key=("coupling", coupling.name))
    for transmission in robot.transmissions:
        root.add(_transmission(transmission))
    for control in robot.ros2_control:
        root.add(_ros2_control(control))
    for sensor in robot.sensors:
        root.add(_sensor(sensor))
    for gazebo in robot.gazebo:
        root.add(_gazebo(gazebo))
    return _finish(root, robot.extra)


def report_states(robot: Robot, report: Report) -> None:
    """Say that the named configurations are not in a URDF file."""
    labels = [configuration.label for configuration in robot.configurations]
    shown = ", ".join(f"'{label}'" for label in labels[:5])
    more = f" and {len(labels) - 5} more" if len(labels) > 5 else ""
    message = (
        f"URDF has no named configurations: {shown}{more} not written; "
        "convert to .srdf as well to keep them"
    )
    path = PartPath(CONFIGURATION, labels[0])
    span = span_of(robot.source, path)
    report.add(rules.control.STATES_NOT_WRITTEN, message, span=span, path=path)


def _report_pairs(robot: Robot, report: Report) -> None:
    count = len(robot.disabled_collisions)
    what = "the disabled collision" if count == 1 else f"all {count} disabled collisions"
    message = f"URDF has no place for {what}; convert to .srdf as well to keep them"
    report.add(
        rules.control.STATES_NOT_WRITTEN, message, span=span_of(robot.source, ROBOT), path=ROBOT
    )


def _report_armatures(robot: Robot, report: Report) -> None:
    path, count = PartPath("joint", robot.armatures[0].joint), len(robot.armatures)
    more = "" if count == 1 else f" ({count} of them)"
    report.add(
        rules.formats.NOT_HELD,
        f"URDF has no place for armatures of joints{more}",
        span=span_of(robot.source, path),
        path=path,
        facts={"what": "armatures of joints", "count": count},
    )


def _report_stand_ins(robot: Robot, report: Report) -> None:
    """Say which numbers the file has for what nobody knows."""
    missing: dict[str, list[PartPath]] = {}
    for joint in robot.joints:
        for name in unstated(joint):
            if name in STAND_INS:
                missing.setdefault(name, []).append(PartPath("joint", joint.name))
    for name, paths in missing.items():
        what = f"a limit of {name}" if name in PLAUSIBLE else f"the {name} limit"
        more = "" if len(paths) == 1 else f" ({len(paths)} of them)"
        stated = "ROS refuses URDF without it"
        if robot.source is not None:
            stated = f"ROS asks for it, and the file has {number(STAND_INS[name])} in its place"
        report.add(
            rules.formats.NOT_HELD,
            f"{what} of joint '{paths[0].part.key}' is not known{more}: {stated}",
            span=span_of(robot.source, paths[0]),
            path=paths[0],
            facts={"what": f"unknown {name}", "count": len(paths)},
        )


def write_loop(loop: Loop) -> str:
    """A loop as one line of URDF+."""
    return inline(_loop(loop))


def _finish(node: Node, extra: Extra) -> Node:
    """Put what is not modelled back where it stood."""
    for item in extra:
        target = node
        for tag in item.where.split(".") if item.where else ():
            target = target.find(tag) or target.add(Node(tag))
        if isinstance(item, RawAttribute):
            target.attributes[item.name] = item.value
        else:
            target.add(raw(item.tag, item.xml))
    return node


def _origin(node: Node, pose: Pose, tag: str = "origin") -> None:
    if pose == IDENTITY:
        return
    origin = node.add(Node(tag, {"xyz": numbers(pose.xyz)}))
    if any(pose.rpy):
        origin.attributes["rpy"] = numbers(pose.rpy)


def _optional(node: Node, tag: str, **values: float | None) -> None:
    attributes = {name: number(value) for name, value in values.items() if value is not None}
    node.add(Node(tag, attributes))


# Links


def _link(link: Link) -> Node:
    node = Node("link", {"name": link.name})
    if link.inertial is not None:
        node.add(_inertial(link.inertial))
    for visual in link.visuals:
        node.add(_visual(visual))
    for collision in link.collisions:
        node.add(_collision(collision, "collision"))
    if link.self_collision_checking is not None:
        node.add(_collision(link.self_collision_checking, "self_collision_checking"))
    return _finish(node, link.extra)


def _inertial(inertial: Inertial) -> Node:
    node = Node("inertial")
    _origin(node, inertial.origin)
    node.add(Node("mass", {"value": number(inertial.mass)}))
    tensor = inertial.inertia
    names = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    node.add(Node("inertia", {name: number(getattr(tensor, name)) for name in names}))
    return _finish(node, inertial.extra)


def _visual(visual: Visual) -> Node:
    node = Node("visual", {} if visual.name is None else {"name": visual.name})
    _origin(node, visual.origin)
    node.add(_geometry(visual.geometry))
    if visual.material is not None:
        node.add(_material(visual.material))
    return _finish(node, visual.extra)


def _collision(collision: Collision, tag: str) -> Node:
    node = Node(tag, {} if collision.name is None else {"name": collision.name})
    _origin(node, collision.origin)
    node.add(_geometry(collision.geometry))
    return _finish(node, collision.extra)


def _geometry(geometry: Geometry) -> Node:
    node = Node("geometry")
    match geometry:
        case Box():
            node.add(Node("box", {"size": numbers(geometry.size)}))
        case Cylinder() | Capsule():
            size = {"radius": number(geometry.radius), "length": number(geometry.length)}
            node.add(Node("cylinder" if isinstance(geometry, Cylinder) else "capsule", size))
        case Sphere():
            node.add(Node("sphere", {"radius": number(geometry.radius)}))
        case Mesh():
            mesh = node.add(Node("mesh", {"filename": geometry.filename}))
            if geometry.scale != (1.0, 1.0, 1.0):
                mesh.attributes["scale"] = numbers(geometry.scale)
        case _:
            pass  # a shape of somebody else's: all of it is in `extra`
    return _finish(node, geometry.extra)


def _material(material: Material) -> Node:
    node = Node("material", {"name": material.name} if material.name else {})
    if material.color is not None:
        node.add(Node("color", {"rgba": numbers(material.color)}))
    if material.texture is not None:
        node.add(Node("texture", {"filename": material.texture}))
    return _finish(node, material.extra)


# Joints, loops, couplings


def _completes(source: Source | None) -> bool:
    """Whether readers of the text may ask for more than the description has.

    So it is for what another format described. A document that was written without stand-ins stays
    as it is, and so does what is made in Python: `check` says what is missing there.
    """
    if not isinstance(source, Document):
        return source is not None
    limits = (
        inner
        for element in source.root.children
        if element.tag == "joint"
        for inner in element.children
        if inner.tag == "limit"
    )
    return any(MARK in limit.attributes for limit in limits)


def _joint(joint: Joint, complete: bool) -> Node:
    node = Node("joint", {"name": joint.name, "type": joint.type})
    if joint.independent is not None:
        node.attributes["independent"] = "true" if joint.independent else "false"
    node.add(Node("parent", {"link": joint.parent}))
    node.add(Node("child", {"link": joint.child}))
    _origin(node, joint.origin)
    _axes(node, joint)
    limit = completed(joint) if complete else joint.limit
    if limit is not None:
        _limit(node, limit, unstated(joint) if complete else ())
    if joint.dynamics is not None:
        _dynamics(node, joint.dynamics)
    if joint.spring is not None:
        spring = node.add(Node("spring", {"stiffness": number(joint.spring.stiffness)}))
        if joint.spring.rest != 0.0:
            spring.attributes["rest"] = number(joint.spring.rest)
    if joint.mimic is not None:
        mimic = node.add(Node("mimic", {"joint": joint.mimic.joint}))
        if joint.mimic.multiplier != 1.0:
            mimic.attributes["multiplier"] = number(joint.mimic.multiplier)
        if joint.mimic.offset != 0.0:
            mimic.attributes["offset"] = number(joint.mimic.offset)
    if joint.safety_controller is not None:
        _safety(node, joint.safety_controller)
    if joint.calibration is not None:
        _calibration(node, joint.calibration)
    return _finish(node, joint.extra)


def _axes(node: Node, joint: Joint | Loop) -> None:
    if joint.kind.axes or joint.axis != (1.0, 0.0, 0.0):
        node.add(Node("axis", {"xyz": numbers(joint.axis)}))
    if joint.axis2 is not None:
        node.add(Node("axis2", {"xyz": numbers(joint.axis2)}))
    if joint.pitch is not None:
        node.add(Node("screw_thread_pitch", {"value": number(joint.pitch)}))


def _limit(node: Node, limit: Limit, unknown: Sequence[str]) -> None:
    _optional(
        node,
        "limit",
        lower=limit.lower,
        upper=limit.upper,
        effort=limit.effort,
        velocity=limit.velocity,
    )
    if unknown:
        node.children[-1].attributes[MARK] = " ".join(unknown)


def _dynamics(node: Node, dynamics: Dynamics) -> None:
    _optional(node, "dynamics", damping=dynamics.damping, friction=dynamics.friction)


def _safety(node: Node, safety: SafetyController) -> None:
    _optional(
        node,
        "safety_controller",
        soft_lower_limit=safety.soft_lower_limit,
        soft_upper_limit=safety.soft_upper_limit,
        k_position=safety.k_position,
        k_velocity=safety.k_velocity,
    )


def _calibration(node: Node, calibration: Calibration) -> None:
    _optional(
        node,
        "calibration",
        rising=calibration.rising,
        falling=calibration.falling,
        reference_position=calibration.reference_position,
    )


def _loop(loop: Loop) -> Node:
    node = Node("loop", {"name": loop.name, "type": loop.type})
    _origin(node.add(Node("predecessor", {"link": loop.predecessor})), loop.predecessor_origin)
    _origin(node.add(Node("successor", {"link": loop.successor})), loop.successor_origin)
    _axes(node, loop)
    return _finish(node, loop.extra)


def _coupling(coupling: Coupling) -> Node:
    node = Node("coupling", {"name": coupling.name})
    node.add(Node("predecessor", {"link": coupling.predecessor}))
    node.add(Node("successor", {"link": coupling.successor}))
    # A gear of 6 should read 6, not 0.16666666666666666: name the other side where that makes
    # the number much shorter and the reciprocal is exact in both directions.
    value, of = coupling.ratio, "predecessor"
    inverse = 1.0 / value
    if len(number(inverse)) + 4 < len(number(value)) and 1.0 / inverse == value:
        value, of = inverse, "successor"
    node.add(Node("ratio", {"value": number(value), "of": of}))
    return _finish(node, coupling.extra)


# Actuation and sensing


def _transmission(transmission: Transmission) -> Node:
    node = Node("transmission", {"name": transmission.name} if transmission.name else {})
    if transmission.type:
        node.add(Node("type", text=transmission.type))
    for joint in transmission.joints:
        node.add(_transmission_end(joint, "joint"))
    for actuator in transmission.actuators:
        node.add(_transmission_end(actuator, "actuator"))
    _reduction(node, transmission.mechanical_reduction)
    return _finish(node, transmission.extra)


def _transmission_end(end: TransmissionEnd, tag: str) -> Node:
    node = Node(tag, {"name": end.name} if end.name else {})
    for interface in end.hardware_interfaces:
        node.add(Node("hardwareInterface", text=interface))
    _reduction(node, end.mechanical_reduction)
    return _finish(node, end.extra)


def _reduction(node: Node, reduction: float | None) -> None:
    if reduction is not None:
        node.add(Node("mechanicalReduction", text=number(reduction)))


def _ros2_control(control: Ros2Control) -> Node:
    node = Node("ros2_control", {"name": control.name} if control.name else {})
    if control.type:
        node.attributes["type"] = control.type
    if control.hardware is not None:
        node.add(_hardware(control.hardware))
    for component in control.components:
        node.add(_component(component))
    return _finish(node, control.extra)


def _hardware(hardware: Hardware) -> Node:
    node = Node("hardware")
    if hardware.plugin:
        node.add(Node("plugin", text=hardware.plugin))
    _parameters(node, hardware.parameters)
    return _finish(node, hardware.extra)


def _component(component: ControlComponent) -> Node:
    node = Node(component.kind, {"name": component.name} if component.name else {})
    for interface in component.command_interfaces:
        node.add(_interface(interface, "command_interface"))
    for interface in component.state_interfaces:
        node.add(_interface(interface, "state_interface"))
    _parameters(node, component.parameters)
    return _finish(node, component.extra)


def _interface(interface: Interface, tag: str) -> Node:
    node = Node(tag, {"name": interface.name} if interface.name else {})
    _parameters(node, interface.parameters)
    return _finish(node, interface.extra)


def _parameters(node: Node, parameters: tuple[Parameter, ...]) -> None:
    for parameter in parameters:
        attributes = {"name": parameter.name} if parameter.name else {}
        node.add(Node("param", attributes, text=parameter.value))


def _sensor(sensor: Sensor) -> Node:
    node = Node("sensor", {"name": sensor.name} if sensor.name else {})
    if sensor.type:
        node.attributes["type"] = sensor.type
    if sensor.update_rate is not None:
        node.attributes["update_rate"] = number(sensor.update_rate)
    parents = {"link": sensor.parent, "joint": sensor.parent_joint}
    if any(parents.values()):
        node.add(Node("parent", {kind: name for kind, name in parents.items() if name}))
    _origin(node, sensor.origin)
    return _finish(node, sensor.extra)


def _gazebo(gazebo: Gazebo) -> Node:
    attributes = {} if gazebo.reference is None else {"reference": gazebo.reference}
    return _finish(Node("gazebo", attributes), gazebo.extra)

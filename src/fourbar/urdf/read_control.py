"""`<transmission>`, `<ros2_control>`, `<sensor>` and `<gazebo>`."""

from __future__ import annotations

from typing import Literal

from .. import rules
from .._native import parse_numbers
from ..robot import (
    ControlComponent,
    Gazebo,
    Hardware,
    Interface,
    Parameter,
    RawElement,
    Ros2Control,
    Sensor,
    Transmission,
    TransmissionEnd,
)
from ..xml.tree import Element
from .context import Context
from .part import Part

_NAME = frozenset(("name",))
_NAME_TYPE = frozenset(("name", "type"))
_TRANSMISSION_SINGLE = frozenset(("type", "mechanicalReduction"))
_TRANSMISSION_SEVERAL = frozenset(("joint", "actuator"))
_END_SINGLE = frozenset(("mechanicalReduction",))
_END_SEVERAL = frozenset(("hardwareInterface",))
_COMPONENTS: dict[str, Literal["joint", "sensor", "gpio"]] = {
    "joint": "joint",
    "sensor": "sensor",
    "gpio": "gpio",
}
_HARDWARE_SINGLE = frozenset(("plugin",))
_PARAM = frozenset(("param",))
_COMPONENT_SEVERAL = frozenset(("command_interface", "state_interface", "param"))
_SENSOR_ATTRIBUTES = frozenset(("name", "type", "update_rate"))
_SENSOR_SINGLE = frozenset(("parent", "origin"))
_LINK_OR_JOINT = frozenset(("link", "joint"))
_REFERENCE = frozenset(("reference",))


def read_transmission(context: Context, element: Element, index: int) -> Transmission:
    """A transmission in either ROS form (type as an attribute or as an element)."""
    name = element.attributes.get("name", "")
    part = Part(
        context,
        element,
        "transmission",
        name or index,
        attributes=_NAME_TYPE,
        single=_TRANSMISSION_SINGLE,
        several=_TRANSMISSION_SEVERAL,
    )
    type = part.found.get("type")
    return Transmission(
        name,
        # Written as the text of an element, which has no blanks around it.
        element.attributes.get("type", "").strip()
        if type is None
        else context.document.inner_text(type),
        tuple(_read_end(part, end, i) for i, end in enumerate(part.all("joint"))),
        tuple(_read_end(part, end, i) for i, end in enumerate(part.all("actuator"))),
        _read_reduction(part),
        part.extras(),
    )


def _read_end(owner: Part, element: Element, index: int) -> TransmissionEnd:
    part = Part(
        owner.context,
        element,
        element.tag,
        index,
        owner,
        attributes=_NAME,
        single=_END_SINGLE,
        several=_END_SEVERAL,
    )
    document = owner.context.document
    interfaces = tuple(document.inner_text(child) for child in part.all("hardwareInterface"))
    return TransmissionEnd(part.name() or "", interfaces, _read_reduction(part), part.extras())


def _read_reduction(part: Part) -> float | None:
    element = part.found.get("mechanicalReduction")
    if element is None:
        return None
    text = part.context.document.inner_text(element)
    try:
        (value,) = parse_numbers(text)
    except ValueError:
        span = part.context.document.text_span(element)
        message = f"'{text[:40]}' is not a number"
        part.report(rules.schema.BAD_NUMBER, message, element, span=span)
        xml = part.context.document.outer_xml(element)
        part.extra.append(RawElement("", element.tag, xml))
        return None
    return value


def read_ros2_control(context: Context, element: Element, index: int) -> Ros2Control:
    """A ros2_control block."""
    name = element.attributes.get("name", "")
    part = Part(
        context,
        element,
        "ros2_control",
        name or index,
        attributes=_NAME_TYPE,
        single=frozenset(("hardware",)),
        several=frozenset(_COMPONENTS),
    )
    hardware = part.found.get("hardware")
    components = [
        _read_component(part, child) for child in element.children if child.tag in _COMPONENTS
    ]
    return Ros2Control(
        name,
        element.attributes.get("type", ""),
        None if hardware is None else _read_hardware(part, hardware),
        tuple(components),
        part.extras(),
    )


def _read_hardware(owner: Part, element: Element) -> Hardware:
    context = owner.context
    part = Part(context, element, "hardware", None, owner, single=_HARDWARE_SINGLE, several=_PARAM)
    plugin = part.found.get("plugin")
    return Hardware(
        "" if plugin is None else context.document.inner_text(plugin),
        _read_parameters(part),
        part.extras(),
    )


def _read_component(owner: Part, element: Element) -> ControlComponent:
    name = element.attributes.get("name", "")
    part = Part(
        owner.context,
        element,
        element.tag,
        name,
        owner,
        attributes=_NAME,
        several=_COMPONENT_SEVERAL,
    )
    part.name()
    return ControlComponent(
        _COMPONENTS[element.tag],
        name,
        tuple(_read_interface(part, i) for i in part.all("command_interface")),
        tuple(_read_interface(part, i) for i in part.all("state_interface")),
        _read_parameters(part),
        part.extras(),
    )


def _read_interface(owner: Part, element: Element) -> Interface:
    part = Part(owner.context, element, element.tag, None, owner, attributes=_NAME, several=_PARAM)
    return Interface(part.name() or "", _read_parameters(part), part.extras())


def _read_parameters(part: Part) -> tuple[Parameter, ...]:
    document = part.context.document
    return tuple(
        Parameter(child.attributes.get("name", ""), document.inner_text(child))
        for child in part.all("param")
    )


def read_sensor(context: Context, element: Element, index: int) -> Sensor:
    """A URDF sensor; what it measures with stays as written."""
    name = element.attributes.get("name", "")
    part = Part(
        context,
        element,
        "sensor",
        name or index,
        attributes=_SENSOR_ATTRIBUTES,
        single=_SENSOR_SINGLE,
        several=frozenset(child.tag for child in element.children) - _SENSOR_SINGLE,
    )
    for child in element.children:
        if child.tag not in _SENSOR_SINGLE:
            xml = context.document.outer_xml(child)
            part.extra.append(RawElement("", child.tag, xml))
    parent = part.leaf("parent", _LINK_OR_JOINT)
    attributes = {} if parent is None else parent.attributes
    link, joint = attributes.get("link", ""), attributes.get("joint", "")
    if parent is not None and not link and not joint:
        part.missing(parent, "link")
    return Sensor(
        part.name() or "",
        link,
        element.attributes.get("type", ""),
        part.number(element, "update_rate"),
        part.origin(),
        part.extras(),
        joint,
    )


def read_gazebo(context: Context, element: Element, index: int) -> Gazebo:
    """A Gazebo block, kept as written below its `reference`."""
    part = Part(
        context,
        element,
        "gazebo",
        index,
        attributes=_REFERENCE,
        several=frozenset(child.tag for child in element.children),
    )
    for child in element.children:
        part.extra.append(RawElement("", child.tag, context.document.outer_xml(child)))
    return Gazebo(element.attributes.get("reference"), part.extras())

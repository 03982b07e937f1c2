"""Transmissions, ros2_control blocks, sensors and Gazebo blocks with their places in the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from ...diagnostics import PartPath
from ...robot import (
    ControlComponent,
    Gazebo,
    Interface,
    Ros2Control,
    Sensor,
    Transmission,
    TransmissionEnd,
)
from ...xml.tree import Element
from ..context import Context

T = TypeVar("T")


class TransmissionItem(NamedTuple):
    """A transmission and where it is."""

    path: PartPath
    part: Transmission
    element: Element | None


class EndItem(NamedTuple):
    """A joint or actuator of a transmission and where it is."""

    path: PartPath
    part: TransmissionEnd
    element: Element | None


class ControlItem(NamedTuple):
    """A ros2_control block and where it is."""

    path: PartPath
    part: Ros2Control
    element: Element | None


class ComponentItem(NamedTuple):
    """A joint, sensor or GPIO of a ros2_control block and where it is."""

    path: PartPath
    part: ControlComponent
    element: Element | None


class InterfaceItem(NamedTuple):
    """A command or state interface and where it is."""

    path: PartPath
    part: Interface
    element: Element | None


def transmissions(context: Context) -> Iterator[TransmissionItem]:
    """All transmissions."""
    parts = context.robot.transmissions
    for i, (part, element) in enumerate(_pair(parts, _top(context, "transmission"))):
        yield TransmissionItem(PartPath("transmission", part.name or i), part, element)


def ends(item: TransmissionItem, tag: str) -> Iterator[EndItem]:
    """The joints or actuators of a transmission."""
    parts = item.part.joints if tag == "joint" else item.part.actuators
    for i, (part, element) in enumerate(_pair(parts, _inside(item.element, tag))):
        yield EndItem(item.path.item(tag, i), part, element)


def controls(context: Context) -> Iterator[ControlItem]:
    """All ros2_control blocks."""
    parts = context.robot.ros2_control
    for i, (part, element) in enumerate(_pair(parts, _top(context, "ros2_control"))):
        yield ControlItem(PartPath("ros2_control", part.name or i), part, element)


def components(item: ControlItem) -> Iterator[ComponentItem]:
    """What a block offers, in order."""
    elements = [
        e
        for e in (item.element.children if item.element else ())
        if e.tag in ("joint", "sensor", "gpio")
    ]
    for part, element in _pair(item.part.components, elements):
        yield ComponentItem(item.path.item(part.kind, part.name), part, element)


def all_components(context: Context) -> Iterator[ComponentItem]:
    """What all blocks offer."""
    for item in controls(context):
        yield from components(item)


def interfaces(item: ComponentItem, kind: str) -> Iterator[InterfaceItem]:
    """The `command` or `state` interfaces of a component."""
    command = kind == "command"
    parts = item.part.command_interfaces if command else item.part.state_interfaces
    tag = f"{kind}_interface"
    for part, element in _pair(parts, _inside(item.element, tag)):
        yield InterfaceItem(item.path.item(tag, part.name), part, element)


def sensors(context: Context) -> Iterator[tuple[PartPath, Sensor, Element | None]]:
    """All URDF sensors."""
    for i, (part, element) in enumerate(_pair(context.robot.sensors, _top(context, "sensor"))):
        yield PartPath("sensor", part.name or i), part, element


def gazebo(context: Context) -> Iterator[tuple[PartPath, Gazebo, Element | None]]:
    """All Gazebo blocks."""
    for i, (part, element) in enumerate(_pair(context.robot.gazebo, _top(context, "gazebo"))):
        yield PartPath("gazebo", i), part, element


def descendants(element: Element) -> Iterator[Element]:
    """All elements inside one, in document order."""
    pending = list(reversed(element.children))
    while pending:
        inner = pending.pop()
        yield inner
        pending += reversed(inner.children)


def value(parameters: Iterable[object], name: str) -> str | None:
    """The text of the parameter of that name."""
    for parameter in parameters:
        if getattr(parameter, "name", None) == name:
            return getattr(parameter, "value", None)
    return None


def as_number(text: str | None) -> float | None:
    """The number, or None where there is none."""
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def _top(context: Context, tag: str) -> list[Element]:
    return _inside(context.document.root if context.document else None, tag)


def _inside(element: Element | None, tag: str) -> list[Element]:
    return [e for e in element.children if e.tag == tag] if element is not None else []


def _pair(parts: Sequence[T], elements: list[Element]) -> Iterator[tuple[T, Element | None]]:
    for i, part in enumerate(parts):
        yield part, elements[i] if i < len(elements) else None

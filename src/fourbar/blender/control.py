"""ros2_control blocks as nested plain values, which panels edit, and back.

Each level has a `source`: the number that it had in the description, or -1 where it is new. What
fourbar gives no meaning to comes back by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from ..record import replace
from ..robot import ControlComponent, Hardware, Interface, Parameter, Ros2Control

Values = dict[str, Any]
Read = Mapping[str, Any]

NEW = -1
"""The source of what was added in Blender."""
KINDS = ("joint", "sensor", "gpio")


def control_values(blocks: Sequence[Ros2Control]) -> list[Values]:
    """Blocks as values: name, type, plugin, parameters, and components with interfaces."""
    return [
        {
            "source": number,
            "name": block.name,
            "type": block.type,
            "plugin": "" if block.hardware is None else block.hardware.plugin,
            "parameters": [] if block.hardware is None else _rows(block.hardware.parameters),
            "components": [_component(k, part) for k, part in enumerate(block.components)],
        }
        for number, block in enumerate(blocks)
    ]


def _component(number: int, part: ControlComponent) -> Values:
    interfaces = [
        {"source": k, "direction": way, "name": found.name, "parameters": _rows(found.parameters)}
        for way, several in (("command", part.command_interfaces), ("state", part.state_interfaces))
        for k, found in enumerate(several)
    ]
    return {
        "source": number,
        "kind": part.kind,
        "name": part.name,
        "parameters": _rows(part.parameters),
        "interfaces": interfaces,
    }


def _rows(parameters: Sequence[Parameter]) -> list[Values]:
    return [{"name": p.name, "value": p.value} for p in parameters]


def controls_of(values: Sequence[Read], base: Sequence[Ros2Control]) -> tuple[Ros2Control, ...]:
    """The blocks that values describe, with what those of `base` have besides."""
    return tuple(_block(value, _at(base, value)) for value in values)


def _block(value: Read, before: Ros2Control | None) -> Ros2Control:
    known = before or Ros2Control("")
    parameters = _parameters(value)
    hardware = known.hardware
    if hardware is not None or value["plugin"] or parameters:
        hardware = replace(
            hardware or Hardware(), plugin=str(value["plugin"]), parameters=parameters
        )
    return replace(
        known,
        name=str(value["name"]),
        type=str(value["type"]),
        hardware=hardware,
        components=tuple(_read_component(v, known) for v in value["components"]),
    )


def _read_component(value: Read, block: Ros2Control) -> ControlComponent:
    kind = str(value["kind"])
    if kind not in KINDS:
        raise ValueError(f"unknown kind {kind!r}; expected one of: {', '.join(KINDS)}")
    known = _at(block.components, value) or ControlComponent(cast("Any", kind), "")
    return replace(
        known,
        kind=kind,
        name=str(value["name"]),
        parameters=_parameters(value),
        command_interfaces=_interfaces(value, "command", known.command_interfaces),
        state_interfaces=_interfaces(value, "state", known.state_interfaces),
    )


def _interfaces(value: Read, way: str, known: Sequence[Interface]) -> tuple[Interface, ...]:
    found: Sequence[Read] = [v for v in value["interfaces"] if v["direction"] == way]
    return tuple(
        replace(_at(known, v) or Interface(""), name=str(v["name"]), parameters=_parameters(v))
        for v in found
    )


def _parameters(value: Read) -> tuple[Parameter, ...]:
    rows: Sequence[Read] = value["parameters"]
    return tuple(Parameter(str(row["name"]), str(row["value"])) for row in rows)


def _at(known: Sequence[Any], value: Read) -> Any:
    number = int(value["source"])
    return known[number] if 0 <= number < len(known) else None

"""The check of C626 command-beyond-limits."""

from __future__ import annotations

from .... import rules
from ....robot import Joint
from ...facts.control import all_components, as_number, interfaces, value
from ...rule import Context, Findings

_SLACK = 1e-3


def check(context: Context) -> Findings:
    """Compare with the limits of the joint."""
    for item in all_components(context):
        joint = context.robot.joints.get(item.part.name) if item.part.kind == "joint" else None
        if joint is None or joint.limit is None:
            continue
        for path, part, element in interfaces(item, "command"):
            bounds = _bounds(joint, part.name)
            least, most = (as_number(value(part.parameters, n)) for n in ("min", "max"))
            if bounds is None or least is None or most is None:
                continue
            slack = _SLACK * max(1.0, *map(abs, bounds))
            if least < bounds[0] - slack or most > bounds[1] + slack:
                message = (
                    f"{part.name} commands from {least:g} to {most:g} exceed the limits of joint "
                    f"'{joint.name}', {bounds[0]:g} to {bounds[1]:g}"
                )
                yield context.find(
                    rules.control.COMMAND_BEYOND_LIMITS, path, message, element=element
                )


def _bounds(joint: Joint, name: str) -> tuple[float, float] | None:
    limit = joint.limit
    if limit is None:
        return None
    if name == "position":
        return joint.bounds
    largest = {"velocity": limit.velocity, "effort": limit.effort}.get(name)
    return None if not largest else (-largest, largest)

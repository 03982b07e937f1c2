"""The check of C623 component-without-interfaces."""

from __future__ import annotations

from .... import rules
from ...facts.control import all_components
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Count the interfaces."""
    for path, part, element in all_components(context):
        if not part.command_interfaces and not part.state_interfaces and not part.extra:
            message = f"{part.kind} '{part.name}' of ros2_control has no interfaces"
            yield context.find(
                rules.control.COMPONENT_WITHOUT_INTERFACES, path, message, element=element
            )

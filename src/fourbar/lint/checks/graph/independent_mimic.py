"""The check of G344 independent-mimic."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for followers that lead."""
    for joint in context.robot.joints:
        if joint.mimic is None or not joint.independent or joint.dof == 0:
            continue
        path = PartPath("joint", joint.name) / "independent"
        fix = context.set_attribute(path, "false", 'write independent="false"')
        message = f"joint '{joint.name}' mimics '{joint.mimic.joint}' and cannot be independent"
        yield context.find(rules.graph.INDEPENDENT_MIMIC, path, message, fix=fix)

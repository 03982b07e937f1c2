"""Findings that only follow from a joint that could not be read.

Such a joint is left out of the robot: what hangs on it looks like an island, and what names it
seems to name nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Diagnostic
from ..xml.tree import Element
from .context import Context

_UNKNOWN_JOINT = ("R202", "C601", "C620", "C650", "C671")


def without_consequences(context: Context, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings that stand for themselves."""
    findings = list(found)
    lost = _left_out(context)
    unnamed = sum(child not in context.robot.links for child in lost.values())
    unnamed += sum(joint.child not in context.robot.links for joint in context.robot.joints)
    if not lost and not unnamed:
        return findings
    children = set(lost.values())
    kept: list[Diagnostic] = []
    for finding in findings:
        if finding.code == "G303":
            path = finding.part_path
            if path is not None and path.name_of("link") in children:
                continue
            if unnamed:
                # The joint that leads here names another link, or none.
                unnamed -= 1
                continue
        elif finding.code in _UNKNOWN_JOINT and finding.fact("name") in lost:
            continue
        kept.append(finding)
    return kept


def _left_out(context: Context) -> dict[str, str | None]:
    """Joints that the file has and the robot has not, and the links they lead to."""
    if context.document is None:
        return {}
    found: dict[str, str | None] = {}
    for element in context.document.root.children:
        name = element.attributes.get("name")
        if element.tag == "joint" and name and name not in context.robot.joints:
            found[name] = _link(element.find("child"))
    return found


def _link(element: Element | None) -> str | None:
    if element is None:
        return None
    return element.attributes.get("link") or element.attributes.get("name")

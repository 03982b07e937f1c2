"""Whether the names that parts of a robot refer to exist."""

from __future__ import annotations

from collections.abc import Iterable

from .. import rules
from ..diagnostics import PartPath, Report, Rule, does_not_exist
from ..robot import Robot


def check_references(robot: Robot, report: Report) -> None:
    """Report every link, joint or material that is referred to and does not exist."""

    def missing(rule: Rule, what: str, name: str, known: Iterable[str], path: PartPath) -> None:
        span = robot.source.span(path) if robot.source else None
        message, facts = does_not_exist(what, name, known)
        report.add(rule, message, span=span, path=path, facts=facts)

    links, joints = robot.links, robot.joints
    for joint in joints:
        for side, name in (("parent", joint.parent), ("child", joint.child)):
            if name not in links:
                what = f"joint '{joint.name}': {side} link"
                path = PartPath("joint", joint.name) / side / "link"
                missing(rules.references.UNKNOWN_LINK, what, name, links.names, path)
        mimic = joint.mimic
        if mimic is not None and mimic.joint not in joints:
            what = f"joint '{joint.name}': mimicked joint"
            path = PartPath("joint", joint.name) / "mimic" / "joint"
            missing(rules.references.UNKNOWN_JOINT, what, mimic.joint, joints.names, path)
    for kind, parts in (("loop", robot.loops), ("coupling", robot.couplings)):
        for part in parts:
            for side, name in (("predecessor", part.predecessor), ("successor", part.successor)):
                if name not in links:
                    what = f"{kind} '{part.name}': {side} link"
                    path = PartPath(kind, part.name) / side / "link"
                    missing(rules.references.UNKNOWN_LINK, what, name, links.names, path)
    for i, sensor in enumerate(robot.sensors):
        if sensor.parent and sensor.parent not in links:
            path = PartPath("sensor", sensor.name or i) / "parent" / "link"
            what = f"sensor '{sensor.name}': parent link"
            missing(rules.references.UNKNOWN_LINK, what, sensor.parent, links.names, path)
    defined = robot.defined_materials
    for link in robot.links:
        for i, visual in enumerate(link.visuals):
            material = visual.material
            if material is not None and material.is_reference and material.name not in defined:
                path = PartPath("link", link.name).item("visual", i) / "material" / "name"
                missing(
                    rules.references.UNDEFINED_MATERIAL, "material", material.name, defined, path
                )

"""Whether the names that parts of a robot refer to exist."""

from __future__ import annotations

from .. import rules
from ..diagnostics import Report, Rule, did_you_mean
from ..robot import Named, Robot
from ..robot.named import HasName


def check_references(robot: Robot, report: Report) -> None:
    """Report every link, joint or material that is named but not there."""

    def refer(rule: Rule, kind: str, who: str, name: str, known: Named[HasName], path: str) -> None:
        if name in known:
            return
        span = robot.source.span(path) if robot.source else None
        guess = did_you_mean(name, known.names)
        report.add(rule, f"{who} '{name}', no such {kind}{guess}", span=span, path=path)

    links, joints = robot.links, robot.joints
    for joint in joints:
        for side, name in (("parent", joint.parent), ("child", joint.child)):
            who = f"joint '{joint.name}' names {side}"
            path = f"joint[{joint.name}].{side}.link"
            refer(rules.references.UNKNOWN_LINK, "link", who, name, links, path)
        if joint.mimic is not None:
            who, path = f"joint '{joint.name}' mimics", f"joint[{joint.name}].mimic.joint"
            refer(rules.references.UNKNOWN_JOINT, "joint", who, joint.mimic.joint, joints, path)
    for kind, parts in (("loop", robot.loops), ("coupling", robot.couplings)):
        for part in parts:
            for side, name in (("predecessor", part.predecessor), ("successor", part.successor)):
                who, path = f"{kind} '{part.name}' names {side}", f"{kind}[{part.name}].{side}.link"
                refer(rules.references.UNKNOWN_LINK, "link", who, name, links, path)
    for i, sensor in enumerate(robot.sensors):
        if sensor.parent:
            who, path = f"sensor '{sensor.name}' names", f"sensor[{sensor.name or i}].parent.link"
            refer(rules.references.UNKNOWN_LINK, "link", who, sensor.parent, links, path)
    _check_materials(robot, report)


def _check_materials(robot: Robot, report: Report) -> None:
    defined = robot.defined_materials
    for link in robot.links:
        for i, visual in enumerate(link.visuals):
            material = visual.material
            if material is None or not material.is_reference or material.name in defined:
                continue
            path = f"link[{link.name}].visual[{i}].material.name"
            report.add(
                rules.references.UNDEFINED_MATERIAL,
                f"material '{material.name}' is nowhere defined"
                f"{did_you_mean(material.name, defined)}",
                span=robot.source.span(path) if robot.source else None,
                path=path,
            )

"""Whether joints make a tree of the links, and mimics a tree of the joints."""

from __future__ import annotations

from ... import rules
from ..read.extension import JointRecord, ModelRecord


def check_links_tree(model: ModelRecord) -> bool:
    """At most one joint above each link, and no circle."""
    above: dict[int, JointRecord] = {}
    sound = True
    for joint in model.joints:
        place = joint.place
        if joint.parent == joint.child:
            message = f"joint '{joint.name}' connects a link to itself"
        elif joint.child in above:
            first = above[joint.child].name
            link = model.links[joint.child].name
            message = f"link '{link}' is the child of both joint '{first}' and joint '{joint.name}'"
        else:
            above[joint.child] = joint
            continue
        place.findings.add(rules.gltf.LINK_TREE, place.at("childLink"), message)
        sound = False
    safe: set[int] = set()
    for start in range(len(model.links)):
        trail: set[int] = set()
        link = start
        while link in above and link not in safe:
            if link in trail:
                joint = above[link]
                message = f"link '{model.links[link].name}' is its own ancestor"
                joint.place.findings.add(rules.gltf.LINK_TREE, joint.place.at("childLink"), message)
                return False
            trail.add(link)
            link = above[link].parent
        safe |= trail
    return sound


def check_mimics(model: ModelRecord) -> bool:
    """Only single DOFs follow single DOFs, and nobody follows himself."""
    sound = True
    for number, joint in enumerate(model.joints):
        mimic = joint.mimic
        if mimic is None:
            continue
        pointer = joint.place.at("mimic")
        findings = joint.place.findings
        leader = model.joints[mimic.joint]
        if mimic.joint == number:
            findings.add(rules.gltf.EXTENSION_MIMIC, pointer, f"joint '{joint.name}' mimics itself")
            sound = False
        elif len(joint.dofs) != 1 or len(leader.dofs) != 1:
            message = f"joint '{joint.name}' mimics '{leader.name}'; both must have exactly one DOF"
            findings.add(rules.gltf.EXTENSION_MIMIC, pointer, message)
            sound = False
    return _check_circles(model) and sound


def _check_circles(model: ModelRecord) -> bool:
    safe: set[int] = set()
    for start in range(len(model.joints)):
        trail: set[int] = set()
        at: int | None = start
        while at is not None and at not in safe:
            if at in trail:
                joint = model.joints[at]
                if joint.mimic is not None and joint.mimic.joint != at:
                    message = f"joint '{joint.name}' is part of a mimic cycle"
                    joint.place.findings.add(
                        rules.gltf.EXTENSION_MIMIC, joint.place.at("mimic"), message
                    )
                return False
            trail.add(at)
            mimic = model.joints[at].mimic
            at = None if mimic is None else mimic.joint
        safe |= trail
    return True

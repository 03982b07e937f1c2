"""Names that parts of a robot refer to and that do not exist: found here, for reader and graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .. import rules
from ..diagnostics import PartPath, Rule, Wording, does_not_exist
from ..record import record, replace
from .joint import Joint, Mimic
from .loop import Coupling, Loop
from .robot import Robot


@record
class Missing:
    """A name that leads nowhere.

    `what` has it, as in "joint 'elbow': parent link", at `path`; `known` are those that exist.
    `consequence` is what becomes of the part.
    """

    rule: Rule
    path: PartPath
    what: str
    name: str
    known: Sequence[str]
    consequence: str = ""
    other: str | None = None
    """A name that is no better: the other end of a joint, a loop or a coupling."""


def wording(robot: Robot, missing: Missing, known: Iterable[str]) -> Wording:
    """What to say about a name that leads nowhere; the file may have a part that was left out."""
    unknown_joint = missing.rule.code == rules.references.UNKNOWN_JOINT.code
    path = PartPath("joint" if unknown_joint else "link", missing.name)
    about_material = missing.rule.code == rules.references.UNDEFINED_MATERIAL.code
    if about_material or robot.source is None or robot.source.span(path) is None:
        others = (each for each in known if each != missing.other)
        return does_not_exist(missing.what, missing.name, tuple(others))
    return Wording(f"{missing.what} '{missing.name}' is left out", {"name": missing.name})


def missing_references(robot: Robot) -> Iterator[Missing]:
    """Every link, joint or material that is referred to and does not exist, in document order."""
    for joint in robot.joints:
        yield from missing_ends(robot, joint)
        mimic = joint.mimic
        if mimic is not None and mimic.joint not in robot.joints:
            yield missing_leader(robot, joint, mimic)
    for part in (*robot.loops, *robot.couplings):
        yield from missing_ends(robot, part)
    for i, sensor in enumerate(robot.sensors):
        if sensor.parent and sensor.parent not in robot.links:
            path = PartPath("sensor", sensor.name or i) / "parent" / "link"
            what = f"sensor '{sensor.name}': parent link"
            yield _missing_link(robot, path, what, sensor.parent)
        if sensor.parent_joint and sensor.parent_joint not in robot.joints:
            path = PartPath("sensor", sensor.name or i) / "parent" / "joint"
            what = f"sensor '{sensor.name}': parent joint"
            known, rule = robot.joints.names, rules.references.UNKNOWN_JOINT
            yield Missing(rule, path, what, sensor.parent_joint, known)
    yield from _missing_materials(robot)


def missing_ends(robot: Robot, part: Joint | Loop | Coupling) -> Iterator[Missing]:
    """Which of the two links that a joint, loop or coupling connects do not exist."""
    links = robot.links
    if isinstance(part, Joint):
        kind, sides = "joint", (("parent", part.parent), ("child", part.child))
    else:
        kind = "coupling" if isinstance(part, Coupling) else "loop"
        sides = (("predecessor", part.predecessor), ("successor", part.successor))
    for (side, name), (_, other) in zip(sides, reversed(sides), strict=True):
        if name not in links:
            path = PartPath(kind, part.name) / side / "link"
            missing = _missing_link(robot, path, f"{kind} '{part.name}': {side} link", name)
            left_out = f"Loading leaves the {kind} out."
            yield replace(missing, consequence=left_out, other=other)


def missing_leader(robot: Robot, joint: Joint, mimic: Mimic) -> Missing:
    """The joint that a follower mimics, which does not exist."""
    path = PartPath("joint", joint.name) / "mimic" / "joint"
    what = f"joint '{joint.name}': mimicked joint"
    return Missing(
        rules.references.UNKNOWN_JOINT,
        path,
        what,
        mimic.joint,
        # A joint that mimics itself would not be a better one.
        tuple(name for name in robot.joints.names if name != joint.name),
        "Loading lets the joint move on its own.",
    )


def _missing_link(robot: Robot, path: PartPath, what: str, name: str) -> Missing:
    return Missing(rules.references.UNKNOWN_LINK, path, what, name, robot.links.names)


def _missing_materials(robot: Robot) -> Iterator[Missing]:
    defined = robot.defined_materials
    for link in robot.links:
        for i, visual in enumerate(link.visuals):
            material = visual.material
            if material is not None and material.is_reference and material.name not in defined:
                path = PartPath("link", link.name).item("visual", i) / "material" / "name"
                rule = rules.references.UNDEFINED_MATERIAL
                yield Missing(rule, path, "material", material.name, tuple(defined))

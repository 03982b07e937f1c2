"""Whether the joints that a coupling or mimic relates can be related."""

from __future__ import annotations

from math import isfinite

from .. import rules
from ..diagnostics import PartPath
from ..robot import Coupling, Loop
from .connectivity import ConnectivityGraph
from .findings import Findings
from .loops import MimicPair, path
from .motion import Motion, Motions


def check_loops(findings: Findings, graph: ConnectivityGraph) -> None:
    """Find loops that say nothing."""
    for loop in graph.loop_joints:
        if isinstance(loop, Loop) and not loop.kind.demands.rows:
            findings.add(
                rules.graph.LOOP_WITHOUT_CONSTRAINT,
                path(loop) / "type",
                f"loop '{loop.name}' is floating and constrains nothing: "
                f"links '{loop.predecessor}' and '{loop.successor}' move independently",
            )


def comparable_couplings(
    findings: Findings, graph: ConnectivityGraph, motions: Motions
) -> list[Coupling]:
    """The couplings whose joints have equal motions, as eq. 8 of the URDF+ paper requires.

    Fixed joints contribute nothing to either sum.
    """
    sound: list[Coupling] = []
    for coupling in graph.loop_joints:
        if isinstance(coupling, Coupling):
            before = findings.errors
            _check_ratio(findings, coupling)
            _check_motions(findings, graph, motions, coupling)
            if findings.errors == before:
                sound.append(coupling)
    return sound


def _check_ratio(findings: Findings, coupling: Coupling) -> None:
    place = path(coupling) / "ratio" / "value"
    if coupling.ratio == 0:
        findings.add(
            rules.schema.ZERO_RATIO,
            place,
            f"the ratio of coupling '{coupling.name}' is 0; it would lock one side and leave the "
            "other free",
        )


def _check_motions(
    findings: Findings, graph: ConnectivityGraph, motions: Motions, coupling: Coupling
) -> None:
    sides = motions.of(coupling)
    found = sides[0] | sides[1]
    what, place = f"coupling '{coupling.name}'", path(coupling)

    def told(motion: Motion) -> str:
        joint = graph.joints[found[motion] - 1]
        return f"'{joint.name}' ({joint.type}, {motion.dof} DOF)"

    # A quaternion is not a number that can be added and multiplied by a ratio.
    orientations = [m for m in found if graph.joints[found[m] - 1].kind.orientation is not None]
    orientation = min(orientations, default=None)
    if not found:
        findings.add(
            rules.graph.COUPLING_WITHOUT_MOTION,
            place,
            f"{what} couples nothing: all its joints are fixed",
        )
    elif orientation is not None:
        findings.add(
            rules.graph.COUPLING_OF_ORIENTATIONS,
            place,
            f"{what} includes joint {told(orientation)}, whose position is an orientation, "
            "which cannot be added or scaled",
        )
    elif len(found) > 1:
        one, two = sorted(found, key=found.__getitem__)[:2]
        rule = (
            rules.graph.COUPLING_MIXED_MOTION
            if one.verb != two.verb
            else rules.graph.COUPLING_MIXED_DOF
        )
        reason = (
            f"one {one.verb}, the other {two.verb}"
            if one.verb != two.verb
            else f"they have {one.dof} and {two.dof} degrees of freedom"
        )
        findings.add(rule, place, f"{what} adds joints {told(one)} and {told(two)}: {reason}")
    elif not (sides[0] and sides[1]):
        side = "successor" if sides[0] else "predecessor"
        findings.add(
            rules.graph.COUPLING_ONE_SIDED,
            place,
            f"no joint moves on the {side} side of {what}, so the positions on the other side "
            "must add up to zero, whatever the ratio is",
        )


def comparable_mimics(findings: Findings, graph: ConnectivityGraph) -> list[MimicPair]:
    """The mimics between joints of equally many numbers.

    A sliding joint may follow a turning one: the multiplier has a unit then.
    """
    sound: list[MimicPair] = []
    for pair in graph.mimics:
        joint, leader = pair.follower, pair.leader
        place = PartPath("joint", joint.name) / "mimic" / "joint"
        if joint.dof != leader.dof:
            findings.add(
                rules.graph.MIMIC_MIXED_DOF,
                place,
                f"joint '{joint.name}' ({joint.type}, {joint.dof} DOF) mimics '{leader.name}' "
                f"({leader.type}, {leader.dof} DOF): the degrees of freedom differ",
            )
        elif joint.kind.orientation is not None:
            findings.add(
                rules.graph.COUPLING_OF_ORIENTATIONS,
                place,
                f"joint '{joint.name}' is {joint.type} and mimics '{leader.name}', but an "
                "orientation cannot be multiplied",
            )
        elif joint.dof and isfinite(pair.multiplier) and isfinite(pair.offset):
            sound.append(pair)
    return sound

"""Whether the joints that a coupling or mimic relates can be related."""

from __future__ import annotations

from math import isfinite

from .. import rules
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
                f"{path(loop)}.type",
                f"loop '{loop.name}' is {loop.type} and constrains nothing; "
                f"'{loop.predecessor}' and '{loop.successor}' stay free of each other",
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
    place = f"{path(coupling)}.ratio.value"
    if coupling.ratio == 0:
        findings.add(
            rules.schema.ZERO_RATIO,
            place,
            f"coupling '{coupling.name}' has ratio 0; it would hold one side still and free "
            "the other",
        )
    elif not isfinite(coupling.ratio):
        findings.add(
            rules.schema.NOT_FINITE, place, f"coupling '{coupling.name}' has ratio {coupling.ratio}"
        )


def _check_motions(
    findings: Findings, graph: ConnectivityGraph, motions: Motions, coupling: Coupling
) -> None:
    sides = motions.of(coupling)
    found = sides[0] | sides[1]
    what, place = f"coupling '{coupling.name}'", path(coupling)

    def told(motion: Motion) -> str:
        joint = graph.joints[found[motion] - 1]
        return f"'{joint.name}' ({joint.type}, {motion.dof})"

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
            f"{what} includes joint {told(orientation)}, whose position is an orientation and "
            "has no sum and no ratio",
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
            else f"{one.dof} and {two.dof} degrees of freedom"
        )
        findings.add(rule, place, f"{what} adds joints {told(one)} and {told(two)}: {reason}")
    elif not (sides[0] and sides[1]):
        side = "successor" if sides[0] else "predecessor"
        findings.add(
            rules.graph.COUPLING_ONE_SIDED,
            place,
            f"nothing moves on the {side} side of {what}: the positions on the other side add up "
            "to zero, whatever the ratio",
        )


def comparable_mimics(findings: Findings, graph: ConnectivityGraph) -> list[MimicPair]:
    """The mimics between joints of equally many numbers.

    A sliding joint may follow a turning one: the multiplier has a unit then.
    """
    sound: list[MimicPair] = []
    for pair in graph.mimics:
        joint, leader = pair.follower, pair.leader
        place = f"joint[{joint.name}].mimic.joint"
        if joint.dof != leader.dof:
            findings.add(
                rules.graph.MIMIC_MIXED_DOF,
                place,
                f"joint '{joint.name}' ({joint.type}, {joint.dof}) mimics '{leader.name}' "
                f"({leader.type}, {leader.dof}): the degrees of freedom differ",
            )
        elif joint.kind.orientation is not None:
            findings.add(
                rules.graph.COUPLING_OF_ORIENTATIONS,
                place,
                f"joint '{joint.name}' is {joint.type} and mimics '{leader.name}'; an orientation "
                "has no multiple",
            )
        elif joint.dof and isfinite(pair.multiplier) and isfinite(pair.offset):
            sound.append(pair)
    return sound

"""Couplings and mimics that together leave a joint no freedom, or say the same twice.

They are linear (eq. 8 of the URDF+ paper), so their rank needs no pose. The unknowns are sums: u(b)
adds the positions of all joints of one motion from the root to body b. A coupling relates three
such sums and a mimic four, however long the chains are. Joints of several degrees of freedom are
coupled number by number with the same ratios, so one equation stands for all.
"""

from __future__ import annotations

from .. import rules
from ..diagnostics import PartPath
from ..record import record
from ..robot import Coupling
from .connectivity import ConnectivityGraph
from .findings import Findings
from .linear import LinearSystem, Outcome
from .loops import MimicPair, path
from .motion import Motions, Sum, motion_of

# Products of coefficients, about a second; real robots need some hundreds.
_WORK = 1_000_000


@record
class _Equation:
    what: str
    path: PartPath
    coefficients: dict[Sum, float]
    constant: float


def check_contradictions(
    findings: Findings,
    graph: ConnectivityGraph,
    motions: Motions,
    couplings: list[Coupling],
    mimics: list[MimicPair],
) -> None:
    """Find contradictions and repetitions among couplings and mimics that are sound alone."""
    equations = [_coupling(graph, motions, coupling) for coupling in couplings]
    equations += [_mimic(graph, motions, pair) for pair in mimics]
    system: LinearSystem[Sum] = LinearSystem()
    used: list[_Equation] = []
    for equation in equations:
        if not equation.coefficients:
            continue
        if system.work > _WORK:
            findings.add(
                rules.graph.COUPLINGS_NOT_COMPARED,
                equation.path,
                f"{equation.what} and those after it were not compared with the others, because "
                "too many equations depend on each other; the rank at a pose still counts them",
            )
            break
        used.append(equation)
        _add(findings, graph, motions, system, equation)
    _check_locked(findings, graph, motions, system, used)


def _add(
    findings: Findings,
    graph: ConnectivityGraph,
    motions: Motions,
    system: LinearSystem[Sum],
    equation: _Equation,
) -> None:
    held = _held_alone(motions, equation)
    if held is not None:
        name = graph.joints[held - 1].name
        findings.add(
            rules.graph.LOCKED_JOINT, equation.path, f"{equation.what} locks joint '{name}'"
        )
    outcome = system.add(equation.coefficients, equation.constant)
    if outcome is Outcome.REDUNDANT:
        findings.add(
            rules.graph.REDUNDANT_COUPLING,
            equation.path,
            f"{equation.what} is redundant: it follows from earlier couplings and mimics",
        )
    elif outcome is Outcome.INCONSISTENT:
        findings.add(
            rules.graph.CONTRADICTORY_COUPLINGS,
            equation.path,
            f"{equation.what} contradicts earlier couplings and mimics; "
            "no position satisfies them all",
        )


def _check_locked(
    findings: Findings,
    graph: ConnectivityGraph,
    motions: Motions,
    system: LinearSystem[Sum],
    equations: list[_Equation],
) -> None:
    """Find joints that no single equation holds still and all together do."""
    alone = {_held_alone(motions, equation) for equation in equations}
    for group in _groups(motions, equations):
        sums = {variable: None for equation in group for variable in equation.coefficients}
        names = [
            f"'{graph.joints[body - 1].name}'"
            for motion, body in sums
            if body not in alone and system.determines(motions.position(motion, body))
        ]
        if names:
            *others, last = group
            lock = f"and {_listed([e.what for e in others])} together lock" if others else "locks"
            findings.add(
                rules.graph.CONTRADICTORY_COUPLINGS,
                last.path,
                f"{last.what} {lock} {'joint' if len(names) == 1 else 'joints'} {_listed(names)}",
                notes=("Remove one of them, or make their ratios agree.",),
                related=[(each.path, f"together with {each.what}") for each in others[:5]],
            )


def _groups(motions: Motions, equations: list[_Equation]) -> list[list[_Equation]]:
    """The equations that share joints, directly or through others (union-find).

    A joint's position is a difference of two sums, so equations also share a joint where one
    has the sum above it and the other the sum below.
    """
    leaders = list(range(len(equations)))

    def leader(i: int) -> int:
        while leaders[i] != i:
            leaders[i] = i = leaders[leaders[i]]
        return i

    first: dict[Sum, int] = {}
    for i, equation in enumerate(equations):
        for variable in equation.coefficients:
            leaders[leader(i)] = leader(first.setdefault(variable, i))
    for variable, i in first.items():
        for other in motions.position(*variable):
            leaders[leader(i)] = leader(first.get(other, i))
    groups: dict[int, list[_Equation]] = {}
    for i, equation in enumerate(equations):
        groups.setdefault(leader(i), []).append(equation)
    return list(groups.values())


def _coupling(graph: ConnectivityGraph, motions: Motions, coupling: Coupling) -> _Equation:
    p, s = graph.ends(coupling)
    top = graph.nca(p, s)
    coefficients: dict[Sum, float] = {}
    for end, factor in ((p, 1.0), (s, -coupling.ratio)):
        for motion in motions.between(top, end):
            _accumulate(coefficients, motions.sum(motion, end), factor)
            _accumulate(coefficients, motions.sum(motion, top), -factor)
    return _Equation(f"coupling '{coupling.name}'", path(coupling), coefficients, 0.0)


def _mimic(graph: ConnectivityGraph, motions: Motions, pair: MimicPair) -> _Equation:
    coefficients: dict[Sum, float] = {}
    for joint, factor in ((pair.follower, 1.0), (pair.leader, -pair.multiplier)):
        body, motion = graph.joint_index(joint.name), motion_of(joint.kind)
        if motion is None:  # a comparable mimic moves; this tells the type checker
            continue
        for variable, sign in motions.position(motion, body).items():
            _accumulate(coefficients, variable, sign * factor)
    name = pair.follower.name
    return _Equation(
        f"mimic joint '{name}'", PartPath("joint", name) / "mimic", coefficients, pair.offset
    )


def _accumulate(coefficients: dict[Sum, float], variable: Sum | None, factor: float) -> None:
    if variable is None:
        return
    value = coefficients.pop(variable, 0.0) + factor
    if value:
        coefficients[variable] = value


def _held_alone(motions: Motions, equation: _Equation) -> int | None:
    """The body whose joint this equation alone holds still: it says factor * q = constant."""
    motion, body = max(equation.coefficients, key=lambda variable: variable[1])
    factor = equation.coefficients[motion, body]
    position = {v: factor * sign for v, sign in motions.position(motion, body).items()}
    return body if position == equation.coefficients else None


def _listed(names: list[str]) -> str:
    shown = names if len(names) <= 5 else [*names[:4], f"{len(names) - 4} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"

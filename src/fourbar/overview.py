"""What a description holds, at a glance."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .robot import Robot

# Closing more variables than this takes longer than a glance should.
_LARGEST = 100


def overview(robot: Robot) -> dict[str, Any]:
    """Counts of parts, degrees of freedom and mass, as plain values."""
    types = Counter(joint.type for joint in robot.joints)
    return {
        "robot": robot.name,
        "urdfVersion": robot.version,
        "links": len(robot.links),
        "joints": len(robot.joints),
        "jointTypes": dict(sorted(types.items())),
        "mimics": sum(joint.mimic is not None for joint in robot.joints),
        "loops": len(robot.loops),
        "couplings": len(robot.couplings),
        "roots": [link.name for link in robot.roots],
        "mass": robot.mass,
        "visuals": sum(len(link.visuals) for link in robot.links),
        "collisions": sum(len(link.collisions) for link in robot.links),
        "materials": len(robot.defined_materials),
        "transmissions": len(robot.transmissions),
        "ros2Control": len(robot.ros2_control),
        "sensors": len(robot.sensors),
        "configurations": [configuration.name for configuration in robot.configurations],
        **_freedom(robot),
    }


def _freedom(robot: Robot) -> dict[str, Any]:
    """Counts and clusters; None where the joints are no tree or the loops do not close."""
    from .graph import AggregateGraph, GraphError

    facts: dict[str, Any] = dict.fromkeys(
        ("treeDof", "constraints", "rank", "dof", "independent", "clusters", "problem")
    )
    try:
        graph = AggregateGraph(robot)
    except GraphError:
        return facts
    facts["treeDof"], facts["constraints"] = graph.freedom.n, graph.freedom.n_c
    facts["clusters"] = [list(c.links) for c in graph.clusters if len(c.links) > 1]
    largest = max((c.freedom.n for c in graph.clusters if c.freedom.n_c), default=0)
    if largest > _LARGEST:
        facts["problem"] = (
            f"{largest} joint variables are coupled; use `fourbar assemble` to close them"
        )
    elif graph.freedom.n_c:
        facts |= _mobility(robot)
    else:
        facts |= {"rank": 0, "dof": graph.freedom.n}
    return facts


def _mobility(robot: Robot) -> dict[str, Any]:
    """What the rank at a closed pose says; only closed robots pay for the mechanics."""
    from .mechanics import mobility
    from .mechanics.loops import LoopError

    try:
        found = mobility(robot)
    except (LoopError, ValueError) as error:
        return {"problem": str(error)}
    return {
        "rank": found.rank,
        "dof": found.mobility,
        "independent": list(found.independent),
        "problem": found.problem or None,
    }

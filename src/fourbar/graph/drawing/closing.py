"""The edges that close loops, as all formats draw them."""

from __future__ import annotations

from typing import NamedTuple

from ...robot import Coupling
from ..aggregate import AggregateGraph
from .measure import visible


class Closing(NamedTuple):
    """An edge of the connectivity graph outside the spanning tree, or a mimic."""

    tail: int
    head: int
    kind: str
    name: str
    title: str


def closing_edges(aggregate: AggregateGraph) -> list[Closing]:
    """Loops, couplings, then mimics (from leader to follower), in document order."""
    graph = aggregate.graph
    found: list[Closing] = []
    for joint in graph.loop_joints:
        kind, how = (
            ("coupling", f"ratio {joint.ratio:g}")
            if isinstance(joint, Coupling)
            else ("loop", joint.type)
        )
        title = f"{kind} {joint.name} ({how}): {joint.predecessor} to {joint.successor}"
        found.append(Closing(*graph.ends(joint), kind, visible(joint.name), visible(title)))
    for follower, leader, multiplier, offset in aggregate.digraph.mimics:
        ends = graph.joint_index(leader.name), graph.joint_index(follower.name)
        title = f"{follower.name} = {multiplier:g} * {leader.name}"
        if offset:
            title += f" + {offset:g}"
        found.append(Closing(*ends, "mimic", visible(follower.name), visible(title)))
    return found

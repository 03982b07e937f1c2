"""Which bodies' motions depend on which (URDF+ paper, section IV-B)."""

from __future__ import annotations

from typing import Literal

from ..record import record
from ..robot import Coupling, Joint, Loop
from .components import strong_components
from .connectivity import ConnectivityGraph
from .motion import Motions


@record
class Dependency:
    """A directed edge: the motion of body `head` depends on that of body `tail`."""

    tail: int
    head: int
    kind: Literal["tree", "loop", "coupling", "mimic"]
    joint: Joint | Loop | Coupling


class ConstraintDependencyDigraph:
    """The digraph whose strongly connected components are the aggregate links.

    Algorithm 3 of the URDF+ paper: an edge from each parent to its child, and for each loop joint
    an edge from each end to the lowest body of the other end's subchain. Together with the two
    paths these make a circle, so all bodies of a loop are reachable from each other.

    Three cases the algorithm leaves open:

    - One end is the NCA itself (a loop that closes on the root, or on an ancestor). Its subchain
      is empty and has no lowest body; the edge from the other end goes to the lowest body of its
      own subchain instead, which closes the circle through the only bodies there are.
    - A loop joint without equations (type floating, or a coupling of fixed joints) makes nothing
      depend on anything and adds no edge.
    - A `<mimic>` relates two joints and not the chains between them. The subchains are counted
      from the nearest common ancestor of the two joints' parents, so that both joints belong to
      them, also where one body is the other's ancestor. `mimic=False` leaves mimics out.

    Every ancestor is found in O(log N_B); no subchain is listed.
    """

    def __init__(self, graph: ConnectivityGraph, *, mimic: bool = True) -> None:
        self.graph = graph
        self.motions = Motions(graph)
        edges = [
            Dependency(graph.parents[i], i, "tree", joint)
            for i, joint in enumerate(graph.joints, start=1)
        ]
        self.loop_joints = tuple(
            joint for joint in graph.loop_joints if self.motions.constraints(joint)
        )
        self.mimics = tuple(pair for pair in graph.mimics if mimic and pair.follower.dof)
        for joint in self.loop_joints:
            p, s = graph.ends(joint)
            kind = "loop" if isinstance(joint, Loop) else "coupling"
            for tail, head in self._circle(p, s, graph.nca(p, s)):
                edges.append(Dependency(tail, head, kind, joint))
        for follower, leader, _, _ in self.mimics:
            i, j = graph.joint_index(follower.name), graph.joint_index(leader.name)
            for tail, head in self._circle(i, j, graph.nca(graph.parents[i], graph.parents[j])):
                edges.append(Dependency(tail, head, "mimic", follower))
        self.edges: tuple[Dependency, ...] = tuple(edges)

    def _circle(self, p: int, s: int, top: int) -> list[tuple[int, int]]:
        """The edges that make one circle of the paths from `top` to `p` and to `s`."""
        below = self.graph.ancestry.depths[top] + 1
        first_p = self.graph.ancestry.ancestor_at(p, below) if p != top else None
        first_s = self.graph.ancestry.ancestor_at(s, below) if s != top else None
        if first_p is None:
            first_p = first_s
        if first_s is None:
            first_s = first_p
        circle: list[tuple[int, int]] = []
        for tail, head in ((p, first_s), (s, first_p)):
            if head is not None and tail not in (top, head):
                circle.append((tail, head))
        return circle

    @property
    def heads(self) -> list[list[int]]:
        """For each body, the bodies that depend on it directly."""
        heads: list[list[int]] = [[] for _ in self.graph.bodies]
        for edge in self.edges:
            heads[edge.tail].append(edge.head)
        return heads

    def components(self) -> tuple[tuple[int, ...], ...]:
        """The strongly connected components, parents first and each in ascending order.

        A component's lowest body hangs from an earlier one, so sorting by it is a topological
        order, root first, with ties in document order.
        """
        return tuple(sorted(tuple(sorted(part)) for part in strong_components(self.heads)))

"""Aggregate links: the bodies that can only move together (URDF+ paper, sections II-E and IV)."""

from __future__ import annotations

from functools import cached_property

from ..record import record
from ..robot import Coupling, Joint, Loop, Robot
from .connectivity import ConnectivityGraph
from .digraph import ConstraintDependencyDigraph
from .freedom import Freedom, total


@record
class Cluster:
    """An aggregate link: bodies in ascending order, and the joints and loop joints among them.

    `joints[k]` is the tree joint of `bodies[k]` (the root's cluster has none). The cluster hangs
    from `parent_body`, a body of cluster `parent`; both are -1 for the root's.
    """

    index: int
    bodies: tuple[int, ...]
    links: tuple[str, ...]
    joints: tuple[Joint, ...]
    loops: tuple[Loop, ...]
    couplings: tuple[Coupling, ...]
    mimics: tuple[Joint, ...]
    parent: int
    parent_body: int
    freedom: Freedom


class AggregateGraph:
    """The loop-aggregated connectivity graph: a tree whose nodes are clusters.

    Clusters are in topological order, root first, ties in document order. Every loop joint lies
    inside one cluster (one that constrains nothing lies in none).
    """

    def __init__(
        self, source: Robot | ConnectivityGraph | ConstraintDependencyDigraph, *, mimic: bool = True
    ) -> None:
        if not isinstance(source, ConnectivityGraph | ConstraintDependencyDigraph):
            source = ConnectivityGraph(source)
        if isinstance(source, ConnectivityGraph):
            source = ConstraintDependencyDigraph(source, mimic=mimic)
        self.digraph = source
        self.graph = source.graph
        components = source.components()
        self._cluster_of = [0] * len(self.graph.bodies)
        for k, bodies in enumerate(components):
            for i in bodies:
                self._cluster_of[i] = k
        self.clusters: tuple[Cluster, ...] = self._clusters(components)

    def __repr__(self) -> str:
        return f"<AggregateGraph {self.graph.robot.name!r}: {len(self.clusters)} clusters>"

    def _clusters(self, components: tuple[tuple[int, ...], ...]) -> tuple[Cluster, ...]:
        graph = self.graph
        loops: list[list[Loop]] = [[] for _ in components]
        couplings: list[list[Coupling]] = [[] for _ in components]
        mimics: list[list[Joint]] = [[] for _ in components]
        equations = [0] * len(components)
        for joint in self.digraph.loop_joints:
            # The end that is no ancestor of the other has the larger number of the two.
            k = self._cluster_of[max(graph.ends(joint))]
            equations[k] += self.digraph.motions.constraints(joint)
            if isinstance(joint, Loop):
                loops[k].append(joint)
            else:
                couplings[k].append(joint)
        for joint, _, _, _ in self.digraph.mimics:
            k = self._cluster_of[graph.joint_index(joint.name)]
            equations[k] += joint.dof
            mimics[k].append(joint)
        clusters: list[Cluster] = []
        for k, bodies in enumerate(components):
            joints = tuple(graph.joints[i - 1] for i in bodies if i)
            parent_body = graph.parents[bodies[0]]
            clusters.append(
                Cluster(
                    index=k,
                    bodies=bodies,
                    links=tuple(graph.bodies[i] for i in bodies),
                    joints=joints,
                    loops=tuple(loops[k]),
                    couplings=tuple(couplings[k]),
                    mimics=tuple(mimics[k]),
                    parent=self._cluster_of[parent_body] if parent_body >= 0 else -1,
                    parent_body=parent_body,
                    freedom=Freedom(sum(joint.dof for joint in joints), equations[k]),
                )
            )
        return tuple(clusters)

    def cluster_of(self, body: int | str) -> Cluster:
        """The cluster of a body number or link name."""
        i = self.graph.index(body) if isinstance(body, str) else body
        return self.clusters[self._cluster_of[i]]

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The clusters that hang from each cluster."""
        below: list[list[int]] = [[] for _ in self.clusters]
        for cluster in self.clusters[1:]:
            below[cluster.parent].append(cluster.index)
        return tuple(map(tuple, below))

    @property
    def freedom(self) -> Freedom:
        """The counts of the whole robot."""
        return total([cluster.freedom for cluster in self.clusters])


def clusters(robot: Robot | ConnectivityGraph, *, mimic: bool = True) -> tuple[Cluster, ...]:
    """The aggregate links of a robot; `mimic=False` leaves `<mimic>` pairs ungrouped."""
    return AggregateGraph(robot, mimic=mimic).clusters

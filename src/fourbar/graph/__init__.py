"""The robot as a graph: connectivity, constraint dependencies, aggregate links."""

from .aggregate import AggregateGraph, Cluster, clusters
from .checking import check
from .connectivity import ConnectivityGraph
from .digraph import ConstraintDependencyDigraph, Dependency
from .drawing import draw
from .error import GraphError
from .freedom import Freedom
from .loops import LoopJoint, MimicPair

__all__ = [
    "AggregateGraph",
    "Cluster",
    "ConnectivityGraph",
    "ConstraintDependencyDigraph",
    "Dependency",
    "Freedom",
    "GraphError",
    "LoopJoint",
    "MimicPair",
    "check",
    "clusters",
    "draw",
]

"""The graphs as JSON, for scripts; bodies and clusters are referred to by number."""

from __future__ import annotations

import json as standard
from typing import Any

from ...robot import Coupling
from ..aggregate import AggregateGraph, Cluster
from ..connectivity import ConnectivityGraph
from ..freedom import Freedom
from ..loops import LoopJoint


def json(aggregate: AggregateGraph) -> str:
    """One indented object: connectivity, dependencies, clusters, freedom."""
    graph = aggregate.graph
    document = {
        "format": "fourbar.graph",
        "version": 1,
        "robot": graph.robot.name,
        "connectivity": {
            "bodies": [
                {
                    "number": i,
                    "link": link,
                    "parent": graph.parents[i] if i else None,
                    "joint": graph.joints[i - 1].name if i else None,
                    "type": graph.joints[i - 1].type if i else None,
                    "cluster": aggregate.cluster_of(i).index,
                }
                for i, link in enumerate(graph.bodies)
            ],
            "loopJoints": [
                _loop_joint(graph, k, joint)
                for k, joint in enumerate(graph.loop_joints, graph.N_B + 1)
            ],
        },
        "dependencies": [
            {"tail": edge.tail, "head": edge.head, "kind": edge.kind, "joint": edge.joint.name}
            for edge in aggregate.digraph.edges
        ],
        "clusters": [_cluster(cluster) for cluster in aggregate.clusters],
        "freedom": _freedom(aggregate.freedom),
    }
    return standard.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _loop_joint(graph: ConnectivityGraph, number: int, joint: LoopJoint) -> dict[str, Any]:
    p, s = graph.ends(joint)
    found: dict[str, Any] = {"number": number, "name": joint.name}
    if isinstance(joint, Coupling):
        found |= {"kind": "coupling", "ratio": joint.ratio}
    else:
        found |= {"kind": "loop", "type": joint.type}
    return found | {"predecessor": p, "successor": s, "nca": graph.nca(p, s)}


def _cluster(cluster: Cluster) -> dict[str, Any]:
    return {
        "number": cluster.index,
        "bodies": cluster.bodies,
        "parent": cluster.parent if cluster.index else None,
        "parentBody": cluster.parent_body if cluster.index else None,
        "loops": [loop.name for loop in cluster.loops],
        "couplings": [coupling.name for coupling in cluster.couplings],
        "mimics": [joint.name for joint in cluster.mimics],
        **_freedom(cluster.freedom),
    }


def _freedom(freedom: Freedom) -> dict[str, int]:
    return {"treeDof": freedom.n, "constraints": freedom.n_c}

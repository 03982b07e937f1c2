"""The graphs as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from ...robot.values import count
from ..aggregate import AggregateGraph, Cluster
from ..connectivity import ConnectivityGraph
from ..freedom import Freedom
from .closing import closing_edges
from .measure import visible

# A chain of thousands would be wider than any window, and its drawing quadratic.
_DEEPEST = 24
_SHOWN = 12


def text(aggregate: AggregateGraph) -> str:
    """Tree, loop joints, dependencies beyond the tree, clusters, and counts."""
    return "\n".join([*_lines(aggregate), ""])


def _lines(aggregate: AggregateGraph) -> Iterator[str]:
    graph = aggregate.graph
    yield (
        f"{visible(graph.robot.name)}: {count(graph.N_B + 1, 'link')}, "
        f"{count(graph.N_B, 'tree joint')}, {count(graph.N_L, 'loop joint')}, "
        f"{count(len(aggregate.clusters), 'cluster')}"
    )
    yield ""
    yield "connectivity graph"
    yield from _tree(graph)
    closing = closing_edges(aggregate)
    if closing:
        yield ""
        yield "loop joints and mimics" if aggregate.digraph.mimics else "loop joints"
    for number, edge in enumerate(closing, graph.N_B + 1):
        if edge.kind == "mimic":  # no edge of the graph, so it has no number
            yield f"  mimic {edge.title}"
        else:
            nca = graph.nca(edge.tail, edge.head)
            yield f"  {number} {edge.title}, below {nca} {visible(graph.bodies[nca])}"
    beyond = [edge for edge in aggregate.digraph.edges if edge.kind != "tree"]
    if beyond:
        yield ""
        yield "constraint dependencies besides parent -> child"
        for edge in beyond:
            tail, head = (f"{i} {graph.bodies[i]}" for i in (edge.tail, edge.head))
            yield visible(f"  {tail} -> {head}  ({edge.kind} {edge.joint.name})")
    yield ""
    yield "aggregate graph"
    yield from (_cluster(graph, cluster) for cluster in aggregate.clusters)
    yield ""
    yield _freedom(aggregate.freedom)


def _freedom(freedom: Freedom) -> str:
    if not freedom.n_c:
        return f"{count(freedom.n, 'degree')} of freedom"
    said = f"{freedom.n} joint variables, {count(freedom.n_c, 'loop-closure equation')}"
    bound = freedom.mobility_bound
    least = f", at least {bound}" if bound else ""
    return f"{said}; degrees of freedom: {freedom.n} - rank(K){least}"


def _tree(graph: ConnectivityGraph) -> Iterator[str]:
    digits = len(str(graph.N_B))
    pending = [(0, "", "", 0)]  # body, what stands before it, before its children, depth
    while pending:
        body, branch, indent, depth = pending.pop()
        joint = graph.joints[body - 1] if body else None
        said = f"  [{joint.name}, {joint.type}]" if joint else ""
        deep = f"(depth {depth}) " if depth > _DEEPEST else ""
        yield f"  {body:{digits}d} {branch}" + visible(f"{deep}{graph.bodies[body]}{said}")
        children = graph.children[body]
        for child in reversed(children):
            last = child == children[-1]
            if depth >= _DEEPEST:
                pending.append((child, indent, indent, depth + 1))
            else:
                below = indent + ("   " if last else "│  ")
                pending.append((child, indent + ("└─ " if last else "├─ "), below, depth + 1))


def _cluster(graph: ConnectivityGraph, cluster: Cluster) -> str:
    names = list(cluster.links)
    if len(names) > _SHOWN:
        names = [*names[: _SHOWN - 1], f"{len(names) - _SHOWN + 1} more"]
    said = f"  {cluster.index} {{{', '.join(names)}}}"
    if cluster.index:
        said += f" on {graph.bodies[cluster.parent_body]}: n = {cluster.freedom.n}"
    if cluster.freedom.n_c:
        said += f", n_c = {cluster.freedom.n_c}"
    held = [
        *(f"loop {x.name}" for x in cluster.loops),
        *(f"coupling {x.name}" for x in cluster.couplings),
        *(f"mimic {x.name}" for x in cluster.mimics),
    ]
    if len(held) > _SHOWN:
        held = [*held[: _SHOWN - 1], f"{len(held) - _SHOWN + 1} more"]
    return visible(said + (f" ({', '.join(held)})" if held else ""))

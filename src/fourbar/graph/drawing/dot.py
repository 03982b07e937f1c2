"""The graphs in the language of Graphviz, one subgraph each."""

from __future__ import annotations

from collections.abc import Iterator

from ..aggregate import AggregateGraph
from .closing import closing_edges
from .measure import visible

_STYLES = {
    "tree": "",
    "loop": 'style=dashed, color="#cf222e", fontcolor="#cf222e", constraint=false',
    "coupling": 'style=dotted, color="#8250df", fontcolor="#8250df", constraint=false',
    "mimic": 'style=dashed, color="#9a6700", fontcolor="#9a6700", constraint=false',
}


def dot(aggregate: AggregateGraph) -> str:
    """One digraph; undirected edges of the connectivity graph have no arrow heads."""
    return "\n".join([*_lines(aggregate), ""])


def _lines(aggregate: AggregateGraph) -> Iterator[str]:
    graph = aggregate.graph
    yield f"digraph {_quoted(graph.robot.name)} {{"
    yield '  graph [compound=true, fontname="Helvetica"]'
    yield '  node [shape=box, style=rounded, fontname="Helvetica"]'
    yield '  edge [fontname="Helvetica", fontsize=10]'
    yield "  subgraph cluster_connectivity {"
    yield '    label="Connectivity graph"'
    yield "    edge [dir=none]"
    yield from (f"    c{line}" for line in _bodies(aggregate))
    for i, joint in enumerate(graph.joints, start=1):
        yield f"    c{graph.parents[i]} -> c{i} [label={_quoted(joint.name)}]"
    for edge in closing_edges(aggregate):
        label = _quoted(f"{edge.kind} {edge.name}")
        yield f"    c{edge.tail} -> c{edge.head} [label={label}, {_STYLES[edge.kind]}]"
    yield "  }"
    yield "  subgraph cluster_dependencies {"
    yield '    label="Constraint dependency digraph"'
    yield from (f"    d{line}" for line in _bodies(aggregate))
    for edge in aggregate.digraph.edges:
        style = f" [{_STYLES[edge.kind]}]" if _STYLES[edge.kind] else ""
        yield f"    d{edge.tail} -> d{edge.head}{style}"
    yield "  }"
    yield "  subgraph cluster_aggregate {"
    yield '    label="Aggregate graph"'
    yield "    edge [dir=none]"
    for cluster in aggregate.clusters:
        lines = [f"{i} {name}" for i, name in zip(cluster.bodies, cluster.links, strict=True)]
        yield f"    a{cluster.index} [label={_quoted(*lines)}]"
        if cluster.index:
            yield f"    a{cluster.parent} -> a{cluster.index}"
    yield "  }"
    yield "}"


def _bodies(aggregate: AggregateGraph) -> Iterator[str]:
    for i, name in enumerate(aggregate.graph.bodies):
        yield f"{i} [label={_quoted(f'{i} {name}')}]"


def _quoted(*lines: str) -> str:
    r"""A quoted string of one or more lines; a backslash in a name must not become an escape."""
    escaped = [visible(line).replace("\\", "\\\\").replace('"', '\\"') for line in lines]
    return '"' + "\\n".join(escaped) + '"'

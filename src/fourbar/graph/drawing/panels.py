"""The three graphs of a robot as panels that share their colours."""

from __future__ import annotations

from collections.abc import Iterable

from ...robot import Joint
from ..aggregate import AggregateGraph, Cluster
from .arrange import Arrangement, Layout, Link, arrange
from .boxes import Box, Size
from .closing import closing_edges
from .measure import shorten, text_width, visible
from .scene import Line, Node, Panel

NAME = 12.0
NUMBER = 10.0
TINTS = 8
_HEIGHT = 24.0
LINE = 17.0
_PAD = 9.0
_COLUMN = 14


def panels(aggregate: AggregateGraph, layout: Layout) -> list[Panel]:
    """Connectivity graph, constraint dependency digraph and aggregate graph."""
    tints = _tints(aggregate)
    return [
        _connectivity(aggregate, tints, layout),
        _dependencies(aggregate, tints, layout),
        _aggregate(aggregate, tints, layout),
    ]


def _tints(aggregate: AggregateGraph) -> dict[int, int]:
    """A colour for every cluster of more than one body."""
    together = [c.index for c in aggregate.clusters if len(c.bodies) > 1]
    return {index: k % TINTS for k, index in enumerate(together)}


def _connectivity(aggregate: AggregateGraph, tints: dict[int, int], layout: Layout) -> Panel:
    graph = aggregate.graph
    tree = [
        Link(graph.parents[i], i, "tree" if joint.kind.moves else "fixed", _joint_title(joint))
        for i, joint in enumerate(graph.joints, start=1)
    ]
    others = [
        Link(edge.tail, edge.head, edge.kind, edge.title, shorten(edge.name, 16))
        for edge in closing_edges(aggregate)
    ]
    sizes = [_node_size(line) for line in _body_lines(aggregate)]
    arrangement = arrange(graph.parents, sizes, tree, others, layout=layout, arrows=False)
    return _body_panel("Connectivity graph", aggregate, tints, arrangement)


def _dependencies(aggregate: AggregateGraph, tints: dict[int, int], layout: Layout) -> Panel:
    graph = aggregate.graph
    tree: list[Link] = []
    others: list[Link] = []
    for edge in aggregate.digraph.edges:
        title = f"{graph.bodies[edge.tail]} → {graph.bodies[edge.head]} ({edge.joint.name})"
        link = Link(edge.tail, edge.head, edge.kind, visible(title))
        (tree if edge.kind == "tree" else others).append(link)
    sizes = [_node_size(line) for line in _body_lines(aggregate)]
    arrangement = arrange(graph.parents, sizes, tree, others, layout=layout, arrows=True)
    return _body_panel("Constraint dependency digraph", aggregate, tints, arrangement)


def _aggregate(aggregate: AggregateGraph, tints: dict[int, int], layout: Layout) -> Panel:
    clusters = aggregate.clusters
    lines = [_cluster_lines(cluster) for cluster in clusters]
    sizes = [
        _node_size(rows[0]) if len(cluster.bodies) == 1 and len(rows) == 1 else _cluster_size(rows)
        for cluster, rows in zip(clusters, lines, strict=True)
    ]
    tree = [Link(c.parent, c.index, "tree", _cluster_title(c)) for c in clusters[1:]]
    parents = [c.parent for c in clusters]
    arrangement = arrange(parents, sizes, tree, [], layout=layout, arrows=False)
    nodes = [
        Node(box, rows, _cluster_title(c), tints.get(c.index), root=c.index == 0)
        for c, box, rows in zip(clusters, arrangement.boxes, lines, strict=True)
    ]
    return _panel("Aggregate graph", nodes, arrangement)


def _body_lines(aggregate: AggregateGraph) -> list[Line]:
    return [Line(i, shorten(visible(name))) for i, name in enumerate(aggregate.graph.bodies)]


def _body_panel(
    title: str, aggregate: AggregateGraph, tints: dict[int, int], arrangement: Arrangement
) -> Panel:
    nodes: list[Node] = []
    for i, (line, box) in enumerate(zip(_body_lines(aggregate), arrangement.boxes, strict=True)):
        name = visible(aggregate.graph.bodies[i])
        tint = tints.get(aggregate.cluster_of(i).index)
        nodes.append(Node(box, [line], f"body {i}: {name}", tint, root=i == 0))
    return _panel(title, nodes, arrangement)


def _panel(title: str, nodes: list[Node], arrangement: Arrangement) -> Panel:
    panel = Panel(title, nodes, arrangement.edges)
    panel.enclose(*_corners(arrangement.boxes), *arrangement.extent)
    return panel


def _corners(boxes: Iterable[Box]) -> list[tuple[float, float]]:
    return [corner for box in boxes for corner in ((box.x, box.y), (box.right, box.bottom))]


def _line_width(line: Line) -> float:
    number = 0.0 if line.number is None else text_width(str(line.number), NUMBER) + 6
    return number + text_width(line.text, NAME)


def _node_size(line: Line) -> Size:
    return _line_width(line) + 2 * _PAD, _HEIGHT


def _cluster_size(lines: list[Line]) -> Size:
    return max(map(_line_width, lines)) + 2 * _PAD, len(lines) * LINE + 10


def _cluster_lines(cluster: Cluster) -> list[Line]:
    lines = [
        Line(i, shorten(visible(name)))
        for i, name in zip(cluster.bodies, cluster.links, strict=True)
    ]
    if len(lines) > _COLUMN:
        hidden = len(lines) - _COLUMN + 1
        lines = [*lines[: _COLUMN - 1], Line(None, f"and {hidden} more", "more")]
    marks = [
        *(("loop", joint.name) for joint in cluster.loops),
        *(("coupling", joint.name) for joint in cluster.couplings),
        *(("mimic", joint.name) for joint in cluster.mimics),
    ]
    for kind, name in marks[:4]:
        lines.append(Line(None, shorten(visible(f"{kind} {name}"), 32), kind))
    if len(marks) > 4:
        lines.append(Line(None, f"and {len(marks) - 4} more", "more"))
    return lines


def _joint_title(joint: Joint) -> str:
    return visible(f"joint {joint.name} ({joint.type}): {joint.parent} to {joint.child}")


def _cluster_title(cluster: Cluster) -> str:
    names = ", ".join(cluster.links[:40])
    return visible(
        f"cluster {cluster.index}: {names}; n = {cluster.freedom.n}, n_c = {cluster.freedom.n_c}"
    )

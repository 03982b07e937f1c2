"""The graphs as a Mermaid flowchart, which GitHub and many wikis draw."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..aggregate import AggregateGraph
from .closing import closing_edges
from .measure import visible

_ARROWS = {"tree": "-->", "loop": "-.->", "coupling": "-.->", "mimic": "-.->"}


def mermaid(aggregate: AggregateGraph) -> str:
    """One flowchart with a subgraph for each of the three graphs."""
    return "\n".join([*_lines(aggregate), ""])


def _lines(aggregate: AggregateGraph) -> Iterator[str]:
    graph = aggregate.graph
    yield "flowchart LR"
    yield '  subgraph connectivity["Connectivity graph"]'
    yield "    direction TB"
    yield from (f"    c{line}" for line in _bodies(aggregate))
    for i in range(1, graph.N_B + 1):
        yield f"    c{graph.parents[i]} --- c{i}"
    for edge in closing_edges(aggregate):
        yield f"    c{edge.tail} -. {_quoted(f'{edge.kind} {edge.name}')} .- c{edge.head}"
    yield "  end"
    yield '  subgraph dependencies["Constraint dependency digraph"]'
    yield "    direction TB"
    yield from (f"    d{line}" for line in _bodies(aggregate))
    for edge in aggregate.digraph.edges:
        yield f"    d{edge.tail} {_ARROWS[edge.kind]} d{edge.head}"
    yield "  end"
    yield '  subgraph aggregate["Aggregate graph"]'
    yield "    direction TB"
    for cluster in aggregate.clusters:
        lines = [f"{i} {name}" for i, name in zip(cluster.bodies, cluster.links, strict=True)]
        yield f"    a{cluster.index}[{_quoted(*lines)}]"
        if cluster.index:
            yield f"    a{cluster.parent} --- a{cluster.index}"
    yield "  end"
    # Invisible links keep the three in this order.
    yield "  connectivity ~~~ dependencies ~~~ aggregate"


def _bodies(aggregate: AggregateGraph) -> Iterator[str]:
    for i, name in enumerate(aggregate.graph.bodies):
        yield f"{i}[{_quoted(f'{i} {name}')}]"


def _quoted(*lines: str) -> str:
    """A label; everything but plain characters as Mermaid's `#65;`, since labels are HTML."""
    escaped = [
        re.sub(r"[^\w .-]", lambda found: f"#{ord(found[0])};", visible(line)) for line in lines
    ]
    return f'"{"<br/>".join(escaped)}"'

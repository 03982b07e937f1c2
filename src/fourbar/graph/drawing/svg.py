"""Three panels side by side as SVG: connectivity, dependencies, aggregate links.

Everything is drawn here: no system binary, no font file, no script. The style sheet follows the
reader's light or dark preference; names are text content only.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...markup import escape
from ...robot.values import count
from ..aggregate import AggregateGraph
from .arrange import Layout
from .measure import shorten, text_width, visible
from .panels import LINE, NAME, NUMBER, panels
from .scene import Edge, Line, Node, Panel
from .style import markers, style_sheet

_MARGIN = 24.0
_BETWEEN = 44.0
_HEAD = 74.0
_FOOT = 46.0
_WIDEST = 1500.0
_MOST_BODIES = 40
_MOST_LOOPS = 8


def svg(aggregate: AggregateGraph, *, layout: Layout | None = None) -> str:
    """The drawing; without a layout, a tree where that is not too wide, else rows."""
    drawn = panels(aggregate, layout or "tree") if _is_small(aggregate) or layout else []
    if not drawn or (layout is None and _width(drawn) > _WIDEST):
        drawn = panels(aggregate, "rows")
    return _document(aggregate, drawn)


def _is_small(aggregate: AggregateGraph) -> bool:
    graph = aggregate.graph
    return graph.N_B <= _MOST_BODIES and graph.N_L + len(graph.mimics) <= _MOST_LOOPS


def _width(drawn: Iterable[Panel]) -> float:
    return sum(max(p.right - p.left, text_width(f"(a) {p.title}", 13)) + _BETWEEN for p in drawn)


def _document(aggregate: AggregateGraph, drawn: list[Panel]) -> str:
    graph = aggregate.graph
    name = visible(graph.robot.name)
    legend, legend_width = _legend(drawn)
    facts = _facts(aggregate)
    width = max(
        2 * _MARGIN + _width(drawn) - _BETWEEN,
        2 * _MARGIN + text_width(shorten(name, 60), 17) + 20 + text_width(facts, NAME),
        2 * _MARGIN + legend_width,
    )
    height = _HEAD + max(p.bottom - p.top for p in drawn) + _FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fourbar-graph" role="img" '
        f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}">',
        f"<title>{escape(name)}</title>",
        f"<style>\n{style_sheet()}\n</style>",
        f"<defs>{markers({edge.kind for panel in drawn for edge in panel.edges if edge.arrow})}"
        "</defs>",
        '<rect class="paper" width="100%" height="100%"/>',
        f'<text class="head" x="{_MARGIN:.0f}" y="30">{escape(shorten(name, 60))}</text>',
        f'<text class="soft" x="{_MARGIN + text_width(shorten(name, 60), 17) + 20:.0f}" y="30">'
        f"{escape(facts)}</text>",
    ]
    x = _MARGIN
    for k, panel in enumerate(drawn):
        if k:
            line = x - _BETWEEN / 2
            parts.append(
                f'<line x1="{line:.1f}" y1="48" x2="{line:.1f}" y2="{height - _FOOT + 12:.1f}"/>'
            )
        parts.append(_panel(panel, x, "abc"[k]))
        x += max(panel.right - panel.left, text_width(f"(a) {panel.title}", 13)) + _BETWEEN
    parts.append(f'<g transform="translate({_MARGIN:.0f},{height - 16:.0f})">{legend}</g>')
    return "\n".join([*parts, "</svg>", ""])


def _facts(aggregate: AggregateGraph) -> str:
    graph, freedom = aggregate.graph, aggregate.freedom
    together = sum(len(cluster.bodies) > 1 for cluster in aggregate.clusters)
    counts = [
        count(graph.N_B + 1, "link"),
        count(graph.N_B, "tree joint"),
        count(graph.N_L, "loop joint"),
        f"{count(together, 'cluster')} of several links",
    ]
    return f"{', '.join(counts)}; n = {freedom.n}, n_c = {freedom.n_c}"


def _panel(panel: Panel, x: float, letter: str) -> str:
    lines = [
        f'<text class="title" x="{x:.1f}" y="56">({letter}) {escape(panel.title)}</text>',
        f'<g transform="translate({x - panel.left:.1f},{_HEAD - panel.top:.1f})">',
        *map(_edge, panel.edges),
        *map(_node, panel.nodes),
        *(_label(edge) for edge in panel.edges if edge.label),
        "</g>",
    ]
    return "\n".join(lines)


def _edge(edge: Edge) -> str:
    arrow = f' marker-end="url(#fourbar-{edge.kind})"' if edge.arrow else ""
    return (
        f'<path class="{edge.kind}" d="{edge.path}"{arrow}>'
        f"<title>{escape(edge.title)}</title></path>"
    )


def _label(edge: Edge) -> str:
    x, y = edge.label_at
    return f'<text class="label {edge.kind}" x="{x:.1f}" y="{y:.1f}">{escape(edge.label)}</text>'


def _node(node: Node) -> str:
    box = node.box
    classes = ["node"]
    if node.tint is not None:
        classes.append(f"tint{node.tint}")
    if node.root:
        classes.append("root")
    single = len(node.lines) == 1
    radius = box.height / 2 if single else 9
    parts = [
        f"<g><title>{escape(node.title)}</title>",
        f'<rect class="{" ".join(classes)}" x="{box.x:.1f}" y="{box.y:.1f}" '
        f'width="{box.width:.1f}" height="{box.height:.1f}" rx="{radius:.0f}"/>',
    ]
    y = box.y + (box.height / 2 + 4.2 if single else 17)
    for line in node.lines:
        parts.append(_line(line, box.x + 9, y))
        y += LINE
    return "".join([*parts, "</g>"])


def _line(line: Line, x: float, y: float) -> str:
    number = ""
    if line.number is not None:
        number = f'<text class="number" x="{x:.1f}" y="{y:.1f}">{line.number}</text>'
        x += text_width(str(line.number), NUMBER) + 6
    return f'{number}<text class="{line.style}" x="{x:.1f}" y="{y:.1f}">{escape(line.text)}</text>'


_LEGEND = {
    "tree": "tree joint",
    "fixed": "fixed joint",
    "loop": "loop",
    "coupling": "coupling",
    "mimic": "mimic",
}


def _legend(drawn: list[Panel]) -> tuple[str, float]:
    """The line styles that occur, and the width of the explanation."""
    kinds = {edge.kind for panel in drawn for edge in panel.edges}
    x = 0.0
    parts: list[str] = []
    for kind, text in _LEGEND.items():
        if kind in kinds:
            parts.append(f'<path class="{kind}" d="M{x:.1f},-4h30"/>')
            parts.append(f'<text class="soft" x="{x + 36:.1f}" y="0">{text}</text>')
            x += 36 + text_width(text, NAME) + 22
    return "".join(parts), x

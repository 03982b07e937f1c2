"""Nodes and edges to boxes and paths: as a tree with curves, or in rows with lanes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from .boxes import Box, Size, row_boxes, tree_boxes
from .curves import Curve, Point, Router
from .lanes import lanes
from .measure import text_width
from .scene import Edge

Layout = Literal["tree", "rows"]

ARROW = 7.0
_SPINE = 11.0
_LANE = 11.0
_LABEL = 10.0


class Link(NamedTuple):
    """An edge to be drawn from node `tail` to node `head`."""

    tail: int
    head: int
    kind: str
    title: str
    label: str = ""


class Arrangement(NamedTuple):
    """Boxes of the nodes, drawn edges, and points that the drawing must contain."""

    boxes: list[Box]
    edges: list[Edge]
    extent: list[Point]


def arrange(
    parents: Sequence[int],
    sizes: Sequence[Size],
    tree: Sequence[Link],
    others: Sequence[Link],
    *,
    layout: Layout,
    arrows: bool,
) -> Arrangement:
    """Place a tree and draw its edges and the other ones; `arrows` makes them directed."""
    if layout == "rows":
        return _rows(row_boxes(parents, sizes), tree, others, arrows)
    return _tree(tree_boxes(parents, sizes), tree, others, arrows)


def _tree(
    boxes: list[Box], tree: Sequence[Link], others: Sequence[Link], arrows: bool
) -> Arrangement:
    router = Router(boxes, gap=ARROW if arrows else 0.0)
    edges: list[Edge] = []
    extent: list[Point] = []
    drawn: list[Point] = []
    for link in tree:
        path, points = _drop(boxes[link.tail], boxes[link.head], ARROW if arrows else 0.0)
        router.occupy(points)
        drawn += points
        edges.append(Edge(path, link.kind, link.title, arrows))
    taken = list(boxes)
    for link in others:
        curve = router.lay(link.tail, link.head)
        edge = Edge(_quadratic(curve), link.kind, link.title, arrows)
        extent += curve.points()
        place = _label_place(curve, link.label, taken, drawn)
        if place is not None:
            edge.label, edge.label_at = link.label, (place.x, place.bottom - 2.5)
            taken.append(place)
            extent += [(place.x, place.y), (place.right, place.bottom)]
        edges.append(edge)
    return Arrangement(boxes, edges, extent)


def _drop(parent: Box, child: Box, gap: float) -> tuple[str, list[Point]]:
    """A curve that leaves downwards and arrives from above."""
    (x0, _), (x1, _) = parent.centre, child.centre
    y0, y1 = parent.bottom, child.y - gap
    if abs(x1 - x0) < 0.05:
        path = f"M{_xy(x0, y0)}V{_n(y1)}"
    else:
        middle = (y0 + y1) / 2
        path = f"M{_xy(x0, y0)}C{_xy(x0, middle)} {_xy(x1, middle)} {_xy(x1, y1)}"
    steps = [k / 12 for k in range(13)]
    # Smoothstep is the shape of such a curve.
    return path, [(x0 + (x1 - x0) * t * t * (3 - 2 * t), y0 + (y1 - y0) * t) for t in steps]


def _label_place(
    curve: Curve, label: str, taken: Sequence[Box], drawn: Sequence[Point]
) -> Box | None:
    """Room for a label on the curve, from its middle outwards; None where there is none.

    Rather away from the points `drawn`, but never on a box.
    """
    if not label:
        return None
    width, height = text_width(label, _LABEL), _LABEL + 2
    free: list[Box] = []
    for t in (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74):
        x, y = curve.at(t)
        place = Box(x - width / 2, y - height / 2, width, height)
        if not any(_overlap(place, box) for box in taken):
            free.append(place)
    return min(free, key=lambda place: sum(place.contains(p) for p in drawn), default=None)


def _overlap(a: Box, b: Box) -> bool:
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom


def _rows(
    boxes: list[Box], tree: Sequence[Link], others: Sequence[Link], arrows: bool
) -> Arrangement:
    gap = ARROW if arrows else 0.0
    edges = [
        Edge(_elbow(boxes[link.tail], boxes[link.head], gap), link.kind, link.title, arrows)
        for link in tree
    ]
    # Edges that leave a box share a port, and so do those that arrive: they look like a bus.
    ports = (0.3, 0.7) if arrows else (0.5, 0.5)
    heights: list[tuple[float, float]] = []
    for link in others:
        tail, head = boxes[link.tail], boxes[link.head]
        heights.append((tail.y + tail.height * ports[0], head.y + head.height * ports[1]))
    taken = lanes([(min(pair), max(pair)) for pair in heights])
    right = max(box.right for box in boxes)
    extent: list[Point] = []
    for link, (y0, y1), lane in zip(others, heights, taken, strict=True):
        x = right + gap + 12 + lane * _LANE
        x0, x1 = boxes[link.tail].right, boxes[link.head].right + gap
        edges.append(Edge(_detour(x0, y0, x1, y1, x), link.kind, link.title, arrows))
        extent.append((x, y0))
    return Arrangement(boxes, edges, extent)


def _elbow(parent: Box, child: Box, gap: float) -> str:
    x = parent.x + _SPINE
    if child.x == parent.x:
        return f"M{_xy(x, parent.bottom)}V{_n(child.y - gap)}"
    y = child.centre[1]
    return f"M{_xy(x, parent.bottom)}V{_n(y - 5)}q0 5 5 5H{_n(child.x - gap)}"


def _detour(x0: float, y0: float, x1: float, y1: float, lane: float) -> str:
    turn = min(5.0, abs(y1 - y0) / 2)
    down = turn if y1 > y0 else -turn
    return (
        f"M{_xy(x0, y0)}H{_n(lane - turn)}q{_xy(turn, 0)} {_xy(turn, down)}V{_n(y1 - down)}"
        f"q{_xy(0, down)} {_xy(-turn, down)}H{_n(x1)}"
    )


def _quadratic(curve: Curve) -> str:
    return f"M{_xy(*curve.start)}Q{_xy(*curve.control)} {_xy(*curve.end)}"


def _n(number: float) -> str:
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _xy(x: float, y: float) -> str:
    return f"{_n(x)},{_n(y)}"

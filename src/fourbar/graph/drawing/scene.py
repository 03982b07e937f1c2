"""What a picture consists of, before it is written in some format."""

from __future__ import annotations

from dataclasses import dataclass, field

from .boxes import Box


@dataclass(slots=True)
class Line:
    """A line of text in a node: an optional number, then a name; `style` is its class."""

    number: int | None
    text: str
    style: str = "name"


@dataclass(slots=True)
class Node:
    """A box with lines of text. `tint` numbers the cluster colours; None is neutral."""

    box: Box
    lines: list[Line]
    title: str
    tint: int | None = None
    root: bool = False


@dataclass(slots=True)
class Edge:
    """A drawn path (SVG syntax), with the kind of joint it stands for."""

    path: str
    kind: str
    title: str
    arrow: bool = False
    label: str = ""
    label_at: tuple[float, float] = (0.0, 0.0)


@dataclass(slots=True)
class Panel:
    """One of the graphs; `left`, `top`, `right`, `bottom` enclose it [px]."""

    title: str
    nodes: list[Node] = field(default_factory=list[Node])
    edges: list[Edge] = field(default_factory=list[Edge])
    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0

    def enclose(self, *points: tuple[float, float]) -> None:
        """Grow the panel so that it contains these points."""
        for x, y in points:
            self.left, self.right = min(self.left, x), max(self.right, x)
            self.top, self.bottom = min(self.top, y), max(self.bottom, y)

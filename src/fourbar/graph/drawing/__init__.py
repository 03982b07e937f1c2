"""Pictures of a robot's graphs: connectivity, constraint dependencies, aggregate links."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Literal, cast, get_args

from ...robot import Robot
from ..aggregate import AggregateGraph
from ..connectivity import ConnectivityGraph

Format = Literal["svg", "dot", "mermaid", "json", "text"]
FORMATS: tuple[Format, ...] = get_args(Format)

SUFFIXES: dict[str, Format] = {
    ".svg": "svg",
    ".dot": "dot",
    ".gv": "dot",
    ".mmd": "mermaid",
    ".json": "json",
    ".txt": "text",
}
"""The format that a file name stands for."""


def draw(
    robot: Robot | ConnectivityGraph | AggregateGraph,
    *,
    format: Format = "svg",
    mimic: bool = True,
    layout: Literal["auto", "tree", "rows"] = "auto",
) -> str:
    """Draw the three graphs; only the format's own module is imported.

    `mimic=False` leaves `<mimic>` pairs ungrouped. `layout` is for SVG: a tidy tree, one link per
    row, or the first unless it is too wide. A robot without a graph raises `GraphError`.
    """
    if format not in FORMATS:
        raise ValueError(f"unknown graph format {format!r}; one of {', '.join(FORMATS)}")
    if not isinstance(robot, AggregateGraph):
        robot = AggregateGraph(robot, mimic=mimic)
    if format == "svg":
        from .svg import svg

        return svg(robot, layout=None if layout == "auto" else layout)
    module = import_module(f".{format}", __name__)
    return cast(Callable[[AggregateGraph], str], getattr(module, format))(robot)

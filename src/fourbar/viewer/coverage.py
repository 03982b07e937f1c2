"""How collision shapes cover visuals, as pages draw it."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import TYPE_CHECKING, Any

from .limits import MAX_UNCOVERED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..robot import Robot
    from .messages import LinkCoverageInfo

SHOWN = 1e-3
"""What sticks out by less is not drawn [m]."""


def coverage_info(robot: Robot, packages: Mapping[str, Any]) -> list[LinkCoverageInfo]:
    """Numbers of every link with visuals, and the triangles that stick out.

    Of too many triangles, those that stick out the farthest of each link are sent.
    """
    from ..assets.disk_meshes import meshes_of
    from ..covers.coverage import surfaces_of
    from ..covers.surface import SurfaceReader
    from ..diagnostics import Report

    report = Report()
    files = meshes_of(robot, report=report, packages=packages)
    reader = SurfaceReader(files, report)
    found: list[LinkCoverageInfo] = []
    pieces: dict[str, NDArray[Any]] = {}
    for link in robot.links:
        if not link.visuals:
            continue
        pair = surfaces_of(link, reader)
        if isinstance(pair, str):
            found.append(_info(link.name, problem=pair))
            continue
        row = pair.measured()
        found.append(_info(link.name, row.outside, row.excess))
        if row.outside > SHOWN:
            pieces[link.name] = pair.sticking_out(SHOWN)[0]
    share = min(1.0, MAX_UNCOVERED / max(sum(map(len, pieces.values())), 1))
    for info in found:
        own = pieces.get(info["link"])
        if own is not None:
            info["uncovered"] = own[: ceil(share * len(own))].round(5).ravel().tolist()
    return found


def _info(
    link: str, outside: float = 0.0, excess: float = 0.0, problem: str | None = None
) -> LinkCoverageInfo:
    return {
        "link": link,
        "outside": outside,
        "excess": excess,
        "uncovered": [],
        "problem": problem,
    }

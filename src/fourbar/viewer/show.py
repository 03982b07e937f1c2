"""`fourbar.view`: robots in the browser, with one call."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, cast

from ..robot import Robot
from ..robot.values import kind_of_value
from .browser import in_notebook
from .listen import LOOPBACK
from .live import Shown, View
from .source import Source, source_of


def view(
    robots: Shown | Iterable[Shown] = (),
    *,
    open: bool | None = None,
    port: int = 0,
    host: str = LOOPBACK,
    watch: bool = True,
    xacro_uploads: bool = False,
    **options: Any,
) -> View:
    """Show a robot (or several) in the browser; returns at once, with the handle that moves it.

    Parameters
    ----------
    robots
        A Robot, a file, `gallery:NAME` or `robot:NAME`, or a list of them. Without any, the
        page offers the gallery and takes files that are dropped on it.
    open
        Whether to open a browser; by default, unless in a notebook, which shows the page itself.
    port, host, watch, xacro_uploads
        As for `View`.
    **options
        How to read files, as for `fourbar.read`: `packages`, `arguments`, `srdf`, ...; and
        `planar`, as for `fourbar.Model`; `simplify` and `texture_size`, as for
        `fourbar.gltf.GlbOptions`, for pages that a robot is too large for; `clouds`, points with
        values around the robot.
    """
    single = isinstance(robots, Robot | str | os.PathLike | bytes | Source)
    if not single and not isinstance(cast("object", robots), Iterable):
        raise TypeError(
            f"expected a Robot, a file, 'gallery:NAME', 'robot:NAME', bytes or a list of them, "
            f"got {kind_of_value(robots)}"
        )
    several: list[Shown] = [robots] if single else list(robots)  # pyright: ignore[reportAssignmentType, reportArgumentType]
    sources = [source_of(robot, watch, options) for robot in several]
    made = View(port=port, host=host, watch=watch, xacro_uploads=xacro_uploads)
    try:
        if open or (open is None and not in_notebook()):
            made.open()
        for source in sources:
            made.add(source)
    except BaseException:
        made.close()
        raise
    return made

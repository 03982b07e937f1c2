"""The files that pages fetch of a robot: skeleton, GLB, graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..diagnostics import Report
    from ..files import OpenedFiles
    from ..gltf import Cloud
    from ..robot import Planar, Robot
    from .scene import Pose

Progress = Callable[[int, int], None]


def skeleton_glb(robot: Robot, *, report: Report, planar: Planar = "xy") -> bytes:
    """The robot without shapes: a few kilobytes, and no file to read.

    Raises LoadError where the robot is no tree.
    """
    from ..gltf import write_glb

    bare = robot.replace(
        links=[
            replace(link, visuals=(), collisions=(), self_collision_checking=None)
            for link in robot.links
        ]
    )
    return write_glb(bare, report=report, planar=planar, animations=False, lossless=False)


def robot_glb(
    robot: Robot,
    *,
    report: Report,
    packages: Mapping[str, Any],
    planar: Planar = "xy",
    simplify: float | None = None,
    texture_size: int | None = None,
    clouds: Sequence[Cloud] = (),
    opened: OpenedFiles | None = None,
    progress: Progress | None = None,
) -> bytes:
    """The whole robot; a `.glb` file that was read is passed on as it is, unless made smaller."""
    from ..gltf import write_glb

    own = original_glb(robot)
    if own is not None and simplify is None and texture_size is None and not clouds:
        return own
    return write_glb(
        robot,
        report=report,
        lossless=False,
        planar=planar,
        simplify=simplify,
        texture_size=texture_size,
        clouds=clouds,
        packages=packages,
        opened=opened,
        progress=progress,
    )


def original_glb(robot: Robot) -> bytes | None:
    """The bytes of the `.glb` file that a robot is, if it is one.

    A file with planar joints is written again: they have two coordinates or three, as was asked.
    """
    from ..gltf.read.embedded_meshes import GltfSource

    source = robot.source
    if not isinstance(source, GltfSource) or source.path is None:
        return None
    if any(joint.kind.wide is not None for joint in robot.joints):
        return None
    try:
        data = Path(source.path).read_bytes()
    except OSError:
        return None
    return data if data.startswith(b"glTF") else None


def rest_pose(robot: Robot, planar: Planar = "xy") -> Pose:
    """The pose that the files show: DOF values [rad or m] by joint."""
    from ..diagnostics import Report
    from ..gltf.run.rest_pose import rest_positions

    own = original_glb(robot)
    if own is not None:
        from ..gltf import RobotScene

        rest = RobotScene(own, model=robot.name).positions
    else:
        rest = rest_positions(robot, planar=planar, report=Report())
    return {joint: list(values) for joint, values in rest.items()}


def graph_svg(robot: Robot) -> bytes | None:
    """The drawing of `fourbar graph`; None where the robot has no graph."""
    from ..graph import GraphError, draw

    try:
        return draw(robot).encode("utf-8", "replace")
    except GraphError:
        return None

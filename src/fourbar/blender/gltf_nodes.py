"""A robot as nodes of a glTF file whose meshes Blender's own exporter writes.

The nodes are in the description's axes (`source.basis` "root"): which of them an object of the
scene is, `objects` tells, so that the exporter's node with its mesh can be put there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from ..diagnostics import Report
from ..formats import LoadError
from ..gltf.animate.animations import play_motions
from ..gltf.animate.recorded import recorded_motions
from ..gltf.basis import ROOT
from ..gltf.run.close_loops import dof_positions
from ..gltf.urdf_text import urdf_text_of
from ..gltf.write.check_writable import check_writable
from ..gltf.write.scene import SceneBuilder
from ..gltf_file.buffer_writer import BufferWriter
from ..record import record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..mechanics import Model
    from ..mechanics.simulation import Motion
    from ..robot import Joint
    from .reading import SceneRobot

Record = dict[str, Any]

_SINGLE = 1e-6
"""[rad or m] Keyframes are of single precision: a position that is closer to a limit is there."""


@record
class RobotNodes:
    """Nodes as JSON, numbered from 0, and the extension's model that points to them.

    `objects` are the names of Blender's objects by node. `rest` are the positions that the nodes
    show, by joint. `report` has what the extension cannot say of this robot.
    """

    nodes: list[Record]
    model: Record
    objects: Mapping[int, str]
    rest: Mapping[str, tuple[float, ...]]
    report: Report


def robot_nodes(found: SceneRobot, root: str, model: Model, q: NDArray[np.float64]) -> RobotNodes:
    """The nodes of a scene's robot in the pose q; LoadError where it cannot be a tree of nodes.

    Parameters
    ----------
    root
        The object of the robot itself.
    model
        What q belongs to; joints that it leaves out are at 0.
    """
    robot, report = found.robot, Report()
    if not check_writable(robot, report):
        raise LoadError(report)
    still = {joint.name: (0.0,) * len(joint.kind.steps("xy")) for joint in robot.joints}
    shown = {**still, **dof_positions(model, q, still)}
    rest = {joint.name: _within(joint, shown[joint.name]) for joint in robot.joints}
    written = urdf_text_of(robot)
    nodes: list[Record] = []
    builder = SceneBuilder(
        robot,
        nodes,
        basis=ROOT,
        planar="xy",
        rest=rest,
        add_visual=lambda _geometry, _material, _path: None,
        add_collision=lambda _geometry, _path: None,
        written=written.parts,
        report=report,
    )
    _, described = builder.build()
    described["source"] = {"format": "urdf", "basis": ROOT.name}
    extras: Record = {}
    if written.attributes:
        extras["attributes"] = written.attributes
    if written.others:
        extras["otherXml"] = list(written.others)
    if extras:
        described["extras"] = extras
    return RobotNodes(nodes, described, dict(_objects(found, root, described)), rest, report)


def _within(joint: Joint, values: tuple[float, ...]) -> tuple[float, ...]:
    """Positions in the limits, which keyframes of single precision can be beyond a little."""
    lower, upper = joint.bounds
    return tuple(
        next((b for b in (lower, upper) if abs(value - b) <= _SINGLE), value)
        if step.bound == "range"
        else value
        for step, value in zip(joint.kind.steps("xy"), values, strict=True)
    )


def _objects(found: SceneRobot, root: str, model: Record) -> Iterator[tuple[int, str]]:
    """Which node is which object; parts without one are nodes of their own."""
    yield model["rootNode"], root
    pairs: list[tuple[int, str | None]] = []
    for link in model["links"]:
        pairs.append((link["node"], found.objects.get(("link", link["name"]))))
        for role in ("visual", "collision"):
            for number, node in enumerate(link.get(f"{role}Nodes", ())):
                pairs.append((node, found.shapes.get((role, link["name"], number))))
    pairs += [(j["originNode"], found.objects.get(("joint", j["name"]))) for j in model["joints"]]
    for loop in model.get("loops", ()):
        pairs.append((loop["predecessorNode"], found.objects.get(("loop", loop["name"]))))
        pairs.append((loop["successorNode"], found.ends.get(loop["name"])))
    yield from ((node, name) for node, name in pairs if name is not None)


def with_nodes(value: Any, node: Callable[[int], Any], key: str = "") -> Any:
    """The extension's JSON with something else in place of the numbers of nodes.

    Its schema calls everything that is the number of a node `node`, `...Node` or `...Nodes`.
    """
    if isinstance(value, dict):
        items = cast("Record", value)
        return {k: v if k == "extras" else with_nodes(v, node, k) for k, v in items.items()}
    if isinstance(value, list):
        several = cast("list[Any]", value)
        return [with_nodes(each, node, key) for each in several]
    is_node = key == "node" or key.endswith(("Node", "Nodes"))
    return node(value) if is_node and isinstance(value, int) else value


@record
class Track:
    """Keys of one channel of a node: `rows` are single-precision numbers, `width` in each."""

    node: int
    path: str
    rows: bytes
    width: int


@record
class NodeMotion:
    """An animation of a robot's nodes: the times of its keys [s], and what moves."""

    times: bytes
    first: float
    last: float
    tracks: tuple[Track, ...]


def node_motion(found: RobotNodes, motion: Motion) -> NodeMotion | None:
    """A motion as tracks of nodes that carry joints; None where nothing moves."""
    buffer = BufferWriter()
    keys = recorded_motions(motion.model.robot, found.rest, [motion], several=False)
    animations = play_motions(keys, found.model, buffer=buffer)
    if not animations:
        return None
    (animation,) = animations
    samplers, content = animation["samplers"], buffer.data()

    def rows(accessor: int) -> bytes:
        view: Record = buffer.views[int(buffer.accessors[accessor]["bufferView"])]
        return content[view["byteOffset"] :][: view["byteLength"]]

    times = int(samplers[0]["input"])
    tracks = [
        Track(
            channel["target"]["node"],
            channel["target"]["path"],
            rows(samplers[channel["sampler"]]["output"]),
            4 if channel["target"]["path"] == "rotation" else 3,
        )
        for channel in animation["channels"]
    ]
    bounds: Record = buffer.accessors[times]
    return NodeMotion(rows(times), bounds["min"][0], bounds["max"][0], tuple(tracks))

"""Robots as MJCF: text, and the meshes and images beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Unpack

from .. import rules
from .._version import __version__
from ..diagnostics import PartPath, Report
from ..robot import Robot
from ..robot.source import span_of
from ..transfer.closures import LightBody
from ..transfer.keeping import DIGEST, WORDS, digest_of_nodes, kept_of
from ..transfer.losses import report_losses, report_names
from ..transfer.lowering import Lowered
from ..transfer.naming import file_stem
from ..transfer.sound import sound
from ..transfer.start import released, start_configuration
from ..xml.node import Node
from ..xml.write import serialise
from .actuators import actuator_node, held_positions
from .bodies import Bodies
from .contact import contact_node
from .equalities import Equalities
from .floor import floor_height
from .geoms import Geoms, defaults_node
from .keys import Keys
from .mesh_files import MeshFiles
from .not_held import report_not_held
from .options import MjcfKeywords, MjcfOptions, options_of
from .scene import scene_text

if TYPE_CHECKING:
    from ..mechanics import Model


class WrittenMjcf(NamedTuple):
    """An MJCF file.

    Attributes
    ----------
    text
        The file itself.
    files
        Meshes and images by their paths from the folder of the file.
    keys
        What maps configurations of `model` to MuJoCo's qpos.
    links
        The names of the bodies by link.
    locks
        The names of the equalities that hold joints whose limits are equal.
    floor
        z of the floor of the scene [m], if there is one.
    """

    text: str
    files: dict[str, bytes]
    keys: Keys
    links: dict[str, str]
    locks: tuple[str, ...]
    floor: float = 0.0

    @property
    def lowered(self) -> Lowered:
        """The robot in the terms of MuJoCo."""
        return self.keys.lowered

    @property
    def model(self) -> Model:
        """The robot as it was written: with its base and the repaired inertias."""
        return self.keys.model


def write_mjcf(
    robot: Robot,
    *,
    report: Report | None = None,
    stem: str = "robot",
    options: MjcfOptions | None = None,
    **keywords: Unpack[MjcfKeywords],
) -> dict[str, bytes]:
    """The robot as an MJCF file (under the name ""), and all that belongs beside it.

    Options are those of `MjcfOptions`. With `inertia="strict"`, inertias that MuJoCo refuses are
    errors in a LoadError.
    """
    options = options_of(options, keywords)
    found = Report() if report is None else report
    written = to_mjcf(robot, report=found, stem=stem, options=options)
    files = {"": written.text.encode(), **written.files}
    if options.scene:
        scene = scene_text(robot.name, f"{stem}.xml", height=written.floor)
        files[f"{stem}_scene.xml"] = scene.encode()
    return files


def to_mjcf(
    robot: Robot,
    *,
    report: Report,
    stem: str = "robot",
    options: MjcfOptions | None = None,
    **keywords: Unpack[MjcfKeywords],
) -> WrittenMjcf:
    """The same with what is needed to compare it with the robot."""
    options = options_of(options, keywords)
    style = "auto" if options.loop_style == "anchor" else options.loop_style
    ready = sound(
        robot,
        report=report,
        base=options.base,
        loops=style,
        planar=options.planar,
        inertia=options.inertia,
    )
    model = ready.model
    home = start_configuration(model, report=report)
    lowered = released(ready.lowered, model, home, report=report)
    folder = options.assets or f"{file_stem(stem)}_assets"
    meshes = MeshFiles(lowered.robot, folder=folder, options=options, report=report)
    geoms = Geoms(lowered.robot, meshes, options=options, report=report)
    bodies = Bodies(lowered, geoms.add)
    equalities = Equalities(lowered, bodies, style=options.loop_style, report=report)
    equalities.build(model)
    keys = Keys(lowered, bodies, model)
    root = _head(robot)
    root.add(defaults_node())
    _filled(root, Node("asset"), [*meshes.nodes, *geoms.materials])
    root.add(bodies.world)
    controls = held_positions(lowered, model, options.actuators)
    keyframe = keys.keyframe(home, report, controls=controls)
    for node in (
        contact_node(lowered, bodies),
        equalities.tendon,
        equalities.equality,
        actuator_node(lowered, bodies, model, options.actuators),
        keyframe if keys.order else Node("keyframe"),
    ):
        if node.children:
            root.add(node)
    _report(lowered, bodies, model, meshes, options, report)
    whole = options.visuals and options.collisions and options.loop_style != "none"
    if options.lossless and whole and ready.says_all:
        _keep(root, ready.described)
    locks = tuple(equalities.locks)
    height = floor_height(model, home, meshes, options) if options.scene else 0.0
    return WrittenMjcf(serialise(root, None), meshes.files, keys, bodies.names, locks, height)


def _head(robot: Robot) -> Node:
    root = Node("mujoco", {"model": robot.name})
    root.add(Node("compiler", {"angle": "radian", "autolimits": "true"}))
    root.add(Node("option", {"integrator": "implicitfast"}))
    text = {"name": "generator", "data": f"fourbar {__version__}"}
    root.add(Node("custom")).add(Node("text", text))
    return root


def _keep(root: Node, robot: Robot) -> None:
    """Put the words of the description into a file that has all else."""
    kept = kept_of(robot, digest_of_nodes(root))
    custom = root.find("custom")
    assert custom is not None
    custom.add(Node("text", {"name": WORDS, "data": kept.text}))
    custom.add(Node("text", {"name": DIGEST, "data": kept.digest}))


def _filled(root: Node, node: Node, children: list[Node]) -> None:
    for child in children:
        node.add(child)
    if children:
        root.add(node)


def _report(
    lowered: Lowered,
    bodies: Bodies,
    model: Model,
    meshes: MeshFiles,
    options: MjcfOptions,
    report: Report,
) -> None:
    """What a reader of the file should know."""
    source = lowered.robot.source
    light = {body.loop: body for body in lowered.closures.bodies}
    written = {each.loop for each in (*lowered.closures.points, *lowered.closures.welds)}
    for loop in lowered.robot.loops:
        if loop.name in written:
            path = PartPath("loop", loop.name)
            message = (
                f"loop '{loop.name}' ({loop.type}) is written as {_how(loop.name, lowered, light)}"
            )
            report.add(rules.formats.LOOP_LOWERED, message, span=span_of(source, path), path=path)
    if meshes.hulls:
        path, count = meshes.hulls[0], len(meshes.hulls)
        which = "the collision mesh" if count == 1 else f"all {count} collision meshes"
        report.add(
            rules.formats.COLLISION_IS_CONVEX,
            f"MuJoCo takes the convex hull of {which}",
            span=span_of(source, path),
            path=path,
        )
    report_names("link", bodies.body_names.changed, lowered.robot, report=report)
    report_names("joint", bodies.joint_names.changed, lowered.robot, report=report)
    colored = [("colours of vertices", path) for path in meshes.colored]
    report_losses("MJCF", colored, lowered.robot, report=report)
    report_not_held(lowered, model, options, report=report)


def _how(loop: str, lowered: Lowered, light: dict[str, LightBody]) -> str:
    if loop in light:
        joints = len(light[loop].freedoms)
        what = "joint" if joints == 1 else "joints"
        return f"a light body with {joints} {what}, welded to the successor"
    points = sum(pair.loop == loop for pair in lowered.closures.points)
    if not points:
        return "a weld"
    return "two points that meet" if points == 1 else "two pairs of points that meet on its axis"

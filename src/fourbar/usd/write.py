"""Robots as USD: text, binary or an archive, and the images beside it."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np

from .. import rules
from .._version import __version__
from ..diagnostics import Report
from ..mechanics import Model, forward_kinematics
from ..robot import Robot
from ..robot.edit import links_below
from ..robot.source import span_of
from ..spatial.frame import Frame
from ..spatial.rotation import quaternion_of_matrix
from ..transfer.keeping import DIGEST, WORDS, digest_of, kept_of
from ..transfer.losses import report_names
from ..transfer.lowering import Lowered
from ..transfer.naming import file_stem
from ..transfer.sound import sound
from ..transfer.start import start_configuration
from .archive import archived
from .bodies import Bodies, identifier
from .joints import Joints
from .layer import Layer
from .library import import_values
from .not_held import report_not_held
from .options import UsdFormat, UsdKeywords, UsdOptions, options_of
from .shapes import Shapes

if TYPE_CHECKING:
    from numpy.typing import NDArray


class WrittenUsd(NamedTuple):
    """A layer, the images that it names, and the robot with its base and repaired inertias.

    `text` is what the layer is as text (UTF-8), where that is known.
    """

    layer: Any
    files: dict[str, bytes]
    model: Model
    text: bytes | None = None


def write_usda(
    robot: Robot,
    *,
    report: Report | None = None,
    stem: str = "robot",
    options: UsdOptions | None = None,
    **keywords: Unpack[UsdKeywords],
) -> dict[str, bytes]:
    """The robot as text (under the name ""), and the images beside it."""
    return _written(robot, ".usda", report, stem, options_of(options, keywords))


def write_usdc(
    robot: Robot,
    *,
    report: Report | None = None,
    stem: str = "robot",
    options: UsdOptions | None = None,
    **keywords: Unpack[UsdKeywords],
) -> dict[str, bytes]:
    """The robot as a binary file (under the name ""), and the images beside it."""
    return _written(robot, ".usdc", report, stem, options_of(options, keywords))


def write_usdz(
    robot: Robot,
    *,
    report: Report | None = None,
    stem: str = "robot",
    options: UsdOptions | None = None,
    **keywords: Unpack[UsdKeywords],
) -> dict[str, bytes]:
    """The robot and its images as one archive (under the name "")."""
    return _written(robot, ".usdz", report, stem, options_of(options, keywords))


def _written(
    robot: Robot, suffix: UsdFormat, report: Report | None, stem: str, options: UsdOptions
) -> dict[str, bytes]:
    found = Report() if report is None else report
    written = to_layer(robot, report=found, stem=stem, options=options)
    data = bytes_of(written, suffix)
    if suffix != ".usdz":
        return {"": data, **written.files}
    return {"": archived({f"{file_stem(stem)}.usdc": data, **written.files})}


def bytes_of(written: WrittenUsd, suffix: UsdFormat) -> bytes:
    """The content of a layer as a file; that of an archive is binary."""
    if suffix == ".usda":
        return _text_of(written.layer) if written.text is None else written.text
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "robot.usdc"
        written.layer.Export(str(path))
        return path.read_bytes()


def to_layer(
    robot: Robot, *, report: Report, stem: str = "robot", options: UsdOptions | None = None
) -> WrittenUsd:
    """The robot as a layer in memory."""
    options = options or UsdOptions()
    usd = import_values()
    ready = sound(
        robot, report=report, base=options.base, planar=options.planar, inertia=options.inertia
    )
    lowered, model, robot = ready.lowered, ready.model, ready.lowered.robot
    poses = _poses(model, start_configuration(model, report=report))
    layer = Layer(usd)
    with usd.Sdf.ChangeBlock():
        root = _head(layer, robot)
        bodies = Bodies(layer, root, robot)
        folder = options.assets or f"{file_stem(stem)}_assets"
        shapes = Shapes(layer, root, robot, folder=folder, options=options, report=report)
        for number, link in _from_root(model):
            bodies.add(robot.links[link], poses[number])
            shapes.add(bodies.prims[link], robot.links[link])
        joints = Joints(layer, root, lowered, bodies)
        _articulate(layer, lowered, bodies, joints)
        unrelated = joints.relate()
        _filter(layer, lowered, bodies)
    _report(lowered, bodies, joints, shapes, unrelated, report)
    text = None
    if options.lossless and options.visuals and options.collisions and ready.says_all:
        text = _keep(layer, root, ready.described)
    return WrittenUsd(layer.sdf, shapes.surfaces.files, model, text)


def _keep(layer: Layer, root: str, robot: Robot) -> bytes:
    """Put the words of the description into a layer that has all else; gives it as text.

    Only the head of one prim is another one then, so that the text is written once: with meshes it
    is long.
    """
    text = _text_of(layer.sdf)
    before = _head_of(layer, root)
    kept = kept_of(robot, digest_of(text))
    (place, words), (_, digest) = (key.split(":") for key in (WORDS, DIGEST))
    prim = layer.sdf.GetPrimAtPath(root)
    prim.SetInfo("customData", {place: {words: kept.text, digest: kept.digest}})
    start, found, end = text.partition(before)
    return b"".join((start, _head_of(layer, root), end)) if found else _text_of(layer.sdf)


def _text_of(layer: Any) -> bytes:
    text: str = layer.ExportToString()
    return text.encode()


def _head_of(layer: Layer, root: str) -> bytes:
    """The text of a prim before what is inside it."""
    sdf = layer.usd.Sdf
    alone, there = sdf.Layer.CreateAnonymous(".usda"), layer.sdf.GetPrimAtPath(root)
    prim = sdf.PrimSpec(alone, there.name, there.specifier, there.typeName)
    for key in ("displayName", "customData"):
        if there.HasInfo(key):
            prim.SetInfo(key, there.GetInfo(key))
    text: str = alone.ExportToString()
    return text[text.index(f'\ndef {there.typeName} "') : text.rindex("\n}")].encode()


def _head(layer: Layer, robot: Robot) -> str:
    """Metres and kilograms with z up, and the prim of the robot, whose path this gives."""
    name = identifier(robot.name or "robot")
    if name == "prototypes":
        name = "robot_prototypes"
    whole = layer.sdf.pseudoRoot
    whole.SetInfo("upAxis", "Z")
    whole.SetInfo("metersPerUnit", 1.0)
    whole.SetInfo("kilogramsPerUnit", 1.0)
    layer.sdf.customLayerData = {"generator": f"fourbar {__version__}"}
    layer.sdf.defaultPrim = name
    prim = layer.define(f"/{name}", "Xform")
    if name != robot.name:
        prim.SetInfo("displayName", robot.name)
    return f"/{name}"


def _poses(model: Model, q: NDArray[np.float64]) -> list[Frame]:
    data = model.data()
    forward_kinematics(model, data, q, coordinates="spanning")
    found: list[Frame] = []
    for T in np.array(data.poses):
        x, y, z = (float(c) for c in T[:3, 3])
        found.append(((x, y, z), quaternion_of_matrix(T[:3, :3].tolist())))
    return found


def _from_root(model: Model) -> list[tuple[int, str]]:
    """The links, parents first."""
    robot = model.robot
    found, pending = list[str](), [robot.root.name]
    while pending:
        name = pending.pop()
        found.append(name)
        pending += [joint.child for joint in reversed(robot.child_joints.get(name, ()))]
    return [(model.link_number(name), name) for name in found]


def _articulate(layer: Layer, lowered: Lowered, bodies: Bodies, joints: Joints) -> None:
    """Joints and loops, and the bodies with which articulations begin."""
    robot = lowered.robot
    if bodies.is_body(robot.root):
        joints.hold(robot.root.name)
    for joint in robot.joints:
        joints.add(joint)
    carried = _carried(robot)
    for loop in robot.loops:
        joints.close(loop, carries=loop.name in carried)
    pending = [robot.root]
    while pending:
        link = pending.pop()
        if link.name in carried.values():
            continue
        if bodies.is_body(link):
            layer.apply(bodies.prims[link.name], "PhysicsArticulationRootAPI")
        else:
            below = robot.child_joints.get(link.name, ())
            pending += [robot.links[joint.child] for joint in below]


def _carried(robot: Robot) -> dict[str, str]:
    """The first loop to each free body that loops join to the rest, and that body."""
    found: dict[str, str] = {}
    for joint in robot.joints:
        if not joint.kind.free:
            continue
        below = links_below(robot, joint.child) | {joint.child}
        loop = next(
            (
                loop
                for loop in robot.loops
                if loop.successor == joint.child
                and loop.predecessor not in below
                and not loop.kind.free
            ),
            None,
        )
        if loop is not None:
            found[loop.name] = joint.child
    return found


def _filter(layer: Layer, lowered: Lowered, bodies: Bodies) -> None:
    """Pairs that may overlap; those that a joint or loop joins do so in USD anyway."""
    apart: dict[str, list[str]] = {}
    for pair in lowered.robot.disabled_collisions:
        if pair.link1 in bodies.prims and pair.link2 in bodies.prims:
            apart.setdefault(pair.link1, []).append(bodies.path(pair.link2))
    for link, others in apart.items():
        layer.apply(bodies.prims[link], "PhysicsFilteredPairsAPI")
        layer.relate(bodies.prims[link], "physics:filteredPairs", dict.fromkeys(others))


def _report(
    lowered: Lowered,
    bodies: Bodies,
    joints: Joints,
    shapes: Shapes,
    unrelated: list[str],
    report: Report,
) -> None:
    """What a reader of the file should know."""
    robot = lowered.robot
    if shapes.hulls:
        path, count = shapes.hulls[0], len(shapes.hulls)
        which = "the collision mesh" if count == 1 else f"all {count} collision meshes"
        report.add(
            rules.formats.COLLISION_IS_CONVEX,
            f"simulators take the convex hull of {which}",
            span=span_of(robot.source, path),
            path=path,
        )
    names = {old: new for old, new in bodies.names.changed.items() if old in robot.links}
    report_names("link", names, robot, report=report)
    names = {old: new for old, new in joints.names.changed.items() if old in robot.joints}
    report_names("joint", names, robot, report=report)
    report_not_held(lowered, light=bodies.light, unrelated=unrelated, report=report)

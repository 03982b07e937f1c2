"""Robots to one glTF file with working joints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isfinite
from typing import Any

from .._version import __version__
from ..diagnostics import Report
from ..diagnostics import gltf_rules as rules
from ..packages import StrPath
from ..record import replace
from ..robot import IDENTITY, Pose, Robot
from .basis import BasisName, basis_named
from .buffer import Buffer
from .describe import loop_record
from .document import EXTENSION, GltfDocument
from .dofs import Planar, dofs_of
from .geometry import Meshes
from .materials import Materials
from .mesh_files import Files, read_meshes
from .rest import rest_positions
from .scene import SceneBuilder
from .written import Written, written_form

Record = dict[str, Any]
Progress = Callable[[int, int], None]


def convert(
    robots: Robot | Sequence[Robot],
    *,
    report: Report,
    basis: BasisName = "gltf",
    planar: Planar = "xy",
    visuals: bool = True,
    collisions: bool = True,
    animations: bool = True,
    compress: bool = False,
    simplify: float | None = None,
    texture_size: int | None = None,
    lossless: bool = True,
    placements: Sequence[Pose] = (),
    packages: Mapping[str, StrPath] | None = None,
    roots: Iterable[StrPath] = (),
    allow_outside: bool = False,
    progress: Progress | None = None,
) -> GltfDocument | None:
    """Build a glTF file of one robot or several.

    Parameters
    ----------
    report
        Takes the findings: files that are missing, poses that had to be chosen.
    basis
        "gltf" writes everything in glTF's axes; "root" keeps URDF's below one turned root node.
    planar
        "xyt" gives planar joints a third DOF, the rotation about their normal.
    visuals, collisions
        Whether shapes to see and shapes for contact are in the file. Without both, no mesh file is
        read, and what is left is a skeleton of nodes.
    animations
        Whether there are preview animations.
    compress
        Quantise vertices and compress buffers (`KHR_mesh_quantization`,
        `EXT_meshopt_compression`).
    simplify
        The part of each mesh's triangles to keep, between 0 and 1.
    texture_size
        The largest width and height of images [pixels].
    lossless
        Whether the URDF text of each part travels along in `extras`, so that reading the file back
        gives an equal robot; without, it gives one that means the same.
    placements
        Where each robot stands, in URDF's axes; at the origin by default.
    packages, roots, allow_outside
        As for `fourbar.assets.locate`.
    progress
        Called with how many mesh files are read, and how many there are.

    Returns
    -------
    GltfDocument | None
        None where a robot cannot be a tree of nodes; the report says why.
    """
    several = [robots] if isinstance(robots, Robot) else list(robots)
    if not visuals:
        several = [_without_visuals(robot) for robot in several]
    if not collisions:
        several = [_without_collisions(robot) for robot in several]
    axes = basis_named(basis)
    if planar not in ("xy", "xyt"):
        raise ValueError(f"planar is {planar!r}, expected 'xy' or 'xyt'")
    if simplify is not None and not 0.0 < simplify <= 1.0:
        raise ValueError(f"simplify is {simplify!r}, expected a ratio above 0 and at most 1")
    if not all(_check(robot, report) for robot in several):
        return None
    buffer = Buffer()
    materials = Materials(buffer, report, texture_size)
    meshes = Meshes(buffer, materials, basis=axes, report=report)
    files = [_files(robot, report, packages, roots, allow_outside) for robot in several]
    read = read_meshes(
        list(zip(several, files, strict=True)),
        order=axes.order,
        simplify=simplify,
        report=report,
        progress=progress or (lambda done, total: None),
    )
    root: Record = {
        "asset": {"version": "2.0", "generator": f"fourbar {__version__}"},
        "extensionsUsed": [EXTENSION],
        "scene": 0,
        "scenes": [{"nodes": []}],
        "nodes": [],
    }
    models: list[Record] = []
    moving: list[Record] = []
    for number, robot in enumerate(several):
        meshes.use(files[number], read[number])
        written = written_form(robot) if lossless else Written({}, {}, ())
        rest = rest_positions(robot, planar=planar, report=report)
        builder = SceneBuilder(
            robot,
            root["nodes"],
            basis=axes,
            planar=planar,
            rest=rest,
            add_visual=meshes.add_visual,
            add_collision=meshes.add_collision,
            written=written.parts,
            report=report,
        )
        placement = placements[number] if number < len(placements) else IDENTITY
        node, model = builder.build(placement=placement)
        root["scenes"][0]["nodes"].append(node)
        model["source"] = _source(robot, basis)
        extras: Record = {}
        if written.attributes:
            extras["attributes"] = written.attributes
        if written.others:
            extras["otherXml"] = list(written.others)
        if extras:
            model["extras"] = extras
        models.append(model)
        if animations:
            from .animate import animate

            moving += animate(robot, model, rest, buffer=buffer, planar=planar, report=report)
    _fill(root, meshes=meshes, materials=materials, buffer=buffer, animations=moving)
    root["extensions"] = {EXTENSION: {"models": models}}
    document = GltfDocument(root, buffer.data())
    if compress:
        from .compress import compress as compressed

        document = compressed(document)
    return document


def _without_visuals(robot: Robot) -> Robot:
    return robot.replace(links=[replace(link, visuals=()) for link in robot.links])


def _without_collisions(robot: Robot) -> Robot:
    return robot.replace(
        links=[replace(link, collisions=(), self_collision_checking=None) for link in robot.links]
    )


def _files(
    robot: Robot,
    report: Report,
    packages: Mapping[str, StrPath] | None,
    roots: Iterable[StrPath],
    allow_outside: bool,
) -> Files:
    from .source import GltfSource

    if isinstance(robot.source, GltfSource):
        return robot.source.files()
    from .files import FilesOnDisk

    return FilesOnDisk(
        robot, report=report, packages=packages, roots=roots, allow_outside=allow_outside
    )


def _source(robot: Robot, basis: BasisName) -> Record:
    from .source import GltfSource

    # Only the name: where the file was is nobody's business, and not the same everywhere.
    source: Record = {"format": "gltf" if isinstance(robot.source, GltfSource) else "urdf"}
    path = None if robot.source is None else robot.source.path
    if path is not None:
        source["uri"] = path.name
    source["basis"] = basis
    return source


def _fill(
    root: Record,
    *,
    meshes: Meshes,
    materials: Materials,
    buffer: Buffer,
    animations: list[Record],
) -> None:
    """Add the arrays that are not empty: glTF allows no empty ones."""
    for key, items in (
        ("meshes", meshes.meshes),
        ("materials", materials.materials),
        ("textures", materials.textures),
        ("images", materials.images),
        ("samplers", materials.samplers),
        ("accessors", buffer.accessors),
        ("bufferViews", buffer.views),
        ("animations", animations),
    ):
        if items:
            root[key] = items
    if len(buffer):
        root["buffers"] = [{"byteLength": len(buffer)}]


def _check(robot: Robot, report: Report) -> bool:
    """Whether the robot can be a tree of nodes with finite poses."""
    before = len(report.errors)

    def refuse(path: str, message: str) -> None:
        span = None if robot.source is None else robot.source.span(path)
        report.add(rules.NOT_A_TREE, message, span=span, path=path)

    if not robot.links:
        refuse("robot", "the robot has no links")
    for joint in robot.joints:
        path = f"joint[{joint.name}]"
        for side in (joint.parent, joint.child):
            if side not in robot.links:
                refuse(path, f"joint '{joint.name}' names link '{side}', which does not exist")
        parents = robot.parent_joints.get(joint.child, ())
        if len(parents) > 1 and parents[0] is not joint:
            first = parents[0].name
            refuse(path, f"link '{joint.child}' is the child of '{first}' and of '{joint.name}'")
        try:
            axes = [c for dof in dofs_of(joint) for c in dof.axis]
        except ValueError as error:
            report.add(rules.NOT_FINITE, f"joint '{joint.name}': {error}", path=f"{path}.axis")
            axes = []
        if not all(map(isfinite, (*joint.origin.xyz, *joint.origin.rpy, *axes))):
            report.add(rules.NOT_FINITE, f"joint '{joint.name}' has no finite origin", path=path)
    for joint in robot.joints:
        mimic = joint.mimic
        if mimic is not None and not isfinite(mimic.multiplier + mimic.offset):
            message = f"joint '{joint.name}' mimics by a number that is not finite"
            report.add(rules.NOT_FINITE, message, path=f"joint[{joint.name}].mimic")
    for coupling in robot.couplings:
        if not isfinite(coupling.ratio):
            message = f"coupling '{coupling.name}' has a ratio that is not finite"
            report.add(rules.NOT_FINITE, message, path=f"coupling[{coupling.name}]")
    for loop in robot.loops:
        try:
            loop_record(loop, basis_named("gltf"))
        except ValueError as error:
            message = f"loop '{loop.name}': {error}"
            report.add(rules.NOT_FINITE, message, path=f"loop[{loop.name}].axis")
        poses = (loop.predecessor_origin, loop.successor_origin)
        if not all(isfinite(c) for pose in poses for c in (*pose.xyz, *pose.rpy)):
            message = f"loop '{loop.name}' has no finite origin"
            report.add(rules.NOT_FINITE, message, path=f"loop[{loop.name}]")
    for loop in (*robot.loops, *robot.couplings):
        for side in (loop.predecessor, loop.successor):
            if side not in robot.links:
                refuse(f"loop[{loop.name}]", f"'{loop.name}' names link '{side}', not there")
    for link in robot.links:
        for shape in (*link.visuals, *link.collisions):
            if not all(map(isfinite, (*shape.origin.xyz, *shape.origin.rpy))):
                message = f"a shape of link '{link.name}' has no finite origin"
                report.add(rules.NOT_FINITE, message, path=f"link[{link.name}]")
    if len(report.errors) == before:
        _check_reachable(robot, refuse)
    return len(report.errors) == before


def _check_reachable(robot: Robot, refuse: Callable[[str, str], None]) -> None:
    seen = {link.name for link in robot.roots}
    pending = list(seen)
    while pending:
        for joint in robot.child_joints.get(pending.pop(), ()):
            seen.add(joint.child)
            pending.append(joint.child)
    for link in robot.links:
        if link.name not in seen:
            refuse(f"link[{link.name}]", f"link '{link.name}' hangs in a circle of joints")
            return

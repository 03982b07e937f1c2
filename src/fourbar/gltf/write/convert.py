"""Robots to one glTF file with working joints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..._version import __version__
from ...diagnostics import Report
from ...files import OpenedFiles
from ...gltf_file.buffer_writer import BufferWriter
from ...gltf_file.document import GltfDocument
from ...packages import StrPath
from ...record import replace
from ...robot import IDENTITY, Planar, Pose, Robot
from ..basis import BasisName, basis_named
from ..read.extension import EXTENSION
from ..run.rest_pose import rest_positions
from ..urdf_text import UrdfText, urdf_text_of
from .check_writable import check_writable
from .geometry import MeshWriter
from .load_meshes import MeshSource, read_meshes
from .materials import MaterialWriter
from .scene import SceneBuilder

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
    opened: OpenedFiles | None = None,
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
    opened
        Takes the mesh and image files that are read.
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
    if not all(check_writable(robot, report) for robot in several):
        return None
    buffer = BufferWriter()
    materials = MaterialWriter(buffer, report, texture_size)
    meshes = MeshWriter(buffer, materials, basis=axes, report=report)
    files = [_files(robot, report, packages, roots, allow_outside, opened) for robot in several]
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
        written = urdf_text_of(robot) if lossless else UrdfText({}, {}, ())
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
            from ..animate.animations import animate

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
    opened: OpenedFiles | None,
) -> MeshSource:
    from ..read.embedded_meshes import GltfSource

    if isinstance(robot.source, GltfSource):
        return robot.source.files()
    from .disk_meshes import DiskMeshes

    return DiskMeshes(
        robot,
        report=report,
        packages=packages,
        roots=roots,
        allow_outside=allow_outside,
        opened=opened,
    )


def _source(robot: Robot, basis: BasisName) -> Record:
    from ..read.embedded_meshes import GltfSource

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
    meshes: MeshWriter,
    materials: MaterialWriter,
    buffer: BufferWriter,
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

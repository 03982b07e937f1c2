"""Robots to one glTF file with working joints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

from ..._version import __version__
from ...assets.mesh_source import MeshSource
from ...diagnostics import ROBOT, PartPath, Report
from ...gltf_file.buffer_writer import BufferWriter
from ...gltf_file.document import GltfDocument
from ...record import replace
from ...robot import IDENTITY, Robot
from ...transfer.losses import report_losses
from ..basis import BasisName, basis_named
from ..options import GlbKeywords, GlbOptions, options_of
from ..read.extension import EXTENSION
from ..run.rest_pose import rest_positions
from ..urdf_text import UrdfText, urdf_text_of
from .check_writable import check_writable
from .geometry import MeshWriter
from .load_meshes import read_meshes
from .materials import MaterialWriter
from .scene import SceneBuilder

Record = dict[str, Any]


def convert(
    robots: Robot | Sequence[Robot],
    *,
    report: Report,
    options: GlbOptions | None = None,
    **keywords: Unpack[GlbKeywords],
) -> GltfDocument | None:
    """Build a glTF file of one robot or several.

    Parameters
    ----------
    report
        Takes the findings: files that are missing, poses that had to be chosen.
    options, keywords
        `GlbOptions`, and attributes of it that differ.

    Returns
    -------
    GltfDocument | None
        None where a robot cannot be a tree of nodes; the report says why.
    """
    options = options_of(options, keywords)
    several = [robots] if isinstance(robots, Robot) else list(robots)
    if not options.visuals:
        several = [_without_visuals(robot) for robot in several]
    if not options.collisions:
        several = [_without_collisions(robot) for robot in several]
    axes, planar = basis_named(options.basis), options.planar
    if not all(check_writable(robot, report) for robot in several):
        return None
    buffer = BufferWriter()
    materials = MaterialWriter(buffer, report, options.texture_size)
    meshes = MeshWriter(buffer, materials, basis=axes, report=report)
    files = [_mesh_source(robot, report, options) for robot in several]
    read = read_meshes(
        list(zip(several, files, strict=True)),
        order=axes.order,
        options=options,
        report=report,
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
        meshes.use(robot, files[number], read[number])
        written = urdf_text_of(robot) if options.lossless else UrdfText({}, {}, ())
        if options.lossless and (robot.disabled_collisions or robot.armatures):
            lost = [("disabled collisions", ROBOT) for _ in robot.disabled_collisions]
            lost += [
                ("armatures of joints", PartPath("joint", each.joint)) for each in robot.armatures
            ]
            report_losses("glTF", lost, robot, report=report)
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
        placement = options.placements[number] if number < len(options.placements) else IDENTITY
        node, model = builder.build(placement=placement)
        root["scenes"][0]["nodes"].append(node)
        model["source"] = _source(robot, options.basis)
        extras: Record = {}
        if written.attributes:
            extras["attributes"] = written.attributes
        if written.others:
            extras["otherXml"] = list(written.others)
        if extras:
            model["extras"] = extras
        models.append(model)
        if options.motions:
            from ..animate.animations import play_motions
            from ..animate.recorded import recorded_motions

            keys = recorded_motions(robot, rest, list(options.motions), several=len(several) > 1)
            moving += play_motions(keys, model, buffer=buffer)
        if options.animations:
            from ..animate.animations import animate

            moving += animate(
                robot,
                model,
                rest,
                buffer=buffer,
                planar=planar,
                report=report,
                step=lambda: options.progress and options.progress(0, 0),
            )
    if options.clouds:
        from .cloud import add_cloud

        for cloud in options.clouds:
            add_cloud(cloud, root, meshes=meshes.meshes, buffer=buffer)
    _fill(root, meshes=meshes, materials=materials, buffer=buffer, animations=moving)
    root["extensions"] = {EXTENSION: {"models": models}}
    document = GltfDocument(root, buffer.data())
    if options.compress:
        from .compress import compress as compressed

        document = compressed(document)
    return document


def _without_visuals(robot: Robot) -> Robot:
    return robot.replace(links=[replace(link, visuals=()) for link in robot.links])


def _without_collisions(robot: Robot) -> Robot:
    return robot.replace(
        links=[replace(link, collisions=(), self_collision_checking=None) for link in robot.links]
    )


def _mesh_source(robot: Robot, report: Report, options: GlbOptions) -> MeshSource:
    from ...assets.disk_meshes import meshes_of

    return meshes_of(
        robot,
        report=report,
        packages=options.packages,
        roots=options.roots,
        confined=options.confined,
        opened=options.opened,
    )


def _source(robot: Robot, basis: BasisName) -> Record:
    from ...assets.made_source import MadeSource
    from ..read.embedded_meshes import GltfSource

    # Only the name: where the file was is nobody's business, and not the same everywhere.
    origin = robot.source.origin if isinstance(robot.source, MadeSource) else robot.source
    source: Record = {"format": "gltf" if isinstance(origin, GltfSource) else "urdf"}
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

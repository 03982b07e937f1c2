"""Import times in Blender beside the least that LinkForge's import can take.

    pip install --target build/peers linkforge-core==1.5.4
    PYTHONPATH=build/blender/site:build/peers .venv-blender/5.0.1/bin/python \\
        benchmarks/blender_import.py ROBOT.urdf ...

LinkForge's part for Blender is not on the Python index; its core, which reads the file, is. Its
importer then calls Blender's own importer for every mesh that a shape names (files are not shared)
and makes an object for every link and joint. That is what is timed here: materials, properties and
its validation come on top. COLLADA, which Blender 5 reads no more, is left out of its time.
"""

from __future__ import annotations

import importlib.util
import logging
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
REPEAT = 3


def main() -> None:
    if importlib.util.find_spec("bpy") is None:
        print("no bpy in this Python: run `make test-blender`, then see the docstring")
        return
    if importlib.util.find_spec("linkforge") is None or not sys.argv[1:]:
        print(__doc__)
        return
    import bpy

    import fourbar as fb

    sys.path.insert(0, str(ROOT))
    from tests.blender.real.conftest import load_extension

    load_extension()
    files = sys.modules["fourbar_extension.files"]
    logging.disable(logging.CRITICAL)
    print(f"Blender {bpy.app.version_string}")
    print("robot, links, shapes with meshes, files, triangles: fourbar, LinkForge at least, ratio")
    for source in map(Path, sys.argv[1:]):
        references = meshes_of(fb, source)
        ours = least(lambda s=source: files.import_file(bpy.context, str(s)))
        triangles = sum(len(mesh.polygons) for mesh in bpy.data.meshes)
        links = len(fb.read(source).robot.links)
        theirs = least(lambda s=source, r=references: linkforge(s, r))
        print(
            f"{source.stem}, {links}, {len(references)}, {len(set(references))}, {triangles}: "
            f"{ours[0]:.3f} s ({ours[1]:.3f} by the clock), {theirs[0]:.3f} s ({theirs[1]:.3f}), "
            f"{theirs[0] / ours[0]:.1f}"
        )


def meshes_of(fb, source: Path) -> list[Path]:
    """The files of all shapes, as often as they are named."""
    from fourbar.assets.disk_meshes import DiskMeshes
    from fourbar.diagnostics import PartPath

    robot = fb.read(source).robot
    disk = DiskMeshes(robot, report=fb.Report())
    shapes = [s for link in robot.links for s in (*link.visuals, *link.collisions)]
    found = [
        disk.file(s.geometry, path=PartPath("link", "x"))
        for s in shapes
        if isinstance(s.geometry, fb.Mesh)
    ]
    return [file for file in found if file is not None]


def linkforge(source: Path, references: list[Path]) -> None:
    """Read with LinkForge's core, and do what its builder has to do at least."""
    import bpy
    from linkforge.core.parsers.urdf_parser import URDFParser

    # It refuses a file with the word, expanded as it may be.
    text = source.read_text(encoding="utf-8").replace("xacro", "macro")
    robot = URDFParser().parse_string(text, source_directory=source.parent)
    for part in (*robot.links, *robot.joints):
        obj = bpy.data.objects.new(part.name, None)
        bpy.context.collection.objects.link(obj)
    for file in references:
        match file.suffix.lower():
            case ".stl":
                bpy.ops.wm.stl_import(filepath=str(file))
            case ".obj":
                bpy.ops.wm.obj_import(filepath=str(file))
            case ".glb" | ".gltf":
                bpy.ops.import_scene.gltf(filepath=str(file))
            case ".dae" if bpy.app.version < (5, 0):
                bpy.ops.wm.collada_import(filepath=str(file))


def least(call) -> tuple[float, float]:
    """The least processor time of several runs and the least by the clock [s], in empty files.

    Other programs on the machine slow both down by chance, processor time less.
    """
    import bpy

    times = []
    for _ in range(REPEAT):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        start, clock = time.process_time(), time.perf_counter()
        call()
        times.append((time.process_time() - start, time.perf_counter() - clock))
    return min(t for t, _ in times), min(c for _, c in times)


if __name__ == "__main__":
    main()

"""Import times in Blender beside what LinkForge's import cannot do without.

    pip install --target build/peers linkforge-core==1.5.4
    PYTHONPATH=build/blender/site:build/peers .venv-blender/5.0.1/bin/python \\
        benchmarks/blender_import.py ROBOT.urdf ...

LinkForge's part for Blender is not on the Python index; its core, which reads and validates, is.
Two figures are taken of it. "the least": its core reads the file, Blender's importer is called for
every mesh that a shape names (it shares no files), and an Empty is made for each link and joint.
"its calls": besides, its core validates, and the operators of Blender are called that its source
calls for each shape, from selecting to applying transforms; primitives are made by operators, too.
Materials, properties, parents, joints and sensors come on top of both. COLLADA, which Blender 5
reads no more, is left out of its time. The runs of all three alternate.
"""

from __future__ import annotations

import importlib.util
import logging
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
REPEAT = 5


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
    print("robot, links, shapes with meshes, files, triangles: fourbar, the least, its calls")
    for source in map(Path, sys.argv[1:]):
        references, primitives = shapes_of(fb, source)
        links = len(fb.read(source).robot.links)
        calls = {
            "fourbar": lambda s=source: files.import_file(bpy.context, str(s)),
            "least": lambda s=source, r=references: linkforge(s, r),
            "calls": lambda s=source, r=references, p=primitives: linkforge_calls(s, r, p),
        }
        took, triangles = alternating(calls)
        ours = took["fourbar"]
        rows = [f"{ours[0]:.3f} s ({ours[1]:.3f} by the clock)"]
        for name in ("least", "calls"):
            cpu, clock = took[name]
            rows.append(f"{cpu:.3f} s ({clock:.3f}), {cpu / ours[0]:.1f} times")
        print(
            f"{source.stem}, {links}, {len(references)}, {len(set(references))}, {triangles}: "
            + "; ".join(rows),
            flush=True,
        )


def shapes_of(fb, source: Path) -> tuple[list[Path], list[str]]:
    """The files of all shapes, as often as they are named, and the kinds of all others."""
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
    primitives = [type(s.geometry).__name__ for s in shapes if not isinstance(s.geometry, fb.Mesh)]
    return [file for file in found if file is not None], primitives


def linkforge(source: Path, references: list[Path]) -> None:
    """Read with LinkForge's core, and do what its builder has to do at least."""
    _empties(_parsed(source))
    for file in references:
        _import(file)


def linkforge_calls(source: Path, references: list[Path], primitives: list[str]) -> None:
    """Read and validate with LinkForge's core, and call the operators that its builder calls."""
    import bpy
    from linkforge.core import RobotValidator

    robot = _parsed(source)
    RobotValidator().validate(robot)
    _empties(robot)
    select, layer = bpy.ops.object.select_all, bpy.context.view_layer
    for file in references:
        select(action="DESELECT")
        before = set(bpy.data.objects)
        _import(file)
        made = [obj for obj in set(bpy.data.objects) - before if obj.type == "MESH"]
        select(action="DESELECT")
        if not made:
            continue
        for obj in made:
            obj.select_set(True)
        layer.objects.active = made[0]
        bpy.ops.object.transform_apply(location=False, rotation=True, scale=True)
        if len(made) > 1:
            bpy.ops.object.join()
    makers = {
        "Box": bpy.ops.mesh.primitive_cube_add,
        "Cylinder": bpy.ops.mesh.primitive_cylinder_add,
        "Sphere": bpy.ops.mesh.primitive_uv_sphere_add,
    }
    for kind in primitives:
        if kind in makers:
            select(action="DESELECT")
            makers[kind](location=(0, 0, 0))
            if kind == "Box":
                layer.update()
    layer.update()


def _parsed(source: Path) -> Any:
    from linkforge.core.parsers.urdf_parser import URDFParser

    # It refuses a file with the word, expanded as it may be.
    text = source.read_text(encoding="utf-8").replace("xacro", "macro")
    return URDFParser().parse_string(text, source_directory=source.parent)


def _empties(robot: Any) -> None:
    import bpy

    for part in (*robot.links, *robot.joints):
        obj = bpy.data.objects.new(part.name, None)
        bpy.context.collection.objects.link(obj)


def _import(file: Path) -> None:
    import bpy

    match file.suffix.lower():
        case ".stl":
            bpy.ops.wm.stl_import(filepath=str(file))
        case ".obj":
            bpy.ops.wm.obj_import(filepath=str(file))
        case ".glb" | ".gltf":
            bpy.ops.import_scene.gltf(filepath=str(file))
        case ".dae" if bpy.app.version < (5, 0):
            bpy.ops.wm.collada_import(filepath=str(file))


def alternating(calls: dict[str, Callable[[], Any]]) -> tuple[dict[str, tuple[float, float]], int]:
    """The least processor time and the least by the clock of each [s], in empty files.

    Other programs on the machine slow both down by chance, processor time less. Also the number of
    triangles that the first one makes.
    """
    import bpy

    times: dict[str, list[tuple[float, float]]] = {name: [] for name in calls}
    triangles = 0
    for _ in range(REPEAT):
        for name, call in calls.items():
            bpy.ops.wm.read_factory_settings(use_empty=True)
            start, clock = time.process_time(), time.perf_counter()
            call()
            times[name].append((time.process_time() - start, time.perf_counter() - clock))
            if name == "fourbar":
                triangles = sum(len(mesh.polygons) for mesh in bpy.data.meshes)
    least = {name: (min(t for t, _ in r), min(c for _, c in r)) for name, r in times.items()}
    return least, triangles


if __name__ == "__main__":
    main()

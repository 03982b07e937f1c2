"""How long importing, moving and exporting take inside Blender.

    PYTHONPATH=build/blender/site .venv-blender/5.0.1/bin/python benchmarks/blender.py [FILE ...]

Best of several runs, in processor time; the files are those of the gallery unless others are given.
"""

from __future__ import annotations

import importlib.util
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
REPEAT = 5


def best(function, repeat: int = REPEAT) -> float:
    """The least processor time [s]: what other programs take by the clock is not ours."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        function()
        times.append(time.process_time() - start)
    return min(times)


def main() -> None:
    if importlib.util.find_spec("bpy") is None:
        print("no bpy in this Python: run `make test-blender`, then see the docstring")
        return
    import bpy
    import numpy as np

    import fourbar as fb

    sys.path.insert(0, str(ROOT))
    from tests.blender.real.conftest import load_extension

    load_extension()
    modules = {
        n: sys.modules[f"fourbar_extension.{n}"] for n in ("files", "exports", "robots", "running")
    }
    files, exports, robots, running = modules.values()
    print(f"Blender {bpy.app.version_string}")

    def fresh(source: str):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        return files.import_file(bpy.context, source)[0]

    sources = sys.argv[1:] or [f"gallery:{name}" for name in ("four_bar", "stewart", "humanoid")]
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            root = fresh(source)
            objects = len(robots.objects_of(root))
            triangles = sum(len(mesh.polygons) for mesh in bpy.data.meshes)
            took = []
            for _ in range(3):
                bpy.ops.wm.read_factory_settings(use_empty=True)
                start = time.process_time()
                root = files.import_file(bpy.context, source)[0]
                took.append(time.process_time() - start)
            target = Path(folder) / "out.urdf"
            out = best(lambda root=root, to=target: exports.export_urdf(root, to, force=True), 3)
            print(
                f"{Path(source).stem}: {objects} objects, {len(bpy.data.meshes)} meshes, "
                f"{triangles} triangles: import {min(took):.3f} s, export {out:.3f} s"
            )

    root = fresh("gallery:stewart")
    run = running.running(root)
    leg = min(run.poser.leading)
    generator = np.random.default_rng(1)

    def solve() -> None:
        run.poser.move({leg: (0.01 * generator.random(),)})

    print(f"Stewart platform, one solve: {1e3 * best(solve, 200):.3f} ms")
    links = [fb.Link(f"link_{k}") for k in range(101)]
    joints = [
        fb.Joint(
            f"joint_{k}",
            "revolute",
            f"link_{k}",
            f"link_{k + 1}",
            fb.Pose((0, 0, 0.1)),
            limit=fb.Limit(-1, 1, 1, 1),
        )
        for k in range(100)
    ]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "chain.urdf"
        fb.save(fb.Robot("chain", links, joints), file)
        root = fresh(str(file))

    def slide() -> None:
        root["joint_3"] = 0.5 * generator.random()
        root.update_tag()
        bpy.context.view_layer.update()

    print(f"100 joints, one slider step: {1e3 * best(slide, 50):.2f} ms")
    overlays = sys.modules["fourbar_extension.overlays"]
    for name in overlays.SWITCHES:
        setattr(bpy.context.scene.fourbar, name, True)

    def redraw() -> None:
        overlays.forget()
        overlays.drawing_of(bpy.context.scene)

    print(f"100 joints, all overlays made again: {1e3 * best(redraw, 20):.2f} ms")
    bpy.ops.fourbar.create_rig(ik=False)
    print(f"100 joints, one slider step with a rig: {1e3 * best(slide, 50):.2f} ms")

    def idle() -> None:
        sun.location.x = generator.random()
        bpy.context.view_layer.update()

    bpy.ops.wm.read_factory_settings(use_empty=True)
    sun = bpy.data.objects.new("sun", None)
    bpy.context.scene.collection.objects.link(sun)
    for _ in range(4):
        files.import_file(bpy.context, "gallery:stewart")
    count = len(bpy.context.scene.objects)
    handlers = sys.modules["fourbar_extension.handlers"]
    handlers.unregister()
    without = best(idle, 200)
    handlers.register()
    running.forget()
    print(f"{count} objects, another one moves: {1e3 * (best(idle, 200) - without):.3f} ms of ours")


if __name__ == "__main__":
    main()

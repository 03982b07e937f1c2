"""Imports a GLB file into Blender; prints where objects are, at rest and in motion, and actions.

Run by a Python that has `bpy`.
"""

import json
import sys

import bpy

bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=sys.argv[1])
scene = bpy.context.scene


def matrices(frame):
    scene.frame_set(frame)
    bpy.context.view_layer.update()
    return {o.name: [list(row) for row in o.matrix_world] for o in bpy.data.objects}


last = int(4 * scene.render.fps / scene.render.fps_base)
found = {
    "rest": matrices(0),
    "moved": matrices(last * 3 // 16),  # not where a joint has turned once
    "actions": sorted(action.name for action in bpy.data.actions),
    "meshes": len(bpy.data.meshes),
}
print("RESULT" + json.dumps(found))

"""One file with working joints: glTF with the extension EXT_robot_kinematics.

What needs numpy is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..gltf_file.document import GltfDocument
    from .cloud import Cloud
    from .options import GlbOptions
    from .read.robot import read_robot, read_robots
    from .run.robot_scene import RobotScene, SceneJoint
    from .validation import validate
    from .write.convert import convert
    from .write.extract_meshes import extract_meshes
    from .write.glb import write_glb, write_gltf

_HOME = {
    "Cloud": ".gltf.cloud",
    "GlbOptions": ".gltf.options",
    "GltfDocument": ".gltf_file.document",
    "RobotScene": ".gltf.run.robot_scene",
    "SceneJoint": ".gltf.run.robot_scene",
    "convert": ".gltf.write.convert",
    "extract_meshes": ".gltf.write.extract_meshes",
    "read_robot": ".gltf.read.robot",
    "read_robots": ".gltf.read.robot",
    "validate": ".gltf.validation",
    "write_glb": ".gltf.write.glb",
    "write_gltf": ".gltf.write.glb",
}

__all__ = [
    "Cloud",
    "GlbOptions",
    "GltfDocument",
    "RobotScene",
    "SceneJoint",
    "convert",
    "extract_meshes",
    "read_robot",
    "read_robots",
    "validate",
    "write_glb",
    "write_gltf",
]


def __getattr__(name: str) -> Any:
    module = _HOME.get(name)
    if module is None:
        raise AttributeError(f"module 'fourbar.gltf' has no attribute {name!r}")
    value = getattr(import_module(module, "fourbar"), name)
    globals()[name] = value
    return value

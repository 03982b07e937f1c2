"""One file with working joints: glTF with the extension EXT_robot_kinematics.

What needs numpy is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .build import convert
    from .document import GltfDocument
    from .extract import extract_meshes
    from .read import read_robot, read_robots
    from .robot_scene import RobotScene, SceneJoint
    from .validation import validate
    from .write import write_glb, write_gltf

_HOME = {
    "GltfDocument": "document",
    "RobotScene": "robot_scene",
    "SceneJoint": "robot_scene",
    "convert": "build",
    "extract_meshes": "extract",
    "read_robot": "read",
    "read_robots": "read",
    "validate": "validation",
    "write_glb": "write",
    "write_gltf": "write",
}

__all__ = [
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
    value = getattr(import_module(f".{module}", __name__), name)
    globals()[name] = value
    return value

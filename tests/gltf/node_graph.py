"""Poses from the JSON of a file alone: the runtime semantics of the specification, once more.

Shares nothing with the package, so that both have to be right.
"""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np


def root_of(glb: bytes) -> dict[str, Any]:
    """The JSON of a GLB file."""
    (size,) = struct.unpack_from("<I", glb, 12)
    return json.loads(glb[20 : 20 + size])


def binary_of(glb: bytes) -> bytes:
    """The binary chunk of a GLB file."""
    (size,) = struct.unpack_from("<I", glb, 12)
    return glb[28 + size :]


def local(node: dict[str, Any]) -> np.ndarray:
    T = np.eye(4)
    x, y, z, w = node.get("rotation", (0, 0, 0, 1))
    T[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    T[:3, :3] *= np.array(node.get("scale", (1, 1, 1)))
    T[:3, 3] = node.get("translation", (0, 0, 0))
    return T


def worlds(root: dict[str, Any]) -> list[np.ndarray]:
    """The transform of every node in the scene."""
    found: list[Any] = [None] * len(root["nodes"])
    pending = [(number, np.eye(4)) for number in root["scenes"][0]["nodes"]]
    while pending:
        number, above = pending.pop()
        found[number] = above @ local(root["nodes"][number])
        children = root["nodes"][number].get("children", [])
        pending += [(child, found[number]) for child in children]
    return found


def set_positions(root: dict[str, Any], positions: dict[str, Any], model: int = 0) -> None:
    """Put DOF values on the nodes."""
    described = root["extensions"]["EXT_robot_kinematics"]["models"][model]
    for joint in described["joints"]:
        values = positions.get(joint["name"])
        if values is None:
            continue
        for node, dof, q in zip(joint["dofNodes"], joint["dofs"], values, strict=True):
            axis = np.array(dof["axis"])
            if dof["motion"] in ("rotation", "screw"):
                turn = [*(axis * np.sin(q / 2)), np.cos(q / 2)]
                root["nodes"][node]["rotation"] = [float(c) for c in turn]
            if dof["motion"] in ("translation", "screw"):
                along = q * dof["pitch"] / (2 * np.pi) if dof["motion"] == "screw" else q
                root["nodes"][node]["translation"] = [float(c) for c in axis * along]


# glTF (x, y, z) = URDF (y, z, x)
P_GLTF_URDF = np.array([[0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1]], dtype=float)


def link_poses(root: dict[str, Any], model: int = 0) -> dict[str, np.ndarray]:
    """Every link in the root node's frame, in URDF's axes whatever the file's basis."""
    described = root["extensions"]["EXT_robot_kinematics"]["models"][model]
    found = worlds(root)
    start = np.linalg.inv(found[described["rootNode"]])
    turned = described["source"]["basis"] == "gltf"
    P = P_GLTF_URDF if turned else np.eye(4)
    return {link["name"]: P.T @ start @ found[link["node"]] @ P for link in described["links"]}

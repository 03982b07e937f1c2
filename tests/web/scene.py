"""A gallery robot as glTF nodes and EXT_robot_kinematics, from the XML alone.

Written for the tests of the browser library, from the specification and apart from `fourbar.gltf`:
two readings of the same text. Geometry is left out.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any

import numpy as np
from tests.gallery import closure

if TYPE_CHECKING:
    from pathlib import Path

X, Y, Z = np.eye(3)
TO_GLTF = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
"""glTF (x, y, z) = URDF (y, z, x)."""


class Scene:
    """Nodes under construction; every method returns the index of what it added."""

    def __init__(self) -> None:
        self.nodes: list[dict[str, Any]] = [{"name": "robot"}]

    def add(self, parent: int, name: str, T: np.ndarray | None = None) -> int:
        node: dict[str, Any] = {"name": name}
        if T is not None:
            node["translation"] = (TO_GLTF @ T[:3, 3]).tolist()
            node["rotation"] = quaternion(TO_GLTF @ T[:3, :3] @ TO_GLTF.T)
        self.nodes.append(node)
        index = len(self.nodes) - 1
        self.nodes[parent].setdefault("children", []).append(index)
        return index


def write(path: Path) -> dict[str, Any]:
    """The glTF document of one robot."""
    robot = ET.parse(path).getroot()
    mechanism = closure.read(path)
    elements = {e.get("name", ""): e for e in robot.findall("joint")}
    scene, links, joints = Scene(), {mechanism.root: 0}, {}
    links[mechanism.root] = scene.add(0, mechanism.root)
    waiting = list(mechanism.joints)
    while waiting:
        for joint in [j for j in waiting if j.predecessor.link in links]:
            parent = links[joint.predecessor.link]
            origin = scene.add(parent, f"{joint.name}_origin", joint.predecessor.T)
            below, chain = origin, []
            for k in range(len(dofs(joint))):
                below = scene.add(below, f"{joint.name}_dof{k}")
                chain.append(below)
            links[joint.successor.link] = scene.add(below, joint.successor.link)
            joints[joint.name] = (origin, chain)
            waiting.remove(joint)
    order = [link.get("name", "") for link in robot.findall("link")]
    names = [joint.name for joint in mechanism.joints]
    model = {
        "name": robot.get("name", ""),
        "rootNode": 0,
        "links": [{"name": name, "node": links[name]} for name in order],
        "joints": [
            {
                "name": joint.name,
                "type": joint.type,
                "parentLink": order.index(joint.predecessor.link),
                "childLink": order.index(joint.successor.link),
                "originNode": joints[joint.name][0],
                "dofNodes": joints[joint.name][1],
                "dofs": [
                    {"motion": motion, "axis": (TO_GLTF @ axis).tolist(), **limit(elements, joint)}
                    for motion, axis in dofs(joint)
                ],
                **mimic(elements[joint.name], names),
                **independent(elements[joint.name]),
            }
            for joint in mechanism.joints
        ],
        "loops": [loop_of(loop, scene, links, order) for loop in mechanism.loops],
        "couplings": [coupling_of(element, order) for element in robot.findall("coupling")],
        "source": {"format": "urdf", "basis": "gltf"},
    }
    return {
        "asset": {"version": "2.0"},
        "extensionsUsed": ["EXT_robot_kinematics"],
        "extensions": {"EXT_robot_kinematics": {"models": [model]}},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": scene.nodes,
    }


def dofs(joint: closure.JointModel) -> list[tuple[str, np.ndarray]]:
    """The chain of a joint: motion and axis in the joint frame."""
    match joint.type:
        case "fixed":
            return []
        case "prismatic":
            return [("translation", joint.axis)]
        case "planar":
            u, v = plane(joint.axis)
            return [("translation", u), ("translation", v), ("rotation", joint.axis)]
        case "universal":
            assert joint.axis2 is not None
            return [("rotation", joint.axis), ("rotation", joint.axis2)]
        case "spherical":
            return [("rotation", axis) for axis in (X, Y, Z)]
        case "floating":
            slides = [("translation", axis) for axis in (X, Y, Z)]
            return slides + [("rotation", axis) for axis in (X, Y, Z)]
    return [("rotation", joint.axis)]


def plane(normal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The convention of the specification: (x, y) for z; x in the plane, or y where x is steep."""
    first = np.eye(3)[int(np.argmax(np.abs(normal) < 0.7072))]
    u = first - normal * (normal @ first)
    u = u / np.linalg.norm(u)
    return u, np.cross(normal, u)


def limit(elements: dict[str, ET.Element], joint: closure.JointModel) -> dict[str, Any]:
    found = elements[joint.name].find("limit")
    if found is None:
        return {}
    keys = ["effort", "velocity"]
    keys += [] if joint.type == "continuous" else ["lower", "upper"]
    return {"limit": {key: float(found.get(key, "")) for key in keys if key in found.attrib}}


def mimic(element: ET.Element, names: list[str]) -> dict[str, Any]:
    found = element.find("mimic")
    if found is None:
        return {}
    numbers = {
        key: float(found.get(key, "")) for key in ("multiplier", "offset") if key in found.attrib
    }
    return {"mimic": {"joint": names.index(found.get("joint", "")), **numbers}}


def independent(element: ET.Element) -> dict[str, Any]:
    said = element.get("independent")
    return {} if said is None else {"independent": said == "true"}


def loop_of(
    loop: closure.JointModel, scene: Scene, links: dict[str, int], order: list[str]
) -> dict[str, Any]:
    axis2 = {} if loop.axis2 is None else {"axis2": (TO_GLTF @ loop.axis2).tolist()}
    sides = {"predecessor": loop.predecessor, "successor": loop.successor}
    return {
        "name": loop.name,
        "type": loop.type,
        "axis": (TO_GLTF @ loop.axis).tolist(),
        **axis2,
        **{f"{side}Link": order.index(frame.link) for side, frame in sides.items()},
        **{
            f"{side}Node": scene.add(links[frame.link], f"{loop.name}_{side}", frame.T)
            for side, frame in sides.items()
        },
    }


def coupling_of(element: ET.Element, order: list[str]) -> dict[str, Any]:
    """In the paper's convention: predecessor's sum = ratio * successor's sum."""
    ratio = element.find("ratio")
    assert ratio is not None
    value = float(ratio.get("value", "1"))
    return {
        "name": element.get("name", ""),
        "predecessorLink": order.index(closure.link_of(element, "predecessor")),
        "successorLink": order.index(closure.link_of(element, "successor")),
        "ratio": value if ratio.get("of") == "predecessor" else 1.0 / value,
    }


def quaternion(R: np.ndarray) -> list[float]:
    """x y z w of a rotation matrix, from the eigenvector of Bar-Itzhack's matrix."""
    (a, b, c), (d, e, f), (g, h, i) = R
    K = np.array(
        [
            [a - e - i, b + d, c + g, h - f],
            [b + d, e - a - i, f + h, c - g],
            [c + g, f + h, i - a - e, d - b],
            [h - f, c - g, d - b, a + e + i],
        ]
    )
    x, y, z, w = np.linalg.eigh(K)[1][:, -1]
    sign = -1.0 if w < 0 else 1.0
    return [sign * float(n) for n in (x, y, z, w)]

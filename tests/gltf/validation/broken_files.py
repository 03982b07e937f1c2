"""Files that break one rule each.

Each is an example of the specification with one edit. The name says the code that is expected.
`python -m tests.gltf.validation.broken_files` writes them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from ..example_robots import example

BROKEN = Path(__file__).parent / "broken"
EXT = "/extensions/EXT_robot_kinematics"
M = f"{EXT}/models/0"


class Break(NamedTuple):
    """An edit of an example, and where the finding is expected."""

    code: str
    name: str
    base: str
    pointer: str
    edit: Callable[[dict[str, Any], dict[str, Any]], object]
    """Takes the root and the first model."""

    @property
    def file(self) -> Path:
        return BROKEN / f"{self.code}-{self.name}.gltf"


def _joint(model: dict[str, Any], number: int = 0) -> dict[str, Any]:
    return model["joints"][number]


def _dof(model: dict[str, Any], number: int = 0) -> dict[str, Any]:
    return model["joints"][number]["dofs"][0]


def _dof_node(root: dict[str, Any], model: dict[str, Any]) -> dict[str, Any]:
    return root["nodes"][model["joints"][0]["dofNodes"][0]]


def _reparent(root: dict[str, Any], child: int, parent: int) -> None:
    for node in root["nodes"]:
        if child in node.get("children", []):
            node["children"].remove(child)
            if not node["children"]:
                del node["children"]
    root["nodes"][parent].setdefault("children", []).append(child)


def _number(kind: str) -> int:
    """The joint of that type in the example that has one of each."""
    joints = json.loads(example("joint_types"))["extensions"][EXT[12:]]["models"][0]["joints"]
    return next(n for n, joint in enumerate(joints) if joint["type"] == kind)


def _swap_axes(model: dict[str, Any], kind: str, dof: int) -> None:
    """Give a DOF the axis that lies beside its own; a planar joint's, that of the other one."""
    dofs = model["joints"][_number(kind)]["dofs"]
    x, y, z = dofs[dof]["axis"]
    dofs[dof]["axis"] = dofs[0]["axis"] if kind == "planar" else [y, z, x]


MINIMAL: list[tuple[str, str, str, Callable[[dict[str, Any], dict[str, Any]], object]]] = [
    ("E701", "version", "/asset/version", lambda r, m: r["asset"].update(version="1.0")),
    ("E703", "no-extension", "/extensions", lambda r, m: r.pop("extensions")),
    ("E704", "not-declared", "/extensionsUsed", lambda r, m: r.pop("extensionsUsed")),
    (
        "E705",
        "required",
        "/extensionsRequired",
        lambda r, m: r.update(extensionsRequired=["EXT_robot_kinematics"]),
    ),
    ("E708", "two-parents", "/nodes/3/children", lambda r, m: r["nodes"][3]["children"].append(2)),
    ("E708", "own-child", "/nodes/4/children", lambda r, m: r["nodes"][4].update(children=[4])),
    ("E710", "no-root", f"{M}", lambda r, m: m.pop("rootNode")),
    ("E710", "links-not-a-list", f"{M}/links", lambda r, m: m.update(links={})),
    ("E710", "name-not-text", f"{M}/links/0/name", lambda r, m: m["links"][0].update(name=3)),
    ("E710", "axis-too-short", f"{M}/joints/0/dofs/0/axis", lambda r, m: _dof(m).update(axis=[1])),
    ("E710", "motion", f"{M}/joints/0/dofs/0/motion", lambda r, m: _dof(m).update(motion="turn")),
    ("E710", "index-not-whole", f"{M}/rootNode", lambda r, m: m.update(rootNode=0.5)),
    ("E710", "index-is-true", f"{M}/rootNode", lambda r, m: m.update(rootNode=True)),
    ("E710", "no-links", f"{M}/links", lambda r, m: m.update(links=[], joints=[])),
    (
        "E710",
        "no-models",
        f"{EXT}/models",
        lambda r, m: r["extensions"][EXT[12:]].update(models=[]),
    ),
    (
        "E710",
        "control-character",
        f"{M}/links/0/name",
        lambda r, m: m["links"][0].update(name="a\0"),
    ),
    ("E711", "root-out-of-range", f"{M}/rootNode", lambda r, m: m.update(rootNode=99)),
    ("E711", "link-node", f"{M}/links/1/node", lambda r, m: m["links"][1].update(node=7)),
    (
        "E712",
        "visual-twice",
        f"{M}/links/1/visualNodes",
        lambda r, m: m["links"][1].update(visualNodes=m["links"][1]["visualNodes"] * 2),
    ),
    ("E711", "child-link", f"{M}/joints/0/childLink", lambda r, m: _joint(m).update(childLink=2)),
    (
        "E711",
        "visual",
        f"{M}/links/0/visualNodes/0",
        lambda r, m: m["links"][0].update(visualNodes=[70]),
    ),
    ("E712", "link-name", f"{M}/links/1/name", lambda r, m: m["links"][1].update(name="base")),
    ("E713", "joint-type", f"{M}/joints/0/type", lambda r, m: _joint(m).update(type="revolut")),
    ("E714", "dof-nodes", f"{M}/joints/0/dofs", lambda r, m: _joint(m).update(dofNodes=[])),
    ("E715", "fixed-with-dof", f"{M}/joints/0/dofs", lambda r, m: _joint(m).update(type="fixed")),
    (
        "E715",
        "prismatic-turns",
        f"{M}/joints/0/dofs",
        lambda r, m: _joint(m).update(type="prismatic"),
    ),
    ("E716", "misspelled", f"{M}/joints/0/mimik", lambda r, m: _joint(m).update(mimik={})),
    ("E720", "zero-axis", f"{M}/joints/0/dofs/0/axis", lambda r, m: _dof(m).update(axis=[0, 0, 0])),
    ("E721", "long-axis", f"{M}/joints/0/dofs/0/axis", lambda r, m: _dof(m).update(axis=[2, 0, 0])),
    (
        "E722",
        "reversed",
        f"{M}/joints/0/dofs/0/limit",
        lambda r, m: _dof(m)["limit"].update(lower=2, upper=-2),
    ),
    (
        "E723",
        "continuous",
        f"{M}/joints/0/dofs/0/limit",
        lambda r, m: _joint(m).update(type="continuous"),
    ),
    (
        "E724",
        "default-outside",
        f"{M}/joints/0/dofs/0/default",
        lambda r, m: _dof(m)["limit"].update(lower=0.5),
    ),
    (
        "E725",
        "negative-effort",
        f"{M}/joints/0/dofs/0/limit/effort",
        lambda r, m: _dof(m)["limit"].update(effort=-1),
    ),
    (
        "E726",
        "mimics-itself",
        f"{M}/joints/0/mimic",
        lambda r, m: _joint(m).update(mimic={"joint": 0}),
    ),
    (
        "E730",
        "origin-elsewhere",
        f"{M}/joints/0/originNode",
        lambda r, m: _reparent(r, _joint(m)["originNode"], 0),
    ),
    (
        "E731",
        "link-beside-chain",
        f"{M}/joints/0/childLink",
        lambda r, m: _reparent(r, m["links"][1]["node"], _joint(m)["originNode"]),
    ),
    (
        "E732",
        "moved-dof-node",
        "/nodes/6",
        lambda r, m: _dof_node(r, m).update(translation=[0, 0.1, 0]),
    ),
    (
        "E732",
        "wrong-default",
        "/nodes/6",
        lambda r, m: _dof(m).update(default=0.4),
    ),
    (
        "E733",
        "matrix",
        "/nodes/6/matrix",
        lambda r, m: _dof_node(r, m).update(
            matrix=[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
        ),
    ),
    (
        "E734",
        "moved-link",
        f"{M}/links/1/node",
        lambda r, m: r["nodes"][m["links"][1]["node"]].update(translation=[0, 0, 1]),
    ),
    (
        "E735",
        "joins-itself",
        f"{M}/joints/0/childLink",
        lambda r, m: _joint(m).update(childLink=0),
    ),
    ("E736", "root-below", f"{M}/links/0/node", lambda r, m: m.update(rootNode=3)),
    (
        "E737",
        "visual-elsewhere",
        f"{M}/links/1/visualNodes/0",
        lambda r, m: m["links"][1].update(visualNodes=[2]),
    ),
    (
        "E738",
        "drawn-collision",
        f"{M}/links/1/collisionNodes",
        lambda r, m: m["links"][1].update(collisionNodes=[4], visualNodes=[]),
    ),
    (
        "E739",
        "root-does-not-turn",
        f"{M}/source/basis",
        lambda r, m: m["source"].update(basis="root"),
    ),
    (
        "E746",
        "absolute-path",
        f"{M}/source/uri",
        lambda r, m: m["source"].update(uri="/home/me/arm.urdf"),
    ),
]

OTHERS: list[tuple[str, str, str, str, Callable[[dict[str, Any], dict[str, Any]], object]]] = [
    (
        "E717",
        "planar-parallel",
        "joint_types",
        f"{M}/joints/{_number('planar')}/dofs/1/axis",
        lambda r, m: _swap_axes(m, "planar", 1),
    ),
    (
        "E717",
        "floating-order",
        "joint_types",
        f"{M}/joints/{_number('floating')}/dofs/3/axis",
        lambda r, m: _swap_axes(m, "floating", 3),
    ),
    (
        "E717",
        "spherical-order",
        "joint_types",
        f"{M}/joints/{_number('spherical')}/dofs/0/axis",
        lambda r, m: _swap_axes(m, "spherical", 0),
    ),
    (
        "E717",
        "cylindrical-apart",
        "joint_types",
        f"{M}/joints/{_number('cylindrical')}/dofs/1/axis",
        lambda r, m: _swap_axes(m, "cylindrical", 1),
    ),
    (
        "E726",
        "circle",
        "mimic",
        f"{M}/joints/1/mimic",
        lambda r, m: _joint(m, 1)["mimic"].update(joint=2),
    ),
    (
        "E727",
        "too-few-positions",
        "configurations",
        f"{M}/configurations/folded/jointPositions",
        lambda r, m: m["configurations"]["folded"]["jointPositions"].pop(),
    ),
    (
        "E727",
        "wrong-shape",
        "configurations",
        f"{M}/configurations/folded/jointPositions/1",
        lambda r, m: m["configurations"]["folded"].update(jointPositions=[0, 1]),
    ),
    (
        "E710",
        "shape-without-size",
        "configurations",
        f"{M}/links/1/collisions/0/shape/box",
        lambda r, m: m["links"][1]["collisions"][0].update(shape={"box": {}}),
    ),
    (
        "E720",
        "shape-without-axis",
        "configurations",
        f"{M}/links/1/collisions/0/shape/cylinder/axis",
        lambda r, m: m["links"][1]["collisions"][0].update(
            shape={"cylinder": {"radius": 1, "height": 1, "axis": [0, 0, 0]}}
        ),
    ),
    (
        "E728",
        "negative-mass",
        "configurations",
        f"{M}/links/1/inertial/mass",
        lambda r, m: m["links"][1]["inertial"].update(mass=-1),
    ),
    (
        "E735",
        "two-joints-above",
        "mimic",
        f"{M}/joints/1/childLink",
        lambda r, m: _joint(m, 1).update(childLink=1),
    ),
    (
        "E740",
        "loop-node-elsewhere",
        "four_bar",
        f"{M}/loops/0/successorNode",
        lambda r, m: m["loops"][0].update(successorNode=m["loops"][0]["predecessorNode"]),
    ),
    (
        "E741",
        "loop-open",
        "four_bar",
        f"{M}/loops/0",
        lambda r, m: r["nodes"][m["loops"][0]["successorNode"]].update(translation=[0, 0.5, 0]),
    ),
    (
        "E742",
        "follower-astray",
        "mimic",
        f"{M}/joints/1/mimic",
        lambda r, m: _joint(m, 1)["mimic"].update(offset=0.01),
    ),
    (
        "E747",
        "crank-alone",
        "four_bar",
        "/animations/0",
        lambda r, m: r["animations"][0].update(channels=r["animations"][0]["channels"][:1]),
    ),
]

BREAKS = [
    *(Break(code, name, "minimal", pointer, edit) for code, name, pointer, edit in MINIMAL),
    *(Break(*each) for each in OTHERS),
]


def broken(each: Break) -> bytes:
    """The text of a broken file."""
    root = json.loads(example(each.base))
    each.edit(root, root["extensions"]["EXT_robot_kinematics"]["models"][0])
    return json.dumps(root, indent=1).encode() + b"\n"


if __name__ == "__main__":
    BROKEN.mkdir(exist_ok=True)
    for each in BREAKS:
        each.file.write_bytes(broken(each))

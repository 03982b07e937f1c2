"""The same robot in MuJoCo, with loops as stiff rows, which is as near as its soft ones come.

With dense matrices: MuJoCo 4.0.0 factors sparse ones wrongly (mujoco issue 3767, fixed in 4.0.1).
"""

from __future__ import annotations

import numpy as np

import fourbar as fb
from fourbar.graph import ConnectivityGraph

SCALAR = ("revolute", "continuous", "prismatic", "fixed")


def can_have(model: fb.Model) -> bool:
    """Joints with one velocity, loops of points or planar hinges, no couplings."""
    robot = model.robot
    kinds = {joint.type for joint in robot.joints}
    loops = {loop.type for loop in robot.loops}
    if not kinds <= set(SCALAR) or not loops <= {"revolute", "continuous", "spherical"}:
        return False
    return not robot.couplings and not any(j.mimic for j in robot.joints)


def order_of(model: fb.Model, peer) -> list[int]:
    """The entries of q and v here, in MuJoCo's order."""
    return [model.joint(peer.joint(i).name).v.start for i in range(peer.njnt)]


def mjcf(model: fb.Model, *, option: str = "", stiff: str = 'solref="0.002 1"') -> str:
    """The model as MuJoCo's own format, joint by joint."""
    robot = model.robot
    graph = ConnectivityGraph(robot)
    children: dict[str, list[fb.Joint]] = {}
    for joint in graph.joints:
        children.setdefault(joint.parent, []).append(joint)

    def body(joint: fb.Joint) -> str:
        T = joint.origin.matrix()
        inside = "" if joint.type == "fixed" else _joint(model, joint)
        link = robot.links[joint.child]
        if link.inertial is not None and link.inertial.mass > 0.0:
            pose, i = link.inertial.origin.matrix(), link.inertial.inertia
            tensor = np.array([[i.ixx, i.ixy, i.ixz], [i.ixy, i.iyy, i.iyz], [i.ixz, i.iyz, i.izz]])
            tensor = pose[:3, :3] @ tensor @ pose[:3, :3].T
            full = text(tensor[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]])
            inside += (
                f'<inertial pos="{text(pose[:3, 3])}" mass="{link.inertial.mass:.17g}" '
                f'fullinertia="{full}"/>'
            )
        below = "".join(body(child) for child in children.get(joint.child, ()))
        axes = text(np.concatenate([T[:3, 0], T[:3, 1]]))
        return (
            f'<body name="{joint.child}" pos="{text(T[:3, 3])}" xyaxes="{axes}">'
            f"{inside}{below}</body>"
        )

    root = graph.bodies[0]
    bodies = "".join(body(joint) for joint in children.get(root, ()))
    rows = "".join(
        f'<connect body1="{_name(loop.predecessor, root)}" body2="{_name(loop.successor, root)}" '
        f'anchor="{text(loop.predecessor_origin.xyz)}" {stiff} '
        'solimp="0.9999 0.9999 0.001 0.5 2"/>'
        for loop in robot.loops
    )
    return (
        f'<mujoco><option gravity="{text(model.gravity)}" jacobian="dense" {option}>'
        '<flag contact="disable" limit="disable"/></option>'
        '<compiler angle="radian" balanceinertia="true" boundmass="0"/>'
        f"<worldbody>{bodies}</worldbody><equality>{rows}</equality></mujoco>"
    )


def _joint(model: fb.Model, joint: fb.Joint) -> str:
    kind = "slide" if joint.type == "prismatic" else "hinge"
    armature = model.armature[model.joints[joint.name].v.start]
    return (
        f'<joint name="{joint.name}" type="{kind}" axis="{text(joint.axis)}" '
        f'armature="{armature:.17g}"/>'
    )


def _name(link: str, root: str) -> str:
    return "world" if link == root else link


def text(values) -> str:
    return " ".join(f"{x:.17g}" for x in values)

"""Arms whose workspace is known in closed form, and functions that workers import."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import numpy as np

import fourbar as fb

FIRST, SECOND = 0.5, 0.3

_LIMIT = '<limit lower="{}" upper="{}" effort="1" velocity="1"/>'


def joint(number, type, axis, xyz, lower, upper):
    return (
        f'<joint name="j{number}" type="{type}"><parent link="l{number}"/>'
        f'<child link="l{number + 1}"/><origin xyz="{xyz}"/><axis xyz="{axis}"/>'
        f"{_LIMIT.format(lower, upper)}</joint>"
    )


def robot(*joints: str):
    links = "".join(f'<link name="l{i}"/>' for i in range(len(joints) + 1))
    return fb.loads(f'<robot name="arm">{links}{"".join(joints)}</robot>')


def two_links():
    """A planar arm; its tool is at the end of the second link."""
    turn = (-3.0, 3.0)
    tool = (
        f'<joint name="t" type="fixed"><parent link="l2"/><child link="l3"/>'
        f'<origin xyz="{SECOND} 0 0"/></joint>'
    )
    return robot(
        joint(0, "revolute", "0 0 1", "0 0 0", *turn),
        joint(1, "revolute", "0 0 1", f"{FIRST} 0 0", *turn),
        tool,
    )


def gantry():
    """Three slides: the tool is in a box."""
    return robot(
        joint(0, "prismatic", "1 0 0", "0 0 0", 0.0, 0.4),
        joint(1, "prismatic", "0 1 0", "0 0 0", 0.0, 0.2),
        joint(2, "prismatic", "0 0 1", "0 0 0", 0.0, 0.3),
    )


def tip(model, q):
    """Where the last link is; the first time, the process of a worker dies."""
    marker = os.environ.get("FLEET_KILL")
    if marker is not None:
        try:
            Path(marker).touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return {"position": fb.kinematics(model, q, model.link_names[-1]).pose[:, :3, 3], "q": q}


def too_short(model, q):
    return {"x": q[:-1, 0]}


def fails(model, q):
    raise ZeroDivisionError("nothing to divide")


def position(model, q):
    return {"position": fb.kinematics(model, q, model.link_names[-1]).pose[:, :3, 3]}


def differs(model, q):
    """Another column where the first row is above another number."""
    return {"high" if q[0, 0] > 0.2 else "low": q[:, 0]}


def wider(model, q):
    """More numbers in each row of smaller chunks."""
    return {"x": np.zeros((len(q), 2 if len(q) == 10 else 3))}


def an_array(model, q):
    return q


def a_list(model, q):
    return {"x": ["a"] * len(q)}


def complex_numbers(model, q):
    return {"x": q[:, 0] + 1j}

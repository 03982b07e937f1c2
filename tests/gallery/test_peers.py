"""What other tools make of the files that plain URDF can express."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from . import closure
from .facts import FACTS, path

UNKNOWN_TO_URDF = {"universal", "spherical"}
PLAIN = [
    name
    for name in sorted(FACTS)
    if not UNKNOWN_TO_URDF & {joint.type for joint in closure.read(path(name)).joints}
]


def test_plain_files_are_the_twelve_without_universal_joints() -> None:
    assert sorted(set(FACTS) - set(PLAIN)) == ["delta", "lims2_wrist", "stewart"]


@pytest.mark.peer
@pytest.mark.parametrize("name", PLAIN)
def test_check_urdf_has_nothing_to_say(name: str) -> None:
    tool = shutil.which("check_urdf", path=str(Path(sys.executable).parent)) or shutil.which(
        "check_urdf"
    )
    if tool is None:
        pytest.skip("no check_urdf")
    done = subprocess.run([tool, path(name)], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "Successfully Parsed XML" in done.stdout
    assert not any(word in (done.stdout + done.stderr).lower() for word in ("error", "warning"))


@pytest.mark.peer
@pytest.mark.parametrize("name", PLAIN)
def test_pinocchio_sees_the_same_tree(name: str) -> None:
    """Freedoms of the spanning tree, mass, and the pose of every link at a random position."""
    pin: Any = pytest.importorskip("pinocchio")
    mechanism = closure.read(path(name))
    model = pin.buildModelFromUrdf(str(path(name)))
    assert model.nv == FACTS[name].freedoms
    assert sum(inertia.mass for inertia in model.inertias) == pytest.approx(FACTS[name].mass)
    rng = np.random.default_rng(7)
    ours, theirs = rng.uniform(-1, 1, mechanism.size), pin.neutral(model)
    for joint in mechanism.joints:
        q = ours[mechanism.columns[joint.name]]
        if len(q):
            at = model.joints[model.getJointId(joint.name)].idx_q
            theirs[at : at + len(as_pinocchio(joint.type, q, pin))] = as_pinocchio(
                joint.type, q, pin
            )
    data = model.createData()
    pin.framesForwardKinematics(model, data, theirs)
    for link, T in closure.poses(mechanism, ours).items():
        frame = model.getFrameId(link, pin.FrameType.BODY)
        assert data.oMf[frame].homogeneous == pytest.approx(T, abs=1e-12)


def as_pinocchio(kind: str, q: np.ndarray, pin: Any) -> np.ndarray:
    """Its coordinates: cosine and sine of unbounded angles, a quaternion for a rotation."""
    if kind == "continuous":
        return np.array([np.cos(q[0]), np.sin(q[0])])
    if kind == "planar":
        return np.array([q[0], q[1], np.cos(q[2]), np.sin(q[2])])
    if kind == "floating":
        return pin.SE3ToXYZQUAT(pin.SE3(closure.rotation(q[3:]), q[:3]))
    return q

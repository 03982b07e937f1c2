"""MuJoCo computes from our files what we compute from the robot (FORMATS 5.4: 1 to 5)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.gallery import names
from fourbar.mjcf.engine import MujocoEngine
from fourbar.mjcf.prove import prove
from fourbar.mjcf.write import WrittenMjcf, to_mjcf
from fourbar.robot import KINDS, Inertia, Inertial, Joint, Limit, Link, Loop, Pose, Robot
from fourbar.transfer import Agreement
from fourbar.transfer.agreement import table

mujoco = pytest.importorskip("mujoco")

BODY = Inertial(1.3, Inertia(0.02, 0.03, 0.025, 0.001, -0.002, 0.003), Pose((0.1, 0.02, -0.03)))
CLOSED = [name for name in names() if fb.load(f"gallery:{name}").loops]


def assert_same(found: Agreement, *, loops: float = 1e-10) -> None:
    assert found.poses <= 1e-12
    assert found.mass <= 1e-12
    assert found.mass_matrix <= 1e-10
    assert found.gravity <= 1e-10
    assert found.residual is None or found.residual <= loops
    assert found.holds


@pytest.mark.parametrize("name", names())
def test_gallery(name: str) -> None:
    assert_same(prove(fb.load(f"gallery:{name}"), configurations=10))


@pytest.mark.parametrize("name", CLOSED)
@pytest.mark.parametrize("style", ["joint", "anchor"])
def test_gallery_with_loops_written_otherwise(name: str, style: str) -> None:
    found = prove(fb.load(f"gallery:{name}"), configurations=5, loop_style=style)
    # By anchors, loops close as exactly as the description does at zero.
    assert_same(found, loops=1e-10 if style == "joint" else 1e-9)


@pytest.mark.parametrize("name", ["iiwa14", "belt_leg", "humanoid"])
def test_gallery_floating(name: str) -> None:
    found = prove(fb.load(f"gallery:{name}"), configurations=5, base="floating")
    assert found.poses <= 1e-12
    assert max(found.mass, found.mass_matrix, found.gravity) <= 1e-10


@pytest.mark.parametrize("planar", ["xy", "xyt"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_joint_type_above_and_below_others(kind: str, planar: str) -> None:
    joints = [
        Joint(
            "first", kind, "a", "b", Pose((0.1, 0, 0.2), (0.1, 0.2, 0.3)), (0.2, 1, 0.1), pitch=0.1
        ),
        Joint("turn", "continuous", "b", "c", Pose((0, 0.3, 0)), (0, 0, 1)),
        Joint("last", kind, "c", "d", Pose((0.2, 0, 0), (0.5, 0, 0)), (1, 0.3, 0), pitch=-0.2),
    ]
    robot = Robot("chain", [Link("a"), *(Link(n, BODY) for n in "bcd")], joints)
    assert_same(prove(robot, configurations=5, planar=planar))


def pair(kind: str, *, floating: bool, closed_at_zero: bool) -> Robot:
    """A body that only a loop of this type holds, to the ground or to another that floats."""
    at = Pose((0.3, 0.1, -0.2), (0.2, -0.4, 0.7))
    on = at if closed_at_zero else Pose((-0.1, 0.2, 0.4), (1.0, 0.3, -0.2))
    links = [Link("world"), Link("p", BODY), Link("s", BODY)]
    joints = [
        Joint("base", "floating" if floating else "fixed", "world", "p"),
        Joint("free", "floating", "world", "s"),
    ]
    loop = Loop("close", kind, "p", "s", at, on, axis=(0.3, 0.5, -0.8), pitch=0.3)
    return Robot("pair", links, joints, [loop])


def motions(written: WrittenMjcf, engine: MujocoEngine, q: np.ndarray) -> np.ndarray:
    """The projector onto what MuJoCo lets the joints of our model do."""
    J = engine.constraint_jacobian(q)
    _, sizes, V = np.linalg.svd(J)
    free = (
        V[int((sizes > 1e-9 * max(sizes, default=0.0)).sum()) :].T
        if sizes.size
        else np.eye(J.shape[1])
    )
    ours = np.linalg.pinv(engine.velocities(q)) @ free
    U, sizes, _ = np.linalg.svd(ours, full_matrices=False)
    basis = U[:, sizes > 1e-9]
    return basis @ basis.T


@pytest.mark.parametrize("style", ["auto", "joint"])
@pytest.mark.parametrize("closed_at_zero", [True, False])
@pytest.mark.parametrize("floating", [True, False])
@pytest.mark.parametrize("kind", [k for k in KINDS if k != "floating"])
def test_every_loop_type_leaves_the_same_motions(
    kind: str, floating: bool, closed_at_zero: bool, style: str
) -> None:
    robot = pair(kind, floating=floating, closed_at_zero=closed_at_zero)
    written = to_mjcf(robot, report=Report(), loop_style=style)
    engine, model = MujocoEngine(written), written.model
    start = fb.assemble(model).q
    rng = np.random.default_rng(1)
    for _ in range(2):
        q = fb.assemble(model, None, model.integrate(start, rng.normal(scale=0.3, size=model.nv))).q
        assert engine.residual(q) < 1e-9
        K = fb.closure(model, q)[1]
        _, sizes, V = np.linalg.svd(K)
        free = V[int((sizes > 1e-9).sum()) :].T
        assert np.abs(motions(written, engine, q) - free @ free.T).max() < 1e-7
        # A constraint that holds nothing would pass as well.
        away = model.integrate(q, rng.normal(scale=0.1, size=model.nv))
        assert engine.residual(away) > 1e-4


@pytest.mark.parametrize(
    "name", ["four_bar", "six_bar", "leg_linkage", "delta", "stewart", "belt_leg"]
)
def test_motions_of_the_gallery(name: str) -> None:
    written = to_mjcf(fb.load(f"gallery:{name}"), report=Report())
    engine, model = MujocoEngine(written), written.model
    for q in fb.sample_closed(model, 3, seed=2):
        K = fb.closure(model, q)[1]
        _, sizes, V = np.linalg.svd(K)
        free = V[int((sizes > 1e-8).sum()) :].T
        assert np.abs(motions(written, engine, q) - free @ free.T).max() < 1e-8


def test_a_driven_crank_follows_trace(tmp_path: Path) -> None:
    """Most of a turn of the four-bar in MuJoCo: within 1e-3 rad of `trace`, gap below 0.2 mm."""
    robot = fb.load("gallery:four_bar")
    path = tmp_path / "four_bar.xml"
    fb.save(robot, path, actuators="velocity", collisions=False)
    peer = mujoco.MjModel.from_xml_path(str(path))
    peer.actuator_gainprm[0, 0] = 20.0
    peer.actuator_biasprm[0, 2] = -20.0
    peer.jnt_actfrclimited[:] = 0
    data = mujoco.MjData(peer)
    mujoco.mj_resetDataKeyframe(peer, data, 0)
    rows, gap = [], 0.0
    for step in range(1300):
        data.ctrl[0] = 3.0 * (0.5 - 0.5 * np.cos(np.pi * min(1.0, step * 0.002)))
        mujoco.mj_step(peer, data)
        gap = max(gap, np.abs(data.efc_pos[data.efc_type == 0]).max())
        if step % 100 == 0:
            rows.append(data.qpos.copy())
    assert rows[-1][0] > 2 * np.pi * 0.75
    model = fb.Model(robot)
    order = [peer.joint(name).qposadr[0] for name in model.joint_names]
    driven = np.array(rows)[:, order]
    traced = fb.trace(model, "crank", driven[:, model.joint_names.index("crank")], model.neutral)
    assert np.abs(traced.q - driven).max() < 1e-3
    assert gap < 2e-4


@pytest.mark.corpus
@pytest.mark.parametrize(
    "file",
    [
        "example-robot-data/robots/hyq_description/robots/hyq_no_sensors.urdf",
        "urdf_files_dataset/urdf_files/robotics-toolbox/pxpincher/urdf/turtlebot_arm.urdf",
        "extra/example-parallel-robots/robots/5bar_linkage/robot.urdf",
        "extra/urdf-rs/sample.urdf",
    ],
)
def test_corpus(file: str, corpus: Path) -> None:
    path = corpus / file
    if not path.is_file():
        pytest.skip(f"{file} is not in this corpus")
    assert_same(prove(fb.load(path), configurations=5))


def test_what_the_ground_weighs_counts_in_the_proof() -> None:
    joints = [Joint("turn", "continuous", "world", "arm", axis=(0, 0, 1))]
    robot = Robot("grounded", [Link("world", BODY), Link("arm", BODY)], joints)
    found = prove(robot, configurations=2)
    assert found.mass == pytest.approx(0.5)
    assert not found.holds


@pytest.mark.parametrize("name", CLOSED)
def test_mobility_is_counted_in_the_file(name: str) -> None:
    robot = fb.load(f"gallery:{name}")
    with_loops = prove(robot, configurations=2)
    expected = fb.mobility(robot).mobility
    assert with_loops.mobility == (expected, expected)
    # Without its loops, the file is of another mechanism, and nothing is said of them.
    open_tree = prove(robot, configurations=2, loop_style="none")
    assert open_tree.mobility is not None
    assert open_tree.mobility[0] > expected
    assert not open_tree.holds


def test_a_file_without_loops_has_no_row_for_them() -> None:
    found = prove(fb.load("gallery:six_bar"), configurations=2, loop_style="none")
    assert (found.residual, found.closed) == (None, 0)
    assert "loops  " not in table(found)
    assert "5 in the file, 1 before" in table(found)


def test_equal_limits_are_no_part_of_mobility() -> None:
    limit = Limit(0.2, 0.2, 1.0, 1.0)
    joints = [Joint("held", "revolute", "base", "arm", axis=(0, 0, 1), limit=limit)]
    found = prove(Robot("held", [Link("base"), Link("arm", BODY)], joints), configurations=2)
    assert found.mobility == (1, 1)

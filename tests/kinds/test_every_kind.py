"""Every joint type through reader, writer, graph, model, loops and glTF, against closed forms."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.gltf import RobotScene, validate, write_glb
from fourbar.gltf.dofs import from_model
from fourbar.mechanics.loops import closure
from fourbar.robot import KINDS, JointPosition, JointType
from fourbar.urdf.write import write_urdf

from .closed_forms import (
    AXIS,
    AXIS2,
    DISPLACEMENTS,
    NEEDS_LIMIT,
    POSITIONS,
    ROWS,
    TYPES,
    WITH_AXIS,
    WITH_RANGE,
    body_pose,
    joint,
    loop,
    matrix,
    robot,
)

pytestmark = pytest.mark.usefixtures("invented")

every_type = pytest.mark.parametrize("type", TYPES)
moving_type = pytest.mark.parametrize("type", [type for type in TYPES if type != "fixed"])


def test_every_kind_has_its_closed_form() -> None:
    for table in (DISPLACEMENTS, POSITIONS, ROWS):
        assert list(table) == list(KINDS)


@every_type
def test_the_table_says_what_the_closed_form_does(type: JointType) -> None:
    kind = KINDS[type]
    assert len(POSITIONS[type]) == kind.nq()
    assert kind.demands.rows == ROWS[type] == 6 - kind.dof
    assert bool(kind.axes) == (type in WITH_AXIS)
    assert kind.has_range == (type in WITH_RANGE)
    assert kind.requires_limit == (type in NEEDS_LIMIT)


# Reader and writer


@every_type
@pytest.mark.parametrize("part", [joint, loop])
def test_written_and_read_again(type: JointType, part: object) -> None:
    made = robot(part(type))  # type: ignore[operator]
    if part is loop:
        made = made.add(fb.Joint("free", "floating", "base", "body"))
    read, report = fb.read(write_urdf(made).encode())
    assert report.ok
    assert read is not None
    assert read == made


# Rules


def codes(made: fb.Robot, folder: Path) -> set[str]:
    """The rules that a description breaks."""
    (folder / "kind.urdf").write_text(write_urdf(made), encoding="utf-8")
    return {finding.rule.name for finding in fb.check(folder / "kind.urdf")}


@every_type
@pytest.mark.parametrize(
    ("limit", "rule"),
    [
        (fb.Limit(1.0, -1.0, 10.0, 3.0), "reversed-limits"),
        (fb.Limit(0.5, 0.5, 10.0, 3.0), "no-range"),
        (fb.Limit(0.5, 1.0, 10.0, 3.0), "zero-outside-limits"),
    ],
)
def test_limits_are_checked_where_they_count(
    type: JointType, limit: fb.Limit, rule: str, tmp_path: Path
) -> None:
    assert (rule in codes(robot(joint(type, limit=limit)), tmp_path)) == (type in WITH_RANGE)
    assert rule not in codes(robot(joint(type)), tmp_path)


@every_type
def test_a_missing_limit_is_found_where_urdf_wants_one(type: JointType, tmp_path: Path) -> None:
    found = codes(robot(joint(type, limit=None)), tmp_path)
    assert ("missing-limit" in found) == (type in NEEDS_LIMIT)


@every_type
def test_axes_are_checked_where_there_are_some(type: JointType, tmp_path: Path) -> None:
    zero = codes(robot(joint(type, axis=(0.0, 0.0, 0.0))), tmp_path)
    assert ("zero-axis" in zero) == (type in WITH_AXIS)
    long = codes(robot(joint(type, axis=(0.0, 0.0, 2.0))), tmp_path)
    assert ("axis-not-unit" in long) == (type in WITH_AXIS)
    assert ("axis-without-use" in long) == (type not in WITH_AXIS)
    text = write_urdf(robot(joint(type))).splitlines()
    (tmp_path / "bare.urdf").write_text(
        "\n".join(line for line in text if "<axis " not in line), encoding="utf-8"
    )
    bare = {finding.rule.name for finding in fb.check(tmp_path / "bare.urdf")}
    assert ("missing-axis" in bare) == (type in WITH_AXIS)


def test_reversed_limits_of_a_universal_joint_are_found(tmp_path: Path) -> None:
    """`check` says what `Model.random` would refuse."""
    made = robot(joint("universal", limit=fb.Limit(1.0, -1.0, 10.0, 3.0)))
    assert "reversed-limits" in codes(made, tmp_path)
    with pytest.raises(ValueError, match="lower limit is above the upper"):
        fb.Model(made).random()


# Graph


@every_type
def test_the_graph_counts_the_equations_of_a_loop(type: JointType) -> None:
    made = robot(fb.Joint("free", "floating", "base", "body"), loop(type))
    graph = fb.graph.AggregateGraph(fb.graph.ConnectivityGraph(made))
    assert graph.digraph.motions.constraints(made.loops["loop"]) == ROWS[type]


# Model


@moving_type
def test_forward_kinematics(type: JointType) -> None:
    model = fb.Model(robot(joint(type)))
    data = model.data()
    fb.forward_kinematics(model, data, np.array(POSITIONS[type]))
    np.testing.assert_allclose(data.pose("body"), body_pose(type, POSITIONS[type]), atol=1e-14)


@moving_type
def test_a_locked_joint_stays_where_it_is(type: JointType) -> None:
    model = fb.Model(robot(joint(type)), locked={"joint": POSITIONS[type]})
    data = model.data()
    fb.forward_kinematics(model, data, np.zeros(0))
    np.testing.assert_allclose(data.pose("body"), body_pose(type, POSITIONS[type]), atol=1e-14)


@moving_type
def test_jacobian_by_differences_of_the_closed_form(type: JointType) -> None:
    model = fb.Model(robot(joint(type)))
    q, step = np.array(POSITIONS[type]), 1e-6
    J = fb.kinematics(model, q, "body")[1]
    here = body_pose(type, q)
    for k in range(model.nv):
        ahead, behind = (
            body_pose(type, model.integrate(q, sign * step * np.eye(model.nv)[k]))
            for sign in (1.0, -1.0)
        )
        rate = (ahead - behind) / (2 * step)
        turning = rate[:3, :3] @ here[:3, :3].T
        angular = (turning[2, 1], turning[0, 2], turning[1, 0])
        np.testing.assert_allclose(J[:, k], [*rate[:3, 3], *angular], atol=1e-8)


@moving_type
def test_velocities_by_differences_on_the_manifold(type: JointType) -> None:
    model = fb.Model(robot(joint(type)))
    q = np.array(POSITIONS[type])
    v = np.linspace(0.3, -0.4, model.nv)
    np.testing.assert_allclose(
        model.difference(q, model.integrate(q, 0.1 * v)), 0.1 * v, atol=1e-12
    )


@moving_type
def test_limits_bound_what_has_a_range(type: JointType) -> None:
    limit = fb.Limit(-0.5, 0.25, 10.0, 3.0)
    model = fb.Model(robot(joint(type, limit=limit)))
    bounded = np.isfinite(model.upper) & (model.upper == 0.25) & (model.lower == -0.5)
    assert bounded.any() == (type in WITH_RANGE)
    drawn = model.random(200, seed=0)
    assert (drawn[:, bounded] <= 0.25).all()
    assert (drawn[:, bounded] >= -0.5).all()
    assert (model.velocity_limit == 3.0).any()


# Loops


def free_body(type: JointType) -> fb.Model:
    return fb.Model(robot(fb.Joint("free", "floating", "base", "body"), loop(type)))


def pose_of_body(type: JointType, positions: np.ndarray) -> np.ndarray:
    """The q of a free body whose loop frames are apart by a displacement of the type."""
    made = loop(type)
    apart = DISPLACEMENTS[type](positions)
    T = matrix(made.predecessor_origin) @ apart @ np.linalg.inv(matrix(made.successor_origin))
    return np.concatenate([T[:3, 3], Rotation.from_matrix(T[:3, :3]).as_quat()])


@every_type
def test_a_loop_is_closed_where_the_joint_can_go(type: JointType) -> None:
    model = free_body(type)
    assert model.loops.n_c == ROWS[type]
    for scale in (0.0, 0.5, 1.0):
        positions = np.array(POSITIONS[type])
        first = KINDS[type].orientation
        positions[: len(positions) if first is None else first] *= scale
        phi = closure(model, pose_of_body(type, positions))[0]
        np.testing.assert_allclose(phi, 0.0, atol=1e-14)


@every_type
def test_the_rows_of_a_loop_by_differences(type: JointType) -> None:
    """Off the manifold, where nothing is zero."""
    model, step = free_body(type), 1e-6
    q = model.integrate(
        pose_of_body(type, np.array(POSITIONS[type])), [0.1, -0.2, 0.15, 0.2, 0.1, -0.3]
    )
    K = np.array(closure(model, q)[1])
    for k in range(model.nv):
        ahead, behind = (
            closure(model, model.integrate(q, sign * step * np.eye(model.nv)[k]))[0].copy()
            for sign in (1.0, -1.0)
        )
        np.testing.assert_allclose(K[:, k], (ahead - behind) / (2 * step), atol=1e-8)


@every_type
def test_a_loop_frees_as_many_directions_as_the_joint_has(type: JointType) -> None:
    model = free_body(type)
    K = np.array(closure(model, pose_of_body(type, np.array(POSITIONS[type])))[1])
    rank = np.linalg.matrix_rank(K) if K.size else 0
    assert 6 - rank == KINDS[type].dof


@every_type
def test_a_robot_whose_loop_closes_is_assembled(type: JointType) -> None:
    model = free_body(type)
    start = model.integrate(
        pose_of_body(type, np.array(POSITIONS[type])), [0.05, -0.1, 0.05, 0.1, 0.05, -0.1]
    )
    assert fb.assemble(model, None, start).residual < 1e-10


# glTF


@every_type
def test_a_file_is_sound_and_read_again(type: JointType, tmp_path: Path) -> None:
    made = robot(joint(type))
    fb.save(made, tmp_path / "kind.glb")
    report = Report()
    validate((tmp_path / "kind.glb").read_bytes(), file="kind.glb", report=report)
    assert not list(report)
    read = fb.load(tmp_path / "kind.glb")
    assert read.joints["joint"] == made.joints["joint"]


@every_type
def test_a_file_without_the_words_of_the_description(type: JointType, tmp_path: Path) -> None:
    """The extension alone says what the joint is; numbers may lose their last digits."""
    made = robot(joint(type))
    fb.save(made, tmp_path / "kind.glb", lossless=False)
    found = fb.load(tmp_path / "kind.glb").joints["joint"]
    assert found.type == type
    if type in WITH_AXIS:
        np.testing.assert_allclose(found.axis, np.array(AXIS) / np.linalg.norm(AXIS), atol=1e-15)
    if KINDS[type].axes > 1:
        np.testing.assert_allclose(found.axis2, np.array(AXIS2) / np.linalg.norm(AXIS2), atol=1e-15)
    assert (found.limit is None) == (type not in WITH_RANGE)


@moving_type
def test_nodes_of_a_file_move_as_the_closed_form(type: JointType) -> None:
    made = robot(joint(type))
    scene = RobotScene(write_glb(made))
    scene.set({"joint": from_model(made.joints["joint"], POSITIONS[type])})
    np.testing.assert_allclose(
        scene.link_pose("body"), body_pose(type, POSITIONS[type]), atol=1e-12
    )


@every_type
def test_a_closed_loop_has_no_gap_in_the_file(type: JointType) -> None:
    made = free_body(type).robot
    scene = RobotScene(write_glb(made))
    assert scene.gap < 1e-9
    q = pose_of_body(type, np.array(POSITIONS[type]))
    scene.set({"free": from_model(made.joints["free"], q)})
    assert scene.gap < 1e-9
    q = fb.Model(made).integrate(q, [0.1, 0.2, -0.1, 0.3, -0.2, 0.1])
    scene.set({"free": from_model(made.joints["free"], q)})
    assert (scene.gap > 1e-3) == bool(ROWS[type])


# Configurations


@moving_type
def test_a_named_configuration_is_one_pose_everywhere(type: JointType, tmp_path: Path) -> None:
    """SRDF -> Model -> GLB -> scene -> description: the same place of the same link."""
    there = fb.Configuration("there", (JointPosition("joint", tuple(POSITIONS[type])),))
    made = robot(joint(type), there)
    expected = body_pose(type, POSITIONS[type])
    model = fb.Model(made)
    data = model.data()
    fb.forward_kinematics(model, data, model.configuration("there"))
    np.testing.assert_allclose(data.pose("body"), expected, atol=1e-14)
    fb.save(made, tmp_path / "kind.glb")
    scene = RobotScene.load(tmp_path / "kind.glb")
    scene.configuration("there")
    np.testing.assert_allclose(scene.link_pose("body"), expected, atol=1e-12)
    read = fb.load(tmp_path / "kind.glb")
    values = np.array(read.configurations[0].positions[0].values)
    np.testing.assert_allclose(body_pose(type, values), expected, atol=1e-12)
    assert len(values) == len(POSITIONS[type])


@moving_type
def test_a_pose_of_a_page_is_the_same_configuration(type: JointType) -> None:
    """Pages count DOFs; the viewer's handle gives q."""
    from fourbar.viewer.pose import Mechanism

    made = robot(joint(type))
    mechanism = Mechanism(made)
    q = np.array(POSITIONS[type])
    back = mechanism.q(mechanism.pose(q))
    np.testing.assert_allclose(body_pose(type, back), body_pose(type, q), atol=1e-12)

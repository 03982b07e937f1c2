"""phi, K and k against finite differences and against an independent reading of the files."""

from __future__ import annotations

import numpy as np
import pytest

from fourbar.mechanics import Model, forward_kinematics, jacobian
from fourbar.mechanics.loops import closure, loop_jacobian, loop_residual, sample_closed, subspaces
from fourbar.mechanics.loops.subspace import frame_axes

from ..gallery import closure as second_opinion
from ..gallery.facts import path
from .mechanisms import CLOSED, LOOP_TYPES, chain, gallery


def phi(model: Model, q: np.ndarray) -> np.ndarray:
    return np.array(closure(model, q)[0])


def numeric_K(model: Model, q: np.ndarray, h: float = 1e-6) -> np.ndarray:
    columns = [
        (phi(model, model.integrate(q, h * e)) - phi(model, model.integrate(q, -h * e))) / (2 * h)
        for e in np.eye(model.nv)
    ]
    return np.stack(columns, axis=1)


def numeric_k(model: Model, q: np.ndarray, v: np.ndarray, h: float = 1e-3) -> np.ndarray:
    """-d2phi/dt2 along q + t v: the second difference of phi alone, to order h^4."""
    at = [phi(model, model.integrate(q, s * h * v)) for s in (-2, -1, 0, 1, 2)]
    return -(-at[0] + 16 * at[1] - 30 * at[2] + 16 * at[3] - at[4]) / (12 * h * h)


@pytest.mark.parametrize("name", CLOSED)
def test_K_and_k_are_derivatives_of_phi_where_loops_are_closed(name: str) -> None:
    model = gallery(name)
    rng = np.random.default_rng(1)
    for q in sample_closed(model, 4, seed=0):
        v = rng.standard_normal(model.nv)
        data = model.data()
        forward_kinematics(model, data, q)
        K, k = loop_jacobian(model, data, v)
        np.testing.assert_allclose(K, numeric_K(model, q), atol=1e-6)
        np.testing.assert_allclose(
            k, numeric_k(model, q, v), atol=1e-6 * (1 + np.abs(v).max() ** 2)
        )


@pytest.mark.parametrize("name", CLOSED)
def test_K_and_k_are_derivatives_of_phi_where_loops_are_open(name: str) -> None:
    model = gallery(name)
    rng = np.random.default_rng(2)
    for q in model.random(4, seed=3):
        v = rng.standard_normal(model.nv)
        data = model.data()
        forward_kinematics(model, data, q)
        K, k = loop_jacobian(model, data, v)
        np.testing.assert_allclose(K, numeric_K(model, q), atol=1e-6)
        np.testing.assert_allclose(
            k, numeric_k(model, q, v), atol=1e-6 * (1 + np.abs(v).max() ** 2)
        )


def near_half_a_turn(model: Model, q: np.ndarray, type: str) -> bool:
    """Where phi bends so sharply that differences of it lose their digits."""
    slides = {"prismatic": 2, "cylindrical": 2, "planar": 1}.get(type, 3)
    return float(np.linalg.norm(phi(model, q)[slides:])) > 1.9


@pytest.mark.parametrize("type", LOOP_TYPES)
@pytest.mark.parametrize("planar", ["xy", "xyt"])
def test_every_loop_type_off_the_manifold(type: str, planar: str) -> None:
    """Tilted axes, turned frames, and all kinds of tree joints in the subchains."""
    from fourbar.robot import Loop, Pose

    rng = np.random.default_rng(4)
    tree = ("revolute", "prismatic", "spherical", "floating", "universal", "planar")
    robot = chain(rng, tree, (3, 3), planar=False)  # type: ignore[arg-type]
    origins = [Pose(tuple(rng.uniform(-1, 1, 3)), tuple(rng.uniform(-1, 1, 3))) for _ in "ps"]
    axis, axis2 = tuple(rng.standard_normal(3)), tuple(rng.standard_normal(3))
    loop = Loop("loop", type, "a2", "b2", *origins, axis, axis2, 5.0)  # type: ignore[arg-type]
    model = Model(robot.add(loop), planar=planar)  # type: ignore[arg-type]
    poses = [q for q in model.random(9, seed=5) if not near_half_a_turn(model, q, type)]
    assert len(poses) >= 5
    for q in poses:
        v = rng.standard_normal(model.nv)
        data = model.data()
        forward_kinematics(model, data, q)
        K, k = loop_jacobian(model, data, v)
        np.testing.assert_allclose(K, numeric_K(model, q), atol=1e-6)
        scale = 1 + np.abs(v).max() ** 2
        np.testing.assert_allclose(k, numeric_k(model, q, v), atol=2e-6 * scale)
        np.testing.assert_allclose(loop_residual(model, data), phi(model, q), atol=0)


@pytest.mark.parametrize("name", ["delta", "four_bar", "lims2_wrist", "six_bar", "stewart"])
def test_K_is_eq_6_where_loops_are_closed(name: str) -> None:
    """K_lj = e_lj Psi^T S_j with e = -1 to the predecessor, +1 to the successor (eq. 6)."""
    model = gallery(name)
    q = model.chart.home
    data = model.data()
    forward_kinematics(model, data, q)
    K, _ = loop_jacobian(model, data)
    for loop in model.robot.loops:
        constraint = model.loops.constraint(loop.name)
        P = data.pose(loop.predecessor) @ loop.predecessor_origin.matrix()
        psi = subspaces(loop).Psi
        point = np.linalg.inv(data.pose(loop.predecessor)) @ P[:, 3]
        on_s = loop.successor_origin.matrix()[:3, 3]
        J_p = jacobian(model, data, loop.predecessor, point=point[:3]).copy()
        J_s = jacobian(model, data, loop.successor, point=on_s).copy()
        R = np.kron(np.eye(2), P[:3, :3])
        # The universal joint's couple turns with the second axis: known only at its zero angles.
        rows = slice(0, 3) if loop.type == "universal" else slice(None)
        expected = (psi.T @ R.T @ (J_s - J_p))[rows]
        np.testing.assert_allclose(K[constraint.rows][rows], expected, atol=1e-9)


@pytest.mark.parametrize("name", CLOSED)
def test_null_space_agrees_with_a_reader_that_shares_no_code(name: str) -> None:
    mechanism = second_opinion.read(path(name))
    model = gallery(name)
    K_other = second_opinion.jacobian(mechanism, np.zeros(mechanism.size))
    K = closure(model, model.neutral)[1]
    names = [joint.name for joint in mechanism.joints if joint.name in model.joints]
    other = np.concatenate([np.r_[mechanism.columns[joint]] for joint in names])
    ours = np.concatenate([np.r_[model.joints[joint].v] for joint in names])
    assert second_opinion.rank(K) == second_opinion.rank(K_other)
    _, size, rows = np.linalg.svd(K_other[:, other])
    free = rows[int((size > 1e-6 * size[0]).sum()) :]
    np.testing.assert_allclose(K[:, ours] @ free.T, 0.0, atol=1e-6)


@pytest.mark.parametrize("name", CLOSED)
def test_columns_outside_the_pattern_are_zero(name: str) -> None:
    model = gallery(name)
    _, K = closure(model, model.random(20, seed=0))
    assert not K[:, ~model.loops.pattern].any()
    for constraint in model.loops.constraints:
        block = model.loops.blocks[constraint.block]
        assert set(constraint.columns.tolist()) <= set(block.columns.tolist())


@pytest.mark.parametrize("name", CLOSED)
@pytest.mark.parametrize("count", [1, 3, 8, 21])
def test_batches_agree_with_single_calls(name: str, count: int) -> None:
    model = gallery(name)
    Q, V = model.random(count, seed=0), np.random.default_rng(1).standard_normal((count, model.nv))
    data = model.data(count)
    forward_kinematics(model, data, Q)
    many_K, many_k = loop_jacobian(model, data, V)
    many_phi = loop_residual(model, data)
    one = model.data()
    for q, v, a, K, k in zip(Q, V, many_phi, many_K, many_k, strict=True):
        forward_kinematics(model, one, q)
        K_one, k_one = loop_jacobian(model, one, v)
        np.testing.assert_allclose(K, K_one, atol=1e-13)
        np.testing.assert_allclose(k, k_one, atol=1e-12)
        np.testing.assert_allclose(a, loop_residual(model, one), atol=1e-13)


def test_batch_writes_into_given_arrays() -> None:
    model = gallery("four_bar")
    Q = model.random(100, seed=0)
    out = (np.empty((100, 5)), np.empty((100, 5, 3)))
    result = closure(model, Q, out=out, threads=2)
    assert result[0] is out[0]
    assert result[1] is out[1]
    np.testing.assert_array_equal(out[1], closure(model, Q)[1])


@pytest.mark.parametrize("name", CLOSED)
def test_support_is_all_of_K_that_is_not_zero(name: str) -> None:
    model = gallery(name)
    Q = model.random(19, seed=0)
    phi_all, K = closure(model, Q)
    phi_support, entries = closure(model, Q, columns="support")
    rows, columns = model.loops.support
    np.testing.assert_array_equal(phi_support, phi_all)
    np.testing.assert_array_equal(entries, K[:, rows, columns])
    with pytest.raises(ValueError, match="needs a batch"):
        closure(model, Q[0], columns="support")


def test_without_velocity_k_is_zero() -> None:
    model = gallery("delta")
    data = model.data()
    forward_kinematics(model, data, model.random(seed=0))
    assert not loop_jacobian(model, data)[1].any()


@pytest.mark.parametrize("type", LOOP_TYPES)
def test_motion_and_constraint_subspaces_complement_each_other(type: str) -> None:
    from fourbar.robot import Loop

    rng = np.random.default_rng(0)
    axis, axis2 = tuple(rng.standard_normal(3)), tuple(rng.standard_normal(3))
    loop = Loop("l", type, "a", "b", axis=axis, axis2=axis2, pitch=0.7)  # type: ignore[arg-type]
    S, Psi = subspaces(loop)
    assert S.shape[1] + Psi.shape[1] == 6
    np.testing.assert_allclose(Psi.T @ S, 0.0, atol=1e-15)
    assert np.linalg.matrix_rank(np.hstack([S, Psi])) == 6
    np.testing.assert_allclose(frame_axes(loop).T @ frame_axes(loop), np.eye(3), atol=1e-15)


def test_bad_input_is_refused_at_the_boundary() -> None:
    model = gallery("four_bar")
    with pytest.raises(ValueError, match=r"q\[1\] is not finite"):
        closure(model, np.array([0.0, np.nan, 0.0]))
    with pytest.raises(ValueError, match=r"q\[2, 0\] is not finite"):
        closure(model, np.array([[0.0] * 3, [0.0] * 3, [np.inf, 0.0, 0.0]]))
    with pytest.raises(ValueError, match="shape"):
        closure(model, np.zeros(4))
    with pytest.raises(TypeError, match="Model"):
        closure(None, np.zeros(3))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="another Model"):
        loop_jacobian(model, gallery("delta").data())
    with pytest.raises(RuntimeError, match="forward_kinematics"):
        loop_jacobian(model, model.data())
    with pytest.raises(ValueError, match="length zero"):
        closure(gallery("delta"), np.zeros(gallery("delta").nq))


def test_lists_are_taken_like_arrays() -> None:
    model = gallery("four_bar")
    assert closure(model, [0.1, 0.2, 0.3])[0].shape == (5,)
    assert closure(model, [[0.1, 0.2, 0.3]])[0].shape == (1, 5)


def test_a_tree_has_no_rows() -> None:
    model = gallery("ur20")
    assert not model.loops
    assert closure(model, model.neutral)[1].shape == (0, 6)

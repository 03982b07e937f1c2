"""Chains built closed, then perturbed: they close again, or say that they do not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourbar.mechanics import Model, forward_kinematics, mobility
from fourbar.mechanics.loops import Assembly, LoopError, assemble, closure
from fourbar.robot import JointType

from .mechanisms import chain, closed_robot

SEEDS = st.integers(0, 2**32 - 1)
SPATIAL = st.sampled_from(["revolute", "prismatic", "universal", "spherical"])
LOOPS = st.sampled_from(
    ["fixed", "revolute", "prismatic", "planar", "universal", "spherical", "continuous"]
)


def gap(model: Model, q: np.ndarray) -> float:
    """How far the loop is from closed, from poses alone and without phi."""
    data = model.data()
    forward_kinematics(model, data, q)
    (loop,) = model.robot.loops
    ends = []
    for link, origin in (
        (loop.predecessor, loop.predecessor_origin),
        (loop.successor, loop.successor_origin),
    ):
        T = np.eye(4)
        T[:3, :3], T[:3, 3] = origin.rotation(), origin.xyz
        ends.append(data.pose(link) @ T)
    T = np.linalg.inv(ends[0]) @ ends[1]
    R, p = T[:3, :3], T[:3, 3]
    match loop.type:
        case "spherical":
            return float(np.abs(p).max())
        case "universal":
            return max(float(np.abs(p).max()), abs(float(R[2, 0])))
        case "revolute" | "continuous":
            return max(float(np.abs(p).max()), float(np.abs(R[:, 2] - [0, 0, 1]).max()))
        case "prismatic":
            return max(float(np.abs(p[:2]).max()), float(np.abs(R - np.eye(3)).max()))
        case "planar":
            return max(abs(float(p[2])), float(np.abs(R - np.eye(3)).max()))
    return max(float(np.abs(p).max()), float(np.abs(R - np.eye(3)).max()))


def assembled(model: Model, q0: np.ndarray) -> Assembly | None:
    """The closed pose; None where the mechanism is reported as open, and open it must be."""
    try:
        return assemble(model, q0=q0)
    except LoopError as error:
        if error.residual is None or error.q is None or not error.residual > 1e-10:
            raise
        if gap(model, error.q) < 1e-10:
            raise
        return None


@given(seed=SEEDS, types=st.tuples(*[SPATIAL] * 6), type=LOOPS, left=st.integers(1, 5))
def test_spatial_chains_close_or_say_so(
    seed: int, types: tuple[JointType, ...], type: JointType, left: int
) -> None:
    rng = np.random.default_rng(seed)
    tree = chain(rng, types, (left, 6 - left), planar=False)
    q = Model(tree).random(seed=rng)
    model = Model(closed_robot(rng, tree, type, q, (f"a{left - 1}", f"b{5 - left}")))
    assert gap(model, q) < 1e-9
    assert np.abs(closure(model, q)[0]).max() < 1e-9
    away = model.integrate(q, 0.2 * rng.standard_normal(model.nv))
    found = assembled(model, away)
    if found is None:
        return
    assert found.residual < 1e-10
    assert gap(model, found.q) < 1e-8


@given(seed=SEEDS, joints=st.integers(3, 6), sliding=st.integers(0, 5))
def test_planar_chains_close_or_say_so(seed: int, joints: int, sliding: int) -> None:
    """Planar linkages under spatial constraints: three of five equations say nothing new."""
    rng = np.random.default_rng(seed)
    types: list[JointType] = ["continuous"] * joints
    left = int(rng.integers(1, joints))
    tree = chain(rng, tuple(types), (left, joints - left), planar=True)
    q = Model(tree).random(seed=rng)
    model = Model(closed_robot(rng, tree, "revolute", q, (f"a{left - 1}", f"b{joints - left - 1}")))
    away = q + 0.3 * rng.standard_normal(model.nv)
    found = assembled(model, away)
    if found is None:
        return
    assert found.residual < 1e-10
    assert gap(model, found.q) < 1e-8
    assert np.linalg.matrix_rank(closure(model, found.q)[1], tol=1e-9) <= 2


@settings(max_examples=60)
@given(seed=SEEDS)
def test_small_perturbations_always_close_again(seed: int) -> None:
    """Seven revolute joints and one revolute loop leave two freedoms: nothing can be in the way."""
    rng = np.random.default_rng(seed)
    tree = chain(rng, ("revolute",) * 7, (4, 3), planar=False)
    q = Model(tree).random(seed=rng)
    model = Model(closed_robot(rng, tree, "revolute", q, ("a3", "b2")))
    found = assemble(model, q0=model.integrate(q, 0.01 * rng.standard_normal(7)))
    assert found.residual < 1e-10
    assert np.abs(model.difference(q, found.q)).max() < 3.0


@settings(max_examples=40)
@given(seed=SEEDS)
def test_mobility_of_a_chain_in_general_position_is_grueblers(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tree = chain(rng, ("revolute",) * 7, (4, 3), planar=False)
    q = Model(tree).random(seed=rng)
    model = Model(closed_robot(rng, tree, "spherical", q, ("a3", "b2")))
    try:
        found = mobility(model)
    except LoopError:
        return
    assert found.mobility == 7 - 3
    assert model.chart.size == 4


@pytest.mark.parametrize("scale", [10.0, 1e3])
def test_far_from_closed_is_never_called_closed(scale: float) -> None:
    """Links of a metre cannot bridge `scale` metres."""
    from dataclasses import replace

    rng = np.random.default_rng(0)
    tree = chain(rng, ("revolute",) * 6, (3, 3), planar=False)
    robot = closed_robot(rng, tree, "spherical", Model(tree).random(seed=0), ("a2", "b2"))
    (loop,) = robot.loops
    origin = replace(loop.predecessor_origin, xyz=(scale, 0.0, 0.0))
    with pytest.raises(LoopError) as caught:
        assemble(Model(robot.update(replace(loop, predecessor_origin=origin))))
    assert caught.value.residual is not None
    assert caught.value.residual > 0.1

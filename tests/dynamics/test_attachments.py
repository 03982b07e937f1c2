"""Gallery robots attached to each other at random: clusters against projection."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fourbar as fb
from fourbar.gallery import names

from .robots import relative, states

TREE = {"coordinates": "spanning"}


@st.composite
def assemblies(draw):
    """Two or three gallery robots, each on some link of what is there already."""
    robot = fb.load(f"gallery:{draw(st.sampled_from(names()))}")
    for number in range(draw(st.integers(1, 2))):
        other = fb.load(f"gallery:{draw(st.sampled_from(names()))}")
        links = [link.name for link in robot.links]
        to = links[draw(st.integers(0, len(links) - 1))]
        robot = robot.attach(other, to=to, prefix=f"r{number}_")
    return robot


@pytest.mark.slow
@settings(max_examples=40)
@given(assemblies(), st.integers(0, 2**16))
def test_clusters_agree_with_projection(robot, seed):
    model = fb.Model(robot)
    data = model.data()
    for at in states(model, 2, seed=seed):
        H = fb.mass_matrix(model, data, at.q, **TREE)
        h = fb.bias(model, data, at.q, at.v, **TREE)
        M = at.G.T @ H @ at.G
        assert relative(fb.mass_matrix(model, data, at.q), M) < 1e-10
        inverse = fb.inverse_mass_matrix(model, data, at.q)
        size = np.linalg.cond(M)
        np.testing.assert_allclose(inverse @ M, np.eye(len(M)), rtol=0, atol=1e-13 * size + 1e-9)
        du = np.linalg.solve(M, at.G.T @ (at.tau - h - H @ at.g))
        a = fb.forward_dynamics(model, data, at.q, at.v, at.tau, friction=False)
        assert relative(a, at.G @ du + at.g) < max(1e-10, 1e-15 * size)
        f = fb.inverse_dynamics(
            model, data, at.q, at.v, a, friction=False, coordinates="independent"
        )
        np.testing.assert_allclose(
            f, at.G.T @ at.tau, rtol=0, atol=1e-9 * max(1.0, np.abs(h).max(), np.abs(H @ a).max())
        )

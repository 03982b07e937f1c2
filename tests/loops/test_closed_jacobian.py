"""J G of a link, one configuration or many, against a motion that is followed closed."""

from __future__ import annotations

import numpy as np
import pytest

import fourbar as fb

from .mechanisms import CLOSED, gallery


def poses(model: fb.Model, count: int) -> np.ndarray:
    return fb.sample_closed(model, count, seed=3)


@pytest.mark.parametrize("name", CLOSED)
def test_batches_are_single_calls_side_by_side(name: str) -> None:
    model = gallery(name)
    link = model.link_names[-1]
    Q = poses(model, 19)
    data = model.data()
    found = fb.closed_jacobian(model, Q, link, point=(0.1, 0.2, 0.3), frame="local", threads=2)
    into = np.empty_like(found)
    assert (
        fb.closed_jacobian(model, Q, link, point=(0.1, 0.2, 0.3), frame="local", out=into) is into
    )
    assert np.array_equal(into, found)
    for q, JG in zip(Q, found, strict=True):
        fb.forward_kinematics(model, data, q)
        J = fb.jacobian(model, data, link, point=(0.1, 0.2, 0.3), frame="local")
        assert np.allclose(JG, J @ fb.explicit_jacobian(model, data).G, atol=1e-9)
        one = fb.closed_jacobian(model, q, link, point=(0.1, 0.2, 0.3), frame="local")
        assert np.allclose(JG, one, atol=1e-9)


def test_the_output_moves_as_a_followed_motion_does() -> None:
    """Central differences of the closed pose over the crank: good to 1e-8 with a step of 1e-5."""
    model = gallery("four_bar")
    q = poses(model, 1)[0]
    y, step = fb.independent(model, q), 1e-5

    def tip(offset: float) -> np.ndarray:
        data = model.data()
        fb.forward_kinematics(model, data, fb.spanning(model, y + offset, q))
        return data.pose("coupler_link")[:3, 3]

    expected = (tip(step) - tip(-step)) / (2 * step)
    found = fb.closed_jacobian(model, q, "coupler_link")[:3, 0]
    assert np.allclose(found, expected, atol=1e-8)

"""8: energy over ten thousand steps, and the order of every integrator by halving its steps."""

from itertools import pairwise

import numpy as np
import pytest

import fourbar as fb

from .robots import CLOSED, gallery, states

FREE = {"friction": False, "limits": False}


@pytest.mark.parametrize(("name", "angle"), [("four_bar", 0.9), ("slider_crank", 0.9)])
def test_ten_thousand_steps_keep_the_energy(name, angle):
    model = gallery(name)
    q = fb.assemble(model, {"crank": angle}).q
    motion = fb.simulate(model, q, [8.0], dt=1e-3, steps=10_000, every=10, **FREE)
    total = motion.energy.total
    size = max(abs(total[0]), motion.energy.kinetic.max())
    assert np.abs(total - total[0]).max() <= 1e-8 * size
    assert motion.residual.max() <= 1e-12


@pytest.mark.parametrize("name", [*CLOSED, "ur20", "drone"])
def test_shorter_steps_lose_less_energy(name):
    """A quarter of the step, less than a sixty-fourth of the loss, on every mechanism."""
    model = gallery(name)
    (at,) = states(model, 1, seed=3)

    def loss(n: int) -> float:
        motion = fb.simulate(model, at.q, 0.3 * at.v, dt=0.05 / n, steps=n, **FREE)
        return float(np.ptp(motion.energy.total)) / max(
            np.ptp(motion.energy.potential), motion.energy.kinetic.max()
        )

    coarse, fine = loss(25), loss(100)
    assert fine < max(coarse / 4**3, 1e-13)
    assert fine < 1e-6


def errors(integrator: str, counts: tuple[int, ...], finest: int = 12_800) -> np.ndarray:
    """How far a four-bar is from where the shortest steps of Runge and Kutta take it."""
    model = gallery("four_bar")
    q = fb.assemble(model, {"crank": 0.9}).q

    def end(n: int, kind: str) -> np.ndarray:
        motion = fb.simulate(model, q, [8.0], dt=0.1 / n, steps=n, every=n, integrator=kind, **FREE)
        return motion.q[-1]

    best = end(finest, "rk4")
    return np.array([np.abs(end(n, integrator) - best).max() for n in counts])


@pytest.mark.parametrize(
    ("integrator", "order", "counts"),
    [
        ("rk4", 4.0, (50, 100, 200)),
        ("semi_implicit", 1.0, (800, 1600, 3200)),
        ("implicit", 1.0, (800, 1600, 3200)),
    ],
)
def test_order(integrator, order, counts):
    found = errors(integrator, counts)
    slopes = np.log2(found[:-1] / found[1:])
    np.testing.assert_allclose(slopes, order, atol=0.1)


def test_the_adaptive_integrator_keeps_to_its_errors():
    """A hundredth of the tolerance, about a hundredth of the error."""
    model = gallery("four_bar")
    q = fb.assemble(model, {"crank": 0.9}).q

    def end(tolerance: float) -> np.ndarray:
        return fb.simulate(
            model,
            q,
            [8.0],
            dt=0.5,
            steps=1,
            integrator="adaptive",
            relative=tolerance,
            absolute=tolerance,
            **FREE,
        ).q[-1]

    best = fb.simulate(model, q, [8.0], dt=2.5e-5, steps=20_000, every=20_000, **FREE).q[-1]
    found = [float(np.abs(end(10.0**-k) - best).max()) for k in (5, 7, 9)]
    assert found[0] < 1e-3
    assert all(b < 0.1 * a for a, b in pairwise(found))

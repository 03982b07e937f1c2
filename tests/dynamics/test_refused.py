"""What cannot be computed is refused with a name and a way out, and blocked pushes have no end."""

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main

from .robots import gallery
from .test_simulation import slider


def test_a_motion_that_memory_does_not_hold_is_refused_at_once():
    model = slider()
    with pytest.raises(ValueError, match=r"1000000001 samples take .* GiB.*every=\d+") as refused:
        fb.simulate(model, [0.0], duration=1e6)
    assert "--every" in str(refused.value)
    with pytest.raises(ValueError, match=r"GiB.*fewer states"):
        fb.simulate(model, np.zeros((1000, 1)), steps=10_000_000)
    # The same steps with few samples are fine.
    assert len(fb.simulate(model, [0.0], steps=20_000, every=20_000, limits=False).t) == 2


def test_a_blocked_direction_takes_any_force():
    model = gallery("four_bar")
    q = np.array([fb.assemble(model, {"crank": angle}).q for angle in (0.3, 0.9, 2.0)])
    assert np.isinf(fb.effort_map(model, q, "coupler_link", (0.0, 1.0, 0.0)).force).all()
    assert np.isfinite(fb.effort_map(model, q, "coupler_link", (0.0, 0.0, -1.0)).force).all()


def test_the_mass_that_moves_leaves_out_the_ground(capsys):
    assert main(["dynamics", "gallery:ur20"]) == 0
    model = gallery("ur20")
    moving = sum(
        link.inertial.mass
        for link in model.robot.links
        if link.inertial is not None and len(model.support(link.name))
    )
    assert model.moving_mass == pytest.approx(moving, rel=1e-12)
    assert model.moving_mass < model.mass
    said = f"ur20: {moving:.6g} kg that move, of {model.mass:.6g} kg\n"
    assert capsys.readouterr().out.startswith(said)

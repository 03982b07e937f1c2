"""The code on the page about simulation runs, and says what the page says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from .page import run

ROOT = Path(__file__).parents[2]


def test_the_page_on_simulation(folder: Path) -> None:
    names = run(ROOT / "docs" / "how-to" / "simulation.md")
    motion, many, hold = names["motion"], names["many"], names["hold"]
    total = motion.energy.total
    assert total[0] == pytest.approx(1.26838755, abs=1e-8)
    assert np.ptp(total) <= 4e-9 * total[0] * 2
    assert motion.residual.max() <= 1.1e-13
    assert many.q.shape == (256, 51, 3)
    assert hold.energy.total[-1] > 0.0
    assert names["limit"].mass.min() > 0.0
    assert names["loads"].drives[0].joint == "crank"
    assert {event.name for event in names["top"].events} == {"top"}
    assert names["until"].q[-1, 0] == pytest.approx(2.0, abs=1e-9)
    assert names["reached"].all()
    assert names["efforts"].force.min() == pytest.approx(176.91, abs=0.01)
    assert names["efforts"].joint[names["efforts"].force.argmin()] == "arm_3"

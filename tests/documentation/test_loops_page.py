"""The code that people copy runs, and says what the page says."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

from fourbar.mechanics.loops import LoopError, trace

from .page import run

ROOT = Path(__file__).parents[2]


def test_the_page_on_loops(folder: Path) -> None:
    names = run(ROOT / "docs" / "concepts" / "loops.md")
    motion, down = names["motion"], names["down"]
    np.testing.assert_allclose(
        [met.value for met in motion.dead_centres], [2.440, 5.582], atol=1e-3
    )
    assert down.q[-1, 0] == pytest.approx(2.43, abs=5e-3)
    assert np.isnan(down.rates[0]).all()
    with pytest.raises(LoopError, match="from there it can only shrink"):
        trace(names["engine"], "slider", [0.09], names["top"])


def test_the_engine(capsys: pytest.CaptureFixture[str]) -> None:
    """Stroke: from 0.08 m to -0.06 m."""
    runpy.run_path(str(ROOT / "examples" / "engine.py"))
    assert "stroke 140.0 mm" in capsys.readouterr().out

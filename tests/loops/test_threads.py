"""One Model in many threads: the same numbers as one after the other."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from fourbar.mechanics import inverse_kinematics
from fourbar.mechanics.loops import assemble, closure, sample_closed, spanning, trace

from .mechanisms import gallery


def work(seed: int) -> list[np.ndarray]:
    """A bit of everything that keeps memory between calls, on two shared models."""
    four_bar, stewart = gallery("four_bar"), gallery("stewart")
    rng = np.random.default_rng(seed)
    angle = float(rng.uniform(-3.0, 3.0))
    guess = stewart.integrate(stewart.chart.home, 0.2 * rng.standard_normal(stewart.nv))
    T = np.eye(4)
    T[:3, 3] = (*rng.uniform(-0.02, 0.02, 2), 0.45)
    found = inverse_kinematics(stewart, "platform", np.stack([T] * 20), threads=2)
    return [
        assemble(four_bar, {"crank": angle}).q,
        assemble(stewart, q0=guess).q,
        trace(four_bar, "crank", [0.0, angle]).q,
        spanning(four_bar, np.full((40, 1), angle), threads=2),
        sample_closed(stewart, 10, seed=seed),
        np.concatenate(closure(four_bar, np.full((500, 3), angle))[1]),
        found.q[found.converged],
    ]


def test_threads_share_a_model() -> None:
    seeds = [n % 6 for n in range(48)]
    expected = [work(seed) for seed in range(6)]
    with ThreadPoolExecutor(8) as pool:
        for seed, results in zip(seeds, pool.map(work, seeds), strict=True):
            for got, wanted in zip(results, expected[seed], strict=True):
                np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize(
    "call",
    [
        lambda: assemble(gallery("stewart"), {"leg_1": 0.01}),
        lambda: spanning(gallery("four_bar"), [[0.1], [2.0]]),
        lambda: trace(gallery("four_bar"), "crank", [0.0, 0.5]),
        lambda: closure(gallery("stewart"), np.tile(gallery("stewart").neutral, (64, 1))),
    ],
)
def test_calls_in_a_row_keep_no_memory(call: Callable[[], object]) -> None:
    """A leak of one result per call would be 2000 of them."""
    resource = pytest.importorskip("resource")
    memory = Path("/proc/self/statm")
    if not memory.exists():
        pytest.skip("resident memory is read from /proc")
    if "libasan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("AddressSanitizer keeps what was freed for a while")
    for _ in range(300):
        call()
    before = int(memory.read_text().split()[1])
    for _ in range(2000):
        call()
    pages = int(memory.read_text().split()[1]) - before
    assert pages * resource.getpagesize() < 2_000_000


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_forked_child_searches_too() -> None:
    model = gallery("four_bar")
    expected = assemble(model, {"crank": 0.4}).q
    child = os.fork()
    if child == 0:
        same = np.array_equal(assemble(model, {"crank": 0.4}).q, expected)
        os._exit(0 if same else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0

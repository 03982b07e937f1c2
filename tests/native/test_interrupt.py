"""Ctrl-C ends a batch between two portions of it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from time import process_time
from types import FrameType

import numpy as np
import pytest

import fourbar as fb

PROGRAM = """
import signal, numpy as np, fourbar as fb
# Shells start what runs in the background with SIGINT ignored, and children inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
model = fb.Model(fb.load("gallery:stewart"))
n = 300_000
Q = np.tile(fb.assemble(model).q, (n, 1))
out = (np.full((n, model.loops.n_c), np.nan), np.full((n, model.loops.n_c, model.nv), np.nan))
arm = fb.Model(fb.load("gallery:ur20"))
targets = np.tile(fb.kinematics(arm, arm.neutral + 0.5, "tool0").pose, (n, 1, 1))
print("begun", flush=True)
try:
    while True:  # however fast the machine is
        out[0][-1] = np.nan
        {call}
except KeyboardInterrupt:
    print("interrupted", bool(np.isnan(out[0][-1]).all()))
"""
CALLS = {
    "closure": "fb.closure(model, Q, out=out, threads=1)",
    "closure in threads": "fb.closure(model, Q, out=out)",
    "inverse": "fb.inverse_kinematics(arm, 'tool0', targets)",
    "search": "fb.sample_closed(model, n)",
}


@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c(call: str) -> None:
    # The signal may come while the last portion is computed; a batch that cannot be interrupted
    # is never left with rows that were not written.
    assert any(interrupted(CALLS[call]) == "interrupted True\n" for _ in range(8))


def interrupted(call: str) -> str:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(call=call)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.1)  # it is in a batch by then
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=120)
    finally:
        process.kill()
    assert output.startswith("interrupted"), errors
    return output


def test_a_simulation_looks_for_signals_while_it_computes() -> None:
    model = fb.Model(fb.load("gallery:stewart"))
    q = fb.assemble(model).q
    # Looks once in a number of steps came seconds apart for mechanisms with many loops.
    assert is_looking(lambda size: fb.simulate(model, q, steps=1500 * size, limits=False))


def test_an_adaptive_simulation_looks_for_signals_between_two_samples() -> None:
    model = fb.Model(fb.load("gallery:ur20"))
    stiff = {"shoulder_pan_joint": 1e10}
    v = np.full(model.nv, 0.1)
    whole = {"integrator": "adaptive", "friction": False, "limits": False, "springs": stiff}
    assert is_looking(lambda size: fb.simulate(model, model.neutral, v, dt=size, steps=1, **whole))


def is_looking(work: Callable[[int], object]) -> bool:
    """Whether signals are looked for ten times a second or more, in work of a size."""
    # Counted in processor time of this process: a busy machine changes nothing.
    looks = 0

    def look(_number: int, frame: FrameType | None) -> None:
        nonlocal looks
        looks += frame is not None and frame.f_code.co_filename.endswith("engine.py")

    before = signal.signal(signal.SIGVTALRM, look)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.01, 0.01)
        spent = 0.0
        for size in (1, 4, 16, 64):  # however fast the machine is
            if spent > 0.2:
                break
            looks, begun = 0, process_time()
            work(size)
            spent = process_time() - begun
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)
    return looks > spent / 0.1

"""Ctrl-C ends a batch between two portions of it."""

from __future__ import annotations

import signal
import subprocess
import sys
from time import process_time
from types import FrameType

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
    # Counted in processor time of this process: a busy machine changes nothing. Looks once in a
    # number of steps came seconds apart for mechanisms with many loops.
    looks = 0

    def look(_number: int, frame: FrameType | None) -> None:
        nonlocal looks
        looks += frame is not None and frame.f_code.co_filename.endswith("engine.py")

    model = fb.Model(fb.load("gallery:stewart"))
    q = fb.assemble(model).q
    before = signal.signal(signal.SIGVTALRM, look)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.01, 0.01)
        spent = 0.0
        for steps in (1500, 6000, 24000, 96000):  # however fast the machine is
            if spent > 0.2:
                break
            looks, begun = 0, process_time()
            fb.simulate(model, q, steps=steps, limits=False)
            spent = process_time() - begun
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)
    assert looks > spent / 0.1

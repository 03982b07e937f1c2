"""Ctrl-C ends a batch between two portions of it."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

PROGRAM = """
import numpy as np, fourbar as fb
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
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.1)  # it is in a batch by then
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=120)
    assert output.startswith("interrupted"), errors
    return output

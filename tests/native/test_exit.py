"""A process ends quietly while a thread of it is in the compiled core."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import threading
import numpy as np
import fourbar as fb
import fourbar.gltf
model = fb.Model(fb.load("gallery:four_bar"))
Q = np.tile(model.neutral, (50_000, 1))
begun = threading.Event()

def once():
    {call}
    begun.set()

def work():
    while True:
        once()

threading.Thread(target=work, daemon=True).start()
begun.wait()
"""
CALLS = {
    "kinematics": "fb.kinematics(model, Q, 1)",
    "closure": "fb.closure(model, Q)",
    "assemble": "fb.assemble(model)",
    "sample": "fb.sample_closed(model, 500)",
    "trace": "begun.set(); fb.trace(model, 'crank', 40.0)",
    "save": "fb.gltf.write_glb(model.robot)",
}


@pytest.mark.parametrize("call", CALLS)
def test_the_process_ends_well(call: str) -> None:
    program = PROGRAM.format(call=CALLS[call])
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
        )
        assert (done.returncode, done.stderr) == (0, "")

"""What the boundary to the compiled core refuses, and what it promises about its functions."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar import _native
from fourbar.mechanics.error import NotComputedError

from .calls import Sample

STUBS = Path(__file__).parents[2] / "src" / "fourbar" / "_native.pyi"


def test_closure_refuses_results_on_top_of_its_configurations() -> None:
    at = Sample()
    n, n_c, nv, nq = 300, at.loops.n_c, at.model.nv, at.model.nq
    memory = np.zeros(n * n_c * nv)
    K = memory.reshape(n, n_c, nv)
    phi = np.zeros((n, n_c))
    q = memory[: n * nq].reshape(n, nq)
    q[:] = at.q
    before = q.copy()
    with pytest.raises(ValueError, match=r"out\[1\] shares memory with q"):
        fb.closure(at.model, q, out=(phi, K))
    assert np.array_equal(q, before)
    with pytest.raises(ValueError, match=r"out\[0\] shares memory with q"):
        fb.closure(at.model, q, out=(memory[: n * n_c].reshape(n, n_c), np.zeros_like(K)))
    with pytest.raises(ValueError, match=r"out\[1\] shares memory with out\[0\]"):
        fb.closure(at.model, before, out=(memory[: n * n_c].reshape(n, n_c), K))


def test_every_out_is_checked_against_the_point_and_the_configurations() -> None:
    at = Sample()
    J = np.zeros((3, 6, at.model.nv))
    with pytest.raises(ValueError, match="out shares memory with point"):
        fb.jacobian(at.model, at.batch, at.link, point=J.reshape(-1)[:3], out=J)
    with pytest.raises(ValueError, match=r"out\[1\] shares memory with point"):
        fb.kinematics(
            at.model, at.rows(3), at.link, point=J.reshape(-1)[5:8], out=(np.zeros((3, 4, 4)), J)
        )
    memory = np.zeros(3 * 6 * 6)
    q = memory[: 3 * at.model.nq].reshape(3, at.model.nq)
    q[:] = at.q
    with pytest.raises(ValueError, match="out shares memory with q"):
        fb.closed_jacobian(at.model, q, at.link, out=memory.reshape(3, 6, 6))


def test_a_search_moves_each_column_once() -> None:
    at = Sample()
    drawn = at.rows(4)
    everything = list(range(at.model.nv))
    for columns, message in (
        ([everything * 2000], "duplicate column"),
        ([[*everything, 0]], "duplicate column"),
        ([[at.model.nv]], "does not belong"),
        ([[-1]], "does not belong"),
        ([], "every cluster"),
    ):
        with pytest.raises(ValueError, match=message):
            at.loops._search(at.rows(1), None, [columns], drawn, None, 1e-12, 50, 1)
        with pytest.raises(ValueError, match=message):
            _native.LoopChoice(at.loops, columns)


def test_coordinates_of_another_model_are_refused() -> None:
    at, other = Sample(), Sample()
    with pytest.raises(ValueError, match="these coordinates belong to another model"):
        _native.closed_jacobian(at.model, at.q, at.link, other.choice)


def test_stubs_agree_with_the_table_of_quantities() -> None:
    stubs = {
        node.name: node
        for node in ast.parse(STUBS.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }
    for name, _, _ in _native.quantity_functions():
        signature = inspect.signature(getattr(_native, name))
        arguments = stubs[name].args
        assert list(signature.parameters) == [
            a.arg for a in (*arguments.args, *arguments.kwonlyargs)
        ]
        defaults = [ast.literal_eval(d) for d in arguments.kw_defaults if d is not None]
        keywords = [p for p in signature.parameters.values() if p.kind is p.KEYWORD_ONLY]
        assert [p.default for p in keywords] == defaults
        summary = (inspect.getdoc(getattr(_native, name)) or "").partition("\n")[0]
        assert ast.get_docstring(stubs[name]) == summary
        assert name in fb.__all__


def test_a_quantity_needs_the_level_that_its_row_has() -> None:
    at = Sample()
    v = np.zeros(at.model.nv)
    for name, _, level in _native.quantity_functions():
        function = getattr(_native, name)
        for filled in (1, 2, 3):
            data = at.model.data()
            fb.forward_kinematics(at.model, data, at.q, *(v, v)[: filled - 1])
            arguments = (at.model, data) if "mass" in name else (at.model, data, at.link)
            if filled >= level:
                function(*arguments)
            else:
                with pytest.raises(NotComputedError):
                    function(*arguments)


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *(["-S"] if sys.flags.no_site else []), "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )


def test_no_object_of_the_core_is_left_at_the_end() -> None:
    code = """
import fourbar as fb
model = fb.Model(fb.load("gallery:four_bar"))
data = model.data()
q = fb.assemble(model).q
fb.forward_kinematics(model, data, q)
fb.explicit_jacobian(model, data), fb.closed_jacobian(model, q, "coupler_link")
fb.loop_jacobian(model, data), data.pose("crank_link"), model.loops
"""
    assert "leaked" not in run(code, FOURBAR_LEAK_WARNINGS="1").stderr


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="only Linux pins processes")
def test_a_process_on_one_core_starts_no_threads() -> None:
    code = """
import os
import numpy as np, fourbar as fb
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
model = fb.Model(fb.load("gallery:stewart"))
before = len(os.listdir("/proc/self/task"))
fb.kinematics(model, np.tile(model.chart.home, (20000, 1)), "platform")
print(len(os.listdir("/proc/self/task")) - before)
"""
    assert run(code).stdout.strip() == "0"

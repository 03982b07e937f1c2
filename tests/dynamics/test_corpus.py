"""Every robot of the corpus: every proof, and Pinocchio."""

import numpy as np
import pytest

import fourbar as fb
from fourbar.graph import GraphError

from .proofs import PROOFS
from .robots import states

pytestmark = [pytest.mark.corpus, pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def cases(corpus_files):
    """Models of all files that describe a robot with moving joints, and two states of each."""
    found = []
    for file in corpus_files:
        robot = fb.read(file).robot
        if robot is None:
            continue
        try:
            model = fb.Model(robot)
        except (GraphError, fb.ModelError):
            continue
        if not model.nv or not (model.lower <= model.upper).all():
            continue
        try:
            rows = states(model, 2)
        except fb.LoopError:
            continue  # a file whose loops do not close
        # Limits of a million metres are in some files; no digits are left there.
        found.append((file, model, [at for at in rows if np.abs(at.q).max() < 1e4]))
    return found


def is_heavy(model, at) -> bool:
    """Whether the mass matrix can be solved with; many files leave links without mass."""
    M = fb.mass_matrix(model, None, at.q)
    return bool(np.linalg.eigvalsh(M)[0] > 1e-12 * np.abs(M).max() and np.linalg.cond(M) < 1e9)


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof.__name__)
def test_every_proof(cases, proof):
    compared = closed = 0
    for file, model, rows in cases:
        for at in rows:
            if is_heavy(model, at):
                try:
                    proof(model, at)
                except AssertionError as error:
                    raise AssertionError(f"{proof.__name__} of {file}") from error
                compared += 1
                closed += bool(model.loops.blocks)
    assert compared > 150
    assert closed > 20


@pytest.mark.peer
@pytest.mark.parametrize("which", ["trees", "loops"])
def test_pinocchio(cases, which):
    pytest.importorskip("pinocchio")
    from . import proofs_by_peers

    for file, model, rows in cases:
        for at in rows:
            try:
                getattr(proofs_by_peers, which)(model, at)
            except AssertionError as error:
                raise AssertionError(f"{which} of {file}") from error


def test_simulations_move_or_say_which_joint_is_in_the_way(corpus_files):
    moved, refusals = 0, []
    for file in corpus_files:
        robot = fb.read(file).robot
        if robot is None:
            continue
        try:
            model = fb.Model(robot)
            q = fb.assemble(model).q
        except (GraphError, fb.ModelError, fb.LoopError):
            continue
        if not model.nv:
            continue
        try:
            motion = fb.simulate(model, q, duration=0.05)
        except (fb.ModelError, ValueError) as error:
            refusals.append((file, model, str(error)))
            continue
        assert np.isfinite(motion.q).all(), file
        assert motion.residual.max() <= 1e-10, file
        moved += 1
    assert moved > 50
    assert len(refusals) > 20
    for file, model, message in refusals:
        named = [name for name in model.joint_names if f"joint {name!r}" in message]
        assert len(named) == 1, (file, message)
        assert ", or " in message, (file, message)  # a way out

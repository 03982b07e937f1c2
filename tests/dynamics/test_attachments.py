"""Gallery robots attached to each other at random: every proof holds for the whole."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fourbar as fb
from fourbar.gallery import names

from .proofs import PROOFS
from .robots import states


@st.composite
def assemblies(draw):
    """Two or three gallery robots, each on some link of what is there already."""
    robot = fb.load(f"gallery:{draw(st.sampled_from(names()))}")
    for number in range(draw(st.integers(1, 2))):
        other = fb.load(f"gallery:{draw(st.sampled_from(names()))}")
        links = [link.name for link in robot.links]
        to = links[draw(st.integers(0, len(links) - 1))]
        robot = robot.attach(other, to=to, prefix=f"r{number}_")
    return robot


@pytest.mark.slow
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(assemblies(), st.integers(0, 2**16))
def test_every_proof(robot, seed):
    model = fb.Model(robot)
    for at in states(model, 1, seed=seed):
        for proof in PROOFS:
            proof(model, at)


@pytest.mark.slow
@pytest.mark.peer
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(assemblies(), st.integers(0, 2**16))
def test_pinocchio(robot, seed):
    pytest.importorskip("pinocchio")
    from . import proofs_by_peers

    model = fb.Model(robot)
    for at in states(model, 2, seed=seed):
        for proof in proofs_by_peers.PROOFS:
            proof(model, at)

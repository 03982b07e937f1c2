"""All ways of assembling a linkage, and choosing one of them on the command line."""

from __future__ import annotations

import json

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main

from .mechanisms import CLOSED, gallery


@pytest.mark.parametrize("crank", [0.3, -1.0, 2.0])
def test_a_four_bar_has_the_two_ways_of_two_circles(crank: float) -> None:
    model = gallery("four_bar")
    ways = fb.assemblies(model, {"crank": crank})
    assert len(ways) == 2
    # The joint between coupler and rocker lies on a circle about each of their other ends: the two
    # ways are mirror images in the line between these.
    ends = []
    for way in ways:
        assert way.residual < 1e-9
        assert way.q[model.joints["crank"].q] == pytest.approx(crank)
        data = model.data()
        fb.forward_kinematics(model, data, way.q)
        coupler, rocker = data.pose("coupler_link"), data.pose("rocker_link")
        loop = model.robot.loops[0]
        joint = (rocker @ np.array([*loop.successor_origin.xyz, 1.0]))[:3]
        ends.append((coupler[[0, 2], 3], rocker[[0, 2], 3], joint[[0, 2]]))  # it moves in x and z
    (a, b, first), (_, _, second) = ends
    along = (b - a) / np.linalg.norm(b - a)
    mirrored = 2.0 * (a + along * (along @ (first - a))) - first
    assert np.allclose(mirrored, second, atol=1e-8)
    assert ways[0].branch != ways[1].branch


def test_the_first_way_is_the_nearest() -> None:
    model = gallery("four_bar")
    first, second = fb.assemblies(model, {"crank": 0.3})
    assert np.allclose(first.q, fb.assemble(model, {"crank": 0.3}).q)
    swapped = fb.assemblies(model, {"crank": 0.3}, second.q)
    assert np.allclose(swapped[0].q, second.q)


@pytest.mark.parametrize("name", CLOSED)
def test_every_way_is_closed_and_holds_what_it_should(name: str) -> None:
    model = gallery(name)
    for way in fb.assemblies(model, starts=40):
        assert np.abs(fb.closure(model, way.q)[0]).max() <= model.tolerance
        assert np.allclose(fb.independent(model, way.q), fb.independent(model, model.chart.home))


def test_the_command_lists_chooses_and_takes_a_guess(capsys) -> None:
    four_bar = ["assemble", "gallery:four_bar", "--set", "crank=0.3"]
    assert main([*four_bar, "--branch", "--json"]) == 0
    ways = json.loads(capsys.readouterr().out)["branches"]
    assert len(ways) == 2
    assert main([*four_bar, "--branch"]) == 0
    assert capsys.readouterr().out.startswith("four_bar: 2 ways of assembling it\nbranch 1\n")
    rocker = ways[1]["positions"]["rocker"]
    for options in (["--branch", "2"], ["--near", f"rocker={rocker - 0.1}"]):
        assert main([*four_bar, *options, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)["positions"]
        assert found["rocker"] == pytest.approx(rocker)
    assert main([*four_bar, "--branch", "3"]) == 2
    assert "--branch 3 does not exist" in capsys.readouterr().err
    assert main([*four_bar, "--near", "wrist=1"]) == 2
    assert "wrist" in capsys.readouterr().err

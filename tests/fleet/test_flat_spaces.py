"""What planar robots reach: places in their plane, no volume, pictures that show all of it."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from pathlib import Path

import jsonschema
import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.fleet import (
    FleetError,
    Grid,
    Lattice,
    Samples,
    cloud_of,
    inverse,
    map_configurations,
    reach,
    reached,
    singularities,
)
from fourbar.graph.drawing.volume import uncut, volume

from .fleet_arms import two_links

pytestmark = pytest.mark.slow

SCHEMA = Path(__file__).parents[2] / "docs" / "schemas" / "workspace.schema.json"


@pytest.fixture
def arm(tmp_path):
    """Two links of 1 m and 0.5 m that turn about y."""
    path = tmp_path / "two.urdf"
    joint = (
        '<joint name="{n}" type="{t}"><parent link="{a}"/><child link="{b}"/>'
        '<origin xyz="{x} 0 0"/><axis xyz="0 1 0"/>'
        '<limit lower="{low}" upper="{high}" effort="1" velocity="1"/></joint>'
    )
    joints = joint.format(n="j1", t="revolute", a="base", b="a", x=0, low=-1.5, high=1.5)
    joints += joint.format(n="j2", t="revolute", a="a", b="b", x=1, low=0, high=2)
    joints += joint.format(n="t", t="fixed", a="b", b="tip", x=0.5, low=0, high=0)
    links = "".join(f'<link name="{name}"/>' for name in ("base", "a", "b", "tip"))
    path.write_text(f'<robot name="two">{links}{joints}</robot>')
    return path


def _facts(words, capsys):
    assert main(["fleet", *words, "-j1", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator(schema).validate(facts)
    return facts


def test_places_for_a_planar_robot_are_in_its_plane(arm, tmp_path, capsys):
    words = ["inverse", str(arm), "--link", "tip", "--cell", "0.1", "-o", str(tmp_path / "out")]
    facts = _facts(words, capsys)
    assert facts["lower"][1] == facts["upper"][1] == 0.0
    # The space is where radius and bend fit, in closed form; IK may miss a few at its border.
    x, z = np.meshgrid(np.arange(-20, 20) * 0.1 + 0.05, np.arange(-20, 20) * 0.1 + 0.05)
    bend = np.arccos(np.clip((x**2 + z**2 - 1.25) / 1.0, -1.0, 1.0))
    turn = np.arctan2(-z, x) - np.arctan2(0.5 * np.sin(bend), 1.0 + 0.5 * np.cos(bend))
    fits = (np.abs(x**2 + z**2 - 1.25) <= 1.0) & (bend <= 2.0) & (np.abs(turn) <= 1.5)
    assert facts["reached"] == int(fits.sum())
    assert facts["unseen"] == 0.0
    assert (facts["dimensions"], facts["volume"]) == (2, None)


def test_a_box_may_be_flat(arm):
    model = fb.Model(fb.load(arm))
    source = Lattice((-1, 0, -1), (1, 0, 1), 0.5)
    assert source.count(model) == 16
    rows = source.rows(model, 0, 16)
    assert (rows[:, 1] == 0.0).all()
    assert sorted(set(rows[:, 0].tolist())) == [-0.75, -0.25, 0.25, 0.75]
    assert inverse(model, rows, link="tip")["converged"].any()
    with pytest.raises(ValueError, match="lower must not be above upper"):
        Lattice((0, 1, 0), (1, 0, 1), 0.5)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["dexterity"], "moves in 2 of the 6 directions"),
        (["inverse", "--rpy", "90deg,0,0"], "leave --rpy out for any orientation"),
        (["inverse", "--lower=-1,-0.5,-1", "--upper=1,0.5,1"], "all that it reaches is at y = "),
        (["inverse", "-n", "20"], "--number has no effect on inverse; --cell says how many"),
        (["inverse", "--rpy", "90grad,0,0"], "use three angles such as 1.57,0,0 or 90deg,0,0"),
        (["inverse", "--lower=0,0,0", "--upper=0,0,0"], "the box is a single place"),
    ],
)
def test_why_nothing_is_reached_is_said(arm, tmp_path, capsys, words, message):
    more = [] if "0,0,0" in words[-1] else ["--cell", "0.5"]
    more += ["--link", "tip", "-j1", "-o", str(tmp_path / "out")]
    with suppress(SystemExit):  # of what the parser refuses
        assert main(["fleet", words[0], str(arm), *words[1:], *more]) == 2
    assert message in capsys.readouterr().err


def test_a_flat_space_has_no_volume_and_is_not_opened(arm, tmp_path, capsys):
    words = ["reach", str(arm), "--link", "tip", "-n", "4000", "-o", str(tmp_path / "out")]
    facts = _facts([*words, "--cell", "0.1"], capsys)
    assert (facts["dimensions"], facts["volume"]) == (2, None)
    model = fb.Model(fb.load(arm))
    found = map_configurations(
        model, partial(reach, link="tip"), Samples(4000), output=tmp_path / "p", workers_count=1
    )
    space = reached(found, cell=0.1)
    assert space.flat == ("y",)
    assert space.volume_bounds == (0.0, 0.0)
    assert len(set(space.cells[:, 1].tolist())) == 1  # rounding does not make two layers
    assert space.layer("y", 0.0).all()
    assert len(cloud_of(space).points) == len(space.cells)


def test_a_curve_has_no_volume(tmp_path, capsys):
    words = ["gallery:four_bar", "--link", "coupler_link", "-n", "2000", "-o", str(tmp_path)]
    facts = _facts(["reach", *words], capsys)
    assert (facts["dimensions"], facts["volume"]) == (1, None)
    assert main(["fleet", "reach", *words, "-j1"]) == 0
    assert "along a curve, which has no volume" in capsys.readouterr().out


def test_numbers_of_a_short_axis_do_not_cover_each_other():
    cells = np.array([[x, y, z] for x in range(20) for y in range(2) for z in range(20)])
    assert uncut(cells).all()
    text = volume("flat", cells, np.arange(len(cells), dtype=float), 0.1, "n")
    assert "0.02" not in text  # one of the six numbers that two cells were divided by
    assert ">1.5<" in text


def test_the_estimated_distance_to_a_singularity_is_within_the_range_of_joints(arm):
    model = fb.Model(fb.load("gallery:slider_crank"))
    q = Samples(500, seed=0).rows(model, 0, 500)
    found = singularities(model, q, link="piston_link")["distance"]
    data = model.data(len(q))
    fb.forward_kinematics(model, data, q)
    plain = np.asarray(fb.singularity(model, data, "piston_link").distance)
    assert plain.max() > 100.0
    assert found.max() <= np.pi
    near = plain < 1.0
    assert np.allclose(found[near], plain[near])
    two = fb.Model(fb.load(arm))
    q = Samples(50, seed=0).rows(two, 0, 50)
    assert singularities(two, q, link="tip")["distance"].max() <= np.hypot(3.0, 2.0)


def test_a_grid_says_what_it_takes():
    model = fb.Model(two_links())
    first = next(iter(model.joints))
    assert Grid({first: 5}).count(model) == 5
    with pytest.raises(FleetError, match="such as 5, got a ndarray"):
        Grid({first: np.linspace(0, 1, 5)})
    with pytest.raises(FleetError, match="must be positive, got 0"):
        Grid({first: 0})
    with pytest.raises(FleetError, match="numbers by the names of joints"):
        Grid(5)
    with pytest.raises(fb.FourbarError, match="no joint named 'elbw'; expected one of: j0, j1"):
        Grid({"elbw": 5}).count(model)

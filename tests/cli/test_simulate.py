"""`fourbar simulate` and `fourbar dynamics`: what they print, write and refuse."""

import json
import re

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.gltf_file.container import read_container

SWING = ["simulate", "gallery:four_bar", "--set", "crank=0.9", "--velocity", "crank=8"]
FREE = ["--no-friction", "--no-limits", "--duration", "0.1"]


def test_a_summary_says_what_became_of_energy_and_loops(capsys):
    assert main([*SWING, *FREE]) == 0
    out = capsys.readouterr().out
    assert out.startswith("four_bar: 0.1 s, 101 samples, rk4\n")
    assert "loops    open by at most" in out


def test_files_hold_the_motion_of_python(tmp_path, capsys):
    model = fb.Model(fb.load("gallery:four_bar"), simd="generic")
    q = fb.assemble(model, {"crank": 0.9}).q
    expected = fb.simulate(model, q, [8.0], duration=0.1, friction=False, limits=False)
    for name in ("m.json", "m.csv", "m.npz", "m.glb", "m.html"):
        assert main([*SWING, *FREE, "-o", str(tmp_path / name)]) == 0
    document = json.loads((tmp_path / "m.json").read_text())
    np.testing.assert_allclose(document["positions"]["rocker"], expected.q[:, 2], atol=1e-12)
    np.testing.assert_allclose(document["times"], expected.t)
    np.testing.assert_allclose(document["accelerations"]["rocker"], expected.a[:, 2], atol=1e-8)
    assert document["energyError"] == pytest.approx(expected.energy_error, rel=1e-3)
    rows = np.genfromtxt(tmp_path / "m.csv", delimiter=",", names=True)
    assert rows.dtype.names is not None
    assert rows.dtype.names[:4] == ("time", *model.joint_names)
    np.testing.assert_allclose(rows["crank"], expected.q[:, 0], atol=1e-12)
    with np.load(tmp_path / "m.npz") as arrays:
        np.testing.assert_allclose(arrays["t"], expected.t)
        np.testing.assert_allclose(arrays["q"], expected.q, atol=1e-12)
        assert arrays["joints"].tolist() == list(model.joint_names)
    assert not [f for f in fb.check(str(tmp_path / "m.glb")) if f.severity == "error"]
    (animation,) = read_container((tmp_path / "m.glb").read_bytes()).root["animations"]
    assert animation["name"] == "motion"
    assert len(animation["channels"]) == 3


def test_a_motion_of_another_robot_is_refused(tmp_path):
    model = fb.Model(fb.load("gallery:four_bar"))
    q = fb.assemble(model, {"crank": 0.9}).q
    motion = fb.simulate(model, q, steps=3, limits=False)
    with pytest.raises(ValueError, match="motion 0 is of 'four_bar', not of 'ur20'"):
        fb.save(fb.load("gallery:ur20"), tmp_path / "x.glb", motions=[motion])
    assert not (tmp_path / "x.glb").exists()


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--velocity", "crnk=1"], 2, "crnk"),
        (["--velocity", "crank=1", "--velocity", "rocker=9"], 2, "do not let"),
        (["--integrator", "euler"], 2, "euler"),
        (["--dt", "0"], 2, "argument --dt: '0' must be positive"),
        (["-o", "motion.gif"], 2, "cannot write a motion"),
        (["--plot", "motion.png"], 2, "plots are SVG"),
        (["--open"], 2, "unknown option '--open'"),
        (["--spring", "crank=1,2,3"], 2, "--spring takes"),
    ],
)
def test_what_is_refused(words, status, message, capsys):
    try:
        found = main(["simulate", "gallery:four_bar", *words])
    except SystemExit as end:
        found = end.code
    assert found == status
    assert message in capsys.readouterr().err


def test_terms_at_a_pose(capsys):
    assert main(["dynamics", "gallery:four_bar", "--set", "crank=0.9", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    model = fb.Model(fb.load("gallery:four_bar"))
    q = fb.assemble(model, {"crank": 0.9}).q
    np.testing.assert_allclose(facts["massMatrix"], fb.mass_matrix(model, None, q), rtol=1e-9)
    assert facts["independent"] == ["crank"]
    # Slow motion: what holds the pose is the slope of the potential energy.
    h = 1e-5
    ahead, behind = (fb.move(model, q, {"crank": 0.9 + s}) for s in (h, -h))
    slope = (fb.energy(model, None, ahead).potential - fb.energy(model, None, behind).potential) / (
        2 * h
    )
    assert facts["holdingEfforts"]["crank"] == pytest.approx(float(slope), rel=1e-6)
    assert main(["dynamics", "gallery:four_bar"]) == 0
    assert "mass matrix" in capsys.readouterr().out


def test_loads_are_what_inverse_dynamics_say(tmp_path, capsys):
    words = ["loads", "gallery:four_bar", "--drive", "crank", "--speed", "10"]
    assert main([*words, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    model = fb.Model(fb.load("gallery:four_bar"))
    home = model.chart.home
    values = home[0] + np.linspace(0.0, 2.0 * np.pi, 361)
    q = fb.trace(model, "crank", values, home).q
    tau = fb.inverse_dynamics(model, None, q, np.full((361, 1), 10.0), np.zeros((361, 1)))
    (drive,) = facts["drives"]
    assert drive["peak"] == pytest.approx(np.abs(tau[:, 0]).max(), rel=1e-9)
    assert drive["power"] == pytest.approx((10.0 * tau[:, 0]).max(), rel=1e-9)
    # A planar linkage does not say how its bearings share what is across its plane.
    assert facts["joints"][0]["peak"][1] is None
    page, table = tmp_path / "loads.html", tmp_path / "loads.csv"
    assert main([*words, "-o", str(page)]) == 0
    assert main([*words, "-o", str(table)]) == 0
    assert "<svg" in page.read_text()
    assert table.read_text().startswith(
        "part,name,quantity,value,unit,time\nmotion,crank,from,0.0,rad,\n"
    )
    capsys.readouterr()
    assert main([*words, "-o", "loads.pdf"]) == 2
    assert main(["loads", "gallery:four_bar", "--drive", "rokker"]) == 2
    assert "did you mean 'rocker'?" in capsys.readouterr().err


def test_energy_that_drifts_is_reported(capsys):
    assert main([*SWING, *FREE]) == 0
    assert ", kept to " in capsys.readouterr().out
    assert main([*SWING, *FREE, "--integrator", "semi_implicit"]) == 0
    out = capsys.readouterr().out
    assert "though nothing drives or brakes it; use a smaller --dt" in out


def test_a_state_that_does_not_close_is_not_advised_to_stay_open(capsys):
    words = ["--set", "crank=0.3", "--set", "rocker=2.9"]
    assert main(["simulate", "gallery:four_bar", *words]) == 1
    assert "--open" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["loads", "gallery:belt_leg", "--drive", "ankle_motor"],
        ["efforts", "gallery:belt_leg", "--over", "ankle_motor"],
    ],
)
def test_poses_beyond_limits_are_counted(words, capsys):
    """The motor of the ankle takes the knee beyond its limits; the knee alone stays within."""
    assert main(words) == 0
    err = capsys.readouterr().err
    found = re.search(r"warning: (\d+) of (\d+) poses are beyond limits of joints: '", err)
    assert found is not None
    assert 0 < int(found[1]) <= int(found[2])
    assert main([*words[:3], "knee"]) == 0
    assert "beyond limits" not in capsys.readouterr().err

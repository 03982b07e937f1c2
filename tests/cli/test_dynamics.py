"""`fourbar dynamics` and `fourbar loads`, against the functions that they show."""

import json

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main

FOUR_BAR = ["dynamics", "gallery:four_bar", "--set", "crank=0.9", "--velocity", "crank=2"]


def facts_of(words, capsys):
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def status_of(words):
    try:
        return main(words)
    except SystemExit as end:
        return end.code


def state():
    model = fb.Model(fb.load("gallery:four_bar"))
    return model, fb.assemble(model, {"crank": 0.9}).q


def test_accelerations_give_efforts_and_back(capsys):
    model, q = state()
    facts = facts_of([*FOUR_BAR, "--acceleration", "crank=1.5"], capsys)
    tau = fb.inverse_dynamics(model, None, q, [2.0], [1.5])
    assert facts["efforts"] == {"crank": pytest.approx(tau[0], rel=1e-9)}
    facts = facts_of([*FOUR_BAR, "--effort", f"crank={facts['efforts']['crank']!r}"], capsys)
    assert facts["accelerations"]["crank"] == pytest.approx(1.5, rel=1e-6)
    # A joint that follows may be the one that is given.
    rocker = facts["accelerations"]["rocker"]
    facts = facts_of([*FOUR_BAR, "--acceleration", f"rocker={rocker!r}"], capsys)
    assert facts["efforts"]["crank"] == pytest.approx(tau[0], rel=1e-6)


def test_reactions_with_what_is_not_determined(capsys):
    model, q = state()
    facts = facts_of([*FOUR_BAR, "--acceleration", "crank=1.5", "--reactions"], capsys)
    found = fb.reactions(model, None, q, [2.0], a=[1.5])
    shown = facts["reactions"]
    assert list(shown) == [*found.joint_names, *found.loop_names]
    for name, row in shown.items():
        assert [x is None for x in row] == [False, True, False, True, False, True], name
        np.testing.assert_allclose(
            [x for x in row if x is not None], found.of(name)[[0, 2, 4]], atol=1e-9
        )
    assert main([*FOUR_BAR, "--reactions"]) == 0
    assert "coupler_rocker" in capsys.readouterr().out


def test_payload_and_gravity(capsys):
    words = ["dynamics", "gallery:ur20", "--payload", "tool0=5", "--gravity", "0,0,-1.62"]
    facts = facts_of(words, capsys)
    model = fb.Model(
        fb.load("gallery:ur20"), gravity=(0, 0, -1.62), payload={"tool0": fb.Inertial(mass=5.0)}
    )
    expected = fb.gravity(model, None, model.neutral)
    np.testing.assert_allclose(list(facts["holdingEfforts"].values()), expected, atol=1e-9)
    assert main(words) == 0
    assert "e-1" not in capsys.readouterr().out, "rounding is not shown"


def test_joints_without_mass_are_named(tmp_path, capsys):
    file = tmp_path / "light.urdf"
    file.write_text(
        '<robot name="light"><link name="a"/><link name="b"/><joint name="j" type="continuous">'
        '<parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint></robot>'
    )
    assert facts_of(["dynamics", str(file)], capsys)["massless"] == ["j"]
    assert main(["dynamics", str(file)]) == 0
    assert "no mass behind: j" in capsys.readouterr().out
    assert status_of(["dynamics", str(file), "--effort", "j=1"]) == 1
    assert "joint 'j' of 'light' moves no mass" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--acceleration", "crank=1", "--effort", "crank=1"], "cannot be combined"),
        (["--acceleration", "crnak=1"], "did you mean"),
        (["--acceleration", "crank=1", "--acceleration", "rocker=9"], "do not let"),
        (["--payload", "coupler_link=-1"], "must be finite and not negative"),
        (["--payload", "nothing=1"], "nothing"),
        (["--payload", "coupler_link=1,2"], "one number"),
        (["--gravity", "1,2"], "--gravity"),
        (["--open"], "--open"),
    ],
)
def test_what_is_refused(words, message, capsys):
    assert status_of([*FOUR_BAR, *words]) == 2
    assert message in capsys.readouterr().err


def test_a_pose_that_does_not_close_is_not_offered_an_option_that_is_not_there(capsys):
    words = ["dynamics", "gallery:four_bar", "--set", "coupler=0.3", "--set", "rocker=3"]
    assert status_of(words) == 1
    assert "--open" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--by", "0"], "argument --by: '0' must not be zero"),
        (["--speed", "0"], "argument --speed: '0' must not be zero"),
        (["--set", "arm_1=0.9"], "set it lower with --set arm_1=VALUE, use --by VALUE, or --speed"),
    ],
)
def test_loads_of_no_motion(words, message, capsys):
    assert status_of(["loads", "gallery:delta", *words]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["dynamics", "gallery:delta", "--reactions"], ["loads", "gallery:delta"]]
)
def test_what_nine_digits_leave_of_zero_is_not_a_load(words, capsys):
    """The delta is symmetric, and its file has nine digits: forces cancel to about 1e-9 of them."""
    facts = facts_of(words, capsys)
    table = facts.get("reactions") or {x["name"]: x["peak"] for x in facts["joints"]}
    sizes = [abs(x) for row in table.values() for x in row]
    assert any(0.0 < x < 1e-8 * max(sizes) for x in sizes), "JSON has what was computed"
    assert main(words) == 0
    assert "e-" not in capsys.readouterr().out


def test_loads_of_a_joint_that_follows(capsys):
    words = ["loads", "gallery:four_bar", "--set", "crank=0.9", "--drive", "rocker", "--by", "0.2"]
    facts = facts_of(words, capsys)
    model, q = state()
    expected = fb.sizing(model, fb.turn(model, "rocker", by=0.2, q0=q)).drives[0]
    assert facts["drives"][0]["peak"] == pytest.approx(expected.peak, rel=1e-9)

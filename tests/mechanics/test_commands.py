"""`fourbar fk`, `fourbar jacobian` and `fourbar ik`."""

import json

import numpy as np
import pytest

import fourbar as fb
import fourbar.mechanics as fm
from fourbar.cli import main

from .robots import gallery_model

MODEL = gallery_model("ur20")


def run(*words):
    try:
        return main(words)
    except SystemExit as ended:
        return ended.code


def test_fk_table(capsys):
    assert run("fk", "gallery:ur20", "--link", "flange") == 0
    row = capsys.readouterr().out.splitlines()[1].split()
    assert row[0] == "flange"
    np.testing.assert_allclose([float(x) for x in row[1:4]], [1.5907, 0.3553, 0.077], atol=1e-6)


def test_fk_json_has_every_link(capsys):
    assert (
        run("fk", "--set", "elbow_joint=0.5", "--set=wrist_1_joint=-1", "gallery:ur20", "--json")
        == 0
    )
    facts = json.loads(capsys.readouterr().out)
    q = MODEL.q({"elbow_joint": 0.5, "wrist_1_joint": -1})
    assert list(facts["poses"]) == list(MODEL.link_names)
    expected = fm.kinematics(MODEL, q, "flange").pose
    np.testing.assert_allclose(facts["poses"]["flange"], expected, rtol=0, atol=1e-15)


def test_degrees(capsys):
    run("fk", "gallery:ur20", "--set", "wrist_3_joint=60deg", "--json")
    facts = json.loads(capsys.readouterr().out)
    np.testing.assert_allclose(facts["positions"]["wrist_3_joint"], [np.pi / 3])


def closed_error(capsys):
    """How far the loop of the four-bar is open in what `fk --json` printed."""
    model = gallery_model("four_bar")
    facts = json.loads(capsys.readouterr().out)
    q = model.q(facts["positions"], coordinates="spanning")
    return float(np.abs(fb.closure(model, q)[0]).max())


@pytest.mark.parametrize("words", [["--set", "crank=0.3"], ["--random", "5"], []])
def test_loops_are_closed_unless_asked_otherwise(words, capsys):
    assert run("fk", "gallery:four_bar", *words, "--json") == 0
    assert closed_error(capsys) < 1e-9


def test_the_open_tree_is_there_by_a_word(capsys):
    assert run("fk", "gallery:four_bar", "--set", "crank=0.3", "--open", "--json") == 0
    assert closed_error(capsys) > 1e-3


def test_a_pose_that_does_not_close_is_refused(capsys):
    assert run("fk", "gallery:four_bar", "--set", "crank=0.3", "--set", "rocker=2") == 1
    assert "--open" in capsys.readouterr().err


def test_the_jacobian_of_a_closed_robot_has_its_drives_as_columns(capsys):
    assert run("jacobian", "gallery:four_bar", "--link", "rocker_link", "--json") == 0
    facts = json.loads(capsys.readouterr().out)
    assert len(facts["columns"]) == 1
    assert np.abs(facts["jacobian"]).max() > 0.1


def test_ik_of_an_arm(capsys):
    words = ["--link", "flange", "--to", "-0.8,0.3,0.5,180deg,0,0"]
    assert run("ik", "gallery:ur20", *words, "--json") == 0
    facts = json.loads(capsys.readouterr().out)
    T = fm.kinematics(MODEL, MODEL.q(facts["positions"]), "flange").pose
    np.testing.assert_allclose(T[:3, 3], [-0.8, 0.3, 0.5], atol=1e-8)
    np.testing.assert_allclose(T[:3, :3], np.diag([1, -1, -1]), atol=1e-8)


def test_ik_keeps_loops_closed(capsys):
    model = gallery_model("four_bar")
    q = model.q({"crank": 0.7})
    x, y, z = fm.kinematics(model, q, "coupler_link").pose[:3, 3]
    assert run("ik", "gallery:four_bar", "--link", "coupler_link", f"--to={x},{y},{z}") == 0
    assert "crank" in capsys.readouterr().out


def test_a_target_out_of_reach_is_said(capsys):
    assert run("ik", "gallery:ur20", "--link", "flange", "--to", "9,0,0") == 1
    assert "miss by" in capsys.readouterr().err


def test_angles_turn_back_into_the_rotation():
    from fourbar.cli.fk import roll_pitch_yaw
    from fourbar.robot import Pose

    for q in [*MODEL.random(50, seed=0), MODEL.neutral]:
        T = fm.kinematics(MODEL, q, "flange").pose
        R = Pose(rpy=roll_pitch_yaw(T)).rotation()
        np.testing.assert_allclose(R, T[:3, :3], rtol=0, atol=1e-9)


def test_jacobian(capsys):
    assert run("jacobian", "gallery:ur20", "--link", "flange", "--random", "3", "--json") == 0
    facts = json.loads(capsys.readouterr().out)
    expected = fm.kinematics(MODEL, MODEL.random(seed=3), "flange").jacobian
    np.testing.assert_allclose(facts["jacobian"], expected, rtol=0, atol=1e-12)
    assert facts["columns"] == list(MODEL.joint_names)
    assert facts["rank"] == 6


def test_jacobian_says_what_a_singular_arm_cannot_do(capsys):
    assert run("jacobian", "gallery:ur20", "--link", "flange") == 0
    out = capsys.readouterr().out
    assert "singular: no motion along" in out
    assert "shoulder_pan_joint" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--set", "elbow=1"], "no joint named 'elbow'; did you mean 'elbow_joint'?"),
        (["--set", "1"], "expected JOINT=VALUE, got '1'"),
        (["--set", "elbow_joint=one"], "'one' is not a number"),
        (["--set", "elbow_joint=nan"], "'nan' is not finite"),
        (["--set", "elbow_joint=1,2"], "takes 1 number, not 2"),
        (["--set", "elbow_joint=1", "--set", "elbow_joint=2"], "two positions"),
        (["--sett", "elbow_joint=1"], "usage: fourbar {command}"),
        (["--link", "flagne"], "no link named 'flagne'; did you mean 'flange'?"),
        (["--named", "home"], "no configuration named 'home'"),
        (["--random", "1", "--set", "elbow_joint=1"], "cannot be combined"),
    ],
)
@pytest.mark.parametrize("command", ["fk", "jacobian"])
def test_wrong_options_are_named(command, words, message, capsys):
    assert run(command, "gallery:ur20", *words) == 2
    assert message.format(command=command) in capsys.readouterr().err


def test_degrees_are_refused_for_lengths(capsys):
    assert run("fk", "gallery:stewart", "--set", "leg_1=2deg") == 2
    assert "joint 'leg_1' takes lengths [m], not degrees" in capsys.readouterr().err
    assert run("assemble", "gallery:stewart", "--set", "leg_1=2deg") == 2


def test_a_position_beyond_the_limits_is_told_with_what_was_meant(capsys):
    assert run("fk", "gallery:ur20", "--set", "elbow_joint=30", "--link", "flange") == 0
    assert capsys.readouterr().err == (
        "fourbar fk: warning: joint 'elbow_joint' is set to 30 rad, beyond its limits -3.14159 to "
        "3.14159 rad; did you mean 30deg?\n"
    )
    assert run("fk", "gallery:ur20", "--set", "elbow_joint=30deg") == 0
    assert capsys.readouterr().err == ""


def test_a_seed_that_is_no_number_is_refused_in_one_line(capsys):
    assert run("fk", "gallery:ur20", "--random", "x") == 2
    usage, error = capsys.readouterr().err.splitlines()
    assert usage == "usage: fourbar fk [options] FILE (see fourbar fk --help)"
    assert error.endswith("a seed is a whole number of at least 0, got 'x'")

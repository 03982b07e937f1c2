"""`fourbar fk` and `fourbar jacobian`."""

import json

import numpy as np
import pytest

import fourbar.mechanics as fm
from fourbar.cli import build_parser

from .robots import gallery_model

MODEL = gallery_model("ur20")


def run(*words):
    args = build_parser(("fk", "jacobian")).parse_args(words)
    return args.run(args)


def test_fk_table(capsys):
    assert run("fk", "gallery:ur20", "--link", "flange") == 0
    row = capsys.readouterr().out.splitlines()[1].split()
    assert row[0] == "flange"
    np.testing.assert_allclose([float(x) for x in row[1:4]], [1.5907, 0.3553, 0.077], atol=1e-6)


def test_fk_json_has_every_link(capsys):
    assert run("fk", "gallery:ur20", "--q", "elbow_joint=0.5", "wrist_1_joint=-1", "--json") == 0
    facts = json.loads(capsys.readouterr().out)
    q = MODEL.q({"elbow_joint": 0.5, "wrist_1_joint": -1})
    assert list(facts["poses"]) == list(MODEL.link_names)
    expected = fm.kinematics(MODEL, q, "flange").pose
    np.testing.assert_allclose(facts["poses"]["flange"], expected, rtol=0, atol=1e-15)


def test_degrees_and_all_of_q(capsys):
    run("fk", "gallery:ur20", "--q", *["10", "20", "30", "40", "50", "60"], "--degrees", "--json")
    facts = json.loads(capsys.readouterr().out)
    np.testing.assert_allclose(facts["q"]["wrist_3_joint"], [np.pi / 3])


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
        (["--q", "elbow=1"], "no joint named 'elbow'; did you mean 'elbow_joint'?"),
        (["--q", "1", "2"], "--q has 2 numbers, q takes 6"),
        (["--q", "elbow_joint=one"], "'one' is not a number"),
        (["--q", "elbow_joint=nan"], "'nan' is not finite"),
        (["--q", "elbow_joint=1,2"], "takes 1 numbers, not 2"),
        (["--q", "elbow_joint=1", "2"], "'2' is not JOINT=VALUE"),
        (["--link", "flagne"], "no link named 'flagne'; did you mean 'flange'?"),
        (["--named", "home"], "no configuration named 'home'"),
        (["--random", "1", "--q", "elbow_joint=1"], "exclude each other"),
    ],
)
@pytest.mark.parametrize("command", ["fk", "jacobian"])
def test_wrong_options_are_named(command, words, message, capsys):
    assert run(command, "gallery:ur20", *words) == 2
    assert message in capsys.readouterr().err

"""`fourbar assemble` and `fourbar trace`."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fourbar.cli import main


def run(*words: str) -> int:
    return main(words)


def test_assemble_prints_positions(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("assemble", "gallery:four_bar", "--set", "crank=0.3") == 0
    out = capsys.readouterr().out
    assert "four_bar closes to" in out
    assert "crank" in out
    assert "17.189 deg  held" in out


def test_assemble_takes_degrees_and_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("assemble", "gallery:four_bar", "--set", "crank=90deg", "--json") == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["positions"]["crank"] == pytest.approx(1.5707963267948966)
    assert facts["residual"] < 1e-10


def test_assemble_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "pose.json"
    assert run("assemble", "gallery:stewart", "-o", str(file)) == 0
    assert json.loads(file.read_text())["robot"] == "stewart"
    assert capsys.readouterr().out == ""


def test_what_does_not_close_is_exit_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("assemble", "gallery:four_bar", "--set", "rocker=2") == 1
    assert "cannot be closed" in capsys.readouterr().err


def test_an_unknown_joint_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("assemble", "gallery:four_bar", "--set", "crnk=2") == 2
    assert "did you mean 'crank'" in capsys.readouterr().err


@pytest.mark.parametrize("word", ["crank", "crank=", "crank=x", "crank=inf", "=1"])
def test_bad_positions_are_refused(word: str) -> None:
    with pytest.raises(SystemExit):
        run("assemble", "gallery:four_bar", "--set", word)


def test_trace_writes_motion_and_plot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    motion, plot = tmp_path / "motion.json", tmp_path / "motion.svg"
    words = (
        "trace",
        "gallery:slider_crank",
        "--steps",
        "36",
        "-o",
        str(motion),
        "--plot",
        str(plot),
    )
    assert run(*words) == 0
    facts = json.loads(motion.read_text())
    assert facts["drive"] == "crank"
    assert len(facts["positions"]["slider"]) == len(facts["values"]) == 37
    assert {met["joint"] for met in facts["deadCentres"]} == {"slider"}
    root = ElementTree.parse(plot).getroot()
    lines = root.findall("{http://www.w3.org/2000/svg}polyline")
    assert len(lines) == 2  # the rod's angle and the slider's length
    assert "dead centre of 'slider' at crank = 1.570796" in capsys.readouterr().err
    first = (motion.read_bytes(), plot.read_bytes())
    assert run(*words) == 0
    assert (motion.read_bytes(), plot.read_bytes()) == first


def test_trace_asks_which_joint_drives(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("trace", "gallery:delta") == 2
    assert "arm_1, arm_2, arm_3" in capsys.readouterr().err


def test_trace_that_gets_stuck_is_exit_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("trace", "gallery:four_bar", "--drive", "rocker", "--to", "2") == 1
    assert "it ends at 0.55" in capsys.readouterr().err


@pytest.mark.parametrize("suffix", [".png", ".bmp", ""])
def test_trace_draws_svg_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], suffix: str
) -> None:
    plot = tmp_path / f"motion{suffix}"
    assert run("trace", "gallery:four_bar", "--plot", str(plot)) == 2
    assert "plots are SVG; use motion.svg" in capsys.readouterr().err
    assert not plot.exists()


def test_a_joint_in_two_places_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("assemble", "gallery:four_bar", "--set", "crank=1", "--set", "crank=2") == 2
    assert "gives two positions for joint 'crank'" in capsys.readouterr().err


def test_joints_that_share_a_freedom_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--set", "crank=1deg", "--set", "slider=0.05")
    assert run("assemble", "gallery:slider_crank", *words) == 1
    assert "share 1 degree of freedom" in capsys.readouterr().err


def test_a_robot_without_loops_has_nothing_to_close(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("assemble", "gallery:iiwa14") == 0
    assert "no loops, couplings or mimics" in capsys.readouterr().out


def test_positions_that_are_rounding_have_no_sign(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("assemble", "gallery:stewart") == 0
    assert "-0.000000" not in capsys.readouterr().out


def test_a_drive_that_gets_stuck_is_told_what_is_within_reach(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("trace", "gallery:four_bar", "--drive", "rocker", "-o", str(tmp_path / "m.json"))
    assert run(*words) == 1
    hint = capsys.readouterr().err.rpartition("within reach is ")[2].split()
    assert hint[0] == "--to"
    assert run(*words, *hint) == 0


@pytest.mark.parametrize(
    ("robot", "message"),
    [
        ("drone", "front_left_rotor, front_right_rotor"),
        ("lims2_wrist", "no joint with a single velocity"),
    ],
)
def test_only_joints_of_one_velocity_are_offered_as_drives(
    robot: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("trace", f"gallery:{robot}") == 2
    err = capsys.readouterr().err
    assert message in err
    assert "flight" not in err


def test_a_plot_has_units_and_the_pose_of_a_floating_link(tmp_path: Path) -> None:
    plot = tmp_path / "motion.svg"
    words = ("--drive", "leg_1", "--to", "0.02", "--steps", "4", "--plot", str(plot))
    assert run("trace", "gallery:stewart", *words) == 0
    texts = [element.text for element in ElementTree.parse(plot).iter() if element.text]
    assert "leg_1 [m]" in texts
    assert "platform_pose[2]" in texts


def test_trace_prints_some_poses_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("trace", "gallery:four_bar") == 0
    head, *rows, _, end = capsys.readouterr().out.splitlines()
    assert head.split() == ["crank", "coupler", "rocker"]
    assert len(rows) == 13
    assert [float(x) for x in rows[0].split()] == [0.0, 0.0, 0.0]
    assert float(rows[-1].split()[0]) == pytest.approx(6.283185, abs=1e-6)
    assert end.startswith("13 of 181 poses")

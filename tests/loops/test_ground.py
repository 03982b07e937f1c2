"""Targets of links that no joint moves."""

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.mechanics import inverse_kinematics

EYE = np.eye(4)


@pytest.mark.parametrize("task", ["pose", "position", "rotation"])
def test_the_root_of_a_closed_robot_is_where_it_is(task: str) -> None:
    model = fb.Model(fb.load("gallery:four_bar"))
    away = EYE.copy()
    away[:3, 3] = 0.3, 0.0, 0.0
    away[:3, :3] = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    found = inverse_kinematics(model, "base", np.stack([EYE, away]), task=task)
    assert found.converged.tolist() == [True, False]
    fb.mechanics.forward_kinematics(model, model.data(2), found.q)  # raises on open loops
    if task != "rotation":
        assert found.position_error[1] == pytest.approx(0.3, abs=1e-12)


def test_a_frame_on_the_root(capsys: pytest.CaptureFixture[str]) -> None:
    model = fb.Model(
        fb.load("gallery:four_bar"), frames={"mark": ("base", fb.Pose((0.1, 0.2, 0.3)))}
    )
    assert inverse_kinematics(model, "mark", (0.1, 0.2, 0.3)).converged
    assert not inverse_kinematics(model, "mark", (0.1, 0.2, 0.4)).converged


def test_the_command_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ik", "gallery:four_bar", "--link", "base", "--to", "0,0,0"]) == 0
    capsys.readouterr()
    assert main(["ik", "gallery:four_bar", "--link", "base", "--to", "0,0,1"]) == 1
    assert "base" in capsys.readouterr().err

"""Options of `simulate`, `dynamics` and `efforts` that would do nothing, or something else."""

import json

import pytest

import fourbar as fb
from fourbar.cli import main

from .test_loads import facts_of, lift, robot


@pytest.fixture
def slide(tmp_path):
    file = tmp_path / "slide.urdf"
    fb.save(lift(), file)
    return str(file)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["simulate", "--drives", "rocker", "--effort", "crank=1"],
            "no motor by --drives (rocker)",
        ),
        (
            ["dynamics", "--drives", "rocker", "--effort", "crank=1"],
            "no motor by --drives (rocker)",
        ),
        (["simulate", "--effort", "crank=30deg"], "N m or N, not in degrees"),
        (["simulate", "--spring", "crank=30deg"], "not in degrees"),
        (["simulate", "--duration", "30deg"], "is not a number"),
        (["simulate", "--restitution", "1", "--no-limits"], "no effect with --no-limits"),
        (["simulate", "--restitution", "1.5"], "between 0 and 1"),
        (["simulate", "--clip-efforts"], "no effect without --effort"),
        (["simulate", "--effort", "crank=1", "--effort", "crank=2"], "gives two efforts"),
        (["simulate", "--open"], "--open"),
        (["efforts", "--direction", "1,0,0"], "no effect without --link"),
    ],
)
def test_what_would_do_nothing_is_refused(words, message, capsys):
    try:
        status = main([words[0], "gallery:four_bar", *words[1:]])
    except SystemExit as end:
        status = end.code
    assert status == 2
    assert message in capsys.readouterr().err


def test_a_spring_may_rest_at_degrees(capsys):
    words = ["simulate", "gallery:four_bar", "--spring", "crank=1,30deg", "--duration", "0.01"]
    assert main(words) == 0
    assert main([*words, "--drives", "crank", "--effort", "crank=1"]) == 0


def test_mimics_are_not_called_loops(tmp_path, capsys):
    first, second = (
        fb.Joint(
            name=name,
            type="revolute",
            parent="base",
            child=child,
            axis=(1.0, 0.0, 0.0),
            limit=fb.Limit(lower=-1.0, upper=1.0, effort=1.0, velocity=1.0),
            mimic=mimic,
        )
        for name, child, mimic in (("j", "arm", None), ("k", "other", fb.Mimic(joint="j")))
    )
    links = (*robot(first).links, fb.Link(name="other", inertial=fb.Inertial(mass=1.0)))
    file = tmp_path / "mim.urdf"
    fb.save(fb.Robot(name="mim", links=links, joints=(first, second)), file)
    words = ["dynamics", str(file), "--velocity", "k=1", "--velocity", "j=2"]
    assert main(words) == 2
    assert "the mimics of 'mim' do not let" in capsys.readouterr().err


def test_dry_friction_at_rest_is_told(slide, capsys):
    words = ["dynamics", slide, "--gravity", "0,0,0", "--effort", "s=2"]
    facts = facts_of(words, capsys)
    assert facts["accelerations"] == {"s": pytest.approx(1.0)}
    assert facts["restingFriction"] == {"s": 3.0}
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "dry friction of joints at rest, which is left out here [N]: s 3\n" in out
    # In motion it is there: (2 - 3) / 2 kg.
    facts = facts_of([*words, "--velocity", "s=0.5"], capsys)
    assert facts["accelerations"] == {"s": pytest.approx(-0.5)}
    assert facts["restingFriction"] == {}


def test_few_events_are_printed_and_all_are_in_json(tmp_path, capsys):
    file = tmp_path / "play.urdf"
    fb.save(lift(friction=0.0, lower=-5e-4, upper=5e-4), file)
    words = ["simulate", str(file), "--velocity", "s=1", "--restitution", "1"]
    words += ["--duration", "0.1", "--gravity", "0,0,0"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert out.count("reached its limit") == 20
    assert out.endswith("and 80 more; --json has all\n")
    assert len(facts_of(words, capsys)["events"]) == 100


def test_robots_that_cannot_move_are_told(tmp_path, capsys):
    file = tmp_path / "fixed.urdf"
    fb.save(robot(fb.Joint(name="j", type="fixed", parent="base", child="arm")), file)
    for command in ("simulate", "efforts"):
        assert main([command, str(file)]) == 1
        assert "has no joint that moves" in capsys.readouterr().err
    assert main(["dynamics", str(file)]) == 0
    assert capsys.readouterr().out.startswith("one: no joint moves, 2 kg\n")


def test_a_push_without_bound_is_told(tmp_path, capsys):
    file = tmp_path / "slide.urdf"
    fb.save(lift(effort=100.0), file)
    words = ["efforts", str(file), "--link", "arm", "--direction", "1,0,0"]
    assert main(words) == 0
    assert "'arm' pushes along 1,0,0 without bound\n" in capsys.readouterr().out
    poses = facts_of(words, capsys)["poses"]
    assert all(pose["unbounded"] and pose["force"] is None for pose in poses)
    poses = facts_of(["efforts", str(file)], capsys)["poses"]
    assert not any(pose["unbounded"] for pose in poses)
    words[-1] = "0,0,1"
    assert main([*words, "--json"]) == 0
    least = min(pose["force"] for pose in json.loads(capsys.readouterr().out)["poses"])
    assert least == pytest.approx(100.0 - 2.0 * 9.81)


@pytest.mark.parametrize("command", ["simulate", "dynamics", "loads", "efforts"])
def test_friction_and_limits_of_loops_are_told(command, tmp_path, capsys):
    text = fb.dumps(fb.load("gallery:four_bar"))
    file = tmp_path / "loop.urdf"
    words = [command, str(file), *(["--duration", "0.01"] if command == "simulate" else [])]
    file.write_text(text)
    assert main(words) == 0
    assert "without effect" not in capsys.readouterr().err
    file.write_text(text.replace("</loop>", '<dynamics friction="3"/></loop>'))
    assert main(words) == 0
    err = capsys.readouterr().err
    assert "warning: <dynamics> of loop 'coupler_rocker' without effect" in err

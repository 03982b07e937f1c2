"""`--gravity`, `--payload` and `--drives` of the commands that compute dynamics."""

import json

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main

MOON = (0.0, 0.0, -1.62)
CONDITIONS = [
    "--gravity",
    "0,0,-1.62",
    "--payload",
    "tool=3",
    "--drives",
    "turn",
    "--drives",
    "slide",
]
# Two joints of which the file drives one, by a gear.
ARM = """<robot name="arm">
<link name="base"/>
<link name="upper"><inertial><origin xyz="0.1 0 0"/><mass value="2"/>
  <inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="tool"><inertial><mass value="1"/>
  <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
  <limit lower="-1" upper="1" effort="50" velocity="4"/></joint>
<joint name="slide" type="prismatic"><parent link="upper"/><child link="tool"/>
  <origin xyz="0.3 0 0"/><axis xyz="1 0 0"/>
  <limit lower="0" upper="0.4" effort="60" velocity="1"/></joint>
<transmission name="t"><type>transmission_interface/SimpleTransmission</type>
  <joint name="turn"/><actuator name="m"><mechanicalReduction>50</mechanicalReduction></actuator>
</transmission>
</robot>
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text(ARM)
    return str(path)


def facts_of(words, capsys):
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def model_of(file):
    return fb.Model(
        fb.load(file),
        gravity=MOON,
        payload={"tool": fb.Inertial(mass=3.0)},
        drives=[fb.Drive("turn", reduction=50.0), "slide"],
    )


def test_dynamics_under_conditions(file, capsys):
    model = model_of(file)
    facts = facts_of(["dynamics", file, "--set", "turn=0.4", *CONDITIONS], capsys)
    held = fb.gravity(model, None, model.q({"turn": 0.4}))
    assert list(facts["holdingEfforts"]) == ["turn", "slide"]
    np.testing.assert_allclose(list(facts["holdingEfforts"].values()), held, rtol=1e-12)


def test_simulate_under_conditions(file, capsys):
    model = model_of(file)
    facts = facts_of(["simulate", file, "--duration", "0.05", *CONDITIONS], capsys)
    motion = fb.simulate(model, model.neutral, duration=0.05)
    for name in ("turn", "slide"):
        expected = motion.q[:, model.joint(name).q.start]
        np.testing.assert_allclose(facts["positions"][name], expected, atol=1e-12)
    earth = facts_of(["simulate", file, "--duration", "0.05"], capsys)
    assert abs(earth["positions"]["turn"][-1]) > 2.0 * abs(facts["positions"]["turn"][-1])


def test_efforts_under_conditions(file, capsys):
    facts = facts_of(["efforts", file, "--over", "turn", *CONDITIONS], capsys)
    assert facts["drives"] == ["turn", "slide"]
    model = model_of(file)
    first = facts["poses"][0]
    expected = fb.effort_map(model, model.q(first["positions"]))
    np.testing.assert_allclose(first["efforts"], expected.holding[0], rtol=1e-9)


def test_loads_keep_the_gears_of_drives_that_are_named_again(file, capsys):
    """`--drive` moves the slide, and both drives that `--drives` names work for it."""
    words = ["loads", file, "--drive", "slide", "--by", "0.1", *CONDITIONS]
    facts = facts_of(words, capsys)
    model = model_of(file)
    expected = fb.sizing(model, fb.turn(model, "slide", by=0.1)).drives
    for shown, load in zip(facts["drives"], expected, strict=True):
        assert shown["joint"] == load.joint
        assert shown["peak"] == pytest.approx(load.peak, rel=1e-9)
        assert shown["motorPeak"] == pytest.approx(load.motor_peak, rel=1e-9)
    assert facts["drives"][0]["motorPeak"] == pytest.approx(facts["drives"][0]["peak"] / 50)
    assert main(words) == 0
    assert "motor " in capsys.readouterr().out, "a gear shows also where its joint is at rest"


def status_of(words):
    try:
        return main(words)
    except SystemExit as end:
        return end.code


@pytest.mark.parametrize("command", ["dynamics", "simulate", "efforts", "loads"])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--drives", "trun"], "no joint named 'trun'; did you mean 'turn'?"),
        (["--drives", "turn", "--drives", "turn"], "duplicate drive at joint 'turn'"),
        (["--payload", "tool"], "expected LINK=MASS, such as tool=2.5 for 2.5 kg"),
        (["--payload", "tool=heavy"], "mass on link 'tool' must be one number [kg], got 'heavy'"),
        (["--payload", "tool=1,2"], "mass on link 'tool' must be one number [kg], got '1,2'"),
        (["--payload", "tool=90deg"], "mass on link 'tool' must be one number [kg]"),
        (["--payload", "tool=-1"], "mass on link 'tool' must be finite and not negative [kg]"),
        (["--payload", "tool=nan"], "mass on link 'tool' must be finite and not negative [kg]"),
        (["--payload", "toll=1"], "no link named 'toll'; did you mean 'tool'?"),
        (["--payload", "tool=1", "--payload", "tool=2"], "two masses for link 'tool'"),
        (["--gravity", "0,0"], "'0,0' is not X,Y,Z"),
        (["--gravity", "0,0,inf"], "'0,0,inf' must be finite"),
    ],
)
def test_conditions_that_cannot_be(command, words, message, file, capsys):
    assert status_of([command, file, *words]) == 2
    assert message in capsys.readouterr().err


def test_without_gravity(file, capsys):
    """Nothing is needed to hold a robot in space, and nothing falls there."""
    words = ["--gravity", "0,0,0", "--drives", "turn", "--drives", "slide"]
    facts = facts_of(["dynamics", file, *words], capsys)
    assert facts["holdingEfforts"] == {"turn": 0.0, "slide": 0.0}
    assert facts["potentialEnergy"] == 0.0
    facts = facts_of(["efforts", file, *words], capsys)
    assert {x for pose in facts["poses"] for x in pose["efforts"]} == {0.0}
    facts = facts_of(["loads", file, "--drive", "slide", "--by", "0.1", *words], capsys)
    assert [load["peak"] for load in facts["drives"]] == [0.0, 0.0]
    assert main(["simulate", file, "--duration", "0.1", *words]) == 0
    assert "energy   0 J at first, 0 J at last" in capsys.readouterr().out


def test_efforts_have_the_unit_of_their_joints(file, capsys):
    """A hinge has N m, a slide N; only where both are meant it is one or the other."""
    assert main(["loads", file, "--set", "turn=0.5", "--drive", "slide"]) == 1
    assert " N that no drive can give" in capsys.readouterr().err
    assert main(["loads", file, "--drives", "slide"]) == 1
    assert " N m that no drive can give" in capsys.readouterr().err
    assert main(["efforts", "gallery:drone"]) == 1
    assert "'flight[2]' need up to 9.36 N that no drive" in capsys.readouterr().err
    for words, unit in ((CONDITIONS, "N m or N"), (["--drives", "turn"], "N m")):
        assert main(["dynamics", file, *words, "--acceleration", "slide=0"]) in (0, 1)
        out = capsys.readouterr().out
        assert not out or f"cause the accelerations [{unit}]\n" in out
    assert main(["dynamics", "gallery:four_bar"]) == 0
    assert "hold the pose [N m]\n" in capsys.readouterr().out
    assert main(["efforts", file, *CONDITIONS]) == 0
    assert "hold the poses [N m or N]\n" in capsys.readouterr().out
    fall = ["simulate", file, "--set", "turn=0.9", "--duration", "1"]
    assert main(fall) == 0
    out = capsys.readouterr().out
    assert "joint 'turn' reached its limit" in out
    for line in out.splitlines():
        if "reached its limit" in line:
            assert line.endswith(" N m s" if "'turn'" in line else " N s")
            assert not line.endswith("or N s")


@pytest.mark.parametrize("command", ["dynamics", "simulate", "efforts", "loads", "trace"])
def test_json_counts_the_errors_of_the_file(command, file, tmp_path, capsys):
    words = [command, file, "--json", *(["--drive", "turn", "--to", "0.5"] * (command == "trace"))]
    words += ["--drives", "turn", "--drives", "slide"] * (command in ("efforts", "loads"))
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["errors"] == 0
    broken = tmp_path / "broken.urdf"
    broken.write_text(ARM.replace("</robot>", '<joint name="x" type="fixed"/></robot>'))
    words[1] = str(broken)
    main(words)
    assert json.loads(capsys.readouterr().out)["errors"] > 0
    if command in ("simulate", "trace"):
        output = tmp_path / "motion.json"
        main([*words, "-o", str(output)])
        assert json.loads(output.read_text())["errors"] > 0

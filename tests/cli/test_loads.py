"""`fourbar loads`, and `fourbar efforts` as a table: what they are of, limits, directions."""

import csv
import json

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main

G = 9.81


def robot(joint):
    """A link of 2 kg at a joint, with its centre 0.5 m below it."""
    inertial = fb.Inertial(
        mass=2.0,
        origin=fb.Pose(xyz=(0.0, 0.0, -0.5)),
        inertia=fb.Inertia(ixx=0.1, iyy=0.1, izz=0.1),
    )
    links = (fb.Link(name="base"), fb.Link(name="arm", inertial=inertial))
    return fb.Robot(name="one", links=links, joints=(joint,))


def lift(*, friction=3.0, **limit):
    """A slide upward with friction."""
    limits = {"lower": -1.0, "upper": 1.0, "effort": 5.0, "velocity": 1.0} | limit
    return robot(
        fb.Joint(
            name="s",
            type="prismatic",
            parent="base",
            child="arm",
            axis=(0.0, 0.0, 1.0),
            limit=fb.Limit(**limits),
            dynamics=fb.Dynamics(friction=friction),
        )
    )


@pytest.fixture
def lifted(tmp_path):
    file = tmp_path / "lift.urdf"
    fb.save(lift(), file)
    return str(file)


def facts_of(words, capsys):
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_drives_beyond_their_limits_are_told(lifted, capsys):
    words = ["loads", lifted, "--speed", "4", "--payload", "arm=10"]
    facts = facts_of(words, capsys)
    (load,) = facts["drives"]
    assert (load["effortLimit"], load["velocityLimit"]) == (5.0, 1.0)
    assert load["peak"] == pytest.approx(12.0 * G + 3.0)  # weight and friction
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "beyond its limits: 's' needs 120.72 N, limit 5 and 4 m/s, limit 1\n" in out
    found = fb.sizing(fb.Model(lift()), fb.turn(fb.Model(lift()), "s", speed=4.0))
    assert found.drives[0].is_beyond
    strong = fb.Model(lift(effort=100.0, velocity=4.0))
    assert not fb.sizing(strong, fb.turn(strong, "s", speed=4.0)).drives[0].is_beyond
    # The limits of a drive come before those of its joint.
    own = fb.Model(lift(), drives=[fb.Drive("s", effort=50.0)])
    assert fb.sizing(own, fb.turn(own, "s")).drives[0].effort_limit == 50.0
    assert main(["loads", "gallery:four_bar", "--by", "0.1"]) == 0
    assert "beyond" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "effort", "end"),
    [
        ([], 2.0 * G + 3.0, 1.0),
        (["--speed", "-1"], 2.0 * G - 3.0, -1.0),
        (["--by", "-0.5"], 2.0 * G - 3.0, -0.5),
        (["--by", "-0.5", "--speed", "-2"], 2.0 * G - 3.0, -0.5),
    ],
)
def test_lowering_takes_less_than_lifting(words, effort, end, lifted, capsys):
    facts = facts_of(["loads", lifted, *words], capsys)
    assert facts["drives"][0]["peak"] == pytest.approx(effort)
    assert facts["to"] == pytest.approx(end)
    assert np.sign(facts["speed"]) == np.sign(end)


def test_a_linkage_turns_backward_through_the_same_poses():
    model = fb.Model(fb.load("gallery:four_bar"))
    there = fb.turn(model, "crank", speed=2.0, by=0.5)
    back = fb.turn(model, "crank", speed=-2.0, by=-0.5, q0=there.q[-1])
    np.testing.assert_allclose(back.q[::-1], there.q, atol=1e-9)
    np.testing.assert_allclose(back.v[::-1], -there.v, atol=1e-8)
    np.testing.assert_allclose(back.a[::-1], there.a, atol=1e-7)
    assert (np.diff(back.t) > 0.0).all()


def test_signs_that_contradict_each_other(lifted, capsys):
    assert main(["loads", lifted, "--by", "0.5", "--speed", "-1"]) == 2
    assert "give both the same sign" in capsys.readouterr().err
    assert main(["loads", lifted, "--set", "s=-1", "--speed", "-1"]) == 2
    assert "at its lower limit" in capsys.readouterr().err
    assert main(["loads", lifted, "--speed", "30deg"]) == 2
    assert "not in degrees" in capsys.readouterr().err


def test_reports_begin_with_what_they_are_of(lifted, tmp_path, capsys):
    words = ["loads", lifted, "--speed", "0.5", "--payload", "arm=10", "--gravity", "0,0,-1.62"]
    table, page = tmp_path / "l.csv", tmp_path / "l.html"
    assert main([*words, "-o", str(table)]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "one: 's' from 0 to 1 m at 0.5 m/s, 2 s\n"
        "gravity 0,0,-1.62 m/s^2; drives s; payload 10 kg on 'arm'\n"
    )
    rows = list(csv.DictReader(table.read_text().splitlines()))
    found = {(x["part"], x["name"], x["quantity"]): x for x in rows}
    assert found["motion", "s", "speed"]["value"] == "0.5"
    assert found["gravity", "", "z"]["value"] == "-1.62"
    assert found["payload", "arm", "mass"]["value"] == "10.0"
    assert float(found["drive", "s", "peak"]["value"]) == pytest.approx(12.0 * 1.62 + 3.0)
    assert found["drive", "s", "effort limit"]["value"] == "5.0"
    assert found["drive", "s", "braking"]["value"] == "0.0"
    assert float(found["joint", "s", "fz"]["value"]) == pytest.approx(12.0 * 1.62)
    assert found["joint", "s", "fz"]["time"] != ""
    assert main([*words, "-o", str(page)]) == 0
    text = page.read_text()
    for word in ("force [N] in joints", "moment [N m] in joints", "payload 10 kg", "0,0,-1.62"):
        assert word in text


def test_times_are_those_of_the_largest_loads(capsys):
    model = fb.Model(fb.load("gallery:four_bar"))
    motion = fb.turn(model, "crank", speed=10.0)
    wrenches = fb.reactions(model, None, motion.q, motion.v, a=motion.a)
    load = fb.sizing(model, motion).joints[0]
    at = int(np.searchsorted(motion.t, load.t[0]))
    assert abs(wrenches.joints[at, 0, 0]) == load.peak[0] == abs(wrenches.joints[:, 0, 0]).max()
    assert np.isnan(load.t[1])  # not determined


def test_joints_with_several_velocities_are_numbered(tmp_path, capsys):
    ball = fb.Joint(
        name="j",
        type="universal",
        parent="base",
        child="arm",
        axis=(1.0, 0.0, 0.0),
        axis2=(0.0, 1.0, 0.0),
    )
    file = tmp_path / "two.urdf"
    fb.save(robot(ball), file)
    motion = tmp_path / "m.json"
    words = ["simulate", str(file), "--set", "j=0.3,0.1", "--duration", "0.05", "-o"]
    for suffix in (".csv", ".npz", ".json"):
        motion = tmp_path / f"m{suffix}"
        assert main([*words, str(motion)]) == 0
        capsys.readouterr()
        facts = facts_of(["loads", str(file), "--motion", str(motion)], capsys)
        assert [load["joint"] for load in facts["drives"]] == ["j[0]", "j[1]"]
        assert facts["motion"] == str(motion)
        # A free fall asks nothing of drives.
        assert max(load["peak"] for load in facts["drives"]) < 1e-9
    assert main(["loads", str(file), "--motion", str(motion), "--by", "1"]) == 2
    assert "leave out --by" in capsys.readouterr().err
    assert main(["loads", "gallery:four_bar", "--motion", str(motion)]) in (1, 2)
    assert "is not a motion of 'four_bar'" in capsys.readouterr().err
    assert main(["loads", str(file)]) == 1
    assert "--motion FILE" in capsys.readouterr().err
    # The poses of efforts are there too.
    table = tmp_path / "e.csv"
    assert main(["efforts", str(file), "-o", str(table)]) == 0
    rows = list(csv.DictReader(table.read_text().splitlines()))
    model = fb.Model(fb.load(str(file)))
    q = np.array([[float(row["j[0]"]), float(row["j[1]"])] for row in rows])
    held = np.array([[float(row[f"effort of j[{k}]"]) for k in range(2)] for row in rows])
    np.testing.assert_allclose(held, fb.gravity(model, None, q), atol=1e-9)


def test_couplings_are_loads_too(tmp_path, capsys):
    words = ["gallery:belt_leg", "--drives", "knee", "--drives", "ankle_motor"]
    facts = facts_of(["loads", *words, "--by", "0.1"], capsys)
    model = fb.Model(fb.load("gallery:belt_leg"), drives=["knee", "ankle_motor"])
    motion = fb.turn(model, "knee", by=0.1)
    found = fb.reactions(model, None, motion.q, motion.v, a=motion.a)
    (load,) = facts["couplings"]
    assert load["name"] == "ankle_belt"
    assert load["peak"] == pytest.approx(np.abs(found.couplings).max(), rel=1e-6)
    assert main(["loads", *words, "--by", "0.1"]) == 0
    assert "\nankle_belt " in capsys.readouterr().out
    facts = facts_of(["dynamics", *words, "--set", "ankle=0.3", "--reactions"], capsys)
    q = fb.assemble(model, {"ankle": 0.3}).q
    wanted = fb.reactions(model, None, q).couplings
    assert facts["couplings"] == {"ankle_belt": pytest.approx(wanted[0], rel=1e-9)}
    assert main(["dynamics", *words, "--set", "ankle=0.3", "--reactions"]) == 0
    assert "efforts of couplings" in capsys.readouterr().out


def test_motions_of_another_robot_and_batches_are_told_apart():
    model = fb.Model(fb.load("gallery:four_bar"))
    other = fb.Model(fb.load("gallery:ur20"))
    q = model.q({})
    with pytest.raises(ValueError, match=r"the motion is of 'four_bar'.* same joints"):
        fb.sizing(other, fb.simulate(model, q, duration=0.01))
    with pytest.raises(ValueError, match=r"a batch of 2 motions; choose one with motion\.row"):
        fb.sizing(model, fb.simulate(model, np.stack([q, q]), duration=0.01))


def test_robots_that_cannot_move(tmp_path, capsys):
    file = tmp_path / "fixed.urdf"
    fb.save(robot(fb.Joint(name="j", type="fixed", parent="base", child="arm")), file)
    assert main(["loads", str(file)]) == 1
    assert "has no joint that moves" in capsys.readouterr().err

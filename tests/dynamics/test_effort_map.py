"""Efforts over many poses, and how hard links push."""

import xml.etree.ElementTree as ET
from itertools import combinations

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.mechanics.reports import effort_map, joint_grid
from fourbar.mechanics.reports.furthest import furthest

from .robots import gallery
from .test_model import pendulum


def test_a_pendulum_pushes_with_what_its_weight_leaves():
    model = fb.Model(pendulum(mass=2.0, length=0.5), drives=[fb.Drive("hinge", effort=20.0)])
    q = np.linspace(-1.0, 1.0, 9)[:, None]
    link = model.link_names[-1]
    found = effort_map(model, q)
    weight = 2.0 * 9.81 * 0.5 * np.sin(q[:, 0])
    assert found.drives == ("hinge",)
    assert found.holding[:, 0] == pytest.approx(weight, abs=1e-12)
    assert found.share == pytest.approx(np.abs(weight) / 20.0)
    assert found.force is None
    assert effort_map(model, q, link).force == pytest.approx(np.inf)  # at its hinge: no lever


@pytest.mark.parametrize("name", ["ur20", "delta", "leg_linkage"])
def test_with_as_many_drives_as_freedoms_a_drive_reaches_its_limit(name):
    model = gallery(name)
    limits = {"delta": 3.0, "leg_linkage": 5.0}
    if name in limits:
        drives = [fb.Drive(d.joint, effort=limits[name]) for d in model.drives]
        model = fb.Model(model.robot, drives=drives)
    Q = model.random(12, seed=3)
    link = model.link_names[-1]
    direction = np.array([0.3, -0.2, -1.0])
    found = effort_map(model, Q, link, direction)
    limit = np.array(
        [limits.get(name) or model.effort_limit[model.joint(d).v.start] for d in found.drives]
    )
    for q, force, joint in zip(Q, found.force, found.joint, strict=True):
        assert 0.0 < force < np.inf
        wrench = np.concatenate([-force * direction / np.linalg.norm(direction), np.zeros(3)])
        tau = fb.inverse_dynamics(model, None, q, None, None, wrenches={link: wrench})
        used = np.abs([tau[model.joint(d).v.start] for d in found.drives]) / limit
        assert used.max() == pytest.approx(1.0, abs=1e-7)
        assert used[found.drives.index(joint)] == pytest.approx(1.0, abs=1e-7)


def test_redundant_drives_share_a_push_as_well_as_they_can():
    robot = gallery("four_bar").robot
    q = fb.assemble(fb.Model(robot), {"crank": 0.9}).q
    one = fb.Model(robot, drives=[fb.Drive("crank", effort=2.0)])
    two = fb.Model(robot, drives=[fb.Drive("crank", effort=2.0), fb.Drive("rocker", effort=3.0)])
    found = effort_map(two, q, "coupler_link", (1.0, 0.0, 0.0))
    alone = effort_map(one, q, "coupler_link", (1.0, 0.0, 0.0))
    assert found.force[0] > alone.force[0]
    # One freedom: both drives at their limits, the way that pushes.
    h = 1e-6
    ends = [fb.assemble(one, {"crank": 0.9 + step}, q).q for step in (h, -h)]
    G = (ends[0] - ends[1]) / (2 * h)
    data = one.data()
    places = []
    for end in ends:
        fb.forward_kinematics(one, data, end)
        places.append(data.pose("coupler_link")[0, 3])
    lever = (places[0] - places[1]) / (2 * h)
    high, low = (float(fb.energy(one, None, end).potential) for end in ends)
    weight = (high - low) / (2 * h)
    most = 2.0 * abs(G[0]) + 3.0 * abs(G[2])
    assert found.force[0] == pytest.approx((most - np.sign(lever) * weight) / abs(lever), rel=1e-6)


def test_a_robot_too_heavy_for_its_drives_pushes_nothing():
    model = fb.Model(gallery("four_bar").robot, drives=[fb.Drive("crank", effort=0.01)])
    found = effort_map(model, fb.assemble(model, {"crank": 0.9}).q, "coupler_link")
    assert found.share[0] > 1.0
    assert found.force[0] == 0.0
    assert found.joint == ("",)


def test_a_dead_centre_of_the_drives_is_marked_and_not_an_error():
    # The crank in line with the coupler: the rocker stands still and moves nothing.
    model = fb.Model(gallery("four_bar").robot, drives=["rocker"])
    Q, reached = joint_grid(model, {"crank": np.linspace(-np.pi, np.pi, 721)})
    assert reached.all()
    found = effort_map(model, Q)
    efforts = np.abs(found.holding[:, 0])
    assert not efforts.max() < 50.0 * np.nanmedian(efforts)  # NaN counts


def test_too_few_drives_are_named():
    model = fb.Model(gallery("ur20").robot, drives=["elbow_joint"])
    with pytest.raises(fb.ActuationError, match="shoulder_lift_joint"):
        effort_map(model, model.random(3, seed=0))


def test_a_grid_leaves_out_what_cannot_be_reached():
    model = gallery("delta")
    values = np.linspace(-3.0, 3.0, 7)
    Q, reached = joint_grid(model, {"arm_1": values, "arm_2": values[::2]})
    assert Q.shape == (28, model.nq)
    assert 0 < reached.sum() < 28
    phi = fb.closure(model, Q[reached])[0]
    assert np.abs(phi).max() <= model.tolerance
    columns = [model.joint(name).q.start for name in ("arm_1", "arm_2")]
    wanted = np.array([(a, b) for a in values for b in values[::2]])
    assert Q[reached][:, columns] == pytest.approx(wanted[reached])
    assert np.isnan(Q[~reached]).all()


@pytest.mark.parametrize(
    "positions", [{"arm_1": [[0.0]]}, {"arm_1": []}, {"arm_1": [np.nan]}, {"elbow_1_left": [0.0]}]
)
def test_bad_grids_are_refused(positions):
    with pytest.raises(ValueError, match="positions of joint"):
        joint_grid(gallery("delta"), positions)


def test_a_grid_over_a_joint_that_usually_follows():
    """The rocker leads: poses are those of `move`, and the crank is where it has to be."""
    model = gallery("four_bar")
    start = fb.assemble(model, {"crank": 0.9}).q
    rocker = model.joint("rocker").q.start
    values = start[rocker] + np.array([-0.3, -0.1, 0.0, 0.1, 2.0])
    Q, reached = joint_grid(model, {"rocker": values}, start)
    assert reached.tolist() == [True] * 4 + [False]
    np.testing.assert_array_equal(Q[:4, rocker], values[:4])
    assert np.abs(fb.closure(model, Q[:4])[0]).max() <= model.tolerance
    for row, value in zip(Q[:4], values[:4], strict=True):
        np.testing.assert_allclose(row, fb.move(model, start, {"rocker": value}), atol=1e-9)
    assert np.isnan(Q[4]).all()


def test_joints_that_follow_from_each_other_make_no_grid():
    model = gallery("four_bar")
    match = "crank, rocker cannot be given together.*given alone: crank, coupler, rocker"
    with pytest.raises(ValueError, match=match):
        joint_grid(model, {"crank": [0.1], "rocker": [0.1]})


@pytest.mark.parametrize("direction", [(0, 0, 0), (0, 1), (np.nan, 0, 0)])
def test_directions_that_are_none_are_refused(direction):
    model = gallery("four_bar")
    with pytest.raises(ValueError, match="direction"):
        effort_map(model, fb.assemble(model, {}).q, "coupler_link", direction)


def test_linear_programs_of_a_few_unknowns():
    rng = np.random.default_rng(5)
    # The corners of a random polytope around the start, looked at one by one.
    for width in (1, 2, 3):
        C = rng.standard_normal((8, width))
        C = np.vstack([C, np.eye(width), -np.eye(width)])
        b = rng.uniform(0.2, 1.0, len(C))
        goal = rng.standard_normal(width)
        found = furthest(C, b, goal, np.zeros(width))
        assert found is not None
        y, held = found
        best = max(
            float(goal @ corner)
            for rows in combinations(range(len(C)), width)
            if abs(np.linalg.det(C[list(rows)])) > 1e-9
            for corner in [np.linalg.solve(C[list(rows)], b[list(rows)])]
            if (C @ corner <= b + 1e-9).all()
        )
        assert (C @ y <= b + 1e-9).all()
        assert goal @ y == pytest.approx(best, rel=1e-9)
        assert C[held] @ y == pytest.approx(b[held])
    assert furthest(np.array([[1.0, 0.0]]), np.ones(1), np.array([0.0, 1.0]), np.zeros(2)) is None


def test_the_command_draws_curves_and_maps(tmp_path, capsys):
    for robot, over in (("four_bar", ["crank"]), ("delta", ["arm_1", "arm_2"])):
        file = tmp_path / f"{robot}.svg"
        words = [word for name in over for word in ("--over", name)]
        assert main(["efforts", f"gallery:{robot}", *words, "-o", str(file)]) == 0
        paths = ET.fromstring(file.read_text()).findall("{http://www.w3.org/2000/svg}path")
        shades = {path.get("style") for path in paths if "fill:#" in (path.get("style") or "")}
        assert len(shades) == (0 if len(over) == 1 else 48)
    assert "poses" in capsys.readouterr().out


def test_the_command_writes_a_table(tmp_path):
    file = tmp_path / "push.csv"
    words = ["--over", "elbow_joint", "--link", "tool0", "--direction", "1,0,0", "-o", str(file)]
    assert main(["efforts", "gallery:ur20", *words]) == 0
    head, *rows = file.read_text().splitlines()
    assert head.split(",")[-3:] == ["share", "force", "joint"]
    assert len(rows) == 181


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["--over", "crank", "--over", "rocker"], 2),
        (["--over", "nothing"], 2),
        (["--over", "crank", "--over", "crank"], 2),
        (["-o", "x.svg"], 2),
        (["-o", "x.png"], 2),
        (["--link", "nothing"], 2),
    ],
)
def test_what_the_command_cannot_do_it_says(words, status, capsys):
    assert main(["efforts", "gallery:four_bar", *words]) == status
    assert "fourbar efforts: " in capsys.readouterr().err


def test_drives_without_any_effort_are_named(tmp_path, capsys):
    """Many files say effort="0" where they mean that they do not know."""
    file = tmp_path / "arm.urdf"
    file.write_text(
        '<robot name="arm"><link name="a"/><link name="b"><inertial><origin xyz="1 0 0"/>'
        '<mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
        '</link><joint name="lift" type="revolute"><parent link="a"/><child link="b"/>'
        '<axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="0" velocity="1"/></joint></robot>'
    )
    main(["efforts", str(file)])
    shown = capsys.readouterr().out
    assert "drives with an effort limit of 0, which hold nothing: lift" in shown

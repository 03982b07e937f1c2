"""Jobs over configurations and places, and the pictures of what they find."""

from __future__ import annotations

import json
import sys
from functools import partial
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import numpy as np
import pytest
from PIL import Image

import fourbar as fb
from fourbar import Box, Collision
from fourbar.cli import main
from fourbar.fleet import (
    Configurations,
    FleetError,
    Lattice,
    Samples,
    clearance,
    cloud_of,
    dexterity,
    draw_slice,
    draw_volume,
    inverse,
    map_configurations,
    payload,
    reach,
    reached,
    save_reach,
    singularities,
    sphere_bodies,
)
from fourbar.fleet.tables import read_columns, write_columns
from fourbar.fleet.targets import spread_rotations
from fourbar.gltf import Cloud, convert
from fourbar.graph.drawing.raster import png
from fourbar.record import replace

sys.path.insert(0, str(Path(__file__).parent))  # where workers import functions from

import fleet_arms as planar

pytest.importorskip("pyarrow")
pytestmark = pytest.mark.slow

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
DELTA = ["reach", "gallery:delta", "--link", "tool"]
BOX = ["inverse", "gallery:ur20", "--link", "flange", "--lower", "0,0,0", "--upper", "1,1,1"]
BALL = '<collision><origin xyz="{} 0 0"/><geometry><sphere radius="{}"/></geometry></collision>'


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    """What a gantry reaches, in cells of 2 cm."""
    model = fb.Model(planar.gantry())
    found = map_configurations(
        model,
        partial(reach, link="l3"),
        Samples(30_000, seed=3),
        output=tmp_path_factory.mktemp("box"),
        chunk=7000,
        workers_count=1,
    )
    return model, found


def test_a_planar_arm_with_three_joints_is_not_singular_everywhere():
    """It never leaves its plane: two singular values count."""
    turn = partial(planar.joint, type="revolute", axis="0 0 1", lower=-3, upper=3)
    robot = planar.robot(
        turn(0, xyz="0 0 0"), turn(1, xyz="0.5 0 0"), turn(2, xyz="0.4 0 0"),
        planar.joint(3, "fixed", "0 0 1", "0.3 0 0", 0, 0),
    )  # fmt: skip
    model = fb.Model(robot)
    q = Samples(200, seed=1).rows(model, 0, 200)
    found = reach(model, q, link="l4", task="position")
    J = fb.kinematics(model, q, "l4").jacobian[:, :2]
    expected = np.sqrt(np.linalg.det(J @ np.swapaxes(J, 1, 2)))
    assert np.abs(found["manipulability"] - expected).max() < 1e-12
    assert not found["singular"].any()


def test_a_singular_wrist_is_singular_for_poses_and_not_for_positions():
    """An arm of Universal Robots loses a direction where its fourth and sixth axes are parallel."""
    model = fb.Model(fb.load("gallery:ur20"))
    q = np.array([[0.3, -1.2, 1.0, 0.4, wrist, 0.2] for wrist in (0.0, 0.5, np.pi)])
    det = np.abs(np.linalg.det(fb.kinematics(model, q, "flange").jacobian))
    assert det[0] < 1e-12 > det[2]
    assert det[1] > 0.1
    for job in (reach, singularities):
        assert job(model, q, link="flange")["singular"].tolist() == [True, False, True]
        assert np.abs(job(model, q, link="flange")["manipulability"] - det).max() < 1e-12
        only = job(model, q, link="flange", task="position")
        assert not only["singular"].any()
        with pytest.raises(ValueError, match="unknown task 'place'"):
            job(model, q, link="flange", task="place")


def test_singularities_are_those_of_one_configuration_at_a_time():
    model = fb.Model(fb.load("gallery:delta"))
    q = Samples(20, seed=1).rows(model, 0, 20)
    found = singularities(model, q, link="tool")
    data = model.data()
    for k in (0, 7, 19):
        fb.forward_kinematics(model, data, q[k])
        one = fb.singularity(model, data, "tool")
        for name in ("smallest", "condition", "distance", "closure", "singular"):
            known = getattr(one, name)
            if name == "distance":  # no farther than the arms turn
                known = min(known, np.linalg.norm((model.upper - model.lower)[model.chart.q]))
            assert found[name][k] == pytest.approx(known, rel=1e-9), name
        assert np.allclose(found["position"][k], data.pose("tool")[:3, 3], atol=1e-15)


def test_the_payload_of_a_pendulum_is_its_effort_over_its_lever():
    lever = fb.loads(
        '<robot name="lever"><link name="a"/><link name="b"/><link name="c"/>'
        '<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 1 0"/>'
        '<limit lower="-1" upper="1" effort="10" velocity="1"/></joint>'
        '<joint name="t" type="fixed"><parent link="b"/><child link="c"/><origin xyz="0.5 0 0"/>'
        "</joint></robot>"
    )
    model = fb.Model(lever)
    q = Samples(100, seed=2).rows(model, 0, 100)
    found = payload(model, q, link="c")
    assert np.abs(found["payload"] * 9.81 * 0.5 * np.cos(q[:, 0]) - 10.0).max() < 1e-9
    assert set(found["joint"]) == {"j"}


def test_clearance_is_a_bound_of_the_distance_of_balls_from_both_sides():
    text = fb.dumps(planar.two_links())
    for link, shape in (("l0", BALL.format(0, 0.1)), ("l3", BALL.format(0, 0.05))):
        text = text.replace(f'<link name="{link}"/>', f'<link name="{link}">{shape}</link>')
        text = text.replace(f'<link name="{link}" />', f'<link name="{link}">{shape}</link>')
    robot = fb.loads(text)
    assert [len(robot.links[name].collisions) for name in ("l0", "l3")] == [1, 1]
    model = fb.Model(robot)
    bodies = sphere_bodies(robot, spheres=16)
    assert [[bodies.bodies[k].link for k in pair] for pair in bodies.pairs] == [["l0", "l3"]]
    q = Samples(2000, seed=4).rows(model, 0, 2000)
    found = clearance(model, q, link="l3", bodies=bodies)
    apart = np.linalg.norm(found["position"], axis=1) - 0.15
    assert np.abs(found["clearance"] - apart).max() < 1e-12  # balls are what they are
    edges = robot.update(replace(robot.links["l3"], collisions=(Collision(Box((0.1,) * 3)),)))
    bodies = sphere_bodies(edges, spheres=16)
    found = clearance(fb.Model(edges), q, link="l3", bodies=bodies)
    # A cube is between the balls that it contains and is contained in.
    assert (found["clearance"] <= apart + 1e-9).all()
    assert (apart - 0.05 * (3**0.5 - 1.0) <= found["most"] + 1e-9).all()
    assert (found["most"] - np.maximum(found["clearance"], 0.0)).max() < 0.06
    with pytest.raises(FleetError, match="nothing to measure"):
        sphere_bodies(planar.two_links())
    with pytest.raises(FleetError, match="nothing to measure"):
        sphere_bodies(edges, ignore=[("l0", "l3")])
    with pytest.raises(FleetError, match="unknown link 'l9'"):
        sphere_bodies(edges, ignore=[("l0", "l9")])


def test_inverse_reaches_a_gantry_s_box_and_nothing_else():
    model = fb.Model(planar.gantry())
    source = Lattice((-0.1, -0.1, -0.1), (0.5, 0.3, 0.4), 0.05)
    points = source.rows(model, 0, source.count(model))
    assert len(points) == 12 * 8 * 10
    assert points[0] == pytest.approx([-0.075, -0.075, -0.075])
    assert np.array_equal(points[37:51], source.rows(model, 37, 51))
    found = inverse(model, points, link="l3")
    inside = ((points >= 0.0) & (points <= [0.4, 0.2, 0.3])).all(axis=1)
    assert np.array_equal(found["converged"], inside)
    assert np.abs(found["q"][inside] - points[inside]).max() < 1e-6
    assert np.array_equal(np.isfinite(found["position"]).all(axis=1), inside)
    turned = inverse(model, points[:5] + 0.2, link="l3", rpy=(0.0, 0.0, 0.1))
    assert not turned["converged"].any()  # slides do not turn


def test_dexterity_is_one_for_a_ball_on_a_gantry_and_nothing_outside():
    text = fb.dumps(planar.gantry()).replace(
        "</robot>",
        '<link name="hand"/><joint name="wrist" type="spherical"><parent link="l3"/>'
        '<child link="hand"/></joint></robot>',
    )
    model = fb.Model(fb.loads(text))
    points = np.array([[0.2, 0.1, 0.15], [0.35, 0.05, 0.05], [0.6, 0.1, 0.1]])
    found = dexterity(model, points, link="hand", orientations=12)
    assert found["dexterity"].tolist() == [1.0, 1.0, 0.0]
    fixed = dexterity(fb.Model(planar.gantry()), points, link="l3", orientations=12)
    assert not fixed["dexterity"].any()


def test_rotations_are_spread_evenly():
    R = spread_rotations(500)
    assert np.abs(R @ np.swapaxes(R, 1, 2) - np.eye(3)).max() < 1e-12
    assert np.abs(R.mean(axis=0)).max() < 0.02
    angles = np.arccos(np.clip((np.einsum("aij,bij->ab", R, R) - 1.0) / 2.0, -1.0, 1.0))
    np.fill_diagonal(angles, np.inf)
    nearest = angles.min(axis=1)
    assert nearest.max() < 2.0 * nearest.min()


@pytest.mark.parametrize("statistic", ["largest", "smallest", "mean"])
def test_cells_have_the_statistic_of_their_points(box, statistic):
    _, found = box
    space = reached(found, cell=0.1, column="manipulability", statistic=statistic)
    heights = reached(found, cell=0.1)
    assert heights.values.sum() == heights.points == 30_000
    position = found.column("position")
    numbers = np.floor(position / 0.1).astype(int)
    assert np.array_equal(space.cells, np.unique(numbers, axis=0))
    values = found.column("manipulability")
    take = {"largest": np.max, "smallest": np.min, "mean": np.mean}[statistic]
    for cell, value in zip(space.cells, space.values, strict=True):
        assert value == pytest.approx(take(values[(numbers == cell).all(axis=1)]), rel=1e-12)
    with pytest.raises(FleetError, match="unknown column 'manipulabilty'; did you mean"):
        reached(found, cell=0.1, column="manipulabilty")
    with pytest.raises(ValueError, match="unknown statistic"):
        reached(found, cell=0.1, column="singular", statistic="median")


def test_ranges_are_those_of_all_points_and_promises_are_the_smallest_of_a_cell(tmp_path):
    """Of three chunks, the last without a finite value; a cell's statistic hides its extremes."""
    rng = np.random.default_rng(1)
    files = []
    for number in range(3):
        file = tmp_path / f"chunk-{number}.parquet"
        values = rng.normal(size=500) if number < 2 else np.full(500, np.nan)
        place = rng.random((500, 3))
        write_columns(file, {"position": place, "clearance": values, "manipulability": values})
        files.append(file)
    found = Configurations(tmp_path, 1500, tuple(files))
    every = found.column("clearance")
    for column, statistic in (("clearance", "smallest"), ("manipulability", "largest")):
        for chosen in (None, "largest", "smallest", "mean"):
            space = reached(found, cell=0.5, column=column, statistic=chosen)
            assert space.statistic == (chosen or statistic)
            assert (space.least, space.most) == (np.nanmin(every), np.nanmax(every))
            assert f", {space.statistic} in each cell" in draw_volume(space)
            text = draw_slice(space, "z", 0.2, title="arm")
            assert "<title>arm, z = 0.2 m (0.5 m thick)</title>" in text
            assert f", {space.statistic} in each cell" in text
            assert f", {space.statistic} in each cell" in cloud_of(space).label
    assert reached(found, cell=0.5).least is None
    none = Configurations(tmp_path, 500, (files[2],))
    assert reached(none, cell=0.5, column="clearance").least is None


@pytest.mark.parametrize(
    ("job", "column", "words"),
    [("clearance", "clearance", []), ("singularities", "distance", ["--task", "position"])],
)
def test_the_command_tells_the_worst_of_all_configurations(job, column, words, tmp_path, capsys):
    words = ["fleet", job, "gallery:iiwa14", "--link", "iiwa_link_ee", "-n", "400", *words]
    words += ["-o", str(tmp_path), "--chunk", "150", "-j", "1"]
    assert main([*words, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    values = np.concatenate([read_columns(p)[column] for p in tmp_path.glob("*.parquet")])
    assert (facts["least"], facts["most"]) == (values.min(), values.max())
    assert facts["statistic"] == "smallest"
    assert main([*words, "--statistic", "largest"]) == 0
    text = capsys.readouterr().out
    assert f" {values.min():.3g} to {values.max():.3g}; pictures show the largest" in text


def test_a_volume_is_between_its_bounds_where_enough_was_sampled(tmp_path):
    """A slide on two hinges reaches a shell between two spheres."""
    near, far = 0.2, 0.5
    robot = planar.robot(
        planar.joint(0, "revolute", "0 0 1", "0 0 0", -np.pi, np.pi),
        planar.joint(1, "revolute", "0 1 0", "0 0 0", -np.pi / 2, np.pi / 2),
        planar.joint(2, "prismatic", "1 0 0", "0 0 0", near, far),
    )
    expected = 4.0 / 3.0 * np.pi * (far**3 - near**3)
    model = fb.Model(robot)
    widths = []
    for number, cell, enough in (
        (500, 0.02, False),
        (20_000, 0.1, True),
        (20_000, 0.02, False),
        (400_000, 0.04, True),
    ):
        found = map_configurations(
            model,
            partial(reach, link="l3"),
            Samples(number, seed=1),
            output=tmp_path / f"{number}",
            workers_count=1,
        )
        space = reached(found, cell=cell)
        assert space.counts.sum() == number
        assert space.sampled == enough
        if enough:
            lower, upper = space.volume_bounds
            assert lower < expected < upper
            widths.append(upper - lower)
        else:
            assert space.single > 0.3
    assert widths[1] < 0.6 * widths[0]


def test_pictures_are_well_formed_and_png_shows_the_same(box):
    _, found = box
    space = reached(found, cell=0.05, column="smallest")
    for text in (draw_slice(space, "z", 0.12), draw_volume(space), draw_volume(space, cut=False)):
        root = ElementTree.fromstring(text)
        picture = Image.open(BytesIO(png(text)))
        assert picture.width == 2 * int(root.get("width", "0"))
        assert len(picture.getcolors(1 << 20) or ()) > 20
    with pytest.raises(FleetError, match="nothing was reached at z = 9 m; the cells go from 0 to"):
        draw_slice(space, "z", 9.0)


def test_a_volume_shows_what_nothing_is_in_front_of():
    """Of a cube of 3 x 3 x 3 cells, three sides of nine faces are seen: 54 triangles."""
    cells = np.stack(np.meshgrid(*[np.arange(3)] * 3, indexing="ij"), -1).reshape(-1, 3)
    text = fb.graph.drawing.volume.volume("cube", cells, np.arange(27.0), 0.1, "n", cut=False)
    scale = sum(part.count("z") for part in text.splitlines() if "stroke:none" in part)
    every = sum(
        part.count('z"') + part.count("zM") for part in text.splitlines() if "<path" in part
    )
    assert every - scale == 54


def test_a_cloud_has_its_points_colours_and_scale_and_the_robot_is_read_back(box, tmp_path):
    _, found = box
    robot = fb.load("gallery:four_bar")
    space = reached(found, cell=0.05, column="manipulability")
    cloud = cloud_of(space, cut=False)
    file = tmp_path / "cloud.glb"
    save_reach(space, file, robot=robot, cut=False)
    assert fb.load(file) == robot
    assert not fb.check(file).errors
    document = convert(robot, report=fb.Report(), clouds=[cloud], animations=False)
    assert document is not None
    (node,) = [n for n in document.root["nodes"] if n["name"].startswith("cloud")]
    (primitive,) = document.root["meshes"][node["mesh"]]["primitives"]
    accessor = document.root["accessors"][primitive["attributes"]["POSITION"]]
    assert primitive["mode"] == 0
    assert accessor["count"] == len(cloud.points) == len(space.cells)
    view = document.root["bufferViews"][accessor["bufferView"]]
    rows = np.frombuffer(document.binary, "<f4", 3 * accessor["count"], view["byteOffset"])
    assert np.allclose(rows.reshape(-1, 3)[:, [2, 0, 1]], cloud.points, atol=1e-6)  # z up to y up
    described = node["extras"]["fourbar"]["cloud"]
    assert (described["low"], described["high"]) == cloud.scale
    assert len(cloud_of(space).points) < len(cloud.points)


def test_clouds_without_a_number_are_refused():
    with pytest.raises(ValueError, match="no point with a finite value"):
        Cloud(np.zeros((2, 3)), np.array([np.nan, np.inf]), "x", 0.1)
    with pytest.raises(ValueError, match="shapes"):
        Cloud(np.zeros((2, 3)), np.zeros(3), "x", 0.1)


def test_other_options_of_a_model_are_another_run(tmp_path):
    robot = planar.two_links()
    run = partial(map_configurations, output=tmp_path, chunk=100, workers_count=1)
    run(fb.Model(robot), planar.tip, Samples(100))
    run(fb.Model(robot), planar.tip, Samples(100))
    for model in (fb.Model(robot, gravity=(0, 0, 0)), fb.Model(robot, locked={"j0": 0.5})):
        with pytest.raises(FleetError, match="results of another run"):
            run(model, planar.tip, Samples(100))
    other = partial(clearance, link="l3", bodies=(np.zeros(3),))
    with pytest.raises(FleetError, match="results of another run"):
        run(fb.Model(robot), other, Samples(100))


@pytest.mark.parametrize("job", ["reach", "payload", "inverse"])
def test_the_command_writes_chunks_and_pictures(job, tmp_path, capsys):
    words = ["fleet", job, "gallery:iiwa14", "--link", "iiwa_link_ee", "-o", str(tmp_path)]
    words += ["--cell", "0.25", "-j", "1", "--slice", "z=0.4", "--json"]
    assert main(words + ([] if job == "inverse" else ["-n", "3000"])) == 0
    facts = json.loads(capsys.readouterr().out)
    schema = json.loads((SCHEMAS / "workspace.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(facts)
    assert facts["pictures"] == ["volume.svg", "cloud.glb", "slice-z-0.4.svg"]
    assert all((tmp_path / name).stat().st_size > 1000 for name in facts["pictures"])
    assert sorted(p.name for p in tmp_path.glob("*.parquet")) == ["chunk-0000000.parquet"]
    names = json.loads((tmp_path / "run.json").read_text())["rows"]
    columns = read_columns(tmp_path / "chunk-0000000.parquet")
    assert {name: columns[name].shape[1] for name in names} == (
        {"target": 3} if job == "inverse" else {"q": 7}
    )
    assert facts["reached"] == (3000 if job != "inverse" else facts["reached"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["reach", "gallery:delta"], "reach needs a link; use --link NAME"),
        (["reach", "gallery:delta", "--link", "toll"], "did you mean 'tool'?"),
        (["reach", "a.urdf", "b.urdf", "--link", "tool"], "reach takes one robot, got 2 sources"),
        (["check", ".", "--link", "tool"], "--link has no effect on check"),
        (["reach", "gallery:delta", "--link", "tool", "--rpy", "0,0,1"], "--rpy has no effect"),
        (["reach", "gallery:delta", "--link", "tool", "--to", ".glb"], "--to has no effect"),
        (["reach", "gallery:ur20", "--link", "base_link"], "'base_link' does not move"),
        (["payload", "gallery:ur20", "--link", "flange", "--task", "pose"], "no effect on payload"),
        ([*DELTA, "--column", "q"], "column 'q' has 19 numbers for each row; expected one of: man"),
        ([*DELTA, "--column", "manipulable"], "unknown column 'manipulable'"),
        (["payload", *DELTA[1:], "--column", "joint"], "column 'joint' has text for each row"),
        ([*DELTA, "--slice", "z=5"], "--slice z=5 is outside the space: z is about 0.0"),
        ([*BOX, "--slice", "z=1.2"], "--slice z=1.2 is outside the space: z is 0 to 1 m"),
        (["tolerances", "gallery:ur20", "--position", "1mm"], "needs a link"),
        (["tolerances", "gallery:ur20", "--link", "flange"], "use --position or --rotation"),
        (["vary", "gallery:ur20"], "use --position, --rotation, --mass or --friction"),
        (["clearance", "gallery:ur20"], "--link NAME (clearance too: its pictures show where"),
        (["vary", "gallery:ur20", "--mass", "x=0.1"], "unknown link with a mass 'x'"),
        (["vary", "gallery:four_bar", "--position", "1mm"], "use in_plane (--in-plane)"),
    ],
)
def test_what_cannot_be_computed_is_said(words, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["fleet", *words]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_slice_beside_the_space_is_told_and_all_else_is_drawn(tmp_path, capsys):
    words = ["fleet", *DELTA, "-n", "2000", "-j", "1", "-o", str(tmp_path), "--cell", "0.06"]
    words += ["--slice", "z=0.45", "--slice", "z=0.2"]
    assert main(words) == 1
    assert "nothing was reached at z = 0.45 m, only from 0.0" in capsys.readouterr().out
    assert main([*words, "--json"]) == 1
    facts = json.loads(capsys.readouterr().out)
    schema = json.loads((SCHEMAS / "workspace.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(facts)
    assert facts["emptySlices"] == [{"axis": "z", "at": 0.45}]
    assert facts["pictures"] == ["volume.svg", "cloud.glb", "slice-z-0.2.svg"]


def test_the_command_for_tolerances_and_varied_robots(tmp_path, capsys):
    schema = json.loads((SCHEMAS / "variations.schema.json").read_text())
    words = ["gallery:four_bar", "-n", "40", "--chunk", "25", "-j", "1", "--json", "--position"]
    for job, more in (("tolerances", ["0.1mm", "--link", "coupler_link"]), ("vary", ["crank=1mm"])):
        output = ["-o", str(tmp_path / job)]
        assert main(["fleet", job, *words, *more, "--in-plane", *output]) == 0
        facts = json.loads(capsys.readouterr().out)
        jsonschema.Draft202012Validator(schema).validate(facts)
        assert (facts["rows"], facts["chunks"]) == (40, 2)
    robots = sorted((tmp_path / "vary" / "robots").iterdir())
    assert len(robots) == 40
    drawn = read_columns(tmp_path / "vary" / "chunk-0000001.parquet")
    names = json.loads((tmp_path / "vary" / "run.json").read_text())["rows"]["drawn"]
    assert names == ["number", "crank.x", "crank.y", "crank.z"]
    assert drawn["drawn"][3, 0] == 28
    given = np.array(fb.load("gallery:four_bar").joints["crank"].origin.xyz)
    made = np.array(fb.load(robots[28]).joints["crank"].origin.xyz)
    assert made - given == pytest.approx(drawn["drawn"][3, 1:], abs=1e-9)
    assert drawn["file"][3] == robots[28].name

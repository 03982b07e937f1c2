"""`fourbar collide`: every method contains what is visible, in the files that it writes."""

from __future__ import annotations

import json
from difflib import ndiff
from math import pi
from xml.etree import ElementTree

import numpy as np
import pytest

import fourbar as fb
from fourbar.assets import Primitive, TriangleMesh, convex_hull
from fourbar.assets.write_stl import write_stl
from fourbar.cli import main
from fourbar.covers.fit import Grid, fit
from fourbar.covers.hull import fit_hull, solid_around
from fourbar.covers.parts import grow_parts
from fourbar.covers.surface import Surface
from fourbar.robot import Box, Cylinder, Sphere

from .containment import kept, planes_of, shapes_of, uncovered
from .parts_tool import need_coacd
from .visible import triangles_of

METHODS = ("auto", "box", "cylinder", "capsule", "sphere", "hull", "spheres", "parts")
# Links that are unlike each other; benchmarks/containment.py does the same for the whole corpus.
MOTOMAN = "urdf_files_dataset/urdf_files/ros-industrial/motoman/motoman_sia10d_support/urdf"
ROBOTS = {
    "gallery:four_bar": ("crank_link", "coupler_link"),
    f"{MOTOMAN}/sia10d.urdf": ("base_link", "link_l", "link_t"),
    "example-robot-data/robots/hyq_description/robots/hyq_no_sensors.urdf": (
        "lf_hipassembly",
        "lf_lowerleg",
    ),
}


def find(corpus, name):
    if name.startswith("gallery:"):
        return name
    file = corpus / name
    if not file.exists():
        pytest.skip(f"{name} is not in the corpus")
    return str(file)


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("method", METHODS[:-1])
def test_no_triangle_is_outside(corpus, tmp_path, name, method):
    links = ROBOTS[name]
    options = ["--method", method, *(["--replace"] if method == "auto" else [])]
    options += ["--capsules"] if method in ("auto", "capsule") else []
    assert not outside(find(corpus, name), links, tmp_path, options)


@pytest.mark.parametrize("method", ["auto", "spheres"])
def test_no_triangle_of_a_visual_is_outside(tmp_path, method):
    options = ["--method", method, "--per", "visual"]
    assert not outside("gallery:four_bar", ("coupler_link",), tmp_path, options)


def test_no_triangle_is_outside_of_parts(corpus, tmp_path):
    need_coacd()
    name = list(ROBOTS)[1]
    options = ["--method", "parts", "--time-limit", "1000"]
    assert not outside(find(corpus, name), ("base_link",), tmp_path, options)


def outside(source, links, folder, options):
    """The links of which a triangle is not inside what is written."""
    robot = fb.load(source)
    output = folder / "out.urdf"
    chosen = [word for link in links for word in ("--link", link)]
    assert main(["collide", source, *options, *chosen, "-o", str(output)]) == 0
    shapes = shapes_of(output, links=links)
    assert all(len(triangles_of(robot, link)) for link in links)
    corners = {link: triangles_of(robot, link, without=kept(output, link)) for link in links}
    return [link for link in links if len(uncovered(corners[link], shapes[link]))]


def test_the_judge_sees_what_sticks_out(tmp_path):
    file = tmp_path / "r.urdf"
    file.write_text(
        '<robot name="r"><link name="a"><collision><geometry><sphere radius="1"/></geometry>'
        '</collision><collision><origin xyz="1 0 0"/><geometry><sphere radius="1"/></geometry>'
        "</collision></link></robot>"
    )
    shapes = shapes_of(file)["a"]
    inside = np.array([[[-0.5, 0, 0], [1.5, 0, 0], [0.5, 0.5, 0]]])
    assert not len(uncovered(inside, shapes))
    outside = np.array([[[-0.5, 0, 0], [1.5, 0, 0], [0.5, 0.9, 0]]])  # spheres meet at 0.866
    assert len(uncovered(outside, shapes, most=20))


def turned(points, seed=3):
    rng = np.random.default_rng(seed)
    Q, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    if np.linalg.det(Q) < 0:
        Q[:, 0] *= -1
    return np.ascontiguousarray(points @ Q.T + rng.normal(size=3))


def box_points(size):
    x, y, z = size
    return np.array([(i * x, j * y, k * z) for i in (0, 1) for j in (0, 1) for k in (0, 1)])


def test_a_turned_box_is_found():
    points = turned(box_points((0.3, 0.2, 0.1)))
    shape = fit("box", points, Grid(points))
    assert isinstance(shape.geometry, Box)
    assert sorted(shape.geometry.size) == pytest.approx([0.1, 0.2, 0.3], abs=2e-6)


def test_a_turned_cylinder_is_found():
    angles = np.linspace(0, 2 * pi, 24, endpoint=False)
    ring = np.stack([0.1 * np.cos(angles), 0.1 * np.sin(angles), 0 * angles], 1)
    points = turned(np.concatenate([ring, ring + np.array([0, 0, 0.5])]))
    shape = fit("cylinder", points, Grid(points))
    assert isinstance(shape.geometry, Cylinder)
    assert shape.geometry.radius == pytest.approx(0.1, abs=2e-6)
    assert shape.geometry.length == pytest.approx(0.5, abs=2e-6)


def test_the_smallest_ball_of_a_regular_tetrahedron_and_of_points_inside():
    corners = np.array([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)], float)
    inside = np.random.default_rng(1).uniform(-0.5, 0.5, (200, 3))
    points = turned(np.concatenate([inside, corners]))
    shape = fit("sphere", points, Grid(points))
    assert isinstance(shape.geometry, Sphere)
    assert shape.geometry.radius == pytest.approx(3**0.5, abs=1e-5)


def test_no_box_over_a_face_is_smaller():
    """Against a search over all directions of edges in every face's plane, in numpy."""
    rng = np.random.default_rng(5)
    for _ in range(10):
        points = np.ascontiguousarray(rng.normal(size=(20, 3)) * (1, 0.6, 0.3))
        hull = convex_hull(points)
        best = np.inf
        for a, b, c in hull.triangles:
            corners = hull.vertices[[a, b, c]]
            z = np.cross(corners[1] - corners[0], corners[2] - corners[0])
            z /= np.linalg.norm(z)
            flat = hull.vertices - np.outer(hull.vertices @ z, z)
            height = np.ptp(hull.vertices @ z)
            for i in range(len(flat)):
                for j in range(i):
                    x = flat[i] - flat[j]
                    if np.linalg.norm(x) < 1e-9:
                        continue
                    x /= np.linalg.norm(x)
                    area = np.ptp(flat @ x) * np.ptp(flat @ np.cross(z, x))
                    best = min(best, area * height)
        shape = fit("box", points, Grid(points))
        assert shape.volume <= best * (1 + 1e-4)


@pytest.mark.parametrize("most", [8, 12, 32, 64, 128])
def test_limited_hulls_are_outside_and_shrink_with_their_corners(most):
    rng = np.random.default_rng(2)
    ball = rng.normal(size=(2000, 3))
    ball /= np.linalg.norm(ball, axis=1)[:, None]
    points = turned(ball * (0.3, 0.2, 0.1))
    solid = solid_around(points)
    shape = fit_hull(solid, Grid(points), most)
    assert len(shape.geometry.points) <= most
    assert shape.depths(points).min() > 0
    ratio = shape.volume / solid.volume
    bound = {8: 2.0, 12: 1.9, 32: 1.35, 64: 1.16, 128: 1.08}[most]  # of a box: 6 / pi = 1.91
    assert 1.0 < ratio < bound


def test_a_hull_with_enough_corners_is_the_hull():
    points = turned(np.random.default_rng(4).normal(size=(60, 3)))
    solid = solid_around(points)
    shape = fit_hull(solid, Grid(points), 64)
    assert len(shape.geometry.points) == len(solid.corners)
    assert shape.volume == pytest.approx(solid.volume, rel=1e-5)


@pytest.mark.parametrize("thickness", [1e-8, 1e-5, 1e-3])
@pytest.mark.parametrize("straight", [True, False])
def test_a_thin_plate_becomes_a_convex_body_that_is_not_much_thicker(tmp_path, thickness, straight):
    plate = box_points((1.0, 0.8, thickness))
    points = plate if straight else turned(plate)
    shape = fit_hull(solid_around(points), Grid(points), 64)
    assert shape.depths(points).min() > 0
    assert shape.volume < 0.8 * thickness * 1.01 + 0.8 * 1e-4 + 1e-3 * (thickness == 1e-8)
    planes_of(shape.geometry.points[shape.geometry.triangles])  # convex without a tolerance


def test_corners_that_are_one_but_for_rounding_are_written_once(tmp_path):
    """In double precision, faces between such corners look anywhere."""
    block = box_points((0.1, 0.08, 0.05)) - np.array([0.05, 0, 0])
    points = np.concatenate([block, block + np.array([6e-18, 1e-17, 3e-18])])
    shape = fit_hull(solid_around(points), Grid(points), 64)
    assert len(shape.geometry.points) == 8
    planes_of(shape.geometry.points[shape.geometry.triangles])
    assert shape.depths(points).min() > 0
    assert shape.volume == pytest.approx(0.1 * 0.08 * 0.05, rel=1e-4)


@pytest.mark.parametrize("kind", ["plane", "line", "point"])
def test_flat_surfaces_get_a_thin_body(kind):
    flat = np.random.default_rng(6).normal(size=(20, 3))
    flat[:, {"plane": [2], "line": [1, 2], "point": [0, 1, 2]}[kind]] = 0.5
    solid = solid_around(np.ascontiguousarray(flat))
    corners, grid = solid.corners, Grid(solid.corners)
    for shape in (*(fit(k, corners, grid) for k in METHODS[1:5]), fit_hull(solid, grid, 64)):
        assert shape.depths(flat).min() > 0, shape.kind


TEXT = """<?xml version="1.0"?>
<robot name="arm">
  <!-- the base -->
  <link name="base">
    <visual><origin xyz="0 0 0.05"/><geometry><box size="0.2 0.2 0.1"/></geometry></visual>
    <collision> <!-- by hand -->
      <geometry><sphere radius="1"/></geometry>
    </collision>
  </link>
  <link name="arm">
    <visual><geometry><cylinder radius="0.05" length="0.4"/></geometry></visual>
  </link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="arm"/></joint>
</robot>
"""


@pytest.fixture
def arm(tmp_path):
    file = tmp_path / "arm.urdf"
    file.write_text(TEXT)
    return file


def changed(before: str, after: str) -> list[str]:
    return [line for line in ndiff(before.splitlines(), after.splitlines()) if line[0] in "+-"]


def test_primitives_are_recognised_and_only_collisions_change(arm, tmp_path, capsys):
    output = tmp_path / "out.urdf"
    assert main(["collide", str(arm), "-o", str(output)]) == 0
    out = capsys.readouterr().out
    assert "is a box" in out
    assert "is a cylinder" in out
    base, link = (fb.load(output).links[name] for name in ("base", "arm"))
    assert base.collisions[0].geometry.size == pytest.approx((0.2, 0.2, 0.1), abs=2e-6)
    assert link.collisions[0].geometry.radius == pytest.approx(0.05, abs=1e-4)
    lines = changed(TEXT, output.read_text())
    assert all("visual" not in line for line in lines)
    assert len(lines) == 8
    assert arm.read_text() == TEXT


def test_the_same_bytes_every_time_and_none_the_second_time(arm, tmp_path):
    first, second, again = (tmp_path / f"{k}.urdf" for k in range(3))
    for output in (first, second):
        args = ["collide", str(arm), "--method", "hull", "--meshes", str(tmp_path / "m")]
        assert main([*args, "-o", str(output)]) == 0
    assert first.read_bytes() == second.read_bytes()
    before = (tmp_path / "m/arm.stl").read_bytes()
    args = ["collide", str(first), "--method", "hull", "--meshes", str(tmp_path / "m")]
    assert main([*args, "-o", str(again)]) == 0
    assert again.read_bytes() == first.read_bytes()
    assert (tmp_path / "m/arm.stl").read_bytes() == before


def test_capsules_are_written_as_what_every_program_reads(arm, tmp_path):
    output = tmp_path / "out.urdf"
    assert main(["collide", str(arm), "--method", "capsule", "-o", str(output)]) == 0
    kinds = [type(c.geometry).__name__ for c in fb.load(output).links["arm"].collisions]
    assert kinds == ["Cylinder", "Sphere", "Sphere"]
    assert main(["collide", str(arm), "--method", "capsule", "--capsules", "-o", str(output)]) == 0
    assert "<capsule " in output.read_text()


def test_selected_links_only(arm, tmp_path, capsys):
    output = tmp_path / "out.urdf"
    assert main(["collide", str(arm), "--missing", "-o", str(output)]) == 0
    assert "of 1 link to" in capsys.readouterr().err
    assert "<!-- by hand -->" in output.read_text()
    assert main(["collide", str(arm), "--link", "nobody"]) == 2
    assert "nobody" in capsys.readouterr().err


def test_json_has_both_numbers(arm, capsys):
    assert main(["collide", str(arm), "--method", "sphere", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["links"]
    base = next(row for row in rows if row["link"] == "base")
    assert base["margin"] > 0
    # From the middle of a large side to the sphere: sqrt(0.1^2 + 0.1^2 + 0.05^2) - 0.05.
    assert 0.1 <= base["excess"] <= 0.1 * 1.06
    assert base["shapes"][0]["radius"] == pytest.approx(0.15, abs=2e-6)


def test_bad_values_are_refused(arm, capsys):
    robot = fb.load(arm)
    with pytest.raises(fb.CoverError, match="at least 8, got 3"):
        fb.collision_shapes(robot, max_vertices=3)
    with pytest.raises(fb.CoverError, match="tolerance must be positive"):
        fb.collision_shapes(robot, tolerance=0.0)
    assert main(["collide", str(arm), "--meshes", "m"]) == 2
    assert "without -o" in capsys.readouterr().err


def test_a_missing_mesh_is_said(tmp_path, capsys):
    file = tmp_path / "r.urdf"
    file.write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="no.stl"/></geometry>'
        "</visual></link></robot>"
    )
    assert main(["collide", str(file)]) == 1
    assert "not computed: visual[0] 'no.stl' was not found" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("shape", "method"),
    [
        ('<box size="1 2 3"/>', "auto"),
        ('<box size="1 2 3"/>', "box"),
        ('<cylinder radius="2.5" length="1"/>', "auto"),
        ('<cylinder radius="2.5" length="1"/>', "cylinder"),
        ('<sphere radius="3"/>', "auto"),
        ('<sphere radius="3"/>', "sphere"),
    ],
)
def test_a_visual_that_is_a_primitive_is_its_own_collision_shape(tmp_path, shape, method):
    file = tmp_path / "r.urdf"
    file.write_text(
        f'<robot name="r"><link name="a"><visual><origin xyz="0.1 0.25 0.3" rpy="1 0.2 0"/>'
        f"<geometry>{shape}</geometry></visual></link></robot>"
    )
    output = tmp_path / "o.urdf"
    assert main(["collide", str(file), "--method", method, "-o", str(output)]) == 0
    (link,) = fb.load(output).links
    assert [(s.geometry, s.origin) for s in link.collisions] == [
        (s.geometry, s.origin) for s in link.visuals
    ]
    (row,) = fb.collision_shapes(fb.load(file), method=method)
    assert row.exact
    assert (row.margin, row.excess, row.volume_ratio) == (0.0, 0.0, 1.0)


@pytest.mark.parametrize("method", ["hull", "spheres", "sphere"])
def test_the_excess_beyond_a_round_visual_holds(tmp_path, method):
    """Against the closed form: a corner of a body beyond a sphere, not beyond what is around it."""
    file = tmp_path / "r.urdf"
    file.write_text(
        '<robot name="r"><link name="a"><visual><geometry><cylinder radius="1" length="1"/>'
        "</geometry></visual></link></robot>"
    )
    (row,) = fb.collision_shapes(fb.load(file), method=method, max_vertices=2000)
    reach = 0.0
    for shape in row.shapes:
        surface, _ = shape.surface()
        points = surface.points if method == "hull" else np.empty((0, 3))
        if isinstance(shape.geometry, Sphere):
            k = np.arange(4000) + 0.5
            z, angle = 1 - k / 2000, pi * (1 + 5**0.5) * k
            across = np.sqrt(1 - z * z)
            points = np.stack([across * np.cos(angle), across * np.sin(angle), z], axis=1)
            points = points * shape.geometry.radius + np.array(shape.origin.xyz)
        out = np.maximum(np.hypot(points[:, 0], points[:, 1]) - 1, 0)
        up = np.maximum(np.abs(points[:, 2]) - 0.5, 0)
        reach = max(reach, float(np.hypot(out, up).max()))
    assert 0 < reach <= row.excess < reach + 0.01 + 0.3 * row.excess


def mesh_file(tmp_path, triangles, *, scale="1 1 1"):
    """A robot that shows some triangles of a box."""
    hull = convex_hull(box_points((0.1, 0.2, 0.3)))
    part = Primitive.from_arrays(hull.vertices, hull.triangles[:triangles])
    (tmp_path / "box.stl").write_bytes(write_stl(TriangleMesh((part,))))
    file = tmp_path / "r.urdf"
    file.write_text(
        f'<robot name="r"><link name="a"><visual><geometry><mesh filename="box.stl" '
        f'scale="{scale}"/></geometry></visual></link></robot>'
    )
    return file


def test_a_scale_of_zero_is_said(tmp_path, capsys):
    assert main(["collide", str(mesh_file(tmp_path, 12, scale="0 1 1"))]) == 1
    assert "visual[0] has a scale that is zero or not finite" in capsys.readouterr().out


@pytest.mark.parametrize(("triangles", "closed"), [(12, True), (10, False)])
def test_visuals_that_are_not_closed_are_said(tmp_path, capsys, triangles, closed):
    file = mesh_file(tmp_path, triangles)
    assert main(["collide", str(file)]) == 0
    assert ("the visuals are not closed" in capsys.readouterr().out) is not closed
    assert [row.closed for row in fb.collision_shapes(fb.load(file))] == [closed]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["-o", "none/out.urdf"], "the folder 'none' does not exist"),
        (["--method", "hull", "-o", "none/out.urdf"], "the folder 'none' does not exist"),
        (["-o", "out"], "'out' has no extension; expected one of: .urdf"),
        (["-o", "out.doc"], "cannot write '.doc' files"),
        (["--method", "hull", "-o", "out.yml"], "'.yml' files hold spheres only"),
    ],
)
def test_what_cannot_be_written_is_refused_first(
    tmp_path, capsys, monkeypatch, arm, options, words
):
    monkeypatch.chdir(tmp_path)

    def compute(*_: object, **__: object) -> None:
        raise AssertionError("computed before the output was looked at")

    monkeypatch.setattr("fourbar.covers.collision_shapes", compute)
    before = sorted(tmp_path.rglob("*"))
    assert main(["collide", str(arm), *options]) == 2
    assert words in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before


def cube_file(tmp_path):
    file = tmp_path / "cube.urdf"
    file.write_text(
        '<robot name="cube"><link name="a"><visual><geometry><box size="0.2 0.2 0.2"/></geometry>'
        "</visual></link></robot>"
    )
    return file


def test_more_spheres_reach_less_far(tmp_path):
    robot = fb.load(cube_file(tmp_path))
    rows = {n: fb.collision_shapes(robot, method="spheres", spheres=n)[0] for n in (1, 8, 27, 64)}
    assert all(len(row.shapes) <= n for n, row in rows.items())
    reach = [rows[n].excess for n in (1, 8, 27, 64)]
    assert reach == sorted(reach, reverse=True)
    # One: from the middle of a side to the sphere. Eight: one for each eighth, whose corner is
    # sqrt(3) of its half side away and whose centre is half a side deep.
    assert reach[0] == pytest.approx(0.1 * (3**0.5 - 1), rel=0.02)
    assert reach[1] <= 0.05 * (3**0.5 - 1) * 1.4


def test_as_many_spheres_as_the_tolerance_needs(tmp_path):
    robot = fb.load(cube_file(tmp_path))
    (row,) = fb.collision_shapes(robot, method="spheres", spheres=200, tolerance=0.03)
    assert len(row.shapes) < 40
    assert row.excess <= 0.03 * 1.001


def test_spheres_as_planners_read_them(tmp_path):
    yaml = pytest.importorskip("yaml")
    file = cube_file(tmp_path)
    base = ["collide", str(file), "--method", "spheres", "--spheres", "4", "-o"]
    outputs = [tmp_path / f"out{suffix}" for suffix in (".yml", ".xrdf", ".srdf")]
    for output in outputs:
        assert main([*base, str(output)]) == 0
    curobo = yaml.safe_load(outputs[0].read_text())["collision_spheres"]["a"]
    xrdf = yaml.safe_load(outputs[1].read_text())
    assert xrdf["geometry"][xrdf["collision"]["geometry"]]["spheres"]["a"] == curobo
    root = ElementTree.parse(outputs[2]).getroot()
    (approximation,) = root.findall("link_sphere_approximation[@link='a']")
    srdf = [
        {"center": list(map(float, s.get("center").split())), "radius": float(s.get("radius"))}
        for s in approximation
    ]
    assert srdf == curobo
    assert 1 < len(curobo) <= 4


def test_only_spheres_fit_into_lists_of_spheres(tmp_path, capsys):
    file = cube_file(tmp_path)
    assert main(["collide", str(file), "-o", str(tmp_path / "o.yml")]) == 2
    assert "use --method spheres" in capsys.readouterr().err
    (tmp_path / "o.srdf").write_text("<robot/>")
    args = ["collide", str(file), "--method", "sphere", "-o", str(tmp_path / "o.srdf")]
    assert main(args) == 2
    assert (tmp_path / "o.srdf").read_text() == "<robot/>"


def l_shape(tmp_path):
    """Two boxes side by side as one mesh file, and a robot that shows it."""
    boxes = [box_points((0.3, 0.1, 0.1)), box_points((0.1, 0.1, 0.3)) + np.array([0, 0.1, 0])]
    hulls = [convex_hull(points) for points in boxes]
    parts = [Primitive.from_arrays(hull.vertices, hull.triangles) for hull in hulls]
    (tmp_path / "l.stl").write_bytes(write_stl(TriangleMesh(tuple(parts))))
    file = tmp_path / "l.urdf"
    file.write_text(
        '<robot name="l"><link name="a"><visual><geometry><mesh filename="l.stl"/></geometry>'
        "</visual></link></robot>"
    )
    return file


def test_parts_cover_what_coacd_leaves_outside(tmp_path, capsys):
    need_coacd()
    file = l_shape(tmp_path)
    outputs = [tmp_path / "1.urdf", tmp_path / "2.urdf"]
    for output in outputs:
        args = ["collide", str(file), "--method", "parts", "--max-parts", "4"]
        args += ["--time-limit", "1000", "--json"]
        assert main([*args, "--meshes", str(tmp_path / "m"), "-o", str(output)]) == 0
        (row,) = json.loads(capsys.readouterr().out)["links"]
    assert outputs[0].read_bytes() == outputs[1].read_bytes()
    robot = fb.load(file)
    shapes = shapes_of(outputs[0])["a"]
    assert 2 <= len(shapes) <= 4
    assert not len(uncovered(triangles_of(robot, "a"), shapes))
    (hull,) = fb.collision_shapes(robot, method="hull")
    assert row["excess"] < hull.excess / 2
    assert row["volumeRatio"] < 0.9


def test_parts_grow_to_cover_what_is_given_to_them():
    """Halves of a box that leave a gap of a fifth between them, and all of the outside."""
    hull = convex_hull(box_points((1.0, 1.0, 1.0)))
    surface = Surface(hull.vertices, hull.triangles, True)
    low = box_points((0.4, 0.8, 0.8)) + np.array([0.0, 0.1, 0.1])
    parts, depth = grow_parts(surface, [low, low + np.array([0.6, 0, 0])], most=64, tolerance=1e-3)
    assert len(parts) == 2
    assert depth > 0
    assert sum(part.volume for part in parts) < 1.2
    points = np.random.default_rng(0).uniform(0, 1, (2000, 3))
    points[np.arange(2000), np.arange(2000) % 3] = np.arange(2000) % 2  # on the sides
    assert np.max([part.depths(points) for part in parts], axis=0).min() > 0


def test_parts_end_in_time(tmp_path, capsys):
    need_coacd()
    args = ["collide", str(l_shape(tmp_path)), "--method", "parts", "--time-limit", "0.001"]
    assert main(args) == 1
    assert "CoACD took longer than 0.001 s" in capsys.readouterr().out


def test_parts_without_coacd_say_what_to_install(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("fourbar.covers.decompose.find_spec", lambda name: None)
    assert main(["collide", str(l_shape(tmp_path)), "--method", "parts"]) == 2
    assert "fourbar[decompose]" in capsys.readouterr().err

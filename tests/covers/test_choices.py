"""What `collide` chooses, keeps, refuses and tells about its shapes."""

from __future__ import annotations

import json

import numpy as np
import pytest

import fourbar as fb
from fourbar.assets import Primitive, TriangleMesh
from fourbar.assets.write_stl import write_stl
from fourbar.cli import main
from fourbar.covers.cover import CoverShape
from fourbar.covers.fit import Grid
from fourbar.covers.hull import fit_hull, solid_around
from fourbar.covers.union import union_volume
from fourbar.robot import Box, Capsule, Cylinder, Pose, Sphere

TURNED = Pose((0.3, -0.2, 0.1), (0.4, -0.7, 1.1))


def body(points):
    points = np.asarray(points, float)
    return fit_hull(solid_around(points), Grid(points), 64)


SHAPES = [
    CoverShape("box", TURNED, Box((0.3, 0.5, 0.2))),
    CoverShape("sphere", TURNED, Sphere(0.3)),
    CoverShape("cylinder", TURNED, Cylinder(0.2, 0.7)),
    CoverShape("cylinder", Pose(), Cylinder(0.2, 0.7)),
    CoverShape("capsule", TURNED, Capsule(0.2, 0.7)),
    body(np.random.default_rng(3).normal(size=(60, 3))),
]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.kind)
def test_a_shape_that_is_there_twice_counts_once_and_apart_from_itself_twice(shape):
    far = shape._replace(origin=Pose((900.0, 700.0, 0.0), shape.origin.rpy))
    # The volume of one is a closed form, or that of its tetrahedra.
    assert union_volume([shape, shape]) == pytest.approx(shape.volume, rel=1e-12)
    assert union_volume([shape, far, shape]) == pytest.approx(2 * shape.volume, rel=1e-12)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.kind)
def test_the_volume_of_two_shapes_agrees_with_points_in_a_box(shape):
    """Of a million points, 2 % of the volume is three standard deviations or more."""
    other = CoverShape("cylinder", Pose((0.35, -0.1, 0.2), (1.0, 0.2, 0.0)), Cylinder(0.15, 0.6))
    rng = np.random.default_rng(0)
    low, high = np.full(3, -4.0), np.full(3, 4.0)
    if shape.kind != "hull":
        low, high = np.full(3, -0.6), np.full(3, 1.0)
    points = rng.uniform(low, high, size=(1_000_000, 3))
    inside = (shape.depths(points) > 0) | (other.depths(points) > 0)
    assert union_volume([shape, other]) == pytest.approx(
        inside.mean() * np.prod(high - low), rel=0.02
    )


def test_thin_plates_across_keep_their_volume():
    """Two plates at 45 degrees that cross: each is seen from its own side."""
    plates = [
        CoverShape("box", Pose((0, 0, 0), (0, 0, yaw)), Box((1.0, 0.001, 1.0)))
        for yaw in (np.pi / 4, -np.pi / 4)
    ]
    both = 2 * 0.001 - 0.001**2
    assert union_volume(plates) == pytest.approx(both, rel=1e-4)


def test_the_volume_of_two_balls_is_that_of_the_lens_formula():
    r, d = 0.5, 0.6
    two = [CoverShape("sphere", Pose((x, 0.0, 0.0)), Sphere(r)) for x in (0.0, d)]
    lens = np.pi * (4 * r + d) * (2 * r - d) ** 2 / 12
    both = 2 * 4 / 3 * np.pi * r**3 - lens
    assert union_volume(two) == pytest.approx(both, rel=1e-3)


def test_a_hull_that_would_take_too_long_is_refused_with_a_way_out():
    ball = np.random.default_rng(0).normal(size=(60_000, 3))
    ball /= np.linalg.norm(ball, axis=1)[:, None]
    some = solid_around(ball[:3000])
    with pytest.raises(ArithmeticError, match=r"3,000 corners; allow at most 1,024 .* or as many"):
        fit_hull(some, Grid(ball), 2000)
    assert len(fit_hull(some, Grid(ball), 3000).geometry.points) == 3000
    with pytest.raises(ArithmeticError, match=r"60,000 corners, .* allow at most 1,024 vertices$"):
        fit_hull(solid_around(ball), Grid(ball), 100_000)


@pytest.mark.parametrize("thickness", [1e-3, 1e-5, 1e-7, 1e-8, 1e-9, 1e-11])
@pytest.mark.parametrize("count", [9, 40, 300])
def test_thin_plates_get_a_body_that_is_not_much_thicker(thickness, count):
    """Faces at their edges look in almost opposite directions; some are thinner than float32."""
    rng = np.random.default_rng(count)
    for make in (rng.normal, lambda size: rng.integers(0, 5, size=size) * 0.25):
        plate = np.column_stack([make(size=(count, 2)), thickness * rng.normal(size=count)])
        turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        turned = plate @ turn.T
        grid = Grid(turned)
        shape = fit_hull(solid_around(turned), grid, 64)
        assert shape.depths(turned).min() > 0
        assert len(shape.geometry.points) <= 64
        assert len(fit_hull(solid_around(turned), grid, 8).geometry.points) <= 8
        # What is flat but for rounding is made thick by cubes of a thousandth of its size.
        across = np.ptp(shape.geometry.points @ turn[:, 2])
        assert across <= np.ptp(plate[:, 2]) + 2e-3 * grid.size


# A description of which the collision shapes are good


def mesh_file(path, corners, triangles):
    data = write_stl(TriangleMesh((Primitive.from_arrays(corners, triangles),)))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


WEDGE = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1]], float)
FACES = np.array(
    [[0, 2, 1], [3, 4, 5], [0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4], [2, 0, 3], [2, 3, 5]],
    np.uint32,
)


def wedge(folder, collision):
    """A link that looks like half a cube, with a collision shape."""
    mesh_file(folder / "meshes" / "wedge.stl", WEDGE, FACES)
    mesh_file(folder / "meshes" / "copy.stl", WEDGE, FACES)
    mesh_file(folder / "meshes" / "more.stl", 0.3 + 1.02 * (WEDGE - 0.3), FACES)
    file = folder / "wedge.urdf"
    file.write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="meshes/wedge.stl"/>'
        f"</geometry></visual><collision>{collision}</collision></link></robot>\n"
    )
    return file


SAME = '<geometry><mesh filename="meshes/copy.stl"/></geometry>'
MORE = '<geometry><mesh filename="meshes/more.stl"/></geometry>'
SMALL = '<geometry><box size="0.5 0.5 0.5"/></geometry>'
LARGE = '<origin xyz="0.5 0.5 0.5"/><geometry><box size="4 4 4"/></geometry>'


@pytest.mark.parametrize(
    ("collision", "kept"), [(SAME, True), (MORE, True), (SMALL, False), (LARGE, False)]
)
def test_shapes_that_contain_the_visuals_and_fit_better_stay(tmp_path, collision, kept, capsys):
    file = wedge(tmp_path, collision)
    output = tmp_path / "out.urdf"
    options = ["--max-volume-ratio", "9"]  # so that a box is chosen
    assert main(["collide", str(file), *options, "--json", "-o", str(output)]) == 0
    (row,) = json.loads(capsys.readouterr().out)["links"]
    assert row["kept"] is kept
    assert (output.read_bytes() == file.read_bytes()) is kept
    if collision == SAME:
        assert row["excess"] == 0.0
    if collision == MORE:
        # No corner has moved farther, and one has gone that far beyond two faces.
        assert row["excess"] <= 0.02 * np.linalg.norm(WEDGE - 0.3, axis=1).max() + 1e-6
    assert main(["collide", str(file), *options, "--replace", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["links"]
    assert not row["kept"]
    assert row["shapes"][0]["kind"] == "box"


def test_the_largest_excess_makes_auto_go_on(tmp_path, capsys):
    file = wedge(tmp_path, SMALL)
    options = ["--max-volume-ratio", "9", "--max-excess", "10mm", "--json"]
    assert main(["collide", str(file), *options]) == 0
    (row,) = json.loads(capsys.readouterr().out)["links"]
    assert row["shapes"][0]["kind"] == "hull"
    assert not row["tooFar"]
    options = ["--method", "box", "--max-excess", "10mm"]
    assert main(["collide", str(file), *options]) == 1
    assert "reaches farther than --max-excess" in capsys.readouterr().out


def test_the_excess_of_a_box_around_a_wedge_is_the_distance_of_its_corner(tmp_path):
    (row,) = fb.collision_shapes(fb.load(wedge(tmp_path, SMALL)), method="box")
    assert row.found <= row.excess <= 1.006 * row.found + 1e-6
    # A cube, or a box of the same volume with a side in the slanted face.
    assert min(abs(row.found - np.sqrt(0.5)), abs(row.found - 0.5)) < 2e-5


def test_the_excess_of_a_sphere_is_its_radius_minus_the_depth_of_its_centre(tmp_path):
    file = tmp_path / "box.urdf"
    box = '<visual><geometry><box size="1 2 3"/></geometry></visual>'
    file.write_text(f'<robot name="r"><link name="a">{box}{box}</link></robot>')
    (row,) = fb.collision_shapes(fb.load(file), method="sphere")
    exact = np.sqrt(14) / 2 - 0.5
    assert row.excess == pytest.approx(exact, abs=1e-5)
    assert row.found == pytest.approx(exact, rel=1e-3)


# What is told and refused


@pytest.mark.parametrize(
    "options",
    [
        ["--spheres", "4"],
        ["--capsules", "--method", "box"],
        ["--max-volume-ratio", "2", "--method", "hull"],
        ["--max-parts", "3"],
        ["--time-limit", "3", "--method", "spheres"],
        ["--tolerance", "1mm", "--measure"],
        ["--per", "visual", "--measure"],
        ["--method", "hull", "--measure"],
    ],
    ids=lambda options: options[0],
)
def test_options_without_effect_are_refused(tmp_path, options, capsys):
    assert main(["collide", str(wedge(tmp_path, SMALL)), *options]) == 2
    assert f"{options[0]} has no effect with" in capsys.readouterr().err


@pytest.mark.parametrize("words", [{"method": "hulls"}, {"method": "Box"}, {"per": "foo"}])
def test_unknown_words_are_refused(words):
    with pytest.raises(fb.CoverError, match="expected one of: "):
        fb.collision_shapes(fb.load("gallery:four_bar"), **words)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--max-vertices", "9", "--method", "box"], "it is for auto, hull and parts"),
        (["--method", "spheres", "-o", "a.json"], "for spheres also .srdf, .yml, .yaml, .xrdf"),
        (["--method", "hull", "-o", "a.yml"], "use --method spheres or sphere"),
    ],
)
def test_what_is_refused_tells_what_would_do(tmp_path, monkeypatch, options, words, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["collide", str(wedge(tmp_path, SMALL)), *options]) == 2
    assert words in capsys.readouterr().err


def test_a_concavity_out_of_range_is_refused_before_anything_is_read(capsys):
    with pytest.raises(SystemExit):
        main(["collide", "not there.urdf", "--method", "parts", "--concavity", "3"])
    assert "'3' is not a number from 0.01 to 1" in capsys.readouterr().err


def test_missing_tells_that_none_is(tmp_path, capsys):
    assert main(["collide", str(wedge(tmp_path, SMALL)), "--missing"]) == 0
    assert capsys.readouterr().out == "no link with visuals is without collision shapes\n"


def test_where_nothing_was_made_nothing_is_written(tmp_path, capsys):
    file, output = wedge(tmp_path, SMALL), tmp_path / "out.urdf"
    (tmp_path / "meshes" / "wedge.stl").unlink()
    assert main(["collide", str(file), "-o", str(output)]) == 1
    assert f"nothing was made; {output} is not written" in capsys.readouterr().err
    assert not output.exists()


def test_spheres_that_cannot_be_placed_are_told(tmp_path, capsys):
    file = wedge(tmp_path, SMALL)
    options = ["--method", "spheres", "--spheres", "100000", "--tolerance", "0.01mm"]
    assert main(["collide", str(file), *options]) == 0
    assert "the search could not place more spheres" in capsys.readouterr().out
    (row,) = fb.collision_shapes(fb.load(file), method="spheres", spheres=8)
    assert not row.stopped


def test_meshes_are_found_from_another_folder(tmp_path, capsys):
    (tmp_path / "there").mkdir()
    output = tmp_path / "there" / "out.urdf"
    for command in (["collide", "--method", "hull"], ["inertia", "--density", "1000"]):
        file = wedge(tmp_path, SAME)
        assert main([command[0], str(file), *command[1:], "-o", str(output)]) == 0
        assert 'filename="../meshes/wedge.stl"' in output.read_text()
        (row,) = fb.collision_coverage(fb.load(output))
        assert not row.problem


def test_meshes_of_an_earlier_run_are_told(tmp_path, capsys):
    file, output = wedge(tmp_path, SMALL), tmp_path / "out.urdf"
    assert main(["collide", str(file), "--method", "hull", "-o", str(output)]) == 0
    assert "not used" not in capsys.readouterr().err
    assert main(["collide", str(file), "--method", "box", "-o", str(output)]) == 0
    told = capsys.readouterr().err
    assert "not used by" in told
    assert "a.stl" in told

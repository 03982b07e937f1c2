"""`fourbar meshes`: what is in mesh files, and smaller ones in their place."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar._native import count_edges
from fourbar.assets import Primitive, TriangleMesh, load_mesh, sphere
from fourbar.assets.write_obj import write_obj
from fourbar.assets.write_stl import write_stl
from fourbar.cli import main
from fourbar.diagnostics import Report
from fourbar.packages import PackageFinder

TEXT = """<robot name="r">
  <link name="a">
    <!-- drawn in millimetres -->
    <visual><geometry><mesh filename='ball.stl' scale="0.001 0.001 0.001"/></geometry></visual>
    <collision>
      <geometry><mesh filename="collision/ball.stl" scale="0.001 0.001 0.001" /></geometry>
    </collision>
    <visual><geometry><mesh filename="sheet.obj"/></geometry></visual>
  </link>
</robot>
"""
SHEET = "v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nf 1 2 3\nf 1 3 4\n"


def ball(radius: float = 100.0, segments: int = 48) -> TriangleMesh:
    return TriangleMesh((sphere(radius, segments=segments),))


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    (tmp_path / "collision").mkdir()
    data = write_stl(ball())
    (tmp_path / "ball.stl").write_bytes(data)
    (tmp_path / "collision" / "ball.stl").write_bytes(data)
    (tmp_path / "sheet.obj").write_text(SHEET)
    (tmp_path / "r.urdf").write_text(TEXT)
    return tmp_path


def read(path: Path) -> TriangleMesh:
    mesh = load_mesh(path, report=Report(), finder=PackageFinder(near=path))
    assert mesh is not None
    return mesh


def distance(points: np.ndarray, mesh: TriangleMesh) -> float:
    """The largest distance of points from a surface, triangle by triangle (Ericson's cases)."""
    joined = mesh.joined()
    best = np.full(len(points), np.inf)
    for a, b, c in joined.positions[joined.triangles].astype(float):
        ab, ac, ap = b - a, c - a, points - a
        n = np.cross(ab, ac)
        if not n.any():
            continue
        u = np.cross(ap, ac) @ n / (n @ n)
        v = np.cross(ab, ap) @ n / (n @ n)
        flat = np.abs(ap @ n) / np.linalg.norm(n)
        inside = (u >= 0) & (v >= 0) & (u + v <= 1)
        edges = []
        for p, q in ((a, b), (b, c), (c, a)):
            t = np.clip((points - p) @ (q - p) / ((q - p) @ (q - p)), 0, 1)
            edges.append(np.linalg.norm(points - p - t[:, None] * (q - p), axis=1))
        best = np.minimum(best, np.where(inside, flat, np.min(edges, axis=0)))
    return float(best.max())


def samples(mesh: TriangleMesh, count: int) -> np.ndarray:
    rng = np.random.default_rng(0)
    joined = mesh.joined()
    corners = joined.positions[joined.triangles].astype(float)
    picked = corners[rng.integers(0, len(corners), count)]
    return np.einsum("nk,nkd->nd", rng.dirichlet([1, 1, 1], count), picked)


def test_a_survey_of_a_robot(kit):
    visual, sheet, copy = fb.survey_meshes(fb.load(kit / "r.urdf"))
    triangles = ball().triangle_count
    assert (visual.file.name, visual.triangles, visual.closed) == ("ball.stl", triangles, True)
    assert visual.bytes == 84 + 50 * triangles
    assert visual.size == pytest.approx((200, 200, 200))
    assert visual.file.largest_scale == 0.001
    assert copy.file.same_as == "ball.stl"
    assert [use.group for use in copy.file.uses] == ["collision"]
    assert (sheet.triangles, sheet.closed, sheet.open_edges) == (2, False, 4)


def test_a_survey_of_a_folder_goes_by_name(kit):
    names = [facts.file.name for facts in fb.survey_meshes(kit)]
    assert names == ["ball.stl", "collision/ball.stl", "sheet.obj"]


def test_stl_is_written_as_it_was_read(tmp_path):
    mesh = ball(1.0, 12)
    (tmp_path / "a.stl").write_bytes(write_stl(mesh))
    again = read(tmp_path / "a.stl")
    old, new = mesh.joined(), again.joined()
    np.testing.assert_array_equal(new.positions[new.triangles], old.positions[old.triangles])
    assert write_stl(again) == (tmp_path / "a.stl").read_bytes()


def test_simplified_within_the_tolerance_and_closed(kit, tmp_path):
    """Three millimetres where it is used, which is three units of a file in millimetres."""
    out = tmp_path / "out"
    first, sheet, copy = fb.prepare_meshes(fb.load(kit / "r.urdf"), out, tolerance=0.003)
    assert first.triangles[1] < first.triangles[0] / 2
    assert 0.001 < first.distance <= 0.003
    assert copy.target == first.target == "ball.stl"
    assert sheet.target == "sheet.glb"
    before, after = ball(), read(out / "ball.stl")
    bound = 1000 * first.distance * (1 + 1e-6)
    assert distance(samples(before, 2000), after) <= bound
    assert distance(samples(after, 2000), before) <= bound
    assert count_edges(after.joined().data.merge().triangles)[4]
    assert sorted(path.name for path in out.iterdir()) == ["ball.stl", "sheet.glb"]


def test_a_number_of_triangles_stops_it(kit, tmp_path):
    (row, *_) = fb.prepare_meshes(kit / "ball.stl", tmp_path / "o", tolerance=5.0, triangles=1000)
    assert 900 < row.triangles[1] <= 1000


def test_a_folder_keeps_its_folders(kit, tmp_path):
    (kit / "collision" / "ball.stl").write_bytes(write_stl(ball(50.0)))
    out = tmp_path / "out"
    rows = list(fb.prepare_meshes(kit, out, convert="glb"))
    assert [row.target for row in rows] == ["ball.glb", "collision/ball.glb", "sheet.glb"]
    assert read(out / "collision" / "ball.glb").bounds == pytest.approx(ball(50.0).bounds)


def test_only_the_addresses_change_in_the_description(kit, capsys):
    assert main(["meshes", str(kit / "r.urdf"), "-o", str(kit / "s.urdf"), "--convert", "stl"]) == 0
    text = (kit / "s.urdf").read_text()
    wanted = TEXT.replace("'ball.stl'", "'s_meshes/ball.stl'")
    wanted = wanted.replace('"collision/ball.stl"', '"s_meshes/ball.stl"')
    assert text == wanted.replace('"sheet.obj"', '"s_meshes/sheet.stl"')
    assert fb.check(kit / "s.urdf").ok
    out = capsys.readouterr().out
    assert "a copy of ball.stl" in out


def test_same_input_same_bytes(kit, tmp_path):
    found = []
    for name in ("one", "two"):
        list(fb.prepare_meshes(fb.load(kit / "r.urdf"), tmp_path / name, tolerance=0.001))
        files = sorted((tmp_path / name).iterdir())
        found.append([(file.name, file.read_bytes()) for file in files])
    assert found[0] == found[1]


def test_names_that_differ_in_case_only_do_not_collide(tmp_path):
    for folder, radius in (("a", 1.0), ("b", 2.0)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / ("Arm.stl" if folder == "a" else "arm.stl")).write_bytes(
            write_stl(ball(radius, 8))
        )
    (tmp_path / "r.urdf").write_text(
        '<robot name="r"><link name="l"><visual><geometry><mesh filename="a/Arm.stl"/></geometry>'
        '</visual><visual><geometry><mesh filename="b/arm.stl"/></geometry></visual></link></robot>'
    )
    rows = list(fb.prepare_meshes(fb.load(tmp_path / "r.urdf"), tmp_path / "o"))
    assert [row.target for row in rows] == ["Arm.stl", "arm_2.stl"]


def test_textures_are_resized(tmp_path):
    Image = pytest.importorskip("PIL.Image")
    (tmp_path / "m.mtl").write_text("newmtl m\nmap_Kd wood.png\n")
    (tmp_path / "t.obj").write_text(
        "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl m\nf 1/1 2/2 3/3\n"
    )
    Image.new("RGB", (64, 32), (200, 100, 50)).save(tmp_path / "wood.png")
    (facts,) = fb.survey_meshes(tmp_path / "t.obj")
    assert (facts.materials, facts.textures) == (1, 1)
    (row,) = fb.prepare_meshes(tmp_path / "t.obj", tmp_path / "o", texture_size=16)
    assert row.target == "t.glb"
    texture = read(tmp_path / "o" / "t.glb").primitives[0].material.texture
    assert Image.open(io.BytesIO(texture.data)).size == (16, 8)


def test_what_cannot_be_read_is_reported_and_the_rest_written(kit, capsys):
    (kit / "sheet.obj").write_text("v 0 0\n")
    code = main(["meshes", str(kit / "r.urdf"), "-o", str(kit / "s.urdf")])
    captured = capsys.readouterr()
    assert code == 1
    assert "sheet.obj" in captured.err
    assert "cannot be read" in captured.out
    text = (kit / "s.urdf").read_text()
    assert 'filename="sheet.obj"' in text
    assert "s_meshes/ball.stl" in text


def test_the_table_and_json(kit, capsys):
    assert main(["meshes", str(kit / "r.urdf")]) == 0
    out = capsys.readouterr().out.splitlines()
    assert "copy of ball.stl" in out[3]
    assert out[-1].startswith("3 files")
    assert out[-1].endswith("1 of them copies (110 kB)")
    assert main(["meshes", str(kit), "--json", "-o", str(kit / "out")]) == 0
    rows = json.loads(capsys.readouterr().out)["files"]
    assert rows[1]["sameAs"] == "ball.stl"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--simplify", "1mm"], "nothing is written without -o OUTPUT"),
        (["--triangles", "100", "-o", "x.urdf"], "--triangles needs --simplify DISTANCE"),
    ],
)
def test_options_that_make_no_sense(kit, capsys, monkeypatch, options, words):
    monkeypatch.chdir(kit)
    assert main(["meshes", "r.urdf", *options]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("text", ["0", "-1mm", "x", "nan"])
def test_a_distance_is_a_positive_length(kit, text):
    with pytest.raises(SystemExit):
        main(["meshes", str(kit), "--simplify", text, "-o", "x"])


def test_a_robot_with_its_meshes_inside_is_refused(kit):
    fb.save(fb.load(kit / "r.urdf"), kit / "r.glb")
    with pytest.raises(fb.MeshSourceError, match="inside its file"):
        fb.survey_meshes(fb.load(kit / "r.glb"))


@pytest.mark.corpus
def test_every_mesh_of_the_corpus_within_its_bound(corpus, tmp_path):
    """Vertices of the original: none is farther from the simplified surface than the bound."""
    files = sorted(corpus.glob("urdf_files_dataset/**/*.stl"))[::12]
    assert len(files) > 3
    for number, file in enumerate(files):
        mesh = read(file)
        if mesh.triangle_count > 20_000:
            continue
        size = float(np.ptp(mesh.bounds, axis=0).max())
        (row,) = fb.prepare_meshes(file, tmp_path / str(number), tolerance=0.01 * size)
        after = read(tmp_path / str(number) / row.target)
        points = mesh.joined().positions[::7].astype(float)
        assert distance(points, after) <= row.distance + 1e-6 * size, file
        assert row.distance <= 0.01 * size


def test_primitives_of_several_materials_stay_apart(tmp_path):
    from fourbar.assets import MeshMaterial

    red, blue = (MeshMaterial(n, c) for n, c in (("r", (1.0, 0, 0, 1)), ("b", (0, 0, 1.0, 1))))
    one = sphere(1.0, segments=24)
    parts = np.array_split(one.triangles, 2)
    mesh = TriangleMesh(
        tuple(
            Primitive.from_arrays(one.positions, part, one.normals, material=material)
            for part, material in zip(parts, (red, blue), strict=True)
        )
    )
    from fourbar.gltf.write.extract_meshes import mesh_to_glb

    (tmp_path / "m.glb").write_bytes(mesh_to_glb(mesh, report=Report()))
    (row,) = fb.prepare_meshes(tmp_path, tmp_path / "o", tolerance=0.02)
    after = read(tmp_path / "o" / row.target)
    assert len(after.primitives) == 2
    assert {p.material.name for p in after.primitives} == {"r", "b"}
    assert row.triangles[1] < row.triangles[0]


def test_a_folder_without_meshes_is_no_success(tmp_path, capsys):
    (tmp_path / "notes.txt").write_text("nothing")
    assert main(["meshes", str(tmp_path)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"no mesh file in '{tmp_path}'" in printed.err


def test_obj_is_read_back_as_it_was(tmp_path):
    first = ball()
    textured = Primitive.from_arrays(
        [(0, 0, 0), (0.1, 0, 0), (0, 0.3, 1e-9)],
        [(0, 1, 2)],
        normals=[(0, 0, 1)] * 3,
        texcoords=[(0, 0), (1, 0.25), (0.5, 1)],
    )
    mesh = TriangleMesh((*first.primitives, textured))
    data = write_obj(*mesh.primitives, normals=True)
    (tmp_path / "a.obj").write_bytes(data)
    again = read(tmp_path / "a.obj")
    assert again.triangle_count == mesh.triangle_count
    old, new = (
        np.concatenate([p.positions[p.triangles] for p in m.primitives]) for m in (mesh, again)
    )
    np.testing.assert_array_equal(new, old)
    last = again.primitives[-1]
    corners = last.triangles[-1]
    np.testing.assert_array_equal(last.normals[corners], textured.normals)
    np.testing.assert_allclose(last.texcoords[corners], textured.texcoords, atol=1e-7)
    assert write_obj(*mesh.primitives, normals=True) == data


def test_a_kit_is_converted_to_obj(kit, tmp_path):
    rows = list(fb.prepare_meshes(kit, tmp_path / "o", convert="obj"))
    assert {row.target.rpartition(".")[2] for row in rows} == {"obj"}
    assert read(tmp_path / "o" / "ball.obj").triangle_count == ball().triangle_count


def test_a_glb_file_is_a_mesh_unless_it_is_a_robot(kit, tmp_path, capsys):
    assert main(["meshes", str(kit), "--convert", "glb", "-o", str(tmp_path / "glb")]) == 0
    file = next((tmp_path / "glb").rglob("*.glb"))
    capsys.readouterr()
    assert main(["meshes", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith(file.name)
    robot = tmp_path / "robot.glb"
    fb.save(fb.load("gallery:four_bar"), robot)
    assert main(["meshes", str(robot)]) == 2
    assert "the meshes of this robot are inside its file" in capsys.readouterr().err


def test_a_folder_that_does_not_exist_is_refused(tmp_path):
    with pytest.raises(fb.FourbarError, match="does not exist"):
        fb.survey_meshes(tmp_path / "nothing")


def test_findings_keep_no_more_than_some_text_of_files(tmp_path):
    lines = "mtllib none.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n" + "# filler\n" * 400_000
    for k in range(12):
        (tmp_path / f"{k}.obj").write_text(lines + f"# {k}\n")
    report = Report()
    assert len(list(fb.survey_meshes(tmp_path, report=report))) == 12
    assert len(report) == 12
    assert sum(len(text.data) for text in report.sources.values()) < 2e7


def test_outwards_the_new_surface_contains_the_old_one(tmp_path):
    trimesh = pytest.importorskip("trimesh")
    ball = sphere(1.0, segments=48)
    corners = np.array(ball.positions).reshape(-1, 3)
    dent = 1 - 0.3 * np.exp(-8 * ((corners - [1, 0, 0]) ** 2).sum(axis=1))
    mesh = Primitive.from_arrays(corners * dent[:, None], np.array(ball.triangles).reshape(-1, 3))
    (tmp_path / "dent.stl").write_bytes(write_stl(TriangleMesh((mesh,))))
    (row,) = fb.prepare_meshes(
        tmp_path / "dent.stl", tmp_path / "out", tolerance=0.03, outwards=True
    )
    assert row.triangles[1] < 0.8 * row.triangles[0]
    old, new = (trimesh.load(tmp_path / p) for p in ("dent.stl", f"out/{row.target}"))
    assert new.is_watertight
    # All corners and 1,000 other points are inside, and no new corner is too far out.
    points = np.concatenate([old.vertices, old.sample(1000, seed=1)])
    assert np.allclose(winding_numbers(np.array(new.triangles), points), 1, atol=1e-6)
    triangles = np.array(old.triangles)
    for corner in np.array(new.vertices):
        nearest = trimesh.triangles.closest_point(triangles, np.tile(corner, (len(triangles), 1)))
        apart = np.linalg.norm(nearest - corner, axis=1).min()
        assert apart <= row.distance <= 0.03


def winding_numbers(triangles, points):
    """How often a surface goes round points: solid angles (Van Oosterom and Strackee 1983)."""
    found = []
    for point in points:
        a, b, c = np.moveaxis(triangles - point, 1, 0)
        x, y, z = (np.linalg.norm(corner, axis=1) for corner in (a, b, c))
        volume = np.einsum("ij,ij->i", a, np.cross(b, c))
        dots = [np.einsum("ij,ij->i", one, two) for one, two in ((a, b), (a, c), (b, c))]
        angle = np.arctan2(volume, x * y * z + dots[0] * z + dots[1] * y + dots[2] * x)
        found.append(angle.sum() / (2 * np.pi))
    return np.array(found)


def test_outwards_what_is_not_closed_stays(tmp_path):
    mesh = Primitive.from_arrays([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    (tmp_path / "open.stl").write_bytes(write_stl(TriangleMesh((mesh,))))
    (row,) = fb.prepare_meshes(tmp_path / "open.stl", tmp_path / "out", tolerance=1, outwards=True)
    assert row.triangles == (1, 1)
    assert row.distance == 0.0


@pytest.mark.parametrize(
    "words",
    [
        ("arm.urdf", "--simplify", "1mm", "--meshes", "meshes", "-o", "other.urdf"),
        ("meshes", "--simplify", "1mm", "-o", "meshes"),
        ("meshes/base.stl", "-o", "meshes"),
    ],
)
def test_originals_are_not_written_over(tmp_path, capsys, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    Path("meshes").mkdir()
    before = write_stl(ball(0.1))
    Path("meshes/base.stl").write_bytes(before)
    Path("arm.urdf").write_text(
        '<robot name="arm"><link name="base"><visual><geometry><mesh filename="meshes/base.stl"/>'
        "</geometry></visual></link></robot>"
    )
    assert main(["meshes", *words]) == 2
    said = capsys.readouterr().err
    assert "'meshes/base.stl' is the input; write to another folder" in said
    assert Path("meshes/base.stl").read_bytes() == before
    assert not Path("other.urdf").exists()

"""Meshes, materials and textures in a file."""

import io
import struct

import numpy as np
import pytest
from PIL import Image

import fourbar as fb
from fourbar.assets import read_mesh
from fourbar.diagnostics import Report
from fourbar.gltf import convert, extract_meshes, read_robot, validate, write_glb


def write_stl(path, triangles):
    rows = np.zeros(len(triangles), np.dtype([("n", "<3f4"), ("v", "<9f4"), ("a", "<u2")]))
    rows["v"] = np.asarray(triangles, np.float32).reshape(-1, 9)
    path.write_bytes(bytes(80) + struct.pack("<I", len(rows)) + rows.tobytes())


# A tetrahedron with right angles at the origin; outward winding.
CORNER = np.array(
    [
        [[0, 0, 0], [0, 1, 0], [1, 0, 0]],
        [[0, 0, 0], [1, 0, 0], [0, 0, 1]],
        [[0, 0, 0], [0, 0, 1], [0, 1, 0]],
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    ],
    dtype=float,
)


def robot_with(folder, *visuals, collisions=()):
    robot = fb.Robot("r", [fb.Link("body", visuals=visuals, collisions=collisions)])
    fb.save(robot, folder / "r.urdf")
    return fb.load(folder / "r.urdf")


def built(robot, **options):
    report = Report()
    document = convert(robot, report=report, **options)
    return document, report


def positions(document, mesh=0, primitive=0):
    root = document.root
    number = root["meshes"][mesh]["primitives"][primitive]["attributes"]["POSITION"]
    accessor = root["accessors"][number]
    view = root["bufferViews"][accessor["bufferView"]]
    data = document.binary[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
    return np.frombuffer(data, "<f4").reshape(-1, 3)


def triangles(document, mesh=0):
    root = document.root
    accessor = root["accessors"][root["meshes"][mesh]["primitives"][0]["indices"]]
    view = root["bufferViews"][accessor["bufferView"]]
    data = document.binary[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
    return positions(document, mesh)[np.frombuffer(data, "<u2").reshape(-1, 3)]


def volume(corners):
    return float(np.linalg.det(corners.astype(float)).sum() / 6)


def test_vertices_are_permuted_exactly(tmp_path):
    write_stl(tmp_path / "a.stl", CORNER * [0.1, 0.2, 0.3])
    document, _ = built(robot_with(tmp_path, fb.Visual(fb.Mesh("a.stl"))))
    expected = (CORNER * [0.1, 0.2, 0.3]).astype(np.float32)[:, :, [1, 2, 0]]
    assert {tuple(v) for v in positions(document).tolist()} == {
        tuple(v) for v in expected.reshape(-1, 3).tolist()
    }


@pytest.mark.parametrize("scale", [(2.0, 3.0, 4.0), (-1.0, 1.0, 1.0), (-2.0, -1.0, -0.5)])
def test_scale_is_baked_and_mirrors_keep_outside_outside(tmp_path, scale):
    write_stl(tmp_path / "a.stl", CORNER)
    document, _ = built(robot_with(tmp_path, fb.Visual(fb.Mesh("a.stl", scale))))
    assert volume(triangles(document)) == pytest.approx(abs(np.prod(scale)) / 6)
    node = document.root["nodes"][2]
    assert "scale" not in node


def test_one_file_is_stored_once_and_coloured_twice(tmp_path):
    write_stl(tmp_path / "a.stl", CORNER)
    write_stl(tmp_path / "copy.stl", CORNER)
    red, blue = (fb.Material(n, (r, 0, b, 1)) for n, r, b in (("red", 1, 0), ("blue", 0, 1)))
    document, _ = built(
        robot_with(
            tmp_path,
            fb.Visual(fb.Mesh("a.stl"), material=red),
            fb.Visual(fb.Mesh("a.stl"), material=blue),
            fb.Visual(fb.Mesh("copy.stl"), material=red),
        )
    )
    root = document.root
    assert len(root["meshes"]) == 2
    first, second = (mesh["primitives"][0] for mesh in root["meshes"])
    assert first["attributes"] == second["attributes"]
    assert first["material"] != second["material"]
    assert [root["nodes"][n]["mesh"] for n in (2, 3, 4)] == [0, 1, 0]


def test_colours_are_linear_and_opacity_blends():
    look = fb.Material("glass", (0.5, 0.0, 1.0, 0.25))
    robot = fb.Robot("r", [fb.Link("l", visuals=(fb.Visual(fb.Sphere(0.1), material=look),))])
    document, _ = built(robot)
    (material,) = document.root["materials"]
    pbr = material["pbrMetallicRoughness"]
    # IEC 61966-2-1: ((0.5 + 0.055) / 1.055) ** 2.4
    assert pbr["baseColorFactor"] == pytest.approx([0.21404114, 0.0, 1.0, 0.25])
    assert pbr["metallicFactor"] == 0
    assert material["alphaMode"] == "BLEND"


def test_a_mesh_with_its_own_materials_keeps_them(tmp_path):
    (tmp_path / "a.obj").write_text(
        "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl green\nf 1 2 3\n"
    )
    (tmp_path / "a.mtl").write_text("newmtl green\nKd 0 1 0\n")
    red = fb.Material("red", (1, 0, 0, 1))
    document, report = built(robot_with(tmp_path, fb.Visual(fb.Mesh("a.obj"), material=red)))
    assert not list(report)
    (material,) = document.root["materials"]
    assert material["pbrMetallicRoughness"]["baseColorFactor"] == [0, 1, 0, 1]


def png(size=(8, 8)):
    stream = io.BytesIO()
    Image.new("RGB", size, (255, 128, 0)).save(stream, "PNG")
    return stream.getvalue()


def test_textures_are_embedded_and_limited(tmp_path):
    (tmp_path / "wood.png").write_bytes(png((64, 32)))
    look = fb.Material("wood", texture="wood.png")
    robot = robot_with(tmp_path, fb.Visual(fb.Box((1, 1, 1)), material=look))
    document, report = built(robot)
    assert not list(report)
    (image,) = document.root["images"]
    view = document.root["bufferViews"][image["bufferView"]]
    data = document.binary[view["byteOffset"] :][: view["byteLength"]]
    assert data == png((64, 32))
    assert "TEXCOORD_0" in document.root["meshes"][0]["primitives"][0]["attributes"]
    document, _ = built(robot, texture_size=16)
    view = document.root["bufferViews"][document.root["images"][0]["bufferView"]]
    shrunk = Image.open(io.BytesIO(document.binary[view["byteOffset"] :][: view["byteLength"]]))
    assert shrunk.size == (16, 8)


def test_a_texture_without_coordinates_is_reported(tmp_path):
    write_stl(tmp_path / "a.stl", CORNER)
    (tmp_path / "wood.png").write_bytes(png())
    look = fb.Material("wood", (1, 0, 0, 1), "wood.png")
    _, report = built(robot_with(tmp_path, fb.Visual(fb.Mesh("a.stl"), material=look)))
    assert [finding.code for finding in report] == ["E753"]


@pytest.mark.parametrize("own", [True, False])
def test_check_finds_textures_without_coordinates_where_a_conversion_does(own, tmp_path):
    lib = "mtllib a.mtl\nusemtl wood\n" if own else ""
    (tmp_path / "a.obj").write_text(f"{lib}v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    (tmp_path / "a.mtl").write_text("newmtl wood\nKd 0.5 0.25 0\nmap_Kd wood.png\n")
    (tmp_path / "wood.png").write_bytes(png())
    look = "" if own else '<material name="wood"><texture filename="wood.png"/></material>'
    file = tmp_path / "r.urdf"
    shape = '<visual><geometry><mesh filename="a.obj"/></geometry>'
    file.write_text(f'<robot name="r"><link name="l">\n{shape}{look}</visual></link></robot>')
    _, report = built(fb.load(file))
    (converted,) = (d for d in report if d.code == "E753")
    (checked,) = (d for d in fb.check(file) if d.code == "E753")
    assert converted.span is not None
    assert (checked.span, checked.path) == (converted.span, converted.path)


def test_a_textured_mesh_without_coordinates_gets_its_colour(tmp_path, khronos):
    (tmp_path / "a.obj").write_text(
        "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl wood\nf 1 2 3\n"
    )
    (tmp_path / "a.mtl").write_text("newmtl wood\nKd 0.5 0.25 0\nmap_Kd wood.png\n")
    (tmp_path / "wood.png").write_bytes(png())
    document, report = built(robot_with(tmp_path, fb.Visual(fb.Mesh("a.obj"))))
    assert [finding.code for finding in report] == ["E753"]
    (material,) = document.root["materials"]
    assert "baseColorTexture" not in material["pbrMetallicRoughness"]
    (tmp_path / "a.glb").write_bytes(document.to_glb())
    assert not any(khronos([tmp_path / "a.glb"]).values())


def test_missing_and_empty_files_are_reported_and_the_rest_converted(tmp_path):
    (tmp_path / "empty.stl").write_bytes(b"")
    robot = robot_with(
        tmp_path,
        fb.Visual(fb.Mesh("gone.stl")),
        fb.Visual(fb.Mesh("empty.stl")),
        fb.Visual(fb.Box((1, 1, 1))),
    )
    document, report = built(robot)
    assert sorted(finding.code for finding in report) == ["A501", "A521"]
    nodes = document.root["nodes"]
    assert ["mesh" in nodes[n] for n in (2, 3, 4)] == [False, False, True]
    assert read_robot(document.to_glb(), file="r.glb", report=Report()) == robot


def test_collisions_share_the_mesh_of_the_visual(tmp_path):
    write_stl(tmp_path / "a.stl", CORNER)
    write_stl(tmp_path / "hull.stl", CORNER * 2)
    robot = robot_with(
        tmp_path,
        fb.Visual(fb.Mesh("a.stl")),
        collisions=(fb.Collision(fb.Mesh("a.stl")), fb.Collision(fb.Mesh("hull.stl"))),
    )
    document, _ = built(robot)
    link = document.root["extensions"]["EXT_robot_kinematics"]["models"][0]["links"][0]
    meshes = [document.root["meshes"][c["mesh"]]["primitives"][0] for c in link["collisions"]]
    visual = document.root["meshes"][0]["primitives"][0]
    assert meshes[0]["attributes"]["POSITION"] == visual["attributes"]["POSITION"]
    assert set(meshes[1]["attributes"]) == {"POSITION"}  # nobody looks at it


def test_impossible_shapes_are_left_out_and_reported():
    shapes = ('<sphere radius="0"/>', '<box size="1 -1 1"/>', '<cylinder radius="1" length="-1"/>')
    visuals = "".join(f"\n<visual><geometry>{s}</geometry></visual>" for s in shapes)
    robot = fb.loads(f'<robot name="r"><link name="l">{visuals}</link></robot>')
    document, report = built(robot)
    assert [finding.code for finding in report] == ["E754"] * 3
    assert [finding.span.line for finding in report if finding.span] == [2, 3, 4]
    assert "meshes" not in document.root


def test_a_file_of_ours_can_be_written_again_without_its_meshes(tmp_path):
    write_stl(tmp_path / "a.stl", CORNER)
    look = fb.Material("red", (1, 0, 0, 1))
    robot = robot_with(tmp_path, fb.Visual(fb.Mesh("a.stl", (2, 1, 1)), material=look))
    first = write_glb(robot)
    (tmp_path / "a.stl").unlink()
    again = read_robot(first, file="r.glb", report=Report())
    report = Report()
    second = convert(again, report=report)
    assert not list(report)
    assert volume(triangles(second)) == pytest.approx(2 / 6)
    base = second.root["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"]
    assert base == [1, 0, 0, 1]


def test_back_to_urdf_with_mesh_files(tmp_path):
    write_stl(tmp_path / "a.stl", CORNER * [1, 2, 3])
    look = fb.Material("red", (1, 0, 0, 1))
    robot = robot_with(
        tmp_path,
        fb.Visual(fb.Mesh("a.stl", (-1, 1, 1)), material=look),
        fb.Visual(fb.Sphere(0.5)),
    )
    again = read_robot(write_glb(robot), file="r.glb", report=Report())
    out = tmp_path / "out"
    report = Report()
    extracted = extract_meshes(again, out / "meshes", name="meshes", report=report)
    assert not list(report)
    geometry = extracted.links["body"].visuals[0].geometry
    assert geometry == fb.Mesh("meshes/a.glb")
    assert extracted.links["body"].visuals[1] == robot.links["body"].visuals[1]
    mesh = read_mesh((out / geometry.filename).read_bytes(), file="a.glb", report=report)
    (primitive,) = mesh.primitives
    assert not list(report)
    corners = primitive.positions[primitive.triangles]
    assert volume(corners) == pytest.approx(1.0)
    assert mesh.bounds.tolist() == [[-1, 0, 0], [0, 2, 3]]
    assert primitive.material.base_color == (1, 0, 0, 1)


def test_progress_runs_to_the_end(tmp_path):
    for number in range(3):
        write_stl(tmp_path / f"{number}.stl", CORNER * (number + 1))
    robot = robot_with(tmp_path, *(fb.Visual(fb.Mesh(f"{n}.stl")) for n in (0, 1, 2, 1)))
    seen = []
    built(robot, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_simplified_meshes_keep_their_shape(tmp_path):
    from fourbar.assets import TriangleMesh, sphere
    from fourbar.assets.simplify import simplify

    ball = sphere(1.0, segments=96)
    (fewer,) = simplify(TriangleMesh((ball,)), 0.3).mesh.primitives
    assert 0.2 * len(ball.triangles) < len(fewer.triangles) <= 0.3 * len(ball.triangles)
    radii = np.linalg.norm(fewer.positions, axis=1)
    assert radii.min() > 0.95
    assert radii.max() < 1.05
    assert volume(fewer.positions[fewer.triangles]) == pytest.approx(4.19, rel=0.05)


def test_ours_finds_nothing_in_files_with_meshes_and_textures(tmp_path, khronos):
    write_stl(tmp_path / "a.stl", CORNER)
    (tmp_path / "wood.png").write_bytes(png())
    look = fb.Material("wood", (0.5, 1, 1, 0.5), "wood.png")
    robot = robot_with(
        tmp_path,
        fb.Visual(fb.Mesh("a.stl"), material=look),
        fb.Visual(fb.Capsule(0.1, 0.3), material=look),
        collisions=(fb.Collision(fb.Mesh("a.stl", (1, 2, 3))),),
    )
    for name, options in (("a", {}), ("b", {"simplify": 0.5})):
        glb = write_glb(robot, **options)
        (tmp_path / f"{name}.glb").write_bytes(glb)
        report = Report()
        validate(glb, file=name, report=report)
        assert not list(report)
    assert not [i for issues in khronos(tmp_path.glob("*.glb")).values() for i in issues]


def test_a_mesh_scaled_beyond_single_precision_is_reported(tmp_path):
    write_stl(tmp_path / "part.stl", CORNER)
    robot = robot_with(tmp_path, fb.Visual(fb.Mesh("part.stl", (1e140, 1.0, 1.0))))
    document, report = built(robot)
    assert [finding.code for finding in report] == ["E754"]
    assert "meshes" not in document.root
    document.to_glb()


def test_a_mesh_that_does_not_fit_into_memory_is_left_out(tmp_path, monkeypatch):
    def full(*_):
        raise MemoryError

    write_stl(tmp_path / "a.stl", CORNER)
    monkeypatch.setattr("fourbar.gltf.write.load_meshes.pack_primitive", full)
    document, report = built(robot_with(tmp_path, fb.Visual(fb.Mesh("a.stl"))))
    assert [finding.code for finding in report] == ["E754"]
    assert "meshes" not in document.root

import json
import math

import numpy as np
import pytest

from .mesh_files import FACES, POINTS, corners, data_uri, glb, gltf_parts, read

HERE = POINTS[FACES]


def changed(change, *, buffer=None):
    document, data = gltf_parts()
    change(document)
    return glb(document, data if buffer is None else buffer)


def test_y_up_becomes_z_up():
    """A quarter turn about x: glTF's up (y) is the link's z, glTF's front (z) is its -y."""
    document, data = gltf_parts()
    data = np.float32([[0, 1, 0], [0, 0, 1], [1, 0, 0], [0, 0, 0]]).tobytes() + data[48:]
    mesh, _ = read(glb(document, data), "a.glb")
    wanted = np.array([[0, 0, 1], [0, -1, 0], [1, 0, 0], [0, 0, 0]])
    np.testing.assert_array_equal(mesh.primitives[0].positions, wanted)


def test_external_and_embedded_buffers():
    document, data = gltf_parts()
    document["buffers"][0]["uri"] = "my%20part.bin"
    mesh, codes = read(json.dumps(document).encode(), "a.gltf", files={"my part.bin": data})
    assert codes == []
    np.testing.assert_array_equal(corners(mesh), HERE)
    document["buffers"][0]["uri"] = data_uri(data)
    mesh, codes = read(json.dumps(document).encode(), "a.gltf")
    assert codes == []
    np.testing.assert_array_equal(corners(mesh), HERE)


def test_a_missing_buffer_is_reported():
    document, _ = gltf_parts()
    document["buffers"][0]["uri"] = "part.bin"
    assert read(json.dumps(document).encode(), "a.gltf") == (None, ["A529"])


def test_node_transforms_compose():
    half = math.sqrt(0.5)

    def nest(document):
        document["nodes"] = [
            {"children": [1], "translation": [0, 0, 1]},  # -1 along the link's y
            {"mesh": 0, "rotation": [0, half, 0, half], "scale": [2, 2, 2]},  # about the link's z
        ]

    mesh, codes = read(changed(nest), "a.glb")
    assert codes == []
    wanted = 2 * HERE[..., [1, 0, 2]] * [-1, 1, 1] + [0, -1, 0]
    np.testing.assert_allclose(corners(mesh), wanted, atol=1e-6)


def test_a_matrix_is_read_by_columns():
    def move(document):
        document["nodes"][0]["matrix"] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]

    mesh, _ = read(changed(move), "a.glb")
    np.testing.assert_array_equal(corners(mesh), np.add(HERE, (5, 0, 0)))


def test_without_a_scene_root_nodes_are_shown():
    def unlist(document):
        del document["scene"], document["scenes"]

    assert read(changed(unlist), "a.glb")[0].triangle_count == 4


def test_skins_and_animations_are_dropped_and_reported():
    def animate(document):
        document["skins"] = [{"joints": [0]}]
        document["animations"] = [{"channels": [], "samplers": []}]
        document["nodes"][0]["skin"] = 0

    mesh, codes = read(changed(animate), "a.glb")
    assert codes == ["A535", "A535"]
    assert mesh.triangle_count == 4


def test_materials_are_linear_already():
    def paint(document):
        document["materials"] = [
            {
                "name": "paint",
                "pbrMetallicRoughness": {
                    "baseColorFactor": [1, 0.5, 0, 0.25],
                    "metallicFactor": 0.5,
                    "baseColorTexture": {"index": 0},
                },
                "alphaMode": "BLEND",
                "doubleSided": True,
            }
        ]
        document["textures"] = [{"source": 0}]
        document["images"] = [{"uri": data_uri(b"pixels", "image/png")}]
        document["meshes"][0]["primitives"][0]["material"] = 0

    mesh, codes = read(changed(paint), "a.glb")
    assert codes == []
    paint_ = mesh.primitives[0].material
    assert paint_.base_color == (1, 0.5, 0, 0.25)
    assert (paint_.metallic, paint_.roughness) == (0.5, 1.0)
    assert (paint_.alpha_mode, paint_.double_sided) == ("BLEND", True)
    assert paint_.texture.data == b"pixels"


@pytest.mark.parametrize("mode", [0, 1, 2, 3])
def test_points_and_lines_are_dropped_and_reported(mode):
    def draw(document):
        document["meshes"][0]["primitives"].append(
            {"attributes": {"POSITION": 0}, "mode": mode},
        )

    mesh, codes = read(changed(draw), "a.glb")
    assert codes == ["A535"]
    assert mesh.triangle_count == 4


def test_strips_and_fans():
    for mode, indices in ((5, [1, 2, 0, 3]), (6, [0, 1, 2, 3])):
        document, data = gltf_parts([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], [indices])
        document["meshes"][0]["primitives"][0]["mode"] = mode
        mesh, codes = read(glb(document, data), "a.glb")
        t = corners(mesh)
        assert codes == []
        assert (np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])[:, 2] == 1).all()


def test_quantised_positions():
    document, _ = gltf_parts()
    values = np.int16([[0, 0, 0, 9], [16384, 0, 0, 9], [0, 16384, 0, 9], [0, 0, 32767, 9]])
    document["accessors"][0].update(componentType=5122, normalized=True)
    document["bufferViews"][0].update(byteStride=8, byteLength=32)
    document["bufferViews"][1].update(byteOffset=32)
    document["extensionsRequired"] = ["KHR_mesh_quantization"]
    document["buffers"][0]["byteLength"] = 56
    mesh, codes = read(glb(document, values.tobytes() + FACES.astype("<u2").tobytes()), "a.glb")
    assert codes == []
    p = mesh.primitives[0].positions
    np.testing.assert_allclose(p[1], [16384 / 32767, 0, 0], rtol=1e-6)
    np.testing.assert_allclose(p[3], [0, -1, 0], rtol=1e-6)


def test_sparse_values_replace():
    document, data = gltf_parts()
    at = len(data)
    document["accessors"][0]["sparse"] = {
        "count": 1,
        "indices": {"bufferView": 2, "componentType": 5121},
        "values": {"bufferView": 3},
    }
    document["bufferViews"] += [
        {"buffer": 0, "byteOffset": at, "byteLength": 1},
        {"buffer": 0, "byteOffset": at + 4, "byteLength": 12},
    ]
    data += b"\x01\0\0\0" + np.float32([7, 0, 0]).tobytes()
    document["buffers"][0]["byteLength"] = len(data)
    mesh, codes = read(glb(document, data), "a.glb")
    assert codes == []
    np.testing.assert_array_equal(mesh.primitives[0].positions[1], [7, 0, 0])


def test_required_extensions_that_are_not_read_are_named():
    def require(document):
        document["extensionsRequired"] = ["KHR_draco_mesh_compression"]

    assert read(changed(require), "a.glb") == (None, ["A536"])


def test_a_loop_of_nodes_ends():
    def loop(document):
        document["nodes"] = [{"children": [1, 1]}, {"children": [0, 0], "mesh": 0}]

    assert read(changed(loop), "a.glb") == (None, ["A528"])


def test_a_large_mesh_used_often_ends():
    """A thousand nodes with ten thousand triangles each are refused before they are made."""

    def repeat(document):
        document["accessors"][1] = {"componentType": 5125, "count": 60000, "type": "SCALAR"}
        document["nodes"] = [{"mesh": 0} for _ in range(1000)]
        document["scenes"] = [{"nodes": list(range(1000))}]

    assert read(changed(repeat), "a.glb") == (None, ["A528"])


def put(*path, value):
    def change(document):
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = value

    return change


WRONG = [None, -1, 99, 2**60, 1.5, "0", [], {}, True]


@pytest.mark.parametrize("value", WRONG, ids=str)
@pytest.mark.parametrize(
    "path",
    [
        ("scene",),
        ("scenes", 0, "nodes"),
        ("nodes", 0, "mesh"),
        ("nodes", 0, "children"),
        ("nodes", 0, "translation"),
        ("nodes", 0, "rotation"),
        ("nodes", 0, "matrix"),
        ("nodes", 0),
        ("meshes", 0, "primitives"),
        ("meshes", 0, "primitives", 0, "attributes"),
        ("meshes", 0, "primitives", 0, "attributes", "POSITION"),
        ("meshes", 0, "primitives", 0, "attributes", "NORMAL"),
        ("meshes", 0, "primitives", 0, "indices"),
        ("meshes", 0, "primitives", 0, "material"),
        ("meshes", 0, "primitives", 0, "mode"),
        ("accessors", 0, "count"),
        ("accessors", 0, "bufferView"),
        ("accessors", 0, "byteOffset"),
        ("accessors", 0, "componentType"),
        ("accessors", 0, "type"),
        ("accessors", 0, "sparse"),
        ("accessors", 0),
        ("bufferViews", 0, "buffer"),
        ("bufferViews", 0, "byteOffset"),
        ("bufferViews", 0, "byteLength"),
        ("bufferViews", 0, "byteStride"),
        ("buffers", 0, "byteLength"),
        ("asset", "version"),
        ("asset",),
        ("nodes",),
        ("extensionsRequired",),
        ("images",),
    ],
    ids=lambda path: "/".join(map(str, path)),
)
def test_no_value_is_trusted(path, value):
    """Any value in any place gives a mesh or a finding."""
    mesh, codes = read(changed(put(*path, value=value)), "a.glb")
    assert mesh is not None or codes
    assert all(code.startswith("A5") for code in codes)


@pytest.mark.parametrize("text", [b"[]", b"{", b"null", b"[" * 100000, b'{"asset": ' + b"1" * 9999])
def test_json_that_is_none(text):
    mesh, codes = read(text, "a.gltf")
    assert mesh is None
    assert codes in (["A520"], ["A528"], ["A536"])

import numpy as np
import pytest

from fourbar.assets import read_mesh
from fourbar.diagnostics import Report

from .mesh_files import FACES, INPUT, POINTS, VERTICES, corners, dae, dae_mesh, read, source

HERE = POINTS[FACES]


def nodes(transform, content='<instance_geometry url="#g"/>'):
    return f"<node>{transform}{content}</node>"


def test_the_unit_scales():
    data = dae(dae_mesh(), unit='<unit name="millimeter" meter="0.001"/>')
    mesh, codes = read(data, "a.dae")
    assert codes == []
    np.testing.assert_allclose(corners(mesh), HERE * 0.001, rtol=1e-6)


@pytest.mark.parametrize("meter", ["0", "-1", "nan", "inf", "one"])
def test_a_unit_that_is_no_length_is_reported(meter):
    mesh, codes = read(dae(dae_mesh(), unit=f'<unit meter="{meter}"/>'), "a.dae")
    assert codes == ["A538"]
    np.testing.assert_array_equal(corners(mesh), HERE)


@pytest.mark.parametrize("axis", ["Y_UP", "X_UP"])
def test_the_up_axis_is_ignored_and_reported(axis):
    report = Report()
    mesh = read_mesh(dae(dae_mesh(), up=axis), file="a.dae", report=report)
    (finding,) = report
    assert (finding.code, finding.span.line) == ("A539", 3)
    np.testing.assert_array_equal(corners(mesh), HERE)


@pytest.mark.parametrize(
    ("transform", "wanted"),
    [
        ("<translate>1 2 3</translate>", np.add(HERE, (1, 2, 3))),
        ("<scale>2 3 4</scale>", HERE * [2, 3, 4]),
        ("<rotate>0 0 2 90</rotate>", HERE[..., [1, 0, 2]] * [-1, 1, 1]),
        ("<matrix>1 0 0 5 0 1 0 6 0 0 1 7 0 0 0 1</matrix>", np.add(HERE, (5, 6, 7))),
        ("<translate>1 0 0</translate><scale>2 2 2</scale>", HERE * 2 + [1, 0, 0]),
        ("<scale>2 2 2</scale><translate>1 0 0</translate>", (np.add(HERE, (1, 0, 0))) * 2),
        # An eye on the z axis that looks down it, head along y: a plain shift.
        ("<lookat>0 0 5  0 0 0  0 1 0</lookat>", np.add(HERE, (0, 0, 5))),
    ],
)
def test_node_transforms(transform, wanted):
    mesh, codes = read(dae(dae_mesh(), nodes=nodes(transform)), "a.dae")
    assert codes == []
    np.testing.assert_allclose(corners(mesh), wanted, atol=1e-6)


def test_a_mirroring_transform_turns_the_winding():
    mesh, _ = read(dae(dae_mesh(), nodes=nodes("<scale>-1 1 1</scale>")), "a.dae")
    np.testing.assert_array_equal(corners(mesh), (HERE * [-1, 1, 1])[:, ::-1])


def test_nodes_within_nodes_and_instances():
    inner = '<node id="arm"><translate>1 0 0</translate><instance_geometry url="#g"/></node>'
    library = f"<library_nodes>{inner}</library_nodes>"
    scene = nodes("<translate>0 1 0</translate>", '<instance_node url="#arm"/>') * 2
    mesh, codes = read(dae(dae_mesh(), nodes=scene, libraries=library), "a.dae")
    assert codes == []
    assert mesh.triangle_count == 8
    np.testing.assert_array_equal(corners(mesh)[:4], np.add(HERE, (1, 1, 0)))


def test_nodes_that_contain_each_other_end():
    library = """<library_nodes>
      <node id="a"><instance_node url="#b"/><instance_node url="#b"/></node>
      <node id="b"><instance_node url="#a"/><instance_node url="#a"/></node></library_nodes>"""
    data = dae(dae_mesh(), nodes=nodes("", '<instance_node url="#a"/>'), libraries=library)
    assert read(data, "a.dae") == (None, ["A528"])


def test_a_doubling_tower_of_instances_ends():
    tower = "".join(
        f'<node id="n{i}">' + f'<instance_node url="#n{i + 1}"/>' * 2 + "</node>" for i in range(60)
    )
    library = (
        f'<library_nodes>{tower}<node id="n60"><instance_geometry url="#g"/></node></library_nodes>'
    )
    data = dae(dae_mesh(), nodes=nodes("", '<instance_node url="#n0"/>'), libraries=library)
    assert read(data, "a.dae") == (None, ["A528"])


def test_polylists_polygons_fans_and_strips():
    square = source("p", [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], 3) + VERTICES
    for body in (
        f"<polylist count='1'>{INPUT}<vcount>4</vcount><p>0 1 2 3</p></polylist>",
        f"<polygons count='1'>{INPUT}<p>0 1 2 3</p></polygons>",
        f"<trifans count='1'>{INPUT}<p>0 1 2 3</p></trifans>",
        f"<tristrips count='1'>{INPUT}<p>1 2 0 3</p></tristrips>",
    ):
        mesh, codes = read(dae(square + body), "a.dae")
        assert codes == [], body
        t = corners(mesh)
        assert (np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])[:, 2] == 1).all(), body


def test_normals_and_texture_coordinates_with_their_own_indices():
    body = (
        source("p", POINTS[:3], 3)
        + source("n", [[0, 0, 5]], 3)
        + source("t", [[0, 0], [0.5, 1]], 2)
        + VERTICES
        + f"<triangles count='1'>{INPUT}<input semantic='NORMAL' source='#n' offset='1'/>"
        "<input semantic='TEXCOORD' source='#t' offset='2' set='0'/>"
        "<p>0 0 1 1 0 1 2 0 0</p></triangles>"
    )
    mesh, codes = read(dae(body), "a.dae")
    assert codes == []
    (p,) = mesh.primitives
    np.testing.assert_array_equal(p.normals, [[0, 0, 1]] * 3)
    np.testing.assert_array_equal(p.texcoords, [[0.5, 0], [0.5, 0], [0, 1]])


def effect(shader, *, params=""):
    return f"""<library_images><image id="i"><init_from>../t%20x.png</init_from></image>
    </library_images>
    <library_effects><effect id="e"><profile_COMMON>{params}<technique sid="c"><phong>{shader}
    </phong></technique></profile_COMMON></effect></library_effects>
    <library_materials><material id="mat" name="paint"><instance_effect url="#e"/></material>
    </library_materials>"""


BOUND = (
    '<instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="m"'
    ' target="#mat"/></technique_common></bind_material></instance_geometry>'
)


def material(shader, *, params="", files=None):
    data = dae(dae_mesh(), nodes=nodes("", BOUND), libraries=effect(shader, params=params))
    mesh, codes = read(data, "a.dae", files=files)
    return mesh.primitives[0].material, codes


def test_colours_are_made_linear():
    found, codes = material("<diffuse><color>1 0.5 0 1</color></diffuse>")
    assert codes == []
    assert found.name == "paint"
    assert found.base_color == pytest.approx((1, 0.21404, 0, 1), abs=1e-5)


@pytest.mark.parametrize(
    ("transparent", "opacity"),
    [
        ('<transparent opaque="A_ONE"><color>1 1 1 0.25</color></transparent>', 0.25),
        ('<transparent opaque="RGB_ZERO"><color>0 0 0 1</color></transparent>', 1.0),
        ('<transparent opaque="RGB_ZERO"><color>0.75 0.75 0.75 1</color></transparent>', 0.25),
        ("<transparency><float>0.25</float></transparency>", 0.25),
        (
            '<transparent opaque="A_ONE"><color>1 1 1 0.5</color></transparent>'
            "<transparency><float>0.5</float></transparency>",
            0.25,
        ),
    ],
)
def test_transparency(transparent, opacity):
    found, codes = material("<diffuse><color>1 1 1 1</color></diffuse>" + transparent)
    assert codes == []
    assert found.base_color[3] == pytest.approx(opacity, abs=1e-6)
    assert found.alpha_mode == ("BLEND" if opacity < 1 else "OPAQUE")


def test_an_invisible_material_is_shown_and_reported():
    found, codes = material("<transparency><float>0</float></transparency>")
    assert codes == ["A540"]
    assert found.base_color[3] == 1


SAMPLER = """<newparam sid="surf"><surface type="2D"><init_from>i</init_from></surface></newparam>
<newparam sid="samp"><sampler2D><source>surf</source></sampler2D></newparam>"""


def test_textures_over_sampler_and_surface():
    shader = '<diffuse><texture texture="samp" texcoord="UV"/></diffuse>'
    found, codes = material(shader, params=SAMPLER, files={"../t%20x.png": b"pixels"})
    assert codes == []
    assert found.texture.data == b"pixels"
    assert found.base_color == (1, 1, 1, 1)


def test_missing_textures_are_reported():
    shader = '<diffuse><texture texture="samp" texcoord="UV"/></diffuse>'
    assert material(shader, params=SAMPLER)[1] == ["A544"]
    assert material('<diffuse><texture texture="nothing"/></diffuse>')[1] == ["A544"]


def test_dangling_references_are_reported():
    scene = nodes("", '<instance_geometry url="#g"/><instance_geometry url="#no"/>')
    mesh, codes = read(dae(dae_mesh(), nodes=scene), "a.dae")
    assert codes == ["A537"]
    assert mesh.triangle_count == 4


def test_without_a_scene_all_geometries_are_shown():
    data = dae(dae_mesh()).replace(b"library_visual_scenes", b"library_nothing")
    data = data.replace(b'<instance_visual_scene url="#s"/>', b"")
    mesh, codes = read(data, "a.dae")
    assert codes == []
    assert mesh.triangle_count == 4


def test_animations_are_dropped_and_reported():
    library = '<library_animations><animation id="a"/></library_animations>'
    mesh, codes = read(dae(dae_mesh(), libraries=library), "a.dae")
    assert codes == ["A535"]
    assert mesh.triangle_count == 4


def test_lists_of_numbers_may_hold_comments():
    data = dae(dae_mesh()).replace(b"<p>", b"<p><!-- first --> ")
    assert read(data, "a.dae")[0].triangle_count == 4


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_other_encodings(encoding):
    text = dae(dae_mesh()).decode().replace("part", "gelenk_ä").replace("utf-8", encoding)
    mesh, codes = read(text.encode(encoding), "a.dae")
    assert codes == []
    assert mesh.primitives[0].name == "gelenk_ä"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("<p>", "<p>x ", "A520"),
        ("<p>", "<p>0 ", "A520"),
        ('count="12"', 'count="12000"', "A523"),
        ('source="#p"', 'source="#q"', "A520"),
        ('semantic="POSITION"', 'semantic="NORMAL"', "A520"),
        ('stride="3"', 'stride="0"', "A520"),
        ('stride="3"', 'stride="2"', "A520"),
        ('offset="0"', 'offset="99999999"', "A520"),
        ("</mesh>", "</mash>", "A520"),
        ("<asset>", '<!DOCTYPE a [<!ENTITY x "y">]><asset>', "A520"),
    ],
)
def test_malformed_files_are_reported(old, new, code):
    text = dae(dae_mesh()).decode()
    assert old in text
    assert read(text.replace(old, new, 1).encode(), "a.dae") == (None, [code])


def test_entities_are_refused():
    bomb = b"""<?xml version="1.0"?><!DOCTYPE C [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>
<COLLADA>&b;</COLLADA>"""
    assert read(bomb, "a.dae") == (None, ["A520"])


def test_a_finding_in_the_middle_of_numbers_has_its_place():
    points = np.arange(900).reshape(-1, 3)
    text = dae(dae_mesh(points, [[0, 1, 2]])).decode().replace(" 700 ", "\n7OO ")
    report = Report()
    assert read_mesh(text.encode(), file="a.dae", report=report) is None
    (finding,) = report
    assert (finding.code, finding.span.line, finding.span.column) == ("A520", 6, 1)


def test_places_after_long_lists_are_right():
    points = np.arange(900).reshape(-1, 3)
    text = dae(dae_mesh(points, [[0, 1, 2]])).decode().replace("</mesh>", "\n</mash>")
    report = Report()
    assert read_mesh(text.encode(), file="a.dae", report=report) is None
    (finding,) = report
    assert finding.span.line == 6

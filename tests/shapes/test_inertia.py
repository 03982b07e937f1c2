"""Inertia from shapes: closed forms, and what CAD programs wrote into files."""

from __future__ import annotations

import warnings
from math import pi, radians

import numpy as np
import pytest

import fourbar as fb
from fourbar.robot.tensor import symmetric
from fourbar.shapes.agreement import along_link, compare

TURNED = fb.Pose((0.3, -0.2, 0.5), (0.4, -0.7, 1.1))


def robot_of(*visuals: fb.Visual, inertial: fb.Inertial | None = None, collisions=()) -> fb.Robot:
    return fb.Robot("r", links=[fb.Link("a", inertial, visuals, tuple(collisions))])


def tensor(inertial: fb.Inertial) -> np.ndarray:
    """About the centre of mass, along the axes of the link."""
    xx, yy, zz, xy, xz, yz = symmetric(inertial.inertia)
    R = np.array(inertial.origin.rotation())
    return R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T


def box_tensor(mass: float, size: tuple[float, float, float]) -> np.ndarray:
    x, y, z = size
    return mass / 12 * np.diag([y * y + z * z, x * x + z * z, x * x + y * y])


def test_one_box_anywhere():
    robot = robot_of(fb.Visual(fb.Box((0.1, 0.2, 0.3)), TURNED))
    found = fb.inertial_from_shapes(robot, "a", density=2000.0)
    R = np.array(TURNED.rotation())
    assert found.mass == pytest.approx(12.0, rel=1e-12)
    np.testing.assert_allclose(found.origin.xyz, TURNED.xyz, rtol=1e-12)
    wanted = R @ box_tensor(12.0, (0.1, 0.2, 0.3)) @ R.T
    np.testing.assert_allclose(tensor(found), wanted, rtol=0, atol=1e-12)


def test_parts_are_combined_about_their_common_centre():
    """A dumbbell of two balls and a rod: parallel axes by hand."""
    r, d, rod = 0.05, 0.4, 0.01
    robot = robot_of(
        fb.Visual(fb.Sphere(r), fb.Pose((0, 0, d / 2))),
        fb.Visual(fb.Sphere(r), fb.Pose((0, 0, -d / 2))),
        fb.Visual(fb.Cylinder(rod, d - 2 * r)),
    )
    found = fb.inertial_from_shapes(robot, "a", density=1000.0)
    ball = 1000 * 4 / 3 * pi * r**3
    middle = 1000 * pi * rod**2 * (d - 2 * r)
    across = 2 * (0.4 * ball * r**2 + ball * d**2 / 4)
    across += middle * (3 * rod**2 + (d - 2 * r) ** 2) / 12
    along = 2 * 0.4 * ball * r**2 + middle * rod**2 / 2
    assert found.mass == pytest.approx(2 * ball + middle, rel=1e-12)
    wanted = np.diag([across, across, along])
    np.testing.assert_allclose(tensor(found), wanted, rtol=1e-12, atol=1e-15)


def test_materials_have_densities_and_a_mass_keeps_their_ratio():
    steel, wood = fb.Material("steel"), fb.Material("wood")
    robot = robot_of(
        fb.Visual(fb.Box((1, 1, 1)), fb.Pose((0, 0, 0)), steel),
        fb.Visual(fb.Box((1, 1, 1)), fb.Pose((2, 0, 0)), wood),
    )
    materials = {"steel": 3.0, "wood": 1.0}
    found = fb.inertial_from_shapes(robot, "a", materials=materials, density=1.0)
    assert found.mass == pytest.approx(4.0)
    np.testing.assert_allclose(found.origin.xyz, (0.5, 0, 0), atol=1e-15)
    heavy = fb.inertial_from_shapes(robot, "a", materials=materials, mass=8.0)
    assert heavy.mass == 8.0
    assert heavy.origin.xyz == found.origin.xyz
    np.testing.assert_allclose(tensor(heavy), 2 * tensor(found), rtol=1e-12, atol=1e-15)


def test_the_mass_of_the_file_is_kept_without_a_density():
    stated = fb.Inertial(2.5, fb.Inertia(1, 1, 1))
    robot = robot_of(fb.Visual(fb.Box((1, 1, 1))), inertial=stated)
    assert fb.inertial_from_shapes(robot, "a").mass == 2.5
    assert fb.inertial_from_shapes(robot, "a", density=10.0).mass == pytest.approx(10.0)
    assert fb.inertial_from_shapes(robot, "a", mass=7.0).mass == 7.0
    (row,) = fb.inertia_table(robot, density=10.0, masses="keep")
    assert row.computed is not None
    assert row.computed.mass == 2.5
    (row,) = fb.inertia_table(robot, masses="density")
    assert row.computed is None
    assert row.problem == "has no density; give a density or a mass"


def test_principal_axes_make_the_tensor_diagonal_and_keep_the_body():
    robot = robot_of(
        fb.Visual(fb.Box((0.1, 0.2, 0.3)), TURNED),
        fb.Visual(fb.Sphere(0.1), fb.Pose((0.5, 0, 0))),
    )
    plain = fb.inertial_from_shapes(robot, "a", density=1000.0)
    turned = fb.inertial_from_shapes(robot, "a", density=1000.0, principal=True)
    assert symmetric(turned.inertia)[3:] == (0.0, 0.0, 0.0)
    np.testing.assert_allclose(tensor(turned), tensor(plain), rtol=0, atol=1e-12)
    assert turned.origin.xyz == plain.origin.xyz


def test_the_frame_of_the_file_is_kept():
    """The tensor is written along the axes that the file's inertial frame has."""
    stated = fb.Inertial(1.0, fb.Inertia(1, 1, 1), fb.Pose((0, 0, 0), (0.3, 0.2, 0.1)))
    robot = robot_of(fb.Visual(fb.Box((0.1, 0.2, 0.3))), inertial=stated)
    found = fb.inertial_from_shapes(robot, "a")
    assert found.origin.rpy == stated.origin.rpy
    np.testing.assert_allclose(tensor(found), box_tensor(1.0, (0.1, 0.2, 0.3)), atol=1e-15)


def test_solids_come_before_hulls_and_visuals_before_collisions(tmp_path):
    from fourbar.robot import Mesh

    open_box = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n"
    (tmp_path / "open.obj").write_text(open_box)
    (tmp_path / "r.urdf").write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="open.obj"/></geometry>'
        '</visual><collision><geometry><box size="1 1 1"/></geometry></collision></link></robot>'
    )
    robot = fb.load(tmp_path / "r.urdf")
    assert isinstance(robot.links["a"].visuals[0].geometry, Mesh)
    assert fb.inertial_from_shapes(robot, "a", density=6.0).mass == pytest.approx(6.0)
    report = fb.Report()
    hull = fb.inertial_from_shapes(robot, "a", density=6.0, shapes="visual", report=report)
    assert hull.mass == pytest.approx(1.0)
    assert [finding.code for finding in report] == ["A550"]
    with pytest.raises(fb.ShapeError, match=r"visual\[0\] 'open.obj' is not closed"):
        fb.inertial_from_shapes(robot, "a", density=6.0, shapes="visual", open_mesh="refuse")


def test_a_scaled_and_mirrored_mesh(tmp_path):
    """A tetrahedron with edges 2, 3, -4 on the axes: the closed form of the second moments."""
    text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    (tmp_path / "t.obj").write_text(text)
    (tmp_path / "r.urdf").write_text(
        '<robot name="r"><link name="a"><visual><geometry>'
        '<mesh filename="t.obj" scale="2 3 -4"/></geometry></visual></link></robot>'
    )
    found = fb.inertial_from_shapes(fb.load(tmp_path / "r.urdf"), "a", density=1.0)
    edges = np.array([2.0, 3.0, -4.0])
    assert found.mass == pytest.approx(4.0, rel=1e-12)
    np.testing.assert_allclose(found.origin.xyz, edges / 4, rtol=1e-12)
    second = 4.0 * (np.outer(edges, edges) + np.diag(edges**2)) / 20
    second -= 4.0 * np.outer(edges, edges) / 16
    wanted = np.trace(second) * np.eye(3) - second
    np.testing.assert_allclose(tensor(found), wanted, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "has no mass in the file; give a density or a mass"),
        ({"density": 0.0}, "the density must be positive and finite, got 0"),
        ({"mass": float("nan")}, "the mass of 'a' must be positive and finite, got nan"),
        ({"materials": {"steel": -1.0}}, "the density of material 'steel' must be positive"),
    ],
)
def test_what_cannot_be_weighed_is_refused(options, words):
    robot = robot_of(fb.Visual(fb.Box((1, 1, 1))))
    with pytest.raises(fb.ShapeError, match=words):
        fb.inertial_from_shapes(robot, "a", **options)


def test_a_shape_that_is_there_twice_counts_once():
    box = fb.Visual(fb.Box((1.0, 2.0, 3.0)), TURNED)
    once = fb.inertial_from_shapes(robot_of(box), "a", density=1000.0)
    assert fb.inertial_from_shapes(robot_of(box, box), "a", density=1000.0) == once
    (row,) = fb.inertia_table(robot_of(box, box), density=1000.0)
    assert row.volume == pytest.approx(6.0, rel=1e-12)
    assert [(str(again), str(first)) for again, first in row.repeated] == [
        ("link[a].visual[1]", "link[a].visual[0]")
    ]
    assert not row.overlaps


def test_overlapping_shapes_can_be_refused():
    boxes = [fb.Visual(fb.Box((1.0, 1.0, 1.0)), fb.Pose((x, 0.0, 0.0))) for x in (0.0, 0.5)]
    (row,) = fb.inertia_table(robot_of(*boxes), density=1.0, overlapping="refuse")
    assert row.computed is None
    assert row.problem == "visual[0] and visual[1] overlap"
    apart = [fb.Visual(fb.Box((1.0, 1.0, 1.0)), fb.Pose((x, 0.0, 0.0))) for x in (0.0, 1.5)]
    (row,) = fb.inertia_table(robot_of(*apart), density=1.0, overlapping="refuse")
    assert row.computed is not None


@pytest.mark.parametrize(
    "options",
    [
        {"shapes": "foo"},
        {"open_mesh": "foo"},
        {"mass": 1.0},
        {"materials": {"steel": 7850.0}},
    ],
    ids=str,
)
def test_what_means_nothing_is_refused(options):
    robot = robot_of(fb.Visual(fb.Box((0.1, 0.2, 0.3))))
    with pytest.raises(fb.ShapeError, match=r"unknown|not both"):
        fb.inertial_from_shapes(robot, "a", density=3.0, **options)


def test_a_link_without_shapes_and_one_that_does_not_exist():
    robot = fb.Robot("r", links=[fb.Link("a")])
    with pytest.raises(fb.ShapeError, match="link 'a': has no shapes"):
        fb.inertial_from_shapes(robot, "a", density=1.0)
    with pytest.raises(fb.UnknownNameError):
        fb.inertial_from_shapes(robot, "b", density=1.0)


def test_agreement_measures_ratio_angle_and_distance():
    file = fb.Inertial(2.0, fb.Inertia(1.0, 2.0, 2.5), fb.Pose((0.1, 0, 0)))
    angle = radians(20)
    other = fb.Inertial(4.0, fb.Inertia(1.0, 2.0, 2.5), fb.Pose((0.1, 0.3, 0.4), (0, 0, angle)))
    found = compare(file, other)
    assert found.mass == 0.5
    assert found.distance == pytest.approx(0.5)
    np.testing.assert_allclose(found.moments, [2, 2, 2])
    assert found.angle == pytest.approx(angle)
    assert found.worst == pytest.approx(2.0)


def test_a_round_body_has_no_axes_to_compare():
    ball = fb.Inertial(1.0, fb.Inertia(1.0, 1.0, 1.0))
    turned = fb.Inertial(1.0, fb.Inertia(1.0, 1.0, 1.0), fb.Pose((0, 0, 0), (1, 2, 3)))
    assert compare(ball, turned).angle is None


def test_tensors_are_turned_into_the_link():
    inertial = fb.Inertial(1.0, fb.Inertia(1.0, 2.0, 3.0), fb.Pose((0, 0, 0), (0, 0, pi / 2)))
    np.testing.assert_allclose(along_link(inertial)[:3], [2, 1, 3], atol=1e-15)


RANDOM = "urdf_files_dataset/urdf_files/random"
HANDS = "pypi/mani_skill/mani_skill/assets/robots/inspire_hand/RH56DFX-2LR/urdf"


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "links", "of", "share"),
    [
        # Onshape: every part, with the density of its material.
        ("extra/example-parallel-robots/robots/5bar_linkage/robot.urdf", 5, 5, 1e-3),
        ("extra/example-parallel-robots/robots/5bar_linkage_iso3d/robot.urdf", 6, 6, 1e-3),
        # Its motors are assemblies of materials, which the mesh does not tell apart.
        ("extra/example-parallel-robots/robots/wl16_like/robot.urdf", 13, 19, 2e-3),
        # From another program, with the density of steel.
        (f"{RANDOM}/spot_ros/spot_description/urdf/spot_arm.urdf", 8, 8, 2e-3),
        # SolidWorks, each link of one density. Four meshes are not closed, small ones are coarse.
        (f"{HANDS}/inspire_hand_left.urdf", 11, 15, 7e-3),
        (f"{HANDS}/inspire_hand_right.urdf", 11, 15, 7e-3),
    ],
)
def test_what_cad_wrote_is_what_the_meshes_give(corpus, name, links, of, share):
    """Centres to 0.03 mm, moments to a share, axes to 0.3 degrees: meshes are facetted."""
    file = corpus / name
    if not file.exists():
        pytest.skip(f"{name} is not in the corpus")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", fb.LoadWarning)
        robot = fb.load(file)
    found = [row.agreement for row in fb.inertia_table(robot) if row.agreement is not None]
    assert len(found) == of
    agreeing = [
        agreement
        for agreement in found
        if agreement.distance < 3e-5
        and agreement.worst == pytest.approx(1.0, abs=share)
        and (agreement.angle is None or agreement.angle < radians(0.3))
    ]
    assert len(agreeing) == links

"""Masses and inertias: physical, and those of the shapes the links are made of."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest

from .closure import link_of, numbers, pose, read
from .facts import FACTS, path

INERTIA = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")


def links(name: str) -> dict[str, ET.Element]:
    return {link.get("name", ""): link for link in ET.parse(path(name)).getroot().findall("link")}


def inertial(link: ET.Element) -> tuple[float, np.ndarray, np.ndarray]:
    """Mass [kg], centre of mass [m] and tensor about it [kg m^2], in the link's frame."""
    element = link.find("inertial")
    assert element is not None
    mass, tensor = element.find("mass"), element.find("inertia")
    assert mass is not None
    assert tensor is not None
    xx, xy, xz, yy, yz, zz = (float(tensor.get(k, "nan")) for k in INERTIA)
    T = pose(element)
    R = T[:3, :3]
    about_centre = R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T
    return float(mass.get("value", "nan")), T[:3, 3], about_centre


def solid(shape: ET.Element) -> tuple[float, np.ndarray, np.ndarray]:
    """Volume [m^3], tensor per mass about the centre [m^2], half extents of a bounding box [m]."""
    if shape.tag == "box":
        size = numbers(shape.get("size"), "")
        squares = size**2
        return float(size.prod()), np.diag(squares.sum() - squares) / 12, size / 2
    r = float(shape.get("radius", "nan"))
    if shape.tag == "sphere":
        return 4 / 3 * np.pi * r**3, 0.4 * r**2 * np.eye(3), np.full(3, r)
    length = float(shape.get("length", "nan"))
    across = (3 * r**2 + length**2) / 12
    return np.pi * r**2 * length, np.diag([across, across, r**2 / 2]), np.array([r, r, length / 2])


def solids(link: ET.Element) -> list[tuple[np.ndarray, float, np.ndarray, np.ndarray]]:
    """Pose, volume, tensor per mass and half extents of each collision shape."""
    return [
        (pose(collision), *solid(shape))
        for collision in link.findall("collision")
        for shape in collision.findall("geometry/*")
    ]


BODIES = [
    (name, link)
    for name in FACTS
    for link, element in links(name).items()
    if element.find("inertial") is not None
]


@pytest.mark.parametrize("name", FACTS)
def test_links_that_a_joint_moves_are_complete(name: str) -> None:
    found, joints = links(name), ET.parse(path(name)).getroot().findall("joint")
    for joint in joints:
        if joint.get("type") != "fixed":
            link = found[link_of(joint, "child")]
            for tag in ("inertial", "visual", "collision"):
                assert link.find(tag) is not None, (link.get("name"), tag)


@pytest.mark.parametrize("name", FACTS)
def test_shapes_that_move_have_mass(name: str) -> None:
    """A link without inertial is either a bare frame or part of the standing root."""
    mechanism = read(path(name))
    standing = {mechanism.root}
    for joint in mechanism.joints:
        if joint.type == "fixed" and joint.predecessor.link in standing:
            standing.add(joint.successor.link)
    for link, element in links(name).items():
        if element.find("inertial") is None and link not in standing:
            assert len(element) == 0, link


@pytest.mark.parametrize("name", FACTS)
def test_root_has_no_inertia(name: str) -> None:
    assert links(name)[read(path(name)).root].find("inertial") is None


@pytest.mark.parametrize(("name", "link"), BODIES)
def test_inertia_is_physical(name: str, link: str) -> None:
    mass, _, tensor = inertial(links(name)[link])
    assert mass > 0
    smallest, middle, largest = np.linalg.eigvalsh(tensor)
    assert smallest > 0
    assert smallest + middle > largest


@pytest.mark.parametrize(("name", "link"), BODIES)
def test_inertia_is_that_of_the_shapes(name: str, link: str) -> None:
    """The mass spread evenly over the collision shapes; six digits are written."""
    mass, centre, tensor = inertial(links(name)[link])
    parts = solids(links(name)[link])
    volume = sum(v for _, v, _, _ in parts)
    assert centre == pytest.approx(sum(v * T[:3, 3] for T, v, _, _ in parts) / volume, abs=1e-6)
    expected = np.zeros((3, 3))
    for T, v, unit, _ in parts:
        R, d = T[:3, :3], T[:3, 3] - centre
        expected += mass * v / volume * (R @ unit @ R.T + (d @ d) * np.eye(3) - np.outer(d, d))
    assert tensor == pytest.approx(expected, abs=1e-5 * np.abs(expected).max())


@pytest.mark.parametrize(("name", "link"), BODIES)
def test_centre_of_mass_lies_within_the_shapes(name: str, link: str) -> None:
    """Inside the box around all shapes, in the link's axes."""
    _, centre, _ = inertial(links(name)[link])
    boxes = [(T[:3, 3], np.abs(T[:3, :3]) @ half) for T, _, _, half in solids(links(name)[link])]
    assert np.all(centre >= np.min([middle - half for middle, half in boxes], axis=0))
    assert np.all(centre <= np.max([middle + half for middle, half in boxes], axis=0))


@pytest.mark.parametrize("name", FACTS)
def test_mass(name: str) -> None:
    masses = [
        inertial(link)[0] for link in links(name).values() if link.find("inertial") is not None
    ]
    assert sum(masses) == pytest.approx(FACTS[name].mass, rel=1e-9)


@pytest.mark.parametrize("name", FACTS)
def test_densities_are_between_foam_and_steel(name: str) -> None:
    for link, element in links(name).items():
        if element.find("inertial") is not None:
            volume = sum(v for _, v, _, _ in solids(element))
            assert 100 < inertial(element)[0] / volume < 9000, link

"""How the files are written: canonical URDF+, one palette, names any tool accepts."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from .facts import CLOSED, FACTS, path

ORDER = {
    "link": ["inertial", "visual", "collision", "self_collision_checking"],
    "inertial": ["origin", "mass", "inertia"],
    "visual": ["origin", "geometry", "material"],
    "collision": ["origin", "geometry"],
    "joint": [
        *("parent", "child", "origin", "axis", "axis2", "limit", "dynamics", "mimic"),
        *("safety_controller", "calibration"),
    ],
    "loop": ["predecessor", "successor", "axis", "axis2"],
    "coupling": ["predecessor", "successor", "ratio"],
}
ATTRIBUTES = {
    "origin": ["xyz", "rpy"],
    "limit": ["lower", "upper", "effort", "velocity"],
    "inertia": ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"],
    "joint": ["name", "type", "independent"],
    "mimic": ["joint", "multiplier", "offset"],
    "ratio": ["value", "of"],
    "cylinder": ["radius", "length"],
}


def robot(name: str) -> ET.Element:
    return ET.parse(path(name)).getroot()


@pytest.mark.parametrize("name", FACTS)
def test_begins_with_a_comment_of_two_to_six_lines(name: str) -> None:
    text = path(name).read_text(encoding="ascii")
    opening = r'<\?xml version="1\.0" encoding="utf-8"\?>\n<!-- (.*?) -->\n<robot name="(\w+)"'
    found = re.match(opening, text, re.S)
    assert found is not None
    assert found[2] == name
    assert 2 <= found[1].count("\n") + 1 <= 6
    assert f"Mobility {FACTS[name].mobility}" in re.sub(r"\s+", " ", found[1]).replace(
        "mobility", "Mobility"
    )


@pytest.mark.parametrize("name", FACTS)
def test_children_and_attributes_are_in_canonical_order(name: str) -> None:
    for element in robot(name).iter():
        if element.tag in ORDER and element.tag != "robot":
            tags = [ORDER[element.tag].index(child.tag) for child in element]
            assert tags == sorted(tags), ET.tostring(element)
        if element.tag in ATTRIBUTES:
            keys = [ATTRIBUTES[element.tag].index(key) for key in element.attrib]
            assert keys == sorted(keys), ET.tostring(element)


@pytest.mark.parametrize("name", FACTS)
def test_indents_by_two_spaces(name: str) -> None:
    depth = 0
    text = re.sub(r"<!--.*?-->", "", path(name).read_text(encoding="ascii"), flags=re.S)
    for line in text.splitlines()[1:]:
        if not line.strip():
            continue
        depth -= line.lstrip().startswith("</")
        assert len(line) - len(line.lstrip(" ")) == 2 * depth, line
        depth += bool(re.match(r"\s*<[^/?!]", line)) and not line.endswith("/>")


@pytest.mark.parametrize("name", FACTS)
def test_names_are_unique_and_plain(name: str) -> None:
    names = [
        element.get("name", "")
        for element in robot(name)
        if element.tag in ("link", "joint", "loop", "coupling")
    ]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", found) for found in names)


@pytest.mark.parametrize("name", FACTS)
def test_materials_are_declared_and_used(name: str) -> None:
    declared = [material.get("name") for material in robot(name).findall("material")]
    used = {material.get("name") for material in robot(name).findall("link/visual/material")}
    assert len(set(declared)) == len(declared)
    assert set(declared) == used


def test_one_palette() -> None:
    colours: dict[str, set[str]] = {}
    for name in FACTS:
        for material in robot(name).findall("material"):
            (colour,) = material
            colours.setdefault(material.get("name", ""), set()).add(colour.get("rgba", ""))
    assert {name: rgba for name, rgba in colours.items() if len(rgba) > 1} == {}


@pytest.mark.parametrize("name", FACTS)
def test_ranges_are_stated_with_effort_and_velocity(name: str) -> None:
    for joint in robot(name).findall("joint"):
        if joint.get("type") in ("revolute", "prismatic"):
            limit = joint.find("limit")
            assert limit is not None, joint.get("name")
            lower, upper, effort, velocity = (
                float(limit.get(key, "nan")) for key in ATTRIBUTES["limit"]
            )
            assert lower <= 0 <= upper
            assert lower < upper
            assert effort > 0
            assert velocity > 0


@pytest.mark.parametrize("name", FACTS)
def test_independent_is_said_only_where_it_matters(name: str) -> None:
    """On every moving joint of a robot with loops or couplings, on none otherwise."""
    root = robot(name)
    closed = root.find("loop") is not None or root.find("coupling") is not None
    assert closed == (name in CLOSED and name != "gripper")
    for joint in root.findall("joint"):
        said = joint.get("independent")
        assert (said in ("true", "false")) == (closed and joint.get("type") != "fixed")


@pytest.mark.parametrize("name", FACTS)
def test_only_primitives(name: str) -> None:
    shapes = {shape.tag for shape in robot(name).findall("link/*/geometry/*")}
    allowed = {"box", "cylinder", "sphere"}
    assert shapes <= (allowed | {"capsule"} if name == "iiwa14" else allowed)


def test_iiwa14_is_the_usual_one() -> None:
    iiwa = robot("iiwa14")
    names = [link.get("name") for link in iiwa.findall("link")]
    assert names == ["world", *(f"iiwa_link_{i}" for i in range(8)), "iiwa_link_ee"]
    assert [joint.get("name") for joint in iiwa.findall("joint")] == [
        *("world_iiwa_joint", *(f"iiwa_joint_{i}" for i in range(1, 8)), "iiwa_joint_ee"),
    ]
    assert len(iiwa.findall("material")) == 8
    assert (
        iiwa.find("link[@name='iiwa_link_0']/self_collision_checking/geometry/capsule") is not None
    )
    for joint in iiwa.findall("joint[@type='revolute']"):
        assert all(
            joint.find(tag) is not None for tag in ("limit", "dynamics", "safety_controller")
        )


def test_gripper_has_a_chain_of_mimics() -> None:
    follows = {
        joint.get("name"): mimic.get("joint")
        for joint in robot("gripper").findall("joint")
        for mimic in joint.findall("mimic")
    }
    assert follows == {"left_finger": "screw", "right_finger": "left_finger"}

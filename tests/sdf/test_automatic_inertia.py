"""`<inertial auto="true">`: mass and inertia of collisions, by closed forms."""

from __future__ import annotations

from math import pi

import pytest

import fourbar as fb

BOX = "<collision name='c'>{0}<geometry><box><size>1 2 3</size></box></geometry></collision>"
BALL = (
    "<collision name='d'><pose>0 0 4 0 0 0</pose><density>500</density>"
    "<geometry><sphere><radius>0.5</radius></sphere></geometry></collision>"
)


def link(inertial: str, shapes: str) -> fb.Link:
    text = f"<sdf version='1.11'><model name='m'><link name='l'>{inertial}{shapes}</link></model>"
    robot, report = fb.read(f"{text}</sdf>".encode())
    assert robot is not None, report
    return robot.links["l"]


def test_a_box_of_water() -> None:
    found = link("<inertial auto='true'/>", BOX.format("")).inertial
    assert found is not None
    assert found.mass == pytest.approx(6000.0, rel=1e-12)
    tensor = found.inertia
    assert tensor is not None
    expected = (6000 / 12 * (4 + 9), 6000 / 12 * (1 + 9), 6000 / 12 * (1 + 4))
    assert (tensor.ixx, tensor.iyy, tensor.izz) == pytest.approx(expected, rel=1e-12)


def test_densities_of_collisions_come_before_that_of_the_link() -> None:
    inertial = "<inertial auto='true'><density>10</density></inertial>"
    found = link(inertial, BOX.format("") + BALL).inertial
    ball = 500 * 4 / 3 * pi * 0.125
    assert found is not None
    assert found.mass == pytest.approx(60 + ball, rel=1e-12)
    assert found.origin.xyz[2] == pytest.approx(4 * ball / (60 + ball), rel=1e-12)


def test_a_mass_scales_the_inertia() -> None:
    found = link("<inertial auto='true'><mass>3</mass></inertial>", BOX.format("")).inertial
    assert found is not None
    assert found.mass == 3.0
    assert found.inertia is not None
    assert found.inertia.izz == pytest.approx(3 / 12 * (1 + 4), rel=1e-12)


def test_what_has_no_volume_is_a_warning() -> None:
    text = (
        "<sdf version='1.11'><model name='m'><link name='l'><inertial auto='true'/></link></model>"
    )
    _, report = fb.read(f"{text}</sdf>".encode())
    assert [finding.severity.name for finding in report if finding.code == "F921"] == ["WARNING"]

"""Khronos' validator finds nothing in what we write."""

import pytest

import fourbar as fb
from fourbar import gallery
from fourbar.diagnostics import Report
from fourbar.gltf import validate

from ..example_robots import EXAMPLE_ROBOTS, EXAMPLES, example, joint_types


def test_gallery(tmp_path, khronos):
    for name in gallery.names():
        fb.save(fb.load(f"gallery:{name}"), tmp_path / f"{name}.glb")
    assert not [issue for issues in khronos(tmp_path.glob("*.glb")).values() for issue in issues]


def test_every_option(tmp_path, khronos):
    for number, options in enumerate(
        (
            {"basis": "root"},
            {"planar": "xyt"},
            {"collisions": False, "animations": False},
            {"lossless": False},
        )
    ):
        fb.save(joint_types(), tmp_path / f"{number}.glb", **options)
    fb.save(joint_types(), tmp_path / "text.gltf", buffer="text.bin")
    files = [*tmp_path.glob("*.glb"), *tmp_path.glob("*.gltf")]
    assert not [issue for issues in khronos(files).values() for issue in issues]


def test_examples_of_the_specification(khronos):
    assert not [i for issues in khronos(EXAMPLES.glob("*.gltf")).values() for i in issues]


@pytest.mark.parametrize("name", EXAMPLE_ROBOTS)
def test_examples_are_what_the_writer_writes(name):
    assert (EXAMPLES / f"{name}.gltf").read_bytes() == example(name)


@pytest.mark.parametrize("name", EXAMPLE_ROBOTS)
def test_our_validator_finds_nothing_in_them(name):
    report = Report()
    validate(example(name), file=name, report=report)
    assert not list(report)


@pytest.mark.parametrize("name", gallery.names())
def test_our_validator_finds_nothing_in_the_gallery(name, tmp_path):
    fb.save(fb.load(f"gallery:{name}"), tmp_path / "robot.glb")
    report = Report()
    validate((tmp_path / "robot.glb").read_bytes(), file=name, report=report)
    assert not list(report)

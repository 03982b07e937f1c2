"""The JSON Schemas: examples obey them, and what they refuse our validator refuses."""

import json

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import fourbar as fb
from fourbar import gallery
from fourbar.gltf import write_glb

from ..example_robots import EXAMPLE_ROBOTS, EXAMPLES, example
from ..node_graph import root_of
from .broken_files import BREAKS

SCHEMA = EXAMPLES.parent / "schema"

# The two schemas of glTF 2.0 that ours build on, as far as they matter here.
CORE = {
    "glTFid.schema.json": {"type": "integer", "minimum": 0},
    "glTFProperty.schema.json": {
        "type": "object",
        "properties": {"extensions": {"type": "object"}, "extras": {}},
    },
}


@pytest.fixture(scope="module")
def schema():
    loaded = {path.name: json.loads(path.read_text()) for path in SCHEMA.glob("*.json")}
    for each in loaded.values():
        Draft202012Validator.check_schema(each)
    resources = [
        (name, Resource.from_contents({"$schema": Draft202012Validator.META_SCHEMA["$id"], **each}))
        for name, each in {**CORE, **loaded}.items()
    ]
    registry = Registry().with_resources(resources)
    return Draft202012Validator(loaded["glTF.EXT_robot_kinematics.schema.json"], registry=registry)


def extension(root):
    return root["extensions"]["EXT_robot_kinematics"]


@pytest.mark.parametrize("name", EXAMPLE_ROBOTS)
def test_examples_obey(schema, name):
    schema.validate(extension(json.loads(example(name))))


@pytest.mark.parametrize("name", gallery.names())
def test_gallery_robots_obey(schema, name):
    robot = fb.load(f"gallery:{name}")
    schema.validate(extension(root_of(write_glb(robot, animations=False))))


@pytest.mark.parametrize("each", BREAKS, ids=lambda each: each.file.stem)
def test_the_schema_refuses_what_has_the_wrong_shape(schema, each):
    root = json.loads(each.file.read_bytes())
    if "extensions" not in root:
        return
    refused = not schema.is_valid(extension(root))
    # Indices out of range, axes, limits and trees are beyond what a schema can say; a fixed
    # joint with DOFs and one without are not.
    shapes = ("E712-visual-twice", "E714-dof-nodes", "E715-fixed-with-dof")
    by_schema = each.code == "E710" or each.file.stem in shapes
    assert refused == by_schema


def test_every_schema_is_linked_from_the_specification():
    text = (EXAMPLES.parent / "README.md").read_text()
    for path in SCHEMA.iterdir():
        assert f"(schema/{path.name})" in text
    for path in EXAMPLES.iterdir():
        assert f"(examples/{path.name})" in text

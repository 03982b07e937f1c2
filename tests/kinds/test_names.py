"""The table is the one place that knows joint types: code elsewhere asks the kind, not the name."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from fourbar.robot import JOINT_TYPES, KINDS, JointKind, JointType
from fourbar.robot.kind import Step

SOURCE = Path(__file__).parents[2] / "src" / "fourbar"

ALLOWED = {
    "robot/kind.py": 23,  # the table
    # A part that fourbar itself adds is fixed, and a point that meets another is a ball joint.
    "robot/edit.py": 1,
    "robot/operations/merging.py": 1,
    "robot/operations/rerooting.py": 1,
    "mechanics/loops/compile.py": 2,
    "drake/loops.py": 2,
    "blender/reading.py": 2,
    # The words of other formats and programs, and what they are here.
    "drake/joints.py": 11,
    "drake/urdf.py": 1,
    "lint/checks/targets/joint_type_unsupported.py": 6,
    "lint/text/dialect.py": 1,
    "mjcf/read/equalities.py": 1,
    "mjcf/read/others.py": 1,
    "mjcf/read/robot.py": 6,
    "sdf/read.py": 6,
    "sdf/types.py": 15,
    "sdf/write.py": 5,
    "urdf/lift_drake.py": 1,
    "urdf/lift_drake_joint.py": 7,
    "urdf/lift_gepetto.py": 2,
    "urdf/read_joint.py": 1,
    "urdf/read_loop.py": 1,
    "usd/joints.py": 5,
    "usd/read/joints.py": 38,
    "usd/read/robot.py": 7,
    # What chains of single motions and pairs of points amount to.
    "comparison/expanding.py": 3,
    "transfer/raising.py": 15,
    # How a robot is held is an option with these words.
    "transfer/base.py": 8,
    # Elementary motions: "screw" is one of three, and those of the compiled core have names.
    "gltf/dofs.py": 1,
    "gltf/read/extension.py": 1,
    "gltf/read/joint.py": 1,
    "gltf/run/displacement.py": 1,
    "blender/rig.py": 1,
    "graph/planar.py": 1,
    "mechanics/motion.py": 10,
    "transfer/elementary.py": 1,
    "transfer/positions.py": 1,
    # The coordinates of planar joints are an option called "planar".
    "cli/convert.py": 1,
    "cli/view.py": 1,
    "formats/table.py": 2,
    "mechanics/model.py": 1,
    "mjcf/options.py": 1,
    "usd/options.py": 1,
    "viewer/html.py": 1,
    # Other things: a ruler or an arc, what was repaired, a line style, an element of MJCF.
    "blender/overlay.py": 1,
    "cli/check.py": 1,
    "diagnostics/render/json.py": 1,
    "graph/drawing/panels.py": 1,
    "graph/drawing/style.py": 2,
    "graph/drawing/svg.py": 1,
    "mjcf/equalities.py": 1,
    "mjcf/read/compiled.py": 1,
}
"""How often a file names a joint type, or another thing by the same word, in code: exactly."""


def names_in(path: Path) -> int:
    """String constants of a module that are the name of a joint type, docstrings aside."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    values = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    return sum(Counter(values)[name] for name in JOINT_TYPES)


def test_no_module_has_a_list_of_its_own() -> None:
    found = {
        path.relative_to(SOURCE).as_posix(): count
        for path in sorted(SOURCE.rglob("*.py"))
        if (count := names_in(path)) and "rules" not in path.relative_to(SOURCE).parts[:1]
    }
    assert found == ALLOWED, "ask joint.kind instead of comparing names; shrink what is gone"


def test_the_type_of_a_name_lists_every_kind() -> None:
    assert get_args(JointType) == tuple(KINDS) == JOINT_TYPES
    assert [kind.name for kind in KINDS.values()] == list(KINDS)


def test_a_chain_along_half_a_plane_is_refused() -> None:
    """Nothing in a glTF file would tell the normal of its plane."""
    with pytest.raises(ValueError, match="moves along one direction of a plane"):
        JointKind("prismatic", (Step("translation", "plane1"),))

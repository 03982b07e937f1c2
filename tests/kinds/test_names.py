"""The table is the one place that knows joint types: code elsewhere asks the kind, not the name."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from typing import get_args

from fourbar.robot import JOINT_TYPES, KINDS, JointType

SOURCE = Path(__file__).parents[2] / "src" / "fourbar"

ALLOWED = {
    "robot/kind.py": 100,  # the table
    "robot/edit.py": 1,  # robots are mounted on each other by a fixed joint
    "mechanics/motion.py": 4,  # the motions of the compiled core
    "mechanics/loops/compile.py": 2,  # a target is a pose or a point
    "mechanics/loops/inverse.py": 2,
    "urdf/read_loop.py": 1,  # what other spellings and formats call a loop of some type
    "urdf/lift_drake.py": 1,
    "urdf/lift_drake_joint.py": 3,
    "urdf/lift_gepetto.py": 2,
    "lint/text/dialect.py": 1,
    "lint/checks/targets/joint_type_unsupported.py": 5,  # what other programs read
    "cli/check.py": 1,  # what was repaired
    "blender/motion.py": 1,  # what Blender's drivers can turn
    "blender/reading.py": 2,  # what a new object is until the user says more
    "comparison/expanding.py": 3,  # what a chain of single motions is in other formats
    "mjcf/equalities.py": 1,  # the words of other formats, and what they are here
    "mjcf/read/equalities.py": 3,
    "mjcf/read/robot.py": 6,
    "sdf/not_held.py": 1,
    "sdf/read.py": 19,
    "sdf/write.py": 20,
    "transfer/base.py": 10,  # how a robot is held is an option with these words
    "transfer/closures.py": 1,
    "transfer/raising.py": 14,  # what point pairs and chains of single motions amount to
    "robot/operations/merging.py": 1,  # a new frame is fixed to its link
    "robot/operations/mirroring.py": 2,  # what a mirror does to each motion
    "robot/operations/rerooting.py": 7,  # what can be turned round
    "graph/drawing/panels.py": 1,  # the name of a line style
    "graph/drawing/style.py": 2,
    "graph/drawing/svg.py": 1,
}
"""How often a file may name a joint type in code."""

OTHER_MEANINGS = {"planar", "screw"}
"""Also an option and a keyword, and the elementary motion of one DOF."""


def names_in(path: Path) -> int:
    """String constants of a module that are the name of a joint type, docstrings aside."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    values = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    return sum(Counter(values)[name] for name in JOINT_TYPES if name not in OTHER_MEANINGS)


def test_no_module_has_a_list_of_its_own() -> None:
    found = {
        path.relative_to(SOURCE).as_posix(): count
        for path in sorted(SOURCE.rglob("*.py"))
        if (count := names_in(path)) and "rules" not in path.relative_to(SOURCE).parts[:1]
    }
    beyond = {name: count for name, count in found.items() if count > ALLOWED.get(name, 0)}
    assert not beyond, "ask joint.kind instead of comparing names"


def test_the_type_of_a_name_lists_every_kind() -> None:
    assert get_args(JointType) == tuple(KINDS) == JOINT_TYPES
    assert [kind.name for kind in KINDS.values()] == list(KINDS)

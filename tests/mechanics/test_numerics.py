"""Every tolerance of the solvers is in tools/numerics.toml, with its unit and reason."""

from __future__ import annotations

import ast
from pathlib import Path

import fourbar

SOURCE = Path(fourbar.__file__).parent / "mechanics"
# What only keeps a quotient or a logarithm finite is not a tolerance.
FINITE = {1e-300, 1e-17}
LARGEST = 1e-3


def defaults(tree: ast.AST) -> set[int]:
    """The constants that are defaults of parameters, whose reason is in the docstring."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            given = (*node.args.defaults, *node.args.kw_defaults)
            found |= {id(value) for value in given if value is not None}
    return found


def test_no_tolerance_is_written_where_it_is_used():
    found = []
    for file in sorted(SOURCE.glob("**/*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        known = defaults(tree)
        found += [
            f"{file.relative_to(SOURCE)}:{node.lineno}: {node.value}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, float)
            and 0.0 < node.value <= LARGEST
            and node.value not in FINITE
            and id(node) not in known
        ]
    assert found == []

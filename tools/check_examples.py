"""Check the types of the code that people copy: examples/ and the Python blocks of README.md.

    python tools/check_examples.py

Both mypy and basedpyright look at it, as users' editors and CI do. Exit status 1 if one objects.
`tests/documentation` runs the blocks of every page.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import fourbar

ROOT = Path(__file__).resolve().parent.parent
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def main() -> int:
    """Run both type checkers."""
    with tempfile.TemporaryDirectory(prefix="fourbar-") as folder:
        blocks = _BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
        readme = Path(folder, "readme.py")
        # Prose shows values by naming them.
        text = "\n".join(["# pyright: reportUnusedExpression=false", *blocks])
        readme.write_text(text, encoding="utf-8")
        functions = Path(folder, "functions.py")
        functions.write_text(_functions(), encoding="utf-8")
        examples = sorted(map(str, (ROOT / "examples").glob("*.py")))
        files = [*examples, str(readme), str(functions)]
        commands = (
            ["mypy", "--config-file", str(ROOT / "pyproject.toml"), *files],
            ["basedpyright", "--level", "error", *files],
        )
        failed = [command[0] for command in commands if _run(command)]
    return 1 if failed else 0


def _functions() -> str:
    """A list that only type-checks if every public function is a function, not a module."""
    names = [name for name in fourbar.__all__ if _is_function(name)]
    items = "".join(f"    fourbar.{name},\n" for name in names)
    return (
        "from collections.abc import Callable\n\nimport fourbar\n\n"
        f"functions: list[Callable[..., object]] = [\n{items}]\n"
    )


def _is_function(name: str) -> bool:
    """Whether a public name is one of a function."""
    value = getattr(fourbar, name)
    return callable(value) and not isinstance(value, type)


def _run(command: list[str]) -> int:
    return subprocess.run([sys.executable, "-m", *command], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())

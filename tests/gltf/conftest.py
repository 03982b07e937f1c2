"""What the tests of glTF files share."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def khronos() -> Callable[[Iterable[Path]], dict[str, list[str]]]:
    """Khronos' validator: the errors and warnings of each file."""
    node = shutil.which("node") or shutil.which("node", path=str(HERE.parents[1] / ".venv/node"))
    if node is None or not (HERE.parents[1] / "web/node_modules/gltf-validator").is_dir():
        pytest.skip("Khronos' validator needs Node.js and the packages of web/")

    def run(files: Iterable[Path]) -> dict[str, list[str]]:
        command = [node, str(HERE / "khronos.mjs"), *map(str, files)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    return run

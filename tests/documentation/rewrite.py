"""Write what commands and code print now into pages of the documentation.

    python -m tests.documentation.rewrite docs/start/first-robot.md ...

Outputs that match are left alone. Look at the difference before you commit it.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
from pathlib import Path

from .folder import fill
from .page import Change, run


def rewrite(page: Path) -> int:
    """Run a page in a folder of its own, and put what is printed into it; how much was changed."""
    changes: list[Change] = []
    with tempfile.TemporaryDirectory(prefix="fourbar-") as folder, contextlib.chdir(folder):
        fill(Path(folder))
        run(page, changes)
    lines = page.read_text(encoding="utf-8").splitlines()
    for line, count, text in reversed(changes):
        lines[line - 1 : line - 1 + count] = text.splitlines()
    if changes:
        page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(changes)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print(f"{argument}: {rewrite(Path(argument).resolve())} outputs changed")

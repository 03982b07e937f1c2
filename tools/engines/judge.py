"""What the scripts inside engines share: read a case, compare, print a line. No fourbar here."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

Poses = dict[str, Any]


Check = Callable[[Path, dict[str, Any]], str | float]


def judge(engine: str, tolerance: float, check: Check) -> int:
    """Run `check` on every robot; it gives the largest difference of a pose, or why there is none.

    A reason is no failure: each engine lacks some kinds of joints, and says which.
    """
    worst, count, failed = 0.0, 0, False
    for folder in sorted(Path(sys.argv[1]).iterdir()):
        case = json.loads((folder / "case.json").read_text())
        found = check(folder, case)
        if isinstance(found, str):
            print(f"  {folder.name:14} not compared: {found}")
            continue
        count += 1
        worst = max(worst, found)
        failed |= not found <= tolerance
        print(f"  {folder.name:14} {found:.1e}{'' if found <= tolerance else '  DIFFERS'}")
    summary = f"{count} robots, largest difference of a pose {worst:.1e}"
    print(f"  {engine}: {summary} (at most {tolerance:g})")
    return int(failed or not count)


def largest(ours: Poses, theirs: Poses) -> float:
    """The largest difference of the poses (4, 4) that both have."""
    shared = [name for name in ours if name in theirs]
    if not shared:
        return float("inf")
    return max(float(np.abs(np.array(ours[n]) - np.array(theirs[n])).max()) for n in shared)

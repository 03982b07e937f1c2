"""Convex hulls: fourbar next to Qhull (scipy), one run.

    make bench, or: python benchmarks/hull.py [FOLDER]

Random and degenerate sets of 4 to 200 points (those of the tests), large sets, and the vertices of
every mesh of FOLDER, which defaults to the corpus of real robots ($FOURBAR_CORPUS). Each set is
computed by both in turn; the shortest processor time counts. Ratios are of the sums; last the worst
single one.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from time import process_time

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from fourbar import _native
from fourbar.assets import read_mesh
from fourbar.diagnostics import Report
from timing import in_turns

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.assets.point_sets import KINDS, ball, box, cloud, grid, point_sets

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
FORMATS = (".stl", ".obj", ".dae", ".ply", ".glb")
BRIEFLY = {"seconds": 0.0005, "rounds": 7, "clock": process_time}


class Row:
    """Times of both over several sets."""

    def __init__(self) -> None:
        self.ours = self.theirs = 0.0
        self.ratios: list[float] = []

    def add(self, points: np.ndarray) -> None:
        try:
            ConvexHull(points)
        except QhullError:  # flat
            return
        both = {
            "ours": lambda: _native.convex_hull(points),
            "theirs": lambda: ConvexHull(points),
        }
        times = in_turns(both, **BRIEFLY)
        self.ours += times["ours"]
        self.theirs += times["theirs"]
        self.ratios.append(times["theirs"] / times["ours"])

    @classmethod
    def of(cls, rows: Iterable[Row]) -> Row:
        """All of them together."""
        whole = cls()
        for row in rows:
            whole.ours += row.ours
            whole.theirs += row.theirs
            whole.ratios += row.ratios
        return whole

    def show(self, name: str) -> None:
        print(
            f"{name:28}{len(self.ratios):6}{self.ours * 1e3:12.2f}{self.theirs * 1e3:12.2f}"
            f"{self.theirs / self.ours:8.1f}x{min(self.ratios):8.1f}x"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = Path(os.environ.get("FOURBAR_CORPUS", CORPUS))
    parser.add_argument("folder", type=Path, nargs="?", default=default)
    options = parser.parse_args()
    print(f"{'points':28}{'sets':>6}{'fourbar ms':>12}{'Qhull ms':>12}{'ratio':>9}{'worst':>9}")
    rows: defaultdict[str, Row] = defaultdict(Row)
    for name, points in point_sets(20 * len(KINDS)):
        rows[name].add(points)
    rows["all of these"] = Row.of(rows.values())
    rng = np.random.default_rng(0)
    for count in (1_000, 10_000, 100_000):
        for make in (cloud, ball, box, grid):
            rows[f"{make.__name__}, {count:,}"].add(make(rng, count))
    for path in sorted(options.folder.rglob("*")) if options.folder.is_dir() else ():
        if path.suffix.lower() not in FORMATS or not path.is_file():
            continue
        mesh = read_mesh(path.read_bytes(), file=path.name, report=Report())
        if mesh is not None:
            rows["meshes"].add(mesh.joined().positions.astype(np.float64))
    for name, row in rows.items():
        row.show(name)


if __name__ == "__main__":
    main()

"""Reading meshes: fourbar next to trimesh, every file of a folder, one run.

    make bench, or: python benchmarks/meshes.py [FOLDER]

Both read from memory with their default settings, without the files beside a mesh and without
making normals; they need not do the same work (fourbar merges vertices but for glTF). Each
file is read by both in turn; the shortest time counts. Ratios are of the sums, then of single
files: the median and the worst.
FOLDER defaults to the corpus of real robots ($FOURBAR_CORPUS).
"""

from __future__ import annotations

import argparse
import io
import logging
import os
import warnings
from collections import defaultdict
from pathlib import Path

import numpy as np

from fourbar.assets import Primitive, read_mesh, with_normals
from fourbar.diagnostics import Report
from timing import best_of

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
FORMATS = (".stl", ".obj", ".dae", ".ply", ".glb")
BRIEFLY = {"seconds": 0.02, "repeat": 3}


def files_of(folder: Path) -> dict[str, list[Path]]:
    groups: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in FORMATS and path.is_file():
            groups[path.suffix.lower()].append(path)
    return groups


def compare_reading(folder: Path) -> None:
    import trimesh

    print(f"{'format':8}{'files':>6}{'MB':>7}{'fourbar ms':>12}{'trimesh ms':>12}"
          f"{'ratio':>8}{'median':>8}{'worst':>8}{'MB/s':>8}")  # fmt: skip
    for extension, paths in files_of(folder).items():
        ours, theirs, ratios, size = 0.0, 0.0, [], 0
        for path in paths:
            data = path.read_bytes()
            kind = extension[1:]

            def read_ours(data: bytes = data, name: str = path.name) -> object:
                return read_mesh(data, file=name, report=Report())

            def read_theirs(data: bytes = data, kind: str = kind) -> object:
                return trimesh.load_scene(io.BytesIO(data), file_type=kind)

            try:
                read_theirs()
            except Exception as error:
                print(f"  trimesh: {path.name}: {error!r:.80}")
                continue
            a, b = best_of(read_ours, **BRIEFLY), best_of(read_theirs, **BRIEFLY)
            ours, theirs, size = ours + a, theirs + b, size + len(data)
            ratios.append(b / a)
        print(
            f"{extension:8}{len(ratios):6}{size / 1e6:7.1f}{ours * 1e3:12.1f}{theirs * 1e3:12.1f}"
            f"{theirs / ours:7.1f}x{np.median(ratios):7.1f}x{min(ratios):7.1f}x"
            f"{size / 1e6 / ours:8.0f}"
        )


def compare_merging() -> None:
    """A million corners of a grid, six of which meet in each vertex."""
    n = 408
    i, j = np.meshgrid(np.arange(n), np.arange(n), indexing="ij")
    quads = np.stack([i, j, i + 1, j, i + 1, j + 1, i, j, i + 1, j + 1, i, j + 1], axis=-1)
    xy = quads.reshape(-1, 2).astype(np.float32)
    positions = np.column_stack([xy, np.sin(xy.sum(axis=1))]).astype(np.float32)
    data = Primitive.from_arrays(positions, np.arange(len(positions)).reshape(-1, 3)).data
    ours = best_of(data.merge)
    theirs = best_of(lambda: np.unique(positions, axis=0, return_inverse=True), repeat=2)
    print(f"merging {len(positions)} vertices: {ours * 1e3:.1f} ms by hashing,"
          f" {theirs * 1e3:.1f} ms by sorting (numpy.unique), {theirs / ours:.1f}x")  # fmt: skip


def compare_normals(folder: Path) -> None:
    import trimesh

    largest = max(files_of(folder)[".stl"], key=lambda path: path.stat().st_size)
    mesh = read_mesh(largest.read_bytes(), file=largest.name, report=Report())
    assert mesh is not None
    joined = mesh.joined()
    ours = best_of(lambda: with_normals(mesh))
    peer = trimesh.Trimesh(joined.positions, joined.triangles, process=False)
    theirs = best_of(lambda: trimesh.graph.smooth_shade(peer, angle=np.radians(40)), repeat=2)
    print(f"creased normals of {len(joined.triangles)} triangles: {ours * 1e3:.2f} ms,"
          f" trimesh {theirs * 1e3:.1f} ms, {theirs / ours:.1f}x")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = Path(os.environ.get("FOURBAR_CORPUS", CORPUS))
    parser.add_argument("folder", type=Path, nargs="?", default=default)
    options = parser.parse_args()
    if not options.folder.is_dir():
        parser.error(f"no folder {options.folder}")
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    compare_reading(options.folder)
    compare_merging()
    compare_normals(options.folder)


if __name__ == "__main__":
    main()

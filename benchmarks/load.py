"""Reading a URDF file (no meshes) against Pinocchio, yourdfpy and urchin, in one run.

    make bench, or: python benchmarks/load.py [FILE ...]

Without files: the gallery's 6-axis arm and humanoid. Peers that are not installed are left out.
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import fourbar as fb
from fourbar import gallery
from timing import best_of


def readers() -> dict[str, Callable[[str], object]]:
    """The loaders that are installed, none of them touching meshes."""
    found: dict[str, Callable[[str], object]] = {"fourbar": fb.read}
    with contextlib.suppress(ImportError):
        import pinocchio

        found["pinocchio"] = pinocchio.buildModelFromUrdf
    with contextlib.suppress(ImportError):
        import yourdfpy

        found["yourdfpy"] = lambda path: yourdfpy.URDF.load(path, load_meshes=False)
        # Not what its users call, but the like of what the others do: no kinematics either.
        found["yourdfpy, parser only"] = lambda path: yourdfpy.URDF.load(
            path, load_meshes=False, build_scene_graph=False
        )
    with contextlib.suppress(ImportError):
        import urchin

        found["urchin"] = lambda path: urchin.URDF.load(path, lazy_load_meshes=True)
    return found


def main(files: list[str]) -> None:
    warnings.simplefilter("ignore")
    paths = files or [str(gallery.path(name)) for name in ("ur20", "humanoid")]
    found = readers()
    print(f"{'file':<16}{'reader':<24}{'us':>10}{'fourbar is':>16}")
    for path in paths:
        times: dict[str, float] = {}
        for name, read in found.items():
            with contextlib.redirect_stdout(io.StringIO()):
                # What other readers and their libraries left in memory is not this one's garbage.
                gc.collect()
                gc.freeze()
                times[name] = best_of(lambda read=read, path=path: read(path))
        for name, seconds in times.items():
            ratio = seconds / times["fourbar"]
            verdict = "" if name == "fourbar" else f"{ratio:.2f}x faster"
            print(f"{Path(path).stem:<16}{name:<24}{seconds * 1e6:>10.0f}{verdict:>16}")


if __name__ == "__main__":
    os.environ.setdefault("PYOPENGL_PLATFORM", "egl")  # urchin imports a renderer
    main(sys.argv[1:])

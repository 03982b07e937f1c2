"""Convex parts of a mesh by CoACD, in a process of its own that can be ended.

CoACD has no way to stop, and takes from a fraction of a second to minutes. Run as a module, this
file reads points and triangles from one file and writes the corners of the parts to another.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import numpy as np

from ..error import FourbarError

if TYPE_CHECKING:
    from collections.abc import Callable

    from .surface import Points, Surface


class DecomposeError(FourbarError, RuntimeError):
    """A mesh was not divided into convex parts: the package is missing, failed or took too long."""


def has_coacd() -> bool:
    """Whether CoACD is installed."""
    return find_spec("coacd") is not None


def require_coacd() -> None:
    """Raise DecomposeError, with what to install, where CoACD is missing."""
    if not has_coacd():
        raise DecomposeError("convex parts need CoACD: pip install 'fourbar[decompose]'")


def convex_parts(
    surface: Surface,
    most: int,
    *,
    concavity: float,
    seconds: float,
    waiting: Callable[[], None] = lambda: None,
) -> list[Points]:
    """The corners of at most `most` convex parts, which need not cover the surface.

    Parameters
    ----------
    concavity
        A part is divided while it differs from its hull by more than this, in CoACD's measure.
    seconds
        The process is ended after this time, and DecomposeError raised.
    waiting
        Called several times a second.
    """
    require_coacd()
    with TemporaryDirectory() as folder:
        given, made = Path(folder, "surface.npz"), Path(folder, "parts.npz")
        np.savez(given, points=surface.points, triangles=surface.triangles.astype(np.int32))
        command = [sys.executable, "-m", __name__, str(given), str(made), str(most), str(concavity)]
        # Its threads wait for each other busily, which takes minutes where others want to compute.
        calm = {"OMP_WAIT_POLICY": "PASSIVE", **os.environ}
        nowhere = subprocess.DEVNULL
        process = subprocess.Popen(command, env=calm, stdout=nowhere, stderr=nowhere)
        try:
            end = monotonic() + seconds
            while process.poll() is None:
                if monotonic() > end:
                    raise DecomposeError(
                        f"CoACD took longer than {seconds:g} s; allow it more time, or a larger "
                        "concavity"
                    )
                waiting()
                sleep(0.05)
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
        if process.returncode != 0 or not made.exists():
            raise DecomposeError(f"CoACD failed (exit status {process.returncode})")
        with np.load(made) as parts:
            return [parts[name] for name in sorted(parts.files)]


def _main(given: str, made: str, most: str, concavity: str) -> None:
    tool: Any = import_module("coacd")
    tool.set_log_level("off")
    with np.load(given) as surface:
        mesh = tool.Mesh(surface["points"], surface["triangles"])
    parts = tool.run_coacd(mesh, threshold=float(concavity), max_convex_hull=int(most), seed=1)
    corners: dict[str, Any] = {f"{k:04}": np.asarray(part[0]) for k, part in enumerate(parts)}
    np.savez(made, **corners)


if __name__ == "__main__":
    _main(*sys.argv[1:])

"""How many files, functions and calls of fourbar stand between a question and its answer.

Counted with `sys.setprofile` over `src/fourbar`, after everything was imported once: what a reader
has to follow, not how long it takes. Compiled code counts as nothing.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

import fourbar as fb
from fourbar.cli import main

PACKAGE = str(Path(fb.__file__).parent) + os.sep
BROKEN = """<robot name="r"><link name="base"/><link name="tip"/>
<joint name="j" type="revolute"><parent link="base"/><child link="tpi"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>
"""


class Count:
    """Counts the calls of Python functions below the package, in all threads."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.functions: set[tuple[str, str, int]] = set()
        self.calls = 0
        self.opened: list[str] = []

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGE):
            self.files.add(code.co_filename)
            self.functions.add((code.co_filename, code.co_qualname, code.co_firstlineno))
            self.calls += 1

    def __enter__(self) -> Count:
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def __str__(self) -> str:
        return (
            f"{len(self.files):5d} files {len(self.functions):6d} functions {self.calls:7d} calls"
        )


_current: Count | None = None


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if _current is not None and event == "open" and isinstance(arguments[0], str | os.PathLike):
        _current.opened.append(Path(os.fspath(arguments[0])).name)


def count(journey: Callable[[], object]) -> Count:
    """Run a journey and count it."""
    global _current
    with Count() as counted:
        _current = counted
        journey()
        _current = None
    return counted


def quietly(*words: str) -> None:
    """Run a command without its output."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        main(words)


def show() -> None:
    """A view from the command to the last finding about the robot."""
    with fb.view("gallery:four_bar", open=False, watch=True) as view:
        next(iter(view)).ready(60.0)


def run() -> None:
    """Print the counts."""
    sys.addaudithook(_audit)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "b.urdf"
        file.write_text(BROKEN)
        quietly("check", str(file))  # imports what it needs
        checked = count(lambda: quietly("check", str(file)))
        times = checked.opened.count("b.urdf")
        print(f"(a) fourbar check b.urdf            {checked}   b.urdf opened {times} x")

    arm = fb.Model(fb.load("gallery:ur20"))
    Q = np.zeros((100, arm.nq))
    link = arm.link_names[-1]
    fb.kinematics(arm, Q, link)
    print(f"(b) fb.kinematics(model, Q, link)   {count(lambda: fb.kinematics(arm, Q, link))}")

    robot = fb.load("gallery:four_bar")
    fb.assemble(fb.Model(robot), {"crank": 0.3})
    model = fb.Model(robot)
    for word in ("first ", "second"):
        closed = count(lambda: fb.assemble(model, {"crank": 0.3}))
        print(f"(c) fb.assemble, {word} call        {closed}")

    show()
    shown = count(show)
    times = shown.opened.count("four_bar.urdf")
    print(f"(d) fb.view to the last finding     {shown}   four_bar.urdf opened {times} x")


if __name__ == "__main__":
    run()

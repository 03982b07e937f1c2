"""`fourbar demo`: the main jobs on a robot that ships with fourbar."""

from __future__ import annotations

import argparse
import contextlib
import shlex
import sys
import tempfile
from pathlib import Path

from .failure import FINDINGS, OK, CommandError
from .options.json_output import add_json, json_text

HELP = "Show what fourbar can do, on a robot that ships with it"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    parser.add_argument(
        "robot",
        metavar="ROBOT",
        nargs="?",
        help="gallery robot (default: four_bar)",
    )
    parser.add_argument("--list", action="store_true", help="list the gallery robots and exit")
    add_json(parser, "with --list: print JSON")


def run(args: argparse.Namespace) -> int:
    """Run a tour of commands, each printed before its output."""
    from .. import gallery

    if args.json and not args.list:
        raise CommandError("--json is for --list")
    if args.list and args.robot is not None:
        raise CommandError("ROBOT and --list cannot be combined")
    if args.list and args.json:
        robots = [{"name": name, "summary": gallery.summary(name)} for name in gallery.names()]
        sys.stdout.write(json_text("demo", 1, {"robots": robots}))
        return OK
    if args.list:
        width = max(map(len, gallery.names()))
        for name in gallery.names():
            print(f"{name:{width}}  {gallery.summary(name)}")
        return OK
    robot = args.robot or "four_bar"
    try:
        gallery.path(robot)
    except FileNotFoundError as error:
        raise CommandError(str(error)) from error
    # From a folder of its own, so that file names are as short as a user would type them.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        return _tour(f"gallery:{robot.removeprefix('gallery:')}")


def _tour(robot: str) -> int:
    from . import main

    Path("broken.urdf").write_text(_BROKEN, encoding="utf-8")
    steps: list[tuple[str, list[str], int]] = [
        ("What is in the description?", ["info", robot], OK),
        ("Which bodies move together?", ["graph", robot], OK),
        ("Do its loops close, and where are its joints then?", ["assemble", robot], OK),
        ("Where are its links?", ["fk", robot], OK),
        ("Is anything wrong with it?", ["check", robot], OK),
        ("What does a broken description look like?", ["check", "broken.urdf"], FINDINGS),
        ("Write it as canonical URDF+.", ["convert", robot, "robot.urdf"], OK),
        ("Write it as one file with working joints.", ["convert", robot, "robot.glb"], OK),
        (
            "Write it as a web page that opens from disk, without a server.",
            ["convert", robot, "robot.html"],
            OK,
        ),
    ]
    for question, command, expected in steps:
        print(f"\n# {question}\n$ {shlex.join(['fourbar', *command])}", flush=True)
        status = main(command)
        sys.stdout.flush()
        if status != expected:
            return status or FINDINGS
    print(f"\n# See it and move it\n$ fourbar view {robot}")
    print("\nThe files above were written to a folder that is gone now.")
    return OK


_BROKEN = """\
<robot name="leg">
  <link name="thigh"/>
  <link name="shank"/>
  <joint name="knee" type="revolut">
    <parent link="thigh"/>
    <child link="shnk"/>
    <axis xyz="0 1"/>
  </joint>
  <joint name="ankle" type="continuous">
    <parent link="shnk"/>
    <child link="thigh"/>
  </joint>
</robot>
"""

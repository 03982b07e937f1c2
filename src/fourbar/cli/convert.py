"""`fourbar convert`: from one format to another, by extension."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from ..diagnostics import Report, Severity
from ..formats import writable_text
from ..gltf.basis import DEFAULT_BASIS, BasisName
from ..mjcf.options import Actuators, LoopStyle, MeshFormat
from ..robot import Robot
from ..transfer.base import Base
from ..transfer.inertia import InertiaPolicy
from .failure import FINDINGS, CommandError
from .options.json_output import add_json, json_text
from .options.planar import add_planar
from .options.progress import Progress
from .options.robot import accepted, add_input, exit_status, read_input, show_findings
from .options.smaller import add_simplify, add_texture_size

if TYPE_CHECKING:
    from ..formats.output import Written
    from ..gltf.options import GlbKeywords
    from ..mjcf.options import MjcfKeywords
    from ..transfer import Agreement
    from ..usd.options import UsdKeywords

HELP = "Convert a robot description; the output's extension selects the format"

_GLTF = (".glb", ".gltf")
_WITH_MESHES = (*_GLTF, ".html")
_MJCF = (".xml", ".mjcf", ".mjz")
_USD = (".usd", ".usda", ".usdc", ".usdz")
_SHAPES = (*_WITH_MESHES, *_MJCF, *_USD)
_PROVEN = (*_MJCF, *_USD)
_BASED = (*_PROVEN, ".sdf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    parser.add_argument("output", metavar="OUTPUT", help=f"the file to write: {writable_text()}")
    group = parser.add_argument_group("options for .glb, .gltf, .html, MJCF and USD output")
    add_planar(group)
    group.add_argument("--no-visuals", action="store_true", help="leave out visual shapes")
    group.add_argument("--no-collisions", action="store_true", help="leave out collision shapes")
    add_texture_size(group)
    group = parser.add_argument_group("options for .glb, .gltf and .html output")
    group.add_argument(
        "--basis",
        choices=get_args(BasisName),
        default=DEFAULT_BASIS,
        help="axes: glTF's everywhere, or URDF's below one rotated root node "
        f"(default: {DEFAULT_BASIS})",
    )
    group.add_argument("--no-animations", action="store_true", help="leave out preview animations")
    group.add_argument(
        "--compress", action="store_true", help="quantise the geometry and compress it with meshopt"
    )
    add_simplify(group)
    group.add_argument(
        "--external",
        action="store_true",
        help="write the data of a .gltf to a .bin file next to it",
    )
    group = parser.add_argument_group("options for .glb, .gltf, .mjz and USD input")
    group.add_argument(
        "--meshes",
        metavar="FOLDER",
        help="folder for the meshes of a .urdf (default: OUTPUT without extension, plus _meshes)",
    )
    _add_simulator_options(parser)
    add_json(parser, "print what was written as JSON")


def _add_simulator_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("options for MJCF (.xml, .mjcf, .mjz) and USD output")
    group.add_argument(
        "--base",
        choices=get_args(Base),
        default="auto",
        help="hold the root or let it float (default: as described)",
    )
    group.add_argument(
        "--inertia",
        choices=get_args(InertiaPolicy),
        default="repair",
        help="repair inertias that simulators refuse, or stop (default: repair)",
    )
    group.add_argument(
        "--assets", metavar="FOLDER", help="for meshes and images (default: OUTPUT_assets)"
    )
    group.add_argument(
        "--prove",
        action="store_true",
        help="compare poses, masses, gravity and loops with what MuJoCo computes from the file, or "
        "for USD with what is read back from it",
    )
    group = parser.add_argument_group("options for MJCF output")
    group.add_argument(
        "--loop-style",
        choices=get_args(LoopStyle),
        default="auto",
        help="loops as points and welds, as light bodies with the joint of the loop, by anchors, "
        "or left out (default: auto, points and welds where they are exact)",
    )
    group.add_argument(
        "--actuators",
        choices=get_args(Actuators),
        default="none",
        help="what to write for driven joints (default: none)",
    )
    group.add_argument(
        "--mesh-format",
        choices=get_args(MeshFormat),
        default="auto",
        help="of mesh files (default: auto, STL, and OBJ where there are textures)",
    )
    group.add_argument(
        "--scene", action="store_true", help="also write OUTPUT_scene.xml with a floor and light"
    )


def run(args: argparse.Namespace) -> int:
    """Read, then write the parts that could be read."""
    if "numpy" not in sys.modules:
        # One thread for numpy's linear algebra: starting more takes longer than all of ours.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    collecting = gc.isenabled()
    gc.disable()  # what is left over goes with the process, which ends soon
    try:
        return _convert(args)
    finally:
        if collecting:
            gc.enable()


def _convert(args: argparse.Namespace) -> int:
    from ..formats import LoadError, writable
    from ..formats.output import put, written

    suffix = Path(args.output).suffix.lower()
    if suffix not in writable():
        raise CommandError(
            f"cannot write '{args.output}'; expected one of: {', '.join(writable())}"
        )
    _refuse_idle_options(args, suffix)
    _refuse_own_input(args)
    robot, report = read_input(args)
    if robot is None or (args.strict and not report.ok):
        show_findings(report, args)
    robot = accepted(robot, report, args.file, strict=args.strict)
    try:
        if suffix in _WITH_MESHES:
            with Progress("converting", "shape") as progress:
                content = written(robot, args.output, **_gltf_options(args, report, progress))
        else:
            options: dict[str, Any] = {}
            if suffix == ".urdf":
                robot = _with_meshes(robot, args, report)
                options["report"] = report
            elif suffix == ".sdf":
                options = {"report": report, "base": args.base}
            elif suffix in _MJCF:
                options = {"report": report, **_mjcf_options(args)}
            elif suffix in _USD:
                options = {"report": report, **_usd_options(args)}
            content = written(robot, args.output, **options)
    except LoadError as error:
        if error.report is not report:
            report.extend(error.report)
        show_findings(report, args)
        return FINDINGS
    except ValueError as error:
        raise CommandError(str(error)) from error
    show_findings(report, args)
    accepted(robot, report, args.file, strict=args.strict)
    proven = None if not args.prove else _prove(robot, args)
    put(args.output, content)
    if args.json:
        facts = _facts(robot, args, content, report)
        if proven is not None:
            facts["proof"] = {**proven._asdict(), "holds": proven.holds}
        sys.stdout.write(json_text("convert", 1, facts))
    elif proven is not None:
        from ..transfer.agreement import table

        sys.stdout.write(table(proven))
    return exit_status(report)


def _facts(
    robot: Robot, args: argparse.Namespace, content: Written, report: Report
) -> dict[str, Any]:
    """What was written, and what was found on the way."""
    names = sorted(content) if isinstance(content, dict) else [""]
    files = [Path(args.output).parent / name if name else Path(args.output) for name in names]
    return {
        "robot": robot.name,
        "output": args.output,
        "files": [{"file": str(file), "bytes": file.stat().st_size} for file in files],
        "links": len(robot.links),
        "joints": len(robot.joints),
        "loops": len(robot.loops),
        "couplings": len(robot.couplings),
        "errors": report.count(Severity.ERROR),
        "warnings": report.count(Severity.WARNING),
    }


def _refuse_idle_options(args: argparse.Namespace, suffix: str) -> None:
    """CommandError for an option that would change nothing in this output."""
    for option, given, suffixes in (
        ("--basis", args.basis != "gltf", _WITH_MESHES),
        ("--planar", args.planar != "xy", _SHAPES),
        ("--no-visuals", args.no_visuals, _SHAPES),
        ("--no-collisions", args.no_collisions, _SHAPES),
        ("--no-animations", args.no_animations, _WITH_MESHES),
        ("--compress", args.compress, _WITH_MESHES),
        ("--simplify", args.simplify is not None, _WITH_MESHES),
        ("--texture-size", args.texture_size is not None, _SHAPES),
        ("--external", args.external, (".gltf",)),
        ("--meshes", args.meshes is not None, (".urdf",)),
        ("--base", args.base != "auto", _BASED),
        ("--loop-style", args.loop_style != "auto", _MJCF),
        ("--actuators", args.actuators != "none", _MJCF),
        ("--inertia", args.inertia != "repair", _PROVEN),
        ("--mesh-format", args.mesh_format != "auto", _MJCF),
        ("--scene", args.scene, _MJCF),
        ("--assets", args.assets is not None, _PROVEN),
        ("--prove", args.prove, _PROVEN),
    ):
        if given and suffix not in suffixes:
            expected = ", ".join(suffixes)
            raise CommandError(f"{option} has no effect on '{args.output}'; it is for {expected}")
    if args.meshes is not None and not _has_meshes_inside(args.file):
        raise CommandError(
            "--meshes is for the meshes inside a .glb, .gltf, .mjz or USD file; "
            f"'{args.file}' is not one"
        )


def _gltf_options(
    args: argparse.Namespace, report: Report, progress: Callable[[int, int], None]
) -> dict[str, Any]:
    output = Path(args.output)
    keywords: GlbKeywords = {
        "basis": args.basis,
        "planar": args.planar,
        "visuals": not args.no_visuals,
        "collisions": not args.no_collisions,
        "animations": not args.no_animations,
        "compress": args.compress,
        "simplify": args.simplify,
        "texture_size": args.texture_size,
        "packages": dict(args.package),
        "progress": progress,
    }
    options: dict[str, Any] = {"report": report, **keywords}
    if args.external:
        options["buffer"] = f"{output.stem}.bin"
    return options


def _mjcf_options(args: argparse.Namespace) -> MjcfKeywords:
    return {
        "base": args.base,
        "loop_style": args.loop_style,
        "actuators": args.actuators,
        "inertia": args.inertia,
        "planar": args.planar,
        "visuals": not args.no_visuals,
        "collisions": not args.no_collisions,
        "mesh_format": args.mesh_format,
        "scene": args.scene,
        "assets": args.assets,
        "texture_size": args.texture_size,
        "packages": dict(args.package),
    }


def _usd_options(args: argparse.Namespace) -> UsdKeywords:
    return {
        "base": args.base,
        "inertia": args.inertia,
        "planar": args.planar,
        "visuals": not args.no_visuals,
        "collisions": not args.no_collisions,
        "assets": args.assets,
        "texture_size": args.texture_size,
        "packages": dict(args.package),
    }


def _prove(robot: Robot, args: argparse.Namespace) -> Agreement:
    """The differences; CommandError, and nothing is written, where they are too large."""
    from ..transfer.agreement import table
    from ..transfer.error import TransferError

    try:
        found = _proof(robot, args)
    except TransferError as error:
        raise CommandError(str(error)) from error
    if not found.holds:
        message = table(found).rstrip()
        raise CommandError(message, FINDINGS)
    return found


def _proof(robot: Robot, args: argparse.Namespace) -> Agreement:
    stem = Path(args.output).stem
    if Path(args.output).suffix.lower() in _USD:
        from ..usd.prove import prove as prove_usd

        return prove_usd(robot, stem=stem, **_usd_options(args))
    from ..mjcf.prove import prove

    return prove(robot, stem=stem, **_mjcf_options(args))


def _with_meshes(robot: Robot, args: argparse.Namespace, report: Report) -> Robot:
    """The robot with the meshes of the file it was read from as files beside the output."""
    from ..assets.mesh_source import HoldsMeshes

    if not isinstance(robot.source, HoldsMeshes):
        return robot
    from ..gltf import extract_meshes

    output = Path(args.output)
    folder = Path(args.meshes) if args.meshes else output.with_name(f"{output.stem}_meshes")
    try:
        name = folder.resolve().relative_to(output.resolve().parent).as_posix()
    except ValueError:
        name = folder.resolve().as_posix()
    return extract_meshes(robot, folder, name=name, report=report)


def _refuse_own_input(args: argparse.Namespace) -> None:
    """A conversion may lose something; what it was made from stays."""
    output = Path(args.output)
    for source in (args.file, args.srdf):
        try:
            same = source is not None and output.exists() and output.samefile(source)
        except OSError:
            continue
        if same:
            raise CommandError(f"'{args.output}' is the input; write to another file")


def _has_meshes_inside(file: str) -> bool:
    return Path(file).suffix.lower() in (*_GLTF, *_USD, ".mjz")

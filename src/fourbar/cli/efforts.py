"""`fourbar efforts`: how hard drives work over the poses of a robot."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from math import inf, isfinite, pi
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .failure import FINDINGS, CommandError, refusal
from .options.conditions import add_conditions, model_under_conditions
from .options.json_output import add_json, json_text, with_errors
from .options.numbers import direction
from .options.pose import add_pose, read_pose, warn_of_poses_beyond
from .options.robot import add_input, exit_status, open_robot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..mechanics import Model
    from ..mechanics.reports import EffortMap

HELP = "Show how hard drives work over the poses of a robot, and how hard a link can push"
_SUFFIXES = (".svg", ".csv")
_SAMPLES, _STEPS = 1000, {1: 181, 2: 41}


class Poses(NamedTuple):
    """The poses that are looked at: a grid over some joints, or samples."""

    axes: dict[str, NDArray[np.float64]]
    q: NDArray[np.float64]
    reached: NDArray[np.bool_]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare options and arguments."""
    add_input(parser)
    add_pose(parser, closed=True)
    add_conditions(parser)
    parser.add_argument(
        "--over",
        metavar="JOINT",
        action="append",
        default=[],
        help="go through the range of this joint, once or twice, with all else as in the pose "
        f"unless it follows (default: {_SAMPLES} random poses)",
    )
    parser.add_argument("--link", metavar="LINK", help="also how hard this link or frame can push")
    parser.add_argument(
        "--direction",
        metavar="X,Y,Z",
        type=direction,
        help="where it pushes, in world axes (default: 0,0,-1)",
    )
    parser.add_argument(
        "-o", "--output", metavar="OUTPUT", help="write a picture of --over (.svg), or .csv"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print or write efforts; 1 where the drives cannot hold the robot."""
    from ..error import FourbarError
    from ..files import write_atomic
    from ..mechanics.reports import effort_map

    suffix = Path(args.output).suffix.lower() if args.output else ""
    if args.output and suffix not in _SUFFIXES:
        known = ", ".join(_SUFFIXES)
        raise CommandError(f"cannot write efforts to '{args.output}'; expected one of: {known}")
    if args.direction is not None and args.link is None:
        raise CommandError("--direction has no effect without --link, which pushes")
    args.direction = args.direction or (0.0, 0.0, -1.0)
    if suffix == ".svg" and not args.over:
        raise CommandError("a picture needs --over JOINT, once or twice")
    if len(args.over) > 2 or len(set(args.over)) < len(args.over):
        raise CommandError("--over takes one joint or two different ones")
    robot, report = open_robot(args)
    model = model_under_conditions(robot, args)
    if not model.nv:
        raise CommandError(f"'{model.name}' has no joint that moves", FINDINGS)
    try:
        poses = _poses(model, args)
        found = effort_map(model, poses.q[poses.reached], args.link, args.direction)
    except (FourbarError, ValueError) as error:
        raise refusal(error) from error
    if args.over:
        warn_of_poses_beyond(args, model, poses.q[poses.reached])
    if suffix == ".csv":
        write_atomic(args.output, _csv(model, poses, found))
    elif suffix == ".svg":
        write_atomic(args.output, draw(model, poses, found, args.link))
    if args.json:
        facts = with_errors(describe(model, poses, found, args), report)
        sys.stdout.write(json_text("efforts", 1, facts))
    else:
        sys.stdout.write(_text(model, poses, found, args))
    return exit_status(report)


def _poses(model: Model, args: argparse.Namespace) -> Poses:
    import numpy as np

    from ..mechanics.reports import joint_grid

    if not args.over:
        q = model.random(_SAMPLES, seed=0 if args.random is None else args.random)
        return Poses({}, q, np.ones(len(q), dtype=bool))
    axes: dict[str, Any] = {}
    for name in args.over:
        slot = model.joint(name)
        lower, upper = float(model.lower[slot.q.start]), float(model.upper[slot.q.start])
        ends = (lower, upper) if isfinite(lower) and isfinite(upper) else (-pi, pi)
        axes[name] = np.linspace(*ends, _STEPS[len(args.over)])
    q, reached = joint_grid(model, axes, read_pose(args, model))
    if not reached.any():
        message = "the mechanism reaches none of these poses; use --set for another start"
        raise CommandError(message, FINDINGS)
    return Poses(axes, q, reached)


def describe(
    model: Model, poses: Poses, found: EffortMap, args: argparse.Namespace
) -> dict[str, Any]:
    """What `--json` prints: what it takes in each pose that is reached."""
    from .options.pose import positions_of

    force: list[float | None] = [None] * len(found.share)
    if found.force is not None:
        force = list(map(float, found.force))
    return {
        "robot": model.name,
        "link": args.link,
        "direction": list(args.direction),
        "drives": list(found.drives),
        "unreached": int((~poses.reached).sum()),
        "poses": [
            {
                "positions": positions_of(model, q),
                "efforts": [_finite(x) for x in held],
                "share": _finite(share),
                "force": _finite(push),
                "unbounded": push == inf,
                "joint": joint or None,
            }
            for q, held, share, push, joint in zip(
                poses.q[poses.reached],
                found.holding.tolist(),
                found.share.tolist(),
                force,
                found.joint,
                strict=True,
            )
        ],
    }


def _unit(model: Model) -> str:
    """What the efforts of its drives are measured in."""
    from ..mechanics.drive import drive_columns
    from ..mechanics.effort_unit import effort_unit

    return effort_unit(model, drive_columns(model, model.drives).tolist())


def _finite(value: float | None) -> float | None:
    return value if value is not None and isfinite(value) else None


def _csv(model: Model, poses: Poses, found: EffortMap) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    pushes = [] if found.force is None else ["force", "joint"]
    held = [f"effort of {name}" for name in found.drives]
    writer.writerow([*model.column_names, *held, "share", *pushes])
    for number, q in enumerate(poses.q[poses.reached]):
        row: list[Any] = q.tolist()
        row += ["" if x != x else x for x in found.holding[number].tolist()]
        row.append(float(found.share[number]))
        if found.force is not None:
            row += [float(found.force[number]), found.joint[number]]
        writer.writerow(row)
    return text.getvalue()


def draw(model: Model, poses: Poses, found: EffortMap, link: str | None) -> str:
    """The efforts over one joint as curves, over two as a map."""
    import numpy as np

    from ..graph.drawing.heat_map import heat_map
    from ..graph.drawing.plot import Curve, Panel, plot

    def spread(values: NDArray[np.float64]) -> NDArray[np.float64]:
        whole = np.full(len(poses.q), np.nan)
        whole[poses.reached] = np.where(np.isfinite(values), values, np.nan)
        return whole

    labels = [f"{name} [{model.joint(name).units[0]}]" for name in poses.axes]
    sides = list(poses.axes.values())
    title = f"{model.name}: efforts that hold it"
    if len(sides) == 1:
        fine = poses.reached & np.isfinite(spread(found.share))
        panels = [
            Panel(
                f"effort [{_unit(model)}]",
                [
                    Curve(name, spread(found.holding[:, k])[fine].tolist())
                    for k, name in enumerate(found.drives)
                ],
            )
        ]
        if found.force is not None and np.isfinite(spread(found.force)[fine]).all():
            pushed = Curve(str(link), spread(found.force)[fine].tolist())
            panels.append(Panel("largest push [N]", [pushed]))
        return plot(title, labels[0], sides[0][fine].tolist(), panels)
    values, label = (spread(found.share), "share of the limit")
    if found.force is not None:
        title, values, label = f"{model.name}: push of {link}", spread(found.force), "force [N]"
    grid = values.reshape(len(sides[0]), len(sides[1])).tolist()
    return heat_map(
        title, (labels[0], sides[0].tolist()), (labels[1], sides[1].tolist()), grid, label
    )


def _text(model: Model, poses: Poses, found: EffortMap, args: argparse.Namespace) -> str:
    import numpy as np

    from ..mechanics.reports.limits import effort_limits

    q = poses.q[poses.reached]
    lines = [f"{model.name}: {len(q)} poses"]
    missed = int((~poses.reached).sum())
    if missed:
        lines[0] += f", {missed} more cannot be reached"
    width = max([len(name) for name in found.drives] + [5])
    head = ("least", "most", "mean size")
    lines.append(f"\n{'drive':<{width}}" + "".join(f"{word:>12}" for word in head))
    # What is left of efforts that cancel is shown as none.
    dust = 1e-12 * float(np.nan_to_num(np.abs(found.holding), posinf=0.0).max(initial=0.0))
    for k, name in enumerate(found.drives):
        held = found.holding[np.isfinite(found.holding[:, k]), k]
        held = np.where(np.abs(held) > dust, held, 0.0)
        if held.size:
            numbers = (held.min(), held.max(), np.abs(held).mean())
            lines.append(f"{name:<{width}}" + "".join(f"{x + 0.0:12.5g}" for x in numbers))
    lines.append(f"\nefforts that hold the poses [{_unit(model)}]")
    powerless = [
        name for name, most in zip(found.drives, effort_limits(model), strict=True) if most == 0.0
    ]
    if powerless:
        lines.append(
            f"drives with an effort limit of 0, which hold nothing: {', '.join(powerless)}"
        )
    lost = int((~np.isfinite(found.share)).sum())
    if lost:
        lines.append(f"{lost} poses cannot be held by the drives")
    beyond = int((np.isfinite(found.share) & (found.share > 1.0)).sum())
    if beyond:
        lines.append(f"{beyond} poses need more than the limits of drives")
    if found.force is not None:
        worst = int(found.force.argmin())
        ended = f", ended by '{found.joint[worst]}'" if found.joint[worst] else ""
        to = ",".join(f"{x:g}" for x in args.direction)
        least = float(found.force[worst])
        much = f"with at least {least:.5g} N{ended}" if isfinite(least) else "without bound"
        lines.append(f"'{args.link}' pushes along {to} {much}")
    return "\n".join(lines) + "\n"

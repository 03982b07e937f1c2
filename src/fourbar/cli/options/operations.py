"""The operations of `fourbar edit` as options, in the order in which they are given."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from .names import old_and_new
from .pose import joint_value

if TYPE_CHECKING:
    from ...robot import Pose


class _Operation(argparse.Action):
    """Append an operation and its value to the list of all of them."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        done: list[tuple[str, Any]] = namespace.operations
        namespace.operations = [*done, (self.dest, values)]


def add_operations(parser: argparse.ArgumentParser) -> None:
    """Declare the operations and their details; `args.operations` has their names and values."""
    parser.set_defaults(operations=[])
    group = parser.add_argument_group("operations, in the order in which they are given")

    def add(option: str, metavar: str | tuple[str, ...] | None, help: str, **more: Any) -> None:
        dest = option.lstrip("-").replace("-", "_")
        count = 0 if metavar is None else None if isinstance(metavar, str) else len(metavar)
        if metavar is not None:
            more["metavar"] = metavar
        group.add_argument(
            option, action=_Operation, dest=dest, nargs=count, help=f"{help} (repeatable)", **more
        )

    add("--root", "LINK", "let the tree begin at this link")
    add("--subtree", "LINK", "keep this link and everything below it")
    add("--chain", ("LINK", "LINK"), "keep the way between two links")
    add("--attach", ("FILE", "LINK"), "fix the root of another robot to a link")
    add("--rename", "OLD=NEW", "rename links, joints, loops and couplings", type=old_and_new)
    add("--prefix", "PREFIX", "put a prefix before every name")
    add("--merge-fixed", None, "make one link of those that fixed joints join")
    add("--merge", "JOINT", "make one link of the two that this fixed joint joins")
    add("--split", "LINK=NEW[:SHAPES]", "make a new link of shapes, as in visual[0]", type=_split)
    add("--scale", "FACTOR", "make all lengths this many times as long", type=float)
    group.add_argument(
        "--mirror",
        action=_Operation,
        dest="mirror",
        choices=("xy", "xz", "yz"),
        help="mirror the robot in a plane of the root's frame (repeatable)",
    )
    add("--move-frame", "LINK=X,Y,Z[,R,P,Y]", "give a link another frame", type=_link_pose)
    add("--zero", "JOINT=VALUE", "let a joint be zero where it was here", type=joint_value)
    add("--zero-at", "NAME", "let joints be zero where this named configuration has them")
    group = parser.add_argument_group("details of operations")
    group.add_argument(
        "--keep",
        metavar="LINK",
        action="append",
        default=[],
        help="a link that --merge-fixed leaves (repeatable)",
    )
    group.add_argument("--attach-prefix", metavar="PREFIX", default="", help="for --attach")
    group.add_argument(
        "--attach-at", metavar="X,Y,Z[,R,P,Y]", type=_pose, help="where --attach puts the root"
    )
    group.add_argument(
        "--masses",
        choices=("density", "keep"),
        default="density",
        help="with --scale: masses of the same material, or as they are (default: density)",
    )


def _pose(text: str) -> Pose:
    from ...robot import Pose
    from .pose import number

    numbers = [number(part) for part in text.split(",")]
    if len(numbers) not in (3, 6):
        raise argparse.ArgumentTypeError(f"expected X,Y,Z or X,Y,Z,R,P,Y, got '{text}'")
    return Pose(numbers[:3], numbers[3:] or (0.0, 0.0, 0.0))


def _link_pose(text: str) -> tuple[str, Pose]:
    link, sign, pose = text.rpartition("=")
    if not sign or not link:
        raise argparse.ArgumentTypeError(f"expected LINK=X,Y,Z[,R,P,Y], got '{text}'")
    return link, _pose(pose)


def _split(text: str) -> tuple[str, str, list[tuple[str, int]]]:
    import re

    names, _, listed = text.partition(":")
    link, new = old_and_new(names)
    shapes: list[tuple[str, int]] = []
    for word in listed.split(",") if listed else ():
        found = re.fullmatch(r"(visual|collision)\[(\d+)\]", word.strip())
        if found is None:
            raise argparse.ArgumentTypeError(
                f"expected visual[N] or collision[N], got '{word.strip()}'"
            )
        shapes.append((found[1], int(found[2])))
    return link, new, shapes

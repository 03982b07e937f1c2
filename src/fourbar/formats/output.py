"""Write robots by file extension."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from ..files import write_atomic
from ..reading import PathLike
from ..robot import Robot
from ..robot.values import kind_of_value
from .error import LoadError, SaveError
from .savable import check_savable
from .table import output_format, writer_of

_LINE = 1 << 20

Written = bytes | str | list[bytes] | dict[str, bytes]
"""The content of a file, its pieces, or several files by name."""


def save(
    robot: Robot,
    path: PathLike,
    *,
    overwrite: bool = False,
    format: str | None = None,
    dialect: str | None = None,
    **options: Any,
) -> None:
    """Write the robot in the format of the path's extension, whole or not at all.

    `.xml` is MJCF, and URDF with `format="urdf"`. `dialect="drake"` writes URDF and SDFormat with
    the elements that Drake adds to them.

    The options are those of the format's writer: `fourbar.gltf.convert` lists those of `.glb`,
    `.gltf` and `.html`, `fourbar.mjcf.MjcfOptions` those of `.xml`, `.mjcf` and `.mjz`,
    `fourbar.usd.UsdOptions` those of USD. A robot
    that `load` would not give back raises SaveError: one with joints
    to links that do not exist, for example, or in several pieces. Where
    `.urdf`, `.srdf` or `.html` replaces a file, its line ends stay. Relative addresses of meshes
    and textures are those from the folder of the new file.

    SaveError is raised where the file is the one that the robot was read from, and has something
    that would be lost: text with errors, which was read as something else, the macros of a xacro
    file, or all of its text to another format. `overwrite` writes it nevertheless.
    """
    content = written(robot, path, format=format, dialect=dialect, **options)
    if not overwrite:
        refuse_lost(robot, path, content, format=format)
    put(path, content)


def refuse_lost(robot: Robot, path: PathLike, content: Written, *, format: str | None) -> None:
    """Raise SaveError where the robot's own file would lose something, as `save` does."""
    if robot.source is not None:
        from .overwriting import refuse_loss

        refuse_loss(robot, path, lambda: main_file(content), output_format(path, format))


def written(
    robot: Robot,
    path: PathLike,
    *,
    format: str | None = None,
    dialect: str | None = None,
    addressed: bool = False,
    **options: Any,
) -> Written:
    """What `save` would write to the path.

    `addressed` says that the addresses of meshes and textures are those from its folder already.
    """
    if not isinstance(cast("object", robot), Robot):
        raise TypeError(f"expected a Robot to save, got {kind_of_value(robot)}")
    target = output_format(path, format, dialect)
    write = writer_of(path, target)
    check_savable(robot)
    if target.addresses and not addressed and robot.source is not None:
        from .addresses import seen_from

        robot = seen_from(robot, Path(path).parent)
    if target.several:
        options.setdefault("stem", Path(path).stem)
    try:
        return write(robot, **options)
    except LoadError as error:  # the format has no place for what is wrong with it
        raise SaveError.of(error.report) from error


def main_file(written: Written) -> bytes:
    """The bytes of the file itself, without others beside it."""
    data = written[""] if isinstance(written, dict) else written
    if isinstance(data, str):
        return data.encode("utf-8", "surrogatepass")
    return data if isinstance(data, bytes) else b"".join(data)


def put(path: PathLike, written: Written) -> None:
    """Write what `written` gave, whole or not at all."""
    if isinstance(written, str):
        written = _with_line_ends_of(path, written)
    if not isinstance(written, dict):
        write_atomic(path, written)
        return
    # Several files: the one that names the others comes last, so that it never names nothing.
    for name, data in sorted(written.items(), reverse=True):
        target = Path(path).parent / name if name else Path(path)
        if "/" in name:
            target.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(target, data)


def _with_line_ends_of(path: PathLike, text: str) -> str:
    """The text with the line ends of the file that it replaces, as its first line has them."""
    try:
        if not Path(path).is_file():
            return text
        with Path(path).open("rb") as stream:
            first = stream.readline(_LINE)
    except OSError:
        return text  # writing says what is wrong with it
    if not first.endswith(b"\r\n"):
        return text
    return text.replace("\r\n", "\n").replace("\n", "\r\n")


def dumps(robot: Robot) -> str:
    """The robot as canonical URDF+ text."""
    from ..urdf.write import write_urdf

    if not isinstance(cast("object", robot), Robot):
        raise TypeError(f"expected a Robot, got {kind_of_value(robot)}")
    return write_urdf(robot)

"""What is fuzzed: one function per kind of input, from bytes to nothing.

A target fails by raising (or by ending the process). It states what must hold for every input, not
only that nothing is raised: what was written can be read again, and gives the same robot.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import numpy as np

import fourbar as fb
from fourbar.assets import read_mesh
from fourbar.blender.trajectory import read_trajectory
from fourbar.diagnostics import Report, Severity
from fourbar.formats import connected
from fourbar.lint import fix_text
from fourbar.record import replace
from fourbar.viewer.messages import MalformedError, read_page_message
from fourbar.viewer.unpack import RefusedError, unpack

T = TypeVar("T")

# What public functions may raise for arguments that make no sense.
REFUSALS = (ValueError, TypeError, LookupError, OverflowError, MemoryError)
MESHES = (".stl", ".obj", ".dae", ".ply", ".glb", ".gltf")
MOTIONS = (".csv", ".json", ".npz", ".yaml")


def urdf(data: bytes) -> None:
    """Read and check a description; what was read is written and read again."""
    _read_and_write(data, "urdf")


def loading(data: bytes) -> None:
    """Put together what remains of a faulty description, compile it; fix the description."""
    reading = fb.read(data, format="urdf")
    remaining, report = connected(reading, strict=True)
    _show(report)
    if remaining is None:
        assert not report.ok, "what is not loaded has an error"
    else:
        assert fb.Model(remaining).robot.links
        assert fb.read(fb.dumps(remaining).encode())[0] is not None
    fixed = fix_text("robot.urdf", data=data)
    robot = fb.read(fixed.data, format="urdf").robot
    assert robot is not None or reading.robot is None, "fixing keeps the robot"
    assert fixed.applied or fixed.data == data


def xacro(data: bytes) -> None:
    """Expand a xacro file."""
    _read_and_write(data, "xacro")


def mjcf(data: bytes) -> None:
    """Read an MJCF file with MuJoCo, and check the robot."""
    robot, report = fb.read(data, format="mjcf")
    _show(report)
    if robot is not None:
        _show(fb.check(data, format="mjcf"))


def sdf(data: bytes) -> None:
    """Read an SDFormat file, and check the robot."""
    robot, report = fb.read(data, format="sdf")
    _show(report)
    if robot is not None:
        _show(fb.check(data, format="sdf"))
        _assert_rereads(robot)


def srdf(data: bytes) -> None:
    """Add the group states of an SRDF to a robot."""
    import io

    _, report = fb.read("gallery:ur20", srdf=io.BytesIO(data))
    _show(report)


def glb(data: bytes) -> None:
    """Read and validate a glTF file."""
    robot, report = fb.read(data, format="gltf")
    _show(report)
    _show(fb.check(data, format="gltf"))
    # Where the URDF texts inside contradict each other, they are kept as well as can be; a mimic
    # that one of them lost its leader for is kept as written, and reads as one again.
    if robot is not None and report.ok and b"mimic" not in data:
        _assert_rereads(robot)
    elif robot is not None:
        assert fb.read(fb.dumps(robot).encode())[0] is not None


def mesh(data: bytes) -> None:
    """Read a mesh; the first byte chooses the format that its name promises."""
    suffix = MESHES[data[0] % len(MESHES)] if data else MESHES[0]
    report = Report()
    found = read_mesh(data[1:], file=f"mesh{suffix}", report=report)
    _show(report)
    if found is None:
        assert len(report), "a mesh that is not read has a finding"
        return
    for part in found.primitives:
        assert np.isfinite(part.positions).all()
        assert not len(part.triangles) or int(part.triangles.max()) < len(part.positions)


def archive(data: bytes) -> None:
    """Read a zip file as `.mjz`, and unpack it as what is dropped on the viewer."""
    _, report = fb.read(data, format="mjcf")
    _show(report)
    with TemporaryDirectory() as folder:
        packed, inside = Path(folder, "dropped.zip"), Path(folder, "inside")
        packed.write_bytes(data)
        inside.mkdir()
        try:
            unpack(packed, inside)
        except RefusedError:
            return
        assert sorted(file.name for file in Path(folder).iterdir()) == ["dropped.zip", "inside"]


def trajectory(data: bytes) -> None:
    """Read a motion; the first byte chooses the format that its name promises."""
    suffix = MOTIONS[data[0] % len(MOTIONS)] if data else MOTIONS[0]
    with TemporaryDirectory() as folder:
        file = Path(folder, f"motion{suffix}")
        file.write_bytes(data[1:])
        try:
            found = read_trajectory(file)
        except fb.TrajectoryError:
            return
    rows = {len(values) for values in found.positions.values()}
    assert len(rows) <= 1, "as many values of every joint"
    assert all(np.isfinite(values).all() for values in found.positions.values())
    if found.times is not None:
        assert rows <= {len(found.times)}
        assert np.isfinite(found.times).all()


def message(data: bytes) -> None:
    """Read what a page sends to the viewer."""
    try:
        read_page_message(data.decode("utf-8", "surrogateescape"))
    except MalformedError:
        return


def boundary(data: bytes) -> None:
    """Call the compiled core with arguments that the bytes choose, good and bad ones."""
    draw = _Draw(data)
    model = _models()[draw.number(len(_models()))]
    q, out = draw.array(model.nq), draw.array(model.nq)
    link = draw.choice((*model.link_names[:3], "missing", 0, -1, 1 << 40, None))
    frame = draw.choice(("world", "local", "aligned", "nonsense", 3))
    calls: tuple[Callable[[], object], ...] = (
        lambda: fb.kinematics(model, q, link),
        lambda: fb.kinematics(model, q, link, frame=frame),
        lambda: fb.kinematics(model, q, link, out=(out, out)),
        lambda: fb.closure(model, q),
        lambda: fb.closure(model, q, out=(out, q)),
        lambda: fb.forward_kinematics(model, model.data(), q, out, out),
        lambda: model.integrate(q, out),
        lambda: model.difference(q, out),
        lambda: fb.inverse_kinematics(model, link, out, q),
        lambda: fb.assemble(model, {}, q),
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            draw.choice(calls)()
        except (*REFUSALS, fb.LoopError):
            return


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target
    for target in (
        urdf,
        loading,
        xacro,
        mjcf,
        sdf,
        srdf,
        glb,
        mesh,
        archive,
        trajectory,
        message,
        boundary,
    )
}
XML = ("urdf", "loading", "xacro", "mjcf", "sdf", "srdf")
"""Targets whose inputs are changed as trees as well (fuzz/mutate.py)."""


def _read_and_write(data: bytes, format: str) -> None:
    robot, report = fb.read(data, format=format)
    _show(report)
    _show(fb.check(data, format=format))
    if robot is not None:
        _assert_rereads(robot)


def _assert_rereads(robot: fb.Robot) -> None:
    # Named configurations are not part of URDF: `save` writes them to an SRDF beside it.
    robot = replace(robot, configurations=())
    again, report = fb.read(fb.dumps(robot).encode())
    assert again == robot, [str(finding) for finding in report]


def _show(report: Report) -> None:
    for format in ("text", "json"):
        report.render(format)
    assert all(isinstance(finding.severity, Severity) for finding in report)


@cache
def _models() -> list[fb.Model]:
    names = ("ur20", "four_bar", "stewart")
    return [fb.Model(fb.load(f"gallery:{name}")) for name in names]


class _Draw:
    """Choices that bytes make; zeros when they are used up."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def _take(self, count: int) -> bytes:
        taken = self._data[self._at : self._at + count]
        self._at += count
        return taken.ljust(count, b"\0")

    def number(self, below: int) -> int:
        return self._take(1)[0] % below

    def choice(self, options: tuple[T, ...]) -> T:
        return options[self.number(len(options))]

    def array(self, width: int) -> object:
        """An array that fits, or one that does not."""
        count = 1 + self.number(4)
        values = np.frombuffer(self._take(8 * count * width), dtype=np.float64)
        rows = values.reshape(count, width)
        return self.choice(
            (
                np.clip(np.nan_to_num(rows), -4, 4),
                np.clip(np.nan_to_num(rows[0]), -4, 4),
                rows,
                rows[0],
                rows[:, :-1],
                rows.T,
                np.nan_to_num(rows, posinf=1, neginf=1).clip(-9, 9).astype(np.float32),
                rows.astype(object),
                np.zeros((0, width)),
                rows[::-1],
                None,
                "text",
                [[1.0], [1.0, 2.0]],
            )
        )

"""What is fuzzed: one function per kind of input, from bytes to nothing.

A target fails by raising (or by ending the process). It states what must hold for every input, not
only that nothing is raised: what was written can be read again, and gives the same robot.
"""

from __future__ import annotations

import struct
import warnings
from collections.abc import Callable
from functools import cache
from typing import TypeVar

import numpy as np

import fourbar as fb
from fourbar import gallery
from fourbar.assets import read_mesh
from fourbar.diagnostics import Report, Severity
from fourbar.viewer.messages import MalformedError, read_page_message

T = TypeVar("T")

# What public functions may raise for arguments that make no sense.
REFUSALS = (ValueError, TypeError, LookupError, OverflowError, MemoryError)
# Robots without shapes, whose .glb files a fuzzer can change in all their parts.
_PAIR = '<robot name="r"><link name="a"/><link name="b"/>'
SMALL = (
    f'{_PAIR}<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>'
    '<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>',
    f'{_PAIR}<joint name="j" type="spherical"><parent link="a"/><child link="b"/></joint></robot>',
    f'{_PAIR}<link name="c"/><joint name="j" type="continuous"><parent link="a"/><child link="b"/>'
    '</joint><joint name="k" type="prismatic"><parent link="a"/><child link="c"/>'
    '<limit lower="0" upper="1" effort="1" velocity="1"/><mimic joint="j" multiplier="2"/></joint>'
    '<loop name="l" type="spherical"><predecessor link="b"/><successor link="c"/></loop></robot>',
    f'{_PAIR[:-2]}><visual><geometry><box size="1 1 1"/></geometry></visual></link>'
    '<joint name="j" type="floating"><parent link="a"/><child link="b"/></joint></robot>',
)
SUFFIXES = (".stl", ".obj", ".dae", ".ply", ".glb", ".gltf")


def urdf(data: bytes) -> None:
    """Read and check a description; what was read is written and read again."""
    _read_and_write(data, "urdf")


def xacro(data: bytes) -> None:
    """Expand a xacro file."""
    _read_and_write(data, "xacro")


def mjcf(data: bytes) -> None:
    """Read an MJCF file with MuJoCo, and check the robot."""
    robot, report = fb.read(data, format="mjcf")
    _show(report)
    if robot is not None:
        _show(fb.check(data, format="mjcf"))


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
    if robot is not None:
        _assert_rereads(robot)


def mesh(data: bytes) -> None:
    """Read a mesh; the first byte chooses the format that its name promises."""
    suffix = SUFFIXES[data[0] % len(SUFFIXES)] if data else SUFFIXES[0]
    report = Report()
    found = read_mesh(data[1:], file=f"mesh{suffix}", report=report)
    _show(report)
    if found is None:
        assert len(report), "a mesh that is not read has a finding"
        return
    for part in found.primitives:
        assert np.isfinite(part.positions).all()
        assert not len(part.triangles) or int(part.triangles.max()) < len(part.positions)


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
    target.__name__: target for target in (urdf, xacro, mjcf, srdf, glb, mesh, message, boundary)
}


def seeds(name: str) -> list[bytes]:
    """Sound inputs to begin with."""
    robots = [gallery.path(one).read_bytes() for one in gallery.names()]
    match name:
        case "urdf" | "xacro":
            return robots
        case "glb":
            from fourbar.gltf import write_glb

            return [write_glb(fb.loads(text)) for text in SMALL]
        case "mjcf":
            from fourbar.mjcf import write_mjcf

            return [write_mjcf(fb.load(robot))[""] for robot in robots[:6]]
        case "srdf":
            return [b'<robot name="ur20"><group_state name="a" group="g"/></robot>']
        case "mesh":
            triangle = struct.pack("<80xI12fH", 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0)
            return [b"\0" + triangle, b"\1v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"]
        case "message":
            return [b'{"type":"pose","robot":"r1","values":{"a":1,"b":[1,2]}}']
        case _:
            return [bytes(range(64))]


def _read_and_write(data: bytes, format: str) -> None:
    robot, report = fb.read(data, format=format)
    _show(report)
    _show(fb.check(data, format=format))
    if robot is not None:
        _assert_rereads(robot)


def _assert_rereads(robot: fb.Robot) -> None:
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
                rows.astype(np.float32),
                rows.astype(object),
                np.zeros((0, width)),
                rows[::-1],
                None,
                "text",
                [[1.0], [1.0, 2.0]],
            )
        )

"""Inputs to begin fuzzing with: sound ones, and the examples of all rules."""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Mapping
from json import dumps
from pathlib import Path
from tempfile import TemporaryDirectory
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, is_typeddict

import numpy as np
from targets import MESHES, MOTIONS

import fourbar as fb
from fourbar import gallery
from fourbar.gltf import write_glb
from fourbar.mjcf import write_mjcf
from fourbar.sdf.write import write_sdf
from fourbar.viewer.conform import fields
from fourbar.viewer.messages import PageMessage

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.assets.mesh_files import every_format
from tests.lint.cases import cases
from tests.xacro.generate import Generator

# Robots without files, which a fuzzer can change in all their parts.
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
_STATES = """<robot name="ur20"><group name="arm"><joint name="elbow_joint"/><link name="tool0"/>
<chain base_link="base_link" tip_link="tool0"/><group name="hand"/></group><group name="hand"/>
<group_state name="home" group="arm"><joint name="elbow_joint" value="0.5"/></group_state>
<end_effector name="e" parent_link="tool0" group="hand"/><passive_joint name="elbow_joint"/>
<virtual_joint name="v" type="fixed" parent_frame="world" child_link="base_link"/>
<disable_collisions link1="base_link" link2="tool0" reason="Never"/></robot>"""
_MOTIONS = {
    ".csv": b"time,a,b[0],b[1]\n0,1,2,3\n0.5,1,2,3\n",
    ".json": b'{"times": [0, 1], "positions": {"a": [0, 1], "b": [[0, 1], [2, 3]]}}',
    ".yaml": b"joint_names: [a, b]\npoints:\n"
    b"- positions: [0, 1]\n  time_from_start: {sec: 1, nanosec: 2}\n",
}


def seeds(name: str) -> list[bytes]:
    """The inputs that a target begins with."""
    return list(dict.fromkeys(_seeds(name)))


def _seeds(name: str) -> list[bytes]:
    robots = [gallery.path(one).read_bytes() for one in gallery.names()]
    closed = [gallery.path(one).read_bytes() for one in ("four_bar", "gripper", "differential")]
    small = [text.encode() for text in SMALL]
    match name:
        case "urdf" | "loading":
            return [*robots, *small, *_examples(".urdf")]
        case "xacro":
            return [*small, *_examples(".xacro"), *_generated(20)]
        case "mjcf":
            return [write_mjcf(fb.loads(text.decode()))[""] for text in (*closed, *small)]
        case "sdf":
            return [
                write_sdf(fb.loads(text.decode()), lossless=lossless).encode()
                for text in (*closed, *small)
                for lossless in (True, False)
            ]
        case "srdf":
            return [_STATES.encode(), *_examples(".srdf")]
        case "glb":
            return [*(write_glb(fb.loads(text)) for text in SMALL), *_examples(".gltf")]
        case "mesh":
            return [
                bytes([MESHES.index(Path(file).suffix)]) + content
                for file, content in every_format().items()
            ]
        case "archive":
            mjcf = write_mjcf(fb.loads(SMALL[0]))[""]
            return [_zip({"m.xml": mjcf}), _zip({"r/r.urdf": small[0], "r/m.stl": b"", "m": b""})]
        case "trajectory":
            motions = {**_MOTIONS, ".npz": _npz()}
            return [bytes([MOTIONS.index(suffix)]) + data for suffix, data in motions.items()]
        case "message":
            return [dumps(_of_type(kind)).encode() for kind in get_args(PageMessage)]
        case _:
            return [bytes(range(64)), bytes(range(64, 256))]


def _examples(suffix: str) -> list[bytes]:
    """The files of a kind that the tests of all rules have."""
    examples = [example for case in cases() for example in (*case.fails, *case.passes)]
    files = [(one.name, one.data) for one in examples if one.data is not None]
    files += [file for one in examples for file in one.files.items()]
    return [data for name, data in files if name.endswith(suffix) and len(data) < 1 << 14]


def _generated(count: int) -> list[bytes]:
    with TemporaryDirectory() as folder:
        return [Generator(seed).write(Path(folder)).read_bytes() for seed in range(count)]


def _zip(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return packed.getvalue()


def _npz() -> bytes:
    packed = io.BytesIO()
    np.savez(packed, q=np.zeros((2, 2)), joints=np.array(["a", "b"]), t=np.arange(2.0))
    return packed.getvalue()


def _of_type(kind: Any) -> object:
    """A value that conforms to the type of a message."""
    origin, inner = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        return {name: _of_type(of) for name, of in fields(kind)[0].items()}
    if origin is Literal:
        return inner[0]
    if origin in (Union, UnionType):
        return _of_type(inner[0])
    if origin is list:
        return [_of_type(inner[0])]
    if origin is dict:
        return {"a": _of_type(inner[1])}
    if origin is tuple:
        return [_of_type(one) for one in inner]
    return kind(1) if kind in (bool, int, float, str) else None

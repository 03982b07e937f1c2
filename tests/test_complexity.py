"""No input takes work that grows faster than its size.

Counted are calls (of Python functions and of built-in ones) and the most memory that is held, at n,
2n and 4n: numbers that do not depend on the machine. Twice the input may take a little more than
twice the work, for sorting and for tables that grow; a step of the algorithm that looks at
everything again for every part takes four times as much.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from typing import TextIO

import pytest

import fourbar as fb
from fourbar.assets import read_mesh
from fourbar.cli import main
from fourbar.diagnostics import Report
from fourbar.diagnostics.render import FORMATS
from fourbar.gltf import write_glb
from fourbar.graph import draw

INERTIAL = (
    '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
    "</inertial>"
)
BOX = '<visual><geometry><box size="1 1 1"/></geometry></visual>'
LINEAR = 2.6
"""Between n and 2n: 2 is linear, 4 is quadratic."""


def robot(body: str) -> bytes:
    return f'<robot name="r">{body}</robot>'.encode()


def chain(
    count: int,
    *,
    type: str = "continuous",
    link: Callable[[int], str] = lambda i: INERTIAL,
    joint: Callable[[int], str] = lambda i: "",
    more: str = "",
) -> bytes:
    links = "".join(f'<link name="l{i}">{link(i)}</link>\n' for i in range(count))
    joints = "".join(
        f'<joint name="j{i}" type="{type}"><parent link="l{i - 1}"/><child link="l{i}"/>'
        f'<axis xyz="0 0 1"/>{joint(i)}</joint>\n'
        for i in range(1, count)
    )
    return robot(links + joints + more)


def each(count: int, text: Callable[[int], str]) -> str:
    return "".join(text(i) for i in range(count))


def star(count: int) -> bytes:
    return robot(
        each(count, lambda i: f'<link name="l{i}"/>')
        + each(
            count - 1,
            lambda i: (
                f'<joint name="j{i}" type="fixed"><parent link="l0"/>'
                f'<child link="l{i + 1}"/></joint>'
            ),
        )
    )


def four_bars(count: int) -> bytes:
    def one(i: int) -> str:
        text = ""
        for k, parent in enumerate(("ground", f"a{i}", f"b{i}")):
            child = f"{'abc'[k]}{i}"
            text += (
                f'<link name="{child}"/><joint name="j{child}" type="continuous">'
                f'<parent link="{parent}"/><child link="{child}"/>'
                f'<origin xyz="{min(k, 1)} {0 if k else i} 0"/><axis xyz="0 0 1"/></joint>'
            )
        return text + (
            f'<loop name="l{i}" type="continuous"><axis xyz="0 0 1"/>'
            f'<predecessor link="ground"><origin xyz="1 {i} 0"/></predecessor>'
            f'<successor link="c{i}"><origin xyz="1 0 0"/></successor></loop>'
        )

    return robot('<link name="ground"/>' + each(count, one))


FILES: dict[str, tuple[Callable[[int], bytes], int]] = {
    "attributes": (lambda n: robot("<link " + each(n, lambda i: f' a{i}=""') + "/>"), 100),
    "chain": (chain, 100),
    "star": (star, 100),
    "fixed chain": (lambda n: chain(n, type="fixed", link=lambda i: BOX), 100),
    "mimic chain": (
        lambda n: chain(n, joint=lambda i: f'<mimic joint="j{i - 1}"/>' if i > 1 else ""),
        60,
    ),
    "mimic star": (lambda n: chain(n, joint=lambda i: '<mimic joint="j1"/>' if i > 1 else ""), 60),
    "suppressions": (
        lambda n: robot(
            each(n, lambda i: f'<!-- fourbar: ignore P441: no mass --><link name="l{i}"/>')
        ),
        100,
    ),
    "suppressions of one element": (
        lambda n: robot(
            '<link name="a"><visual>'
            + "<!-- fourbar: ignore P402: why -->" * n
            + '<geometry><box size="1 1 1"/></geometry></visual></link>'
        ),
        100,
    ),
    "visuals": (lambda n: robot(f'<link name="l">{BOX * n}</link>'), 100),
    "broken visuals": (
        lambda n: robot(
            '<link name="l">' + '<visual><origin xyz="a"/><geometry/></visual>' * n + "</link>"
        ),
        60,
    ),
    "inertials": (lambda n: robot(f'<link name="l">{INERTIAL * n}</link>'), 60),
    "duplicate links": (lambda n: robot('<link name="a"/>' * n), 100),
    "duplicate joints": (
        lambda n: robot(
            '<link name="a"/><link name="b"/>'
            + '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>' * n
        ),
        60,
    ),
    "unknown elements": (
        lambda n: robot('<link name="l">' + each(n, lambda i: f"<thing{i}/>") + "</link>"),
        60,
    ),
    "materials": (
        lambda n: robot(
            each(n, lambda i: f'<material name="m{i}"><color rgba="1 0 0 1"/></material>')
            + '<link name="l">'
            + each(n, lambda i: f'<visual><material name="m{i}"/><geometry/></visual>')
            + "</link>"
        ),
        60,
    ),
    "missing meshes": (
        lambda n: chain(
            n,
            link=lambda i: '<visual><geometry><mesh filename="missing.stl"/></geometry></visual>',
        ),
        60,
    ),
    "transmissions": (
        lambda n: chain(
            n,
            more=each(
                n,
                lambda i: (
                    f'<transmission name="t{i}"><type>x</type><joint name="j{i}"/>'
                    f'<actuator name="a{i}"/></transmission>'
                ),
            ),
        ),
        60,
    ),
    "text": (lambda n: robot('<link name="l">' + "x<visual/>" * n + "</link>"), 60),
    "comments": (lambda n: robot('<link name="l"/>' + "<!-- c -->" * n), 100),
    "roots": (lambda n: robot(each(n, lambda i: f'<link name="l{i}"/>')), 100),
    "four-bars": (four_bars, 6),
    "long name": (lambda n: robot('<link name="' + "a" * 1000 * n + '"/>'), 60),
    "long line": (lambda n: robot(each(n, lambda i: f'<link naem="l{i}"/>')), 60),
    "one encoding": (
        lambda n: b'<?xml version="1.0" encoding="punycode"?>' + robot("<!--" + "-a" * n + "-->"),
        60,
    ),
}


def read(data: bytes) -> object:
    return fb.read(data)


def check(data: bytes) -> object:
    return fb.check(data)


def render(data: bytes) -> object:
    report = fb.check(data)
    return [report.render(format) for format in FORMATS]


def compile_model(data: bytes) -> object:
    found = fb.read(data).robot
    assert found is not None
    try:
        return fb.Model(found).chart
    except (fb.GraphError, fb.ModelError, fb.LoopError):
        return None


def write(data: bytes) -> object:
    found = fb.read(data).robot
    assert found is not None
    return fb.dumps(found)


def preview(data: bytes) -> object:
    found = fb.read(data).robot
    assert found is not None
    try:
        return write_glb(found, animations=False), draw(found)
    except (fb.LoadError, fb.GraphError):
        return None


WORK = (read, check, render, compile_model, write, preview)


def measure(work: Callable[[], object]) -> tuple[int, int]:
    """How many functions are called, Python's and built-in ones, and the most memory held."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        if event in ("call", "c_call"):
            calls += 1

    gc.collect()
    tracemalloc.start()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return calls, most


def growth(
    make: Callable[[int], bytes], work: Callable[[bytes], object], n: int
) -> list[tuple[int, int]]:
    """Calls and bytes at n, 2n and 4n."""
    found: list[tuple[int, int]] = []
    for size in (n, 2 * n, 4 * n):
        data = make(size)
        found.append(measure(partial(work, data)))
    return found


def assert_linear(found: list[tuple[int, int]]) -> None:
    (_, _), (calls, memory), (calls_later, memory_later) = found
    assert calls_later <= LINEAR * calls + 1000, found
    # Tables double when they grow.
    assert memory_later <= 1.5 * LINEAR * memory + 100_000, found


@pytest.mark.parametrize("work", WORK, ids=lambda work: work.__name__)
@pytest.mark.parametrize("name", FILES)
def test_files(name: str, work: Callable[[bytes], object]) -> None:
    make, n = FILES[name]
    work(make(2))  # what is imported late
    assert_linear(growth(make, work, n))


def obj(n: int) -> bytes:
    faces = each(n, lambda i: f"f {i % 3 + 1} {(i + 1) % 3 + 1} {(i + 2) % 3 + 1}\n")
    return ("v 0 0 0\nv 1 0 0\nv 0 1 0\n" + faces).encode()


def obj_materials(n: int) -> bytes:
    return ("v 0 0 0\nv 1 0 0\nv 0 1 0\n" + each(n, lambda i: f"usemtl m{i}\nf 1 2 3\n")).encode()


def stl(n: int) -> bytes:
    triangle = (
        "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 {i} 0\n"
        "endloop\nendfacet\n"
    )
    return ("solid s\n" + each(n, lambda i: triangle.format(i=i + 1)) + "endsolid s\n").encode()


def ply(n: int) -> bytes:
    head = (
        f"ply\nformat ascii 1.0\nelement vertex {3 * n}\nproperty float x\nproperty float y\n"
        f"property float z\nelement face {n}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    corners = each(n, lambda i: f"0 0 {i}\n1 0 {i}\n0 1 {i}\n")
    return (head + corners + each(n, lambda i: f"3 {3 * i} {3 * i + 1} {3 * i + 2}\n")).encode()


def dae(n: int) -> bytes:
    geometry = (
        '<geometry id="g{i}"><mesh><source id="p{i}"><float_array id="a{i}" count="9">'
        '0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#a{i}" count="3" '
        'stride="3"><param name="X" type="float"/><param name="Y" type="float"/>'
        '<param name="Z" type="float"/></accessor></technique_common></source>'
        '<vertices id="v{i}"><input semantic="POSITION" source="#p{i}"/></vertices>'
        '<triangles count="1"><input semantic="VERTEX" source="#v{i}" offset="0"/><p>0 1 2</p>'
        "</triangles></mesh></geometry>"
    )
    return (
        '<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">'
        + f"<library_geometries>{each(n, lambda i: geometry.format(i=i))}</library_geometries>"
        + '<library_visual_scenes><visual_scene id="s">'
        + each(n, lambda i: f'<node><instance_geometry url="#g{i}"/></node>')
        + '</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene>'
        "</COLLADA>"
    ).encode()


def glb(n: int) -> bytes:
    return write_glb(fb.loads(chain(n, link=lambda i: BOX)), animations=False)


MESHES: dict[str, tuple[Callable[[int], bytes], str]] = {
    "obj": (obj, "m.obj"),
    "obj with materials": (obj_materials, "m.obj"),
    "stl": (stl, "m.stl"),
    "ply": (ply, "m.ply"),
    "dae": (dae, "m.dae"),
    "glb": (glb, "m.glb"),
}


@pytest.mark.parametrize("name", MESHES)
def test_meshes(name: str) -> None:
    make, file = MESHES[name]

    def work(data: bytes) -> object:
        return read_mesh(data, file=file, report=Report())

    work(make(2))
    assert_linear(growth(make, work, 30))


def test_glb_robots() -> None:
    def work(data: bytes) -> object:
        return fb.read(data), fb.check(data)

    work(glb(3))
    assert_linear(growth(glb, work, 30))


def xacro(n: int) -> bytes:
    return (
        '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
        '<xacro:macro name="m" params="i"><link name="l${i}"/></xacro:macro>'
        + each(n, lambda i: f'<xacro:property name="p{i}" value="{i}"/><xacro:m i="${{p{i}}}"/>')
        + "</robot>"
    ).encode()


def test_xacro() -> None:
    def work(data: bytes) -> object:
        return fb.read(data, format="xacro")

    work(xacro(2))
    assert_linear(growth(xacro, work, 40))


def test_srdf() -> None:
    def make(n: int) -> bytes:
        states = each(
            n,
            lambda i: (
                f'<group_state name="s{i}" group="g"><joint name="x" value="0"/></group_state>'
            ),
        )
        pairs = each(n, lambda i: f'<disable_collisions link1="a{i}" link2="b{i}" reason="r"/>')
        return f'<robot name="ur20"><group name="g"/>{states}{pairs}</robot>'.encode()

    def work(data: bytes) -> object:
        import io

        return fb.read("gallery:ur20", srdf=io.BytesIO(data))

    work(make(2))
    assert_linear(growth(make, work, 60))


def test_mjcf() -> None:
    pytest.importorskip("mujoco")

    def make(n: int) -> bytes:
        mass = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
        body = each(n, lambda i: f'<body name="b{i}">{mass}<joint name="j{i}"/></body>')
        ties = each(n - 1, lambda i: f'<connect body1="b{i}" body2="b{i + 1}" anchor="0 0 0"/>')
        return f"<mujoco><worldbody>{body}</worldbody><equality>{ties}</equality></mujoco>".encode()

    def work(data: bytes) -> object:
        return fb.read(data)

    work(make(2))
    assert_linear(growth(make, work, 40))


COMMANDS: dict[str, list[str]] = {
    "info": ["info", "FILE"],
    "info --json": ["info", "--json", "FILE"],
    "check": ["check", "--isolated", "FILE"],
    "fix": ["fix", "--isolated", "--diff", "FILE"],
    "graph": ["graph", "FILE"],
    "fk": ["fk", "FILE"],
    "jacobian": ["jacobian", "FILE", "--link", "LAST"],
    "assemble": ["assemble", "FILE"],
    "trace": ["trace", "FILE", "--drive", "j1", "--steps", "2"],
    "inertia": ["inertia", "FILE"],
    "convert to URDF": ["convert", "FILE", "OUT.urdf"],
    "convert to GLB": ["convert", "FILE", "OUT.glb", "--no-animations"],
    "convert to MJCF": ["convert", "FILE", "OUT.xml"],
    "compare": ["compare", "FILE", "FILE"],
    "edit --prefix": ["edit", "FILE", "--prefix", "left_"],
    "edit --root": ["edit", "FILE", "--root", "LAST"],
    "edit --merge-fixed": ["edit", "FIXED", "--merge-fixed"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_commands(command: str, tmp_path: Path) -> None:
    """Every command that takes a file, on a chain: deep trees are the worst of them."""

    def make(n: int) -> bytes:
        (tmp_path / f"{n}.urdf").write_bytes(chain(n))
        (tmp_path / f"{n} fixed.urdf").write_bytes(chain(n, type="fixed"))
        return str(n).encode()

    def work(data: bytes) -> object:
        n = int(data)
        words = {
            "FILE": str(tmp_path / f"{n}.urdf"),
            "FIXED": str(tmp_path / f"{n} fixed.urdf"),
            "LAST": f"l{n - 1}",
            "OUT.urdf": str(tmp_path / "out.urdf"),
            "OUT.glb": str(tmp_path / "out.glb"),
            "OUT.xml": str(tmp_path / "out.xml"),
        }
        with _silence() as stream, redirect_stdout(stream), redirect_stderr(stream):
            return main([words.get(word, word) for word in COMMANDS[command]])

    make(2)
    work(b"2")
    assert_linear(growth(make, work, 60))


_PEAK = """
import sys
from fourbar.cli import main
status = main(sys.argv[1:])
held = open("/proc/self/status").read().partition("VmHWM:")[2].split()[0]
print(status, held, file=sys.stderr)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux")
@pytest.mark.parametrize("command", ["fk", "assemble", "trace"])
def test_memory_of_the_compiled_core(command: str, tmp_path: Path) -> None:
    """The whole process at its peak: Python does not see what the compiled core holds."""
    held: list[int] = []
    for n in (2000, 4000, 8000):
        file = tmp_path / f"{n}.urdf"
        file.write_bytes(chain(n, link=lambda i: ""))
        words = [str(file) if word == "FILE" else word for word in COMMANDS[command]]
        run = [sys.executable, "-c", _PEAK, *words]
        done = subprocess.run(run, capture_output=True, text=True, check=True)
        status, peak = done.stderr.splitlines()[-1].split()
        assert status == "0", done.stderr
        held.append(int(peak))
    first, second = held[1] - held[0], held[2] - held[1]
    assert second <= LINEAR * first + 10_000, held  # [kB]; pages come in runs


def _silence() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")

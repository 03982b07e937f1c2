"""What the Python reader makes of descriptions, for the tests of the browser's reader.

    python -m tests.web.descriptions FILE

writes one line of JSON per description: those of the gallery, of the rules' tests (everything that
can be wrong with a file), and of the corpus where there is one. Each has its text, the model, the
findings of reader and graph, and the poses of all links at 20 random configurations.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, cast

import numpy as np
from tests.conftest import CORPUS
from tests.lint.cases import cases

import fourbar as fb
from fourbar import graph, mechanics
from fourbar.diagnostics import Report
from fourbar.drake.urdf import write_drake_urdf
from fourbar.error import FourbarError
from fourbar.gltf.dofs import from_model
from fourbar.lint import Settings, check
from fourbar.reading import Content
from fourbar.record import field_names
from fourbar.robot import Material, Mesh, Named, Robot

from . import scene

_COUNT = 20
_BASIS = np.eye(4)
_BASIS[:3, :3] = scene.TO_GLTF
_ENCODINGS = {"X005", "X006"}
_LEFT_OUT = {
    "extra",
    "extensions",
    "source",
    "transmissions",
    "ros2_control",
    "sensors",
    "configurations",
}
"""What the browser has no use for."""


_MENDED = (
    '<robot name="r"><!-- a -- b --><link name="a"/></robot>',
    '<robot name="r"><!-- a --- b ---><!-- -- --><link name="a"/></robot>',
    '<robot name="r"><!-- -- \n<link name="a"/></robot>',
    '<robot name="a & b"><link name="&nbsp;&amp;&#65;&#x42;"/></robot>',
    '<robot name="a & \x7f"><link name="a"/></robot>',
    '<robot name="a\x7f"><!-- -- --><link name="a"/></robot>',
    '<robot name="r">a & b<link name="a"/></robot>',
    '<robot name="r"><link name="a"/><joint name="j"><parent>a & b</parent></joint></robot>',
    '<robot name="r"><![CDATA[ & \x01 -- ]]><link name="a"/></robot>',
    '<robot name="r"><? & -- ?><link name="a"/></robot>',
    '<robot\x01name="r"><link name="a\x02b"/>\x0b</robot>',
    '<ro\x01bot name="r"><link name="a"/></robot>',
    '<robot name="r"><link name="\ufffe"/></robot>',
    '<robot name="r"><link name="ä&ö"/></robot>\n<robot name="s"><link name="b"/></robot>',
    '<robot name="r"><link name="a"/></robot><robot',
    '<robot name="r"><link name="a"/></robot> text & more',
    '<robot name="r"><link name="a"/></robot> text \x01 and <!-- -- -->',
    '<robot name="r"><link name="a"/></robot></robot>',
    '<robot name="r"><link name="a"/></robot><!-- -- --><?pi?> ',
    '<robot name="r"><link name="a"/></robot><![CDATA[x]]>',
    '<robot name="r"><link name="a"/></robot><!DOCTYPE x>',
    '<robot name="r"><link name="a"/></robot><?xml version="1.0"?><robot/>',
    '<robot name="r"><link name="a"/></robot>\ufffe',
    'text <robot name="r"><link name="a"/></robot>',
    '&amp;<robot name="r"><link name="a"/></robot>',
    '<!DOCTYPE x><robot name="a & b"><link name="a"/></robot>',
    '<robot name="a & b"><link name="a"/><link></robot>',
    '<robot name="a < b & c"><link name="a"/></robot>',
    '<robot name="a<!-- b"><link name="<?x"/><!-- " < --></robot>',
    '<robot name="a><link name="b"/></robot>',
    '<robot name="r"><!-- \x01 a -- \x02 b --><link name="a"/><!--\x03--></robot>',
    '<!DOCTYPE r SYSTEM "a>b"><robot name="r"><link name="a"/></robot>',
    '<!DOCTYPE r><!DOCTYPE r><robot name="r"><link name="a"/></robot>',
)
"""Errors in XML that are read all the same, and those that look like them."""


def descriptions() -> Iterator[tuple[str, bytes]]:
    """Names and bytes of all descriptions."""
    for number, text in enumerate(_MENDED):
        yield f"mended/{number}", text.encode()
    for path in sorted(Path(fb.__file__).parent.glob("gallery/robots/*.urdf")):
        yield f"gallery/{path.name}", path.read_bytes()
        yield f"drake/{path.name}", write_drake_urdf(fb.load(path)).encode()
    for case in cases():
        for kind, examples in (("fails", case.fails), ("passes", case.passes)):
            for number, example in enumerate(examples):
                if example.data is not None and example.name.endswith(".urdf"):
                    yield f"{case.path.stem}/{kind}{number}", example.data
    if CORPUS.is_dir():
        for path in sorted(CORPUS.rglob("*.urdf")):
            if path.is_file():
                yield f"corpus/{path.relative_to(CORPUS)}", path.read_bytes()


def described(name: str, data: bytes) -> dict[str, Any] | None:
    """One line; None for a text that a browser would have to decode from something but UTF-8."""
    robot, report = fb.read(Content(data, name), loops=False)
    if _ENCODINGS & {d.code for d in report} or len(data) > 1 << 22:
        return None
    found: dict[str, Any] = {"name": name, "text": data.decode("utf-8")}
    if robot is not None:
        graph.check(robot, report=report)
        for finding in check(robot, settings=Settings(select=("P401",))):
            report.keep(finding)
        found["model"] = _plain(robot) | {"version": robot.version}
        # Mechanisms of the rules' tests are broken, or stuck, on purpose.
        moves = name.startswith(("gallery/", "corpus/"))
        found["samples"] = _samples(robot) if moves else []
    return found | {"findings": _findings(report)}


def _findings(report: Report) -> list[dict[str, Any]]:
    return [
        {
            "code": d.code,
            "severity": d.severity.name.lower(),
            "path": "" if d.path is None else str(d.path),
            "line": None if d.span is None else d.span.line,
            "column": None if d.span is None else d.span.column,
            "message": d.message,
        }
        for d in report
    ]


def _plain(value: object) -> Any:
    """A record as JSON in the browser's names; what is None is left out."""
    if isinstance(value, Named | tuple):
        return [_plain(item) for item in cast("Iterable[object]", value)]
    if isinstance(value, float) and not isfinite(value):
        return str(value).replace("inf", "Infinity").replace("nan", "NaN")
    if not type(value).__module__.startswith("fourbar.robot"):
        return value
    found: dict[str, Any] = {}
    for name in field_names(type(value)):
        inner = getattr(value, name)
        if inner is not None and name not in _LEFT_OUT:
            found[_camel(name)] = _plain(inner)
    if type(value).__module__ == Mesh.__module__:
        found["type"] = type(value).__name__.lower().removesuffix("geometry")
    if isinstance(value, Material) and value.texture is not None:
        found["texture"] = {"filename": value.texture}
    return found


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(word.title() for word in rest)


def _samples(robot: Robot) -> list[dict[str, Any]]:
    """Random closed configurations; none where the robot cannot be compiled or closed."""
    try:
        model = mechanics.Model(robot)
        configurations = model.random(_COUNT, seed=20260101)
    except (FourbarError, ValueError):
        return []
    data = model.data()
    samples: list[dict[str, Any]] = []
    for q in configurations:
        mechanics.forward_kinematics(model, data, q)
        samples.append({"values": _values(robot, model, q), "poses": _poses(robot, data)})
    return samples


def _values(robot: Robot, model: mechanics.Model, q: np.ndarray) -> Mapping[str, list[float]]:
    values: dict[str, list[float]] = {}
    for joint in robot.joints:
        if joint.kind.moves:
            entries = q[model.joint(joint.name).q]
            values[joint.name] = list(from_model(joint, entries.tolist()))
    return values


def _poses(robot: Robot, data: mechanics.Data) -> Mapping[str, list[float]]:
    """T_root_link in glTF axes, 4 x 4 by columns as three.js has it."""
    return {
        link.name: (_BASIS @ data.pose(link.name) @ _BASIS.T).T.ravel().tolist()
        for link in robot.links
    }


def write(file: Path) -> None:
    """All descriptions, one line each."""
    lines = (described(name, data) for name, data in descriptions())
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_suffix(".part")
    with partial.open("w", encoding="utf-8") as stream:
        for line in lines:
            if line is not None:
                stream.write(json.dumps(line) + "\n")
    partial.replace(file)


if __name__ == "__main__":
    write(Path(sys.argv[1]))

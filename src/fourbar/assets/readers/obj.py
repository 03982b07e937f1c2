"""Wavefront OBJ."""

from __future__ import annotations

from typing import Any

from ... import rules
from ..._native import parse_obj
from ...diagnostics import did_you_mean
from ..limits import MAX_FINDINGS
from ..material import MeshMaterial
from ..mesh import Primitive
from .mtl import read_mtl
from .polygons import build
from .reading import MeshReading, RefusedError, Tally


def read_obj(reading: MeshReading) -> list[Primitive]:
    """One primitive for each material, in order of first use."""
    reading.text = True
    obj: dict[str, Any] = parse_obj(reading.data)
    if obj["problem"]:
        raise RefusedError(rules.assets.MESH_UNREADABLE, obj["problem"], at=obj["offset"])
    faces = len(obj["starts"]) - 1
    if not len(obj["positions"]) and (obj["unknown"] or not faces):
        raise RefusedError(rules.assets.MESH_EMPTY, "the file has no vertices", at=0)
    if obj["unknown"]:
        message = f"{obj['unknown']} lines begin with an unknown keyword"
        reading.add(rules.assets.MESH_FEATURE_DROPPED, message, at=obj["first_unknown"])
    if obj["others"]:
        message = f"{obj['others']} lines, points or curves are left out"
        reading.add(rules.assets.MESH_FEATURE_DROPPED, message, notes=("Only faces are shown.",))
    statements = _Statements(reading, obj["statements"], faces)

    def values(which: str, column: int) -> tuple[Any, int] | None:
        return (obj[which], column) if len(obj[which]) else None

    tally = Tally()
    primitives: list[Primitive] = []
    for material, name, runs in statements.groups():
        primitive = build(
            reading,
            obj["corners"],
            3,
            obj["starts"],
            runs=runs,
            positions=(obj["positions"], 0),
            normals=values("normals", 2),
            texcoords=values("texcoords", 1),
            colors=values("colors", 0),
            material=statements.materials.get(material or ""),
            name=name,
        )
        if primitive is not None:
            tally.add(primitive)
            primitives.append(primitive)
    return primitives


class _Statements:
    """Which faces have which material, and the materials' libraries."""

    def __init__(
        self, reading: MeshReading, statements: list[tuple[int, int, int]], faces: int
    ) -> None:
        self.materials: dict[str, MeshMaterial] = {}
        self._libraries_found = False
        self._libraries: set[str] = set()
        self._reading = reading
        self._faces = faces
        self._runs: list[tuple[int, str | None, str]] = [(0, None, "")]
        used: dict[str, int] = {}
        for face, begin, end in statements:
            line = reading.data[begin:end].replace(b"\\\r\n", b" ").replace(b"\\\n", b" ")
            keyword, _, rest = line.decode("utf-8", "replace").strip().partition(" ")
            rest = rest.strip()
            _, material, name = self._runs[-1]
            match keyword:
                case "mtllib":
                    self._library(rest, begin)
                case "usemtl":
                    used.setdefault(rest, begin)
                    self._runs.append((face, rest, name))
                case _:
                    self._runs.append((face, material, rest))
        if self._libraries_found:
            self._report_undefined(used)

    def _report_undefined(self, used: dict[str, int]) -> None:
        undefined = [(m, at) for m, at in used.items() if m and m not in self.materials]
        for material, at in undefined[:MAX_FINDINGS]:
            hint = did_you_mean(material, self.materials)
            message = f"no material library defines material '{material[:80]}'{hint}"
            self._reading.add(rules.assets.MATERIAL_UNKNOWN, message, at=at)

    def _library(self, name: str, at: int) -> None:
        # The whole line is one name with spaces more often than it is several names.
        names = [name] if self._reading.side_file(name) is not None else name.split()
        for each in names:
            if each in self._libraries:
                continue
            self._libraries.add(each)
            data = self._reading.side_file(each)
            if data is None:
                message = f"the material library '{each[:80]}' cannot be found"
                self._reading.add(rules.assets.MATERIAL_LIBRARY_MISSING, message, at=at)
                continue
            self._libraries_found = True
            for material in read_mtl(data, self._reading, library=each, at=at):
                self.materials.setdefault(material.name, material)

    def groups(self) -> list[tuple[str | None, str, list[tuple[int, int]]]]:
        """Material, name and runs of faces of each primitive."""
        found: dict[str | None, tuple[str, list[tuple[int, int]]]] = {}
        ends = [*(run[0] for run in self._runs[1:]), self._faces]
        for (start, material, name), end in zip(self._runs, ends, strict=True):
            if end > start:
                found.setdefault(material, (name, []))[1].append((start, end))
        return [(material, name, runs) for material, (name, runs) in found.items()]

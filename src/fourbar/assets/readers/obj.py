"""Wavefront OBJ."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._native import parse_obj
from ...diagnostics import did_you_mean
from .. import mesh_rules as rules
from ..limits import MAX_FINDINGS
from ..material import MeshMaterial
from ..mesh import Floats, Indices, Primitive
from ..srgb import linear_array
from .mtl import read_mtl
from .polygons import Attribute, build, flipped
from .reading import Reading, RefusedError, Tally


def read_obj(reading: Reading) -> list[Primitive]:
    """One primitive for each material, in order of first use."""
    reading.text = True
    obj: dict[str, Any] = parse_obj(reading.data)
    if obj["problem"]:
        raise RefusedError(rules.UNREADABLE, obj["problem"], at=obj["offset"])
    if not len(obj["positions"]) and (obj["unknown"] or not len(obj["sizes"])):
        raise RefusedError(rules.EMPTY, "the file has no vertices", at=0)
    if obj["unknown"]:
        message = f"{obj['unknown']} lines begin with a word that OBJ does not have"
        reading.add(rules.DROPPED, message, at=obj["first_unknown"])
    if obj["others"]:
        message = f"{obj['others']} lines, points or curves are left out"
        reading.add(rules.DROPPED, message, notes=("only faces are shown",))
    statements = _Statements(reading, obj["statements"], len(obj["sizes"]))
    arrays = _Arrays(reading, obj)
    tally = Tally()
    primitives: list[Primitive] = []
    for material, name, runs in statements.groups():
        primitive = arrays.primitive(runs, statements.materials.get(material or ""), name)
        if primitive is not None:
            tally.add(primitive)
            primitives.append(primitive)
    return primitives


class _Arrays:
    """A file's values, from which the faces of each material take theirs."""

    def __init__(self, reading: Reading, obj: dict[str, Any]) -> None:
        self._reading = reading
        self._positions: Floats = obj["positions"]
        self._normals: Floats = obj["normals"]
        self._texcoords = flipped(obj["texcoords"])
        self._colors = np.ones((len(obj["colors"]), 4), np.float32)
        self._colors[:, :3] = linear_array(obj["colors"])
        self._corners: NDArray[np.int32] = obj["corners"]
        self._sizes: Indices = obj["sizes"]
        self._starts = np.concatenate([[0], np.cumsum(self._sizes, dtype=np.int64)])

    def primitive(
        self, runs: list[tuple[int, int]], material: MeshMaterial | None, name: str
    ) -> Primitive | None:
        """The faces from the first to before the second number of each run."""
        starts = self._starts
        corners = np.concatenate([self._corners[starts[a] : starts[b]] for a, b in runs])
        sizes = np.concatenate([self._sizes[a:b] for a, b in runs])

        def attribute(values: Floats, column: int) -> Attribute | None:
            return Attribute(values, corners[:, column]) if len(values) else None

        return build(
            self._reading,
            Attribute(self._positions, corners[:, 0]),
            sizes,
            normals=attribute(self._normals, 2),
            texcoords=attribute(self._texcoords, 1),
            colors=attribute(self._colors, 0),
            material=material,
            name=name,
        )


class _Statements:
    """Which faces have which material, and the materials' libraries."""

    def __init__(
        self, reading: Reading, statements: list[tuple[int, int, int]], faces: int
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
            message = f"no material library defines '{material[:80]}'{hint}"
            self._reading.add(rules.MATERIAL, message, at=at)

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
                self._reading.add(rules.MATERIAL_LIBRARY, message, at=at)
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

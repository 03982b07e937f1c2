"""Clouds as primitives of points, each with its colour."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...assets.srgb import linear_rgba
from ...gltf_file.buffer_writer import BufferWriter, Rows
from ...graph.drawing.heat_map import SHADES, shades
from ..basis import GLTF
from ..cloud import Cloud

Record = dict[str, Any]

_POINTS = 0  # glTF's number for them


def add_cloud(cloud: Cloud, root: Record, *, meshes: list[Record], buffer: BufferWriter) -> None:
    """Append the node of a cloud to the scene; its `extras` have the scale."""
    places = np.ascontiguousarray(cloud.points[:, GLTF.order], dtype="<f4")
    scale = shades()
    linear = [linear_rgba((r / 255.0, g / 255.0, b / 255.0, 1.0)) for r, g, b in scale]
    table = np.rint(np.array(linear) * 65535.0).astype("<u2")
    colours = table[np.rint(cloud.shares * (SHADES - 1)).astype(np.int64)]
    low, high = places.min(axis=0).tolist(), places.max(axis=0).tolist()
    positions = buffer.add_rows(Rows(places.tobytes(), "float32", 3, low, high), target="vertices")
    coloured = buffer.add_rows(
        Rows(colours.tobytes(), "uint16", 4), target="vertices", normalized=True
    )
    name = f"cloud: {cloud.label}"
    attributes = {"POSITION": positions, "COLOR_0": coloured}
    meshes.append({"name": name, "primitives": [{"attributes": attributes, "mode": _POINTS}]})
    start, end = cloud.scale
    described = {
        "label": cloud.label,
        "low": start,
        "high": end,
        "size": cloud.size,
        "colors": ["#{:02x}{:02x}{:02x}".format(*colour) for colour in scale],
    }
    node = {"name": name, "mesh": len(meshes) - 1, "extras": {"fourbar": {"cloud": described}}}
    root["nodes"].append(node)
    root["scenes"][0]["nodes"].append(len(root["nodes"]) - 1)

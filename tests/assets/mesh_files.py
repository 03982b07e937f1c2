"""Mesh files made for the tests, by writers of their own."""

from __future__ import annotations

import base64
import json
import struct

import numpy as np

from fourbar.assets import read_mesh
from fourbar.diagnostics import Report

# A tetrahedron with corners at the origin and on the axes: volume 1/6, faces outwards.
POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]], np.float64)
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])


def read(data, file, *, files=None, **options):
    """The mesh and the codes of the findings."""
    report = Report()
    mesh = read_mesh(data, file=file, report=report, resolve=(files or {}).get, **options)
    return mesh, [finding.code for finding in report]


def corners(mesh):
    """(m, 3, 3) corners of all triangles, in order."""
    joined = mesh.joined()
    return joined.positions[joined.triangles]


def binary_stl(points=POINTS, faces=FACES, *, header=b"made for a test", count=None):
    triangles = np.asarray(points, "<f4")[faces]
    body = b"".join(struct.pack("<3f", 0, 0, 0) + t.tobytes() + b"\0\0" for t in triangles)
    return header.ljust(80) + struct.pack("<I", len(faces) if count is None else count) + body


def ascii_stl(points=POINTS, faces=FACES, *, name="part"):
    lines = [f"solid {name}"]
    for face in faces:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += ["vertex {:.9g} {:.9g} {:.9g}".format(*points[i]) for i in face]
        lines += ["endloop", "endfacet"]
    return "\n".join([*lines, f"endsolid {name}", ""]).encode()


def obj(points=POINTS, faces=FACES):
    lines = ["v {:.9g} {:.9g} {:.9g}".format(*p) for p in points]
    lines += ["f " + " ".join(str(i + 1) for i in face) for face in faces]
    return "\n".join([*lines, ""]).encode()


def ply(points=POINTS, faces=FACES, *, form="ascii"):
    order = {"binary_little_endian": "<", "binary_big_endian": ">"}.get(form)
    header = (
        f"ply\nformat {form} 1.0\ncomment test\nelement vertex {len(points)}\n"
        "property float x\nproperty float y\nproperty float z\n"
        f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    ).encode()
    if order is None:
        rows = ["{:.9g} {:.9g} {:.9g}".format(*p) for p in points]
        rows += [" ".join(map(str, [len(f), *f])) for f in faces]
        return header + "\n".join([*rows, ""]).encode()
    body = np.asarray(points, order + "f4").tobytes()
    body += b"".join(struct.pack(f"{order}B{len(f)}i", len(f), *f) for f in faces)
    return header + body


def dae(
    geometry,
    *,
    unit="",
    up="Z_UP",
    nodes='<node><instance_geometry url="#g"/></node>',
    libraries="",
):
    return f"""<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
 <asset>{unit}<up_axis>{up}</up_axis></asset>
 {libraries}
 <library_geometries><geometry id="g" name="part"><mesh>{geometry}</mesh></geometry>
 </library_geometries>
 <library_visual_scenes><visual_scene id="s">{nodes}</visual_scene></library_visual_scenes>
 <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>""".encode()


def source(name, values, width):
    numbers = " ".join(f"{v:.9g}" for v in np.ravel(values))
    params = "".join(f'<param name="{c}" type="float"/>' for c in "XYZW"[:width])
    return (
        f'<source id="{name}"><float_array id="{name}-a" count="{np.size(values)}">{numbers}'
        f'</float_array><technique_common><accessor source="#{name}-a" stride="{width}"'
        f' count="{np.size(values) // width}">{params}</accessor></technique_common></source>'
    )


VERTICES = '<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>'
INPUT = '<input semantic="VERTEX" source="#v" offset="0"/>'


def dae_mesh(points=POINTS, faces=FACES):
    indices = " ".join(str(i) for i in np.ravel(faces))
    return (
        source("p", points, 3)
        + VERTICES
        + f'<triangles count="{len(faces)}" material="m">{INPUT}<p>{indices}</p></triangles>'
    )


def y_up(points):
    """Where glTF has what a link has at `points`: the inverse of a quarter turn about x."""
    points = np.asarray(points)
    return np.stack([points[:, 0], points[:, 2], -points[:, 1]], axis=1)


def gltf_parts(points=POINTS, faces=FACES, **more):
    """The JSON (without the buffer's uri) and the buffer of a glTF file."""
    positions = y_up(points).astype("<f4").tobytes()
    indices = np.asarray(faces, "<u2").tobytes()
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": len(points), "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": np.size(faces), "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": len(positions)},
            {"buffer": 0, "byteOffset": len(positions), "byteLength": len(indices)},
        ],
        "buffers": [{"byteLength": len(positions) + len(indices)}],
    }
    document.update(more)
    return document, positions + indices


def glb(document=None, buffer=None, **more):
    if document is None:
        document, buffer = gltf_parts(**more)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    if buffer is not None:
        buffer += b"\0" * (-len(buffer) % 4)
        chunks += struct.pack("<I4s", len(buffer), b"BIN\0") + buffer
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def data_uri(data, media_type="application/octet-stream"):
    return f"data:{media_type};base64," + base64.b64encode(data).decode()


def every_format():
    """Name and content of the tetrahedron in every format."""
    return {
        "part.stl": binary_stl(),
        "text.stl": ascii_stl(),
        "part.obj": obj(),
        "part.ply": ply(),
        "little.ply": ply(form="binary_little_endian"),
        "big.ply": ply(form="binary_big_endian"),
        "part.dae": dae(dae_mesh()),
        "part.glb": glb(),
    }


def cube_grid(n):
    """A closed cube of 12 n^2 triangles, corners shared."""
    points, faces, numbers = [], [], {}

    def vertex(p):
        if p not in numbers:
            numbers[p] = len(points)
            points.append(p)
        return numbers[p]

    for axis in range(3):
        for side in (0, n):
            for i in range(n):
                for j in range(n):
                    quad = []
                    for di, dj in ((0, 0), (1, 0), (1, 1), (0, 1)):
                        p = [0, 0, 0]
                        p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3] = side, i + di, j + dj
                        quad.append(vertex(tuple(p)))
                    if side == 0:
                        quad.reverse()
                    faces += [(quad[0], quad[1], quad[2]), (quad[0], quad[2], quad[3])]
    return np.array(points, np.float64) / n, np.array(faces)

"""A small picture of a robot, drawn from its GLB without a browser or a graphics card.

Triangles are sampled densely enough that no pixel between is missed, and the nearest sample of
each pixel is kept: a depth buffer without a loop over triangles.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from ..assets import read_mesh
from ..diagnostics import Report
from ..gltf import write_glb
from ..packages import StrPath

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..robot import Robot

WIDTH, HEIGHT = 160, 120
_FINE = 2
"""Samples per pixel along each axis; averaged in the end."""
_MARGIN = 0.06
_VIEW = np.array([1.0, -1.2, 0.75])
_LIGHT = np.array([0.35, -0.55, 0.75])
_BATCH = 1 << 20


def draw(robot: Robot, *, packages: Mapping[str, StrPath] | None = None) -> bytes | None:
    """A PNG file with a transparent background; None where there is no surface.

    Visuals in the pose of the file with loops closed; collision shapes where there are no visuals.
    """
    for visuals in (True, False):
        data = write_glb(
            robot,
            visuals=visuals,
            collisions=not visuals,
            animations=False,
            lossless=False,
            texture_size=8,
            packages=packages,
        )
        mesh = read_mesh(data, file="robot.glb", report=Report())
        if mesh is not None and mesh.triangle_count:
            break
    else:
        return None
    corners: list[NDArray[np.float64]] = []
    colors: list[NDArray[np.float64]] = []
    for primitive in mesh.primitives:
        points = primitive.positions.astype(np.float64)[primitive.triangles]
        base = (0.6, 0.6, 0.62) if primitive.material is None else primitive.material.base_color
        corners.append(points)
        colors.append(np.broadcast_to(np.array(base[:3], dtype=np.float64), (len(points), 3)))
    return _png(_picture(np.concatenate(corners), np.concatenate(colors)))


def _picture(corners: NDArray[np.float64], colors: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Pixels (height, width, 4) of triangles (n, 3, 3) with linear colours (n, 3)."""
    back = _VIEW / np.linalg.norm(_VIEW)
    right = np.cross([0.0, 0.0, 1.0], back)
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(back, right), back])
    seen = corners @ axes.T
    low, high = seen.min(axis=(0, 1)), seen.max(axis=(0, 1))
    wide, tall = WIDTH * _FINE, HEIGHT * _FINE
    room = np.array([wide, tall]) * (1.0 - 2.0 * _MARGIN)
    scale = float((room / np.maximum(high - low, 1e-9)[:2]).min())
    middle = 0.5 * (low + high)[:2]
    flat = (seen[..., :2] - middle) * scale * [1.0, -1.0] + [wide / 2, tall / 2]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normal, axis=1)
    kept = length > 0.0
    flat, depth = flat[kept], seen[kept, :, 2]
    normal = normal[kept] / length[kept, None]
    # Seen from behind, a surface is lit as its other side: many meshes are wound either way.
    normal *= np.where(normal @ back < 0.0, -1.0, 1.0)[:, None]
    light = _LIGHT / np.linalg.norm(_LIGHT)
    shade = 0.35 + 0.65 * np.clip(normal @ light, 0.0, 1.0)
    lit = np.clip(colors[kept] * shade[:, None], 0.0, 1.0) ** (1.0 / 2.2)
    found = _nearest(flat, depth, wide, tall)
    pixels = np.zeros((tall * wide, 4))
    drawn = found >= 0
    pixels[drawn, :3] = lit[found[drawn]]
    pixels[drawn, 3] = 1.0
    blocks = pixels.reshape(HEIGHT, _FINE, WIDTH, _FINE, 4)
    alpha = blocks[..., 3].mean(axis=(1, 3))
    color = (
        blocks[..., :3].sum(axis=(1, 3))
        / np.maximum(blocks[..., 3].sum(axis=(1, 3)), 1.0)[..., None]
    )
    return np.rint(255.0 * np.concatenate([color, alpha[..., None]], axis=2)).astype(np.uint8)


def _nearest(
    flat: NDArray[np.float64], depth: NDArray[np.float64], wide: int, tall: int
) -> NDArray[np.int64]:
    """The number of the nearest triangle at every pixel (tall * wide), -1 where there is none."""
    edges = np.stack([flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 1], flat[:, 0] - flat[:, 2]])
    longest = np.sqrt((edges**2).sum(axis=2)).max(axis=0)
    steps = np.clip(np.ceil(longest / 0.7).astype(np.int64), 1, 4 * max(wide, tall))
    best = np.full(wide * tall, -np.inf)
    found = np.full(wide * tall, -1, dtype=np.int64)
    for count in sorted(set(steps.tolist())):
        chosen = np.flatnonzero(steps == count)
        # Barycentric coordinates of a grid over a triangle.
        grid = np.indices((count + 1, count + 1)).reshape(2, -1)
        a, b = grid[:, grid.sum(axis=0) <= count]
        weights = np.stack([a, b, count - a - b], axis=1) / count
        each = max(1, _BATCH // len(weights))
        for start in range(0, len(chosen), each):
            part = chosen[start : start + each]
            at = np.einsum("wk,nkc->nwc", weights, flat[part]).reshape(-1, 2)
            far = (depth[part] @ weights.T).reshape(-1)
            x, y = np.floor(at[:, 0]).astype(np.int64), np.floor(at[:, 1]).astype(np.int64)
            pixel = np.clip(y, 0, tall - 1) * wide + np.clip(x, 0, wide - 1)
            number = np.repeat(part, len(weights))
            order = np.lexsort((-number, far))  # the nearest last; of equal ones the first
            pixel, far, number = pixel[order], far[order], number[order]
            last = np.full(wide * tall, -1, dtype=np.int64)
            last[pixel] = np.arange(len(pixel))
            hit = np.flatnonzero(last >= 0)
            hit = hit[far[last[hit]] > best[hit]]
            best[hit], found[hit] = far[last[hit]], number[last[hit]]
    return found


def _png(pixels: NDArray[np.uint8]) -> bytes:
    """Pixels (height, width, 4) as a PNG file."""
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body

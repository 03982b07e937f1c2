"""How much one mesh may hold before it is refused: what a file *says* must not fill the memory."""

from __future__ import annotations

MAX_BYTES = 1 << 30
"""Of one mesh or texture file."""

MAX_TRIANGLES = 10_000_000
"""Of one mesh, instances counted."""

MAX_VERTICES = 30_000_000
"""Of one mesh, before equal ones are made one."""

MAX_PRIMITIVES = 20_000
"""Of one mesh, instances counted."""

MAX_NODES = 100_000
"""Of one scene, instances counted."""

MAX_SIDE_FILES = 256
"""That one mesh may name."""

MAX_FINDINGS = 20
"""Of one rule, in one file."""

MAX_DEPTH = 100
"""Of nodes within nodes."""

MAX_PIXELS = 1 << 26
"""Of one texture, decoded (8192 x 8192)."""

POLYGON_BUDGET = 200_000_000
"""Corners looked at while cutting concave polygons; about a second."""

"""A mesh has more content than is accepted.

## What it does

Counts bytes, triangles, vertices and nodes against fixed limits (1 GiB, ten million triangles).

## Why it matters

A small file can ask for endless content, such as nodes that contain each other.

## Example

```xml
<mesh filename="arm.dae"/> <!-- a mesh has more content than is accepted -->
```

## Use instead

```xml
<mesh filename="arm.obj"/> <!-- a sound file -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....assets.mesh_rules import TOO_LARGE as RULE

__all__ = ["RULE"]

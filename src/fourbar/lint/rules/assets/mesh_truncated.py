"""A mesh file ends too early.

## What it does

Compares the length of a file with what its header announces.

## Why it matters

A download or export was cut off; part of the mesh is missing.

## Example

```xml
<mesh filename="arm.stl"/> <!-- a mesh file ends too early -->
```

## Use instead

```xml
<mesh filename="arm.obj"/> <!-- a sound file -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....assets.mesh_rules import TRUNCATED as RULE

__all__ = ["RULE"]

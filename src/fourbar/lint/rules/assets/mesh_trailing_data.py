"""Data follows the end of a mesh.

## What it does

Compares the length of a file with what its header announces.

## Why it matters

The count in the header may be wrong, and part of the mesh would be missing.

## Example

```xml
<mesh filename="arm.stl"/> <!-- data follows the end of a mesh -->
```

## Use instead

```xml
<mesh filename="arm.obj"/> <!-- a sound file -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....assets.mesh_rules import TRAILING as RULE

__all__ = ["RULE"]

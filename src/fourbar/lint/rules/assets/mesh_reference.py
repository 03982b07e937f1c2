"""A part of a mesh file is named, not there.

## What it does

Looks up the geometries and nodes that a COLLADA scene names.

## Why it matters

The part is not drawn.

## Example

```xml
<mesh filename="arm.dae"/> <!-- a part of a mesh file is named, not there -->
```

## Use instead

```xml
<mesh filename="arm.obj"/> <!-- a sound file -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....assets.mesh_rules import REFERENCE as RULE

__all__ = ["RULE"]

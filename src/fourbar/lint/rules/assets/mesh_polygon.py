"""Polygons are too entangled to be cut well.

## What it does

Cuts polygons into triangles; one with very many corners that bend inwards exhausts the budget
and is cut as a fan.

## Why it matters

The triangles may overlap or reach outside the polygon.

## Example

```xml
<mesh filename="arm.obj"/> <!-- polygons are too entangled to be cut well -->
```

## Use instead

```xml
<mesh filename="arm.obj"/> <!-- a sound file -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....assets.mesh_rules import POLYGON as RULE

__all__ = ["RULE"]

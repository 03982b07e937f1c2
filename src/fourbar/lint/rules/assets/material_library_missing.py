"""A material library cannot be read.

## What it does

Looks for the `.mtl` files that an OBJ file names.

## Why it matters

The part is drawn without its colours.

## Example

```xml
<mesh filename="arm.obj"/> <!-- a material library cannot be read -->
```

## Use instead

```xml
<mesh filename="arm.obj"/> <!-- a sound file -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....assets.mesh_rules import MATERIAL_LIBRARY as RULE

__all__ = ["RULE"]

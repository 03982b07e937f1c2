"""No reader knows the format of a mesh file.

## What it does

Goes by the file's content, then by its extension.

## Why it matters

Robot tools read STL, OBJ and COLLADA, some also PLY and glTF. CAD formats must be converted.

## Example

```xml
<mesh filename="arm.step1"/> <!-- no reader knows the format of a mesh file -->
```

## Use instead

```xml
<mesh filename="arm.obj"/> <!-- a sound file -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....assets.mesh_rules import UNKNOWN_FORMAT as RULE

__all__ = ["RULE"]

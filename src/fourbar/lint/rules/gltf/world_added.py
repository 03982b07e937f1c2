"""Joints hang from a world that is not declared; it is added.

## What it does

Looks for joints whose parent is `world` where no link has that name.

## Why it matters

Drake knows a world without being told; urdfdom and most others refuse the description.

## Example

```xml
<joint name="j"><parent link="world"/></joint>
```

## Use instead

```xml
<link name="world"/> <joint name="j"><parent link="world"/></joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....diagnostics.gltf_rules import WORLD_ADDED as RULE

__all__ = ["RULE"]

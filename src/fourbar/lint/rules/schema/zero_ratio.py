"""A coupling's ratio is zero.

## What it does

Finds `<ratio value="0"/>`.

## Why it matters

It would hold one side still and leave the other free, which is no coupling.

## Example

```xml
<coupling name="belt">
  <predecessor link="wheel"/>
  <successor link="motor"/>
  <ratio value="0" of="predecessor"/>
</coupling>
```

## Use instead

```xml
<coupling name="belt">
  <predecessor link="wheel"/>
  <successor link="motor"/>
  <ratio value="6" of="predecessor"/>
</coupling>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....urdf.rules import ZERO_RATIO as RULE

__all__ = ["RULE"]

"""The joints leave the links in pieces.

## What it does

Finds links that no joint connects to the largest tree.

## Why it matters

A robot has one root; parsers refuse two, or drop the smaller island.

## Example

```xml
<link name="base"/>
<link name="lost"/>
```

## Use instead

```xml
<link name="base"/>
<link name="lost"/>
<joint name="mount" type="fixed">
  <parent link="base"/>
  <child link="lost"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....graph.rules import SEVERAL_ROOTS as RULE

__all__ = ["RULE"]

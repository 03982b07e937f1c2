"""Elements are nested too deeply.

## What it does

Refuses elements nested more than 200 deep.

## Why it matters

A robot description is about six levels deep. Thousands of levels exhaust the stack of recursive
readers.

## Example

```xml
<robot name="arm"><a><a><a><!-- and 300 more -->
```

## Use instead

```xml
<robot name="arm">
  <link name="base"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....urdf.rules import TOO_DEEP as RULE

__all__ = ["RULE"]

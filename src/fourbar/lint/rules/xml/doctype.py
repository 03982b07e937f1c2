"""Document type declarations are refused.

## What it does

Refuses a file with `<!DOCTYPE ...>`.

## Why it matters

A document type can define entities, and those can read other files or grow to gigabytes. No
robot description needs them.

## Example

```xml
<!DOCTYPE robot>
<robot name="arm">
  <link name="base"/>
</robot>
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

from ....urdf.rules import DOCTYPE as RULE

__all__ = ["RULE"]

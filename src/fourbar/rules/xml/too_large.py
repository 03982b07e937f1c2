"""The file is too large.

## What it does

Rejects files with more than 64 MiB or one million elements.

## Why it matters

Real descriptions stay below one megabyte; a larger file is probably a mesh, a log or an attack.

## Example

```python
b" " * (65 * 1024 * 1024)
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

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X009",
    name="too-large",
    severity=Severity.ERROR,
    summary="The file is too large.",
    since="0.1",
)

r"""The file is empty.

## What it does

Reports files that contain only white space.

## Why it matters

The file describes nothing. Often a generator failed and its output was written anyway.

## Example

```python
b"\n"
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
    code="X012",
    name="empty-file",
    severity=Severity.ERROR,
    summary="The file is empty.",
    since="0.1",
)

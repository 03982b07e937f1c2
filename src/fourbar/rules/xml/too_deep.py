"""The elements are nested too deeply.

## What it does

Rejects files whose elements are nested more than 200 levels deep.

## Why it matters

A robot description is about six levels deep. Thousands of levels exhaust the stack of recursive
readers.

## Example

```python
b'<robot name="arm">' + b"<a>" * 300 + b"</a>" * 300 + b"</robot>"
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
    code="X008",
    name="too-deep",
    severity=Severity.ERROR,
    summary="The elements are nested too deeply.",
    since="0.1",
)

"""The file contains a document type declaration, which fourbar does not read.

## What it does

Finds `<!DOCTYPE ...>`. It is ignored; a file in which it has declarations of its own is refused.

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

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X007",
    name="doctype",
    severity=Severity.ERROR,
    summary="The file contains a document type declaration, which fourbar does not read.",
    since="0.1",
)

"""The file is larger than fourbar reads.

## What it does

Refuses files of more than 64 MiB or one million elements.

## Why it matters

Real descriptions stay below one megabyte; a larger file is a mesh, a log or an attack.

## Example

```xml
<robot name="arm"><!-- and 70 megabytes of links -->
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
    summary="The file is larger than fourbar reads.",
    since="0.1",
)

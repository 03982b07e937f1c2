"""The XML version is neither 1.0 nor 1.1.

## What it does

Reads the version in the XML declaration; anything but 1.0 and 1.1 is reported and read as 1.0.

## Why it matters

No other version exists. Strict parsers reject the file.

## Example

```xml
<?xml version="0.0"?>
<robot name="arm">
  <link name="base"/>
</robot>
```

## Use instead

```xml
<?xml version="1.0"?>
<robot name="arm">
  <link name="base"/>
</robot>
```

## Fix safety

Safe: the version becomes 1.0.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X003",
    name="xml-version",
    severity=Severity.WARNING,
    summary="The XML version is neither 1.0 nor 1.1.",
    since="0.1",
    fix="safe",
)

"""The file is not encoded as UTF-8.

## What it does

Reads the encoding in the XML declaration and the byte order mark; any other encoding is converted
to UTF-8 before the file is read.

## Why it matters

Several robot parsers ignore the declaration and read every file as UTF-8, so names with accents
come out wrong.

## Example

```xml
<?xml version="1.0" encoding="ISO-8859-1"?>
<robot name="arm">
  <link name="base"/>
</robot>
```

## Use instead

```xml
<?xml version="1.0" encoding="utf-8"?>
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
    code="X005",
    name="other-encoding",
    severity=Severity.INFO,
    summary="The file is not encoded as UTF-8.",
    since="0.1",
)

r"""The XML declaration is not at the start of the file.

## What it does

Looks for blank lines or other text before `<?xml ...?>`.

## Why it matters

XML allows the declaration only at the very first byte. Strict parsers (expat, libxml2) reject the
file; tolerant ones (tinyxml2) read it.

## Example

```python
b'\n\n<?xml version="1.0"?>\n<robot name="arm">\n  <link name="base"/>\n</robot>\n'
```

## Use instead

```xml
<?xml version="1.0"?>
<robot name="arm">
  <link name="base"/>
</robot>
```

## Fix safety

Safe: the white space before the declaration is removed. If a comment precedes it, there is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X002",
    name="misplaced-declaration",
    severity=Severity.WARNING,
    summary="The XML declaration is not at the start of the file.",
    since="0.1",
    fix="safe",
)

r"""Extra bytes follow the end of the document.

## What it does

Looks for null bytes and end-of-file characters after `</robot>`.

## Why it matters

They come from a buffer that was written with its terminator. Strict parsers reject the file.

## Example

```python
b'<robot name="arm">\n  <link name="base"/>\n</robot>\n\0'
```

## Use instead

```xml
</robot>
```

## Fix safety

Safe: the bytes are removed.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X010",
    name="trailing-bytes",
    severity=Severity.WARNING,
    summary="Extra bytes follow the end of the document.",
    since="0.1",
    fix="safe",
)

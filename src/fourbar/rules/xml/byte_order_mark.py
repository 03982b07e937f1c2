r"""The file begins with a byte order mark.

## What it does

Looks for the three bytes EF BB BF at the beginning of the file.

## Why it matters

UTF-8 needs no byte order mark, and some parsers treat it as text before the root element.

## Example

```python
b'\xef\xbb\xbf<robot name="arm">\n  <link name="base"/>\n</robot>\n'
```

## Use instead

```xml
<robot name="arm">
```

## Fix safety

Safe: the three bytes are removed.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X004",
    name="byte-order-mark",
    severity=Severity.INFO,
    summary="The file begins with a byte order mark.",
    since="0.1",
    fix="safe",
)

r"""Some bytes are not valid in the file's encoding.

## What it does

Decodes the file in the encoding it declares, or as UTF-8 if it declares none.

## Why it matters

The bytes have no meaning in that encoding. They are read as Windows-1252, which is a guess.

## Example

```python
b'<robot name="bras_articul\xe9">\n  <link name="base"/>\n</robot>\n'
```

## Use instead

```xml
<robot name="bras_articulé">
  <link name="base"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X006",
    name="undecodable-bytes",
    severity=Severity.WARNING,
    summary="Some bytes are not valid in the file's encoding.",
    since="0.1",
)

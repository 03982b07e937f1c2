"""Too many couplings depend on each other to be compared.

## What it does

Stops comparing couplings after a million products of coefficients, about a second of work.

## Why it matters

The comparison must end in bounded time; real robots need a few hundred products.

## Example

```python
(
    b'<robot name="arm"><link name="l0"/>'
    + b"".join(
        b'<link name="l%d"/><joint name="j%d" type="continuous">'
        b'<parent link="l%d"/><child link="l%d"/></joint>' % (i, i, i // 2, i)
        for i in range(1, 3000)
    )
    + b"".join(
        b'<coupling name="c%d"><predecessor link="l%d"/><successor link="l%d"/>'
        b'<ratio value="%d" of="predecessor"/></coupling>'
        % (i, 1 + i, 1 + (i + 1 + 37 * i % 2600) % 2999, 2 + i % 5)
        for i in range(1, 2800)
        if 1 + i != 1 + (i + 1 + 37 * i % 2600) % 2999
    )
    + b"</robot>"
)
```

## Use instead

```xml
<coupling name="belt">
  <predecessor link="left"/>
  <successor link="right"/>
  <ratio value="2" of="predecessor"/>
</coupling>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G327",
    name="couplings-not-compared",
    severity=Severity.INFO,
    summary="Too many couplings depend on each other to be compared.",
    since="0.1",
)

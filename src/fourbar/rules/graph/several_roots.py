"""The joints do not connect all links.

## What it does

Finds links that no joint connects to the largest tree.

## Why it matters

A robot has one root. Parsers reject a second one, or drop the smaller tree.

## Example

```xml
<link name="base"/>
<link name="lost"/>
```

## Use instead

```xml
<link name="base"/>
<link name="lost"/>
<joint name="mount" type="fixed">
  <parent link="base"/>
  <child link="lost"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G303",
    name="several-roots",
    severity=Severity.ERROR,
    summary="The joints do not connect all links.",
    since="0.1",
)

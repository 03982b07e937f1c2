"""The file is on the network; fourbar does not download files.

## What it does

Finds `http://` and `https://` addresses.

## Why it matters

A robot that needs the network to be drawn does not work in the field; and what is fetched may
change.

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="https://example.org/arm.obj"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="arm.obj"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="A504",
    name="asset-not-fetched",
    severity=Severity.WARNING,
    summary="The file is on the network; fourbar does not download files.",
    since="0.1",
)

"""The SDFormat file has no model that can be read.

## What it does

Looks for a `<model>` with links, for poses that depend on themselves, and for joints of links that
do not exist.

## Why it matters

There is no robot to work with.

## Example

```xml
<sdf version="1.11">
  <model name="arm">
    <link name="base"/>
    <joint name="hold" type="fixed">
      <parent>base</parent>
      <child>tool</child>
    </joint>
  </model>
</sdf>
```

## Use instead

```xml
<sdf version="1.11">
  <model name="arm">
    <link name="base"/>
    <link name="tool"/>
    <joint name="hold" type="fixed">
      <parent>base</parent>
      <child>tool</child>
    </joint>
  </model>
</sdf>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="F924",
    name="sdf-unreadable",
    severity=Severity.ERROR,
    summary="The SDFormat file has no model that can be read.",
    since="0.1",
)

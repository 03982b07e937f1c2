"""Checking the file took too long.

## What it does

Ends the check of a file after `--time-limit` seconds (60 where several files are checked at
once).

## Why it matters

One file, such as a description with huge meshes, must not hold up all others.

## Example

```xml
<!-- a mesh of ten million triangles -->
<mesh filename="scan.ply"/>
```

## Use instead

```xml
<mesh filename="scan_reduced.ply"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import ERROR, Rule

RULE = Rule("X015", "time-limit", ERROR, "Checking the file took too long.")

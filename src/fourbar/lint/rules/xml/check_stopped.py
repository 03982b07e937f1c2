"""The process that checked the file ended.

## What it does

Reports a file whose checking process died, for want of memory for example.

## Why it matters

Nothing is known about the file; the other files are checked all the same.

## Example

```xml
<!-- a mesh of ten gigabytes -->
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

RULE = Rule("X016", "check-stopped", ERROR, "The process that checked the file ended.")

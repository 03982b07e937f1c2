"""A mesh has more than 200,000 triangles.

## What it does

Counts the triangles of each mesh file.

## Why it matters

MuJoCo refuses STL files of more than 200,000 triangles, and no viewer needs so many for one
part.

## Example

```xml
<mesh filename="arm.obj"/> <!-- 200,004 triangles -->
```

## Use instead

```xml
<mesh filename="arm.obj"/> <!-- 20,000 triangles -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("A562", "mesh-faces", WARNING, "A mesh has more than 200,000 triangles.")

_MOST = 200_000


def check(context: Context) -> Findings:
    """Count the triangles."""
    if not context.assets.known:
        return
    for uri, uses in context.assets.uses.items():
        body = context.assets.body(uri) if uses[0].is_mesh else None
        if body is not None and body.triangles > _MOST:
            message = f"'{uri}' has {body.triangles:,} triangles, more than {_MOST:,}"
            yield context.find(RULE, uses[0].path, message)

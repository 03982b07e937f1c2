"""A link's name begins with a slash.

## What it does

Looks at the first character of links' names.

## Why it matters

tf2 refuses frame names that begin with a slash.

## Example

```xml
<link name="/base_link"/>
```

## Use instead

```xml
<link name="base_link"/>
```

## Fix safety

Unsafe: the slash is removed here and from the references in this file.
"""

from __future__ import annotations

from ...rename import rename
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("R209", "leading-slash", WARNING, "A link's name begins with a slash.")


def check(context: Context) -> Findings:
    """Look at the first character."""
    for link in context.robot.links:
        if link.name.startswith("/"):
            new = link.name.lstrip("/")
            edits = rename(context, "link", link.name, new) if new else ()
            yield context.find(
                RULE,
                f"link[{link.name}].name",
                f"tf2 refuses frames such as '{link.name}' that begin with '/'",
                fix=context.fix(f"rename to '{new}'", edits, safe=False),
            )

"""Text stands between elements where URDF has none.

## What it does

Finds text in elements that hold other elements or attributes only. Gazebo, transmission,
ros2_control and unknown elements are left alone.

## Why it matters

Parsers ignore it. It is often the rest of an edit: a slash, a bracket, a line that was meant to
be a comment.

## Example

```xml
<link name="base"/>
upper arm, see drawing 12
<link name="tip"/>
```

## Use instead

```xml
<link name="base"/>
<!-- upper arm, see drawing 12 -->
<link name="tip"/>
```

## Fix safety

Safe: the text becomes a comment, unless it contains `--`.
"""

from __future__ import annotations

from ....diagnostics import Edit
from ...rule import WARNING, Context, Findings, Rule
from ...text import stray_texts

RULE = Rule("S130", "stray-text", WARNING, "Text stands between elements where URDF has none.")


def check(context: Context) -> Findings:
    """Look between the tags."""
    document = context.document
    if document is None or document.origins:
        return
    for owner, start, end in stray_texts(document):
        text = document.text.data[start:end].decode("utf-8", "replace")
        fix = None
        if context.editor is not None and "--" not in text:
            fix = context.fix(
                "make it a comment", (Edit(document.text.name, start, end, f"<!-- {text} -->"),)
            )
        shown = text if len(text) <= 40 else f"{text[:37]}..."
        yield context.find(
            RULE,
            "robot",
            f"'{shown}' in <{owner.tag}> is not read",
            span=document.text.span(start, end),
            fix=fix,
        )

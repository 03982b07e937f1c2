"""A pair of links is disabled twice, or with itself.

## What it does

Compares the pairs of `<disable_collisions>`, whichever comes first.

## Why it matters

A repetition does no harm, but one of the two was meant for other links.

## Example

```xml
<disable_collisions link1="base" link2="upper" reason="Adjacent"/>
<disable_collisions link1="upper" link2="base" reason="Never"/>
```

## Use instead

```xml
<disable_collisions link1="base" link2="upper" reason="Adjacent"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import INFO, Context, Findings, Rule

RULE = Rule(
    "C676", "repeated-collision-pair", INFO, "A pair of links is disabled twice, or with itself."
)


def check(context: Context) -> Findings:
    """Compare the pairs."""
    semantics = context.semantics
    seen: set[frozenset[str]] = set()
    for element in semantics.all("disable_collisions") if semantics is not None else ():
        one, two = (element.attributes.get(name, "") for name in ("link1", "link2"))
        pair = frozenset((one, two))
        if semantics is not None and (one == two or pair in seen):
            message = (
                f"link '{one}' cannot collide with itself"
                if one == two
                else f"the pair '{one}' and '{two}' is disabled already"
            )
            span = semantics.span(element)
            yield context.find(RULE, "srdf.disable_collisions", message, span=span)
        seen.add(pair)

"""A chain's base is not above its tip.

## What it does

Follows the joints from `tip_link` upwards until `base_link`.

## Why it matters

MoveIt makes an empty group of it, and every plan fails.

## Example

```xml
<group name="arm">
  <chain base_link="lower" tip_link="base"/>
</group>
```

## Use instead

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import ERROR, Context, Findings, Rule
from ...srdf import chain

RULE = Rule("C675", "chain-not-connected", ERROR, "A chain's base is not above its tip.")


def check(context: Context) -> Findings:
    """Follow each chain."""
    semantics, robot = context.semantics, context.robot
    for group in semantics.all("group") if semantics is not None else ():
        for child in group.children:
            if child.tag != "chain" or semantics is None:
                continue
            base, tip = (child.attributes.get(k, "") for k in ("base_link", "tip_link"))
            if base not in robot.links or tip not in robot.links:
                continue
            if chain(robot, base, tip) is None:
                message = f"'{tip}' is not below '{base}': no joints lead from one to the other"
                if chain(robot, tip, base) is not None:
                    message += "; base and tip are exchanged"
                span = semantics.span(child)
                yield context.find(RULE, "srdf.group.chain", message, span=span)

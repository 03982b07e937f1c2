"""The check of C627 parameter-not-a-number."""

from __future__ import annotations

from .... import rules
from ...facts.control import all_components, as_number, interfaces
from ...rule import Context, Findings

_NUMBERS = ("min", "max", "initial_value")
_WORDS = ("true", "false", "")


def check(context: Context) -> Findings:
    """Read the numbers."""
    for item in all_components(context):
        for kind in ("command", "state"):
            for path, part, element in interfaces(item, kind):
                for i, parameter in enumerate(part.parameters):
                    text = parameter.value.strip()
                    if parameter.name not in _NUMBERS or as_number(text) is not None:
                        continue
                    if text.lower() in _WORDS:
                        continue
                    inner = [c for c in element.children if c.tag == "param"] if element else []
                    what = f"{parameter.name} of interface '{part.name}'"
                    yield context.find(
                        rules.control.PARAMETER_NOT_A_NUMBER,
                        path.item("param", parameter.name),
                        f"{what} must be a number, got '{text[:40]}'",
                        element=inner[i] if i < len(inner) else element,
                    )

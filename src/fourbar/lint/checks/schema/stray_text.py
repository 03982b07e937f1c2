"""The check of S130 stray-text."""

from __future__ import annotations

from .... import rules
from ....diagnostics import Edit
from ...rule import ROBOT, Context, Findings
from ...text.stray import stray_texts


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
            rules.schema.STRAY_TEXT,
            ROBOT,
            f"text '{shown}' in <{owner.tag}> is ignored",
            span=document.text.span(start, end),
            fix=fix,
        )

"""The check of C651 plugin-without-file."""

from __future__ import annotations

from .... import rules
from ...facts.control import descendants, gazebo
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look for the attribute."""
    for path, _, element in gazebo(context):
        for inner in descendants(element) if element is not None else ():
            if inner.tag == "plugin" and not inner.attributes.get("filename"):
                name = inner.attributes.get("name", "")
                message = f"plugin '{name}' has no filename"
                yield context.find(
                    rules.control.PLUGIN_WITHOUT_FILE, path / "plugin", message, element=inner
                )

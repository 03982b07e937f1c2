"""The pages of the rules."""

from __future__ import annotations

from fourbar.lint.catalogue import pages


def files() -> dict[str, str]:
    """A page per rule and one that lists them; `fourbar explain --write` removes old ones too."""
    return {f"docs/rules/{name}": text for name, text in pages().items()}

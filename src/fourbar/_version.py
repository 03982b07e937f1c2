"""The one place that says which version this is, and where its documentation is."""

__version__ = "0.1.0"

DOCUMENTATION = "https://fourbar.readthedocs.io/en/latest/"
"""Where the pages of `docs/` are published; a rule's page is `rules/P402/` below it."""

"""Fixes of the rules in `rules/xml` that others find."""

"""Fixes of the rules in `rules/references` that others find."""

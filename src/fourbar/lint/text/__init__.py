"""The description as text: places of its parts, and edits that change little."""

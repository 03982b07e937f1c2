"""Options that several commands share, each declared and read in one place."""

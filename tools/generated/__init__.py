"""What is generated: one module per table, each with `files()`."""

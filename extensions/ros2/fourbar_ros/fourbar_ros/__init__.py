"""Joint states of robots with closed loops."""

"""Other simulators as judges of the files that fourbar writes, each in its own environment."""

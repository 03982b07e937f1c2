"""Repairs: `fix(context, finding)` for what readers and the graph find, and shared parts."""

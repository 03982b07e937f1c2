"""USD files as robots: bodies and joints as a graph, what is outside the articulation as loops."""

"""What the checks look at: bodies, shapes, tensors, meshes, transmissions, SRDF."""

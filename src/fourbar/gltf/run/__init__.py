"""A robot of a glTF file at run time: joint positions, loops and the pose a file shows."""

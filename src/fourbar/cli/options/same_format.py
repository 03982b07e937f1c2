"""What commands that change a description say about the format of their output."""

SAME_FORMAT = "A .xml file is URDF where the input is, and else MJCF."

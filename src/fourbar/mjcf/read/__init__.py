"""MJCF files as robots, through MuJoCo's own compiler."""

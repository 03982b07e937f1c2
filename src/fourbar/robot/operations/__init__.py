"""Change a description without changing the robot, or change the robot as a whole.

Each operation gives a new robot in which loops, couplings, mimics, sensors, control and
configurations follow. What it cannot carry over raises RobotError and says why.
"""

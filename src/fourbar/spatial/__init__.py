"""Small 3-D algebra in plain Python: a robot has few frames, and numpy starts slowly.

Vectors are tuples of three numbers, matrices three rows, quaternions x y z w, and frames a
translation and a quaternion. Arrays of many are the business of `fourbar.mechanics`.
"""

"""Tolerances and step constants. Units and reasons: docs/numerics.md.

Generated from tools/numerics.toml by `make generate`; do not edit.
"""

# What counts as closed.
SOLVED = 1e-10  # [m or rad]
SHOWN = 1e-6  # [m or rad]
RECEIVED = 1e-5  # [m or rad]
WRITTEN = 1e-4  # [m or rad]
ANIMATED = 1e-3  # [m or rad]
STATED = 0.01  # [m or rad]

# Rank, limits and rounding.
RANK = 1e-8  # [share of the largest pivot]
UNDETERMINED = 1e-9  # [share of the largest pivot]
SINGULAR = 1e-6  # [share of the largest singular value]
AT_LIMIT = 1e-9  # [m or rad]
EXACT = 1e-15  # [1]
SMALL_ANGLE = 1e-8  # [rad]
SERIES_ANGLE = 1e-4  # [rad]
OPPOSITE = 1e-6  # [1]
NEAR_AXIS = 1e-6  # [1]

# Following independent coordinates one at a time.
FOLLOW_STRIDE = 0.2  # [m or rad]
FOLLOW_MOST_STRIDES = 64  # [1]
FOLLOW_STEPS = 60  # [steps]
FOLLOW_FARTHEST = 0.5  # [m or rad]
FOLLOW_ROUNDING = 1e-9  # [share of the way]
FOLLOW_NEAR = 1e-3  # [share of the largest pivot]

# Leaving a dead centre.
DEAD_CENTRE_TURN = 0.03  # [rad]
DEAD_CENTRE_SLIDE = 3e-3  # [m]
DEAD_CENTRE_LEAST = 1e-9  # [m or rad]
DEAD_CENTRE_BESIDE = 0.3  # [m or rad]
DEAD_CENTRE_SAME = 1e-12  # [share of the position]

# Singular poses.
SINGULARITY_AROUND = 0.05  # [m or rad]
SINGULARITY_STEP = 1e-6  # [m or rad]
SINGULARITY_LEAST = 1e-12  # [m or 1]

# Closing from several starts.
SEARCH_STEPS = 100  # [steps]

# Driving one joint.
TRACE_SAME = 1e-4  # [m or rad]

# Inverse kinematics of open trees (damped least squares).
INVERSE_TOLERANCE = 1e-9  # [m and rad]

# Dynamics.
DYNAMICS_CONSISTENT = 1e-8  # [share of the terms of K v]
DYNAMICS_UNREACHED = 1e-9  # [share of the largest effort]
DYNAMICS_CANCELLED = 1e-14  # [share of the efforts]
DYNAMICS_MISFIT = 1e-6  # [share of the largest effort]
DYNAMICS_LEAST_EFFORT = 1e-9  # [N or N m]
DYNAMICS_DETERMINED = 1e-8  # [N or N m per unit of an undetermined force]
DYNAMICS_SLIP = 1e-3  # [rad/s or m/s]

# Simulation.
SIMULATE_DRIFT = 1e-6  # [share of the energy that moves]
SIMULATE_PLACED = 1e-13  # [m]
SIMULATE_ROUNDING = 1e-14  # [share of the total energy]
SIMULATE_MOMENT = 1e-13  # [share of the time passed, or s]
SIMULATE_RELATIVE = 1e-8  # [share of the state]
SIMULATE_ABSOLUTE = 1e-10  # [m, rad, m/s or rad/s]

# Reports of dynamics.
REPORTS_ROUNDING = 1e-13  # [share of the largest number of a table]
REPORTS_UNLOADED = 1e-8  # [share of the largest load]

# Other formats.
TRANSFER_LIGHT_MASS = 1e-6  # [kg]
TRANSFER_LIGHT_INERTIA = 1e-8  # [kg m^2]
TRANSFER_LOOP_MASS = 1e-4  # [kg]
TRANSFER_LOOP_INERTIA = 1e-6  # [kg m^2]
TRANSFER_LEAST_INERTIA = 1e-14  # [kg or kg m^2]
TRANSFER_FLAT = 1e-12  # [share of the largest moment]
TRANSFER_SAME_LENGTH = 1e-6  # [share of the length]

# Agreement with other programs (`convert --prove`).
AGREE_POSES = 1e-10  # [m or 1]
AGREE_DYNAMICS = 1e-9  # [share of the largest entry]
AGREE_LOOPS = 1e-8  # [m or rad]
AGREE_SINGLE = 5e-6  # [m, rad or share]

# Checks.
CHECKS_PARALLEL_AXES = 1e-3  # [1]

# Comparing two robots.
COMPARE_LENGTH = 1e-6  # [m]
COMPARE_ANGLE = 1e-6  # [rad]
COMPARE_RELATIVE = 1e-6  # [share of the number]
COMPARE_COLOR = 4e-3  # [1]
COMPARE_SURFACE = 1e-3  # [share of area, or of extent]
COMPARE_REST = 1e-3  # [share of the largest change]

# Which axis is up in glTF meshes.
MESHES_UP_RATIO = 0.5  # [factor]
MESHES_UP_GAIN = 0.02  # [share of the diagonal]

# Collision shapes that contain what is visible.
COVERS_GAP = 2e-4  # [share of the diagonal]
COVERS_SHARE = 5e-3  # [share of the margin]
COVERS_BUDGET = 200000  # [divisions]
COVERS_CUT_CORNERS = 1024  # [corners]
COVERS_MOST_CORNERS = 50000  # [corners]
COVERS_SLACK = 1e-10  # [share of the diagonal]
COVERS_DIGITS = 6  # [digits of the diagonal]
COVERS_BITS = 22  # [bits]
COVERS_LEAST_DEPTH = 1e-9  # [share of the size]
COVERS_CORNER_SLACK = 1.5  # [factor]
COVERS_CANDIDATE = 1.5  # [factor]
COVERS_SHORTEST_PIECE = 0.01  # [share of the diagonal]

# Editing a description.
EDIT_ON_AXIS = 1e-12  # [m]
EDIT_COUPLED = 1e-9  # [m or rad]

// Generated from tools/numerics.toml by `make generate`; do not edit.
// Units and reasons: docs/numerics.md.
#pragma once

// What counts as closed.
namespace fourbar::numerics::closed {
constexpr double solved = 1e-10;  // [m or rad]
}

// Rank, limits and rounding.
namespace fourbar::numerics {
constexpr double rank = 1e-8;  // [share of the largest pivot]
constexpr double least_pivot = 1e-12;  // [pivot of K]
constexpr double undetermined = 1e-9;  // [share of the largest pivot]
constexpr double at_limit = 1e-9;  // [m or rad]
constexpr double exact = 1e-15;  // [1]
constexpr double half_turn = 1.5e-6;  // [1 + cos t]
constexpr double small_angle = 1e-8;  // [rad]
constexpr double least_sine = 1e-9;  // [1]
constexpr double least_square = 1e-200;  // [1]
}

// Closing one configuration (Gauss-Newton with a line search).
namespace fourbar::numerics::careful {
constexpr double longest_step = 0.7;  // [m or rad]
constexpr double least_progress = 1e-3;  // [share of the sum of squares]
constexpr int patience = 8;  // [steps]
constexpr int most_halvings = 6;  // [1]
constexpr int most_dampings = 12;  // [1]
constexpr double first_damping = 1e-6;  // [1]
constexpr double damping_growth = 10.0;  // [factor]
constexpr double least_damping = 1e-9;  // [1]
}

// Closing several configurations at once (Levenberg-Marquardt).
namespace fourbar::numerics::lanes {
constexpr double longest_step = 0.7;  // [m or rad]
constexpr double first_damping = 0.1;  // [share of |phi|^2]
constexpr double least_damping = 1e-7;  // [share of |phi|^2]
constexpr double most_damping = 1e8;  // [share of |phi|^2]
constexpr double damping_cut = 0.2;  // [factor]
constexpr double damping_growth = 8.0;  // [factor]
constexpr double diagonal_floor = 1e-13;  // [share of the largest diagonal entry]
constexpr int patience = 8;  // [steps]
constexpr double least_progress = 0.05;  // [share of the sum of squares]
}

// Following independent coordinates in lanes (Newton's method).
namespace fourbar::numerics::newton {
constexpr double longest_step = 1.0;  // [m or rad]
constexpr double most_travel = 1.0;  // [m or rad]
constexpr int steps_between = 8;  // [steps]
constexpr int steps_last = 12;  // [steps]
}

// Following independent coordinates one at a time.
namespace fourbar::numerics::follow {
constexpr int steps = 60;  // [steps]
constexpr double farthest = 0.5;  // [m or rad]
constexpr int most_halvings = 8;  // [1]
constexpr double rounding = 1e-9;  // [share of the way]
}

// Closing from several starts.
namespace fourbar::numerics::search {
constexpr int lane_steps = 60;  // [steps]
constexpr int first_starts = 8;  // [1]
constexpr int first_steps = 12;  // [steps]
constexpr int first_lane_steps = 30;  // [steps]
constexpr int careful_starts = 4;  // [1]
constexpr double first_share = 0.15;  // [share of the way to a drawn pose]
constexpr double share_growth = 1.3;  // [factor for two starts]
}

// Driving one joint.
namespace fourbar::numerics::trace {
constexpr double longest_reach = 0.1;  // [m or rad]
constexpr double shortest_reach = 1e-9;  // [m or rad]
constexpr int patience = 128;  // [steps]
constexpr double least_advance = 1e-9;  // [share of the goal]
constexpr double arrived = 1e-15;  // [share of the goal]
constexpr int correction_steps = 20;  // [steps]
constexpr double most_correction = 0.25;  // [share of the step]
constexpr int refinements = 40;  // [bisections]
constexpr double refined = 1e-14;  // [m or rad]
constexpr double fitting = 1e-6;  // [share of the drive's effect on phi]
constexpr double still = 1e-9;  // [rate]
}

// Inverse kinematics of open trees (damped least squares).
namespace fourbar::numerics::inverse {
constexpr double longest_step = 1.0;  // [m or rad]
constexpr double first_damping = 1e-3;  // [share of the cost]
constexpr double least_damping = 1e-14;  // [1]
constexpr double most_damping = 1e6;  // [share of the cost]
constexpr double damping_cut = 0.2;  // [factor]
constexpr double damping_growth = 10.0;  // [factor]
constexpr double cost_floor = 1e-3;  // [m^2 + rad^2]
constexpr double least_gain = 1e-9;  // [share of the cost]
constexpr double fade = 10.0;  // [1/m]
constexpr double settle_damping = 1e-10;  // [1]
constexpr int settle_corrections = 5;  // [steps]
constexpr double settle_gain = 0.1;  // [share of the way to the posture]
constexpr double least_settle_gain = 1e-3;  // [share of the way to the posture]
constexpr double settled = 1e-4;  // [share of the distance to the posture]
}

// Dynamics.
namespace fourbar::numerics::dynamics {
constexpr double dust = 1e-4;  // [m/s, rad/s, m/s^2 or rad/s^2]
constexpr double repivot = 0.01;  // [share of the largest pivot]
constexpr double massless = 1e-12;  // [share of the inertia before joints give way]
constexpr double slip = 1e-3;  // [rad/s or m/s]
}

// Simulation.
namespace fourbar::numerics::simulate {
constexpr double first_stride = 1e-3;  // [s]
constexpr double closed = 1e-13;  // [m or rad]
constexpr int corrections = 6;  // [steps]
constexpr double longest_correction = 0.1;  // [m or rad]
constexpr int exchanges = 20;  // [per limit or friction]
constexpr double complementary = 1e-8;  // [share of the largest]
constexpr double dependent = 1e-10;  // [share of a diagonal]
constexpr double balanced = 1e-10;  // [share of the largest]
constexpr double immovable = 1e-13;  // [share of the most movable]
constexpr double resting = 1e-9;  // [share of what pulls]
constexpr double opening = 1e-10;  // [share of the fastest]
constexpr double touched = 1e-9;  // [m or rad]
constexpr double leaving = 1e-9;  // [rad/s or m/s]
constexpr double bounce = 1e-3;  // [rad/s or m/s]
constexpr double met = 1e-12;  // [m, rad, m/s or rad/s]
constexpr int most_stops = 8;  // [1]
constexpr double settling = 1e-3;  // [s]
constexpr int halvings = 8;  // [1]
constexpr double imbalance = 1e-4;  // [share of the kinetic energy]
constexpr double shortest = 1e-13;  // [share of the time passed, or s]
}

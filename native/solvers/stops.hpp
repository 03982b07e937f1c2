// What acts on joints with efforts that have bounds: limits, which push and never pull, and dry friction.
#pragma once

namespace fourbar::dynamics {

// One limit of one joint.
struct Stop {
    int column;     // of v
    int entry;      // of q
    double at;      // [rad or m]
    double inward;  // +1 at a lower limit, -1 at an upper one
    double restitution;  // the share of its speed that a joint bounces back with

    double distance(const double* q) const { return inward * (q[entry] - at); }
    double speed(const double* v) const { return inward * v[column]; }
};

// Dry friction of one velocity: its own size against a joint that slides, up to that at one that sticks.
struct Drag {
    int column;
    double most;  // [N m or N]
};

// A stop or drag that acts at the moment, with the sign in which its effort counts.
struct Grip {
    int column;
    double sign;
    int number;  // of the stop, or of the drag after all stops

    double along(const double* v) const { return sign * v[column]; }
};

}  // namespace fourbar::dynamics

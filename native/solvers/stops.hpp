// Joint limits as stops that push and never pull.
#pragma once

#include <vector>

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

// x >= 0 with W x + b >= 0 and no push where there is distance: x (W x + b) = 0. W (n x n) is
// symmetric and has no negative eigenvalue. Projected Gauss-Seidel; b is kept.
void push(const double* W, const double* b, int n, double* x);

}  // namespace fourbar::dynamics

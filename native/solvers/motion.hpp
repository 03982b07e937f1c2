// Configurations as points of a manifold, as far as closing needs it.
#pragma once

#include "kernels/loops/system.hpp"

namespace fourbar::loops {

// q moved by a step in the entries of v. Quaternions turn by the quaternion (w/2, 1), which agrees
// with the exponential to first order.
void move(const System& system, const double* q, const double* step, double* moved);

// The point at `share` of the way from a to b. Only the motions whose first column is marked in
// `moves` leave a; null marks all.
void between(const System& system, const double* a, const double* b, double share,
             const char* moves, double* to);

// The farthest that any motion in a loop is from a to b [rad or m].
double distance(const System& system, const double* a, const double* b);

}  // namespace fourbar::loops

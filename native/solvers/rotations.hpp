// Rotations as inverse kinematics needs them, one at a time.
#pragma once

namespace fourbar::mechanics {

// The rotation vector w, in world axes, that turns one 4 x 4 pose to another: R_to = exp(w) R_from.
void rotation_between(const double* from, const double* to, double* w);

// q exp(w), of unit length, for a quaternion x y z w of any length but zero and a rotation vector in
// the body frame.
void turn_quaternion(const double* q, const double* w, double* result);

// A vector turned by a quaternion of any length but zero.
void turn_vector(const double* q, const double* u, double* result);

}  // namespace fourbar::mechanics

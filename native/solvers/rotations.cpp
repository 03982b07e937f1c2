#include "rotations.hpp"

#include <cmath>

#include "numerics.hpp"

namespace fourbar::mechanics {

void rotation_between(const double* from, const double* to, double* w) {
    double R[3][3];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            R[i][j] = 0.0;
            for (int k = 0; k < 3; ++k) R[i][j] += to[4 * i + k] * from[4 * j + k];
        }
    }
    const double axis[3] = {R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]};
    const double sine = 0.5 * std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    const double cosine = 0.5 * (R[0][0] + R[1][1] + R[2][2] - 1.0);
    const double angle = std::atan2(sine, cosine);
    if (sine > numerics::least_sine) {
        for (int k = 0; k < 3; ++k) w[k] = axis[k] * (0.5 * angle / sine);
        return;
    }
    if (cosine > 0.0) {
        for (int k = 0; k < 3; ++k) w[k] = 0.5 * axis[k];
        return;
    }
    // Half a turn: the axis is the largest column of R + I.
    int largest = 0;
    for (int k = 1; k < 3; ++k) {
        if (R[k][k] > R[largest][largest]) largest = k;
    }
    double column[3];
    double length = 0.0;
    for (int k = 0; k < 3; ++k) {
        column[k] = R[k][largest] + (k == largest ? 1.0 : 0.0);
        length += column[k] * column[k];
    }
    for (int k = 0; k < 3; ++k) w[k] = column[k] * (angle / std::sqrt(length));
}

void turn_quaternion(const double* q, const double* w, double* result) {
    const double angle = std::sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    const double s = angle < numerics::small_angle ? 0.5 : std::sin(0.5 * angle) / angle;
    const double b[4] = {w[0] * s, w[1] * s, w[2] * s, std::cos(0.5 * angle)};
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double a[4] = {q[0] / length, q[1] / length, q[2] / length, q[3] / length};
    result[0] = a[3] * b[0] + b[3] * a[0] + a[1] * b[2] - a[2] * b[1];
    result[1] = a[3] * b[1] + b[3] * a[1] + a[2] * b[0] - a[0] * b[2];
    result[2] = a[3] * b[2] + b[3] * a[2] + a[0] * b[1] - a[1] * b[0];
    result[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

void turn_vector(const double* q, const double* u, double* result) {
    const double length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    const double t[3] = {2.0 * (q[1] * u[2] - q[2] * u[1]) / length,
                         2.0 * (q[2] * u[0] - q[0] * u[2]) / length,
                         2.0 * (q[0] * u[1] - q[1] * u[0]) / length};
    result[0] = u[0] + q[3] * t[0] + q[1] * t[2] - q[2] * t[1];
    result[1] = u[1] + q[3] * t[1] + q[2] * t[0] - q[0] * t[2];
    result[2] = u[2] + q[3] * t[2] + q[0] * t[1] - q[1] * t[0];
}

}  // namespace fourbar::mechanics

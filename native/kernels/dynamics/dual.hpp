// Dual numbers: a value and its slopes in several directions, one per lane. Kernels that are written
// for a Space give exact first derivatives with them.
#pragma once

#include "kernels/lanes/lanes.hpp"
#include "solvers/numerics.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

struct Dual {
    double value;
    Lane slope;
};

FOURBAR_INLINE void spread_into(double x, Dual& to) { to = {x, Lane{}}; }

FOURBAR_INLINE Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.slope + b.slope}; }
FOURBAR_INLINE Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.slope - b.slope}; }
FOURBAR_INLINE Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.slope * b.value + b.slope * a.value};
}
FOURBAR_INLINE Dual operator/(const Dual& a, const Dual& b) {
    const double share = 1.0 / b.value, value = a.value * share;
    return {value, (a.slope - b.slope * value) * share};
}
FOURBAR_INLINE Dual operator+(const Dual& a, double b) { return {a.value + b, a.slope}; }
FOURBAR_INLINE Dual operator+(double a, const Dual& b) { return {a + b.value, b.slope}; }
FOURBAR_INLINE Dual operator-(const Dual& a, double b) { return {a.value - b, a.slope}; }
FOURBAR_INLINE Dual operator-(double a, const Dual& b) { return {a - b.value, Lane{} - b.slope}; }
FOURBAR_INLINE Dual operator*(const Dual& a, double b) { return {a.value * b, a.slope * b}; }
FOURBAR_INLINE Dual operator*(double a, const Dual& b) { return {a * b.value, b.slope * a}; }
FOURBAR_INLINE Dual operator/(double a, const Dual& b) {
    const double value = a / b.value;
    return {value, b.slope * (-value / b.value)};
}
FOURBAR_INLINE Dual& operator+=(Dual& a, const Dual& b) { return a = a + b; }
FOURBAR_INLINE Dual& operator-=(Dual& a, const Dual& b) { return a = a - b; }

FOURBAR_INLINE bool operator<(const Dual& a, double b) { return a.value < b; }
FOURBAR_INLINE bool operator>(const Dual& a, double b) { return a.value > b; }

FOURBAR_INLINE Dual root(const Dual& x) {
    const double value = std::sqrt(x.value);
    return {value, x.slope * (0.5 / value)};
}
FOURBAR_INLINE Dual choose(bool which, const Dual& a, const Dual& b) { return which ? a : b; }
FOURBAR_INLINE Dual angle_of(const Dual& sine, const Dual& cosine) {
    const double share = 1.0 / (sine.value * sine.value + cosine.value * cosine.value);
    return {std::atan2(sine.value, cosine.value),
            (sine.slope * cosine.value - cosine.slope * sine.value) * share};
}
FOURBAR_INLINE Dual whole(const Dual& x) { return {std::nearbyint(x.value), Lane{}}; }
// Without a slope: how steeply friction turns round at rest is not physics.
FOURBAR_INLINE Dual smooth_sign(const Dual& x) {
    return {std::tanh(x.value / numerics::dynamics::slip), Lane{}};
}
FOURBAR_INLINE Dual at_row(const double* values, long, const Dual&) { return {*values, Lane{}}; }

using Duals = Componentwise<Dual>;

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

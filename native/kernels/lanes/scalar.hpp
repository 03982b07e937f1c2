// Functions of one number that a lane has for all of its numbers.
#pragma once

#include <cmath>

#include "registers.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

FOURBAR_INLINE double root(double x) { return std::sqrt(x); }
FOURBAR_INLINE Lane root(Lane x) {
    Lane result;
    for (int l = 0; l < lane_count; ++l) result[l] = std::sqrt(x[l]);
    return result;
}

FOURBAR_INLINE double choose(bool which, double a, double b) { return which ? a : b; }
template <class Bits>
FOURBAR_INLINE Lane choose(const Bits& which, Lane a, Lane b) { return choose_each(which, a, b); }

FOURBAR_INLINE double magnitude_of(double x) { return std::fabs(x); }
FOURBAR_INLINE Lane magnitude_of(Lane x) { return choose(x < 0.0, -x, x); }

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

// Independent coordinates that move to their goals, one configuration at a time.
#pragma once

#include <vector>

#include "solve.hpp"

namespace fourbar::loops {

// The straight line from a closed q's independent entries to the goal, walked in strides that are
// halved where the dependent joints do not follow. q ends at the goal. Returns the largest |phi|
// there: above the tolerance if the line cannot be followed without leaving the way in which the
// mechanism is assembled.
double follow(Solver& solver, const Closing& closing, const Free& dependent, int steps,
              const double* goal, double* q);

}  // namespace fourbar::loops

// Keeping a moving mechanism closed: coordinate projection (Eich 1993), not springs and dampers.
#pragma once

#include <vector>

#include "solve.hpp"

namespace fourbar::dynamics {

// Memory for closing states, reused. One thread at a time.
class Projector {
public:
    Projector(const loops::System& system, const loops::Kernels& kernels, double tolerance);

    // Moves q the shortest way to where the loops are closed, as well as rounding lets it, and takes
    // from v what would open them. The largest |phi| left; infinite where q is not finite. Entries of v
    // that are `locked` (nv) stay as they are, and their positions; infinite where loops do not allow it.
    double close(double* q, double* v, const char* locked = nullptr);

private:
    double evaluate(const double* q);
    void factor(const char* locked);
    double find_opening(const double* v);
    // K+ b for every block of K, with the last factors.
    void solve(const double* b, double* x);

    const loops::System& system_;
    const loops::Kernels& kernels_;
    double tolerance_;
    AlignedBlock workspace_;
    loops::Solver solver_;
    loops::Free free_;
    std::vector<loops::PivotedQr> factors_;
    std::vector<double> phi_, K_, A_, b_, x_, step_, moved_;
};

}  // namespace fourbar::dynamics

// Closing one configuration carefully.
#pragma once

#include <vector>

#include "dense.hpp"
#include "kernels.hpp"

namespace fourbar::loops {

struct Limits {
    const double* lower;  // nq each; null pointers where limits are not asked for
    const double* upper;
};

struct Outcome {
    double residual = 0.0;  // the largest |phi|
    int iterations = 0;     // evaluations of K
};

// Memory for solving, reused between calls.
struct Solver {
    Solver(const System& system, const Kernels& kernels, double* workspace);

    // Moves q along the free columns of every block until phi is below the tolerance or gets no
    // smaller: Gauss-Newton with the shortest step and a line search, Levenberg-Marquardt where
    // that step leads nowhere.
    Outcome close(double* q, const std::vector<std::vector<int>>& free, const Limits& limits,
                  double tolerance, int steps);

private:
    // The largest |phi| of a block and half the sum of squares; infinite where not finite.
    double evaluate(const Block& block, const double* q, bool with_jacobian, double& cost);
    void close_block(const Block& block, const std::vector<int>& free, const Limits& limits,
                     double tolerance, int steps, double* q, Outcome& outcome);
    bool try_step(const Block& block, const std::vector<int>& free, const Limits& limits,
                  const double* step, double share, const double* q, double cost);

    const System& system_;
    const Kernels& kernels_;
    double* workspace_;
    PivotedQr qr_;
    std::vector<double> phi_, K_, A_, rhs_, step_, velocity_, trial_;
    std::vector<int> active_;
};

// q moved by a step in the entries of v.
void move(const System& system, const double* q, const double* step, double* moved);

}  // namespace fourbar::loops

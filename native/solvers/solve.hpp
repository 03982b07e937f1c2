// Closing one configuration carefully.
#pragma once

#include <vector>

#include "dense.hpp"
#include "free.hpp"
#include "kernels/loops/kernels.hpp"
#include "kernels/memory.hpp"
#include "motion.hpp"

namespace fourbar::loops {

struct Limits {
    const double* lower;  // nq each; null pointers where limits are not asked for
    const double* upper;
};

struct Outcome {
    double residual = 0.0;  // the largest |phi|
    int iterations = 0;     // evaluations of K
};

// Memory for solving, reused between calls. One thread at a time.
class Solver {
public:
    Solver(const System& system, const Kernels& kernels);

    const System& system() const { return system_; }

    // T_world_P of the loop that has a target.
    void set_target(const double* T) { kernels_.set_target(workspace_.data(), T); }

    // Moves q along the free columns of every block until phi is below the tolerance or gets no
    // smaller: Gauss-Newton with the shortest step and a line search, Levenberg-Marquardt where
    // that step leads nowhere.
    Outcome close(double* q, const Free& free, const Limits& limits, double tolerance, int steps);
    Outcome close_block(int number, const Free& free, const Limits& limits, double tolerance,
                        int steps, double* q);

    // Moves free columns the shortest way to where the block's couplings and mimics hold. They are
    // linear: one step does it, of whatever length.
    void settle(int number, const Free& free, double* q);

    // The length of a block's phi; infinite where not finite.
    double gap(const Block& block, const double* q);
    // The largest |phi| of all rows; infinite where not finite.
    double residual(const double* q);
    // K at q, whole; null where q is not finite.
    const double* jacobian(const double* q);

private:
    // The largest |phi| of a block and its sum of squares; infinite where not finite.
    struct Standing {
        double residual;
        double cost;
    };

    Standing evaluate(const Block& block, const double* q, bool with_jacobian);
    void find_active(const Block& block, const std::vector<int>& free, const Limits& limits,
                     const double* q);
    double find_step(const Block& block, double damping);
    bool try_step(const Block& block, const Limits& limits, double share, const double* q,
                  Standing& at);
    bool descend(const Block& block, const Limits& limits, const double* q, bool is_closed,
                 double& damping, Standing& at);

    const System system_;  // with `keeps_zeros`: nothing else writes to K_
    const Kernels& kernels_;
    AlignedBlock workspace_;
    PivotedQr qr_;
    std::vector<double> phi_, K_, A_, rhs_, step_, velocity_, trial_;
    std::vector<int> active_;
};

}  // namespace fourbar::loops

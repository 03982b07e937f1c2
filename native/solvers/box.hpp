// Efforts within bounds that bring joints to rest: the boxed linear complementarity problem.
//
// Block pivoting (Judice and Pires 1994) solves for all that is between its bounds and moves at once what
// is on the wrong side of one; a few rounds are enough, unless efforts share a load in many ways. Then
// projected Gauss-Seidel (Cottle, Pang and Stone, The Linear Complementarity Problem, section 5.2) finds which
// bounds hold.
#pragma once

#include <vector>

namespace fourbar::dynamics {

// Memory for such problems, reused. One thread at a time.
class Box {
public:
    // lower <= x <= upper with w = W x + b: not negative where x is at its lower bound, not positive at
    // its upper one, zero between. W (n x n) is symmetric and has no negative eigenvalue; what x cannot
    // move, W_ii = 0, has x = 0. Bounds may be infinite, with zero between them or at one of them.
    void solve(const double* W, const double* b, const double* lower, const double* upper, int n,
               double* x);

private:
    bool pivot();
    double sweep();
    bool finish();
    void solve_between();
    double residual(int i, const std::vector<double>& x) const;

    int n_ = 0;
    // All in units in which W has a diagonal of one.
    std::vector<double> W_, b_, lower_, upper_, x_, scale_;
    std::vector<double> tried_, L_, y_;
    std::vector<int> between_, order_, sides_;
};

}  // namespace fourbar::dynamics

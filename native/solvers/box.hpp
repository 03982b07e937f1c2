// Efforts within bounds that bring joints to rest: the boxed linear complementarity problem.
//
// Block pivoting (Judice and Pires 1994) solves for all that is between its bounds and moves at once what
// is on the wrong side of one; a few rounds are enough, unless efforts share a load in many ways. Then
// one at a time joins those that are between their bounds (primal active sets: Fletcher, Practical Methods of
// Optimization, section 10.3), which comes to an end because the work that is done only falls.
#pragma once

#include <vector>

namespace fourbar::dynamics {

// Memory for such problems, reused. One thread at a time.
class Box {
public:
    // lower <= x <= upper with w = W x + b: not negative where x is at its lower bound, not positive at
    // its upper one, zero between. W (n x n) is symmetric and has no negative eigenvalue; what x cannot
    // move, W_ii = 0, has x = 0. Bounds may be infinite, with zero between them or at one of them.
    // False where x is not a solution, as where there is none: to numerics::simulate::complementary, of the
    // largest |x| and |b| in units in which W has a diagonal of one, x and x - w within bounds are the same.
    [[nodiscard]] bool solve(const double* W, const double* b, const double* lower, const double* upper,
                             int n, double* x);

    // The unknown that misses its conditions most, after solve() has said false.
    int worst() const { return worst_; }

private:
    bool pivot();
    void descend();
    bool relax();
    bool is_solved();
    void solve_between();
    int factor_between();
    void solve_factored(int rank);
    double tolerance(const std::vector<double>& x) const;
    double residual(int i, const std::vector<double>& x) const;

    int n_ = 0, worst_ = 0;
    // All in units in which W has a diagonal of one.
    std::vector<double> W_, b_, lower_, upper_, x_, scale_;
    std::vector<double> tried_, L_, y_;
    std::vector<int> between_, order_, sides_;
    std::vector<char> barred_;
};

}  // namespace fourbar::dynamics

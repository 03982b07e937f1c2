// Small dense least squares that know their rank.
#pragma once

#include <vector>

namespace fourbar::loops {

// Householder QR with column pivoting: A P = Q R, largest remaining column first. Columns whose
// remaining length falls below `tolerance` times the first pivot do not count.
class PivotedQr {
public:
    // A is row by row. With `groups`, columns of a lower group are all tried before a higher one.
    void factor(const double* A, int rows, int columns, double tolerance,
                const int* groups = nullptr);

    int rank() const { return rank_; }
    // The columns in the order of their pivots; the first rank() of them are independent.
    const std::vector<int>& order() const { return order_; }
    double first_pivot() const { return first_; }
    double last_pivot() const { return last_; }

    // The shortest x that makes |A x - b| smallest.
    void solve(const double* b, double* x);

private:
    double& at(int i, int j) { return A_[static_cast<std::size_t>(j) * rows_ + i]; }
    void reflect(int k, double* x) const;

    std::vector<double> A_;      // column by column
    std::vector<double> shares_; // 2 / (v.v)
    std::vector<double> diagonal_;
    std::vector<double> y_, z_, c_;
    std::vector<int> order_;
    std::size_t rows_ = 0;
    int columns_ = 0;
    int rank_ = 0;
    double first_ = 0.0;
    double last_ = 0.0;
};

}  // namespace fourbar::loops

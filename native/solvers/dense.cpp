#include "dense.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace fourbar::loops {

void PivotedQr::reflect(int k, double* x) const {
    const double* v = A_.data() + static_cast<std::size_t>(k) * rows_;
    double sum = 0.0;
    for (std::size_t i = static_cast<std::size_t>(k); i < rows_; ++i) sum += v[i] * x[i];
    sum *= shares_[static_cast<std::size_t>(k)];
    for (std::size_t i = static_cast<std::size_t>(k); i < rows_; ++i) x[i] -= v[i] * sum;
}

void PivotedQr::factor(const double* A, int rows, int columns, double tolerance,
                       const int* groups) {
    rows_ = static_cast<std::size_t>(rows);
    columns_ = columns;
    const auto n = static_cast<std::size_t>(columns);
    A_.resize(rows_ * n);
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < columns; ++j) at(i, j) = A[i * columns + j];
    }
    shares_.assign(n, 0.0);
    diagonal_.assign(n, 0.0);
    order_.resize(n);
    std::iota(order_.begin(), order_.end(), 0);
    rank_ = 0;
    first_ = last_ = 0.0;
    const auto square_of = [&](int j, int k) {
        const double* a = A_.data() + static_cast<std::size_t>(j) * rows_;
        double sum = 0.0;
        for (int i = k; i < rows; ++i) sum += a[i] * a[i];
        return sum;
    };
    y_.resize(n);  // the squares of whole columns
    double largest = 0.0;
    for (int j = 0; j < columns; ++j) {
        y_[static_cast<std::size_t>(j)] = square_of(j, 0);
        largest = std::fmax(largest, y_[static_cast<std::size_t>(j)]);
    }
    const double least = tolerance * tolerance * largest;
    for (int k = 0; k < columns && k < rows; ++k) {
        int pivot = -1;
        double best = 0.0;
        int best_group = 0;
        for (int j = k; j < columns; ++j) {
            const double square = k == 0 ? y_[static_cast<std::size_t>(j)] : square_of(j, k);
            if (square <= least) continue;
            const int group = groups == nullptr ? 0 : groups[order_[static_cast<std::size_t>(j)]];
            if (pivot < 0 || group < best_group || (group == best_group && square > best)) {
                pivot = j;
                best = square;
                best_group = group;
            }
        }
        if (pivot < 0) break;
        best = std::sqrt(best);
        if (pivot != k) {
            for (int i = 0; i < rows; ++i) std::swap(at(i, k), at(i, pivot));
            std::swap(order_[static_cast<std::size_t>(k)], order_[static_cast<std::size_t>(pivot)]);
        }
        const auto column = static_cast<std::size_t>(k);
        diagonal_[column] = at(k, k) > 0.0 ? -best : best;
        at(k, k) -= diagonal_[column];
        shares_[column] = 1.0 / (best * std::fabs(at(k, k)));
        for (int j = k + 1; j < columns; ++j) {
            reflect(k, A_.data() + static_cast<std::size_t>(j) * rows_);
        }
        if (k == 0) first_ = best;
        last_ = best;
        rank_ = k + 1;
    }
}

void PivotedQr::solve(const double* b, double* x) {
    const auto r = static_cast<std::size_t>(rank_);
    const auto n = static_cast<std::size_t>(columns_);
    c_.assign(b, b + rows_);
    for (int k = 0; k < rank_; ++k) reflect(k, c_.data());
    const auto R = [&](std::size_t i, std::size_t j) {
        return i == j ? diagonal_[i] : A_[j * rows_ + i];
    };
    std::vector<double>& y = y_;
    y.assign(n, 0.0);
    if (r == n) {
        for (std::size_t k = n; k-- > 0;) {
            double sum = c_[k];
            for (std::size_t j = k + 1; j < n; ++j) sum -= R(k, j) * y[j];
            y[k] = sum / R(k, k);
        }
    } else {
        // Shortest y with [R11 R12] y = c: orthogonalise the rows of R (twice, which is enough),
        // solve the triangle that leaves, and combine them.
        z_.assign(r * n + r * r, 0.0);
        double* Z = z_.data();           // orthonormal rows
        double* T = z_.data() + r * n;   // R = T Z, T lower triangular
        for (std::size_t i = 0; i < r; ++i) {
            double* z = Z + i * n;
            for (std::size_t j = i; j < n; ++j) z[j] = R(i, j);
            for (int pass = 0; pass < 2; ++pass) {
                for (std::size_t p = 0; p < i; ++p) {
                    double sum = 0.0;
                    for (std::size_t j = 0; j < n; ++j) sum += Z[p * n + j] * z[j];
                    for (std::size_t j = 0; j < n; ++j) z[j] -= sum * Z[p * n + j];
                    T[i * r + p] += sum;
                }
            }
            double square = 0.0;
            for (std::size_t j = 0; j < n; ++j) square += z[j] * z[j];
            T[i * r + i] = std::sqrt(square);
            for (std::size_t j = 0; j < n; ++j) z[j] /= T[i * r + i];
        }
        for (std::size_t i = 0; i < r; ++i) {
            double sum = c_[i];
            for (std::size_t p = 0; p < i; ++p) sum -= T[i * r + p] * c_[p];
            c_[i] = sum / T[i * r + i];
            for (std::size_t j = 0; j < n; ++j) y[j] += c_[i] * Z[i * n + j];
        }
    }
    for (std::size_t k = 0; k < n; ++k) x[order_[k]] = y[k];
}

}  // namespace fourbar::loops

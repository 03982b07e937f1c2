#include "stops.hpp"

#include <cmath>

#include "numerics.hpp"

namespace fourbar::dynamics {

void push(const double* W, const double* b, int n, double* x) {
    for (int i = 0; i < n; ++i) x[i] = 0.0;
    for (int round = 0; round < numerics::simulate::pushes; ++round) {
        double largest = 0.0, change = 0.0;
        for (int i = 0; i < n; ++i) {
            const double own = W[i * n + i];
            if (!(own > 0.0)) continue;  // a stop that nothing can move against
            double sum = b[i];
            for (int j = 0; j < n; ++j) sum += W[i * n + j] * x[j];
            const double next = std::fmax(0.0, x[i] - sum / own);
            change = std::fmax(change, std::fabs(next - x[i]));
            largest = std::fmax(largest, next);
            x[i] = next;
        }
        if (change <= numerics::exact * largest) return;
    }
}

}  // namespace fourbar::dynamics

// Which configurations leave a loop, a coupling or a mimic open.
#include <algorithm>
#include <cmath>
#include <utility>

#include "objects.hpp"

namespace fourbar::loops {

OpenLoopFinder::OpenLoopFinder(nb::object owner, double tolerance)
    : owner_(std::move(owner)),
      loops_(nb::inst_ptr<LoopSystem>(owner_)),
      tolerance_(tolerance),
      phi_(static_cast<std::size_t>(loops_->system().rows) + 1) {}

Py_ssize_t OpenLoopFinder::find(const double* q, Py_ssize_t count, int threads) const {
    const System& system = loops_->system();
    const Kernels& kernels = loops_->kernels();
    const auto is_open = [&](const double* phi) {
        return std::any_of(phi, phi + system.rows,
                           [&](double size) { return std::fabs(size) > tolerance_; });
    };
    if (count == 1) {
        // False is what is not finite, which callers report.
        return kernels.evaluate(system, q, nullptr, loops_->workspace(), phi_.data(), nullptr, nullptr) &&
                       is_open(phi_.data())
                   ? 0
                   : -1;
    }
    return run(*loops_, count, threads, [&](long begin, long end, double* scratch) {
        constexpr long portion = 64;  // whose residuals stay in the caches
        std::vector<double> phi(static_cast<std::size_t>(portion * system.rows) + 1);
        for (long first = begin; first < end; first += portion) {
            const long rows = std::min(portion, end - first);
            const Batch batch{q + first * system.tree.nq, nullptr, phi.data(), nullptr, nullptr, false};
            if (kernels.batch(system, batch, 0, rows, scratch) >= 0) return -1L;
            for (long row = 0; row < rows; ++row) {
                if (is_open(phi.data() + row * system.rows)) return first + row;
            }
        }
        return -1L;
    });
}

}  // namespace fourbar::loops

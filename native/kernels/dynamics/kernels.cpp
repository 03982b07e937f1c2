// The kernels of one instruction set. CMake compiles this file several times, each with its own
// FOURBAR_LEVEL (a namespace), FOURBAR_LANES (doubles per register) and machine flags.
#include "kernels.hpp"

#include "batch.hpp"
#include "closed_derivatives.hpp"
#include "single.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {
namespace {

// Dual numbers, where loops make derivatives of second order necessary.
bool is_dual(const Mechanism& mechanism, const Request& request) {
    return request.quantity == Quantity::derivatives &&
           (request.dual || mechanism.system.block_count > 0);
}

std::size_t larger(std::size_t a, std::size_t b) { return a > b ? a : b; }

std::size_t workspace_size(const Mechanism& mechanism, Quantity quantity) {
    switch (quantity) {
        case Quantity::coriolis: return coriolis_scratch(mechanism);
        case Quantity::derivatives:
            return larger(derivative_scratch(mechanism), single_scratch(mechanism, quantity));
        default: return single_scratch(mechanism, quantity);
    }
}

Outcome single(const Mechanism& mechanism, const Request& request, const Batch& data,
               double* workspace) {
    const bool dual = is_dual(mechanism, request);
    if (!dual && request.quantity != Quantity::coriolis) {
        return run_single(mechanism, request, data, workspace);
    }
    const Outcome outcome = dual ? differentiate(mechanism, request, data, 0, 1, workspace)
                                 : coriolis(mechanism, request, data, 0, 1, workspace);
    // They have overwritten what was kept there.
    reinterpret_cast<Workspace*>(workspace)->contents.mechanism = nullptr;
    return outcome;
}

std::size_t batch_scratch(const Mechanism& mechanism, const Request& request) {
    if (is_dual(mechanism, request)) return derivative_scratch(mechanism);
    if (request.quantity == Quantity::coriolis) return coriolis_scratch(mechanism);
    return lanes_scratch(mechanism, request);
}

Outcome batch(const Mechanism& mechanism, const Request& request, const Batch& data, long begin,
              long end, double* scratch) {
    if (is_dual(mechanism, request)) return differentiate(mechanism, request, data, begin, end, scratch);
    if (request.quantity == Quantity::coriolis) {
        return coriolis(mechanism, request, data, begin, end, scratch);
    }
    return run_lanes(mechanism, request, data, begin, end, scratch);
}

}  // namespace

extern const fourbar::dynamics::Kernels kernels;
const fourbar::dynamics::Kernels kernels{FOURBAR_LEVEL_NAME, workspace_size, batch_scratch,
                                         single,             batch};

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

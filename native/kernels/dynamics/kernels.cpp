// The kernels of one instruction set. CMake compiles this file several times, each with its own
// FOURBAR_LEVEL (a namespace), FOURBAR_LANES (doubles per register) and machine flags.
#include "kernels.hpp"

#include "batch.hpp"
#include "derivatives.hpp"
#include "single.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {
namespace {

std::size_t workspace_size(const Mechanism& mechanism, Quantity quantity) {
    switch (quantity) {
        case Quantity::coriolis: return coriolis_scratch(mechanism);
        case Quantity::derivatives: return derivative_scratch(mechanism);
        default: return single_scratch(mechanism, quantity);
    }
}

Outcome single(const Mechanism& mechanism, const Request& request, const Batch& data,
               double* workspace) {
    Contents& contents = reinterpret_cast<Workspace*>(workspace)->contents;
    switch (request.quantity) {
        case Quantity::coriolis: {
            const Outcome outcome = coriolis(mechanism, request, data, 0, 1, workspace);
            contents.mechanism = nullptr;
            return outcome;
        }
        case Quantity::derivatives: {
            const Outcome outcome = differentiate(mechanism, request, data, 0, 1, workspace);
            contents.mechanism = nullptr;
            return outcome;
        }
        default: return run_single(mechanism, request, data, workspace);
    }
}

std::size_t batch_scratch(const Mechanism& mechanism, const Request& request) {
    switch (request.quantity) {
        case Quantity::coriolis: return coriolis_scratch(mechanism);
        case Quantity::derivatives: return derivative_scratch(mechanism);
        default: return lanes_scratch(mechanism, request);
    }
}

Outcome batch(const Mechanism& mechanism, const Request& request, const Batch& data, long begin,
              long end, double* scratch) {
    switch (request.quantity) {
        case Quantity::coriolis: return coriolis(mechanism, request, data, begin, end, scratch);
        case Quantity::derivatives: return differentiate(mechanism, request, data, begin, end, scratch);
        default: return run_lanes(mechanism, request, data, begin, end, scratch);
    }
}

}  // namespace

extern const fourbar::dynamics::Kernels kernels;
const fourbar::dynamics::Kernels kernels{FOURBAR_LEVEL_NAME, workspace_size, batch_scratch,
                                         single,             batch};

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

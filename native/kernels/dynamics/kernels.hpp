// The functions that exist once per instruction set, as a table chosen at run time.
#pragma once

#include "mechanism.hpp"

namespace fourbar::dynamics {

struct Kernels {
    const char* name;

    // Doubles of 64-byte aligned scratch, for one configuration and for one thread of a batch. A
    // workspace's first eight are zero before it is first used (AlignedBlock sees to that), and it is
    // not used for another Mechanism once its own is gone.
    std::size_t (*workspace_size)(const Mechanism&, Quantity);
    std::size_t (*batch_scratch)(const Mechanism&, const Request&);

    // The quantity at one configuration, the first of the batch. An integrator calls this with
    // Quantity::accelerations: q and v of a closed state and tau give a. At poses where the chart's
    // independent velocities do not determine the others it chooses others by itself.
    Outcome (*single)(const Mechanism&, const Request&, const Batch&, double* workspace);

    // Configurations begin..end-1. Ends at the first that is refused.
    Outcome (*batch)(const Mechanism&, const Request&, const Batch&, long begin, long end,
                     double* scratch);
};

const Kernels* select_kernels(const char* level);

}  // namespace fourbar::dynamics

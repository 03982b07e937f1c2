// The kernels of one instruction set. CMake compiles this file several times, each with its own
// FOURBAR_LEVEL (a namespace), FOURBAR_LANES (doubles per register) and machine flags.
#include "kernels.hpp"

#include "batch.hpp"
#include "single.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {
namespace {

void sincos_array(const double* x, long n, double* sin, double* cos) {
    sincos_all(x, static_cast<int>(n), range_of(x, n) != Range::near, sin, cos);
}

}  // namespace

extern const Kernels kernels;
const Kernels kernels{FOURBAR_LEVEL_NAME, batch_scratch, workspace_size, prepare,
                      fill,               evaluate,      chain,          batch,
                      sincos_array};

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

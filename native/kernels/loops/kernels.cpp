// The kernels of one instruction set. CMake compiles this file several times, each with its own
// FOURBAR_LEVEL (a namespace), FOURBAR_LANES (doubles per register) and machine flags.
#include "kernels.hpp"

#include "batch.hpp"
#include "descend.hpp"
#include "explicit.hpp"
#include "newton.hpp"
#include "single.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

extern const fourbar::loops::Kernels kernels;
const fourbar::loops::Kernels kernels{
    FOURBAR_LEVEL_NAME, workspace_size, batch_scratch, prepare,         set_target,
    evaluate,           batch,          close,         descend,         explicit_single,
    explicit_form};

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

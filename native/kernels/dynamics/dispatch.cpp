// Chooses the kernels of the level that the model's own kernels have.
#include <cstring>

#include "kernels.hpp"

namespace fourbar::mechanics {
namespace dynamics_generic { extern const fourbar::dynamics::Kernels kernels; }
#ifdef FOURBAR_X86
namespace dynamics_v2 { extern const fourbar::dynamics::Kernels kernels; }
namespace dynamics_v3 { extern const fourbar::dynamics::Kernels kernels; }
namespace dynamics_v4 { extern const fourbar::dynamics::Kernels kernels; }
#endif
}  // namespace fourbar::mechanics

namespace fourbar::dynamics {

const Kernels* select_kernels(const char* level) {
    const Kernels* const all[] = {
        &mechanics::dynamics_generic::kernels,
#ifdef FOURBAR_X86
        &mechanics::dynamics_v2::kernels,
        &mechanics::dynamics_v3::kernels,
        &mechanics::dynamics_v4::kernels,
#endif
    };
    for (const Kernels* kernels : all) {
        if (!std::strcmp(kernels->name, level)) return kernels;
    }
    return nullptr;
}

}  // namespace fourbar::dynamics

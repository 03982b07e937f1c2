// Chooses the kernels of the level that the model's own kernels have.
#include <cstring>

#include "kernels.hpp"

namespace fourbar::mechanics {
namespace loops_generic { extern const fourbar::loops::Kernels kernels; }
#ifdef FOURBAR_X86
namespace loops_v2 { extern const fourbar::loops::Kernels kernels; }
namespace loops_v3 { extern const fourbar::loops::Kernels kernels; }
namespace loops_v4 { extern const fourbar::loops::Kernels kernels; }
#endif
}  // namespace fourbar::mechanics

namespace fourbar::loops {

const Kernels* select_kernels(const char* level) {
    const Kernels* const all[] = {
        &mechanics::loops_generic::kernels,
#ifdef FOURBAR_X86
        &mechanics::loops_v2::kernels,
        &mechanics::loops_v3::kernels,
        &mechanics::loops_v4::kernels,
#endif
    };
    for (const Kernels* kernels : all) {
        if (!std::strcmp(kernels->name, level)) return kernels;
    }
    return nullptr;
}

}  // namespace fourbar::loops

// Chooses the kernels for this machine.
#include <cstring>

#include "kernels.hpp"
#ifdef FOURBAR_X86
#include "machine.hpp"
#endif

namespace fourbar::mechanics {

namespace tree_generic { extern const Kernels kernels; }
#ifdef FOURBAR_X86
namespace tree_v2 { extern const Kernels kernels; }
namespace tree_v3 { extern const Kernels kernels; }
namespace tree_v4 { extern const Kernels kernels; }
#endif

namespace {

struct Candidate {
    const Kernels* kernels;
    bool supported;
};

// Best first.
const Candidate* candidates(int& count) {
#ifdef FOURBAR_X86
    static const Machine machine;
    static const Candidate list[] = {
        {&tree_v4::kernels, machine.has_v4()},
        {&tree_v3::kernels, machine.has_v3()},
        {&tree_v2::kernels, machine.has_v2()},
        {&tree_generic::kernels, true},
    };
#else
    static const Candidate list[] = {{&tree_generic::kernels, true}};
#endif
    count = static_cast<int>(sizeof list / sizeof list[0]);
    return list;
}

}  // namespace

const Kernels* select_kernels(const char* wanted) {
    int count = 0;
    const Candidate* list = candidates(count);
    for (int i = 0; i < count; ++i) {
        if (!list[i].supported) continue;
        if (wanted == nullptr || *wanted == '\0' || !std::strcmp(wanted, list[i].kernels->name)) {
            return list[i].kernels;
        }
    }
    return nullptr;
}

const char* const* available_levels() {
    static const char* names[8] = {};
    int count = 0;
    int found = 0;
    const Candidate* list = candidates(count);
    for (int i = 0; i < count; ++i) {
        if (list[i].supported) names[found++] = list[i].kernels->name;
    }
    return names;
}

}  // namespace fourbar::mechanics

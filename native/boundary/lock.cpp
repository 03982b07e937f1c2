#include "lock.hpp"

#include <chrono>
#include <thread>

namespace fourbar::boundary {
namespace {

bool is_shutting_down() {
#if PY_VERSION_HEX >= 0x030d0000
    return Py_IsFinalizing() != 0;
#else
    return _Py_IsFinalizing() != 0;
#endif
}

// What Python 3.14 does with threads that come too late: the end of the process ends them.
[[noreturn]] void wait_for_the_end() {
    while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

}  // namespace

void Unlocked::retake() noexcept {
    if (is_shutting_down()) wait_for_the_end();
    try {
        PyEval_RestoreThread(state_);
    } catch (...) {
        // The shutdown began since. This is the unwinding; it must not go on, nor be forgotten.
        wait_for_the_end();
    }
}

}  // namespace fourbar::boundary

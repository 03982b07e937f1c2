// Scratch memory of kernels, cut from one block.
#pragma once

#include "kernels/memory.hpp"
#include "recursion.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// Hands out consecutive aligned pieces of a block of doubles, or only adds up their sizes.
class Carver {
public:
    explicit Carver(double* block) : block_(block) {}
    template <class T>
    T* take(std::size_t count) {
        T* piece = block_ == nullptr ? nullptr : reinterpret_cast<T*>(block_ + used_);
        const std::size_t bytes = (count * sizeof(T) + alignment - 1) / alignment * alignment;
        used_ += bytes / sizeof(double);
        return piece;
    }
    std::size_t used() const { return used_; }

private:
    double* block_;
    std::size_t used_ = 0;
};

template <class Space>
State<Space> carve_state(const Tree& tree, Carver& carver) {
    const auto n = static_cast<std::size_t>(tree.body_count);
    State<Space> state;
    state.poses = carver.take<Pose<Space>>(n);
    state.velocities = carver.take<Twist<Space>>(n);
    state.accelerations = carver.take<Twist<Space>>(n);
    state.biases = carver.take<Twist<Space>>(n);
    state.moments = carver.take<typename Space::Vector>(n);
    return state;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

// Scratch memory of kernels, cut from one block.
#pragma once

#include "../mechanics/recursion.hpp"
#include "system.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

using fourbar::loops::System;

// Hands out consecutive aligned pieces of a block of doubles, or only adds up their sizes.
class Carver {
public:
    explicit Carver(double* block) : block_(block) {}
    template <class T>
    T* take(std::size_t count) {
        T* piece = block_ == nullptr ? nullptr : reinterpret_cast<T*>(block_ + used_);
        used_ += (count * sizeof(T) + 63) / 64 * 8;
        return piece;
    }
    std::size_t used() const { return used_; }

private:
    double* block_;
    std::size_t used_ = 0;
};

template <class Space>
State<Space> carve_state(const System& system, Carver& carver) {
    const auto n = static_cast<std::size_t>(system.tree.body_count);
    State<Space> state{};
    state.poses = carver.take<Pose<Space>>(n);
    state.velocities = carver.take<Twist<Space>>(n);
    state.accelerations = carver.take<Twist<Space>>(n);
    state.biases = carver.take<Twist<Space>>(1);
    return state;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

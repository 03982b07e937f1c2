// Scratch memory of kernels of closed robots.
#pragma once

#include "kernels/tree/carve.hpp"
#include "system.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

using fourbar::loops::System;

// Closing loops asks for no moments, and for the bias of one body at a time.
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

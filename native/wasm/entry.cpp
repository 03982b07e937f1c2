// The core without Python, for WebAssembly: poses, Jacobians, loops and their solvers, dynamics.
//
// tools/wasm.py compiles it and compares what it computes with the Python module. Arrays are where
// their owner put them with fourbar_allocate(); what builds a robot is in the order of
// the compile modules of fourbar.mechanics.
#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "kernels/dynamics/kernels.hpp"
#include "kernels/tree/kernels.hpp"
#include "owners/mechanism.hpp"
#include "owners/system.hpp"
#include "owners/tree.hpp"
#include "solvers/follow.hpp"
#include "solvers/inverse.hpp"
#include "solvers/numerics.hpp"
#include "solvers/search.hpp"

namespace fourbar {
namespace {

using mechanics::OwnedTree;

// Arrays one after the other: integers begin with their number, which those of doubles have there,
// too.
class Stream {
public:
    Stream(const int* integers, const double* numbers) : integers_(integers), numbers_(numbers) {}

    Span<int> integers() {
        const auto count = static_cast<std::size_t>(*integers_++);
        return {std::exchange(integers_, integers_ + count), count};
    }
    Span<double> numbers() {
        const auto count = static_cast<std::size_t>(*integers_++);
        return {std::exchange(numbers_, numbers_ + count), count};
    }
    std::vector<std::vector<int>> lists() {
        std::vector<std::vector<int>> all(static_cast<std::size_t>(*integers_++));
        for (auto& one : all) {
            const Span<int> values = integers();
            one.assign(values.data, values.data + values.size);
        }
        return all;
    }

private:
    const int* integers_;
    const double* numbers_;
};

// Members of a braced list are read in order.
mechanics::TreeArrays read_tree(Stream& s) {
    return {s.integers(), s.integers(), s.integers(), s.numbers(),  s.numbers(),
            s.numbers(),  s.numbers(),  s.numbers(),  s.integers(), s.numbers()};
}

loops::SystemArrays read_system(Stream& s) {
    return {s.integers(), s.integers(), s.numbers(),  s.numbers(),  s.integers(), s.integers(), s.numbers(),
            s.numbers(),  s.integers(), s.integers(), s.integers(), s.numbers(),  s.numbers()};
}

dynamics::MechanismArrays read_mechanism(Stream& s) {
    const Span<double> gravity = s.numbers(), armature = s.numbers(), damping = s.numbers(),
                       friction = s.numbers(), stiffness = s.numbers(), rest = s.numbers(),
                       tolerances = s.numbers();
    return {gravity, armature, damping, friction, stiffness, rest, tolerances.data[0], tolerances.data[1]};
}

struct Robot {
    explicit Robot(Stream s)
        : tree(read_tree(s)),
          kernels(*mechanics::select_kernels(nullptr)),
          loop_kernels(*loops::select_kernels(kernels.name)),
          dynamics_kernels(*dynamics::select_kernels(kernels.name)),
          arrays(read_system(s)),
          block_rows(s.lists()),
          block_columns(s.lists()),
          system(tree, arrays, block_rows, block_columns, -1),
          partition(system.system(), s.lists()),
          rows(s.lists()),
          masses(read_mechanism(s)),
          open(tree.tree(), nullptr, nullptr, {}, masses),
          closed(tree.tree(), &system.system(), &partition.partition(), rows, masses),
          memory(system.system(), loop_kernels),
          tree_scratch(kernels.batch_scratch(tree.tree())),
          loop_scratch(loop_kernels.batch_scratch(system.system())),
          workspace(kernels.workspace_size(tree.tree())),
          poses(16 * static_cast<std::size_t>(tree.tree().frame_count)) {
        kernels.prepare(tree.tree(), workspace.data(), poses.data());
    }

    OwnedTree tree;
    const mechanics::Kernels& kernels;
    const loops::Kernels& loop_kernels;
    const dynamics::Kernels& dynamics_kernels;
    loops::SystemArrays arrays;
    std::vector<std::vector<int>> block_rows, block_columns;
    loops::OwnedSystem system;
    loops::OwnedPartition partition;
    std::vector<std::vector<int>> rows;
    dynamics::MechanismArrays masses;
    dynamics::OwnedMechanism open, closed;  // with all loops cut, and with none
    loops::SearchMemory memory;
    AlignedBlock tree_scratch, loop_scratch, workspace;
    std::vector<double> poses;
};

}  // namespace

#define FOURBAR_EXPORT extern "C" __attribute__((visibility("default")))

FOURBAR_EXPORT void* fourbar_allocate(int bytes) {
    return std::aligned_alloc(alignment, (static_cast<std::size_t>(bytes) + alignment - 1) / alignment * alignment);
}

FOURBAR_EXPORT Robot* fourbar_robot(const int* integers, const double* numbers) {
    return new Robot(Stream(integers, numbers));
}

// Where every frame is at one q: 4 x 4 each, valid until the next call.
FOURBAR_EXPORT const double* fourbar_poses(Robot* robot, const double* q) {
    const bool finite = robot->kernels.fill(robot->tree.tree(), q, nullptr, nullptr, robot->workspace.data(),
                                            robot->poses.data());
    return finite ? robot->poses.data() : nullptr;
}

// 4 x 4 and 6 x nv for each q.
FOURBAR_EXPORT long fourbar_kinematics(Robot* robot, int frame, const double* q, int count, double* poses,
                                       double* jacobians) {
    robot->tree.find_support(static_cast<std::size_t>(frame));
    mechanics::Request request{};
    request.quantity = mechanics::Quantity::jacobian;
    request.frame = frame;
    request.with_pose = true;
    const mechanics::Batch batch{q, nullptr, nullptr, jacobians, poses, count};
    return robot->kernels.batch(robot->tree.tree(), request, batch, 0, count, robot->tree_scratch.data());
}

// phi (n_c) and K (n_c x nv) for each q.
FOURBAR_EXPORT long fourbar_closure(Robot* robot, const double* q, int count, double* phi, double* K) {
    const loops::Batch batch{q, nullptr, phi, K, nullptr, false};
    return robot->loop_kernels.batch(robot->system.system(), batch, 0, count, robot->loop_scratch.data());
}

// Closes every q, from further starts on the way to those drawn where that fails. All columns may
// move.
FOURBAR_EXPORT void fourbar_search(Robot* robot, double* q, int count, const double* drawn, int drawn_count,
                                   double tolerance, int steps, double* residuals) {
    const loops::System& system = robot->system.system();
    const std::vector<loops::Free> attempts{loops::Free(system, robot->block_columns)};
    const loops::SearchSettings settings{attempts, drawn, drawn_count, {nullptr, nullptr}, tolerance, steps};
    loops::Search search(system, robot->loop_kernels, settings, robot->memory);
    for (int row = 0; row < count; ++row) {
        residuals[row] = search.run(nullptr, q + row * system.tree.nq).residual;
    }
}

// Moves entries of closed q to their goals: lanes first, and one by one what they leave open.
FOURBAR_EXPORT long fourbar_follow(Robot* robot, double* q, const double* goals, int count, const int* entries,
                                   int entry_count, double tolerance, double stride, int most,
                                   double* residuals) {
    const loops::System& system = robot->system.system();
    const int nq = system.tree.nq;
    const std::vector<double> starts(q, q + count * nq);
    const loops::Closing closing{q,         goals,     entries, entry_count, stride, most,
                                 residuals, tolerance, numerics::newton::steps_last};
    const long refused = robot->loop_kernels.close(system, robot->partition.partition(), closing, 0, count,
                                                   robot->loop_scratch.data());
    for (int row = 0; refused < 0 && row < count; ++row) {
        if (residuals[row] <= tolerance) continue;
        std::copy_n(starts.data() + row * nq, nq, q + row * nq);
        residuals[row] = loops::follow(robot->memory.solver, closing, robot->partition.dependent(),
                                       numerics::follow::steps, goals + row * entry_count, q + row * nq);
    }
    return refused;
}

// Efforts (0) that give accelerations x, accelerations (1) that efforts x give, or mass matrices (2),
// without friction; v and x are nv wide. Returns the first row that was refused, or -1.
FOURBAR_EXPORT long fourbar_dynamics(Robot* robot, int quantity, int closed, const double* q, const double* v,
                                     const double* x, int count, double* out) {
    const dynamics::Mechanism& mechanism = (closed != 0 ? robot->closed : robot->open).mechanism();
    const int nv = mechanism.tree().nv;
    dynamics::Request request{};
    request.quantity = static_cast<dynamics::Quantity>(quantity);
    const dynamics::Batch batch{q, v, nv, x, nv, nullptr, out, nullptr};
    const AlignedBlock scratch(robot->dynamics_kernels.batch_scratch(mechanism, request));
    const dynamics::Outcome outcome =
        robot->dynamics_kernels.batch(mechanism, request, batch, 0, count, scratch.data());
    return outcome.is_refused() ? outcome.row : -1;
}

// Inverse kinematics of an open tree: q of every target (4 x 4) from the q that is there. Returns how
// many were reached.
FOURBAR_EXPORT int fourbar_inverse(Robot* robot, int frame, const double* targets, int count, const double* lower,
                                   const double* upper, double tolerance, int most_iterations, double* q) {
    robot->tree.find_support(static_cast<std::size_t>(frame));
    const mechanics::Tree& tree = robot->tree.tree();
    const mechanics::InverseSettings settings{frame,     nullptr,         true,  true,  tolerance,
                                              tolerance, most_iterations, lower, upper, nullptr,
                                              0.0,       {}};
    mechanics::InverseSolver solver(tree, robot->kernels, settings);
    int reached = 0;
    for (int row = 0; row < count; ++row) {
        reached += solver.solve(targets + 16 * row, nullptr, 0, q + row * tree.nq, robot->workspace.data())
                       .converged;
    }
    return reached;
}

}  // namespace fourbar

#ifdef __wasm__
// Nothing here is caught: what would be a Python exception ends the module.
extern "C" void* __cxa_allocate_exception(std::size_t) { std::abort(); }
extern "C" void __cxa_throw(void*, void*, void (*)(void*)) { std::abort(); }
#endif

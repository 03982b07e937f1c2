// The C++ side of fourbar.mechanics.loops: owners of what kernels work on.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <atomic>
#include <memory>
#include <vector>

#include "boundary/arrays.hpp"
#include "boundary/tree/objects.hpp"
#include "kernels/loops/kernels.hpp"
#include "owners/system.hpp"
#include "solvers/idle.hpp"
#include "solvers/search.hpp"

namespace fourbar::loops {

namespace nb = nanobind;

using mechanics::Compiled;
using mechanics::Integers;
using mechanics::Numbers;

// A robot's loops, couplings and mimics, compiled. Immutable but for its scratch memory.
class LoopSystem {
public:
    // See SystemArrays.
    LoopSystem(const Compiled& compiled, const Integers& predecessors, const Integers& successors,
               const Numbers& on_predecessors, const Numbers& on_successors, const Integers& slides,
               const Integers& turnings, const Numbers& leads, const Numbers& seconds, const Integers& linear_starts,
               const Integers& linear_q, const Integers& linear_v, const Numbers& linear_factors,
               const Numbers& constants, const std::vector<std::vector<int>>& block_rows,
               const std::vector<std::vector<int>>& block_columns, int target);

    const System& system() const { return owned_.system(); }
    const Kernels& kernels() const { return *kernels_; }
    double* workspace() const { return workspace_.data(); }
    // No two systems of a process have the same.
    long serial() const { return serial_; }

    boundary::Pool residuals, jacobians, biases, explicit_matrices, explicit_biases, outputs;
    // For what calls compute on the way to their results, with the interpreter lock held.
    std::vector<double> scratch;
    std::unique_ptr<AlignedBlock> tree_workspace;
    mutable Idle<SearchMemory> searches;

private:
    OwnedSystem owned_;
    const Kernels* kernels_;
    AlignedBlock workspace_{1};
    long serial_;
};

// Which columns depend on the others, of one system. Immutable.
class Choice {
public:
    // All other columns of the model are independent, in ascending order.
    Choice(const LoopSystem& loops, const std::vector<std::vector<int>>& dependent);
    const Partition& partition() const { return owned_.partition(); }
    const Free& dependent() const { return owned_.dependent(); }
    // Whether every block has at least as many rows as dependent columns, as lanes need.
    bool fits() const { return owned_.fits(); }
    bool is_for(const LoopSystem& loops) const { return serial_ == loops.serial(); }

private:
    long serial_;
    OwnedPartition owned_;
};

// Calls work(begin, end) for portions of 0..count-1, in several threads if there are `least` rows for
// each, and without the interpreter lock; the first row that one of them refused, or -1. Portions are
// multiples of all lane counts, so that a row's lane does not depend on the number of threads.
template <class Work>
long run_rows(Py_ssize_t count, Py_ssize_t least, int threads, Py_ssize_t portion, const Work& work) {
    const Py_ssize_t pieces = boundary::count_pieces(count, least, threads);
    const Py_ssize_t share = ((count + pieces - 1) / pieces + 15) / 16 * 16;
    std::atomic<long> first{-1};
    boundary::run_portions(count, pieces, share < portion ? share : portion,
                           [&](Py_ssize_t, Py_ssize_t begin, Py_ssize_t end) {
        const long refused = work(begin, end);
        long known = first.load();
        while (refused >= 0 && (known < 0 || refused < known) &&
               !first.compare_exchange_weak(known, refused)) {
        }
        return refused < 0;
    });
    return first;
}

// Calls work(begin, end, scratch) the same way.
template <class Work>
long run(const LoopSystem& loops, Py_ssize_t count, int threads, const Work& work) {
    const System& system = loops.system();
    const std::size_t size = loops.kernels().batch_scratch(system);
    // Starting a thread costs what a few thousand entries cost.
    const Py_ssize_t least = 1 + 8192 / (system.rows * system.tree.nv + 8);
    constexpr Py_ssize_t portion = 4096;
    return run_rows(count, least, threads, portion, [&](Py_ssize_t begin, Py_ssize_t end) {
        const AlignedBlock scratch(size);
        return work(begin, end, scratch.data());
    });
}

// The loops of a Model, held by `owner`; null with an exception.
LoopSystem* find_loops(PyObject* model, nb::object& owner);

// Finds the configurations in which a |phi| is above the tolerance [m or rad].
class OpenLoopFinder final : public mechanics::OpenFinder {
public:
    OpenLoopFinder(nb::object owner, double tolerance);
    Py_ssize_t find(const double* q, Py_ssize_t count, int threads) const override;

private:
    nb::object owner_;
    const LoopSystem* loops_;
    double tolerance_;
    mutable std::vector<double> phi_;  // of one configuration, with the interpreter lock held
};

// A vector of numbers, as opposed to rows of them.
bool is_one_configuration(PyObject* object);

// Adds the functions of calls.cpp, which take objects of these types, and of explicit.cpp.
bool add_calls(PyObject* module, PyObject* system_type, PyObject* choice_type);
Choice* unwrap_choice(PyObject* object);
PyObject* explicit_jacobian(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords);
PyObject* closed_jacobian(PyObject*, PyObject* const* args, Py_ssize_t given, PyObject* keywords);

}  // namespace fourbar::loops

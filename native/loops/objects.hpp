// The C++ side of fourbar.mechanics.loops: owners of what kernels work on.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <vector>

#include "../mechanics/arrays.hpp"
#include "../mechanics/objects.hpp"
#include "kernels.hpp"
#include "solve.hpp"

namespace fourbar::loops {

namespace nb = nanobind;

using mechanics::Compiled;
using mechanics::Integers;
using mechanics::Numbers;

// Which columns depend on the others, per block. Immutable.
class Choice {
public:
    Choice(int nv, std::vector<std::vector<int>> dependent,
           std::vector<std::vector<int>> independent, const std::vector<int>& all_independent);
    const Partition& partition() const { return partition_; }
    const std::vector<std::vector<int>>& dependent() const { return dependent_; }
    // Whether every block has at least as many rows as dependent columns, as lanes need.
    bool fits(const System& system) const;

private:
    std::vector<std::vector<int>> dependent_, independent_;
    std::vector<const int*> dependent_data_, independent_data_;
    std::vector<int> dependent_counts_, independent_counts_, position_;
    Partition partition_{};
};

// A robot's loops, couplings and mimics, compiled. Immutable but for its scratch memory.
class LoopSystem {
public:
    // Loops are between frames of the model; placements are those of P and S on them, 3 x 4.
    // Linear rows and blocks are lists with the place where each one starts.
    LoopSystem(const Compiled& compiled, const Integers& predecessors, const Integers& successors,
               const Numbers& on_predecessors, const Numbers& on_successors, const Integers& slides,
               const Integers& turnings, const Numbers& seconds, const Integers& linear_starts,
               const Integers& linear_q, const Integers& linear_v, const Numbers& linear_factors,
               const Numbers& constants, const std::vector<std::vector<int>>& block_rows,
               const std::vector<std::vector<int>>& block_columns);

    const System& system() const { return system_; }
    const Kernels& kernels() const { return *kernels_; }
    double* workspace() const { return workspace_.data(); }
    Solver& solver() { return *solver_; }

    mechanics::Pool residuals, jacobians, biases;

private:
    void add_loop(const Compiled& compiled, int predecessor, int successor, const double* on_p,
                  const double* on_s, const int* slides, Turning turning, const double* second);
    void copy_tree(const Compiled& compiled);
    void find_movers(const Compiled& compiled);
    void find_entries();

    System system_{};
    const Kernels* kernels_;
    std::vector<LoopJoint> loops_;
    std::vector<std::vector<Step>> chains_;
    std::vector<LinearRow> linear_;
    std::vector<Term> terms_;
    std::vector<Block> blocks_;
    std::vector<std::vector<int>> block_rows_, block_columns_;
    std::vector<mechanics::Body> bodies_;
    std::vector<int> moving_, angles_, used_, used_v_, entries_, sources_;
    std::vector<Mover> movers_;
    mechanics::Block workspace_{1};
    std::unique_ptr<Solver> solver_;
};

// Calls work(begin, end, scratch) for pieces of 0..count-1 in several threads; the first row that
// one of them refused, or -1.
template <class Work>
long run(const LoopSystem& loops, Py_ssize_t count, int threads, const Work& work) {
    const System& system = loops.system();
    // Starting a thread costs what a few thousand entries cost.
    const Py_ssize_t least = 1 + 8192 / (system.rows * system.tree.nv + 8);
    const Py_ssize_t pieces = mechanics::count_pieces(count, least, threads);
    const Py_ssize_t step = ((count + pieces - 1) / pieces + 15) / 16 * 16;
    const std::size_t size = loops.kernels().batch_scratch(system);
    std::vector<mechanics::Block> scratch;
    for (Py_ssize_t p = 0; p < pieces; ++p) scratch.emplace_back(size);
    std::vector<long> refused(static_cast<std::size_t>(pieces), -1);
    mechanics::run_pieces(pieces, [&](Py_ssize_t p) {
        const Py_ssize_t begin = p * step < count ? p * step : count;
        const Py_ssize_t end = begin + step < count ? begin + step : count;
        refused[static_cast<std::size_t>(p)] =
            work(begin, end, scratch[static_cast<std::size_t>(p)].data());
    });
    for (const long row : refused) {
        if (row >= 0) return row;
    }
    return -1;
}

// Adds the functions of calls.cpp.
bool add_calls(PyObject* module, PyObject* system_type);

}  // namespace fourbar::loops

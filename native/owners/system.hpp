// What closes a robot and all that it points to. No Python: what builds without it links this.
#pragma once

#include <vector>

#include "kernels/loops/kernels.hpp"
#include "solvers/free.hpp"
#include "tree.hpp"

namespace fourbar::loops {

// Loops are between frames of the tree; placements are those of P and S on them, 3 x 4. Linear rows
// are a list with the place where each one starts.
struct SystemArrays {
    Span<int> predecessors, successors;
    Span<double> on_predecessors, on_successors;
    Span<int> slides, turnings;
    Span<double> leads, seconds;
    Span<int> linear_starts, linear_q, linear_v;
    Span<double> linear_factors, constants;
};

// Immutable.
class OwnedSystem {
public:
    // The P of loop `target` comes with each configuration; -1 is none.
    OwnedSystem(const mechanics::OwnedTree& owner, const SystemArrays& arrays,
                const std::vector<std::vector<int>>& block_rows,
                const std::vector<std::vector<int>>& block_columns, int target);
    // The system points into it.
    OwnedSystem(const OwnedSystem&) = delete;
    OwnedSystem& operator=(const OwnedSystem&) = delete;

    const System& system() const { return system_; }

private:
    void add_loop(const Tree& tree, int predecessor, int successor, const double* on_p,
                  const double* on_s, const int* slides, Turning turning, double lead, const double* second);
    void copy_tree(const Tree& tree);
    void find_movers(const Tree& tree);
    void find_entries();

    System system_{};
    std::vector<LoopJoint> loops_;
    std::vector<std::vector<Step>> chains_;
    std::vector<LinearRow> linear_;
    std::vector<Term> terms_;
    std::vector<Block> blocks_;
    std::vector<std::vector<int>> block_rows_, block_columns_;
    std::vector<mechanics::Body> bodies_;
    std::vector<int> moving_, angles_, scalars_, quaternions_, entries_, sources_;
    std::vector<char> in_loop_;
    std::vector<Mover> movers_;
};

// Which columns depend on the others, of one system. Immutable.
class OwnedPartition {
public:
    // All other columns of the model are independent, in ascending order.
    OwnedPartition(const System& system, const std::vector<std::vector<int>>& dependent);
    OwnedPartition(const OwnedPartition&) = delete;
    OwnedPartition& operator=(const OwnedPartition&) = delete;

    const Partition& partition() const { return partition_; }
    const Free& dependent() const { return dependent_; }
    // Whether every block has at least as many rows as dependent columns, as lanes need.
    bool fits() const { return fits_; }

private:
    Free dependent_;
    bool fits_;
    std::vector<std::vector<int>> independent_;
    std::vector<const int*> dependent_data_, independent_data_;
    std::vector<int> dependent_counts_, independent_counts_, position_;
    Partition partition_{};
};

}  // namespace fourbar::loops

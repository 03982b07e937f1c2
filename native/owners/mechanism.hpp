// A robot's masses and what closes it, and all that it points to. No Python: what builds without it
// links this.
#pragma once

#include <memory>
#include <vector>

#include "elimination.hpp"
#include "kernels/dynamics/mechanism.hpp"
#include "system.hpp"

namespace fourbar::dynamics {

struct MechanismArrays {
    Span<double> gravity;                      // three
    Span<double> armature, damping, friction;  // of each velocity
    Span<double> stiffness, rest;              // of the spring at each velocity; a stiffness of 0 is none
    double tolerance, consistency;
};

// What an Order refers to.
struct OwnedOrder {
    std::vector<int> entries, counts, end;
    std::vector<std::vector<int>> related;
    std::vector<const int*> data;

    // Groups hang on earlier ones, or on nothing (-1); entries of a group are joined to each other.
    OwnedOrder() = default;
    OwnedOrder(const std::vector<std::vector<int>>& groups, const std::vector<int>& parents);
    Order view() const;
};

// Immutable. It refers to the tree, the system and the partition, which outlive it.
class OwnedMechanism {
public:
    // `system` and `partition` are null where all loops are cut. `rows` are those of each block of K
    // that determine its dependent columns.
    OwnedMechanism(const Tree& tree, const System* system, const Partition* partition,
                   const std::vector<std::vector<int>>& rows, const MechanismArrays& arrays);
    // The mechanism points into it.
    OwnedMechanism(const OwnedMechanism&) = delete;
    OwnedMechanism& operator=(const OwnedMechanism&) = delete;

    const Mechanism& mechanism() const { return mechanism_; }

private:
    void take_loops(const Tree& tree, const System& system, const Partition& partition,
                    const std::vector<std::vector<int>>& rows);
    void find_clusters(const Tree& tree);
    void find_centers(const Tree& tree);
    void find_orders(const Tree& tree);
    void find_springs(const Tree& tree, const MechanismArrays& arrays);

    Mechanism mechanism_{};
    std::vector<loops::LoopJoint> loops_;
    std::vector<std::vector<loops::Step>> chains_;
    std::vector<std::vector<int>> chosen_rows_;
    std::vector<Rows> rows_;
    std::vector<std::unique_ptr<OwnedElimination>> eliminations_;
    std::vector<Cluster> clusters_;
    std::vector<std::vector<int>> cluster_bodies_, cluster_columns_;
    std::vector<int> local_, independent_, place_, center_;
    OwnedOrder joints_, freedoms_;
    std::vector<double> armature_, damping_, friction_;
    std::vector<Spring> springs_;
};

}  // namespace fourbar::dynamics

#include "mechanism.hpp"

#include <algorithm>

namespace fourbar::dynamics {
namespace {

std::vector<double> copied(const Span<double>& numbers, int nv) {
    check(numbers.size == static_cast<std::size_t>(nv), "an array must have a number per velocity");
    return {numbers.data, numbers.data + numbers.size};
}

}  // namespace

OwnedMechanism::OwnedMechanism(const Tree& tree, const System* system, const Partition* partition,
                               const std::vector<std::vector<int>>& rows, const MechanismArrays& arrays)
    : armature_(copied(arrays.armature, tree.nv)),
      damping_(copied(arrays.damping, tree.nv)),
      friction_(copied(arrays.friction, tree.nv)) {
    check(arrays.gravity.size == 3, "gravity must have three numbers");
    std::copy_n(arrays.gravity.data, 3, mechanism_.gravity);
    mechanism_.tolerance = arrays.tolerance;
    mechanism_.consistency = arrays.consistency;
    mechanism_.system.tree = tree;
    mechanism_.system.target = -1;
    if (system != nullptr) take_loops(tree, *system, *partition, rows);
    std::vector<char> follows(static_cast<std::size_t>(tree.nv), 0);
    for (int b = 0; b < mechanism_.system.block_count; ++b) {
        for (int j = 0; j < mechanism_.partition.dependent_count[b]; ++j) {
            follows[static_cast<std::size_t>(mechanism_.partition.dependent[b][j])] = 1;
        }
    }
    for (int c = 0; c < tree.nv; ++c) {
        if (follows[static_cast<std::size_t>(c)] == 0) independent_.push_back(c);
    }
    find_clusters(tree);
    find_centers(tree);
    find_orders(tree);
    mechanism_.independent = independent_.data();
    mechanism_.nu = static_cast<int>(independent_.size());
    mechanism_.armature = armature_.data();
    mechanism_.damping = damping_.data();
    mechanism_.friction = friction_.data();
    find_springs(tree, arrays);
}

void OwnedMechanism::find_springs(const Tree& tree, const MechanismArrays& arrays) {
    const std::vector<double> stiffness = copied(arrays.stiffness, tree.nv), rest = copied(arrays.rest, tree.nv);
    for (int i = 1; i < tree.body_count; ++i) {
        const mechanics::Body& body = tree.bodies[i];
        const auto column = static_cast<std::size_t>(body.v);
        if (!is_scalar(body.motion)) {
            for (int k = 0; k < velocity_count(body.motion); ++k) {
                check(stiffness[column + static_cast<std::size_t>(k)] == 0.0, "springs are at joints of one velocity");
            }
        } else if (stiffness[column] != 0.0) {
            springs_.push_back({body.v, body.q, stiffness[column], rest[column]});
        }
    }
    mechanism_.springs = springs_.data();
    mechanism_.spring_count = static_cast<int>(springs_.size());
}

// Loops are compiled with the bodies of their subchains only; here they refer to the whole tree.
void OwnedMechanism::take_loops(const Tree& tree, const System& system, const Partition& partition,
                                const std::vector<std::vector<int>>& rows) {
    check(system.tree.nv == tree.nv && system.tree.nq == tree.nq, "these loops belong to another model");
    const Tree& reduced = system.tree;
    std::vector<int> number(static_cast<std::size_t>(reduced.body_count), 0);
    std::vector<int> with_column(static_cast<std::size_t>(tree.nv), 0);
    for (int i = 1; i < tree.body_count; ++i) with_column[static_cast<std::size_t>(tree.bodies[i].v)] = i;
    for (int i = 1; i < reduced.body_count; ++i) {
        number[static_cast<std::size_t>(i)] = with_column[static_cast<std::size_t>(reduced.bodies[i].v)];
    }
    mechanism_.system = system;
    mechanism_.system.tree = tree;
    mechanism_.partition = partition;
    const int count = system.loop_count;
    for (int n = 0; n < count; ++n) {
        loops::LoopJoint loop = system.loops[n];
        std::vector<loops::Step> chain(loop.chain, loop.chain + loop.chain_count);
        for (loops::Step& step : chain) step.body = number[static_cast<std::size_t>(step.body)];
        // An end outside of the chain is on the body where the two sides meet.
        const int top = chain.empty() ? 0 : tree.bodies[chain.front().body].parent;
        loop.predecessor = loop.predecessor == 0 ? top : number[static_cast<std::size_t>(loop.predecessor)];
        loop.successor = loop.successor == 0 ? top : number[static_cast<std::size_t>(loop.successor)];
        chains_.push_back(std::move(chain));
        loops_.push_back(loop);
    }
    for (std::size_t n = 0; n < loops_.size(); ++n) loops_[n].chain = chains_[n].data();
    mechanism_.system.loops = loops_.data();
    check(rows.size() == static_cast<std::size_t>(mechanism_.system.block_count),
          "every cluster must have a list of rows");
    chosen_rows_ = rows;
    for (std::size_t b = 0; b < rows.size(); ++b) {
        const loops::Block& block = mechanism_.system.blocks[b];
        for (const int row : rows[b]) {
            check(std::find(block.rows, block.rows + block.row_count, row) != block.rows + block.row_count,
                  "a row belongs to another cluster");
        }
        check(rows[b].size() >= static_cast<std::size_t>(mechanism_.partition.dependent_count[b]),
              "a cluster has more dependent columns than rows");
        const auto eliminated = [&](const int* numbers, int count) {
            const Partition& own = mechanism_.partition;
            eliminations_.push_back(std::make_unique<OwnedElimination>(
                system, numbers, count, own.dependent[b], own.dependent_count[b], own.independent[b],
                own.independent_count[b]));
            return eliminations_.back()->view();
        };
        const int count = static_cast<int>(rows[b].size());
        rows_.push_back({block.rows, chosen_rows_[b].data(),
                         eliminated(block.rows, block.row_count),
                         eliminated(chosen_rows_[b].data(), count)});
    }
    mechanism_.rows = rows_.data();
}

// The bodies of each block of K, and every other body alone, in the order of their first bodies: what
// a cluster hangs on has a smaller number than all that is in it.
void OwnedMechanism::find_clusters(const Tree& tree) {
    const System& system = mechanism_.system;
    std::vector<int> block_of(static_cast<std::size_t>(tree.nv), -1);
    for (int b = 0; b < system.block_count; ++b) {
        for (int c = 0; c < system.blocks[b].column_count; ++c) {
            block_of[static_cast<std::size_t>(system.blocks[b].columns[c])] = b;
        }
    }
    std::vector<int> cluster_of(static_cast<std::size_t>(system.block_count), -1);
    for (int i = 1; i < tree.body_count; ++i) {
        const mechanics::Body& body = tree.bodies[i];
        const int block = block_of[static_cast<std::size_t>(body.v)];
        int number = block < 0 ? -1 : cluster_of[static_cast<std::size_t>(block)];
        if (number < 0) {
            number = static_cast<int>(clusters_.size());
            clusters_.push_back({body.parent, nullptr, 0, nullptr, 0, block, true});
            cluster_bodies_.emplace_back();
            cluster_columns_.emplace_back();
            if (block >= 0) cluster_of[static_cast<std::size_t>(block)] = number;
        }
        auto& bodies = cluster_bodies_[static_cast<std::size_t>(number)];
        check(body.parent == clusters_[static_cast<std::size_t>(number)].outer ||
                  std::find(bodies.begin(), bodies.end(), body.parent) != bodies.end(),
              "the bodies of a cluster must hang on one body");
        bodies.push_back(i);
        for (int k = 0; k < velocity_count(body.motion); ++k) {
            cluster_columns_[static_cast<std::size_t>(number)].push_back(body.v + k);
        }
    }
    local_.assign(static_cast<std::size_t>(tree.nv), 0);
    for (std::size_t n = 0; n < clusters_.size(); ++n) {
        Cluster& cluster = clusters_[n];
        cluster.bodies = cluster_bodies_[n].data();
        cluster.body_count = static_cast<int>(cluster_bodies_[n].size());
        cluster.columns = cluster_columns_[n].data();
        cluster.column_count = static_cast<int>(cluster_columns_[n].size());
        for (int k = 0; k < cluster.column_count; ++k) local_[static_cast<std::size_t>(cluster.columns[k])] = k;
        mechanism_.widest = std::max(mechanism_.widest, cluster.column_count);
    }
    for (Cluster& cluster : clusters_) {
        for (const Cluster& other : clusters_) {
            if (std::find(cluster.bodies, cluster.bodies + cluster.body_count, other.outer) !=
                cluster.bodies + cluster.body_count) {
                cluster.is_leaf = false;
            }
        }
    }
    mechanism_.clusters = clusters_.data();
    mechanism_.cluster_count = static_cast<int>(clusters_.size());
    mechanism_.local = local_.data();
}

// Depth first, over groups and then over what hangs on them; entries of one group in their own order.
OwnedOrder::OwnedOrder(const std::vector<std::vector<int>>& groups, const std::vector<int>& parents) {
    std::vector<std::vector<std::size_t>> children(groups.size() + 1);
    for (std::size_t n = 0; n < groups.size(); ++n) {
        children[static_cast<std::size_t>(parents[n] + 1)].push_back(n);
    }
    std::vector<int> first(groups.size(), 0), last(groups.size(), 0);
    std::vector<std::size_t> waiting(children[0].rbegin(), children[0].rend()), visited;
    while (!waiting.empty()) {
        const std::size_t n = waiting.back();
        waiting.pop_back();
        visited.push_back(n);
        const auto& own = children[n + 1];
        waiting.insert(waiting.end(), own.rbegin(), own.rend());
        // All entries of the groups that it hangs on, ascending.
        std::vector<int> carried;
        for (int g = parents[n]; g >= 0; g = parents[static_cast<std::size_t>(g)]) {
            const auto group = static_cast<std::size_t>(g);
            for (int p = last[group] - 1; p >= first[group]; --p) carried.push_back(p);
        }
        std::reverse(carried.begin(), carried.end());
        first[n] = static_cast<int>(entries.size());
        for (const int entry : groups[n]) {
            related.push_back(carried);
            carried.push_back(static_cast<int>(entries.size()));
            entries.push_back(entry);
        }
        last[n] = static_cast<int>(entries.size());
    }
    // A group ends where the last of its children does.
    std::vector<int> ends = last;
    for (auto n = visited.rbegin(); n != visited.rend(); ++n) {
        if (parents[*n] < 0) continue;
        int& end = ends[static_cast<std::size_t>(parents[*n])];
        end = std::max(end, ends[*n]);
    }
    end.resize(entries.size());
    for (std::size_t n = 0; n < groups.size(); ++n) {
        for (int p = first[n]; p < last[n]; ++p) end[static_cast<std::size_t>(p)] = ends[n];
    }
    for (const auto& own : related) {
        data.push_back(own.data());
        counts.push_back(static_cast<int>(own.size()));
    }
}

Order OwnedOrder::view() const {
    bool plain = !end.empty() && end.front() == static_cast<int>(entries.size());
    for (std::size_t p = 0; p < entries.size(); ++p) plain = plain && entries[p] == static_cast<int>(p);
    return {static_cast<int>(entries.size()), entries.data(), data.data(), counts.data(), end.data(), plain};
}

// Inertias about a far point are differences of large numbers. Joints at the end of a chain carry least, and
// have the most to lose: so the point is there, or where a tree branches, on its heaviest body.
void OwnedMechanism::find_centers(const Tree& tree) {
    const auto count = static_cast<std::size_t>(tree.body_count);
    std::vector<int> root(count, 0), heaviest(count, 0), children(count, 0), last_child(count, 0);
    for (int i = 1; i < tree.body_count; ++i) {
        const auto own = static_cast<std::size_t>(i), parent = static_cast<std::size_t>(tree.bodies[i].parent);
        root[own] = parent == 0 ? i : root[parent];
        int& best = heaviest[static_cast<std::size_t>(root[own])];
        if (best == 0 || tree.bodies[i].mass > tree.bodies[best].mass) best = i;
        ++children[parent];
        last_child[parent] = i;
    }
    for (int& best : heaviest) {
        while (best != 0 && children[static_cast<std::size_t>(best)] == 1) {
            best = last_child[static_cast<std::size_t>(best)];
        }
    }
    for (const int r : root) center_.push_back(heaviest[static_cast<std::size_t>(r)]);
    mechanism_.center = center_.data();
}

void OwnedMechanism::find_orders(const Tree& tree) {
    std::vector<std::vector<int>> columns;
    std::vector<int> parents;
    for (int i = 1; i < tree.body_count; ++i) {
        parents.push_back(tree.bodies[i].parent - 1);
        columns.emplace_back();
        for (int k = 0; k < velocity_count(tree.bodies[i].motion); ++k) {
            columns.back().push_back(tree.bodies[i].v + k);
        }
    }
    joints_ = OwnedOrder(columns, parents);
    mechanism_.joints = mechanism_.freedoms = joints_.view();
    place_.resize(static_cast<std::size_t>(tree.nv));
    for (int p = 0; p < tree.nv; ++p) {
        place_[static_cast<std::size_t>(joints_.entries[static_cast<std::size_t>(p)])] = p;
    }
    mechanism_.place = place_.data();
    if (mechanism_.system.block_count == 0) {
        // Measured: chains of up to 15 hinges are faster so.
        constexpr std::size_t most_pairs = 7;
        std::size_t pairs = 0;
        for (const auto& own : joints_.related) pairs += own.size();
        mechanism_.shallow = pairs <= most_pairs * joints_.related.size();
        return;
    }

    std::vector<int> cluster_of_body(static_cast<std::size_t>(tree.body_count), -1);
    std::vector<int> cluster_of_column(static_cast<std::size_t>(tree.nv), -1);
    for (std::size_t n = 0; n < clusters_.size(); ++n) {
        const int number = static_cast<int>(n);
        for (const int i : cluster_bodies_[n]) cluster_of_body[static_cast<std::size_t>(i)] = number;
        for (const int c : cluster_columns_[n]) cluster_of_column[static_cast<std::size_t>(c)] = number;
    }
    std::vector<std::vector<int>> free(clusters_.size());
    for (std::size_t u = 0; u < independent_.size(); ++u) {
        const int cluster = cluster_of_column[static_cast<std::size_t>(independent_[u])];
        free[static_cast<std::size_t>(cluster)].push_back(static_cast<int>(u));
    }
    std::vector<int> outer;
    for (const Cluster& cluster : clusters_) {
        outer.push_back(cluster_of_body[static_cast<std::size_t>(cluster.outer)]);
    }
    freedoms_ = OwnedOrder(free, outer);
    mechanism_.freedoms = freedoms_.view();
}

}  // namespace fourbar::dynamics

#include "system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fourbar::loops {

using mechanics::Body;
using mechanics::Frame;
using mechanics::velocity_count;

namespace {

// A frame's placement on its body times a 3 x 4 matrix on the frame.
Placement compose(const Placement& outer, const double* matrix) {
    double product[12];
    for (int k = 0; k < 3; ++k) {
        for (int j = 0; j < 4; ++j) {
            double sum = j == 3 ? outer.offset[k] : 0.0;
            for (int i = 0; i < 3; ++i) sum += outer.columns[i][k] * matrix[4 * i + j];
            product[4 * k + j] = sum;
        }
    }
    return mechanics::make_placement(product);
}

// Throws unless the numbers of all lists are below `count` and different.
void check_distinct(const std::vector<std::vector<int>>& lists, int count, const char* message) {
    std::vector<char> seen(static_cast<std::size_t>(count), 0);
    for (const auto& list : lists) {
        for (const int x : list) {
            check(x >= 0 && x < count && std::exchange(seen[static_cast<std::size_t>(x)], char{1}) == 0,
                  message);
        }
    }
}

}  // namespace

OwnedSystem::OwnedSystem(const mechanics::OwnedTree& owner, const SystemArrays& arrays,
                         const std::vector<std::vector<int>>& block_rows,
                         const std::vector<std::vector<int>>& block_columns, int target)
    : block_rows_(block_rows), block_columns_(block_columns), quaternions_(owner.quaternions()) {
    const Tree& tree = owner.tree();
    const std::size_t loops = arrays.predecessors.size;
    check(arrays.successors.size == loops && arrays.on_predecessors.size == 12 * loops &&
              arrays.on_successors.size == 12 * loops && arrays.slides.size == 3 * loops &&
              arrays.turnings.size == loops && arrays.leads.size == loops && arrays.seconds.size == 3 * loops,
          "the arrays of loops must have the same length");
    const std::size_t linear = arrays.constants.size;
    check(arrays.linear_starts.size == linear + 1 && arrays.linear_q.size == arrays.linear_v.size &&
              arrays.linear_q.size == arrays.linear_factors.size,
          "the arrays of linear rows must have the same length");
    for (std::size_t n = 0; n < loops; ++n) {
        const int p = arrays.predecessors.data[n], s = arrays.successors.data[n];
        const int turning = arrays.turnings.data[n];
        check(p >= 0 && p < tree.frame_count && s >= 0 && s < tree.frame_count && turning >= 0 &&
                  turning <= 3,
              "a loop is out of range");
        const double lead = arrays.leads.data[n];
        const int* const held = arrays.slides.data + 3 * n;
        check(lead == 0.0 || (std::isfinite(lead) && held[0] && held[1] && held[2] &&
                              static_cast<Turning>(turning) == Turning::axis),
              "only a loop that holds all but an axis has a lead");
        add_loop(tree, p, s, arrays.on_predecessors.data + 12 * n, arrays.on_successors.data + 12 * n,
                 held, static_cast<Turning>(turning), lead, arrays.seconds.data + 3 * n);
    }
    terms_.resize(arrays.linear_q.size);
    for (std::size_t t = 0; t < terms_.size(); ++t) {
        terms_[t] = {arrays.linear_q.data[t], arrays.linear_v.data[t], arrays.linear_factors.data[t], 0};
        check(terms_[t].q >= 0 && terms_[t].q < tree.nq && terms_[t].v >= 0 && terms_[t].v < tree.nv,
              "a linear row is out of range");
    }
    for (std::size_t n = 0; n < linear; ++n) {
        const int from = arrays.linear_starts.data[n], to = arrays.linear_starts.data[n + 1];
        check(from >= 0 && from <= to && static_cast<std::size_t>(to) <= terms_.size(),
              "a linear row is out of range");
        linear_.push_back({terms_.data() + from, to - from, arrays.constants.data[n]});
    }
    check(linear <= static_cast<std::size_t>(std::numeric_limits<int>::max() / (tree.nv + 1)) &&
              system_.rows + static_cast<int>(linear) <= std::numeric_limits<int>::max() / (tree.nv + 1),
          "the robot has too many joints and constraints for a matrix K");
    system_.rows += static_cast<int>(linear);
    copy_tree(tree);
    check(block_rows_.size() == block_columns_.size(), "clusters must have rows and columns");
    check_distinct(block_rows_, system_.rows, "a cluster's row is out of range or not its own");
    check_distinct(block_columns_, tree.nv, "a cluster's column is out of range or not its own");
    for (std::size_t k = 0; k < block_rows_.size(); ++k) {
        blocks_.push_back({block_rows_[k].data(), static_cast<int>(block_rows_[k].size()),
                           block_columns_[k].data(), static_cast<int>(block_columns_[k].size())});
    }
    find_movers(tree);
    find_entries();
    system_.loops = loops_.data();
    system_.loop_count = static_cast<int>(loops_.size());
    system_.linear = linear_.data();
    system_.linear_count = static_cast<int>(linear_.size());
    system_.blocks = blocks_.data();
    system_.block_count = static_cast<int>(blocks_.size());
    check(target >= -1 && target < system_.loop_count, "the target must be a loop, or -1");
    system_.target = target;
}

void OwnedSystem::add_loop(const Tree& tree, int predecessor, int successor,
                          const double* on_p, const double* on_s, const int* slides,
                          Turning turning, double lead, const double* second) {
    const Frame& p = tree.frames[predecessor];
    const Frame& s = tree.frames[successor];
    LoopJoint loop{};
    loop.row = system_.rows;
    for (int k = 0; k < 3; ++k) {
        if (slides[k] != 0) loop.slides[loop.slide_count++] = k;
    }
    loop.turning = turning;
    loop.lead = lead;
    loop.predecessor = p.body;  // numbers of the model until copy_tree()
    loop.successor = s.body;
    loop.on_predecessor = compose(p.placement, on_p);
    loop.on_successor = compose(s.placement, on_s);
    std::copy(second, second + 3, loop.second);
    loop.cosine = second[2];
    loop.inverse_sine = 1.0 / std::sqrt(second[0] * second[0] + second[1] * second[1]);
    system_.rows += loop.slide_count + rows_of(turning);
    // Up both sides until they meet (eq. 5 of the URDF+ paper); a parent's number is smaller.
    std::vector<Step> chain;
    int a = p.body, b = s.body;
    while (a != b) {
        if (a > b) {
            chain.push_back({a, -1.0, 0});
            a = tree.bodies[a].parent;
        } else {
            chain.push_back({b, 1.0, 0});
            b = tree.bodies[b].parent;
        }
    }
    std::reverse(chain.begin(), chain.end());
    chains_.push_back(std::move(chain));
    loops_.push_back(loop);
}

void OwnedSystem::copy_tree(const Tree& tree) {
    std::vector<int> number(static_cast<std::size_t>(tree.body_count), 0);
    for (const auto& chain : chains_) {
        for (const Step& step : chain) number[static_cast<std::size_t>(step.body)] = 1;
    }
    bodies_.push_back(tree.bodies[0]);
    for (int i = 1; i < tree.body_count; ++i) {
        if (number[static_cast<std::size_t>(i)] == 0) continue;
        Body body = tree.bodies[i];
        // A parent outside is the nearest common ancestor: its motion changes no loop.
        body.parent = number[static_cast<std::size_t>(body.parent)];
        number[static_cast<std::size_t>(i)] = static_cast<int>(bodies_.size());
        moving_.push_back(static_cast<int>(bodies_.size()));
        bodies_.push_back(body);
        if (mechanics::entry_of(body.motion).is_angle) angles_.push_back(body.q);
    }
    for (std::size_t n = 0; n < loops_.size(); ++n) {
        for (Step& step : chains_[n]) step.body = number[static_cast<std::size_t>(step.body)];
        loops_[n].predecessor = number[static_cast<std::size_t>(loops_[n].predecessor)];
        loops_[n].successor = number[static_cast<std::size_t>(loops_[n].successor)];
        loops_[n].chain = chains_[n].data();
        loops_[n].chain_count = static_cast<int>(chains_[n].size());
    }
    system_.tree.nq = tree.nq;
    system_.tree.nv = tree.nv;
    system_.tree.body_count = static_cast<int>(bodies_.size());
    system_.tree.bodies = bodies_.data();
    system_.tree.moving = moving_.data();
    system_.angles = angles_.data();
    system_.angle_count = static_cast<int>(angles_.size());
}

void OwnedSystem::find_movers(const Tree& tree) {
    std::vector<bool> moves(static_cast<std::size_t>(tree.nv), false);
    scalars_.assign(static_cast<std::size_t>(tree.nv), -1);
    in_loop_.assign(static_cast<std::size_t>(tree.nv), 0);
    for (const auto& chain : chains_) {
        for (const Step& step : chain) {
            const Body& body = bodies_[static_cast<std::size_t>(step.body)];
            std::fill_n(in_loop_.begin() + body.v, velocity_count(body.motion), char{1});
        }
    }
    for (const auto& columns : block_columns_) {
        for (const int column : columns) moves[static_cast<std::size_t>(column)] = true;
    }
    for (int i = 1; i < tree.body_count; ++i) {
        const Body& body = tree.bodies[i];
        if (!moves[static_cast<std::size_t>(body.v)]) continue;
        movers_.push_back({body.motion, body.q, body.v, in_loop_[static_cast<std::size_t>(body.v)] != 0});
        if (is_scalar(body.motion)) scalars_[static_cast<std::size_t>(body.v)] = body.q;
    }
    system_.movers = movers_.data();
    system_.mover_count = static_cast<int>(movers_.size());
    system_.scalars = scalars_.data();
    system_.in_loop = in_loop_.data();
    system_.quaternions = quaternions_.data();
    system_.quaternion_count = static_cast<int>(quaternions_.size());
}

void OwnedSystem::find_entries() {
    const int nv = system_.tree.nv;
    std::vector<bool> present(static_cast<std::size_t>(system_.rows * nv), false);
    const auto columns_of = [&](const Step& step) {
        const Body& body = bodies_[static_cast<std::size_t>(step.body)];
        return std::pair(body.v, velocity_count(body.motion));
    };
    for (std::size_t l = 0; l < loops_.size(); ++l) {
        const LoopJoint& loop = loops_[l];
        const int count = loop.slide_count + rows_of(loop.turning);
        for (const Step& step : chains_[l]) {
            const auto [first, width] = columns_of(step);
            for (int row = loop.row; row < loop.row + count; ++row) {
                for (int k = 0; k < width; ++k) present[static_cast<std::size_t>(row * nv + first + k)] = true;
            }
        }
    }
    const int first_linear = system_.rows - static_cast<int>(linear_.size());
    for (std::size_t n = 0; n < linear_.size(); ++n) {
        for (int t = 0; t < linear_[n].count; ++t) {
            const int row = first_linear + static_cast<int>(n);
            present[static_cast<std::size_t>(row * nv + linear_[n].terms[t].v)] = true;
        }
    }
    sources_.assign(present.size(), 0);
    for (std::size_t e = 0; e < present.size(); ++e) {
        if (!present[e]) continue;
        sources_[e] = static_cast<int>(entries_.size());
        entries_.push_back(static_cast<int>(e));
    }
    const auto zero = static_cast<int>(entries_.size());
    for (std::size_t e = 0; e < present.size(); ++e) {
        if (!present[e]) sources_[e] = zero;
    }
    for (std::size_t l = 0; l < loops_.size(); ++l) {
        LoopJoint& loop = loops_[l];
        if (loop.slide_count + rows_of(loop.turning) == 0) continue;
        const int* row = sources_.data() + loop.row * nv;
        loop.entry = zero;
        for (Step& step : chains_[l]) {
            const auto [first, width] = columns_of(step);
            loop.width += width;
            loop.entry = std::min(loop.entry, row[first]);
        }
        for (Step& step : chains_[l]) step.place = row[columns_of(step).first] - loop.entry;
    }
    for (std::size_t n = 0; n < linear_.size(); ++n) {
        const int* row = sources_.data() + (first_linear + static_cast<int>(n)) * nv;
        const auto first = linear_[n].terms - terms_.data();
        for (int t = 0; t < linear_[n].count; ++t) {
            Term& term = terms_[static_cast<std::size_t>(first + t)];
            term.entry = row[term.v];
        }
    }
    system_.entries = entries_.data();
    system_.entry_count = zero;
    system_.sources = sources_.data();
}

namespace {

// The dependent columns with the fewest entries first: eliminating those fills in the least.
std::vector<std::vector<int>> fewest_entries_first(const System& system,
                                                   std::vector<std::vector<int>> columns) {
    const auto count = [&](std::size_t block, int column) {
        int entries = 0;
        const Block& own = system.blocks[block];
        for (int i = 0; i < own.row_count; ++i) {
            entries += system.sources[own.rows[i] * system.tree.nv + column] != system.entry_count;
        }
        return entries;
    };
    for (std::size_t k = 0; k < columns.size(); ++k) {
        std::stable_sort(columns[k].begin(), columns[k].end(),
                         [&](int a, int b) { return count(k, a) < count(k, b); });
    }
    return columns;
}

}  // namespace

OwnedPartition::OwnedPartition(const System& system, const std::vector<std::vector<int>>& dependent)
    : // Checked before they are sorted by what K has in these places.
      dependent_(system, (Free(system, dependent), fewest_entries_first(system, dependent))),
      fits_(dependent_.fits(system)) {
    position_.assign(static_cast<std::size_t>(system.tree.nv), 0);
    for (int k = 0; k < system.block_count; ++k) {
        for (const int column : dependent_.of(k)) position_[static_cast<std::size_t>(column)] = -1;
    }
    int next = 0;
    for (int& position : position_) position = position < 0 ? -1 : next++;
    for (int k = 0; k < system.block_count; ++k) {
        const Block& block = system.blocks[k];
        std::vector<int> others;
        for (int c = 0; c < block.column_count; ++c) {
            const int column = block.columns[c];
            if (position_[static_cast<std::size_t>(column)] >= 0) others.push_back(column);
        }
        independent_.push_back(std::move(others));
    }
    for (int k = 0; k < system.block_count; ++k) {
        const auto& others = independent_[static_cast<std::size_t>(k)];
        dependent_data_.push_back(dependent_.of(k).data());
        dependent_counts_.push_back(static_cast<int>(dependent_.of(k).size()));
        independent_data_.push_back(others.data());
        independent_counts_.push_back(static_cast<int>(others.size()));
    }
    partition_ = {dependent_data_.data(),    dependent_counts_.data(), independent_data_.data(),
                  independent_counts_.data(), position_.data(),         next};
}

}  // namespace fourbar::loops

#include "objects.hpp"

#include <algorithm>
#include <cmath>

#include "boundary/errors.hpp"

namespace fourbar::dynamics {
namespace {

PyTypeObject* mechanism_type = nullptr;

void check(bool condition, const char* message) {
    if (!condition) throw nb::value_error(message);
}

std::vector<double> copied(const Numbers& numbers, int nv) {
    check(numbers.size() == static_cast<std::size_t>(nv), "an array must have a number per velocity");
    return {numbers.data(), numbers.data() + numbers.size()};
}

}  // namespace

CompiledMechanism::CompiledMechanism(const Compiled& compiled, nb::object loops, nb::object choice,
                                     const std::vector<std::vector<int>>& rows, const Numbers& gravity,
                                     const Numbers& armature, const Numbers& damping,
                                     const Numbers& friction, double tolerance, double consistency,
                                     bool driven)
    : kernels_(select_kernels(compiled.kernels().name)),
      driven_(driven),
      loops_owner_(std::move(loops)),
      choice_owner_(std::move(choice)) {
    check(kernels_ != nullptr, "dynamics have no kernels for this instruction set");
    check(gravity.size() == 3, "gravity must have three numbers");
    const Tree& tree = compiled.tree();
    armature_ = copied(armature, tree.nv);
    damping_ = copied(damping, tree.nv);
    friction_ = copied(friction, tree.nv);
    std::copy_n(gravity.data(), 3, mechanism_.gravity);
    mechanism_.tolerance = tolerance;
    mechanism_.consistency = consistency;
    mechanism_.system.tree = tree;
    mechanism_.system.target = -1;
    if (!loops_owner_.is_none()) {
        take_loops(compiled, nb::cast<const loops::LoopSystem&>(loops_owner_),
                   nb::cast<const loops::Choice&>(choice_owner_), rows);
    }
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
    find_related(tree);
    mechanism_.independent = independent_.data();
    mechanism_.nu = static_cast<int>(independent_.size());
    mechanism_.armature = armature_.data();
    mechanism_.damping = damping_.data();
    mechanism_.friction = friction_.data();
}

// Loops are compiled with the bodies of their subchains only; here they refer to the whole tree.
void CompiledMechanism::take_loops(const Compiled& compiled, const loops::LoopSystem& system,
                                   const loops::Choice& choice,
                                   const std::vector<std::vector<int>>& rows) {
    const Tree& tree = compiled.tree();
    check(choice.is_for(system) && choice.fits(), "these coordinates belong to another model");
    check(system.system().tree.nv == tree.nv && system.system().tree.nq == tree.nq,
          "these loops belong to another model");
    const Tree& reduced = system.system().tree;
    std::vector<int> number(static_cast<std::size_t>(reduced.body_count), 0);
    std::vector<int> with_column(static_cast<std::size_t>(tree.nv), 0);
    for (int i = 1; i < tree.body_count; ++i) with_column[static_cast<std::size_t>(tree.bodies[i].v)] = i;
    for (int i = 1; i < reduced.body_count; ++i) {
        number[static_cast<std::size_t>(i)] = with_column[static_cast<std::size_t>(reduced.bodies[i].v)];
    }
    mechanism_.system = system.system();
    mechanism_.system.tree = tree;
    mechanism_.partition = choice.partition();
    const int count = system.system().loop_count;
    for (int n = 0; n < count; ++n) {
        loops::LoopJoint loop = system.system().loops[n];
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
        rows_.push_back({block.rows, block.row_count, chosen_rows_[b].data(),
                         static_cast<int>(rows[b].size())});
    }
    mechanism_.rows = rows_.data();
}

// The bodies of each block of K, and every other body alone, in the order of their first bodies: what
// a cluster hangs on has a smaller number than all that is in it.
void CompiledMechanism::find_clusters(const Tree& tree) {
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

// The independent entries cluster by cluster; of each, those before it in its own cluster and in all
// that it hangs on.
void CompiledMechanism::find_related(const Tree& tree) {
    std::vector<int> cluster_of_body(static_cast<std::size_t>(tree.body_count), -1);
    std::vector<int> cluster_of_column(static_cast<std::size_t>(tree.nv), -1);
    for (std::size_t n = 0; n < clusters_.size(); ++n) {
        const int number = static_cast<int>(n);
        for (const int i : cluster_bodies_[n]) cluster_of_body[static_cast<std::size_t>(i)] = number;
        for (const int c : cluster_columns_[n]) cluster_of_column[static_cast<std::size_t>(c)] = number;
    }
    const auto cluster_of = [&](int u) {
        return cluster_of_column[static_cast<std::size_t>(independent_[static_cast<std::size_t>(u)])];
    };
    for (int u = 0; u < static_cast<int>(independent_.size()); ++u) order_.push_back(u);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](int a, int b) { return cluster_of(a) < cluster_of(b); });
    for (std::size_t u = 0; u < order_.size(); ++u) {
        std::vector<char> carries(clusters_.size(), 0);
        for (int n = cluster_of(order_[u]); n >= 0;) {
            carries[static_cast<std::size_t>(n)] = 1;
            n = cluster_of_body[static_cast<std::size_t>(clusters_[static_cast<std::size_t>(n)].outer)];
        }
        std::vector<int> own;
        for (std::size_t w = 0; w < u; ++w) {
            if (carries[static_cast<std::size_t>(cluster_of(order_[w]))] != 0) own.push_back(static_cast<int>(w));
        }
        related_.push_back(std::move(own));
    }
    mechanism_.order = order_.data();
    for (const auto& own : related_) {
        related_data_.push_back(own.data());
        related_counts_.push_back(static_cast<int>(own.size()));
    }
    mechanism_.related = related_data_.data();
    mechanism_.related_count = related_counts_.data();
}

CompiledMechanism* find_mechanism(PyObject* model, Compiled& compiled, bool spanning) {
    nb::object& kept = spanning ? compiled.open_mechanism : compiled.mechanism;
    if (!kept.is_valid()) {
        const nb::object compile = nb::steal(
            boundary::find_in_package("fourbar.mechanics.dynamics.compile", "compile_mechanism"));
        if (!compile.is_valid()) return nullptr;
        const nb::object made = nb::steal(
            PyObject_CallFunctionObjArgs(compile.ptr(), model, spanning ? Py_True : Py_False, nullptr));
        if (!made.is_valid()) return nullptr;
        if (!PyObject_TypeCheck(made.ptr(), mechanism_type) || !nb::inst_ready(made)) {
            PyErr_SetString(PyExc_TypeError, "compile_mechanism() must return a Mechanism");
            return nullptr;
        }
        kept = made;
    }
    return nb::inst_ptr<CompiledMechanism>(kept);
}

void set_type(PyObject* type) { mechanism_type = reinterpret_cast<PyTypeObject*>(type); }

}  // namespace fourbar::dynamics

// Accelerations from efforts where loops join bodies: composite rigid bodies within a cluster,
// articulated bodies between clusters.
//
// A cluster hangs on one body P. Its mass matrix H (Walker and Orin 1982), with the articulated
// inertias of the clusters that hang on it, is projected on its independent velocities, D = G^T H G;
// what P feels of it is then I - F D^-1 F^T with the force columns F = sum(I S) G about P: matrices of
// 6 x 6 only, where cluster trees elsewhere carry 6m x 6m (Chignoli et al. 2023, arXiv 2311.13732).
// With one body and one degree of freedom that is the articulated body algorithm again.
#pragma once

#include "aba.hpp"
#include "ldl.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// Which of a cluster's columns are independent, and how the others follow.
template <class S>
struct Reduction {
    const int* independent;
    int count;
    const Form<S>* form;  // null where all are independent
};

template <class Space>
FOURBAR_INLINE Reduction<typename Space::Scalar> reduction_of(const Cluster& cluster,
                                                              const Memory<Space>& at) {
    if (cluster.block < 0) return {cluster.columns, cluster.column_count, nullptr};
    const auto& form = at.forms[cluster.block];
    return {form.independent, form.independent_count, &form};
}

// H G (n x nu) of a cluster, entry of H by entry: two joints of different branches share no inertia, and
// no time is spent on them.
template <class S>
class Projection {
public:
    // `place` has room for the cluster's columns.
    Projection(const Cluster& cluster, const int* local, const Reduction<S>& reduction, int* place, S* HG)
        : local_(local), place_(place), reduction_(reduction), HG_(HG) {
        const int nu = reduction.count;
        for (int u = 0; u < nu; ++u) place[local[reduction.independent[u]]] = u;
        for (int j = 0; reduction.form != nullptr && j < reduction.form->dependent_count; ++j) {
            place[local[reduction.form->dependent[j]]] = -1 - j;
        }
        for (int e = 0; e < cluster.column_count * nu; ++e) HG[e] = S{};
    }

    // H_cd = H_dc = entry.
    FOURBAR_INLINE void add(int c, int d, const S& entry) const {
        add_row(local_[c], place_[local_[d]], entry);
        if (c != d) add_row(local_[d], place_[local_[c]], entry);
    }

    FOURBAR_INLINE const S* row(int c) const { return HG_ + local_[c] * reduction_.count; }

private:
    // HG_r += entry G_d, where row d of G is a unit vector or a row of X.
    FOURBAR_INLINE void add_row(int r, int place, const S& entry) const {
        const int nu = reduction_.count;
        S* to = HG_ + r * nu;
        if (place >= 0) {
            to[place] += entry;
        } else {
            const S* X = reduction_.form->X + (-1 - place) * nu;
            for (int u = 0; u < nu; ++u) to[u] += entry * X[u];
        }
    }

    const int* local_;
    int* place_;
    const Reduction<S>& reduction_;
    S* HG_;
};

// The inertias of a cluster's bodies: rigid where nothing hangs on it.
template <bool rigid, class Space>
FOURBAR_INLINE auto& inertia_of(Memory<Space>& at, int i) {
    if constexpr (rigid) {
        return at.rigid[i];
    } else {
        return at.inertia[i];
    }
}

// The cluster's part of P's inertia and force. `D` keeps the factors for later. Returns the column of
// a motion without inertia, or -1.
template <bool rigid, class Space>
int give_way_together(const Mechanism& mechanism, const Cluster& cluster,
                      typename Space::Scalar* D, Memory<Space>& at) {
    using S = typename Space::Scalar;
    const Tree& tree = mechanism.tree();
    const bool grounded = cluster.outer == 0;
    const auto reduction = reduction_of<Space>(cluster, at);
    const int nu = reduction.count;
    const auto* form = reduction.form;
    S* HG = at.product;
    const Projection<S> projection(cluster, mechanism.local, reduction, at.place, HG);
    for (int m = cluster.body_count - 1; m >= 0; --m) {
        const int i = cluster.bodies[m];
        const Body& body = tree.bodies[i];
        const Pose<Space>& pose = at.state.poses[i];
        for_each_freedom<Space>(body, pose,
                                [&](int k, const typename Space::Vector& axis, auto kind)
                                    FOURBAR_INLINE_LAMBDA {
            const int c = body.v + k;
            at.rest[c] = at.tau[c] - effort_of<Space>(kind, axis, at.forces[i]);
            Wrench<Space> force = moving<Space>(kind, axis, inertia_of<rigid>(at, i));
            for (int j = i;;) {
                const Body& below = tree.bodies[j];
                for_each_freedom<Space>(below, at.state.poses[j],
                                        [&](int f, const typename Space::Vector& other, auto other_kind)
                                            FOURBAR_INLINE_LAMBDA {
                    const int d = below.v + f;
                    if (d > c) return;  // of the same body: once is enough
                    S effort = effort_of<Space>(other_kind, other, force);
                    if (d == c) effort = effort + mechanism.armature[c];
                    projection.add(c, d, effort);
                });
                if (below.parent != cluster.outer || !grounded) {
                    force = shifted<Space>(force, at.state.poses[j].position -
                                                      at.state.poses[below.parent].position);
                }
                if (below.parent == cluster.outer) break;
                j = below.parent;
            }
            at.columns[c] = force;
        });
        if (body.parent == 0) continue;
        const auto arm = pose.position - at.state.poses[body.parent].position;
        if (rigid && body.parent == cluster.outer) {
            add_shifted<Space>(at.inertia[body.parent], articulated<Space>(at.rigid[i]), arm);
        } else {
            add_shifted<Space>(inertia_of<rigid>(at, body.parent), inertia_of<rigid>(at, i), arm);
        }
        at.forces[body.parent] = at.forces[body.parent] + shifted<Space>(at.forces[i], arm);
    }

    // D = G^T (H G), and F G and G^T (tau - ...) in the places of the independent columns.
    for (int u = 0; u < nu; ++u) {
        const S* row = projection.row(reduction.independent[u]);
        for (int w = 0; w <= u; ++w) D[u * nu + w] = row[w];
    }
    for (int j = 0; form != nullptr && j < form->dependent_count; ++j) {
        const int d = form->dependent[j];
        const S* row = projection.row(d);
        const S* X = form->X + j * nu;
        for (int u = 0; u < nu; ++u) {
            const int c = reduction.independent[u];
            for (int w = 0; w <= u; ++w) D[u * nu + w] += X[u] * row[w];
            at.rest[c] += X[u] * at.rest[d];
            if (grounded) continue;
            at.columns[c] = {at.columns[c].force + at.columns[d].force * X[u],
                             at.columns[c].moment + at.columns[d].moment * X[u]};
        }
    }
    int massless = -1;
    factor_ldl(D, nu, [&](int u, const S& pivot, const S& diagonal) FOURBAR_INLINE_LAMBDA {
        note(is_massless(pivot, diagonal), reduction.independent[u], massless);
    });

    // pivots[c] becomes D^-1 rest, and P's share is taken from what it carries.
    for (int u = 0; u < nu; ++u) HG[u] = at.rest[reduction.independent[u]];
    solve_ldl(D, nu, HG);
    for (int u = 0; u < nu; ++u) at.pivots[reduction.independent[u]] = HG[u];
    if (grounded) return massless;
    Articulated<Space>& I = at.inertia[cluster.outer];
    Wrench<Space>& p = at.forces[cluster.outer];
    for (int u = 0; u < nu; ++u) {
        const int c = reduction.independent[u];
        p = {p.force + at.columns[c].force * at.pivots[c],
             p.moment + at.columns[c].moment * at.pivots[c]};
        // Row u of D^-1 F^T.
        for (int w = 0; w < nu; ++w) HG[w] = Space::scalar(w == u ? 1.0 : 0.0);
        solve_ldl(D, nu, HG);
        Wrench<Space> scaled{zero_vector<Space>(), zero_vector<Space>()};
        for (int w = 0; w < nu; ++w) {
            const Wrench<Space>& F = at.columns[reduction.independent[w]];
            scaled = {scaled.force + F.force * HG[w], scaled.moment + F.moment * HG[w]};
        }
        subtract_product<Space>(I.M, at.columns[c].force, scaled.force);
        subtract_product<Space>(I.B, at.columns[c].force, scaled.moment);
        subtract_product<Space>(I.J, at.columns[c].moment, scaled.moment);
    }
    return massless;
}

// The accelerations of a cluster's joints, once that of P is known.
template <class Space>
void accelerate_together(const Mechanism& mechanism, const Cluster& cluster,
                         const typename Space::Scalar* D, Memory<Space>& at) {
    using S = typename Space::Scalar;
    const Tree& tree = mechanism.tree();
    const auto reduction = reduction_of<Space>(cluster, at);
    const int nu = reduction.count;
    S* du = at.product;
    if (cluster.outer != 0) {
        for (int u = 0; u < nu; ++u) {
            du[u] = power_of<Space>(at.columns[reduction.independent[u]], at.rates[cluster.outer]);
        }
        solve_ldl(D, nu, du);
    }
    S* all = at.rest;  // no longer needed: joint accelerations by column
    for (int u = 0; u < nu; ++u) {
        const int c = reduction.independent[u];
        all[c] = cluster.outer != 0 ? at.pivots[c] - du[u] : at.pivots[c];
    }
    if (reduction.form != nullptr) {
        const auto& form = *reduction.form;
        for (int j = 0; j < form.dependent_count; ++j) {
            S sum = Space::scalar(0.0);
            for (int u = 0; u < nu; ++u) sum += form.X[j * nu + u] * all[form.independent[u]];
            all[form.dependent[j]] = sum;
        }
    }
    for (int k = 0; k < cluster.column_count; ++k) {
        const int c = cluster.columns[k];
        at.a[c] = at.a[c] + all[c];
    }
    if (cluster.is_leaf) return;  // nobody asks how its bodies accelerate
    for (int m = 0; m < cluster.body_count; ++m) {
        const int i = cluster.bodies[m];
        const Body& body = tree.bodies[i];
        const auto arm = at.state.poses[i].position - at.state.poses[body.parent].position;
        at.rates[i] = moved<Space>(at.rates[body.parent], arm) +
                      relative<Space>(body, at.state.poses[i], all);
    }
}

FOURBAR_INLINE bool is_simple(const Tree& tree, const Cluster& cluster) {
    return cluster.block < 0 && is_scalar(tree.bodies[cluster.bodies[0]].motion);
}

// a, which holds that of the bias, from tau and forces. Returns a motion without inertia, or -1.
template <class Space>
int find_accelerations(const Mechanism& mechanism, Memory<Space>& at) {
    using S = typename Space::Scalar;
    const Tree& tree = mechanism.tree();
    int massless = -1;
    S* D = at.D;
    for (int n = 0; n < mechanism.cluster_count; ++n) {
        const Cluster& cluster = mechanism.clusters[n];
        const bool stays_rigid = cluster.is_leaf && !is_simple(tree, cluster);
        for (int m = 0; m < cluster.body_count; ++m) {
            const int i = cluster.bodies[m];
            put_rigid<Space>(tree.bodies[i], at.state.poses[i], at.rigid[i]);
            if (!stays_rigid) at.inertia[i] = articulated<Space>(at.rigid[i]);
        }
        D += mechanism.clusters[n].column_count * mechanism.clusters[n].column_count;
    }
    for (int n = mechanism.cluster_count - 1; n >= 0; --n) {
        const Cluster& cluster = mechanism.clusters[n];
        D -= cluster.column_count * cluster.column_count;
        const int found = is_simple(tree, cluster)
                              ? give_way<Space>(mechanism, cluster.bodies[0], at)
                          : cluster.is_leaf
                              ? give_way_together<true, Space>(mechanism, cluster, D, at)
                              : give_way_together<false, Space>(mechanism, cluster, D, at);
        massless = found >= 0 ? found : massless;
    }
    const auto still = zero_vector<Space>();
    at.rates[0] = {still, still};
    for (int n = 0; n < mechanism.cluster_count; ++n) {
        const Cluster& cluster = mechanism.clusters[n];
        if (is_simple(tree, cluster)) {
            accelerate<Space>(mechanism, cluster.bodies[0], at);
        } else {
            accelerate_together<Space>(mechanism, cluster, D, at);
        }
        D += cluster.column_count * cluster.column_count;
    }
    return massless;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

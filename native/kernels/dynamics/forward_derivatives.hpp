// Derivatives of a tree's accelerations along positions, velocities and efforts: -M^-1 dq, -M^-1 dv and M^-1,
// with dq and dv those of efforts (derivatives.hpp) at the accelerations that efforts cause.
//
// Since M^-1 is a result, accelerations follow from it and from what the joints need while they do not
// accelerate; what their accelerations add to the motion of bodies is added to it afterwards. So nothing is
// swept twice but that.
#pragma once

#include "aba.hpp"
#include "derivatives.hpp"
#include "ldl.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// The inverse of at.H, the lower triangle of M in the order of Mechanism::freedoms, in at.inverse. Returns
// the entry of v of a motion without inertia, or -1.
inline int invert_mass(const Mechanism& mechanism, Memory<Single>& at) {
    int massless = -1;
    invert_sparse(at.H, row_stride(mechanism.nu), mechanism.freedoms, at.product, at.inverse,
                  [&](int p, double pivot, double diagonal) FOURBAR_INLINE_LAMBDA {
                      note(is_massless(pivot, diagonal),
                           mechanism.independent[mechanism.freedoms.entries[p]], massless);
                  });
    return massless;
}
inline int invert_mass(const Mechanism& mechanism, Memory<Lanes>& at) {
    int massless = -1;
    invert_sparse(at.H, row_stride(mechanism.nu), mechanism.freedoms, at.inverse,
                  [&](int p, const Lane& pivot, const Lane& diagonal) FOURBAR_INLINE_LAMBDA {
                      note(is_massless(pivot, diagonal),
                           mechanism.independent[mechanism.freedoms.entries[p]], massless);
                  });
    return massless;
}

// Inertias of all that hangs on each body, the lower triangle of M in at.H, and in at.rest what efforts leave
// to accelerate joints with. Returns the entry of v of a motion without inertia, or -1.
template <class Space>
FOURBAR_OUTLINE int find_rest(const Mechanism& mechanism, Memory<Space>& at) {
    using S = typename Space::Scalar;
    const Tree& tree = mechanism.tree();
    const long stride = row_stride(tree.nv);
    int massless = -1;
    for (long e = 0; e < tree.nv * stride; ++e) at.H[e] = Space::scalar(0.0);
    for (int i = 1; i < tree.body_count; ++i) {
        at.composite[i] = at.rigid[i];
        at.forces[i] = at.carried[i].force;
    }
    for (int i = tree.body_count - 1; i > 0; --i) {
        const Body& body = tree.bodies[i];
        const Rigid<Space>& I = at.composite[i];
        const Wrench<Space>& force = at.forces[i];
        for (int c = body.v; c < body.v + velocity_count(body.motion); ++c) {
            const int place = mechanism.place[c];
            const Twist<Space>& motion = at.motions[c];
            const Wrench<Space> inertia = I * motion;
            S& own = at.H[place * (stride + 1)];
            own = power_of<Space>(inertia, motion) + mechanism.armature[c];
            note(is_massless(own, size_along<Space>(I, motion)), c, massless);
            at.rest[c] = at.tau[c] - power_of<Space>(force, motion);
            at.columns[place] = inertia;
        }
        if (body.parent == 0) continue;
        at.composite[body.parent] = at.composite[body.parent] + I;
        at.forces[body.parent] = at.forces[body.parent] + force;
    }
    // The rest of M last: its panel has been written number by number, and is read in whole registers, which
    // wait for the last of them.
    for (int place = tree.nv - 1; place >= 0; --place) {
        const int* list = mechanism.joints.related[place];
        const WideWrench wide = widened_wrench<Space>(at.columns[place]);
        S* row = at.H + place * stride;
        for_each_piece<S>(list, 0, mechanism.joints.related_count[place],
                          [&](int first, int from, int end) FOURBAR_INLINE_LAMBDA {
            const Piece<S> mass(at.panel.power(first, wide));
            for (int p = from; p < end; ++p) row[list[p]] = mass[list[p] - first];
        });
    }
    return massless;
}

// Calls visit(root, end) for places that hang on the ground together. Others share no inertia.
template <class Visit>
FOURBAR_INLINE void for_each_root(const Order& order, const Visit& visit) {
    for (int root = 0; root < order.count; root = order.end[root]) visit(root, order.end[root]);
}

// at.a = M^-1 rest, of the inverse in the order of places.
inline void accelerate_joints(const Mechanism& mechanism, Memory<Single>& at) {
    const Order& order = mechanism.joints;
    const long stride = row_stride(order.count);
    for_each_root(order, [&](int root, int end) {
        for (int first = root / lane_count * lane_count; first < end; first += lane_count) {
            Lane sum{};
            for (int c = root; c < end; ++c) sum += load(at.inverse + c * stride + first) * at.rest[order.entries[c]];
            const Piece<double> piece(sum);
            for (int l = 0; l < lane_count; ++l) {
                if (first + l >= root && first + l < end) at.a[order.entries[first + l]] = piece[l];
            }
        }
    });
}
inline void accelerate_joints(const Mechanism& mechanism, Memory<Lanes>& at) {
    const Order& order = mechanism.joints;
    const long stride = row_stride(order.count);
    for_each_root(order, [&](int root, int end) {
        for (int r = root; r < end; ++r) {
            Lane sum{};
            for (int c = root; c < end; ++c) sum += at.inverse[r * stride + c] * at.rest[order.entries[c]];
            at.a[order.entries[r]] = sum;
        }
    });
}

// What the accelerations at.a of joints add to what sweep_bodies found without any.
template <class Space>
FOURBAR_OUTLINE void add_accelerations(const Mechanism& mechanism, Memory<Space>& at) {
    const Tree& tree = mechanism.tree();
    at.rates[0] = {zero_vector<Space>(), zero_vector<Space>()};
    for (int i = 1; i < tree.body_count; ++i) {
        const Body& body = tree.bodies[i];
        const Twist<Space> below = at.rates[body.parent];
        Twist<Space> rate = below;
        for (int c = body.v; c < body.v + velocity_count(body.motion); ++c) {
            const Twist<Space>& S = at.motions[c];
            Twist<Space>& second = at.slopes[c].second;
            second = second + cross_motion<Space>(below, S);
            at.second.template put<Space>(mechanism.place[c], second);
            rate = rate + S * at.a[c];
        }
        at.rates[i] = rate;
        at.carried[i].force = at.carried[i].force + at.rigid[i] * rate;
    }
}

// The two products -M^-1 at.H and -M^-1 at.product. `inverse` is M^-1 as entries of v are numbered.
inline void apply_inverse(const Mechanism& mechanism, const Memory<Single>& at, const double* inverse,
                          double* along_q, double* along_v) {
    constexpr int block = 4;  // rows at a time, for which a register of slopes is read once
    const Order& order = mechanism.joints;
    const int n = order.count;
    const long stride = row_stride(n);
    for_each_root(order, [&](int root, int end) {
        for (int r = root; r < end; r += block) {
            const double* rows[block];
            for (int t = 0; t < block; ++t) rows[t] = inverse + order.entries[r + t < end ? r + t : r] * n;
            for (int first = 0; first < n; first += lane_count) {
                Lane q[block]{}, v[block]{};
                for (int c = root; c < end; ++c) {
                    const int k = order.entries[c];
                    const Lane slope_q = load(at.H + k * stride + first), slope_v = load(at.product + k * stride + first);
                    for (int t = 0; t < block; ++t) {
                        q[t] -= slope_q * rows[t][k];
                        v[t] -= slope_v * rows[t][k];
                    }
                }
                const int width = n - first < lane_count ? n - first : lane_count;
                for (int t = 0; t < block && r + t < end; ++t) {
                    const long to = static_cast<long>(order.entries[r + t]) * n + first;
                    put_part(along_q + to, q[t], width);
                    put_part(along_v + to, v[t], width);
                }
            }
        }
    });
}
inline void apply_inverse(const Mechanism& mechanism, const Memory<Lanes>& at, const Lane* inverse, Lane* along_q,
                          Lane* along_v) {
    const Order& order = mechanism.joints;
    const int n = order.count;
    const long stride = row_stride(n);
    for_each_root(order, [&](int root, int end) {
        for (int r = root; r < end; ++r) {
            const long row = static_cast<long>(order.entries[r]) * n;
            for (int column = 0; column < n; ++column) {
                Lane q{}, v{};
                for (int c = root; c < end; ++c) {
                    const int k = order.entries[c];
                    q -= inverse[row + k] * at.H[k * stride + column];
                    v -= inverse[row + k] * at.product[k * stride + column];
                }
                along_q[row + column] = q;
                along_v[row + column] = v;
            }
        }
    });
}

// Poses are known, and v and tau are those of all joints. Nothing may close a loop. Returns the entry of v of
// a motion without inertia, or -1.
template <class Space>
int put_forward_derivatives(const Mechanism& mechanism, const Request& request, long row, Memory<Space>& at,
                            typename Space::Scalar* along_q, typename Space::Scalar* along_v,
                            typename Space::Scalar* along_tau) {
    const int nv = mechanism.tree().nv;
    const long stride = row_stride(nv);
    const bool loaded = request.load_count > 0, rubs = request.friction != Friction::none;
    place_columns<Space>(mechanism, at);
    for (int c = 0; c < nv; ++c) at.a[c] = Space::scalar(0.0);
    sweep_bodies<Space>(mechanism, at);
    if (loaded) hold_loads<Space>(mechanism, request, row, at);
    int massless = find_rest<Space>(mechanism, at);
    for (int c = 0; c < nv && rubs; ++c) at.rest[c] = at.rest[c] - friction_of(mechanism, c, at.v[c]);
    if (request.springs) {
        for_each_spring<Space>(mechanism, at, [&](int c, const typename Space::Scalar& effort) FOURBAR_INLINE_LAMBDA {
            at.rest[c] = at.rest[c] - effort;
        });
    }
    if (massless < 0) massless = invert_mass(mechanism, at);
    if (massless >= 0) return massless;
    put_inverse_entries(at.inverse, stride, mechanism.joints, along_tau);
    accelerate_joints(mechanism, at);
    add_accelerations<Space>(mechanism, at);
    const Slanted<typename Space::Scalar> to{at.H, at.product, nullptr, stride};
    if (loaded) {
        pair_joints<true, true, Space>(mechanism, at, to);
    } else {
        pair_joints<false, true, Space>(mechanism, at, to);
    }
    for (int c = 0; c < nv && rubs; ++c) {
        at.product[c * stride + c] = at.product[c * stride + c] + mechanism.damping[c];
    }
    for (int n = 0; request.springs && n < mechanism.spring_count; ++n) {
        const long own = static_cast<long>(mechanism.springs[n].column) * (stride + 1);
        at.H[own] = at.H[own] + mechanism.springs[n].stiffness;
    }
    apply_inverse(mechanism, at, along_tau, along_q, along_v);
    return -1;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

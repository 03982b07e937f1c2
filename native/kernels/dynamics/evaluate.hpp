// One quantity at the configuration that Memory holds, or at one per lane.
#pragma once

#include "cluster.hpp"
#include "coriolis.hpp"
#include "energy.hpp"
#include "forward_derivatives.hpp"
#include "motion.hpp"
#include "shallow.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// Entries per configuration of a quantity's two results.
inline long result_size(const Mechanism& mechanism, const Request& request) {
    const long nv = mechanism.tree().nv, nu = mechanism.nu;
    switch (request.quantity) {
        case Quantity::efforts: return request.scattered ? nv : nu;
        case Quantity::accelerations: return nv;
        case Quantity::mass:
        case Quantity::inverse_mass:
        case Quantity::coriolis:
        case Quantity::derivatives:
        case Quantity::forward_derivatives: return nu * nu;
        case Quantity::energy: return 2;
        case Quantity::momentum: return 6;
        case Quantity::centroidal: return 6 * nu;
        case Quantity::explicit_form: return nv * nu;
        case Quantity::regressor: break;
    }
    return 0;
}

inline long second_size(const Mechanism& mechanism, const Request& request) {
    switch (request.quantity) {
        case Quantity::derivatives:
        case Quantity::forward_derivatives: return static_cast<long>(mechanism.nu) * mechanism.nu;
        case Quantity::centroidal: return 6;
        case Quantity::explicit_form: return mechanism.tree().nv;
        default: return 0;
    }
}

inline long third_size(const Mechanism& mechanism, const Request& request) {
    return has_slopes(request.quantity) ? static_cast<long>(mechanism.nu) * mechanism.nu : 0;
}

// Derivatives of trees find theirs about another point.
inline bool needs_motion(Quantity quantity) {
    return quantity != Quantity::mass && quantity != Quantity::inverse_mass &&
           !has_slopes(quantity);
}

// Where a quantity's results go.
template <class S>
struct Results {
    S *out, *second, *third;
};

// Where a quantity could not be computed: which lane, or which entry of v.
struct Fault {
    int lane = 0;
    int column = -1;
};

template <class Space>
Verdict put_inverse(const Mechanism& mechanism, Memory<Space>& at, typename Space::Scalar* out,
                    Fault& fault) {
    const int nu = mechanism.nu;
    const long stride = row_stride(nu);
    const int* entries = mechanism.freedoms.entries;
    if (mechanism.system.block_count == 0) {
        fault.column = find_ordered_mass<Space>(mechanism, at, at.H);
        if (fault.column >= 0) return Verdict::massless;
    } else {
        find_mass<Space>(mechanism, at, at.H);
        project_square<Space>(mechanism, at, at.H, at.product);
        for (int r = 0; r < nu; ++r) {
            for (int c = 0; c <= r; ++c) at.H[r * stride + c] = at.product[entries[r] * nu + entries[c]];
        }
    }
    fault.column = invert_mass(mechanism, at);
    put_inverse_entries(at.inverse, stride, mechanism.freedoms, out);
    return fault.column < 0 ? Verdict::fine : Verdict::massless;
}

// G row by row, and g.
template <class Space>
void put_explicit(const Mechanism& mechanism, const Memory<Space>& at, typename Space::Scalar* G,
                  typename Space::Scalar* g) {
    const int nv = mechanism.tree().nv, nu = mechanism.nu;
    const auto zero = Space::scalar(0.0);
    for (int e = 0; e < nv * nu; ++e) G[e] = zero;
    for (int u = 0; u < nu; ++u) G[mechanism.independent[u] * nu + u] = Space::scalar(1.0);
    for (int b = 0; b < mechanism.system.block_count; ++b) {
        const auto& form = at.forms[b];
        for (int j = 0; j < form.dependent_count; ++j) {
            for (int c = 0; c < form.independent_count; ++c) {
                G[form.dependent[j] * nu + mechanism.partition.position[form.independent[c]]] =
                    form.X[j * form.independent_count + c];
            }
        }
    }
    for (int i = 0; i < nv; ++i) g[i] = at.a[i];
}

template <class Space>
FOURBAR_INLINE void set_still(int nv, typename Space::Scalar* rates) {
    for (int i = 0; i < nv; ++i) rates[i] = Space::scalar(0.0);
}

// at.a from at.tau, after the motion was found. Returns the entry of v of a motion without inertia, or -1.
template <class Space>
int move_freely(const Mechanism& mechanism, const Request& request, const Given& given, long row,
                Memory<Space>& at) {
    find_forces<Space>(mechanism, at);
    if (request.load_count > 0) subtract_loads<Space>(mechanism, request, row, at);
    for (int c = 0; c < mechanism.tree().nv; ++c) {
        if (request.friction != Friction::none && given.v) {
            at.tau[c] = at.tau[c] - friction_of(mechanism, c, at.v[c]);
        }
        at.tau[c] = at.tau[c] - at.a[c] * mechanism.armature[c];
    }
    if (request.springs) {
        for_each_spring<Space>(mechanism, at, [&](int c, const typename Space::Scalar& effort) FOURBAR_INLINE_LAMBDA {
            at.tau[c] = at.tau[c] - effort;
        });
    }
    if constexpr (std::is_same_v<Space, Single>) {
        if (mechanism.shallow) return accelerate_shallow(mechanism, at);
    }
    return find_accelerations<Space>(mechanism, at);
}

// Of poses and motion that were found. `tau` are efforts, for accelerations only.
template <class Space>
Verdict put_quantity(const Mechanism& mechanism, const Request& request, const Given& given, long row,
                     Memory<Space>& at, const Results<typename Space::Scalar>& results, Fault& fault) {
    const int nv = mechanism.tree().nv;
    auto* out = results.out;
    switch (request.quantity) {
        case Quantity::efforts:
            find_forces<Space>(mechanism, at);
            if (request.load_count > 0) subtract_loads<Space>(mechanism, request, row, at);
            find_efforts<Space>(mechanism, request, given.v, at);
            if (!request.scattered) {
                gather_efforts<Space>(mechanism, at, at.tau, out);
            } else {
                gather_efforts<Space>(mechanism, at, at.tau, at.f);
                for (int i = 0; i < nv; ++i) out[i] = Space::scalar(0.0);
                for (int u = 0; u < mechanism.nu; ++u) out[mechanism.independent[u]] = at.f[u];
            }
            return Verdict::fine;
        case Quantity::accelerations:
            fault.column = move_freely<Space>(mechanism, request, given, row, at);
            for (int i = 0; i < nv; ++i) out[i] = at.a[i];
            return fault.column < 0 ? Verdict::fine : Verdict::massless;
        case Quantity::forward_derivatives:
            if (!given.v) set_still<Space>(nv, at.v);
            fault.column = put_forward_derivatives<Space>(mechanism, request, row, at, out, results.second,
                                                          results.third);
            return fault.column < 0 ? Verdict::fine : Verdict::massless;
        case Quantity::mass:
            if (mechanism.system.block_count == 0) {
                find_mass<Space>(mechanism, at, out);
            } else {
                find_mass<Space>(mechanism, at, at.H);
                project_square<Space>(mechanism, at, at.H, out);
                // Both triangles from one: sums in another order differ in their last digits.
                for (int r = 0; r < mechanism.nu; ++r) {
                    for (int c = 0; c < r; ++c) out[c * mechanism.nu + r] = out[r * mechanism.nu + c];
                }
            }
            return Verdict::fine;
        case Quantity::derivatives:
            if (!given.v) set_still<Space>(nv, at.v);
            if (!given.a) set_still<Space>(nv, at.a);
            put_derivatives<Space>(mechanism, request, row, at, out, results.second, results.third);
            return Verdict::fine;
        case Quantity::inverse_mass:
            return put_inverse<Space>(mechanism, at, out, fault);
        case Quantity::energy:
            put_energy<Space>(mechanism, given.v, at, out);
            return Verdict::fine;
        case Quantity::momentum:
            put_momentum<Space>(mechanism, request.about_origin, at, out);
            return Verdict::fine;
        case Quantity::centroidal:
            find_forces<Space>(mechanism, at);
            put_centroidal<Space>(mechanism, at, out, results.second);
            return Verdict::fine;
        case Quantity::explicit_form:
            put_explicit<Space>(mechanism, at, out, results.second);
            return Verdict::fine;
        case Quantity::coriolis:
        case Quantity::regressor: break;  // one configuration at a time
    }
    return Verdict::fine;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

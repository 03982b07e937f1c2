// One quantity at the configuration that Memory holds, or at one per lane.
#pragma once

#include "cluster.hpp"
#include "coriolis.hpp"
#include "energy.hpp"
#include "motion.hpp"

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
        case Quantity::derivatives: return nu * nu;
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
        case Quantity::centroidal: return 6;
        case Quantity::explicit_form: return mechanism.tree().nv;
        default: return 0;
    }
}

inline bool needs_motion(Quantity quantity) {
    return quantity != Quantity::mass && quantity != Quantity::inverse_mass;
}

// Where a quantity could not be computed: which lane, or which entry of v.
struct Fault {
    int lane = 0;
    int column = -1;
};

template <class Space>
Verdict put_inverse(const Mechanism& mechanism, Memory<Space>& at, typename Space::Scalar* out,
                    Fault& fault) {
    using S = typename Space::Scalar;
    const int nu = mechanism.nu;
    const int* order = mechanism.order;
    project_square<Space>(mechanism, at, at.H, at.product);
    for (int r = 0; r < nu; ++r) {
        for (int c = 0; c < nu; ++c) at.H[r * nu + c] = at.product[order[r] * nu + order[c]];
    }
    invert_sparse(at.H, nu, mechanism.related, mechanism.related_count, at.product,
                  [&](int u, const S& pivot, const S& diagonal) FOURBAR_INLINE_LAMBDA {
                      note(is_massless(pivot, diagonal), mechanism.independent[order[u]], fault.column);
                  });
    for (int r = 0; r < nu; ++r) {
        for (int c = 0; c < nu; ++c) out[order[r] * nu + order[c]] = at.product[r * nu + c];
    }
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

// Of poses and motion that were found. `tau` are efforts, for accelerations only.
template <class Space>
Verdict put_quantity(const Mechanism& mechanism, const Request& request, const Given& given, long row,
                     Memory<Space>& at, typename Space::Scalar* out, typename Space::Scalar* second,
                     Fault& fault) {
    const int nv = mechanism.tree().nv;
    switch (request.quantity) {
        case Quantity::efforts:
            find_forces<Space>(mechanism, at);
            if (request.load_count > 0) subtract_loads<Space>(mechanism, request, row, at);
            find_efforts<Space>(mechanism, request.friction, given.v, at);
            if (!request.scattered) {
                gather_efforts<Space>(mechanism, at, at.tau, out);
            } else {
                gather_efforts<Space>(mechanism, at, at.tau, at.f);
                for (int i = 0; i < nv; ++i) out[i] = Space::scalar(0.0);
                for (int u = 0; u < mechanism.nu; ++u) out[mechanism.independent[u]] = at.f[u];
            }
            return Verdict::fine;
        case Quantity::accelerations:
            find_forces<Space>(mechanism, at);
            if (request.load_count > 0) subtract_loads<Space>(mechanism, request, row, at);
            for (int c = 0; c < nv; ++c) {
                if (request.friction != Friction::none && given.v) {
                    at.tau[c] = at.tau[c] - friction_of(mechanism, request.friction, c, at.v[c]);
                }
                at.tau[c] = at.tau[c] - at.a[c] * mechanism.armature[c];
            }
            fault.column = find_accelerations<Space>(mechanism, at);
            for (int i = 0; i < nv; ++i) out[i] = at.a[i];
            return fault.column < 0 ? Verdict::fine : Verdict::massless;
        case Quantity::mass:
            find_mass<Space>(mechanism, at);
            project_square<Space>(mechanism, at, at.H, out);
            return Verdict::fine;
        case Quantity::inverse_mass:
            find_mass<Space>(mechanism, at);
            return put_inverse<Space>(mechanism, at, out, fault);
        case Quantity::energy:
            put_energy<Space>(mechanism, given.v, at, out);
            return Verdict::fine;
        case Quantity::momentum:
            put_momentum<Space>(mechanism, request.about_origin, at, out);
            return Verdict::fine;
        case Quantity::centroidal:
            find_forces<Space>(mechanism, at);
            put_centroidal<Space>(mechanism, at, out, second);
            return Verdict::fine;
        case Quantity::explicit_form:
            put_explicit<Space>(mechanism, at, out, second);
            return Verdict::fine;
        case Quantity::coriolis:
        case Quantity::derivatives:
        case Quantity::regressor: break;  // one configuration at a time
    }
    return Verdict::fine;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

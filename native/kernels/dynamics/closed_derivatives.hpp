// Exact derivatives of efforts along the motions that loops allow, by dual numbers. Trees have an algorithm
// of their own (derivatives.hpp), which this one is compared with.
//
// Lanes are directions: first those of the independent positions, which are the columns of G, then
// those of the independent velocities. Of X = -K_d^-1 K_i the slope is K_d^-1 (-K_i' - K_d' X), with
// the factors of the values: no second derivative of a loop is ever written down.
#pragma once

#include "dual.hpp"
#include "single.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// Solves K_d x = b for values and slopes of a block; `b` is rows long and overwritten. `values` has the
// explicit form that was found for the values alone.
inline void solve_dual(const Mechanism& mechanism, const Memory<Duals>& at, const Form<double>& values,
                       double* rhs, Dual* b) {
    const int rows = values.solver.rows(), n = values.dependent_count;
    for (int i = 0; i < rows; ++i) rhs[i] = b[i].value;
    values.solver.solve(rhs);
    // Slopes of b less K_d' x.
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < n; ++j) {
            b[i].slope -= entry_of_K<Duals>(mechanism, at, values.rows[i], values.dependent[j]).slope * rhs[j];
        }
    }
    for (int i = 0; i < n; ++i) b[i].value = rhs[i];
    for (int l = 0; l < lane_count; ++l) {
        for (int i = 0; i < rows; ++i) rhs[i] = b[i].slope[l];
        values.solver.solve(rhs);
        for (int i = 0; i < n; ++i) b[i].slope[l] = rhs[i];
    }
}

// The explicit form with its slopes, from K with its slopes.
inline void find_dual_forms(const Mechanism& mechanism, Memory<Single>& values, Memory<Duals>& at) {
    Dual* X = at.X;
    for (int b = 0; b < mechanism.system.block_count; ++b) {
        const Block& block = mechanism.system.blocks[b];
        const Form<double>& from = values.forms[b];
        Form<Dual>& form = at.forms[b];
        form = {from.dependent, from.dependent_count, from.independent, from.independent_count,
                from.rows,      X,                    {}};
        for (int c = 0; c < form.independent_count; ++c) {
            for (int i = 0; i < from.solver.rows(); ++i) {
                at.rhs[i] = 0.0 - entry_of_K<Duals>(mechanism, at, form.rows[i], form.independent[c]);
            }
            solve_dual(mechanism, at, from, values.rhs, at.rhs);
            for (int j = 0; j < form.dependent_count; ++j) {
                form.X[j * form.independent_count + c] = at.rhs[j];
            }
        }
        X += static_cast<long>(block.column_count) * block.column_count;
    }
}

inline void add_dual_bias(const Mechanism& mechanism, Memory<Single>& values, Memory<Duals>& at) {
    for (int b = 0; b < mechanism.system.block_count; ++b) {
        const Form<double>& from = values.forms[b];
        if (from.dependent_count == 0) continue;
        for (int i = 0; i < from.solver.rows(); ++i) at.rhs[i] = at.k[from.rows[i]];
        solve_dual(mechanism, at, from, values.rhs, at.rhs);
        for (int j = 0; j < from.dependent_count; ++j) at.a[from.dependent[j]] += at.rhs[j];
    }
}

// q with the slopes that joint rates give it: dq = v for lengths and angles, quaternions turn by
// (w/2, 0), and a floating joint's translation is that of its own axes.
inline void set_dual_positions(const Mechanism& mechanism, const Memory<Single>& values, const Lane* rates,
                               Memory<Duals>& at) {
    const Tree& tree = mechanism.tree();
    for (int i = 1; i < tree.body_count; ++i) {
        const Body& body = tree.bodies[i];
        const double* q = values.q + body.q;
        const Lane* r = rates + body.v;
        if (is_scalar(body.motion)) {
            at.q[body.q] = {q[0], r[0]};
            at.sin[body.q] = {values.sin[body.q], r[0] * values.cos[body.q]};
            at.cos[body.q] = {values.cos[body.q], r[0] * -values.sin[body.q]};
            continue;
        }
        Dual* to = at.q + body.q;
        if (body.motion == Motion::floating) {
            const double x = q[3], y = q[4], z = q[5], w = q[6];
            const double share = 2.0 / (x * x + y * y + z * z + w * w);
            // R r = r + share (w u x r + u x (u x r)) with u = (x, y, z).
            const Triple<Lane> u{spread(x), spread(y), spread(z)}, slide{r[0], r[1], r[2]};
            const Triple<Lane> once = cross(u, slide);
            const Triple<Lane> moved = slide + (once * w + cross(u, once)) * share;
            to[0] = {q[0], moved.x};
            to[1] = {q[1], moved.y};
            to[2] = {q[2], moved.z};
            to += 3;
            q += 3;
            r += 3;
        }
        const double a = q[0], b = q[1], c = q[2], d = q[3];
        const Lane x = r[0] * 0.5, y = r[1] * 0.5, z = r[2] * 0.5;
        to[0] = {a, x * d + z * b - y * c};
        to[1] = {b, y * d + x * c - z * a};
        to[2] = {c, z * d + y * a - x * b};
        to[3] = {d, Lane{} - x * a - y * b - z * c};
    }
}

// Poses, motion and the explicit form with the slopes that positions have. at.v and at.a hold the
// independent entries, with slopes of their own.
inline void find_dual_motion(const Mechanism& mechanism, Memory<Single>& values, Memory<Duals>& at) {
    const Tree& tree = mechanism.tree();
    place_bodies<Duals>(tree, at);
    const bool closed = mechanism.system.block_count > 0;
    if (closed) {
        find_rows<Duals>(mechanism, at);
        find_dual_forms(mechanism, values, at);
        spread_rates<Duals>(mechanism, at, at.v);
    }
    move_bodies<Duals>(tree, at);
    if (closed) {
        accelerate_bodies<Duals>(tree, nullptr, at);
        find_row_biases<Duals>(mechanism, at);
        spread_rates<Duals>(mechanism, at, at.a);
        add_dual_bias(mechanism, values, at);
    }
    accelerate_bodies<Duals>(tree, at.a, at);
}

struct DualMemory {
    Memory<Single> values;
    Memory<Duals> slopes;
    Lane* directions;  // of all entries of v
};

inline DualMemory carve_dual(const Mechanism& mechanism, Carver& carver) {
    DualMemory at;
    at.values = carve_memory<Single>(mechanism, Quantity::coriolis, carver);
    at.slopes = carve_memory<Duals>(mechanism, Quantity::efforts, carver);
    at.directions = carver.take<Lane>(static_cast<std::size_t>(mechanism.tree().nv));
    return at;
}

inline std::size_t derivative_scratch(const Mechanism& mechanism) {
    Carver carver(nullptr);
    carve_dual(mechanism, carver);
    return carver.used();
}

// Derivatives of f, less G^T times the batch's efforts, along the independent positions and velocities
// (nu x nu each), at one configuration; and M.
inline Outcome differentiate_row(const Mechanism& mechanism, const Request& request, const Batch& data,
                                 long row, DualMemory& memory, double* dq, double* dv, double* M) {
    const Tree& tree = mechanism.tree();
    const int nv = tree.nv, nu = mechanism.nu;
    Memory<Single>& values = memory.values;
    Memory<Duals>& at = memory.slopes;
    Given given;
    Outcome outcome;
    outcome.row = row;
    Request own = request;
    own.quantity = Quantity::efforts;
    if (!take_row(mechanism, own, data, row, values, given)) {
        outcome.verdict = Verdict::not_finite;
        return outcome;
    }
    double quality = 1.0;
    int lane = 0;
    outcome.verdict = find_pose<Single>(mechanism, 1, values, quality, lane);
    if (outcome.verdict == Verdict::fine && !(quality > numerics::undetermined)) {
        outcome.verdict = Verdict::undetermined;
    }
    if (outcome.verdict == Verdict::fine) {
        outcome.verdict = find_motion<Single>(mechanism, given, 1, values, lane);
    }
    if (outcome.verdict != Verdict::fine) return outcome;

    find_mass<Single>(mechanism, values, values.H);
    project_square<Single>(mechanism, values, values.H, M);
    const int* independent = mechanism.independent;
    for (int first = 0; first < 2 * nu; first += lane_count) {
        // Direction first + l is a unit of the independent positions, or of the velocities.
        for (int i = 0; i < nv; ++i) memory.directions[i] = Lane{};
        for (int u = 0; u < nu; ++u) {
            const int c = independent[u];
            at.v[c] = {values.v[c], Lane{}};
            at.a[c] = {values.a[c], Lane{}};
            const int place = u - first, rate_place = nu + u - first;
            if (place >= 0 && place < lane_count) memory.directions[c][place] = 1.0;
            if (rate_place >= 0 && rate_place < lane_count) at.v[c].slope[rate_place] = 1.0;
        }
        for (int b = 0; b < mechanism.system.block_count; ++b) {
            const Form<double>& form = values.forms[b];
            for (int j = 0; j < form.dependent_count; ++j) {
                Lane sum{};
                for (int c = 0; c < form.independent_count; ++c) {
                    sum += memory.directions[form.independent[c]] * form.X[j * form.independent_count + c];
                }
                memory.directions[form.dependent[j]] = sum;
                // Independent accelerations are given; the others follow from them.
                at.a[form.dependent[j]] = {0.0, Lane{}};
            }
        }
        set_dual_positions(mechanism, values, memory.directions, at);
        find_dual_motion(mechanism, values, at);
        find_forces<Duals>(mechanism, at);
        if (request.load_count > 0) subtract_loads<Duals>(mechanism, request, row, at);
        find_efforts<Duals>(mechanism, request, true, at);
        for (int i = 0; data.efforts != nullptr && i < nv; ++i) {
            at.tau[i] = at.tau[i] - data.efforts[row * nv + i];
        }
        gather_efforts<Duals>(mechanism, at, at.tau, at.f);
        for (int l = 0; l < lane_count && first + l < 2 * nu; ++l) {
            const int direction = first + l;
            double* to = direction < nu ? dq + direction : dv + direction - nu;
            for (int u = 0; u < nu; ++u) to[u * nu] = at.f[u].slope[l];
        }
    }
    return outcome;
}

// Rows begin..end-1 of a batch.
inline Outcome differentiate(const Mechanism& mechanism, const Request& request, const Batch& data,
                             long begin, long end, double* scratch) {
    Carver carver(scratch);
    DualMemory memory = carve_dual(mechanism, carver);
    set_constants<Single>(mechanism, request.weightless, memory.values);
    set_constants<Duals>(mechanism, request.weightless, memory.slopes);
    const long size = static_cast<long>(mechanism.nu) * mechanism.nu;
    for (long row = begin; row < end; ++row) {
        const Outcome outcome =
            differentiate_row(mechanism, request, data, row, memory, data.out + row * size,
                              data.second + row * size, data.third + row * size);
        if (outcome.is_refused()) return outcome;
    }
    return {};
}

// C of the independent velocities, G^T (C G + H dG/dt), with dG/dt the slope of G along v.
inline Outcome coriolis_row(const Mechanism& mechanism, const Request& request, const Batch& data,
                            long row, DualMemory& memory, Full<Single>* full, double* out) {
    const int nv = mechanism.tree().nv, nu = mechanism.nu;
    Memory<Single>& values = memory.values;
    Memory<Duals>& at = memory.slopes;
    Given given;
    Outcome outcome;
    outcome.row = row;
    if (!take_row(mechanism, request, data, row, values, given)) {
        outcome.verdict = Verdict::not_finite;
        return outcome;
    }
    double quality = 1.0;
    int lane = 0;
    outcome.verdict = find_pose<Single>(mechanism, 1, values, quality, lane);
    if (outcome.verdict == Verdict::fine && !(quality > numerics::undetermined)) {
        outcome.verdict = Verdict::undetermined;
    }
    if (outcome.verdict == Verdict::fine) {
        outcome.verdict = find_motion<Single>(mechanism, given, 1, values, lane);
    }
    if (outcome.verdict != Verdict::fine) return outcome;
    for (int e = 0; e < nu * nu; ++e) out[e] = 0.0;
    if (mechanism.system.block_count > 0) {
        // H dG/dt first: only dependent entries of dG/dt are other than zero.
        for (int i = 0; i < nv; ++i) {
            memory.directions[i] = Lane{};
            memory.directions[i][0] = values.v[i];
        }
        set_dual_positions(mechanism, values, memory.directions, at);
        place_bodies<Duals>(mechanism.tree(), at);
        find_rows<Duals>(mechanism, at);
        find_dual_forms(mechanism, values, at);
        find_mass<Single>(mechanism, values, values.H);
        for (int u = 0; u < nu; ++u) {
            for (int i = 0; i < nv; ++i) values.tau[i] = 0.0;
            for (int b = 0; b < mechanism.system.block_count; ++b) {
                const Form<Dual>& form = at.forms[b];
                for (int c = 0; c < form.independent_count; ++c) {
                    if (mechanism.partition.position[form.independent[c]] != u) continue;
                    for (int j = 0; j < form.dependent_count; ++j) {
                        const double rate = form.X[j * form.independent_count + c].slope[0];
                        for (int i = 0; i < nv; ++i) {
                            values.tau[i] += values.H[i * nv + form.dependent[j]] * rate;
                        }
                    }
                }
            }
            gather_efforts<Single>(mechanism, values, values.tau, values.f);
            for (int w = 0; w < nu; ++w) out[w * nu + u] = values.f[w];
        }
    }
    find_coriolis<Single>(mechanism, full, values);
    project_square<Single>(mechanism, values, values.H, values.product);
    for (int e = 0; e < nu * nu; ++e) out[e] += values.product[e];
    return outcome;
}

inline std::size_t coriolis_scratch(const Mechanism& mechanism) {
    Carver carver(nullptr);
    carve_dual(mechanism, carver);
    carver.take<Full<Single>>(static_cast<std::size_t>(mechanism.tree().body_count));
    return carver.used();
}

inline Outcome coriolis(const Mechanism& mechanism, const Request& request, const Batch& data, long begin,
                        long end, double* scratch) {
    Carver carver(scratch);
    DualMemory memory = carve_dual(mechanism, carver);
    Full<Single>* full = carver.take<Full<Single>>(static_cast<std::size_t>(mechanism.tree().body_count));
    set_constants<Single>(mechanism, true, memory.values);
    set_constants<Duals>(mechanism, true, memory.slopes);
    const long size = static_cast<long>(mechanism.nu) * mechanism.nu;
    for (long row = begin; row < end; ++row) {
        const Outcome outcome =
            coriolis_row(mechanism, request, data, row, memory, full, data.out + row * size);
        if (outcome.is_refused()) return outcome;
    }
    return {};
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

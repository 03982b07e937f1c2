// One configuration, in a workspace that is made once.
#pragma once

#include "evaluate.hpp"
#include "kernels.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

using dynamics::Batch;

// What a workspace was made ready for. The same again needs no work: constants stay as they are.
struct Contents {
    const Mechanism* mechanism;
    Quantity quantity;
    bool weightless;
};

struct Workspace {
    Contents contents;
    Memory<Single> memory;
};

inline std::size_t single_scratch(const Mechanism& mechanism, Quantity quantity) {
    Carver carver(nullptr);
    carver.take<Workspace>(1);
    carve_memory<Single>(mechanism, quantity, carver);
    return carver.used();
}

inline Memory<Single>& ready(const Mechanism& mechanism, const Request& request, double* block) {
    Carver carver(block);
    Workspace& at = *carver.take<Workspace>(1);
    const Contents& held = at.contents;
    if (held.mechanism != &mechanism || held.quantity != request.quantity ||
        held.weightless != request.weightless) {
        at.memory = carve_memory<Single>(mechanism, request.quantity, carver);
        set_constants<Single>(mechanism, request.weightless, at.memory);
        at.contents = {&mechanism, request.quantity, request.weightless};
    }
    return at.memory;
}

// Copies v or a, all entries or the independent ones, each to its place.
FOURBAR_INLINE void take_rates(const Mechanism& mechanism, const double* from, int width, double* to) {
    if (width == mechanism.tree().nv) {
        for (int i = 0; i < width; ++i) to[i] = from[i];
    } else {
        for (int u = 0; u < width; ++u) to[mechanism.independent[u]] = from[u];
    }
}

// Reads row `row` of a batch. False where a number is not finite.
FOURBAR_INLINE bool take_row(const Mechanism& mechanism, const Request& request, const Batch& data,
                             long row, Memory<Single>& at, Given& given) {
    const Tree& tree = mechanism.tree();
    const double* q = data.q + row * tree.nq;
    const Range range = range_of(q, tree.nq);
    if (range == Range::not_finite) return false;
    for (int i = 0; i < tree.nq; ++i) at.q[i] = q[i];
    // Four at least: the sine of several is found at once.
    for (int i = tree.nq; i < 4; ++i) at.q[i] = 0.0;
    sincos_all(at.q, tree.nq < 4 ? 4 : tree.nq, range == Range::far, at.sin, at.cos);
    if (data.v != nullptr) {
        const double* v = data.v + row * data.v_width;
        if (range_of(v, data.v_width) == Range::not_finite) return false;
        take_rates(mechanism, v, data.v_width, at.v);
        given.v = true;
        given.v_spanning = data.v_width == tree.nv;
    }
    if (is_forward(request.quantity)) {
        const double* tau = data.x + row * tree.nv;
        if (range_of(tau, tree.nv) == Range::not_finite) return false;
        for (int i = 0; i < tree.nv; ++i) at.tau[i] = tau[i];
    } else if (data.x != nullptr) {
        const double* a = data.x + row * data.x_width;
        if (range_of(a, data.x_width) == Range::not_finite) return false;
        take_rates(mechanism, a, data.x_width, at.a);
        given.a = true;
        given.a_spanning = data.x_width == tree.nv;
    }
    return true;
}

inline Outcome single_row(const Mechanism& mechanism, const Request& request, const Batch& data, long row,
                          Memory<Single>& at, const Results<double>& results) {
    Given given;
    Outcome outcome;
    outcome.row = row;
    if (!take_row(mechanism, request, data, row, at, given)) {
        outcome.verdict = Verdict::not_finite;
        return outcome;
    }
    double quality = 1.0;
    Fault fault;
    outcome.verdict = find_pose<Single>(mechanism, 1, at, quality, fault.lane);
    if (outcome.verdict != Verdict::fine) return outcome;
    bool singular = false;
    if (request.quantity != Quantity::accelerations || (given.v && !given.v_spanning)) {
        if (!(quality > numerics::undetermined)) {
            outcome.verdict = Verdict::undetermined;
            return outcome;
        }
    } else if (!(quality > numerics::dynamics::repivot)) {
        singular = find_pivoted_forms(mechanism, at);
    }
    if (needs_motion(request.quantity)) {
        outcome.verdict = find_motion<Single>(mechanism, given, 1, at, fault.lane);
        if (outcome.verdict != Verdict::fine) return outcome;
    }
    outcome.verdict = put_quantity<Single>(mechanism, request, given, row, at, results, fault);
    outcome.column = fault.column;
    if (outcome.verdict == Verdict::fine && singular) outcome.verdict = Verdict::singular;
    return outcome;
}

inline Outcome run_single(const Mechanism& mechanism, const Request& request, const Batch& data,
                      double* workspace) {
    Memory<Single>& at = ready(mechanism, request, workspace);
    return single_row(mechanism, request, data, 0, at, {data.out, data.second, data.third});
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

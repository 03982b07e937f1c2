// Many configurations, one per lane.
#pragma once

#include <cstring>

#include "single.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

struct Buffers {
    Lane* out;
    Lane* second;
    Lane* third;
    double* rows;    // of results, where lanes are left over
    double* padded;  // of inputs, likewise
    Lane* loaded;    // independent entries on their way to their places
};

inline Buffers carve_buffers(const Mechanism& mechanism, const Request& request, Carver& carver) {
    const auto size = static_cast<std::size_t>(result_size(mechanism, request)) + 8;
    const auto second = static_cast<std::size_t>(second_size(mechanism, request)) + 8;
    const auto third = static_cast<std::size_t>(third_size(mechanism, request)) + 8;
    const Tree& tree = mechanism.tree();
    const auto widest = static_cast<std::size_t>(tree.nq > tree.nv ? tree.nq : tree.nv) + 8;
    Buffers at{};
    at.out = carver.take<Lane>(size);
    at.second = carver.take<Lane>(second);
    at.third = carver.take<Lane>(third);
    at.rows = carver.take<double>((size > second ? size : second) * lane_count);
    at.padded = carver.take<double>(widest * lane_count);
    at.loaded = carver.take<Lane>(widest);
    return at;
}

inline std::size_t lanes_scratch(const Mechanism& mechanism, const Request& request) {
    Carver carver(nullptr);
    carver.take<Memory<Single>>(1);
    carve_memory<Single>(mechanism, request.quantity, carver);
    carve_memory<Lanes>(mechanism, request.quantity, carver);
    carve_buffers(mechanism, request, carver);
    return carver.used();
}

// Reads `filled` rows into lanes; lanes beyond repeat the last one. Returns the first row that is not
// finite, or -1.
inline long take_lanes(const double* rows, long filled, int width, double* padded, Lane* to,
                       bool& far) {
    if (width == 0) return -1;
    if (filled < lane_count) {
        for (long l = 0; l < lane_count; ++l) {
            std::memcpy(padded + l * width, rows + (l < filled ? l : filled - 1) * width,
                        sizeof(double) * static_cast<std::size_t>(width));
        }
        rows = padded;
    }
    const Range range = range_of(rows, static_cast<long>(lane_count) * width);
    if (range == Range::not_finite) {
        for (long l = 0; l < filled; ++l) {
            if (range_of(rows + l * width, width) == Range::not_finite) return l;
        }
    }
    far = range == Range::far;
    load_rows(rows, width, width, to);
    return -1;
}

inline long take_rates(const Mechanism& mechanism, const double* rows, long filled, int width,
                       const Buffers& buffers, Lane* to) {
    bool far = false;
    if (width == mechanism.tree().nv) {
        return take_lanes(rows, filled, width, buffers.padded, to, far);
    }
    const long bad = take_lanes(rows, filled, width, buffers.padded, buffers.loaded, far);
    for (int u = 0; u < width; ++u) to[mechanism.independent[u]] = buffers.loaded[u];
    return bad;
}

inline void put_lanes(const Lane* from, long size, long filled, double* rows, double* to) {
    if (size == 0) return;
    double* first = filled == lane_count ? to : rows;
    store_rows(from, static_cast<int>(size), first, size);
    if (first != to) {
        std::memcpy(to, first, sizeof(double) * static_cast<std::size_t>(filled * size));
    }
}

inline void find_lane_angles(const Tree& tree, bool far, Memory<Lanes>& at) {
    for (int i = 1; i < tree.body_count; ++i) {
        const Body& body = tree.bodies[i];
        if (!entry_of(body.motion).is_angle) continue;
        if (FOURBAR_UNLIKELY(far)) {
            sincos_far(at.q[body.q], at.sin[body.q], at.cos[body.q]);
        } else {
            sincos(at.q[body.q], at.sin[body.q], at.cos[body.q]);
        }
    }
}

inline Outcome run_lanes(const Mechanism& mechanism, const Request& request, const Batch& data, long begin,
                     long end, double* scratch) {
    Carver carver(scratch);
    Memory<Single>& one = *carver.take<Memory<Single>>(1);
    one = carve_memory<Single>(mechanism, request.quantity, carver);
    Memory<Lanes> at = carve_memory<Lanes>(mechanism, request.quantity, carver);
    const Buffers buffers = carve_buffers(mechanism, request, carver);
    set_constants<Single>(mechanism, request.weightless, one);
    set_constants<Lanes>(mechanism, request.weightless, at);
    const Tree& tree = mechanism.tree();
    const long size = result_size(mechanism, request), second = second_size(mechanism, request);
    const long third = third_size(mechanism, request);
    const bool closed = mechanism.system.block_count > 0;
    const bool forward = is_forward(request.quantity);
    Outcome result;
    // A lane that lanes refuse is one configuration that says why, or that needs pivots of its own.
    const auto one_by_one = [&](long row, long filled) {
        for (long l = 0; l < filled; ++l) {
            const long r = row + l;
            const Outcome own =
                single_row(mechanism, request, data, r, one,
                           {data.out + r * size, data.second == nullptr ? nullptr : data.second + r * second,
                            data.third == nullptr ? nullptr : data.third + r * third});
            if (own.is_refused()) return own;
            if (own.verdict == Verdict::singular && result.row < 0) result = own;
        }
        return Outcome{};
    };
    for (long row = begin; row < end; row += lane_count) {
        const long filled = end - row < lane_count ? end - row : lane_count;
        bool far = false, any = false;
        Given given;
        long bad = take_lanes(data.q + row * tree.nq, filled, tree.nq, buffers.padded, at.q, far);
        if (bad < 0 && data.v != nullptr) {
            given.v = true;
            given.v_spanning = data.v_width == tree.nv;
            bad = take_rates(mechanism, data.v + row * data.v_width, filled, data.v_width, buffers, at.v);
        }
        if (bad < 0 && forward) {
            bad = take_lanes(data.x + row * tree.nv, filled, tree.nv, buffers.padded, at.tau, any);
        } else if (bad < 0 && data.x != nullptr) {
            given.a = true;
            given.a_spanning = data.x_width == tree.nv;
            bad = take_rates(mechanism, data.x + row * data.x_width, filled, data.x_width, buffers, at.a);
        }
        if (bad >= 0) return {Verdict::not_finite, row + bad, -1};
        find_lane_angles(tree, far, at);
        Lane quality;
        Fault fault;
        Verdict verdict =
            find_pose<Lanes>(mechanism, static_cast<int>(filled), at, quality, fault.lane);
        const double least = forward ? numerics::dynamics::repivot : numerics::undetermined;
        bool alone = verdict != Verdict::fine ||
                     (closed && first_above(least - quality, static_cast<int>(filled)) >= 0);
        if (!alone && needs_motion(request.quantity)) {
            alone = find_motion<Lanes>(mechanism, given, static_cast<int>(filled), at, fault.lane) !=
                    Verdict::fine;
        }
        alone = alone || (request.load_count > 0 && filled < lane_count);
        if (!alone) {
            alone = put_quantity<Lanes>(mechanism, request, given, row, at,
                                        {buffers.out, buffers.second, buffers.third}, fault) != Verdict::fine;
        }
        if (alone) {
            const Outcome own = one_by_one(row, filled);
            if (own.is_refused()) return own;
            continue;
        }
        put_lanes(buffers.out, size, filled, buffers.rows, data.out + row * size);
        if (data.second != nullptr) {
            put_lanes(buffers.second, second, filled, buffers.rows, data.second + row * second);
        }
        if (data.third != nullptr) {
            put_lanes(buffers.third, third, filled, buffers.rows, data.third + row * third);
        }
    }
    return result;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

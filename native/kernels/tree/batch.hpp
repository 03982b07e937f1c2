// Many configurations, a block of them at a time: one per lane.
#pragma once

#include <cstring>

#include "carve.hpp"
#include "chain.hpp"
#include "kernels.hpp"
#include "quantities.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

struct Block {
    State<Lanes> state;
    Lane* q;
    Lane* sin;
    Lane* cos;
    Lane* v;
    Lane* a;
    Lane* out;
    Lane* pose;
    Lane* axes;              // of the columns, where `out` has no place for them
    Triple<Lane>* origins;   // of the columns
    double* rows;            // finished rows of one block
    double* pose_rows;
    double* padded_q;
    double* padded_v;
    double* padded_a;
};

inline std::size_t largest_result(const Tree& tree) {
    const auto matrix = static_cast<std::size_t>(6 * tree.nv);
    const auto poses = static_cast<std::size_t>(16 * tree.frame_count);
    return (matrix > poses ? matrix : poses) + 16;
}

inline Block carve_block(const Tree& tree, Carver& carver) {
    const auto nq = static_cast<std::size_t>(tree.nq);
    const auto nv = static_cast<std::size_t>(tree.nv);
    Block block;
    block.state = carve_state<Lanes>(tree, carver);
    block.q = carver.take<Lane>(nq + lane_count);
    block.sin = carver.take<Lane>(nq);
    block.cos = carver.take<Lane>(nq);
    block.v = carver.take<Lane>(nv + lane_count);
    block.a = carver.take<Lane>(nv + lane_count);
    block.out = carver.take<Lane>(largest_result(tree));
    block.pose = carver.take<Lane>(16);
    block.axes = carver.take<Lane>(3 * nv);
    block.origins = carver.take<Triple<Lane>>(nv);
    block.rows = carver.take<double>(largest_result(tree) * lane_count);
    block.pose_rows = carver.take<double>(16 * lane_count);
    block.padded_q = carver.take<double>(nq * lane_count);
    block.padded_v = carver.take<double>(nv * lane_count);
    block.padded_a = carver.take<double>(nv * lane_count);
    return block;
}

inline std::size_t batch_scratch(const Tree& tree) {
    Carver carver(nullptr);
    carve_block(tree, carver);
    return carver.used();
}

// The rows of a block, or a copy whose last row is repeated until every lane has one.
inline const double* whole_block(const double* rows, long count, int width, double* padded) {
    if (count == lane_count || width == 0) return rows;  // no width: no memory either
    for (long l = 0; l < lane_count; ++l) {
        const long from = l < count ? l : count - 1;
        std::memcpy(padded + l * width, rows + from * width,
                    sizeof(double) * static_cast<std::size_t>(width));
    }
    return padded;
}

inline long first_spoiled(const double* rows, long count, int width) {
    for (long l = 0; l < count; ++l) {
        if (range_of(rows + l * width, width) == Range::not_finite) return l;
    }
    return -1;
}

// Velocities or accelerations of a block. Returns the first row that is not finite, or -1.
FOURBAR_INLINE long load_checked(const double* rows, long filled, int width, double* padded,
                                 Lane* to) {
    const double* block = whole_block(rows, filled, width, padded);
    const long spoiled = first_spoiled(block, filled, width);
    if (spoiled < 0) load_rows(block, width, width, to);
    return spoiled;
}

// sin and cos of the angles of the listed bodies. Meanwhile the cache lines that the results go to
// are fetched, a few at a time: more at once would only queue up.
FOURBAR_INLINE void compute_angles(const Tree& tree, const int* list, int count, bool far,
                                   Destination& out, Destination& poses, Block& block) {
    for (int n = 0; n < count; ++n) {
        out.fetch_share();
        poses.fetch_share();
        const Body& body = tree.bodies[list[n]];
        if (!entry_of(body.motion).is_angle) continue;
        const int i = body.q;
        if (FOURBAR_UNLIKELY(far)) {
            sincos_far(block.q[i], block.sin[i], block.cos[i]);
        } else {
            sincos(block.q[i], block.sin[i], block.cos[i]);
        }
    }
}

// Puts the runs of columns that move the frame where they belong; the others are zero already.
FOURBAR_INLINE void spread_columns(const Frame& frame, int nv, int rows, const Lane* packed,
                                   double* to, long stride) {
    for (int r = 0; r < rows; ++r) {
        for (int run = 0; run < frame.columns_count; ++run) {
            const Columns& columns = frame.columns[run];
            store_rows(packed, columns.count, to + r * nv + columns.first, stride);
            packed += columns.count;
        }
    }
}

// Results beyond this many bytes would only push each other out of the caches.
constexpr long large_result = 1L << 20;

FOURBAR_INLINE void copy_out(const double* from, long n, double* to, bool streamed) {
    if (streamed) {
        stream(from, n, to);
    } else {
        std::memcpy(to, from, sizeof(double) * static_cast<std::size_t>(n));
    }
}

// Pose and Jacobian of one frame, for which no body's state is kept.
FOURBAR_INLINE void evaluate_chain(const Tree& tree, const Request& request, Block& block) {
    const Frame& frame = tree.frames[request.frame];
    const bool is_jacobian = request.quantity == Quantity::jacobian;
    const bool local = request.reference == Reference::local;
    const bool whole = is_jacobian && request.row_count == 6 && !local;
    const long stride = frame.width;
    const Trail trail{whole ? block.out + 3 * stride : block.axes, stride, block.origins};
    Pose<Lanes> pose = follow_chain(tree, frame, KnownLanes{block.q, block.sin, block.cos}, trail);
    place_on(frame.placement, pose);
    if (!is_jacobian) {
        put_pose(pose, block.out);
        return;
    }
    if (request.with_pose) put_pose(pose, block.pose);
    Triple<Lane> reference = pose.position;
    if (request.point != nullptr) reference = reference + turn<Lanes>(pose, request.point);
    if (request.reference == Reference::world) reference = Lanes::origin();
    if (whole) {
        chain_columns<false, true>(tree, request, frame, pose, reference, trail, block.out);
    } else if (local) {
        chain_columns<true, false>(tree, request, frame, pose, reference, trail, block.out);
    } else {
        chain_columns<false, false>(tree, request, frame, pose, reference, trail, block.out);
    }
}

inline long batch(const Tree& tree, const Request& request, const Batch& data, long begin, long end,
                  double* scratch) {
    Carver carver(scratch);
    Block block = carve_block(tree, carver);
    set_ground<Lanes>(block.state);
    const Frame& frame = tree.frames[request.frame];
    const QuantityEntry& entry = entry_of(request.quantity);
    const int* list = entry.whole_tree() ? tree.moving : frame.support;
    const int count = entry.whole_tree() ? tree.body_count - 1 : frame.support_count;
    const bool has_gaps =
        entry.shape == Shape::columns && !request.support_only && frame.width != tree.nv;
    const long size = result_size(tree, request);
    const bool streamed = data.count * size * static_cast<long>(sizeof(double)) > large_result;
    std::memset(block.rows, 0, sizeof(double) * static_cast<std::size_t>(lane_count * size));

    Destination out_lines(size, count);
    Destination pose_lines(16, count);
    for (long row = begin; row < end; row += lane_count) {
        const long filled = end - row < lane_count ? end - row : lane_count;
        const double* q = whole_block(data.q + row * tree.nq, filled, tree.nq, block.padded_q);
        const Range range = range_of(q, static_cast<long>(lane_count) * tree.nq);
        if (range == Range::not_finite) return row + first_spoiled(q, filled, tree.nq);
        load_rows(q, tree.nq, tree.nq, block.q);
        const bool whole = filled == lane_count;
        const bool direct = whole && !has_gaps;
        if (direct) out_lines.begin(data.out + row * size);
        if (whole && request.with_pose) pose_lines.begin(data.poses + row * 16);
        compute_angles(tree, list, count, range == Range::far, out_lines, pose_lines, block);
        if (entry.scope == Scope::chain) {
            evaluate_chain(tree, request, block);
        } else {
            compute_poses<Lanes>(tree, list, count, KnownLanes{block.q, block.sin, block.cos},
                                 block.state);
            if (entry.needs_v()) {
                const long spoiled =
                    load_checked(data.v + row * tree.nv, filled, tree.nv, block.padded_v, block.v);
                if (spoiled >= 0) return row + spoiled;
                compute_velocities<Lanes>(tree, list, count, block.v, block.state);
            }
            if (entry.needs_a()) {
                const long spoiled =
                    load_checked(data.a + row * tree.nv, filled, tree.nv, block.padded_a, block.a);
                if (spoiled >= 0) return row + spoiled;
                compute_accelerations<Lanes>(tree, list, count, block.v, block.a, block.state,
                                             block.state.accelerations);
            }
            put_quantity<Lanes>({tree, request, block.state, block.v, true, frame.width}, block.out);
        }

        double* rows = direct ? data.out + row * size : block.rows;
        if (has_gaps) {
            spread_columns(frame, tree.nv, request.row_count, block.out, rows, size);
        } else {
            store_rows(block.out, static_cast<int>(size), rows, size);
        }
        if (!direct) copy_out(block.rows, filled * size, data.out + row * size, streamed);
        if (request.with_pose) {
            if (whole) {
                store_rows(block.pose, 16, data.poses + row * 16, 16);
            } else {
                store_rows(block.pose, 16, block.pose_rows, 16);
                copy_out(block.pose_rows, filled * 16, data.poses + row * 16, streamed);
            }
        }
    }
    if (streamed) finish_streaming();
    return -1;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

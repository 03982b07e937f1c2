// The kernels of one instruction set. CMake compiles this file several times, each with its own
// FOURBAR_LEVEL (a namespace), FOURBAR_LANES (doubles per register) and machine flags.
#include "chain.hpp"
#include "kernels.hpp"
#include "quantities.hpp"
#include "recursion.hpp"

#define FOURBAR_TEXT_(x) #x
#define FOURBAR_TEXT(x) FOURBAR_TEXT_(x)

namespace fourbar::mechanics::FOURBAR_LEVEL {
namespace {

constexpr std::size_t alignment = 64;

// Hands out consecutive aligned pieces of a block of doubles, or only adds up their sizes.
class Carver {
public:
    explicit Carver(double* block) : block_(block) {}
    template <class T>
    T* take(std::size_t count) {
        T* piece = block_ == nullptr ? nullptr : reinterpret_cast<T*>(block_ + used_);
        const std::size_t bytes = (count * sizeof(T) + alignment - 1) / alignment * alignment;
        used_ += bytes / sizeof(double);
        return piece;
    }
    std::size_t used() const { return used_; }

private:
    double* block_;
    std::size_t used_ = 0;
};

template <class Space>
State<Space> carve_state(const Tree& tree, Carver& carver) {
    const auto n = static_cast<std::size_t>(tree.body_count);
    State<Space> state;
    state.poses = carver.take<Pose<Space>>(n);
    state.velocities = carver.take<Twist<Space>>(n);
    state.accelerations = carver.take<Twist<Space>>(n);
    state.biases = carver.take<Twist<Space>>(n);
    state.moments = carver.take<typename Space::Vector>(n);
    return state;
}

// sin and cos of n numbers, by libm where one of them is far from zero. The last register overlaps the one
// before: filling it up from single numbers would wait for them to pass through memory.
FOURBAR_INLINE void sincos_all(const double* x, int n, bool far, double* sin, double* cos) {
#if FOURBAR_LANES >= 4
    typedef Quad Register;
    typedef QuadBits Bits;
    typedef LooseQuad Loose;
    constexpr int width = 4;
#else
    typedef Lane Register;
    typedef LaneBits Bits;
    typedef LooseLane Loose;
    constexpr int width = lane_count;
#endif
    if (__builtin_expect(far || n < width, 0)) {
        for (int i = 0; i < n; ++i) {
            sin[i] = std::sin(x[i]);
            cos[i] = std::cos(x[i]);
        }
        return;
    }
    for (int i = 0; i < n; i += width) {
        const int at = i + width <= n ? i : n - width;
        Register s, c;
        sincos<Register, Bits>(*reinterpret_cast<const Loose*>(x + at), s, c);
        *reinterpret_cast<Loose*>(sin + at) = s;
        *reinterpret_cast<Loose*>(cos + at) = c;
    }
}

// ---- One configuration -------------------------------------------------------------------------

struct Workspace {
    State<Single> state;
    double* sin;
    double* cos;
};

Workspace carve_workspace(const Tree& tree, Carver& carver) {
    Workspace workspace;
    workspace.state = carve_state<Single>(tree, carver);
    const auto padded = static_cast<std::size_t>(tree.nq + lane_count);
    workspace.sin = carver.take<double>(padded);
    workspace.cos = carver.take<double>(padded);
    return workspace;
}

// The workspace begins with its own table of contents.
Workspace& contents(double* block) { return *reinterpret_cast<Workspace*>(block); }

std::size_t workspace_size(const Tree& tree) {
    Carver carver(nullptr);
    carver.take<Workspace>(1);
    carve_workspace(tree, carver);
    return carver.used();
}

// Directions end in 0 and points in 1, so the transpose is the 4 x 4 matrix, last row included.
#if FOURBAR_LANES >= 4
FOURBAR_INLINE void put_pose(const Pose<Single>& pose, double* out) {
    const Quad a = pose.axes[0], b = pose.axes[1], c = pose.axes[2], p = pose.position;
    const Quad ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const Quad ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const Quad cp_even = __builtin_shufflevector(c, p, 0, 4, 2, 6);
    const Quad cp_odd = __builtin_shufflevector(c, p, 1, 5, 3, 7);
    LooseQuad* rows = reinterpret_cast<LooseQuad*>(out);  // auto would lose the alignment
    rows[0] = __builtin_shufflevector(ab_even, cp_even, 0, 1, 4, 5);
    rows[1] = __builtin_shufflevector(ab_odd, cp_odd, 0, 1, 4, 5);
    rows[2] = __builtin_shufflevector(ab_even, cp_even, 2, 3, 6, 7);
    rows[3] = __builtin_shufflevector(ab_odd, cp_odd, 2, 3, 6, 7);
}

#endif

template <class S>
FOURBAR_INLINE void put_pose(const Pose<Componentwise<S>>& pose, S* out) {
    using Space = Componentwise<S>;
    for (int k = 0; k < 3; ++k) put<Space>(pose.axes[k], out + k, 4);
    put<Space>(pose.position, out + 3, 4);
    out[12] = out[13] = out[14] = Space::scalar(0.0);
    out[15] = Space::scalar(1.0);
}

template <class Space>
FOURBAR_INLINE void put_frame(const Frame& frame, const State<Space>& state,
                              typename Space::Scalar* out) {
    if (frame.placement.identity) {
        put_pose(state.poses[frame.body], out);
    } else {
        Pose<Space> pose;
        place<Space>(frame.placement, state.poses[frame.body], pose);
        put_pose(pose, out);
    }
}

void prepare(const Tree& tree, double* workspace, double* poses) {
    Carver carver(workspace);
    carver.take<Workspace>(1);
    Workspace& at = contents(workspace);
    at = carve_workspace(tree, carver);
    set_ground<Single>(at.state);
    for (int f = 0; f < tree.frame_count; ++f) {
        if (tree.frames[f].body == 0) put_frame<Single>(tree.frames[f], at.state, poses + 16 * f);
    }
}

bool fill(const Tree& tree, const double* q, const double* v, const double* a, double* workspace,
          double* poses) {
    const Range range = range_of(q, tree.nq);
    if (range == Range::not_finite) return false;
    if (v != nullptr && range_of(v, tree.nv) == Range::not_finite) return false;
    if (a != nullptr && range_of(a, tree.nv) == Range::not_finite) return false;
    Workspace& at = contents(workspace);
    sincos_all(q, tree.nq, range == Range::far, at.sin, at.cos);
    const int moving = tree.body_count - 1;
    compute_poses<Single>(tree, tree.moving, moving, Known{q, at.sin, at.cos}, at.state);
    for (int n = 0; n < tree.moving_frame_count; ++n) {
        const int f = tree.moving_frames[n];
        put_frame<Single>(tree.frames[f], at.state, poses + 16 * f);
    }
    if (v != nullptr) {
        compute_velocities<Single>(tree, tree.moving, moving, v, at.state);
        if (a != nullptr) {
            compute_accelerations<Single>(tree, tree.moving, moving, v, a, at.state,
                                          at.state.accelerations);
        }
    }
    return true;
}

void evaluate(const Tree& tree, const Request& request, const double* v, double* workspace,
              double* out) {
    Workspace& at = contents(workspace);
    State<Single>& state = at.state;
    const Frame& frame = tree.frames[request.frame];
    const bool packed = request.support_only;
    const long stride = packed ? frame.width : tree.nv;
    const auto clear_unmoved = [&]() {
        if (stride != frame.width) {
            std::memset(out, 0, sizeof(double) * static_cast<std::size_t>(request.row_count * stride));
        }
    };
    switch (request.quantity) {
        case Quantity::pose: put_pose(find_target<Single>(tree, request, state).pose, out); break;
        case Quantity::poses:
            for (int f = 0; f < tree.frame_count; ++f) {
                put_frame<Single>(tree.frames[f], state, out + 16 * f);
            }
            break;
        case Quantity::jacobian:
            clear_unmoved();
            jacobian<Single>(tree, request, packed, find_target<Single>(tree, request, state), state,
                             out, stride);
            break;
        case Quantity::jacobian_dot:
            clear_unmoved();
            jacobian_dot<Single>(tree, request, packed, find_target<Single>(tree, request, state),
                                 state, out, stride);
            break;
        case Quantity::velocity:
            put_twist<Single>(
                request,
                velocity<Single>(tree, request, find_target<Single>(tree, request, state), state), out,
                1);
            break;
        case Quantity::acceleration:
        case Quantity::bias: {
            Twist<Single>* accelerations = state.accelerations;
            if (request.quantity == Quantity::bias) {
                accelerations = state.biases;
                compute_accelerations<Single>(tree, frame.support, frame.support_count, v, nullptr,
                                              state, accelerations);
            }
            put_twist<Single>(request,
                              acceleration<Single>(tree, request,
                                                   find_target<Single>(tree, request, state), state,
                                                   accelerations),
                              out, 1);
            break;
        }
        case Quantity::com:
            compute_moments<Single>(tree, state);
            put_com<Single>(tree, request, state, out);
            break;
        case Quantity::com_jacobian:
            compute_moments<Single>(tree, state);
            com_jacobian<Single>(tree, request, state, out, tree.nv);
            break;
    }
}

void chain(const Tree& tree, const Request& request, const double* q, double* workspace,
           double* pose, double* matrix) {
    Workspace& at = contents(workspace);
    const Frame& frame = tree.frames[request.frame];
    sincos_all(q, tree.nq, range_of(q, tree.nq) != Range::near, at.sin, at.cos);
    compute_poses<Single>(tree, frame.support, frame.support_count, Known{q, at.sin, at.cos},
                          at.state);
    const Target<Single> target = find_target<Single>(tree, request, at.state);
    put_pose(target.pose, pose);
    jacobian<Single>(tree, request, true, target, at.state, matrix, frame.width);
}

// ---- Batches -----------------------------------------------------------------------------------

struct Block {
    State<Lanes> state;
    Lane* q;
    Lane* sin;
    Lane* cos;
    Lane* v;
    Lane* a;
    Lane* out;
    Lane* pose;
    Lane* axes;               // of the columns, where `out` has no place for them
    Triple<Lane>* origins;
    double* rows;       // finished rows of one block
    double* pose_rows;
    double* padded_q;
    double* padded_v;
    double* padded_a;
};

std::size_t largest_result(const Tree& tree) {
    const auto matrix = static_cast<std::size_t>(6 * tree.nv);
    const auto poses = static_cast<std::size_t>(16 * tree.frame_count);
    return (matrix > poses ? matrix : poses) + 16;
}

Block carve_block(const Tree& tree, Carver& carver) {
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

std::size_t batch_scratch(const Tree& tree) {
    Carver carver(nullptr);
    carve_block(tree, carver);
    return carver.used();
}

// The rows of a block, or a copy whose last row is repeated until every lane has one.
const double* whole_block(const double* rows, long count, int width, double* padded) {
    if (count == lane_count || width == 0) return rows;  // no width: no memory either
    for (long l = 0; l < lane_count; ++l) {
        const long from = l < count ? l : count - 1;
        std::memcpy(padded + l * width, rows + from * width,
                    sizeof(double) * static_cast<std::size_t>(width));
    }
    return padded;
}

long first_spoiled(const double* rows, long count, int width) {
    for (long l = 0; l < count; ++l) {
        if (range_of(rows + l * width, width) == Range::not_finite) return l;
    }
    return -1;
}

// The cache lines that the results of a block go to, a share of them per body.
class Destination {
public:
    // For `size` entries per configuration. Before begin() there is nothing to fetch.
    Destination(long size, int bodies)
        : all_(bodies > 0 ? ((size * lane_count + 7) / 8 + bodies - 1) / bodies : 0) {}

    FOURBAR_INLINE void begin(const double* rows) {
        next_ = rows;
        share_ = all_;
    }
    // The last share may reach into the next block, which is fetched next anyway.
    FOURBAR_INLINE void fetch_share() {
        for (long i = 0; i < share_; ++i, next_ += 8) expect_store(next_);
    }

private:
    long all_;
    long share_ = 0;
    const double* next_ = nullptr;
};

// sin and cos of the angles of the listed bodies. Meanwhile the cache lines that the results go to
// are fetched, a few at a time: more at once would only queue up.
FOURBAR_INLINE void compute_angles(const Tree& tree, const int* list, int count, bool far,
                                   Destination& out, Destination& poses, Block& block) {
    for (int n = 0; n < count; ++n) {
        out.fetch_share();
        poses.fetch_share();
        const Body& body = tree.bodies[list[n]];
        if (!is_revolute(body.motion)) continue;
        const int i = body.q;
        if (__builtin_expect(far, 0)) {
            sincos_far(block.q[i], block.sin[i], block.cos[i]);
        } else {
            sincos(block.q[i], block.sin[i], block.cos[i]);
        }
    }
}

// Entries per configuration that a quantity has in the user's array.
long result_size(const Tree& tree, const Request& request) {
    switch (request.quantity) {
        case Quantity::pose: return 16;
        case Quantity::poses: return 16L * tree.frame_count;
        case Quantity::jacobian:
        case Quantity::jacobian_dot:
            return static_cast<long>(request.row_count) *
                   (request.support_only ? tree.frames[request.frame].width : tree.nv);
        case Quantity::bias:
        case Quantity::velocity:
        case Quantity::acceleration: return request.row_count;
        case Quantity::com: return 3;
        case Quantity::com_jacobian: return 3L * tree.nv;
    }
    return 0;
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

FOURBAR_INLINE void evaluate_block(const Tree& tree, const Request& request, Block& block,
                                   const int* list, int count) {
    State<Lanes>& state = block.state;
    const Frame& frame = tree.frames[request.frame];
    switch (request.quantity) {
        case Quantity::pose:
        case Quantity::jacobian: break;  // by evaluate_chain
        case Quantity::poses:
            for (int f = 0; f < tree.frame_count; ++f) {
                put_frame<Lanes>(tree.frames[f], state, block.out + 16 * f);
            }
            break;
        case Quantity::jacobian_dot:
            jacobian_dot<Lanes>(tree, request, true, find_target<Lanes>(tree, request, state), state,
                                block.out, frame.width);
            break;
        case Quantity::velocity:
            put_twist<Lanes>(
                request,
                velocity<Lanes>(tree, request, find_target<Lanes>(tree, request, state), state),
                block.out, 1);
            break;
        case Quantity::acceleration:
        case Quantity::bias: {
            const Lane* a = request.quantity == Quantity::bias ? nullptr : block.a;
            compute_accelerations<Lanes>(tree, list, count, block.v, a, state, state.accelerations);
            put_twist<Lanes>(request,
                             acceleration<Lanes>(tree, request,
                                                 find_target<Lanes>(tree, request, state), state,
                                                 state.accelerations),
                             block.out, 1);
            break;
        }
        case Quantity::com:
            compute_moments<Lanes>(tree, state);
            put_com<Lanes>(tree, request, state, block.out);
            break;
        case Quantity::com_jacobian:
            compute_moments<Lanes>(tree, state);
            com_jacobian<Lanes>(tree, request, state, block.out, tree.nv);
            break;
    }
}

long batch(const Tree& tree, const Request& request, const Batch& data, long begin, long end,
           double* scratch) {
    Carver carver(scratch);
    Block block = carve_block(tree, carver);
    set_ground<Lanes>(block.state);
    const Frame& frame = tree.frames[request.frame];
    const bool whole_tree = request.quantity == Quantity::poses ||
                            request.quantity == Quantity::com ||
                            request.quantity == Quantity::com_jacobian;
    const int* list = whole_tree ? tree.moving : frame.support;
    const int count = whole_tree ? tree.body_count - 1 : frame.support_count;
    const bool is_chain =
        request.quantity == Quantity::pose || request.quantity == Quantity::jacobian;
    const bool is_frame_matrix =
        request.quantity == Quantity::jacobian || request.quantity == Quantity::jacobian_dot;
    const bool has_gaps = is_frame_matrix && !request.support_only && frame.width != tree.nv;
    const bool needs_v = request.quantity >= Quantity::jacobian_dot &&
                         request.quantity <= Quantity::acceleration;
    const bool needs_a = request.quantity == Quantity::acceleration;
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
        if (is_chain) {
            evaluate_chain(tree, request, block);
        } else {
            compute_poses<Lanes>(tree, list, count, KnownLanes{block.q, block.sin, block.cos},
                                 block.state);
            if (needs_v) {
                const double* v = whole_block(data.v + row * tree.nv, filled, tree.nv, block.padded_v);
                const long spoiled = first_spoiled(v, filled, tree.nv);
                if (spoiled >= 0) return row + spoiled;
                load_rows(v, tree.nv, tree.nv, block.v);
                compute_velocities<Lanes>(tree, list, count, block.v, block.state);
            }
            if (needs_a) {
                const double* a = whole_block(data.a + row * tree.nv, filled, tree.nv, block.padded_a);
                const long spoiled = first_spoiled(a, filled, tree.nv);
                if (spoiled >= 0) return row + spoiled;
                load_rows(a, tree.nv, tree.nv, block.a);
            }
            evaluate_block(tree, request, block, list, count);
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

void sincos_array(const double* x, long n, double* sin, double* cos) {
    sincos_all(x, static_cast<int>(n), range_of(x, n) != Range::near, sin, cos);
}

}  // namespace

extern const Kernels kernels;
const Kernels kernels{FOURBAR_TEXT(FOURBAR_LEVEL), batch_scratch, workspace_size, prepare,
                      fill,                        evaluate,      chain,          batch,
                      sincos_array};

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

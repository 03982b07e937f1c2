// The kernels of one instruction set. CMake compiles this file several times, each with its own
// FOURBAR_LEVEL (a namespace), FOURBAR_LANES (doubles per register) and machine flags.
#include "kernels.hpp"

#include "closure.hpp"
#include "householder.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {
namespace {

using fourbar::loops::Batch;
using fourbar::loops::Block;
using fourbar::loops::Closing;
using fourbar::loops::Explicit;
using fourbar::loops::LinearRow;
using fourbar::loops::Mover;
using fourbar::loops::Partition;

// Hands out consecutive aligned pieces of a block of doubles, or only adds up their sizes.
class Carver {
public:
    explicit Carver(double* block) : block_(block) {}
    template <class T>
    T* take(std::size_t count) {
        T* piece = block_ == nullptr ? nullptr : reinterpret_cast<T*>(block_ + used_);
        used_ += (count * sizeof(T) + 63) / 64 * 8;
        return piece;
    }
    std::size_t used() const { return used_; }

private:
    double* block_;
    std::size_t used_ = 0;
};

template <class Space>
State<Space> carve_state(const System& system, Carver& carver) {
    const auto n = static_cast<std::size_t>(system.tree.body_count);
    State<Space> state{};
    state.poses = carver.take<Pose<Space>>(n);
    state.velocities = carver.take<Twist<Space>>(n);
    state.accelerations = carver.take<Twist<Space>>(n);
    state.biases = carver.take<Twist<Space>>(1);
    return state;
}

template <class Space>
FOURBAR_INLINE void put_linear(const System& system, const typename Space::Scalar* q,
                               typename Space::Scalar* residual) {
    for (int n = 0; n < system.linear_count; ++n) {
        const LinearRow& row = system.linear[n];
        auto sum = Space::scalar(row.constant);
        for (int t = 0; t < row.count; ++t) sum += q[row.terms[t].q] * row.terms[t].factor;
        residual[system.rows - system.linear_count + n] = sum;
    }
}

template <class Space>
FOURBAR_INLINE void put_linear_columns(const System& system, typename Space::Scalar* K) {
    for (int n = 0; n < system.linear_count; ++n) {
        const LinearRow& row = system.linear[n];
        auto* to = K + (system.rows - system.linear_count + n) * system.tree.nv;
        for (int t = 0; t < row.count; ++t) {
            to[row.terms[t].v] += Space::scalar(row.terms[t].factor);
        }
    }
}

// Loop rows from poses (and velocities, for a bias). K must be zero elsewhere already.
template <bool with_bias, class Space>
FOURBAR_INLINE void put_loops(const System& system, State<Space>& state,
                              typename Space::Scalar* residual, typename Space::Scalar* K,
                              typename Space::Scalar* bias) {
    for (int n = 0; n < system.loop_count; ++n) {
        const LoopJoint& loop = system.loops[n];
        Demands<Space> demands;
        find_demands<Space>(loop, state, demands);
        if (residual != nullptr) {
            const int rows = loop.slide_count + rows_of(loop.turning);
            for (int r = 0; r < rows; ++r) residual[loop.row + r] = demands.residual[r];
        }
        if (K != nullptr) put_columns<Space>(system, loop, demands, state, K, system.tree.nv);
        if constexpr (with_bias) put_bias<Space>(loop, demands, state, bias);
    }
}

// ---- One configuration -------------------------------------------------------------------------

struct Workspace {
    State<Single> state;
    double* sin;
    double* cos;
    double* packed;  // angles side by side, filled up to whole registers
};

#if FOURBAR_LANES >= 4
typedef Quad Register;
typedef QuadBits RegisterBits;
typedef LooseQuad LooseRegister;
constexpr int width = 4;
#else
typedef Lane Register;
typedef LaneBits RegisterBits;
typedef LooseLane LooseRegister;
constexpr int width = lane_count;
#endif

Workspace carve_workspace(const System& system, Carver& carver) {
    Workspace workspace;
    workspace.state = carve_state<Single>(system, carver);
    const auto n = static_cast<std::size_t>(system.tree.nq);
    workspace.sin = carver.take<double>(n);
    workspace.cos = carver.take<double>(n);
    workspace.packed = carver.take<double>(3 * (n + width));
    return workspace;
}

std::size_t workspace_size(const System& system) {
    Carver carver(nullptr);
    carver.take<Workspace>(1);
    carve_workspace(system, carver);
    return carver.used();
}

void prepare(const System& system, double* block) {
    Carver carver(block);
    Workspace& at = *carver.take<Workspace>(1);
    at = carve_workspace(system, carver);
    set_ground<Single>(at.state);
    const int n = system.tree.nq + width;
    for (int i = 0; i < 3 * n; ++i) at.packed[i] = 0.0;
}

FOURBAR_INLINE void find_angles(const System& system, const double* q, bool far, Workspace& at) {
    if (__builtin_expect(far, 0)) {
        for (int n = 0; n < system.angle_count; ++n) {
            const int i = system.angles[n];
            at.sin[i] = std::sin(q[i]);
            at.cos[i] = std::cos(q[i]);
        }
        return;
    }
    double* sin = at.packed + system.tree.nq + width;
    double* cos = sin + system.tree.nq + width;
    for (int n = 0; n < system.angle_count; ++n) at.packed[n] = q[system.angles[n]];
    for (int n = 0; n < system.angle_count; n += width) {
        Register s, c;
        sincos<Register, RegisterBits>(*reinterpret_cast<const LooseRegister*>(at.packed + n), s, c);
        *reinterpret_cast<LooseRegister*>(sin + n) = s;
        *reinterpret_cast<LooseRegister*>(cos + n) = c;
    }
    for (int n = 0; n < system.angle_count; ++n) {
        const int i = system.angles[n];
        at.sin[i] = sin[n];
        at.cos[i] = cos[n];
    }
}

bool evaluate(const System& system, const double* q, const double* v, double* workspace,
              double* residual, double* K, double* bias) {
    const Tree& tree = system.tree;
    const Range range = range_of(q, tree.nq);
    if (range == Range::not_finite) return false;
    if (v != nullptr && range_of(v, tree.nv) == Range::not_finite) return false;
    Workspace& at = *reinterpret_cast<Workspace*>(workspace);
    find_angles(system, q, range == Range::far, at);
    const int moving = tree.body_count - 1;
    compute_poses<Single>(tree, tree.moving, moving, Known{q, at.sin, at.cos}, at.state);
    if (bias != nullptr) {
        compute_velocities<Single>(tree, tree.moving, moving, v, at.state);
        compute_accelerations<Single>(tree, tree.moving, moving, v, nullptr, at.state,
                                      at.state.accelerations);
        for (int r = 0; r < system.rows; ++r) bias[r] = 0.0;
    }
    if (residual != nullptr) put_linear<Single>(system, q, residual);
    if (K != nullptr) {
        std::memset(K, 0, sizeof(double) * static_cast<std::size_t>(system.rows * tree.nv));
        put_linear_columns<Single>(system, K);
    }
    if (bias != nullptr) {
        put_loops<true, Single>(system, at.state, residual, K, bias);
    } else {
        put_loops<false, Single>(system, at.state, residual, K, bias);
    }
    return true;
}

// ---- Batches -----------------------------------------------------------------------------------

// A configuration per lane, from registers.
struct LaneSource {
    const Lane* q;
    bool far;
    FOURBAR_INLINE Lane position(int i) const { return q[i]; }
    FOURBAR_INLINE void angle(int i, Lane& s, Lane& c) const {
        if (__builtin_expect(far, 0)) {
            sincos_far(q[i], s, c);
        } else {
            sincos(q[i], s, c);
        }
    }
};

struct Scratch {
    State<Lanes> state;
    Lane* q;
    Lane* v;
    Lane* residual;
    Lane* K;
    Lane* bias;
    Lane* G;
    Lane* matrix;
    Lane* rhs;
    Lane* factors;
    double* rows;
};

Scratch carve_scratch(const System& system, Carver& carver) {
    const auto nq = static_cast<std::size_t>(system.tree.nq);
    const auto nv = static_cast<std::size_t>(system.tree.nv);
    const auto n_c = static_cast<std::size_t>(system.rows);
    Scratch at;
    at.state = carve_state<Lanes>(system, carver);
    at.q = carver.take<Lane>(nq);
    at.v = carver.take<Lane>(nv);
    at.residual = carver.take<Lane>(n_c);
    at.K = carver.take<Lane>(n_c * nv);
    at.bias = carver.take<Lane>(n_c);
    at.G = carver.take<Lane>(nv * nv + nv);
    at.matrix = carver.take<Lane>(n_c * nv);
    at.rhs = carver.take<Lane>(n_c);
    at.factors = carver.take<Lane>(2 * nv);
    const std::size_t largest = n_c * nv > nv * nv ? n_c * nv : nv * nv;
    at.rows = carver.take<double>((largest + nq + n_c) * lane_count);
    return at;
}

std::size_t batch_scratch(const System& system) {
    Carver carver(nullptr);
    carve_scratch(system, carver);
    return carver.used();
}

// Fills lanes from `filled` rows; lanes beyond repeat the last one. Returns the first row that is
// not finite, or -1, and whether some number is too large for our own sine.
FOURBAR_INLINE long load_lanes(const double* rows, long filled, int stride, const int* used,
                               int used_count, Lane* to, bool& far) {
    Lane spoiled{};
    Lane largest{};
    for (int n = 0; n < used_count; ++n) {
        const int i = used[n];
        Lane x;
        if (filled == lane_count) {
            x = load_strided(rows + i, stride);
        } else {
            for (long l = 0; l < lane_count; ++l) {
                x[l] = rows[(l < filled ? l : filled - 1) * stride + i];
            }
        }
        to[i] = x;
        spoiled += x * 0.0;
        const Lane size = magnitude_of(x);
        largest = size > largest ? size : largest;
    }
    far = false;
    for (int l = 0; l < lane_count; ++l) far = far || largest[l] > sincos_limit;
    for (long l = 0; l < filled; ++l) {
        if (!(spoiled[l] == 0.0)) return l;
    }
    return -1;
}

FOURBAR_INLINE void store_lanes(const Lane* from, int count, long filled, double* to, double* rows) {
    if (filled == lane_count) {
        store_rows(from, count, to, count);
        return;
    }
    store_rows(from, count, rows, count);
    std::memcpy(to, rows, sizeof(double) * static_cast<std::size_t>(filled * count));
}

FOURBAR_INLINE void evaluate_lanes(const System& system, Scratch& at, bool far, Lane* residual,
                                   Lane* K, Lane* bias) {
    const Tree& tree = system.tree;
    const int moving = tree.body_count - 1;
    compute_poses<Lanes>(tree, tree.moving, moving, LaneSource{at.q, far}, at.state);
    if (bias != nullptr) {
        compute_velocities<Lanes>(tree, tree.moving, moving, at.v, at.state);
        compute_accelerations<Lanes>(tree, tree.moving, moving, at.v, nullptr, at.state,
                                     at.state.accelerations);
    }
    if (residual != nullptr) put_linear<Lanes>(system, at.q, residual);
    if (bias != nullptr) {
        put_loops<true, Lanes>(system, at.state, residual, K, bias);
    } else {
        put_loops<false, Lanes>(system, at.state, residual, K, bias);
    }
}

// What no configuration changes: zeros, and the rows of couplings and mimics.
void set_constants(const System& system, Scratch& at) {
    set_ground<Lanes>(at.state);
    for (int i = 0; i < system.rows * system.tree.nv; ++i) at.K[i] = Lane{};
    for (int i = 0; i < system.rows; ++i) at.bias[i] = Lane{};
    for (int i = 0; i < system.tree.nv; ++i) at.v[i] = Lane{};
    for (int i = 0; i < system.tree.nq; ++i) at.q[i] = Lane{};
    put_linear_columns<Lanes>(system, at.K);
}

long batch(const System& system, const Batch& data, long begin, long end, double* scratch) {
    Carver carver(scratch);
    Scratch at = carve_scratch(system, carver);
    set_constants(system, at);
    const Tree& tree = system.tree;
    const int n_c = system.rows;
    Lane* bias = data.bias == nullptr ? nullptr : at.bias;
    Lane* K = data.jacobian == nullptr ? nullptr : at.K;
    for (long row = begin; row < end; row += lane_count) {
        const long filled = end - row < lane_count ? end - row : lane_count;
        bool far = false, any = false;
        long bad = load_lanes(data.q + row * tree.nq, filled, tree.nq, system.used,
                              system.used_count, at.q, far);
        if (bad < 0 && bias != nullptr) {
            bad = load_lanes(data.v + row * tree.nv, filled, tree.nv, system.used_v,
                             system.used_v_count, at.v, any);
        }
        if (bad >= 0) return row + bad;
        evaluate_lanes(system, at, far, at.residual, K, bias);
        if (data.residual != nullptr) {
            store_lanes(at.residual, n_c, filled, data.residual + row * n_c, at.rows);
        }
        if (K != nullptr && data.entries_only) {
            const int count = system.entry_count;
            for (int e = 0; e < count; ++e) at.matrix[e] = K[system.entries[e]];
            store_lanes(at.matrix, count, filled, data.jacobian + row * count, at.rows);
        } else if (K != nullptr) {
            store_lanes(K, n_c * tree.nv, filled, data.jacobian + row * n_c * tree.nv, at.rows);
        }
        if (bias != nullptr) store_lanes(bias, n_c, filled, data.bias + row * n_c, at.rows);
    }
    return -1;
}

FOURBAR_INLINE Factors<Lane> gather(const System& system, const Block& block, const int* columns,
                                    int count, Scratch& at) {
    Factors<Lane> f{at.matrix, at.factors, at.factors + system.tree.nv, block.row_count, count};
    for (int j = 0; j < count; ++j) {
        for (int i = 0; i < block.row_count; ++i) {
            f.A[j * block.row_count + i] = at.K[block.rows[i] * system.tree.nv + columns[j]];
        }
    }
    return f;
}

FOURBAR_INLINE Lane largest_of(const Lane* x, int n) {
    Lane largest{};
    for (int i = 0; i < n; ++i) {
        const Lane size = magnitude_of(x[i]);
        largest = size > largest || size != size ? size : largest;
    }
    return largest;
}

// Moves the configuration by a step in the columns of v: angles and lengths add, quaternions turn
// by the quaternion (w/2, 1), which agrees with the exponential to first order.
FOURBAR_INLINE void move_lanes(const System& system, const Lane* step, Lane* q) {
    for (int n = 0; n < system.mover_count; ++n) {
        const Mover& body = system.movers[n];
        const Lane* s = step + body.v;
        if (body.motion < Motion::spherical) {
            q[body.q] += s[0];
            continue;
        }
        int i = body.q;
        if (body.motion == Motion::floating) {
            const Lane u[3] = {s[0], s[1], s[2]};
            s += 3;
            i += 3;
            Lane* r = q + i;
            const Lane share = 2.0 / (r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
            // R u = u + share * (w (r x u) + r x (r x u))
            const Triple<Lane> axis{r[0], r[1], r[2]}, by{u[0], u[1], u[2]};
            const Triple<Lane> first = cross(axis, by);
            const Triple<Lane> moved = by + (first * r[3] + cross(axis, first)) * share;
            q[body.q] += moved.x;
            q[body.q + 1] += moved.y;
            q[body.q + 2] += moved.z;
        }
        Lane* r = q + i;
        const Lane x = s[0] * 0.5, y = s[1] * 0.5, z = s[2] * 0.5;
        const Lane a = r[0], b = r[1], c = r[2], d = r[3];
        const Lane e0 = a + d * x + b * z - c * y, e1 = b + d * y + c * x - a * z,
                   e2 = c + d * z + a * y - b * x, e3 = d - a * x - b * y - c * z;
        const Lane share = 1.0 / root(e0 * e0 + e1 * e1 + e2 * e2 + e3 * e3);
        r[0] = e0 * share;
        r[1] = e1 * share;
        r[2] = e2 * share;
        r[3] = e3 * share;
    }
}

long close(const System& system, const Partition& partition, const Closing& data, long begin,
           long end, double* scratch) {
    Carver carver(scratch);
    Scratch at = carve_scratch(system, carver);
    set_constants(system, at);
    const Tree& tree = system.tree;
    Lane* step = at.v;
    for (long row = begin; row < end; row += lane_count) {
        const long filled = end - row < lane_count ? end - row : lane_count;
        bool far = false;
        double* rows = data.q + row * tree.nq;
        const long bad =
            load_lanes(rows, filled, tree.nq, system.used, system.used_count, at.q, far);
        if (bad >= 0) return row + bad;
        Lane residual{};
        bool polished = false;
        for (int n = 0;; ++n) {
            evaluate_lanes(system, at, far, at.residual, at.K, nullptr);
            residual = largest_of(at.residual, system.rows);
            bool closed = true;
            for (int l = 0; l < lane_count; ++l) closed = closed && residual[l] <= data.tolerance;
            // One step more than the tolerance asks for is nearly free of rounding (Newton squares
            // the error).
            if (n == data.steps || (closed && polished)) break;
            polished = closed;
            for (int i = 0; i < tree.nv; ++i) step[i] = Lane{};
            for (int k = 0; k < system.block_count; ++k) {
                const Block& block = system.blocks[k];
                const int count = partition.dependent_count[k];
                if (count == 0) continue;
                Factors<Lane> f = gather(system, block, partition.dependent[k], count, at);
                factor(f);
                for (int i = 0; i < block.row_count; ++i) at.rhs[i] = -at.residual[block.rows[i]];
                solve(f, at.rhs);
                const Lane longest = largest_of(at.rhs, count);
                const Lane share = longest > 1.0 ? 1.0 / longest : spread(1.0);
                for (int j = 0; j < count; ++j) step[partition.dependent[k][j]] = at.rhs[j] * share;
            }
            move_lanes(system, step, at.q);
        }
        for (int n = 0; n < system.used_count; ++n) {
            const int i = system.used[n];
            for (long l = 0; l < filled; ++l) rows[l * tree.nq + i] = at.q[i][l];
        }
        for (long l = 0; l < filled; ++l) data.residual[row + l] = residual[l];
    }
    return -1;
}

long explicit_form(const System& system, const Partition& partition, const Explicit& data,
                   long begin, long end, double* scratch) {
    Carver carver(scratch);
    Scratch at = carve_scratch(system, carver);
    set_constants(system, at);
    const Tree& tree = system.tree;
    const int nv = tree.nv;
    const int ni = partition.independent_total;
    Lane* g = at.G + nv * nv;
    for (int i = 0; i < nv * nv; ++i) at.G[i] = Lane{};
    for (int i = 0; i < nv; ++i) {
        if (partition.position[i] >= 0) at.G[i * ni + partition.position[i]] = spread(1.0);
    }
    for (long row = begin; row < end; row += lane_count) {
        const long filled = end - row < lane_count ? end - row : lane_count;
        bool far = false, any = false;
        long bad = load_lanes(data.q + row * tree.nq, filled, tree.nq, system.used,
                              system.used_count, at.q, far);
        if (bad < 0 && data.v != nullptr) {
            bad = load_lanes(data.v + row * nv, filled, nv, system.used_v, system.used_v_count,
                             at.v, any);
        }
        if (bad >= 0) return row + bad;
        evaluate_lanes(system, at, far, nullptr, at.K, nullptr);
        Lane quality = spread(1.0);
        for (int k = 0; k < system.block_count; ++k) {
            const Block& block = system.blocks[k];
            const int* dependent = partition.dependent[k];
            const int count = partition.dependent_count[k];
            if (count == 0) continue;
            Factors<Lane> f = gather(system, block, dependent, count, at);
            const Lane own = factor(f);
            quality = own < quality ? own : quality;
            for (int j = 0; j < count; ++j) {
                if (data.v != nullptr) at.v[dependent[j]] = Lane{};
            }
            for (int c = 0; c < partition.independent_count[k]; ++c) {
                const int column = partition.independent[k][c];
                for (int i = 0; i < block.row_count; ++i) {
                    at.rhs[i] = -at.K[block.rows[i] * nv + column];
                }
                solve(f, at.rhs);
                const int to = partition.position[column];
                for (int j = 0; j < count; ++j) {
                    at.G[dependent[j] * ni + to] = at.rhs[j];
                    if (data.v != nullptr) at.v[dependent[j]] += at.rhs[j] * at.v[column];
                }
            }
        }
        if (data.v != nullptr) {
            // v is now G u, which the constraints allow; its bias is what g answers.
            evaluate_lanes(system, at, far, nullptr, nullptr, at.bias);
            for (int i = 0; i < nv; ++i) g[i] = Lane{};
            for (int k = 0; k < system.block_count; ++k) {
                const Block& block = system.blocks[k];
                const int count = partition.dependent_count[k];
                if (count == 0) continue;
                Factors<Lane> f = gather(system, block, partition.dependent[k], count, at);
                factor(f);
                for (int i = 0; i < block.row_count; ++i) at.rhs[i] = at.bias[block.rows[i]];
                solve(f, at.rhs);
                for (int j = 0; j < count; ++j) g[partition.dependent[k][j]] = at.rhs[j];
            }
            store_lanes(g, nv, filled, data.g + row * nv, at.rows);
        }
        store_lanes(at.G, nv * ni, filled, data.G + row * nv * ni, at.rows);
        for (long l = 0; l < filled; ++l) data.quality[row + l] = quality[l];
    }
    return -1;
}

}  // namespace

extern const fourbar::loops::Kernels kernels;
const fourbar::loops::Kernels kernels{FOURBAR_LEVEL_NAME, workspace_size, batch_scratch, prepare,
                                      evaluate,           batch,          close,         explicit_form};

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

// The explicit form of the constraints, v = G u and a = G du + g, at many configurations.
#pragma once

#include "newton.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

using fourbar::loops::Explicit;

inline long explicit_form(const System& system, const Partition& partition, const Explicit& data,
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
        long bad = load_lanes(data.q + row * tree.nq, filled, tree.nq, at.q, far);
        if (bad < 0 && data.v != nullptr) {
            bad = load_lanes(data.v + row * nv, filled, nv, at.v, any);
        }
        if (bad >= 0) return row + bad;
        evaluate_lanes(system, at, far, nullptr, at.K, nullptr);
        Lane quality = spread(1.0);
        long first = 0;
        int first_column = 0;
        for (int k = 0; k < system.block_count; ++k) {
            const Block& block = system.blocks[k];
            const int* dependent = partition.dependent[k];
            const int count = partition.dependent_count[k];
            if (count == 0) continue;
            Factors<Lane> f = gather(system, block, dependent, count, at, first, first_column);
            first += static_cast<long>(block.row_count) * count;
            first_column += count;
            const Lane own = factor(f);
            quality = choose(own < quality, own, quality);
            for (int j = 0; j < count; ++j) {
                if (data.v != nullptr) at.v[dependent[j]] = Lane{};
            }
            for (int c = 0; c < partition.independent_count[k]; ++c) {
                const int column = partition.independent[k][c];
                for (int i = 0; i < block.row_count; ++i) {
                    at.rhs[i] = -at.K[system.sources[block.rows[i] * nv + column]];
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
            first = 0;
            first_column = 0;
            for (int k = 0; k < system.block_count; ++k) {
                const Block& block = system.blocks[k];
                const int count = partition.dependent_count[k];
                if (count == 0) continue;
                const Factors<Lane> f{at.matrix + first, at.factors + first_column,
                                      at.factors + nv + first_column, block.row_count, count};
                first += static_cast<long>(block.row_count) * count;
                first_column += count;
                for (int i = 0; i < block.row_count; ++i) at.rhs[i] = at.bias[block.rows[i]];
                solve(f, at.rhs);
                for (int j = 0; j < count; ++j) g[partition.dependent[k][j]] = at.rhs[j];
            }
            store_lanes(g, nv, filled, data.g + row * nv, {at.rows, false});
        }
        store_lanes(at.G, nv * ni, filled, data.G + row * nv * ni, {at.rows, false});
        for (long l = 0; l < filled; ++l) data.quality[row + l] = quality[l];
    }
    return -1;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL

#include "edges.hpp"

#include "hash.hpp"

namespace fourbar::meshes {

std::vector<Edge> collect_edges(const std::uint32_t* triangles, std::size_t count) {
    std::vector<std::uint32_t> table(table_size(count * 3 / 2 + 8), no_index);
    std::size_t mask = table.size() - 1;
    const std::uint64_t seed = table_seed(table.data());
    const auto slot_of = [&](std::uint32_t low, std::uint32_t high) {
        return static_cast<std::size_t>(mix((std::uint64_t{high} << 32 | low) ^ seed)) & mask;
    };
    std::vector<Edge> edges;
    edges.reserve(count * 3 / 2 + 8);
    for (std::size_t h = 0; h < 3 * count; ++h) {
        const std::uint32_t from = triangles[h];
        const std::uint32_t to = triangles[h % 3 == 2 ? h - 2 : h + 1];
        if (from == to) continue;
        const std::uint32_t low = from < to ? from : to;
        const std::uint32_t high = from < to ? to : from;
        const int direction = from < to ? 1 : -1;
        std::size_t slot = slot_of(low, high);
        while (table[slot] != no_index) {
            const Edge& edge = edges[table[slot]];
            if (edge.low == low && edge.high == high) break;
            slot = (slot + 1) & mask;
        }
        if (table[slot] != no_index) {
            Edge& edge = edges[table[slot]];
            if (edge.sides == 1) edge.second = static_cast<std::uint32_t>(h);
            ++edge.sides;
            edge.direction += direction;
            continue;
        }
        table[slot] = static_cast<std::uint32_t>(edges.size());
        edges.push_back({low, high, static_cast<std::uint32_t>(h), no_index, 1, direction});
        if (2 * edges.size() > table.size()) {  // more open edges than a closed mesh has
            table.assign(2 * table.size(), no_index);
            mask = table.size() - 1;
            for (std::size_t i = 0; i < edges.size(); ++i) {
                std::size_t free = slot_of(edges[i].low, edges[i].high);
                while (table[free] != no_index) free = (free + 1) & mask;
                table[free] = static_cast<std::uint32_t>(i);
            }
        }
    }
    return edges;
}

EdgeCensus count_edges(const std::uint32_t* triangles, std::size_t count) {
    EdgeCensus census;
    for (const Edge& edge : collect_edges(triangles, count)) {
        ++census.edges;
        if (edge.sides == 1) ++census.open;
        if (edge.sides > 2) ++census.crowded;
        if (edge.sides == 2 && edge.direction != 0) ++census.turned;
        if (edge.direction != 0) census.closed = false;
    }
    return census;
}

}  // namespace fourbar::meshes

// How far a surface moves when one vertex of it is taken away.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "vector.hpp"

namespace fourbar::meshes {

// The triangles around a vertex: (center, ring[i], ring[i + 1]), of a closed ring all around, of an
// open one from the first to the last. The vertex is taken away and its triangles are replaced by
// those of ring[target] with all sides of the ring.
struct Patch {
    Vector center;
    std::vector<Vector> ring;
    bool closed;
    std::size_t target;  // of an open ring: the first or the last
};

// Where the place of the vertex is on the new triangles: on the triangle of ring[target],
// ring[corner] and the next one, with its weights.
struct Landing {
    std::size_t corner = 0;
    double weights[3] = {1, 0, 0};
};

struct Change {
    double distance;  // no point of either surface is farther from the other [m]
    Landing landing;
};

// Nothing where the new triangles would fold, turn over or nearly so.
//
// Old and new triangles are seen along the old ones' mean normal. Where each covers the same outline
// once, points that are seen in the same place belong together, and between them the distance is
// convex in each part that no edge of either crosses: its maximum is at a crossing of edges, or at
// the vertex that is gone. Of an open ring the vertex is first moved onto the side that will close
// the outline, which moves no point farther than the vertex.
std::optional<Change> measure_removal(const Patch& patch);

}  // namespace fourbar::meshes

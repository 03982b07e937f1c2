#include "triangles.hpp"

#include <utility>

#include "crease.hpp"
#include "row_table.hpp"

namespace fourbar::meshes {
namespace {

void take_rows(const std::vector<float>& from, std::size_t width,
               const std::vector<std::uint32_t>& source, std::vector<float>& to) {
    if (from.empty()) return;
    to.resize(source.size() * width);
    float* out = to.data();
    for (const std::uint32_t row : source) {
        const float* const values = &from[row * width];
        for (std::size_t k = 0; k < width; ++k) *out++ = values[k];
    }
}

// Equal rows of these attributes: the first row of each, and each row's number.
struct Merged {
    std::vector<std::uint32_t> first;
    std::vector<std::uint32_t> inverse;
};

template <typename Attributes>
Merged merge(const Triangles& from, const Attributes& compared) {
    std::size_t width = 0;
    for (const Attribute& each : compared) width += (from.*each.values).empty() ? 0 : each.width;
    Merged merged;
    merged.inverse.resize(from.vertex_count());
    RowTable<> table(width, from.vertex_count() / 4 + 8);
    std::vector<std::uint32_t> row(width);
    for (std::size_t i = 0; i < from.vertex_count(); ++i) {
        std::uint32_t* word = row.data();
        for (const Attribute& each : compared) {
            const std::vector<float>& values = from.*each.values;
            if (values.empty()) continue;
            for (std::size_t k = 0; k < each.width; ++k) *word++ = bits_of(values[i * each.width + k]);
        }
        const std::size_t before = table.size();
        merged.inverse[i] = table.number(row.data());
        if (table.size() > before) merged.first.push_back(static_cast<std::uint32_t>(i));
    }
    return merged;
}

std::vector<std::uint32_t> renumber(const std::vector<std::uint32_t>& corners,
                                    const std::vector<std::uint32_t>& number) {
    std::vector<std::uint32_t> result(corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) result[i] = number[corners[i]];
    return result;
}

// Smooth over vertices that are apart only because of what they carry besides their place.
Triangles crease_over_seams(const Triangles& from, double cosine) {
    const Merged places = merge(from, std::array{attributes[0]});
    Triangles shape;
    take_rows(from.positions, 3, places.first, shape.positions);
    shape.corners = renumber(from.corners, places.inverse);
    const Creased creased =
        crease(shape.positions.data(), shape.vertex_count(), shape.corners.data(), shape.count(), cosine);
    // A vertex of its own for each corner, and then the equal ones made one again.
    Triangles unshared = take_vertices(from, from.corners);
    unshared.normals.clear();
    take_rows(creased.normals, 3, creased.triangles, unshared.normals);
    unshared.corners.resize(from.corners.size());
    for (std::size_t i = 0; i < unshared.corners.size(); ++i) {
        unshared.corners[i] = static_cast<std::uint32_t>(i);
    }
    return merge_vertices(unshared);
}

}  // namespace

Triangles take_vertices(const Triangles& from, const std::vector<std::uint32_t>& source) {
    Triangles taken;
    for (const Attribute& each : attributes) {
        take_rows(from.*each.values, each.width, source, taken.*each.values);
    }
    return taken;
}

Triangles join(const std::vector<const Triangles*>& parts, bool bare) {
    Triangles joined;
    for (const Attribute& each : attributes) {
        bool everywhere = !bare || each.values == &Triangles::positions;
        for (const Triangles* part : parts) {
            everywhere &= part->positions.empty() || !(part->*each.values).empty();
        }
        if (!everywhere) continue;
        std::vector<float>& to = joined.*each.values;
        for (const Triangles* part : parts) {
            const std::vector<float>& from = part->*each.values;
            to.insert(to.end(), from.begin(), from.end());
        }
    }
    std::uint32_t start = 0;
    for (const Triangles* part : parts) {
        for (const std::uint32_t corner : part->corners) joined.corners.push_back(corner + start);
        start += static_cast<std::uint32_t>(part->vertex_count());
    }
    return joined;
}

Triangles merge_vertices(const Triangles& from) {
    const Merged merged = merge(from, attributes);
    Triangles result = take_vertices(from, merged.first);
    result.corners = renumber(from.corners, merged.inverse);
    return result;
}

Triangles crease_vertices(const Triangles& from, double cosine) {
    if (!from.texcoords.empty() || !from.colors.empty()) return crease_over_seams(from, cosine);
    Creased creased = crease(from.positions.data(), from.vertex_count(), from.corners.data(),
                             from.count(), cosine);
    Triangles result;
    take_rows(from.positions, 3, creased.source, result.positions);
    result.normals = std::move(creased.normals);
    result.corners = std::move(creased.triangles);
    return result;
}

Bounds measure_bounds(const Triangles& of) {
    Bounds bounds;
    for (const std::uint32_t corner : of.corners) {
        const float* const p = &of.positions[3 * std::size_t{corner}];
        for (int k = 0; k < 3; ++k) {
            if (!bounds.any || p[k] < bounds.low[k]) bounds.low[k] = p[k];
            if (!bounds.any || p[k] > bounds.high[k]) bounds.high[k] = p[k];
        }
        bounds.any = true;
    }
    return bounds;
}

}  // namespace fourbar::meshes

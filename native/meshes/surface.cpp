#include "surface.hpp"

#include <algorithm>

#include "row_table.hpp"

namespace fourbar::meshes {

Surface::Surface(const std::vector<const Triangles*>& parts) {
    std::size_t vertices = 0;
    first_vertex_.push_back(0);
    first_face_.push_back(0);
    for (const Triangles* part : parts) {
        given_.push_back(merge_vertices(*part));
        vertices += given_.back().vertex_count();
        first_vertex_.push_back(static_cast<std::uint32_t>(vertices));
    }
    RowTable<3> table(3, vertices);
    std::vector<std::uint32_t> place_of(vertices);
    for (std::size_t p = 0; p < given_.size(); ++p) {
        const Triangles& part = given_[p];
        for (std::size_t v = 0; v < part.vertex_count(); ++v) {
            const float* at = &part.positions[3 * v];
            const std::uint32_t row[3] = {bits_of(at[0]), bits_of(at[1]), bits_of(at[2])};
            const std::uint32_t place = table.number(row);
            place_of[first_vertex_[p] + v] = place;
            if (place == positions_.size()) positions_.push_back({at[0], at[1], at[2]});
        }
    }
    around_.resize(positions_.size());
    for (std::size_t p = 0; p < given_.size(); ++p) {
        for (std::size_t c = 0; c + 2 < given_[p].corners.size(); c += 3) {
            Face face{{}, true};
            for (std::size_t k = 0; k < 3; ++k) {
                const std::uint32_t vertex = first_vertex_[p] + given_[p].corners[c + k];
                face.corners[k] = {vertex, place_of[vertex]};
            }
            const auto& [a, b, d] = face.corners;
            // A triangle with two corners in one place is a line: its sides cancel each other.
            face.alive = a.place != b.place && b.place != d.place && d.place != a.place;
            const auto number = static_cast<std::uint32_t>(faces_.size());
            if (face.alive) {
                ++alive_;
                for (const Corner& corner : face.corners) around_[corner.place].push_back(number);
            }
            faces_.push_back(face);
        }
        first_face_.push_back(static_cast<std::uint32_t>(faces_.size()));
    }
}

bool Surface::ring_of(std::uint32_t place, Ring& ring) const {
    ring.sides.clear();
    for (const std::uint32_t number : around_[place]) {
        const Face& face = faces_[number];
        if (!face.alive) continue;
        std::size_t k = 0;
        while (k < 3 && face.corners[k].place != place) ++k;
        if (k == 3) continue;
        if (ring.sides.size() == longest_ring) return false;
        ring.sides.push_back(
            {number, face.corners[k], face.corners[(k + 1) % 3], face.corners[(k + 2) % 3]});
    }
    std::vector<Side>& sides = ring.sides;
    if (sides.empty()) return false;
    // The first side is one that no other leads to, or any of a circle.
    ring.open = false;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        std::size_t before = 0, alike = 0;
        for (const Side& side : sides) {
            before += side.to.place == sides[i].from.place;
            alike += side.from.place == sides[i].from.place;
        }
        if (before > 1 || alike > 1) return false;  // three faces on one edge, or turned ones
        if (before == 0) {
            if (ring.open) return false;
            ring.open = true;
            std::swap(sides[0], sides[i]);
        }
    }
    for (std::size_t i = 1; i < sides.size(); ++i) {
        std::size_t next = i;
        while (next < sides.size() && sides[next].from.place != sides[i - 1].to.place) ++next;
        if (next == sides.size()) return false;
        std::swap(sides[i], sides[next]);
    }
    return ring.open || sides.back().to.place == sides.front().from.place;
}

void Surface::neighbours(std::uint32_t place, std::vector<std::uint32_t>& found) const {
    found.clear();
    for (const std::uint32_t number : around_[place]) {
        if (!faces_[number].alive) continue;
        for (const Corner& corner : faces_[number].corners) {
            if (corner.place != place) found.push_back(corner.place);
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
}

std::size_t Surface::part_of(std::uint32_t vertex) const {
    const auto after = std::upper_bound(first_vertex_.begin(), first_vertex_.end(), vertex);
    return static_cast<std::size_t>(after - first_vertex_.begin()) - 1;
}

const float* Surface::attribute(std::uint32_t vertex, const Attribute& which) const {
    const std::size_t part = part_of(vertex);
    const std::vector<float>& values = given_[part].*which.values;
    return values.empty() ? nullptr : &values[(vertex - first_vertex_[part]) * which.width];
}

void Surface::collapse(std::uint32_t place, std::uint32_t target,
                       const std::vector<std::pair<std::uint32_t, std::uint32_t>>& mapped) {
    for (const std::uint32_t number : around_[place]) {
        Face& face = faces_[number];
        if (!face.alive) continue;
        const bool gone = std::any_of(face.corners.begin(), face.corners.end(),
                                      [&](const Corner& c) { return c.place == target; });
        if (gone) {
            face.alive = false;
            --alive_;
            continue;
        }
        for (Corner& corner : face.corners) {
            if (corner.place != place) continue;
            for (const auto& [before, after] : mapped) {
                if (before == corner.vertex) {
                    corner = {after, target};
                    break;
                }
            }
        }
        around_[target].push_back(number);
    }
    around_[place].clear();
    auto& kept = around_[target];
    kept.erase(std::remove_if(kept.begin(), kept.end(),
                              [&](std::uint32_t f) { return !faces_[f].alive; }),
               kept.end());
}

std::vector<Triangles> Surface::parts() const {
    std::vector<Triangles> found;
    for (std::size_t p = 0; p < given_.size(); ++p) {
        const std::uint32_t first = first_vertex_[p];
        std::vector<std::uint32_t> number(given_[p].vertex_count(), no_index), source, corners;
        for (std::uint32_t f = first_face_[p]; f < first_face_[p + 1]; ++f) {
            if (!faces_[f].alive) continue;
            for (const Corner& corner : faces_[f].corners) number[corner.vertex - first] = 0;
        }
        for (std::uint32_t v = 0; v < number.size(); ++v) {
            if (number[v] == no_index) continue;
            number[v] = static_cast<std::uint32_t>(source.size());
            source.push_back(v);
        }
        for (std::uint32_t f = first_face_[p]; f < first_face_[p + 1]; ++f) {
            if (!faces_[f].alive) continue;
            for (const Corner& corner : faces_[f].corners) {
                corners.push_back(number[corner.vertex - first]);
            }
        }
        Triangles part = take_vertices(given_[p], source);
        part.corners = std::move(corners);
        found.push_back(std::move(part));
    }
    return found;
}

}  // namespace fourbar::meshes

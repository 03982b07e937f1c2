#include "assemble.hpp"

#include <cstring>
#include <utility>

#include "polygons.hpp"
#include "row_table.hpp"

namespace fourbar::meshes {
namespace {

// The polygons whose vertices are all there.
struct Sound {
    std::vector<std::uint32_t> corners;
    std::vector<std::uint32_t> sizes;
    bool triangles = true;
};

class Assembly {
public:
    explicit Assembly(const Polygons& polygons) : in_(polygons) {}

    Assembled run(std::uint64_t budget) {
        Sound sound = choose();
        const std::vector<std::uint32_t> corners =
            sound.triangles ? std::move(sound.corners) : cut(sound, budget);
        if (corners.empty()) return std::move(out_);
        out_.normals_beyond = !add(in_.normals, 3, &Triangles::normals, corners);
        out_.texcoords_beyond = !add(in_.texcoords, 2, &Triangles::texcoords, corners);
        out_.colors_beyond = !add(in_.colors, 4, &Triangles::colors, corners);
        gather(corners);
        return std::move(out_);
    }

private:
    struct Source {
        Values values;
        std::size_t width;
        std::vector<float> Triangles::*target;
    };

    std::int32_t number(std::uint32_t corner, const Values& values) const {
        return in_.corners[corner * in_.stride + values.column];
    }

    Sound choose() {
        Sound sound;
        for (const auto& [first, last] : in_.runs) {
            for (std::uint32_t polygon = first; polygon < last; ++polygon) {
                if (in_.starts == nullptr) {
                    take(3 * polygon, 3 * polygon + 3, sound);
                } else {
                    take(in_.starts[polygon], in_.starts[polygon + 1], sound);
                }
            }
        }
        return sound;
    }

    void take(std::uint32_t begin, std::uint32_t end, Sound& sound) {
        ++out_.polygons;
        const auto limit = static_cast<std::int64_t>(in_.positions.count);
        for (std::uint32_t c = begin; c < end; ++c) {
            const std::int32_t vertex = number(c, in_.positions);
            if (vertex < 0 || vertex >= limit) {
                ++out_.dropped;
                return;
            }
        }
        for (std::uint32_t c = begin; c < end; ++c) sound.corners.push_back(c);
        sound.sizes.push_back(end - begin);
        sound.triangles &= end - begin == 3;
    }

    std::vector<std::uint32_t> cut(const Sound& sound, std::uint64_t budget) {
        std::vector<std::uint32_t> vertices;
        vertices.reserve(sound.corners.size());
        for (const std::uint32_t c : sound.corners) {
            vertices.push_back(static_cast<std::uint32_t>(number(c, in_.positions)));
        }
        Triangulated cut = triangulate(in_.positions.rows, vertices.data(), sound.sizes.data(),
                                       sound.sizes.size(), budget);
        out_.fanned = cut.fanned;
        for (std::uint32_t& corner : cut.corners) corner = sound.corners[corner];
        return std::move(cut.corners);
    }

    // False where numbers are too large.
    bool add(const Values& values, std::size_t width, std::vector<float> Triangles::*target,
             const std::vector<std::uint32_t>& corners) {
        if (values.rows == nullptr) return true;
        const auto limit = static_cast<std::int64_t>(values.count);
        bool beyond = false;
        for (const std::uint32_t corner : corners) {
            const std::int32_t index = number(corner, values);
            if (index < 0) return true;  // written for some corners only
            beyond |= index >= limit;
        }
        if (!beyond) sources_.push_back({values, width, target});
        return !beyond;
    }

    void gather(const std::vector<std::uint32_t>& corners) {
        sources_.insert(sources_.begin(), {in_.positions, 3, &Triangles::positions});
        std::size_t width = 0;
        for (const Source& source : sources_) width += source.width;
        RowTable<> table(width, corners.size() / 4 + 8);
        std::vector<std::uint32_t> row(width);
        Triangles& result = out_.triangles;
        result.corners.reserve(corners.size());
        for (const std::uint32_t corner : corners) {
            std::uint32_t* word = row.data();
            for (const Source& source : sources_) {
                const float* const values = rows_of(source, corner);
                for (std::size_t k = 0; k < source.width; ++k) *word++ = bits_of(values[k]);
            }
            const std::size_t before = table.size();
            result.corners.push_back(table.number(row.data()));
            if (table.size() == before) continue;
            for (const Source& source : sources_) {
                const float* const values = rows_of(source, corner);
                std::vector<float>& to = result.*source.target;
                to.insert(to.end(), values, values + source.width);
            }
        }
    }

    const float* rows_of(const Source& source, std::uint32_t corner) const {
        return source.values.rows +
               static_cast<std::size_t>(number(corner, source.values)) * source.width;
    }

    const Polygons& in_;
    std::vector<Source> sources_;
    Assembled out_;
};

}  // namespace

Assembled assemble(const Polygons& polygons, std::uint64_t budget) {
    return Assembly(polygons).run(budget);
}

std::vector<std::uint32_t> corner_starts(const std::int32_t* sizes, std::size_t count) {
    std::vector<std::uint32_t> starts{0};
    starts.reserve(count + 1);
    std::uint64_t corners = 0;
    for (std::size_t k = 0; k < count; ++k) {
        corners += static_cast<std::uint32_t>(sizes[k]);
        if (sizes[k] < 0 || corners >= no_index) return {};
        starts.push_back(static_cast<std::uint32_t>(corners));
    }
    return starts;
}

std::vector<std::int32_t> unroll(const std::int32_t* corners, std::size_t stride, std::size_t count,
                                 bool fan) {
    std::vector<std::int32_t> result;
    for (std::size_t t = 0; t + 2 < count; ++t) {
        const std::size_t odd = fan ? 0 : t % 2;
        for (const std::size_t corner : {fan ? 0 : t + odd, t + 1 - odd, t + 2}) {
            const std::int32_t* const row = corners + corner * stride;
            result.insert(result.end(), row, row + stride);
        }
    }
    return result;
}

Triangles merge_corners(const char* corners, std::size_t stride, std::size_t count) {
    RowTable<3> table(3, count / 2 + 8);
    Triangles result;
    result.positions.reserve(3 * (count / 2 + 8));
    result.corners.resize(3 * count);
    for (std::size_t t = 0; t < count; ++t) {
        float place[3][3];
        std::memcpy(place, corners + t * stride, sizeof place);
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t row[3] = {bits_of(place[k][0]), bits_of(place[k][1]),
                                          bits_of(place[k][2])};
            const std::size_t before = table.size();
            result.corners[3 * t + k] = table.number(row);
            if (table.size() > before) {
                result.positions.insert(result.positions.end(), place[k], place[k] + 3);
            }
        }
    }
    return result;
}

}  // namespace fourbar::meshes

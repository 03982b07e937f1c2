// What Python sees of hulls and moments. Shapes and indices are checked here.
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bind.hpp"
#include "boundary/lock.hpp"
#include "hull.hpp"
#include "moments.hpp"
#include "triangles.hpp"
#include "winding.hpp"

namespace fourbar::meshes {
namespace {

template <typename T>
void check_finite(const T* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        if (!std::isfinite(values[i])) throw std::invalid_argument("points must be finite");
    }
}

auto py_convex_hull(const In<double, nb::shape<-1, 3>>& points) {
    check_count(points.shape(0));
    Hull hull;
    {
        const boundary::Unlocked unlocked;
        check_finite(points.data(), points.size());
        hull = convex_hull(points.data(), points.shape(0));
    }
    return nb::make_tuple(hull.dimension, array(std::move(hull.vertices)),
                          array(std::move(hull.starts)), array(std::move(hull.corners)));
}

// The corners that triangles use, as the hull's own.
nb::object py_hull_of(const Triangles& triangles) {
    Hull hull;
    Triangles solid;
    {
        const boundary::Unlocked unlocked;
        check_indices(triangles.corners.data(), triangles.corners.size(), triangles.vertex_count());
        check_finite(triangles.positions.data(), triangles.positions.size());
        std::vector<bool> used(triangles.vertex_count());
        for (const std::uint32_t corner : triangles.corners) used[corner] = true;
        std::vector<std::uint32_t> source;
        std::vector<double> points;
        for (std::uint32_t v = 0; v < used.size(); ++v) {
            if (!used[v]) continue;
            source.push_back(v);
            for (std::size_t k = 0; k < 3; ++k) points.push_back(triangles.positions[3 * v + k]);
        }
        hull = convex_hull(points.data(), source.size());
        std::vector<std::uint32_t> number(source.size());
        for (std::uint32_t i = 0; i < hull.vertices.size(); ++i) number[hull.vertices[i]] = i;
        solid.corners = hull.triangles();
        for (std::uint32_t& corner : solid.corners) corner = number[corner];
        for (const std::uint32_t vertex : hull.vertices) {
            const float* const p = &triangles.positions[3 * std::size_t{source[vertex]}];
            solid.positions.insert(solid.positions.end(), p, p + 3);
        }
    }
    return nb::make_tuple(hull.dimension, nb::cast(std::move(solid)));
}

// The corners of the hulls of groups of points: group g is from starts[g] to starts[g + 1].
nb::object py_hull_corners(const In<double, nb::shape<-1, 3>>& points, const Flat<std::uint32_t>& starts) {
    std::vector<std::uint32_t> numbers, firsts;
    {
        const boundary::Unlocked unlocked;
        check_finite(points.data(), points.size());
        const std::size_t count = points.shape(0);
        check_count(count);
        for (std::size_t g = 0; g < starts.shape(0); ++g) {
            const std::size_t first = starts(g);
            const std::size_t last = g + 1 < starts.shape(0) ? starts(g + 1) : count;
            if (first > last || last > count) throw nb::index_error("groups must be in order");
            firsts.push_back(static_cast<std::uint32_t>(numbers.size()));
            for (const std::uint32_t v : convex_hull(points.data() + 3 * first, last - first).vertices) {
                numbers.push_back(static_cast<std::uint32_t>(first) + v);
            }
        }
    }
    return nb::make_tuple(array(std::move(numbers)), array(std::move(firsts)));
}

nb::object as_tuple(const Moments& m) {
    return nb::make_tuple(m.volume, nb::make_tuple(m.centre.x, m.centre.y, m.centre.z),
                          nb::make_tuple(m.inertia[0], m.inertia[1], m.inertia[2], m.inertia[3],
                                         m.inertia[4], m.inertia[5]));
}

nb::object py_moments_of(const Triangles& triangles) {
    Moments moments;
    {
        const boundary::Unlocked unlocked;
        check_indices(triangles.corners.data(), triangles.corners.size(), triangles.vertex_count());
        moments = measure_moments(triangles.positions.data(), triangles.corners.data(),
                                  triangles.count());
    }
    return as_tuple(moments);
}

nb::object py_moments(const In<double, nb::shape<-1, 3>>& points,
                      const In<std::uint32_t, nb::shape<-1, 3>>& triangles) {
    Moments moments;
    {
        const boundary::Unlocked unlocked;
        check_indices(triangles.data(), triangles.size(), points.shape(0));
        moments = measure_moments(points.data(), triangles.data(), triangles.shape(0));
    }
    return as_tuple(moments);
}

auto py_winding_numbers(const Triangles& triangles, const In<double, nb::shape<-1, 3>>& points) {
    std::vector<std::int32_t> numbers;
    {
        const boundary::Unlocked unlocked;
        check_indices(triangles.corners.data(), triangles.corners.size(), triangles.vertex_count());
        numbers = winding_numbers(triangles, points.data(), points.shape(0));
    }
    return array(std::move(numbers));
}

}  // namespace

void bind_shapes(nb::module_& m, nb::class_<Triangles>& triangles) {
    m.def("convex_hull", py_convex_hull, nb::arg("points"),
          "The dimension of the hull, the numbers of the points that are its corners, and its "
          "faces: where each starts, and all their corners.");
    m.def("hull_corners", py_hull_corners, nb::arg("points"), nb::arg("starts"),
          "The numbers of the points that are corners of the hulls of groups, and where each group "
          "starts in them.");
    m.def("moments", py_moments, nb::arg("points"), nb::arg("triangles"),
          "Volume, centre, and inertia about it (xx, yy, zz, xy, xz, yz) of what triangles "
          "enclose, for a density of 1.");
    triangles
        .def("hull", py_hull_of, "The dimension of the hull of the vertices in use, and its surface.")
        .def("moments", py_moments_of, "As the function `moments`.")
        .def("winding_numbers", py_winding_numbers, nb::arg("points"),
             "How often the closed surface goes around each point: 0 outside, 1 inside.");
}

}  // namespace fourbar::meshes

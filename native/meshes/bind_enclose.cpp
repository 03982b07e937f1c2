// What Python sees of enclosing shapes and of distances from a surface.
#include <nanobind/stl/array.h>

#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bind.hpp"
#include "boundary/lock.hpp"
#include "enclose.hpp"
#include "nearest.hpp"
#include "outer.hpp"

namespace fourbar::meshes {
namespace {

using Points = In<double, nb::shape<-1, 3>>;
using Corners = In<std::uint32_t, nb::shape<-1, 3>>;

void check_points(const Points& points) {
    check_count(points.shape(0));
    if (points.shape(0) == 0) throw std::invalid_argument("at least one point is needed");
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!std::isfinite(points.data()[i])) throw std::invalid_argument("points must be finite");
    }
}

template <Frame Find(const double*, std::size_t)>
std::array<double, 12> py_frame(const Points& points) {
    Frame f;
    {
        const boundary::Unlocked unlocked;
        check_points(points);
        f = Find(points.data(), points.shape(0));
    }
    return {f.x.x, f.x.y, f.x.z, f.y.x, f.y.y, f.y.z, f.z.x, f.z.y, f.z.z,
            f.centre.x, f.centre.y, f.centre.z};
}

std::array<double, 3> py_ball(const Points& points) {
    Vector centre;
    {
        const boundary::Unlocked unlocked;
        check_points(points);
        centre = smallest_ball(points.data(), points.shape(0));
    }
    return {centre.x, centre.y, centre.z};
}

auto py_outer_hull(const Points& points, std::size_t most) {
    std::vector<double> corners;
    {
        const boundary::Unlocked unlocked;
        check_points(points);
        corners = outer_hull(points.data(), points.shape(0), most);
    }
    return array(std::move(corners), 3);
}

TriangleTree py_tree(const Points& points, const Corners& triangles) {
    const boundary::Unlocked unlocked;
    check_points(points);
    if (triangles.shape(0) == 0) throw std::invalid_argument("at least one triangle is needed");
    check_indices(triangles.data(), triangles.size(), points.shape(0));
    return TriangleTree(points.data(), triangles.data(), triangles.shape(0));
}

auto py_distances(const TriangleTree& tree, const Points& points, Inside inside) {
    std::vector<double> distances(points.shape(0));
    {
        const boundary::Unlocked unlocked;
        for (std::size_t i = 0; i < distances.size(); ++i) {
            const Vector p{points(i, 0), points(i, 1), points(i, 2)};
            distances[i] = tree.nearest(p).distance;
            if (is_inside(tree, inside, p)) distances[i] = -distances[i];
        }
    }
    return array(std::move(distances));
}

nb::object py_farthest(const TriangleTree& tree, const Points& points, const Corners& triangles,
                       Inside inside, double gap, std::size_t budget, double share) {
    Farthest found;
    {
        const boundary::Unlocked unlocked;
        check_points(points);
        check_indices(triangles.data(), triangles.size(), points.shape(0));
        found = farthest_from(tree, inside, points.data(), triangles.data(), triangles.shape(0),
                              gap, share, budget);
    }
    return nb::make_tuple(found.upper, found.lower,
                          nb::make_tuple(found.where.x, found.where.y, found.where.z));
}

nb::object py_pieces_beyond(const TriangleTree& tree, const Points& points, const Corners& triangles,
                            Inside inside, double beyond, double finest, std::size_t most) {
    Beyond found;
    {
        const boundary::Unlocked unlocked;
        check_points(points);
        check_indices(triangles.data(), triangles.size(), points.shape(0));
        if (!(finest > 0)) throw std::invalid_argument("the finest side must be positive");
        found = pieces_beyond(tree, inside, points.data(), triangles.data(), triangles.shape(0),
                              beyond, finest, most);
    }
    return nb::make_tuple(array(std::move(found.corners)), array(std::move(found.distances)));
}

}  // namespace

void bind_enclose(nb::module_& m) {
    m.def("smallest_box", py_frame<smallest_box>, nb::arg("points"),
          "The axes (x, y, z one after the other) and the centre of the smallest box around points.");
    m.def("smallest_cylinder", py_frame<smallest_cylinder>, nb::arg("points"),
          "The axes and the centre of a small cylinder along z around points.");
    m.def("smallest_capsule", py_frame<smallest_capsule>, nb::arg("points"),
          "The axes and the centre of a small capsule along z around points.");
    m.def("smallest_ball", py_ball, nb::arg("points"),
          "The centre of the smallest ball around points.");
    m.def("outer_hull", py_outer_hull, nb::arg("points"), nb::arg("most"),
          "The corners of a convex body with at most `most` of them around points.");
    nb::enum_<Inside>(m, "Inside")
        .value("NONE", Inside::none)
        .value("CLOSED", Inside::closed)
        .value("OPEN", Inside::open);
    nb::class_<TriangleTree>(m, "TriangleTree")
        .def(nb::new_(&py_tree), nb::arg("points"), nb::arg("triangles"))
        .def("distances", py_distances, nb::arg("points"), nb::arg("inside"),
             "How far points are from the surface; less than 0 inside.")
        .def("farthest", py_farthest, nb::arg("points"), nb::arg("triangles"), nb::arg("inside"),
             nb::arg("gap"), nb::arg("budget"), nb::arg("share") = 0.05,
             "Bounds of the largest distance from triangles to the surface, and where it is.")
        .def("pieces_beyond", py_pieces_beyond, nb::arg("points"), nb::arg("triangles"),
             nb::arg("inside"), nb::arg("beyond"), nb::arg("finest"), nb::arg("most"),
             "The pieces of triangles that are farther than `beyond`, nine numbers each, and how far "
             "their middles are.");
}

}  // namespace fourbar::meshes

// What Python sees of triangles. Shapes and indices are checked here, so that the functions behind
// need not.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>

#include "arrays.hpp"
#include "assemble.hpp"
#include "bind.hpp"
#include "boundary/lock.hpp"
#include "edges.hpp"
#include "pack.hpp"
#include "simplify.hpp"
#include "tidy.hpp"
#include "transform.hpp"
#include "triangles.hpp"

namespace fourbar::meshes {
namespace {

template <std::size_t Width>
using Rows = In<float, nb::shape<-1, Width>>;

template <typename Array, typename T>
void copy(const Array& from, std::vector<T>& to) {
    if (from.size() > 0) to.assign(from.data(), from.data() + from.size());
}

void construct(Triangles* self, const Rows<3>& positions,
               const In<std::uint32_t, nb::shape<-1, 3>>& triangles,
               const std::optional<Rows<3>>& normals, const std::optional<Rows<2>>& texcoords,
               const std::optional<Rows<4>>& colors) {
    check_count(positions.shape(0));
    check_count(triangles.shape(0));
    const auto check = [&](const auto& array) {
        if (array && array->shape(0) != positions.shape(0)) {
            throw std::invalid_argument("every attribute needs a row for each vertex");
        }
    };
    check(normals);
    check(texcoords);
    check(colors);
    new (self) Triangles();
    copy(positions, self->positions);
    copy(triangles, self->corners);
    if (normals) copy(*normals, self->normals);
    if (texcoords) copy(*texcoords, self->texcoords);
    if (colors) copy(*colors, self->colors);
}

// An attribute as a view of the object's own memory, or None.
template <std::vector<float> Triangles::*Values, std::size_t Width>
nb::object attribute(nb::handle self) {
    const Triangles& triangles = nb::cast<const Triangles&>(self);
    const std::vector<float>& values = triangles.*Values;
    if (values.empty() && Values != &Triangles::positions) return nb::none();
    return nb::cast(view(values.data(), values.size(), Width, self));
}

auto py_corners(nb::handle self) {
    const Triangles& triangles = nb::cast<const Triangles&>(self);
    return view(triangles.corners.data(), triangles.corners.size(), 3, self);
}

void check(const Triangles& triangles) {
    check_indices(triangles.corners.data(), triangles.corners.size(), triangles.vertex_count());
}

Triangles py_transform(const Triangles& self, const std::vector<double>& T) {
    if (T.size() != 16) throw std::invalid_argument("a transform must have 16 numbers");
    const boundary::Unlocked unlocked;
    return transform(self, T.data());
}

Triangles py_merge(const Triangles& self) {
    const boundary::Unlocked unlocked;
    check(self);
    return merge_vertices(self);
}

Triangles py_crease(const Triangles& self, double cosine) {
    const boundary::Unlocked unlocked;
    check(self);
    return crease_vertices(self, cosine);
}

void check_parts(const std::vector<const Triangles*>& parts) {
    for (const Triangles* part : parts) {
        if (part == nullptr) throw nb::type_error("parts must be Triangles, got None");
    }
}

Triangles py_join(const std::vector<const Triangles*>& parts, bool bare) {
    std::size_t vertices = 0;
    check_parts(parts);
    for (const Triangles* part : parts) vertices += part->vertex_count();
    check_count(vertices);
    const boundary::Unlocked unlocked;
    return join(parts, bare);
}

auto py_simplify(const std::vector<const Triangles*>& parts, std::size_t wanted, double distance,
                 double texcoord, double color, double normal) {
    check_parts(parts);
    std::size_t vertices = 0, count = 0;
    for (const Triangles* part : parts) {
        vertices += part->vertex_count();
        count += part->count();
        check(*part);
    }
    check_count(vertices);
    check_count(count);
    Simplified simplified;
    {
        const boundary::Unlocked unlocked;
        simplified = simplify(parts, wanted, {distance, texcoord, color, normal});
    }
    nb::list found;
    for (Triangles& part : simplified.parts) found.append(nb::cast(std::move(part)));
    return nb::make_tuple(found, simplified.distance);
}

nb::object py_tidy(nb::handle self) {
    const Triangles& triangles = nb::cast<const Triangles&>(self);
    Tidied tidied;
    bool sound = false;
    {
        const boundary::Unlocked unlocked;
        sound = is_tidy(triangles);
        if (!sound) tidied = tidy(triangles);
    }
    return nb::make_tuple(sound ? nb::borrow(self) : nb::cast(std::move(tidied.triangles)),
                          tidied.beyond, tidied.not_finite, tidied.broken,
                          tidied.texcoords_dropped, tidied.directionless);
}

nb::object triple(const float* v) { return nb::make_tuple(v[0], v[1], v[2]); }

nb::object py_bounds(const Triangles& self) {
    check(self);
    const Bounds bounds = measure_bounds(self);
    if (!bounds.any) return nb::none();
    return nb::make_tuple(triple(bounds.low), triple(bounds.high));
}

template <typename T>
nb::object as_bytes(const std::vector<T>& values) {
    if (values.empty()) return nb::none();
    return nb::bytes(values.data(), values.size() * sizeof(T));
}

nb::object py_pack(const Triangles& self, const std::tuple<int, int, int>& order) {
    const int axes[3] = {std::get<0>(order), std::get<1>(order), std::get<2>(order)};
    int named = 0;
    for (const int axis : axes) named |= axis >= 0 && axis < 3 ? 1 << axis : 8;
    if (named != 7) throw std::invalid_argument("order must contain each axis once");
    if (self.corners.empty() || self.positions.empty()) {
        throw std::invalid_argument("nothing to pack: the triangles are empty");
    }
    Packed packed;
    {
        const boundary::Unlocked unlocked;
        packed = pack(self, axes);
    }
    return nb::make_tuple(as_bytes(packed.positions), as_bytes(packed.normals),
                          as_bytes(self.texcoords), as_bytes(packed.colors),
                          packed.narrow.empty() ? as_bytes(self.corners) : as_bytes(packed.narrow),
                          triple(packed.low), triple(packed.high));
}

using OptionalValues = std::optional<std::tuple<Flat<float>, std::size_t>>;

Values values_of(const OptionalValues& given, std::size_t width, std::size_t stride) {
    if (!given) return {};
    const auto& [rows, column] = *given;
    if (rows.size() % width != 0 || column >= stride) {
        throw std::invalid_argument("values must come in whole rows, and their column must exist");
    }
    if (rows.size() == 0) return {};
    return {rows.data(), rows.size() / width, column};
}

auto py_assemble(const Flat<std::int32_t>& corners, std::size_t stride,
                 const std::optional<Flat<std::uint32_t>>& starts,
                 std::optional<std::vector<std::pair<std::uint32_t, std::uint32_t>>> runs,
                 const OptionalValues& positions, const OptionalValues& normals,
                 const OptionalValues& texcoords, const OptionalValues& colors,
                 std::uint64_t budget) {
    if (stride == 0 || corners.size() % stride != 0) {
        throw std::invalid_argument("corners must come in whole rows");
    }
    const std::size_t count = corners.size() / stride;
    check_count(count);
    std::size_t polygons = count / 3;
    if (starts) {
        if (starts->size() == 0) throw std::invalid_argument("starts must end with the number of corners");
        polygons = starts->size() - 1;
        for (std::size_t k = 0; k < polygons; ++k) {
            if (starts->data()[k] > starts->data()[k + 1]) {
                throw std::invalid_argument("starts must not decrease");
            }
        }
        if (starts->data()[polygons] > count) throw nb::index_error("a polygon's corners are out of range");
    }
    Polygons in{corners.data(), stride, starts ? starts->data() : nullptr, {},
                values_of(positions, 3, stride), values_of(normals, 3, stride),
                values_of(texcoords, 2, stride), values_of(colors, 4, stride)};
    if (runs) {
        for (const auto& [first, last] : *runs) {
            if (first > last || last > polygons) throw nb::index_error("a run is out of range");
        }
        in.runs = std::move(*runs);
    } else {
        in.runs = {{0u, static_cast<std::uint32_t>(polygons)}};
    }
    Assembled out;
    {
        const boundary::Unlocked unlocked;
        out = assemble(in, budget);
    }
    return std::make_tuple(std::move(out.triangles), out.polygons, out.dropped, out.fanned,
                           out.normals_beyond, out.texcoords_beyond, out.colors_beyond);
}

nb::object py_corner_starts(const Flat<std::int32_t>& sizes) {
    std::vector<std::uint32_t> starts = corner_starts(sizes.data(), sizes.size());
    if (starts.empty()) return nb::none();
    return nb::cast(array(std::move(starts)));
}

auto py_unroll(const Flat<std::int32_t>& corners, std::size_t stride, bool fan) {
    if (stride == 0) throw std::invalid_argument("a corner must have at least one number");
    return array(unroll(corners.data(), stride, corners.size() / stride, fan));
}

auto py_count_edges(const In<std::uint32_t, nb::shape<-1, 3>>& triangles) {
    check_count(triangles.shape(0));
    EdgeCensus census;
    {
        const boundary::Unlocked unlocked;
        census = count_edges(triangles.data(), triangles.shape(0));
    }
    return std::make_tuple(census.edges, census.open, census.crowded, census.turned, census.closed);
}

}  // namespace

void bind_triangles(nb::module_& m) {
    nb::class_<Triangles> triangles(m, "Triangles",
                                    "Triangles of one material, which never change.");
    triangles
        .def("__init__", construct, nb::arg("positions"), nb::arg("triangles"),
             nb::arg("normals") = nb::none(), nb::arg("texcoords") = nb::none(),
             nb::arg("colors") = nb::none())
        .def_prop_ro("positions", attribute<&Triangles::positions, 3>, "(n, 3) float32 [m].")
        .def_prop_ro("normals", attribute<&Triangles::normals, 3>, "(n, 3) float32, or None.")
        .def_prop_ro("texcoords", attribute<&Triangles::texcoords, 2>, "(n, 2) float32, or None.")
        .def_prop_ro("colors", attribute<&Triangles::colors, 4>, "(n, 4) float32, or None.")
        .def_prop_ro("triangles", py_corners, "(m, 3) uint32 numbers of vertices.")
        .def_prop_ro("vertex_count", &Triangles::vertex_count)
        .def_prop_ro("count", &Triangles::count)
        .def("transform", py_transform, nb::arg("T"),
             "Moved, turned and scaled by an affine transform, row by row.")
        .def("merge", py_merge, "With equal vertices made one.")
        .def("crease", py_crease, nb::arg("cosine"),
             "With new normals, split where edges are sharp.")
        .def("tidy", py_tidy,
             "What is sound of it; triangles left out for missing vertices; vertices that are not "
             "finite and triangles left out for them; whether texture coordinates were dropped; "
             "normals without direction, for which all are dropped.")
        .def("bounds", py_bounds, "Lowest and highest coordinates of what triangles use, or None.")
        .def("pack", py_pack, nb::arg("order"),
             "Bytes of positions, normals, texture coordinates, colours (16 bits) and vertex "
             "numbers (16 bits where they suffice), None where there are none; lowest and highest "
             "coordinates. Axis order[i] becomes axis i.");
    m.def("join", py_join, nb::arg("parts"), nb::arg("bare"),
          "All triangles in one, with the attributes that all parts have, or just positions.");
    m.def("simplify", py_simplify, nb::arg("parts"), nb::arg("wanted"), nb::arg("distance"),
          nb::arg("texcoord"), nb::arg("color"), nb::arg("normal"),
          "The parts with at most `wanted` triangles together, or as few as the tolerances allow; "
          "and how far any point of either surface is from the other, at most [m].");
    m.def("assemble", py_assemble, nb::arg("corners"), nb::arg("stride"),
          nb::arg("starts").none(), nb::arg("runs").none(), nb::arg("positions"),
          nb::arg("normals").none(), nb::arg("texcoords").none(), nb::arg("colors").none(),
          nb::arg("budget"),
          "Triangles of polygons whose corners number values; how many polygons there were, were "
          "left out, were cut blindly; whether normals, texture coordinates and colours were left "
          "out for numbers that are too large.");
    m.def("corner_starts", py_corner_starts, nb::arg("sizes"),
          "The first corner of each polygon, and the end of the last; None for impossible sizes.");
    m.def("unroll", py_unroll, nb::arg("corners"), nb::arg("stride"), nb::arg("fan"),
          "Corners of the triangles of a fan or strip.");
    m.def("count_edges", py_count_edges, nb::arg("triangles"),
          "Edges: all, beside one triangle, beside more than two, run through twice the same way; "
          "and whether all are run through equally often both ways.");
    bind_shapes(m, triangles);
}

}  // namespace fourbar::meshes

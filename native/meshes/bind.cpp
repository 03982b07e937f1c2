// What Python sees of the mesh functions. Shapes and indices are checked here, so that the
// functions behind need not.
#include "bind.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "crease.hpp"
#include "edges.hpp"
#include "obj.hpp"
#include "pack.hpp"
#include "ply.hpp"
#include "polygons.hpp"
#include "rows.hpp"
#include "stl.hpp"
#include "text.hpp"

namespace nb = nanobind;

namespace fourbar::meshes {
namespace {

template <typename T, typename... Shape>
using In = nb::ndarray<const T, Shape..., nb::c_contig, nb::device::cpu>;
using Points = In<float, nb::shape<-1, 3>>;
using Triangles = In<std::uint32_t, nb::shape<-1, 3>>;
template <typename T>
using Out = nb::ndarray<nb::numpy, T>;

// Hands a vector's memory to numpy; `width` columns, or a flat array for 0.
template <typename T>
Out<T> array(std::vector<T>&& values, std::size_t width = 0) {
    auto owned = std::make_unique<std::vector<T>>(std::move(values));
    T* const data = owned->data();
    const std::size_t size = owned->size();
    nb::capsule owner(owned.release(),
                      [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    if (width == 0) return Out<T>(data, {size}, owner);
    return Out<T>(data, {size / width, width}, owner);
}

void check_count(std::size_t count) {
    if (count >= std::numeric_limits<std::uint32_t>::max() / 3) {
        throw std::invalid_argument("too many elements for 32-bit indices");
    }
}

void check_indices(const std::uint32_t* indices, std::size_t count, std::size_t bound) {
    for (std::size_t i = 0; i < count; ++i) {
        if (indices[i] >= bound) throw nb::index_error("a vertex number is out of range");
    }
}

std::pair<const char*, std::size_t> part(const nb::bytes& data, std::size_t start,
                                         std::size_t end) {
    if (start > end || end > data.size()) throw nb::index_error("a range is outside the data");
    return {data.c_str() + start, end - start};
}

std::ptrdiff_t position(std::size_t error, std::size_t start) {
    return error == no_error ? -1 : static_cast<std::ptrdiff_t>(start + error);
}

auto py_parse_floats(const nb::bytes& data, std::size_t start, std::size_t end) {
    const auto [text, length] = part(data, start, end);
    std::vector<double> numbers;
    const std::size_t error = parse_floats(text, length, numbers);
    return std::make_tuple(array(std::move(numbers)), position(error, start));
}

auto py_parse_integers(const nb::bytes& data, std::size_t start, std::size_t end) {
    const auto [text, length] = part(data, start, end);
    std::vector<std::int32_t> numbers;
    const std::size_t error = parse_integers(text, length, numbers);
    return std::make_tuple(array(std::move(numbers)), position(error, start));
}

auto py_find_number_runs(const nb::bytes& data, std::size_t least) {
    return array(find_number_runs(data.c_str(), data.size(), least), 2);
}

auto py_parse_stl(const nb::bytes& data) {
    AsciiStl stl = parse_stl(data.c_str(), data.size());
    return std::make_tuple(array(std::move(stl.positions), 3),
                           std::string(stl.problem == nullptr ? "" : stl.problem), stl.offset,
                           stl.ended);
}

nb::dict py_parse_obj(const nb::bytes& data) {
    Obj obj = parse_obj(data.c_str(), data.size());
    nb::list statements;
    for (const ObjStatement& s : obj.statements) {
        statements.append(nb::make_tuple(s.face, s.begin, s.end));
    }
    nb::dict result;
    result["positions"] = array(std::move(obj.positions), 3);
    result["colors"] = array(std::move(obj.colors), 3);
    result["texcoords"] = array(std::move(obj.texcoords), 2);
    result["normals"] = array(std::move(obj.normals), 3);
    result["corners"] = array(std::move(obj.corners), 3);
    result["sizes"] = array(std::move(obj.sizes));
    result["statements"] = statements;
    result["others"] = obj.others;
    result["unknown"] = obj.unknown;
    result["first_unknown"] = obj.first_unknown;
    result["problem"] = std::string(obj.problem == nullptr ? "" : obj.problem);
    result["offset"] = obj.offset;
    return result;
}

auto py_walk_ply(const nb::bytes& data, std::size_t offset, std::size_t records,
                 const std::vector<std::tuple<unsigned, unsigned>>& properties,
                 std::size_t chosen, bool big_endian) {
    if (offset > data.size()) throw nb::index_error("the offset is outside the data");
    std::vector<PlyProperty> layout;
    for (const auto& [count_size, size] : properties) {
        if (count_size > 4 || size < 1 || size > 8) {
            throw std::invalid_argument("a property has 1 to 8 bytes, its count at most 4");
        }
        layout.push_back({static_cast<std::uint8_t>(count_size), static_cast<std::uint8_t>(size),
                          big_endian});
    }
    PlyWalk walk = walk_ply(reinterpret_cast<const unsigned char*>(data.c_str()), data.size(),
                            offset, records, layout, chosen);
    return std::make_tuple(array(std::move(walk.starts)), array(std::move(walk.counts)), walk.end);
}

auto py_merge_rows(const In<std::uint32_t, nb::ndim<2>>& rows) {
    const std::size_t count = rows.shape(0);
    check_count(count);
    std::vector<std::uint32_t> inverse(count);
    std::vector<std::uint32_t> first;
    {
        const nb::gil_scoped_release released;
        first = merge_rows(rows.data(), count, rows.shape(1), inverse.data());
    }
    return std::make_tuple(array(std::move(first)), array(std::move(inverse)));
}

auto py_crease(const Points& positions, const Triangles& triangles, double cosine) {
    const std::size_t count = triangles.shape(0);
    check_count(count);
    check_indices(triangles.data(), 3 * count, positions.shape(0));
    Creased creased;
    {
        const nb::gil_scoped_release released;
        creased = crease(positions.data(), triangles.data(), count, cosine);
    }
    return std::make_tuple(array(std::move(creased.source)), array(std::move(creased.triangles), 3),
                           array(std::move(creased.normals), 3));
}

template <typename T>
nb::bytes as_bytes(const std::vector<T>& values) {
    return nb::bytes(values.data(), values.size() * sizeof(T));
}

// None where the slower way has to look at the file.
nb::object py_pack_stl(const nb::bytes& data, std::size_t offset, std::size_t count, bool text,
                       const std::tuple<double, double, double>& scale,
                       const std::tuple<int, int, int>& order, double cosine, bool normals) {
    constexpr std::size_t record = 50, normal = 12;
    if (!text && (offset > data.size() || count > (data.size() - offset) / record)) {
        throw nb::index_error("the triangles are outside the data");
    }
    Packing packing;
    std::tie(packing.scale[0], packing.scale[1], packing.scale[2]) = scale;
    std::tie(packing.order[0], packing.order[1], packing.order[2]) = order;
    int axes = 0;
    for (const int axis : packing.order) axes |= axis >= 0 && axis < 3 ? 1 << axis : 8;
    if (axes != 7) throw std::invalid_argument("order must name each axis once");
    packing.cosine = cosine;
    packing.normals = normals;
    Packed packed;
    bool small = false;
    std::vector<std::uint16_t> narrow;
    {
        const nb::gil_scoped_release released;
        AsciiStl stl;
        const char* corners = data.c_str() + offset + normal;
        std::size_t stride = record;
        if (text) {
            stl = parse_stl(data.c_str(), data.size());
            corners = reinterpret_cast<const char*>(stl.positions.data());
            stride = 9 * sizeof(float);
            count = stl.problem != nullptr || !stl.ended ? 0 : stl.positions.size() / 9;
        }
        if (count == 0 || count >= std::numeric_limits<std::uint32_t>::max() / 3 ||
            !pack_corners(corners, stride, count, packing, packed)) {
            count = 0;
        } else {
            small = packed.positions.size() / 3 < 65535;
            if (small) narrow.assign(packed.triangles.begin(), packed.triangles.end());
        }
    }
    if (count == 0) return nb::none();
    const auto triple = [](const float* v) { return nb::make_tuple(v[0], v[1], v[2]); };
    return nb::make_tuple(as_bytes(packed.positions), as_bytes(packed.normals),
                          small ? as_bytes(narrow) : as_bytes(packed.triangles),
                          triple(packed.low), triple(packed.high));
}

auto py_count_edges(const Triangles& triangles) {
    check_count(triangles.shape(0));
    EdgeCensus census;
    {
        const nb::gil_scoped_release released;
        census = count_edges(triangles.data(), triangles.shape(0));
    }
    return std::make_tuple(census.edges, census.open, census.crowded, census.turned, census.closed);
}

auto py_triangulate(const Points& positions, const In<std::uint32_t, nb::ndim<1>>& vertices,
                    const In<std::uint32_t, nb::ndim<1>>& sizes, std::uint64_t budget) {
    check_count(vertices.shape(0));
    check_indices(vertices.data(), vertices.shape(0), positions.shape(0));
    std::uint64_t corners = 0;
    for (std::size_t k = 0; k < sizes.shape(0); ++k) corners += sizes.data()[k];
    if (corners != vertices.shape(0)) throw std::invalid_argument("sizes must add up to corners");
    Triangulated result;
    {
        const nb::gil_scoped_release released;
        result = triangulate(positions.data(), vertices.data(), sizes.data(), sizes.shape(0), budget);
    }
    return std::make_tuple(array(std::move(result.corners), 3), result.fanned);
}

}  // namespace

void bind(nb::module_& m) {
    m.def("parse_floats", py_parse_floats, nb::arg("data"), nb::arg("start"), nb::arg("end"),
          "The numbers in data[start:end], and where the first token stands that is none (or -1).");
    m.def("parse_integers", py_parse_integers, nb::arg("data"), nb::arg("start"), nb::arg("end"),
          "The integers in data[start:end], and where the first token stands that is none (or -1).");
    m.def("find_number_runs", py_find_number_runs, nb::arg("data"), nb::arg("least"),
          "(k, 2) begins and ends of stretches of numbers between '>' and '<' of at least so many "
          "bytes.");
    m.def("parse_stl", py_parse_stl, nb::arg("data"),
          "Corners of an STL file written as text, a problem (or ''), its offset, and whether the "
          "last solid is closed.");
    m.def("parse_obj", py_parse_obj, nb::arg("data"), "The arrays and statements of an OBJ file.");
    m.def("walk_ply", py_walk_ply, nb::arg("data"), nb::arg("offset"), nb::arg("records"),
          nb::arg("properties"), nb::arg("chosen"), nb::arg("big_endian"),
          "Starts and lengths of one list property in binary PLY records, and their end.");
    m.def("merge_rows", py_merge_rows, nb::arg("rows"),
          "First row of each distinct row, in order of appearance, and each row's number.");
    m.def("crease", py_crease, nb::arg("positions"), nb::arg("triangles"), nb::arg("cosine"),
          "Source vertices, triangles and unit normals, split where edges are sharp.");
    m.def("pack_stl", py_pack_stl, nb::arg("data"), nb::arg("offset"), nb::arg("count"),
          nb::arg("text"), nb::arg("scale"), nb::arg("order"), nb::arg("cosine"),
          nb::arg("normals"),
          "Positions, normals, vertex numbers (16 bits where they suffice), lowest and highest "
          "coordinates of an STL file, ready for a glTF buffer; None where something about the "
          "file is not as it should be.");
    m.def("count_edges", py_count_edges, nb::arg("triangles"),
          "Edges: all, beside one triangle, beside more than two, run through twice the same way; "
          "and whether all are run through equally often both ways.");
    m.def("triangulate", py_triangulate, nb::arg("positions"), nb::arg("vertices"),
          nb::arg("sizes"), nb::arg("budget"),
          "Corner triples that cut polygons into triangles, and how many had to be cut blindly.");
}

}  // namespace fourbar::meshes

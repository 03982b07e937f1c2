// What Python sees of the readers of mesh files. Ranges are checked here, so that the functions
// behind need not.
#include "bind.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "arrays.hpp"
#include "assemble.hpp"
#include "boundary/lock.hpp"
#include "obj.hpp"
#include "ply.hpp"
#include "stl.hpp"
#include "text.hpp"
#include "values.hpp"

namespace fourbar::meshes {
namespace {

std::pair<const char*, std::size_t> part(const nb::bytes& data, std::size_t start,
                                         std::size_t end) {
    if (start > end || end > data.size()) throw nb::index_error("the range is outside the data");
    return {data.c_str() + start, end - start};
}

template <typename T>
auto parse(std::size_t (*parser)(const char*, std::size_t, std::vector<T>&), const nb::bytes& data,
           std::size_t start, std::size_t end) {
    const auto [text, length] = part(data, start, end);
    std::vector<T> numbers;
    std::size_t error = no_error;
    {
        const boundary::Unlocked unlocked;
        error = parser(text, length, numbers);
    }
    const auto at = error == no_error ? -1 : static_cast<std::ptrdiff_t>(start + error);
    return std::make_tuple(array(std::move(numbers)), at);
}

auto py_parse_floats(const nb::bytes& data, std::size_t start, std::size_t end) {
    return parse<double>(parse_floats, data, start, end);
}

auto py_parse_integers(const nb::bytes& data, std::size_t start, std::size_t end) {
    return parse<std::int32_t>(parse_integers, data, start, end);
}

auto py_find_number_runs(const nb::bytes& data, std::size_t least) {
    return find_number_runs(data.c_str(), data.size(), least);
}

auto py_select_columns(const Flat<double>& numbers, std::size_t offset, std::size_t stride,
                       const std::vector<std::size_t>& columns, Meaning meaning) {
    if (stride == 0 || offset > numbers.size()) {
        throw nb::index_error("the rows are outside the numbers");
    }
    for (const std::size_t column : columns) {
        if (column >= stride) throw nb::index_error("a column is outside its row");
    }
    const std::size_t least = meaning == Meaning::color ? 3 : meaning == Meaning::texcoord ? 2 : 0;
    if (columns.size() < least) throw std::invalid_argument("too few columns");
    std::vector<float> values;
    {
        const boundary::Unlocked unlocked;
        values = select_columns(numbers.data() + offset, (numbers.size() - offset) / stride, stride,
                                columns, meaning);
    }
    return array(std::move(values));
}

Triangles py_read_stl(const nb::bytes& data, std::size_t offset, std::size_t count) {
    constexpr std::size_t record = 50, normal = 12;
    if (offset > data.size() || count > (data.size() - offset) / record) {
        throw nb::index_error("the triangles are outside the data");
    }
    check_count(count);
    const boundary::Unlocked unlocked;
    return merge_corners(data.c_str() + offset + normal, record, count);
}

auto py_parse_stl(const nb::bytes& data) {
    AsciiStl stl;
    Triangles triangles;
    {
        const boundary::Unlocked unlocked;
        stl = parse_stl(data.c_str(), data.size());
        check_count(stl.positions.size() / 3);
        triangles = merge_corners(reinterpret_cast<const char*>(stl.positions.data()),
                                  9 * sizeof(float), stl.positions.size() / 9);
    }
    return std::make_tuple(std::move(triangles),
                           std::string(stl.problem == nullptr ? "" : stl.problem), stl.offset,
                           stl.ended);
}

nb::dict py_parse_obj(const nb::bytes& data) {
    Obj obj;
    {
        const boundary::Unlocked unlocked;
        obj = parse_obj(data.c_str(), data.size());
    }
    nb::list statements;
    for (const ObjStatement& s : obj.statements) {
        statements.append(nb::make_tuple(s.face, s.begin, s.end));
    }
    nb::dict result;
    result["positions"] = array(std::move(obj.positions));
    result["colors"] = array(std::move(obj.colors));
    result["texcoords"] = array(std::move(obj.texcoords));
    result["normals"] = array(std::move(obj.normals));
    result["corners"] = array(std::move(obj.corners));
    result["starts"] = array(std::move(obj.starts));
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
            throw std::invalid_argument("a property must have 1 to 8 bytes, its count at most 4");
        }
        layout.push_back({static_cast<std::uint8_t>(count_size), static_cast<std::uint8_t>(size),
                          big_endian});
    }
    PlyWalk walk = walk_ply(reinterpret_cast<const unsigned char*>(data.c_str()), data.size(),
                            offset, records, layout, chosen);
    return std::make_tuple(array(std::move(walk.starts)), array(std::move(walk.counts)), walk.end);
}

}  // namespace

void bind(nb::module_& m) {
    bind_triangles(m);
    bind_enclose(m);
    nb::enum_<Meaning>(m, "Meaning", "What numbers of a mesh file stand for.")
        .value("PLAIN", Meaning::plain)
        .value("TEXCOORD", Meaning::texcoord)
        .value("COLOR", Meaning::color);
    m.def("parse_floats", py_parse_floats, nb::arg("data"), nb::arg("start"), nb::arg("end"),
          "The numbers in data[start:end], and the offset of the first token that is not one (or -1).");
    m.def("parse_integers", py_parse_integers, nb::arg("data"), nb::arg("start"), nb::arg("end"),
          "The integers in data[start:end], and the offset of the first token that is not one (or -1).");
    m.def("find_number_runs", py_find_number_runs, nb::arg("data"), nb::arg("least"),
          "Begins and ends of stretches of numbers between '>' and '<' of at least `least` bytes.");
    m.def("select_columns", py_select_columns, nb::arg("numbers"), nb::arg("offset"),
          nb::arg("stride"), nb::arg("columns"), nb::arg("meaning"),
          "Columns of rows of numbers as glTF has them: texture coordinates with v downwards, "
          "colours linear and with an opacity.");
    m.def("read_stl", py_read_stl, nb::arg("data"), nb::arg("offset"), nb::arg("count"),
          "The triangles of a binary STL file.");
    m.def("parse_stl", py_parse_stl, nb::arg("data"),
          "The triangles of an STL file written as text, a problem (or ''), its offset, and whether "
          "the last solid is closed.");
    m.def("parse_obj", py_parse_obj, nb::arg("data"), "The arrays and statements of an OBJ file.");
    m.def("walk_ply", py_walk_ply, nb::arg("data"), nb::arg("offset"), nb::arg("records"),
          nb::arg("properties"), nb::arg("chosen"), nb::arg("big_endian"),
          "Starts and lengths of one list property in binary PLY records, and their end.");
}

}  // namespace fourbar::meshes

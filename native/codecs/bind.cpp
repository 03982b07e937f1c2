// What Python sees of the codecs. Sizes are checked here, so that nothing is asked of memory that
// the data cannot fill.
#include "bind.hpp"

#include <stdexcept>

#include "boundary/lock.hpp"
#include "meshopt.hpp"

namespace fourbar::codecs {
namespace {

namespace nb = nanobind;

Bytes bytes_of(const nb::bytes& data) {
    return {reinterpret_cast<const std::uint8_t*>(data.c_str()), data.size()};
}

void check_density(Bytes in, std::size_t count, std::size_t stride) {
    if (count / densest > in.size || count * stride > densest * in.size) {
        throw std::invalid_argument("the compressed data is too short for its elements");
    }
}

using Decode = void (*)(Bytes, std::size_t, std::size_t, std::uint8_t*);

nb::bytes decoded(Decode decode, const nb::bytes& data, std::size_t count, std::size_t stride) {
    const Bytes in = bytes_of(data);
    check_density(in, count, stride);
    PyObject* made = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(count * stride));
    if (made == nullptr) throw nb::python_error();
    nb::bytes out = nb::steal<nb::bytes>(made);
    auto* memory = reinterpret_cast<std::uint8_t*>(PyBytes_AS_STRING(made));
    {
        const boundary::Unlocked unlocked;
        decode(in, count, stride, memory);
    }
    return out;
}

void check_index_width(std::size_t width) {
    if (width != 2 && width != 4) throw std::invalid_argument("an index has 2 or 4 bytes");
}

nb::bytes py_decode_attributes(const nb::bytes& data, std::size_t count, std::size_t stride) {
    if (stride == 0 || stride % 4 != 0 || stride > widest_element) {
        throw std::invalid_argument("an element has 4, 8, ... 256 bytes");
    }
    return decoded(decode_attributes, data, count, stride);
}

nb::bytes py_decode_indices(const nb::bytes& data, std::size_t count, std::size_t width) {
    check_index_width(width);
    return decoded(decode_indices, data, count, width);
}

nb::bytes py_decode_triangles(const nb::bytes& data, std::size_t count, std::size_t width) {
    check_index_width(width);
    if (count % 3 != 0) throw std::invalid_argument("a triangle has three corners");
    return decoded(decode_triangles, data, count, width);
}

nb::bytes as_bytes(const std::vector<std::uint8_t>& data) {
    return nb::bytes(reinterpret_cast<const char*>(data.data()), data.size());
}

std::size_t whole_elements(Bytes rows, std::size_t stride) {
    if (rows.size % stride != 0) throw std::invalid_argument("the last element is incomplete");
    return rows.size / stride;
}

nb::bytes py_encode_attributes(const nb::bytes& data, std::size_t stride) {
    const Bytes rows = bytes_of(data);
    if (stride == 0 || stride % 4 != 0 || stride > widest_written) {
        throw std::invalid_argument("an element has 4, 8, ... 32 bytes");
    }
    const std::size_t count = whole_elements(rows, stride);
    if (count == 0) throw std::invalid_argument("there are no elements to encode");
    std::vector<std::uint8_t> out;
    {
        const boundary::Unlocked unlocked;
        out = encode_attributes(rows.data, count, stride);
    }
    return as_bytes(out);
}

nb::bytes py_encode_indices(const nb::bytes& data, std::size_t width) {
    const Bytes indices = bytes_of(data);
    check_index_width(width);
    const std::size_t count = whole_elements(indices, width);
    std::vector<std::uint8_t> out;
    {
        const boundary::Unlocked unlocked;
        out = encode_indices(indices.data, count, width);
    }
    return as_bytes(out);
}

}  // namespace

void bind(nb::module_& m) {
    m.def("decode_attributes", py_decode_attributes, nb::arg("data"), nb::arg("count"),
          nb::arg("stride"), "Elements of `stride` bytes that meshoptimizer compressed.");
    m.def("decode_indices", py_decode_indices, nb::arg("data"), nb::arg("count"), nb::arg("width"),
          "Indices of `width` bytes that meshoptimizer compressed.");
    m.def("decode_triangles", py_decode_triangles, nb::arg("data"), nb::arg("count"),
          nb::arg("width"), "The same for indices compressed as triangles.");
    m.def("encode_attributes", py_encode_attributes, nb::arg("data"), nb::arg("stride"),
          "Compressed elements of `stride` bytes.");
    m.def("encode_indices", py_encode_indices, nb::arg("data"), nb::arg("width"),
          "Compressed indices of `width` bytes.");
}

}  // namespace fourbar::codecs

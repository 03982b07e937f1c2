// Numbers in an attribute, where nothing is wrong with them.
#pragma once

#include <Python.h>

#include "../numbers.hpp"

#include <cmath>

namespace fourbar::xml {

// No attribute of URDF has more than six numbers; a hostile one may have millions.
constexpr std::size_t longest_numbers = 4096;

// Appends the numbers of an ASCII text; false if any token is none or not finite. The caller
// then goes the slow way, which says what is wrong and where.
inline bool parse_plain(PyObject* text, NumberList& numbers) {
    if (!PyUnicode_Check(text) || !PyUnicode_IS_COMPACT_ASCII(text)) return false;
    const auto* const data = reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(text));
    const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(text));
    if (length > longest_numbers) return false;
    const std::size_t before = numbers.size();
    if (!parse_numbers(data, length, numbers).ok) return false;
    for (std::size_t i = before; i < numbers.size(); ++i) {
        if (!std::isfinite(numbers[i])) return false;
    }
    return true;
}

// The numbers as a tuple; null with an exception set on failure.
inline PyObject* as_tuple(const NumberList& numbers) {
    const auto count = static_cast<Py_ssize_t>(numbers.size());
    PyObject* const values = PyTuple_New(count);
    for (Py_ssize_t i = 0; values != nullptr && i < count; ++i) {
        PyObject* const value = PyFloat_FromDouble(numbers[static_cast<std::size_t>(i)]);
        if (value == nullptr) {
            Py_DECREF(values);
            return nullptr;
        }
        PyTuple_SET_ITEM(values, i, value);
    }
    return values;
}

}  // namespace fourbar::xml

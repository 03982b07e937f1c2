// What Python sees of the compiled core.
//
// Hot functions are plain C functions in `methods`: a nanobind call costs several times what
// parsing a vector does. Classes and cold paths are bound with nanobind in NB_MODULE.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstdlib>
#include <new>
#include <string>

#include "boundary/cores.hpp"
#include "boundary/dynamics/bind.hpp"
#include "boundary/loops/bind.hpp"
#include "boundary/tree/bind.hpp"
#include "codecs/bind.hpp"
#include "meshes/bind.hpp"
#include "numbers.hpp"
#include "xml/bind.hpp"

namespace nb = nanobind;

namespace {

// Raises ValueError(message, begin, end) for the characters [begin, end) of `text`.
PyObject* refuse_token(PyObject* text, std::size_t begin, std::size_t end) {
    constexpr std::size_t shown = 40;
    const bool cut = end - begin > shown;
    const auto from = static_cast<Py_ssize_t>(begin);
    const auto to = static_cast<Py_ssize_t>(end);
    PyObject* token =
        PyUnicode_Substring(text, from, cut ? from + static_cast<Py_ssize_t>(shown) : to);
    if (token == nullptr) return nullptr;
    PyObject* message =
        PyUnicode_FromFormat("%R%s is not a decimal number", token, cut ? "..." : "");
    Py_DECREF(token);
    if (message == nullptr) return nullptr;
    PyObject* arguments = Py_BuildValue("(Nnn)", message, from, to);
    if (arguments == nullptr) return nullptr;
    PyErr_SetObject(PyExc_ValueError, arguments);
    Py_DECREF(arguments);
    return nullptr;
}

PyObject* tuple_of(const fourbar::NumberList& numbers) {
    const auto size = static_cast<Py_ssize_t>(numbers.size());
    PyObject* tuple = PyTuple_New(size);
    if (tuple == nullptr) return nullptr;
    for (Py_ssize_t i = 0; i < size; ++i) {
        PyObject* number = PyFloat_FromDouble(numbers[static_cast<std::size_t>(i)]);
        if (number == nullptr) {
            Py_DECREF(tuple);
            return nullptr;
        }
        PyTuple_SET_ITEM(tuple, i, number);
    }
    return tuple;
}

// One byte per character, so that offsets stay character offsets. Characters beyond Latin-1
// belong to no number; any byte that no number contains may stand for them.
std::string narrowed(PyObject* text) {
    const Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    const int kind = PyUnicode_KIND(text);
    const void* data = PyUnicode_DATA(text);
    std::string bytes(static_cast<std::size_t>(length), '?');
    for (Py_ssize_t i = 0; i < length; ++i) {
        const Py_UCS4 c = PyUnicode_READ(kind, data, i);
        if (c < 0x80) bytes[static_cast<std::size_t>(i)] = static_cast<char>(c);
    }
    return bytes;
}

PyObject* parse_numbers(PyObject*, PyObject* text) {
    if (!PyUnicode_Check(text)) {
        return PyErr_Format(PyExc_TypeError, "parse_numbers() takes a str, got a %s",
                            Py_TYPE(text)->tp_name);
    }
    try {
        fourbar::NumberList numbers;
        fourbar::ParsedNumbers parsed;
        if (PyUnicode_KIND(text) == PyUnicode_1BYTE_KIND) {
            parsed = fourbar::parse_numbers(reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(text)),
                                            static_cast<std::size_t>(PyUnicode_GET_LENGTH(text)),
                                            numbers);
        } else {
            const std::string bytes = narrowed(text);
            parsed = fourbar::parse_numbers(bytes.data(), bytes.size(), numbers);
        }
        if (!parsed.ok) return refuse_token(text, parsed.begin, parsed.end);
        return tuple_of(numbers);
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    }
}

PyMethodDef methods[] = {
    {"parse_numbers", parse_numbers, METH_O,
     "parse_numbers(text, /)\n--\n\n"
     "The white-space separated decimal numbers in `text`.\n\n"
     "Raises ValueError(message, start, end) with the character range of the first token that\n"
     "is not a number."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

NB_MODULE(_native, m) {
    // numpy does not work there either, and waits for itself for ever.
    if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
        throw nb::import_error("fourbar cannot be used in a subinterpreter; use a process or a thread");
    }
    m.doc() = "The compiled core of fourbar.";
    // A process that ends while a thread is at work leaves objects alive, which is not worth a
    // warning to its user. Tests ask for it.
    nb::set_leak_warnings(std::getenv("FOURBAR_LEAK_WARNINGS") != nullptr);
    if (PyModule_AddFunctions(m.ptr(), methods) != 0) throw nb::python_error();
    m.def("available_cores", fourbar::boundary::available_cores, nb::arg("root") = "/",
          "How many cores this process may use: affinity, and quotas of control groups.");
    fourbar::mechanics::bind(m);
    fourbar::loops::bind(m);
    fourbar::dynamics::bind(m);
    fourbar::meshes::bind(m);
    fourbar::codecs::bind(m);
    fourbar::xml::bind(m);
}

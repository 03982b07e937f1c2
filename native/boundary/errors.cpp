#include "errors.hpp"

#include <nanobind/nanobind.h>

#include <cstdarg>
#include <exception>
#include <new>

namespace fourbar::boundary {

PyObject* find_in_package(const char* module, const char* name) {
    PyObject* found = PyImport_ImportModule(module);
    if (found == nullptr) return nullptr;
    PyObject* attribute = PyObject_GetAttrString(found, name);
    Py_DECREF(found);
    return attribute;
}

PyObject* raise(const char* module, const char* type, const char* format, ...) {
    PyObject* exception = find_in_package(module, type);
    if (exception == nullptr) return nullptr;
    va_list arguments;
    va_start(arguments, format);
    PyErr_FormatV(exception, format, arguments);
    va_end(arguments);
    Py_DECREF(exception);
    return nullptr;
}

PyObject* raise_current() {
    try {
        throw;
    } catch (nanobind::python_error& error) {
        error.restore();
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    return nullptr;
}

}  // namespace fourbar::boundary

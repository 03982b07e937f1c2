// What the functions that are called in loops have in common: how their arguments are read.
#pragma once

#include "boundary/tree/objects.hpp"

namespace fourbar::mechanics {

// The types whose objects the functions take, and the words they know. False with an exception.
bool set_types(PyObject* model, PyObject* data);

// The C++ object inside a Model, or inside a Data of that Model; null with an exception for anything
// else.
Compiled* unwrap_model(PyObject* object);
Workspace* unwrap_data(PyObject* model, PyObject* object);

inline bool is_given(PyObject* argument) { return argument != nullptr && argument != Py_None; }

// True, with an exception that names the place, when a number is not finite.
bool refuse_row(const char* name, const double* rows, Py_ssize_t count, int width);
bool refuse_zero_quaternion(const Compiled& compiled, const char* name, const double* q,
                            Py_ssize_t rows);

// Options that quantities of a link share.
struct Options {
    Request request{};
    Input point;
    PyObject* out = nullptr;
    int threads = 0;
};

// Null stands for an option that was not given, or that a function does not have.
bool read_options(PyObject* frame, PyObject* point, PyObject* columns, PyObject* out,
                  PyObject* threads, Options& options);
bool read_threads(PyObject* argument, int& threads);

}  // namespace fourbar::mechanics

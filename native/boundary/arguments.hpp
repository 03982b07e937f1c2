// Arguments that functions of trees and of loops have in common.
#pragma once

#include <Python.h>

namespace fourbar::boundary {

inline bool is_given(PyObject* argument) { return argument != nullptr && argument != Py_None; }

// Readies the words that arguments are compared with. False with an exception.
bool load_words();

// The words "world", "local", "local_world_aligned" and "all", "support": their place in this order, or
// -1 with an exception that lists them.
int read_frame(PyObject* argument);
int read_columns(PyObject* argument);

// Whether "spanning", the word for the open tree, is given and not "independent". False with an
// exception for any other word.
bool read_coordinates(PyObject* argument, bool& spanning);

// The number of threads, 0 where none is given. False with an exception.
bool read_threads(PyObject* argument, int& threads);

}  // namespace fourbar::boundary

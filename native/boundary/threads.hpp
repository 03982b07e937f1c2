// Work in several threads.
#pragma once

#include <Python.h>

#include <functional>

namespace fourbar::boundary {

// Works on items [begin, end) with the memory of a piece; false where nobody needs the rest any more.
using Work = std::function<bool(Py_ssize_t piece, Py_ssize_t begin, Py_ssize_t end)>;

// Calls `work` for portions of 0..count-1 in several threads and without the interpreter lock; no two
// of them work with the same piece at a time. Throws what `work` throws, and python_error between two
// portions after Ctrl-C. Called with the interpreter lock held.
void run_portions(Py_ssize_t count, Py_ssize_t pieces, Py_ssize_t portion, const Work& work);

// How many pieces `count` items are worth, each at least `least`; 0 threads means all cores.
Py_ssize_t count_pieces(Py_ssize_t count, Py_ssize_t least, int threads);

}  // namespace fourbar::boundary

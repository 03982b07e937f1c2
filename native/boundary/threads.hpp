// Work in several threads.
#pragma once

#include <Python.h>

#include <functional>

namespace fourbar::boundary {

// Calls work(piece) once for each of 0..pieces-1, without the interpreter lock, in threads that wait
// for such work from then on. `work` must not throw. Called with the interpreter lock held.
void run_pieces(Py_ssize_t pieces, const std::function<void(Py_ssize_t)>& work);

// How many pieces to cut `count` items into, each at least `least`; 0 threads means all cores.
Py_ssize_t count_pieces(Py_ssize_t count, Py_ssize_t least, int threads);

}  // namespace fourbar::boundary

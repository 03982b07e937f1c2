// Options that quantities of a link have in common.
#pragma once

#include "objects.hpp"

namespace fourbar::mechanics {

struct Options {
    Request request{};
    Input point;
    int threads = 0;

    // Null stands for an option that was not given, or that a function does not have. False with an
    // exception.
    bool read(PyObject* frame, PyObject* point, PyObject* columns, PyObject* threads);

    // What the kernel reads besides configurations.
    boundary::Memory point_memory() const { return {"point", request.point, request.point ? 3 : 0}; }
};

}  // namespace fourbar::mechanics

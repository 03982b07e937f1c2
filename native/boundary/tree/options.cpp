#include "options.hpp"

#include "boundary/arguments.hpp"

namespace fourbar::mechanics {

using boundary::is_given;

bool Options::read(PyObject* frame, PyObject* point_argument, PyObject* columns,
                   PyObject* thread_count) {
    if (frame != nullptr) {
        const int reference = boundary::read_frame(frame);
        if (reference < 0) return false;
        request.reference = static_cast<Reference>(reference);
    }
    if (columns != nullptr) {
        const int which = boundary::read_columns(columns);
        if (which < 0) return false;
        request.support_only = which == 1;
    }
    if (is_given(point_argument)) {
        if (!boundary::load_numpy() || !point.read(point_argument, "point", 3)) return false;
        if (boundary::refuse_row("point", point.data(), 1, 3)) return false;
        request.point = point.data();
    }
    return boundary::read_threads(thread_count, threads);
}

}  // namespace fourbar::mechanics

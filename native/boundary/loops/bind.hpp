#pragma once

#include <nanobind/nanobind.h>

namespace fourbar::loops {

// Adds the classes and functions behind fourbar.mechanics.loops.
void bind(nanobind::module_& m);

}  // namespace fourbar::loops

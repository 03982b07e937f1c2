#pragma once

#include <nanobind/nanobind.h>

namespace fourbar::dynamics {

// Adds the classes and functions behind fourbar.mechanics.dynamics.
void bind(nanobind::module_& m);

}  // namespace fourbar::dynamics

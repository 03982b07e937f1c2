#pragma once

#include <nanobind/nanobind.h>

namespace fourbar::mechanics {

// Adds the classes and functions behind fourbar.mechanics.
void bind(nanobind::module_& m);

}  // namespace fourbar::mechanics

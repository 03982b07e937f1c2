#pragma once

#include <nanobind/nanobind.h>

namespace fourbar::meshes {

// Adds the functions on meshes to the module.
void bind(nanobind::module_& m);

}  // namespace fourbar::meshes

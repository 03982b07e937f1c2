#pragma once

#include <nanobind/nanobind.h>

namespace fourbar::meshes {

// Adds what meshes need to the module.
void bind(nanobind::module_& m);

// The part of it that is about the class Triangles.
void bind_triangles(nanobind::module_& m);

}  // namespace fourbar::meshes

#pragma once

#include <nanobind/nanobind.h>

namespace fourbar::meshes {

struct Triangles;

// Adds what meshes need to the module.
void bind(nanobind::module_& m);

// The part of it that is about the class Triangles.
void bind_triangles(nanobind::module_& m);

// The part of it that is about hulls and moments; adds methods to the class Triangles.
void bind_shapes(nanobind::module_& m, nanobind::class_<Triangles>& triangles);

// The part of it that is about enclosing shapes and distances.
void bind_enclose(nanobind::module_& m);

}  // namespace fourbar::meshes

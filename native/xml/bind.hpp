// Elements of an XML document and the numbers in their attributes, for the URDF reader.
#pragma once

#include <nanobind/nanobind.h>

namespace fourbar::xml {

void bind(nanobind::module_& module);

}  // namespace fourbar::xml

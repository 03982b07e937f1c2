#pragma once

#include <nanobind/nanobind.h>

namespace fourbar::codecs {

void bind(nanobind::module_& m);

}  // namespace fourbar::codecs

// What kernels are written with, for one configuration or for several at a time.
//
// Only kernels.cpp, here and in loops, includes this, once per instruction set. Everything is in the
// namespace FOURBAR_LEVEL and nothing from the standard library is instantiated here, so that the
// linker cannot hand one level's code to another.
#pragma once

#include "registers.hpp"
#include "scalar.hpp"
#include "sine.hpp"
#include "space.hpp"
#include "stores.hpp"
#include "transpose.hpp"

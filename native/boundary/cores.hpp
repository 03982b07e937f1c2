// How many cores this process may use.
#pragma once

#include <string>

namespace fourbar::boundary {

// The cores that the scheduler may give to this thread, and no more than its control groups pay for:
// a container with a quota of 1.5 processors on a machine of 64 gets 2. At least 1. `root` is where
// /proc and /sys are.
int available_cores(const std::string& root = "/");

}  // namespace fourbar::boundary

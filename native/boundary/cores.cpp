#include "cores.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <thread>

#ifdef __linux__
#include <sched.h>
#endif

namespace fourbar::boundary {
namespace {

int scheduled_cores() {
#ifdef __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
#endif
    return static_cast<int>(std::thread::hardware_concurrency());
}

double number_in(const std::string& file) {
    std::ifstream stream(file);
    double value = 0.0;
    return stream >> value ? value : 0.0;
}

// The quota of one control group [processors]; infinite where it has none.
double quota_of(const std::string& folder) {
    // Version 2: "QUOTA PERIOD", or "max PERIOD", which is not a number.
    std::ifstream both(folder + "/cpu.max");
    double quota = 0.0, period = 0.0;
    if (!(both >> quota >> period)) {
        quota = number_in(folder + "/cpu.cfs_quota_us");  // version 1; -1 for none
        period = number_in(folder + "/cpu.cfs_period_us");
    }
    return quota > 0.0 && period > 0.0 ? quota / period : HUGE_VAL;
}

// The least quota of a control group and those around it. In a container, the path may be that of the
// host, of which only the innermost group is there: as the mounted folder itself.
double least_quota(const std::string& mounted, std::string group) {
    double least = quota_of(mounted);
    while (group.size() > 1) {
        least = std::min(least, quota_of(mounted + group));
        group.resize(group.rfind('/'));
    }
    return least;
}

double quota(const std::string& root) {
    std::ifstream groups(root + "/proc/self/cgroup");
    double least = HUGE_VAL;
    // Lines such as "0::/group" (version 2) and "4:cpu,cpuacct:/group" (version 1).
    for (std::string line; std::getline(groups, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const std::string group = line.substr(second + 1);
        if (group.empty() || group.front() != '/') continue;
        if (controllers.empty()) {
            least = std::min(least, least_quota(root + "/sys/fs/cgroup", group));
        } else if (("," + controllers + ",").find(",cpu,") != std::string::npos) {
            least = std::min(least, least_quota(root + "/sys/fs/cgroup/cpu", group));
        }
    }
    return least;
}

}  // namespace

int available_cores(const std::string& root) {
    const int scheduled = scheduled_cores();
    const double paid = std::ceil(quota(root));
    return std::max(1, paid < scheduled ? static_cast<int>(paid) : scheduled);
}

}  // namespace fourbar::boundary

// Which build of rtlgen this is.
#pragma once

#include <string>

namespace rtlgen::driver {

/// Version of this program: x.y.z.
std::string version();

/// Commit that was built, as `git describe` names it; empty in a build from an archive without a repository.
std::string revision();

}  // namespace rtlgen::driver

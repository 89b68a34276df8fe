// Which build of rtlgen this is.
#pragma once

#include <string>

namespace rtlgen::driver {

/// Commit that was built, as `git describe` names it; empty in a build from an archive without a repository.
std::string revision();

}  // namespace rtlgen::driver

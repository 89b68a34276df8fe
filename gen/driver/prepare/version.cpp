// Version and commit, in a separate file: after a new commit nothing else is compiled.
#include "driver/prepare/version.hpp"

namespace rtlgen::driver {

std::string version() { return RTLGEN_VERSION; }

std::string revision() { return RTLGEN_REVISION; }

}  // namespace rtlgen::driver

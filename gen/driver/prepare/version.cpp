// Version and commit, in a separate file, so that a new commit recompiles nothing else.
#include "driver/prepare/version.hpp"

namespace rtlgen::driver {

std::string version() { return RTLGEN_VERSION; }

std::string revision() { return RTLGEN_REVISION; }

}  // namespace rtlgen::driver

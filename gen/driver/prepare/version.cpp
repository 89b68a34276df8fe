// Version and commit, in a file of their own: a new commit compiles nothing else.
#include "driver/prepare/version.hpp"

namespace rtlgen::driver {

std::string version() { return RTLGEN_VERSION; }

std::string revision() { return RTLGEN_REVISION; }

}  // namespace rtlgen::driver

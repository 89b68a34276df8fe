// Paths known to the build.
#include "test_paths.hpp"

namespace rtlgen::test {

std::string source_folder() { return RTLGEN_SOURCE_DIR; }
std::string build_folder() { return RTLGEN_BINARY_DIR; }
std::string program() { return RTLGEN_PROGRAM; }

}  // namespace rtlgen::test

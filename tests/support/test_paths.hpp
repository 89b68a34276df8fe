// The paths of sources, build and program. These are functions, so that only one small file is compiled with paths: the
// others are equal in every folder, for a compiler cache.
#pragma once

#include <string>

namespace rtlgen::test {

std::string source_folder();
std::string build_folder();
std::string program();  ///< rtlgen itself

}  // namespace rtlgen::test

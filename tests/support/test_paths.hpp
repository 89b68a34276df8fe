// Where the sources, the build and the program are. Functions, so that no more than one small file is compiled with
// paths: the others are the same in every folder, for a compiler's cache.
#pragma once

#include <string>

namespace rtlgen::test {

std::string source_folder();
std::string build_folder();
std::string program();  ///< rtlgen itself

}  // namespace rtlgen::test

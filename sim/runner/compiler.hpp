// Which C++ compiler makes simulations: clang++ takes half of g++'s time for the code that Verilator writes.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::runner {

/// What $RTLGEN_CXX names, "clang++" or "g++"; without it clang++ if version 14 or newer is in PATH, else g++. With
/// `coroutines` always g++: clang 14 cannot compile those of its C++ library. Throws an EnvironmentError if the
/// compiler is missing or too old, or $RTLGEN_CXX names another.
std::string model_compiler(bool coroutines = false);

/// The words that make Verilator's makefiles compile and link with it.
std::vector<std::string> compiler_words(const std::string& compiler);

}  // namespace rtlgen::runner

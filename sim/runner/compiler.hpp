// Which C++ compiler makes simulations: clang++ takes about half of g++'s time for the code that
// Verilator writes (docs/build.md).
#pragma once

#include <string>
#include <vector>

#include "support/errors.hpp"

namespace rtlgen::runner {

/// What $RTLGEN_CXX names, any clang++ or g++ by name or path; without it clang++ if version 14 or newer is in PATH,
/// else g++. With `coroutines` always g++: clang 14 cannot compile those of its C++ library. Throws an EnvironmentError
/// if the compiler is missing or too old, or $RTLGEN_CXX names something else.
std::string model_compiler(bool coroutines = false);

/// The error that `compiler` failed on `what` with `output`; names the way to the other compiler where it was our
/// choice.
[[nodiscard]] EnvironmentError compiler_error(const std::string& compiler, const std::string& what,
                                              const std::string& output);

/// The words that make Verilator's makefiles compile and link with it.
std::vector<std::string> compiler_words(const std::string& compiler);

}  // namespace rtlgen::runner

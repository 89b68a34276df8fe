// Selects the C++ compiler for simulations: clang++ takes about half of g++'s time for the code that Verilator writes
// (docs/build.md).
#pragma once

#include <string>
#include <vector>

#include "support/errors.hpp"

namespace rtlgen::runner {

/// The compiler named by $RTLGEN_CXX, any clang++ or g++ by name or path; without it, clang++ if version 14 or newer is
/// in PATH, else g++. With `coroutines` always g++, because clang 14 cannot compile those of its C++ library. Throws an
/// EnvironmentError if the compiler is missing or too old, or if $RTLGEN_CXX names something else.
std::string model_compiler(bool coroutines = false);

/// The error that `compiler` failed on `what` with `output`; for clang++, it explains how to select g++ instead.
[[nodiscard]] EnvironmentError compiler_error(const std::string& compiler, const std::string& what,
                                              const std::string& output);

/// The arguments that make Verilator's makefiles compile and link with it.
std::vector<std::string> compiler_words(const std::string& compiler);

}  // namespace rtlgen::runner

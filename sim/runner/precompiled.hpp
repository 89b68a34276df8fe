// Precompiles the headers that all Verilated C++ includes: reading them takes most of the time of compiling a short
// file at -O0.
#pragma once

#include <optional>
#include <string>

#include "runner/cache.hpp"

namespace rtlgen::runner {

/// The kind of output from Verilator, which determines the headers and the macros before them.
enum class VerilatedKind : char { kPlain, kVcd, kFst, kSystemc, kTimed };

/// An entry of the cache, and the compiler flags that use it.
struct PrecompiledHeaders {
  std::optional<CacheEntry> entry;  ///< must be kept until the compiler has ended
  std::string flags;  ///< begins with a space; "": none, because the cache's path has characters that make would
                      ///< change, or because Verilator precompiles its headers itself
};

/// The headers for position-independent code at `level` ("-O0"), compiled now if they are not in the cache. `flags` are
/// those in Verilator's -CFLAGS, `compiler` is the result of model_compiler(). Throws an EnvironmentError if the
/// compiler fails.
PrecompiledHeaders precompiled_headers(VerilatedKind kind, const std::string& compiler, const std::string& flags,
                                       const std::string& level);

}  // namespace rtlgen::runner

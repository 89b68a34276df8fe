// The headers that all Verilated C++ reads, precompiled: reading them again and again is most of what a short file's
// compilation at -O0 takes.
#pragma once

#include <optional>
#include <string>

#include "runner/cache.hpp"

namespace rtlgen::runner {

/// What Verilator writes, which decides on the headers and on the macros before them.
enum class VerilatedKind : char { kPlain, kVcd, kFst, kSystemc, kTimed };

/// An entry of the cache, and the words for the compiler that take it.
struct PrecompiledHeaders {
  std::optional<CacheEntry> entry;  ///< to be kept until the compiler has ended
  std::string flags;  ///< begins with a space; "": none, because the cache's path has characters that make
                      ///< would change, or Verilator precompiles its headers itself
};

/// The headers for position-independent code at `level` ("-O0"), made now if the cache does not have them. `flags` are
/// those of Verilator's -CFLAGS, `compiler` is model_compiler()'s. Throws an EnvironmentError if the compiler fails.
PrecompiledHeaders precompiled_headers(VerilatedKind kind, const std::string& compiler, const std::string& flags,
                                       const std::string& level);

}  // namespace rtlgen::runner

// The headers that all Verilated C++ reads, precompiled: reading them again and again is most of what a short file's
// compilation at -O0 takes.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "runner/cache.hpp"

namespace rtlgen::runner {

/// What Verilator writes, which decides on the headers and on the macros before them.
enum class VerilatedKind : char { kPlain, kVcd, kFst, kSystemc, kTimed };

/// The words for g++ that take the precompiled headers, which are an entry of the cache.
struct PrecompiledHeaders {
  CacheEntry entry;  ///< to be kept until g++ has ended
  std::string flags;
};

/// Headers for position-independent code at each of the `levels` ("-O0"), made now if the cache does not have them;
/// nothing if their path has characters that make or a shell could change. `flags` are those of Verilator's -CFLAGS.
/// Throws an EnvironmentError if the compiler fails.
std::optional<PrecompiledHeaders> precompiled_headers(VerilatedKind kind, const std::string& flags,
                                                      const std::set<std::string>& levels);

}  // namespace rtlgen::runner

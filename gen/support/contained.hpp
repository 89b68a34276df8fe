// Runs rtlgen code on untrusted input in a child process, with limits on time, memory and stack.
//
// The child is a fork: it sees the caller's memory, needs no separate program, and returns one text. It must not enter
// a parallel region or wait for other threads, which do not exist in it (docs/adr/0042-contained-import.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace rtlgen {

struct ContainedLimits {
  int cpu_seconds = 20;
  int wall_seconds = 60;
  std::size_t memory_bytes = std::size_t{1} << 30;  ///< beyond what the caller has mapped
  std::size_t stack_bytes = std::size_t{64} << 20;
};

enum class Ending : std::uint8_t { kDone, kTime, kMemory, kStack, kCrash };

struct Contained {
  Ending ending = Ending::kCrash;
  std::string text;    ///< kDone: what the work returned
  std::string signal;  ///< kCrash: "SIGSEGV", or "" if it ended without a signal
};

/// The result of `work`. If the work throws an EnvironmentError or another exception, it is thrown here, with its text.
/// Standard input of the work is empty, and its output is discarded.
Contained run_contained(const std::function<std::string()>& work, const ContainedLimits& limits = {});

}  // namespace rtlgen

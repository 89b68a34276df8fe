// The design of one row of the table: the project's own Verilog with another Kernel in it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cell_count.hpp"

namespace rtlgen::bench {

struct Configuration {
  std::int64_t extent = 64;  ///< M = N = O
  int cells_per_cycle = 1;   ///< P
  int steps = 1;             ///< I
  std::string ram = "block";
};

/// The stand-in for the Kernel. Either way every tap ends in a black box, so that synthesis keeps
/// the whole window, and the black box itself is not counted.
enum class Kernel : std::uint8_t {
  kPassThrough,  ///< the result is the cell itself: logic that chooses between the two disappears
  kOpaque        ///< the result comes from the black box: bypass, kept border and positions stay
};

struct SynthesisOptions {
  std::string folder;  ///< folder for the HDL and Yosys' output
  int timeout_seconds = 600;
  std::int64_t memory_bytes = 0;  ///< limit of Yosys' address space
};

struct Synthesised {
  Area executors;                       ///< the chain of I Executors
  Area core;                            ///< with entrance, credits, position counters of the core and output FIFO
  std::int64_t planned_half_brams = 0;  ///< the plan's figure for the chain
};

/// Plans, elaborates, prints and synthesises. Throws std::runtime_error when a tool fails.
Synthesised synthesise(const Configuration& configuration, Kernel kernel, const SynthesisOptions& options);

}  // namespace rtlgen::bench

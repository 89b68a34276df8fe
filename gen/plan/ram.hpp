// What a delay of n words costs in memories, and which kind to use.
#pragma once

#include <cstdint>
#include <string>

#include "plan/plan.hpp"

namespace rtlgen::plan {

/// Block RAMs (18 kbit on Xilinx, M20K on Intel) for one memory of `depth` words of `width` bits,
/// using the best aspect ratio of the simple dual-port modes (UG473, UG190, Intel M20K handbook).
int block_rams(const std::string& device, std::int64_t depth, int width);

/// The storage for a delay of `depth` words; `fixed`: the depth never changes at run time.
Storage choose_storage(spec::RamChoice wish, std::int64_t depth, bool fixed);

}  // namespace rtlgen::plan

// Memories as a synthesis tool makes them.
#pragma once

#include <cstdint>

#include "hw/ir.hpp"

namespace rtlgen::model {

struct Area;
struct Fabric;

/// A memory with one address and a register behind it (hw::Memory).
Area memory_area(std::int64_t depth, std::int64_t width, hw::MemoryStyle style, const Fabric& fabric);

/// A memory of a FIFO: an address to write, another to read, any kind that is cheapest, with a register behind it.
Area fifo_memory(std::int64_t depth, std::int64_t width, const Fabric& fabric);

}  // namespace rtlgen::model

// The area of memories after synthesis.
#pragma once

#include <cstdint>

#include "hw/ir.hpp"

namespace rtlgen::model {

struct Area;
struct Fabric;

/// A memory with one address and a register after it (hw::Memory).
Area memory_area(std::int64_t depth, std::int64_t width, hw::MemoryStyle style, const Fabric& fabric);

/// The memory of a FIFO, with separate write and read addresses and a register after it, in the cheapest kind of RAM.
Area fifo_memory(std::int64_t depth, std::int64_t width, const Fabric& fabric);

}  // namespace rtlgen::model

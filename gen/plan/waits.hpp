// What values wait in while operators compute.
#pragma once

#include <cstdint>
#include <optional>

namespace rtlgen::hw {
enum class MemoryStyle : std::uint8_t;
struct DelayModel;
}  // namespace rtlgen::hw

namespace rtlgen::plan {

/// Where a value waits a number of cycles, whatever its words do: as a word in an Executor, whose lanes share what
/// addresses it, or in a Kernel.
enum class Waits : std::uint8_t { kInExecutor, kInKernel };

/// The memory that `bits` wait in; none: registers. AMD's LUTs make shift registers of these. Intel's do not, but are
/// memories (MLABs), and flip-flops are what such a part runs out of.
std::optional<hw::MemoryStyle> memory_of_wait(const hw::DelayModel& device, Waits where, int cycles, int bits);

}  // namespace rtlgen::plan

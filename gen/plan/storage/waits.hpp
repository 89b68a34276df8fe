// The registers or memories in which values wait while operators compute.
#pragma once

#include <cstdint>
#include <optional>

namespace rtlgen::hw {
enum class MemoryStyle : std::uint8_t;
struct DelayModel;
}  // namespace rtlgen::hw

namespace rtlgen::plan {

/// The place where a value waits for a number of cycles, regardless of tokens: as a word in an Executor, whose lanes
/// share the address logic, or in a Kernel.
enum class Waits : std::uint8_t { kInExecutor, kInKernel };

/// The style of the memory in which `bits` wait; nullopt: registers. On AMD parts these become shift registers in LUTs.
/// Intel's LUTs cannot be shift registers but can be memories (MLABs), and Intel parts run out of flip-flops first.
std::optional<hw::MemoryStyle> memory_of_wait(const hw::DelayModel& device, Waits where, int cycles, int bits);

}  // namespace rtlgen::plan

// Lookups in tables that are too large for logic: a ROM in block RAM instead of a datapath.
#pragma once

#include <string>

#include "hw/cut.hpp"

namespace rtlgen::hw {
struct DelayModel;
struct Module;
}  // namespace rtlgen::hw

namespace rtlgen::ops {

struct Request;

/// Whether a request is a lookup in a ROM: the table has more words than a LUT of the family holds, and not all of them
/// are equal.
bool is_stored(const Request& request, const hw::DelayModel& device);

/// The combinational part before the ROM, from the index `a` to the address `q`.
hw::Module address_module(const Request& request);

/// Registers after the address: the register of the ROM's read port, and one that packs into the block RAM.
constexpr int kRomStages = 2;

/// The shortest period in which the ROM can be read.
int rom_period_ps(const hw::DelayModel& device);

/// The module, with exactly `latency` pipeline stages.
hw::Module stored_module(const Request& request, const hw::DelayModel& device, int latency, const std::string& name,
                         hw::Cut cut, int period_ps);

}  // namespace rtlgen::ops

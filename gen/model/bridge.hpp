// The longest path of the bridge from a serial line to a core, for boards with open tools: rtl/rtlgen_uart_stream.v.
#pragma once

#include <optional>

#include "model/paths.hpp"

namespace rtlgen::model {

inline constexpr const char* kBridge = "rtlgen_uart_stream";

/// From static timing of the output of Yosys 0.23, with words of 16 bytes; tests/timing/open_timing_test.cpp measures
/// it again and requires these figures. Absent for a row that no such board uses.
std::optional<LongestPath> bridge_path(const hw::DelayModel& device);

}  // namespace rtlgen::model

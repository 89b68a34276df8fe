// The longest path of the bridge from a serial line to a core, for boards of open tools: rtl/rtlgen_uart_stream.v.
#pragma once

#include <optional>

#include "model/paths.hpp"

namespace rtlgen::model {

inline constexpr const char* kBridge = "rtlgen_uart_stream";

/// By static timing of what Yosys 0.23 makes of it, with words of 16 bytes; tests/timing/open_timing_test.cpp measures
/// it again and requires these figures. Nothing for a row that no such board has.
std::optional<LongestPath> bridge_path(const hw::DelayModel& device);

}  // namespace rtlgen::model

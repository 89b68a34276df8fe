// A table of paths; see bridge.hpp.
#include "model/bridge.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "hw/delay_model.hpp"

namespace rtlgen::model {

namespace {

/// Delay row, and path in ps.
constexpr auto kPaths = std::to_array<std::pair<std::string_view, int>>(
    {{"ice40hx", 7848}, {"ice40up", 18172}, {"ecp5", 8432}, {"ecp5-8", 6740}});

}  // namespace

std::optional<LongestPath> bridge_path(const hw::DelayModel& device) {
  const auto* const row =
      std::ranges::find(kPaths, std::string_view(device.name), &decltype(kPaths)::value_type::first);
  if (row == kPaths.end()) return std::nullopt;
  return LongestPath{row->second, kBridge};
}

}  // namespace rtlgen::model

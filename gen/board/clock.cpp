// Standard clocks by family and speed grade.
#include "board/clock.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace rtlgen::board {

namespace {

constexpr double kOthers = 200;
constexpr auto kClocks = std::to_array<std::pair<std::string_view, double>>(
    {{"xc7-1", 100}, {"ice40hx", 60}, {"ice40up", 24}, {"ecp5", 80}, {"ecp5-8", 100}});

}  // namespace

double standard_clock_mhz(std::string_view device) {
  const auto* const found =
      std::find_if(kClocks.begin(), kClocks.end(), [&](const auto& c) { return c.first == device; });
  return found == kClocks.end() ? kOthers : found->second;
}

std::vector<double> searched_clocks_mhz(std::string_view device) {
  std::vector<double> clocks;
  for (const double part : {0.5, 0.75, 1.0, 1.25, 1.5}) clocks.push_back(part * standard_clock_mhz(device));
  return clocks;
}

}  // namespace rtlgen::board

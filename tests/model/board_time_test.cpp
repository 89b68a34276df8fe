// Predicted cycles beside simulated ones, with DRAM: rows of bench_time that take a second each. And proof that a wrong
// model is seen.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>

#include "rows.hpp"

namespace rtlgen::bench {
namespace {

constexpr double kMostPercent = 2;

const TimeRow& row(std::string_view name, std::string_view dram) {
  for (const TimeRow& r : time_rows()) {
    if (r.name == name && r.dram == dram) return r;
  }
  throw std::runtime_error("no row " + std::string(name));
}

TEST(BoardTime, WithinTwoPercent) {
  const TimeRow rows[] = {row("heat, 1 channel", "ddr4-2400"), row("heat, 1 channel, small", "ddr3-1600"),
                          row("heat1d", "ddr4-2400"), row("ground2d", "ddr4-2400")};
  for (const TimeRow& r : rows) {
    const TimeMeasured m = measure(r);
    EXPECT_LE(std::abs(m.off_percent()), kMostPercent)
        << r.name << ": " << m.predicted.cycles << " predicted, " << m.cycles << " simulated";
  }
}

TEST(BoardTime, AWrongModelIsSeen) {
  const TimeRow& memory = row("heat, 1 channel, small", "ddr3-1600");
  EXPECT_GT(std::abs(measure(memory, without_losses).off_percent()), kMostPercent);
  EXPECT_GT(std::abs(measure(memory, [](model::TimeInput& input) { input.drams.clear(); }).off_percent()),
            kMostPercent);
  EXPECT_GT(
      std::abs(measure(row("heat1d", "ddr4-2400"), [](model::TimeInput& input) { input.bus_mhz /= 4; }).off_percent()),
      kMostPercent);
}

}  // namespace
}  // namespace rtlgen::bench

// Static timing of a card's top, shell and core inside: every clock holds its period, and a path that is made long is
// found.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "designs.hpp"
#include "hw/delay_model.hpp"
#include "module_timing.hpp"
#include "static_timing/static_timing.hpp"
#include "tools.hpp"

namespace rtlgen::bench {
namespace {

constexpr int kLong = 20000;  ///< ps, of a remainder of 27 bits

TEST(AmdCard, EveryClockHoldsItsPeriod) {
  RTLGEN_NEED_TOOLS("sta");
  const std::vector<ClockTiming> clocks = card_timing("kcu105", {});
  ASSERT_EQ(clocks.size(), 3U);
  for (const ClockTiming& c : clocks) {
    EXPECT_GT(c.report.worst_ps, 0) << c.net;
    EXPECT_GE(c.report.slack_ps, 0) << fmt::format("{}: from {} to {} through {}", c.net, c.report.from, c.report.to,
                                                   fmt::join(c.report.cells, " "));
  }
}

TEST(AmdCard, ALongPathIsFound) {
  RTLGEN_NEED_TOOLS("sta");
  int edited = 0;
  const auto remainder = [&edited](std::string& text) {
    const std::string counter = "alive <= alive + 27'd1;";
    const std::size_t at = text.find(counter);
    if (at == std::string::npos) return;
    text.replace(at, counter.size(), "alive <= 27'h5a5a5a5 % (alive + 27'd1);");
    ++edited;
  };
  const std::vector<ClockTiming> clocks = card_timing("kcu105", remainder);
  EXPECT_EQ(edited, 1);
  ASSERT_EQ(clocks.size(), 3U);
  EXPECT_EQ(clocks.front().net, "bus_clk");
  EXPECT_GT(clocks.front().report.worst_ps, kLong);
  EXPECT_EQ(clocks.front().report.slack_ps, clocks.front().period_ps - clocks.front().report.worst_ps);
  // The counter's last bit is an LED.
  EXPECT_NE(clocks.front().report.to.find("led_0"), std::string::npos) << clocks.front().report.to;
  for (std::size_t i = 1; i < clocks.size(); ++i) EXPECT_LT(clocks[i].report.worst_ps, kLong) << clocks[i].net;
}

/// The probe of a memory channel between registers, at the bus clocks of the cards and above.
std::vector<synthesis::TimingReport> probe_timing(const std::vector<synthesis::Worse>& worse) {
  const synthesis::TimedModule probe = {"rtlgen_channel_probe", {{"AT_BITS", 25}}};
  const std::string text = synthesis::module_texts({probe.name, "rtlgen_queue"}, worse) + between_registers(probe);
  std::vector<synthesis::TimingReport> reports;
  for (const auto& [row, period_ps] : {std::pair{"xcu", 4000}, {"xcup", 3333}}) {
    reports.push_back(
        synthesis::static_timing(text, "around_" + probe.name, *hw::DelayModel::find(row), {{{"clk", period_ps}}, {}})
            .front());
    const synthesis::TimingReport& r = reports.back();
    fmt::print("{}, {}: {:.2f} of {:.2f} ns, from {} to {} through {}\n", probe.name, row, r.worst_ps / 1000.0,
               period_ps / 1000.0, r.from, r.to, fmt::join(r.cells, " "));
  }
  return reports;
}

TEST(AmdCard, ItsProbeHolds250And300MHz) {
  RTLGEN_NEED_TOOLS("sta");
  for (const synthesis::TimingReport& r : probe_timing({})) {
    EXPECT_GT(r.worst_ps, 0);
    EXPECT_GE(r.slack_ps, 0);
  }
}

TEST(AmdCard, ALongPathInItsProbeIsFound) {
  RTLGEN_NEED_TOOLS("sta");
  for (const synthesis::TimingReport& r :
       probe_timing({{"wire ends_here = beat == oldest_len;", "wire ends_here = beat == oldest_len % 8'd37;"}}))
    EXPECT_LT(r.slack_ps, 0);
}

}  // namespace
}  // namespace rtlgen::bench

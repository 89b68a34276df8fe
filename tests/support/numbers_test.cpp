// One notation for the numbers that people read.
#include "support/numbers.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace rtlgen {
namespace {

TEST(Numbers, HaveOneNotation) {
  const std::vector<std::pair<std::string, std::string>> kTexts = {
      {si_text(5.6912e9, "cell updates/s"), "5.69 G cell updates/s"},
      {si_text(42.84e6, "B"), "42.8 MB"},
      {si_text(459.9e9, "B/s"), "460 GB/s"},
      {si_text(999.6, "B"), "1.00 kB"},
      {si_text(0.25, "cell updates/s"), "0.25 cell updates/s"},
      {si_text(1e15, ""), "1 P"},
      {si_text(7, ""), "7"},
      {bytes_text(812), "812 bytes"},
      {bytes_text(42840), "42.8 kB"},
      {duration_text(12.34), "12.3 s"},
      {duration_text(0.25603), "256 ms"},
      {duration_text(0.00118), "1.18 ms"},
      {duration_text(540.3e-6), "540 us"},
      {duration_text(12e-9), "12 ns"},
      {duration_text(0), "0 s"},
      {duration_text(125.4), "2 min 5 s"},
      {duration_text(3840), "1 h 4 min"},
      {share_text(0.943), "94.3 %"},
      {share_text(1), "100.0 %"},
      {share_text(19.45), "19.4 times"},
      {compared_text(1.00696, "slower"), "0.7 % slower"},
      {compared_text(1.0512, "faster"), "5.1 % faster"},
      {compared_text(1.127, "slower"), "13 % slower"},
      {compared_text(1.99, "worse"), "99 % worse"},
      {compared_text(2, "slower"), "2.0 times slower"},
      {compared_text(13, "slower"), "13 times slower"},
      {count_text(0), "0"},
      {count_text(999), "999"},
      {count_text(1000), "1,000"},
      {counted_text(1, "cell"), "1 cell"},
      {counted_text(4096, "cell"), "4,096 cells"},
      {counted_text(1234567, "pass", "passes"), "1,234,567 passes"},
      {count_text(4096), "4,096"},
      {count_text(-123), "-123"},
      {count_text(-1234), "-1,234"},
      {count_text(1234567), "1,234,567"},
      {count_text(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808"},
  };
  for (const auto& [text, wanted] : kTexts) EXPECT_EQ(text, wanted);
}

}  // namespace
}  // namespace rtlgen

// Durations at the limits between units: none is printed as sixty of the smaller unit.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/numbers.hpp"

namespace rtlgen {
namespace {

TEST(Durations, RoundBeforeTheyChooseTheUnit) {
  const std::vector<std::pair<double, std::string>> rows = {
      {119.4, "119 s"},        {119.5, "2 min 0 s"},  {119.6, "2 min 0 s"}, {120, "2 min 0 s"},  {179.6, "3 min 0 s"},
      {3599.4, "59 min 59 s"}, {3599.7, "1 h 0 min"}, {3600, "1 h 0 min"},  {3629, "1 h 0 min"}, {3631, "1 h 1 min"},
      {7170, "2 h 0 min"},     {7199.9, "2 h 0 min"}, {0.9994, "999 ms"},   {0.9996, "1.00 s"},  {0.9996e-3, "1.00 ms"},
  };
  for (const auto& [seconds, text] : rows) EXPECT_EQ(duration_text(seconds), text) << seconds;
}

}  // namespace
}  // namespace rtlgen

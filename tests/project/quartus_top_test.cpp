// Tops of boards with Intel's IP: what is wrong between Avalon and the shell is found. That they run: top_test.
#include <gmock/gmock.h>

#include "top_runs.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;

TEST(QuartusTop, WrongWiringIsFound) {
  const auto project = planned("hotspot2d", "de5net", kSmall);
  EXPECT_THAT(said_of(project, {"rtlgen_avalon_msi.v", "sent <= irq & (sent | send);", "sent <= 1'b1;", ""}), HasSubstr("interrupt"));
}

}  // namespace
}  // namespace rtlgen::test

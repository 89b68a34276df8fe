// Every shipped stencil has a plan on every family, in every form of floats; preparing it verifies it.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "driver/prepare/prepare.hpp"
#include "hw/delay_model.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

TEST(Families, HaveAPlanOfEveryStencilInEveryForm) {
  std::set<std::string> families;
  for (const std::string& row : hw::DelayModel::names()) families.insert(hw::family_of(row));
  int planned = 0, refused = 0, formed = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() + "/configs")) {
    if (entry.path().extension() != ".yaml") continue;
    for (const std::string& family : families) {
      for (const std::string form : {"auto", "aligned"}) {
        Diagnostics diagnostics;
        const auto prepared = driver::prepare(
            {entry.path().string(), {"hardware.device=" + family, "hardware.arithmetic=" + form}}, diagnostics);
        EXPECT_NE(prepared.ok(), diagnostics.has_errors())
            << entry.path() << " on " << family << ", " << form << ": " << diagnostics.render();
        ++(prepared ? planned : refused);
        formed += prepared && (*prepared)->plan.formed ? 1 : 0;
      }
    }
  }
  EXPECT_GT(planned, 900);
  EXPECT_GT(formed, 400);
  EXPECT_LT(refused, planned / 10);
}

}  // namespace
}  // namespace rtlgen::test

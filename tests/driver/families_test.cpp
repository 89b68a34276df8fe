// Every shipped stencil has a plan on every family, in every form of floats: `check` verifies it.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "hw/delay_model.hpp"
#include "support/process.hpp"
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
        const ProcessResult check = run_process({program(), "check", entry.path().string(), "--set",
                                                 "hardware.device=" + family, "--set", "hardware.arithmetic=" + form});
        // 2: refused, with what would be right.
        EXPECT_TRUE(check.exit_code == 0 || check.exit_code == 2)
            << entry.path() << " on " << family << ", " << form << ": " << check.errors;
        ++(check.exit_code == 0 ? planned : refused);
        formed += check.output.find("conversions per cell; IEEE") != std::string::npos ? 1 : 0;
      }
    }
  }
  EXPECT_GT(planned, 900);
  EXPECT_GT(formed, 400);
  EXPECT_LT(refused, planned / 10);
}

}  // namespace
}  // namespace rtlgen::test

// Projects with sums in DSP blocks have the module around the vendor's cell; generated designs have its model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "driver/prepare/prepare.hpp"
#include "project.hpp"

namespace rtlgen {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<std::string> kSums = {"arithmetic=fused", "hardware.dsp_sums=2"};

TEST(DspSumsProject, HasTheCellsOfItsFamilyInBothLanguages) {
  const auto verilog = test::planned("hotspot2d", "kcu105", kSums);
  EXPECT_THAT(test::file_of(verilog, "rtl/core/rtlgen_dsp_sum.v"), HasSubstr("DSP48E2 #("));
  EXPECT_THAT(test::file_of(verilog, "build.tcl"), HasSubstr("rtl/core/rtlgen_dsp_sum.v"));
  const auto vhdl = test::planned("hotspot2d", "kcu105", kSums, driver::HdlChoice::kVhdl);
  EXPECT_THAT(test::file_of(vhdl, "rtl/core/rtlgen_dsp_sum.vhd"), HasSubstr("block_of : DSP48E2"));
}

TEST(DspSumsProject, WithoutThemHasNone) {
  for (const emit::File& file : test::planned("hotspot2d", "kcu105", {"arithmetic=fused"}).files())
    EXPECT_THAT(file.path, Not(HasSubstr("dsp_sum")));
}

}  // namespace
}  // namespace rtlgen

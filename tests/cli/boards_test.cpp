// rtlgen boards, and boards in the other commands.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

TEST_F(Program, BoardsAreListed) {
  const auto list = rtlgen({"boards"});
  EXPECT_EQ(list.exit_code, 0) << list.errors;
  EXPECT_NE(list.output.find("de5net"), std::string::npos);
  EXPECT_NE(list.output.find("AMD Alveo U280"), std::string::npos);
  EXPECT_NE(list.output.find("32 x HBM2, 2 x DDR4"), std::string::npos);
  const auto all = nlohmann::json::parse(rtlgen({"boards", "--json", "-"}).output);
  EXPECT_GE(all.size(), 17U);
  for (const auto& board : all) EXPECT_NE(list.output.find(std::string(board["id"])), std::string::npos) << board["id"];
  EXPECT_NE(rtlgen({"boards", "--help"}).output.find("rtlgen boards de5net"), std::string::npos);
}

TEST_F(Program, ABoardIsShownWithSourcesAndMarks) {
  const auto text = rtlgen({"boards", "u280"});
  EXPECT_EQ(text.exit_code, 0) << text.errors;
  EXPECT_NE(text.output.find("  ? lut              1,303,680"), std::string::npos) << text.output;
  EXPECT_NE(text.output.find("    gbs_total        460 GB/s               Shuhai, arXiv 2005.04324"), std::string::npos)
      << text.output;
  EXPECT_NE(text.output.find("sim --memory ddr --dram hbm2"), std::string::npos);
  const auto result = rtlgen({"boards", "de5net", "arty_a7_35", "--json", "boards.json"});
  EXPECT_NE(result.output.find("Arty"), std::string::npos);
  const auto json = nlohmann::json::parse(read_file(at("boards.json")));
  ASSERT_EQ(json.size(), 2U);
  EXPECT_EQ(json[0]["resources"]["alm"]["value"], 234720);
  EXPECT_EQ(json[0]["resources"]["alm"]["unverified"], false);
  EXPECT_FALSE(json[0]["resources"].contains("lut"));
  EXPECT_EQ(json[0]["ram_blocks"], 2560);
  EXPECT_EQ(json[1]["resources"]["bram36"]["unverified"], true);
  EXPECT_EQ(json[1]["ram_blocks"], 100);
}

TEST_F(Program, BoardsThatAreNot) {
  const auto unknown = rtlgen({"boards", "de5nt", "u250"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_EQ(unknown.output, "");
  EXPECT_NE(unknown.errors.find("did you mean 'de5net'?"), std::string::npos) << unknown.errors;
  EXPECT_EQ(rtlgen({"boards", "./nowhere"}).exit_code, 3);
  EXPECT_EQ(rtlgen({"check", file_, "--set", "hardware.board=de5nt"}).exit_code, 2);
  const auto families = rtlgen({"check", file_, "--set", "hardware.board=de5net", "--set", "hardware.device=xc7"});
  EXPECT_EQ(families.exit_code, 2);
  EXPECT_NE(families.errors.find("RG0218"), std::string::npos) << families.errors;
}

TEST_F(Program, ABoardOfOnesOwn) {
  fs::create_directories(at("mine"));
  write_file(at("mine/board.yaml"), read_file(test::source_folder() + "/boards/arty_a7_35/board.yaml"));
  const auto shown = rtlgen({"boards", "./mine"});
  EXPECT_EQ(shown.exit_code, 0) << shown.errors;
  EXPECT_EQ(shown.output.rfind("mine: ", 0), 0U) << shown.output;
  const auto check = rtlgen({"check", file_, "--set", "hardware.board=./mine"});
  EXPECT_EQ(check.exit_code, 0) << check.errors;
  write_file(at("mine/board.yaml"), "name: Mine\ntool: chisel\n");
  const auto faulty = rtlgen({"boards", "./mine"});
  EXPECT_EQ(faulty.exit_code, 2);
  EXPECT_NE(faulty.errors.find("mine/board.yaml:2:7: error[RG0207]"), std::string::npos) << faulty.errors;
}

/// The same stencil in blocks that fit a small board and a large one.
TEST_F(Program, AutomaticBlocksFitTheBoard) {
  write_file(file_,
             "name: wide\ngrid: [262144, 64]\nfields: {u: {}}\nupdate:\n  - u: (u[0,-1] + u[0,1]) * 0.5\n"
             "hardware: {steps: 4, block: auto, board: arty_a7_35}\n");
  const auto small = rtlgen({"check", file_});
  EXPECT_EQ(small.exit_code, 0) << small.errors;
  EXPECT_NE(small.output.find("  blocks   "), std::string::npos) << small.output;
  const auto large = rtlgen({"check", file_, "--set", "hardware.board=b520n"});
  EXPECT_EQ(large.exit_code, 0) << large.errors;
  EXPECT_EQ(large.output.find("  blocks   "), std::string::npos) << large.output;
}

}  // namespace
}  // namespace rtlgen::test

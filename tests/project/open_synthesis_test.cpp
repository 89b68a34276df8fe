// Projects of all boards of open tools, built as a user does: by make, as far as the tools that are there reach.
#include <gmock/gmock.h>

#include "open_runs.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> open_boards() {
  std::vector<std::string> ids;
  for (const std::string& id : frontend::board_names()) {
    Diagnostics diagnostics;
    const auto board = frontend::load_board(id, diagnostics);
    EXPECT_TRUE(board.ok()) << diagnostics.render();
    if (driver::is_open_project(*board)) ids.push_back(id);
  }
  return ids;
}

/// A clock that no oscillator of the boards has, so that the top has a PLL.
driver::PlannedOpen with_pll(const std::string& board) {
  const auto project = planned_open(kLine, board, {"hardware.clock_mhz=18", "hardware.cells_per_cycle=1"});
  EXPECT_FALSE(project.flow().clock().dividers.empty()) << board;
  return project;
}

struct Made {
  std::string folder, tool_output;
  bool ok = false;
};

Made make_in(const std::string& folder, const std::string& target = "all") {
  ProcessOptions merged;
  merged.merge_stderr = true;
  const ProcessResult make = run_process({"make", "-C", folder, target}, merged);
  return {folder, make.output, make.ok()};
}

/// The primitive that is the PLL of a family, in the netlist of Yosys.
std::string pll_of(const driver::PlannedOpen& project) {
  return project.wiring.open->router == "ecp5" ? "EHXPLLL" : "SB_PLL40_";
}

class OpenSynthesis : public ::testing::TestWithParam<std::string> {};

TEST_P(OpenSynthesis, IsDoneByMake) {
  RTLGEN_NEED_TOOLS("yosys");
  const auto project = with_pll(GetParam());
  const bool ecp5 = project.wiring.open->router == "ecp5";
  // Bitstreams of iCE40 are made with the label `all`: bitstream_test.cpp.
  const std::string netlist = "build/" + project.flow().top() + ".json";
  const Made build = make_in(written_open(project, "open_synthesis_" + GetParam()), ecp5 ? "all" : netlist);
  const std::string stem = build.folder + "/build/" + project.flow().top();
  ASSERT_TRUE(std::filesystem::exists(stem + ".json")) << build.tool_output;
  EXPECT_THAT(read_text(stem + ".json"), HasSubstr(pll_of(project)));
  for (const char* tool : {"nextpnr-ecp5", "ecppack"}) {
    if (!ecp5 || find_program(tool)) continue;
    EXPECT_FALSE(build.ok);
    EXPECT_THAT(build.tool_output, HasSubstr(std::string(tool) + " is not in PATH: OSS CAD Suite has it"));
    return;
  }
  EXPECT_TRUE(build.ok) << build.tool_output;
  EXPECT_EQ(std::filesystem::exists(stem + ".bit"), ecp5);
}

INSTANTIATE_TEST_SUITE_P(Boards, OpenSynthesis, ::testing::ValuesIn(open_boards()),
                         [](const auto& tested) { return tested.param; });

/// The control: a primitive that the family lacks ends the build, in both families.
TEST(OpenSynthesisControl, RefusesAPrimitiveThatTheFamilyLacks) {
  RTLGEN_NEED_TOOLS("yosys");
  for (const char* board : {"hx8k_breakout", "ulx3s"}) {
    const auto project = with_pll(board);
    const Made build = make_in(written_open(project, std::string("open_lacks_") + board, [&](emit::File& file) {
      file.text = std::regex_replace(file.text, std::regex("(EHXPLLL|SB_PLL40_PAD|SB_PLL40_CORE) #"), "$1_OTHER #");
    }));
    EXPECT_FALSE(build.ok) << board;
    EXPECT_THAT(build.tool_output, HasSubstr("Yosys failed: see build/synth.log"));
    EXPECT_THAT(build.tool_output, HasSubstr("_OTHER"));
    EXPECT_FALSE(std::filesystem::exists(build.folder + "/build/" + project.flow().top() + ".json"));
  }
}

}  // namespace
}  // namespace rtlgen::test

// Bitstreams of iCE40 boards, made by the project's own make, unpacked again and run through their serial pins.
#include <gmock/gmock.h>

#include "open_runs.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;

/// Yosys' models of the cells, without those of PLLs, which model nothing.
std::string cells() {
  const std::filesystem::path yosys = find_program("yosys").value();
  const std::string folder = (yosys.parent_path().parent_path() / "share/yosys").string();
  return std::regex_replace(read_text(folder + "/ice40/cells_sim.v"), std::regex("module SB_PLL40_[^]*?endmodule"), "");
}

struct Made {
  std::string folder, tool_output;
  bool ok = false;
};

/// As a user does: make packs nothing that misses the project's clock.
Made made(const driver::PlannedOpen& project, const std::string& name) {
  const std::string folder = written_open(project, name);
  ProcessOptions merged;
  merged.merge_stderr = true;
  const ProcessResult make = run_process({"make", "-C", folder}, merged);
  return {folder, make.output, make.ok()};
}

/// The netlist that the bitstream is, behind the pins of its package; `edit` may change it.
IcarusTop unpacked(const driver::PlannedOpen& project, const std::string& folder,
                   const std::function<void(std::string&)>& edit = {}) {
  const std::string bitstream = folder + "/build/" + project.flow().top() + ".bin", cells_file = folder + "/cells.v";
  EXPECT_TRUE(run_process({"iceunpack", bitstream, folder + "/unpacked.asc"}).ok());
  const ProcessResult vlog = run_process({"icebox_vlog", "-s", "-c", "-p", folder + "/constraints/pins.pcf", "-d",
                                          project.wiring.open->package, folder + "/unpacked.asc"});
  EXPECT_TRUE(vlog.ok()) << vlog.errors;
  // icebox_vlog leaves the pad of the UP5K's PLL open; it is the oscillator's pin.
  std::string chip = std::regex_replace(vlog.output, std::regex("PACKAGEPIN\\(n[0-9]+\\)"), "PACKAGEPIN(clk)");
  if (edit) edit(chip);
  write_files(folder, {{"chip.v", chip}, {"cells.v", cells()}});
  IcarusTop top = pins_of(project, "chip");
  top.files = {folder + "/chip.v", cells_file, kPllModel};
  top.options = {"-DNO_ICE40_DEFAULT_ASSIGNMENTS"};
  return top;
}

struct Design {
  const char *stencil, *board;
  std::vector<std::string> sets;
};

/// Inverts one of the netlist's LUTs: so far behind the first one, counted in those that are no constants.
void invert_a_lut(std::string& chip, double place) {
  const std::regex lut(R"((assign \S+ = /\* LUT[^*]*\*/ )([^;]*n[0-9][^;]*);)");
  const std::vector<std::smatch> all(std::sregex_iterator(chip.begin(), chip.end(), lut), {});
  ASSERT_GT(all.size(), 100U);
  const std::smatch& one = all[static_cast<std::size_t>(place * static_cast<double>(all.size()))];
  const std::string inverted = one[1].str() + "~(" + one[2].str() + ");";
  const auto begin = static_cast<std::size_t>(one.position());
  chip = chip.substr(0, begin) + inverted + chip.substr(begin + static_cast<std::size_t>(one.length()));
}

/// Makes the bitstream and runs it; some of a few inverted LUTs are found.
void runs_as_bitstream(const Design& design) {
  RTLGEN_NEED_TOOLS("nextpnr-ice40", "icepack", "iceunpack", "icebox_vlog");
  const auto project = planned_open(design.stencil, design.board, design.sets);
  const Made build = made(project, std::string("bitstream_") + design.board);
  ASSERT_TRUE(build.ok) << build.tool_output;
  EXPECT_THAT(build.tool_output, HasSubstr("nextpnr reached"));
  std::cout << build.tool_output;
  const IcarusTop chip = unpacked(project, build.folder);
  const auto healthy = std::make_shared<IcarusLine>(chip, build.folder);
  EXPECT_EQ(run_through(project, healthy), "");
  int found = 0;
  for (const double place : {0.3, 0.5, 0.7}) {
    const IcarusTop wrong = unpacked(project, build.folder, [&](std::string& text) { invert_a_lut(text, place); });
    const auto line = std::make_shared<IcarusLine>(wrong, build.folder);
    line->most_frames = 4 * healthy->frames;
    const std::string tool_output = run_through(project, line);
    std::cout << "inverted LUT at " << place << ": " << (tool_output.empty() ? "not found" : tool_output) << "\n";
    found += tool_output.empty() ? 0 : 1;
  }
  EXPECT_GE(found, 1);
}

const Design kHx8k = {"life",
                      "hx8k_breakout",
                      {"grid=[16, 6]", "iterations=3", "hardware.cells_per_cycle=4", "hardware.steps=2",
                       "hardware.extents=fixed", "hardware.ram=block", "hardware.clock_mhz=100"}};
/// Without products: icebox_vlog does not unpack SB_MAC16.
const Design kUp5k = {"life",
                      "icebreaker",
                      {"grid=[16, 6]", "iterations=3", "hardware.cells_per_cycle=4", "hardware.steps=2",
                       "hardware.extents=fixed", "hardware.ram=block", "hardware.clock_mhz=40"}};

TEST(Bitstream, OfAnHx8kRunsThroughItsPins) { runs_as_bitstream(kHx8k); }

TEST(Bitstream, OfAnUp5kRunsThroughItsPins) { runs_as_bitstream(kUp5k); }

}  // namespace
}  // namespace rtlgen::test

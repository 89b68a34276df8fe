// A project for Quartus checked without vendor tools: its scripts in a stand-in for Quartus and Platform Designer, its
// top against the systems' ports, its pins against a second source, Makefile and lint. Mutants show that each check can
// fail.
#include <gmock/gmock.h>

#include <array>
#include <fstream>
#include <regex>

#include "checks.hpp"
#include "frontend/board/wiring_file.hpp"
#include "mutants.hpp"
#include "quartus_facts.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::vector<std::string> kSmall = {"hardware.cells_per_cycle=2", "hardware.steps=2"};

std::string judged_by_quartus(const std::string& folder) { return verdict_of_stand_in("quartus.tcl", folder); }

class QuartusChecks : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    folder_ = fresh_folder(std::string("quartus_") + GetParam());
    put_files(folder_, project_.files());
  }
  void put_facts() { put_files(folder_, {{"facts.txt", quartus_facts_text(project_, Elaborated(project_))}}); }
  std::string lint(const std::string& from = "", const std::string& to = "") {
    return lint_of(project_, folder_, from, to);
  }

  driver::PlannedProject project_ = planned(kTiny, GetParam(), kSmall);
  std::string folder_;
};

TEST_P(QuartusChecks, TheTopIsCleanAgainstTheSystemsPorts) {
  RTLGEN_NEED_TOOLS();
  EXPECT_EQ(lint(), "");
}

/// One axis and three, bits and floats, run-time parameters, channels that the shell does not use and one that it does:
/// the shell of each on the DE5-Net, and on the others what differs outside the shell.
TEST_P(QuartusChecks, SoAreTopsOfOtherStencils) {
  RTLGEN_NEED_TOOLS();
  const std::string steps = "hardware.steps=1", cells = "hardware.cells_per_cycle=2";
  lint_others(project_,
              {{"heat1d", {cells}},
               {"diffusion3d", {steps, cells, "hardware.memory={t: [0, 1]}"}},
               {"life", {}},
               {"hotspot2d", {"hardware.streams=true", steps, cells}},
               {kTiny, {"hardware.kernels=2", steps}}},
              project_.board.id == "de5net");
}

TEST_P(QuartusChecks, AWrongPortOrWidthIsALintFault) {
  RTLGEN_NEED_TOOLS();
  EXPECT_THAT(lint(".bus_clk_clk(bus_clk)", ".bus_clk(bus_clk)"), HasSubstr("PINNOTFOUND"));
  EXPECT_THAT(lint(fmt::format(".HOST_BITS({})", project_.wiring.pcie.sizes.at("data")), ".HOST_BITS(128)"),
              HasSubstr("WIDTH"));
  EXPECT_THAT(lint("    .pll_ref_clk_clk(c0_pll_ref_clk),\n", ""), HasSubstr("PINMISSING"));
}

TEST_P(QuartusChecks, TheStandInBuildsIt) {
  RTLGEN_NEED_TOOLS();
  put_facts();
  EXPECT_THAT(judged_by_quartus(folder_), StartsWith("ok "));
}

TEST_P(QuartusChecks, SoItDoesWithACoreInVhdl) {
  RTLGEN_NEED_TOOLS();
  const auto vhdl = planned(kTiny, GetParam(), kSmall, driver::HdlChoice::kVhdl);
  const std::string folder = fresh_folder(std::string("quartus_vhdl_") + GetParam());
  put_files(folder, vhdl.files());
  // Same top, same crossings; other sources.
  put_files(folder, {{"facts.txt", quartus_facts_text(vhdl, Elaborated(project_))}});
  EXPECT_THAT(judged_by_quartus(folder), StartsWith("ok "));
}

/// One kernel for each of its channels: registers behind each other in the BAR, one message for all.
TEST_P(QuartusChecks, SoItDoesWithAsManyKernelsAsChannels) {
  RTLGEN_NEED_TOOLS();
  const auto many = planned(kTiny, GetParam(),
                            {"hardware.steps=1", fmt::format("hardware.kernels={}", project_.wiring.memory.size())});
  const std::string folder = fresh_folder(std::string("quartus_kernels_") + GetParam());
  EXPECT_EQ(lint_of(many, folder), "");
  put_files(folder, {{"facts.txt", quartus_facts_text(many, Elaborated(many))}});
  EXPECT_THAT(judged_by_quartus(folder), StartsWith("ok "));
  EXPECT_THAT(lint_of(many, folder, fmt::format("wire [{}:0] irq,", project_.wiring.memory.size() - 1), "wire irq,"),
              HasSubstr("SELRANGE"))
      << "kernels that have no interrupt";
}

TEST_P(QuartusChecks, EveryPortHasPinsAndEveryPinAPort) {
  RTLGEN_NEED_TOOLS();
  const Elaborated elaborated(project_);
  std::map<std::string, std::size_t> ports, wired;
  for (const auto& [name, port] : elaborated.modules.at(elaborated.top).at("ports").items())
    ports[name] = port.at("bits").size();
  std::set<std::string> used;
  for (const auto& [function, list] : project_.wiring.pins_by_function()) {
    for (const board::PortPins& port : *list) {
      wired[port.port] = port.pins.size();
      for (const std::string& pin : port.pins) EXPECT_TRUE(used.insert(pin).second) << pin;
      // Some memory controllers bring their own.
      const bool its_own = function == "ddr" && project_.wiring.memory.front().use.ip.name.starts_with("altera_emif");
      EXPECT_TRUE(its_own || !port.standard.empty()) << port.port;
    }
  }
  EXPECT_EQ(ports, wired);
}

TEST_P(QuartusChecks, PinsAgreeWithASecondSource) {
  std::ifstream second(test::source_folder() + "/tests/project/pins/" + GetParam() + ".txt");
  ASSERT_TRUE(second.is_open());
  std::map<std::string, std::string> pins, ours;
  bool with_memory = true;
  for (std::string line; std::getline(second, line);) {
    if (line.find("memory: one public source only") != std::string::npos) with_memory = false;
    if (!line.empty() && line[0] != '#') pins[line.substr(0, line.find(' '))] = line.substr(line.find(' ') + 1);
  }
  for (const auto& [function, list] : project_.wiring.pins_by_function()) {
    if (function == "ddr" && !with_memory) continue;
    for (const board::PortPins& port : *list) {
      for (std::size_t i = 0; i < port.pins.size(); ++i)
        ours[port.pins.size() == 1 ? port.port : fmt::format("{}[{}]", port.port, i)] = port.pins[i];
    }
  }
  EXPECT_EQ(ours, pins);
}

TEST_P(QuartusChecks, MakeAndQuartusAreCalledAsTheyShould) {
  RTLGEN_NEED_TOOLS();
  const ProcessResult dry = run_in(folder_, {"make", "-n"});
  EXPECT_TRUE(dry.ok()) << dry.output;
  EXPECT_THAT(dry.output, HasSubstr("quartus_sh -t build.tcl systems"));
  EXPECT_THAT(dry.output, HasSubstr("quartus_sh -t build.tcl attempt %"));
  const ProcessResult without = run_in(folder_, {"make", "QUARTUS_SH=no_such_quartus"});
  EXPECT_FALSE(without.ok());
  EXPECT_THAT(without.output, HasSubstr("no_such_quartus is not in PATH"));
}

/// Ways to write the same that public scripts use: what is right must not be refused.
TEST_P(QuartusChecks, IdiomsAreAccepted) {
  RTLGEN_NEED_TOOLS();
  put_facts();
  const board::Wiring& w = project_.wiring;
  const std::string endpoint = "add_instance pcie " + w.pcie.ip.name, standard = w.leds.front().standard;
  const auto vendor = std::find_if(w.pcie.parameters.begin(), w.pcie.parameters.end(),
                                   [](const auto& p) { return p.second == "4466"; });
  ASSERT_NE(vendor, w.pcie.parameters.end());
  const std::vector<std::array<std::string, 3>> idioms = {
      {"ip/card_pcie.tcl", endpoint + "\n", endpoint + " 19.1\n"},
      {"ip/card_pcie.tcl", "{" + vendor->first + "} {4466}", vendor->first + " 4466"},
      {"ip/card_pcie.tcl", "add_interface refclk clock sink\n", ""},
      {"ip/card_pcie.tcl", "\nsave_system",
       "\nset_interconnect_requirement {$system} {qsys_mm.maxAdditionalLatency} {1}\nsave_system"},
      {"ip/card_pcie.tcl", "baseAddress {0x0}\n", "baseAddress {0x0000}\n"},
      {"ip/card_pcie.tcl", "package require -exact qsys " + std::string(w.tool == "quartus_pro" ? "22.4" : "16.0"),
       "package require qsys"},
      {"ip/card_clock.tcl", "create_system {card_clock}", "create_system card_clock"},
      {"constraints/leds.qsf", "-to {led[0]}", "-to \"led\\[0\\]\""},
      {"constraints/leds.qsf", "set_instance_assignment -name IO_STANDARD \"" + standard + "\" -to {led[0]}",
       "set_instance_assignment -to {led[0]} -name IO_STANDARD {" + standard + "} ;# of the bank"},
      {"constraints/clocks.sdc", "create_clock -name pcie_refclk -period 10.000 [get_ports {pcie_refclk}]",
       "create_clock -period 10 -name {pcie_refclk} [get_ports pcie_refclk]"},
      {"constraints/timing.sdc", "-to [get_ports {led[*]}]", "-to [get_ports led*]"},
      {"build.tcl", "set least_version " + w.least_tool, "set least_version \"" + w.least_tool + "\"; # or newer"},
  };
  for (const auto& [file, from, to] : idioms) {
    std::string text = file_of(project_, file);
    ASSERT_NE(text.find(from), std::string::npos) << from;
    put_files(folder_, {{file, text.replace(text.find(from), from.size(), to)}});
    EXPECT_THAT(verdict_of_stand_in("quartus.tcl", folder_, "facts.txt", "good"), StartsWith("ok ")) << to;
    put_files(folder_, {{file, file_of(project_, file)}});
  }
}

/// Lines that are many and alike: every how many is changed.
std::size_t every(const std::string& path, const std::string& line) {
  if (line.find("set_location_assignment") != std::string::npos ||
      line.find("set_instance_assignment") != std::string::npos)
    return 50;
  if (path == "ip/card_memory_2.tcl" || path == "ip/card_memory_3.tcl") return 29;
  if (path == "ip/card_memory_1.tcl" || path == "constraints/timing.sdc") return 11;
  if (line.find("set_instance_parameter_value") != std::string::npos) return 13;
  if (path == "build.tcl" && line.starts_with("  rtl/")) return 7;
  return path == "ip/card_pcie.tcl" ? 5 : 1;
}

/// Lines of the scripts that do something, changed in ways that people get wrong.
std::vector<Mutant> mutants_of(const driver::PlannedProject& project) {
  // Platform Designer takes an interface's kind from what is exported; public scripts leave this out.
  const std::vector<Change> changes = {{"left out", std::regex("^(?!add_interface).*$"), ""},
                                       {"misspelt", std::regex("([a-z])([a-z]+)"), "$2$1"},
                                       {"other number", std::regex("\\b(\\d+)(\\.\\d+)?\\b"), "7$1"},
                                       {"option dropped", std::regex(" -[a-z_]+"), ""},
                                       {"other word", std::regex("\\{([A-Za-z_][A-Za-z0-9_.]*)\\}"), "{Other}"}};
  std::vector<Mutant> all;
  for (const emit::File& file : project.files()) {
    // Shared files are changed in a project that runs all of them: with controllers that have scripts of pins.
    const bool is_shared = file.path.starts_with("tcl/") && file.path.ends_with(".tcl");
    const bool shared = is_shared && project.wiring.memory.front().use.ip.name == "altera_mem_if_ddr3_emif";
    // And what it does for Pro, there.
    const bool for_pro = is_shared && project.wiring.tool == "quartus_pro";
    const bool script = file.path == "build.tcl" || shared || for_pro || file.path.starts_with("ip/");
    if (!script && !file.path.starts_with("constraints/")) continue;
    const auto skipped = [&](const std::string& line, std::size_t number) {
      const bool is_pros = line.find("edition") != std::string::npos || line.find("alone") != std::string::npos ||
                           line.find("$folder") != std::string::npos;
      return line[line.find_first_not_of(' ')] == '}' || number % every(file.path, line) != 0 || (for_pro && !is_pros);
    };
    for (Mutant& mutant : test::mutants_of({file}, changes, skipped)) all.push_back(std::move(mutant));
  }
  return all;
}

TEST_P(QuartusChecks, MutantsAreFound) {
  RTLGEN_NEED_TOOLS();
  put_facts();
  const auto mutants = mutants_of(project_);
  EXPECT_GE(mutants.size(), 100U);
  expect_found(GetParam(), mutants, 95, [&](const Mutant& mutant) {
    put_files(folder_, {{mutant.file, mutant.text}});
    const bool survives = judged_by_quartus(folder_).starts_with("ok ");
    put_files(folder_, {{mutant.file, file_of(project_, mutant.file)}});
    return survives;
  });
}

/// The reader's message about a board's wiring with a change.
std::string message_of(const std::string& from, const std::string& to, const std::string& board = "de5net") {
  std::string text = frontend::wiring_texts().at(board);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  Diagnostics diagnostics;
  EXPECT_FALSE(frontend::load_wiring_text(text, "w.yaml", frontend::wiring_texts(), diagnostics).ok()) << to;
  return diagnostics.render();
}

TEST(QuartusWiring, FaultsHaveTheirPlaces) {
  EXPECT_THAT(message_of("lane_mask_hwtcl: x8", "lane_mask_hwtcl: x9"),
              HasSubstr("'lane_mask_hwtcl' of altera_pcie_256_hip_avmm cannot be 'x9'"));
  EXPECT_THAT(message_of("RATE: Quarter", "RATES: Quarter"),
              HasSubstr("altera_mem_if_ddr3_emif has no parameter 'RATES'"));
  EXPECT_THAT(message_of("helpers: [alt_xcvr_reconfig", "helpers: [alt_xcvr"), HasSubstr("there is no IP 'alt_xcvr'"));
  EXPECT_THAT(message_of("clocks: [{port: clk_50, ns: 20}]", "clocks: []"), HasSubstr("an oscillator needs a clock"));
  EXPECT_THAT(message_of("  pll: altera_pll\n", ""), HasSubstr("pll"));
  EXPECT_THAT(message_of("active: low", "active: dim"), HasSubstr("dim"));
  EXPECT_THAT(message_of("count: 7, ", ""), HasSubstr("'count'"));
  EXPECT_THAT(message_of("name: quartus_standard", "name: ise"), HasSubstr("ise"));
  EXPECT_THAT(message_of("mode: ASx4", "mode: PSx1", "catapult_v3"), HasSubstr("PSx1"));
  EXPECT_THAT(message_of("device: EPCQL1024", "parts: EPCQL1024", "catapult_v3"), HasSubstr("parts"));
}

/// Controllers that are calibrated row by row of the chip.
TEST(QuartusWiring, FaultsOfRowsHaveTheirPlaces) {
  EXPECT_THAT(
      message_of("    row: 0\n", "", "de10_agilex"),
      HasSubstr(
          "altera_emif_fm of memory channel 0 is calibrated with others in its row of the chip: set 'row' to 0 or 1"));
  EXPECT_THAT(message_of("    row: 1\n", "    row: 0\n", "de10_agilex"),
              HasSubstr("row 0 of the chip has more than 2 memory channels"));
  EXPECT_THAT(message_of("    row: 1\n", "    row: 2\n", "de10_agilex"), HasSubstr("w.yaml:"));
  EXPECT_THAT(message_of("altera_emif_cal, ", "", "de10_agilex"), HasSubstr("'helpers' lacks altera_emif_cal"));
  EXPECT_THAT(message_of("    ui_ns: 5\n", "    ui_ns: 5\n    row: 0\n"),
              HasSubstr("memory channel 0 has a 'row', but altera_mem_if_ddr3_emif calibrates itself"));
  EXPECT_THAT(message_of("uport_type_hwtcl: AVMM", "uport_type_hwtcl: AXI", "de10_agilex"),
              HasSubstr("'uport_type_hwtcl' of intel_pcie_ptile_mcdma cannot be 'AXI'"));
}

INSTANTIATE_TEST_SUITE_P(Boards, QuartusChecks, ::testing::Values("de5net", "catapult_v3", "de10_agilex"),
                         [](const auto& board) { return std::string(board.param); });

}  // namespace
}  // namespace rtlgen::test

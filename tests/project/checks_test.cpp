// A project checked without vendor tools: its scripts in a stand-in for Vivado, its top against the tables of IP ports,
// its pins against a second source, Makefile and lint. Mutants show that each check can fail.
#include "checks.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <regex>

#include "mutants.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::vector<std::string> kSmall = {"hardware.cells_per_cycle=2", "hardware.steps=2"};

class ProjectChecks : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    folder_ = fresh_folder(std::string("project_") + GetParam());
    put_files(folder_, project_.files());
  }

  [[nodiscard]] bool is_uart() const { return project_.wiring.uart.has_value(); }
  std::string lint(const std::string& from = "", const std::string& to = "") {
    return lint_of(project_, folder_, from, to);
  }

  driver::PlannedProject project_ = planned(kTiny, GetParam(), kSmall);
  std::string folder_;
};

TEST_P(ProjectChecks, TheTopIsCleanAgainstTheTablesOfIpPorts) {
  RTLGEN_NEED_TOOLS();
  EXPECT_EQ(lint(), "");
}

/// Boards that are another one but for their pins and their controller's figures are spared what takes long.
bool is_mutant(const std::string& board) { return board.starts_with("arty"); }

/// One axis and three, bits and floats, monitors and run-time parameters, fields on chip, streams beside the memory:
/// the shell of each on the KCU105, and on the others what differs outside the shell.
TEST_P(ProjectChecks, SoAreTopsOfOtherStencils) {
  RTLGEN_NEED_TOOLS();
  if (is_mutant(GetParam())) GTEST_SKIP() << "as the Nexys Video";
  const std::string steps = "hardware.steps=1", cells = "hardware.cells_per_cycle=2";
  const char* const kernels = project_.wiring.memory.size() == 1 ? "hardware.kernels=1" : "hardware.kernels=2";
  lint_others(project_,
              {{"hotspot2d", {steps, cells, kernels}},
               {"heat1d", {cells}},
               {"diffusion3d", {steps, cells}},
               {"life", {}},
               {"../examples/host/heat", {}},
               {kTiny, {"hardware.streams=true", steps}}},
              project_.board.id == "kcu105");
}

TEST_P(ProjectChecks, AWrongPortOrWidthIsALintFault) {
  RTLGEN_NEED_TOOLS();
  if (is_uart()) {
    EXPECT_THAT(lint(".clk_out2(memory_in_clk)", ".clk_out4(memory_in_clk)"), HasSubstr("PINNOTFOUND"));
    EXPECT_THAT(lint(".GAP_LOG2(UART_GAP_LOG2),\n    .BUS_BITS(128)", ".GAP_LOG2(UART_GAP_LOG2),\n    .BUS_BITS(64)"),
                HasSubstr("WIDTH"));
    EXPECT_THAT(lint("    .sys_rst(clocks_locked),\n", ""), HasSubstr("PINMISSING"));
    return;
  }
  EXPECT_THAT(lint(".axi_aclk(bus_clk)", ".axi_clk(bus_clk)"), HasSubstr("PINNOTFOUND"));
  EXPECT_THAT(lint(fmt::format(".HOST_BITS({})", project_.wiring.pcie.sizes.at("data")), ".HOST_BITS(128)"),
              HasSubstr("WIDTH"));
  const bool several = project_.wiring.memory.size() > 1;
  EXPECT_THAT(lint(fmt::format("    .sys_rst(~perst_n | memory_stop{}),\n", several ? "[0]" : ""), ""),
              HasSubstr("PINMISSING"));
}

TEST_P(ProjectChecks, TheStandInBuildsIt) {
  RTLGEN_NEED_TOOLS();
  put_files(folder_, {{"facts.txt", facts_text(project_, Elaborated(project_))}});
  EXPECT_THAT(judged(folder_, "facts.txt"), StartsWith("ok "));
}

TEST_P(ProjectChecks, SoItDoesWithAKernelForEachChannel) {
  RTLGEN_NEED_TOOLS();
  if (project_.wiring.memory.size() == 1) GTEST_SKIP() << "one channel, one kernel";
  const auto two = planned(kTiny, GetParam(), {"hardware.steps=1", "hardware.kernels=2"});
  const std::string folder = fresh_folder(std::string("project_kernels_") + GetParam());
  put_files(folder, two.files());
  put_files(folder, {{"facts.txt", facts_text(two, Elaborated(two))}});
  EXPECT_THAT(judged(folder, "facts.txt"), StartsWith("ok "));
}

TEST_P(ProjectChecks, SoItDoesWithACoreInVhdl) {
  RTLGEN_NEED_TOOLS();
  const auto vhdl = planned(kTiny, GetParam(), kSmall, driver::HdlChoice::kVhdl);
  const std::string folder = fresh_folder(std::string("project_vhdl_") + GetParam());
  put_files(folder, vhdl.files());
  // Same top, same crossings; other sources.
  std::string facts = facts_text(vhdl, Elaborated(project_));
  put_files(folder, {{"facts.txt", facts}});
  EXPECT_THAT(judged(folder, "facts.txt"), StartsWith("ok "));
  std::vector<std::string> analyse = {"ghdl", "-a", "--std=93"};
  for (const std::string& file : vhdl.core) analyse.push_back("rtl/core/" + file);
  EXPECT_EQ(run_in(folder, analyse).output, "");
}

TEST_P(ProjectChecks, EveryPortHasPinsAndEveryPinAPort) {
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
      EXPECT_EQ(port.standard.empty() && !port.by_ip && port.like.empty(), port.port.starts_with("pcie_refclk") ||
                                                                               port.port.starts_with("pcie_tx") ||
                                                                               port.port.starts_with("pcie_rx"))
          << port.port;
    }
  }
  EXPECT_EQ(ports, wired);
  // As wide as the IP's port behind it.
  for (const board::WiredMemory& channel : project_.wiring.memory) {
    for (const board::PortPins& port : channel.use.pins) {
      const bool numbered = port.port.starts_with("c") && port.port[2] == '_';
      const board::IpPort* const behind = channel.use.ip.find_port(numbered ? "c0" + port.port.substr(2) : port.port);
      if (port.held_low) {
        EXPECT_EQ(behind, nullptr) << port.port << " is the IP's, and not to be held";
        continue;
      }
      ASSERT_NE(behind, nullptr) << port.port;
      EXPECT_EQ(static_cast<std::size_t>(channel.use.bits_of(*behind)), port.pins.size()) << port.port;
    }
  }
}

TEST_P(ProjectChecks, PinsAgreeWithASecondSource) {
  std::ifstream second(test::source_folder() + "/tests/project/pins/" + GetParam() + ".txt");
  ASSERT_TRUE(second.is_open());
  std::map<std::string, std::string> pins;
  for (std::string line; std::getline(second, line);) {
    if (!line.empty() && line[0] != '#') pins[line.substr(0, line.find(' '))] = line.substr(line.find(' ') + 1);
  }
  std::size_t compared = 0;
  for (const auto& [function, list] : project_.wiring.pins_by_function()) {
    for (const board::PortPins& port : *list) {
      for (std::size_t i = 0; i < port.pins.size(); ++i) {
        const auto other = pins.find(port.pins.size() == 1 ? port.port : fmt::format("{}[{}]", port.port, i));
        ASSERT_NE(other, pins.end()) << port.port << " " << i;
        // Some have one source only.
        if (other->second != "-") {
          EXPECT_EQ(other->second, port.pins[i]) << port.port << " " << i;
        }
        ++compared;
      }
    }
  }
  EXPECT_EQ(compared, pins.size());
}

TEST_P(ProjectChecks, MakeAndVivadoAreCalledAsTheyShould) {
  RTLGEN_NEED_TOOLS();
  const ProcessResult dry = run_in(folder_, {"make", "-n"});
  EXPECT_TRUE(dry.ok()) << dry.output;
  EXPECT_THAT(dry.output,
              HasSubstr("vivado -mode batch -nojournal -log build/synthesis.log -source build.tcl -tclargs synthesis"));
  EXPECT_THAT(dry.output, HasSubstr("-source build.tcl -tclargs attempt %"));
  const ProcessResult without = run_in(folder_, {"make", "VIVADO=no_such_vivado"});
  EXPECT_FALSE(without.ok());
  EXPECT_THAT(without.output, HasSubstr("no_such_vivado is not in PATH"));
}

/// Ways to write the same that public scripts use: what is right must not be refused.
TEST_P(ProjectChecks, IdiomsAreAccepted) {
  RTLGEN_NEED_TOOLS();
  put_files(folder_, {{"facts.txt", facts_text(project_, Elaborated(project_))}});
  const board::PortPins& dq =
      *std::find_if(project_.wiring.memory[0].use.pins.begin(), project_.wiring.memory[0].use.pins.end(),
                    [](const board::PortPins& p) { return p.port.ends_with("_dq"); });
  const board::PortPins& single =
      *std::find_if(project_.wiring.memory[0].use.pins.begin(), project_.wiring.memory[0].use.pins.end(),
                    [](const board::PortPins& p) { return p.pins.size() == 1 && !p.standard.empty(); });
  const std::string pin = single.pins[0], standard = single.standard, port = fmt::format("[get_ports {}]", single.port);
  const std::string in_clock = is_uart() ? "clk" : "pcie_refclk_p", reset = project_.wiring.reset.front().port;
  const std::vector<std::array<std::string, 3>> idioms = {
      {"constraints/ddr.xdc", fmt::format("[get_ports {{{}[0]}}]", dq.port),
       fmt::format("[get_ports \"{}[0]\"]", dq.port)},
      {"constraints/ddr.xdc",
       fmt::format("set_property -dict {{PACKAGE_PIN {} IOSTANDARD {}}} {}", pin, standard, port),
       fmt::format("set_property PACKAGE_PIN {0} {2}\nset_property IOSTANDARD {1} {2}", pin, standard, port)},
      {"constraints/ddr.xdc", fmt::format("-dict {{PACKAGE_PIN {} IOSTANDARD {}}}", pin, standard),
       fmt::format("-dict [list PACKAGE_PIN {} \\\n  IOSTANDARD {}]", pin, standard)},
      {"constraints/clocks.xdc", fmt::format("create_clock -name {0} -period 10 [get_ports {0}]", in_clock),
       fmt::format("create_clock -period 10.000 -name {0} [get_ports {0}] ;# from outside", in_clock)},
      {"constraints/timing.xdc", fmt::format("-from [get_ports {}]", reset),
       fmt::format("-from [get_ports {{{}}}]", reset)},
      {"ip.tcl", is_uart() ? "CONFIG.CLKOUT2_USED {true}" : "CONFIG.cfg_mgmt_if {false}",
       is_uart() ? "CONFIG.CLKOUT2_USED true" : "CONFIG.cfg_mgmt_if false"},
      {"build.tcl", "set least_version 2018.3", "set least_version \"2018.3\"; # or newer"},
  };
  for (const auto& [file, from, to] : idioms) {
    std::string text = file_of(project_, file);
    ASSERT_NE(text.find(from), std::string::npos) << from;
    put_files(folder_, {{file, text.replace(text.find(from), from.size(), to)}});
    EXPECT_THAT(verdict_of_stand_in("vivado.tcl", folder_, "facts.txt", "good"), StartsWith("ok ")) << to;
    put_files(folder_, {{file, file_of(project_, file)}});
  }
}

/// Every line of the scripts that does something, changed in ways that people get wrong. Pins: every eighth line, as
/// they are alike. Leaving out a line that opens a block leaves out its sense too: Tcl sees the braces.
TEST_P(ProjectChecks, MutantsAreFound) {
  RTLGEN_NEED_TOOLS();
  if (is_mutant(GetParam())) GTEST_SKIP() << "as the Nexys Video";
  put_files(folder_, {{"facts.txt", facts_text(project_, Elaborated(project_))}});
  const std::vector<Change> changes = {{"left out", std::regex("^.*$"), ""},
                                       {"misspelt", std::regex("([a-z])([a-z]+)"), "$2$1"},
                                       {"other number", std::regex("\\b(\\d+)(\\.\\d+)?\\b"), "7$1"},
                                       {"option dropped", std::regex(" -[a-z_]+"), ""},
                                       {"other word", std::regex("\\{([A-Za-z_][A-Za-z0-9_.]*)\\}"), "{Other}"},
                                       {"other clock", std::regex("(-from.*)\\$bus_clock"), "$1$$kernel_clock"}};
  std::vector<emit::File> files;
  for (const emit::File& file : project_.files()) {
    // All boards have the shared scripts alike: changed once.
    const bool script =
        file.path == "build.tcl" || file.path == "ip.tcl" ||
        ((file.path == "tcl/vivado.tcl" || file.path == "tcl/attempt.tcl" || file.path == "tcl/timing.tcl") &&
         project_.board.id == "kcu105");
    if (script || file.path.starts_with("constraints/") || file.path.starts_with("parts/")) files.push_back(file);
  }
  const auto mutants = mutants_of(files, changes, [](const std::string& line, std::size_t number) {
    return line == "  ] \\" ||
           ((line.find("PACKAGE_PIN") != std::string::npos || line.find("<Pin ") != std::string::npos) &&
            number % 8 != 0);
  });
  EXPECT_GE(mutants.size(), 100U);
  expect_found(GetParam(), mutants, 95, [&](const Mutant& mutant) {
    put_files(folder_, {{mutant.file, mutant.text}});
    const bool is_ok = judged(folder_, "facts.txt").starts_with("ok ");
    put_files(folder_, {{mutant.file, file_of(project_, mutant.file)}});
    return is_ok;
  });
}

INSTANTIATE_TEST_SUITE_P(Boards, ProjectChecks,
                         ::testing::Values("kcu105", "vcu118", "adm_pcie_ku3", "nexys_video", "arty_a7_35",
                                           "arty_a7_100"),
                         [](const auto& board) { return std::string(board.param); });

}  // namespace
}  // namespace rtlgen::test

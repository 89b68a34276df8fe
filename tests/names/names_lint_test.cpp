// Designs full of names that were in the way pass the tools' checks: cores in both languages, tops, test benches.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "named_designs.hpp"
#include "tools.hpp"

namespace rtlgen::test {
namespace {

/// Ports, wires, instances and modules of a core or a top less their affixes; two for each role.
const std::vector<std::string>& hostile() {
  static const std::vector<std::string> list = {
      "fifo",        "drop",       "write",    "last",    "cells",     "first",     "qs_word",   "dimension",
      "out",         "x1",         "new_l0",   "token",   "e0",        "loaded",    "all_out",   "open_q",
      "kernel",      "executor_0", "position", "turned",  "frame_in",  "credits",   "passes",    "control",
      "core",        "in_last",    "irq",      "aclk",    "rst_q",     "channel_0", "word",      "step_0",
      "in_region_0", "cell_x",     "q",        "n1_xor",  "tap_l0",    "keep_l0",   "address0",  "valid_s",
      "load",        "value",      "monitor",  "busy",    "mon_first", "qx_late",   "qh_source", "position_qh",
      "words_in",    "at_load",    "noise",    "expected"};
  return list;
}

std::vector<std::string> paths(const std::vector<emit::File>& files, const std::string& below, const std::string& end) {
  std::vector<std::string> list;
  for (const emit::File& file : files) {
    if (file.path.starts_with(below) && file.path.ends_with(end)) list.push_back(file.path);
  }
  return list;
}

/// Files of VHDL come in the order of compilation.
void check_tools(const Base& base, const std::string& yaml) {
  const Outcome made = outcome_of(yaml);
  ASSERT_EQ(made.kind, Outcome::Kind::kBuilt) << yaml << made.text;
  const std::string folder = fresh_folder(std::string("names_") + base.name);
  for (const char* below : {"verilog", "vhdl", "shell"}) std::filesystem::create_directories(folder + "/" + below);
  write_files(folder, made.files);
  const std::vector<std::string> core = paths(made.files, "verilog/", ".v");
  EXPECT_EQ(verilator_lint(folder, core, "dut_core"), "");
  EXPECT_EQ(icarus_compile(folder, core, "dut_core"), "");
  std::vector<std::string> shell = core;
  for (std::string& file : paths(made.files, "shell/", ".v")) {
    const std::string name = file.substr(file.find('/'));
    if (std::none_of(core.begin(), core.end(), [&](const std::string& one) { return one.ends_with(name); }))
      shell.push_back(std::move(file));
  }
  for (const char* top : {"dut_shell", "dut_axis"}) {
    if (paths(made.files, std::string("shell/") + top, ".v").empty()) continue;
    EXPECT_EQ(verilator_lint(folder, shell, top), "");
  }
  std::vector<std::string> vhdl = paths(made.files, "vhdl/", ".vhd");
  vhdl.push_back("dut_tb.vhd");
  EXPECT_EQ(ghdl_analyse(folder, vhdl, "08"), "");
}

TEST(NamesLint, OfEveryRole) {
  RTLGEN_NEED_TOOLS();
  for (const Base& base : bases()) {
    SCOPED_TRACE(base.name);
    // Every role has each name in the course of the bases, and no two roles have one at once.
    Sections sections = base.sections;
    std::size_t next = static_cast<std::size_t>(&base - bases().data());
    for (const Role& role : roles()) {
      if (role.needs_monitors && base.sections.monitor.empty()) continue;
      std::vector<std::string> words;
      for (int k = 0; k < 2; ++k) words.push_back(hostile()[next++ % hostile().size()]);
      role.add(sections, words);
    }
    check_tools(base, sections.text());
  }
}

/// The control: the tools reject a name that is used twice.
TEST(NamesLint, FindsANameThatIsThereTwice) {
  RTLGEN_NEED_TOOLS();
  Outcome made = outcome_of(bases()[0].sections.text());
  ASSERT_EQ(made.kind, Outcome::Kind::kBuilt) << made.text;
  const std::string folder = fresh_folder("names_twice");
  for (const char* below : {"verilog", "vhdl", "shell"}) std::filesystem::create_directories(folder + "/" + below);
  for (emit::File& file : made.files) {
    const std::size_t end = file.text.rfind("endmodule");
    if (file.path == "verilog/dut_core.v") file.text.insert(end, "  wire out_qs;\n");
  }
  write_files(folder, made.files);
  const std::vector<std::string> core = paths(made.files, "verilog/", ".v");
  EXPECT_NE(verilator_lint(folder, core, "dut_core"), "");
  EXPECT_NE(icarus_compile(folder, core, "dut_core"), "");
}

}  // namespace
}  // namespace rtlgen::test

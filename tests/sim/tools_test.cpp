// Versions of tools, kinds of compilers, and whose fault a failure is, from what tools print.
#include "runner/tools.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "runner/folder.hpp"
#include "runner/precompiled.hpp"
#include "runner/tool_table.hpp"
#include "support/errors.hpp"
#include "test_paths.hpp"

namespace rtlgen::runner {
namespace {

using testing::HasSubstr;

std::vector<std::string> cells_of_row(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream parts(line);
  for (std::string cell; std::getline(parts, cell, '|');) {
    const std::size_t first = cell.find_first_not_of(' ');
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, cell.find_last_not_of(' ') - first + 1));
  }
  return cells;
}

/// Tool, oldest, newest tried, what for, package.
TEST(ToolTable, IsThatOfTheDocumentation) {
  static const std::map<std::string, std::string> titles = {
      {"verilator", "Verilator"}, {"ghdl", "GHDL"}, {"iverilog", "Icarus Verilog"}, {"vvp", "Icarus Verilog"},
      {"yosys", "Yosys"},         {"g++", "g++"},   {"clang++", "clang++"},         {"make", "make"}};
  std::map<std::string, std::vector<std::string>> rows;
  std::istringstream lines(read_file(test::source_folder() + "/docs/environment.md"));
  for (std::string line; std::getline(lines, line);) {
    const auto cells = cells_of_row(line);
    if (line.starts_with("| ") && cells.size() == 6) rows[cells[1]] = cells;
  }
  for (const KnownTool& tool : known_tools()) {
    ASSERT_TRUE(rows.contains(titles.at(tool.program))) << tool.program;
    const auto& row = rows.at(titles.at(tool.program));
    EXPECT_EQ(row[2], tool.oldest_text) << tool.program;
    EXPECT_EQ(row[3], tool.tried_text) << tool.program;
    EXPECT_THAT(row[5], HasSubstr(fmt::format("apt-get install {}", tool.package)));
    EXPECT_GE(tool.tried, tool.oldest) << tool.program;
    EXPECT_EQ(version_in(tool.oldest_text), tool.oldest) << tool.program;
    EXPECT_EQ(version_in(tool.tried_text)->major, tool.tried.major) << tool.program;
  }
}

TEST(ToolTable, VersionsAreRead) {
  const std::vector<std::pair<std::string, ToolVersion>> texts = {
      {"Verilator 5.032 2025-01-01 rev (Debian 5.032-1+b2)", {5, 32}},
      {"Verilator 5.049 devel rev v5.048-12-g1234", {5, 49}},
      {"GHDL 5.0.1 (Debian 5.0.1+dfsg-1+b1) [Dunoon edition]\n Compiled with GNAT Version: 14.2.0", {5, 0}},
      {"Icarus Verilog runtime version 12.0 (stable) ()", {12, 0}},
      {"Yosys 0.52 (git sha1 fee39a3284c90249e1d9684cf6944ffbbcbb8f90)", {0, 52}},
      {"g++-14 (Debian 14.2.0-19) 14.2.0", {14, 2}},
      {"x86_64-linux-gnu-g++-12 (Debian 12.2.0-14) 12.2.0", {12, 2}},
      {"g++ (crosstool-NG 1.25.0 (rc1)) 13.1.0", {13, 1}},
      {"Apple clang version 15.0.0 (clang-1500.3.9.4)", {15, 0}},
      {"GNU Make 4.4.1", {4, 4}},
      {"something 7", {7, 0}}};
  for (const auto& [text, version] : texts) EXPECT_EQ(version_in(text), version) << text;
  EXPECT_FALSE(version_in("no number here\n5.0").has_value());
}

TEST(ToolTable, CompilersAreKnownByWhatTheyPrint) {
  const auto kind = [](const std::string& text) {
    const KnownTool* const tool = known_compiler(text);
    return std::string(tool == nullptr ? "" : tool->program);
  };
  EXPECT_EQ(kind("c++ (Debian 14.2.0-19) 14.2.0\nCopyright (C) 2024 Free Software Foundation, Inc.\nThis is free "
                 "software; see the source for copying conditions.  There is NO\n"),
            "g++");
  EXPECT_EQ(kind("Ubuntu clang version 18.1.3 (1ubuntu1)\nTarget: x86_64-pc-linux-gnu\n"), "clang++");
  EXPECT_EQ(kind("Apple clang version 15.0.0\n"), "clang++");
  EXPECT_EQ(kind("true (GNU coreutils) 9.1\nCopyright (C) 2022 Free Software Foundation, Inc.\n"), "");
  EXPECT_EQ(kind("icpc (ICC) 19.0\n"), "");
}

TEST(Failures, ALineOfOursIsOurFault) {
  for (const char* text :
       {"%Error: life_core.v:3:5: syntax error", "%Warning-UNUSED: from_vhdl.v:12: Signal is not used",
        "life_core.vhd:9:10:error: no declaration for \"x\"", "rtlgen_bench.v:4: error: Unknown module type",
        "/usr/bin/ghdl-mcode:error: bound check failure at rtlgen_bench.vhd:120", "%Error: core.vlt:3:1: syntax error"})
    EXPECT_TRUE(blames_a_line(text)) << text;
  for (const char* text :
       {"", "error: cannot find \"std\" library", "%Error: verilator: VERILATOR_ROOT is set to inconsistent path.",
        "%Error: /opt/v/include/verilated_std.sv:3:1: syntax error",
        "life_core.vhd:9:10:error: cannot find resource library \"ieee\"",
        "life_core.vhd:12:10:error: unit \"std_logic_1164\" not found in library \"ieee\"",
        "ld: error while loading shared libraries: libgnat-12.so: cannot open shared object file",
        "%Error: Cannot find file containing module: 'x'\n"})
    EXPECT_FALSE(blames_a_line(text)) << text;
  EXPECT_THROW(check_tool({1, false, "a.v:1: error", ""}, "tool", "the HDL"), InternalError);
  EXPECT_THROW(check_tool({1, false, "broken", ""}, "tool", "the HDL"), EnvironmentError);
  EXPECT_NO_THROW(check_tool({0, false, "a.v:1: warning", ""}, "tool", "the HDL"));
}

/// A Verilator in front of PATH whose rules for make are `rules`.
class FakeVerilator {
 public:
  explicit FakeVerilator(const std::string& rules) : path_(std::getenv("PATH")) {
    const std::filesystem::path file = folder_.path() / "verilator";
    std::filesystem::create_directories(folder_.path() / "include");
    write_file(folder_.path() / "include/verilated.mk", rules);
    write_file(file,
               fmt::format("#!/bin/sh\ncase $1 in --getenv) echo '{}';; *) echo 'Verilator 5.020 2024-01-01';; esac\n",
                           folder_.path().string()));
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
    setenv("RTLGEN_CACHE", (folder_.path() / "cache").c_str(), 1);
  }
  FakeVerilator(const FakeVerilator&) = delete;
  FakeVerilator& operator=(const FakeVerilator&) = delete;
  ~FakeVerilator() {
    setenv("PATH", path_.c_str(), 1);
    unsetenv("RTLGEN_CACHE");
  }

 private:
  TemporaryFolder folder_;
  std::string path_;
};

TEST(PrecompiledHeaders, AreNotMadeWhereVerilatorMakesItsOwn) {
  {
    const FakeVerilator newer("VK_PCH_H = $(VM_PREFIX)__pch.h\n");
    const auto headers = precompiled_headers(VerilatedKind::kPlain, "g++", "", "-O0");
    EXPECT_EQ(headers.flags, "");
    EXPECT_FALSE(headers.entry.has_value());
  }
  const FakeVerilator older("# no headers\n");
  EXPECT_THROW(precompiled_headers(VerilatedKind::kPlain, "g++", "", "-O0"), EnvironmentError) << "made, of nothing";
}

}  // namespace
}  // namespace rtlgen::runner

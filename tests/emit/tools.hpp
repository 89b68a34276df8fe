// Runs the HDL tools on printed text: each function returns "" if the tool is content, or what it
// said. Warnings count.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "emit/file.hpp"

namespace rtlgen::test {

/// A fresh folder below the build folder, of this program alone: tests of several programs run side by side.
std::string fresh_folder(const std::string& name);
void write_files(const std::string& folder, const std::vector<emit::File>& files);
std::string read_text(const std::string& path);

/// The first missing tool: of the four that most tests need, then of `further`; "" if all are.
std::string missing_tool(std::initializer_list<const char*> further = {});

/// Words for make, and a blank, that choose the compiler of models as rtlgen does (runner/compiler.hpp).
[[nodiscard]] std::string compiler_words(bool coroutines = false);

/// The command that makes a program of Verilog and C++, `arguments` last: for a run of seconds, with -O0 for one of
/// less. Verilator's own library, which every such program has, comes out of ccache where that is installed.
std::vector<std::string> verilator_program(const std::vector<std::string>& arguments,
                                           const std::string& optimize = "-O1");

std::string verilator_lint(const std::string& folder, const std::vector<std::string>& files, const std::string& top);
std::string icarus_compile(const std::string& folder, const std::vector<std::string>& files, const std::string& top);
std::string yosys_read(const std::string& folder, const std::vector<std::string>& files, const std::string& top);
/// Analyses in the order given; `standard` is "93" or "08".
std::string ghdl_analyse(const std::string& folder, const std::vector<std::string>& files, const std::string& standard);
/// After ghdl_analyse with the same standard: `top` and all below it as Verilog into `output`.
std::string ghdl_synthesise(const std::string& folder, const std::string& top, const std::string& standard,
                            const std::string& output);
/// Proves with Yosys that `top` means the same in both lists of Verilog files. Instances of
/// `black_boxes` are not looked into: whatever they return, their inputs are the same. Instances are
/// paired by name alone; that they are of the same module is the caller's to check.
std::string yosys_equivalent(const std::string& folder, const std::vector<std::string>& gold,
                             const std::vector<std::string>& gate, const std::string& top,
                             const std::vector<std::string>& black_boxes = {});

/// A module to be synthesised for a family of Xilinx': Yosys' commands that read it and all below it, and its name.
struct Synthesis {
  std::string read, top, family = "xc7";
};
/// The output of Yosys' `stat` for each. One process does all, as reading the library of cells takes longer than most
/// modules. Cells that ABC chooses may differ by a few from those of a process of their own.
std::vector<std::string> xilinx_statistics(const std::string& folder, const std::vector<Synthesis>& modules);

}  // namespace rtlgen::test

/// First statement of a test that needs the four tools, and those that it names: without them it skips, or fails if the
/// build demands them.
#define RTLGEN_NEED_TOOLS(...)                                                         \
  do {                                                                                 \
    const std::string missing = ::rtlgen::test::missing_tool({__VA_ARGS__});           \
    if (!missing.empty() && RTLGEN_TOOLS_REQUIRED) FAIL() << missing << " is missing"; \
    if (!missing.empty()) GTEST_SKIP() << missing << " is missing";                    \
  } while (false)

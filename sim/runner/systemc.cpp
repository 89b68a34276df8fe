// Verilator, the models and a main program: one executable, or one shared object.
#include "runner/systemc.hpp"

#include <fmt/format.h>

#include "runner/digest.hpp"
#include "runner/folder.hpp"
#include "runner/tools.hpp"
#include "support/progress.hpp"

namespace rtlgen::runner {

namespace {

namespace fs = std::filesystem;

/// Debian's SystemC is a C++17 library; this makes C++20 programs link with it.
constexpr const char* kCompilerFlags = "-std=c++20 -DSC_CPLUSPLUS=201703L -I.. -Wno-deprecated-declarations";
constexpr const char* kOptimize = "-O1";

std::vector<std::string> command_of(const SystemcBuild& build) {
  // -fno-const-bit-op-tree: docs/tools_workarounds.md, 1.
  std::vector<std::string> command = {"verilator",
                                      build.timed ? "--cc" : "--sc",
                                      "--exe",
                                      "-O3",
                                      "-fno-const-bit-op-tree",
                                      "--x-assign",
                                      "fast",
                                      "--x-initial",
                                      "unique",
                                      "--top-module",
                                      build.top,
                                      "-Mdir",
                                      "obj",
                                      "-o",
                                      build.shared ? "../card.so" : "../bench",
                                      "--output-split",
                                      "20000",
                                      "-CFLAGS",
                                      kCompilerFlags};
  if (build.timed) command.emplace_back("--timing");
  if (build.shared) command.insert(command.end(), {"-CFLAGS", "-fPIC", "-LDFLAGS", "-shared"});
  command.insert(command.end(), build.flags.begin(), build.flags.end());
  for (const auto* list : {&build.hdl, &build.sources, &build.models}) {
    for (const SourceFile& file : *list) {
      const bool of_a_card = file.path.ends_with("card.cpp");
      const bool wanted = !of_a_card || (build.shared && file.path == build.card);
      if (list == &build.hdl || (file.path.ends_with(".cpp") && wanted)) command.push_back(file.path);
    }
  }
  return command;
}

}  // namespace

std::string systemc_key(const SystemcBuild& build) {
  Digest digest;
  digest.add(version_text("verilator"));
  digest.add(kOptimize);
  digest.add(build.one_unit ? "one unit" : "");
  for (const std::string& word : command_of(build)) digest.add(word);
  for (const auto* list : {&build.hdl, &build.sources, &build.models}) {
    for (const SourceFile& file : *list) digest.add(file.path), digest.add(file.text);
  }
  return "systemc-" + digest.finish();
}

void systemc_build(const SystemcBuild& build, const fs::path& folder) {
  for (const char* program : {"verilator", "make", "g++"}) require_program(program);
  const TemporaryFolder work;
  for (const auto* list : {&build.hdl, &build.sources, &build.models}) {
    for (const SourceFile& file : *list) write_file(work.path() / file.path, file.text);
  }
  Progress progress("verilating " + build.top);
  check_tool(run_tool(command_of(build), work.path()), "verilator", "the HDL");
  std::vector<std::string> make = {"make",
                                   "-C",
                                   "obj",
                                   "-f",
                                   fmt::format("V{}.mk", build.top),
                                   "-j2",
                                   fmt::format("OPT_FAST={}", kOptimize),
                                   "OPT_SLOW=-O0",
                                   fmt::format("OPT_GLOBAL={}", kOptimize)};
  if (build.one_unit) make.emplace_back("VM_PARALLEL_BUILDS=0");
  if (find_program("ccache")) make.emplace_back("OBJCACHE=ccache");
  int compiled = 0;
  const ProcessResult made = run_tool(make, work.path(), [&](std::string_view line) {
    if (std::string step = step_of(line, compiled); !step.empty()) progress.now(std::move(step));
  });
  if (!made.ok()) {
    throw EnvironmentError(
        "the C++ compiler failed on the system simulation (is SystemC there? apt-get install libsystemc-dev):\n" +
        tail(made.output));
  }
  const char* const made_file = build.shared ? "card.so" : "bench";
  move_file(work.path() / made_file, folder / made_file);
}

}  // namespace rtlgen::runner

// make of a card's project, with stand-ins for the vendor's programs: vivado_tool.tcl and quartus_tool.tcl.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "debug_facts.hpp"
#include "facts.hpp"
#include "quartus_facts.hpp"

namespace rtlgen::test {

using Environment = std::vector<std::pair<std::string, std::string>>;

inline void make_executable(const std::string& path) {
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

/// A project in a folder of its own, with its facts and the stand-in of its tool.
struct StandInProject {
  driver::PlannedProject project;
  std::string folder;

  /// `more`: keys to set.
  StandInProject(const std::string& board, const std::string& name, const std::vector<std::string>& more = {})
      : project(planned(kTiny, board, with(more))), folder(fresh_folder(name)) {
    put_files(folder, project.files());
    const Elaborated elaborated(project);
    std::string facts = is_vivado() ? facts_text(project, elaborated) : quartus_facts_text(project, elaborated);
    if (project.model.prepared->plan.stencil->hardware.debug.any()) facts += debug_facts_text(project, elaborated);
    put_files(folder, {{"facts.txt", facts}});
    tool(is_vivado() ? "vivado" : "quartus_sh", is_vivado() ? "vivado_tool.tcl" : "quartus_tool.tcl");
  }

  [[nodiscard]] bool is_vivado() const { return project.wiring.tool == "vivado"; }
  [[nodiscard]] std::string top() const { return project.flow().top(); }
  /// The path of the bitstream; `untimed`: of one that misses timing.
  [[nodiscard]] std::string bitstream(bool untimed = false) const {
    return fmt::format("{}/build/{}{}.{}", folder, top(), untimed ? "_untimed" : "", is_vivado() ? "bit" : "sof");
  }
  /// A program `name` below tools/, which runs `script` of tests/project.
  void tool(const std::string& name, const std::string& script) const {
    put_files(folder, {{"tools/" + name, fmt::format("#!/bin/sh\nexec tclsh '{}/tests/project/{}' \"$@\"\n",
                                                     test::source_folder(), script)}});
    make_executable(folder + "/tools/" + name);
  }
  /// Calls of the tool so far.
  [[nodiscard]] std::ptrdiff_t calls() const {
    if (!std::filesystem::exists(folder + "/calls")) return 0;
    const std::string text = read_text(folder + "/calls");
    return std::count(text.begin(), text.end(), '\n');
  }
  /// `words` are targets and variables.
  [[nodiscard]] ProcessResult make(std::vector<std::string> words, Environment environment = {}) const {
    words.insert(words.begin(), {"make", "VIVADO=tools/vivado", "QUARTUS_SH=tools/quartus_sh"});
    environment.emplace_back("STAND_IN_FACTS", "facts.txt");
    ProcessOptions options;
    options.working_directory = folder;
    options.environment = std::move(environment);
    options.merge_stderr = true;
    options.timeout_seconds = 300;
    return run_process(words, options);
  }

 private:
  static std::vector<std::string> with(std::vector<std::string> sets) {
    for (const char* set : {"hardware.cells_per_cycle=2", "hardware.steps=2"}) sets.emplace_back(set);
    return sets;
  }
};

}  // namespace rtlgen::test

// The common part of all projects with only an accelerator; each tool adds the rest.
#include "flow/core_only/core_project.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "board/board.hpp"
#include "emit/file.hpp"
#include "flow/core_only/flow.hpp"
#include "flow/core_only/ports.hpp"
#include "flow/part.hpp"
#include "flow/script_text.hpp"
#include "flow/shared_scripts.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::flow::core_only {

std::string CoreProject::name() const { return plan.stencil->name; }
std::string CoreProject::top() const { return name() + "_" + board.id; }
std::string CoreProject::accelerator() const { return plan.shell ? plan.shell->module : plan.core.module; }

const Flow* flow_of(const board::Board& board) {
  const bool quartus = board.family == "stratixv" || board.family == "arria10" || board.family == "stratix10";
  if (quartus && board.tool == "quartus_standard") return &kQuartusStandard;
  if (quartus && board.tool == "quartus_pro") return &kQuartusPro;
  return board.family == "xc5v" && board.tool == "ise" ? &kIse : nullptr;
}

bool has_flow(const board::Board& board) { return flow_of(board) != nullptr; }

void unsuitable(const CoreProject& project, Diagnostics& diagnostics, const std::string& message,
                std::vector<std::string> notes) {
  diagnostics.error(Code::kUnsuitableBoard, {project.banner.config.path().string()}, message, std::move(notes));
}

void check(const CoreProject& project, Diagnostics& diagnostics) {
  check_part(project.board, diagnostics);
  if (project.plan.stencil->hardware.kernels > 1) {
    unsuitable(
        project, diagnostics,
        fmt::format("{} kernels, but a project without a card has only one", project.plan.stencil->hardware.kernels),
        {"leave out hardware.kernels"});
  }
  if (project.plan.stencil->hardware.debug.any()) {
    unsuitable(project, diagnostics, "hardware.debug needs a card, and this project has only an accelerator",
               {"leave out hardware.debug; simulation shows the same signals: rtlgen sim --trace"});
  }
  flow_of(project.board)->check(project, diagnostics);
}

emit::File adapted(const CoreProject& project, emit::File file) {
  return flow_of(project.board)->adapted(std::move(file));
}

Sources sources_of(const CoreProject& project) {
  Sources out;
  for (const std::string& file : project.core)
    (file.ends_with(".vhd") ? out.vhdl : out.verilog).push_back("rtl/core/" + file);
  for (const std::string& file : project.shell) out.verilog.push_back("rtl/shell/" + file);
  out.verilog.push_back(fmt::format("rtl/ring/{}.v", project.top()));
  return out;
}

std::string make_text(const CoreProject& project, const std::string& variables, const std::string& sources,
                      const std::string& recipe) {
  std::string text = script_header(project.banner,
                                   "make: compiles, and writes build/report.txt if timing is met; make bitstream: "
                                   "lists what is missing for one; make clean");
  text += variables + "SOURCES := " + sources + " $(wildcard constraints/* rtl/*/*)\n\n";
  text += ".PHONY: all bitstream clean\nall: build/report.txt\n\nbuild/report.txt: $(SOURCES)\n" + recipe;
  return text + "\nbitstream:\n\t@sh tcl/bitstream.sh pins.yours\n\nclean:\n\trm -rf build\n";
}

std::vector<emit::File> files(const CoreProject& project) {
  std::vector<emit::File> all = {{fmt::format("rtl/ring/{}.v", project.top()), ring_text(project)}};
  for (emit::File& file : flow_of(project.board)->files(project)) all.push_back(std::move(file));
  all.push_back({"tcl/bitstream.sh", shared_script("core_only/bitstream.sh")});
  all.push_back({"pins.yours", pins_text(project)});
  all.push_back({"README.md", readme_text(project)});
  return all;
}

}  // namespace rtlgen::flow::core_only

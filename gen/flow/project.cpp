// The common part of all projects; each tool adds the rest.
#include "flow/project.hpp"

#include <fmt/format.h>

#include <cmath>

#include "board/board.hpp"
#include "contract/shell.hpp"
#include "emit/file.hpp"
#include "emit/leaf_sources.hpp"
#include "flow/fusesoc.hpp"
#include "flow/ipxact.hpp"
#include "flow/part.hpp"
#include "flow/readme.hpp"
#include "flow/tool.hpp"
#include "netlist/print.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::flow {

std::string Project::name() const { return plan.stencil->name; }
std::string Project::top() const { return top_name(name(), board.id); }

std::string top_name(const std::string& name, const std::string& board) { return name + "_" + board; }
std::string compute_unit(const std::string& top, std::size_t kernel) { return fmt::format("{}_{}", top, kernel + 1); }

const Tool& tool_of(const board::Wiring& wiring) {
  if (wiring.tool == "vivado") return vivado::tool();
  if (wiring.tool == "vitis") return vitis::tool();
  if (wiring.tool.starts_with("quartus")) return quartus::tool();
  throw InternalError("no projects are made for " + wiring.tool);
}

void unsuitable(const Project& project, Diagnostics& diagnostics, const std::string& message,
                std::vector<std::string> notes) {
  diagnostics.error(Code::kUnsuitableBoard, {project.banner.config.path().string()}, message, std::move(notes));
}

void check_bus(const Project& project, Diagnostics& diagnostics) {
  const contract::Shell& s = *project.plan.shell;
  const board::Wiring& w = project.wiring;
  const int data = w.memory.front().use.sizes.at("data");
  if (s.bus_bits != data || std::abs(s.bus_mhz - w.user_mhz) > 1e-6) {
    unsuitable(project, diagnostics,
               fmt::format("a bus of {} bits at {:g} MHz, but that of {} has {} bits at {:g} MHz", s.bus_bits,
                           s.bus_mhz, safe::terminal(project.board.name), data, w.user_mhz),
               {"leave out the bus: a project always uses the board's"});
  }
  for (const contract::ShellChannel& channel : s.channels) {
    if (static_cast<std::size_t>(channel.number) < w.memory.size()) continue;
    const std::string wired = w.memory.size() == 1 ? "one is" : fmt::format("{} are", w.memory.size());
    unsuitable(project, diagnostics,
               fmt::format("memory channel {} is used, but only {} wired on {}, from 0 on", channel.number, wired,
                           safe::terminal(project.board.name)),
               {"hardware.memory assigns fields to channels; without it, all are in channel 0"});
  }
}

std::vector<emit::File> card_files(const Project& project, const std::vector<std::string>& leaves,
                                   const netlist::Module& top, std::vector<emit::File> scripts,
                                   const std::vector<emit::File>& constraints) {
  std::vector<emit::File> files;
  for (const std::string& leaf : leaves)
    files.push_back({"rtl/card/" + leaf + ".v", std::string(emit::leaf_source(leaf + ".v"))});
  files.push_back({"rtl/card/" + project.top() + ".v", netlist::verilog(top)});
  for (emit::File& file : scripts) files.push_back(std::move(file));
  files.insert(files.end(), constraints.begin(), constraints.end());
  return files;
}

std::string card_clocks(const Project& project, const std::string& source) {
  const board::Wiring& w = project.wiring;
  std::string text = fmt::format("bus {:g} MHz ({}), kernel {:.3f} MHz", w.user_mhz, source, project.plan.clock.mhz);
  for (std::size_t k = 0; k < w.memory.size(); ++k)
    text += fmt::format(", memory channel {} {:.2f} MHz", k, 1e3 / w.memory[k].ui_ns);
  return text;
}

std::string flash_command(const board::Wiring& wiring) {
  return wiring.flash ? "    make flash      # write it into the card's flash, which the FPGA loads at power-up\n" : "";
}

void check_project(const Project& project, Diagnostics& diagnostics) {
  check_part(project.board, diagnostics);
  tool_of(project.wiring).check(project, diagnostics);
}
std::string black_boxes(const Project& project) { return tool_of(project.wiring).black_boxes(project); }
std::string model_shims(const Project& project) { return tool_of(project.wiring).model_shims(project); }

std::vector<emit::File> project_files(const Project& project) {
  std::vector<emit::File> files = tool_of(project.wiring).files(project);
  files.push_back({project.top() + ".core", fusesoc_core(project, files)});
  if (has_component(project)) files.push_back({"component.xml", component_xml(project)});
  files.push_back({"README.md", readme_text(project)});
  return files;
}

}  // namespace rtlgen::flow

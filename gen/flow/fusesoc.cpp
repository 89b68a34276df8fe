// File sets and targets. Options are those of Edalize's tools verilator and vivado.
#include "flow/fusesoc.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "board/board.hpp"
#include "emit/banner.hpp"
#include "emit/file.hpp"
#include "flow/packaged.hpp"
#include "flow/part.hpp"
#include "flow/project.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::flow {

namespace {

std::string file_set(const std::string& name, const std::vector<std::string>& files) {
  std::string text = fmt::format("  {}:\n    files:\n", name);
  for (const std::string& file : files) {
    const char* const type = file.ends_with(".vhd")                           ? "vhdlSource"
                             : file.ends_with(".xdc")                         ? "xdc"
                             : file == "ip.tcl" || file.starts_with("parts/") ? "user"
                             : file.ends_with(".tcl")                         ? "tclSource"
                                                                              : "verilogSource-2005";
    text += fmt::format("      - {}: {{file_type: {}}}\n", file, type);
  }
  return text + "\n";
}

struct Target {
  std::string name, description, top, tool, options;
  std::vector<std::string> sets;
};

std::string target_text(const Target& target) {
  std::string text = fmt::format("  {}:\n    description: {}\n    filesets: [{}]\n    toplevel: {}\n", target.name,
                                 target.description, fmt::join(target.sets, ", "), target.top);
  if (!target.tool.empty())
    text += fmt::format("    default_tool: {0}\n    tools:\n      {0}: {{{1}}}\n", target.tool, target.options);
  return text + "\n";
}

std::vector<std::string> below(const std::vector<emit::File>& files, const std::string& folder,
                               const std::string& end) {
  std::vector<std::string> found;
  for (const emit::File& file : files) {
    if (file.path.starts_with(folder) && file.path.ends_with(end)) found.push_back(file.path);
  }
  return found;
}

}  // namespace

std::string fusesoc_core(const Project& project, const std::vector<emit::File>& files) {
  const Packaged module = packaged_of(project);
  const std::string part = part_number(project.board);
  const bool amd = project.wiring.tool == "vivado" || project.wiring.tool == "vitis",
             card = project.wiring.tool == "vivado";
  const bool verilog = std::none_of(project.core.begin(), project.core.end(),
                                    [](const std::string& file) { return file.ends_with(".vhd"); });
  std::string text =
      fmt::format("CAPI=2:\n# {} on {} for FuseSoC. The vendor's tool alone does not need it: see Makefile.\n# {}\n\n",
                  project.name(), safe::comment(project.board.name), emit::origin(project.banner));
  text += fmt::format("name: rtlgen:accelerators:{}:1.0.0\ndescription: {}\n\nfilesets:\n", project.top(),
                      safe::yaml_scalar("The stencil " + project.name() + " on " + project.board.name));
  text += file_set("accelerator", module.files);
  if (amd) text += file_set("crossings", {module.constraints});
  if (card) {
    text += file_set("card", below(files, "rtl/card/", ".v")) +
            file_set("constraints", below(files, "constraints/", ".xdc"));
    std::vector<std::string> ip = {"ip.tcl", "tcl/fusesoc.tcl"};
    for (const std::string& file : below(files, "parts/", "")) ip.push_back(file);
    text += file_set("ip", ip);
  }
  text +=
      "targets:\n" +
      target_text({"default", "the accelerator as a part of another design", module.module, "", "", {"accelerator"}});
  if (verilog)
    text += target_text({"lint",
                         "lint of the accelerator, without a warning",
                         module.module,
                         "verilator",
                         "mode: lint-only, verilator_options: [-Wall]",
                         {"accelerator"}});
  if (amd)
    text += target_text({"synth",
                         "synthesis of the accelerator alone, for its resources",
                         module.module,
                         "vivado",
                         fmt::format("part: {}, pnr: none", part),
                         {"accelerator"}});
  if (card) {
    text += target_text({project.board.id,
                         "the bitstream of the card",
                         project.top(),
                         "vivado",
                         fmt::format("part: {}", part),
                         {"accelerator", "card", "constraints", "crossings", "ip"}});
  }
  text.pop_back();
  return text;
}

}  // namespace rtlgen::flow
